//! Penetration depth: a dimension line along the normal, from A's deepest point to B's surface. Of a selected pair that
//! is apart: the line between its nearest points.

use collide2d::{Body, separation};
use glam::Vec2;

use crate::explain::minkowski::nearest_points;
use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Item, ItemPart, PLATE_PADDING, Provenance, Rect, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::pen::{Crowding, LabelStyle, NORMAL, Pen, SMALL, VisibleContact, not_shown};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::report::ContactReport;

/// Most labels besides that of the selected pair. A note counts the rest.
const MOST_LABELS: usize = 40;
/// A line leads from the dimension line to a label farther away. Pixels.
const FAR: f32 = 24.0;
/// Most labels for which room is searched.
const MOST_TRIED: usize = 200;
/// Shorter lines have no label; lines shorter than a quarter of this are not drawn. Pixels.
const SHORTEST_LABELLED: f32 = 4.0;
/// Distance from the contact, where the normal's arrow is, to the dimension line of the selected pair.
/// Pixels.
const ASIDE: f32 = 22.0;
/// The same for other pairs. Pixels.
const LITTLE_ASIDE: f32 = 6.0;

/// Lines smaller than this have no ticks at their ends.
const TICKED: f32 = 0.5;

/// A dimension line on the screen.
pub(in crate::picture::overlay) struct Dimension {
    /// The measured segment: on the line through the contact point along the normal.
    feet: [Vec2; 2],
    line: [Vec2; 2],
    /// Unit vector across, to the side of the label.
    side: Vec2,
    /// Factor of line width and tick length.
    scale: f32,
}

/// The side of the contact on which its line lies: away from the other contact point where there are two, else
/// to the right. A unit vector on the screen, across the normal.
pub(in crate::picture::overlay) fn side(picture: &Picture, contact: &ContactReport) -> Vec2 {
    let from = |point: Vec2| contact.deepest().map_or(Vec2::ZERO, |(at, _)| at - point);
    let away: Vec2 = contact.points.iter().map(|(point, _)| from(*point)).sum();
    let across = picture.view.screen_direction(contact.normal).perp();
    let away = picture.view.screen_direction(away) * picture.view.scale;
    if across.dot(away + Vec2::new(1.0, 0.01)) < 0.0 { -across } else { across }
}

impl Dimension {
    fn of(picture: &Picture, visible: &VisibleContact<'_>) -> Option<Self> {
        let VisibleContact { pair, contact, is_selected, .. } = *visible;
        let (a, b) = (picture.leaf(pair.a, pair.leaves[0])?, picture.leaf(pair.b, pair.leaves[1])?);
        let at = picture.view.screen_from_world(contact.deepest()?.0);
        let along = picture.view.screen_direction(contact.normal);
        let foot = |point: Vec2| at + along * (point - at).dot(along);
        let feet = [foot(picture.support(&a, -contact.normal)), foot(picture.support(&b, contact.normal))];
        let side = side(picture, contact);
        let scale = if is_selected { 1.0 } else { visible.mark_scale() };
        let aside = side * if is_selected { ASIDE } else { LITTLE_ASIDE * scale };
        Some(Self { feet, line: feet.map(|foot| foot + aside), side, scale })
    }

    /// Of a contact with a ground: from the support point to the ground's line. `along`: the normal on the screen.
    pub(in crate::picture::overlay) fn of_ground(support: Vec2, along: Vec2, depth: f32) -> Self {
        let feet = [support, support + along * depth];
        let side = along.perp();
        Self { feet, line: feet.map(|foot| foot + side * LITTLE_ASIDE), side, scale: 1.0 }
    }

    fn length(&self) -> f32 {
        self.line[0].distance(self.line[1])
    }

