//! The document and everything that keeps it from being lost: its file, the open question, what waits for the
//! save, the recovery file.

pub mod document;
pub mod on_disk;
pub mod preferences;
pub mod recovery;
pub mod storage;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use collide2d::World;

use crate::app::commands::{FileCommand, Leave};
use crate::app::files::document::Document;
use crate::app::files::on_disk::{FileOfOther, Fingerprint, OnDisk};
use crate::app::files::preferences::PreferencesFile;
use crate::app::files::recovery::Recovery;
use crate::app::files::recovery::left::{self, Leftover};
use crate::app::files::storage::Storage;
use crate::app::tour::Tour;
use crate::platform::{disk, plain, safe_file};
use crate::scene::locate::has_comments;
use crate::scene::{Scene, SceneDifference, SceneError, read};

/// Most copies of one file that had comments.
const MOST_COPIES: u32 = 100;
/// Most lines of a question that say how two scenes differ.
const MOST_DIFFERENCES: usize = 200;

/// What the program was started with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Folder of screenshots; created with the first one.
    pub screenshots: PathBuf,
    /// Folder whose scenes the File menu lists.
    pub scenes: PathBuf,
    /// Folder for the list of recent files, the step of the tour and unsaved work; `None` keeps none of them.
    pub storage: Option<PathBuf>,
    /// Neither recent files nor the step of the tour are read or kept.
    pub forgets: bool,
    /// Keeps unsaved work in [`Settings::storage`].
    pub recovery: bool,
    /// The program is a figure in a page of others: it asks nothing before unsaved work is lost.
    pub is_figure: bool,
    /// Address of the page that opens links to scenes; empty: the one that is remembered.
    pub link_base: String,
    /// The settings file; `None` remembers nothing.
    pub preferences: Option<PathBuf>,
    /// The theme where a person has chosen none is the light one.
    pub light: bool,
}

/// A question that waits for an answer.
#[derive(Clone, Debug)]
pub enum Asked {
    /// This would lose unsaved work.
    Unsaved(Leave),
    /// Another program wrote the file while there is unsaved work.
    ChangedOnDisk(Conflict),
    /// Saving would overwrite what another program wrote.
    SaveOver(Conflict),
    /// What waited for the save is not done: the file could not be written, for this reason.
    NotSaved(Leave, String),
    /// This would write over a file.
    Overwrite(Box<FileCommand>),
    /// Quitting would stop what is written beside the window.
    Sharing,
    /// Which unsaved work of earlier runs to restore.
    Restore,
}

/// The file as another program left it, compared with the document.
#[derive(Clone, Debug)]
pub struct Conflict {
    theirs: FileOfOther,
    lines: Vec<String>,
}

/// Where a document comes from that takes another's place.
#[derive(Debug)]
pub enum DocumentOrigin {
    /// A file, a link or the program itself.
    Opened,
    /// This recovery file of an earlier run.
    Restored(PathBuf),
    /// A step of the tour.
    Step(Tour),
}

#[derive(Debug)]
pub enum Saved {
    /// The file is written.
    Done {
        /// This waited for it.
        then: Option<Leave>,
        /// The file as it was, where it had comments.
        with_comments: Option<PathBuf>,
    },
    /// Nothing is written: a question is open.
    Asks,
}

/// The document, its file, and the program's own folder.
#[derive(Debug)]
pub struct Files {
    /// What the program was started with.
    pub settings: Settings,
    pub storage: Storage,
    pub preferences: PreferencesFile,
    /// Folder of the file that was opened or saved last, in this run or before.
    last_folder: Option<String>,
    /// Address of the page that opens links, as a person set it.
    link_base: String,
    pub recovery: Recovery,
    pub document: Document,
    /// Why the document's file cannot be written.
    obstacle: Option<String>,
    /// Unsaved work of earlier runs, as last listed.
    pub left: Vec<Leftover>,
    /// Those of them that are removed once the list is closed.
    discarded: Vec<PathBuf>,
    /// The question that waits for an answer.
    pub asked: Option<Asked>,
    /// What continues once the work is saved.
    pub after_save: Option<Leave>,
    /// A file that could not be written: the next dialog proposes it again.
    pub tried: Option<PathBuf>,
    /// What is written beside the window.
    pub sharing: Option<SharingProgress>,
    /// The tour, while its steps take the document's place.
    pub tour: Option<Tour>,
}

/// How far what is written beside the window is.
#[derive(Clone, Debug, PartialEq)]
pub struct SharingProgress {
    pub output: PathBuf,
    pub drawn: u64,
    /// Pictures; 1 of a report.
    pub of: u64,
}

