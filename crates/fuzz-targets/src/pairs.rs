//! A pair of shapes: what holds for every pair, and the kernels against the observed test.

use std::f32::consts::TAU;

use arbitrary::{Result, Unstructured};
use collide2d::{Aabb, PairKey, Pose, Shape, ShapeError, Trace, collide_many};
use glam::{Vec2, vec2};

use crate::decode::{between, number};

#[path = "../../collide2d/tests/shapes/common/pair.rs"]
mod pair;

use pair::{Pair, bits};

/// Pairs handed to the kernels at once: more than they have lanes.
const LANES: u8 = 20;

/// The sizes of a pair's shapes.
#[derive(Clone, Copy, PartialEq)]
enum Sizes {
    /// About this many metres.
    About(f32),
    /// A thousand times as long as thick.
    Thin,
}

/// Kernels and observers give the same bits for any numbers; where sizes and places are ordinary, swapping
/// negates the normal, `normal * depth` just separates, no direction is shorter, and the points lie between.
pub fn pairs(data: &[u8]) {
    let u = &mut Unstructured::new(data);
    let wild = u.ratio(1, 8).unwrap();
    let Ok(Some(pair)) = any_pair(u, wild) else { return };
    let _told = ToldOnPanic(&pair);
    pair.assert_observing_changes_nothing();
    assert_kernels_agree(&pair, u).unwrap();
    let walls = matches!((&pair.a, &pair.b), (Shape::Wall(_), Shape::Wall(_)));
    if !wild && !walls {
        pair.assert_axes_tell_the_truth();
        pair.assert_swapping_turns_the_normal_round();
        pair.assert_normal_times_depth_just_separates();
        pair.assert_depth_is_the_shortest_way_out(32);
        // Of a thin polygon's faces, less than 3e-4 radians apart, the reference face is chosen by cosines, which
        // cannot tell them apart in f32.
        if ![&pair.a, &pair.b].into_iter().any(is_thin_polygon) {
            pair.assert_points_lie_within_depth_of_both();
        }
    }
}

fn is_thin_polygon(shape: &Shape) -> bool {
    let Aabb { min, max } = shape.aabb(&Pose::default());
    matches!(shape, Shape::Polygon(_)) && (max - min).min_element() < 0.01 * (max - min).max_element()
}

/// Prints the pair where an assertion about it fails.
struct ToldOnPanic<'p>(&'p Pair);

impl Drop for ToldOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for (shape, pose) in [(&self.0.a, &self.0.pose_a), (&self.0.b, &self.0.pose_b)] {
                let (radius, corners) = (shape.bounding_circle().radius, shape.corners());
                eprintln!("{:?}, bounding radius {radius:?}, {corners:?}, {pose:?}", shape.kind());
            }
            eprintln!("{:?}", self.0.collide());
        }
    }
}

/// The pair and others near it, in both orders.
fn assert_kernels_agree(pair: &Pair, u: &mut Unstructured<'_>) -> Result<()> {
    let by = vec2(between(u, -0.25, 0.25)?, between(u, -0.25, 0.25)?) * pair.size;
    let near = (0..LANES).map(|i| {
        let moved = pair.with_a_moved(by * f32::from(i / 2));
        if i % 2 == 0 { moved } else { moved.swapped() }
    });
    let pairs: Vec<Pair> = near.collect();
    let bodies: Vec<(Shape, Pose)> =
        pairs.iter().flat_map(|p| [(p.a.clone(), p.pose_a), (p.b.clone(), p.pose_b)]).collect();
    let keys: Vec<PairKey> = (0..pairs.len() as u32).map(|i| PairKey::new(2 * i, 2 * i + 1)).collect();
    for (pair, contact) in pairs.iter().zip(collide_many(&bodies, &keys)) {
        assert_eq!(bits(&contact), bits(&pair.observed(&mut Trace::default())), "{pair:?}");
    }
    Ok(())
}

