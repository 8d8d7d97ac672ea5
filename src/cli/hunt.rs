//! `hunt`.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use super::{HuntArgs, OutputFormat, output};
use crate::elsewhere::recording;
use crate::platform::plain::{self, PlainWriter, on_command_line};
use crate::platform::safe_file;
use crate::report::hunt::{FRAMES, FoundRun, FoundThing, Hunt, Hunted, NoHunt};
use crate::report::reduce::WITHIN;
use crate::report::until::{no_ghosts, stop_of_scene};
use crate::scene::numbers::count;
use crate::scene::{Scene, vary};

/// Lines of text, where nobody says how many.
const MOST_LINES: usize = 20;

pub fn run(args: &HuntArgs) -> Result<ExitCode, String> {
    if let Some(to) = &args.output {
        output::check_new_file(to, "ron", args.force)?;
    }
    if recording::is_recording(&args.scene) {
        return Err("a recording has no steps to make again; allowed: a scene".to_owned());
    }
    let scene = Scene::load(&args.scene).map_err(|e| e.to_string())?;
    let keep = args.keep.as_deref().map(|keep| stop_of_scene(&scene, keep)).transpose();
    let keep = keep.map_err(|what| format!("--keep: {what}"))?;
    let hunt = Hunt::of(&scene, keep, args.frames).map_err(|no| refusal(&args.scene, no))?;
    let bar = output::progress_bar(hunt.combinations() as u64);
    let hunted = hunt.run(|| bar.inc(1));
    bar.finish_and_clear();
    let told = ToldHunt { args, scene: &scene, hunt: &hunt, hunted: &hunted };
    if let (0, Some((index, why))) = (hunted.runs, &hunted.first_refused) {
        let values = told.values(*index);
        return Err(format!("no combination is a valid scene, the first, {values}, because of {why}"));
    }
    if let (Some(to), Some(first)) = (&args.output, hunted.found.first()) {
        let mut found = Scene { vary: Vec::new(), ..scene.clone() };
        found.put_values(&scene.vary, first.index);
        safe_file::write(to, found.to_ron().as_bytes())
            .map_err(|e| format!("{}: cannot be written: {e}", plain::path(to)))?;
    }
    output::to_stdout(|out| match args.format {
        OutputFormat::Text => told.write_text(&mut PlainWriter(out)),
        OutputFormat::Json => output::pretty_json(out, &told.json()),
    })?;
    Ok(ExitCode::from(u8::from(!hunted.found.is_empty())))
}

fn refusal(scene: &Path, no: NoHunt) -> String {
    let scene = plain::path(scene);
    match no {
        NoHunt::VariesNothing => {
            format!("{scene}: the scene varies nothing; allowed: a scene with vary: [{}, …]", vary::LINE)
        }
        NoHunt::LooksForNothing => format!(
            "{scene}: nothing says what is wrong: the scene expects nothing and has no stop that is not muted; allowed: --keep \
             STOP, or a scene with `expect` or `stops`"
        ),
    }
}

/// What a hunt found, for people and for programs.
struct ToldHunt<'h> {
    args: &'h HuntArgs,
    scene: &'h Scene,
    hunt: &'h Hunt,
    hunted: &'h Hunted,
}

#[derive(Serialize)]
struct HuntJson<'h> {
    scene: &'h str,
    /// The last frame of a run.
    frames: u64,
    runs: usize,
    refused: usize,
    /// How many are found, also where `found` has fewer.
    count: usize,
    found: Vec<FoundRunJson<'h>>,
    /// Why the first is found.
    #[serde(skip_serializing_if = "str::is_empty")]
    why: &'h str,
}

#[derive(Serialize)]
struct FoundRunJson<'h> {
    values: Vec<VariedValueJson<'h>>,
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    frame: u64,
}

#[derive(Serialize)]
struct VariedValueJson<'h> {
    body: &'h str,
    field: &'h str,
    value: f32,
}

/// Neighbours among the combinations, which differ in the last value alone, and in which the same is found.
struct FoundRange {
    first: usize,
    last: usize,
    what: FoundThing,
}

