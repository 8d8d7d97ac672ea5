//! Bodies that go, and what takes their place: a line that named one names the other, or goes where its kind does not allow
//! that.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use collide2d::Pose;

use super::fault::{At, BodyNames, Fault};
use super::named::split;
use super::watched::WatchedNumber;
use super::{
    ANY, Expectation, Scene, SceneGenerator, SceneInput, SceneListener, SceneQuery, Stop, StopCondition,
    Vary, vary,
};

/// The bodies of each watched number, and what of them it is: [`Scene::watched_names`].
pub type WatchedNames = Vec<Option<(Vec<String>, String)>>;

/// What takes the place of a body, or of a part of it.
#[derive(Clone, Debug, Default)]
pub struct Successor {
    /// Names that a line may take, the best first; a line that allows none of them goes.
    pub names: Vec<String>,
    /// The poses of the body that goes and of the one that comes, for points that are local to it.
    pub poses: Option<[Pose; 2]>,
}

/// By the names of the bodies that go, and of parts and pieces of these.
#[derive(Clone, Debug, Default)]
pub struct Successors(pub HashMap<String, Successor>);

impl Successors {
    /// Those of bodies without any.
    pub fn none(gone: impl IntoIterator<Item = String>) -> Self {
        Self(gone.into_iter().map(|name| (name, Successor::default())).collect())
    }

    /// `None`: what the name means stays. A part or a piece of a body goes with it.
    fn of(&self, name: &str, bodies: &HashSet<String>) -> Option<&Successor> {
        const NOTHING: &Successor = &Successor { names: Vec::new(), poses: None };
        let goes_with_body = || {
            let (of, _) = split(name).filter(|_| !bodies.contains(name))?;
            self.0.contains_key(of).then_some(NOTHING)
        };
        self.0.get(name).or_else(goes_with_body)
    }

    /// The line with the best names that it allows, all of its names of the same rank; `None`: it goes.
    fn followed<T: Clone>(
        &self,
        line: &T,
        bodies: &HashSet<String>,
        slots: fn(&mut T) -> Vec<&mut String>,
        is_allowed: impl Fn(&T) -> bool,
    ) -> Option<T> {
        let mut probe = line.clone();
        let found = slots(&mut probe).into_iter().filter_map(|slot| self.of(slot, bodies));
        let Some(most) = found.map(|successor| successor.names.len()).max() else { return Some(probe) };
        (0..most).find_map(|rank| {
            let mut line = line.clone();
            for slot in slots(&mut line) {
                if let Some(Successor { names, .. }) = self.of(slot, bodies) {
                    slot.clone_from(names.get(rank).or(names.last())?);
                }
            }
            is_allowed(&line).then_some(line)
        })
    }
}

