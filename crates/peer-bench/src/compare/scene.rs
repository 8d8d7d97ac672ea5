//! Detection in moving scenes: the broad phase and every contact, without a solver.

mod engines;
pub mod memory;

use crate::Args;
use crate::crowd::{self, Layout, Thing};
use crate::form::Forms;
use crate::record::{Cell, Report, Section};
use crate::timing::{self, alternate};

use engines::{Engine, NAMES, engine};

/// Seconds a frame.
const FRAME: f32 = 1.0 / 60.0;
/// Frames after which all velocities are reversed, so that the density stays.
const TURN: u32 = 30;
/// Most bodies for which peers are run.
const MOST_FOR_PEERS: usize = 100_000;
/// Tolerated difference in the number of touching pairs, as a share.
const DISAGREEMENT: f64 = 0.001;

struct Plan {
    name: &'static str,
    layout: Layout,
    count: usize,
    /// Frames of a round: a multiple of four, the steps for which our candidates hold at most, so that each
    /// round pays for a search.
    frames: u32,
    target: Option<f64>,
}

const fn plan(name: &'static str, layout: Layout, count: usize, frames: u32, target: Option<f64>) -> Plan {
    Plan { name, layout, count, frames, target }
}

const PLANS: &[Plan] = &[
    plan("moving, 1 000", Layout::Moving, 1_000, 60, None),
    plan("moving, 10 000", Layout::Moving, 10_000, 12, Some(2.5)),
    plan("moving, 100 000", Layout::Moving, 100_000, 4, Some(3.0)),
    plan("moving, 1 000 000", Layout::Moving, 1_000_000, 4, None),
    plan("moving and turning, 10 000", Layout::Turning, 10_000, 12, None),
    plan("one heap, 2 500", Layout::Heap, 2_500, 12, None),
    plan("one heap, 10 000", Layout::Heap, 10_000, 4, None),
    plan("one body as large as the rest, 2 500", Layout::Giant, 2_500, 12, None),
    plan("one body as large as the rest, 10 000", Layout::Giant, 10_000, 4, None),
    plan("all on one line, 2 500", Layout::Line, 2_500, 12, None),
    plan("all on one line, 10 000", Layout::Line, 10_000, 4, None),
    plan("all on one level line, 10 000", Layout::LevelLine, 10_000, 4, None),
    plan("a thousand long walls, 2 500", Layout::Walls, 2_500, 8, None),
    plan("a thousand long walls, 10 000", Layout::Walls, 10_000, 4, None),
    plan("a thousand long upright walls, 10 000", Layout::UprightWalls, 10_000, 4, None),
];

pub fn run(args: &Args, report: &mut Report) {
    let mut section =
        Section::new("scene: one frame, broad phase and all contacts", "ms", engines::contestants());
    for plan in PLANS.iter().filter(|plan| plan.name.contains(&args.only)) {
        eprintln!("{}", plan.name);
        let mut forms = Forms(fastrand::Rng::with_seed(args.seed));
        let things = crowd::scene(plan.layout, plan.count, &mut forms);
        let mut cells = row(plan, &things, args.rounds, &mut forms.0);
        if plan.layout == Layout::Moving {
            for (cell, name) in cells.iter_mut().zip(NAMES) {
                let Some(stats) = &cell.stats else { continue };
                cell.facts.push(("ns a body", stats.median * 1.0e6 / plan.count as f64));
                if let Some(bytes) = memory::of(args, name, plan.count) {
                    cell.facts.push(("peak MiB", bytes as f64 / f64::from(1 << 20)));
                    cell.facts.push(("bytes a body", bytes as f64 / plan.count as f64));
                }
            }
        }
        section.add(plan.name, cells, plan.target);
    }
    report.push(section);
}

fn row(plan: &Plan, things: &[Thing], rounds: u32, rng: &mut fastrand::Rng) -> Vec<Cell> {
    let names = if plan.count > MOST_FOR_PEERS { &NAMES[..1] } else { &NAMES[..] };
    let mut engines: Vec<Box<dyn Engine>> = names.iter().filter_map(|name| engine(name, things)).collect();
    let mut cells: Vec<Cell> = NAMES.iter().map(|_| Cell::empty()).collect();
    for engine in &mut engines {
        for _ in 0..3 {
            engine.step();
        }
    }
    let truth = (plan.count <= MOST_FOR_PEERS).then(|| crowd::touching(things, &engines[0].places()));
    let mut agreed = Vec::new();
    for (i, mut engine) in engines.into_iter().enumerate() {
        let found = engine.touching(things);
        cells[i].facts.push(("pairs touching", found as f64));
        match truth {
            Some(truth) if found.abs_diff(truth) as f64 > DISAGREEMENT * truth as f64 => {
                cells[i].refused = Some(format!("{found} pairs touch here, {truth} in the reference"));
            }
            _ => agreed.push((i, engine)),
        }
    }
    let stats = alternate(&mut agreed, rounds, rng, |(_, engine), round| {
        let time = timing::time(|| (0..plan.frames).for_each(|_| engine.step()));
        // The same frames for every engine, whatever its turn.
        let frames = (round + 1) * plan.frames;
        if frames / TURN != (frames - plan.frames) / TURN {
            engine.turn_back();
        }
        time.as_secs_f64() * 1.0e3 / f64::from(plan.frames)
    });
    for ((i, _), stats) in agreed.iter().zip(stats) {
        cells[*i].stats = Some(stats);
    }
    cells
}
