//! The features of a contact point are what meets there.

use crate::common::{Pair, kind_pairs, shape};
use collide2d::{Contact, Feature, Pose, Shape, ShapeKind};
use glam::{Vec2, vec2};
use proptest::prelude::*;

/// From a point to the surface of a feature; of a face to the line through it.
fn away(shape: &Shape, pose: &Pose, feature: Feature, point: Vec2, normal: Vec2, meets_a_disc: bool) -> f32 {
    let corners: Vec<Vec2> = shape.corners().iter().map(|&corner| pose.world_from_local(corner)).collect();
    let (ends, radius) = match shape {
        Shape::Circle(circle) => (vec![pose.position], circle.radius()),
        Shape::Capsule(capsule) => (
            [capsule.start(), capsule.end()].map(|end| pose.world_from_local(end)).to_vec(),
            capsule.radius(),
        ),
        Shape::Rectangle(_) | Shape::Polygon(_) | Shape::Wall(_) | Shape::Chain(_) | Shape::Compound(_) => {
            (corners, shape.radius())
        }
    };
    let core = point - normal * radius;
    match feature {
        Feature::Center | Feature::Start => ends[0].distance(core),
        Feature::End => ends[1].distance(core),
        Feature::Vertex(i) => ends[i as usize].distance(core),
        Feature::Face(i) => {
            let (from, to) = (ends[i as usize], ends[(i as usize + 1) % ends.len()]);
            let along = (to - from).normalize();
            if meets_a_disc {
                // Its face stands for the opposite one as well.
                along.dot(normal).abs()
            } else {
                (core - from).perp_dot(along).abs()
            }
        }
    }
}

fn touching_pair() -> impl Strategy<Value = Pair> {
    let kinds = prop::sample::select(kind_pairs());
    (kinds, -1.0..1.0f32, -1.0..1.0f32, -400.0..400.0f32, -400.0..400.0f32).prop_flat_map(
        |((a, b), x, y, turn_a, turn_b)| {
            (shape(a, 1.0), shape(b, 1.0)).prop_map(move |(a, b)| Pair {
                a,
                pose_a: Pose::new(vec2(0.3, -0.7), turn_a),
                b,
                pose_b: Pose::new(vec2(0.3 + x, -0.7 + y), turn_b),
                size: 1.5,
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The point is midway between the surfaces of the two features, along the normal; of a circle and a shape
    /// with sharp corners it is on the circle.
    #[test]
    fn they_meet_at_the_point(pair in touching_pair()) {
        let Some(contact) = pair.collide() else { return Ok(()) };
        for point in contact.points() {
            let world = Contact::world_point(&pair.pose_a, point);
            // Whether it meets a shape with corners.
            let [a_is_disc, b_is_disc] = [(&pair.a, &pair.b), (&pair.b, &pair.a)].map(|(one, other)| {
                matches!(one, Shape::Circle(_)) && other.kind() > ShapeKind::Capsule && other.radius() == 0.0
            });
            let share = if a_is_disc { 0.0 } else if b_is_disc { 1.0 } else { 0.5 };
            let on_a = world - contact.normal * (share * point.depth);
            let on_b = world + contact.normal * ((1.0 - share) * point.depth);
            let [of_a, of_b] = point.features(&pair.a, &pair.b);
            let from_a = away(&pair.a, &pair.pose_a, of_a, on_a, -contact.normal, b_is_disc);
            let from_b = away(&pair.b, &pair.pose_b, of_b, on_b, contact.normal, a_is_disc);
            prop_assert!(from_a < 5.0e-3 && from_b < 5.0e-3, "{of_a:?} {from_a}, {of_b:?} {from_b}, {point:?}");
        }
    }
}
