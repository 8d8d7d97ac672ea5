//! Generators: a ground as a line with hatching over everything below it, a cable as a thin line that is dashed
//! while it is slack, a rod as a double line, a joint as a pin with a line to the middle of each of its bodies.

use collide2d::{Body, Generator, GeneratorKind, Ground};
use glam::Vec2;

use crate::picture::display::clip::{clip_segment, cut};
use crate::picture::display::{Dash, Item, ItemPart, Rect, Source, Stroke};
use crate::picture::overlay::bodies::shapes::hatching;
use crate::picture::overlay::contacts::depth::Dimension;
use crate::picture::overlay::contacts::{normals, points};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// Width of a rod. Pixels.
const ROD: f32 = 5.0;
/// Width of the light line in its middle. Pixels.
const ROD_MIDDLE: f32 = 2.0;
/// Radius of the pins at the ends. Pixels.
const PIN: f32 = 3.0;
/// Smaller bodies have contact points alone. Pixels.
const SMALLEST: f32 = 2.0;
/// Shorter depths are not drawn. Pixels.
const SHORTEST_DEPTH: f32 = 1.0;
/// Width of the mark around the generator of a stage. Pixels.
const LIGHT: f32 = 11.0;
/// Width of a ground's line. Pixels.
const SURFACE: f32 = 2.5;

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Generators",
    "Grounds, cables, rods and joints, which make contacts that no two shapes make",
    sample_rod,
    entries,
)
.on()
.in_render();

/// A legend row for each kind of generator in the scene.
fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let has = |kind: GeneratorKind| picture.world.generators().any(|(_, generator)| generator.kind() == kind);
    let slack = picture.world.generators().any(|(_, generator)| is_slack(picture, generator));
    let ground = LegendEntry::new("ground, solid below its line", sample_ground).brief("ground");
    let cable = LegendEntry::new("cable, never longer", |pen, at| sample_cable(pen, at, false));
    let entries = [
        (has(GeneratorKind::Ground), ground),
        (has(GeneratorKind::Cable), cable.brief("cable")),
        (slack, LegendEntry::new("slack cable", |pen, at| sample_cable(pen, at, true))),
        (has(GeneratorKind::Rod), LegendEntry::new("rod, exactly as long", sample_rod).brief("rod")),
        (
            has(GeneratorKind::Revolute),
            LegendEntry::new("joint, the two turn about it", sample_joint).brief("joint"),
        ),
    ];
    entries.into_iter().filter_map(|(is_there, entry)| is_there.then_some(entry)).collect()
}

fn sample_ground(pen: &mut Pen, at: &Swatch) {
    let below = Rect { min: at.left, max: at.right + Vec2::new(0.0, 7.0) };
    let area = Outline::Closed(below.corners().to_vec());
    let canvas = pen.canvas;
    pen.push_all(Source::Frame, ground_items(area, [at.left, at.right], &canvas, at.center, at.theme));
}

fn sample_cable(pen: &mut Pen, at: &Swatch, slack: bool) {
    pen.push_all(Source::Frame, cable_items([at.left, at.right], slack, at.theme));
}

fn sample_rod(pen: &mut Pen, at: &Swatch) {
    pen.push_all(Source::Frame, rod_items([at.left, at.right], at.theme));
}

fn sample_joint(pen: &mut Pen, at: &Swatch) {
    let arms = vec![[at.left, at.center], [at.center, at.right]];
    pen.push_all(Source::Frame, joint_items(arms, [at.center; 2], at.theme));
}

/// Grounds, under the shapes.
pub(in crate::picture::overlay) fn draw_grounds(picture: &Picture, pen: &mut Pen) {
    for (index, generator) in picture.world.generators() {
        if let Generator::Ground(ground) = generator {
            draw_ground(picture, pen, index, ground);
        }
    }
}

/// Cables, rods and joints, over the shapes.
pub(in crate::picture::overlay) fn draw_links(picture: &Picture, pen: &mut Pen) {
    for (index, generator) in picture.world.generators() {
        let Some(ends) = ends_of(picture, generator) else { continue };
        let ends = ends.map(|end| picture.view.screen_from_world(end));
        // A little outside of the canvas pins and wide lines still show.
        let Some(line) = clip_segment(ends[0], ends[1], &pen.canvas.grow(Vec2::splat(2.0 * ROD))) else {
            continue;
        };
        let items = match generator {
            Generator::Ground(_) => continue,
            Generator::Revolute(_) => joint_items(arms(picture, pen, generator, ends), line, picture.theme),
            Generator::Cable(_) => cable_items(line, is_slack(picture, generator), picture.theme),
            Generator::Rod(_) => rod_items(line, picture.theme),
        };
        draw_light(picture, pen, index, line);
        for pin in line {
            pen.space.take(Rect::around(pin, Vec2::splat(4.0 * PIN)));
        }
        pen.push_all(Source::Generator(index), items);
    }
}

