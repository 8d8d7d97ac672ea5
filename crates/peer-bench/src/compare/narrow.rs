//! One pair at a time, and many at once: the contact with its points in world space.

mod cases;
mod contestants;
mod many;

use std::hint::black_box;

use glam::Vec2;

use crate::Args;
use crate::form::Forms;
use crate::record::{Cell, Report, Section};
use crate::reference::{self, Truth};
use crate::timing::{self, alternate, median};

use cases::{CASES, MIXES, Pair};
use contestants::{At, Entry, entries};

/// Pairs of a row.
const PAIRS: usize = 4096;
/// Passes over all pairs in a round, each in a new order.
const PASSES: usize = 15;
/// Share of pairs that may touch for one contestant and not for another.
const DISAGREEMENT: f64 = 0.001;

/// The result of every contestant for a pair, in world space.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct WorldContact {
    normal: Vec2,
    points: [WorldPoint; 2],
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct WorldPoint {
    position: Vec2,
    depth: f32,
    feature: u32,
}

impl WorldContact {
    /// Depth of the deepest point; `None` without a penetrating point.
    fn depth(&self) -> Option<f32> {
        let points = &self.points[..self.count as usize];
        points.iter().map(|p| p.depth).filter(|d| *d > 0.0).reduce(f32::max)
    }
}

pub fn run(args: &Args, report: &mut Report) {
    report.push(section(args, At::Single, "narrow: one pair, contact with points in world space"));
    report.push(section(args, At::Once, "narrow: many pairs at once, contact with points in world space"));
}

fn section(args: &Args, at: At, title: &str) -> Section {
    let mut section = Section::new(title, "ns", contestants::list(at));
    for case in CASES {
        for (i, mix) in MIXES.iter().enumerate() {
            let (prefix, target) = match at {
                At::Single => ("", case.targets.map(|targets| targets[i])),
                At::Once => ("many pairs at once: ", case.at_once),
            };
            let name = format!("{prefix}{}, {}", case.name, mix.name);
            if !name.contains(&args.only) || at == At::Once && case.at_once.is_none() {
                continue;
            }
            eprintln!("{name}");
            let mut forms = Forms(fastrand::Rng::with_seed(args.seed));
            let pairs = cases::pairs(&mut forms, case, mix, PAIRS);
            let truth: Vec<Truth> = pairs
                .iter()
                .map(|p| reference::separation(&p.a, &(&p.place_a).into(), &p.b, &(&p.place_b).into()))
                .collect();
            section.add(name, row(&pairs, &truth, at, args.rounds, &mut forms.0), target);
        }
    }
    section
}

fn row(pairs: &[Pair], truth: &[Truth], at: At, rounds: u32, rng: &mut fastrand::Rng) -> Vec<Cell> {
    let mut entries: Vec<Entry> = entries(pairs, at);
    let mut out = vec![WorldContact::default(); pairs.len()];
    let mut cells: Vec<Cell> = entries.iter_mut().map(|entry| check(entry, pairs, truth, &mut out)).collect();
    let agreed: Vec<usize> = (0..entries.len()).filter(|&i| cells[i].refused.is_none()).collect();
    let mut timed: Vec<Entry> = entries
        .into_iter()
        .zip(&cells)
        .filter(|(_, cell)| cell.refused.is_none())
        .map(|(entry, _)| entry)
        .collect();
    let seed = rng.u64(..);
    let stats = alternate(&mut timed, rounds, rng, |entry, round| {
        let passes = (0..PASSES).map(|pass| {
            // The same order for every contestant.
            let mut shuffle = fastrand::Rng::with_seed(seed ^ (u64::from(round) << 32 | pass as u64));
            entry.work.reorder(&mut shuffle);
            let time = timing::time(|| entry.work.run(black_box(&mut out)));
            black_box(&mut out);
            time.as_secs_f64() * 1.0e9 / PAIRS as f64
        });
        median(passes.collect())
    });
    for (i, stats) in agreed.into_iter().zip(stats) {
        cells[i].stats = Some(stats);
    }
    cells
}

/// Compares every result with the reference. The touching pairs must agree but for one pair in a thousand;
/// the agreement of depths and normals is reported as a fact.
fn check(entry: &mut Entry, pairs: &[Pair], truth: &[Truth], out: &mut [WorldContact]) -> Cell {
    out.fill(WorldContact::default());
    entry.work.run(out);
    entry.work.tell(out);
    let wrong: Vec<usize> =
        (0..pairs.len()).filter(|&i| out[i].depth().is_some() != (truth[i].distance < 0.0)).collect();
    let share = wrong.len() as f64 / pairs.len() as f64;
    for &i in wrong.iter().take(5) {
        eprintln!(
            "  {}: {:?} where the reference has {:?} for {:?}",
            entry.name,
            out[i].depth(),
            truth[i],
            pairs[i]
        );
    }
    if share > DISAGREEMENT {
        return Cell::refused(format!(
            "{:.2} % of the pairs touch here and not in the reference, or the reverse",
            share * 100.0
        ));
    }
    let errors =
        (0..pairs.len()).filter_map(|i| Some((f64::from(out[i].depth()?) + truth[i].distance).abs()));
    let (mut worst, mut off, mut count) = (0.0_f64, 0_u32, 0_u32);
    for error in errors {
        worst = worst.max(error);
        off += u32::from(error > 1.0e-4);
        count += 1;
    }
    let mut cell = Cell::empty();
    if !wrong.is_empty() {
        cell.facts.push(("% wrongly touching or apart", share * 100.0));
    }
    if off > 0 {
        cell.facts
            .push(("% with a depth off by more than 0.1 mm", 100.0 * f64::from(off) / f64::from(count)));
        cell.facts.push(("worst by m", worst));
    }
    cell
}
