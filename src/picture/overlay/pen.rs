//! The tools of the layers: the list that they fill, the room that is left, the visible bodies and contacts,
//! label styles.

use std::rc::Rc;

use collide2d::{Aabb, Body};
use glam::Vec2;

use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Align, Color, DisplayList, Item, Provenance, Rect, text_size};
use crate::picture::overlay::covered::uncovered;
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::space::{Slab, Space};
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
    above: Vec<(Provenance, Item)>,
    /// Which contacts are drawn at present.
    pub(super) drawn: DrawnContacts,
    /// The strips that may lie over shapes.
    pub(super) over_shapes: Vec<Slab>,
    /// The bounding circles ended the test of the selected pair, and its strips are shown.
    pub(super) circles_decide: bool,
    pub(super) space: Space,
    /// One sentence for each thing that was left out.
    pub(super) notes: Vec<String>,
    /// The part of the world that the canvas shows, with a margin.
    pub(super) visible: Aabb,
    /// Indices of the bodies in `visible` that are not covered by others, ascending.
    pub(super) bodies: Rc<[u32]>,
    /// Indices of the bodies that have an outline, wherever they are, ascending.
    pub(super) outlined: Rc<[u32]>,
    /// The touching pairs with a point in `visible`, as their indices in the report and [`VisibleContact::radius`]; the
    /// selected pair is always there, last.
    contacts: Rc<[(u32, f32)]>,
    /// The contacts whose markers would lie on others', sorted by pair.
    crowded: Vec<((u32, u32), Crowding)>,
    pub(super) canvas: Rect,
}

/// A contact that the canvas shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisibleContact<'a> {
    pub(super) pair: &'a PairReport,
    pub(super) contact: &'a ContactReport,
    pub(super) is_selected: bool,
    /// Of the smaller body. Pixels.
    pub(super) radius: f32,
}

impl VisibleContact<'_> {
    /// Whether only the contact point is drawn.
    pub(super) fn is_tiny(&self) -> bool {
        !self.is_selected && is_tiny(self.radius)
    }

    /// Scale of the markers: 1, less for bodies a few pixels wide, which they would hide.
    pub(super) fn mark_scale(&self) -> f32 {
        const ROOMY: f32 = 7.0;
        (self.radius / ROOMY).clamp(0.3, 1.0)
    }
}

/// Whether a body of this radius, in pixels, is so small that only contact points are drawn of it.
pub(super) fn is_tiny(radius: f32) -> bool {
    const TINY: f32 = 2.0;
    radius < TINY
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawnContacts {
    All,
    /// All but that of the selected pair.
    Others,
    Pair,
}

/// How a contact among many is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crowding {
    /// As ever.
    Free,
    /// Faintly, beside a contact of the selected pair.
    Faint,
    /// Its points alone; a note counts it.
    Hidden,
}

