//! Contacts of shapes that do not touch yet, so that `Rigid` sees a touch coming.

use std::ops::ControlFlow;

use glam::Vec2;

use crate::contact::{Contact, collide, collide_observed};
use crate::pose::Pose;
use crate::sat::{AxisTest, SatObserver};
use crate::shape::Shape;
use crate::world::Body;

/// Shapes closer than this are looked at. Metres.
pub(crate) const NEAR: f32 = 0.02;
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
pub(crate) fn approach(a: &Body, b: &Body) -> Option<Displaced> {
    let margin = margin(a, b);
    let (disc_a, disc_b) = (a.bounding_circle(), b.bounding_circle());
    let reach = disc_a.radius + disc_b.radius + margin;
    if disc_a.center.distance_squared(disc_b.center) > reach * reach {
        return None;
    }
    let mut widest = Widest { margin, axis: None };
    collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut widest);
    let axis = widest.axis.filter(|axis| (-margin..=0.0).contains(&axis.overlap))?;
    let a_is_below = axis.a.max - axis.b.min <= axis.b.max - axis.a.min;
    let normal = if a_is_below { -axis.direction } else { axis.direction };
    displaced(a, b, normal, margin)
}

/// A touching pair of flat shapes with all points that are near, not only those that touch.
pub(crate) fn with_near_points(contact: &Contact, a: &Body, b: &Body) -> Displaced {
    let margin = margin(a, b);
    (contact.points().len() < 2 && second_is_near(contact, a, b, contact.depth + margin))
        .then(|| displaced(a, b, contact.normal, margin))
        .flatten()
        .unwrap_or(Displaced { contact: *contact, offset: Vec2::ZERO })
}

fn margin(a: &Body, b: &Body) -> f32 {
    NEAR.min(NEAR_SHARE * a.bounding_circle().radius.min(b.bounding_circle().radius))
}

/// Whether each of two flat shapes has a second corner, or a point of the face to it that the other one may cover, no farther back along
/// the normal than `depth`. Where one has not, no displacement by so much finds a second point.
fn second_is_near(contact: &Contact, a: &Body, b: &Body, depth: f32) -> bool {
    let (across_a, across_b) = (2.0 * a.bounding_circle().radius, 2.0 * b.bounding_circle().radius);
    let near = |body: &Body, toward: Vec2, across: f32| {
        let toward = body.pose().rotation.unrotate(toward);
        let back = |face: Vec2| face.dot(toward).abs() * (across / face.length()).min(1.0);
        match body.shape() {
            Shape::Circle(_) => false,
            Shape::Rectangle(r) => {
                let half = r.half_extents();
                [Vec2::new(2.0 * half.x, 0.0), Vec2::new(0.0, 2.0 * half.y)]
                    .map(back)
                    .iter()
                    .any(|&b| b <= depth)
            }
            Shape::Wall(w) => back(w.end() - w.start()) <= depth,
            Shape::Polygon(p) => {
                let corners = p.vertices();
                let along = |i: &usize| corners[*i].dot(toward);
                let first = (0..corners.len()).reduce(|i, j| if along(&j) > along(&i) { j } else { i });
                let first = first.unwrap_or(0);
                let (next, last) = ((first + 1) % corners.len(), (first + corners.len() - 1) % corners.len());
                [next, last].iter().any(|&i| back(corners[i] - corners[first]) <= depth)
            }
        }
    };
    near(a, -contact.normal, across_b) && near(b, contact.normal, across_a)
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
