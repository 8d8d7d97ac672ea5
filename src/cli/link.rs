//! `link`.

use std::io::Write as _;

use super::at_frame::{SceneAtFrame, state};
use super::{LinkArgs, find_parts, output};
use crate::elsewhere::recording::is_recording;
use crate::platform::plain::PlainWriter;
use crate::scene::link::{Link, MAX_FRAME};

pub fn run(args: &LinkArgs) -> Result<(), String> {
    if args.state.frame > MAX_FRAME && !args.state.scene.as_deref().is_some_and(is_recording) {
        return Err(format!("--frame: found {}; allowed in a link: 0 to {MAX_FRAME}", args.state.frame));
    }
    let SceneAtFrame { scene, world, recorded } = state(&args.state)?;
    // The names at the frame: a piece that is there then is not in the file.
    let named = scene.with_pieces(world.pieces());
    let pair = args.pair.as_deref().map(|pair| find_parts(&named, pair)).transpose()?;
    // A recording's frame is a scene at frame 0.
    let frame = if recorded.is_some() { 0 } else { args.state.frame };
    let text = Link { embed: args.embed, ..Link::to(&scene, frame, pair, &named) }.text(&args.base)?;
    output::to_stdout(|out| writeln!(PlainWriter(out), "{text}"))
}
