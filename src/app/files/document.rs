//! The open scene, its file, and whether it is saved.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use collide2d::World;

use crate::app::files::on_disk::{self, FileOfOther, Fingerprint, OnDisk, is_gone, look};
use crate::platform::disk;
use crate::platform::plain;
use crate::platform::safe_file::Target;
use crate::scene::shipped::ShippedScene;
use crate::scene::{Scene, SceneError, present, write};

/// The open scene and its file.
#[derive(Clone, Debug)]
pub struct Document {
    scene: Arc<Scene>,
    /// Counts changes of the scene.
    revision: u64,
    path: Option<PathBuf>,
    /// The scene as its file has it.
    saved: Arc<Scene>,
    /// The content of the file when it was last read or written.
    known: Option<Fingerprint>,
    /// The file is missing or damaged, or holds a scene that this document never took, so that the scene is nowhere but
    /// here, even without an edit.
    gone: bool,
    untitled: &'static str,
    kind: DocumentKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DocumentKind {
    Scene,
    /// A scene to try things in: what becomes of it is no work that could be lost.
    Practice,
    /// A frame of a recording, which cannot be edited or saved.
    Recording,
}

/// A document ready to be written; see [`Document::prepare`].
#[derive(Debug)]
pub struct Prepared {
    path: PathBuf,
    target: Target,
    bytes: Vec<u8>,
}

impl Document {
    /// The scene that a first start shows; it has no file.
    pub fn built_in() -> Self {
        Self::without_file(Scene::built_in(), "built-in")
    }

    /// A scene that comes with the program; it has no file, so that saving asks for one.
    pub fn shipped(shipped: &ShippedScene) -> Self {
        Self::without_file(shipped.scene().clone(), shipped.stem())
    }

    /// A scene out of a link; it has no file, and is there again from the link.
    pub fn linked(scene: Scene) -> Self {
        Self::without_file(scene, "linked")
    }

    /// An empty scene with Earth's gravity; it has no file.
    pub fn empty() -> Self {
        let scene = Scene { gravity: glam::Vec2::new(0.0, -9.81), ..Scene::default() };
        Self::without_file(scene, "untitled")
    }

    /// A scene to try things in; it has no file, and is never unsaved work unless it gets one.
    pub fn practice(scene: Scene, untitled: &'static str) -> Self {
        Self { kind: DocumentKind::Practice, ..Self::without_file(scene, untitled) }
    }

    /// A recording, of which the scene is the present frame. `path`: its file, where it has one.
    pub fn recording(scene: Scene, path: Option<PathBuf>) -> Self {
        Self { kind: DocumentKind::Recording, path, ..Self::without_file(scene, "recording") }
    }

    /// A scene that no file has: unsaved work.
    pub fn unsaved(scene: Scene) -> Self {
        Self { scene: Arc::new(scene), ..Self::empty() }
    }

    fn without_file(scene: Scene, untitled: &'static str) -> Self {
        let scene = Arc::new(scene);
        let saved = Arc::clone(&scene);
        Self {
            scene,
            revision: 0,
            path: None,
            saved,
            known: None,
            gone: false,
            untitled,
            kind: DocumentKind::Scene,
        }
    }

    pub fn open(path: &Path) -> Result<Self, SceneError> {
        let (scene, known) = on_disk::load(path)?;
        Ok(Self { path: Some(path.to_owned()), known: Some(known), ..Self::without_file(scene, "untitled") })
    }

    /// Unsaved work of an earlier run. `known` is the content of its file that the work began with.
    pub fn restored(scene: Scene, path: Option<PathBuf>, known: Option<Fingerprint>) -> Self {
        let mut document = Self { scene: Arc::new(scene), path, known, ..Self::empty() };
        match document.path.as_deref().map(|path| look(path, None)) {
            Some(OnDisk::Changed(FileOfOther { scene: Ok(saved), .. })) => document.saved = Arc::from(saved),
            Some(OnDisk::Gone | OnDisk::AsKnown | OnDisk::Unreadable(_) | OnDisk::Changed(_)) => {
                document.gone = true;
            }
            None => {}
        }
        document
    }

    /// The scene at frame 0.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The scene at frame 0, shared.
    pub fn shared_scene(&self) -> Arc<Scene> {
        Arc::clone(&self.scene)
    }

    /// Identifies the scene that a reading was made of; a reading with another revision is stale.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Replaces the scene after an edit.
    pub fn set_scene(&mut self, scene: Scene) {
        self.scene = Arc::new(scene);
        self.revision += 1;
    }

    pub fn is_recording(&self) -> bool {
        self.kind == DocumentKind::Recording
    }

