//! The work of collide2d beside the same work of its peers, in one run, on one thread, on the same pairs and
//! scenes.

mod crowd;
mod form;
mod machine;
mod narrow;
mod peers;
mod query;
mod record;
mod reference;
mod runs;
mod scene;
mod step;
mod sweep;
mod tiles;
mod timing;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use record::Report;

/// The work of collide2d timed beside parry2d, rapier2d and Box2D v3. Agreement comes first: what disagrees
/// is not timed.
#[derive(Parser)]
#[command(name = "peer-bench", version)]
struct Args {
    #[command(subcommand)]
    work: Work,
    /// Print JSON instead of tables.
    #[arg(long, global = true)]
    json: bool,
    /// Print tables as `docs/performance.md` has them.
    #[arg(long, global = true, conflicts_with = "json")]
    markdown: bool,
    /// Rounds; every figure is the median over them.
    #[arg(long, global = true, default_value_t = 15, value_parser = clap::value_parser!(u32).range(9..))]
    rounds: u32,
    /// Seed of the pairs and scenes.
    #[arg(long, global = true, default_value_t = 2026)]
    seed: u64,
    /// Only the rows whose name contains this.
    #[arg(long, global = true, default_value = "")]
    only: String,
}

#[derive(Subcommand)]
enum Work {
    /// One pair at a time through `collide`.
    Narrow,
    /// Scenes in motion: broad phase and all contacts, and nothing else.
    Scene,
    /// The rigid solver: pyramids and piles.
    Step,
    /// The first touch of two shapes in linear motion.
    Sweep,
    /// Rays, casts, areas and points in a world of 10 000 boxes.
    Query,
    /// Floors of 10 000 tiles, and what catches on their joints.
    Tiles,
    /// Records a run of a peer, with the contacts that it found, for Collision Test.
    Record {
        /// Whose run.
        peer: runs::Peer,
        /// The file to write, JSON lines.
        file: PathBuf,
    },
    /// Bytes that one engine needs at most for a scene of this many bodies; `scene` calls it.
    #[command(hide = true)]
    Memory {
        /// As in the table of `scene`.
        engine: String,
        /// Bodies.
        count: usize,
    },
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut report = Report::new(&args);
    match &args.work {
        Work::Narrow => narrow::run(&args, &mut report),
        Work::Scene => scene::run(&args, &mut report),
        Work::Step => step::run(&args, &mut report),
        Work::Sweep => sweep::run(&args, &mut report),
        Work::Query => query::run(&args, &mut report),
        Work::Tiles => tiles::run(&args, &mut report),
        Work::Record { peer, file } => return runs::record(*peer, args.seed, file),
        Work::Memory { engine, count } => return scene::memory::print(&args, engine, *count),
    }
    report.finish(&args)
}
