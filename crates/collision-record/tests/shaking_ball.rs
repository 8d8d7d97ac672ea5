//! The shipped recording of a ball that shakes is that of the example, and the ball does shake.
#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../examples/record_shaking_ball.rs"]
#[allow(dead_code)]
mod record_shaking_ball;

use collision_record::Frame;

#[test]
fn the_shipped_recording_is_made_again_byte_for_byte_and_shakes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("made.jsonl");
    record_shaking_ball::record(&path).expect("recorded");
    let made = std::fs::read_to_string(&path).expect("read");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/recordings/ball-that-shakes.jsonl");
    assert!(std::fs::read_to_string(shipped).expect("shipped") == made, "make it again with the example");

    let frames: Vec<Frame> = made.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let heights: Vec<f32> = frames.iter().map(|frame| frame.poses[0].unwrap()[1]).collect();
    let rises = heights.windows(2).filter(|pair| pair[1] > pair[0] + 0.2).count();
    assert!(rises >= 6, "the ball is pushed up {rises} times: {heights:?}");
    let contacts = frames.iter().flat_map(|frame| &frame.contacts);
    assert!(contacts.clone().count() >= 6);
    assert!(contacts.map(|contact| contact.normal.unwrap()).all(|normal| normal == [0.0, -1.0]));
}
