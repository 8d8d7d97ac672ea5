//! `import`.

use std::io::Write as _;

use super::{ImportArgs, output};
use crate::elsewhere::import::{self, PIXELS_PER_METRE, Tiles};
use crate::platform::plain::{self, PlainWriter};
use crate::platform::safe_file;

pub fn run(args: &ImportArgs) -> Result<(), String> {
    let to = plain::path(&args.output);
    output::check_new_file(&args.output, "ron", args.force)?;
    let tiles = if args.keep_tiles { Tiles::Boxes } else { Tiles::Outlines };
    let pixels_per_metre = args.pixels_per_metre.unwrap_or(PIXELS_PER_METRE);
    let imported = import::load(&args.file, pixels_per_metre, tiles).map_err(|e| e.message)?;
    for (option, is_given, is_used, why) in [
        ("--keep-tiles", args.keep_tiles, imported.has_tiles, "the file has no tiles"),
        (
            "--pixels-per-metre",
            args.pixels_per_metre.is_some(),
            imported.pixels_per_metre.is_some(),
            "the file is in metres already",
        ),
    ] {
        if is_given && !is_used {
            output::complain(&format!("{option} does nothing: {why}"));
        }
    }
    for line in &imported.left_out {
        output::complain(&format!("{}: left out: {line}", plain::path(&args.file)));
    }
    safe_file::write(&args.output, imported.scene.to_ron().as_bytes())
        .map_err(|e| format!("{to}: cannot be written: {e}"))?;
    output::to_stdout(|out| {
        let mut out = PlainWriter(out);
        writeln!(out, "imported: {to}: {}", imported.summary())?;
        imported.changed.iter().try_for_each(|line| writeln!(out, "  {line}"))
    })
}
