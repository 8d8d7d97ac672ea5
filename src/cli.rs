//! The command line: its arguments, and the exit code of each outcome.

use std::ffi::OsString;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use glam::Vec2;

use self::usage_error::plainly;
use self::values::{above_0, address, at_least_0, difference_kinds, frame_number, frames, seconds, size};
use crate::elsewhere::recording::Origin;
use crate::explain::second_opinion;
use crate::picture::framing::Framing;
use crate::platform::{licences, plain};
use crate::report::hunt::FRAMES;
use crate::report::reduce::WITHIN;
use crate::scene::{FoundParts, Scene};

mod added;
mod at_frame;
mod check;
mod compare;
mod explain;
mod film;
mod html;
mod hunt;
mod import;
mod link;
mod output;
mod query;
mod record;
mod reduce;
mod render;
mod report;
mod series;
mod shell;
mod shot;
mod usage_error;
mod values;
mod window;

/// Runs the program with the arguments (the first is the program's name). Exit code 0: success; 1: `check` found an expectation
/// that does not hold, `report --against` or `compare` a difference, `report --until` or `reduce` no frame, `hunt` something wrong;
/// 2: bad usage or bad input.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(answer) => {
            let answer = plainly(answer);
            // Help and version are no errors, and a closed pipe is none either.
            let _ = answer.print();
            return if answer.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let outcome = match cli.command {
        None => window::run(&cli.window).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Report(args)) => report::run(&args),
        Some(CliCommand::Render(args)) => render::run(&args).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Check(args)) => check::run(&args),
        Some(CliCommand::Explain(args)) => explain::run(&args).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Query(args)) => query::run(&args).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Link(args)) => link::run(&args).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Compare(args)) => compare::run(&args),
        Some(CliCommand::Reduce(args)) => reduce::run(&args),
        Some(CliCommand::Hunt(args)) => hunt::run(&args),
        Some(CliCommand::Record(args)) => record::run(&args).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Import(args)) => import::run(&args).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Completions(args)) => shell::completions(&args).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Man(args)) => shell::man(&args).map(|()| ExitCode::SUCCESS),
        Some(CliCommand::Licences) => {
            output::to_stdout(|out| out.write_all(licences::text().as_bytes())).map(|()| ExitCode::SUCCESS)
        }
    };
    outcome.unwrap_or_else(|message| {
        output::complain(&message);
        ExitCode::from(2)
    })
}

/// [`Scene::find_parts`] of the option `--pair`.
fn find_parts(scene: &Scene, text: &str) -> Result<FoundParts, String> {
    scene.find_parts(text).map_err(|what| format!("--pair {}: {what}", plain::label(text)))
}

