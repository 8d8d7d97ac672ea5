//! What happens besides contacts that begin and end, read off the frames as they are computed: queries that begin or cease
//! to hit, ghost contacts that act; of a recording what its engine answered, bodies that cross each other between two frames,
//! what its game logged, and where frames are lost.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use collide2d::{Crossing, Leaf, World};

use crate::app::looking::pairs::Pair;
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::between::before_frame;
use crate::elsewhere::recording::compare::TestedKinds;
use crate::platform::plain;
use crate::report::ghosts;
use crate::scene::numbers::{number, short};
use crate::scene::query::ask::{AskedQueries, PlacedQuery};
use crate::scene::{GHOST_BY, QueryKind, Scene, SceneMotion, leaf_name};

const MOST_MOMENTS: usize = 100_000;
/// Ghosts and crossings are looked for in frames of at most this many bodies, and in those that come in, where frames must not
/// come faster than that: each frame is a world of its own.
const MOST_RECORDED: usize = 2_000;
const MOST_COMING: usize = 200;
/// The world of a frame has a place for each body that ever was: so many times as many there may be in the recording.
const EVER: usize = 20;

/// Something that happens in a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    pub frame: u64,
    pub what: Happening,
}

/// The bodies are recorded bodies in a recording.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// The query's first hit is not the body that it was in the frame before.
    Query { query: String, before: Option<u32>, now: Option<u32> },
    /// A ghost contact of the two acts, at least [`GHOST_BY`] degrees off, and none did in the frame before.
    Ghost(ActedGhost),
    /// Recorded bodies crossed on the way from the frame before, in no contact of theirs; `fraction` of it, depth in metres.
    Crossing { bodies: Pair, fraction: f32, depth: f32 },
    /// A line of the game's log.
    Logged(String),
    /// Frames before it are lost.
    Gap,
}

/// Which parts meet, and at whose seam. `by`: degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActedGhost {
    pub bodies: Pair,
    pub leaves: [Leaf; 2],
    pub neighbour: (u32, Leaf),
    pub by: f32,
}

/// It takes the frame that follows the last one, and no other.
#[derive(Clone, Debug, Default)]
pub struct MomentLog {
    asked: AskedQueries,
    /// The scene has two static bodies, or one of several shapes: without a neighbour there is no ghost.
    has_seams: bool,
    /// The next frame to read; of a recording its index.
    next: u64,
    /// What each query hits in the last frame that is read, by name.
    hits: BTreeMap<String, Option<u32>>,
    /// The pairs with a ghost in that frame.
    ghosts: BTreeSet<Pair>,
    /// What a recorded engine tests.
    tested: TestedKinds,
    /// A recorded body that moves farther in a frame was put there; `None`: by its size and speed. Metres.
    teleport: Option<f32>,
    /// How often one was.
    teleports: usize,
    /// Ascending.
    moments: Vec<Moment>,
}

impl Moment {
    /// The two that cross.
    pub fn crossing(&self) -> Option<Pair> {
        match self.what {
            Happening::Crossing { bodies, .. } => Some(bodies),
            Happening::Query { .. } | Happening::Ghost(_) | Happening::Logged(_) | Happening::Gap => None,
        }
    }

    /// "beam begins to hit gate".
    pub fn words(&self, name: impl Fn(u32) -> String) -> String {
        match &self.what {
            Happening::Query { query, before, now } => {
                let query = plain::label(query);
                match (*before, *now) {
                    (None, Some(now)) => format!("{query} begins to hit {}", name(now)),
                    (Some(before), Some(now)) => {
                        format!("{query} hits {}, until then {}", name(now), name(before))
                    }
                    (Some(before), None) => format!("{query} ceases to hit {}", name(before)),
                    (None, None) => query.into_owned(),
                }
            }
            Happening::Ghost(ghost) => {
                let ((a, b), [of_a, of_b]) = (ghost.bodies, ghost.leaves);
                let name = |(body, leaf)| leaf_name(&name(body), leaf);
                let (a, b, neighbour) = (name((a, of_a)), name((b, of_b)), name(ghost.neighbour));
                format!(
                    "ghost contact of {a} and {b}, beside {neighbour}: {}° off",
                    short(f64::from(ghost.by))
                )
            }
            Happening::Crossing { bodies: (a, b), fraction, depth } => format!(
                "{} and {} cross, {} m deep at {} of the way from the frame before, in no contact",
                name(*a),
                name(*b),
                number(*depth),
                number(*fraction)
            ),
            Happening::Logged(line) => plain::label(line).into_owned(),
            Happening::Gap => "frames before this one are lost".to_owned(),
        }
    }
}

impl MomentLog {
    /// Asks the scene's queries; starts over if they changed.
    pub fn watch(&mut self, scene: &Scene) {
        let statics = scene.bodies.iter().filter(|body| matches!(body.motion, SceneMotion::Static {}));
        let has_seams = statics.map(|body| body.shape.parts().len().max(1)).take(2).sum::<usize>() > 1;
        if self.asked.queries() != scene.queries || self.has_seams != has_seams {
            *self = Self { asked: AskedQueries::of(scene), has_seams, ..Self::default() };
        }
    }

    /// The next frame that is needed; `None`: none.
    pub fn due(&self) -> Option<u64> {
        let hits = self.asked.queries().iter().any(|query| query.kind() != QueryKind::Closest);
        ((hits || self.has_seams) && self.has_room()).then_some(self.next)
    }

