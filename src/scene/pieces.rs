//! Bodies that come and go: the lines that name them follow another name, and go with a body that goes. A body that bursts
//! leaves pieces.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use collide2d::{Body, Piece, Shape, Then, World};

use super::named::{part_name, split};
use super::successor::{Successors, WatchedNames};
use super::watched::WatchedNumber;
use super::{
    Expectation, Scene, SceneBody, SceneGenerator, SceneInput, SceneJoint, SceneQuery, SceneShape, Stop,
};

impl Scene {
    /// The scene with a body for each piece at its index, so that every index of a world has its name. Nothing
    /// but the names and masks of those bodies means anything.
    pub fn with_pieces(&self, pieces: &[Piece]) -> Cow<'_, Self> {
        if pieces.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut named = self.clone();
        for piece in pieces {
            let of = named.bodies.get(piece.of as usize);
            let name = part_name(of.map_or("?", |body| &body.name), piece.number);
            let (is, meets) = of.map_or((None, None), |body| (body.is.clone(), body.meets.clone()));
            let circle = SceneShape::Circle { radius: 1.0 };
            named.bodies.push(SceneBody { is, meets, ..SceneBody::new(name, circle) });
        }
        Cow::Owned(named)
    }

    /// Removes bodies, and the listeners, generators, joints, queries, inputs, stops, watched and varied numbers and `expect`
    /// lines that name them, their pieces or their parts.
    pub fn remove_bodies(&mut self, is_gone: impl Fn(usize, &SceneBody) -> bool) {
        let watched = self.watched_names();
        let mut gone = Vec::new();
        let mut index = 0;
        self.bodies.retain(|body| {
            let keeps = !is_gone(index, body);
            if !keeps {
                gone.push(body.name.clone());
            }
            index += 1;
            keeps
        });
        if !gone.is_empty() {
            self.follow(watched, &Successors::none(gone));
        }
    }

    /// Removes the `expect` lines and stops that name a query that is not there.
    pub fn drop_lines_without_query(&mut self) {
        let queries: HashSet<&str> = self.queries.iter().map(|query| query.name.as_str()).collect();
        self.expect.retain(|line| line.query().is_none_or(|query| queries.contains(query)));
        self.stops.retain(|stop| stop.query().is_none_or(|query| queries.contains(query)));
    }

    /// Renames a query; the `expect` lines and stops that name it follow.
    pub fn rename_query(&mut self, index: usize, name: &str) {
        let Some(query) = self.queries.get_mut(index) else { return };
        let old = std::mem::replace(&mut query.name, name.to_owned());
        let lines = self.expect.iter_mut().filter_map(Expectation::query_mut);
        let slots = lines.chain(self.stops.iter_mut().filter_map(Stop::query_mut));
        slots.filter(|slot| **slot == old).for_each(|slot| name.clone_into(slot));
    }

    /// Renames a body; the lines that name it, its pieces or its parts follow.
    pub fn rename_body(&mut self, index: u32, name: &str) {
        let watched = self.watched_names();
        let Some(body) = self.bodies.get_mut(index as usize) else { return };
        let old = std::mem::replace(&mut body.name, name.to_owned());
        self.rename_in_lines(watched, |line| match split(line) {
            _ if line == old => Some(name.to_owned()),
            Some((of, number)) if of == old => Some(part_name(name, number)),
            _ => None,
        });
    }

    /// The names of bodies in each watched number, and what of them it is; before the bodies get other names.
    pub fn watched_names(&self) -> WatchedNames {
        self.watch.iter().map(|name| WatchedNumber::parts(self, name)).collect()
    }

    /// Other names for bodies, pieces and parts, in listeners, generators, joints, queries, inputs, stops, watched and varied numbers
    /// and `expect` lines. What is the name of a body of the scene keeps it. `watched`: [`Scene::watched_names`] before.
    pub fn rename_in_lines(&mut self, watched: WatchedNames, renamed: impl Fn(&str) -> Option<String>) {
        let bodies: HashSet<&str> = self.bodies.iter().map(|body| body.name.as_str()).collect();
        let rename = |slot: &mut String| {
            let new = if bodies.contains(slot.as_str()) { None } else { renamed(slot) };
            if let Some(new) = new {
                *slot = new;
            }
        };
        self.listeners.iter_mut().filter_map(|listener| listener.body.as_mut()).for_each(rename);
        self.generators.iter_mut().filter_map(SceneGenerator::ends_mut).flatten().for_each(rename);
        self.joints.iter_mut().flat_map(SceneJoint::ends_mut).for_each(rename);
        self.queries.iter_mut().flat_map(SceneQuery::names_mut).for_each(rename);
        self.inputs.iter_mut().map(SceneInput::body_mut).for_each(rename);
        self.vary.iter_mut().map(|line| &mut line.body).for_each(rename);
        for (slot, parts) in self.watch.iter_mut().zip(watched) {
            if let Some((mut of, what)) = parts {
                of.iter_mut().for_each(rename);
                *slot = format!("{}.{what}", of.join(","));
            }
        }
        let in_stops = self.stops.iter_mut().flat_map(Stop::bodies_mut);
        let in_lines = self.expect.iter_mut().flat_map(Expectation::bodies_mut);
        in_lines.chain(in_stops).for_each(|(_, slot)| rename(slot));
    }

    /// For each body that may burst, its most pieces.
    pub(super) fn most_pieces(&self) -> HashMap<&str, u32> {
        let mut most = HashMap::new();
        for listener in &self.listeners {
            if let (Then::Burst(count), Some(body)) = (listener.then, &listener.body) {
                let known = most.entry(body.as_str()).or_insert(count);
                *known = count.max(*known);
            }
        }
        most
    }
}

/// Whether a name is that of a piece of these bodies.
pub(super) fn is_of(name: &str, most: &HashMap<&str, u32>) -> bool {
    split(name).is_some_and(|(of, number)| most.get(of).is_some_and(|count| number <= *count))
}

/// An edited scene with the pieces of `world` as bodies of their own after the others, and without the bodies
/// that are gone. `before` is the scene that the world was made from.
pub fn settled(mut edited: Scene, before: &Scene, world: &World) -> Scene {
    for piece in world.pieces() {
        let (Some(body), Some(of)) = (world.body(piece.index), before.bodies.get(piece.of as usize)) else {
            continue;
        };
        let Shape::Circle(circle) = body.shape() else { continue };
        edited.bodies.push(SceneBody {
            name: part_name(&of.name, piece.number),
            shape: SceneShape::Circle { radius: circle.radius() },
            outline: None,
            position: body.pose().position,
            rotation: body.pose().rotation.degrees(),
            motion: *body.motion(),
            ..of.clone()
        });
    }
    let gone = gone(before, world).into_iter().filter_map(|index| before.bodies.get(index as usize));
    let gone: HashSet<&str> = gone.map(|body| body.name.as_str()).collect();
    edited.remove_bodies(|_, body| gone.contains(body.name.as_str()));
    edited
}

/// Indices of the scene's bodies that are gone, ascending.
pub fn gone(scene: &Scene, world: &World) -> Vec<u32> {
    let all = 0..scene.bodies.len() as u32;
    all.filter(|index| world.bodies().get(*index as usize).is_some_and(Body::is_removed)).collect()
}

/// Whether bodies are gone or burst.
pub fn has_reacted(world: &World) -> bool {
    !world.pieces().is_empty() || world.bodies().iter().any(Body::is_removed)
}
