//! Steps of one representable number, and the pair of neighbouring numbers between which touching begins.

use collide2d::{Pose, Shape, collide};
use glam::{DVec2, Vec2};

use crate::explain::minkowski;

/// One of the two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldAxis {
    X,
    Y,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nudge {
    /// The coordinate that changes.
    pub axis: WorldAxis,
    pub grows: bool,
}

impl Nudge {
    /// The way along the axis that is nearest to a direction; of a tie along x.
    pub fn along(direction: Vec2) -> Self {
        if direction.x.abs() >= direction.y.abs() {
            Self { axis: WorldAxis::X, grows: direction.x >= 0.0 }
        } else {
            Self { axis: WorldAxis::Y, grows: direction.y >= 0.0 }
        }
    }

    fn vector(self) -> DVec2 {
        let unit = match self.axis {
            WorldAxis::X => DVec2::X,
            WorldAxis::Y => DVec2::Y,
        };
        if self.grows { unit } else { -unit }
    }
}

impl WorldAxis {
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
        }
    }

    pub fn of(self, place: Vec2) -> f32 {
        match self {
            Self::X => place.x,
            Self::Y => place.y,
        }
    }

    /// The place with another coordinate.
    pub fn set(self, place: Vec2, value: f32) -> Vec2 {
        match self {
            Self::X => Vec2::new(value, place.y),
            Self::Y => Vec2::new(place.x, value),
        }
    }
}

/// The place with its coordinate moved to the next representable number. There is one 0, whatever its sign.
pub fn stepped(place: Vec2, way: Nudge) -> Vec2 {
    let value = way.axis.of(place);
    let next = if way.grows { value.next_up() } else { value.next_down() };
    way.axis.set(place, next + 0.0)
}

/// A number to its last bit, and the bits: "0.1 (3dcccccd)".
pub fn bits(value: f32) -> String {
    format!("{value} ({:08x})", value.to_bits())
}

/// Neighbouring numbers between which a shape that comes along a way begins to touch another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchBegins {
    pub axis: WorldAxis,
    /// The last number at which the two are apart. Metres.
    pub apart: f32,
    /// The first at which they touch. Metres.
    pub touching: f32,
}

/// Where `a`, coming along the way and not turned, begins to touch `b`; `None`: it passes by, or its numbers end
/// before.
///
/// How far apart the two are is convex along the way, so it has one least value; from there back to where they are
/// apart is one crossing, which bisection over the numbers finds, as the core decides each.
pub fn touch_begins(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, way: Nudge) -> Option<TouchBegins> {
    let sum = minkowski::sum(a, pose_a.rotation, b, pose_b.rotation)?;
    let (at, along) = (minkowski::offset(pose_a, pose_b), way.vector());
    let reach = sum.corners().iter().map(|corner| corner.at.length()).fold(0.0, f64::max) + sum.radius();
    // From here on `from` is so far back that nothing touches, and `to` past everything.
    let middle = -at.dot(along);
    let (mut from, mut to) = (middle - 1.01 * reach, middle + 1.01 * reach);
    let distance = |way: f64| sum.nearest(at + along * way).distance;
    let back = from;
    for _ in 0..200 {
        let (one, other) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if distance(one) <= distance(other) {
            to = other;
        } else {
            from = one;
        }
    }
    let coordinate = |along: f64| way.axis.of((pose_a.position.as_dvec2() + way.vector() * along).as_vec2());
    let touches = |value: f32| {
        let moved = Pose { position: way.axis.set(pose_a.position, value), ..*pose_a };
        collide(a, &moved, b, pose_b).is_some()
    };
    let (mut apart, mut touching) = (coordinate(back), coordinate(0.5 * (from + to)));
    if !apart.is_finite() || !touching.is_finite() || touches(apart) || !touches(touching) {
        return None;
    }
    // The order of the numbers is that of these whole numbers, so that every step halves how many are left.
    while ordered(apart).abs_diff(ordered(touching)) > 1 {
        let between = number(i32::midpoint(ordered(apart), ordered(touching)));
        if touches(between) {
            touching = between;
        } else {
            apart = between;
        }
    }
    Some(TouchBegins { axis: way.axis, apart: apart + 0.0, touching: touching + 0.0 })
}

/// The place of a finite number among all: neighbours differ by 1, and 0 is 0.
fn ordered(value: f32) -> i32 {
    let bits = value.to_bits() as i32;
    if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits }
}

fn number(ordered: i32) -> f32 {
    f32::from_bits(if ordered < 0 { i32::MIN.wrapping_sub(ordered) } else { ordered } as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_order_and_neighbours_differ_by_one() {
        for value in [0.0, 1.0, -1.0, 1.0e-45, -1.0e-45, 0.1, -3.5e8, f32::MAX, f32::MIN] {
            assert_eq!(number(ordered(value)), value);
        }
        for value in [0.0_f32, 1.0, -1.0, 2.0e-45, -0.1, 1.0e6] {
            assert_eq!(ordered(value.next_up()), ordered(value) + 1, "{value}");
        }
        assert_eq!(
            stepped(Vec2::new(1.0, 2.0), Nudge { axis: WorldAxis::Y, grows: false }).y,
            2.0_f32.next_down()
        );
        assert_eq!(bits(0.1), "0.1 (3dcccccd)");
    }
}