/// The points at which bodies touch grounds.
pub(in crate::picture::overlay) fn draw_points(picture: &Picture, pen: &mut Pen) {
    for touch in ground_touches(picture, pen) {
        pen.space.take(Rect::around(touch.at, Vec2::splat(7.0)));
        let marker = points::plain(touch.at, touch.waits, picture.theme);
        pen.list.push(touch.source().part(ItemPart::Point), marker);
    }
}

/// The normals of these contacts, as of other pairs.
pub(in crate::picture::overlay) fn draw_normals(picture: &Picture, pen: &mut Pen) {
    for touch in ground_touches(picture, pen).into_iter().filter(|touch| touch.radius >= SMALLEST) {
        let color = picture.theme.normal.alpha(if touch.waits { normals::WAITING } else { 1.0 });
        let along = touch.along * touch.radius.clamp(normals::LENGTH.0, normals::LENGTH.1);
        pen.take_line(touch.at, touch.at + along);
        let theme = Theme { normal: color, ..*picture.theme };
        let part = ItemPart::Normal { toward: touch.body };
        pen.list.push(touch.source().part(part), normals::arrow(touch.at, along, false, &theme));
    }
}

/// Their depths, as of other pairs.
pub(in crate::picture::overlay) fn draw_depths(picture: &Picture, pen: &mut Pen) {
    for touch in ground_touches(picture, pen).into_iter().filter(|touch| touch.radius >= SMALLEST) {
        if touch.depth >= SHORTEST_DEPTH {
            let dimension = Dimension::of_ground(touch.at, touch.along, touch.depth);
            dimension.push(pen, touch.source(), false, picture.theme);
        }
    }
}

/// One point of a contact with a ground, on the screen.
struct GroundTouch {
    ground: u32,
    body: u32,
    /// The body's support point.
    at: Vec2,
    along: Vec2,
    /// Pixels.
    depth: f32,
    /// Of the body's bounding circle. Pixels.
    radius: f32,
    waits: bool,
}

impl GroundTouch {
    fn source(&self) -> Source {
        Source::OnGround { generator: self.ground, body: self.body }
    }
}

fn ground_touches(picture: &Picture, pen: &Pen) -> Vec<GroundTouch> {
    let view = picture.view;
    let made = picture.report.generated.iter().map(|generated| &generated.made);
    let of_ground = made.filter(|made| made.b.is_none());
    let of_body = of_ground.filter_map(|made| Some((made, picture.body(made.a)?)));
    let touches = of_body.flat_map(|(made, body)| {
        let points = made.contact.points().iter().map(move |p| (body.pose().position + p.from_a, p.depth));
        points.filter(|(point, _)| pen.visible.contains(*point)).map(move |(point, depth)| GroundTouch {
            ground: made.generator,
            body: made.a,
            at: view.screen_from_world(point),
            along: view.screen_direction(made.contact.normal),
            depth: depth * view.scale,
            radius: body.bounding_circle().radius * view.scale,
            waits: made.waiting,
        })
    });
    touches.collect()
}

fn draw_ground(picture: &Picture, pen: &mut Pen, index: u32, ground: &Ground) {
    let (view, canvas) = (picture.view, pen.canvas.grow(Vec2::splat(SURFACE)));
    // Measured from the middle of the view in f64: the ground's point may be far away.
    let above = (view.center.as_dvec2() - ground.point().as_dvec2()).dot(ground.normal().as_dvec2());
    let out = view.screen_direction(ground.normal());
    let reach = canvas.size().length();
    let way = (above * f64::from(view.scale)).clamp(-f64::from(reach), f64::from(reach)) as f32;
    let middle = view.canvas.center() - out * way;
    let below = cut(&canvas.corners(), out, middle.dot(out));
    if below.len() < 3 {
        return;
    }
    let along = out.perp() * (2.0 * reach);
    let line = clip_segment(middle - along, middle + along, &canvas).unwrap_or([middle; 2]);
    let phase = view.screen_from_world(picture.frame().origin);
    let phase = if phase.is_finite() { phase } else { Vec2::ZERO };
    let items = ground_items(Outline::Closed(below), line, &canvas, phase, picture.theme);
    draw_light(picture, pen, index, line);
    pen.push_all(Source::Generator(index), items);
}

