//! The rigid solver: pyramids and piles, and the overlap left by each engine; the same at equal overlap.

mod churn;

use collide2d::{RigidSettings, SolverKind};
use glam::Vec2;

use crate::Args;
use crate::crowd::{self, Exact, Thing};
use crate::form::{Form, Forms, Place};
use crate::peers::{box2d, ours, rapier};
use crate::record::{Cell, Contestant, Report, Section};
use crate::timing::{self, alternate};

pub const FRAME: f32 = 1.0 / 60.0;
pub const GRAVITY: Vec2 = Vec2::new(0.0, -9.81);
/// Sub-steps of a frame of 1/60 s, for every engine.
const SUB_STEPS: i32 = 4;
/// A pyramid that loses a larger share of its height counts as fallen.
const FALLEN: f64 = 0.05;

struct Plan {
    name: &'static str,
    things: fn(usize, &mut Forms) -> Vec<Thing>,
    size: usize,
    /// Frames before the timing.
    settle: u32,
    /// Frames of a round.
    frames: u32,
    stands: bool,
    round: Round,
    /// Ratio.
    target: f64,
}

/// What a round is.
#[derive(Clone, Copy, PartialEq)]
enum Round {
    /// The next frames.
    Next,
    /// The same frames of a new world.
    Again,
    /// One body is pushed, and comes to rest again after the timing.
    Push,
}

const PLANS: &[Plan] = &[
    Plan::new("pyramid of base 20", pyramid, 20, 60, 20).stands(),
    Plan::new("pyramid of base 40", pyramid, 40, 60, 10).stands(),
    Plan::new("pyramid of base 100", pyramid, 100, 60, 5).stands(),
    Plan::new("pile of 1 000", pile, 1_000, 600, 10),
    Plan::new("pile of 5 000", pile, 5_000, 600, 5),
    Plan::new("pile of 10 000", pile, 10_000, 600, 3),
    Plan::new("land", landing, 1_000, 20, 60).of(Round::Again),
    Plan::new("tall", tower, 100, 0, 60).of(Round::Again),
    Plan::new("wake", sleepers, 10_000, 240, 30).of(Round::Push),
    Plan::new("asleep", sleepers, 10_000, 240, 60).of(Round::Next),
];

impl Plan {
    const fn new(
        name: &'static str,
        things: fn(usize, &mut Forms) -> Vec<Thing>,
        size: usize,
        settle: u32,
        frames: u32,
    ) -> Self {
        Self { name, things, size, settle, frames, stands: false, round: Round::Next, target: TARGET }
    }

    const fn stands(self) -> Self {
        Self { stands: true, ..self }
    }

    /// A row that is about one thing.
    const fn of(self, round: Round) -> Self {
        Self { round, target: TARGET_OF_ONE, ..self }
    }
}

/// Target ratio against the best peer, and that of rows that are about one thing.
const TARGET: f64 = 1.1;
const TARGET_OF_ONE: f64 = 1.0;

pub fn run(args: &Args, report: &mut Report) {
    let contestants = vec![
        Contestant {
            name: "collide2d",
            computes: "`World::step` with the solver `Rigid`, as many sub-steps as it takes by itself",
            aside: false,
        },
        Contestant {
            name: "Box2D",
            computes: "`b2World_Step`, four sub-steps, no sleep but in `wake` and `asleep`, one worker; its other settings as they come",
            aside: false,
        },
        Contestant {
            name: "rapier",
            computes: "`PhysicsPipeline::step`, four solver iterations, sleep as above; its other settings as they come",
            aside: false,
        },
        Contestant {
            name: "Box2D anew",
            computes: "as Box2D, but every contact is computed in each step, as ours are: its recycling of contacts is off",
            aside: true,
        },
    ];
    let mut section = Section::new("step: one frame of 1/60 s", "ms", contestants);
    for plan in PLANS.iter().filter(|plan| plan.name.contains(&args.only)) {
        eprintln!("{}", plan.name);
        let mut forms = Forms(fastrand::Rng::with_seed(args.seed));
        let things = (plan.things)(plan.size, &mut forms);
        section.add(plan.name, row(plan, &things, args.rounds, &mut forms.0), Some(plan.target));
    }
    if "churn".contains(&args.only) {
        eprintln!("churn");
        let mut cells = churn::row(args.rounds, &mut fastrand::Rng::with_seed(args.seed));
        cells.push(Cell::empty());
        section.add("churn", cells, Some(TARGET_OF_ONE));
    }
    report.push(section);
    report.push(at_equal_overlap(args));
}

