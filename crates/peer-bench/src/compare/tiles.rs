//! Floors of many tiles: a box each, or one chain; and what catches on their joints.

use glam::Vec2;

use crate::Args;
use crate::crowd::Thing;
use crate::form::{Form, Place};
use crate::record::{Cell, Contestant, Report, Section};
use crate::step::{Engine, FRAME};
use crate::timing::{self, alternate};

const TILES: usize = 10_000;
const MOVERS: usize = 100;
/// Frames before the timing, and of a round.
const SETTLE: u32 = 60;
const FRAMES: u32 = 100;
/// Against the better peer.
const TARGET: f64 = 1.0;

/// Starts of the second question, and what they begin with. Metres a second.
const STARTS: u32 = 200;
const SPEED: Vec2 = Vec2::new(5.0, -6.0);
/// Frames of a start, and those of them after which nothing lands any more.
const FRAMES_OF_START: u32 = 120;
const LANDED: u32 = 90;
/// A start that is slower then by more is caught. Metres a second.
const LOST: f64 = 0.05;
/// One that leaves the floor by more, once it has landed, is thrown. Metres.
const HIGH: f64 = 0.005;

pub fn run(args: &Args, report: &mut Report) {
    let contestants = vec![
        Contestant {
            name: "collide2d",
            computes: "`World::step` with the solver `Rigid`; boxes, or a chain solid from both sides",
            aside: false,
        },
        Contestant { name: "Box2D", computes: "`b2World_Step`; boxes, or a chain shape", aside: false },
        Contestant {
            name: "rapier",
            computes: "`PhysicsPipeline::step`; cuboids, or parry's polyline with `ORIENTED`",
            aside: false,
        },
    ];
    let title = "tiles: one frame of 100 bodies that slide over a floor of 10 000 tiles";
    let mut section = Section::new(title, "ms", contestants);
    for (name, floor) in [("10 000 boxes", boxes as Floor), ("a chain of 10 000", chain as Floor)] {
        if !name.contains(&args.only) {
            continue;
        }
        eprintln!("{name}");
        section.add(name, row(floor, args), Some(TARGET));
    }
    report.push(section);
}

/// The floor from -half to half of so many tiles of a metre, its top at height 0.
type Floor = fn(usize) -> Vec<Thing>;

fn boxes(count: usize) -> Vec<Thing> {
    let at = |i: usize| Place::new(Vec2::new(i as f32 - 0.5 * (count - 1) as f32, -0.5), 0.0);
    (0..count).map(|i| Thing::fixed(Form::Rectangle(Vec2::splat(0.5)), at(i))).collect()
}

/// From right to left, so that engines whose chains have one side hold from above.
fn chain(count: usize) -> Vec<Thing> {
    let points = (0..=count).map(|i| Vec2::new(0.5 * count as f32 - i as f32, 0.0)).collect();
    vec![Thing::fixed(Form::Chain(points), Place::new(Vec2::ZERO, 0.0))]
}

fn mover(i: usize) -> (Form, f32) {
    match i % 3 {
        0 => (Form::Rectangle(Vec2::splat(0.4)), 0.4),
        1 => (Form::Circle(0.4), 0.4),
        _ => (Form::Capsule { half_length: 0.3, radius: 0.3 }, 0.6),
    }
}

fn row(floor: Floor, args: &Args) -> Vec<Cell> {
    let mut things = floor(TILES);
    for i in 0..MOVERS {
        let (form, bottom) = mover(i);
        let x = (i as f32 - 0.5 * MOVERS as f32) * (TILES / MOVERS) as f32 * 0.9;
        let moving = Thing::moving(form, Place::new(Vec2::new(x, bottom + 0.01), 0.0));
        things.push(Thing { velocity: Vec2::new(3.0, 0.0), friction: 0.0, upright: true, ..moving });
    }
    let mut engines = Engine::all(&things);
    for engine in &mut engines {
        (0..SETTLE).for_each(|_| engine.step());
    }
    let mut rng = fastrand::Rng::with_seed(args.seed);
    let stats = alternate(&mut engines, args.rounds, &mut rng, |engine, _| {
        let time = timing::time(|| (0..FRAMES).for_each(|_| engine.step()));
        time.as_secs_f64() * 1.0e3 / f64::from(FRAMES)
    });
    let mut cells: Vec<Cell> =
        stats.into_iter().map(|stats| Cell { stats: Some(stats), ..Cell::empty() }).collect();
    for (k, names) in [
        ["boxes caught of 200", "boxes thrown of 200"],
        ["balls caught of 200", "balls thrown of 200"],
        ["capsules caught of 200", "capsules thrown of 200"],
    ]
    .into_iter()
    .enumerate()
    {
        let counts = caught(floor, k);
        for (cell, counts) in cells.iter_mut().zip(counts) {
            cell.facts.extend(names.into_iter().zip(counts.map(f64::from)));
        }
    }
    cells
}

/// Of each engine, how many starts are caught and thrown.
fn caught(floor: Floor, kind: usize) -> [[u32; 2]; 3] {
    let mut counts = [[0; 2]; 3];
    for i in 0..STARTS {
        let (form, bottom) = mover(kind);
        let mut things = floor(80);
        let start = Vec2::new(-30.0 + i as f32 * 0.017, bottom + 0.05 + 0.011 * i as f32);
        let moving = Thing::moving(form, Place::new(start, 0.0));
        things.push(Thing { velocity: SPEED, friction: 0.0, upright: kind == 2, ..moving });
        for (engine, counts) in Engine::all(&things).iter_mut().zip(&mut counts) {
            let mut landed_at = f64::from(start.x);
            let (mut has_landed, mut is_high) = (false, false);
            for frame in 0..FRAMES_OF_START {
                engine.step();
                let at = engine.place(things.len() - 1).position;
                let above = at.y - f64::from(bottom);
                has_landed |= above < 0.001;
                is_high |= has_landed && above > HIGH;
                if frame < LANDED {
                    landed_at = at.x;
                }
            }
            let way = engine.place(things.len() - 1).position.x - landed_at;
            let time = f64::from(FRAMES_OF_START - LANDED) * f64::from(FRAME);
            let is_slow = way < (f64::from(SPEED.x) - LOST) * time;
            counts[0] += u32::from(is_slow);
            counts[1] += u32::from(is_high);
        }
    }
    counts
}