/// Marks the generator that the stage of a step works on.
fn draw_light(picture: &Picture, pen: &mut Pen, index: u32, line: [Vec2; 2]) {
    if picture.options.extras.lit_generator == Some(index) {
        let stroke = Stroke::solid(LIGHT, picture.theme.selection.alpha(0.55));
        pen.list.push(Source::Generator(index), Item::Segments { lines: vec![line], stroke });
    }
}

fn ground_items(below: Outline, line: [Vec2; 2], canvas: &Rect, phase: Vec2, theme: &Theme) -> Vec<Item> {
    let color = theme.body_static;
    let lines = hatching(&below, canvas, phase);
    let mut items = Vec::with_capacity(3);
    if let Outline::Closed(points) = below {
        items.push(Item::Path { points, closed: true, fill: Some(color.alpha(0.1)), stroke: None });
    }
    if !lines.is_empty() {
        items.push(Item::Segments { lines, stroke: Stroke::solid(1.0, color.alpha(0.3)) });
    }
    items.push(Item::Segments { lines: vec![line], stroke: Stroke::solid(SURFACE, color) });
    items
}

fn cable_items(line: [Vec2; 2], slack: bool, theme: &Theme) -> Vec<Item> {
    let stroke = if slack {
        Stroke::solid(1.25, theme.text_quiet.alpha(0.7)).dashed(Dash::Dashed)
    } else {
        Stroke::solid(1.5, theme.text)
    };
    let pin = |center| Item::Circle { center, radius: PIN - 1.0, fill: Some(stroke.color), stroke: None };
    vec![Item::Segments { lines: vec![line], stroke }, pin(line[0]), pin(line[1])]
}

fn rod_items(line: [Vec2; 2], theme: &Theme) -> Vec<Item> {
    let edge = Stroke::solid(1.5, theme.text);
    let pin = |center| Item::Circle { center, radius: PIN, fill: Some(theme.background), stroke: Some(edge) };
    vec![
        Item::Segments { lines: vec![line], stroke: Stroke::solid(ROD, theme.text) },
        Item::Segments { lines: vec![line], stroke: Stroke::solid(ROD_MIDDLE, theme.background) },
        pin(line[0]),
        pin(line[1]),
    ]
}

/// A pin at each end, with a line between them where they are apart. `arms`: from the bodies.
fn joint_items(arms: Vec<[Vec2; 2]>, [from, to]: [Vec2; 2], theme: &Theme) -> Vec<Item> {
    let edge = Stroke::solid(1.5, theme.text);
    let pin =
        |center| Item::Circle { center, radius: PIN + 1.0, fill: Some(theme.background), stroke: Some(edge) };
    let middle = Item::Circle { center: from, radius: 1.25, fill: Some(theme.text), stroke: None };
    let arm = Stroke::solid(1.0, theme.text_quiet.alpha(0.7)).dashed(Dash::Dashed);
    let mut items = vec![Item::Segments { lines: arms, stroke: arm }];
    if from.distance(to) > SHORTEST_DEPTH {
        items.extend([Item::Segments { lines: vec![[from, to]], stroke: edge }, pin(to)]);
    }
    items.extend([pin(from), middle]);
    items
}

/// From the middle of each body of a joint to its end, as far as it is in sight. Screen.
fn arms(picture: &Picture, pen: &Pen, generator: &Generator, ends: [Vec2; 2]) -> Vec<[Vec2; 2]> {
    let Some(bodies) = generator.ends().and_then(|ends| bodies(picture, ends)) else { return Vec::new() };
    let of_bodies = bodies.into_iter().zip(ends).filter(|(body, _)| !body.is_static());
    let arms = of_bodies.filter_map(|(body, end)| {
        clip_segment(picture.view.screen_from_world(body.center()), end, &pen.canvas)
    });
    arms.collect()
}

fn bodies<'w>(picture: &Picture<'w>, ends: [u32; 2]) -> Option<[&'w Body; 2]> {
    Some([picture.body(ends[0])?, picture.body(ends[1])?])
}

/// Where the ends of a cable, a rod or a joint are. World.
fn ends_of(picture: &Picture, generator: &Generator) -> Option<[Vec2; 2]> {
    let ([a, b], [at_a, at_b]) = (bodies(picture, generator.ends()?)?, generator.anchors()?);
    Some([a.pose().world_from_local(at_a), b.pose().world_from_local(at_b)])
}

/// Whether the generator is a cable whose bodies are nearer than it is long.
fn is_slack(picture: &Picture, generator: &Generator) -> bool {
    let Generator::Cable(cable) = generator else { return false };
    let Some([a, b]) = ends_of(picture, generator) else { return false };
    /// A taut cable may be shorter than its length by rounding. Share of the length.
    const ROUNDING: f32 = 1.0e-4;
    a.distance(b) < cable.length() * (1.0 - ROUNDING)
}