/// Two shapes near each other; `None` where the numbers make no shape.
fn any_pair(u: &mut Unstructured<'_>, wild: bool) -> Result<Option<Pair>> {
    let sizes = match u.int_in_range(0..=7_u8)? {
        0..=3 => [Sizes::About(1.0); 2],
        4 => [Sizes::About(1.0e-3); 2],
        5 => [Sizes::About(1.0e4); 2],
        6 => [Sizes::Thin; 2],
        _ => [Sizes::Thin, Sizes::About(1.0)],
    };
    let size = if let Sizes::About(size) = sizes[0] { size } else { 1.0 };
    let (Ok(a), Ok(b)) = (any_shape(u, sizes[0], wild)?, any_shape(u, sizes[1], wild)?) else {
        return Ok(None);
    };
    let base = vec2(0.3, -0.7) * size;
    let spread = between(u, 0.0, 1.6)?;
    let apart = vec2(between(u, -1.0, 1.0)?, between(u, -1.0, 1.0)?) * (spread * size);
    let (pose_a, pose_b) = if wild {
        let mut pose = || Ok(Pose::new(vec2(number(u)?, number(u)?), number(u)?));
        (pose()?, pose()?)
    } else {
        (Pose::new(base, degrees(u)?), Pose::new(base + apart, degrees(u)?))
    };
    Ok(Some(Pair { a, pose_a, b, pose_b, size }))
}

/// An angle, often a multiple of 45 degrees or next to one.
fn degrees(u: &mut Unstructured<'_>) -> Result<f32> {
    Ok(match u.int_in_range(0..=3_u8)? {
        0 => 45.0 * f32::from(u.int_in_range(0..=15_u8)?),
        1 => 90.0 * f32::from(u.int_in_range(0..=3_u8)?) + f32::from(u.arbitrary::<i8>()?) * 1.0e-5,
        _ => between(u, -400.0, 400.0)?,
    })
}

type AnyShape = std::result::Result<Shape, ShapeError>;

fn any_shape(u: &mut Unstructured<'_>, sizes: Sizes, wild: bool) -> Result<AnyShape> {
    let kind = u.int_in_range(0..=4_u8)?;
    let scale = match sizes {
        Sizes::About(scale) => scale,
        Sizes::Thin if !wild => return thin_shape(u, kind),
        Sizes::Thin => 1.0,
    };
    let mut part = |low: f32, high: f32| Ok(scale * if wild { number(u)? } else { between(u, low, high)? });
    Ok(match kind {
        0 => Shape::circle(part(0.2, 1.5)?),
        1 => Shape::rectangle(part(0.2, 2.0)?, part(0.2, 2.0)?),
        2 => {
            let start = vec2(part(-1.0, 1.0)?, part(-1.0, 1.0)?);
            let radius = part(0.1, 0.8)?;
            Shape::capsule(start, start + part(0.1, 2.0)? * direction(u)?, radius)
        }
        3 => {
            let start = vec2(part(-1.0, 1.0)?, part(-1.0, 1.0)?);
            let length = part(0.3, 3.0)?;
            Shape::wall(start, start + length * direction(u)?)
        }
        _ => {
            let radius = part(0.3, 1.5)?;
            polygon(u, radius, 1.0)?
        }
    })
}

fn thin_shape(u: &mut Unstructured<'_>, kind: u8) -> Result<AnyShape> {
    let length = between(u, 0.5, 2.0)?;
    Ok(match kind {
        0 => Shape::circle(between(u, 0.001, 0.5)?),
        1 => Shape::rectangle(length, length / 1000.0),
        2 => Shape::capsule(vec2(-0.5 * length, 0.0), vec2(0.5 * length, 0.0), length / 2000.0),
        3 => Shape::wall(Vec2::ZERO, length * direction(u)?),
        _ => polygon(u, length, 1.0e-3)?,
    })
}

fn direction(u: &mut Unstructured<'_>) -> Result<Vec2> {
    Ok(Vec2::from_angle(between(u, 0.0, TAU)?))
}

/// Points on an ellipse, half of the time at uneven angles.
fn polygon(u: &mut Unstructured<'_>, radius: f32, squash: f32) -> Result<AnyShape> {
    let (count, uneven) = (u.int_in_range(3..=12_u8)?, u.arbitrary::<bool>()?);
    let squash = squash * if uneven { between(u, 0.3, 1.0)? } else { 1.0 };
    let points = (0..count).map(|i| {
        let offset = if uneven { between(u, 0.0, 0.7)? } else { 0.0 };
        let angle = TAU * (f32::from(i) + offset) / f32::from(count);
        Ok(Vec2::from_angle(angle) * vec2(radius, radius * squash))
    });
    Ok(Shape::polygon(&points.collect::<Result<Vec<_>>>()?))
}
