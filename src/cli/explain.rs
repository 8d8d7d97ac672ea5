//! `explain`.

use std::io::Write as _;

use collide2d::Leaf;
use serde::Serialize;

use super::at_frame::{SceneAtFrame, past_of_run, state_in, state_with_before};
use super::report::find_query;
use super::{ExplainArgs, ExplainFormat, output};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::{Tolerances, compare};
use crate::elsewhere::recording::systematic::{Systematic, systematic};
use crate::explain::stages;
use crate::explain::their_query::TheirAnswer;
use crate::explain::their_side::{TheirSide, has_turned_normal};
use crate::platform::plain::{self, PlainWriter};
use crate::report::json::lines;
use crate::report::queries::QueryReport;
use crate::report::why::take_away::SeenAt;
use crate::report::why::take_away::programs::PeerEngine;
use crate::report::why::{Explanation, WhyNot};
use crate::report::{PairReport, Report, ReportOptions, WhichPairs, write_formulas};
use crate::scene::Scene;
use crate::scene::numbers::LengthUnit;
use crate::scene::query::ask::AskedQueries;

pub fn run(args: &ExplainArgs) -> Result<(), String> {
    if let Some(query) = &args.query {
        return of_query(args, query);
    }
    let asked = args.pair.as_deref().unwrap_or_default();
    let recording = args.state.recording()?;
    let (state, before) = state_with_before(&args.state, recording.as_ref())?;
    let frame = state.frame();
    let SceneAtFrame { scene, world, recorded } = state;
    let both = recorded.as_ref().zip(recording.as_ref());
    let refuse = |what: &str| format!("--pair {}: {what}", plain::label(asked));
    let every = recording.as_ref().map(Recording::every_body).transpose().map_err(|e| e.to_string())?;
    let both = both.zip(every.as_ref()).map(|((recorded, recording), every)| (recorded, (recording, every)));
    let ((pair, parts), theirs) = match both {
        Some((recorded, recording)) => {
            let (found, told) = recorded.find_pair(recording, asked).map_err(|what| refuse(&what))?;
            let errors = if has_turned_normal(&told) { errors_all_over(recording.0)? } else { Vec::new() };
            (found, Some(TheirSide::of_recording(&told, &errors)))
        }
        None => {
            let found = scene.with_pieces(world.pieces()).find_any_parts(asked);
            (found.map_err(|what| refuse(&what))?, None)
        }
    };
    let none = || refuse("one of them is gone or not finite at this frame; allowed: an earlier frame");
    let read = PairReport::of_parts(&world, pair, parts, true);
    let (named, unit) = (scene.with_pieces(world.pieces()), LengthUnit::of(world.bodies()));
    let past = match both {
        Some((recorded, recording)) => recorded.past(recording, (pair, parts)),
        None => {
            let leaves = read.as_ref().map_or([Leaf::WHOLE; 2], |read| read.leaves);
            past_of_run(&scene, &world, before.as_ref(), pair, leaves)
        }
    };
    if let (None, Some(why)) = (&read, WhyNot::of(&named, &world, (pair, parts), None, &past, unit)) {
        return no_pair(args.format, &named, (pair, frame), &why, theirs.as_ref())
            .map_err(|what| refuse(&what))?;
    }
    let read = read.ok_or_else(none)?;
    let explanation = Explanation::of_pair_after(&scene, &world, &read, &past, unit).ok_or_else(none)?;
    let explanation = explanation.with_ghosts_beside(&scene, &world, &read, parts).beside(theirs.clone());
    let file = args.state.scene.as_deref();
    let (past, theirs) = (&past, theirs.as_ref());
    let seen = SeenAt { scene: &scene, world: &world, pair, parts, frame, past, theirs, file };
    let text = match args.format {
        ExplainFormat::Text => {
            let beside = explanation.theirs.iter().flat_map(TheirSide::texts);
            let beside = beside.filter(|text| !text.is_empty());
            let lines: Vec<String> = explanation.lines().into_iter().chain(beside).collect();
            lines.join("\n") + "\n"
        }
        ExplainFormat::Json => {
            let without_static = recorded.is_some();
            let options =
                ReportOptions { pairs: WhichPairs::Deepest(0), without_static, ..ReportOptions::default() };
            let report = Report::of(&scene, &world, &options);
            return output::to_stdout(|out| explanation.write_json(out, frame, &report, &read));
        }
        ExplainFormat::Markdown => seen.markdown()?,
        ExplainFormat::Ron => seen.ron()?,
        ExplainFormat::Rust => seen.rust_test()?,
        ExplainFormat::Rapier => seen.program(PeerEngine::Rapier)?,
        ExplainFormat::Box2d => seen.program(PeerEngine::Box2d)?,
        ExplainFormat::Planck => seen.program(PeerEngine::Planck)?,
        ExplainFormat::Matter => seen.program(PeerEngine::Matter)?,
        ExplainFormat::Pymunk => seen.program(PeerEngine::Pymunk)?,
        ExplainFormat::Godot => seen.program(PeerEngine::Godot)?,
    };
    output::to_stdout(|out| PlainWriter(out).write_all(text.as_bytes()))
}

