//! The scenes that come with the program, for the picker of scenes: those of the folder `scenes/`, embedded
//! when it is built.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use collide2d::SolverKind;
use include_dir::{Dir, include_dir};

use crate::platform::sorting;
use crate::scene::{Scene, SceneGenerator, SceneMotion};

static FOLDER: Dir<'static> = include_dir!("$OUT_DIR/scenes");

/// From this many bodies on a scene is one of [`SceneGroup::Many`].
const MANY: usize = 50;

/// A scene that comes with the program.
#[derive(Debug)]
pub struct ShippedScene {
    /// Its file in `scenes/`, without the ending.
    stem: &'static str,
    scene: Scene,
    group: SceneGroup,
    /// What a search looks into, in lower case.
    words: String,
}

/// What a scene shows, in the order in which a learner meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SceneGroup {
    /// Nothing moves.
    Contacts,
    /// Bodies move under `Off` or `Linear`.
    Motion,
    /// Bodies move under `Rigid`.
    Rigid,
    /// Listeners, generators and joints.
    Rules,
    /// 50 bodies and more.
    Many,
}

impl SceneGroup {
    pub fn label(self) -> &'static str {
        match self {
            Self::Contacts => "First contacts: nothing moves yet",
            Self::Motion => "Falling and bouncing",
            Self::Rigid => "Rotation and friction",
            Self::Rules => "Listeners, generators and joints",
            Self::Many => "Many bodies",
        }
    }

    fn of(stem: &str, scene: &Scene) -> Self {
        let stands = scene.bodies.iter().all(|body| body.motion == SceneMotion::Static);
        let has_rules =
            !scene.listeners.is_empty() || !scene.generators.is_empty() || !scene.joints.is_empty();
        match scene.solver {
            _ if stem == BUILT_IN => Self::Contacts,
            _ if scene.bodies.len() >= MANY => Self::Many,
            _ if has_rules => Self::Rules,
            _ if stands => Self::Contacts,
            SolverKind::Off | SolverKind::Linear => Self::Motion,
            SolverKind::Rigid => Self::Rigid,
        }
    }
}

/// The stem of the scene that the program starts with, which is the first of all.
const BUILT_IN: &str = "built-in";

/// Every scene: group by group, of a group those with few bodies first. They are read at the first call.
pub fn all() -> &'static [ShippedScene] {
    static SCENES: LazyLock<Vec<ShippedScene>> = LazyLock::new(|| {
        let mut scenes: Vec<ShippedScene> = FOLDER.files().filter_map(ShippedScene::read).collect();
        sorting::sort_by_key(&mut scenes, |shipped| {
            (shipped.group, Reverse(shipped.stem == BUILT_IN), shipped.scene.bodies.len(), shipped.stem)
        });
        scenes
    });
    &SCENES
}

/// The scene of this file; `None`: no such scene is shipped.
pub fn find(stem: &str) -> Option<&'static ShippedScene> {
    all().iter().find(|shipped| shipped.stem == stem)
}

impl ShippedScene {
    /// `None`: the file holds no scene, which a test forbids.
    fn read(file: &'static include_dir::File<'static>) -> Option<Self> {
        let stem = file.path().file_name()?.to_str()?.strip_suffix(".ron")?;
        let scene = Scene::from_ron(file.contents_utf8()?, stem).ok()?;
        let (group, words) = (SceneGroup::of(stem, &scene), words(stem, &scene));
        Some(Self { stem, scene, group, words })
    }

    /// Its file in `scenes/`, without the ending.
    pub fn stem(&self) -> &'static str {
        self.stem
    }

    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What it shows.
    pub fn group(&self) -> SceneGroup {
        self.group
    }

    /// Whether every word of the search occurs in its name or file, its sentence, the kinds of its shapes and
    /// generators, its joints, or the name of its solver. Upper and lower case are the same.
    pub fn matches(&self, search: &str) -> bool {
        search.to_lowercase().split_whitespace().all(|word| self.words.contains(word))
    }
}

fn words(stem: &str, scene: &Scene) -> String {
    let solver = match scene.solver {
        SolverKind::Off => "off",
        SolverKind::Linear => "linear",
        SolverKind::Rigid => "rigid",
    };
    let shapes: BTreeSet<&str> = scene.bodies.iter().map(|body| body.shape.kind().name()).collect();
    let generators: BTreeSet<&str> = scene.generators.iter().map(generator_kind).collect();
    let listener = (!scene.listeners.is_empty()).then_some("listener");
    let joint = (!scene.joints.is_empty()).then_some("joint revolute hinge pin");
    let kinds: Vec<&str> = shapes.into_iter().chain(generators).chain(listener).chain(joint).collect();
    [stem, &scene.name, &scene.about, &kinds.join("\n"), solver].join("\n").to_lowercase()
}

fn generator_kind(generator: &SceneGenerator) -> &'static str {
    match generator {
        SceneGenerator::Ground { .. } => "ground",
        SceneGenerator::Cable { .. } => "cable",
        SceneGenerator::Rod { .. } => "rod",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn found(search: &str) -> Vec<&'static str> {
        all().iter().filter(|shipped| shipped.matches(search)).map(ShippedScene::stem).collect()
    }

    #[test]
    fn every_word_must_occur_in_any_case_and_order() {
        assert_eq!(found("").len(), all().len());
        assert_eq!(found(" CRADLE  newton's "), ["newtons-cradle", "newtons-cradle-on-rods"]);
        assert_eq!(found("newton rod"), ["newtons-cradle-on-rods"]);
        assert_eq!(found("crowd-of-1000"), ["crowd-of-1000"]);
        assert_eq!(found("newton no such word"), [""; 0]);
    }

    #[test]
    fn kinds_solvers_and_generators_are_found() {
        for stem in found("capsule rigid") {
            let shipped = find(stem).unwrap();
            assert!(shipped.words.contains("capsule"), "{stem}");
        }
        assert!(found("capsule rigid").contains(&"a-capsule-drops-and-lies-flat"));
        assert!(found("cable").contains(&"hanging-bridge"));
        assert!(found("listener").contains(&"coin"));
    }

    #[test]
    fn a_learner_meets_what_stands_first_and_the_built_in_scene_before_all() {
        let stems: Vec<&str> = all().iter().map(ShippedScene::stem).collect();
        assert_eq!(stems.first(), Some(&BUILT_IN));
        assert!(all().is_sorted_by_key(ShippedScene::group));
        let at = |stem: &str| stems.iter().position(|other| *other == stem).unwrap();
        assert!(at("pair-circle-circle") < at("a-ball-drops-and-rests"));
        assert!(at("slope") < at("pendulum") && at("pendulum") < at("crowd-of-1000"));
    }
}