    /// Brings the bodies of a recording to where they are in a frame.
    pub fn bring_to(&mut self, world: &World) {
        let scene = Arc::make_mut(&mut self.scene);
        for (body, now) in scene.bodies.iter_mut().zip(world.bodies()) {
            present::bring_to(body, now);
        }
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The content of the file when it was last read or written.
    pub fn known(&self) -> Option<Fingerprint> {
        self.known
    }

    /// The scene as its file has it; `None` where [`Document::is_gone`] holds.
    pub fn saved(&self) -> Option<Arc<Scene>> {
        (!self.gone).then(|| Arc::clone(&self.saved))
    }

    /// Whether this is the scene that was last read or written.
    pub fn has_saved(&self, scene: &Scene) -> bool {
        *self.saved == *scene
    }

    /// Whether the scene was edited since it was read or written.
    pub fn is_edited(&self) -> bool {
        !Arc::ptr_eq(&self.scene, &self.saved) && self.scene != self.saved
    }

    /// Whether there is unsaved work: an edit, or a scene that its file does not hold any more.
    pub fn is_dirty(&self) -> bool {
        match self.kind {
            DocumentKind::Scene => self.gone || self.is_edited(),
            DocumentKind::Practice => self.gone,
            DocumentKind::Recording => false,
        }
    }

    /// Whether its file is missing or damaged, or holds a scene that this document never took.
    pub fn is_gone(&self) -> bool {
        self.gone
    }

    /// Looks whether the file is still there.
    pub fn notice_gone(&mut self) {
        self.gone |= self.path.as_deref().is_some_and(is_gone);
    }

    /// Reads the file and compares; `None` where the document has no file.
    pub fn look(&mut self) -> Option<OnDisk> {
        let found = look(self.path.as_deref()?, self.known);
        self.gone = match &found {
            OnDisk::AsKnown => false,
            OnDisk::Gone | OnDisk::Unreadable(_) => true,
            // Comments and layout make no other scene of it.
            OnDisk::Changed(theirs) => !theirs.scene.as_ref().is_ok_and(|scene| self.has_saved(scene)),
        };
        Some(found)
    }

    /// Gets everything ready to write the scene to `path`; changes no file that is there.
    pub fn prepare(&self, path: &Path) -> Result<Prepared, SceneError> {
        self.scene.validate()?;
        let target = Target::of(path).map_err(|e| write::cannot_be_saved(path, &e))?;
        Ok(Prepared { path: path.to_owned(), target, bytes: self.scene.to_ron().into_bytes() })
    }

    /// Writes the scene to the prepared path, which becomes its file.
    pub fn save(&mut self, prepared: Prepared) -> Result<(), SceneError> {
        let Prepared { path, target, bytes } = prepared;
        let in_place = target.is_in_place();
        if let Err(e) = target.write(&bytes) {
            // The old content may be lost already.
            self.gone |= in_place;
            return Err(write::cannot_be_saved(&path, &e));
        }
        self.set_saved(self.shared_scene(), Fingerprint::of(&bytes));
        self.path = Some(path);
        self.kind = DocumentKind::Scene;
        Ok(())
    }

    /// Records what the file holds.
    pub fn set_saved(&mut self, scene: Arc<Scene>, known: Fingerprint) {
        self.saved = scene;
        self.set_known(known);
    }

    /// Records the content of the file, of which the person knows.
    pub fn set_known(&mut self, known: Fingerprint) {
        self.known = Some(known);
        self.gone = false;
    }

    /// The file's name without its ending, for windows and screenshots.
    pub fn stem(&self) -> String {
        let stem = self.path.as_deref().and_then(Path::file_stem).map(OsStr::to_string_lossy);
        stem.map_or_else(|| self.untitled.to_owned(), |s| s.into_owned())
    }
}

impl Prepared {
    /// Whether an interruption would leave the file half-written.
    pub fn is_in_place(&self) -> bool {
        self.target.is_in_place()
    }
}

/// The scene files of a folder, by name; empty where the folder cannot be read.
pub fn scene_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        disk::list(folder).into_iter().filter(|path| path.extension() == Some(OsStr::new("ron"))).collect();
    files.sort();
    files
}

/// A path in `folder` for a picture of `stem` at `moment` ("frame-10") that does not exist yet:
/// `stem-frame-10.png`, then `stem-frame-10-2.png`. Creates the folder.
pub fn screenshot_path(folder: &Path, stem: &str, moment: &str) -> Result<PathBuf, String> {
    disk::make_folder(folder)
        .map_err(|e| format!("No screenshot: the folder {} cannot be made ({e})", plain::path(folder)))?;
    let first = folder.join(format!("{stem}-{moment}.png"));
    if !first.exists() {
        return Ok(first);
    }
    (2..=u32::MAX)
        .map(|n| folder.join(format!("{stem}-{moment}-{n}.png")))
        .find(|path| !path.exists())
        .ok_or_else(|| format!("No screenshot: {} has no free name", plain::path(folder)))
}
