//! The second opinion: no false alarm over pairs of all kinds, and faults put in on purpose are found.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "second-opinion")]

use std::collections::BTreeSet;

use collide2d::{Contact, Pose, Shape, ShapeKind, collide};
use collision_test::explain::minkowski;
use collision_test::explain::second_opinion::{self, Agreement, Opinion, ParryAnswer, TOLERANCE};
use collision_test::report::check::Expected;
use collision_test::scene::shipped;
use fastrand::Rng;
use glam::{Vec2, vec2};

use super::placed::{Placed, kinds};

impl Placed {
    fn opinion(&self) -> Opinion {
        let ours = collide(&self.a, &self.pose_a, &self.b, &self.pose_b);
        second_opinion::of(&self.a, &self.pose_a, &self.b, &self.pose_b, ours.as_ref(), TOLERANCE).unwrap()
    }

    /// With a contact in the place of ours.
    fn opinion_on(&self, ours: &Contact) -> Opinion {
        second_opinion::of(&self.a, &self.pose_a, &self.b, &self.pose_b, Some(ours), TOLERANCE).unwrap()
    }
}

/// The contact with another normal and so many times its depth.
fn with(mut contact: Contact, normal: Vec2, times: f32) -> Contact {
    contact.normal = normal;
    contact.depth *= times;
    contact
}

/// What parry2d is known to get wrong: two capsules whose segments meet, a circle whose centre lies in a polygon, and
/// circles and capsules whose centre or segment lies just on the other's edge, segment or rim.
fn is_known(pair: &Placed) -> bool {
    let is = |kind| (pair.a.kind() == kind, pair.b.kind() == kind);
    let sum = minkowski::sum(&pair.a, pair.pose_a.rotation, &pair.b, pair.pose_b.rotation).unwrap();
    let at = minkowski::offset(&pair.pose_a, &pair.pose_b);
    let (from_cores, to_outline) = (sum.distance_of_cores(at), sum.nearest(at).distance);
    let circle = [&pair.a, &pair.b].into_iter().find_map(|shape| match shape {
        Shape::Circle(circle) => Some(f64::from(circle.radius())),
        Shape::Capsule(_)
        | Shape::Rectangle(_)
        | Shape::Polygon(_)
        | Shape::Wall(_)
        | Shape::Chain(_)
        | Shape::Compound(_) => None,
    });
    let is_zero = |distance: f64| distance.abs() < 1.0e-6;
    let is_on_the_rim = circle.is_some_and(|radius| is_zero(from_cores - (sum.radius() - radius)));
    let is_on_an_edge = sum.radius() > 0.0 && is_zero(to_outline + sum.radius());
    let is_in_it = is(ShapeKind::Capsule) == (true, true) || circle.is_some();
    is_on_the_rim || is_on_an_edge || (is_in_it && is_zero(from_cores))
}

#[test]
fn random_pairs_of_all_kinds_agree_or_tie_but_where_parry_is_wrong() {
    let mut rng = Rng::with_seed(7);
    let (mut ties, mut theirs_wrong) = (0, 0);
    for kinds in kinds() {
        for i in 0..2000 {
            let is_random = i % 4 > 0;
            let pair =
                if is_random { Placed::random(&mut rng, kinds) } else { Placed::on_a_grid(&mut rng, kinds) };
            let opinion = pair.opinion();
            let at = || {
                format!("{:?} {:?} {:?} {:?}", pair.a.corners(), pair.pose_a, pair.b.corners(), pair.pose_b)
            };
            match opinion.verdict {
                Agreement::Agree => {}
                Agreement::Tie => ties += 1,
                Agreement::Differ => {
                    // On the grid parry2d meets many more that it gets wrong; ours must hold on all.
                    assert!(!is_random || is_known(&pair), "{kinds:?} {opinion:?} {}", at());
                    assert!(
                        opinion.ours.holds() && !opinion.theirs.holds(),
                        "{kinds:?} {opinion:?} {}",
                        at()
                    );
                    theirs_wrong += 1;
                }
            }
        }
    }
    assert!(ties > 0 && theirs_wrong > 50, "{ties} ties, {theirs_wrong} of theirs wrong");
}