impl Scene {
    /// Renames what lines name and is gone; a line goes where its kind allows no such name. `watched`: before the bodies went.
    /// A cable, a rod and a joint end at a point of a body, and go with that.
    pub fn follow(&mut self, watched: WatchedNames, successors: &Successors) {
        let bodies: HashSet<String> = self.bodies.iter().map(|body| body.name.clone()).collect();
        let listeners = self.followed_listeners(successors, &bodies);
        self.generators.retain(|generator| {
            generator.ends().is_none_or(|ends| ends.into_iter().all(|end| bodies.contains(end)))
        });
        self.joints.retain(|joint| joint.ends().into_iter().all(|end| bodies.contains(end)));
        let queries = std::mem::take(&mut self.queries);
        let names = BodyNames::of(self);
        let queries =
            queries.into_iter().filter_map(|query| followed_query(query, successors, &bodies, &names));
        self.queries = queries.collect();

        let names = BodyNames::of(self);
        let kept_stop = |stop: &Stop| {
            let mut stop = stop.clone();
            rename_listener(&mut stop, &listeners)?;
            successors.followed(&stop, &bodies, stop_slots, |stop| holds(|at| stop.check(at, &names)))
        };
        let kept_line = |line: &Expectation| {
            let mut line = line.clone();
            if let Some(stop) = line.stop_mut() {
                rename_listener(stop, &listeners)?;
            }
            successors.followed(&line, &bodies, line_slots, |line| holds(|at| line.check(at, &names)))
        };
        let kept_input = |input: &SceneInput| {
            let mut input = input.clone();
            let poses = successors.of(input.body(), &bodies).and_then(|successor| successor.poses);
            if let (SceneInput::Pull { from, .. }, Some([old, new])) = (&mut input, poses.filter(have_moved))
            {
                *from = new.local_from_world(old.world_from_local(*from));
            }
            successors.followed(&input, &bodies, input_slots, |input| holds(|at| input.check(at, &names)))
        };
        let kept_watched = |(name, parts): (&String, Option<(Vec<String>, String)>)| {
            let is_number = |name: &String| WatchedNumber::named(self, name).is_ok();
            let Some((of, what)) = parts else { return Some(name.clone()).filter(is_number) };
            let written = |of: &Vec<String>| format!("{}.{what}", of.join(","));
            let now = successors.followed(&of, &bodies, watched_slots, |of| is_number(&written(of)))?;
            Some(if now == of { name.clone() } else { written(&now) }).filter(is_number)
        };
        let kept_vary = |line: &Vary| {
            successors.followed(line, &bodies, vary_slots, |line| holds(|at| line.check(at, &names)))
        };
        let stops: Vec<Stop> = self.stops.iter().filter_map(kept_stop).collect();
        let expect: Vec<Expectation> = self.expect.iter().filter_map(kept_line).collect();
        let inputs: Vec<SceneInput> = self.inputs.iter().filter_map(kept_input).collect();
        let mut varied: Vec<Vary> = self.vary.iter().filter_map(kept_vary).collect();
        vary::keep_first(&mut varied);
        let watch: Vec<String> = self.watch.iter().zip(watched).filter_map(kept_watched).collect();
        (self.stops, self.expect, self.inputs, self.watch) = (stops, expect, inputs, watch);
        self.vary = varied;
        self.drop_lines_without_query();
    }

    /// Drops the `expect` lines, stops, inputs and varied numbers that the scene does not allow: their bodies move in another
    /// way.
    pub fn keep_valid_lines(&mut self) {
        let (mut expect, mut stops) = (std::mem::take(&mut self.expect), std::mem::take(&mut self.stops));
        let (mut inputs, mut vary) = (std::mem::take(&mut self.inputs), std::mem::take(&mut self.vary));
        let names = BodyNames::of(self);
        expect.retain(|line| holds(|at| line.check(at, &names)));
        stops.retain(|line| holds(|at| line.check(at, &names)));
        inputs.retain(|line| holds(|at| line.check(at, &names)));
        vary.retain(|line| holds(|at| line.check(at, &names)));
        (self.expect, self.stops, self.inputs, self.vary) = (expect, stops, inputs, vary);
    }

    /// Renames the bodies of the listeners; the label of each one that was there, with its label now if it stays.
    fn followed_listeners(
        &mut self,
        successors: &Successors,
        bodies: &HashSet<String>,
    ) -> HashMap<String, Option<String>> {
        let before: Vec<String> = self.listener_names().map(Cow::into_owned).collect();
        let listeners = std::mem::take(&mut self.listeners);
        let names = BodyNames::of(self);
        let kept = listeners.iter().map(|listener| {
            successors
                .followed(listener, bodies, listener_slots, |listener| holds(|at| listener.check(at, &names)))
        });
        let kept: Vec<Option<SceneListener>> = kept.collect();
        let mut labels: HashMap<String, Option<String>> = HashMap::new();
        let mut index = 0;
        for (label, listener) in before.into_iter().zip(&kept) {
            let now = listener.as_ref().map(|listener| listener.label(index).into_owned());
            index += u32::from(now.is_some());
            let known = labels.entry(label).or_default();
            *known = known.take().or(now);
        }
        self.listeners = kept.into_iter().flatten().collect();
        labels
    }

