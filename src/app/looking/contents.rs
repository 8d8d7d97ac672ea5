//! What a scene has, item by item: what a person looks for, lists and goes to.

use crate::scene::Scene;

/// An item of a scene. Indices are those of its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SceneItem {
    Body(u32),
    Query(u32),
    Generator(u32),
    Joint(u32),
    Listener(u32),
    Expectation(u32),
    Stop(u32),
}

/// The lists of a scene, in the order of its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    Body,
    Query,
    Generator,
    Joint,
    Listener,
    Expectation,
    Stop,
}

impl ItemKind {
    pub const ALL: [Self; 7] = [
        Self::Body,
        Self::Query,
        Self::Generator,
        Self::Joint,
        Self::Listener,
        Self::Expectation,
        Self::Stop,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Query => "query",
            Self::Generator => "generator",
            Self::Joint => "joint",
            Self::Listener => "listener",
            Self::Expectation => "expectation",
            Self::Stop => "stop",
        }
    }

    pub fn heading(self) -> &'static str {
        match self {
            Self::Body => "Bodies",
            Self::Query => "Queries",
            Self::Generator => "Generators",
            Self::Joint => "Joints",
            Self::Listener => "Listeners",
            Self::Expectation => "Expectations",
            Self::Stop => "Stops",
        }
    }

    pub fn count(self, scene: &Scene) -> usize {
        match self {
            Self::Body => scene.bodies.len(),
            Self::Query => scene.queries.len(),
            Self::Generator => scene.generators.len(),
            Self::Joint => scene.joints.len(),
            Self::Listener => scene.listeners.len(),
            Self::Expectation => scene.expect.len(),
            Self::Stop => scene.stops.len(),
        }
    }

    pub fn item(self, index: u32) -> SceneItem {
        match self {
            Self::Body => SceneItem::Body(index),
            Self::Query => SceneItem::Query(index),
            Self::Generator => SceneItem::Generator(index),
            Self::Joint => SceneItem::Joint(index),
            Self::Listener => SceneItem::Listener(index),
            Self::Expectation => SceneItem::Expectation(index),
            Self::Stop => SceneItem::Stop(index),
        }
    }
}

impl SceneItem {
    /// Every item of a scene, list by list.
    pub fn all(scene: &Scene) -> impl Iterator<Item = Self> {
        ItemKind::ALL
            .into_iter()
            .flat_map(|kind| (0..kind.count(scene) as u32).map(move |index| kind.item(index)))
    }

    pub fn kind(self) -> ItemKind {
        match self {
            Self::Body(_) => ItemKind::Body,
            Self::Query(_) => ItemKind::Query,
            Self::Generator(_) => ItemKind::Generator,
            Self::Joint(_) => ItemKind::Joint,
            Self::Listener(_) => ItemKind::Listener,
            Self::Expectation(_) => ItemKind::Expectation,
            Self::Stop(_) => ItemKind::Stop,
        }
    }

    /// Its name, or the words that stand for one; empty where the scene does not have it.
    pub fn label(self, scene: &Scene) -> String {
        let label = match self {
            Self::Body(index) => scene.bodies.get(index as usize).map(|body| body.name.clone()),
            Self::Query(index) => scene.queries.get(index as usize).map(|query| query.name.clone()),
            Self::Generator(index) => {
                scene.generators.get(index as usize).map(|generator| generator.label(index))
            }
            Self::Joint(index) => scene.joints.get(index as usize).map(|joint| joint.label(index)),
            Self::Listener(index) => {
                scene.listeners.get(index as usize).map(|listener| listener.label(index).into_owned())
            }
            Self::Expectation(index) => scene
                .expect
                .get(index as usize)
                .map(|line| format!("{} {}", line.kind().name(), line.names(" – ")).trim_end().to_owned()),
            Self::Stop(index) => scene.stops.get(index as usize).map(|stop| stop.text()),
        };
        label.unwrap_or_default()
    }

    /// The bodies that it is about.
    pub fn bodies(self, scene: &Scene) -> Vec<u32> {
        let named = |names: Vec<(&str, &str)>| {
            names.into_iter().filter_map(|(_, name)| scene.index_of_named(name)).collect()
        };
        match self {
            Self::Body(index) => vec![index],
            Self::Query(index) => {
                scene.queries.get(index as usize).map_or_else(Vec::new, |query| named(query.bodies()))
            }
            Self::Generator(index) => {
                let ends = scene.generators.get(index as usize).and_then(|generator| generator.ends());
                ends.map_or_else(Vec::new, |ends| named(ends.map(|end| ("", end)).to_vec()))
            }
            Self::Joint(index) => {
                let ends = scene.joints.get(index as usize).map(|joint| joint.ends());
                ends.map_or_else(Vec::new, |ends| named(ends.map(|end| ("", end)).to_vec()))
            }
            Self::Listener(index) => {
                let body = scene.listeners.get(index as usize).and_then(|listener| listener.body.as_deref());
                body.map_or_else(Vec::new, |body| named(vec![("", body)]))
            }
            Self::Expectation(index) => {
                scene.expect.get(index as usize).map_or_else(Vec::new, |line| named(line.bodies()))
            }
            Self::Stop(index) => {
                scene.stops.get(index as usize).map_or_else(Vec::new, |stop| named(stop.bodies()))
            }
        }
    }
}