#[test]
fn a_normal_off_by_a_degree_and_a_depth_off_by_a_hundredth_are_found() {
    let mut rng = Rng::with_seed(11);
    for kinds in kinds() {
        let (mut normals, mut depths, mut points) = (0, 0, 0);
        for _ in 0..1000 {
            let pair = Placed::random(&mut rng, kinds);
            let Some(contact) = collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b) else { continue };
            let honest = pair.opinion();
            if honest.verdict != Agreement::Agree {
                continue;
            }
            let turned = with(contact, contact.normal.rotate(Vec2::from_angle(1_f32.to_radians())), 1.0);
            let opinion = pair.opinion_on(&turned);
            let claim = opinion.ours.claim().unwrap();
            let found = opinion.verdict == Agreement::Differ
                && opinion.differences.iter().any(|what| what.name() == "normal")
                && !claim.check.is_way_out;
            // Where the centres nearly coincide, rounding turns a normal by more than a degree.
            normals += usize::from(!found);
            let deep = with(contact, contact.normal, 1.01);
            let shallow = with(contact, contact.normal, 0.99);
            if contact.depth > 0.03 * honest.size {
                for fault in [deep, shallow] {
                    let opinion = pair.opinion_on(&fault);
                    let is_told = opinion.differences.iter().any(|what| what.name() == "depth");
                    let claim = opinion.ours.claim().unwrap();
                    assert!(
                        opinion.verdict == Agreement::Differ && is_told && !claim.check.holds(),
                        "{opinion:?}"
                    );
                    depths += 1;
                }
            }
            points += 1;
        }
        assert!(depths > 100 && points > 100, "{kinds:?}: {depths}, {points}");
        assert!(normals * 50 <= points, "{kinds:?}: {normals} of {points} turned normals not found");
    }
}

#[test]
fn the_shipped_scenes_agree_or_tie_but_where_parry_is_wrong() {
    let mut differ = BTreeSet::new();
    for shipped in shipped::all() {
        let scene = shipped.scene();
        let mut world = scene.to_world().unwrap();
        let frames: BTreeSet<u64> =
            Expected::of(scene).frames().chain([0]).filter(|frame| *frame <= 200).collect();
        for frame in frames {
            while world.frame() < frame {
                world.step();
            }
            second_opinion::for_each_near_pair(&world, TOLERANCE, |(a, b), opinion| {
                if opinion.verdict == Agreement::Differ {
                    let pair = format!("{} at frame {frame}: {a}, {b}", shipped.stem());
                    assert!(opinion.ours.holds() && !opinion.theirs.holds(), "{pair}: {opinion:?}");
                    differ.insert(pair);
                }
            });
        }
    }
    let known = [
        // Two capsules whose segments cross.
        "pair-capsule-capsule at frame 0: 0, 1",
        // A capsule's end at a rectangle's corner: the depth of faces that do not meet.
        "pair-capsule-rectangle at frame 0: 2, 3",
        // A segment that ends just on a wall.
        "propeller at frame 60: 0, 2",
        // Capsules that cross, a centre on an edge, and a wire level with the end of a capsule.
        "where-parry2d-differs at frame 0: 0, 1",
        "where-parry2d-differs at frame 0: 2, 3",
        "where-parry2d-differs at frame 0: 4, 5",
    ];
    assert_eq!(differ.iter().map(String::as_str).collect::<Vec<_>>(), known);
}

#[test]
fn a_contact_that_is_missing_or_made_up_is_found() {
    let circle = || Shape::circle(1.0).unwrap();
    let touching =
        Placed { a: circle(), pose_a: Pose::at(0.0, 0.0), b: circle(), pose_b: Pose::at(1.5, 0.0) };
    let contact = collide(&touching.a, &touching.pose_a, &touching.b, &touching.pose_b).unwrap();
    let missing =
        second_opinion::of(&touching.a, &touching.pose_a, &touching.b, &touching.pose_b, None, TOLERANCE)
            .unwrap();
    assert_eq!(missing.verdict, Agreement::Differ, "{missing:?}");
    let apart = Placed { pose_b: Pose::at(2.5, 0.0), ..touching };
    assert_eq!(apart.opinion().verdict, Agreement::Agree);
    let made_up = apart.opinion_on(&contact);
    assert_eq!(made_up.verdict, Agreement::Differ);
    assert_eq!(made_up.theirs, ParryAnswer::Apart { gap: 0.5, holds: true });
}

