//! `record`.

use std::io::Write as _;

use collide2d::{MAX_EXTENT, World};
use collision_record::{RecordError, Recorder};

use super::at_frame::{SceneAtFrame, state};
use super::{RecordArgs, StateArgs, output};
use crate::elsewhere::recording::own_run;
use crate::platform::plain::{self, PlainWriter};
use crate::scene::limit::Limit;
use crate::scene::query::ask::AskedQueries;

pub fn run(args: &RecordArgs) -> Result<(), String> {
    let to = plain::path(&args.output);
    output::check_new_file(&args.output, "jsonl", args.force)?;
    let (first, last) = args.frames;
    let SceneAtFrame { scene, mut world, recorded } =
        state(&StateArgs { scene: args.scene.clone(), frame: first })?;
    if recorded.is_some() {
        return Err("a recording is recorded already; allowed: a scene".to_owned());
    }
    // Pieces of bodies that burst are known at the end alone.
    let may_burst = !scene.listeners.is_empty();
    let bar = output::progress_bar((last - first).saturating_mul(1 + u64::from(may_burst)));
    let mut end = world.clone();
    while may_burst && end.frame() < last {
        end.step();
        bar.inc(1);
    }
    let header = own_run::header(&scene, &end);
    let written = |error: RecordError| format!("{to}: cannot be written: {error}");
    let mut recorder = Recorder::to_file(&args.output, &header).map_err(written)?;
    let (asked, mut touching) = (AskedQueries::of(&scene), None);
    loop {
        if let Some(body) = beyond_reach(&world) {
            let (frame, body) = (world.frame(), header.bodies.get(body).map_or("", |body| &body.name));
            return Err(format!(
                "{to}: {} is farther away in frame {frame} than a recording may tell; allowed: places from -{MAX_EXTENT} to \
                 {MAX_EXTENT} m, as in the frames before it, which are written",
                plain::label(body)
            ));
        }
        let time = world.time_of(world.frame());
        recorder
            .write(&own_run::frame(&world, header.bodies.len(), time, &mut touching, &asked))
            .map_err(written)?;
        if world.frame() >= last {
            break;
        }
        world.step();
        bar.inc(1);
    }
    bar.finish_and_clear();
    output::to_stdout(|out| writeln!(PlainWriter(out), "recorded: {to}: frames {first} to {last}"))
}

/// The first body at a place that a reader of recordings refuses; what is not finite is left out of the frame.
fn beyond_reach(world: &World) -> Option<usize> {
    world.bodies().iter().position(|body| {
        let at = body.pose().position;
        !body.is_removed() && at.is_finite() && !Limit::Coordinate.holds_vector(at)
    })
}
