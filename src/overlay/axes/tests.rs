//! Where strips lie, over random pairs.
#![allow(clippy::unwrap_used)]

use collide2d::{PairKind, ShapeKind, World};

use super::*;
use crate::overlay::picture::Options;
use crate::report::{Axes, Report, ReportOptions};
use crate::scene::{Scene, SceneBody, SceneShape};
use crate::theme::Theme;
use crate::view::{Canvas, View};

const CANVAS: Canvas = Canvas { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };

struct Random(u64);

impl Random {
    /// In `min..max`, from a linear congruential generator.
    fn between(&mut self, min: f32, max: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        min + (max - min) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }

    fn shape(&mut self) -> SceneShape {
        match ShapeKind::ALL[self.between(0.0, ShapeKind::COUNT as f32) as usize] {
            ShapeKind::Circle => SceneShape::Circle { radius: self.between(0.2, 2.0) },
            ShapeKind::Capsule => {
                let start = Vec2::new(self.between(-2.0, -0.2), self.between(-1.0, 1.0));
                let end = Vec2::new(self.between(0.2, 2.0), self.between(-1.0, 1.0));
                SceneShape::Capsule { start, end, radius: self.between(0.1, 1.0) }
            }
            ShapeKind::Rectangle => {
                SceneShape::Rectangle { width: self.between(0.1, 4.0), height: self.between(0.1, 4.0) }
            }
            ShapeKind::Polygon => {
                let (count, radius) = (self.between(3.0, 13.0) as u32, self.between(0.3, 2.0));
                let corner = |i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / count as f32) * radius;
                SceneShape::Polygon { points: (0..count).map(corner).collect() }
            }
            ShapeKind::Wall => {
                let start = Vec2::new(self.between(-3.0, -0.2), self.between(-1.0, 1.0));
                SceneShape::Wall { start, end: Vec2::new(self.between(0.2, 3.0), self.between(-1.0, 1.0)) }
            }
        }
    }

    fn pair(&mut self) -> Scene {
        let body = |name: &str, random: &mut Self| SceneBody {
            position: Vec2::new(random.between(-1.5, 1.5), random.between(-1.5, 1.5)),
            rotation: random.between(0.0, 360.0),
            ..SceneBody::new(name, random.shape())
        };
        let mut bodies = vec![body("one", self), body("two", self)];
        let kinds = |bodies: &[SceneBody]| (bodies[0].shape.kind(), bodies[1].shape.kind());
        // Walls do not collide with walls.
        let can_touch = |(a, b)| PairKind::new(a, b).can_touch();
        while !can_touch(kinds(&bodies)) {
            bodies = vec![body("one", self), body("two", self)];
        }
        Scene { bodies, ..Scene::default() }
    }
}

/// Plans the strips of the scene's first two bodies, and hands them over with the picture.
fn with_strips(
    scene: &Scene,
    options: Options,
    view: impl Fn(&World) -> View,
    check: impl FnOnce(&Picture, Strips),
) {
    let world = scene.to_world().unwrap();
    let axes = ReportOptions { axes: Axes::Of(0, 1), ..Default::default() };
    let report = Report::of(scene, &world, &axes);
    let (view, theme) = (view(&world), Theme::DARK);
    let options = Options { looked: Some((0, 1)), title: true, legend: true, ..options };
    let picture =
        Picture { scene, world: &world, report: &report, view: &view, theme: &theme, options: &options };
    let mut pen = Pen::new(&picture);
    crate::overlay::reserve(&picture, &mut pen);
    let strips = Strips::plan(&picture, &mut pen);
    check(&picture, strips);
}

fn fitted(world: &World, margin: f32) -> View {
    let bounds = world.bodies().iter().map(|body| body.aabb()).reduce(|a, b| a.union(&b));
    View::fitted(bounds, CANVAS, margin)
}

fn holds(slab: &Slab, point: Vec2) -> bool {
    let from = point - slab.center;
    from.dot(slab.along).abs() < slab.half.x - 0.01 && from.dot(slab.along.perp()).abs() < slab.half.y - 0.01
}

/// Points on the edges of a closed outline.
fn rim(corners: &[Vec2]) -> Vec<Vec2> {
    let edges = crate::overlay::clip::edges(corners);
    edges.flat_map(|(from, to)| (0..40).map(move |i| from.lerp(to, i as f32 / 40.0))).collect()
}

/// Points on the edge of a body, on the screen.
fn outline(picture: &Picture, body: &Body) -> Vec<Vec2> {
    let corners = body.shape().corners();
    if corners.is_empty() {
        let direction = |i: u32| Vec2::from_angle(i as f32 * 0.05);
        return (0..126).map(|i| picture.support(body, direction(i))).collect();
    }
    let corner = |local: &Vec2| picture.view.screen_from_local(body.pose(), *local);
    rim(&corners.iter().map(corner).collect::<Vec<_>>())
}