/// The errors of the whole recording, as `compare` tells them: one normal alone does not tell a sign from an axis.
fn errors_all_over(recording: &Recording) -> Result<Vec<Systematic>, String> {
    let tolerances = Tolerances::default();
    let bar = output::progress_bar(recording.frames().len() as u64);
    let comparison = compare(recording, tolerances, || bar.inc(1));
    bar.finish_and_clear();
    Ok(systematic(recording, tolerances, &comparison.map_err(|e| e.to_string())?))
}

/// Why a query of the scene finds what it finds.
fn of_query(args: &ExplainArgs, query: &str) -> Result<(), String> {
    let recording = args.state.recording()?;
    let SceneAtFrame { scene, world, recorded } = state_in(&args.state, recording.as_ref())?;
    let scene = scene.with_pieces(world.pieces());
    let query = find_query(&scene, query)?;
    let both = recorded.as_ref().zip(recording.as_ref());
    let theirs = both
        .map(|(recorded, recording)| recorded.their_answer(recording, &query.name))
        .transpose()?
        .flatten();
    let stages = stages::query_stages(&scene, &world, query);
    match args.format {
        ExplainFormat::Text => output::to_stdout(|out| {
            let mut out = PlainWriter(out);
            for stage in &stages {
                writeln!(out, "{}", stage.sentence)?;
                stage.details.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
                write_formulas(&mut out, "  ", &stage.formulas)?;
            }
            theirs.iter().flat_map(TheirAnswer::lines).try_for_each(|line| writeln!(out, "{line}"))
        }),
        ExplainFormat::Json => {
            let without_static = recorded.is_some();
            let options =
                ReportOptions { pairs: WhichPairs::Deepest(0), without_static, ..ReportOptions::default() };
            let mut report = Report::of(&scene, &world, &options);
            report.queries = QueryReport::of(&AskedQueries::with(&scene, [query.clone()]), &world);
            report.stages = Some(stages);
            output::to_stdout(|out| report.write_queries_json(out))
        }
        _ => Err("--format: a query is explained as text or json".to_owned()),
    }
}

#[derive(Serialize)]
struct NoPairJson<'s> {
    scene: &'s str,
    frame: u64,
    a: u32,
    b: u32,
    names: [&'s str; 2],
    touching: bool,
    why_not: &'s WhyNot,
    #[serde(skip_serializing_if = "Option::is_none")]
    theirs: Option<&'s TheirSide>,
}

/// Tells of two bodies that are no pair why they are none, and what the other engine tells of them.
fn no_pair(
    format: ExplainFormat,
    scene: &Scene,
    ((a, b), frame): ((u32, u32), u64),
    why_not: &WhyNot,
    theirs: Option<&TheirSide>,
) -> Result<Result<(), String>, String> {
    match format {
        ExplainFormat::Text => {
            let beside = theirs.iter().flat_map(|theirs| theirs.texts()).filter(|text| !text.is_empty());
            let lines: Vec<String> = why_not.lines().into_iter().chain(beside).collect();
            Ok(output::to_stdout(|out| PlainWriter(out).write_all((lines.join("\n") + "\n").as_bytes())))
        }
        ExplainFormat::Json => {
            let name = |index: u32| scene.bodies.get(index as usize).map_or("", |body| body.name.as_str());
            let names = [name(a), name(b)];
            let json =
                NoPairJson { scene: &scene.name, frame, a, b, names, touching: false, why_not, theirs };
            Ok(output::to_stdout(|out| lines::write(out, &json)))
        }
        _ => Err(why_not.text.clone()),
    }
}
