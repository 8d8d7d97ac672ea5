//! The numbers that the fields of a scene take.

use std::ops::RangeInclusive;

use collide2d::{MAX_BURST, MAX_EXTENT, MAX_ITERATIONS, MAX_SUBSTEPS};
use glam::Vec2;

use crate::platform::sorting;

/// Allowed timesteps. Seconds.
pub const TIMESTEP_RANGE: (f32, f32) = (0.0001, 0.1);
/// Most steps whose lengths a scene gives one by one.
pub const MAX_TIMESTEPS: usize = 10_000;
/// Longest time that a scene looks ahead. Seconds.
pub const MAX_AHEAD: f32 = 20.0;
/// Largest `max_contacts`.
pub const MAX_CONTACTS_LIMIT: usize = 1_000_000;
/// Last frame that an expectation may name, which bounds the run time of `check`.
pub const MAX_EXPECT_FRAME: u64 = 10_000_000;
/// The steepest `max_slope`. Degrees.
pub const MAX_SLOPE: f32 = 89.0;
/// Least pieces of a body that bursts.
pub const MIN_BURST: u32 = 2;

/// What an f32 takes, in words.
const LARGEST: &str = "in size at most 3.4e38";

/// The numbers that a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Every finite number.
    Any,
    Coordinate,
    /// The numbers of a vector that are not both 0.
    Direction,
    /// Sizes: above 0.
    Size,
    /// Above 0.
    Positive,
    /// 0 or more.
    NotNegative,
    /// Radii of round corners, heights of steps: 0 or more.
    Rounding,
    /// Degrees of ground that can be walked on.
    Slope,
    /// 0 to 1.
    Share,
    /// Seconds of a time step.
    Timestep,
    /// Seconds that a scene looks ahead.
    Ahead,
    Contacts,
    Iterations,
    /// Sub-steps of `Rigid` in a step.
    Substeps,
    /// A count of the pieces of a body that bursts.
    Pieces,
    /// A frame that an expectation names.
    Frame,
}

impl Limit {
    pub fn holds(self, value: impl Into<f64>) -> bool {
        let value = value.into();
        let number = value as f32;
        match self {
            Self::Any | Self::Direction => number.is_finite(),
            Self::Coordinate => number.abs() <= MAX_EXTENT,
            Self::Size => number > 0.0 && number <= MAX_EXTENT,
            // A subnormal mass has no finite inverse.
            Self::Positive => number.is_normal() && number > 0.0,
            Self::NotNegative => number.is_finite() && number >= 0.0,
            Self::Rounding | Self::Slope | Self::Share | Self::Timestep | Self::Ahead => {
                self.range().contains(&number)
            }
            Self::Contacts | Self::Iterations | Self::Substeps | Self::Pieces | Self::Frame => {
                value.fract() == 0.0 && self.range().contains(&number)
            }
        }
    }

    /// Whether it is a count.
    fn is_whole(self) -> bool {
        matches!(self, Self::Contacts | Self::Iterations | Self::Substeps | Self::Pieces | Self::Frame)
    }

    pub fn holds_vector(self, vector: Vec2) -> bool {
        let has_direction = || vector.as_dvec2().normalize_or_zero().as_vec2() != Vec2::ZERO;
        self.holds(vector.x) && self.holds(vector.y) && (self != Self::Direction || has_direction())
    }

    /// The least and the greatest number, for dragging: ends that can be read where the limit has none.
    pub fn range(self) -> RangeInclusive<f32> {
        match self {
            Self::Any | Self::Coordinate | Self::Direction => -MAX_EXTENT..=MAX_EXTENT,
            Self::Size | Self::Positive => 1.0e-4..=MAX_EXTENT,
            Self::NotNegative | Self::Rounding => 0.0..=MAX_EXTENT,
            Self::Slope => 0.0..=MAX_SLOPE,
            Self::Share => 0.0..=1.0,
            Self::Timestep => TIMESTEP_RANGE.0..=TIMESTEP_RANGE.1,
            Self::Ahead => 0.0..=MAX_AHEAD,
            Self::Contacts => 1.0..=MAX_CONTACTS_LIMIT as f32,
            Self::Iterations => 1.0..=MAX_ITERATIONS as f32,
            Self::Substeps => 1.0..=MAX_SUBSTEPS as f32,
            Self::Pieces => MIN_BURST as f32..=MAX_BURST as f32,
            Self::Frame => 0.0..=MAX_EXPECT_FRAME as f32,
        }
    }

