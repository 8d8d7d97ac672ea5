//! Contacts of a pair of shapes.

use glam::Vec2;

use crate::pose::Pose;
use crate::sat::SatObserver;
use crate::shape::Shape;

/// One point of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// From `a`'s position to the point, in world axes. Metres. Relative, so that it is exact far from the world's origin.
    pub from_a: Vec2,
    /// Penetration depth at this point. Metres, >= 0.
    pub depth: f32,
    /// Which features met here; the same from frame to frame while the same features meet.
    pub feature: u32,
}

/// How two shapes touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Unit vector on `b`'s surface that points toward `a`. World axes.
    pub normal: Vec2,
    /// Length of the shortest translation that separates the shapes. Metres, > 0.
    pub depth: f32,
    points: [ContactPoint; 2],
    count: u8,
}

impl Contact {
    /// One point, or two where flat meets flat.
    #[inline]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..usize::from(self.count)]
    }
}

/// The contact of two shapes; `None` where they are apart or only touch.
/// Wall against wall never has one.
pub fn collide(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<Contact> {
    collide_observed(a, pose_a, b, pose_b, &mut ())
}

/// [`collide`], with every axis of the separating-axis test told to `observer` in the order tried.
pub fn collide_observed(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    observer: &mut impl SatObserver,
) -> Option<Contact> {
    let _ = (a, pose_a, b, pose_b, observer);
    None
}

impl Contact {
    /// World position of one of [`Contact::points`], given the pose of `a`.
    pub fn world_point(pose_a: &Pose, point: &ContactPoint) -> Vec2 {
        pose_a.position + point.from_a
    }
}
