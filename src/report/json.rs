//! The report as JSON: keys and rows in a fixed order, one row per line.

use std::fmt;
use std::io::{self, Write};

use collide2d::{ContactEvent, Energy, Interval, ResolverEffort};
use glam::Vec2;
use serde::Serialize;

use super::hashes::FrameHash;
use super::{
    BodyReport, GeneratedReport, ImpactReport, PairReport, PairStream, ReactionReport, Report,
    axis_source_label,
};
use crate::elsewhere::differences::What;
use crate::explain::classic_mistakes::{self, ShortcutTest};
use crate::explain::second_opinion::{Claim, NAME, Opinion, ParryAnswer};
use crate::explain::stages::{BroadPhaseCounts, Formula, StageText, phase_name};
use crate::platform::plain;
use crate::report::not_finite::NotFinite;
use crate::scene::MAX_CANDIDATES;

impl Report {
    /// Writes the report as JSON. Reading a number back gives the same f32; NaN and infinity are `null`.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_json_with(out, |tell| self.pairs.iter().try_for_each(tell))
    }

    /// [`Report::write_json`] with the pairs that `pairs` tells, in place of those that the report lists.
    pub fn write_json_with(&self, out: &mut impl Write, pairs: impl PairStream) -> io::Result<()> {
        let (scene, frame, time) = (Json(&self.scene), self.frame, Json(&self.time));
        write!(out, "{{\n  \"scene\": {scene}, \"frame\": {frame}, \"time\": {time},\n  ")?;
        if let Some(NotFinite { frame, body, what, touched }) = &self.not_finite {
            let (what, touched) = (Json(what), Json(touched));
            write!(
                out,
                "\"not_finite\": {{ \"frame\": {frame}, \"body\": {body}, \"what\": {what}, \"touched\": {touched} }},\n  "
            )?;
        }
        if self.at_least || self.waiting_at_least.is_some() {
            write!(out, "\"limited\": {{ \"candidates\": {MAX_CANDIDATES}")?;
            if self.at_least {
                write!(out, ", \"touching_at_least\": {}", self.touching)?;
            }
            if let Some(waiting) = self.waiting_at_least {
                write!(out, ", \"waiting_at_least\": {waiting}")?;
            }
            write!(out, " }},\n  ")?;
        }
        if let Some(sum) = &self.momentum {
            write!(out, "\"momentum\": {}, ", vec2(sum.linear.as_vec2()))?;
        }
        if let Some(sum) = &self.energy {
            write!(out, "\"energy\": {},\n  ", energy(sum))?;
        }
        if let Some(ResolverEffort { used, limit, left }) = self.resolver {
            write!(out, "\"resolver\": {{ \"used\": {used}, \"limit\": {limit}, \"left\": {left} }},\n  ")?;
        }
        write!(out, "\"bodies\": ")?;
        rows(out, "  ", &self.bodies, body)?;
        write!(out, ",\n  \"pairs\": ")?;
        let mut listed = RowWriter { out, indent: "  ", is_empty: true };
        pairs(&mut |row| listed.row(|out| pair(out, row, self)))?;
        listed.end()?;
        if !self.generated.is_empty() {
            write!(out, ",\n  \"generated\": ")?;
            rows(out, "  ", &self.generated, generated)?;
        }
        if let Some(impacts) = &self.impacts {
            if self.rotating {
                write!(out, ",\n  \"rotating\": true")?;
            }
            write!(out, ",\n  \"impacts\": ")?;
            rows(out, "  ", impacts, impact)?;
        }
        if let Some(impacts) = &self.falling {
            write!(out, ",\n  \"falling\": ")?;
            rows(out, "  ", impacts, impact)?;
        }
        if let Some(events) = &self.events {
            write!(out, ",\n  \"events\": ")?;
            rows(out, "  ", events, |out, told| event(out, told, self.taker(told).as_ref()))?;
        }
        if !self.reactions.is_empty() {
            write!(out, ",\n  \"reactions\": ")?;
            rows(out, "  ", &self.reactions, reaction)?;
        }
        if let Some(stages) = &self.stages {
            write!(out, ",\n  \"stages\": ")?;
            rows(out, "  ", stages, stage)?;
        }
        if let Some(hashes) = &self.hashes {
            write!(out, ",\n  \"hashes\": ")?;
            rows(out, "  ", hashes, hash)?;
        }
        writeln!(out, "\n}}")
    }

    /// Writes one pair of the report with its bodies, as in [`Report::write_json`].
    pub fn write_pair_json(&self, out: &mut dyn Write, row: &PairReport) -> io::Result<()> {
        let bodies: Vec<&BodyReport> =
            self.bodies.iter().filter(|body| [row.a, row.b].contains(&body.index)).collect();
        write!(out, "{{ \"bodies\": ")?;
        rows(out, "    ", &bodies, |out, row| body(out, row))?;
        write!(out, ",\n    \"pairs\": ")?;
        rows(out, "    ", &[row], |out, row| pair(out, row, self))?;
        write!(out, " }}")
    }
}

