//! The sentences about a mover that is near what it does not touch: why it stands there, or goes no farther.

use collide2d::{Motion, MoverObstacle, MoverSurface, Side, World};
use glam::Vec2;

use super::sentences::Writer;
use super::{Quantity, Sentence, Topic};
use crate::explain::stages::other_side;
use crate::scene::obstacle::{MoverStop, NoClimb};

/// Why a mover is near what it does not touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum KeptOff {
    /// This one stands on the other.
    Stands(Side),
    /// The other is ground to this one, which met it in the last step.
    Met(Side),
    /// The other stopped this one in the last step.
    Stopped(Side, BlockedMover),
}

/// How a mover was stopped in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BlockedMover {
    surface: MoverSurface,
    /// The angle between the surface's normal and up, and that up to which it is ground. Degrees.
    slope: f32,
    max_slope: f32,
    /// Metres.
    step: f32,
    /// `None`: it did not try to climb.
    climb: Option<NoClimb>,
    is_stuck: bool,
}

impl KeptOff {
    /// `None`: none of the two is a mover that met the other.
    pub fn of(world: &World, (a, b): (u32, u32)) -> Option<Self> {
        let sides = [(Side::A, a, b), (Side::B, b, a)];
        let stopped =
            |&(side, mover, other): &(Side, u32, u32)| Some((side, BlockedMover::of(world, mover, other)?));
        let stands = |&&(_, mover, other): &&(Side, u32, u32)| {
            world.mover_ground(mover).is_some_and(|ground| ground.obstacle == MoverObstacle::Body(other))
        };
        if let Some((side, stopped)) =
            sides.iter().filter_map(stopped).find(|(_, stopped)| !stopped.surface.is_ground())
        {
            return Some(Self::Stopped(side, stopped));
        }
        let stands = sides.iter().find(stands).map(|(side, ..)| Self::Stands(*side));
        stands.or_else(|| sides.iter().find_map(stopped).map(|(side, _)| Self::Met(side)))
    }

    pub fn sentence(&self) -> Sentence {
        let writer = Writer::new(Topic::Verdict);
        let skin =
            ": a mover keeps a small distance from what it meets, its skin, so that the two do not touch.";
        match *self {
            Self::Stands(mover) => {
                writer.name(mover).words(" is a mover and stands on ").name(other_side(mover)).words(skin)
            }
            Self::Met(mover) => {
                let met = writer.name(mover).words(" is a mover that ").name(other_side(mover));
                met.words(" stopped in the last step").words(skin)
            }
            Self::Stopped(mover, stopped) => {
                let met = writer.name(mover).words(" is a mover that ").name(other_side(mover));
                stopped.words(met.words(" stopped in the last step").words(skin))
            }
        }
        .end()
    }
}

impl BlockedMover {
    /// By what a mover met last while it slid, of this obstacle.
    fn of(world: &World, mover: u32, other: u32) -> Option<Self> {
        let moved = world.mover_move(mover)?;
        let MoverStop { hit, climb } = MoverStop::of(moved, |met| met == MoverObstacle::Body(other))?;
        let Motion::Mover { up, max_slope, step, .. } = *world.body(mover)?.motion() else { return None };
        Some(Self {
            surface: hit.surface,
            slope: up.normalize_or(Vec2::Y).angle_to(hit.normal).abs().to_degrees(),
            max_slope,
            step,
            climb,
            is_stuck: moved.stuck,
        })
    }

    fn words(&self, writer: Writer) -> Writer {
        let slope = |writer: Writer| writer.angle(Quantity::Slope, self.slope.into());
        let said = match self.surface {
            MoverSurface::Ground | MoverSurface::Corner => return writer,
            MoverSurface::Wall => {
                let steep = slope(writer.words(" It is a wall to it: its normal there is "))
                    .words(" from up, and `max_slope` is ");
                steep.angle(Quantity::MaxSlope, self.max_slope.into()).words(".")
            }
            MoverSurface::Ceiling => {
                slope(writer.words(" It is a ceiling to it: its normal there is ")).words(" from up.")
            }
            MoverSurface::TooHigh => writer,
        };
        let said = match self.climb {
            None => said,
            Some(climb) => {
                let said = said
                    .words(" Nor does it climb it: lifted by its step, ")
                    .length(Quantity::Step, self.step);
                said.words(match climb {
                    NoClimb::TooHigh => " (`step`), it would stand on what reaches higher than that.",
                    NoClimb::InTheWay => " (`step`), it has something in the way as well.",
                    NoClimb::NoGround => " (`step`), it has no ground below.",
                })
            }
        };
        said.words(if self.is_stuck { " It is stuck: it made less than a hundredth of its way." } else { "" })
    }
}
