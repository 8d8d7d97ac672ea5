//! What a reader refuses of bodies once it has them in metres; it has limits that the format has not.

use std::f64::consts::TAU;

use crate::format::refusal;
use crate::{Body, Header, PlacedShape, RecordError, Shape};

/// Metres. Nothing is farther from the origin of its body, and no size is larger.
const FARTHEST: f32 = 1.0e6;

/// Characters of a name.
const LONGEST: usize = 1000;

impl Header {
    /// As [`Header::check`], and with the limits in metres.
    pub(crate) fn check_metric(&self) -> Result<(), RecordError> {
        self.check()?;
        short(&self.engine, "engine")?;
        self.name.iter().try_for_each(|name| short(name, "name"))?;
        let mut bodies = self.bodies.iter().enumerate();
        bodies.try_for_each(|(i, body)| body.check_metric(&format!("bodies[{i}]"), self.metres_per_unit))
    }
}

impl Body {
    /// `unit`: in metres.
    pub(crate) fn check_metric(&self, place: &str, unit: f32) -> Result<(), RecordError> {
        short(&self.name, &format!("{place}.name"))?;
        if let Some([x, y]) = self.one_way
            && (!x.is_finite() || !y.is_finite() || (x, y) == (0.0, 0.0))
        {
            let found = format!("({x}, {y})");
            return Err(refusal(&format!("{place}.one_way"), found, "two finite numbers, not both 0"));
        }
        let mut shapes = self.shapes.iter().enumerate();
        shapes.try_for_each(|(k, placed)| placed.check_metric(&format!("{place}.shapes[{k}]"), unit))
    }
}

impl PlacedShape {
    /// `unit`: in metres.
    pub(crate) fn check_metric(&self, place: &str, unit: f32) -> Result<(), RecordError> {
        let metres = |numbers: &[f32], field: &str| {
            let far = numbers.iter().find(|number| (**number * unit).abs() > FARTHEST);
            far.map_or(Ok(()), |far| {
                let allowed = format!("at most {FARTHEST} m, which are {} units", FARTHEST / unit);
                Err(refusal(&format!("{place}, {field}"), far, &allowed))
            })
        };
        // What is > 0 in units may be 0 in metres, or half of it.
        let sizes = |numbers: &[f32], field: &str| {
            metres(numbers, field)?;
            let small = numbers.iter().find(|number| **number * unit * 0.5 <= 0.0);
            small.map_or(Ok(()), |small| {
                Err(refusal(
                    &format!("{place}, {field}"),
                    small,
                    "a number that is > 0 in metres, and its half",
                ))
            })
        };
        let points = |points: &[[f32; 2]]| points.iter().try_for_each(|point| metres(point, "points"));
        let line = |from: [f32; 2], to: [f32; 2], field: &str| {
            metres(&from, field)?;
            metres(&to, field)?;
            if from.map(|n| n * unit) != to.map(|n| n * unit) {
                return Ok(());
            }
            let found = format!("({}, {}) and ({}, {})", from[0], from[1], to[0], to[1]);
            Err(refusal(&format!("{place}, {field}"), found, "two points that differ in metres"))
        };
        metres(&self.at, "at")?;
        match &self.shape {
            Shape::Circle { radius } => sizes(&[*radius], "radius"),
            Shape::Rectangle { width, height, radius } => {
                sizes(&[*width, *height], "width and height")?;
                metres(&[*radius], "radius")
            }
            Shape::Segment { start, end } => line(*start, *end, "start and end"),
            Shape::Capsule { start, end, radius } => {
                line(*start, *end, "start and end")?;
                sizes(&[*radius], "radius")
            }
            Shape::Polygon { points: own, radius } => {
                points(own)?;
                metres(&[*radius], "radius")?;
                let corners: Vec<[f64; 2]> = own.iter().map(|p| p.map(|n| f64::from(n * unit))).collect();
                let Some(i) = first_fault(&corners) else { return Ok(()) };
                let found = format!("({}, {})", own[i][0], own[i][1]);
                let allowed = "a corner of a convex outline, no three neighbours on one line";
                Err(refusal(&format!("{place}.points[{i}]"), found, allowed))
            }
            Shape::Chain { points: own, closed, .. } => {
                let around = own.iter().zip(own.iter().cycle().skip(1));
                let count = if *closed { own.len() } else { own.len().saturating_sub(1) };
                around.take(count).try_for_each(|(from, to)| line(*from, *to, "points"))
            }
            Shape::HalfPlane { .. } => Ok(()),
        }
    }
}

fn short(text: &str, place: &str) -> Result<(), RecordError> {
    let length = text.chars().count();
    if length <= LONGEST {
        return Ok(());
    }
    Err(refusal(place, format!("{length} characters"), &format!("at most {LONGEST}")))
}

/// The first corner that turns against the others, or by no more than the rounding of f32, or at which the outline has gone
/// around more than once.
fn first_fault(corners: &[[f64; 2]]) -> Option<usize> {
    let n = corners.len();
    let cross = |[x, y]: [f64; 2], [u, v]: [f64; 2]| x * v - y * u;
    let way = |from: usize, to: usize| [corners[to][0] - corners[from][0], corners[to][1] - corners[from][1]];
    let area: f64 = (1..n.saturating_sub(1)).map(|i| cross(way(0, i), way(0, i + 1))).sum();
    let turns = if area < 0.0 { -1.0 } else { 1.0 };
    let mut turned = 0.0;
    (0..n).find(|&i| {
        let (before, after) = ((i + n - 1) % n, (i + 1) % n);
        let (into, out) = (way(before, i), way(i, after));
        let numbers = [before, i, after].into_iter().flat_map(|i| corners[i]);
        let largest = numbers.fold(0.0, |largest: f64, number| largest.max(number.abs()));
        let length = into[0].hypot(into[1]) + out[0].hypot(out[1]);
        let turn = turns * cross(into, out);
        turned += turn.atan2(into[0] * out[0] + into[1] * out[1]);
        turn <= 2.0 * f64::from(f32::EPSILON) * largest * length || turned > 1.5 * TAU
    })
}
