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
    let mut by_frame: Vec<(usize, &Expectation)> = scene.expect.iter().enumerate().collect();
    by_frame.sort_by_key(|(_, e)| e.frame());
    let mut failures = Vec::new();
    for same_frame in by_frame.chunk_by(|(_, x), (_, y)| x.frame() == y.frame()) {
        let frame = same_frame.first().map_or(0, |(_, e)| e.frame());
        while world.frame() < frame {
            world.step();
        }
        let options = ReportOptions { axes: Axes::None, ..ReportOptions::default() };
        let report = Report::of(scene, &world, &options);
        for (i, expectation) in same_frame {
            if let Some(failure) = compare(scene, &world, &report, expectation) {
                failures.push((i, failure));
            }
        }
    }
    failures.sort_by_key(|(i, _)| *i);
    Ok(failures.into_iter().map(|(_, failure)| failure).collect())
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