fn energy(energy: &Energy) -> String {
    let Energy { kinetic, potential } = energy;
    format!("{{ \"kinetic\": {}, \"potential\": {} }}", Json(kinetic), Json(potential))
}

fn body(out: &mut dyn Write, body: &BodyReport) -> io::Result<()> {
    write!(
        out,
        "{{ \"index\": {}, \"name\": {}, \"shape\": {}, \"position\": {}, \"rotation\": {}, \"velocity\": {}, \
         \"angular_velocity\": {}, \"aabb\": {{ \"min\": {}, \"max\": {} }}",
        body.index,
        Json(&body.name),
        Json(body.shape),
        vec2(body.position),
        Json(&body.rotation),
        vec2(body.velocity),
        Json(&body.angular_velocity),
        vec2(body.aabb.min),
        vec2(body.aabb.max),
    )?;
    if body.removed {
        write!(out, ", \"removed\": true")?;
    }
    if let Some(position) = body.previous_position {
        write!(out, ", \"previous_position\": {}", vec2(position))?;
    }
    if let Some(momentum) = &body.momentum {
        write!(out, ", \"momentum\": {}", vec2(momentum.linear.as_vec2()))?;
    }
    if let Some(own) = &body.energy {
        write!(out, ", \"energy\": {}", energy(own))?;
    }
    write!(out, " }}")
}

fn pair(out: &mut dyn Write, pair: &PairReport, report: &Report) -> io::Result<()> {
    let (a, b, touching) = (pair.a, pair.b, pair.contact.is_some());
    write!(out, "{{ \"a\": {a}, \"b\": {b}, \"touching\": {touching}, ")?;
    let points = match &pair.contact {
        Some(contact) => {
            write!(out, "\"normal\": {}, \"depth\": {},", vec2(contact.normal), Json(&contact.depth))?;
            contact.points.as_slice()
        }
        None => {
            write!(out, "\"normal\": null, \"depth\": null,")?;
            &[]
        }
    };
    if let Some(since) = pair.waiting_since {
        write!(out, " \"waiting_since\": {since},")?;
    }
    write!(out, "\n      \"points\": ")?;
    rows(out, "      ", points, |out, (position, depth)| {
        write!(out, "{{ \"position\": {}, \"depth\": {} }}", vec2(*position), Json(depth))
    })?;
    if let Some(trace) = &pair.trace {
        let axes: Vec<_> = trace.local.axes.iter().zip(&trace.world).zip(&trace.supports).collect();
        write!(out, ",\n      \"axes\": ")?;
        rows(out, "      ", &axes, |out, ((test, (a, b)), [of_a, of_b])| {
            write!(
                out,
                "{{ \"source\": {}, \"direction\": {}, \"a\": {}, \"b\": {}, \"overlap\": {}, \"support\": {{ \"a\": \
                 [{}, {}], \"b\": [{}, {}] }} }}",
                Json(&axis_source_label(test.source)),
                vec2(test.direction),
                interval(*a),
                interval(*b),
                Json(&test.overlap),
                vec2(of_a[0]),
                vec2(of_a[1]),
                vec2(of_b[0]),
                vec2(of_b[1]),
            )
        })?;
        write!(out, ",\n      \"deciding_axis\": {}", Json(&trace.deciding))?;
        if trace.local.early_out {
            write!(out, ", \"early_out\": true")?;
        }
        if let Some(ended_at) = report.ended_at(pair) {
            write!(out, ", \"ended_at\": {}", Json(ended_at.name()))?;
        }
        if let Some(index) = trace.stops_at {
            write!(out, ", \"stopped_at\": {index}")?;
        }
    }
    if !pair.shortcuts.is_empty() {
        write!(out, ",\n      \"shortcuts\": ")?;
        rows(out, "      ", &pair.shortcuts, |out, test| shortcut(out, test, pair, report))?;
    }
    if let Some(opinion) = &pair.second_opinion {
        write!(out, ",\n      \"second_opinion\": ")?;
        second_opinion(out, opinion, report)?;
    }
    write!(out, " }}")
}

