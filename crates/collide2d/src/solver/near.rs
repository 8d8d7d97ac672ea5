//! Speculative contacts: of shapes that do not touch yet, so that `Rigid` can stop them in time.

use std::ops::ControlFlow;

use glam::Vec2;

use super::gap::widest_gap;
use crate::body::Body;
use crate::collide::collide_observed;
use crate::collide::leaves::LeafPair;
use crate::contact::manifold::Contact;
use crate::pose::Pose;
use crate::sat::axis::{AxisTest, SatObserver};
use crate::settings::WorldSettings;
use crate::shape::BoundingCircle;
use crate::shape::corners::Hull;
use crate::shape::leaf::LeafShape;
use crate::sweep::rotating::touch_within;
use crate::sweep::{Turning, first_touch};

/// Widest gap of a speculative contact. Metres.
pub(crate) const NEAR: f32 = 0.02;
/// The same for shapes at rest.
const NEAR_AT_REST: f32 = 0.004;
/// The same as a fraction of the smaller bounding circle's radius.
const NEAR_SHARE: f32 = 0.1;
/// What moves by more than this across the normal in a step is swept. Metres.
const PASSING: f32 = 0.01;
/// Accuracy of that sweep. Metres.
const ACCURACY: f32 = 1.0e-4;
/// Factor beyond rounding.
const MORE_THAN_ROUNDING: f32 = 1.001;
/// Normals closer than this are the same. Cosine.
const SAME_NORMAL: f32 = 0.999;

/// The contact that the pair would have if `a` were displaced by `offset`; the true depth is
/// `depth + offset · normal`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Displaced {
    pub contact: Contact,
    pub offset: Vec2,
}

impl Displaced {
    /// From a depth of the displaced contact to the true depth. Metres; negative: the gap.
    pub(crate) fn depth(&self, displaced: f32) -> f32 {
        displaced + self.offset.dot(self.contact.normal)
    }

    /// The contact of the shapes where they are, its depths negative across a gap.
    pub(crate) fn in_place(&self) -> Contact {
        let mut contact = self.contact;
        contact.deepen(self.depth(0.0));
        contact.shift(self.offset * 0.5);
        contact
    }
}

/// The speculative contact of shapes that are apart, displaced across the gap; `None` beyond [`margin`].
pub(crate) fn approach(
    pair: &LeafPair<'_>,
    bodies: [&Body; 2],
    settings: &WorldSettings,
) -> Option<Displaced> {
    let margin = margin(pair, bodies, settings.timestep);
    let LeafPair { a, b, .. } = pair;
    let (disc_a, disc_b) = (disc(a), disc(b));
    let reach = disc_a.radius + disc_b.radius + margin;
    if disc_a.center.distance_squared(disc_b.center) > reach * reach {
        return None;
    }
    if is_flat(a) && is_flat(b) {
        let (normal, overlap) = widest_gap(a.shape, &a.pose, b.shape, &b.pose, margin)?;
        let found = (overlap <= 0.0).then(|| displaced(pair, normal, margin)).flatten()?;
        return (!passes_by(pair, bodies, normal, settings)).then_some(found);
    }
    let mut widest = Widest { margin, axis: None };
    collide_observed(a.shape, &a.pose, b.shape, &b.pose, &mut widest);
    let axis = widest.axis.filter(|axis| (-margin..=0.0).contains(&axis.overlap))?;
    let found = displaced(pair, axis.toward_a(), margin)?;
    (!passes_by(pair, bodies, axis.toward_a(), settings)).then_some(found)
}

/// The contact of one point of a touching pair of flat shapes, with the points that are near and do not touch.
pub(crate) fn with_near_points(
    contact: &Contact,
    pair: &LeafPair<'_>,
    bodies: [&Body; 2],
    dt: f32,
) -> Displaced {
    let as_found = Displaced { contact: *contact, offset: Vec2::ZERO };
    let has_faces = |leaf: &LeafShape<'_>| leaf.shape.kind().has_faces();
    if !has_faces(&pair.a) || !has_faces(&pair.b) {
        return as_found;
    }
    // Where the other end of the faces' common stretch is farther than any margin.
    let [first, second] = contact.ends();
    if first.depth - second.depth > MORE_THAN_ROUNDING * (contact.depth + most_margin(pair)) {
        return as_found;
    }
    let margin = margin(pair, bodies, dt);
    if !second_is_near(contact, pair, contact.depth + margin) {
        return as_found;
    }
    displaced(pair, contact.normal, margin).unwrap_or(as_found)
}

/// The bounding circle where the leaf is.
fn disc(leaf: &LeafShape<'_>) -> BoundingCircle {
    let local = leaf.shape.bounding_circle();
    BoundingCircle { center: leaf.pose.world_from_local(local.center), radius: local.radius }
}

