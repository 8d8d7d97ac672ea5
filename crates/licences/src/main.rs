//! `cargo run -p licences`: writes licences.txt anew.

use std::process::ExitCode;

fn main() -> ExitCode {
    let written = licences::text().and_then(|text| {
        std::fs::write(licences::file(), text).map_err(|e| format!("{}: {e}", licences::file().display()))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
