//! Where a frame is on the time line.

use egui_macroquad::egui::Rect;

/// Least distance between labels. Points.
const LABEL_ROOM: f32 = 64.0;
/// Most numbers of frames.
const MOST_LABELS: f64 = 1000.0;

/// The visible frames, and their place in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    /// Points, in the window.
    pub rect: Rect,
    /// The frame at its left end.
    pub first: f64,
    /// The frame at its right end.
    pub last: f64,
}

impl Track {
    pub fn x(&self, frame: f64) -> f32 {
        let share = (frame - self.first) / (self.last - self.first);
        (f64::from(self.rect.left()) + share * f64::from(self.rect.width())) as f32
    }

    /// The frame at a position, with its fraction; at least 0.
    pub fn frame(&self, x: f32) -> f64 {
        let share = f64::from(x - self.rect.left()) / f64::from(self.rect.width());
        (self.first + share * (self.last - self.first)).clamp(self.first, self.last).max(0.0)
    }

    /// The frame nearest to a position.
    pub fn nearest(&self, x: f32) -> u64 {
        self.frame(x).round() as u64
    }

    /// Round numbers of frames, far enough from each other to be labels.
    pub fn labelled(&self) -> impl Iterator<Item = f64> + use<> {
        let span = self.last - self.first;
        let wanted = span * f64::from(LABEL_ROOM / self.rect.width());
        let power = 10.0_f64.powf(wanted.max(1.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|step| *step >= wanted);
        let step = step.unwrap_or(10.0 * power).max(1.0);
        let first = (self.first / step).ceil();
        // Frames beyond 2^53 are not all representable: a loop that adds a step would stand still there.
        let count = ((self.last / step).floor() - first + 1.0).clamp(0.0, MOST_LABELS) as u32;
        (0..count).map(move |i| (first + f64::from(i)) * step)
    }
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::pos2;

    use super::super::HEIGHT;
    use super::*;

    #[test]
    fn a_place_on_the_line_is_a_frame_and_back() {
        let rect = Rect::from_min_max(pos2(100.0, 0.0), pos2(500.0, HEIGHT));
        let track = Track { rect, first: 0.0, last: 200.0 };
        assert_eq!(track.x(50.0), 200.0);
        assert_eq!(track.nearest(200.0), 50);
        for frame in 0..=200 {
            assert_eq!(track.nearest(track.x(f64::from(frame))), frame as u64);
        }
        assert_eq!((track.nearest(-5.0), track.nearest(900.0)), (0, 200));
    }

    /// A recording may have such frames.
    #[test]
    fn labels_are_few_whatever_the_frames_are() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, HEIGHT));
        for (first, last) in [
            (0.0, 200.0),
            (0.0, 1.0e15),
            (9.0e15, 9.0e15 + 100.0),
            (1.8446744073709e19, 1.8446744073709e19 + 4096.0),
            (1.8e19, 1.8446744073709552e19),
        ] {
            let frames: Vec<f64> = Track { rect, first, last }.labelled().collect();
            assert!(frames.len() < 200, "{} labels from {first} to {last}", frames.len());
            assert!(frames.iter().all(|frame| (first..=last).contains(frame)));
        }
        let frames: Vec<f64> = Track { rect, first: 0.0, last: 200.0 }.labelled().collect();
        assert_eq!(frames, (0..=10).map(|i| 20.0 * f64::from(i)).collect::<Vec<_>>());
    }
}
