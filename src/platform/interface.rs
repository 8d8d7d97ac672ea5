//! What a platform offers, written down once: the modules for a computer and those for a page are held to it by the
//! compiler, each for its own target. What one of them has besides stands in its module alone.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::clock::{self, Instant};
use super::disk::{self, Lock};
use super::regular_file;
use super::safe_file::{self, Target};

const _: () = {
    let _: fn() -> Instant = Instant::now;
    let _: fn(Instant, Instant) -> bool = |a, b| a < b;
    let _: fn(Instant, Duration) -> Instant = |at, time| at + time;
    let _: fn(&Instant, Instant) -> Duration = |at, earlier| at.saturating_duration_since(earlier);
    let _: fn() -> Duration = clock::since_1970;

    let _: fn(&Path) -> io::Result<bool> = disk::exists;
    let _: fn(&Path) -> Option<String> = disk::read_text;
    let _: fn(&Path, &str) -> io::Result<()> = disk::write_text;
    let _: fn(&Path, &[u8]) -> io::Result<()> = disk::write_new;
    let _: fn(&Path) = disk::remove;
    let _: fn(&Path) -> Vec<PathBuf> = disk::list;
    let _: fn(&Path, &Path) -> bool = disk::is_same;
    let _: fn(&Path) -> bool = disk::is_own;
    let _: fn(&Path) -> Option<Duration> = disk::age;
    let _: fn(&Path) -> io::Result<()> = disk::make_folder;
    let _: fn(&Path) = disk::forget;
    let _: fn() -> Option<String> = disk::room;
    let _: fn(fn()) = |work| disk::in_background(work);
    let _: fn(&Path) -> io::Result<Lock> = Lock::take;
    let _: fn(&Path) -> Option<Lock> = Lock::of_dead;
    let _: fn(&Lock) -> &Path = Lock::path;

    let _: fn(&Path, u64) -> Result<Vec<u8>, String> = regular_file::read;
    let _: fn(&Path) -> Result<Box<dyn Read>, String> =
        |path| regular_file::reader(path).map(|reader| Box::new(reader) as Box<dyn Read>);

    let _: fn(&Path, &[u8]) -> io::Result<()> = safe_file::write;
    let _: fn(&Path, &[u8]) -> io::Result<()> = safe_file::write_private;
    let _: fn(&Path) -> Option<String> = safe_file::obstacle;
    let _: fn(&Path) = safe_file::sweep;
    let _: fn(&Path) -> io::Result<Target> = Target::of;
    let _: fn(&Target) -> bool = Target::is_in_place;
    let _: fn(Target, &[u8]) -> io::Result<()> = Target::write;
};