/// Whatever a file holds: no panic, no loop without end, and numbers or nothing.
#[test]
fn extreme_pairs_are_answered_or_left_alone() {
    let mut rng = Rng::with_seed(13);
    let mut answered = 0;
    let places = [0.0, 1.0, 0.3, -0.2, 1.0e-30, -3.0e5, 1.0e12, 3.0e38, f32::NAN, f32::INFINITY];
    for i in 0..4000 {
        let scales = [1.0, 0.4, 1.0e-3, 1.0e-6, 1.0e-30, 4.0e5, 1.0e-38];
        let (scale_a, scale_b) = (scales[rng.usize(0..scales.len())], scales[rng.usize(0..scales.len())]);
        let kinds: Vec<_> = kinds().collect();
        let (kind_a, kind_b) = kinds[i % kinds.len()];
        let shape = |rng: &mut Rng, kind, scale| match kind {
            ShapeKind::Circle => Shape::circle(scale),
            ShapeKind::Capsule => Shape::capsule(vec2(-scale, 0.0), vec2(scale, 0.3 * scale), scale),
            ShapeKind::Rectangle => Shape::rectangle(scale, 2.0 * scale * rng.f32()),
            ShapeKind::Polygon => Shape::polygon(&[vec2(scale, 0.0), vec2(0.0, scale), vec2(-scale, -scale)]),
            ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
            ShapeKind::Wall => Shape::wall(vec2(-scale, 0.0), vec2(scale, 0.1 * scale)),
        };
        let (Ok(a), Ok(b)) = (shape(&mut rng, kind_a, scale_a), shape(&mut rng, kind_b, scale_b)) else {
            continue;
        };
        let mut pose = || {
            let place = vec2(places[rng.usize(0..places.len())], places[rng.usize(0..places.len())]);
            Pose::new(place, 37.0 * rng.f32())
        };
        let (pose_a, pose_b) = (pose(), pose());
        let ours = collide(&a, &pose_a, &b, &pose_b);
        let opinion = second_opinion::of(&a, &pose_a, &b, &pose_b, ours.as_ref(), TOLERANCE);
        for answer in opinion.iter().map(|opinion| &opinion.theirs) {
            let depth = answer.claim().map_or(0.0, |claim| claim.depth);
            assert!(depth.is_finite(), "{a:?} {pose_a:?} {b:?} {pose_b:?}: {answer:?}");
        }
        answered += usize::from(opinion.is_some_and(|opinion| !opinion.text(Default::default()).is_empty()));
    }
    assert!(answered > 30, "{answered}");
}

#[test]
fn ties_are_told_as_ties() {
    let square = || Shape::rectangle(2.0, 2.0).unwrap();
    let pair = Placed { a: square(), pose_a: Pose::default(), b: square(), pose_b: Pose::default() };
    for turns in 0..4 {
        let contact = collide(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b).unwrap();
        let normal = Vec2::from_angle(f32::to_radians(90.0 * turns as f32));
        let opinion = pair.opinion_on(&with(contact, normal, 1.0));
        assert!(matches!(opinion.verdict, Agreement::Agree | Agreement::Tie), "{opinion:?}");
    }
    // A centre on a wall: up and down are as far.
    let (a, b) = (Shape::circle(1.0).unwrap(), Shape::wall(vec2(-3.0, 0.0), vec2(3.0, 0.0)).unwrap());
    let pair = Placed { a, pose_a: Pose::default(), b, pose_b: Pose::default() };
    assert_eq!(pair.opinion().verdict, Agreement::Tie);
}