fn shortcut(out: &mut dyn Write, test: &ShortcutTest, pair: &PairReport, report: &Report) -> io::Result<()> {
    write!(
        out,
        "{{ \"shortcut\": {}, \"answer\": {}, \"right\": {}, \"differs\": {}, ",
        Json(test.shortcut().name()),
        Json(test.answer.name()),
        Json(test.right.name()),
        test.differs()
    )?;
    for (key, answer) in [("push", test.answer), ("right_push", test.right)] {
        if let classic_mistakes::MistakeAnswer::Push(push) = answer {
            write!(out, "{}: {}, ", Json(key), vec2(push.as_vec2()))?;
        }
    }
    let sentence = test.sentence(report.unit, &|index| report.name(index));
    write!(out, "\"sentence\": {}, \"formulas\": ", Json(&sentence))?;
    rows(out, "        ", &test.formulas(report.unit, &report.names(pair)), formula)?;
    write!(out, " }}")
}

fn second_opinion(out: &mut dyn Write, opinion: &Opinion, report: &Report) -> io::Result<()> {
    let Opinion { verdict, theirs, ours, differences, size, tolerance } = opinion;
    write!(
        out,
        "{{ \"by\": {}, \"verdict\": {}, \"touching\": {}, ",
        Json(NAME),
        Json(verdict.name()),
        theirs.claim().is_some()
    )?;
    match theirs {
        ParryAnswer::Touching(Claim { normal, depth, points, .. }) => {
            let points: Vec<String> = points.iter().map(|point| vec2(*point)).collect();
            let (normal, points) = (vec2(*normal), points.join(", "));
            write!(out, "\"normal\": {normal}, \"depth\": {}, \"points\": [{points}], ", Json(depth))?;
        }
        ParryAnswer::Apart { gap, .. } => {
            write!(out, "\"normal\": null, \"depth\": null, \"points\": [], \"gap\": {}, ", Json(gap))?;
        }
    }
    let names: Vec<&str> = differences.iter().map(What::name).collect();
    write!(out, "\"differences\": {}, ", Json(&names))?;
    for (key, answer) in [("check", theirs), ("check_ours", ours)] {
        if let Some(Claim { check, .. }) = answer.claim() {
            write!(
                out,
                "{}: {{ \"separates\": {}, \"after\": {}, \"shortest\": {}, \"holds\": {} }}, ",
                Json(key),
                check.separates,
                Json(&check.after),
                Json(&check.shortest),
                check.holds()
            )?;
        }
    }
    let sentences = opinion.text(report.unit);
    write!(
        out,
        "\"size\": {}, \"tolerance\": {}, \"sentences\": {} }}",
        Json(size),
        Json(tolerance),
        Json(&sentences)
    )
}

fn generated(out: &mut dyn Write, generated: &GeneratedReport) -> io::Result<()> {
    let GeneratedReport { kind, made, .. } = generated;
    write!(
        out,
        "{{ \"generator\": {}, \"kind\": {}, \"a\": {}, \"b\": {}, \"normal\": {}, \"depth\": {} }}",
        made.generator,
        Json(kind),
        made.a,
        Json(&made.b),
        vec2(made.contact.normal),
        Json(&made.contact.depth),
    )
}

fn impact(out: &mut dyn Write, impact: &ImpactReport) -> io::Result<()> {
    write!(
        out,
        "{{ \"a\": {}, \"b\": {}, \"time\": {}, \"point\": {}, \"normal\": {} }}",
        impact.a,
        impact.b,
        Json(&impact.time),
        vec2(impact.point),
        vec2(impact.normal),
    )
}

fn reaction(out: &mut dyn Write, reaction: &ReactionReport) -> io::Result<()> {
    let ReactionReport { listener, pair: (a, b), body, outcome, pieces } = reaction;
    let pieces = pieces.map_or_else(String::new, |(first, count)| {
        format!(", \"first_piece\": {first}, \"pieces\": {count}")
    });
    let (listener, outcome) = (Json(listener), Json(*outcome));
    write!(
        out,
        "{{ \"listener\": {listener}, \"a\": {a}, \"b\": {b}, \"body\": {body}, \"then\": {outcome}{pieces} }}"
    )
}

