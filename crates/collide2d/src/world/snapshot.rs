//! The whole state of a world as bytes, and back.

use std::fmt;

use super::crossed::Crossed;
use super::measure::Fnv;
use super::step::KeptScratch;
use super::used::UsedContact;
use super::{WaitingContact, World};
use crate::body::Body;
use crate::broad_phase::kept_tree::KeptTree;
use crate::crossing::Crossing;
use crate::decide::Passing;
use crate::event::{
    ContactEvent, Listener, PairContact, Phase, Piece, Reaction, ReactionOutcome, ResolvedBy, Then, Touch,
    Touching,
};
use crate::generator::{ContactSource, Generator};
use crate::input::{Pull, WorldInput};
use crate::observe::ResolverEffort;
use crate::pair::PairKey;
use crate::settings::{Mix, MixRule, RigidSettings, SolverKind, WorldSettings};
use crate::stored::{Bytes, Stored};

/// The first bytes of every snapshot, the version after them.
const MAGIC: [u8; 4] = *b"c2dw";
/// Of what is written after it. A change of any stored type changes it.
const VERSION: u32 = 10;
/// No run reaches this frame or this number of contacts: the bytes are damaged.
const MOST: u64 = 1 << 48;

/// Why bytes were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They do not begin as a snapshot does.
    NoSnapshot,
    /// They are of another version of this crate's snapshots.
    Version(u32),
    /// They were cut or changed, or hold a state that no world has.
    Damaged,
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSnapshot => f.write_str("the bytes are no snapshot of a world"),
            Self::Version(version) => {
                write!(f, "the snapshot is of version {version}; this version reads {VERSION}")
            }
            Self::Damaged => f.write_str("the snapshot was cut or changed"),
        }
    }
}

impl std::error::Error for SnapshotError {}

stored!(Touching { pair, since });
stored!(WaitingContact { pair, since });
stored!(Crossing { fraction, depth });
stored!(Crossed { pair, crossing });
stored!(UsedContact { contact, position_a });
stored!(Listener { kind, body, then });
stored!(PairContact { a, b, leaf_a, leaf_b, contact });
stored!(Passing { let_through, behind });
stored_enum!(WorldInput {
    0: Push { frame, body, impulse, at },
    1: Pull(pull),
    2: Walk { frame, body, direction, jump }
});
stored!(Pull { first, last, body, from, to, stiffness });
stored!(ContactEvent { frame, pair, kind, phase, since, touch, resolved_by, waiting_since, fraction });
stored!(Touch { normal, depth });
stored!(Piece { index, of, number });
stored!(Reaction { listener, pair, body, outcome });
stored!(ResolverEffort { used, limit, left, waiting });
stored!(WorldSettings {
    gravity,
    timestep,
    max_contacts,
    max_candidates,
    iterations,
    solver,
    rigid,
    mix,
    reuse_places,
    crossings,
    used_contacts,
    sleep
});
stored!(RigidSettings { substeps, warm_starting, continuous, speculative, smooth_seams, slowest_bounce });
stored!(Mix { restitution, friction });
stored_enum!(MixRule { 0: Larger, 1: Smaller, 2: Average, 3: Product, 4: Root });
stored_enum!(SolverKind { 0: Off, 1: Linear, 2: Rigid });
stored_enum!(Then { 0: Ignore, 1: Remove, 2: Burst(count) });
stored_enum!(Phase { 0: Begin, 1: Persist, 2: End });
stored_enum!(ResolvedBy { 0: Sensor, 1: Listener(index), 2: Observer, 3: Seam, 4: OneWay });
stored_enum!(ReactionOutcome { 0: Removed, 1: Burst { first, count }, 2: Kept });
stored_enum!(ContactSource { 0: Pair(pair), 1: Generated { generator, a, b } });

