//! What a step did with a mover, as plain data. `world::walk` has the method.

use glam::Vec2;

/// How far a mover keeps from its obstacles, as a share of the smaller side of its bounding box, of a shape without inside of the
/// larger.
pub(crate) const SKIN_SHARE: f32 = 0.01;
/// The most that a mover keeps from its obstacles. Metres.
pub(crate) const MAX_SKIN: f32 = 0.005;

/// What inputs tell a mover for a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WalkOrder {
    /// Of the [`WorldInput::Walk`](crate::WorldInput::Walk) that is in force.
    pub frame: u64,
    /// -1 to 1, a share of its speed: to the right of its up.
    pub direction: f32,
    /// In this step.
    pub jump: bool,
}

/// How a step moved a body whose motion is [`Motion::Mover`](crate::Motion::Mover).
#[derive(Clone, Debug, PartialEq)]
pub struct MoverMove {
    /// Its index.
    pub body: u32,
    /// What it stood on as the step began; `None`: it was in the air.
    pub began_on: Option<MoverGround>,
    /// It jumped off that.
    pub jumped: bool,
    /// What it stands on after the move; `None`: it is in the air.
    pub ground: Option<MoverGround>,
    /// The way that walking, jumping and falling asked for. World, metres.
    pub wanted: Vec2,
    /// The way that it made of it; without pushes out of obstacles, steps, snapping and being carried.
    pub walked: Vec2,
    /// Its whole way in the step.
    pub moved: Vec2,
    /// It made less than a hundredth of the way that it wanted and did not land, or it could not be pushed out of what it
    /// overlaps.
    pub stuck: bool,
    /// In their order.
    pub casts: Vec<MoverCast>,
}

/// What a mover meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoverObstacle {
    /// The body of this index.
    Body(u32),
    /// The ground of this index among the generators.
    Generator(u32),
}

/// The ground of a mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverGround {
    /// What it is.
    pub obstacle: MoverObstacle,
    /// Unit vector out of the ground: of a corner that is climbed the normal of the face behind it. World axes.
    pub normal: Vec2,
    /// Where the mover touches it. World, metres.
    pub point: Vec2,
}

/// One cast of a mover's shape, or one push out of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverCast {
    /// What it was for.
    pub purpose: MoverPurpose,
    /// The mover's position as it began. World, metres.
    pub from: Vec2,
    /// The whole way that was looked at; of [`MoverPurpose::PushOut`] the way that it was pushed.
    pub by: Vec2,
    /// The first obstacle on it.
    pub hit: Option<MoverHit>,
    /// How far it moved; of a climb that came to no step the last cast moved back to where the first began. World, metres.
    pub moved: Vec2,
}

/// What stopped a mover's cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverHit {
    /// What it is.
    pub obstacle: MoverObstacle,
    /// Of the cast's way, where the shape itself would touch: more than 1 of what is beyond the way, and nearer than the
    /// distance that the mover keeps.
    pub fraction: f32,
    /// Unit vector on the obstacle's surface, toward the mover. World axes.
    pub normal: Vec2,
    /// World, metres.
    pub point: Vec2,
    /// What the mover takes the obstacle for.
    pub surface: MoverSurface,
}

/// What an obstacle is to a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoverSurface {
    /// No steeper than its `max_slope`.
    Ground,
    /// Steeper, but the corner of a step that it climbs, which is ground to it.
    Corner,
    /// Steeper.
    Wall,
    /// The normal points down as steeply as that of ground points up.
    Ceiling,
    /// Below a mover that tried to climb: it reaches higher above where that stands than its `step`.
    TooHigh,
}

impl MoverSurface {
    /// Whether the mover can stand on it.
    pub fn is_ground(self) -> bool {
        matches!(self, Self::Ground | Self::Corner)
    }
}

/// What a cast of a mover is for, in the order of a step; what moves may push it out last as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoverPurpose {
    /// It is pushed out of an obstacle, or up to its least distance.
    PushOut,
    /// The ground below it is looked for.
    FindGround,
    /// It moves on its way, or along what stopped it.
    Slide,
    /// It is lifted to climb a step.
    StepUp,
    /// It goes on, lifted.
    StepOver,
    /// It is set down on the step.
    StepDown,
    /// It follows ground that falls away.
    Snap,
    /// The ground, which moves, carries it.
    Carry,
}

/// How a mover goes on once a step is over. Metres per second.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Onward {
    pub velocity: Vec2,
    /// Of `velocity` in the air what it has without walking, across `up`: of the ground that it left, or of sliding.
    pub drift: Vec2,
}

stored!(Onward { velocity, drift });

/// A world's movers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Movers {
    /// Of the last step, by body.
    pub moves: Vec<MoverMove>,
    /// Those of `moves`: how they go on.
    pub after: Vec<Onward>,
    /// Bodies that may be movers; every mover is one.
    pub candidates: Vec<u32>,
}

stored!(Movers { moves, after, candidates });

impl Movers {
    /// The body of this index may have become a mover.
    pub fn may_have(&mut self, index: u32) {
        if self.candidates.last() != Some(&index) {
            self.candidates.push(index);
        }
    }
}

stored!(MoverMove { body, began_on, jumped, ground, wanted, walked, moved, stuck, casts });
stored_enum!(MoverObstacle { 0: Body(index), 1: Generator(index) });
stored!(MoverGround { obstacle, normal, point });
stored!(MoverCast { purpose, from, by, hit, moved });
stored!(MoverHit { obstacle, fraction, normal, point, surface });
stored_enum!(MoverSurface { 0: Ground, 1: Wall, 2: Ceiling, 3: TooHigh, 4: Corner });
stored_enum!(MoverPurpose {
    0: PushOut,
    1: FindGround,
    2: Slide,
    3: StepUp,
    4: StepOver,
    5: StepDown,
    6: Snap,
    7: Carry,
});
