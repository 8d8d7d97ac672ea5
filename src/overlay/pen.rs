//! The tools of the layers: the list that they fill, the room that is left, the visible bodies and contacts,
//! label styles.

use std::rc::Rc;

use collide2d::{Aabb, Body};
use glam::Vec2;

use super::covered::uncovered;
use super::picture::Picture;
use super::space::Space;
use crate::display::{Align, Color, DisplayList, Item, Rect, Source, text_size};
use crate::report::{ContactReport, PairReport};

/// Largest text of a picture: the scene's name, the letters A and B. Pixels.
pub(super) const LARGE: f32 = 17.0;
/// Text of labels. Pixels.
pub(super) const NORMAL: f32 = 13.0;
/// Text of labels of which there may be many. Pixels.
pub(super) const SMALL: f32 = 12.0;

/// What the layers draw into.
pub(super) struct Pen {
    pub(super) list: DisplayList,
    /// Drawn by [`Pen::draw_above`].
    above: Vec<(Source, Item)>,
    /// The bounding circles ended the test of the selected pair, and its strips are shown.
    pub(super) circles_decide: bool,
    pub(super) space: Space,
    /// One sentence for each thing that was left out.
    pub(super) notes: Vec<String>,
    /// The part of the world that the canvas shows, with a margin.
    pub(super) visible: Aabb,
    /// Indices of the bodies in `visible` that are not covered by others, ascending.
    bodies: Rc<[u32]>,
    /// Indices in the report of the touching pairs with a point in `visible`; the selected pair is always
    /// there, last.
    contacts: Rc<[u32]>,
    pub(super) canvas: Rect,
}

impl Pen {
    /// A pen for samples outside of the canvas.
    pub(super) fn bare(picture: &Picture, area: Rect) -> Self {
        Self { canvas: area.grow(Vec2::splat(16.0)), ..Self::new(picture) }
    }

    pub(super) fn new(picture: &Picture) -> Self {
        /// Margin around the canvas: markers this far outside may reach into it. Pixels.
        const AROUND: f32 = 64.0;
        let canvas = picture.view.canvas;
        let around = Vec2::splat(AROUND / picture.view.scale);
        let Aabb { min, max } = picture.view.visible();
        Self {
            list: DisplayList::default(),
            space: Space::new(canvas.grow(Vec2::splat(-4.0))),
            above: Vec::new(),
            circles_decide: false,
            notes: Vec::new(),
            visible: Aabb { min: min - around, max: max + around },
            bodies: Rc::default(),
            contacts: Rc::default(),
            canvas,
        }
    }

    /// Adds items on top, of one source.
    pub(super) fn push_all(&mut self, source: Source, items: impl IntoIterator<Item = Item>) {
        self.list.items.extend(items.into_iter().map(|item| (source, item)));
    }

    /// What `draw` adds is drawn over the markers of every layer, under letters and labels.
    pub(super) fn above(&mut self, draw: impl FnOnce(&mut Self)) {
        let below = std::mem::take(&mut self.list);
        draw(self);
        self.above.append(&mut self.list.items);
        self.list = below;
    }

    /// Adds the items deferred by [`Pen::above`].
    pub(super) fn draw_above(_: &Picture, pen: &mut Self) {
        pen.list.items.append(&mut pen.above);
    }

    /// Finds the visible bodies and contacts; layers draw no others.
    pub(super) fn look(&mut self, picture: &Picture) {
        let visible = &self.visible;
        let bodies = (0..).zip(picture.world.bodies()).filter(|(_, body)| body.aabb().overlaps(visible));
        let visible_bodies: Vec<u32> = bodies.map(|(index, _)| index).collect();
        let count = visible_bodies.len();
        self.bodies = uncovered(picture, visible_bodies).into();
        if self.bodies.len() < count {
            self.notes.push(format!("{} bodies under others not shown", count - self.bodies.len()));
        }
        let looked = picture.options.looked;
        let in_sight = |pair: &PairReport| {
            let points = pair.contact.as_ref().map(|contact| contact.points.as_slice());
            points.is_some_and(|points| points.iter().any(|(position, _)| visible.contains(*position)))
        };
        let pairs = (0..).zip(&picture.report.pairs);
        let mut contacts: Vec<u32> = pairs
            .filter(|(_, pair)| Some((pair.a, pair.b)) != looked && in_sight(pair))
            .map(|(i, _)| i)
            .collect();
        contacts.extend(picture.looked_index());
        self.contacts = contacts.into();
        let left_out = picture.report.left_out();
        if left_out > 0 {
            self.notes.push(not_shown(left_out, "further contact"));
        }
        self.list.items.reserve(2 * self.bodies.len() + 3 * self.contacts.len());
    }

    /// Bodies that the canvas shows, with their indices.
    pub(super) fn visible_bodies<'a>(
        &self,
        picture: &Picture<'a>,
    ) -> impl Iterator<Item = (u32, &'a Body)> + use<'a> {
        let (bodies, world) = (Rc::clone(&self.bodies), picture.world);
        (0..bodies.len()).filter_map(move |i| Some((bodies[i], world.bodies().get(bodies[i] as usize)?)))
    }

    /// Touching pairs that the canvas shows; the selected pair comes last, on top.
    pub(super) fn contacts<'a>(
        &self,
        picture: &Picture<'a>,
    ) -> impl Iterator<Item = (&'a PairReport, &'a ContactReport, bool)> + use<'a> {
        let (contacts, report, looked) = (Rc::clone(&self.contacts), picture.report, picture.options.looked);
        (0..contacts.len()).filter_map(move |i| {
            let pair = report.pairs.get(contacts[i] as usize)?;
            Some((pair, pair.contact.as_ref()?, Some((pair.a, pair.b)) == looked))
        })
    }
}

/// How a label is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelStyle {
    pub(super) size: f32,
    pub(super) color: Color,
    pub(super) plate: Option<Color>,
    pub(super) align: (Align, Align),
    pub(super) angle: f32,
}

impl LabelStyle {
    /// Centred on its anchor.
    pub(super) fn new(size: f32, color: Color) -> Self {
        Self { size, color, plate: None, align: (Align::Center, Align::Center), angle: 0.0 }
    }
    pub(super) fn plate(self, color: Color) -> Self {
        Self { plate: Some(color), ..self }
    }
    pub(super) fn left(self) -> Self {
        Self { align: (Align::Start, Align::Center), ..self }
    }
    pub(super) fn turned(self, angle: f32) -> Self {
        Self { angle, ..self }
    }
    pub(super) fn at(self, position: Vec2, text: impl Into<String>) -> Item {
        let Self { size, color, plate, align, angle } = self;
        Item::Text { position, angle, text: text.into(), size, color, align, plate, monospace: false }
    }
    pub(super) fn size_of(self, text: &str) -> Vec2 {
        text_size(text, self.size, false)
    }
}

/// The note that `count` things were left out.
pub(super) fn not_shown(count: usize, what: &str) -> String {
    format!("{count} {what}{} not shown", if count == 1 { "" } else { "s" })
}
