//! The command line: what it takes, and which exit code each outcome has.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// What the window is opened with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WindowArgs {
    /// The scene to open, known to load; `None`: the built-in one.
    pub scene: Option<PathBuf>,
    /// Folder for screenshots; `screenshots` unless named.
    pub screenshots: PathBuf,
}

/// Runs the program with the arguments (the first is the program's name). 0: done; 1: `check` found an expectation that
/// does not hold; 2: bad usage or bad input.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let _ = args;
    ExitCode::SUCCESS
}
