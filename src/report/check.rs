//! The command `check`: compares the expectations of a scene with the pairs that they name.

use std::collections::BTreeMap;
use std::fmt;

use collide2d::World;
use glam::Vec2;

use crate::platform::plain;
use crate::report::not_finite::NotFinite;
use crate::report::{PairReport, WhichAxes};
use crate::scene::{Expectation, Scene, SceneError, SeenContact, SeenPair, direction};

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Names of the two bodies, in the order written.
    pub pair: (String, String),
    /// After this many steps.
    pub frame: u64,
    pub expected: String,
    /// The state found, in words.
    pub found: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pair: (a, b), frame, expected, found } = self;
        let (a, b) = (plain::quoted(a), plain::quoted(b));
        write!(f, "{a} and {b} at frame {frame}: expected {expected}; found {found}")
    }
}

/// The expectations of a scene, prepared for checking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    by_frame: BTreeMap<u64, Vec<ExpectedPair>>,
}

/// An expectation's index in the scene, and its two bodies in the order written.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ExpectedPair {
    index: usize,
    a: ExpectedBody,
    b: ExpectedBody,
}

/// A body that an expectation names.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ExpectedBody {
    /// A body of the scene, by index.
    Body(u32),
    /// A piece: the index of the body that bursts, and its number.
    Piece(u32, u32),
}

impl ExpectedBody {
    /// Its index, if it is there.
    fn find(self, world: &World) -> Option<u32> {
        let index = match self {
            Self::Body(index) => index,
            Self::Piece(of, number) => {
                world.pieces().iter().find(|piece| (piece.of, piece.number) == (of, number))?.index
            }
        };
        world.body(index).map(|_| index)
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// The expectations that do not hold, in file order.
    pub failures: Vec<Failure>,
    /// Why the expectations of later frames were not checked.
    pub end: Option<NotFinite>,
}

/// Steps the scene to the frames of its expectations, in order, as long as its state is finite.
pub fn check(scene: &Scene) -> Result<Checked, SceneError> {
    let mut world = scene.to_world()?;
    let expected = Expected::of(scene);
    let (mut failures, mut end) = (Vec::new(), None);
    for frame in expected.frames() {
        while world.frame() < frame && end.is_none() {
            world.step();
            end = NotFinite::of(&world);
        }
        if world.frame() < frame {
            break;
        }
        let found = expected.check(scene, &world);
        failures.extend(found.filter_map(|(index, failure)| Some((index, failure?))));
    }
    failures.sort_by_key(|(index, _)| *index);
    Ok(Checked { failures: failures.into_iter().map(|(_, failure)| failure).collect(), end })
}

impl Expected {
    /// The expectations of a valid scene.
    pub fn of(scene: &Scene) -> Self {
        let names = scene.indices();
        let mut by_frame = BTreeMap::<u64, Vec<ExpectedPair>>::new();
        for (index, expectation) in scene.expect.iter().enumerate() {
            let (a, b) = expectation.names();
            let find = |name: &str| match names.get(name) {
                Some(index) => Some(ExpectedBody::Body(*index)),
                None => {
                    let (of, number) = scene.piece_called(name)?;
                    Some(ExpectedBody::Piece(*names.get(of)?, number))
                }
            };
            if let (Some(a), Some(b)) = (find(a), find(b)) {
                by_frame.entry(expectation.frame()).or_default().push(ExpectedPair { index, a, b });
            }
        }
        Self { by_frame }
    }

    /// The frames that expectations are for, in order.
    pub fn frames(&self) -> impl Iterator<Item = u64> + '_ {
        self.by_frame.keys().copied()
    }

    /// The expectations of `world`'s frame by their index in the scene, each with its failure, if any. Only
    /// the pairs that they name are tested.
    pub fn check<'c>(
        &'c self,
        scene: &'c Scene,
        world: &'c World,
    ) -> impl Iterator<Item = (usize, Option<Failure>)> + 'c {
        let of_frame = self.by_frame.get(&world.frame()).into_iter().flatten();
        of_frame.filter_map(|pair| Some((pair.index, compare(world, *pair, scene.expect.get(pair.index)?))))
    }
}

fn compare(world: &World, pair: ExpectedPair, expectation: &Expectation) -> Option<Failure> {
    let (a, b) = expectation.names();
    let found = match (pair.a.find(world), pair.b.find(world)) {
        (Some(index_a), Some(index_b)) => {
            let seen = seen(world, index_a, index_b);
            if expectation.holds(&seen) {
                return None;
            }
            match seen.contact {
                Some(c) => format!("contact, depth {:?}, normal {}", c.depth, direction(c.normal)),
                None => gap(world, index_a, index_b),
            }
        }
        (there, _) => {
            let name = if there.is_none() { a } else { b };
            format!("{} does not exist at frame {}", plain::label(name), expectation.frame())
        }
    };
    let (pair, expected) = ((a.to_owned(), b.to_owned()), expectation.in_full());
    Some(Failure { pair, frame: expectation.frame(), expected, found })
}

/// The state of two bodies. The normal points toward `a`, whichever body is first in the file.
pub fn seen(world: &World, a: u32, b: u32) -> SeenPair {
    let contact = PairReport::of_pair(world, a, b, WhichAxes::None).and_then(|pair| pair.contact);
    let toward_a = |normal: Vec2| if a > b { -normal } else { normal };
    SeenPair { contact: contact.map(|c| SeenContact { depth: c.depth, normal: toward_a(c.normal) }) }
}

fn gap(world: &World, a: u32, b: u32) -> String {
    let trace = PairReport::of_pair(world, a, b, WhichAxes::Every).and_then(|pair| pair.trace);
    match trace.and_then(|t| t.local.axes.get(t.deciding?).cloned()) {
        Some(axis) => format!("no contact: a gap of {:?} along {}", -axis.overlap, direction(axis.direction)),
        None => "no contact".to_owned(),
    }
}
