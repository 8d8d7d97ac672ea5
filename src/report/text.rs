//! The report as text tables.

use std::borrow::Cow;
use std::io::{self, Write};

use collide2d::ContactEvent;
use glam::Vec2;
use unicode_width::UnicodeWidthStr as _;

use super::{PairReport, PairSource, Report, TraceReport, axis_source_label};
use crate::plain::label;
use crate::stages::{phase_name, resolved_by};

impl Report {
    /// Writes the report as text: metres, seconds and degrees, rounded for reading.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_text_with(out, |tell| self.pairs.iter().try_for_each(tell))
    }

    /// [`Report::write_text`] with the pairs that `pairs` tells, in place of those that the report lists.
    pub fn write_text_with(&self, out: &mut impl Write, pairs: impl PairSource) -> io::Result<()> {
        writeln!(
            out,
            "{} · frame {} · {:.3} s · {} · {}",
            if self.scene.is_empty() { Cow::Borrowed("unnamed scene") } else { label(&self.scene) },
            self.frame,
            self.time,
            count(self.bodies.len(), "body", "bodies"),
            count(self.touching, "touching pair", "touching pairs"),
        )?;
        let mut bodies = Table::new(&[
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
            let numbers = [
                body.position.x,
                body.position.y,
                body.rotation,
                body.velocity.x,
                body.velocity.y,
                body.angular_velocity,
                body.aabb.min.x,
                body.aabb.min.y,
                body.aabb.max.x,
                body.aabb.max.y,
            ];
            let start = [body.index.to_string(), label(&body.name).into_owned(), body.shape.to_owned()];
            bodies.row(start.into_iter().chain(numbers.into_iter().map(number)).collect());
        }
        writeln!(out, "\nBODIES")?;
        bodies.write(out, "  ")?;
        writeln!(out, "\nPAIRS")?;
        let mut is_empty = true;
        pairs(&mut |pair| {
            is_empty = false;
            self.write_pair(out, pair)
        })?;
        if is_empty {
            writeln!(out, "  none")?;
        }
        if let Some(impacts) = &self.impacts {
            let how = if self.rotating { " (turning)" } else { "" };
            writeln!(out, "\nIMPACTS AHEAD{how}")?;
            if impacts.is_empty() {
                writeln!(out, "  none")?;
            } else {
                let mut table = Table::new(&[">a", ">b", "in s", "x", "y", "normal x", "y"]);
                for i in impacts {
                    let numbers = [i.time, i.point.x, i.point.y, i.normal.x, i.normal.y].map(number);
                    table.row([self.label(i.a), self.label(i.b)].into_iter().chain(numbers).collect());
                }
                table.write(out, "  ")?;
            }
        }
        if let Some(events) = &self.events {
            self.write_events(out, events)?;
        }
        if let Some(stages) = &self.stages {
            writeln!(out, "\nSTAGES of the step to frame {}", self.frame + 1)?;
            for (number, stage) in (1..).zip(stages) {
                writeln!(out, "  {number}. {}", plain(&stage.title))?;
                writeln!(out, "     {}", plain(&stage.sentence))?;
                for line in stage.formula.iter().chain(&stage.details) {
                    writeln!(out, "       {}", plain(line))?;
                }
            }
        }
        Ok(())
    }

    fn write_events(&self, out: &mut impl Write, events: &[ContactEvent]) -> io::Result<()> {
        writeln!(out, "\nEVENTS up to frame {}", self.frame)?;
        if events.is_empty() {
            return writeln!(out, "  none");
        }
        let mut table = Table::new(&["frame", ">a", ">b", ">kind", ">phase", "since", ">taken by", ">"]);
        for event in events {
            let waiting = if event.waiting { "waits" } else { "" };
            table.row(vec![
                event.frame.to_string(),
                self.label(event.pair.a()),
                self.label(event.pair.b()),
                event.kind.to_string(),
                phase_name(event.phase).to_owned(),
                event.since.to_string(),
                resolved_by(event).unwrap_or_default(),
                waiting.to_owned(),
            ]);
        }
        table.write(out, "  ")
    }

    fn label(&self, index: u32) -> String {
        match self.bodies.get(index as usize) {
            Some(body) => format!("{} #{index}", label(&body.name)),
            None => format!("#{index}"),
        }
    }

    fn write_pair(&self, out: &mut impl Write, pair: &PairReport) -> io::Result<()> {
        let (a, b) = (self.label(pair.a), self.label(pair.b));
        match &pair.contact {
            Some(contact) => {
                let (normal, depth, closing) =
                    (vec2(contact.normal), number(contact.depth), number(pair.closing_speed));
                writeln!(out, "  {a} — {b}: depth {depth}, normal {normal}, closing at {closing} m/s")?;
                for (position, depth) in &contact.points {
                    writeln!(out, "    point {}, depth {}", vec2(*position), number(*depth))?;
                }
            }
            None => writeln!(out, "  {a} — {b}: apart")?,
        }
        pair.trace.as_ref().map_or(Ok(()), |trace| write_axes(out, trace))
    }
}

fn write_axes(out: &mut impl Write, trace: &TraceReport) -> io::Result<()> {
    if trace.local.early_out {
        writeln!(out, "    bounding circles do not overlap (early-out); the axes nevertheless:")?;
    }
    let mut table = Table::new(&["", ">axis", "x", "y", "a from", "to", "b from", "to", "overlap", ">"]);
    for (i, (test, (a, b))) in trace.local.axes.iter().zip(&trace.world).enumerate() {
        let numbers =
            [test.direction.x, test.direction.y, a.min, a.max, b.min, b.max, test.overlap].map(number);
        let decides = match (trace.deciding == Some(i), trace.stops_at == Some(i)) {
            (true, true) => "separates",
            (true, false) => "decides",
            _ => "",
        };
        let row = [String::new(), axis_source_label(test.source)].into_iter().chain(numbers);
        table.row(row.chain([decides.to_owned()]).collect());
    }
    table.write(out, "  ")
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Four decimals, or an exponent for very small and very large values; never "-0".
fn number(value: f32) -> String {
    if value != 0.0 && value.abs() < 5.0e-5 || value.abs() >= 1.0e7 {
        return format!("{value:.3e}");
    }
    format!("{:.4}", value + 0.0)
}

fn vec2(v: Vec2) -> String {
    format!("({}, {})", number(v.x), number(v.y))
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
