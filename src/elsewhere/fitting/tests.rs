#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use super::*;

fn outline() -> impl Strategy<Value = Vec<Vec2>> {
    let points = |range: f32, count| {
        proptest::collection::vec((-range..range, -range..range).prop_map(Vec2::from), count)
    };
    // Small whole numbers: many points on one line, or in one place.
    let grid = proptest::collection::vec((-3..=3_i8, -3..=3_i8), 3..40)
        .prop_map(|points| points.into_iter().map(|(x, y)| Vec2::new(x.into(), y.into())).collect());
    let round = (3..400_usize, 0.1..100.0_f32).prop_map(|(n, r)| {
        (0..n).map(|i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / n as f32) * r).collect()
    });
    prop_oneof![points(1.0, 3..60), points(1.0e6, 3..60), points(1.0e-3, 3..9), grid, round]
}

/// The largest coordinate: rounding is measured by it.
fn extent(points: &[DVec2]) -> f64 {
    points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max)
}

/// How far a point lies outside of a convex polygon, counter-clockwise.
fn outside(corners: &[DVec2], point: DVec2) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let beyond = corners.iter().zip(next).map(|(p, q)| -(*q - *p).normalize_or_zero().perp_dot(point - *p));
    beyond.fold(0.0, f64::max)
}

proptest! {
    #[test]
    fn a_hull_is_convex_of_its_own_points_and_around_all(outline in outline()) {
        let points = exact(&outline);
        let hull = hull(&points);
        prop_assert!(hull.iter().all(|p| points.contains(p)));
        let n = hull.len();
        for i in 0..n {
            let [a, b, c] = [hull[i], hull[(i + 1) % n], hull[(i + 2) % n]];
            prop_assert!(n < 3 || (b - a).perp_dot(c - b) > 0.0, "{a} {b} {c}");
        }
        for point in &points {
            prop_assert!(n < 3 || outside(&hull, *point) <= 1.0e-9 * extent(&points), "{point}");
        }
    }

    #[test]
    fn a_circle_is_around_all_points_and_the_smallest(outline in outline()) {
        let points = exact(&outline);
        let found = smallest_circle(&hull(&points));
        let near = 1.0e-9 * extent(&points);
        let reach = |center: DVec2| points.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
        prop_assert!(reach(found.center) <= found.radius + near);
        // The smallest circle is a minimum of a convex function: what is least nearby is least of all.
        for i in 0..64 {
            let toward = DVec2::from_angle(f64::from(i) * 0.1);
            for step in [1.0e-4, 0.01, 0.5] {
                let other = reach(found.center + toward * (step * found.radius));
                prop_assert!(other >= found.radius - near, "{other} < {}", found.radius);
            }
        }
    }

    #[test]
    fn a_box_is_around_all_points_and_none_in_any_direction_is_smaller(outline in outline()) {
        let points = exact(&outline);
        let hull = hull(&points);
        let found = smallest_box(&hull);
        let near = 1.0e-9 * extent(&points);
        for point in &points {
            let from = *point - found.center;
            let local = DVec2::new(from.dot(found.along), from.dot(found.along.perp()));
            prop_assert!((local.abs() - found.half).max_element() <= near, "{point}");
        }
        let along_sides = (0..hull.len()).filter_map(|i| (hull[(i + 1) % hull.len()] - hull[i]).try_normalize());
        let any = (0..180).map(|i| DVec2::from_angle(f64::from(i).to_radians()));
        for along in along_sides.chain(any) {
            let other = box_along(&points, along).area();
            prop_assert!(other >= found.area() * (1.0 - 1.0e-9) - near * near, "{other} < {}", found.area());
        }
    }

    #[test]
    fn a_hull_with_fewer_points_is_around_all_and_a_shape_of_the_core(outline in outline()) {
        let points = exact(&outline);
        prop_assume!(area(&hull(&points)) > 1.0e-3 * extent(&points).powi(2));
        let found = hull_polygon(&outline);
        prop_assert!((3..=MAX_POINTS).contains(&found.len()));
        // Rounded corners may lie beyond the largest coordinate.
        prop_assume!(found.iter().all(|p| p.abs().max_element() <= collide2d::MAX_EXTENT));
        prop_assert!(Shape::polygon(&found).is_ok(), "{found:?}");
        let (found, near) = (exact(&found), 2.0e-6 * extent(&points));
        for point in &points {
            prop_assert!(outside(&found, *point) <= near, "{point}: {}", outside(&found, *point));
        }
        // Leaving out 64 of 400 corners of a circle costs little.
        prop_assert!(area(&found) <= 1.01 * area(&hull(&points)));
    }

    #[test]
    fn the_outline_stays_in_place_and_inside(
        outline in outline(),
        place in (-100.0..100.0_f32, -100.0..100.0_f32),
        rotation in prop_oneof![Just(0.0), Just(90.0), -400.0..400.0_f32],
    ) {
        let points = exact(&outline);
        prop_assume!(area(&hull(&points)) > 1.0e-3 * extent(&points).powi(2));
        prop_assume!((0.01..1000.0).contains(&extent(&points)));
        let shape = SceneShape::Circle { radius: 1.0 };
        let (position, outline) = (Vec2::from(place), Some(outline));
        let before = SceneBody { outline, position, rotation, ..SceneBody::new("body", shape) };
        let near = 1.0e-5 * (1.0 + extent(&points) + 200.0);
        for fit in [Fit::Circle, Fit::Box, Fit::UprightBox, Fit::Hull] {
            let after = fitted(&before, fit).unwrap();
            let shape = after.shape.to_shape().unwrap();
            let world = |body: &SceneBody| -> Vec<Vec2> {
                let points = body.outline.iter().flatten();
                points.map(|p| body.pose().world_from_local(*p)).collect()
            };
            for (p, q) in world(&before).into_iter().zip(world(&after)) {
                prop_assert!(p.as_dvec2().distance(q.as_dvec2()) <= near, "{fit:?}: {p} and {q}");
                let off = shape.distance(&after.pose(), q);
                prop_assert!(f64::from(off) <= near, "{fit:?}: {q} is {off} outside");
            }
        }
    }
}

