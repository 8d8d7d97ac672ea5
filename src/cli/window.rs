//! The window, where there can be one.

use super::WindowArgs;
use crate::scene::Scene;

pub fn run(args: &WindowArgs) -> Result<(), String> {
    // A broken file is told on standard error before any window opens.
    if let Some(path) = &args.scene {
        Scene::load(path).map_err(|e| e.to_string())?;
    }
    open(args)
}

fn open(_args: &WindowArgs) -> Result<(), String> {
    Err(format!("this build has no window; {HEADLESS}"))
}

const HEADLESS: &str =
    "the commands `report`, `render` and `check` need none (`collision-test --help` explains them)";
