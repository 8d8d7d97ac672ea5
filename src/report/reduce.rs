//! Reduces a scene to what a stop needs to hold: delta debugging, after A. Zeller and R. Hildebrandt, "Simplifying and Isolating
//! Failure-Inducing Input", IEEE Transactions on Software Engineering 28 (2002).
//!
//! Whatever can be taken out of a scene is a list of places ([`passes`]). Runs of places are taken out, first half of the list,
//! then quarters, at last each place alone; what remains of the scene is stepped again, and is kept where the stop still holds, no
//! later than before. Nothing may overlap from the start that did not, or the stop would hold for another reason. When
//! nothing more can be taken out the scene begins later, where that does not leave out what led to the stop ([`begin`]), and all is
//! tried again until nothing changes.

mod begin;
mod failing;
mod first_run;
mod overlaps;
mod passes;
mod size;

use collide2d::World;

use self::begin::later_starts;
use self::failing::{FailingBody, FailingWay};
pub use self::first_run::{FirstRun, NoReduction};
use self::overlaps::Overlaps;
use self::passes::{PASSES, PassPlaces, WHOLE_PASSES};
pub use self::size::SceneSize;
use super::not_finite::NotFinite;
use super::stops::StopCause;
use super::until::SceneStops;
use crate::scene::obstacle::{NoClimb, obstacle_name};
use crate::scene::{ANY, Expectation, Scene, Stop, StopCondition};

/// Steps at most, of all scenes that are tried.
pub const MAX_STEPS: u64 = 5_000_000;
/// Two normals of what a mover meets are of the same face within so much. Degrees.
const SAME_FACE: f32 = 5.0;
/// Steps in which a stop has to hold, where nobody says how many.
pub const WITHIN: u64 = 3600;

/// A scene that becomes smaller while its one stop still holds.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The smallest one so far; its one stop is the one that it keeps.
    scene: Scene,
    /// The frame in which that holds.
    frame: u64,
    /// The frame in which it holds in the whole scene.
    first_frame: u64,
    /// Why it holds there.
    cause: StopCause,
    /// Those that the failing expectation names.
    failing: Vec<FailingBody>,
    /// Of its first frame.
    overlaps: Overlaps,
    next: NextTry,
    /// What was taken out since the first pass.
    has_changed: bool,
    trial: Option<SceneTrial>,
    /// Scenes that were tried.
    tried: u64,
    steps: u64,
}

/// What is tried next.
#[derive(Clone, Debug)]
enum NextTry {
    /// The places of a pass from `at` on, `chunk` at a time; `None`: the pass begins.
    Pass {
        pass: usize,
        at: Option<ChunkAt>,
    },
    /// Beginning later: these scenes, the best last; `None`: it begins.
    Begin(Option<Vec<Scene>>),
    Done,
}

#[derive(Clone, Copy, Debug)]
struct ChunkAt {
    begin: usize,
    chunk: usize,
}

/// A smaller scene that is stepped to see whether the stop still holds.
#[derive(Clone, Debug)]
struct SceneTrial {
    scene: Scene,
    world: World,
    stops: SceneStops,
    /// Of the first frame.
    overlaps: Overlaps,
    failing: FailingWay,
}

/// What came of a step of a trial.
enum Tried {
    Goes,
    Holds(StopCause),
    Fails,
}

impl Reduction {
    /// Makes a [`FirstRun`]; `passed` is called after each of its steps until the stop holds.
    pub fn of(
        scene: &Scene,
        stop: &Stop,
        within: u64,
        mut passed: impl FnMut(),
    ) -> Result<Self, NoReduction> {
        let mut first = FirstRun::of(scene, stop, within);
        loop {
            match first.advance() {
                Some(begun) => return begun,
                None if first.held_at().is_none() => passed(),
                None => {}
            }
        }
    }

    /// Begins with what is left of the scene in the frame in which its stop holds, of which `cause` says why.
    fn begun(trial: SceneTrial, cause: StopCause, first_frame: u64) -> Self {
        Self {
            failing: trial.failing_bodies(),
            scene: trial.scene,
            frame: trial.world.frame(),
            first_frame,
            cause,
            overlaps: trial.overlaps,
            next: NextTry::Pass { pass: 0, at: None },
            has_changed: false,
            trial: None,
            tried: 0,
            steps: 0,
        }
    }

