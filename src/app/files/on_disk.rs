//! The document's file as the disk holds it at this moment, compared by content: times and notifications do
//! not tell of every change.

use std::fmt;
use std::hash::Hasher as _;
use std::path::Path;

use siphasher::sip128::{Hasher128 as _, SipHasher24};

use crate::platform::plain;
use crate::scene::{Scene, SceneError, read};

/// Identifies the bytes of a file; the same in every run of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// The fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = SipHasher24::new();
        hasher.write(bytes);
        Self(hasher.finish128().as_u128())
    }

    /// Reads what `Display` wrote.
    pub fn parse(text: &str) -> Option<Self> {
        u128::from_str_radix(text, 16).ok().map(Self)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// What a look at the document's file found.
#[derive(Debug)]
pub enum OnDisk {
    /// The bytes that were last read or written.
    AsKnown,
    Gone,
    /// Other bytes.
    Changed(FileOfOther),
    Unreadable(SceneError),
}

/// The file as another program left it.
#[derive(Clone, Debug)]
pub struct FileOfOther {
    /// Its bytes.
    pub fingerprint: Fingerprint,
    /// Its scene, or why it is none.
    pub scene: Result<Box<Scene>, SceneError>,
}

/// Reads the file and compares it with what is known of it.
pub fn look(path: &Path, known: Option<Fingerprint>) -> OnDisk {
    let bytes = match read::read_bytes(path) {
        Ok(bytes) => bytes,
        Err(_) if is_gone(path) => return OnDisk::Gone,
        Err(error) => return OnDisk::Unreadable(error),
    };
    let fingerprint = Fingerprint::of(&bytes);
    if known == Some(fingerprint) {
        return OnDisk::AsKnown;
    }
    let scene = read::from_bytes(&bytes, &plain::path(path)).map(Box::new);
    OnDisk::Changed(FileOfOther { fingerprint, scene })
}

/// Reads a scene and its fingerprint.
pub fn load(path: &Path) -> Result<(Scene, Fingerprint), SceneError> {
    let bytes = read::read_bytes(path)?;
    Ok((read::from_bytes(&bytes, &plain::path(path))?, Fingerprint::of(&bytes)))
}

/// Whether there is surely no file; false where the question has no answer.
pub fn is_gone(path: &Path) -> bool {
    crate::platform::disk::exists(path).is_ok_and(|exists| !exists)
}
