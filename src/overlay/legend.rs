//! The legend, the scene's name and frame, the scale bar, and what was left out.

use collide2d::{Body, Motion};
use glam::Vec2;

use super::clip::{Outline, clip_segment};
use super::extras::Age;
use super::names::shortened;
use super::pen::{LARGE, NORMAL, Pen, SMALL, Style};
use super::picture::{Corner, Picture};
use super::shapes::Look;
use super::space::Slab;
use super::{
    Layer, aabbs, ages, axes, bounding_circles, centers, depth, impacts, impulses, normals, old_future, pair,
    points, trails, velocities,
};
use crate::display::{DisplayList, Item, Rect, Source, Stroke, text_size};
use crate::report::Report;
use crate::theme::Theme;

/// From the canvas's border to what stands in its corners. Pixels.
const MARGIN: f32 = 12.0;
/// Around the legend's rows. Pixels.
const PADDING: f32 = 10.0;
/// Height of a row. Pixels.
const ROW: f32 = 21.0;
/// Width of a row's sample, and from it to the text. Pixels.
const SAMPLE: f32 = 34.0;

/// Where legend, title and scale bar stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    legend: Option<(Rect, Vec<Row>)>,
    title: Option<[String; 2]>,
    scale: Option<(Rect, f32)>,
}

/// One line of the legend.
#[derive(Clone, Debug)]
struct Row {
    glyph: Glyph,
    text: String,
}

/// The legend as a strip for a panel below the canvas, where it hides nothing: lines from the upper left corner of `area`, as
/// wide as `area`; and the height that they take. Pixels.
pub fn strip(picture: &Picture, area: Rect) -> (DisplayList, f32) {
    const GAP: f32 = 14.0;
    let mut pen = Pen::bare(picture, area);
    let style = Style::new(NORMAL, picture.theme.text_quiet).left();
    let mut middle = area.min + Vec2::new(0.0, ROW * 0.5);
    for row in rows(picture) {
        let text = brief(&row);
        let width = SAMPLE + style.size_of(text).x;
        if middle.x > area.min.x && middle.x + width > area.max.x {
            middle = Vec2::new(area.min.x, middle.y + ROW);
        }
        draw_sample(picture.theme, &mut pen, row.glyph, middle);
        pen.list.push(Source::Frame, style.at(middle + Vec2::new(SAMPLE - 4.0, 0.0), text));
        middle.x += width + GAP;
    }
    (pen.list, middle.y + ROW * 0.5 - area.min.y)
}

/// How a layer looks, in the space of 24 pixels to the right of `left`.
pub fn sample(layer: Layer, picture: &Picture, left: Vec2) -> DisplayList {
    let mut pen = Pen::bare(picture, Rect::around(left, Vec2::splat(128.0)));
    let glyph = if layer == Layer::Shapes {
        Glyph::Body(Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 0.0 }, false)
    } else {
        Glyph::Layer(layer)
    };
    draw_sample(picture.theme, &mut pen, glyph, left);
    pen.list
}

/// The words of a row where room is short.
fn brief(row: &Row) -> &str {
    match row.glyph {
        Glyph::Body(Motion::Static, true) | Glyph::Letter(_) => &row.text,
        Glyph::Body(Motion::Static, false) => "static",
        Glyph::Body(Motion::Kinematic { .. }, _) => "kinematic",
        Glyph::Body(Motion::Dynamic { .. }, _) => "dynamic",
        Glyph::Wall => "wall",
        Glyph::Gap => "gap",
        Glyph::Layer(Layer::Points) => "contact",
        Glyph::Layer(Layer::Normals) => "normal on B, toward A",
        Glyph::Layer(Layer::Depth) => "depth",
        Glyph::Layer(Layer::Axes) => "overlap on an axis",
        Glyph::Friction => "friction",
        Glyph::Age(Age::New) => "new",
        Glyph::Age(Age::Lasting) => "lasting",
        Glyph::Age(Age::Taken) => "not solved",
        Glyph::Layer(_) => &row.text,
    }
}

