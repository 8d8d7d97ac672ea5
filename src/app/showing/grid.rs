//! Round numbers: the grid that adapts to the zoom, and sums in as few decimals as a person would write.

use glam::Vec2;

use crate::picture::frame::Frame;
use crate::scene::numbers::{LengthUnit, decimal};

/// A step of `mantissa * 10^exponent` of a unit: of the series 1, 2, 5, 10, 20, …, or a typed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    mantissa: i32,
    exponent: i32,
    /// Units per metre.
    per_metre: f64,
}

/// Least distance of grid lines on the screen. Pixels.
const MIN_SPACING: f64 = 20.0;

/// That in metres. `scale` in pixels per metre.
fn least_spacing(scale: f32) -> f64 {
    MIN_SPACING / f64::from(scale.clamp(1.0e-6, 1.0e9))
}

impl Grid {
    /// The finest grid whose lines stand [`MIN_SPACING`] pixels apart or more. `scale` in pixels per metre.
    pub fn for_scale(scale: f32, unit: LengthUnit) -> Self {
        Self::power_below(least_spacing(scale), unit).thinned(scale)
    }

    /// The largest power of ten of the unit that is at most this. Metres.
    fn power_below(metres: f64, unit: LengthUnit) -> Self {
        let per_metre = unit.per_metre();
        Self { mantissa: 1, exponent: ((metres * per_metre).log10() + 1.0e-9).floor() as i32, per_metre }
    }

    /// A grid with this step in metres, as it is written in decimals; `None`: it is none, or of more digits than nine.
    pub fn of_step(step: f32) -> Option<Self> {
        let text = step.to_string();
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let mantissa: i32 = format!("{whole}{decimals}").parse().ok()?;
        let exponent = -(decimals.len() as i32);
        (mantissa > 0).then_some(Self { mantissa, exponent, per_metre: 1.0 })
    }

    /// Every so many of its lines that they stand [`MIN_SPACING`] pixels apart or more: twice, five times, ten times …
    pub fn thinned(self, scale: f32) -> Self {
        // From the least float to the widest view.
        (0..60)
            .flat_map(|more| [1, 2, 5].map(|times| (times, more)))
            .filter_map(|(times, more)| {
                let mantissa = self.mantissa.checked_mul(times)?;
                Some(Self { mantissa, exponent: self.exponent + more, ..self })
            })
            .find(|grid| grid.line(1.0) >= least_spacing(scale) * (1.0 - 1.0e-6))
            .unwrap_or(self)
    }

    /// The largest power of ten of the unit that is at most a tenth of a pixel of the screen: dragging gives numbers no
    /// finer than that.
    pub fn resolution(scale: f32, unit: LengthUnit) -> Self {
        let pixel = 1.0 / f64::from(scale.clamp(1.0e-6, 1.0e9));
        Self::power_below(0.1 * pixel, unit)
    }

    /// Metres between lines.
    pub fn step(self) -> f32 {
        self.line(1.0) as f32
    }

    /// The nearest multiple of the step.
    pub fn snap(self, value: f32) -> f32 {
        self.line((f64::from(value) / self.line(1.0)).round()) as f32
    }

    /// Both coordinates to the nearest multiple of the step.
    pub fn snap_point(self, point: Vec2) -> Vec2 {
        Vec2::new(self.snap(point.x), self.snap(point.y))
    }

    /// The nearest point of this grid in a frame. World.
    pub fn snap_in(self, frame: &Frame, world: Vec2) -> Vec2 {
        if *frame == Frame::WORLD {
            return self.snap_point(world);
        }
        frame.world_point(self.snap_point(frame.local_point(world)))
    }

    /// Multiplies or divides by a whole power of ten, so that 3 lines of 0.1 are 0.3 and not
    /// 0.30000000000000004.
    fn line(self, count: f64) -> f64 {
        let multiple = count * f64::from(self.mantissa);
        let units = if self.exponent >= 0 {
            multiple * 10_f64.powi(self.exponent)
        } else {
            multiple / 10_f64.powi(-self.exponent)
        };
        units / self.per_metre
    }
}

/// The sum of two numbers as they are written in decimals: 1.1 + 0.3 is 1.4, where `f32` gives 1.4000001.
pub fn sum(a: f32, b: f32) -> f32 {
    (decimal(a) + decimal(b)) as f32
}

pub fn sum_points(a: Vec2, b: Vec2) -> Vec2 {
    Vec2::new(sum(a.x, b.x), sum(a.y, b.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_1_2_5_and_never_closer_than_the_least_spacing() {
        for (scale, step) in
            [(1.0, 20.0), (10.0, 2.0), (20.0, 1.0), (21.0, 1.0), (50.0, 0.5), (100.0, 0.2), (2000.0, 0.01)]
        {
            assert_eq!(Grid::for_scale(scale, LengthUnit::METRE).step(), step, "at {scale} pixels per metre");
        }
        // In pixels of a game of which a metre has 32: 1, 2, 5 … of those.
        for (scale, pixels) in [(1.0, 1000.0), (32.0, 20.0), (640.0, 1.0), (100.0, 10.0)] {
            assert_eq!(Grid::for_scale(scale, LengthUnit::pixel(32.0)).step() * 32.0, pixels, "at {scale}");
        }
        let typed = Grid::of_step(0.32).expect("it is a step");
        assert_eq!((typed.step(), typed.snap(1.0), typed.snap(-0.5)), (0.32, 0.96, -0.64));
        for (scale, step) in [(100.0, 0.32), (62.5, 0.32), (60.0, 0.64), (10.0, 3.2), (1.0, 32.0)] {
            assert_eq!(typed.thinned(scale).step(), step, "at {scale} pixels per metre");
        }
        assert!([0.0, -1.0, f32::NAN, f32::INFINITY].into_iter().all(|step| Grid::of_step(step).is_none()));
        let mut scale = 1.0e-4_f32;
        while scale < 1.0e5 {
            let spacing = Grid::for_scale(scale, LengthUnit::METRE).step() * scale;
            assert!((19.99..=50.01).contains(&spacing), "{spacing} pixels at {scale}");
            scale *= 1.07;
        }
    }

    #[test]
    fn snapped_and_summed_numbers_are_short() {
        let tenth = Grid { mantissa: 1, exponent: -1, per_metre: 1.0 };
        assert_eq!(tenth.snap(0.3123).to_string(), "0.3");
        assert_eq!(tenth.snap(-7.26).to_string(), "-7.3");
        assert_eq!(sum(1.1, 0.3).to_string(), "1.4");
        assert_eq!(sum(2.7, -0.1).to_string(), "2.6");
    }

    #[test]
    fn dragging_is_exact_to_a_tenth_of_a_pixel() {
        for unit in [LengthUnit::METRE, LengthUnit::CENTIMETRE, LengthUnit::pixel(32.0)] {
            for scale in [0.01, 1.0, 37.0, 50.0, 99.0, 1000.0] {
                let step = Grid::resolution(scale, unit).step();
                assert!(step * scale <= 0.1001 && step * scale > 0.0099, "{step} at {scale}");
            }
        }
        // Drags give whole tenths of a game's pixels, not of a metre.
        let snapped = Grid::resolution(32.0, LengthUnit::pixel(32.0)).snap(0.503);
        assert_eq!(snapped * 32.0, 16.1);
    }
}
