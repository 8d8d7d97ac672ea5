//! Standard output and standard error that may be closed at any time.

use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::platform::plain;

/// Runs `write` on buffered standard output. A pipe that its reader closed (`report | head`) is no error.
pub fn to_stdout(
    write: impl FnOnce(&mut io::BufWriter<io::StdoutLock<'static>>) -> io::Result<()>,
) -> Result<(), String> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(format!("standard output: {e}")),
        _ => {
            // The rest of the buffer has no reader.
            let _ = out.into_parts();
            Ok(())
        }
    }
}

/// Writes JSON with indented lines.
pub fn pretty_json(out: &mut impl Write, json: &impl Serialize) -> io::Result<()> {
    writeln!(out, "{}", plain::json(&serde_json::to_string_pretty(json)?))
}

/// Writes JSON as one line.
pub fn json_line(out: &mut impl Write, json: &impl Serialize) -> io::Result<()> {
    writeln!(out, "{}", plain::json(&serde_json::to_string(json)?))
}

/// Prints one line or several on standard error.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "collision-test: {}", plain::text(message));
}

/// Refuses what `--output` names if it has another ending, or is there already and `force` does not allow to overwrite it.
pub fn check_new_file(output: &Path, ending: &str, force: bool) -> Result<(), String> {
    let to = plain::path(output);
    if output.extension().is_none_or(|given| !given.eq_ignore_ascii_case(ending)) {
        return Err(format!("--output {to}: its name has to end in .{ending}"));
    }
    // Also a link that leads nowhere yet stands there.
    if !force && std::fs::symlink_metadata(output).is_ok() {
        return Err(format!(
            "--output {to}: is there already; allowed: a new file, or --force to overwrite it"
        ));
    }
    Ok(())
}

/// A progress bar, hidden unless standard error is a terminal and there is more than one thing to do.
pub fn progress_bar(count: u64) -> ProgressBar {
    if count < 2 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    shown_bar(count)
}

/// A progress bar for what is written to standard output meanwhile: hidden where that is a terminal as well.
pub fn bar_beside_output(count: u64) -> ProgressBar {
    /// Less is written before a bar can be read.
    const LEAST: u64 = 10_000;
    if count < LEAST || io::stdout().is_terminal() { ProgressBar::hidden() } else { progress_bar(count) }
}

fn shown_bar(count: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}
