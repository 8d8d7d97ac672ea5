//! `cargo run -p web`: builds the program for the browser into `target/web` and serves it.

use std::net::TcpListener;
use std::process::ExitCode;

use clap::Parser;
use web::{build, serve};

/// Builds the program for the browser into target/web, and serves that folder on this computer.
#[derive(Debug, Parser)]
struct Args {
    /// Build, and serve nothing.
    #[arg(long)]
    build_only: bool,
    /// Where the page will be, such as https://example.org/collision: shared links show a picture of it.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Port to serve on, 127.0.0.1 alone; 0: any free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let folder = build::build(args.url.as_deref())?;
    if args.build_only {
        return Ok(());
    }
    let listener = TcpListener::bind(("127.0.0.1", args.port));
    let listener = listener.map_err(|e| format!("127.0.0.1:{}: cannot be served on: {e}", args.port))?;
    serve::serve(&folder, listener)
}
