//! `collision-test`: arguments, run, exit code. In a browser: the window, in the page.

#[cfg(not(target_os = "unknown"))]
fn main() -> std::process::ExitCode {
    collision_test::cli::run(std::env::args_os())
}

#[cfg(target_os = "unknown")]
fn main() {
    #[cfg(feature = "window")]
    collision_test::gui::browser::run();
}
