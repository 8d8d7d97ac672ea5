//! `explain`.

use std::io::Write as _;

use super::report::{SceneAtFrame, state};
use super::{ExplainArgs, ExplainFormat, find_pair, output};
use crate::platform::plain::{self, PlainWriter};
use crate::report::why::take_away::SeenAt;
use crate::report::why::{Explanation, Topic};
use crate::report::{PairReport, Report, ReportOptions, WhichAxes, WhichPairs};

pub fn run(args: &ExplainArgs) -> Result<(), String> {
    let SceneAtFrame { scene, world, recorded } = state(&args.state)?;
    let pair = find_pair(&scene.with_pieces(world.pieces()), &args.pair)?;
    let refuse = |what: &str| format!("--pair {}: {what}", plain::label(&args.pair));
    if recorded.as_ref().is_some_and(|recorded| recorded.is_one_body(pair)) {
        return Err(refuse("they are shapes of one recorded body, which do not collide"));
    }
    let none = || refuse("one of them is gone or not finite at this frame; allowed: an earlier frame");
    let read = PairReport::of_pair(&world, pair.0, pair.1, WhichAxes::Every).ok_or_else(none)?;
    let explanation = Explanation::of_pair(&scene, &world, &read).ok_or_else(none)?;
    let frame = recorded.as_ref().map_or(world.frame(), |recorded| recorded.number());
    let seen = SeenAt { scene: &scene, world: &world, pair, frame, file: args.state.scene.as_deref() };
    let text = match args.format {
        ExplainFormat::Text => {
            let told = Topic::ALL.map(|topic| explanation.about(topic));
            let told: Vec<String> = told.into_iter().filter(|text| !text.is_empty()).collect();
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
