//! Records a ball that shakes: `cargo run -p collision-record --example record_shaking_ball -- game.jsonl`.
//!
//! The loop is that of many a first game, with its slip: whether a ball touches a crate is decided rightly, by the
//! crate's point nearest to its centre, and then the ball is pushed out along the face of least overlap, also where
//! that point is a corner. The push is too long, so the ball falls back, touches, and is pushed again.

use std::path::{Path, PathBuf};

use collision_record::{Body, Contact, Frame, Header, PlacedShape, Recorder, Shape};

/// Frames of 1/60 s.
const FRAMES: u64 = 120;
const TIMESTEP: f32 = 1.0 / 60.0;
const GRAVITY: f32 = -9.81;
const RADIUS: f32 = 1.25;
/// Half of the crate's width and of its height; it stands at the origin.
const HALF: [f32; 2] = [2.0, 1.0];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).map_or_else(|| "game.jsonl".into(), PathBuf::from);
    record(&path)?;
    println!("recorded: {}", path.display());
    Ok(())
}

/// Writes the recording.
pub fn record(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let ball = Body::new("ball", vec![PlacedShape::new(Shape::Circle { radius: RADIUS })]);
    let [width, height] = HALF.map(|half| 2.0 * half);
    let crate_ =
        Body::new("crate", vec![PlacedShape::new(Shape::Rectangle { width, height, radius: 0.0 })]).fixed();
    let mut header = Header::new("a first game's loop", vec![ball, crate_]);
    header.name = Some("a ball that shakes at a corner".to_owned());
    let mut recorder = Recorder::to_file(path, &header)?;
    let (mut at, mut speed) = ([2.72_f32, 2.25_f32], 0.0_f32);
    for number in 0..FRAMES {
        let poses = vec![Some([at[0], at[1], 0.0]), Some([0.0, 0.0, 0.0])];
        let mut frame = Frame::new(number, number as f64 / 60.0, poses);
        if let Some((normal, depth)) = touch(at) {
            frame.contacts.push(Contact {
                // From the ball to the crate.
                normal: Some(normal.map(|n| 0.0 - n)),
                depth: Some(depth),
                ..Contact::between(0, 1)
            });
            at = [at[0] + normal[0] * depth, at[1] + normal[1] * depth];
            speed = 0.0;
        }
        recorder.write(&frame)?;
        speed += GRAVITY * TIMESTEP;
        at[1] += speed * TIMESTEP;
    }
    Ok(())
}

/// Whether the ball touches the crate, and the push along a face that takes it out; the normal is on the crate.
fn touch(at: [f32; 2]) -> Option<([f32; 2], f32)> {
    let nearest = [at[0].clamp(-HALF[0], HALF[0]), at[1].clamp(-HALF[1], HALF[1])];
    let [x, y] = [at[0] - nearest[0], at[1] - nearest[1]];
    if x * x + y * y >= RADIUS * RADIUS {
        return None;
    }
    // The slip: the overlaps along x and y in the place of the way to the corner.
    let overlap = [HALF[0] + RADIUS - at[0].abs(), HALF[1] + RADIUS - at[1].abs()];
    Some(if overlap[0] < overlap[1] {
        ([at[0].signum(), 0.0], overlap[0])
    } else {
        ([0.0, at[1].signum()], overlap[1])
    })
}
