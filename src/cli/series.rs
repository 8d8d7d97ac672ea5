//! `report --watch`: numbers over frames.

use std::io::{self, Write};

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
    fn text(self) -> String {
        let Self(value) = self;
        let short = value as f32;
        if f64::from(short) == value { format!("{short:?}") } else { format!("{value:?}") }
    }
}

impl Serialize for ShortNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let short = self.0 as f32;
        if f64::from(short) == self.0 {
            serializer.serialize_f32(short)
        } else {
            serializer.serialize_f64(self.0)
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
    let mut rows = Vec::new();
    let each = |take: &mut dyn FnMut(SeriesRow) -> Result<(), String>| {
        if let Some(recording) = recording {
            let every = recording.every_body().map_err(|e| e.to_string())?;
            let mut passing = PassingPairs::default();
            return frames_of(recording, frames)?.try_for_each(|(index, frame)| {
                let time = frame.time;
                let tells = |body: u32| frame.tells_velocity_of(body);
                let world = passing.world_at(recording, &every, index, usize::MAX);
                let value = |quantity: &WatchedNumber| quantity.value_recorded(&world, time, tells);
                take(SeriesRow { frame: frame.frame, time, values: watched.iter().map(value).collect() })
            });
        }
        SceneAtFrame::for_each(path, None, frames, |state| {
            let time = state.time();
            let value = |quantity: &WatchedNumber| quantity.value(&state.world, time);
            take(SeriesRow { frame: state.frame(), time, values: watched.iter().map(value).collect() })
        })
    };
    match args.format {
        ReportFormat::Csv => {
            // Rows are printed while they are computed.
            let mut problem = Ok(());
            output::to_stdout(|out| {
                let names =
                    watched.iter().map(|quantity| quoted(&plain::label(&quantity.name))).collect::<Vec<_>>();
                writeln!(out, "frame,time,{}", names.join(","))?;
                let mut written = Ok(());
                problem = each(&mut |row| {
                    written = row.write_csv(out);
                    if written.is_ok() { Ok(()) } else { Err(String::new()) }
                });
                written
            })?;
            problem.or_else(|what| if what.is_empty() { Ok(()) } else { Err(what) })
        }
        ReportFormat::Json => {
            each(&mut |row| {
                rows.push(SeriesRowJson {
                    frame: row.frame,
                    time: ShortNumber(f64::from(row.time as f32)),
                    values: row.values.into_iter().map(|value| value.map(ShortNumber)).collect(),
                });
                Ok(())
            })?;
            let watch = watched.iter().map(|quantity| quantity.name.as_str()).collect();
            let json = SeriesJson { scene: &scene.name, watch, frames: rows };
            output::to_stdout(|out| output::json_line(out, &json))
        }
        ReportFormat::Text => {
            let names: Vec<_> = watched.iter().map(|quantity| plain::label(&quantity.name)).collect();
            let widths: Vec<_> = names.iter().map(|name| name.width().max(12)).collect();
            let mut lines = Vec::new();
            each(&mut |row| {
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
        ReportFormat::Html => {
            Err("--format html: it is the report of one frame; allowed: csv, json or text".into())
        }
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