/// The program's arguments.
#[derive(Debug, Parser)]
#[command(
    version,
    about = "See why two 2D shapes collide: opens a window on a scene, or reports, draws and checks scenes without one.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(flatten)]
    window: WindowArgs,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// What the window is opened with.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct WindowArgs {
    /// Scene, recording of another engine (.jsonl) or link to a scene, to open; the built-in scene when none is named.
    #[arg(value_name = "SCENE.ron")]
    pub scene: Option<PathBuf>,
    /// Follow a recording to which lines are added, also one that is not there yet.
    #[arg(long, value_name = "FILE.jsonl", conflicts_with = "scene")]
    pub watch: Option<PathBuf>,
    /// Follow a running game that sends the lines of a recording to this address; of a port alone, on this
    /// computer only.
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address, conflicts_with_all = ["scene", "watch"])]
    pub listen: Option<SocketAddr>,
    /// A page of this origin may send as well, such as https://game.example (null: a page that is a file); pages of
    /// this computer always may. Can be given several times.
    #[arg(long, value_name = "ORIGIN", requires = "listen")]
    pub allow_origin: Vec<Origin>,
    /// Frame to begin at: so many steps are computed first; of a recording the engine's number.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = frame_number, allow_negative_numbers = true, conflicts_with_all = ["watch", "listen"])]
    pub frame: u64,
    /// Address of the page that opens links to scenes, for File > Copy link.
    #[arg(long, value_name = "URL", default_value = "")]
    pub base: String,
    /// Folder that F12 writes screenshots to.
    #[arg(long, value_name = "DIR", default_value = "screenshots")]
    pub screenshots: PathBuf,
    /// Keep no copy of unsaved work on the disk: what is unsaved is lost if the program ends in a fault. Nor ask at the start
    /// about what earlier runs left.
    #[arg(long)]
    pub no_recovery: bool,
    /// Start without what was remembered (theme, layers, sizes, last folder, address for links), and remember nothing.
    #[arg(long)]
    pub no_settings: bool,
    /// Print `ready:` after the first frame and `view: …` at every change of the view, for programs that
    /// drive the window.
    #[arg(long, hide_short_help = true)]
    pub announce: bool,
    /// Print at the end how long the stages of a frame took.
    #[arg(long, hide_short_help = true)]
    pub stats: bool,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Print bodies, touching pairs and the axes of their tests.
    Report(ReportArgs),
    /// Draw a frame with every layer, or those named, into a PNG or SVG file.
    Render(RenderArgs),
    /// Test what scenes expect; exit code 1 where something does not hold.
    Check(CheckArgs),
    /// Tell in plain words why two bodies touch, or do not; or write the pair down to take it away.
    Explain(ExplainArgs),
    /// Ask a scene: what a ray meets, how far two bodies are apart, which bodies hold a point; or its own queries.
    Query(QueryArgs),
    /// Print a scene as a link, which opens it in a browser.
    Link(LinkArgs),
    /// Compare the contacts of a recording with ours on the same poses; exit code 1 where they differ.
    Compare(CompareArgs),
    /// Write what a scene does, frame by frame, as a recording (.jsonl).
    Record(RecordArgs),
    /// Write the smallest scene in which a stop still holds: bodies, links, fields, points and digits that it does not need are
    /// taken out, and it begins as late as it may.
    Reduce(ReduceArgs),
    /// Run a scene with every combination of the numbers that it varies, and tell for which it goes wrong; exit code 1 where it
    /// does for one.
    Hunt(HuntArgs),
    /// Make a scene of a Tiled map (.tmx), an LDtk project (.ldtk), an SVG drawing or a Box2D world in JSON (R.U.B.E.,
    /// b2dJson); what could not be taken is listed on standard error.
    Import(ImportArgs),
    /// Print the script by which a shell completes commands and options.
    Completions(CompletionsArgs),
    /// Print the manual page of the program, or of one of its commands, for `man`.
    Man(ManArgs),
    /// Print what the program carries (libraries and fonts) with the text of each licence.
    Licences,
}

/// The state of a scene at a frame.
#[derive(Debug, Args)]
struct StateArgs {
    /// Scene file; the built-in scene when none is named.
    #[arg(value_name = "SCENE.ron")]
    scene: Option<PathBuf>,
    /// Steps to take first.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = frame_number, allow_negative_numbers = true)]
    frame: u64,
}

