//! `reduce`.

use std::io::Write as _;
use std::process::ExitCode;

use super::at_frame::{SceneAtFrame, load};
use super::{ReduceArgs, ReportFormat, StateArgs, output, report};
use crate::elsewhere::recording;
use crate::platform::plain::{self, PlainWriter};
use crate::platform::safe_file;
use crate::report::reduce::{MAX_STEPS, Reduction, SceneSize};
use crate::report::until::{Until, stop_of_scene, until};
use crate::scene::Scene;
use crate::scene::numbers::count;

pub fn run(args: &ReduceArgs) -> Result<ExitCode, String> {
    output::check_new_file(&args.output, "ron", args.force)?;
    if recording::is_recording(&args.scene) {
        return Err(
            "a recording has no steps to make again; allowed: a scene, such as import RECORDING --frame N makes of a frame, or \
             explain RECORDING --pair A,B --frame N --format ron of two bodies"
                .to_owned(),
        );
    }
    let state = StateArgs { frame: 0, scene: Some(args.scene.clone()) };
    let SceneAtFrame { scene, mut world, .. } = load(&state, None)?;
    let stop = stop_of_scene(&scene, &args.keep).map_err(|what| format!("--keep: {what}"))?;
    let bar = output::progress_bar(args.within);
    let begun = Reduction::of(&scene, &stop, args.within, || bar.inc(1));
    bar.finish_and_clear();
    let Ok(mut reduction) = begun else {
        return match until(&scene, &mut world, &stop, args.within, || ()) {
            Until::Never(never) => report::print_never(never, ReportFormat::Text),
            Until::Stopped(_) => Err(format!(
                "--keep: {} holds no longer without the scene's other lines",
                plain::label(&stop.text())
            )),
        };
    };
    let bar = output::progress_bar(MAX_STEPS);
    let mut bodies = None;
    while reduction.advance() {
        bar.set_position(reduction.steps());
        let left = reduction.scene().bodies.len();
        if bodies.replace(left) != Some(left) {
            bar.set_message(format!("{left} of {}", count(scene.bodies.len(), "body", "bodies")));
        }
    }
    bar.finish_and_clear();
    write(args, &scene, &reduction)
}

fn write(args: &ReduceArgs, scene: &Scene, reduction: &Reduction) -> Result<ExitCode, String> {
    let to = plain::path(&args.output);
    let smaller = reduction.scene();
    let text = smaller.to_ron();
    safe_file::write(&args.output, text.as_bytes()).map_err(|e| format!("{to}: cannot be written: {e}"))?;
    if !reduction.is_done() {
        output::complain(&format!("{to}: more may go: {MAX_STEPS} steps were made; reduce it again"));
    }
    let mut world = smaller.to_world().map_err(|e| e.to_string())?;
    let again = reduction.stop().map(|stop| until(smaller, &mut world, stop, reduction.frame(), || ()));
    let whole = SceneSize::of(scene, &scene.to_ron(), reduction.first_frame());
    let left = SceneSize::of(smaller, &text, reduction.frame());
    let tried = count(usize::try_from(reduction.tried()).unwrap_or(usize::MAX), "scene", "scenes");
    output::to_stdout(|out| {
        let mut out = PlainWriter(out);
        writeln!(out, "reduced: {to}: {}; tried: {tried}", left.of_whole(&whole))?;
        match again {
            Some(Until::Stopped(stopped)) => {
                writeln!(out, "  frame {}: {}: {}", stopped.frame, stopped.stop, stopped.why)
            }
            Some(Until::Never(_)) | None => Ok(()),
        }
    })?;
    Ok(ExitCode::SUCCESS)
}