#[test]
fn a_rocket_has_the_fits_worked_out_by_hand() {
    let half = [(0.0, 2.0), (-0.5, 1.0), (-0.5, -1.0), (-1.0, -2.0), (0.0, -1.5)];
    let other = [(1.0, -2.0), (0.5, -1.0), (0.5, 1.0)];
    let rocket: Vec<DVec2> = half.into_iter().chain(other).map(DVec2::from).collect();
    let hull = hull(&rocket);
    assert_eq!((area(&rocket), area(&hull), hull.len()), (3.5, 5.0, 5));
    let circle = smallest_circle(&hull);
    assert!(
        circle.center.distance(DVec2::new(0.0, -0.125)) < 1.0e-12 && (circle.radius - 2.125).abs() < 1.0e-12
    );
    let best = smallest_box(&hull);
    assert_eq!((best.area(), box_along(&rocket, DVec2::X).area()), (8.0, 8.0));
}

#[test]
fn a_turned_rectangle_is_its_own_best_box() {
    let turn = DVec2::from_angle(0.3);
    let corners = [(2.0, 1.0), (-2.0, 1.0), (-2.0, -1.0), (2.0, -1.0)].map(|p| turn.rotate(DVec2::from(p)));
    let outline = Some(corners.map(|p| p.as_vec2()).to_vec());
    let body = SceneBody { outline, ..SceneBody::new("plank", SceneShape::Circle { radius: 3.0 }) };
    let found = fitted(&body, Fit::Box).unwrap();
    assert!((found.rotation - 0.3_f32.to_degrees()).abs() < 1.0e-4, "{}", found.rotation);
    let SceneShape::Rectangle { width, height, .. } = found.shape else { panic!("{:?}", found.shape) };
    assert!((width - 4.0).abs() < 1.0e-5 && (height - 2.0).abs() < 1.0e-5, "{width} × {height}");
    assert!(found.position.length() < 1.0e-6);
}

#[test]
fn lines_and_points_have_fits_of_no_area() {
    let line = [(0.0, 0.0), (3.0, 4.0), (1.5, 2.0)].map(DVec2::from);
    let ends = hull(&line);
    assert_eq!(ends.len(), 2);
    assert!((smallest_circle(&ends).radius - 2.5).abs() < 1.0e-12);
    assert!(smallest_box(&ends).area() < 1.0e-12);
    let dot = hull(&[DVec2::ONE; 5]);
    assert_eq!((dot.len(), smallest_circle(&dot).radius, smallest_box(&dot).area()), (1, 0.0, 0.0));
}
