//! `report --watch`: numbers over frames.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::at_frame::{SceneAtFrame, frames_of};
use super::{ReportArgs, ReportFormat, output};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::PassingPairs;
use crate::platform::plain;
use crate::scene::Scene;
use crate::scene::numbers::padded;
use crate::scene::watched::WatchedNumber;

/// The watched numbers of a frame.
struct SeriesRow {
    frame: u64,
    time: f64,
    /// `None`: what it is of is gone.
    values: Vec<Option<f64>>,
}

#[derive(Serialize)]
struct SeriesJson<'s> {
    scene: &'s str,
    watch: Vec<&'s str>,
    frames: Vec<SeriesRowJson>,
}

#[derive(Serialize)]
struct SeriesRowJson {
    frame: u64,
    time: ShortNumber,
    values: Vec<Option<ShortNumber>>,
}

/// An f64 that is written as the f32 that it is, where it is one.
#[derive(Clone, Copy)]
struct ShortNumber(f64);

impl ShortNumber {
    /// Itself, if it is an f32.
    fn short(self) -> Option<f32> {
        let short = self.0 as f32;
        (f64::from(short) == self.0).then_some(short)
    }

    fn text(self) -> String {
        self.short().map_or_else(|| format!("{:?}", self.0), |short| format!("{short:?}"))
    }
}

impl Serialize for ShortNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.short() {
            Some(short) => serializer.serialize_f32(short),
            None => serializer.serialize_f64(self.0),
        }
    }
}

/// `recording`: the one that is named in place of a scene.
pub fn run(args: &ReportArgs, recording: Option<&Recording>) -> Result<(), String> {
    let path = args.state.scene.as_deref();
    let scene = match (recording, path) {
        (Some(recording), _) => recording.scene(),
        (None, Some(path)) => Scene::load(path).map_err(|e| e.to_string())?,
        (None, None) => Scene::built_in(),
    };
    let watched = match &args.watch {
        Some(names) => WatchedNumber::list(&scene, names).map_err(|what| format!("--watch {what}"))?,
        None => scene.watch.iter().filter_map(|name| WatchedNumber::named(&scene, name).ok()).collect(),
    };
    if watched.is_empty() {
        return Err(
            "--format csv: it prints watched numbers; allowed: --watch NAME,…, or a scene with `watch`"
                .into(),
        );
    }
    let frames = args.frames.unwrap_or((0, args.state.frame));
    let series = PrintedSeries { path, recording, watched: &watched, frames };
    match args.format {
        ReportFormat::Csv => series.print_csv(),
        ReportFormat::Json => series.print_json(&scene.name),
        ReportFormat::Text => series.print_text(),
        ReportFormat::Html => {
            Err("--format html: it is the report of one frame; allowed: csv, json or text".into())
        }
    }
}

/// What is watched, and over which frames.
struct PrintedSeries<'a> {
    path: Option<&'a Path>,
    recording: Option<&'a Recording>,
    watched: &'a [WatchedNumber],
    frames: (u64, u64),
}

impl PrintedSeries<'_> {
    /// Computes row after row.
    fn each(&self, mut take: impl FnMut(SeriesRow) -> Result<(), String>) -> Result<(), String> {
        if let Some(recording) = self.recording {
            let every = recording.every_body().map_err(|e| e.to_string())?;
            let mut passing = PassingPairs::default();
            return frames_of(recording, self.frames)?.try_for_each(|(index, frame)| {
                let time = frame.time;
                let world = passing.world_at(recording, &every, index, usize::MAX);
                let knows = |body: u32| recording.knows_velocity_of(body, index);
                let value = |quantity: &WatchedNumber| quantity.value_recorded(&world, time, knows);
                take(SeriesRow { frame: frame.frame, time, values: self.watched.iter().map(value).collect() })
            });
        }
        SceneAtFrame::for_each(self.path, None, self.frames, |state| {
            let time = state.time();
            let value = |quantity: &WatchedNumber| quantity.value(&state.world, time);
            take(SeriesRow { frame: state.frame(), time, values: self.watched.iter().map(value).collect() })
        })
    }

    /// Prints rows while they are computed.
    fn print_csv(&self) -> Result<(), String> {
        let names = self.watched.iter().map(|quantity| quoted(&plain::label(&quantity.name)));
        let names = names.collect::<Vec<_>>().join(",");
        let mut computed = Ok(());
        output::to_stdout(|out| {
            writeln!(out, "frame,time,{names}")?;
            let mut written = Ok(());
            computed = self.each(|row| {
                written = row.write_csv(out);
                // What could not be written is told by `to_stdout`.
                if written.is_ok() { Ok(()) } else { Err(String::new()) }
            });
            written
        })?;
        computed.or_else(|what| if what.is_empty() { Ok(()) } else { Err(what) })
    }

    fn print_json(&self, scene: &str) -> Result<(), String> {
        let mut frames = Vec::new();
        self.each(|row| {
            frames.push(SeriesRowJson {
                frame: row.frame,
                time: ShortNumber(f64::from(row.time as f32)),
                values: row.values.into_iter().map(|value| value.map(ShortNumber)).collect(),
            });
            Ok(())
        })?;
        let watch = self.watched.iter().map(|quantity| quantity.name.as_str()).collect();
        output::to_stdout(|out| output::json_line(out, &SeriesJson { scene, watch, frames }))
    }

    fn print_text(&self) -> Result<(), String> {
        let names: Vec<_> = self.watched.iter().map(|quantity| plain::label(&quantity.name)).collect();
        let widths: Vec<_> = names.iter().map(|name| name.width().max(12)).collect();
        let mut lines = Vec::new();
        self.each(|row| {
            let values = row.values.iter().zip(&widths).map(|(value, width)| {
                let text = value.map_or_else(|| "–".to_owned(), padded);
                format!("  {text:>width$}")
            });
            lines.push(format!("{:>7}  {:>10.4}{}", row.frame, row.time, values.collect::<String>()));
            Ok(())
        })?;
        output::to_stdout(|out| {
            write!(out, "{:>7}  {:>10}", "frame", "time")?;
            for (name, width) in names.iter().zip(&widths) {
                write!(out, "  {}{name}", " ".repeat(width - name.width()))?;
            }
            writeln!(out)?;
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))
        })
    }
}

impl SeriesRow {
    fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{},{}", self.frame, ShortNumber(f64::from(self.time as f32)).text())?;
        for value in &self.values {
            write!(out, ",{}", value.map(|value| ShortNumber(value).text()).unwrap_or_default())?;
        }
        writeln!(out)
    }
}

/// A field of comma-separated values (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
