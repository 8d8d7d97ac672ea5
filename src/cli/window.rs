//! The window, where there can be one.

use super::WindowArgs;

#[cfg(feature = "window")]
pub fn run(args: &WindowArgs) -> Result<(), String> {
    let WindowArgs { scene, frame, screenshots, no_recovery, announce, stats } = args.clone();
    let recovery = !no_recovery;
    crate::gui::run(&crate::gui::WindowOptions { scene, frame, screenshots, recovery, announce, stats })
}

#[cfg(not(feature = "window"))]
pub fn run(args: &WindowArgs) -> Result<(), String> {
    if let Some(path) = &args.scene {
        crate::scene::Scene::load(path).map_err(|e| e.to_string())?;
    }
    Err("this build has no window; the commands `report`, `render` and `check` need none".to_owned())
}
