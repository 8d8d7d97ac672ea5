//! Standard output and standard error that may be closed at any time.

use std::io::{self, ErrorKind, Write};

use crate::plain;

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

/// Prints one line or several on standard error.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "collision-test: {}", plain::text(message));
}