impl SharingProgress {
    /// "Picture 71 of 393 of ball.gif is being written".
    pub fn told(&self) -> String {
        let name = self.output.file_name().unwrap_or_default();
        let name = plain::label(&name.to_string_lossy()).into_owned();
        match self.of {
            1 => format!("{name} is being written"),
            of => format!("Picture {} of {of} of {name} is being written", (self.drawn + 1).min(of)),
        }
    }
}

impl Conflict {
    fn new(theirs: FileOfOther, document: &Document) -> Self {
        let lines = match &theirs.scene {
            Ok(scene) => match SceneDifference::between(scene, document.scene()) {
                none if none.is_empty() => vec!["comments and layout only".to_owned()],
                difference => difference.lines(MOST_DIFFERENCES),
            },
            Err(error) => error.message.lines().map(str::to_owned).collect(),
        };
        Self { theirs, lines }
    }

    /// Whether the file holds a scene.
    pub fn is_scene(&self) -> bool {
        self.theirs.scene.is_ok()
    }

    pub fn theirs(&self) -> &FileOfOther {
        &self.theirs
    }

    /// How the document differs from the file, or why the file holds no scene.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

impl Files {
    /// An empty document; asks about unsaved work that an earlier run left and nobody has seen in
    /// the list, unless this run keeps none.
    pub fn new(settings: Settings, preferences: PreferencesFile) -> Self {
        let folder = recovery_folder(&settings);
        let left = folder.as_deref().map(left::list).unwrap_or_default();
        let asks = settings.recovery && left.iter().any(Leftover::is_new);
        Self {
            storage: Storage::open(settings.storage.clone().filter(|_| !settings.forgets)),
            last_folder: preferences.kept().folder.clone(),
            link_base: preferences.kept().link_base.clone(),
            preferences,
            recovery: Recovery::start(folder, !settings.recovery),
            settings,
            document: Document::empty(),
            obstacle: None,
            left,
            discarded: Vec::new(),
            asked: asks.then_some(Asked::Restore),
            after_save: None,
            tried: None,
            sharing: None,
            tour: None,
        }
    }

    /// The scene files of [`Settings::scenes`], by name. Reads the folder.
    pub fn scene_files(&self) -> Vec<PathBuf> {
        document::scene_files(&self.settings.scenes)
    }

    /// Title of the window: `*` for unsaved work, scene, file, why the file cannot be written.
    pub fn title(&self) -> String {
        let star = if self.document.is_dirty() { "*" } else { "" };
        let stem = self.document.stem();
        let stem = plain::label(&stem);
        let note = match &self.obstacle {
            Some(reason) => format!(" [cannot be saved: {reason}]"),
            None if self.document.is_gone() => " [not on disk]".to_owned(),
            None => String::new(),
        };
        let note = if self.recovery.fails() { note + " [unsaved work is not kept]" } else { note };
        match &*plain::label(&self.document.scene().name) {
            "" => format!("{star}{stem}{note} – Collision Test"),
            name => format!("{star}{name} ({stem}){note} – Collision Test"),
        }
    }

    /// The folder in which dialogs start: the document's, the last one, that of the scenes, or the present one.
    pub fn folder(&self) -> PathBuf {
        let beside = self.document.path().and_then(Path::parent);
        let beside = beside.filter(|folder| !folder.as_os_str().is_empty());
        let last = self.last_folder.as_deref().map(Path::new);
        let folders = [beside, last, Some(&self.settings.scenes)].into_iter().flatten();
        folders.into_iter().find(|folder| folder.is_dir()).unwrap_or(Path::new(".")).to_owned()
    }

    /// Address of the page that opens links; may be empty.
    pub fn link_base(&self) -> &str {
        if self.settings.link_base.is_empty() { &self.link_base } else { &self.settings.link_base }
    }

    /// Sets the address of the page that opens links, in this run and the next ones.
    pub fn set_link_base(&mut self, base: String) {
        self.settings.link_base.clear();
        self.link_base = base;
    }

    /// What comes back at the next start, beside what is shown.
    pub fn kept(&self) -> (Option<String>, String) {
        (self.last_folder.clone(), self.link_base.clone())
    }

    /// A path that does not exist yet, for a screenshot of this moment ("frame-10"). Creates the folder.
    pub fn screenshot_path(&self, moment: &str) -> Result<PathBuf, String> {
        document::screenshot_path(&self.settings.screenshots, &self.document.stem(), moment)
    }

    /// A name for a picture of this moment: "ball-frame-10.svg".
    pub fn picture_name(&self, moment: &str) -> String {
        format!("{}-{moment}.svg", self.document.stem())
    }

