//! Files of others, read without trust: only regular files, never waiting for a writer, up to a size.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::path::Path;

/// The bytes of a regular file of at most `limit` bytes; `Err` says for a person what it is instead.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    reader(path)?.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(format!("is too large; allowed: up to {} MiB", limit >> 20));
    }
    Ok(bytes)
}

/// A regular file, opened for reading; `Err` says for a person what it is instead.
pub fn reader(path: &Path) -> Result<File, String> {
    let file = open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err("is a folder; allowed: a regular file".to_owned());
    }
    if !metadata.is_file() {
        return Err("is a pipe, a socket or a device; allowed: a regular file".to_owned());
    }
    Ok(file)
}

fn unreadable(error: std::io::Error) -> String {
    format!("cannot be read: {error}")
}

/// Opens for reading. A pipe without a writer does not block.
fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}
