//! Names that no body of the file has: those of the circles that bodies burst into, `jelly/1` …, those of the parts of
//! bodies of several shapes, `crate/1` …, and free ones, `crate 2` ….

use std::collections::{HashMap, HashSet};

use collide2d::{Then, World};

use super::{MAX_NAME, Scene};

/// A body that a scene names, or one of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBody {
    /// A body of the scene, by index.
    Body(u32),
    /// A part: the index of its body, and its own in that.
    Part(u32, u32),
    /// A piece: the index of the body that bursts, and its number.
    Piece(u32, u32),
}

impl NamedBody {
    /// Whether both are the same body, or parts of it.
    pub fn is_of_one_body(self, other: Self) -> bool {
        match (self, other) {
            (Self::Body(a) | Self::Part(a, _), Self::Body(b) | Self::Part(b, _)) => a == b,
            _ => self == other,
        }
    }

    /// It in a world, if it is there.
    pub fn find(self, world: &World) -> Option<BodyPart> {
        self.place(world).filter(|place| world.body(place.body).is_some())
    }

    /// It in a world, which it may have left; `None`: a piece of a body that did not burst.
    pub fn place(self, world: &World) -> Option<BodyPart> {
        let (body, part) = match self {
            Self::Body(index) => (index, None),
            Self::Part(index, part) => (index, Some(part)),
            Self::Piece(of, number) => {
                let mut pieces = world.pieces().iter();
                (pieces.find(|piece| (piece.of, piece.number) == (of, number))?.index, None)
            }
        };
        Some(BodyPart { body, part })
    }
}

/// A body of a world, or one of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyPart {
    pub body: u32,
    /// `None`: any.
    pub part: Option<u32>,
}

impl From<u32> for BodyPart {
    fn from(body: u32) -> Self {
        Self { body, part: None }
    }
}

impl Scene {
    /// The name of the body and the number of the piece that may get this name; `None` where no listener makes it.
    pub fn piece_called<'n>(&self, name: &'n str) -> Option<(&'n str, u32)> {
        let (of, number) = split(name)?;
        let bursts = |count: u32| number <= count;
        let makes = self.listeners.iter().any(|listener| {
            matches!(listener.then, Then::Burst(count) if bursts(count))
                && listener.body.as_deref() == Some(of)
        });
        makes.then_some((of, number))
    }

    /// The body, or the piece or the part of a body, that a name means.
    pub fn named_body(&self, name: &str) -> Option<NamedBody> {
        self.named_by(|name| self.index_of(name), name)
    }

    /// [`Scene::named_body`] for many names.
    pub fn named_bodies(&self) -> impl Fn(&str) -> Option<NamedBody> {
        let indices = self.indices();
        move |name| self.named_by(|name| indices.get(name).copied(), name)
    }

    /// The same, with what finds the body of a name.
    pub(super) fn named_by(&self, index_of: impl Fn(&str) -> Option<u32>, name: &str) -> Option<NamedBody> {
        index_of(name).map(NamedBody::Body).or_else(|| {
            let (of, number) = split(name)?;
            let body = index_of(of)?;
            if self.piece_called(name).is_some() {
                return Some(NamedBody::Piece(body, number));
            }
            let parts = self.bodies.get(body as usize)?.shape.parts();
            (number as usize <= parts.len()).then_some(NamedBody::Part(body, number - 1))
        })
    }

    /// The body of the scene that a name means, or whose part it means.
    pub fn index_of_named(&self, name: &str) -> Option<u32> {
        match self.named_body(name)? {
            NamedBody::Body(index) | NamedBody::Part(index, _) => Some(index),
            NamedBody::Piece(..) => None,
        }
    }
}

/// The name of a piece or a part by its number, from 1.
pub fn part_name(of: &str, number: u32) -> String {
    format!("{of}/{number}")
}

/// `jelly/1` as its body's name and its number, from 1.
pub fn split(name: &str) -> Option<(&str, u32)> {
    let (of, digits) = name.rsplit_once('/')?;
    let number: u32 = digits.parse().ok()?;
    // "jelly/01" and "jelly/+1" name no piece.
    (number > 0 && number.to_string() == digits).then_some((of, number))
}

/// Gives names that are free, each once.
#[derive(Default)]
pub struct FreeNames {
    taken: HashSet<String>,
    /// The number to try next after a name.
    next: HashMap<String, u64>,
}

impl FreeNames {
    pub fn beside<'n>(taken: impl Iterator<Item = &'n String>) -> Self {
        Self { taken: taken.cloned().collect(), ..Self::default() }
    }

    /// `wanted`, or with the first free number after it: "crate", "crate 2", "crate 3".
    pub fn give(&mut self, wanted: &str) -> String {
        if !wanted.is_empty() && self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        let stem = stem(wanted);
        let next = self.next.entry(stem.to_owned()).or_insert(2);
        loop {
            let name = format!("{stem} {next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// What a number is put after: a name without its own number, if it has one.
fn stem(wanted: &str) -> &str {
    /// Digits of the largest number, and the space before it.
    const ROOM: usize = 21;
    let stem = match wanted.rsplit_once(' ') {
        Some((stem, number)) if !stem.is_empty() && number.parse::<u32>().is_ok() => stem,
        _ if wanted.is_empty() => "body",
        _ => wanted,
    };
    match stem.char_indices().nth(MAX_NAME - ROOM) {
        Some((end, _)) => &stem[..end],
        None => stem,
    }
}