    pub(in crate::picture::overlay) fn push(
        &self,
        pen: &mut Pen,
        source: Source,
        is_selected: bool,
        theme: &Theme,
    ) {
        let around = pen.canvas.grow(Vec2::splat(64.0));
        let mut push = |part: ItemPart, to_scale: bool, lines: &[[Vec2; 2]], stroke: Stroke| {
            let lines = lines.iter().filter_map(|[from, to]| clip_segment(*from, *to, &around));
            let from = if source == Source::Frame { source.into() } else { source.part(part) };
            pen.list.segments(from.to_scale(to_scale), lines, stroke);
        };
        let [from, to] = self.line;
        if is_selected {
            let extension = [0, 1].map(|i| [self.feet[i], self.line[i]]);
            push(ItemPart::Extension, true, &extension, Stroke::solid(1.0, theme.depth.alpha(0.8)));
            // A line too short to be seen between its ticks is extended beyond them.
            let is_short = self.length() < 8.0;
            let arm = self.side.perp() * if is_short { 9.0 } else { 0.0 };
            let arm = if arm.dot(to - from) < 0.0 { -arm } else { arm };
            push(ItemPart::Extension, !is_short, &[[from - arm, to + arm]], Stroke::solid(1.5, theme.depth));
        }
        let stroke = Stroke::solid(if is_selected { 2.5 } else { 1.75 * self.scale.max(0.6) }, theme.depth);
        push(ItemPart::Depth, around.holds(&self.line), &[[from, to]], stroke);
        push(ItemPart::Extension, true, &self.ticks(is_selected), stroke);
    }

    /// The ticks at the ends of the line; a small one has none.
    fn ticks(&self, is_selected: bool) -> Vec<[Vec2; 2]> {
        if self.scale < TICKED {
            return Vec::new();
        }
        let tick = self.side * if is_selected { 6.0 } else { 3.5 * self.scale };
        self.line.map(|end| [end - tick, end + tick]).to_vec()
    }

    /// Whether one of the ticks would be read as the minus sign of a number of this text size, whose plate is `label`.
    fn negates(&self, label: &Rect, size: f32) -> bool {
        /// A minus this far before a number still belongs to it. Pixels.
        const NEAR: f32 = 16.0;
        /// Half the height in which a dash before a number is a minus. Of the text's size.
        const HALF: f32 = 0.45;
        let number = label.grow(-PLATE_PADDING);
        let band = Rect {
            min: Vec2::new(number.min.x - NEAR, number.center().y - HALF * size),
            max: Vec2::new(number.min.x, number.center().y + HALF * size),
        };
        // A tick that stands upright is no minus.
        let is_level = self.side.x.abs() > self.side.y.abs();
        is_level && self.ticks(false).into_iter().any(|[from, to]| clip_segment(from, to, &band).is_some())
    }
}

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Penetration depth",
    "Length of the shortest translation that separates; of a selected pair that is apart its distance",
    sample,
    |picture| {
        let depth = LegendEntry::new("penetration depth", sample).brief("depth");
        let distance = LegendEntry::new("distance of the pair", distance_sample).brief("distance");
        let depth = picture.has_contacts().then_some(depth);
        depth.into_iter().chain(distance_line(picture).map(|_| distance)).collect()
    },
)
.key(5)
.on()
.in_render();

fn distance_sample(pen: &mut Pen, at: &Swatch) {
    let ends = [at.left + Vec2::X * 3.0, at.right - Vec2::X * 3.0];
    let stroke = Stroke::solid(1.5, at.theme.gap);
    pen.list.push(Source::Frame, Item::Segments { lines: vec![ends], stroke });
    for center in ends {
        let fill = Some(at.theme.gap);
        pen.list.push(Source::Frame, Item::Circle { center, radius: 2.5, fill, stroke: None });
    }
}

fn sample(pen: &mut Pen, at: &Swatch) {
    let (from, to) = (at.left + Vec2::X * 3.0, at.right - Vec2::X * 3.0);
    let side = (to - from).normalize_or_zero().perp();
    let dimension = Dimension { feet: [from, to], line: [from, to], side, scale: 1.0 };
    dimension.push(pen, Source::Frame, false, at.theme);
}

