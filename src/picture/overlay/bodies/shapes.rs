//! The bodies. The line style shows the motion; A and B of the selected pair have the pair's colours.

use collide2d::{Aabb, Body, Motion, Shape, ShapeKind, SolverKind};
use glam::Vec2;

use crate::picture::display::clip::{chord, clip_segment};
use crate::picture::display::{Color, Dash, DisplayList, Item, Rect, Source, Stroke};
use crate::picture::overlay::bodies::{behind, conveyors};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::space::Slab;
use crate::picture::theme::Theme;

pub(in crate::picture::overlay) const INFO: LayerInfo =
    LayerInfo::new("Shapes", "Outlines of the bodies", |pen, at| sample(pen, at, &KINEMATIC, false), entries)
        .key(1)
        .on()
        .in_render();

/// A legend row for each kind of body in the scene.
fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let kinds = Kinds::of(picture.world.bodies());
    let dynamic = LegendEntry::new("dynamic body", |pen, at| sample(pen, at, &DYNAMIC, false));
    // The two have one outline.
    let [kinematic, brief] = match (kinds.kinematic, kinds.mover) {
        (_, false) => ["kinematic body", "kinematic"],
        (false, true) => ["mover", "mover"],
        (true, true) => ["kinematic body, mover", "kinematic, mover"],
    };
    let kinematic = LegendEntry::new(kinematic, |pen, at| sample(pen, at, &KINEMATIC, false)).brief(brief);
    let fixed = LegendEntry::new("static body", |pen, at| sample(pen, at, &Motion::Static, false));
    let sensor = LegendEntry::new("sensor", |pen, at| sample(pen, at, &Motion::Static, true));
    let wall = LegendEntry::new("wall, solid on both sides", sample_wall);
    let chain = LegendEntry::new("chain, solid on both sides", sample_wall);
    let one_sided = LegendEntry::new("chain, holds only what is on its side without ticks", sample_one_sided);
    let one_way = LegendEntry::new("one-way: holds what comes against the arrow", sample_one_way);
    let conveyor = LegendEntry::new("conveyor: carries along the chevrons", conveyors::sample);
    let entries = [
        (kinds.dynamic, dynamic.brief("dynamic")),
        (kinds.kinematic || kinds.mover, kinematic),
        (kinds.fixed, fixed.brief("static")),
        (kinds.wall, wall.brief("wall")),
        (kinds.chain, chain.brief("chain")),
        (kinds.one_sided, one_sided.brief("one-sided")),
        (kinds.one_way, one_way.brief("one-way")),
        (kinds.conveyor && has_conveyors(picture), conveyor.brief("conveyor")),
        (kinds.sensor, sensor),
        (kinds.asleep, LegendEntry::new("asleep", sample_asleep)),
    ];
    let there = entries.into_iter().filter_map(|(is_there, entry)| is_there.then_some(entry));
    there.chain(behind::entries(picture)).collect()
}

/// Which kinds of bodies there are.
#[derive(Clone, Copy, Debug, Default)]
struct Kinds {
    dynamic: bool,
    kinematic: bool,
    mover: bool,
    fixed: bool,
    wall: bool,
    chain: bool,
    one_sided: bool,
    one_way: bool,
    conveyor: bool,
    sensor: bool,
    asleep: bool,
}

/// Whether the scene's solver moves what lies on conveyors.
fn has_conveyors(picture: &Picture) -> bool {
    picture.scene.solver == SolverKind::Rigid
}

fn carries(body: &Body) -> bool {
    body.conveyor() != 0.0 && !body.is_sensor()
}

impl Kinds {
    fn of(bodies: &[Body]) -> Self {
        let mut kinds = Self::default();
        for body in bodies {
            // A wall counts as a wall only, whatever its motion.
            if body.shape().kind().has_inside() {
                match body.motion() {
                    Motion::Dynamic { .. } => kinds.dynamic = true,
                    Motion::Kinematic { .. } => kinds.kinematic = true,
                    Motion::Mover { .. } => kinds.mover = true,
                    Motion::Static => kinds.fixed = true,
                }
            }
            match body.shape() {
                Shape::Compound(compound) => {
                    compound.parts().iter().for_each(|part| kinds.add_lines(&part.shape));
                }
                shape => kinds.add_lines(shape),
            }
            kinds.one_way |= body.one_way().is_some();
            kinds.conveyor |= carries(body);
            kinds.sensor |= body.is_sensor();
            kinds.asleep |= body.is_asleep();
        }
        kinds
    }

