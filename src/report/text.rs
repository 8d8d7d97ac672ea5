//! The report as text tables.

use std::borrow::Cow;
use std::io::{self, Write};

use collide2d::{Leaf, ResolverEffort};
use glam::Vec2;
use unicode_width::UnicodeWidthStr as _;

use super::{
    EndedAt, GeneratedReport, ImpactReport, PairReport, PairStream, ReactionReport, Report, TraceReport,
    axis_source_label, longer_way, taker,
};
use crate::explain::stages::{Formula, begins_within, phase_name};
use crate::platform::plain::label;
use crate::report::until::StoppedAt;
use crate::scene::numbers::{self, LengthUnit, count, padded, vec2};
use crate::scene::{MAX_CANDIDATES, leaf_name};

impl Report {
    /// Writes the report as text: metres, seconds and degrees, rounded for reading.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_text_with(out, |write| self.pairs.iter().try_for_each(write))
    }

    /// [`Report::write_text`] with the pairs of a stream, in place of those that the report lists.
    pub fn write_text_with(&self, out: &mut impl Write, pairs: impl PairStream) -> io::Result<()> {
        self.write_head(out)?;
        self.write_bodies(out)?;
        self.write_motion(out)?;
        self.write_movers(out)?;
        writeln!(out, "\nPAIRS")?;
        let mut is_empty = true;
        pairs(&mut |pair| {
            is_empty = false;
            self.write_pair(out, pair)
        })?;
        if is_empty {
            writeln!(out, "  none")?;
        }
        self.write_generated(out)?;
        self.write_queries(out)?;
        self.write_ahead(out)?;
        self.write_reactions(out)?;
        self.write_events(out)?;
        self.write_stages(out)
    }

    /// What frame it is, and what is said of the step to it.
    fn write_head(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{} · frame {} · {:.3} s · {} · {}{}{}",
            if self.scene.is_empty() { Cow::Borrowed("unnamed scene") } else { label(&self.scene) },
            self.frame,
            self.time,
            count(self.bodies.len(), "body", "bodies"),
            self.at_least_word(),
            count(self.touching, "touching pair", "touching pairs"),
            if self.unit == LengthUnit::METRE { "" } else { " · lengths in mm" },
        )?;
        if let Some(StoppedAt { stop, frame, why }) = &self.until {
            writeln!(out, "{stop} holds at frame {frame}: {why}")?;
        }
        if let Some(waiting) = self.waiting_at_least {
            let waiting = count(waiting, "contact waits", "contacts wait");
            writeln!(
                out,
                "the step to this frame tested the first {MAX_CANDIDATES} candidate pairs alone, and handled the \
                 deepest contacts; at least {waiting}"
            )?;
        }
        if let Some(ResolverEffort { waiting: waiting @ 1.., .. }) =
            self.resolver.filter(|_| self.waiting_at_least.is_none())
        {
            let waiting = count(waiting, "contact has", "contacts have");
            writeln!(
                out,
                "the step to this frame is full (max_contacts): {waiting} no place, and nothing holds them"
            )?;
        }
        if let Some(ResolverEffort { used, limit, left, waiting: _ }) =
            self.resolver.filter(|effort| effort.limit > 0)
        {
            let left = match left {
                0 => "no contact is left closing or overlapping".to_owned(),
                n => count(n as usize, "contact still closes or overlaps", "contacts still close or overlap"),
            };
            writeln!(
                out,
                "solver: {used} of at most {}; {left}",
                count(limit as usize, "iteration", "iterations")
            )?;
        }
        Ok(())
    }

    fn write_bodies(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::new(&[
            "#",
            ">name",
            ">shape",
            "x",
            "y",
            "rotation",
            "velocity x",
            "y",
            "angular",
            "box from x",
            "y",
            "to x",
            "y",
        ]);
        for body in &self.bodies {
            let lengths = |at: Vec2| [at.x, at.y].map(|at| self.length(at));
            let velocity = [body.velocity.map(|v| v.x), body.velocity.map(|v| v.y), body.angular_velocity];
            let velocity = velocity.map(|told| told.map_or_else(|| "-".to_owned(), number));
            let cells = lengths(body.position).into_iter().chain([number(body.rotation)]).chain(velocity);
            let cells = cells.chain(lengths(body.aabb.min)).chain(lengths(body.aabb.max));
            let start = [body.index.to_string(), label(&body.name).into_owned(), body.shape.to_owned()];
            let state = [(body.removed, "gone"), (body.asleep, "asleep")].into_iter().find(|(is, _)| *is);
            let state = state.map(|(_, word)| word.to_owned());
            table.row(start.into_iter().chain(cells).chain(state).collect());
        }
        writeln!(out, "\nBODIES")?;
        table.write(out, "  ")
    }

    fn write_generated(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.generated.is_empty() {
            writeln!(out, "\nGENERATED")?;
        }
        for GeneratedReport { name, made, .. } in &self.generated {
            let on = if made.b.is_none() { format!(" — {}", self.label(made.a)) } else { String::new() };
            let (depth, normal) = (self.unit.text(made.contact.depth), vec2(made.contact.normal));
            let waits = if made.waiting { ", waiting for a place" } else { "" };
            writeln!(out, "  {}{on}: depth {depth}, normal {normal}{waits}", plain(name))?;
        }
        Ok(())
    }

    fn write_reactions(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.reactions.is_empty() {
            writeln!(out, "\nREACTIONS of listeners in the step to frame {}", self.frame)?;
        }
        for ReactionReport { listener, a, b, body, outcome, first_piece, pieces } in &self.reactions {
            let (a, b, body) = (self.label(*a), self.label(*b), self.label(*body));
            let into = first_piece.zip(*pieces).map_or_else(String::new, |(first, count)| {
                format!(" into {count}: {} to {}", self.label(first), self.label(first + count - 1))
            });
            writeln!(out, "  {} took {a} — {b}: {body} {outcome}{into}", plain(listener))?;
        }
        Ok(())
    }

    /// Momentum, energy, and where each moving body came from.
    fn write_motion(&self, out: &mut impl Write) -> io::Result<()> {
        let Some((momentum, energy)) = self.momentum.zip(self.energy) else { return Ok(()) };
        let mut table =
            Table::new(&["#", ">name", "momentum x", "y", "kinetic J", "potential J", "came from x", "y"]);
        let number = padded;
        let moving = self.bodies.iter().filter_map(|body| Some((body, body.momentum?, body.energy?)));
        for (body, momentum, energy) in moving {
            let numbers =
                [momentum.linear.x, momentum.linear.y, energy.kinetic, energy.potential].map(number);
            let from = body.previous_position.map(|at| [at.x, at.y].map(|at| self.length(at)));
            let start = [body.index.to_string(), label(&body.name).into_owned()];
            table.row(start.into_iter().chain(numbers).chain(from.into_iter().flatten()).collect());
        }
        let sums = [momentum.linear.x, momentum.linear.y, energy.kinetic, energy.potential].map(number);
        table.row([String::new(), "all".to_owned()].into_iter().chain(sums).collect());
        writeln!(out, "\nMOTION of dynamic bodies; momentum in kg·m/s")?;
        table.write(out, "  ")
    }

    fn write_movers(&self, out: &mut impl Write) -> io::Result<()> {
        if self.bodies.iter().any(|body| body.mover.is_some()) {
            writeln!(out, "\nMOVERS")?;
        }
        let movers = self.bodies.iter().filter_map(|body| Some((body, body.mover.as_ref()?)));
        for (body, mover) in movers {
            writeln!(out, "  {} {}", label(&body.name), plain(&mover.words(self.unit)))?;
        }
        Ok(())
    }

    /// Predicted impacts, as far as they were asked for.
    pub fn write_ahead(&self, out: &mut impl Write) -> io::Result<()> {
        let kept = if self.rotating { "velocity and spin" } else { "velocity, without turning" };
        let how = if self.rotating { " (turning)" } else { "" };
        let left_out = "gravity, damping and contacts are left out";
        self.write_impacts(out, self.impacts.as_deref(), [how, kept, left_out])?;
        let kept = "velocity and acceleration, without turning";
        let falling = [" (falling)", kept, "damping and contacts are left out"];
        self.write_impacts(out, self.falling.as_deref(), falling)
    }

    /// Predicted impacts, if they were asked for: how, what each body keeps, and what is left out.
    fn write_impacts(
        &self,
        out: &mut impl Write,
        impacts: Option<&[ImpactReport]>,
        [how, kept, left_out]: [&str; 3],
    ) -> io::Result<()> {
        let Some(impacts) = impacts else { return Ok(()) };
        writeln!(out, "\nIMPACTS AHEAD{how}")?;
        let within = numbers::number(self.horizon);
        writeln!(out, "  within {within} s, each body at its present {kept}; {left_out}")?;
        if impacts.is_empty() {
            return writeln!(out, "  none: no two bodies that are apart meet within {within} s");
        }
        let mut table = Table::new(&[">a", ">b", "in s", "x", "y", "normal x", "y"]);
        for i in impacts {
            let [time, normal_x, normal_y] = [i.time, i.normal.x, i.normal.y].map(number);
            let [x, y] = [i.point.x, i.point.y].map(|at| self.length(at));
            table.row(vec![self.label(i.a), self.label(i.b), time, x, y, normal_x, normal_y]);
        }
        table.write(out, "  ")
    }

    /// The stages, if they were asked for.
    pub fn write_stages(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(stages) = &self.stages else { return Ok(()) };
        match &self.stages_of {
            Some(query) => writeln!(out, "\nSTAGES of the query {}", label(query))?,
            None => writeln!(out, "\nSTAGES of the step to frame {}", self.frame + 1)?,
        }
        for (number, stage) in (1..).zip(stages) {
            writeln!(out, "  {number}. {}", plain(&stage.title))?;
            writeln!(out, "     {}", plain(&stage.sentence))?;
            write_formulas(out, FORMULA_INDENT, &stage.formulas)?;
            for line in &stage.details {
                writeln!(out, "       {}", plain(line))?;
            }
        }
        Ok(())
    }

    /// The contact events, if they were asked for.
    pub fn write_events(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(events) = &self.events else { return Ok(()) };
        writeln!(out, "\nEVENTS up to frame {}", self.frame)?;
        if events.is_empty() {
            return writeln!(out, "  none");
        }
        let mut table = Table::new(&["frame", ">a", ">b", ">kind", ">phase", "since", ">taken by", ">"]);
        for event in events {
            let waiting = event.waiting_since.map(|since| format!("waits since {since}"));
            table.row(vec![
                event.frame.to_string(),
                self.label(event.pair.a()),
                self.label(event.pair.b()),
                event.kind.to_string(),
                phase_name(event.phase).to_owned(),
                event.since.to_string(),
                taker(&self.listeners, event).map_or_else(String::new, |by| plain(&by)),
                waiting.or_else(|| begins_within(event)).unwrap_or_default(),
            ]);
        }
        table.write(out, "  ")
    }

    fn write_axes(&self, out: &mut impl Write, trace: &TraceReport) -> io::Result<()> {
        let mut table = Table::new(&["", ">axis", "x", "y", "a from", "to", "b from", "to", "overlap", ">"]);
        for (i, (test, (a, b))) in trace.local.axes.iter().zip(&trace.world).enumerate() {
            let direction = [test.direction.x, test.direction.y].map(number);
            let lengths = [a.min, a.max, b.min, b.max, test.overlap].map(|at| self.length(at));
            let decides = match (trace.deciding == Some(i), trace.stops_at == Some(i)) {
                (true, true) => "separates",
                (true, false) => "decides",
                _ => "",
            };
            let row = [String::new(), axis_source_label(test.source)].into_iter().chain(direction);
            let way_out = longer_way(test).map(|way| format!("way out, or {}", self.length(way as f32)));
            let dropped = trace.dropped_text(i).map(|why| format!("dropped: {why}"));
            let decides = (!decides.is_empty()).then(|| decides.to_owned());
            let notes: Vec<_> = way_out.into_iter().chain(decides).chain(dropped).collect();
            table.row(row.chain(lengths).chain([notes.join(", ")]).collect());
        }
        table.write(out, "  ")
    }

    /// A length for a table, in the report's unit.
    fn length(&self, metres: f32) -> String {
        padded(self.unit.of_metres(metres))
    }

    fn label(&self, index: u32) -> String {
        self.label_of(index, Leaf::WHOLE)
    }

    /// The label of a pair's body, with the part and the segment.
    fn label_of(&self, index: u32, leaf: Leaf) -> String {
        match self.bodies.get(index as usize) {
            Some(body) => format!("{} #{index}", leaf_name(&label(&body.name), leaf)),
            None => format!("#{index}"),
        }
    }

    /// The tests of a pair in their order, up to the one that ended the work.
    fn tests(&self, pair: &PairReport, trace: &TraceReport) -> String {
        let axes = trace.local.axes.len();
        match self.ended_at(pair) {
            Some(EndedAt::Aabbs) => {
                "tests: the AABBs are apart, which ends the work on the pair; the axes nevertheless:".to_owned()
            }
            Some(EndedAt::BoundingCircles) => {
                "tests: the AABBs meet; the bounding circles do not (early-out), which ends the work on the pair; \
                 the axes nevertheless:"
                    .to_owned()
            }
            Some(EndedAt::Axis(index)) => {
                let rest = if index + 1 < axes { "; the rest nevertheless" } else { "" };
                format!(
                    "tests: the AABBs and the bounding circles meet; axis {} of {axes} separates, which ends the \
                     test{rest}:",
                    index + 1
                )
            }
            None => {
                let all = match axes {
                    1 => "the one axis shows".to_owned(),
                    2 => "both axes show".to_owned(),
                    n => format!("all {n} axes show"),
                };
                let behind = if pair.is_behind() { "; the chain lets the other one pass" } else { "" };
                format!("tests: the AABBs and the bounding circles meet, and {all} an overlap{behind}:")
            }
        }
    }

    fn write_pair(&self, out: &mut impl Write, pair: &PairReport) -> io::Result<()> {
        let [a, b] = [self.label_of(pair.a, pair.leaves[0]), self.label_of(pair.b, pair.leaves[1])];
        match &pair.contact {
            Some(contact) => {
                let (normal, depth) = (vec2(contact.normal), self.unit.text(contact.depth));
                let closing =
                    if self.lacks_closing(pair) { String::new() } else { format!(", {}", closing(pair)) };
                let waits = pair
                    .waiting_since
                    .map_or_else(String::new, |since| format!(", waiting for a place since frame {since}"));
                let passes = if pair.let_through { ", let through: one-way" } else { "" };
                writeln!(out, "  {a} — {b}: depth {depth}, normal {normal}{closing}{waits}{passes}")?;
                for (position, depth) in &contact.points {
                    let (at, depth) = (self.unit.point(*position), self.unit.text(*depth));
                    writeln!(out, "    point {at}, depth {depth}")?;
                }
            }
            None if pair.is_behind() => {
                writeln!(out, "  {a} — {b}: no contact: the chain has one side, and this is its other one")?;
            }
            None => writeln!(out, "  {a} — {b}: apart")?,
        }
        if let Some(ghost) = &pair.ghost {
            let used = if ghost.acted { ", and the solver used it" } else { "" };
            let neighbour = leaf_name(&self.name(ghost.ghost.neighbour), ghost.ghost.leaf);
            let allowed = vec2(ghost.ghost.allowed);
            writeln!(
                out,
                "    ghost: its normal {} is {}; with {neighbour} beside it {allowed} is the nearest allowed{used}",
                vec2(ghost.normal),
                ghost.off()
            )?;
        }
        if let Some(trace) = &pair.trace {
            writeln!(out, "    {}", self.tests(pair, trace))?;
            self.write_axes(out, trace)?;
        }
        for sentence in pair.second_opinion.iter().flat_map(|opinion| opinion.text(self.unit)) {
            writeln!(out, "    {sentence}")?;
        }
        self.write_shortcuts(out, pair)
    }

    /// What each shortcut says of the pair; of those that are wrong, why, and in formulas.
    fn write_shortcuts(&self, out: &mut impl Write, pair: &PairReport) -> io::Result<()> {
        for test in &pair.shortcuts {
            let (label, answer) = (test.shortcut().label(), test.answer.words(self.unit));
            if !test.differs() {
                writeln!(out, "    shortcut, {label}: {answer}, which is right here")?;
                continue;
            }
            writeln!(out, "    shortcut, {label}: {answer}; right: {}", test.right_words(self.unit))?;
            writeln!(out, "      {}", test.sentence(self.unit, &|index| self.name(index)))?;
            write_formulas(out, FORMULA_INDENT, &test.formulas(self.unit, &self.names(pair)))?;
        }
        Ok(())
    }
}

