//! The Minkowski sum against the core: who touches, how deep, how far apart, and by which face.
#![allow(clippy::unwrap_used)]

use collide2d::{AxisSource, Pose, ShapeKind, Side, Trace, collide, collide_observed, separation};
use collision_test::explain::minkowski::{self, Sum, SumPart};
use fastrand::Rng;
use glam::DVec2;

use super::placed::{Placed, between, kinds};

fn sum(pair: &Placed) -> Sum {
    minkowski::sum(&pair.a, pair.pose_a.rotation, &pair.b, pair.pose_b.rotation).unwrap()
}

/// Rounding of f32 over the pair. Metres.
fn rounding(sum: &Sum, at: DVec2) -> f64 {
    let reach = sum.corners().iter().map(|corner| corner.at.length()).fold(0.0, f64::max);
    3.0e-6 * (reach + sum.radius() + at.length())
}

fn random(rng: &mut Rng, kinds: (ShapeKind, ShapeKind), i: usize) -> Placed {
    if i.is_multiple_of(4) { Placed::on_a_grid(rng, kinds) } else { Placed::random(rng, kinds) }
}

#[test]
fn a_position_is_inside_where_the_pair_touches_and_as_far_from_the_outline_as_the_core_says() {
    let mut rng = Rng::with_seed(21);
    for kinds in kinds() {
        let (mut touching, mut apart) = (0, 0);
        for i in 0..250 {
            let pair = random(&mut rng, kinds, i);
            let sum = sum(&pair);
            // The same rotations at other positions.
            for _ in 0..4 {
                let pieces = sum.pieces();
                let reach = pieces.iter().flat_map(|piece| piece.points(0.1)).map(DVec2::length);
                let reach = reach.fold(0.0, f64::max) as f32 * 1.3;
                let mut offset = || between(&mut rng, -reach, reach);
                let position = pair.pose_b.position + glam::Vec2::new(offset(), offset());
                let pose_a = Pose { position, ..pair.pose_a };
                let at = minkowski::offset(&pose_a, &pair.pose_b);
                let distance = sum.nearest(at).distance;
                let allowed = rounding(&sum, at);
                match collide(&pair.a, &pose_a, &pair.b, &pair.pose_b) {
                    Some(contact) => {
                        touching += 1;
                        let off = (-distance - f64::from(contact.depth)).abs();
                        assert!(off <= allowed, "{kinds:?}: {distance} for {contact:?}");
                        // The way out ends on the outline.
                        let out = at + contact.normal.as_dvec2() * f64::from(contact.depth);
                        assert!(sum.nearest(out).distance.abs() <= allowed, "{kinds:?}: {contact:?}");
                    }
                    None => {
                        apart += 1;
                        let gap = f64::from(separation(&pair.a, &pose_a, &pair.b, &pair.pose_b));
                        assert!(distance >= -allowed, "{kinds:?}: {distance}");
                        assert!(
                            (distance.max(0.0) - gap.max(0.0)).abs() <= allowed,
                            "{kinds:?}: {distance}, {gap}"
                        );
                    }
                }
            }
        }
        assert!(touching > 100 && apart > 100, "{kinds:?}: {touching}, {apart}");
    }
}

#[test]
fn the_outline_is_one_closed_line_and_its_points_lie_on_it() {
    let mut rng = Rng::with_seed(22);
    for kinds in kinds() {
        for i in 0..100 {
            let pair = random(&mut rng, kinds, i);
            let sum = sum(&pair);
            let size = rounding(&sum, DVec2::ZERO) / 3.0e-6;
            let pieces: Vec<Vec<DVec2>> =
                sum.pieces().iter().map(|piece| piece.points(1.0e-3 * size)).collect();
            for (piece, next) in pieces.iter().zip(pieces.iter().cycle().skip(1)) {
                let joint = piece.last().unwrap().distance(*next.first().unwrap());
                assert!(joint <= 1.0e-9 * size, "{kinds:?}: a gap of {joint}");
            }
            for point in pieces.iter().flatten() {
                let off = sum.nearest(*point).distance.abs();
                assert!(off <= 1.0e-6 * size, "{kinds:?}: {point} is {off} off");
            }
        }
    }
}

