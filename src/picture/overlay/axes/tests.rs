//! Where strips lie, over random pairs.
#![allow(clippy::unwrap_used)]

use collide2d::{PairKind, ShapeKind, World};
use fastrand::Rng;

use super::*;
use crate::picture::display::Rect;
use crate::picture::overlay::picture::Options;
use crate::picture::theme::Theme;
use crate::picture::view::View;
use crate::report::{Report, ReportOptions, WhichAxes};
use crate::scene::{Scene, SceneBody, SceneShape};

const CANVAS: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };

fn between(random: &mut Rng, min: f32, max: f32) -> f32 {
    min + (max - min) * random.f32()
}

fn shape(random: &mut Rng) -> SceneShape {
    let mut within = |min, max| between(random, min, max);
    match ShapeKind::SIMPLE[within(0.0, ShapeKind::SIMPLE.len() as f32) as usize] {
        ShapeKind::Circle => SceneShape::Circle { radius: within(0.2, 2.0) },
        ShapeKind::Capsule => {
            let start = Vec2::new(within(-2.0, -0.2), within(-1.0, 1.0));
            let end = Vec2::new(within(0.2, 2.0), within(-1.0, 1.0));
            SceneShape::Capsule { start, end, radius: within(0.1, 1.0) }
        }
        ShapeKind::Rectangle => {
            SceneShape::Rectangle { width: within(0.1, 4.0), height: within(0.1, 4.0), radius: 0.0 }
        }
        ShapeKind::Polygon => {
            let (count, radius) = (within(3.0, 13.0) as u32, within(0.3, 2.0));
            let corner = |i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / count as f32) * radius;
            SceneShape::Polygon { points: (0..count).map(corner).collect(), radius: 0.0 }
        }
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => {
            let start = Vec2::new(within(-3.0, -0.2), within(-1.0, 1.0));
            SceneShape::Wall { start, end: Vec2::new(within(0.2, 3.0), within(-1.0, 1.0)) }
        }
    }
}

fn pair(random: &mut Rng) -> Scene {
    let mut body = |name: &str| SceneBody {
        position: Vec2::new(between(random, -1.5, 1.5), between(random, -1.5, 1.5)),
        rotation: between(random, 0.0, 360.0),
        ..SceneBody::new(name, shape(random))
    };
    let mut bodies = vec![body("one"), body("two")];
    let kinds = |bodies: &[SceneBody]| (bodies[0].shape.kind(), bodies[1].shape.kind());
    // Walls do not collide with walls.
    let can_touch = |(a, b)| PairKind::new(a, b).can_touch();
    while !can_touch(kinds(&bodies)) {
        bodies = vec![body("one"), body("two")];
    }
    Scene { bodies, ..Scene::default() }
}

/// Plans the strips of the scene's first two bodies, and hands them over with the picture.
fn with_strips(
    scene: &Scene,
    options: Options,
    view: impl Fn(&World) -> View,
    check: impl FnOnce(&Picture, AxisStrips),
) {
    let world = scene.to_world().unwrap();
    let axes = ReportOptions { axes: WhichAxes::Of(0, 1), ..Default::default() };
    let report = Report::of(scene, &world, &axes);
    let (view, theme) = (view(&world), Theme::DARK);
    let options = Options { selected_pair: Some((0, 1)), title: true, legend: true, ..options };
    let picture =
        Picture { scene, world: &world, report: &report, view: &view, theme: &theme, options: &options };
    let mut pen = Pen::new(&picture);
    crate::picture::overlay::reserve(&picture, &mut pen);
    let strips = AxisStrips::plan(&picture, &mut pen);
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
    let edges = crate::picture::display::clip::edges(corners);
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
    let mut random = Rng::with_seed(7);
    let (mut strips_seen, mut over) = (0, 0);
    for case in 0..300 {
        let scene = pair(&mut random);
        let margin = between(&mut random, 150.0, 320.0);
        with_strips(
            &scene,
            Options::default(),
            |world| fitted(world, margin),
            |picture, plan| {
                let bodies = picture.world.bodies();
                let trace = picture.selected_pair().unwrap().trace.as_ref().unwrap();
                assert_eq!(plan.strips.first().map(|s| s.index), trace.deciding, "case {case}");
                for (i, strip) in plan.strips.iter().enumerate() {
                    strips_seen += 1;
                    let on_shape = |body: &Body| {
                        let inside =
                            |p: &Vec2| body.shape().contains(body.pose(), picture.view.world_from_screen(*p));
                        rim(&strip.place.slab(&strip.line).corners()).iter().any(inside)
                            || outline(picture, body)
                                .iter()
                                .any(|p| holds(&strip.place.slab(&strip.line), *p))
                    };
                    if bodies.iter().any(on_shape) {
                        // Where no place beside them is left, they show through.
                        assert!(strip.place.is_over && !strip.place.is_beside, "case {case}: on a shape");
                        over += 1;
                    }
                    for other in &plan.strips[..i] {
                        let on_other = rim(&strip.place.slab(&strip.line).corners())
                            .iter()
                            .any(|p| holds(&other.place.slab(&other.line), *p));
                        assert!(!on_other, "case {case}: strips {} and {}", strip.index, other.index);
                    }
                    let label = strip.line.point(
                        strip.place.stretch.label_at,
                        strip.place.out * (strip.place.inner + strip.line.rows()[3]),
                    );
                    assert!(CANVAS.contains(label), "case {case}: label at {label}");
                }
            },
        );
    }
    assert!(strips_seen > 900 && over <= 12, "{strips_seen} strips, {over} over a shape");
}