/// The rows of pyramids and piles once more: ours takes the fewest sub-steps that leave no more mean overlap than the
/// better peer. The other way round there is nothing to compare: with 24 sub-steps too, the peers leave more than ours.
fn at_equal_overlap(args: &Args) -> Section {
    let contestants = vec![
        Contestant { name: "collide2d", computes: "as above, with fewer sub-steps", aside: false },
        Contestant { name: "Box2D", computes: "as above", aside: false },
        Contestant { name: "rapier", computes: "as above", aside: false },
    ];
    let mut section = Section::new("step at equal overlap: one frame of 1/60 s", "ms", contestants);
    let leaves_overlap = |plan: &&Plan| plan.target == TARGET && plan.name.contains(&args.only);
    for plan in PLANS.iter().filter(leaves_overlap) {
        eprintln!("{} at equal overlap", plan.name);
        let mut forms = Forms(fastrand::Rng::with_seed(args.seed));
        let things = (plan.things)(plan.size, &mut forms);
        let mut engines = Engine::all(&things);
        engines.iter_mut().for_each(|engine| engine.settle(plan));
        let most = engines[1].mean_overlap(&things).min(engines[2].mean_overlap(&things));
        let fewer = (1..SUB_STEPS as u32).find_map(|sub_steps| {
            let mut ours = Engine::ours(&things, Some(sub_steps));
            ours.settle(plan);
            (ours.mean_overlap(&things) <= most).then_some((sub_steps, ours))
        });
        let mut taken = [SUB_STEPS as u32; 3];
        if let Some((sub_steps, ours)) = fewer {
            (taken[0], engines[0]) = (sub_steps, ours);
        }
        let mut cells = timed(plan, &things, &mut engines, args.rounds, &mut forms.0);
        for (cell, sub_steps) in cells.iter_mut().zip(taken) {
            cell.facts.push(("sub-steps", f64::from(sub_steps)));
        }
        section.add(plan.name, cells, Some(plan.target));
    }
    section
}

pub enum Engine {
    Ours(Box<collide2d::World>),
    Box2d(box2d::World),
    Rapier(Box<rapier::World>),
}

impl Engine {
    /// Ours first.
    pub fn all(things: &[Thing]) -> [Self; 3] {
        [Self::ours(things, None), Self::box2d(things, true), Self::rapier(things)]
    }

    fn box2d(things: &[Thing], recycles: bool) -> Self {
        let world = box2d::World::new(things, GRAVITY, true);
        Self::Box2d(if recycles { world } else { world.without_recycling() })
    }

    fn rapier(things: &[Thing]) -> Self {
        Self::Rapier(Box::new(rapier::World::new(things, GRAVITY, FRAME)))
    }

    /// `sub_steps`: of a frame; `None`: as many as it takes by itself.
    fn ours(things: &[Thing], sub_steps: Option<u32>) -> Self {
        let mut world = ours::world(things, SolverKind::Rigid, GRAVITY);
        let rigid = RigidSettings { substeps: sub_steps, ..world.settings().rigid };
        world.set_settings(world.settings().with_rigid(rigid)).expect("a few sub-steps are allowed");
        Self::Ours(Box::new(world))
    }

    pub fn step(&mut self) {
        match self {
            Self::Ours(world) => world.step(),
            Self::Box2d(world) => world.step(FRAME, SUB_STEPS),
            Self::Rapier(world) => world.step(),
        }
    }

    /// A new world of the same engine.
    fn again(&self, things: &[Thing]) -> Self {
        match self {
            Self::Ours(_) => Self::ours(things, None),
            Self::Box2d(world) => Self::box2d(things, world.recycles),
            Self::Rapier(_) => Self::rapier(things),
        }
    }

    fn settle(&mut self, plan: &Plan) {
        (0..plan.settle).for_each(|_| self.step());
    }

    /// Metres.
    fn mean_overlap(&self, things: &[Thing]) -> f64 {
        crowd::mean(&crowd::overlaps(things, &self.places(things.len())))
    }

    fn push(&mut self, i: usize, velocity: Vec2) {
        match self {
            Self::Ours(world) => {
                let body = world.body_mut(i as u32).expect("the body is there");
                body.set_velocity(velocity).expect("the velocity is finite");
            }
            Self::Box2d(world) => world.set_velocity(i, velocity, 0.0),
            Self::Rapier(world) => world.set_velocity(i, velocity),
        }
    }

    pub fn place(&self, i: usize) -> Exact {
        match self {
            Self::Ours(world) => {
                let pose = world.bodies()[i].pose();
                Exact::from(&Place { position: pose.position, rotation: pose.rotation })
            }
            Self::Box2d(world) => world.place(i),
            Self::Rapier(world) => world.place(i),
        }
    }

    fn places(&self, count: usize) -> Vec<Exact> {
        (0..count).map(|i| self.place(i)).collect()
    }
}

fn row(plan: &Plan, things: &[Thing], rounds: u32, rng: &mut fastrand::Rng) -> Vec<Cell> {
    let anew = Engine::box2d(things, false);
    let mut engines: Vec<Engine> = Engine::all(things).into_iter().chain([anew]).collect();
    engines.iter_mut().for_each(|engine| engine.settle(plan));
    timed(plan, things, &mut engines, rounds, rng)
}

