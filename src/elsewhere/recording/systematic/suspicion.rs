//! What may be wrong with a whole recording.

use collision_record::{Body, Shape};

use super::found_rows::PerFrame;
use crate::elsewhere::recording::pushed_out::PushedOut;
use crate::elsewhere::recording::{BodyKind, Recording};

/// What may be wrong with a recording.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Suspicion {
    Normals,
    /// The y of normals points the other way than that of poses.
    NormalsY,
    /// Depths are distances, negative where shapes overlap.
    Depths,
    /// The contacts are of bodies that are not turned, whatever their angles.
    NotTurned,
    Angles,
    /// The contacts were found on the poses of the frame before.
    PosesBefore,
    /// The contacts were found on the poses of the frame after.
    PosesAfter,
    /// The contacts were found on poses so much of the way to the frame after; negative: to the frame before.
    PosesBetween(f32),
    /// The pose of a body with a rectangle is that one's top left corner.
    TopLeft,
    /// It is the lower left one.
    LowerLeft,
    /// A pose is the top left corner of the box around what is not turned, and bodies turn about the middle of that box.
    BoxCorner(BoxOf),
    /// A pose is the centre of mass, and shapes are as they were drawn.
    CentreOfMass,
    /// Width and height of rectangles are from the centre to a side.
    HalfExtents,
    /// The width of rectangles is their height.
    SidesSwapped,
    /// The radius of circles and capsules is their diameter.
    Diameters,
    /// The radius of circles is their diameter, that of capsules is none.
    CircleDiameters,
    /// Angles turn the other way than the header says.
    OppositeAngles,
    /// The y axis of shapes in their body points the other way than that of poses.
    ShapesY,
    /// Points are told in the frame of the first body that the contact names.
    PointsOfA,
    /// In that of the second.
    PointsOfB,
    /// Depths and points are ours times so much.
    Scaled {
        depths: f32,
        points: f32,
    },
    /// So much deeper or shallower are all depths. Metres.
    Margin(f32),
    /// The poses of some bodies are one frame late.
    LatePoses(LateBodies),
    /// The normals of two kinds of shapes in this order are the opposite.
    NormalsOf([&'static str; 2]),
    /// The depths of two kinds of shapes, in any order, are ours times so much.
    DepthsOf([&'static str; 2], f32),
    /// Poses are those after the push-out.
    PushedOut(PushedOut),
}

/// The bodies whose poses are one frame late.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LateBodies {
    /// A recorded body.
    One(u32),
    Kinematic,
}

impl LateBodies {
    /// `body`: a recorded one.
    pub fn has(self, body: u32, recording: &Recording) -> bool {
        match self {
            Self::One(one) => body == one,
            Self::Kinematic => recording.kind(body) == BodyKind::Kinematic,
        }
    }
}

/// The bodies whose poses are at a corner of their box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BoxOf {
    All,
    Circles,
    /// All but circles.
    Others,
}

impl BoxOf {
    pub fn has(self, body: &Body) -> bool {
        let is_circle = body.shapes.iter().all(|placed| matches!(placed.shape, Shape::Circle { .. }));
        match self {
            Self::All => true,
            Self::Circles => is_circle,
            Self::Others => !is_circle,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::All => "all bodies",
            Self::Circles => "circles",
            Self::Others => "all but circles",
        }
    }
}

/// Those that are always worth a try. Of some that help as much the first is told: rectangles at a corner on a level floor may
/// look like half extents, but half extents whose points are told do not look like a corner; as degrees most angles of radians
/// are nearly 0.
pub(super) const SUSPICIONS: [Suspicion; 21] = [
    Suspicion::Normals,
    Suspicion::NormalsY,
    Suspicion::Depths,
    Suspicion::NotTurned,
    Suspicion::Angles,
    Suspicion::PosesBefore,
    Suspicion::PosesAfter,
    Suspicion::TopLeft,
    Suspicion::LowerLeft,
    Suspicion::HalfExtents,
    Suspicion::SidesSwapped,
    Suspicion::Diameters,
    Suspicion::CircleDiameters,
    Suspicion::OppositeAngles,
    Suspicion::ShapesY,
    Suspicion::PointsOfA,
    Suspicion::PointsOfB,
    Suspicion::CentreOfMass,
    Suspicion::BoxCorner(BoxOf::All),
    Suspicion::BoxCorner(BoxOf::Circles),
    Suspicion::BoxCorner(BoxOf::Others),
];

impl Suspicion {
    /// Whether shapes, angles or lengths are measured otherwise than a recording's are, or some poses are late. Other ones
    /// change every contact, so that these have to explain nearly all of it.
    pub fn is_of_measures(self) -> bool {
        match self {
            Self::TopLeft
            | Self::LowerLeft
            | Self::BoxCorner(_)
            | Self::CentreOfMass
            | Self::HalfExtents
            | Self::SidesSwapped
            | Self::Diameters
            | Self::CircleDiameters
            | Self::NotTurned
            | Self::OppositeAngles
            | Self::ShapesY
            | Self::LatePoses(_)
            | Self::PointsOfA
            | Self::PointsOfB
            | Self::Scaled { .. } => true,
            Self::Normals
            | Self::NormalsY
            | Self::Depths
            | Self::Angles
            | Self::PosesBefore
            | Self::PosesAfter
            | Self::PosesBetween(_)
            | Self::NormalsOf(_)
            | Self::DepthsOf(..)
            | Self::PushedOut(_)
            | Self::Margin(_) => false,
        }
    }

    /// Whether its cure helps. `left`, `now`: with it and without. Rows that are gone because little is compared are not
    /// mended.
    pub fn helps(self, left: PerFrame, now: PerFrame) -> bool {
        let least = if self.is_of_measures() { 10.0 } else { 2.0 };
        least * left.rows <= now.rows && 2.0 * left.compared >= now.compared
    }
}