    fn add_lines(&mut self, shape: &Shape) {
        match shape {
            Shape::Chain(chain) if chain.is_one_sided() => self.one_sided = true,
            Shape::Chain(_) => self.chain = true,
            shape => self.wall |= shape.kind() == ShapeKind::Wall,
        }
    }
}

const KINEMATIC: Motion = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 0.0 };
const DYNAMIC: Motion = Motion::Dynamic {
    mass: 1.0,
    velocity: Vec2::ZERO,
    angular_velocity: 0.0,
    acceleration: Vec2::ZERO,
    damping: 1.0,
};

fn sample(pen: &mut Pen, at: &Swatch, motion: &Motion, sensor: bool) {
    let style = ShapeStyle::of(motion, sensor, None, at.theme);
    style.draw(&mut pen.list, Source::Frame, &pen.canvas, at.square(), at.center);
}

fn sample_wall(pen: &mut Pen, at: &Swatch) {
    let style = ShapeStyle::of(&Motion::Static, false, None, at.theme);
    let wall = Outline::Line([at.left, at.right]);
    style.draw(&mut pen.list, Source::Frame, &pen.canvas, wall, at.center);
}

fn sample_one_sided(pen: &mut Pen, at: &Swatch) {
    let style = ShapeStyle::of(&Motion::Static, false, None, at.theme);
    let chain = Outline::Chain { points: vec![at.right, at.left], one_sided: true };
    style.draw(&mut pen.list, Source::Frame, &pen.canvas, chain, at.center);
}

fn sample_one_way(pen: &mut Pen, at: &Swatch) {
    let item = one_way_arrow(at.center + Vec2::Y * 8.0, -Vec2::Y, 16.0, at.theme.body_static);
    pen.list.push(Source::Frame, item);
}

/// An arrow along the direction of a one-way body. Pixels.
fn one_way_arrow(from: Vec2, along: Vec2, length: f32, color: Color) -> Item {
    Item::Arrow { from, to: from + along * length, stroke: Stroke::solid(2.0, color), head: 0.45 * length }
}

fn sample_asleep(pen: &mut Pen, at: &Swatch) {
    sample(pen, at, &DYNAMIC, false);
    pen.list.push(Source::Frame, asleep(at.center, at.theme));
}

/// A z.
fn asleep(center: Vec2, theme: &Theme) -> Item {
    let [left, right] =
        [-0.5, 0.5].map(|x| [Vec2::new(x, -0.6), Vec2::new(x, 0.6)].map(|at| center + at * ASLEEP));
    let points = vec![left[0], right[0], left[1], right[1]];
    Item::Path { points, closed: false, fill: None, stroke: Some(Stroke::solid(1.25, theme.text_quiet)) }
}

#[derive(Clone, Copy, Debug)]
struct ShapeStyle {
    stroke: Stroke,
    fill: Option<Color>,
    /// Hatching inside, or on both sides of a wall.
    hatch: Option<Stroke>,
}

impl ShapeStyle {
    /// `pair`: the colour of A or B.
    fn of(motion: &Motion, sensor: bool, pair: Option<Color>, theme: &Theme) -> Self {
        let (own, dash) = match motion {
            Motion::Static => (theme.body_static, Dash::Solid),
            Motion::Kinematic { .. } | Motion::Mover { .. } => (theme.body_kinematic, Dash::Dashed),
            Motion::Dynamic { .. } => (theme.body_dynamic, Dash::Solid),
        };
        let color = pair.unwrap_or(own);
        let dash = if sensor { Dash::Dotted } else { dash };
        let width = if pair.is_some() { 2.5 } else { 1.5 };
        let fill = match (sensor, pair) {
            (true, _) => None,
            (_, Some(color)) => Some(color.alpha(0.2)),
            _ => Some(own.alpha(0.1)),
        };
        let hatched = !sensor && matches!(motion, Motion::Static);
        let hatch = hatched.then(|| Stroke::solid(1.0, color.alpha(0.3)));
        Self { stroke: Stroke::solid(width, color).dashed(dash), fill, hatch }
    }

