//! `explain`.

use std::io::Write as _;

use super::report::{SceneAtFrame, state};
use super::{ExplainArgs, ExplainFormat, find_parts, output};
use crate::elsewhere::recording::{Recording, is_recording};
use crate::explain::their_side::TheirSide;
use crate::platform::plain::{self, PlainWriter};
use crate::report::why::take_away::SeenAt;
use crate::report::why::{Explanation, Topic};
use crate::report::{PairReport, Report, ReportOptions, WhichPairs};

pub fn run(args: &ExplainArgs) -> Result<(), String> {
    let recording =
        args.state.scene.as_deref().filter(|path| is_recording(path)).map(Recording::load).transpose()?;
    let SceneAtFrame { scene, world, recorded } = match &recording {
        Some(recording) => {
            let index = recording.index_of(args.state.frame).map_err(|what| format!("--frame: {what}"))?;
            SceneAtFrame::recorded(recording, index)?
        }
        None => state(&args.state)?,
    };
    let refuse = |what: &str| format!("--pair {}: {what}", plain::label(&args.pair));
    let ((pair, parts), theirs) = match recorded.as_ref().zip(recording.as_ref()) {
        Some((recorded, recording)) => {
            let (pair, told) = recorded.find_pair(recording, &args.pair).map_err(|what| refuse(&what))?;
            ((pair, [None; 2]), Some(TheirSide::of(&told)))
        }
        None => (find_parts(&scene.with_pieces(world.pieces()), &args.pair)?, None),
    };
    let none = || refuse("one of them is gone or not finite at this frame; allowed: an earlier frame");
    let read = PairReport::of_parts(&world, pair, parts, true).ok_or_else(none)?;
    let explanation = Explanation::of_pair(&scene, &world, &read).ok_or_else(none)?.beside(theirs.clone());
    let frame = recorded.as_ref().map_or(world.frame(), |recorded| recorded.number());
    let file = args.state.scene.as_deref();
    let seen = SeenAt { scene: &scene, world: &world, pair, parts, frame, theirs: theirs.as_ref(), file };
    let text = match args.format {
        ExplainFormat::Text => {
            let told = Topic::ALL.map(|topic| explanation.about(topic));
            let beside = explanation.theirs.iter().flat_map(TheirSide::texts);
            let told: Vec<String> = told.into_iter().chain(beside).filter(|text| !text.is_empty()).collect();
            told.join("\n") + "\n"
        }
        ExplainFormat::Json => {
            let options = ReportOptions { pairs: WhichPairs::Deepest(0), ..ReportOptions::default() };
            let report = Report::of(&scene, &world, &options);
            return output::to_stdout(|out| explanation.write_json(out, frame, &report, &read));
        }
        ExplainFormat::Markdown => seen.markdown()?,
        ExplainFormat::Ron => seen.ron()?,
        ExplainFormat::Rust => seen.rust_test()?,
    };
    output::to_stdout(|out| PlainWriter(out).write_all(text.as_bytes()))
}