fn event(out: &mut dyn Write, event: &ContactEvent, taker: Option<&String>) -> io::Result<()> {
    write!(
        out,
        "{{ \"frame\": {}, \"a\": {}, \"b\": {}, \"kind\": {}, \"phase\": {}, \"since\": {}, \"resolved_by\": {}, \
         \"waiting\": {}{} }}",
        event.frame,
        event.pair.a(),
        event.pair.b(),
        Json(&event.kind.to_string()),
        Json(phase_name(event.phase)),
        event.since,
        Json(&taker),
        event.waiting_since.is_some(),
        event.waiting_since.map_or_else(String::new, |since| format!(", \"waiting_since\": {since}")),
    )
}

fn stage(out: &mut dyn Write, stage: &StageText) -> io::Result<()> {
    let pair = stage.pair.map(|(a, b)| [a, b]);
    write!(
        out,
        "{{ \"title\": {}, \"sentence\": {}, \"formula\": {}, \"pair\": {}, \"details\": {}",
        Json(&stage.title),
        Json(&stage.sentence),
        Json(&stage.formulas.first().map(|formula| &formula.numbers)),
        Json(&pair),
        Json(&stage.details),
    )?;
    if !stage.formulas.is_empty() {
        write!(out, ",\n      \"formulas\": ")?;
        rows(out, "      ", &stage.formulas, formula)?;
    }
    if stage.left_alone {
        write!(out, ", \"left_alone\": true")?;
    }
    if let Some(BroadPhaseCounts { possible, near, tested, both_static, at_least }) = stage.counts {
        write!(
            out,
            ", \"pairs\": {{ \"possible\": {possible}, \"near\": {near}, \"tested\": {tested}, \
             \"both_static\": {both_static}{} }}",
            if at_least { ", \"at_least\": true" } else { "" }
        )?;
    }
    write!(out, " }}")
}

fn formula(out: &mut dyn Write, formula: &Formula) -> io::Result<()> {
    let Formula { about, symbols, numbers, names, is_rounding: _ } = formula;
    let names: Vec<String> =
        names.iter().map(|(symbol, name)| format!("{}: {}", Json(symbol), Json(name))).collect();
    write!(
        out,
        "{{ \"about\": {}, \"symbols\": {}, \"numbers\": {}, \"names\": {{ {} }} }}",
        Json(about),
        Json(symbols),
        Json(numbers),
        names.join(", ")
    )
}

fn hash(out: &mut dyn Write, hash: &FrameHash) -> io::Result<()> {
    let bodies: Vec<String> = hash.bodies.iter().map(|body| format!("{body:08x}")).collect();
    let state = format!("{:016x}", hash.state);
    write!(out, "{{ \"frame\": {}, \"state\": {}, \"bodies\": {} }}", hash.frame, Json(&state), Json(&bodies))
}

fn rows<T>(
    out: &mut dyn Write,
    indent: &'static str,
    rows: &[T],
    mut row: impl FnMut(&mut dyn Write, &T) -> io::Result<()>,
) -> io::Result<()> {
    let mut writer = RowWriter { out, indent, is_empty: true };
    rows.iter().try_for_each(|item| writer.row(|out| row(out, item)))?;
    writer.end()
}

/// An array with each row on its own line.
struct RowWriter<'o> {
    out: &'o mut dyn Write,
    indent: &'static str,
    is_empty: bool,
}

impl RowWriter<'_> {
    fn row(&mut self, row: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        write!(self.out, "{}\n{}  ", if self.is_empty { "[" } else { "," }, self.indent)?;
        self.is_empty = false;
        row(self.out)
    }

    fn end(self) -> io::Result<()> {
        if self.is_empty { write!(self.out, "[]") } else { write!(self.out, "\n{}]", self.indent) }
    }
}

fn vec2(v: Vec2) -> String {
    format!("[{}, {}]", Json(&v.x), Json(&v.y))
}

fn interval(i: Interval) -> String {
    vec2(Vec2::new(i.min, i.max))
}

/// A value as JSON.
pub(crate) struct Json<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Serialize + ?Sized> fmt::Display for Json<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain::json(&serde_json::to_string(self.0).map_err(|_| fmt::Error)?))
    }
}
