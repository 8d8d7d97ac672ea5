//! What commands choose from: panels, tools, directions.

use collide2d::ShapeKind;
use glam::Vec2;

/// The panels at the side, of which one is shown. What a panel reads off many frames is read only while it is
/// shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    /// What is selected, or the scene; its contacts.
    #[default]
    Scene,
    /// The log of events.
    Events,
    /// The stages of the step to the next frame.
    Stages,
    /// The distance of the selected pair, energy and momentum, over time.
    Plots,
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
    pub const ALL: [Self; 4] = [Self::Scene, Self::Events, Self::Stages, Self::Plots];
}

impl Stride {
    /// Grid steps.
    pub fn steps(self) -> f32 {
        match self {
            Self::One => 1.0,
            Self::Ten => 10.0,
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
