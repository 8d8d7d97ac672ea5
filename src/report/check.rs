//! The command `check`: steps a scene to the frames of its expectations.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use collide2d::World;

use crate::platform::plain;
use crate::report::not_finite::NotFinite;
use crate::scene::{Expectation, Scene, SceneError};

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Names of its bodies, in the order written.
    pub bodies: Vec<String>,
    /// After this many steps.
    pub frame: u64,
    pub expected: String,
    /// The state found, in words.
    pub found: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bodies, frame, expected, found } = self;
        let names: Vec<_> = bodies.iter().map(|name| plain::quoted(name)).collect();
        write!(f, "{} at frame {frame}: expected {expected}; found {found}", names.join(" and "))
    }
}

/// The expectations of a scene, prepared for checking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    /// Indices in the scene.
    by_frame: BTreeMap<u64, Vec<usize>>,
    /// The bodies that they name.
    bodies: HashMap<String, ExpectedBody>,
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
        let find = |name: &str| match names.get(name) {
            Some(index) => Some(ExpectedBody::Body(*index)),
            None => {
                let (of, number) = scene.piece_called(name)?;
                Some(ExpectedBody::Piece(*names.get(of)?, number))
            }
        };
        let mut expected = Self::default();
        for (index, expectation) in scene.expect.iter().enumerate() {
            expected.by_frame.entry(expectation.frame()).or_default().push(index);
            let bodies = expectation.bodies().into_iter();
            expected.bodies.extend(bodies.filter_map(|(_, name)| Some((name.to_owned(), find(name)?))));
        }
        expected
    }

    /// The frames that expectations are for, in order.
    pub fn frames(&self) -> impl Iterator<Item = u64> + '_ {
        self.by_frame.keys().copied()
    }

    /// The expectations of `world`'s frame by their index in the scene, each with its failure, if any. Only
    /// the bodies that they name are looked at.
    pub fn check<'c>(
        &'c self,
        scene: &'c Scene,
        world: &'c World,
    ) -> impl Iterator<Item = (usize, Option<Failure>)> + 'c {
        let of_frame = self.by_frame.get(&world.frame()).into_iter().flatten();
        of_frame.filter_map(|index| Some((*index, self.failure(scene.expect.get(*index)?, world))))
    }

    fn failure(&self, expectation: &Expectation, world: &World) -> Option<Failure> {
        let find = |name: &str| {
            let found = self.bodies.get(name).and_then(|body| body.find(world));
            let frame = expectation.frame();
            found.ok_or_else(|| format!("{} does not exist at frame {frame}", plain::label(name)))
        };
        let found = expectation.observe(world, find).err()?;
        let bodies = expectation.bodies().into_iter().map(|(_, name)| name.to_owned()).collect();
        let expected = expectation.words(|length| format!("{length:?}")).in_full;
        Some(Failure { bodies, frame: expectation.frame(), expected, found })
    }
}
