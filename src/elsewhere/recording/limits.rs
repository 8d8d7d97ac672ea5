//! What a recording cannot show: places too far from the origin for an f32, and shapes that are lost in the tolerance.

use glam::Vec2;

use super::compare::{Comparison, Tolerances};
use super::{BodyKind, Recording};
use crate::scene::numbers::{count, number};

/// An f32's step is too coarse where it is more than this share of the tolerance.
const COARSE: f32 = 0.1;

/// A recorded body so far out that its place is coarse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FarBody {
    body: u32,
    /// The engine's number.
    frame: u64,
    /// The farther of its two coordinates from the origin. Metres.
    distance: f32,
    /// From one f32 to the next there. Metres.
    step: f32,
}

impl FarBody {
    /// "box is 100000 m from the origin in frame 44, where one f32 is 0.007812 m from the next: …".
    pub fn sentence(self, recording: &Recording) -> String {
        let Self { body, frame, distance, step } = self;
        let (name, distance, step) = (recording.body_name(body), number(distance), number(step));
        format!(
            "{name} is {distance} m from the origin in frame {frame}, where one f32 is {step} m from the next, more than a tenth of \
             the tolerance: the game should write places relative to a nearer origin"
        )
    }
}

impl Recording {
    /// What bounds a comparison with these tolerances, which found this: a sentence each.
    pub fn limits(&self, found: &Comparison, tolerances: Tolerances) -> Vec<String> {
        let far = self.farthest_out(found, tolerances).map(|far| far.sentence(self));
        far.into_iter().chain(self.lost_in(tolerances)).collect()
    }

    /// Of the bodies that are compared in a frame the one that is the farthest out, if its place is coarse there: what a game
    /// keeps for later is often put far away.
    fn farthest_out(&self, found: &Comparison, tolerances: Tolerances) -> Option<FarBody> {
        let told = (0..).zip(&self.frames).flat_map(|(index, frame)| {
            frame
                .contacts()
                .flat_map(|contact| <[u32; 2]>::from(contact.bodies))
                .map(move |body| (index, body))
        });
        let differ = found.differences.iter().flat_map(|one| {
            let index = self.index_of(one.frame).ok();
            let bodies = <[u32; 2]>::from(one.bodies).into_iter();
            index.into_iter().flat_map(move |index| bodies.clone().map(move |body| (index, body)))
        });
        let all = told.chain(differ).filter_map(|(index, body)| self.far_body(index, body, tolerances));
        all.reduce(|one, other| if other.distance > one.distance { other } else { one })
    }

    /// A body in the frame of this index; `None`: its place is not coarse, or it is not there.
    pub(super) fn far_body(&self, index: usize, body: u32, tolerances: Tolerances) -> Option<FarBody> {
        let frame = self.frames.get(index)?;
        let [x, y, _] = frame.pose(body)?;
        // In the file's unit, as it was read.
        let out = Vec2::new(x, y).abs().max_element();
        let unit = self.header.metres_per_unit;
        let (distance, step) = (out * unit, (out.next_up() - out) * unit);
        let is_coarse = step > COARSE * tolerances.tolerance;
        is_coarse.then_some(FarBody { body, frame: frame.frame, distance, step })
    }

    /// "2 of 3 bodies that move are at most 0.001 m across …", where half of such a body may be sunk without a row.
    fn lost_in(&self, tolerances: Tolerances) -> Option<String> {
        let every = self.every_body().ok()?;
        let is_moving = |body: u32| matches!(self.kind(body), BodyKind::Kinematic | BodyKind::Moved);
        let radii = (0..).zip(every.bodies()).filter(|(body, _)| is_moving(*body));
        let radii: Vec<f32> = radii.map(|(_, body)| body.shape().bounding_circle().radius).collect();
        let small = radii.iter().copied().filter(|radius| *radius <= tolerances.tolerance);
        let largest = small.clone().reduce(f32::max)?;
        let (small, of) = (small.count(), count(radii.len(), "body that moves", "bodies that move"));
        let are = if small == 1 { "is" } else { "are" };
        let (across, tolerance) = (number(2.0 * largest), number(tolerances.tolerance));
        let unit = number(self.header.metres_per_unit);
        Some(format!(
            "{small} of {of} {are} at most {across} m across, and what differs by up to {tolerance} m is no difference: is \
             \"metres_per_unit\": {unit} right? --tolerance sets it"
        ))
    }
}