    /// Reads the world if its frame is the next one.
    pub fn take(&mut self, world: &World) {
        if self.due() != Some(world.frame()) {
            return;
        }
        let first_hit = |placed: &PlacedQuery| placed.ask(world).first_hit();
        let hits = self.asked.queries().iter().map(|query| {
            let hit = self.asked.placed(query, world).as_ref().and_then(first_hit);
            (query.name.clone(), hit.map(|(body, _)| body))
        });
        let hits = hits.collect();
        self.read_hits(world.frame(), hits);
        if self.has_seams {
            let acted = ghosts::acted(world).into_iter();
            let ghosts = acted.map(|(contact, ghost)| ActedGhost {
                bodies: (contact.a, contact.b),
                leaves: [contact.leaf_a, contact.leaf_b],
                neighbour: (ghost.neighbour, ghost.leaf),
                by: ghost.by,
            });
            self.read_ghosts(world.frame(), ghosts);
        }
        self.next += 1;
    }

    /// Reads the next frame of a recording, which may be one that `goes_on`; `every` is a world with all of its shapes.
    pub fn take_recorded(&mut self, recording: &Recording, every: &World, goes_on: bool) {
        let Some(index) = self.due_recorded(recording) else { return };
        let Some(frame) = recording.frames().get(index) else { return };
        if frame.follows_gap() {
            self.moments.push(Moment { frame: frame.frame, what: Happening::Gap });
        }
        self.read_hits(frame.frame, recording.their_first_hits(index));
        let most = if goes_on { MOST_COMING } else { MOST_RECORDED };
        if frame.body_count() <= most && recording.body_count() <= EVER * most {
            let found = recording.ghosts_at(every, index).into_iter();
            let ghosts = found.map(|ghost| ActedGhost {
                bodies: ghost.bodies,
                leaves: ghost.leaves(),
                neighbour: ghost.beside,
                by: ghost.by,
            });
            self.read_ghosts(frame.frame, ghosts);
            self.tested.read(recording);
            let between = before_frame(recording, every, index, self.teleport);
            self.teleports += between.teleports;
            let crossings = between.crossings.iter().filter(|one| self.tested.has(recording, one.bodies));
            self.moments.extend(crossings.map(|one| {
                let (bodies, Crossing { fraction, depth }) = (one.bodies, one.crossing);
                Moment { frame: frame.frame, what: Happening::Crossing { bodies, fraction, depth } }
            }));
        }
        let logged = |line: &String| Moment { frame: frame.frame, what: Happening::Logged(line.clone()) };
        self.moments.extend(frame.log().iter().map(logged));
        self.next += 1;
    }

    /// Index of the next frame of a recording to read; `None`: all are read.
    pub fn due_recorded(&self, recording: &Recording) -> Option<usize> {
        let next = usize::try_from(self.next).ok()?;
        (next < recording.frames().len() && self.has_room()).then_some(next)
    }

    fn has_room(&self) -> bool {
        self.moments.len() < MOST_MOMENTS
    }

    fn read_hits(&mut self, frame: u64, hits: BTreeMap<String, Option<u32>>) {
        for (query, &now) in &hits {
            // A query that was not asked in the frame before neither begins nor ceases to hit.
            let before = self.hits.get(query).copied().unwrap_or(now);
            if before != now {
                let what = Happening::Query { query: query.clone(), before, now };
                self.moments.push(Moment { frame, what });
            }
        }
        self.hits = hits;
    }

    fn read_ghosts(&mut self, frame: u64, ghosts: impl Iterator<Item = ActedGhost>) {
        let mut present = BTreeSet::new();
        for ghost in ghosts.filter(|ghost| ghost.by >= GHOST_BY) {
            if present.insert(ghost.bodies) && !self.ghosts.contains(&ghost.bodies) {
                self.moments.push(Moment { frame, what: Happening::Ghost(ghost) });
            }
        }
        self.ghosts = present;
    }

    /// What counts as put elsewhere in a recording, see [`before_frame`]; starts over if it changes.
    pub fn set_teleport(&mut self, teleport: Option<f32>) {
        if self.teleport != teleport {
            *self = Self { teleport, ..Self::default() };
        }
    }

    pub fn teleport(&self) -> Option<f32> {
        self.teleport
    }

    /// How often a recorded body was put elsewhere, in the frames that are read.
    pub fn teleports(&self) -> usize {
        self.teleports
    }

    /// The recording has dropped so many of its oldest frames, all before the frame `first`.
    pub fn forget(&mut self, dropped: usize, first: u64) {
        self.next = self.next.saturating_sub(dropped as u64);
        self.tested.forget(dropped);
        self.moments.retain(|moment| moment.frame >= first);
    }

    /// In the frames that are read.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    pub fn moments_in(&self, frames: RangeInclusive<u64>) -> &[Moment] {
        let begin = self.moments.partition_point(|moment| moment.frame < *frames.start());
        let end = self.moments.partition_point(|moment| moment.frame <= *frames.end());
        self.moments.get(begin..end).unwrap_or_default()
    }

    /// Whether two recorded bodies crossed on the way to a frame.
    pub fn crosses(&self, frame: u64, pair: Pair) -> bool {
        self.moments_in(frame..=frame).iter().any(|moment| moment.crossing() == Some(pair))
    }
}