    /// Adds a body's outline in this style.
    fn draw(&self, list: &mut DisplayList, source: Source, canvas: &Rect, outline: Outline, phase: Vec2) {
        match outline {
            Outline::Line([from, to]) => return self.draw_wall(list, source, canvas, from, to),
            Outline::Chain { points, one_sided } => {
                return self.draw_chain(list, source, canvas, &points, one_sided);
            }
            Outline::Several(parts) => {
                return parts.into_iter().for_each(|part| self.draw(list, source, canvas, part, phase));
            }
            Outline::Round { .. } | Outline::Rounded { .. } | Outline::Closed(_) => {}
        }
        let lines = self.hatch.map(|_| hatching(&outline, canvas, phase)).unwrap_or_default();
        outline.draw(list, source, canvas, self.fill, Some(self.stroke));
        if let Some(stroke) = self.hatch {
            list.segments(source, lines, stroke);
        }
    }

    /// Draws a chain as walls end to end; a one-sided one has its ticks on the side on which it holds nothing.
    fn draw_chain(
        &self,
        list: &mut DisplayList,
        source: Source,
        canvas: &Rect,
        points: &[Vec2],
        one_sided: bool,
    ) {
        /// Most ticks of one chain.
        const MOST: usize = 16_384;
        let around = canvas.grow(Vec2::splat(WALL_TICK));
        let (mut lines, mut ticks, mut travelled) = (Vec::new(), Vec::new(), 0.0_f32);
        for (from, to) in points.iter().zip(points.iter().skip(1)) {
            let (length, along) = (from.distance(*to), (*to - *from).normalize_or_zero());
            // Ticks are counted along the whole chain, so that short segments have some of them.
            let phase = (travelled / WALL_SPACING).fract() * WALL_SPACING;
            travelled += length;
            let Some([start, end]) = clip_segment(*from, *to, &around) else { continue };
            lines.push([start, end]);
            let lean = (along.perp() + along) * (WALL_TICK * std::f32::consts::FRAC_1_SQRT_2);
            let first = ((start.distance(*from) + phase) / WALL_SPACING - 0.5).ceil().max(0.0);
            let last = (end.distance(*from) + phase) / WALL_SPACING - 0.5;
            let count = (last - first + 1.0).clamp(0.0, 4096.0) as u32;
            // The y axis of the screen points down, so that perp is to the right.
            let side = if one_sided { 0.0 } else { 1.0 };
            ticks.extend((0..count).filter(|i| first + *i as f32 <= last).map(|i| {
                let at = *from + along * ((first + i as f32 + 0.5) * WALL_SPACING - phase);
                [at - lean, at + lean * side]
            }));
        }
        ticks.truncate(MOST);
        list.segments(source, ticks, Stroke::solid(1.25, self.stroke.color.alpha(0.75)));
        if !lines.is_empty() {
            let stroke = Stroke { width: self.stroke.width + 1.5, ..self.stroke };
            list.push(source, Item::Segments { lines, stroke });
        }
        let ends = [points.first(), points.last()].into_iter().flatten();
        for at in ends.filter(|end| canvas.grow(Vec2::splat(8.0)).holds(&[**end])) {
            let radius = self.stroke.width + 0.75;
            let fill = Some(self.stroke.color);
            list.push(source, Item::Circle { center: *at, radius, fill, stroke: None });
        }
    }