#[derive(Debug, Args)]
struct ReportArgs {
    #[command(flatten)]
    state: StateArgs,
    /// Report the first frame at which this stop holds, and why; exit code 1 where it never comes. A stop is what a
    /// scene has in `stops`: 'Deeper(a: "ball", b: "floor", than: 0.05)'.
    #[arg(long, value_name = "STOP", conflicts_with = "frame")]
    until: Option<String>,
    /// With --until: so many steps are tried, of a recording so many frames.
    #[arg(long, value_name = "N", requires = "until", default_value_t = 3600, value_parser = frame_number, allow_negative_numbers = true)]
    within: u64,
    /// Which pairs: those that touch, or all that can: not two that are lines (walls, chains), or that masks keep apart.
    #[arg(long, value_enum, default_value_t = PairsArg::Touching)]
    pairs: PairsArg,
    /// Predict impacts up to this many seconds ahead, each with its time of impact: every body keeps its
    /// present velocity, gravity and other contacts are left out.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    impacts: Option<f32>,
    /// With --impacts: bodies rotate on the way (conservative advancement); without it they do not rotate.
    #[arg(long, requires = "impacts")]
    rotating: bool,
    /// With --impacts: lists them a second time for bodies that fall on, with gravity and their own
    /// acceleration.
    #[arg(long, requires = "impacts")]
    falling: bool,
    /// List contacts that began and ended up to the frame; `--events=all`: those that persisted as well.
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "changes")]
    events: Option<EventsArg>,
    /// Print the stages of the step from the frame to the next, each with its formula and numbers.
    #[arg(long)]
    stages: bool,
    /// With --stages: those of a query of the scene, by name, in the place of the step's.
    #[arg(long, value_name = "NAME", requires = "stages")]
    query: Option<String>,
    /// Beside each pair print what classic shortcuts answer for it, and where and why they are wrong.
    #[arg(long)]
    shortcuts: bool,
    #[command(flatten)]
    second_opinion: SecondOpinionArgs,
    /// Print a hash of the state of every frame up to this one, and of each body; as text, nothing else.
    #[arg(long)]
    hash: bool,
    /// Compare with what `--hash` printed elsewhere: names the first frame and body that differ; exit code 1
    /// where they do.
    #[arg(long, value_name = "FILE", requires = "hash")]
    against: Option<PathBuf>,
    /// Print these numbers of every frame: names as in a scene's `watch`, with commas between them, such as
    /// ball.speed or ball,floor.depth. With --format csv alone: those that the scene watches.
    #[arg(long, value_name = "NAME,…", conflicts_with = "until")]
    watch: Option<String>,
    /// With --watch: these frames, both ends included. Without it all up to --frame.
    #[arg(long, value_name = "A..B", value_parser = frames, conflicts_with_all = ["frame", "until"])]
    frames: Option<(u64, u64)>,
    /// The pair to look at, two names or indices, whether it touches or not: alone, or with --format html first.
    #[arg(long, value_name = "A,B")]
    pair: Option<String>,
    /// With --format html: address of the page that opens links to scenes.
    #[arg(long, value_name = "URL", default_value = "")]
    base: String,
    /// Tables for a person, JSON for a program, a page to share, or with --watch comma-separated values.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    Text,
    Json,
    Csv,
    Html,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PairsArg {
    Touching,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EventsArg {
    Changes,
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OutputFormat {
    Text,
    Json,
}

#[derive(Debug, Args)]
struct RenderArgs {
    #[command(flatten)]
    state: StateArgs,
    /// File to write: its name ends in .png or .svg; with --frames in .gif, or it is a folder for a PNG each.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Draw these frames, both ends included, as an animated picture.
    #[arg(long, value_name = "A..B", value_parser = frames, conflicts_with = "frame")]
    frames: Option<(u64, u64)>,
    /// With --frames: draw every Nth of them.
    #[arg(long, value_name = "N", requires = "frames", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    every: u64,
    /// With --frames: how many pictures are shown in a second, 1 to 50. Without it each is shown as long as its frames last,
    /// and at least 0.02 s: of 60 steps a second, --every 2 has the true speed.
    #[arg(long, value_name = "N", requires = "frames", value_parser = clap::value_parser!(u32).range(1..=50))]
    fps: Option<u32>,
    /// With --frames: print the number of pictures that are drawn, a line each time.
    #[arg(long, requires = "frames", hide = true)]
    count: bool,
    /// Write it even where that overwrites the scene itself.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

/// What a picture shows, and how.
#[derive(Debug, Args)]
struct PictureArgs {
    /// Pixels.
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
    /// The pair to look at: two names or indices. Without it the first touching pair.
    #[arg(long, value_name = "A,B")]
    pair: Option<String>,
    /// Dark lines on a light ground, or the other way round.
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    theme: ThemeArg,
    /// What to draw: names of layers with commas between them, such as shapes,points,normals. Without it
    /// nearly all.
    #[arg(long, value_name = "LIST")]
    layers: Option<String>,
    /// Enlarge the contact of the pair in a round inset.
    #[arg(long)]
    lens: bool,
    /// Draw where A of the pair, as it is turned, would touch B: the Minkowski sum of B and -A, by what decides there.
    #[arg(long)]
    map: bool,
    /// Draw the predicted impacts of all pairs up to this many seconds ahead.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    impacts: Option<f32>,
    /// With --impacts: also those of bodies that fall on, with gravity and their own acceleration.
    #[arg(long, requires = "impacts")]
    falling: bool,
    /// What the picture shows: every body; those that move, where the ground reaches far beyond them; the
    /// pair; or its contact.
    #[arg(long, value_enum, default_value_t = Framing::Scene)]
    fit: Framing,
    /// Draw it in the frame of this body, name or index: the body is level, and the grid is its own.
    #[arg(long, value_name = "NAME")]
    frame_of: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeArg {
    Light,
    Dark,
}

#[derive(Debug, Args)]
struct CheckArgs {
    /// Scene files, or folders searched for *.ron.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    second_opinion: SecondOpinionArgs,
    /// With --second-opinion: these frames too, with commas between them. Without it frame 0 and those of the
    /// expectations.
    #[arg(long, value_name = "N,…", value_delimiter = ',', requires = "second_opinion", value_parser = frame_number, allow_negative_numbers = true)]
    frames: Vec<u64>,
    /// Lines for a person, JSON for a program, or JUnit's XML, which CI shows on its pages.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    format: CheckFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    Text,
    Json,
    Junit,
}

/// What parry2d says of the pairs.
#[derive(Debug, Args)]
struct SecondOpinionArgs {
    #[arg(long, help = SECOND_OPINION)]
    second_opinion: bool,
    /// With --second-opinion: what counts as the same, as a share of the smaller bounding circle's diameter; radians for
    /// normals.
    #[arg(long, value_name = "T", requires = "second_opinion", default_value_t = second_opinion::TOLERANCE, value_parser = above_0, allow_negative_numbers = true)]
    tolerance: f32,
}

const SECOND_OPINION: &str = if second_opinion::IS_BUILT_IN {
    "Beside each pair what parry2d says of it: whether it agrees, and who is right where it does not"
} else {
    "Not built in: this program was built without its feature `second-opinion`"
};

impl SecondOpinionArgs {
    /// The tolerance, where a second opinion is asked for.
    fn asked(&self) -> Result<Option<f32>, String> {
        match (self.second_opinion, second_opinion::IS_BUILT_IN) {
            (false, _) => Ok(None),
            (true, true) => Ok(Some(self.tolerance)),
            (true, false) => {
                Err("--second-opinion: not built in; allowed: a program built with its feature \
                                  `second-opinion`, which is on by default"
                    .to_owned())
            }
        }
    }
}

#[derive(Debug, Args)]
struct ExplainArgs {
    #[command(flatten)]
    state: StateArgs,
    /// The pair: two names or indices.
    #[arg(long, value_name = "A,B", required_unless_present = "query")]
    pair: Option<String>,
    /// A query of the scene, in place of a pair: why it finds what it finds, as text or JSON.
    #[arg(long, value_name = "NAME", conflicts_with = "pair")]
    query: Option<String>,
    /// A paragraph for a person; the same as data, with the pair's report; text for an issue tracker; the
    /// smallest scene that gives the same contact; a Rust test that does; or a program that shows the pair to another
    /// engine, in that engine's language, with ours in its comments.
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    format: ExplainFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ExplainFormat {
    Text,
    Json,
    Markdown,
    Ron,
    Rust,
    /// A program for rapier2d, in Rust.
    Rapier,
    /// A program for Box2D 3.1 or later, in C.
    Box2d,
    /// A program for planck, in JavaScript.
    Planck,
    /// A program for Matter.js, in JavaScript.
    Matter,
    /// A program for pymunk, in Python.
    Pymunk,
    /// A program for Godot 4, in GDScript.
    Godot,
}

#[derive(Debug, Args)]
struct QueryArgs {
    #[command(flatten)]
    state: StateArgs,
    /// A ray from one point to another, in metres with y up, of a recording as well: what it meets, the first first.
    #[arg(long, value_name = "X,Y:X,Y", value_parser = query::two_places, allow_hyphen_values = true, conflicts_with_all = ["closest", "at"])]
    ray: Option<[Vec2; 2]>,
    /// The nearest points of two bodies: names or indices.
    #[arg(long, value_name = "A,B", conflicts_with = "at")]
    closest: Option<String>,
    /// The bodies that hold a point in metres with y up, or the nearest one.
    #[arg(long, value_name = "X,Y", value_parser = query::place, allow_hyphen_values = true)]
    at: Option<Vec2>,
    /// Text for a person, or JSON for a program.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

#[derive(Debug, Args)]
struct LinkArgs {
    #[command(flatten)]
    state: StateArgs,
    /// The pair to look at: two names or indices.
    #[arg(long, value_name = "A,B")]
    pair: Option<String>,
    /// Hide all but the canvas, a button that plays and one that opens the editor, for pages that explain.
    #[arg(long)]
    embed: bool,
    /// Address of the page that shows the scene; without it what stands behind it is printed.
    #[arg(long, value_name = "URL", default_value = "")]
    base: String,
}

#[derive(Debug, Args)]
struct CompareArgs {
    /// Recording of another engine.
    #[arg(value_name = "RECORDING.jsonl")]
    recording: PathBuf,
    /// A second recording, that the first one is compared with: what differs from run to run.
    #[arg(value_name = "OTHER.jsonl", conflicts_with_all = ["ghosts", "between", "teleport", "margin"])]
    other: Option<PathBuf>,
    /// What counts as the same: metres for depths, gaps and points, radians for normals; 0.01, of two recordings 0.
    #[arg(long, value_name = "T", value_parser = at_least_0, allow_negative_numbers = true)]
    tolerance: Option<f32>,
    /// The other engine's margin or slop: so many metres deeper or shallower its contacts may be.
    #[arg(long, value_name = "METRES", default_value_t = 0.0, value_parser = at_least_0, allow_negative_numbers = true)]
    margin: f32,
    /// Only differences of these two recorded bodies: names or indices.
    #[arg(long, value_name = "A,B")]
    pair: Option<String>,
    /// Only differences of this kind.
    #[arg(long, value_name = "K", value_parser = difference_kinds())]
    kind: Option<String>,
    /// Of each pair the first difference alone.
    #[arg(long)]
    first: bool,
    /// List ghost contacts of theirs instead: those whose normals the outline of the static shapes does not allow; exit
    /// code 1 where there are any.
    #[arg(long, conflicts_with_all = ["kind", "tolerance", "margin"])]
    ghosts: bool,
    /// List instead what bodies passed through from one frame to the next and nobody reported; exit code 1 where there is
    /// any.
    #[arg(long, conflicts_with_all = ["kind", "ghosts", "tolerance", "margin"])]
    between: bool,
    /// Who moves farther in a frame was put there: metres.
    #[arg(long, value_name = "D", requires = "between", value_parser = at_least_0, allow_negative_numbers = true)]
    teleport: Option<f32>,
    /// A table for a person, or JSON for a program.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

#[derive(Debug, Args)]
struct RecordArgs {
    /// Scene file; the built-in scene when none is named.
    #[arg(value_name = "SCENE.ron")]
    scene: Option<PathBuf>,
    /// The frames from the first to the last, both included.
    #[arg(long, value_name = "A..B", value_parser = frames)]
    frames: (u64, u64),
    /// Recording to write: its name ends in .jsonl.
    #[arg(long, short, value_name = "FILE.jsonl")]
    output: PathBuf,
    /// Overwrite a recording that is there already.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct ReduceArgs {
    /// Scene file.
    #[arg(value_name = "SCENE.ron")]
    scene: PathBuf,
    /// The stop that has to hold, as a scene has it in `stops`: 'Deeper(a: "ball", b: "*", than: 0.05)'. In the place of "*" the
    /// smaller scene names the body of which it holds first.
    #[arg(long, value_name = "STOP")]
    keep: String,
    /// So many steps are made until it holds; exit code 1 where it never does.
    #[arg(long, value_name = "N", default_value_t = WITHIN, value_parser = frame_number, allow_negative_numbers = true)]
    within: u64,
    /// Scene to write: its name ends in .ron.
    #[arg(long, short, value_name = "SMALLER.ron")]
    output: PathBuf,
    /// Overwrite a scene that is there already.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct HuntArgs {
    /// Scene file with `vary`.
    #[arg(value_name = "SCENE.ron")]
    scene: PathBuf,
    /// Frames of a run, and as many more as `expect` needs.
    #[arg(long, value_name = "N", default_value_t = FRAMES, value_parser = frame_number, allow_negative_numbers = true)]
    frames: u64,
    /// Look for this stop alone, written as a scene has it in `stops`: 'Crosses(a: "ball", b: "*")'. Without it for `expect` lines that
    /// do not hold, for the scene's stops that are not muted, and for a state that is not finite.
    #[arg(long, value_name = "STOP")]
    keep: Option<String>,
    /// List at most so many of what is found: lines of text (20), entries of JSON (all).
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Text for a person, or JSON for a program.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    /// Scene to write, the first that goes wrong with its values put in: its name ends in .ron.
    #[arg(long, short, value_name = "FOUND.ron")]
    output: Option<PathBuf>,
    /// Overwrite a scene that is there already.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct CompletionsArgs {
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, Args)]
struct ManArgs {
    /// The command that the page is about; without it the program.
    command: Option<String>,
}

#[derive(Debug, Args)]
struct ImportArgs {
    /// The other program's file: .tmx, .ldtk, .svg or .json; or a recording, .jsonl.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Of a recording: the frame that becomes the scene, by the engine's number; without it the first one.
    #[arg(long, value_name = "N", value_parser = frame_number, allow_negative_numbers = true)]
    frame: Option<u64>,
    /// Scene to write: its name ends in .ron.
    #[arg(long, short, value_name = "SCENE.ron")]
    output: PathBuf,
    /// Overwrite a scene that is there already.
    #[arg(long)]
    force: bool,
    /// Keep a box for each solid tile of a layer; without it, those that touch become chains along their outlines.
    #[arg(long)]
    keep_tiles: bool,
    /// How many pixels of a map or a drawing are a metre (32); a Box2D world is in metres already.
    #[arg(long, value_name = "N", value_parser = above_0, allow_negative_numbers = true)]
    pixels_per_metre: Option<f32>,
}
