//! Documents that were opened or downloaded, read without trust.

use std::io::Cursor;
use std::path::Path;

use super::disk;

/// The bytes of a file of at most `limit` bytes; `Err` says for a person why there are none.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let bytes =
        disk::read(path).ok_or("is not kept in this browser; allowed: a file dropped or chosen here")?;
    if bytes.len() as u64 > limit {
        return Err(format!("is too large; allowed: up to {} MiB", limit >> 20));
    }
    Ok(bytes)
}

/// A file, opened for reading; `Err` says for a person why there is none.
pub fn reader(path: &Path) -> Result<Cursor<Vec<u8>>, String> {
    read(path, u64::MAX).map(Cursor::new)
}
