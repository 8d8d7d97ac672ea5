//! Contacts of shapes that do not touch yet, so that `Rigid` sees a touch coming.

use std::ops::ControlFlow;

use glam::Vec2;

use super::gap::widest_gap;
use crate::body::Body;
use crate::collide::{collide, collide_observed};
use crate::contact::manifold::Contact;
use crate::pose::Pose;
use crate::sat::axis::{AxisTest, SatObserver};
use crate::shape::ShapeKind;
use crate::shape::hull::AnchoredHull;

/// Shapes closer than this are looked at. Metres.
pub(crate) const NEAR: f32 = 0.02;
/// The same of shapes at rest.
const NEAR_AT_REST: f32 = 0.004;
/// The same as a share of the smaller bounding circle's radius.
const NEAR_SHARE: f32 = 0.1;
/// Normals closer than this are one. Cosine.
const SAME_NORMAL: f32 = 0.999;

/// The contact that the pair would have if `a` were displaced by `offset`; the depth that it has is lower by `-offset · normal`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Displaced {
    pub contact: Contact,
    pub offset: Vec2,
}

impl Displaced {
    /// The depth as the bodies are, of a depth found with the displacement. Metres; negative: the gap.
    pub(crate) fn depth(&self, displaced: f32) -> f32 {
        displaced + self.offset.dot(self.contact.normal)
    }
}

/// Where the shapes are apart by no more than [`NEAR`]: the contact after `a` moves across the gap.
pub(crate) fn approach(a: &Body, b: &Body, dt: f32) -> Option<Displaced> {
    let margin = margin(a, b, dt);
    let (disc_a, disc_b) = (a.bounding_circle(), b.bounding_circle());
    let reach = disc_a.radius + disc_b.radius + margin;
    if disc_a.center.distance_squared(disc_b.center) > reach * reach {
        return None;
    }
    if is_flat(a) || is_flat(b) {
        let (normal, overlap) = widest_gap(a.shape(), a.pose(), b.shape(), b.pose(), margin)?;
        if is_flat(a) && is_flat(b) {
            return (overlap <= 0.0).then(|| displaced(a, b, normal, margin)).flatten();
        }
    }
    let mut widest = Widest { margin, axis: None };
    collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut widest);
    let axis = widest.axis.filter(|axis| (-margin..=0.0).contains(&axis.overlap))?;
    displaced(a, b, axis.toward_a(), margin)
}

/// A touching pair of flat shapes with all points that are near, not only those that touch.
pub(crate) fn with_near_points(contact: &Contact, a: &Body, b: &Body, dt: f32) -> Displaced {
    let as_found = Displaced { contact: *contact, offset: Vec2::ZERO };
    if contact.points().len() > 1 || !second_is_near(contact, a, b, contact.depth + NEAR) {
        return as_found;
    }
    let margin = margin(a, b, dt);
    if !second_is_near(contact, a, b, contact.depth + margin) {
        return as_found;
    }
    displaced(a, b, contact.normal, margin).unwrap_or(as_found)
}

/// All of its outline are faces.
fn is_flat(body: &Body) -> bool {
    match body.shape().kind() {
        ShapeKind::Circle | ShapeKind::Capsule => false,
        ShapeKind::Rectangle | ShapeKind::Polygon | ShapeKind::Wall => true,
    }
}

/// How wide a gap matters in a step of `dt`: twice as wide as the two may close in it by the speed that they have, and a little more for what
/// they gain in it; never more than [`NEAR`].
fn margin(a: &Body, b: &Body, dt: f32) -> f32 {
    let (radius_a, radius_b) = (a.shape().bounding_circle().radius, b.shape().bounding_circle().radius);
    let rim = |body: &Body, radius: f32| body.angular_velocity().to_radians().abs() * 2.0 * radius;
    let speed = (a.velocity() - b.velocity()).length() + rim(a, radius_a) + rim(b, radius_b);
    let most = NEAR.min(NEAR_SHARE * radius_a.min(radius_b));
    most.min(NEAR_AT_REST + 2.0 * speed * dt)
}

/// Whether the faces of two flat shapes that look at each other fall back by no more than `depth` over the length that the other shape
/// may cover. Where one falls back farther, no displacement by so much finds a second point.
fn second_is_near(contact: &Contact, a: &Body, b: &Body, depth: f32) -> bool {
    let near = |body: &Body, toward: Vec2, across: f32| {
        let toward = body.pose().rotation.unrotate(toward);
        let mut made = None;
        let hull = AnchoredHull::of(body.shape(), &mut made).hull;
        let face = hull.facing(toward);
        let face = hull.corner(hull.next(face)) - hull.corner(face);
        let fall = face.dot(toward).abs();
        // Of the whole face, or of as much of it as the other shape is across.
        fall <= depth || fall * across <= depth * face.length()
    };
    let across = |body: &Body| 2.0 * body.shape().bounding_circle().radius;
    let has_faces = a.shape().kind().has_faces() && b.shape().kind().has_faces();
    has_faces && near(b, contact.normal, across(a)) && near(a, -contact.normal, across(b))
}

/// The contact after `a` moves by `distance` against `normal`, if it keeps that normal.
fn displaced(a: &Body, b: &Body, normal: Vec2, distance: f32) -> Option<Displaced> {
    let pose = a.pose();
    let moved = Pose { position: pose.position - normal * distance, ..*pose };
    let contact = collide(a.shape(), &moved, b.shape(), b.pose())?;
    let offset = moved.position - pose.position;
    (contact.normal.dot(normal) > SAME_NORMAL).then_some(Displaced { contact, offset })
}

/// Keeps the axis along which the shapes are farthest apart, until they are apart by more than the margin.
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