    /// Replaces the scene after an edit or undo.
    pub fn set_scene(&mut self, scene: Scene) {
        self.document.set_scene(scene);
        self.keep_work();
    }

    /// The document whose unsaved work is kept: during the tour that is the one that waits behind it, if it has some.
    fn work(&self) -> &Document {
        let waiting = self.tour.as_ref().map(Tour::document_before).filter(|document| document.is_dirty());
        waiting.unwrap_or(&self.document)
    }

    /// Hands the unsaved work to the recovery thread.
    fn keep_work(&self) {
        self.recovery.keep(self.work());
    }

    /// Replaces the document, which ends the tour, unless it is a step of it.
    pub fn install(&mut self, document: Document, origin: DocumentOrigin) {
        self.document = document;
        self.tried = None;
        self.tour = None;
        match origin {
            DocumentOrigin::Opened => self.keep_work(),
            DocumentOrigin::Restored(file) => self.recovery.keep_instead_of(&self.document, file),
            DocumentOrigin::Step(tour) => {
                self.storage.set_tour(tour.index());
                self.tour = Some(tour);
                self.keep_work();
            }
        }
        self.look_for_obstacle();
    }

    /// Puts a file first among the recent files.
    pub fn add_recent(&mut self, path: &Path) {
        self.storage.add_recent(path);
        let folder =
            std::path::absolute(path).ok().and_then(|path| Some(path.parent()?.to_str()?.to_owned()));
        self.last_folder = folder.or(self.last_folder.take());
    }

    /// Lists the unsaved work of earlier runs again.
    pub fn list_left(&mut self) {
        self.left = recovery_folder(&self.settings).as_deref().map(left::list).unwrap_or_default();
    }

    /// Removes unsaved work of an earlier run, because a person does not want it: once the list is closed, where it is open.
    pub fn discard_left(&mut self, file: PathBuf) {
        if !self.is_discarded(&file) {
            self.discarded.push(file);
        }
        if !matches!(self.asked, Some(Asked::Restore)) {
            self.remove_discarded();
        }
    }

    /// Takes [`Files::discard_left`] back.
    pub fn keep_left(&mut self, file: &Path) {
        self.discarded.retain(|discarded| discarded != file);
    }

    pub fn is_discarded(&self, file: &Path) -> bool {
        self.discarded.iter().any(|discarded| discarded == file)
    }

    fn remove_discarded(&mut self) {
        for file in std::mem::take(&mut self.discarded) {
            left::remove(&file);
            self.left.retain(|left| left.file() != file);
        }
    }

    /// Writes the document to `path`, which becomes its file. Asks instead if `path` is its file, and the file
    /// is not what was last read or written. Comments are not kept: where the file has some, it is copied first.
    pub fn save_to(&mut self, path: &Path) -> Result<Saved, SceneError> {
        if self.document.path().is_some_and(|own| disk::is_same(own, path)) {
            match self.document.look() {
                Some(OnDisk::Changed(theirs)) => {
                    self.ask(Asked::SaveOver(Conflict::new(theirs, &self.document)));
                    return Ok(Saved::Asks);
                }
                Some(OnDisk::Unreadable(error)) => {
                    self.after_save = None;
                    return Err(error);
                }
                Some(OnDisk::AsKnown | OnDisk::Gone) | None => {}
            }
        }
        let then = self.after_save.take();
        let with_comments = copy_with_comments(path)?;
        let written = self.write_to(path);
        self.keep_work();
        self.look_for_obstacle();
        written?;
        self.add_recent(path);
        sweep_beside(vec![path.to_owned()]);
        Ok(Saved::Done { then, with_comments })
    }

    fn write_to(&mut self, path: &Path) -> Result<(), SceneError> {
        let prepared = self.document.prepare(path)?;
        if prepared.is_in_place() {
            self.recovery.hold(&self.document).map_err(|reason| SceneError {
                message: format!(
                    "{}: cannot be saved: it has to be written in place, and no safety copy can be made ({reason})",
                    plain::path(path)
                ),
            })?;
        }
        self.document.save(prepared)
    }

    /// Brings the bodies of a recording to where they are in a frame.
    pub fn bring_to(&mut self, world: &World) {
        if self.document.is_recording() {
            self.document.bring_to(world);
        }
    }

    /// Records that the file was read again and holds this scene.
    pub fn set_saved(&mut self, scene: Arc<Scene>, theirs: Fingerprint) {
        self.document.set_saved(scene, theirs);
        self.keep_work();
        self.look_for_obstacle();
    }