/// "closing at 2 m/s", "parting at 0.5 m/s", "closing at 0 (rounding)".
fn closing(pair: &PairReport) -> String {
    match pair.closing_speed {
        s if s != 0.0 && s.abs() <= pair.closing_rounding => "closing at 0 (rounding)".to_owned(),
        s if s < 0.0 => format!("parting at {} m/s", numbers::number(-s)),
        s => format!("closing at {} m/s", numbers::number(s)),
    }
}

/// Of formulas below a line of a stage.
const FORMULA_INDENT: &str = "       ";

/// Each formula in numbers; its symbols stand above the first of a run that shares them, and what they mean above
/// the first of all.
pub fn write_formulas(out: &mut impl Write, indent: &str, formulas: &[Formula]) -> io::Result<()> {
    let mut above: Option<&Formula> = None;
    for (i, formula) in formulas.iter().enumerate() {
        let is_next = above.replace(formula).is_some_and(|above| formula.is_like(above));
        let is_named = formulas.iter().take(i).any(|before| formula.is_like(before));
        if !is_next {
            writeln!(out, "{indent}{}", formula.symbols)?;
        }
        if !is_named {
            let names: Vec<String> =
                formula.names.iter().map(|(symbol, name)| format!("{symbol}: {}", plain(name))).collect();
            writeln!(out, "{indent}  {}", names.join("; "))?;
        }
        let about = if formula.about.is_empty() { String::new() } else { format!("{}: ", formula.about) };
        writeln!(out, "{indent}{}{}", plain(&about), formula.numbers)?;
    }
    Ok(())
}

