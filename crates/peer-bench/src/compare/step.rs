//! The rigid solver: pyramids and piles, and the overlap left by each engine.

mod churn;

use collide2d::SolverKind;
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
}

const PLANS: &[Plan] = &[
    Plan { name: "pyramid of base 20", things: pyramid, size: 20, settle: 60, frames: 20, stands: true },
    Plan { name: "pyramid of base 40", things: pyramid, size: 40, settle: 60, frames: 10, stands: true },
    Plan { name: "pyramid of base 100", things: pyramid, size: 100, settle: 60, frames: 5, stands: true },
    Plan { name: "pile of 1 000", things: pile, size: 1_000, settle: 600, frames: 10, stands: false },
    Plan { name: "pile of 5 000", things: pile, size: 5_000, settle: 600, frames: 5, stands: false },
    Plan { name: "pile of 10 000", things: pile, size: 10_000, settle: 600, frames: 3, stands: false },
];

/// Target ratio against Box2D, for all rows.
const TARGET: f64 = 1.1;
/// Of `churn`.
const TARGET_CHURN: f64 = 1.0;

pub fn run(args: &Args, report: &mut Report) {
    let contestants = vec![
        Contestant {
            name: "collide2d",
            computes: "`World::step` with the solver `Rigid`, as many sub-steps as it takes by itself",
            aside: false,
        },
        Contestant {
            name: "Box2D",
            computes: "`b2World_Step`, four sub-steps, no sleep, one worker; its other settings as they come",
            aside: false,
        },
        Contestant {
            name: "rapier",
            computes: "`PhysicsPipeline::step`, four solver iterations, no sleep; its other settings as they come",
            aside: false,
        },
    ];
    let mut section = Section::new("step: one frame of 1/60 s", "ms", contestants);
    for plan in PLANS.iter().filter(|plan| plan.name.contains(&args.only)) {
        eprintln!("{}", plan.name);
        let mut forms = Forms(fastrand::Rng::with_seed(args.seed));
        let things = (plan.things)(plan.size, &mut forms);
        section.add(plan.name, row(plan, &things, args.rounds, &mut forms.0), Some(TARGET));
    }
    if "churn".contains(&args.only) {
        eprintln!("churn");
        section.add(
            "churn",
            churn::row(args.rounds, &mut fastrand::Rng::with_seed(args.seed)),
            Some(TARGET_CHURN),
        );
    }
    report.push(section);
}

pub enum Engine {
    Ours(Box<collide2d::World>),
    Box2d(box2d::World),
    Rapier(Box<rapier::World>),
}

impl Engine {
    pub fn step(&mut self) {
        match self {
            Self::Ours(world) => world.step(),
            Self::Box2d(world) => world.step(FRAME, SUB_STEPS),
            Self::Rapier(world) => world.step(),
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
    let mut engines = vec![
        Engine::Ours(Box::new(ours::world(things, SolverKind::Rigid, GRAVITY))),
        Engine::Box2d(box2d::World::new(things, GRAVITY, true)),
        Engine::Rapier(Box::new(rapier::World::new(things, GRAVITY, FRAME))),
    ];
    for engine in &mut engines {
        for _ in 0..plan.settle {
            engine.step();
        }
    }
    let stats = alternate(&mut engines, rounds, rng, |engine, _| {
        let time = timing::time(|| (0..plan.frames).for_each(|_| engine.step()));
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

fn floor(half: f32) -> Thing {
    Thing::fixed(Form::Rectangle(Vec2::new(half, 1.0)), Place::new(Vec2::new(0.0, -1.0), 0.0))
}