/// The whole outline consists of faces.
fn is_flat(leaf: &LeafShape<'_>) -> bool {
    leaf.shape.kind().has_flat_core() && leaf.shape.radius() == 0.0
}

/// Widest gap that matters in a step of `dt`: twice what the present speeds can close, plus a constant for
/// speed gained in the step; at most [`most_margin`]. Metres.
fn margin(pair: &LeafPair<'_>, [a, b]: [&Body; 2], dt: f32) -> f32 {
    let [radius_a, radius_b] = radii(pair);
    let rim = |body: &Body, radius: f32| body.angular_velocity().to_radians().abs() * 2.0 * radius;
    let speed = (a.velocity() - b.velocity()).length() + rim(a, radius_a) + rim(b, radius_b);
    most_margin(pair).min(NEAR_AT_REST + 2.0 * speed * dt)
}

/// The widest that a gap may be at any speed: [`NEAR`], or less of what is small. Metres.
fn most_margin(pair: &LeafPair<'_>) -> f32 {
    let [radius_a, radius_b] = radii(pair);
    NEAR.min(NEAR_SHARE * radius_a.min(radius_b))
}

/// Those of the bounding circles. Metres.
fn radii(pair: &LeafPair<'_>) -> [f32; 2] {
    [&pair.a, &pair.b].map(|leaf| leaf.shape.bounding_circle().radius)
}

/// Whether two shapes move past each other by more than [`PASSING`] in the step and do not touch: their normal would not
/// stay the same.
fn passes_by(pair: &LeafPair<'_>, [a, b]: [&Body; 2], normal: Vec2, settings: &WorldSettings) -> bool {
    let dt = settings.timestep;
    // In the mean of the step: what stands on what moves on below it comes nearer by its weight alone.
    let velocity_of = |body: &Body| body.velocity() + body.acceleration(settings.gravity) * (0.5 * dt);
    let velocity = velocity_of(a) - velocity_of(b);
    if velocity.perp_dot(normal).abs() * dt <= PASSING {
        return false;
    }
    let LeafPair { a: leaf_a, b: leaf_b, .. } = pair;
    let touch = if a.angular_velocity() == 0.0 && b.angular_velocity() == 0.0 {
        first_touch(leaf_a.shape, &leaf_a.pose, leaf_b.shape, &leaf_b.pose, velocity, dt).is_some()
    } else {
        let motion = |body: &Body, leaf: &LeafShape<'_>, position: Vec2| {
            let center = position + body.pose().rotation.rotate(body.local_center());
            let center = leaf.pose.local_from_world(center);
            Turning { velocity: velocity_of(body), center, ..Turning::of(body) }
        };
        let motions = [&motion(a, leaf_a, pair.position_a), &motion(b, leaf_b, pair.position_b)];
        touch_within([leaf_a.shape, leaf_b.shape], [&leaf_a.pose, &leaf_b.pose], motions, dt, ACCURACY)
    };
    !touch
}

/// Whether the facing faces of two flat shapes recede by at most `depth` over the length that the other shape
/// may cover. If one recedes farther, no displacement by `depth` finds a second point.
fn second_is_near(contact: &Contact, LeafPair { a, b, .. }: &LeafPair<'_>, depth: f32) -> bool {
    let near = |leaf: &LeafShape<'_>, toward: Vec2, across: f32| {
        let toward = leaf.pose.rotation.unrotate(toward);
        let mut made = None;
        let hull = Hull::of(leaf.shape, &mut made);
        let face = hull.facing(toward);
        let face = hull.corner(hull.next(face)) - hull.corner(face);
        let fall = face.dot(toward).abs();
        // Over the whole face, or over the other shape's diameter.
        fall <= depth || fall * across <= depth * face.length()
    };
    let across = |leaf: &LeafShape<'_>| 2.0 * leaf.shape.bounding_circle().radius;
    near(b, contact.normal, across(a)) && near(a, -contact.normal, across(b))
}

/// The contact after `a` moves by `distance` against `normal`, if its normal stays the same.
fn displaced(pair: &LeafPair<'_>, normal: Vec2, distance: f32) -> Option<Displaced> {
    let pose = &pair.a.pose;
    let moved = Pose { position: pose.position - normal * distance, ..*pose };
    let contact = pair.collide_with_a_at(&moved)?;
    let offset = moved.position - pose.position;
    (contact.normal.dot(normal) > SAME_NORMAL).then_some(Displaced { contact, offset })
}

/// Keeps the axis of the widest gap; stops at a gap wider than the margin.
struct Widest {
    margin: f32,
    axis: Option<AxisTest>,
}

impl SatObserver for Widest {
    const INTERVALS: bool = false;

    fn early_out(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
        if self.axis.is_none_or(|widest| test.overlap < widest.overlap) {
            self.axis = Some(*test);
        }
        if test.overlap < -self.margin { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/near.rs"]
mod tests;