/// The selected pair, while it is apart, and its nearest points. Pixels.
fn distance_line<'a>(picture: &Picture<'a>) -> Option<([&'a Body; 2], Source, [Vec2; 2])> {
    let pair = picture.selected_pair().filter(|pair| pair.contact.is_none())?;
    let [a, b] = picture.selected_bodies()?;
    let ends = nearest_points(a.shape(), a.pose(), b.shape(), b.pose())?;
    let ends = ends.map(|end| picture.view.screen_from_world(end.as_vec2()));
    let is_seen =
        ends[0].is_finite() && ends[1].is_finite() && ends[0].distance(ends[1]) >= SHORTEST_LABELLED;
    is_seen.then_some(([a, b], Source::Pair(pair.a, pair.b), ends))
}

/// Draws the line of the selected pair's distance, with a dot on either shape.
fn draw_distance(picture: &Picture, pen: &mut Pen) {
    let Some((_, source, ends)) = distance_line(picture) else { return };
    let color = picture.theme.gap;
    let around = pen.canvas.grow(Vec2::splat(64.0));
    let line = clip_segment(ends[0], ends[1], &around);
    let from = source.part(ItemPart::Distance).to_scale(around.holds(&ends));
    pen.list.segments(from, line, Stroke::solid(1.5, color));
    for center in ends {
        pen.list.push(source, Item::Circle { center, radius: 2.5, fill: Some(color), stroke: None });
    }
}

/// Draws the number beside the line of the selected pair's distance.
fn label_distance(picture: &Picture, pen: &mut Pen) {
    let Some(([a, b], source, ends)) = distance_line(picture) else { return };
    let distance = separation(a.shape(), a.pose(), b.shape(), b.pose());
    let text = format!("distance {}", picture.unit().label(distance));
    let style = LabelStyle::new(NORMAL, picture.theme.gap).plate(picture.theme.background.alpha(0.55));
    let extent = style.size_of(&text) + 2.0 * PLATE_PADDING;
    let middle = ends[0].midpoint(ends[1]);
    let side = (ends[1] - ends[0]).normalize_or(Vec2::X).perp();
    let beside = |side: Vec2, gap: f32| middle + side * (gap + (side * extent * 0.5).abs().element_sum());
    let near = [beside(side, 8.0), beside(-side, 8.0), beside(side, 28.0), beside(-side, 28.0)];
    let center =
        pen.space.place(extent, near).or_else(|| pen.space.place(extent, around(middle, &pen.canvas)));
    if let Some(center) = center.filter(|_| pen.canvas.holds(&[middle])) {
        push_leader(pen, source, middle, &Rect::around(center, extent), picture.theme.gap);
        pen.list.push(source.part(ItemPart::Label), style.at(center, text));
    }
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    draw_distance(picture, pen);
    each(picture, pen, |pen, &VisibleContact { pair, is_selected, .. }, dimension| {
        let crowding = pen.crowding(pair);
        let theme = Theme { depth: picture.theme.depth.alpha(crowding.alpha()), ..*picture.theme };
        if crowding != Crowding::Hidden {
            dimension.push(pen, Source::Pair(pair.a, pair.b), is_selected, &theme);
        }
    });
}

/// Draws the labels where there is room.
pub(in crate::picture::overlay) fn draw_labels(picture: &Picture, pen: &mut Pen) {
    label_distance(picture, pen);
    let unit = picture.unit();
    let (mut drawn, mut tried, mut numbered) = (0_usize, 0_usize, 0_usize);
    let small = small_bodies(picture, pen);
    each(picture, pen, |pen, &VisibleContact { pair, contact, is_selected, .. }, dimension| {
        let enough = drawn == MOST_LABELS || tried == MOST_TRIED || pen.crowding(pair) != Crowding::Free;
        if !is_selected && (dimension.length() < SHORTEST_LABELLED || enough) {
            return;
        }
        tried += 1;
        let (size, text) = if is_selected {
            (NORMAL, format!("depth {}", unit.label(contact.depth)))
        } else {
            (SMALL, unit.label(contact.depth))
        };
        let style = LabelStyle::new(size, picture.theme.depth).plate(picture.theme.background.alpha(0.55));
        let extent = style.size_of(&text) + 2.0 * PLATE_PADDING;
        let middle = (dimension.line[0] + dimension.line[1]) * 0.5;
        let beside = |side: Vec2, gap: f32| middle + side * (gap + (side * extent * 0.5).abs().element_sum());
        let near = if is_selected { 9.0 } else { 6.0 };
        let centers = [
            beside(dimension.side, near),
            beside(-dimension.side, near + if is_selected { ASIDE + 4.0 } else { LITTLE_ASIDE }),
            beside(dimension.side, near + 18.0),
            beside(dimension.side.perp(), near + dimension.length() * 0.5),
            beside(-dimension.side.perp(), near + dimension.length() * 0.5),
        ];
        let farther = [30.0, 50.0].into_iter().flat_map(|distance| {
            let turned =
                move |i: i32| dimension.side.rotate(Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_4));
            [0, 1, -1, 2, -2, 3, -3, 4].map(|i| beside(turned(i), distance + dimension.length() * 0.5))
        });
        let farther = farther.filter(|_| is_selected);
        let may_stand = |center: &Vec2| {
            let label = Rect::around(*center, extent);
            // Before the number of the selected pair stands a word.
            !hides_a_body(&small, &label) && (is_selected || !dimension.negates(&label, size))
        };
        let near = pen.space.place(extent, centers.into_iter().chain(farther).filter(may_stand));
        let in_sight = pen.canvas.holds(&[middle]);
        let source = Source::Pair(pair.a, pair.b).part(ItemPart::Label);
        let center = near.or_else(|| {
            let far = around(middle, &pen.canvas).filter(may_stand);
            (is_selected && in_sight).then(|| pen.space.place(extent, far))?
        });
        if let Some(center) = center {
            push_leader(pen, source, middle, &Rect::around(center, extent), picture.theme.depth);
            drawn += usize::from(!is_selected);
            numbered += usize::from(in_sight);
            pen.list.push(source, style.at(center, text));
        }
    });
    let in_sight = |visible: &VisibleContact<'_>| {
        let deepest = visible.contact.deepest().map(|(at, _)| picture.view.screen_from_world(at));
        deepest.is_some_and(|at| picture.view.canvas.contains(at))
    };
    let left_out = pen.contacts(picture).filter(in_sight).count().saturating_sub(numbered);
    if left_out > 0 {
        pen.notes.push(not_shown(left_out, "depth label"));
    }
}

