//! What a person set up and finds again at the next start: the settings file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::app::commands::choices::{Panel, PanelSection};
use crate::app::showing::grid::Grid;
use crate::app::showing::interface::{FULL_PERCENT, INTERFACE_RANGE};
use crate::app::showing::units::{PIXEL_RANGE, Units};
use crate::picture::overlay::Layers;
use crate::platform::{disk, plain, regular_file};
use crate::scene::link;

/// Largest settings file. Bytes.
const MAX_SIZE: u64 = 64 * 1024;
/// Smallest and largest part of the side panel. Points.
const SIDE_RANGE: (f32, f32) = (10.0, 10_000.0);
/// Changes that follow each other faster are written once. Seconds.
const PAUSE: f64 = 0.5;

/// What comes back at the next start. Only what differs from the default is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Settings", default, deny_unknown_fields)]
pub struct Preferences {
    #[serde(skip_serializing_if = "is_default")]
    pub theme: ThemeChoice,
    #[serde(skip_serializing_if = "is_default", with = "layers")]
    pub layers: Layers,
    /// Positions snap to the grid.
    #[serde(skip_serializing_if = "is_default")]
    pub snap: bool,
    /// A dragged body snaps to others.
    #[serde(skip_serializing_if = "is_default")]
    pub magnet: bool,
    #[serde(skip_serializing_if = "is_true")]
    pub grid: bool,
    /// The typed distance of the grid's lines; `None`: as the zoom has it. Metres.
    #[serde(skip_serializing_if = "is_default")]
    pub grid_step: Option<f32>,
    /// What lengths and places are shown and typed in.
    #[serde(skip_serializing_if = "is_default")]
    pub units: Units,
    #[serde(skip_serializing_if = "is_true")]
    pub legend: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub side: SideSizes,
    /// How large panels and texts are. Percent of the size that the system says.
    #[serde(skip_serializing_if = "is_full")]
    pub interface_percent: u16,
    /// Sections of panels that are otherwise than at first: folded or not.
    #[serde(skip_serializing_if = "is_default")]
    pub sections: BTreeSet<PanelSection>,
    /// The panel that was chosen last, of those that every scene has.
    #[serde(skip_serializing_if = "is_default")]
    pub panel: Panel,
    /// Folder of the file that was opened or saved last.
    #[serde(skip_serializing_if = "is_default")]
    pub folder: Option<String>,
    /// Address of the page that opens links; may be empty.
    #[serde(skip_serializing_if = "is_default")]
    pub link_base: String,
}

/// Colours that a person chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// None were chosen.
    #[default]
    Default,
    Dark,
    Light,
}