    /// The smallest scene so far.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The stop that is kept.
    pub fn stop(&self) -> Option<&Stop> {
        self.scene.stops.first()
    }

    /// The frame of [`Reduction::scene`] in which the stop holds.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The bodies of which it holds, in the smallest scene so far.
    pub fn bodies(&self) -> Vec<u32> {
        self.cause.bodies()
    }

    /// The frame of the whole scene in which the stop holds.
    pub fn first_frame(&self) -> u64 {
        self.first_frame
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many scenes were tried.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Nothing more can be taken out; `false` after the last of [`MAX_STEPS`].
    pub fn is_done(&self) -> bool {
        matches!(self.next, NextTry::Done)
    }

    /// Makes one step of one trial. `false`: there is nothing more to try, or [`MAX_STEPS`] are made.
    pub fn advance(&mut self) -> bool {
        if self.steps >= MAX_STEPS {
            return false;
        }
        let Some(trial) = &mut self.trial else { return self.begin_trial() };
        self.steps += 1;
        match trial.step(self.frame) {
            Tried::Goes => {}
            Tried::Holds(cause) => {
                let trial = self.trial.take();
                // What came true on the way must not be so from the start.
                let is_new = |trial: &SceneTrial| trial.world.frame() > 0 || self.frame == 0;
                match trial.filter(|trial| is_new(trial) && self.meets_the_same(trial, &cause)) {
                    Some(trial) => self.take(trial, cause),
                    None => self.refuse(),
                }
            }
            Tried::Fails => {
                self.trial = None;
                self.refuse();
            }
        }
        true
    }

    /// Whether a mover stands on, or is stopped by, what it was before, at a face that is as steep and that it does not climb for the
    /// same reason; and whether the bodies that a failing expectation names came to where they were on the same way: what falls
    /// freely fails to rest as well.
    fn meets_the_same(&self, trial: &SceneTrial, cause: &StopCause) -> bool {
        let is_same_obstacle = match (self.cause.obstacle(), cause.obstacle()) {
            (Some((before, steep, climb)), Some((now, normal, now_climb))) => {
                // What is in the way above as well is so without ground to climb from.
                obstacle_name(&self.scene, before) == obstacle_name(&trial.scene, now)
                    && (climb == now_climb || now_climb.is_none() && climb == Some(NoClimb::InTheWay))
                    && steep.angle_to(normal).abs().to_degrees() <= SAME_FACE
            }
            (before, now) => before.is_none() && now.is_none(),
        };
        let now = trial.failing_bodies();
        let is_same_way =
            self.failing.len() == now.len() && self.failing.iter().zip(&now).all(|(one, now)| one.is_as(now));
        is_same_obstacle && is_same_way
    }

    /// Begins the next trial, or goes on to where one begins. `false`: there is none.
    fn begin_trial(&mut self) -> bool {
        match &mut self.next {
            NextTry::Pass { pass, at } => {
                // What fails to do something does so for many reasons, as without a motion: what stays keeps its fields.
                let passes = if self.failing.is_empty() { &PASSES[..] } else { &PASSES[..WHOLE_PASSES] };
                let Some(take_out) = passes.get(*pass) else {
                    self.next = NextTry::Begin(None);
                    return true;
                };
                let mut places = PassPlaces::default();
                take_out(&mut self.scene.clone(), &mut places);
                let count = places.count;
                let ChunkAt { begin, chunk } = *at.get_or_insert(ChunkAt { begin: 0, chunk: count });
                if chunk == 0 {
                    (*pass, *at) = (*pass + 1, None);
                    return true;
                }
                if begin >= count {
                    *at = Some(ChunkAt { begin: 0, chunk: chunk.min(count) / 2 });
                    return true;
                }
                let mut smaller = self.scene.clone();
                take_out(&mut smaller, &mut PassPlaces { out: begin..begin + chunk, count: 0 });
                self.try_scene(smaller);
            }
            NextTry::Begin(starts) => {
                let starts = starts.get_or_insert_with(|| later_starts(&self.scene, self.frame, &self.cause));
                match starts.pop() {
                    Some(later) => self.try_scene(later),
                    None if self.has_changed => {
                        self.has_changed = false;
                        self.next = NextTry::Pass { pass: 0, at: None };
                    }
                    None => self.next = NextTry::Done,
                }
            }
            NextTry::Done => return false,
        }
        true
    }

    fn try_scene(&mut self, scene: Scene) {
        self.tried += 1;
        let keeps_lines = scene.stops.len() == 1 && scene.expect.len() == self.scene.expect.len();
        let trial = if keeps_lines && scene != self.scene { SceneTrial::of(scene) } else { None };
        // A scene that begins later has the overlaps of its frame.
        let may_overlap = matches!(self.next, NextTry::Begin(_));
        self.trial = trial.filter(|trial| may_overlap || trial.overlaps.are_within(&self.overlaps));
        if self.trial.is_none() {
            self.refuse();
        }
    }

    /// Takes the scene of a trial. In a pass its next places have the indices of those that are gone.
    fn take(&mut self, trial: SceneTrial, cause: StopCause) {
        (self.frame, self.cause) = (trial.world.frame(), cause);
        (self.scene, self.overlaps) = (trial.scene, trial.overlaps);
        self.has_changed = true;
        if let NextTry::Begin(starts) = &mut self.next {
            *starts = Some(Vec::new());
        }
    }

    /// The places of the last trial stay.
    fn refuse(&mut self) {
        if let NextTry::Pass { at: Some(ChunkAt { begin, chunk }), .. } = &mut self.next {
            *begin += *chunk;
        }
    }
}

impl SceneTrial {
    /// `None`: the scene is not valid.
    fn of(scene: Scene) -> Option<Self> {
        let mut world = scene.to_world().ok()?;
        if !scene.expect.is_empty() {
            // Valid settings stay valid.
            let _ = world.set_settings(world.settings().with_crossings(true));
        }
        let stops = SceneStops::of(&scene, &scene.stops);
        let overlaps = Overlaps::of(&scene, &world);
        Some(Self { scene, world, stops, overlaps, failing: FailingWay::default() })
    }

