//! `check`: the expectations of a scene against its [`crate::report::Report`].

use std::fmt;

use collide2d::World;
use glam::Vec2;

use crate::report::{Axes, ContactReport, Report, ReportOptions};
use crate::scene::{Expectation, Scene, SceneError};

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Names of the two bodies, in the order written.
    pub pair: (String, String),
    /// After so many steps.
    pub frame: u64,
    /// What the scene expects.
    pub expected: String,
    /// What the report says.
    pub found: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pair: (a, b), frame, expected, found } = self;
        write!(f, "{a:?} and {b:?} at frame {frame}: expected {expected}; found {found}")
    }
}

/// Steps the scene through the frames that it has expectations for; returns those that do not hold, in file order.
pub fn check(scene: &Scene) -> Result<Vec<Failure>, SceneError> {
    let mut world = scene.to_world()?;
    let mut frames: Vec<u64> = scene.expect.iter().map(Expectation::frame).collect();
    frames.sort_unstable();
    frames.dedup();
    let mut failures = Vec::new();
    for frame in frames {
        while world.frame() < frame {
            world.step();
        }
        let found = check_frame(scene, &world).into_iter();
        failures.extend(found.filter_map(|(index, failure)| Some((index, failure?))));
    }
    failures.sort_by_key(|(index, _)| *index);
    Ok(failures.into_iter().map(|(_, failure)| failure).collect())
}

/// The expectations of `world`'s frame by their index in the scene, each with what does not hold.
pub fn check_frame(scene: &Scene, world: &World) -> Vec<(usize, Option<Failure>)> {
    let of_frame = scene.expect.iter().enumerate().filter(|(_, e)| e.frame() == world.frame());
    let mut of_frame = of_frame.peekable();
    if of_frame.peek().is_none() {
        return Vec::new();
    }
    let report = Report::of(scene, world, &ReportOptions { axes: Axes::None, ..ReportOptions::default() });
    of_frame.map(|(index, e)| (index, compare(scene, world, &report, e))).collect()
}

fn compare(scene: &Scene, world: &World, report: &Report, expectation: &Expectation) -> Option<Failure> {
    let (a, b) = expectation.names();
    let (index_a, index_b) = (scene.index_of(a)?, scene.index_of(b)?);
    let contact = contact_of(report, index_a, index_b);
    let (holds, expected) = match expectation {
        Expectation::Separate { .. } => (contact.is_none(), "no contact".to_owned()),
        Expectation::Contact { depth, normal, tolerance, .. } => {
            let mut expected = "contact".to_owned();
            let mut holds = contact.is_some();
            if let Some(depth) = depth {
                expected.push_str(&format!(", depth {depth:?} ± {tolerance:?}"));
                holds &= contact
                    .as_ref()
                    .is_some_and(|c| (f64::from(c.depth) - f64::from(*depth)).abs() <= f64::from(*tolerance));
            }
            if let Some(normal) = normal {
                expected.push_str(&format!(", normal {} ± {tolerance:?} rad", vec2(*normal)));
                holds &= contact.as_ref().is_some_and(|c| angle(c.normal, *normal) <= f64::from(*tolerance));
            }
            (holds, expected)
        }
    };
    if holds {
        return None;
    }
    let found = match contact {
        Some(c) => format!("contact, depth {:?}, normal {}", c.depth, vec2(c.normal)),
        None => gap(scene, world, index_a, index_b),
    };
    Some(Failure { pair: (a.to_owned(), b.to_owned()), frame: expectation.frame(), expected, found })
}

/// The contact with its normal toward `a`, whichever comes first in the file.
fn contact_of(report: &Report, a: u32, b: u32) -> Option<ContactReport> {
    let place = report.pairs.binary_search_by_key(&(a.min(b), a.max(b)), |p| (p.a, p.b)).ok()?;
    let mut contact = report.pairs.get(place)?.contact.clone()?;
    if a > b {
        contact.normal = -contact.normal;
    }
    Some(contact)
}

fn gap(scene: &Scene, world: &World, a: u32, b: u32) -> String {
    let options = ReportOptions { axes: Axes::Of(a.min(b), a.max(b)), ..ReportOptions::default() };
    let report = Report::of(scene, world, &options);
    let pair = report.pairs.iter().find(|p| (p.a, p.b) == (a.min(b), a.max(b)));
    let trace = pair.and_then(|p| p.trace.as_ref());
    match trace.and_then(|t| t.local.axes.get(t.deciding?)) {
        Some(axis) => format!("no contact: a gap of {:?} along {}", -axis.overlap, vec2(axis.direction)),
        None => "no contact".to_owned(),
    }
}

/// Radians between two directions, 0 to π; accurate for small ones too.
fn angle(a: Vec2, b: Vec2) -> f64 {
    let (a, b) = (a.as_dvec2(), b.as_dvec2());
    a.perp_dot(b).abs().atan2(a.dot(b))
}

fn vec2(v: Vec2) -> String {
    format!("({:?}, {:?})", v.x + 0.0, v.y + 0.0)
}