/// Sizes in the side panel. Points; `None`: what the content needs, as far as there is room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SideSizes {
    #[serde(skip_serializing_if = "is_default")]
    pub width: Option<f32>,
    /// Height of the list of bodies.
    #[serde(skip_serializing_if = "is_default")]
    pub bodies: Option<f32>,
    /// Height of the list of contacts.
    #[serde(skip_serializing_if = "is_default")]
    pub contacts: Option<f32>,
    /// Height of the table of axes.
    #[serde(skip_serializing_if = "is_default")]
    pub axes: Option<f32>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::default(),
            layers: Layers::default(),
            snap: false,
            magnet: false,
            grid: true,
            grid_step: None,
            units: Units::default(),
            legend: true,
            side: SideSizes::default(),
            interface_percent: FULL_PERCENT,
            sections: BTreeSet::new(),
            panel: Panel::default(),
            folder: None,
            link_base: String::new(),
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(value: &bool) -> bool {
    *value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_full(percent: &u16) -> bool {
    *percent == FULL_PERCENT
}

/// Layers as a map from the name of each that is not as at first to whether it is on.
mod layers {
    use std::collections::BTreeMap;

    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    use crate::picture::overlay::{Layer, Layers};
    use crate::platform::plain;

    pub fn serialize<S: Serializer>(layers: &Layers, serializer: S) -> Result<S::Ok, S::Error> {
        let first = Layers::default();
        let differing = Layer::ALL.iter().filter(|layer| layers.has(**layer) != first.has(**layer));
        serializer.collect_map(differing.map(|layer| (layer.name(), layers.has(*layer))))
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Layers, D::Error> {
        let mut layers = Layers::default();
        for (name, on) in BTreeMap::<String, bool>::deserialize(deserializer)? {
            let layer = Layer::ALL.iter().find(|layer| layer.name() == name).ok_or_else(|| {
                let allowed: Vec<&str> = Layer::ALL.iter().map(|layer| layer.name()).collect();
                D::Error::custom(format!(
                    "no layer is called {}; allowed: {}",
                    plain::quoted(&name),
                    allowed.join(", ")
                ))
            })?;
            layers.set(*layer, on);
        }
        Ok(layers)
    }
}

impl Preferences {
    /// Reads the text of a settings file. `Err` says where, what was found and what is allowed.
    pub fn from_ron(text: &str) -> Result<Self, String> {
        let read: Self = format().from_str(text).map_err(|error| {
            let at = error.span.end;
            format!("{}:{}: {}", at.line, at.col, plain::label(&error.code.to_string()))
        })?;
        let SideSizes { width, bodies, contacts, axes } = read.side;
        for (name, size) in [("width", width), ("bodies", bodies), ("contacts", contacts), ("axes", axes)] {
            let (least, most) = SIDE_RANGE;
            if let Some(size) = size.filter(|size| !(least..=most).contains(size)) {
                return Err(format!(" side: {name} is {size}; allowed: a number from {least} to {most}"));
            }
        }
        let (percent, (least, most)) = (read.interface_percent, INTERFACE_RANGE);
        if !(least..=most).contains(&percent) {
            return Err(format!(" interface_percent: {percent}; allowed: {least} to {most}"));
        }
        if let Some(step) = read.grid_step.filter(|step| Grid::of_step(*step).is_none()) {
            return Err(format!(" grid_step: {step}; allowed: a number above 0 of at most nine digits"));
        }
        let (pixels, (least, most)) = (read.units.pixels_per_metre, PIXEL_RANGE);
        if !(least..=most).contains(&pixels) {
            return Err(format!(
                " units: pixels_per_metre is {pixels}; allowed: a number from {least} to {most}"
            ));
        }
        link::check_base(&read.link_base).map_err(|why| format!(" link_base: {why}"))?;
        Ok(read)
    }

    /// The text of a settings file.
    pub fn to_ron(&self) -> String {
        let layout = PrettyConfig::new().struct_names(true);
        let text = format().to_string_pretty(self, layout);
        format!("{}\n", text.unwrap_or_default())
    }

    /// `theirs`, which another window or a person wrote, with what changed here since `before`.
    fn merged(before: &Self, now: &Self, theirs: Self) -> Self {
        fn changed<T: PartialEq + Clone>(before: &T, now: &T, theirs: T) -> T {
            if before == now { theirs } else { now.clone() }
        }
        macro_rules! merged {
            ($($field:ident)*) => {
                Self { $($field: changed(&before.$field, &now.$field, theirs.$field),)* }
            };
        }
        merged!(theme layers snap magnet grid grid_step units legend side interface_percent sections panel folder link_base)
    }
}

/// RON in which an optional value is written without `Some`.
fn format() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The settings file of a run.
#[derive(Debug)]
pub struct PreferencesFile {
    shared: Arc<PreferencesDesk>,
    /// As read or last handed over to be written.
    kept: Preferences,
    /// The state of the last call of [`PreferencesFile::keep`], and when it changed. Seconds of the run.
    now: Preferences,
    changed: f64,
}

#[derive(Debug, Default)]
struct PreferencesDesk {
    /// `None`: nothing is kept.
    path: Option<PathBuf>,
    /// What is to be written: the state before the change and after it.
    wanted: Mutex<Option<(Preferences, Preferences)>>,
    /// Held while the file is written.
    writing: Mutex<()>,
    /// Why the file could not be written; told once.
    failed: Mutex<Option<String>>,
}

impl PreferencesFile {
    /// Reads the file; `None` keeps nothing. A file that cannot be read counts as none, is never written over, and the
    /// second part of the result says what is wrong with it.
    pub fn open(path: Option<PathBuf>) -> (Self, Option<String>) {
        let read = path.as_deref().map_or_else(|| Ok(None), read);
        let (kept, wrong) = match read {
            Ok(read) => (read.unwrap_or_default(), None),
            Err(why) => (Preferences::default(), Some(why)),
        };
        // A file that was broken at the start is read again before it is written.
        let shared = Arc::new(PreferencesDesk { path, ..PreferencesDesk::default() });
        let wrong =
            wrong.map(|why| format!("{why}\nThe settings are as at first. Mend the file, or delete it."));
        (Self { shared, now: kept.clone(), kept, changed: 0.0 }, wrong)
    }

    pub fn kept(&self) -> &Preferences {
        &self.kept
    }

    /// Writes what changed, once it has not changed for a moment. `clock`: seconds of the run.
    pub fn keep(&mut self, now: Preferences, clock: f64) {
        if now != self.now {
            (self.now, self.changed) = (now, clock);
        }
        if self.is_behind() && clock - self.changed >= PAUSE {
            self.hand_over();
            let shared = Arc::clone(&self.shared);
            disk::in_background(move || shared.write());
        }
    }

    /// Whether something is not handed over yet.
    pub fn is_behind(&self) -> bool {
        self.shared.path.is_some() && self.now != self.kept
    }

    /// Writes what changed, and returns once it is written.
    pub fn flush(&mut self) {
        if self.is_behind() {
            self.hand_over();
        }
        self.shared.write();
    }

    /// Why the file could not be written; told once.
    pub fn failure(&self) -> Option<String> {
        lock(&self.shared.failed).take()
    }

    fn hand_over(&mut self) {
        let before = std::mem::replace(&mut self.kept, self.now.clone());
        let mut wanted = lock(&self.shared.wanted);
        let before = wanted.take().map_or(before, |(first, _)| first);
        *wanted = Some((before, self.now.clone()));
    }
}

impl Drop for PreferencesFile {
    fn drop(&mut self) {
        self.flush();
    }
}

impl PreferencesDesk {
    /// Writes what is wanted, if anything is.
    fn write(&self) {
        let _writing = lock(&self.writing);
        let Some((before, now)) = lock(&self.wanted).take() else { return };
        let Some(path) = &self.path else { return };
        let written = read(path).and_then(|theirs| {
            let merged = Preferences::merged(&before, &now, theirs.unwrap_or_default());
            disk::write_text(path, &merged.to_ron())
                .map_err(|error| format!("{}: {error}", plain::path(path)))
        });
        if let Err(why) = written {
            *lock(&self.failed) = Some(format!("The settings are not kept: {why}"));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a settings file; `None`: there is none.
fn read(path: &Path) -> Result<Option<Preferences>, String> {
    let name = plain::path(path);
    if disk::exists(path).is_ok_and(|exists| !exists) {
        return Ok(None);
    }
    let bytes = regular_file::read(path, MAX_SIZE).map_err(|why| format!("{name}: {why}"))?;
    let text = std::str::from_utf8(&bytes).map_err(|_| format!("{name}: this is not UTF-8 text"))?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    Preferences::from_ron(text).map(Some).map_err(|why| format!("{name}:{why}"))
}