#[test]
fn projection_lines_stand_upright_on_the_strip_at_any_zoom() {
    let mut random = Rng::with_seed(11);
    for case in 0..100 {
        let scene = pair(&mut random);
        let zoom = between(&mut random, 0.05, 1.0);
        let view = |world: &World| {
            let view = fitted(world, 250.0);
            View { scale: view.scale * zoom, center: view.center + Vec2::new(0.5, 0.3) * zoom, ..view }
        };
        with_strips(&scene, Options::default(), view, |picture, plan| {
            let trace = picture.selected_pair().unwrap().trace.as_ref().unwrap();
            assert!(!plan.strips.is_empty());
            for strip in &plan.strips {
                let direction = trace.local.axes[strip.index].direction;
                for (body, interval) in
                    picture.world.bodies().iter().zip(strip.line.shapes.iter().map(|shape| shape.ends))
                {
                    for (sign, end) in [(-1.0, interval[0]), (1.0, interval[1])] {
                        let from = picture.support(body, direction * sign);
                        let to = strip.line.point(end, strip.place.out * strip.place.inner);
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
    let (mut random, mut seen, mut early) = (Rng::with_seed(3), 0, 0);
    for case in 0..200 {
        let scene = pair(&mut random);
        let (zoom, x, y) = (
            between(&mut random, 0.1, 3.0),
            between(&mut random, -1.0, 1.0),
            between(&mut random, -1.0, 1.0),
        );
        let view = |world: &World| {
            let view = fitted(world, 40.0);
            let scale = view.scale * zoom;
            let around = world.bodies()[0].pose().position;
            View { scale, center: around + Vec2::new(x * 600.0, y * 320.0) / scale, ..view }
        };
        with_strips(&scene, Options::default(), view, |picture, plan| {
            // Where the bounding circles do not meet no axis decides.
            if picture.selected_trace().unwrap().2.local.early_out {
                early += 1;
                return;
            }
            let boxes = [0, 1].map(|i| picture.screen_box(&picture.world.bodies()[i]));
            // A wall's or a capsule's position may be in sight where the shape itself is not.
            let around = Rect { min: boxes[0].min.min(boxes[1].min), max: boxes[0].max.max(boxes[1].max) };
            let Some(strip) = plan.strips.first() else {
                assert!(!around.overlaps(&CANVAS), "case {case}: none for {boxes:?}");
                return;
            };
            seen += 1;
            assert!(strip.line.role == Role::Decides, "case {case}");
            let label = strip.line.point(
                strip.place.stretch.label_at,
                strip.place.out * (strip.place.inner + strip.line.rows()[3]),
            );
            assert!(CANVAS.contains(label), "case {case}: label at {label}");
        });
    }
    assert!(seen > 160 && seen + early > 190, "{seen}, {early} without a deciding axis");
}

#[test]
fn of_128_axes_the_telling_ones_are_shown_and_the_rest_counted() {
    let corner = |i: u32, turn: f32| Vec2::from_angle(std::f32::consts::TAU * (i as f32 + turn) / 63.0);
    let polygon =
        |turn| SceneShape::Polygon { points: (0..63).map(|i| corner(i, turn)).collect(), radius: 0.0 };
    let mut bodies = vec![SceneBody::new("one", polygon(0.0)), SceneBody::new("two", polygon(0.3))];
    bodies[1].position = Vec2::new(1.5, 0.4);
    let scene = Scene { bodies, ..Scene::default() };
    let options = Options { highlighted_axis: Some(100), ..Options::default() };
    with_strips(
        &scene,
        options,
        |world| fitted(world, 250.0),
        |picture, plan| {
            let trace = picture.selected_pair().unwrap().trace.as_ref().unwrap();
            assert!(trace.local.axes.len() > 120, "{}", trace.local.axes.len());
            assert!((3..=MOST).contains(&plan.strips.len()), "{}", plan.strips.len());
            assert_eq!(Some(plan.strips[0].index), trace.deciding);
            assert!(plan.strips.iter().any(|strip| strip.index == 100 && strip.line.highlighted));
        },
    );
}
