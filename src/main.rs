//! `collision-test`: arguments, run, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    collision_test::cli::run(std::env::args_os())
}