    /// Draws a thick line with ticks on both sides: a wall is solid from both.
    fn draw_wall(&self, list: &mut DisplayList, source: Source, canvas: &Rect, from: Vec2, to: Vec2) {
        let Some([start, end]) = clip_segment(from, to, &canvas.grow(Vec2::splat(WALL_TICK))) else { return };
        let along = (to - from).normalize_or_zero();
        let lean = (along.perp() + along) * (WALL_TICK * std::f32::consts::FRAC_1_SQRT_2);
        // Ticks are counted from the wall's start, so that they stay in place on it while the view moves.
        let first = (start.distance(from) / WALL_SPACING).ceil() * WALL_SPACING;
        let last = end.distance(from);
        let count = ((last - first) / WALL_SPACING).clamp(0.0, 4096.0) as u32;
        let tick = |i: u32| {
            let at = from + along * (first + (i as f32 + 0.5) * WALL_SPACING);
            [at - lean, at + lean]
        };
        let color = self.stroke.color.alpha(0.75);
        list.segments(source, (0..count).map(tick), Stroke::solid(1.25, color));
        let stroke = Stroke { width: self.stroke.width + 1.5, ..self.stroke };
        list.push(source, Item::Segments { lines: vec![[start, end]], stroke });
        for at in [from, to].into_iter().filter(|end| canvas.grow(Vec2::splat(8.0)).holds(&[*end])) {
            let radius = self.stroke.width + 0.75;
            list.push(
                source,
                Item::Circle { center: at, radius, fill: Some(self.stroke.color), stroke: None },
            );
        }
    }
}

/// Length of a wall's ticks to each side. Pixels.
const WALL_TICK: f32 = 6.0;
/// Distance between ticks. Pixels.
const WALL_SPACING: f32 = 9.0;
/// Distance between the hatching lines of static bodies. Pixels.
const HATCH_SPACING: f32 = 8.0;
/// Width of the mark of a body that sleeps. Pixels.
const ASLEEP: f32 = 6.0;
/// Smaller bodies are drawn as a dot. Pixels.
const DOT: f32 = 2.5;
/// Smaller polygons of more than four corners are drawn as circles. Pixels.
const ROUND: f32 = 6.0;
/// Smaller bodies have no hatching and no radius line. Pixels.
const PLAIN: f32 = 10.0;
/// One-way bodies from this width have their arrow aside of the middle. Pixels.
const WIDE: f32 = 120.0;

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let mut on_top = Vec::new();
    for (index, body) in pen.visible_bodies(picture) {
        if picture.pair_color(index).is_some() {
            on_top.push((index, body));
        } else {
            draw_body(picture, pen, index, body);
        }
    }
    for (index, body) in on_top {
        draw_body(picture, pen, index, body);
    }
}

fn draw_body(picture: &Picture, pen: &mut Pen, index: u32, body: &Body) {
    let (view, source) = (picture.view, Source::Body(index));
    let mut style = ShapeStyle::of(body.motion(), body.is_sensor(), picture.pair_color(index), picture.theme);
    let extent = body.bounding_circle().radius * 2.0 * view.scale;
    if extent < DOT {
        let center = view.screen_from_world(body.bounding_circle().center);
        let fill = Some(style.stroke.color);
        pen.list.push(source, Item::Circle { center, radius: DOT * 0.5, fill, stroke: None });
        return;
    }
    if extent < PLAIN {
        style.hatch = None;
    }
    let phase = view.screen_from_world(picture.frame().origin);
    // At this size a polygon of many corners looks like a circle.
    let outline = if extent < ROUND && matches!(body.shape(), Shape::Polygon(p) if p.vertices().len() > 4) {
        let circle = body.bounding_circle();
        Outline::Round { center: view.screen_from_world(circle.center), radius: circle.radius * view.scale }
    } else {
        picture.outline(body)
    };
    let round = match outline {
        Outline::Round { center, radius } => Some((center, radius)),
        Outline::Rounded { .. }
        | Outline::Closed(_)
        | Outline::Line(_)
        | Outline::Chain { .. }
        | Outline::Several(_) => None,
    };
    let belt = (has_conveyors(picture) && carries(body) && extent >= PLAIN).then(|| outline.clone());
    style.draw(&mut pen.list, source, &pen.canvas, outline, phase);
    if let Some(outline) = belt {
        conveyors::draw(pen, source, &outline, body.conveyor(), style.stroke.color);
    }
    // The radius at angle 0 shows a circle's rotation.
    if let (Some((center, radius)), false, true) = (round, *body.motion() == Motion::Static, extent >= PLAIN)
    {
        let along = view.screen_direction(body.pose().rotation.rotate(Vec2::X)) * radius;
        let line = clip_segment(center + along * 0.55, center + along, &pen.canvas);
        pen.list.segments(source, line, Stroke::solid(1.25, style.stroke.color.alpha(0.7)));
    }
    if let (Some(direction), true) = (body.one_way(), extent >= PLAIN) {
        let along = view.screen_direction(body.pose().rotation.rotate(direction.normalize_or_zero()));
        let length = (0.4 * extent).clamp(8.0, 26.0);
        // The middle is where the letter of the pair and the handles of a side are.
        let across = along.perp();
        let reach = |direction: Vec2| picture.support(body, view.world_direction(direction)).dot(direction);
        let width = reach(across) + reach(-across);
        let aside = if width >= WIDE { 0.15 * width } else { 0.0 };
        let middle = picture.screen_box(body).center() + across * aside;
        let from = middle - along * (0.5 * length);
        if pen.canvas.holds(&[from]) {
            // Letters take a square of the disc's area, and so more room than they ask for.
            pen.space.take(Rect::around(middle, Vec2::splat(length + 8.0)));
            pen.list.push(source, one_way_arrow(from, along, length, style.stroke.color));
        }
    }
    if body.is_asleep() && extent >= 2.0 * ASLEEP {
        let center = view.screen_from_world(body.center());
        pen.space.take(Rect::around(center, Vec2::splat(2.0 * ASLEEP)));
        pen.list.push(source, asleep(center, picture.theme));
    }
}