fn number(value: f32) -> String {
    padded(value.into())
}

/// The text with control characters, which would break a table, replaced by spaces.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A table with columns as wide as their widest cell. Cells are right-aligned; a title that starts with `>`
/// makes its column left-aligned.
struct Table {
    titles: Vec<String>,
    left: Vec<bool>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(titles: &[&str]) -> Self {
        Self {
            titles: titles.iter().map(|t| t.trim_start_matches('>').to_owned()).collect(),
            left: titles.iter().map(|t| t.starts_with('>')).collect(),
            rows: Vec::new(),
        }
    }

    fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    fn write(&self, out: &mut impl Write, indent: &str) -> io::Result<()> {
        let lines = || std::iter::once(&self.titles).chain(&self.rows);
        let width = |i: usize| lines().filter_map(|l| l.get(i)).map(|c| c.width()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.titles.len()).map(width).collect();
        for line in lines() {
            let mut text = indent.to_owned();
            for ((cell, width), left) in line.iter().zip(&widths).zip(&self.left) {
                let space = " ".repeat(width.saturating_sub(cell.width()));
                let (before, after) = if *left { ("", space.as_str()) } else { (space.as_str(), "") };
                text.push_str(&format!("{before}{cell}{after}  "));
            }
            writeln!(out, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
