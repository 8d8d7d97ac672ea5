//! The command `check`: compares the expectations of a scene with its [`crate::report::Report`].

use std::fmt;

use collide2d::World;
use glam::Vec2;

use crate::report::{Report, ReportOptions, WhichAxes};
use crate::scene::{Expectation, Scene, SceneError, SeenContact, SeenPair, direction};

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Names of the two bodies, in the order written.
    pub pair: (String, String),
    /// After this many steps.
    pub frame: u64,
    /// The expectation, in words.
    pub expected: String,
    /// The state found, in words.
    pub found: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pair: (a, b), frame, expected, found } = self;
        write!(f, "{a:?} and {b:?} at frame {frame}: expected {expected}; found {found}")
    }
}

/// Steps the scene to the frames of its expectations; returns the expectations that do not hold, in file
/// order.
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

/// The expectations of `world`'s frame by their index in the scene, each with its failure, if any.
pub fn check_frame(scene: &Scene, world: &World) -> Vec<(usize, Option<Failure>)> {
    let of_frame = scene.expect.iter().enumerate().filter(|(_, e)| e.frame() == world.frame());
    let mut of_frame = of_frame.peekable();
    if of_frame.peek().is_none() {
        return Vec::new();
    }
    let report =
        Report::of(scene, world, &ReportOptions { axes: WhichAxes::None, ..ReportOptions::default() });
    of_frame.map(|(index, e)| (index, compare(scene, world, &report, e))).collect()
}

fn compare(scene: &Scene, world: &World, report: &Report, expectation: &Expectation) -> Option<Failure> {
    let (a, b) = expectation.names();
    let (index_a, index_b) = (scene.index_of(a)?, scene.index_of(b)?);
    let seen = seen(report, index_a, index_b);
    if expectation.holds(&seen) {
        return None;
    }
    let found = match seen.contact {
        Some(c) => format!("contact, depth {:?}, normal {}", c.depth, direction(c.normal)),
        None => gap(scene, world, index_a, index_b),
    };
    let (pair, expected) = ((a.to_owned(), b.to_owned()), expectation.in_full());
    Some(Failure { pair, frame: expectation.frame(), expected, found })
}

/// The report's state of two bodies. The normal points toward `a`, whichever body is first in the file.
pub fn seen(report: &Report, a: u32, b: u32) -> SeenPair {
    let place = report.pairs.binary_search_by_key(&(a.min(b), a.max(b)), |p| (p.a, p.b)).ok();
    let contact = place.and_then(|place| report.pairs.get(place)?.contact.as_ref());
    let toward_a = |normal: Vec2| if a > b { -normal } else { normal };
    SeenPair { contact: contact.map(|c| SeenContact { depth: c.depth, normal: toward_a(c.normal) }) }
}

fn gap(scene: &Scene, world: &World, a: u32, b: u32) -> String {
    let options = ReportOptions { axes: WhichAxes::Of(a.min(b), a.max(b)), ..ReportOptions::default() };
    let report = Report::of(scene, world, &options);
    let pair = report.pairs.iter().find(|p| (p.a, p.b) == (a.min(b), a.max(b)));
    let trace = pair.and_then(|p| p.trace.as_ref());
    match trace.and_then(|t| t.local.axes.get(t.deciding?)) {
        Some(axis) => format!("no contact: a gap of {:?} along {}", -axis.overlap, direction(axis.direction)),
        None => "no contact".to_owned(),
    }
}
