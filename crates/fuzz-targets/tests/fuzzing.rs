//! The fuzz targets on random bytes, each for COLLISION_TEST_FUZZ_SECONDS (1 if that is not set).
//!
//! A failing input is shortened and written to `fuzz/artifacts/TARGET`, where cargo-fuzz writes its own. Every
//! run begins with the inputs there.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};

/// An input that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// An input for which a target holds more memory is stopped, and so hangs. Bytes.
const MEMORY: usize = 1 << 30;

/// Inputs between two looks at the clock.
const BATCH: u32 = 16;

/// Most attempts to shorten a failing input.
const MOST_SHORTENINGS: u32 = 2000;

/// Bytes of one edit of a text, and the most of an input: more of them load too seldom.
const TEXT_EDIT: usize = 8;
const MOST_TEXT_EDITS: usize = 5;

/// Bytes of one edit of a scene or of one gesture, and the most of an input.
const EDIT: usize = 24;
const MOST_EDITS: usize = 30;

/// Most edits of a JSON file besides the first.
const MOST_JSON_EDITS: usize = 3;

/// Most elements of a drawing besides the first.
const MOST_ELEMENTS: usize = 11;

#[test]
fn scene_text() {
    // The first byte decides between the text itself and edits of a shipped scene.
    let first = prop_oneof![1 => any::<u8>(), 9 => Just(0)];
    fuzz("scene_text", fuzz_targets::scene_text, texts(first.prop_map(|byte| vec![byte])));
}

#[test]
fn scene_steps() {
    fuzz("scene_steps", fuzz_targets::scene_steps, edits(bytes(4)));
}

#[test]
fn snapshot() {
    fuzz("snapshot", fuzz_targets::snapshot, bytes(64));
}

#[test]
fn pairs() {
    fuzz("pairs", fuzz_targets::pairs, bytes(120));
}

#[test]
fn gestures() {
    fuzz("gestures", fuzz_targets::gestures, edits(bytes(1)));
}

#[test]
fn recovery_file() {
    let first = any::<u8>().prop_map(|flags| vec![flags, 0]);
    fuzz("recovery_file", fuzz_targets::recovery_file, texts(first));
}

#[test]
fn svg_file() {
    fuzz("svg_file", fuzz_targets::svg_file, pieces(bytes(EDIT), EDIT, MOST_ELEMENTS));
}

/// The files that are edited are read as they are: else every input would be refused alike.
#[test]
fn recordings_and_levels_begin_with_files_that_are_read() {
    assert!(fuzz_targets::reads_recording(&[]));
    // A project of LDtk; a map of Tiled, of slopes.
    assert!(fuzz_targets::reads_level(&[1]));
    assert!(fuzz_targets::reads_level(&[2; 90]));
}

#[test]
fn recording_file() {
    fuzz("recording_file", fuzz_targets::recording_file, pieces(bytes(EDIT), EDIT, MOST_JSON_EDITS));
}

#[test]
fn level_file() {
    fuzz("level_file", fuzz_targets::level_file, pieces(bytes(80), EDIT, MOST_JSON_EDITS));
}

#[test]
fn link_text() {
    fuzz("link_text", fuzz_targets::link_text, texts(bytes(6).prop_map(|head| [head, vec![0]].concat())));
}

#[test]
fn pictures() {
    fuzz("pictures", fuzz_targets::pictures, edits(bytes(24)));
}

fn bytes(count: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), count)
}

/// A scene and edits of its text, after the first bytes.
fn texts(first: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    pieces((first, bytes(1)).prop_map(|(first, scene)| [first, scene].concat()), TEXT_EDIT, MOST_TEXT_EDITS)
}

/// Edits of a scene, or gestures, after the first bytes.
fn edits(first: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    pieces(first, EDIT, MOST_EDITS)
}

/// Whole pieces, so that a failing input is shortened by whole ones.
fn pieces(
    first: impl Strategy<Value = Vec<u8>>,
    length: usize,
    most: usize,
) -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(bytes(length), 0..=most);
    (first, pieces).prop_map(|(first, pieces)| [first, pieces.concat()].concat())
}