#[test]
fn the_edge_of_the_nearest_point_is_named_after_the_face_that_decides() {
    let mut rng = Rng::with_seed(23);
    let mut named = 0;
    for kinds in kinds() {
        for _ in 0..200 {
            let pair = Placed::random(&mut rng, kinds);
            let sum = sum(&pair);
            let nearest = sum.nearest(minkowski::offset(&pair.pose_a, &pair.pose_b));
            let mut trace = Trace::default();
            let contact = collide_observed(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &mut trace);
            let deciding = trace.deciding().and_then(|index| trace.axes.get(index));
            let (Some(_), Some(axis), SumPart::Edge(edge)) = (contact, deciding, nearest.part) else {
                continue;
            };
            let AxisSource::Face(side, face) = axis.source else { continue };
            let edge = sum.edges()[edge];
            let of_side = match side {
                Side::A => edge.a,
                Side::B => edge.b,
            };
            // Of a tie within rounding the core may name another.
            let is_tie = axis.toward_a().as_dvec2().dot(nearest.normal) < 0.999_999;
            assert!(
                is_tie || of_side == Some(face) || edge.a.is_some() && edge.b.is_some(),
                "{axis:?}, {edge}"
            );
            named += usize::from(!is_tie);
        }
    }
    assert!(named > 500, "{named}");
}

#[test]
fn every_inside_point_lies_in_the_cell_of_its_nearest_edge() {
    let mut rng = Rng::with_seed(24);
    let kinds = (ShapeKind::Polygon, ShapeKind::Rectangle);
    let mut inside = 0;
    for _ in 0..100 {
        let pair = Placed::random(&mut rng, kinds);
        let (sum, at) = (sum(&pair), minkowski::offset(&pair.pose_a, &pair.pose_b));
        let (nearest, cells) = (sum.nearest(at), sum.cells());
        let SumPart::Edge(edge) = nearest.part else { continue };
        if nearest.distance > 0.0 {
            continue;
        }
        inside += 1;
        let (_, cell) = cells.iter().find(|(of, _)| *of == edge).unwrap();
        let sides = cell.iter().zip(cell.iter().cycle().skip(1));
        let is_in = sides.map(|(p, q)| (*q - *p).perp_dot(at - *p)).all(|side| side >= -rounding(&sum, at));
        assert!(is_in, "{at} in {cell:?}");
        let area = |points: &[DVec2]| -> f64 {
            points.iter().zip(points.iter().cycle().skip(1)).map(|(p, q)| p.perp_dot(*q)).sum()
        };
        let corners: Vec<DVec2> = sum.corners().iter().map(|corner| corner.at).collect();
        let of_cells: f64 = cells.iter().map(|(_, cell)| area(cell)).sum();
        assert!((of_cells - area(&corners)).abs() <= 1.0e-6 * area(&corners), "the cells are the whole");
    }
    assert!(inside > 20, "{inside}");
}

/// A point lies on a shape where a dot around it touches the shape, and a smaller one a little farther out does not.
#[test]
fn the_nearest_points_lie_on_the_two_shapes_as_far_apart_as_the_core_says() {
    const DOT: f32 = 1.0e-3;
    let dot = collide2d::Shape::circle(DOT).unwrap();
    let mut rng = Rng::with_seed(22);
    for kinds in kinds() {
        let mut apart = 0;
        for i in 0..400 {
            let mut pair = random(&mut rng, kinds, i);
            pair.pose_a.position +=
                glam::Vec2::new(between(&mut rng, -4.0, 4.0), between(&mut rng, -4.0, 4.0));
            let found = minkowski::nearest_points(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
            let distance = separation(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
            let Some([on_a, on_b]) = found else {
                assert!(distance <= 1.0e-5, "{kinds:?}: {distance}");
                continue;
            };
            apart += 1;
            let told = on_a.distance(on_b);
            assert!(
                (told - f64::from(distance)).abs() <= 1.0e-4 * (1.0 + told),
                "{kinds:?}: {told}, {distance}"
            );
            for (shape, pose, point) in [(&pair.a, pair.pose_a, on_a), (&pair.b, pair.pose_b, on_b)] {
                let at = Pose { position: point.as_vec2(), ..Pose::default() };
                let off = separation(&dot, &at, shape, &pose) + DOT;
                assert!(off.abs() <= 1.0e-3, "{kinds:?}: {off} m from the shape");
            }
        }
        assert!(apart > 50, "{kinds:?}: {apart}");
    }
}

#[test]
fn parallel_faces_are_nearest_in_the_middle_of_what_faces_each_other() {
    let shape = |w, h| collide2d::Shape::rectangle(w, h).unwrap();
    let at = |x: f32, y: f32| Pose { position: glam::Vec2::new(x, y), ..Pose::default() };
    // From y = 1 to y = 3, and side by side from x = 0 to x = 2.
    let found =
        minkowski::nearest_points(&shape(4.0, 2.0), &at(0.0, 4.0), &shape(6.0, 2.0), &at(3.0, 0.0)).unwrap();
    assert_eq!(found, [DVec2::new(1.0, 3.0), DVec2::new(1.0, 1.0)]);
}