impl ToldHunt<'_> {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { args, hunt, hunted, .. } = *self;
        let runs = count(hunted.runs, "run", "runs");
        match (hunted.found.len(), hunt.stops()) {
            (0, [keep]) if args.keep.is_some() => {
                let text = plain::label(&keep.text()).into_owned();
                writeln!(out, "{runs}: {text} holds in none up to frame {}", hunt.last())?;
                no_ghosts(self.scene, keep).iter().try_for_each(|why| writeln!(out, "{why}"))?;
            }
            (0, _) => writeln!(out, "{runs}: nothing goes wrong in any up to frame {}", hunt.last())?,
            (found, _) => writeln!(out, "{runs}: found in {found}")?,
        }
        if let Some((index, why)) = &hunted.first_refused {
            let values = self.values(*index);
            let many = count(hunted.refused, "combination is", "combinations are");
            writeln!(out, "{many} no valid scene, the first {values}: {why}")?;
        }
        let Some(first) = hunted.found.first() else { return Ok(()) };
        writeln!(out, "first: {}", self.values(first.index))?;
        match first.what {
            FoundThing::Expectation(_) | FoundThing::NotFinite => writeln!(out, "  {}", hunted.why)?,
            FoundThing::Stop(_) => {
                let line = self.line(first.what).unwrap_or_default();
                writeln!(out, "  frame {}: {}: {}", first.frame, plain::label(&line), hunted.why)?;
            }
        }
        self.write_ranges(out)?;
        self.write_commands(out, first)
    }

    /// The ranges of values that are found, a line each. Where it is not the same everywhere, they say what.
    fn write_ranges(&self, out: &mut impl Write) -> io::Result<()> {
        let ranges = self.ranges();
        let what = ranges.first().map(|range| range.what);
        let is_one = ranges.iter().all(|range| Some(range.what) == what);
        let most = self.args.most.unwrap_or(MOST_LINES);
        writeln!(out, "found:")?;
        for range in ranges.iter().take(most) {
            write!(out, "  {}", self.range_words(range))?;
            match self.line(range.what) {
                _ if is_one => writeln!(out)?,
                Some(line) => writeln!(out, ": {}", plain::label(&line))?,
                None => writeln!(out, ": {}", what_name(range.what))?,
            }
        }
        match ranges.len().saturating_sub(most) {
            0 => Ok(()),
            more => writeln!(out, "  and {} more", count(more, "line", "lines")),
        }
    }

    /// The commands that go on from the first that is found.
    fn write_commands(&self, out: &mut impl Write, first: &FoundRun) -> io::Result<()> {
        let Self { args, .. } = *self;
        let word = |path: &Path| on_command_line(&plain::whole_path(path));
        let found = args.output.as_deref().map_or_else(|| "found.ron".to_owned(), word);
        match &args.output {
            Some(to) => writeln!(out, "written: {}: the first", plain::path(to))?,
            None => {
                write!(out, "go on:\n  collision-test hunt {}", word(&args.scene))?;
                if let Some(keep) = &args.keep {
                    write!(out, " --keep {}", on_command_line(keep))?;
                }
                if args.frames != FRAMES {
                    write!(out, " --frames {}", args.frames)?;
                }
                writeln!(out, " --output {found}")?;
            }
        }
        let keep = match first.what {
            FoundThing::Expectation(_) => "Fails()".to_owned(),
            FoundThing::NotFinite => "NotFinite()".to_owned(),
            FoundThing::Stop(_) => self.line(first.what).unwrap_or_default(),
        };
        write!(out, "  collision-test reduce {found} --keep {}", on_command_line(&keep))?;
        if first.frame > WITHIN {
            write!(out, " --within {}", first.frame)?;
        }
        writeln!(out, " -o small.ron")
    }

    fn json(&self) -> HuntJson<'_> {
        let Self { args, scene, hunt, hunted } = *self;
        let found = hunted.found.iter().take(args.most.unwrap_or(usize::MAX)).map(|found| FoundRunJson {
            values: vary::values(&scene.vary, found.index)
                .into_iter()
                .zip(&scene.vary)
                .map(|(value, line)| VariedValueJson { body: &line.body, field: &line.field, value })
                .collect(),
            what: what_name(found.what),
            line: self.line(found.what),
            frame: found.frame,
        });
        HuntJson {
            scene: &scene.name,
            frames: hunt.last(),
            runs: hunted.runs,
            refused: hunted.refused,
            count: hunted.found.len(),
            found: found.collect(),
            why: &hunted.why,
        }
    }

    /// The line of the scene that is found, as in a file.
    fn line(&self, what: FoundThing) -> Option<String> {
        match what {
            FoundThing::Expectation(index) => Some(self.scene.expect.get(index)?.text()),
            FoundThing::Stop(index) => Some(self.hunt.stops().get(index)?.text()),
            FoundThing::NotFinite => None,
        }
    }

    /// "ball.velocity.y -30.0, ball.position.x 1.5".
    fn values(&self, index: usize) -> String {
        self.named_values(&vary::values(self.hunt.vary(), index)).join(", ")
    }

    fn named_values(&self, values: &[f32]) -> Vec<String> {
        let lines = self.hunt.vary().iter().zip(values);
        lines.map(|(line, value)| format!("{} {value:?}", line.name())).collect()
    }

    /// Of one row of the last number's values.
    fn ranges(&self) -> Vec<FoundRange> {
        let row = self.row();
        let mut ranges: Vec<FoundRange> = Vec::new();
        for found in &self.hunted.found {
            match ranges.last_mut() {
                Some(range)
                    if range.what == found.what
                        && range.last + 1 == found.index
                        && range.last / row == found.index / row =>
                {
                    range.last = found.index;
                }
                _ => ranges.push(FoundRange { first: found.index, last: found.index, what: found.what }),
            }
        }
        ranges
    }

    /// How many values the last number has.
    fn row(&self) -> usize {
        self.hunt.vary().last().map_or(1, |line| line.steps.max(1))
    }

    /// "ball.velocity.y -30.0 to -22.0: 9 of 31".
    fn range_words(&self, range: &FoundRange) -> String {
        let FoundRange { first, last, .. } = *range;
        if first == last {
            return self.values(first);
        }
        let end = vary::values(self.hunt.vary(), last).last().copied().unwrap_or_default();
        format!("{} to {end:?}: {} of {}", self.values(first), last + 1 - first, self.row())
    }
}

fn what_name(what: FoundThing) -> &'static str {
    match what {
        FoundThing::Expectation(_) => "expect",
        FoundThing::Stop(_) => "stop",
        FoundThing::NotFinite => "not finite",
    }
}
