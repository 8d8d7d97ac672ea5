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

#[cfg(feature = "window")]
fn open(args: &WindowArgs) -> Result<(), String> {
    let WindowArgs { scene, screenshots, announce, stats } = args.clone();
    crate::gui::run(&crate::gui::Args { scene, screenshots, announce, stats })
}

#[cfg(not(feature = "window"))]
fn open(_args: &WindowArgs) -> Result<(), String> {
    Err("this build has no window; the commands `report`, `render` and `check` need none".to_owned())
}
