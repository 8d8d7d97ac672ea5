//! Data of the layers that show more than one frame: trails, ages, impulses, predicted impacts. The caller
//! fills it.

use collide2d::{Body, Pose, Turning, World};
use glam::Vec2;

use crate::elsewhere::recording::TheirContact;
use crate::elsewhere::recording::queries::TheirWay;
use crate::explain::second_opinion::{self, Opinion};
use crate::explain::stages::PointImpulse;
use crate::report::impacts::{Course, fallen, straight};
use crate::report::{ImpactReport, Report};

/// Data of the layers that show more than one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Impulses of the step that led to this frame; inside a step, those of its stage.
    pub impulses: Vec<PointImpulse>,
    /// Inside a step: the largest impulse of all its stages, as long as the longest arrow. Newton seconds.
    pub largest_of_step: Option<f32>,
    /// Past positions of each body's centre, oldest first.
    pub trails: Vec<(u32, Vec<Vec2>)>,
    /// How old the contacts are, sorted by pair.
    pub ages: Vec<ContactAge>,
    /// Predicted first contacts.
    pub impacts: Vec<ImpactGhost>,
    /// Time within which they were looked for. Seconds.
    pub horizon: Option<f32>,
    /// How the bodies move in the predictions that were asked for.
    pub courses: Vec<Course>,
    /// Candidate pairs of the broad phase: their AABBs and overlaps are drawn.
    pub broad_phase: Vec<(u32, u32)>,
    /// Inside a step: the bodies that its stage moved, with their poses before it; of a recording two that crossed, with
    /// those in the frame before.
    pub previous: Vec<(u32, Pose)>,
    /// They are those of the frame before.
    pub is_frame_before: bool,
    /// Inside a step: the generator that its stage works on.
    pub lit_generator: Option<u32>,
    /// The bodies at this frame as computed before the last edit.
    pub old_future: Vec<Body>,
    /// Of each kept run the bodies that are elsewhere at this frame, with the body of the same name.
    pub kept: Vec<Vec<(u32, Body)>>,
    /// What the engine of a second recording found in this frame, where the first one has not found the same.
    pub second: Vec<TheirContact>,
    /// Of a recording: what the other engine found in this frame.
    pub theirs: Theirs,
    /// What another library says of the selected pair.
    pub second_opinion: Option<Opinion>,
}

impl Extras {
    /// The second opinion on a pair whose axes the report holds.
    pub fn ask(&mut self, world: &World, report: &Report, pair: (u32, u32)) {
        let Some(pair) = report.pair(pair).filter(|pair| !pair.is_of_chain()) else { return };
        let Some((bodies, trace)) = pair.bodies(world).zip(pair.trace.as_deref()) else { return };
        self.second_opinion =
            second_opinion::of_bodies(bodies, trace.contact.as_ref(), second_opinion::TOLERANCE);
    }
}

/// What another engine found in a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Theirs {
    /// Name and version of the engine.
    pub engine: String,
    /// Its contacts.
    pub marks: Vec<TheirMark>,
    /// Its joints: from a body over where it is to the other body. World.
    pub joints: Vec<[Vec2; 3]>,
    /// What the game asked and where its answer lies.
    pub ways: Vec<TheirWay>,
}

/// A contact of another engine.
#[derive(Clone, Debug, PartialEq)]
pub struct TheirMark {
    /// The scene's bodies, `a < b`.
    pub pair: (u32, u32),
    /// What was recorded; its normal points toward `a`.
    pub contact: TheirContact,
    /// Ours is known to be another one.
    pub differs: bool,
}

/// How old a pair's contact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactAge {
    pub pair: (u32, u32),
    /// New, lasting or taken.
    pub age: Age,
}

/// How old a contact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Age {
    /// It began in the last step.
    New,
    /// It persists.
    Lasting,
    /// A sensor or a listener took it, so the solver skips it.
    Taken,
}

/// A predicted first contact, with both shapes at that time.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactGhost {
    pub pair: (u32, u32),
    /// Seconds from now.
    pub time: f32,
    /// World position of the touch.
    pub point: Vec2,
    pub normal: Vec2,
    /// Poses of the two bodies at that time.
    pub poses: [Pose; 2],
    /// Paths of the two centres from now until then.
    pub ways: [Vec<Vec2>; 2],
    /// How the bodies move until then.
    pub course: Course,
}

/// Parts of the path of a body that falls.
const PARABOLA: u32 = 32;

impl ImpactGhost {
    /// The poses of both bodies at a predicted impact, and their paths to it.
    pub fn of(world: &World, impact: &ImpactReport, course: Course) -> Option<Self> {
        let ghost = |index: u32| {
            let body = world.body(index)?;
            let (now, time, center) = (*body.pose(), impact.time, body.center());
            if course == Course::Falling {
                let pull = body.acceleration(world.settings().gravity);
                let moved = |time: f64| fallen(body.velocity(), pull, time).as_vec2();
                let then = Pose { position: now.position + moved(f64::from(time)), ..now };
                let at = |i: u32| center + moved(f64::from(time) * f64::from(i) / f64::from(PARABOLA));
                return Some((then, (0..=PARABOLA).map(at).collect::<Vec<_>>()));
            }
            let turning = if course == Course::Turning { Turning::of(body) } else { straight(body) };
            let then = turning.pose_after(&now, time);
            Some((then, vec![center, then.world_from_local(turning.center)]))
        };
        let ((pose_a, way_a), (pose_b, way_b)) = ghost(impact.a).zip(ghost(impact.b))?;
        Some(Self {
            pair: (impact.a, impact.b),
            time: impact.time,
            point: impact.point,
            normal: impact.normal,
            poses: [pose_a, pose_b],
            ways: [way_a, way_b],
            course,
        })
    }
}
