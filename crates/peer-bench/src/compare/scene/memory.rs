//! The memory of each engine, measured in a process of its own.

use std::env;
use std::process::{Command, ExitCode};

use super::engines::engine;
use crate::crowd::{self, Layout};
use crate::form::Forms;
use crate::{Args, machine};

/// Frames that a process runs.
const FRAMES: usize = 20;

/// Starts a process that runs one engine. Bytes.
pub fn of(args: &Args, name: &str, count: usize) -> Option<u64> {
    let output = Command::new(env::current_exe().ok()?)
        .args(["memory", name, &count.to_string(), "--seed", &args.seed.to_string()])
        .output()
        .ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Prints the engine's peak memory without the scene's description, in bytes.
pub fn print(args: &Args, name: &str, count: usize) -> ExitCode {
    let mut forms = Forms(fastrand::Rng::with_seed(args.seed));
    let things = crowd::scene(Layout::Moving, count, &mut forms);
    let before = machine::memory();
    let Some(mut engine) = engine(name, &things) else {
        eprintln!("no engine {name}");
        return ExitCode::FAILURE;
    };
    for _ in 0..FRAMES {
        engine.step();
    }
    match before.zip(machine::memory()) {
        Some(((before, _), (_, most))) => {
            println!("{}", most.saturating_sub(before));
            ExitCode::SUCCESS
        }
        None => ExitCode::FAILURE,
    }
}
