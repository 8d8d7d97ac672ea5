//! `import`.

use std::io::Write as _;

use super::at_frame::{index_of_frame, load_recording};
use super::{ImportArgs, output};
use crate::elsewhere::import::{self, PIXELS_PER_METRE, Tiles};
use crate::elsewhere::recording::is_recording;
use crate::platform::plain::{self, PlainWriter};
use crate::platform::safe_file;
use crate::scene::Scene;
use crate::scene::numbers::count;

pub fn run(args: &ImportArgs) -> Result<(), String> {
    output::check_new_file(&args.output, "ron", args.force)?;
    let is_recording = is_recording(&args.file);
    let (scene, summary, changed) = if is_recording { of_frame(args)? } else { of_file(args)? };
    if args.frame.is_some() && !is_recording {
        output::complain("--frame does nothing: the file is no recording");
    }
    let to = plain::path(&args.output);
    safe_file::write(&args.output, scene.to_ron().as_bytes())
        .map_err(|e| format!("{to}: cannot be written: {e}"))?;
    output::to_stdout(|out| {
        let mut out = PlainWriter(out);
        writeln!(out, "imported: {to}: {summary}")?;
        changed.iter().try_for_each(|line| writeln!(out, "  {line}"))
    })
}

/// The scene, what it is in short, and what is not as in the file.
type ImportedScene = (Scene, String, Vec<String>);

fn of_file(args: &ImportArgs) -> Result<ImportedScene, String> {
    let tiles = if args.keep_tiles { Tiles::Boxes } else { Tiles::Outlines };
    let pixels_per_metre = args.pixels_per_metre.unwrap_or(PIXELS_PER_METRE);
    let imported = import::load(&args.file, pixels_per_metre, tiles).map_err(|e| e.message)?;
    let why_no_tiles = (!imported.has_tiles).then_some("the file has no tiles");
    let why_no_pixels = imported.pixels_per_metre.is_none().then_some("the file is in metres already");
    tell_unused(args, why_no_tiles, why_no_pixels);
    for line in &imported.left_out {
        output::complain(&format!("{}: left out: {line}", plain::path(&args.file)));
    }
    let summary = imported.summary();
    Ok((imported.scene, summary, imported.changed))
}

/// A frame of a recording, which goes on as the game did.
fn of_frame(args: &ImportArgs) -> Result<ImportedScene, String> {
    let recording = load_recording(&args.file)?;
    let index = args.frame.map_or(Ok(0), |frame| index_of_frame(&recording, frame))?;
    tell_unused(
        args,
        Some("the file is a recording"),
        Some("the header of a recording has its `metres_per_unit`"),
    );
    let scene = recording.scene_from(index);
    scene.validate().map_err(|e| format!("{}: {}", plain::path(&args.file), e.message))?;
    let frame = recording.frames().get(index).map_or(0, |frame| frame.frame);
    let bodies = count(scene.bodies.len(), "body", "bodies");
    let made_up = recording.made_up().into_iter().map(str::to_owned).collect();
    Ok((scene, format!("{bodies} of frame {frame}"), made_up))
}

/// Tells of options that are given and do nothing.
fn tell_unused(args: &ImportArgs, keep_tiles: Option<&str>, pixels_per_metre: Option<&str>) {
    let unused = [
        ("--keep-tiles", keep_tiles.filter(|_| args.keep_tiles)),
        ("--pixels-per-metre", pixels_per_metre.filter(|_| args.pixels_per_metre.is_some())),
    ];
    for (option, why) in unused {
        if let Some(why) = why {
            output::complain(&format!("{option} does nothing: {why}"));
        }
    }
}