    /// Five values to compare around one that holds: none of it, half of it, itself, and more; of a share and of 0 the whole
    /// range.
    pub fn five(self, now: f32) -> Vec<f32> {
        let of_all = self == Self::Share || now == 0.0;
        let value = |quarters: u8| {
            let share = f32::from(quarters) / 4.0;
            let value = if of_all { share } else { 2.0 * share * now };
            let value = if self.is_whole() { value.round() } else { value };
            value.clamp(*self.range().start(), *self.range().end())
        };
        let mut values: Vec<f32> =
            (0..=4).map(value).chain([now]).filter(|value| self.holds(*value)).collect();
        sorting::sort_by(&mut values, f32::total_cmp);
        values.dedup();
        // The nearest one makes room for the present value.
        if values.len() > 5 {
            let away = |i: &usize| if values[*i] == now { f32::INFINITY } else { (values[*i] - now).abs() };
            let nearest = (0..values.len()).min_by(|i, j| away(i).total_cmp(&away(j)));
            if let Some(i) = nearest {
                values.remove(i);
            }
        }
        values
    }

    /// What a field of the window allows, in words. `unit` has a space in front, or is a degree sign; `per`: how many of it
    /// are one of the file's.
    pub fn words(self, unit: &str, per: f64) -> String {
        let extent = f64::from(MAX_EXTENT) * per.abs();
        match self {
            Self::Any | Self::Direction => format!("a number, {LARGEST}"),
            Self::Coordinate => format!("a number from −{extent} to {extent}{unit}"),
            Self::Size => format!("a number above 0, at most {extent}{unit}"),
            Self::Positive => "a number from 1.2e-38 to 3.4e38".to_owned(),
            Self::NotNegative => "a number from 0 to 3.4e38".to_owned(),
            Self::Rounding => format!("a number from 0 to {extent}{unit}"),
            Self::Share => "a number from 0 to 1".to_owned(),
            Self::Slope | Self::Timestep | Self::Ahead => {
                let range = self.range();
                format!("a number from {} to {}{unit}", range.start(), range.end())
            }
            Self::Contacts | Self::Iterations | Self::Substeps | Self::Pieces | Self::Frame => {
                let range = self.range();
                format!("a whole number from {} to {}", range.start(), range.end())
            }
        }
    }

    /// What a number of a file allows, in words.
    pub fn allowed(self, unit: &str) -> String {
        let range = self.range();
        match self {
            Self::Any | Self::Direction => match unit.trim() {
                "°" => format!("degrees, a finite number, {LARGEST}"),
                "°/s" => format!("degrees per second, a finite number, {LARGEST}"),
                _ => format!("a finite number, {LARGEST}"),
            },
            Self::Coordinate => format!("a number from -{MAX_EXTENT} to {MAX_EXTENT}"),
            Self::Size => format!("a number > 0, at most {MAX_EXTENT}"),
            Self::Positive => "a finite number > 0, at least 1.2e-38, at most 3.4e38".to_owned(),
            Self::NotNegative => "a finite number >= 0, at most 3.4e38".to_owned(),
            Self::Rounding => format!("a number from 0 to {MAX_EXTENT}"),
            Self::Slope => format!("degrees from {} to {}", range.start(), range.end()),
            Self::Share => "a number from 0.0 to 1.0".to_owned(),
            Self::Timestep | Self::Ahead => format!("seconds from {} to {}", range.start(), range.end()),
            Self::Contacts | Self::Iterations | Self::Substeps | Self::Pieces | Self::Frame => {
                self.words("", 1.0)
            }
        }
    }

    /// What a vector of a file allows, in words.
    pub fn allowed_vector(self) -> String {
        match self {
            Self::Coordinate => format!("two numbers (x, y), each from -{MAX_EXTENT} to {MAX_EXTENT}"),
            Self::Direction => format!("two finite numbers (x, y), not both 0, each {LARGEST}"),
            _ => format!("two finite numbers (x, y), each {LARGEST}"),
        }
    }
}
