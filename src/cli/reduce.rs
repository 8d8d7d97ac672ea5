//! `reduce`.

use std::io::Write as _;
use std::process::ExitCode;

use super::at_frame::{SceneAtFrame, load};
use super::{ReduceArgs, StateArgs, output, report};
use crate::elsewhere::recording;
use crate::platform::plain::{self, PlainWriter};
use crate::platform::safe_file;
use crate::report::reduce::{MAX_STEPS, Reduction};
use crate::report::until::{Until, until};
use crate::scene::numbers::count;
use crate::scene::{Scene, StopCondition};

pub fn run(args: &ReduceArgs) -> Result<ExitCode, String> {
    output::check_new_file(&args.output, "ron", args.force)?;
    if recording::is_recording(&args.scene) {
        return Err(
            "a recording has no steps to make again; allowed: a scene, or of two bodies of a recording explain \
                    RECORDING --pair A,B --frame N --format ron"
                .to_owned(),
        );
    }
    let state = StateArgs { frame: 0, scene: Some(args.scene.clone()) };
    let SceneAtFrame { scene, mut world, .. } = load(&state, None)?;
    let stop = scene.read_stop(&args.keep).map_err(|what| format!("--keep: {what}"))?;
    if let StopCondition::Differs {} = stop.condition {
        return Err(
            "--keep: Differs() is of a recording, whose contacts are compared; found a scene".to_owned()
        );
    }
    let bar = output::progress_bar(args.within);
    let found = until(&scene, &mut world, &stop, args.within, || bar.inc(1));
    bar.finish_and_clear();
    let frame = match found {
        Until::Stopped(stopped) => stopped.frame,
        Until::Never(never) => return report::print_never(never, false),
    };
    let Some(mut reduction) = Reduction::of(&scene, &stop, frame) else {
        return Err(format!(
            "--keep: {} holds no longer without the scene's other lines",
            plain::label(&stop.text())
        ));
    };
    let bar = output::progress_bar(MAX_STEPS);
    while reduction.advance() {
        bar.set_position(reduction.steps());
        bar.set_message(size_words(&scene, frame, &reduction));
    }
    bar.finish_and_clear();
    write(args, &scene, frame, &reduction)
}

fn write(args: &ReduceArgs, scene: &Scene, frame: u64, reduction: &Reduction) -> Result<ExitCode, String> {
    let to = plain::path(&args.output);
    let smaller = reduction.scene();
    safe_file::write(&args.output, smaller.to_ron().as_bytes())
        .map_err(|e| format!("{to}: cannot be written: {e}"))?;
    if !reduction.is_done() {
        output::complain(&format!("{to}: more may go: {MAX_STEPS} steps were made; reduce it again"));
    }
    let mut world = smaller.to_world().map_err(|e| e.to_string())?;
    let again = reduction.stop().map(|stop| until(smaller, &mut world, stop, reduction.frame(), || ()));
    output::to_stdout(|out| {
        let mut out = PlainWriter(out);
        writeln!(out, "reduced: {to}: {}", size_words(scene, frame, reduction))?;
        match again {
            Some(Until::Stopped(stopped)) => {
                writeln!(out, "  frame {}: {}: {}", stopped.frame, stopped.stop, stopped.why)
            }
            Some(Until::Never(_)) | None => Ok(()),
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// "2 of 31 bodies, 12 of 340 frames, 14 of 120 lines; 213 scenes were tried".
fn size_words(scene: &Scene, frame: u64, reduction: &Reduction) -> String {
    let smaller = reduction.scene();
    let lines = |scene: &Scene| scene.to_ron().lines().count();
    format!(
        "{} of {}, {} of {}, {} of {}; tried: {}",
        smaller.bodies.len(),
        count(scene.bodies.len(), "body", "bodies"),
        reduction.frame(),
        count(usize::try_from(frame).unwrap_or(usize::MAX), "frame", "frames"),
        lines(smaller),
        count(lines(scene), "line", "lines"),
        count(usize::try_from(reduction.tried()).unwrap_or(usize::MAX), "scene", "scenes"),
    )
}