#[test]
fn strips_lie_on_no_shape_on_no_other_strip_and_on_the_canvas() {
    let mut random = Random(7);
    let mut strips_seen = 0;
    for case in 0..300 {
        let scene = random.pair();
        let margin = random.between(150.0, 320.0);
        with_strips(
            &scene,
            Options::default(),
            |world| fitted(world, margin),
            |picture, plan| {
                let bodies = picture.world.bodies();
                let trace = picture.looked_pair().unwrap().trace.as_ref().unwrap();
                assert_eq!(plan.strips.first().map(|s| s.index), trace.deciding, "case {case}");
                for (i, strip) in plan.strips.iter().enumerate() {
                    strips_seen += 1;
                    for body in bodies {
                        let inside =
                            |p: &Vec2| body.shape().contains(body.pose(), picture.view.world_from_screen(*p));
                        assert!(!rim(&strip.slab.corners()).iter().any(inside), "case {case}: on a shape");
                        let outline = outline(picture, body);
                        assert!(
                            !outline.iter().any(|p| holds(&strip.slab, *p)),
                            "case {case}: holds a shape"
                        );
                    }
                    for other in &plan.strips[..i] {
                        let on_other = rim(&strip.slab.corners()).iter().any(|p| holds(&other.slab, *p));
                        assert!(!on_other, "case {case}: strips {} and {}", strip.index, other.index);
                    }
                    let label =
                        strip.line.point(strip.label_at, strip.out * (strip.inner + strip.line.rows()[3]));
                    assert!(CANVAS.contains(label), "case {case}: label at {label}");
                }
            },
        );
    }
    assert!(strips_seen > 900, "{strips_seen}");
}

#[test]
fn projection_lines_stand_upright_on_the_strip_at_any_zoom() {
    let mut random = Random(11);
    for case in 0..100 {
        let scene = random.pair();
        let zoom = random.between(0.05, 1.0);
        let view = |world: &World| {
            let view = fitted(world, 250.0);
            View { scale: view.scale * zoom, center: view.center + Vec2::new(0.5, 0.3) * zoom, ..view }
        };
        with_strips(&scene, Options::default(), view, |picture, plan| {
            let trace = picture.looked_pair().unwrap().trace.as_ref().unwrap();
            assert!(!plan.strips.is_empty());
            for strip in &plan.strips {
                let direction = trace.local.axes[strip.index].direction;
                for (body, interval) in picture.world.bodies().iter().zip([strip.line.a, strip.line.b]) {
                    for (sign, end) in [(-1.0, interval[0]), (1.0, interval[1])] {
                        let from = picture.support(body, direction * sign);
                        let to = strip.line.point(end, strip.out * strip.inner);
                        let slip = (to - from).dot(strip.line.along);
                        assert!(slip.abs() < 0.05, "case {case}: {slip} pixels off");
                    }
                }
            }
        });
    }
}

#[test]
fn a_pair_at_the_border_or_too_large_keeps_its_deciding_strip_in_sight() {
    let mut random = Random(3);
    for case in 0..200 {
        let scene = random.pair();
        let (zoom, x, y) = (random.between(0.1, 3.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        let view = |world: &World| {
            let view = fitted(world, 40.0);
            let scale = view.scale * zoom;
            let around = world.bodies()[0].pose().position;
            View { scale, center: around + Vec2::new(x * 600.0, y * 320.0) / scale, ..view }
        };
        with_strips(&scene, Options::default(), view, |picture, plan| {
            let shown = picture.screen_box(&picture.world.bodies()[0]);
            let strip = plan.strips.first();
            let strip = strip.unwrap_or_else(|| panic!("case {case}: none for {shown:?}"));
            assert!(strip.line.role == Role::Decides, "case {case}");
            let label = strip.line.point(strip.label_at, strip.out * (strip.inner + strip.line.rows()[3]));
            assert!(CANVAS.contains(label), "case {case}: label at {label}");
        });
    }
}

#[test]
fn of_128_axes_the_telling_ones_are_shown_and_the_rest_counted() {
    let corner = |i: u32, turn: f32| Vec2::from_angle(std::f32::consts::TAU * (i as f32 + turn) / 63.0);
    let polygon = |turn| SceneShape::Polygon { points: (0..63).map(|i| corner(i, turn)).collect() };
    let mut bodies = vec![SceneBody::new("one", polygon(0.0)), SceneBody::new("two", polygon(0.3))];
    bodies[1].position = Vec2::new(1.5, 0.4);
    let scene = Scene { bodies, ..Scene::default() };
    let options = Options { lit_axis: Some(100), ..Options::default() };
    with_strips(
        &scene,
        options,
        |world| fitted(world, 250.0),
        |picture, plan| {
            let trace = picture.looked_pair().unwrap().trace.as_ref().unwrap();
            assert!(trace.local.axes.len() > 120, "{}", trace.local.axes.len());
            assert!((3..=MOST).contains(&plan.strips.len()), "{}", plan.strips.len());
            assert_eq!(Some(plan.strips[0].index), trace.deciding);
            assert!(plan.strips.iter().any(|strip| strip.index == 100 && strip.line.lit));
        },
    );
}