impl Crowding {
    pub(super) fn alpha(self) -> f32 {
        match self {
            Self::Free => 1.0,
            Self::Faint => 0.3,
            Self::Hidden => 0.0,
        }
    }
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
            drawn: DrawnContacts::All,
            over_shapes: Vec::new(),
            circles_decide: false,
            notes: Vec::new(),
            visible: Aabb { min: min - around, max: max + around },
            bodies: Rc::default(),
            outlined: Rc::default(),
            contacts: Rc::default(),
            crowded: Vec::new(),
            canvas,
        }
    }

    /// Adds items on top, of one source.
    pub(super) fn push_all(
        &mut self,
        source: impl Into<Provenance> + Copy,
        items: impl IntoIterator<Item = Item>,
    ) {
        items.into_iter().for_each(|item| self.list.push(source, item));
    }

    /// What `draw` adds is drawn over the markers of the other pairs, and under those of the selected one. It
    /// may have texts, which end what a crowd can be drawn by instancing.
    pub(super) fn above(&mut self, draw: impl FnOnce(&mut Self)) {
        let below = std::mem::take(&mut self.list.items);
        draw(self);
        self.above.append(&mut self.list.items);
        self.list.items = below;
    }

    /// Adds the items deferred by [`Pen::above`].
    pub(super) fn draw_above(&mut self) {
        self.list.items.append(&mut self.above);
    }

    /// Takes the room of a line, so that labels drawn later keep off it.
    pub(super) fn take_line(&mut self, from: Vec2, to: Vec2) {
        /// Distance of the squares that are taken, and their size. Pixels.
        const STEP: f32 = 6.0;
        let Some([from, to]) = clip_segment(from, to, &self.canvas) else { return };
        let count = (from.distance(to) / STEP).ceil().clamp(1.0, 1024.0);
        for i in 0..=count as u32 {
            let at = from.lerp(to, i as f32 / count);
            self.space.take(Rect::around(at, Vec2::splat(STEP * 0.5)));
        }
    }

    /// Finds the visible bodies and contacts; layers draw no others.
    pub(super) fn look(&mut self, picture: &Picture) {
        let visible = &self.visible;
        let is_drawn = |index: u32, body: &Body| !body.is_removed() && !picture.hides(index);
        let bodies = (0..)
            .zip(picture.world.bodies())
            .filter(|(index, body)| is_drawn(*index, body) && body.aabb().overlaps(visible));
        let visible_bodies: Vec<u32> = bodies.map(|(index, _)| index).collect();
        let count = visible_bodies.len();
        self.bodies = uncovered(picture, visible_bodies).into();
        let outlined = (0..).zip(picture.scene.bodies.iter().zip(picture.world.bodies()));
        let outlined =
            outlined.filter(|(index, (scene, body))| scene.outline.is_some() && is_drawn(*index, body));
        self.outlined = outlined.map(|(index, _)| index).collect();
        if self.bodies.len() < count {
            self.notes.push(format!("{} bodies under others not shown", count - self.bodies.len()));
        }
        let selected = picture.selected_index();
        let in_sight = |pair: &PairReport| {
            if picture.hides(pair.a) || picture.hides(pair.b) {
                return false;
            }
            let points = pair.contact.as_ref().map(|contact| contact.points.as_slice());
            points.is_some_and(|points| points.iter().any(|(position, _)| visible.contains(*position)))
        };
        let pairs = (0..).zip(&picture.report.pairs);
        let others = pairs.filter(|(i, pair)| Some(*i) != selected && in_sight(pair));
        let last = selected.and_then(|i| Some((i, picture.report.pairs.get(i as usize)?)));
        self.contacts = others.chain(last).map(|(i, pair)| (i, picture.smaller_radius(pair))).collect();
        self.crowded = self.crowd(picture);
        let left_out = picture.report.left_out();
        if left_out > 0 {
            let note = not_shown(left_out, "further contact");
            self.notes.push(format!("{}{note}", picture.report.at_least_word()));
        }
        self.list.items.reserve(2 * self.bodies.len() + 3 * self.contacts.len());
    }

    /// The contacts that lie so close to others, or to the selected pair's, that their markers would hide each
    /// other.
    fn crowd(&self, picture: &Picture) -> Vec<((u32, u32), Crowding)> {
        /// Side of the cells in which contacts are counted. Pixels.
        const CELL: f32 = 28.0;
        /// Contacts that a cell shows.
        const MOST: u16 = 3;
        /// Contacts this near to one of the selected pair are faint. Pixels.
        const NEAR: f32 = 44.0;
        let mut crowded = Vec::new();
        let size = (self.canvas.size() / CELL).ceil().max(Vec2::ONE);
        let columns = (size.x as usize).min(1 << 10);
        let rows = (size.y as usize).min(1 << 10);
        let mut counts = vec![0_u16; columns * rows];
        let screen = |point: Vec2| picture.view.screen_from_world(point);
        let selected_pair = picture.selected_pair().and_then(|pair| pair.contact.as_ref());
        let selected_pair: Vec<Vec2> = selected_pair
            .iter()
            .flat_map(|contact| &contact.points)
            .map(|(point, _)| screen(*point))
            .collect();
        for visible in self.contacts(picture) {
            let VisibleContact { pair, contact, is_selected, .. } = visible;
            let is_marked = !is_selected && !visible.is_tiny();
            let Some((first, _)) = contact.points.first().filter(|_| is_marked) else { continue };
            let at = screen(*first);
            let cell = ((at - self.canvas.min) / CELL).max(Vec2::ZERO);
            let cell = (cell.y as usize).min(rows - 1) * columns + (cell.x as usize).min(columns - 1);
            counts[cell] = counts[cell].saturating_add(1);
            let points = || contact.points.iter().map(|(point, _)| screen(*point));
            if counts[cell] > MOST {
                crowded.push(((pair.a, pair.b), Crowding::Hidden));
            } else if points().any(|p| selected_pair.iter().any(|q| p.distance_squared(*q) < NEAR * NEAR)) {
                crowded.push(((pair.a, pair.b), Crowding::Faint));
            }
        }
        crowded
    }

    /// How the contact of this pair is drawn among the others.
    pub(super) fn crowding(&self, pair: &PairReport) -> Crowding {
        let found = self.crowded.binary_search_by_key(&(pair.a, pair.b), |(pair, _)| *pair);
        found.ok().and_then(|i| self.crowded.get(i)).map_or(Crowding::Free, |(_, crowding)| *crowding)
    }

    /// Bodies that the canvas shows, with their indices.
    pub(super) fn visible_bodies<'a>(
        &self,
        picture: &Picture<'a>,
    ) -> impl DoubleEndedIterator<Item = (u32, &'a Body)> + use<'a> {
        let (bodies, world) = (Rc::clone(&self.bodies), picture.world);
        (0..bodies.len()).filter_map(move |i| Some((bodies[i], world.bodies().get(bodies[i] as usize)?)))
    }

    /// Touching pairs that the canvas shows; the selected pair comes last, on top.
    pub(super) fn contacts<'a>(
        &self,
        picture: &Picture<'a>,
    ) -> impl Iterator<Item = VisibleContact<'a>> + use<'a> {
        let (contacts, report, selected) =
            (Rc::clone(&self.contacts), picture.report, picture.selected_index());
        let drawn = self.drawn;
        // The selected pair is last.
        let first = if drawn == DrawnContacts::Pair { contacts.len().saturating_sub(1) } else { 0 };
        (first..contacts.len()).filter_map(move |i| {
            let (index, radius) = contacts[i];
            let pair = report.pairs.get(index as usize)?;
            let is_selected = Some(index) == selected;
            let contact = pair.contact.as_ref().filter(|_| drawn.has(is_selected))?;
            Some(VisibleContact { pair, contact, is_selected, radius })
        })
    }

    /// Whether marks of a pair belong to what is drawn now.
    pub(super) fn draws(&self, picture: &Picture, pair: (u32, u32)) -> bool {
        self.drawn.has(picture.options.selected_pair == Some(pair))
    }
}

impl DrawnContacts {
    fn has(self, is_selected: bool) -> bool {
        match self {
            Self::All => true,
            Self::Others => !is_selected,
            Self::Pair => is_selected,
        }
    }
}

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
