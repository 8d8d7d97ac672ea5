//! A pair as text for an issue tracker.

use std::fmt::Write as _;

use collide2d::Interval;

use super::SeenAt;
use crate::platform::plain::{self, on_command_line};
use crate::report::why::{Explanation, WhyNot};
use crate::report::{PairReport, TraceReport, axis_source_label, longer_way};
use crate::scene::numbers::{number, number_64, vec2};
use crate::scene::{BodyPart, Expectation, Scene};

pub(super) fn of(seen: &SeenAt<'_>, pair: &PairReport, explanation: &Explanation) -> String {
    let scene = seen.smallest_scene();
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_markdown(&mut text, seen, explanation, pair, scene);
    text
}

fn write_markdown(
    text: &mut String,
    seen: &SeenAt<'_>,
    explanation: &Explanation,
    pair: &PairReport,
    scene: Result<Scene, String>,
) -> std::fmt::Result {
    writeln!(text, "### {}\n", escaped(&plain::label(&seen.title())))?;
    let reason = explanation.why_not.iter().flat_map(WhyNot::lines);
    for line in reason.chain([explanation.paragraph()]).chain(explanation.ghosts().cloned()) {
        writeln!(text, "{}\n", escaped(&line))?;
    }
    let [name_a, name_b] = explanation.names.each_ref().map(|name| escaped(name));
    writeln!(text, "a is {name_a}, b is {name_b}; metres, from the world's origin along each direction.\n")?;
    if let Some(trace) = &pair.trace {
        write_axes(text, trace)?;
    }
    if let Some(contact) = &pair.contact {
        writeln!(text, "\nNormal {}, depth {}.\n", vec2(contact.normal), number(contact.depth))?;
        writeln!(text, "| contact point | depth |\n|---|---|")?;
        for (place, depth) in &contact.points {
            writeln!(text, "| {} | {} |", vec2(*place), number(*depth))?;
        }
    }
    if let Some(theirs) = &explanation.theirs {
        writeln!(text)?;
        for told in theirs.texts().iter().flat_map(|text| text.lines()) {
            writeln!(text, "{}\n", escaped(told))?;
        }
    }
    let (ours, core) = (env!("CARGO_PKG_VERSION"), collide2d::VERSION);
    writeln!(text, "\nCollision Test {ours}, collide2d {core}.")?;
    if let Some(file) = seen.file {
        let (file, frame) = (on_command_line(&plain::whole_path(file)), seen.frame);
        let indices = seen.theirs.map_or((pair.a, pair.b), |theirs| theirs.bodies);
        let named = asked_pair(seen, indices);
        write!(text, "\nShown again by\n\n{INDENT}collision-test explain {file} --pair {named}")?;
        if frame > 0 {
            write!(text, " --frame {frame}")?;
        }
        writeln!(text)?;
    }
    let scene = match scene {
        Ok(scene) => scene,
        Err(what) => return writeln!(text, "\nNo smallest scene: {}.", escaped(&what)),
    };
    let shown_at = scene.expect.first().map_or(0, Expectation::frame);
    writeln!(
        text,
        "\nThe smallest scene that gives the same contact; saved as `pair.ron`, by\n\n{INDENT}collision-test explain pair.ron --pair {}{}\n",
        asked_pair(seen, (0, 1)),
        if shown_at > 0 { format!(" --frame {shown_at}") } else { String::new() },
    )?;
    let scene = scene.to_ron();
    let fence = fence(&scene);
    writeln!(text, "{fence}ron\n{scene}{fence}")
}

/// The pair on a command line: its indices, or where a body is named by a number, which counts first, or parts are meant, its
/// names.
fn asked_pair(seen: &SeenAt<'_>, (a, b): (u32, u32)) -> String {
    let scene = seen.scene.with_pieces(seen.world.pieces());
    let is_number = |name: &str| name.trim().parse::<u32>().is_ok();
    if seen.parts == [None; 2] && !scene.bodies.iter().any(|body| is_number(&body.name)) {
        return format!("{a},{b}");
    }
    let (a, b) = seen.pair;
    let [a, b] =
        [(a, seen.parts[0]), (b, seen.parts[1])].map(|(body, part)| scene.name_of(BodyPart { body, part }));
    on_command_line(&format!("{a},{b}"))
}

/// Before a line of code.
const INDENT: &str = "    ";

fn write_axes(text: &mut String, trace: &TraceReport) -> std::fmt::Result {
    writeln!(text, "| axis | direction | a | b | overlap | |\n|---|---|---|---|---|---|")?;
    for (index, (test, (a, b))) in trace.local.axes.iter().zip(&trace.world).enumerate() {
        let interval = |i: &Interval| format!("{} to {}", number(i.min), number(i.max));
        let way_out = longer_way(test).map(|way| format!("way out, or {}", number_64(way)));
        let decides = (trace.deciding == Some(index)).then(|| "decides".to_owned());
        let dropped = trace.dropped_text(index).map(|why| format!("dropped: {why}"));
        let notes: Vec<String> = way_out.into_iter().chain(decides).chain(dropped).collect();
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            axis_source_label(test.source),
            vec2(test.direction),
            interval(a),
            interval(b),
            number(test.overlap),
            notes.join(", ")
        )?;
    }
    Ok(())
}

/// Others' words as text, whatever marks they hold.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' | '~' | '@') {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// More backticks than the text has in a row.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(3.max(longest + 1))
}
