//! Faults of much-read tutorials that must not come back, each with numbers that show it.

use collide2d::{Contact, Pose, Shape, collide};
use glam::{Vec2, vec2};

fn rectangle(width: f32, height: f32) -> Shape {
    Shape::rectangle(width, height).unwrap()
}

fn circle(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

fn wall(start: Vec2, end: Vec2) -> Shape {
    Shape::wall(start, end).unwrap()
}

/// dx² - dy² for dx² + dy²: from the corner (2, 1) the centre is (1, 1.2) away. 1 - 1.44 is less than 1.3², 1
/// + 1.44 more.
#[test]
fn squared_distance_of_circle_to_rectangle_with_a_minus_for_a_plus() {
    let rectangle = rectangle(4.0, 2.0);
    for (x, y) in [(1.0_f32, 1.2_f32), (-1.0, 1.2), (1.0, -1.2), (-1.0, -1.2)] {
        let center = vec2(x + 2.0 * x.signum(), y + y.signum());
        let at = Pose::new(center, 0.0);
        assert_eq!(collide(&circle(1.3), &at, &rectangle, &Pose::default()), None, "{center}");
        assert_eq!(collide(&rectangle, &Pose::default(), &circle(1.3), &at), None, "{center}");
        // sqrt(1 + 1.44) = 1.5620499
        let depth = collide(&circle(1.6), &at, &rectangle, &Pose::default()).unwrap().depth;
        assert!((depth - 0.037_950_1).abs() < 1.0e-6, "{depth}");
    }
}

/// The wall's line crosses the rectangle's projections and its stretch lies within them, yet the wall starts
/// 0.3 m above the rectangle: only the rectangle's own axis tells.
#[test]
fn rectangle_against_wall_on_the_walls_two_axes_only() {
    let beam = rectangle(8.0, 1.0);
    let slanted = wall(vec2(1.0, 0.8), vec2(3.0, 2.8));
    let o = Pose::default();
    let direction = vec2(0.5, 0.5).normalize();
    for axis in [direction, direction.perp()] {
        let reach = beam.support(&o, axis).dot(axis);
        let (near, far) = (vec2(1.0, 0.8).dot(axis), vec2(3.0, 2.8).dot(axis));
        assert!(near.min(far) < reach && near.max(far) > -reach, "the fault needs both axes to overlap");
    }
    assert_eq!(collide(&beam, &o, &slanted, &o), None);
    assert_eq!(collide(&slanted, &o, &beam, &o), None);
}

#[track_caller]
fn sound(contact: Option<Contact>) {
    let contact = contact.unwrap();
    assert!((contact.normal.length() - 1.0).abs() < 1.0e-6, "{contact:?}");
    assert!(contact.depth > 0.0 && contact.depth.is_finite(), "{contact:?}");
    assert!(contact.points().iter().all(|p| p.from_a.is_finite() && p.depth >= 0.0), "{contact:?}");
}

#[test]
fn normal_that_is_nan_when_two_centres_coincide() {
    let square = [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)];
    let shapes = [
        circle(1.0),
        circle(0.25),
        rectangle(2.0, 1.0),
        Shape::polygon(&square).unwrap(),
        wall(vec2(-1.0, 0.0), vec2(1.0, 0.0)),
    ];
    for position in [Vec2::ZERO, vec2(0.1, -0.7), vec2(100_000.0, 3.0)] {
        let at = Pose::new(position, 30.0);
        for a in &shapes {
            for b in &shapes {
                if !matches!((a, b), (Shape::Wall(_), Shape::Wall(_))) {
                    sound(collide(a, &at, b, &at));
                    assert_eq!(collide(a, &at, b, &at), collide(a, &at, b, &at));
                }
            }
        }
    }
}

#[test]
fn normal_left_zero_when_a_circles_centre_lies_on_an_edge() {
    let corners = [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)];
    let o = Pose::default();
    let shapes =
        [rectangle(2.0, 2.0), Shape::polygon(&corners).unwrap(), wall(vec2(1.0, 1.0), vec2(-1.0, 1.0))];
    for shape in &shapes {
        let found = shape.corners();
        let edges = if found.len() == 2 { 1 } else { found.len() };
        for i in 0..edges {
            for share in [0.0, 0.25, 0.5, 1.0] {
                let center = found[i].lerp(found[(i + 1) % found.len()], share);
                let contact = collide(&circle(0.5), &Pose::new(center, 0.0), shape, &o);
                sound(contact);
                assert_eq!(contact.unwrap().depth, 0.5, "{center}");
                sound(collide(shape, &o, &circle(0.5), &Pose::new(center, 0.0)));
            }
        }
    }
}

/// A pose that is NaN makes no contact.
#[test]
fn a_pose_that_is_nan_touches_nothing() {
    let shapes = [circle(1.0), rectangle(2.0, 1.0), wall(vec2(-1.0, 0.0), vec2(1.0, 0.0))];
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for a in &shapes {
            for b in &shapes {
                assert_eq!(collide(a, &Pose::at(bad, 0.0), b, &Pose::default()), None);
                assert_eq!(collide(a, &Pose::default(), b, &Pose::at(0.0, bad)), None);
            }
        }
    }
}
