//! The recording of our own run that ships is the one that the example makes.

#[path = "../examples/record_collide2d.rs"]
#[allow(dead_code)]
mod record_collide2d;

#[test]
fn the_shipped_recording_of_our_own_run_is_made_again_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.jsonl");
    record_collide2d::record(&path).expect("recorded");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/recordings/collide2d.jsonl");
    let (made, shipped) = (std::fs::read(&path).expect("made"), std::fs::read(shipped).expect("shipped"));
    assert!(
        made == shipped,
        "the run has changed: write the recording anew with the example, and look at it"
    );
}
