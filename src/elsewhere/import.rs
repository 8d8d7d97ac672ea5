//! Scenes from files of other programs: Tiled maps, LDtk projects, SVG drawings, Box2D worlds in JSON. What a scene has no
//! place for is left out and told. A file that makes too many bodies or points is refused.

use std::fmt;
use std::path::Path;

use glam::{DVec2, Vec2};

use super::Format;
use crate::platform::{plain, regular_file};
use crate::scene::locate::{LineColumn, place_of};
use crate::scene::{Scene, SceneError};

mod box2d;
pub(super) mod convex;
mod form;
mod ldtk;
mod svg;
mod taking;
mod tiled;
mod tiles;
mod xml;

pub use tiles::Tiles;

/// The default scale of files that measure in pixels.
pub const PIXELS_PER_METRE: f32 = 32.0;
/// Size limit of a file. Bytes.
const MAX_FILE_SIZE: u64 = 16 << 20;
/// Gravity of a file that knows none. Metres per second squared.
const GRAVITY: Vec2 = Vec2::new(0.0, -9.81);

/// A scene from a file of another program.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Valid, with at least one body.
    pub scene: Scene,
    /// The scale, for a file that measures in pixels.
    pub pixels_per_metre: Option<f32>,
    /// Whether files of its kind have layers of tiles.
    pub has_tiles: bool,
    /// What was taken as something else, a sentence each: an ellipse as a polygon, an outline as its pieces.
    pub changed: Vec<String>,
    /// What was not taken.
    pub left_out: Vec<LeftOut>,
}

/// An object that was not taken. `Display` is one line.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// The object, with its name or number, as the file has it.
    pub what: String,
    /// The reason.
    pub why: String,
}

/// Why a file was refused.
#[derive(Debug)]
struct Refusal {
    /// Line and column, from 1, where the parser knows them.
    place: Option<(usize, usize)>,
    what: String,
}

/// Reads a file of another program. `pixels_per_metre` > 0 is for formats that measure in pixels. The error names
/// the file, the place, the value found and the values allowed.
pub fn load(path: &Path, pixels_per_metre: f32, tiles: Tiles) -> Result<Imported, SceneError> {
    let source = plain::path(path);
    let refuse = |what: &dyn fmt::Display| SceneError { message: format!("{source}: {what}") };
    let format = Format::of(path).ok_or_else(|| refuse(&format!("is of no known kind; allowed: {KNOWN}")))?;
    let bytes = regular_file::read(path, MAX_FILE_SIZE).map_err(|what| refuse(&what))?;
    let text = std::str::from_utf8(&bytes).map_err(|_| refuse(&"is not UTF-8 text"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let folder = path.parent();
    let read = match format {
        Format::Tiled => tiled::read(text, folder, pixels_per_metre.into(), tiles),
        Format::Ldtk => ldtk::read(text, pixels_per_metre.into(), tiles),
        Format::Svg => svg::read(text, pixels_per_metre.into()),
        Format::Box2d => box2d::read(text),
    };
    let mut imported = read.and_then(taking::Taking::finished).map_err(|refusal| match refusal.place {
        Some((line, column)) => SceneError { message: format!("{source}:{line}:{column}: {}", refusal.what) },
        None => refuse(&refusal.what),
    })?;
    imported.pixels_per_metre = (format != Format::Box2d).then_some(pixels_per_metre);
    imported.has_tiles = matches!(format, Format::Tiled | Format::Ldtk);
    imported.scene.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    imported.scene.validate().map_err(|e| refuse(&e.message))?;
    Ok(imported)
}

const KNOWN: &str = "a Tiled map (.tmx), an LDtk project (.ldtk), a drawing (.svg), a Box2D world exported for b2dJson (.json)";

impl Imported {
    /// "3 bodies at 32 pixels per metre".
    pub fn summary(&self) -> String {
        let count = match self.scene.bodies.len() {
            1 => "1 body".to_owned(),
            count => format!("{count} bodies"),
        };
        match self.pixels_per_metre {
            Some(scale) => format!("{count} at {scale} pixels per metre"),
            None => count,
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

impl Refusal {
    fn new(what: impl Into<String>) -> Self {
        Self { place: None, what: what.into() }
    }
}

/// From pixels with y down to metres with y up.
fn metres_from_pixels(pixels_per_metre: f64) -> glam::DAffine2 {
    glam::DAffine2::from_scale(DVec2::new(1.0, -1.0) / pixels_per_metre)
}

/// Refuses a list, whose entries would be read as the fields of a file of this kind.
fn refuse_list(kind: &str, text: &str) -> Result<(), Refusal> {
    let begin = text.trim_start();
    if !begin.starts_with('[') {
        return Ok(());
    }
    let LineColumn { line, column } = place_of(text, text.len() - begin.len());
    let what = format!("is a list; allowed: {kind}, which is an object {{…}}");
    Err(Refusal { place: Some((line, column)), what })
}

/// Of a text that is no JSON of this kind of file, or has a value at `path` that it has not.
fn json_refusal(kind: &str, path: &str, error: &serde_json::Error) -> Refusal {
    let message = error.to_string();
    // The place is told in front.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let what = match path {
        "." => format!("is no JSON of {kind}: {}", plain::label(message)),
        path => format!("{}: {}", plain::label(path), plain::label(message)),
    };
    Refusal { place: (error.line() > 0).then_some((error.line(), error.column())), what }
}
