//! The window, where there can be one.

use super::WindowArgs;
#[cfg(not(feature = "window"))]
use crate::{import, recording};
#[cfg(not(feature = "window"))]
use std::path::Path;

#[cfg(feature = "window")]
use crate::gui::{Follow, WindowOptions};

#[cfg(feature = "window")]
pub fn run(args: &WindowArgs) -> Result<(), String> {
    let WindowArgs { scene, watch, listen, frame, screenshots, no_recovery, announce, stats } = args.clone();
    let (recovery, follow) = (!no_recovery, watch.map(Follow::File).or(listen.map(Follow::Game)));
    crate::gui::run(&WindowOptions { scene, follow, frame, screenshots, recovery, announce, stats })
}

#[cfg(not(feature = "window"))]
pub fn run(args: &WindowArgs) -> Result<(), String> {
    let is_scene = |path: &&Path| !recording::is_recording(path) && !import::is_importable(path);
    if let Some(path) = args.scene.as_deref().filter(is_scene) {
        crate::scene::Scene::load(path).map_err(|e| e.to_string())?;
    }
    Err("this build has no window; the commands `report`, `render` and `check` need none".to_owned())
}
