//! The window, where there can be one.

use super::WindowArgs;
#[cfg(not(feature = "window"))]
use crate::elsewhere::{is_importable, recording};
#[cfg(not(feature = "window"))]
use std::path::Path;

#[cfg(feature = "window")]
use crate::gui::{FollowSource, WindowOptions};
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

#[cfg(not(feature = "window"))]
pub fn run(args: &WindowArgs) -> Result<(), String> {
    let is_scene = |path: &&Path| !recording::is_recording(path) && !is_importable(path);
    if let Some(path) = args.scene.as_deref().filter(is_scene) {
        crate::scene::Scene::load(path).map_err(|e| e.to_string())?;
    }
    Err("this build has no window; all commands but the window need none".to_owned())
}
