//! Inputs: what a person does to bodies while a world runs, planned by frame, so that a run that is replayed
//! gives the same bits.

use glam::{Mat2, Vec2};

use crate::body::{Body, Motion};
use crate::settings::{ValueError, check, finite};

/// Something done to a body before the steps of some frames. No effect on bodies of infinite mass, or that are gone.
#[derive(Clone, Debug, PartialEq)]
pub enum WorldInput {
    /// An impulse before the step that leaves `frame`.
    Push {
        /// Steps taken before.
        frame: u64,
        /// Index of the body.
        body: u32,
        /// Newton seconds.
        impulse: Vec2,
        /// World point; `None`: the centre of mass.
        at: Option<Vec2>,
    },
    /// A critically damped spring between a point of the body and one that moves.
    Pull(Pull),
    /// What a mover does from `frame` on, until its next line: how it walks. A jump is of this frame alone.
    Walk {
        /// Steps taken before.
        frame: u64,
        /// Index of the body, whose motion is [`Motion::Mover`].
        body: u32,
        /// -1 to 1, a share of its speed: to the right of its up.
        direction: f32,
        /// Whether it jumps, if it stands on ground.
        jump: bool,
    },
}

/// A spring that acts in the steps that leave the frames `first` to `last`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pull {
    /// First frame.
    pub first: u64,
    /// Last frame, included.
    pub last: u64,
    /// Index of the body.
    pub body: u32,
    /// The point of the body, local.
    pub from: Vec2,
    /// World positions of the other end by frame, ascending. It moves evenly between two frames, and rests
    /// before the first and after the last.
    pub to: Vec<(u64, Vec2)>,
    /// Newtons per metre, >= 0.
    pub stiffness: f32,
}

impl WorldInput {
    pub(crate) fn validate(&self) -> Result<(), ValueError> {
        match self {
            Self::Push { impulse, at, .. } => {
                finite(["impulse x", "impulse y"], *impulse)?;
                finite(["at x", "at y"], at.unwrap_or_default())
            }
            Self::Walk { direction, .. } => {
                check((-1.0..=1.0).contains(direction), "direction", *direction, "-1 to 1")
            }
            Self::Pull(pull) => {
                finite(["from x", "from y"], pull.from)?;
                check(pull.first <= pull.last, "first", pull.first as f32, "no frame after the last")?;
                pull.to.iter().try_for_each(|(_, to)| finite(["to x", "to y"], *to))?;
                for two in pull.to.windows(2) {
                    check(two[0].0 < two[1].0, "to", two[1].0 as f32, "frames in ascending order")?;
                }
                let holds = pull.stiffness.is_finite() && pull.stiffness >= 0.0;
                check(holds, "stiffness", pull.stiffness, "a finite number >= 0")
            }
        }
    }

    /// The index of its body.
    pub fn body(&self) -> u32 {
        match self {
            Self::Push { body, .. } | Self::Walk { body, .. } => *body,
            Self::Pull(pull) => pull.body,
        }
    }

    /// Whether it acts before the step that leaves `frame`; of a walk, whether it begins there.
    pub(crate) fn acts(&self, frame: u64) -> bool {
        match self {
            Self::Push { frame: at_frame, .. } | Self::Walk { frame: at_frame, .. } => *at_frame == frame,
            Self::Pull(pull) => pull.target(frame).is_some(),
        }
    }

    /// Acts on its body, unless that is a mover, before the step that leaves `frame` and takes `dt` seconds. An impulse after which
    /// the velocity would not be finite is left out.
    pub(crate) fn act(&self, frame: u64, dt: f32, body: &mut Body) {
        let _ = match self {
            Self::Push { frame: at_frame, impulse, at, .. } if *at_frame == frame => {
                body.apply_impulse(*impulse, at.unwrap_or(body.center()))
            }
            Self::Push { .. } | Self::Walk { .. } => Ok(()),
            Self::Pull(pull) => pull.act(frame, dt, body),
        };
    }
}

impl Pull {
    /// The target at a frame; `None` where the spring does not act.
    pub fn target(&self, frame: u64) -> Option<Vec2> {
        if !(self.first..=self.last).contains(&frame) {
            return None;
        }
        let after = self.to.partition_point(|(known, _)| *known <= frame);
        let before = after.checked_sub(1).and_then(|index| self.to.get(index));
        Some(match (before, self.to.get(after)) {
            (Some((from, start)), Some((to, end))) => {
                let share = (frame - from) as f32 / (to - from) as f32;
                *start + (*end - *start) * share
            }
            (Some((_, only)), None) | (None, Some((_, only))) => *only,
            (None, None) => return None,
        })
    }

    /// Applies the impulse J of a spring and damper by implicit Euler, which is stable at every stiffness:
    /// `J + s·K·J = dt·k·(target - point) - s·v`, with s = dt·c + dt²·k, K the inverse mass at the point and
    /// the critical damping c = 2·√(k·m).
    fn act(&self, frame: u64, dt: f32, body: &mut Body) -> Result<(), ValueError> {
        let (Some(target), Motion::Dynamic { mass, velocity, angular_velocity, .. }) =
            (self.target(frame), *body.motion())
        else {
            return Ok(());
        };
        let point = body.pose().world_from_local(self.from);
        let arm = (point - body.center()).perp();
        let turn = body.inverse_inertia();
        let inverse_mass = Mat2::from_diagonal(Vec2::splat(body.inverse_mass()))
            + Mat2::from_cols(arm * (arm.x * turn), arm * (arm.y * turn));
        let velocity = velocity + arm * angular_velocity.to_radians();
        let damping = 2.0 * (self.stiffness * mass).sqrt();
        let soft = dt * damping + dt * dt * self.stiffness;
        let system = Mat2::IDENTITY + inverse_mass * soft;
        let wanted = (target - point) * (dt * self.stiffness) - velocity * soft;
        body.apply_impulse(system.inverse() * wanted, point)
    }
}