/// The line from a place to its label, where that lies far away.
pub(in crate::picture::overlay) fn push_leader(
    pen: &mut Pen,
    source: impl Into<Provenance>,
    from: Vec2,
    label: &Rect,
    color: Color,
) {
    let end = from.max(label.min).min(label.max);
    if end.distance(from) > FAR {
        let stroke = Stroke::solid(1.0, color.alpha(0.8));
        pen.list.push(source, Item::Segments { lines: vec![[from, end]], stroke });
    }
}

/// The boxes of bodies that a label could hide; of many bodies none. Pixels.
pub(in crate::picture::overlay) fn small_bodies(picture: &Picture, pen: &Pen) -> Vec<Rect> {
    /// Among more bodies labels hide some.
    const MOST: usize = 64;
    /// Larger bodies can be seen beside a label. Pixels.
    const SMALL: f32 = 120.0;
    let boxes = pen.visible_bodies(picture).map(|(_, body)| picture.screen_box(body));
    let boxes: Vec<Rect> = boxes.filter(|rect| rect.size().max_element() < SMALL).take(MOST + 1).collect();
    if boxes.len() > MOST { Vec::new() } else { boxes }
}

/// Whether a label hides much of one of the bodies.
fn hides_a_body(boxes: &[Rect], label: &Rect) -> bool {
    /// Share of a body's box.
    const MUCH: f32 = 0.15;
    boxes.iter().any(|rect| rect.shared_area(label) > MUCH * rect.area())
}

/// Places farther and farther from a point, to the border of the canvas.
pub(in crate::picture::overlay) fn around(middle: Vec2, canvas: &Rect) -> impl Iterator<Item = Vec2> + use<> {
    /// Distance from ring to ring, and how many places a ring has. Pixels.
    const STEP: f32 = 20.0;
    const PLACES: u32 = 16;
    let rings = (canvas.size().length() / STEP).clamp(0.0, 256.0) as u32;
    let turn = std::f32::consts::TAU / PLACES as f32;
    let ring = move |ring: u32| {
        let distance = 60.0 + ring as f32 * STEP;
        (0..PLACES).map(move |i| middle + Vec2::from_angle(i as f32 * turn) * distance)
    };
    (0..rings).flat_map(ring)
}

/// Every visible dimension line; the selected pair comes first, so that its label finds room.
fn each(picture: &Picture, pen: &mut Pen, mut draw: impl FnMut(&mut Pen, &VisibleContact<'_>, &Dimension)) {
    let selected = pen.contacts(picture).filter(|visible| visible.is_selected);
    let others = pen.contacts(picture).filter(|visible| !visible.is_selected);
    for visible in selected.chain(others) {
        // The line is as long as the contact is deep, so most contacts of a crowd are rejected before
        // anything is computed.
        let long_enough = visible.contact.depth * picture.view.scale >= SHORTEST_LABELLED * 0.25;
        if (visible.is_selected || long_enough)
            && !visible.is_tiny()
            && let Some(dimension) = Dimension::of(picture, &visible)
        {
            draw(pen, &visible, &dimension);
        }
    }
}