    /// Reads the document's file and compares; `None` where the document has no file.
    pub fn look(&mut self) -> Option<OnDisk> {
        let found = self.document.look();
        self.keep_work();
        self.look_for_obstacle();
        found
    }

    /// Whether saving would change nothing of the scene in the document's file, and either not a byte of it or only take its
    /// comments. A file without comments is written in the form that the program writes.
    pub fn has_nothing_to_save(&mut self) -> bool {
        if self.document.is_edited() || !matches!(self.look(), Some(OnDisk::AsKnown)) {
            return false;
        }
        let bytes = self.document.path().and_then(|path| read::read_bytes(path).ok());
        bytes.is_some_and(|bytes| {
            bytes == self.document.scene().to_ron().into_bytes()
                || std::str::from_utf8(&bytes).is_ok_and(has_comments)
        })
    }

    /// Looks whether the document's file is still there.
    pub fn notice_gone(&mut self) {
        if !self.document.is_gone() {
            self.document.notice_gone();
            self.keep_work();
        }
    }

    fn look_for_obstacle(&mut self) {
        self.obstacle = self.document.path().and_then(safe_file::obstacle);
    }

    /// Removes what interrupted runs left beside the recent files and in the program's own folder.
    pub fn sweep(&self) {
        if let Some(folder) = recovery_folder(&self.settings) {
            disk::in_background(move || left::tidy(&folder));
        }
        let opened = self.document.path().map(Path::to_owned);
        sweep_beside(opened.into_iter().chain(self.storage.recent().iter().cloned()).collect());
    }

    /// Asks what to do about a file that changed while there is unsaved work.
    pub fn ask_about_change(&mut self, theirs: FileOfOther) {
        self.ask(Asked::ChangedOnDisk(Conflict::new(theirs, &self.document)));
    }

    /// Asks a question, which replaces an older one.
    pub fn ask(&mut self, asked: Asked) {
        self.take_asked();
        self.asked = Some(asked);
    }

    /// Takes the question away, because it is answered.
    pub fn take_asked(&mut self) -> Option<Asked> {
        let asked = self.asked.take();
        if matches!(asked, Some(Asked::Restore)) {
            self.remove_discarded();
            self.left.iter().for_each(left::mark_seen);
        }
        asked
    }

    /// Whether a frame is needed soon to keep unsaved work or settings.
    pub fn needs_frame(&self) -> bool {
        self.recovery.needs_frame() || self.preferences.is_behind()
    }

    /// Gets the unsaved work onto the disk at once, because the run ends in a fault. Returns whether there was
    /// some and it is there.
    pub fn rescue(&self) -> bool {
        self.work().is_dirty() && self.recovery.is_on() && self.recovery.flush().is_ok()
    }
}

/// Copies a scene's file that has comments to one beside it that is not there yet: "scene.ron.bak", "scene.ron.2.bak".
fn copy_with_comments(path: &Path) -> Result<Option<PathBuf>, SceneError> {
    // A page writes over no file.
    if cfg!(target_os = "unknown") {
        return Ok(None);
    }
    let Ok(bytes) = read::read_bytes(path) else { return Ok(None) };
    if !std::str::from_utf8(&bytes).is_ok_and(has_comments) {
        return Ok(None);
    }
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".bak".to_owned() } else { format!(".{number}.bak") });
        PathBuf::from(name)
    };
    let refused = |why: &dyn std::fmt::Display| SceneError {
        message: format!(
            "{}: not saved: its comments would be lost, and no copy can be made of it ({why}). Save it under another name.",
            plain::path(path)
        ),
    };
    for copy in (1..=MOST_COPIES).map(named) {
        match disk::write_new(&copy, &bytes) {
            Ok(()) => return Ok(Some(copy)),
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(refused(&error)),
            // What is there may be this very text.
            Err(_) if read::read_bytes(&copy).is_ok_and(|known| known == bytes) => return Ok(Some(copy)),
            Err(_) => {}
        }
    }
    Err(refused(&format!("there are {MOST_COPIES} already")))
}

fn recovery_folder(settings: &Settings) -> Option<PathBuf> {
    settings.storage.as_ref().map(|storage| storage.join("recovery"))
}

/// Removes what interrupted writers left beside these files. Of a symbolic link it is beside its target.
fn sweep_beside(files: Vec<PathBuf>) {
    if files.is_empty() {
        return;
    }
    disk::in_background(move || {
        let real = files.into_iter().map(|file| file.canonicalize().unwrap_or(file));
        let mut folders: Vec<PathBuf> = real.filter_map(|file| Some(file.parent()?.to_owned())).collect();
        folders.sort();
        folders.dedup();
        folders.iter().for_each(|folder| safe_file::sweep(folder));
    });
}