/// Draws the outlines on which strips lie again, so that nothing hides a shape.
pub(in crate::picture::overlay) fn draw_outlines_again(picture: &Picture, pen: &mut Pen) {
    /// Most bodies of which the outlines are drawn again: the last ones.
    const MOST: usize = 256;
    if pen.over_shapes.is_empty() {
        return;
    }
    let around =
        |slab: &Slab| Aabb::around(slab.corners().map(|corner| picture.view.world_from_screen(corner)));
    let reached: Vec<(Aabb, &Slab)> =
        pen.over_shapes.iter().filter_map(|slab| Some((around(slab)?, slab))).collect();
    let is_under = |body: &Body| {
        let aabb = body.aabb();
        let mut near = reached.iter().filter(|(around, _)| aabb.overlaps(around));
        near.any(|(_, slab)| slab.overlaps(&Slab::upright(&picture.screen_box(body))))
    };
    let in_pair = |index: u32| picture.pair_color(index).is_some();
    let others = pen.visible_bodies(picture).rev().filter(|(index, body)| !in_pair(*index) && is_under(body));
    let others: Vec<_> = others.take(MOST).collect();
    let pair = pen.visible_bodies(picture).filter(|(index, body)| in_pair(*index) && is_under(body));
    let pair: Vec<_> = pair.collect();
    for (index, body) in others.into_iter().rev().chain(pair) {
        draw_outline(picture, pen, index, body);
    }
}

fn draw_outline(picture: &Picture, pen: &mut Pen, index: u32, body: &Body) {
    let style = ShapeStyle::of(body.motion(), body.is_sensor(), picture.pair_color(index), picture.theme);
    if body.bounding_circle().radius * 2.0 * picture.view.scale < DOT {
        return;
    }
    let style = ShapeStyle { fill: None, hatch: None, ..style };
    let outline = picture.outline(body);
    style.draw(&mut pen.list, Source::Body(index), &pen.canvas, outline, Vec2::ZERO);
}

/// Slanted lines inside a convex outline; `phase` is a screen point that moves with the world.
pub(in crate::picture::overlay) fn hatching(outline: &Outline, canvas: &Rect, phase: Vec2) -> Vec<[Vec2; 2]> {
    let area = outline.area(canvas);
    let across = Vec2::splat(std::f32::consts::FRAC_1_SQRT_2);
    let reach = |pick: fn(f32, f32) -> f32| area.iter().map(|p| p.dot(across)).reduce(pick);
    let (Some(min), Some(max)) = (reach(f32::min), reach(f32::max)) else { return Vec::new() };
    let start = min + (phase.dot(across) - min).rem_euclid(HATCH_SPACING);
    let count = ((max - start) / HATCH_SPACING).clamp(0.0, 1024.0).ceil() as u32;
    (0..count).filter_map(|i| chord(&area, across, start + i as f32 * HATCH_SPACING)).collect()
}
