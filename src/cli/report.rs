//! `report`.

use collide2d::World;

use super::{Format, PairsArg, ReportArgs, StateArgs, output};
use crate::report::{Axes, Pairs, Report, ReportOptions};
use crate::scene::Scene;

pub fn run(args: &ReportArgs) -> Result<(), String> {
    let (scene, world) = state(&args.state)?;
    let options = ReportOptions {
        pairs: match args.pairs {
            PairsArg::Touching => Pairs::Touching,
            PairsArg::All => Pairs::All,
        },
        axes: Axes::Every,
        impacts: args.impacts,
        rotating: args.rotating,
    };
    let report = Report::of(&scene, &world, &options);
    output::to_stdout(|out| match args.format {
        Format::Json => report.write_json(out),
        Format::Text => report.write_text(out),
    })
}

/// The scene that is named, or the built-in one, and its world after so many steps.
pub fn state(args: &StateArgs) -> Result<(Scene, World), String> {
    let scene = match &args.scene {
        Some(path) => Scene::load(path).map_err(|e| e.to_string())?,
        None => Scene::built_in(),
    };
    let mut world = scene.to_world().map_err(|e| e.to_string())?;
    while world.frame() < args.frame {
        world.step();
    }
    Ok((scene, world))
}