/// Runs a target on the inputs that failed before, and then on random ones until the time is over.
fn fuzz(name: &str, target: fn(&[u8]), inputs: impl Strategy<Value = Vec<u8>>) {
    let repository =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is in crates/");
    let artifacts = repository.join("fuzz/artifacts").join(name);
    let begin = Instant::now();
    let present = Arc::new(Present::default());
    watch(Arc::downgrade(&present), artifacts.clone());
    let run = |input: &[u8]| {
        present.set(Some((Instant::now(), input.to_owned())));
        target(input);
        present.set(None);
    };
    for known in files(&artifacts) {
        eprintln!("{name} on {}", known.display());
        run(&fs::read(&known).expect("an input can be read"));
    }
    let config = ProptestConfig {
        cases: BATCH,
        failure_persistence: None,
        max_shrink_iters: MOST_SHORTENINGS,
        ..ProptestConfig::default()
    };
    let mut count = 0;
    while begin.elapsed() < time() {
        let outcome = TestRunner::new(config.clone()).run(&inputs, |input| {
            run(&input);
            Ok(())
        });
        match outcome {
            Ok(()) => count += BATCH,
            Err(TestError::Fail(reason, input)) => {
                panic!("{name} fails on {}: {reason}", kept(&artifacts, &input));
            }
            Err(error @ TestError::Abort(_)) => panic!("{name}: {error}"),
        }
    }
    tell(&format!("fuzzing {name}: {count} inputs in {:.1} s", begin.elapsed().as_secs_f32()));
}

/// For how long each target runs.
fn time() -> Duration {
    let seconds = std::env::var("COLLISION_TEST_FUZZ_SECONDS").ok();
    let seconds = seconds.map_or(1.0, |text| text.parse().expect("COLLISION_TEST_FUZZ_SECONDS is a number"));
    Duration::from_secs_f32(seconds)
}

/// The inputs that failed before, by name.
fn files(artifacts: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(artifacts) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Writes a failing input; returns its path, or its bytes where it cannot be written.
fn kept(artifacts: &Path, input: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let path = artifacts.join(format!("proptest-{:016x}", hasher.finish()));
    match fs::create_dir_all(artifacts).and_then(|()| fs::write(&path, input)) {
        Ok(()) => path.display().to_string(),
        Err(_) => format!("{input:?}"),
    }
}

/// The input that a target works on, and since when.
#[derive(Default)]
struct Present(Mutex<Option<(Instant, Vec<u8>)>>);

impl Present {
    fn set(&self, input: Option<(Instant, Vec<u8>)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = input;
    }

    fn hanging(&self) -> Option<Vec<u8>> {
        let present = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        present.as_ref().filter(|(since, _)| since.elapsed() > PATIENCE).map(|(_, input)| input.clone())
    }
}

/// Ends the process where an input hangs.
fn watch(present: Weak<Present>, artifacts: PathBuf) {
    thread::spawn(move || {
        while let Some(present) = present.upgrade() {
            if let Some(input) = present.hanging() {
                tell(&format!(
                    "an input takes more than {PATIENCE:?}, or {MEMORY} bytes: {}",
                    kept(&artifacts, &input)
                ));
                std::process::exit(101);
            }
            drop(present);
            thread::sleep(Duration::from_secs(1));
        }
    });
}

thread_local! {
    /// What this thread holds. Bytes; what other threads allocated counts below zero where it is freed here.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

struct Limited;

/// Counts what this thread allocates (or frees, < 0), and stops it above [`MEMORY`].
fn count(bytes: isize) {
    // Where the thread ends nothing is counted.
    let held = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        held.get()
    });
    while held.is_ok_and(|held| held > MEMORY as isize) && bytes > 0 {
        thread::sleep(PATIENCE);
    }
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise about `layout` is the one that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: `pointer` came from `alloc` above with this `layout`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static LIMITED: Limited = Limited;

/// Prints a line though the test's output is captured.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
