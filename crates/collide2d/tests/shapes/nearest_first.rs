//! Kernels that do not try every axis find, bit for bit, what the test of every axis finds.

use std::f32::consts::TAU;

use collide2d::{Contact, Pose, Shape, ShapeKind, Trace, collide, collide_observed};
use glam::{Vec2, vec2};

struct Random(fastrand::Rng);

impl Random {
    fn unit(&mut self) -> f32 {
        self.0.f32()
    }

    fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    fn vector(&mut self, largest: f32) -> Vec2 {
        vec2(self.within(-largest, largest), self.within(-largest, largest))
    }
}

/// On a coarse grid faces tie and are parallel; else polygons are regular or not, and some do not hold their
/// body's origin.
fn shape(random: &mut Random, kind: ShapeKind, grid: bool) -> Shape {
    let step = |x: f32| if grid { (x * 4.0).round() / 4.0 } else { x };
    let size = step(random.within(0.3, 1.5));
    match kind {
        ShapeKind::Rectangle => Shape::rectangle(size, step(random.within(0.3, 1.5))),
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => Shape::wall(random.vector(1.0).map(step), vec2(size, 2.0)),
        _ => {
            let corners = if grid { 4 } else { 3 + (random.unit() * 5.99) as usize };
            let jitter = if random.unit() < 0.5 && !grid { 0.3 } else { 0.0 };
            let away = if random.unit() < 0.2 { 4.0 } else { 0.4 };
            let middle = random.vector(away).map(step);
            let corner = |i: usize| {
                let turn = (i as f32 + random.within(-jitter, jitter)) / corners as f32;
                middle + Vec2::from_angle(TAU * turn) * size
            };
            Shape::polygon(&(0..corners).map(corner).collect::<Vec<_>>())
        }
    }
    .unwrap()
}

fn bits(contact: Option<Contact>) -> Vec<u32> {
    let Some(contact) = contact else { return Vec::new() };
    let points =
        contact.points().iter().flat_map(|p| [p.from_a.x, p.from_a.y, p.depth, f32::from_bits(p.feature)]);
    [contact.normal.x, contact.normal.y, contact.depth].into_iter().chain(points).map(f32::to_bits).collect()
}

#[test]
fn the_axes_left_out_would_not_have_won() {
    use ShapeKind::{Polygon, Rectangle, Wall};
    let mut random = Random(fastrand::Rng::with_seed(2026));
    for kinds in [[Polygon, Polygon], [Rectangle, Polygon], [Polygon, Rectangle], [Polygon, Wall]] {
        let mut touching = 0;
        for i in 0..20_000 {
            let grid = i % 4 == 0;
            let [a, b] = kinds.map(|kind| shape(&mut random, kind, grid));
            let degrees = |random: &mut Random| {
                let angle = random.within(-180.0, 180.0);
                if grid { (angle / 45.0).round() * 45.0 } else { angle }
            };
            let (turn_a, turn_b) = (degrees(&mut random), degrees(&mut random));
            let (pose_a, turned_b) = (Pose::new(random.vector(20.0), turn_a), Pose::new(Vec2::ZERO, turn_b));
            // The middles of both are near each other.
            let middle = |shape: &Shape, pose: &Pose| pose.world_from_local(shape.bounding_circle().center);
            let position = middle(&a, &pose_a) + random.vector(1.5) - middle(&b, &turned_b);
            let pose_b = Pose { position, ..turned_b };
            let contact = collide(&a, &pose_a, &b, &pose_b);
            let all = collide_observed(&a, &pose_a, &b, &pose_b, &mut Trace::default());
            assert_eq!(bits(contact), bits(all), "{a:?}\n{pose_a:?}\n{b:?}\n{pose_b:?}");
            touching += usize::from(contact.is_some());
        }
        assert!((6_000..16_000).contains(&touching), "{kinds:?}: {touching}");
    }
}