    /// Looks at the present frame, and steps to the next one where that is not the last.
    fn step(&mut self, last: u64) -> Tried {
        self.failing.see(&self.scene, &self.world);
        if let Some(seen) = self.stops.see(&self.scene, &self.world).into_iter().next() {
            return Tried::Holds(seen.cause);
        }
        if self.world.frame() >= last || NotFinite::of(&self.world).is_some() {
            return Tried::Fails;
        }
        self.world.step();
        Tried::Goes
    }

    fn failing_bodies(&self) -> Vec<FailingBody> {
        self.failing.bodies(&self.scene, &self.world)
    }
}

/// The stop with the names of what it holds of in place of "any", where it may name these.
fn pinned(trial: &SceneTrial, stop: &Stop, cause: &StopCause) -> Stop {
    let named = trial.scene.with_pieces(trial.world.pieces());
    let name = |body: u32| named.bodies.get(body as usize).map(|body| body.name.clone());
    let mut pinned = stop.clone();
    match &mut pinned.condition {
        StopCondition::Event { listener } if listener == ANY => {
            let label = cause.listener().and_then(|index| trial.scene.listener_names().nth(index as usize));
            if let Some(label) = label {
                *listener = label.into_owned();
            }
        }
        StopCondition::Hit { query } if query == ANY => {
            if let Some(asked) = cause.query().and_then(|index| trial.scene.queries.get(index)) {
                query.clone_from(&asked.name);
            }
        }
        condition => {
            for ((_, slot), body) in condition.bodies_mut().into_iter().zip(cause.bodies()) {
                if slot == ANY
                    && let Some(name) = name(body)
                {
                    *slot = name;
                }
            }
        }
    }
    trial.scene.read_stop(&pinned.text()).map_or_else(|_| stop.clone(), |_| pinned)
}

/// The scene without what says something about it and does nothing in it. Of its expectations the one that fails stays, if that
/// is why the stop holds.
fn without_words(scene: &Scene, cause: &StopCause) -> Scene {
    let failing = cause.line().and_then(|line| scene.expect.get(line));
    let expect: Vec<Expectation> = failing.cloned().into_iter().collect();
    Scene {
        about: String::new(),
        watch: Vec::new(),
        bookmarks: Vec::new(),
        vary: Vec::new(),
        ahead: 0.0,
        expect,
        ..scene.clone()
    }
}