fn timed(
    plan: &Plan,
    things: &[Thing],
    engines: &mut [Engine],
    rounds: u32,
    rng: &mut fastrand::Rng,
) -> Vec<Cell> {
    let stats = alternate(engines, rounds, rng, |engine, round| {
        match plan.round {
            Round::Next => {}
            Round::Again => {
                *engine = engine.again(things);
                engine.settle(plan);
            }
            Round::Push => engine.push(1 + (round as usize * 997) % plan.size, Vec2::new(0.5, 0.0)),
        }
        let time = timing::time(|| (0..plan.frames).for_each(|_| engine.step()));
        if plan.round == Round::Push {
            engine.settle(plan);
        }
        time.as_secs_f64() * 1.0e3 / f64::from(plan.frames)
    });
    let cells = engines.iter().zip(stats).map(|(engine, stats)| {
        let places = engine.places(things.len());
        let overlaps = crowd::overlaps(things, &places);
        let height = |at: &dyn Fn(usize) -> f64| {
            (0..things.len()).filter(|&i| things[i].moves).map(at).fold(0.0, f64::max)
        };
        let (start, end) =
            (height(&|i| f64::from(things[i].place.position.y)), height(&|i| places[i].position.y));
        let mut cell = Cell { stats: Some(stats), ..Cell::empty() };
        cell.facts.push(("mean overlap at the end, mm", 1000.0 * crowd::mean(&overlaps)));
        cell.facts.push(("worst, mm", 1000.0 * overlaps.iter().copied().fold(0.0, f64::max)));
        cell.facts.push(("highest centre, m", end));
        let fallen = plan.stands && (end - start).abs() > FALLEN * start;
        // A NaN differs from itself.
        #[allow(clippy::eq_op)]
        let lost = places.iter().any(|p| p.position != p.position || p.position.y < -10.0);
        if fallen || lost {
            cell.stats = None;
            cell.refused =
                Some(if lost { "bodies are lost".to_owned() } else { "the pyramid has fallen".to_owned() });
        }
        cell
    });
    cells.collect()
}

/// Boxes of a metre, side by side, on a floor whose top is at height 0.
fn pyramid(base: usize, _: &mut Forms) -> Vec<Thing> {
    let half = Vec2::splat(0.5);
    let mut things = vec![floor(base as f32 * 2.0)];
    for row in 0..base {
        for column in row..base {
            let x = column as f32 - 0.5 * row as f32 - 0.5 * (base - 1) as f32;
            let place = Place::new(Vec2::new(x, 0.5 + row as f32), 0.0);
            things.push(Thing::moving(Form::Rectangle(half), place));
        }
    }
    things
}

/// Circles, rectangles and octagons in equal parts, dropped into a trough.
fn pile(count: usize, forms: &mut Forms) -> Vec<Thing> {
    let columns = (4.0 * count as f32).sqrt().ceil() as usize;
    let half = 0.8 * columns as f32;
    let tall = 4.0 * half;
    let side = |x: f32| {
        Thing::fixed(Form::Rectangle(Vec2::new(1.0, tall)), Place::new(Vec2::new(x, tall - 2.0), 0.0))
    };
    let mut things = vec![floor(half + 2.0), side(-half - 1.0), side(half + 1.0)];
    for i in 0..count {
        let form = match i % 3 {
            0 => forms.circle(),
            1 => forms.rectangle(),
            _ => forms.octagon(),
        };
        let cell = Vec2::new((i % columns) as f32 - 0.5 * (columns - 1) as f32, (i / columns) as f32 + 1.0);
        let position = cell * 1.5 + forms.vector(0.05);
        things.push(Thing::moving(form, Place::new(position, forms.degrees())));
    }
    things
}

/// Bodies of [`pile`]'s kinds that fall at 10 m/s.
fn landing(count: usize, forms: &mut Forms) -> Vec<Thing> {
    let mut things = pile(count, forms);
    for thing in things.iter_mut().filter(|thing| thing.moves) {
        thing.velocity = Vec2::new(0.0, -10.0);
    }
    things
}

/// Boxes of 1 m and planks of 10 m in turn, one above the other.
fn tower(count: usize, _: &mut Forms) -> Vec<Thing> {
    let thing = |i: usize| {
        let half = Vec2::new(if i.is_multiple_of(2) { 0.5 } else { 5.0 }, 0.5);
        Thing::moving(Form::Rectangle(half), Place::new(Vec2::new(0.0, 0.5 + i as f32), 0.0))
    };
    [floor(20.0)].into_iter().chain((0..count).map(thing)).collect()
}

/// Boxes in stacks of five that may sleep, side by side.
fn sleepers(count: usize, _: &mut Forms) -> Vec<Thing> {
    const HIGH: usize = 5;
    let half = Vec2::splat(0.5);
    let thing = |i: usize| {
        let column = (i / HIGH) as f32 - 0.5 * (count / HIGH) as f32;
        let place = Place::new(Vec2::new(1.5 * column, 0.5 + (i % HIGH) as f32), 0.0);
        Thing { sleeps: true, ..Thing::moving(Form::Rectangle(half), place) }
    };
    [floor(count as f32)].into_iter().chain((0..count).map(thing)).collect()
}

fn floor(half: f32) -> Thing {
    Thing::fixed(Form::Rectangle(Vec2::new(half, 1.0)), Place::new(Vec2::new(0.0, -1.0), 0.0))
}
