//! Builds the comparison with its peers and runs it with the same arguments: `cargo run --release -p
//! peer-bench -- narrow|scene|step|sweep|query|tiles [--json]`, or records a run of a peer: `record rapier|box2d FILE`.

use std::env;
use std::process::{Command, ExitCode};

/// Flags of Box2D's release builds, without assertions, which its crate leaves in; with gcc a little faster
/// than `-O3`.
const BOX2D_FLAGS: &str = "-O2 -DNDEBUG";

fn main() -> ExitCode {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let flags = env::var("CFLAGS").map_or(BOX2D_FLAGS.to_owned(), |own| format!("{own} {BOX2D_FLAGS}"));
    let status = Command::new(cargo)
        .args(["run", "--release", "--quiet", "--package", "peer-bench", "--features", "peers"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .args(["--bin", "peer-bench-compare", "--"])
        .args(env::args_os().skip(1))
        .env("CFLAGS", flags)
        .status();
    match status {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            eprintln!("cargo could not be started: {error}");
            ExitCode::FAILURE
        }
    }
}
