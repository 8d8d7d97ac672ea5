//! The smallest scene that gives the same contact.

use std::collections::BTreeSet;

use collide2d::{Aabb, Contact, PairKey, SolverKind, World};
use glam::Vec2;

use super::SeenAt;
use crate::platform::plain;
use crate::report::ghosts;
use crate::report::why::past::{MissedTouch, StepBefore};
use crate::scene::named::part_name;
use crate::scene::{
    Expectation, GHOST_BY, PairParts, Scene, SceneBody, SceneMotion, SceneShape, Stop, StopCondition,
    deepest_contact,
};

/// Of a recording: a contact is the one of its frame again within this depth, in metres, and this cosine between the normals.
const SAME_DEPTH: f32 = 0.001;
const SAME_NORMAL: f32 = 0.9999;

/// A scene that does not say that the normal of its contact is right.
fn without_normal(mut scene: Scene) -> Scene {
    scene.expect = scene.expect.into_iter().map(Expectation::without_normal).collect();
    scene
}

/// A body of the smallest scene.
struct Taken {
    body: SceneBody,
    /// The indices of those of its shapes that it keeps, in order; `None`: all.
    kept: Option<Vec<u32>>,
}

impl SeenAt<'_> {
    /// The two bodies as they are at the frame, without gravity and with the solver off, what they do at frame 0 as the one
    /// line of `expect`, and the neighbours that make their contact a ghost. Static bodies have those of their shapes that
    /// are near. Two that passed through each other in the step to the frame are a step before, in a scene that makes that
    /// step; so are those of a ghost of a recording, where a solver of ours uses it. The error says what no scene can
    /// say.
    pub fn smallest_scene(&self) -> Result<Scene, String> {
        self.require_pair()?;
        let contact = self.contact()?;
        if let Some(scene) = self.scene_of_step(contact) {
            return Ok(scene);
        }
        let neighbours = self.neighbours();
        let with = |near: Option<Aabb>| {
            let (scene, parts) = self.scene_with(neighbours.clone(), near).ok()?;
            let again = deepest_contact(&scene.to_world().ok()?, ((0, 1), parts));
            (again.map(|again| again.contact) == contact).then_some(scene)
        };
        if contact.is_none() && neighbours.is_empty() {
            return self.scene_of_two();
        }
        let scene = with(self.near_both()).or_else(|| with(None)).map_or_else(|| self.scene_of_two(), Ok)?;
        if self.theirs.is_none_or(|theirs| theirs.neighbours.is_empty()) {
            return Ok(scene);
        }
        Ok(self.scene_of_ghost(&scene).unwrap_or_else(|| without_normal(scene)))
    }

    /// The scene of a ghost of a recording one step earlier, with a solver of ours that uses the ghost in that step, and a stop
    /// for it; `None`: neither does.
    fn scene_of_ghost(&self, scene: &Scene) -> Option<Scene> {
        let StepBefore { bodies: [before_a, before_b], recorded } = self.past.recorded_before.as_deref()?;
        let mut scene = Scene { timestep: (*recorded)?, ..scene.clone() };
        let befores = [self.body(self.pair.0, before_a).ok()?, self.body(self.pair.1, before_b).ok()?];
        for (body, before) in scene.bodies.iter_mut().zip(befores) {
            (body.position, body.rotation, body.motion) = (before.position, before.rotation, before.motion);
        }
        let mover = scene.bodies.iter().take(2).find(|body| body.motion != SceneMotion::Static)?;
        let ghost = Stop::new(StopCondition::Ghost { body: mover.name.clone(), by: GHOST_BY });
        scene.expect = vec![Expectation::soon(ghost.clone(), 1)];
        scene.stops = vec![ghost];
        [SolverKind::Rigid, SolverKind::Linear].into_iter().find_map(|solver| {
            let acting = Scene { solver, ..scene.clone() };
            let mut world = acting.to_world().ok()?;
            world.step();
            let has_acted = ghosts::acted(&world)
                .iter()
                .any(|(contact, ghost)| contact.key() == PairKey::new(0, 1) && ghost.by >= GHOST_BY);
            has_acted.then_some(acting)
        })
    }

    /// The two bodies alone and whole.
    pub(super) fn scene_of_two(&self) -> Result<Scene, String> {
        self.scene_with(BTreeSet::new(), None).map(|(scene, _)| scene)
    }

    /// The two a step before the frame, if they passed through each other and do so in a scene of their own.
    fn scene_of_step(&self, contact: Option<Contact>) -> Option<Scene> {
        let StepBefore { bodies: [before_a, before_b], recorded } = self.past.came_from.as_deref()?;
        let bodies = vec![self.body(self.pair.0, before_a).ok()?, self.body(self.pair.1, before_b).ok()?];
        let [a, b] = [0, 1].map(|side: usize| bodies[side].name.clone());
        let Scene { iterations, solver, rigid, mix, timestep, timesteps, .. } = self.scene;
        // A recording tells no solver of ours, and its velocities are those of its way.
        let (timestep, solver, gravity) = match recorded {
            Some(seconds) => (*seconds, SolverKind::Off, Vec2::ZERO),
            None => {
                let step = usize::try_from(self.frame.checked_sub(1)?).ok()?;
                (*timesteps.get(step).unwrap_or(timestep), *solver, self.scene.gravity)
            }
        };
        let crosses = StopCondition::Crosses { a: a.clone(), b: b.clone() };
        let passes = self.past.missed_touch.is_some() || self.past.came_through.is_some();
        let stop = passes.then(|| Stop::new(crosses));
        let mut scene = Scene {
            name: plain::label(&self.title()).into_owned(),
            gravity,
            timestep,
            iterations: *iterations,
            solver,
            rigid: *rigid,
            mix: *mix,
            bodies,
            stops: stop.into_iter().collect(),
            ..Scene::default()
        };
        let mut world = scene.to_world().ok()?;
        if self.past.missed_touch.is_some() {
            world.set_settings(world.settings().with_crossings(true)).ok()?;
        }
        world.step();
        if self.past.missed_touch.is_some() {
            MissedTouch::in_last_step(&world, PairKey::new(0, 1))?;
        }
        let again = deepest_contact(&world, ((0, 1), self.parts)).map(|again| again.contact);
        let is_same = match (again, contact) {
            // The poses of a recording are rounded, and so are the velocities between them.
            (Some(again), Some(contact)) if recorded.is_some() => {
                (again.depth - contact.depth).abs() <= SAME_DEPTH
                    && again.normal.dot(contact.normal) >= SAME_NORMAL
            }
            _ => again == contact,
        };
        let touch = again.map(|again| (again.depth, again.normal));
        scene.expect = vec![Expectation::of_contact([a, b], 1, touch, 0.0)];
        is_same.then_some(scene)
    }

    /// Bodies with which the outline allows no contact such as one of the two.
    fn neighbours(&self) -> BTreeSet<u32> {
        let ghosts = ghosts::of_bodies(self.world, self.pair, self.parts).into_iter();
        let theirs = self.theirs.iter().flat_map(|theirs| &theirs.neighbours);
        let named = |name: &String| (0..).zip(&self.scene.bodies).find(|(_, body)| body.name == *name);
        let theirs = theirs.filter_map(named).map(|(index, _)| index);
        let neighbours = ghosts.map(|(_, report)| report.ghost.neighbour).chain(theirs);
        neighbours.filter(|body| *body != self.pair.0 && *body != self.pair.1).collect()
    }

    /// Around the smaller of the two, twice as large as its box.
    pub(super) fn near_both(&self) -> Option<Aabb> {
        let boxes = [self.pair.0, self.pair.1].map(|body| self.world.body(body).map(|body| body.aabb()));
        let smaller = boxes
            .into_iter()
            .flatten()
            .min_by(|a, b| a.size().element_sum().total_cmp(&b.size().element_sum()))?;
        let margin = 0.5 * smaller.size();
        Some(Aabb { min: smaller.min - margin, max: smaller.max + margin })
    }

    /// The two bodies and these; of static ones what is in this area, or all. Beside it the parts that are meant in it.
    pub(super) fn scene_with(
        &self,
        beside: BTreeSet<u32>,
        near: Option<Aabb>,
    ) -> Result<(Scene, PairParts), String> {
        let pair = [self.pair.0, self.pair.1];
        let taken = pair.into_iter().chain(beside).map(|index| self.taken(index, near.as_ref()));
        let taken = taken.collect::<Result<Vec<_>, _>>()?;
        let part = |side: usize| {
            let (part, kept) = (self.parts[side]?, taken[side].kept.as_ref());
            kept.map_or(Some(part), |kept| Some(kept.binary_search(&part).ok()? as u32))
        };
        let parts = [part(0), part(1)];
        let name = |side: usize| {
            let body = &taken[side].body;
            let part = parts[side].filter(|_| !body.shape.parts().is_empty());
            part.map_or(body.name.clone(), |part| part_name(&body.name, part + 1))
        };
        let names = [name(0), name(1)];
        let touches = self.contact()?.is_some();
        let mut scene = Scene {
            name: plain::label(&self.title()).into_owned(),
            solver: SolverKind::Off,
            bodies: taken.into_iter().map(|taken| taken.body).collect(),
            ..Scene::default()
        };
        let mut world = scene.to_world().map_err(|error| error.message)?;
        let is_held = |world: &World, pair: (u32, u32), parts: PairParts| {
            deepest_contact(world, (pair, parts)).is_some_and(|contact| !world.lets_through(&contact))
        };
        if is_held(self.world, self.pair, self.parts) && !is_held(&world, (0, 1), parts) {
            self.leave_one_way_out(&mut scene);
            world = scene.to_world().map_err(|error| error.message)?;
        }
        let again = deepest_contact(&world, ((0, 1), parts)).map(|again| again.contact);
        if again.is_some() != touches {
            let is_one_sided =
                |body: u32| self.world.body(body).is_some_and(|body| body.shape().is_one_sided());
            let why = if pair.into_iter().any(is_one_sided) {
                "a one-sided chain decided before this frame whether it holds the other, which no scene that begins here can \
                 say; allowed: the frame in which they first met"
            } else {
                "they only just touch or are only just apart, and after many turns a direction is finer than the degrees of \
                 a file; allowed: another frame"
            };
            return Err(format!("{}: {why}", self.names()));
        }
        // Beyond some turns a direction is finer than any rotation that a file says, so that this contact may be another one
        // by rounding.
        let contact = again.map(|contact| (contact.depth, contact.normal));
        scene.expect = vec![Expectation::of_contact(names, 0, contact, 0.0)];
        Ok((scene, parts))
    }

    /// A body as it is at the frame; a static one with what of it is `near`, if that has all that is meant.
    fn taken(&self, index: u32, near: Option<&Aabb>) -> Result<Taken, String> {
        let now = self.world_body(index)?;
        let mut body = self.body(index, now)?;
        let whole = |body| Ok(Taken { body, kept: None });
        let Some(near) = near.filter(|_| body.motion == SceneMotion::Static) else { return whole(body) };
        let leaves = now.leaves_in(near).into_iter().map(|leaf| leaf.leaf);
        match &mut body.shape {
            SceneShape::Compound { parts } => {
                let kept: BTreeSet<u32> = leaves.filter_map(|leaf| leaf.part()).collect();
                let meant = [(self.pair.0, self.parts[0]), (self.pair.1, self.parts[1])];
                let is_left = |(of, part): (u32, Option<u32>)| {
                    of == index && part.is_some_and(|part| !kept.contains(&part))
                };
                if kept.is_empty() || meant.into_iter().any(is_left) {
                    return whole(body);
                }
                let mut at = 0..;
                parts.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
                Ok(Taken { body, kept: Some(kept.into_iter().collect()) })
            }
            SceneShape::Chain { points, closed, .. } => {
                let segments: Vec<usize> =
                    leaves.filter_map(|leaf| leaf.segment()).map(|segment| segment as usize).collect();
                // One more at each end, whose neighbours are not free ends then.
                if let [first, .., last] | [first @ last] = segments[..]
                    && first > 0
                    && last + 2 < points.len()
                {
                    points.truncate(last + 3);
                    points.drain(..first - 1);
                    *closed = false;
                }
                whole(body)
            }
            _ => whole(body),
        }
    }

    /// A one-way body decides where two first meet, which in a scene that begins here is another place: what it held by then is
    /// held by a body that is none.
    fn leave_one_way_out(&self, scene: &mut Scene) {
        for body in scene.bodies.iter_mut().filter(|body| body.one_way.is_some()) {
            body.one_way = None;
            let name = plain::label(&body.name);
            scene.about = format!(
                "{name} is one-way and held the other one since before this frame: held always here."
            );
        }
    }
}
