//! What commands choose from: panels, tools, directions.

use collide2d::ShapeKind;
use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::app::one_float::WorldAxis;
#[cfg(not(target_os = "unknown"))]
use crate::report::why::take_away::programs::PeerEngine;

/// The panels at the side, of which one is shown. What a panel reads off many frames is read only while it is
/// shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Panel {
    /// What is selected, or the scene; its contacts.
    #[default]
    Scene,
    Events,
    /// The stages of the step to the next frame.
    Stages,
    /// The distance of the selected pair, energy and momentum, over time.
    Plots,
    /// Where the contacts of a recording and ours differ.
    Differences,
    /// Why the selected pair touches, or does not.
    Why,
    /// The Minkowski difference of the selected pair.
    Minkowski,
}

/// A section of a panel that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PanelSection {
    /// Points of a polygon or a chain, in the inspector.
    Points,
    KeptRuns,
    Distance,
    Energy,
    Momentum,
    AngularMomentum,
}

impl PanelSection {
    pub fn title(self) -> &'static str {
        match self {
            Self::Points => "Points",
            Self::KeptRuns => "Kept runs",
            Self::Distance => "Distance of the pair",
            Self::Energy => "Energy",
            Self::Momentum => "Momentum",
            Self::AngularMomentum => "Angular momentum",
        }
    }

    pub fn is_open_at_first(self) -> bool {
        !matches!(self, Self::AngularMomentum | Self::Points)
    }
}

/// What becomes of a scene that is reduced to what a stop needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReduceMove {
    /// The smallest scene is searched in which the stop of this index holds; `None`: the one that holds in this frame, or held
    /// last.
    Begin(Option<usize>),
    /// The search ends, and the smallest scene so far is shown.
    Stop,
    /// The smaller scene stays.
    Keep,
    /// The whole scene comes back.
    Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaletteScope {
    /// Commands, what the scene has, scenes.
    Everything,
    Contents,
}

/// What the selected pair is copied as. Each but the programs gives the same contact again, bit for bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairText {
    /// The smallest scene that gives the same contact, in RON.
    Scene,
    /// A test on `collide2d`.
    RustTest,
    /// Text for an issue tracker.
    Markdown,
    /// A program of another engine.
    #[cfg(not(target_os = "unknown"))]
    Program(PeerEngine),
}

/// What the left button does on the canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Selects, moves, rotates, resizes.
    #[default]
    Select,
    /// Draws a shape of this kind.
    Draw(ShapeKind),
    /// Draws a regular polygon of this many corners, 3 to 64.
    Regular(u32),
    /// Drags out a ray, or casts the selected body.
    Ask,
    /// Measures between two bodies or points.
    Measure,
    /// Pulls a body while time runs, pushes it while time stands.
    Pull,
}

/// What the tool [`Tool::Pull`] does to a body, and what a mover is told. World.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HandMove {
    /// A spring takes a body at a point.
    Grab {
        body: u32,
        at: Vec2,
    },
    /// Its other end goes there.
    To(Vec2),
    Release,
    /// An arrow from a point of a body pushes it.
    Push {
        body: u32,
        at: Vec2,
        by: Vec2,
    },
    /// A mover walks so from the present frame on, and jumps in it.
    Walk {
        body: u32,
        /// -1 to 1, to the right of its up; `None`: as it is told now.
        direction: Option<f32>,
        /// `None`: as it is told in this frame.
        jump: Option<bool>,
    },
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Toward negative x.
    Left,
    /// Toward positive x.
    Right,
    /// Toward positive y.
    Up,
    /// Toward negative y.
    Down,
}

/// How far a nudge goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stride {
    /// One grid step.
    One,
    /// Ten grid steps.
    Ten,
    /// To the next representable number.
    Float,
}

/// In whose frame the canvas is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewpoint {
    /// The world's.
    World,
    /// That of A of the selected pair, or of the selected body.
    A,
    /// That of B of the selected pair.
    B,
}

impl Panel {
    /// Every panel, in the order of tabs and menu.
    pub const ALL: [Self; 7] =
        [Self::Scene, Self::Events, Self::Stages, Self::Plots, Self::Differences, Self::Why, Self::Minkowski];

    /// Whether it is there for a recording, and for a scene.
    pub fn is_for(self, recording: bool) -> bool {
        match self {
            Self::Scene | Self::Stages | Self::Plots | Self::Why | Self::Minkowski => true,
            Self::Events => !recording,
            Self::Differences => recording,
        }
    }
}

impl Stride {
    /// Grid steps; `None`: one representable number, however small.
    pub fn steps(self) -> Option<f32> {
        match self {
            Self::One => Some(1.0),
            Self::Ten => Some(10.0),
            Self::Float => None,
        }
    }
}

impl Direction {
    /// Unit vector, axes of the frame in which the canvas is seen.
    pub fn vector(self) -> Vec2 {
        match self {
            Self::Left => Vec2::NEG_X,
            Self::Right => Vec2::X,
            Self::Up => Vec2::Y,
            Self::Down => Vec2::NEG_Y,
        }
    }
}

/// What becomes of the selected bodies, or of the selected pair: one undo point each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Their boxes get one side or one middle.
    Align(AlignTo),
    /// The gaps between their boxes become equal along this axis; the first and the last stay.
    Distribute(WorldAxis),
    /// They are mirrored along this axis, about the middle of all.
    Mirror(WorldAxis),
    /// Their places in the file, in the order of drawing, and in the report's indices.
    Order(OrderMove),
    /// Each gets a shape of this kind in the place of its box.
    ChangeShape(ShapeKind),
    /// One of the selected pair goes the shortest way out of the other.
    Separate,
    /// One of the selected pair goes straight to the other, or out of it, until they touch.
    MakeTouch,
    /// The selected bodies fall together until one of them touches what is below.
    Drop,
    /// The two that are selected get a joint, a rod or a cable.
    Join(NewLink),
}

/// What is put between two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewLink {
    /// A joint about which both turn, in the middle of where they meet.
    Revolute,
    /// As long as they are apart.
    Rod,
    /// As long as they are apart.
    Cable,
}

/// A side or a middle of boxes, along the axes of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlignTo {
    Left,
    MiddleX,
    Right,
    Top,
    MiddleY,
    Bottom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderMove {
    First,
    Earlier,
    Later,
    Last,
}

/// The unit that a person chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LengthChoice {
    /// Metres; what is read of a small scene in millimetres.
    #[default]
    Scene,
    Metre,
    Centimetre,
    Pixel,
}

impl LengthChoice {
    pub const ALL: [Self; 4] = [Self::Scene, Self::Metre, Self::Centimetre, Self::Pixel];

    pub fn word(self) -> &'static str {
        match self {
            Self::Scene => "m or mm",
            Self::Metre => "m",
            Self::Centimetre => "cm",
            Self::Pixel => "px",
        }
    }
}