    /// How many lines of each kind the scene after an edit has less: "1 stop", "2 watched numbers".
    pub fn lines_gone(&self, after: &Self) -> Vec<String> {
        let links = |scene: &Self, is_of: fn(&SceneGenerator) -> bool| {
            scene.generators.iter().filter(|generator| is_of(generator)).count()
        };
        let cables = |scene| links(scene, |generator| matches!(generator, SceneGenerator::Cable { .. }));
        let grounds = |scene| links(scene, |generator| matches!(generator, SceneGenerator::Ground { .. }));
        let rods = |scene| links(scene, |generator| matches!(generator, SceneGenerator::Rod { .. }));
        let counts = [
            (self.expect.len(), after.expect.len(), "expectation", "expectations"),
            (self.stops.len(), after.stops.len(), "stop", "stops"),
            (self.watch.len(), after.watch.len(), "watched number", "watched numbers"),
            (self.queries.len(), after.queries.len(), "query", "queries"),
            (self.listeners.len(), after.listeners.len(), "listener", "listeners"),
            (self.inputs.len(), after.inputs.len(), "input", "inputs"),
            (self.vary.len(), after.vary.len(), "varied number", "varied numbers"),
            (cables(self), cables(after), "cable", "cables"),
            (rods(self), rods(after), "rod", "rods"),
            (grounds(self), grounds(after), "ground", "grounds"),
            (self.joints.len(), after.joints.len(), "joint", "joints"),
            (self.bookmarks.len(), after.bookmarks.len(), "bookmark", "bookmarks"),
        ];
        let gone = counts.into_iter().map(|(had, has, one, many)| (had.saturating_sub(has), one, many));
        gone.filter(|(gone, ..)| *gone > 0)
            .map(|(gone, one, many)| super::numbers::count(gone, one, many))
            .collect()
    }
}

fn holds(check: impl FnOnce(&At<'_>) -> Result<(), Fault>) -> bool {
    check(&At::ROOT).is_ok()
}

fn have_moved([old, new]: &[Pose; 2]) -> bool {
    old != new
}

fn listener_slots(listener: &mut SceneListener) -> Vec<&mut String> {
    listener.body.iter_mut().collect()
}

fn input_slots(input: &mut SceneInput) -> Vec<&mut String> {
    vec![input.body_mut()]
}

fn vary_slots(line: &mut Vary) -> Vec<&mut String> {
    vec![&mut line.body]
}

#[expect(clippy::ptr_arg, reason = "as the slots of the other lines")]
fn watched_slots(of: &mut Vec<String>) -> Vec<&mut String> {
    of.iter_mut().collect()
}

fn stop_slots(stop: &mut Stop) -> Vec<&mut String> {
    stop.bodies_mut().into_iter().map(|(_, name)| name).collect()
}

fn line_slots(line: &mut Expectation) -> Vec<&mut String> {
    line.bodies_mut().into_iter().map(|(_, name)| name).collect()
}

/// `None`: its listener went.
fn rename_listener(stop: &mut Stop, now: &HashMap<String, Option<String>>) -> Option<()> {
    if let StopCondition::Event { listener } = &mut stop.condition
        && listener != ANY
    {
        listener.clone_from(now.get(listener.as_str()).and_then(Option::as_ref)?);
    }
    Some(())
}

fn followed_query(
    mut query: SceneQuery,
    successors: &Successors,
    bodies: &HashSet<String>,
    names: &BodyNames<'_>,
) -> Option<SceneQuery> {
    let mut ignored = HashSet::new();
    let ignore = query.ignore.iter().filter_map(|name| match successors.of(name, bodies) {
        Some(successor) => successor.names.last().filter(|name| bodies.contains(*name)).cloned(),
        None => Some(name.clone()),
    });
    query.ignore = ignore.filter(|name| ignored.insert(name.clone())).collect();
    let poses = query.bodies().into_iter().find_map(|(_, name)| successors.of(name, bodies)?.poses);
    if let Some([old, new]) = poses.filter(have_moved) {
        for point in query.local_points_mut() {
            *point = new.local_from_world(old.world_from_local(*point));
        }
    }
    successors.followed(&query, bodies, SceneQuery::about_mut, |query| {
        holds(|at| query.check(at, names, &mut HashMap::new()))
    })
}