#[derive(Clone, Copy, Debug)]
enum Glyph {
    Letter(&'static str),
    Body(Motion, bool),
    Wall,
    Layer(Layer),
    Gap,
    Friction,
    Age(Age),
}

/// What kinds of bodies there are: the first motion of each kind (of bodies that are no walls), found in one go.
#[derive(Default)]
struct Kinds {
    motions: [Option<Motion>; 3],
    wall: bool,
    sensor: bool,
}

impl Kinds {
    fn of(bodies: &[Body]) -> Self {
        let mut kinds = Self::default();
        for body in bodies {
            kinds.sensor |= body.is_sensor();
            if !body.shape().kind().has_inside() {
                kinds.wall = true;
                continue;
            }
            let kind = match body.motion() {
                Motion::Dynamic { .. } => 0,
                Motion::Kinematic { .. } => 1,
                Motion::Static => 2,
            };
            kinds.motions[kind].get_or_insert(*body.motion());
        }
        kinds
    }
}

/// Takes the room of legend, title and scale bar before anything else looks for some.
pub(super) fn reserve(picture: &Picture, pen: &mut Pen) -> Places {
    let options = picture.options;
    let mut places = Places::default();
    if options.title {
        let title = title(picture);
        pen.space.take_slab(Slab::upright(&title_rect(pen, &title)));
        places.title = Some(title);
    }
    if options.legend {
        let rows = rows(picture);
        let rect = place(picture, pen, &rows);
        pen.space.take_slab(Slab::upright(&rect));
        places.legend = Some((rect, rows));
    }
    if options.title {
        let (length, width) = scale_length(picture.view.scale);
        let size = Vec2::new(width + 16.0, 34.0);
        let corner = |corner| corner_rect(&pen.canvas, corner, size);
        let right = corner(Corner::BottomRight);
        let hidden = places.legend.as_ref().is_some_and(|(legend, _)| legend.overlaps(&right));
        let rect = if hidden { corner(Corner::BottomLeft) } else { right };
        pen.space.take_slab(Slab::upright(&rect));
        places.scale = Some((rect, length));
    }
    places
}

/// Draws them on top of everything.
pub(super) fn draw(picture: &Picture, pen: &mut Pen, places: &Places) {
    if let Some((rect, rows)) = &places.legend {
        draw_legend(picture, pen, rect, rows);
    }
    if let Some(title) = &places.title {
        draw_title(picture, pen, title);
    }
    if let Some((rect, length)) = places.scale {
        draw_scale(picture, pen, &rect, length);
    }
    draw_notes(picture, pen);
}

fn title(picture: &Picture) -> [String; 2] {
    let Report { scene, frame, time, .. } = picture.report;
    let name = if scene.is_empty() { "Untitled scene" } else { scene };
    [name.to_owned(), format!("frame {frame}   {time:.3} s")]
}

fn title_rect(pen: &Pen, [name, frame]: &[String; 2]) -> Rect {
    let width = text_size(name, LARGE, false).x.max(text_size(frame, NORMAL, false).x);
    Rect::at(pen.canvas.min + MARGIN, Vec2::new(width + 12.0, 46.0))
}

fn draw_title(picture: &Picture, pen: &mut Pen, title: &[String; 2]) {
    let theme = picture.theme;
    let rect = title_rect(pen, title);
    let plate = theme.background.alpha(0.8);
    let [name, frame] = title;
    let item =
        Style::new(LARGE, theme.text).left().plate(plate).at(rect.min + Vec2::new(6.0, 12.0), name.as_str());
    pen.list.push(Source::Frame, item);
    let item = Style::new(NORMAL, theme.text_quiet).left().plate(plate);
    pen.list.push(Source::Frame, item.at(rect.min + Vec2::new(6.0, 34.0), frame.as_str()));
}

/// A round length whose bar is some 60 to 160 pixels wide, and that width.
fn scale_length(scale: f32) -> (f32, f32) {
    let wanted = 160.0 / scale;
    let power = 10.0_f32.powf(wanted.log10().floor());
    let length = [5.0, 2.0, 1.0].into_iter().map(|m| m * power).find(|l| *l <= wanted).unwrap_or(power);
    (length, length * scale)
}

fn draw_scale(picture: &Picture, pen: &mut Pen, rect: &Rect, length: f32) {
    let theme = picture.theme;
    let width = length * picture.view.scale;
    let (left, y) = (rect.max.x - 8.0 - width, rect.max.y - 8.0);
    let (from, to) = (Vec2::new(left, y), Vec2::new(left + width, y));
    let tick = Vec2::new(0.0, 4.0);
    let lines = vec![[from, to], [from - tick, from + tick], [to - tick, to + tick]];
    let stroke = Stroke::solid(1.5, theme.text_quiet);
    let text =
        if (1.0e-3..1.0e5).contains(&length) { format!("{length} m") } else { format!("{length:e} m") };
    let style = Style::new(SMALL, theme.text_quiet).plate(theme.background.alpha(0.8));
    pen.list.push(Source::Frame, style.at((from + to) * 0.5 - Vec2::new(0.0, 13.0), text));
    pen.list.push(Source::Frame, Item::Segments { lines, stroke });
}

fn draw_notes(picture: &Picture, pen: &mut Pen) {
    if pen.notes.is_empty() {
        return;
    }
    let text = pen.notes.join("   ·   ");
    let style = Style::new(SMALL, picture.theme.text_quiet).plate(picture.theme.background.alpha(0.9));
    let size = style.size_of(&text) + Vec2::new(12.0, 6.0);
    let bottom = Vec2::new(pen.canvas.center().x, pen.canvas.max.y - MARGIN - size.y * 0.5);
    let top = Vec2::new(bottom.x, pen.canvas.min.y + MARGIN + size.y * 0.5);
    let above = |rows: f32| bottom - Vec2::new(0.0, rows * size.y);
    let aside = Vec2::new(((pen.canvas.size().x - size.x) * 0.5 - MARGIN).max(0.0), 0.0);
    let corners = [bottom - aside, bottom + aside, top - aside, top + aside];
    let places = [bottom, top, above(1.0), above(2.0)].into_iter().chain(corners);
    let center = pen.space.place(size, places).unwrap_or(bottom);
    pen.list.push(Source::Frame, style.at(center, text));
}

fn rows(picture: &Picture) -> Vec<Row> {
    let has = |layer| picture.options.layers.has(layer);
    let mut rows = Vec::new();
    let mut row = |glyph, text: &str| rows.push(Row { glyph, text: text.to_owned() });
    if let Some((a, b)) = picture.options.looked {
        row(Glyph::Letter("A"), &shortened(picture.name(a)));
        row(Glyph::Letter("B"), &shortened(picture.name(b)));
    }
    if has(Layer::Shapes) {
        let kinds = Kinds::of(picture.world.bodies());
        let texts = ["dynamic body", "kinematic body", "static body"];
        for (motion, text) in kinds.motions.into_iter().zip(texts) {
            if let Some(motion) = motion {
                row(Glyph::Body(motion, false), text);
            }
        }
        if kinds.wall {
            row(Glyph::Wall, "wall, solid on both sides");
        }
        if kinds.sensor {
            row(Glyph::Body(Motion::Static, true), "sensor");
        }
    }
    let extras = &picture.options.extras;
    for layer in Layer::ALL.into_iter().chain(Layer::MORE).filter(|layer| has(*layer)) {
        let text = match layer {
            Layer::Shapes => continue,
            Layer::Names => "name",
            Layer::Points => "contact point",
            Layer::Normals => "contact normal, toward A",
            Layer::Depth => "penetration depth",
            Layer::Axes => {
                if let Some((_, _, trace)) = picture.looked_trace() {
                    row(Glyph::Layer(Layer::Axes), "overlap along a SAT axis");
                    if trace.local.axes.iter().any(|test| test.overlap <= 0.0) {
                        row(Glyph::Gap, "gap: the axis separates");
                    }
                }
                continue;
            }
            Layer::Aabbs => "AABB",
            Layer::BoundingCircles => "bounding circle",
            Layer::Velocities => "velocity: way of 0.25 s",
            Layer::Impulses => {
                row(Glyph::Layer(Layer::Impulses), &impulses::legend(&extras.impulses));
                row(Glyph::Friction, "impulse of friction");
                continue;
            }
            Layer::Centers => "centre of mass",
            Layer::Trails => "way of the centre up to now",
            Layer::Ages => {
                row(Glyph::Age(Age::New), "new contact");
                row(Glyph::Age(Age::Lasting), "lasting contact");
                row(Glyph::Age(Age::Taken), "contact that the solver leaves");
                continue;
            }
            Layer::Impacts if extras.impacts.iter().any(|impact| impact.rotating) => {
                "first touch ahead, turning as now"
            }
            Layer::Impacts => "first touch ahead, without turning",
            Layer::OldFuture if extras.old_future.is_empty() => continue,
            Layer::OldFuture => "here before the last edit",
        };
        row(Glyph::Layer(layer), text);
    }
    rows
}

fn place(picture: &Picture, pen: &Pen, rows: &[Row]) -> Rect {
    let style = Style::new(NORMAL, picture.theme.text);
    let width = rows.iter().map(|row| style.size_of(&row.text).x).fold(0.0, f32::max);
    let size = Vec2::new(2.0 * PADDING + SAMPLE + width, 2.0 * PADDING + ROW * rows.len() as f32);
    let corner = picture.options.legend_corner.unwrap_or_else(|| emptiest(picture, pen, size));
    corner_rect(&pen.canvas, corner, size)
}

/// The corner in which a rectangle of `size` hides least of the bodies.
fn emptiest(picture: &Picture, pen: &Pen, size: Vec2) -> Corner {
    let corners = [Corner::BottomLeft, Corner::BottomRight, Corner::TopRight, Corner::TopLeft];
    let rects = corners.map(|corner| corner_rect(&pen.canvas, corner, size).grow(Vec2::splat(MARGIN)));
    // The title stands in the upper left one.
    let mut hidden = [0.0, 0.0, 0.0, if picture.options.title { f32::INFINITY } else { 0.0 }];
    for (index, body) in pen.visible_bodies(picture) {
        let bounds = picture.screen_box(body);
        let weight = if picture.pair_color(index).is_some() { 4.0 } else { 1.0 };
        for (rect, hidden) in rects.iter().zip(&mut hidden) {
            *hidden += weight
                * match picture.wall(body) {
                    Some([from, to]) => {
                        clip_segment(from, to, rect).map_or(0.0, |[p, q]| 8.0 * p.distance(q))
                    }
                    None => bounds.shared_area(rect),
                };
        }
    }
    let least =
        corners.into_iter().zip(hidden).reduce(|best, next| if next.1 < best.1 { next } else { best });
    least.map_or(Corner::BottomLeft, |(corner, _)| corner)
}

fn corner_rect(canvas: &Rect, corner: Corner, size: Vec2) -> Rect {
    let (min, max) = (canvas.min + MARGIN, canvas.max - MARGIN - size);
    Rect::at(
        match corner {
            Corner::BottomLeft => Vec2::new(min.x, max.y),
            Corner::BottomRight => max,
            Corner::TopRight => Vec2::new(max.x, min.y),
            Corner::TopLeft => min,
        },
        size,
    )
}

fn draw_legend(picture: &Picture, pen: &mut Pen, rect: &Rect, rows: &[Row]) {
    let theme = picture.theme;
    let plate = Item::Path {
        points: rect.corners().to_vec(),
        closed: true,
        fill: Some(theme.background.alpha(0.92)),
        stroke: Some(Stroke::solid(1.0, theme.grid_axis)),
    };
    pen.list.push(Source::Frame, plate);
    let style = Style::new(NORMAL, theme.text).left();
    let mut middle = rect.min + Vec2::new(PADDING, PADDING + ROW * 0.5);
    for row in rows {
        draw_sample(picture.theme, pen, row.glyph, middle);
        pen.list.push(Source::Frame, style.at(middle + Vec2::new(SAMPLE, 0.0), row.text.as_str()));
        middle.y += ROW;
    }
}

/// A sample, drawn by its layer, in the space of 24 pixels to the right of `left`.
fn draw_sample(theme: &Theme, pen: &mut Pen, glyph: Glyph, left: Vec2) {
    let right = left + Vec2::new(24.0, 0.0);
    let center = (left + right) * 0.5;
    let square = Rect::around(center, Vec2::new(24.0, 13.0)).corners().to_vec();
    let canvas = pen.canvas;
    let source = Source::Frame;
    match glyph {
        Glyph::Letter(letter) => {
            let color = if letter == "A" { theme.pair_a } else { theme.pair_b };
            for item in pair::badge(center, 0.75, letter, color, theme.background) {
                pen.list.push(source, item);
            }
        }
        Glyph::Body(motion, sensor) => {
            let look = Look::of(&motion, sensor, None, theme);
            look.draw(&mut pen.list, source, &canvas, Outline::Closed(square), center);
        }
        Glyph::Wall => {
            let look = Look::of(&Motion::Static, false, None, theme);
            look.draw(&mut pen.list, source, &canvas, Outline::Line([left, right]), center);
        }
        Glyph::Gap => axes::sample(pen, left, -1.0, theme),
        Glyph::Layer(Layer::Axes) => axes::sample(pen, left, 1.0, theme),
        Glyph::Layer(Layer::Points) => pen.list.push(source, points::marker(center, true, theme)),
        Glyph::Layer(Layer::Normals) => {
            pen.list.push(source, normals::arrow(left, right - left, false, theme));
        }
        Glyph::Layer(Layer::Depth) => depth::sample(pen, left + Vec2::X * 3.0, right - Vec2::X * 3.0, theme),
        Glyph::Layer(Layer::Velocities) => {
            for item in velocities::arrow(left + Vec2::X * 3.0, right, theme) {
                pen.list.push(source, item);
            }
        }
        Glyph::Layer(Layer::Aabbs) => {
            let stroke = Some(aabbs::stroke(theme));
            Outline::Closed(square).draw(&mut pen.list, source, &canvas, None, stroke);
        }
        Glyph::Layer(Layer::BoundingCircles) => {
            let stroke = Some(bounding_circles::stroke(theme));
            Outline::Round { center, radius: 8.0 }.draw(&mut pen.list, source, &canvas, None, stroke);
        }
        Glyph::Layer(Layer::Names) => {
            pen.list.push(source, Style::new(SMALL, theme.text).at(center, "abc"));
        }
        Glyph::Layer(Layer::Shapes) => {}
        Glyph::Layer(Layer::Impulses) => {
            pen.list.push(source, impulses::arrow(left, right, false, theme));
        }
        Glyph::Friction => pen.list.push(source, impulses::arrow(left, right, true, theme)),
        Glyph::Layer(Layer::Centers) => {
            for item in centers::marker(center, theme) {
                pen.list.push(source, item);
            }
        }
        Glyph::Layer(Layer::Trails) => {
            let stroke = trails::stroke(theme.body_dynamic);
            pen.list.push(source, Item::Segments { lines: vec![[left, right]], stroke });
        }
        Glyph::Age(age) => {
            for item in ages::marker(center, age, false, theme) {
                pen.list.push(source, item);
            }
        }
        Glyph::Layer(Layer::Ages) => {
            for item in ages::marker(center, Age::New, false, theme) {
                pen.list.push(source, item);
            }
        }
        Glyph::Layer(Layer::Impacts) => {
            let stroke = Some(impacts::stroke(theme.body_dynamic));
            Outline::Closed(square).draw(&mut pen.list, source, &canvas, None, stroke);
        }
        Glyph::Layer(Layer::OldFuture) => {
            let stroke = Some(old_future::stroke(theme));
            Outline::Closed(square).draw(&mut pen.list, source, &canvas, None, stroke);
        }
    }
}
