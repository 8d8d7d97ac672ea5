//! The window, where there can be one.

use super::WindowArgs;
#[cfg(not(feature = "window"))]
use crate::elsewhere::{is_importable, recording};
use std::path::Path;

#[cfg(feature = "window")]
use crate::gui::{FollowSource, WindowOptions};
#[cfg(feature = "window")]
use crate::platform::plain;
#[cfg(feature = "window")]
use crate::scene::link::Link;

#[cfg(feature = "window")]
pub fn run(args: &WindowArgs) -> Result<(), String> {
    let WindowArgs {
        scene,
        watch,
        listen,
        allow_origin,
        frame,
        base,
        screenshots,
        no_recovery,
        no_settings,
        announce,
        stats,
    } = args.clone();
    if let Some(scene) = watch.as_deref().filter(|path| is_scene(path)) {
        return Err(format!("--watch {}: this is a scene: open it without --watch", plain::path(scene)));
    }
    let (recovery, settings) = (!no_recovery, !no_settings);
    let follow =
        watch.map(FollowSource::File).or(listen.map(|address| FollowSource::Game(address, allow_origin)));
    let text = scene.as_ref().and_then(|path| path.to_str()).filter(|text| Link::is_meant(text));
    let link = text.map(Link::read).transpose()?;
    let options = WindowOptions {
        scene,
        link,
        link_base: base,
        follow,
        frame,
        screenshots,
        recovery,
        settings,
        announce,
        stats,
    };
    crate::gui::run(&options)
}

/// Whether its name is that of a scene, and no game writes frames to it.
#[cfg(feature = "window")]
fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

#[cfg(not(feature = "window"))]
pub fn run(args: &WindowArgs) -> Result<(), String> {
    let is_scene = |path: &&Path| !recording::is_recording(path) && !is_importable(path);
    if let Some(path) = args.scene.as_deref().filter(is_scene) {
        crate::scene::Scene::load(path).map_err(|e| e.to_string())?;
    }
    Err("this build has no window; all commands but the window need none".to_owned())
}
