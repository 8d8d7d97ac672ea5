//! The first line of a recovery file, a comment in RON: the file is a scene that the program opens like any
//! other.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::app::files::on_disk::Fingerprint;
use crate::platform::clock::since_1970;

const MARK: &str = "// Unsaved work: ";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// Absolute path of the document's file, where it has one and the path is UTF-8.
    document: Option<String>,
    /// Fingerprint of the file's content when the document was read or written.
    content: Option<String>,
    /// Seconds since 1970.
    time: u64,
    process: u32,
}

impl Header {
    /// Of work on this file, done in this moment by this process.
    pub fn of(document: Option<&Path>, known: Option<Fingerprint>) -> Self {
        let absolute = document.map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        Self {
            document: absolute.and_then(|path| path.to_str().map(str::to_owned)),
            content: known.map(|known| known.to_string()),
            time: since_1970().as_secs(),
            process: process(),
        }
    }

    pub fn line(&self) -> Result<String, ron::Error> {
        Ok(format!("{MARK}{}\n", ron::to_string(self)?))
    }

    /// Reads the first line of a recovery file; `None` where it is none.
    pub fn parse(text: &str) -> Option<Self> {
        ron::from_str(text.lines().next()?.strip_prefix(MARK)?).ok()
    }

    pub fn document(&self) -> Option<PathBuf> {
        self.document.as_ref().map(PathBuf::from)
    }

    /// Fingerprint of the file's content when the document was read or written.
    pub fn known(&self) -> Option<Fingerprint> {
        Fingerprint::parse(self.content.as_deref()?)
    }

    /// Time since the work was done; `None`: the header does not tell.
    pub fn age(&self) -> Option<Duration> {
        let done = (self.time > 0).then(|| Duration::from_secs(self.time));
        done.map(|done| since_1970().saturating_sub(done))
    }
}

/// The number of this process; 0 in a browser.
fn process() -> u32 {
    if cfg!(target_os = "unknown") { 0 } else { std::process::id() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_header_is_one_line_and_reads_back() {
        let path = Path::new("/tmp/a \"quoted\"\nname\u{1b}.ron");
        let header = Header::of(Some(path), Some(Fingerprint::of(b"bytes")));
        let line = header.line().unwrap();
        assert_eq!(line.trim_end_matches('\n').lines().count(), 1, "{line:?}");
        assert_eq!(Header::parse(&format!("{line}Scene(version: 1)")), Some(header.clone()));
        assert_eq!(header.document().unwrap(), path);
        assert_eq!(header.known(), Some(Fingerprint::of(b"bytes")));
        assert!(header.age().unwrap() < Duration::from_secs(60));
        for other in ["", "Scene(version: 1)", "// Unsaved work: (time: -1)", "// Unsaved work: ("] {
            assert_eq!(Header::parse(other), None, "{other:?}");
        }
    }
}