impl World {
    /// The whole state as bytes: a world made from them goes on to the same bits, warm starts included, and tells
    /// the same of its last step. Versioned; the last eight bytes are the hash (FNV-1a, 64 bits, little-endian) of
    /// those before. Handles are good in a world that is restored ([`World::restore`]).
    ///
    /// ```
    /// use collide2d::{BodyDef, Motion, World};
    ///
    /// let mut world = World::default();
    /// let ball = world.add(BodyDef::default().with_motion(Motion::dynamic(1.0)))?;
    /// world.step();
    /// let saved = world.snapshot();
    /// world.remove(ball);
    /// world.restore(&saved)?;
    /// assert!(world.body(ball).is_some() && world.snapshot() == saved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot(&self) -> Vec<u8> {
        let mut to = Vec::with_capacity(256 * self.bodies.len() + 128 * self.contacts.len() + 256);
        to.extend(MAGIC);
        VERSION.store(&mut to);
        self.store(&mut to);
        Fnv::of(&to).store(&mut to);
        to
    }

    /// A new world in the state of [`World::snapshot`]. Handles of the old world name nothing in it.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut from = Bytes(bytes);
        if from.take() != Some(MAGIC) {
            return Err(SnapshotError::NoSnapshot);
        }
        let version = u32::load(&mut from).ok_or(SnapshotError::Damaged)?;
        if version != VERSION {
            return Err(SnapshotError::Version(version));
        }
        let Some((content, end)) = bytes.split_last_chunk() else { return Err(SnapshotError::Damaged) };
        let body = from.0.strip_suffix(end).ok_or(SnapshotError::Damaged)?;
        if Fnv::of(content) != u64::from_le_bytes(*end) {
            return Err(SnapshotError::Damaged);
        }
        let mut from = Bytes(body);
        let world = Self::load(&mut from).filter(|world| from.0.is_empty() && world.is_consistent());
        let mut world = world.ok_or(SnapshotError::Damaged)?;
        world.find_not_colliding();
        Ok(world)
    }

    /// Takes the state of a snapshot of this world or another. Refused bytes change nothing. Handles from before
    /// name the bodies that they named then; those of bodies that were added later are to be dropped, see
    /// [`crate::BodyHandle`].
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let mut world = Self::from_snapshot(bytes)?;
        world.places.keep_number(&self.places);
        *self = world;
        Ok(())
    }

    /// Whether a step can start from the state.
    fn is_consistent(&self) -> bool {
        let count = self.bodies.len() as u64;
        let is_body = |index: u32| u64::from(index) < count;
        let is_pair = |pair: PairKey| pair.a() < pair.b() && is_body(pair.b());
        let slots = count + self.generators.len() as u64;
        let known = &self.impulses.points;
        let strictly = |pairs: &mut dyn Iterator<Item = PairKey>| pairs.is_sorted_by(|p, q| p < q);
        let removed = |index: u32| self.bodies.get(index as usize).is_some_and(Body::is_removed);
        let is_generator = |generator: &Generator| {
            generator.is_valid() && generator.ends().into_iter().flatten().all(is_body)
        };
        self.settings.validate().is_ok()
            && self.inputs.iter().all(|input| input.validate().is_ok())
            && slots < u64::from(u32::MAX)
            && self.frame < MOST
            && self.unlisted.is_none_or(|unlisted| (unlisted as u64) < MOST)
            && self.generators.iter().flatten().all(is_generator)
            && self.touching.iter().all(|touching| is_pair(touching.pair))
            && strictly(&mut self.touching.iter().map(|touching| touching.pair))
            && self.waiting.iter().all(|waiting| is_pair(waiting.pair))
            && strictly(&mut self.waiting.iter().map(|waiting| waiting.pair))
            && self.contacts.iter().all(|contact| contact.a < contact.b && is_body(contact.b))
            && self.contacts.is_sorted_by(|p, q| p.order() < q.order())
            && [&self.passing.let_through, &self.passing.behind]
                .iter()
                .all(|pairs| strictly(&mut pairs.iter().copied()))
            && self.events.iter().all(|event| is_pair(event.pair))
            && self.crossed.iter().all(|crossed| is_pair(crossed.pair))
            && self.used_contacts.iter().all(|used| is_body(used.contact.a) && is_body(used.contact.b))
            && known.iter().all(|known| is_body(known.pair.a()) && u64::from(known.pair.b()) < slots)
            && known.is_sorted_by_key(|known| known.pair)
            && self.impulses.links.is_sorted_by_key(|known| known.generator)
            && self.pieces.iter().all(|piece| is_body(piece.index))
            && self.pieces.is_sorted_by_key(|piece| piece.index)
            && self.reactions.iter().all(|reaction| is_body(reaction.body) && is_pair(reaction.pair))
            && self.movers.moves.iter().all(|moved| is_body(moved.body))
            && self.sleep_is_consistent()
            && self.places.is_consistent(self.bodies.len(), removed)
    }
}

stored!(World {
    settings,
    listeners,
    inputs,
    bodies,
    places,
    generators,
    not_colliding,
    frame,
    touching,
    passing,
    resume,
    next_generated,
    waiting,
    unlisted,
    waiting_generated,
    impulses,
    contacts,
    events,
    pieces,
    reactions,
    resolver,
    crossed,
    used_contacts,
    sleep,
    first_steps,
    movers,
    tree,
    fixed_tree,
    scratch
});

/// What a copy makes anew.
macro_rules! not_stored {
    ($($type:ty),*) => {$(
        impl Stored for $type {
            fn store(&self, _: &mut Vec<u8>) {}

            fn load(_: &mut Bytes<'_>) -> Option<Self> {
                Some(Self::default())
            }
        }
    )*};
}

not_stored!(KeptTree, KeptScratch);
