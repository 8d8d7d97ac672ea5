//! In which unit, and which way up, the window shows and reads lengths and places.

use serde::{Deserialize, Serialize};

use crate::app::commands::choices::LengthChoice;
use crate::scene::numbers::LengthUnit;

/// Range of a game's pixels per metre.
pub const PIXEL_RANGE: (f32, f32) = (0.001, 1.0e6);

/// How lengths and places are shown and typed. The scene has metres, with y upwards, whatever is chosen here.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Units {
    pub length: LengthChoice,
    /// Of a game.
    pub pixels_per_metre: f32,
    /// y counts downwards, and angles clockwise.
    pub y_down: bool,
}

impl Default for Units {
    fn default() -> Self {
        Self { length: LengthChoice::Scene, pixels_per_metre: 32.0, y_down: false }
    }
}

impl Units {
    /// What is read is written in this unit. `of_scene`: the unit that fits the bodies.
    pub fn shown(self, of_scene: LengthUnit) -> LengthUnit {
        let unit = match self.length {
            LengthChoice::Scene => of_scene,
            LengthChoice::Metre => LengthUnit::METRE,
            LengthChoice::Centimetre => LengthUnit::CENTIMETRE,
            LengthChoice::Pixel => LengthUnit::pixel(self.pixels_per_metre),
        };
        unit.with_y_down(self.y_down)
    }

    /// What is typed and dragged is in this unit.
    pub fn typed(self) -> LengthUnit {
        self.shown(LengthUnit::METRE)
    }
}
