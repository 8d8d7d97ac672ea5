//! The report: everything read off a [`World`], for JSON, text, `check` and the overlay.

use arrayvec::ArrayVec;
use collide2d::{
    Aabb, Body, Contact, ContactEvent, Interval, PairContact, PairKind, SolverKind, Trace, World,
    collide_observed,
};
use glam::Vec2;

use crate::scene::Scene;
use crate::scene::shape::file_name;
use crate::stages::StageText;
pub use crate::stages::axis_source_label;
use hashes::FrameHash;

pub mod hashes;
pub mod impacts;
mod json;
mod text;

/// The pairs that a report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichPairs {
    /// Touching pairs.
    #[default]
    Touching,
    /// Every pair but wall with wall.
    All,
}

/// The pairs whose axes are traced. Tracing costs time, so the window traces the selected pair only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichAxes {
    /// Every listed pair.
    #[default]
    Every,
    /// This pair only, `a < b`; it is listed even where it does not touch.
    Of(u32, u32),
    /// No pair.
    None,
}

/// The bodies that a report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichBodies {
    /// All.
    #[default]
    Every,
    /// No body, for callers that read them from the world.
    None,
}

/// What a report contains.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReportOptions {
    /// Bodies listed.
    pub bodies: WhichBodies,
    /// Pairs listed.
    pub pairs: WhichPairs,
    /// Pairs with a trace of their axes.
    pub axes: WhichAxes,
    /// Time within which impacts are predicted; `None`: no prediction. Seconds.
    pub impacts: Option<f32>,
    /// Prediction of impacts includes rotation.
    pub rotating: bool,
}

/// The state of a world at one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The scene's name.
    pub scene: String,
    /// Steps taken.
    pub frame: u64,
    /// Seconds.
    pub time: f32,
    /// Every body, by index; empty where not requested.
    pub bodies: Vec<BodyReport>,
    /// Pairs, sorted by `a`, then `b`.
    pub pairs: Vec<PairReport>,
    /// Predicted impacts, sorted by `a`, then `b`; `None` where not requested.
    pub impacts: Option<Vec<ImpactReport>>,
    /// Prediction of impacts includes rotation.
    pub rotating: bool,
    /// Contact events up to this frame; `None` where not requested.
    pub events: Option<Vec<ContactEvent>>,
    /// The stages of the step from this frame to the next; `None` where not requested.
    pub stages: Option<Vec<StageText>>,
    /// State hashes of the frames up to this one; `None` where not requested.
    pub hashes: Option<Vec<FrameHash>>,
}

/// One body's state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyReport {
    /// Index in the scene.
    pub index: u32,
    /// Name.
    pub name: String,
    /// Shape kind: "Circle", "Rectangle", …
    pub shape: &'static str,
    /// Metres.
    pub position: Vec2,
    /// Degrees.
    pub rotation: f32,
    /// Metres per second.
    pub velocity: Vec2,
    /// Degrees per second.
    pub angular_velocity: f32,
    /// World AABB.
    pub aabb: Aabb,
}

/// One pair, `a < b`.
#[derive(Clone, Debug, PartialEq)]
pub struct PairReport {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Normal and depth; `None` where the pair does not touch.
    pub contact: Option<ContactReport>,
    /// Approach speed along the normal as the scene's solver computes it; negative: they separate. Metres per
    /// second; 0 where they do not touch.
    pub closing_speed: f32,
    /// The separating-axis test as it ran, continued to the last axis; `None` where not requested.
    pub trace: Option<Box<TraceReport>>,
}

/// A contact in world coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactReport {
    /// Unit vector on `b` toward `a`.
    pub normal: Vec2,
    /// Metres.
    pub depth: f32,
    /// World position and depth of each point.
    pub points: ArrayVec<(Vec2, f32), 2>,
}

/// The trace of a pair's separating-axis test.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceReport {
    /// The test as the observer was told it; intervals are measured from `a`'s position.
    pub local: Trace,
    /// For each axis: intervals of a and b, measured from the world's origin along its direction.
    pub world: Vec<(Interval, Interval)>,
    /// The deciding axis.
    pub deciding: Option<usize>,
    /// The axis after which the unobserved test stops; `None`: it tests them all.
    pub stops_at: Option<usize>,
}

/// A predicted first contact (time of impact), `a < b`.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactReport {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Seconds from now.
    pub time: f32,
    /// World position.
    pub point: Vec2,
    /// On `b` toward `a`.
    pub normal: Vec2,
}

impl Report {
    /// The report of `world`, which was made from `scene`.
    pub fn of(scene: &Scene, world: &World, options: &ReportOptions) -> Self {
        let mut report = Self::default();
        report.read(scene, world, options);
        report
    }

    /// [`Report::of`] that reuses the memory of an older report.
    pub fn read(&mut self, scene: &Scene, world: &World, options: &ReportOptions) {
        self.read_contacts(scene, world, options, &world.detect_all());
    }

    /// [`Report::read`] of a world that was not changed since its last step. Where that step did not move
    /// bodies after detection, its contacts are used: they are bit for bit those that detection would find
    /// again.
    pub fn read_stepped(&mut self, scene: &Scene, world: &World, options: &ReportOptions) {
        let as_found = world.settings().solver == SolverKind::Off && world.frame() > 0;
        // A step does not test pairs of static bodies, and skips contacts beyond `max_contacts`.
        let is_left_out = |body: &Body| body.is_static() && body.shape().kind().has_inside();
        if as_found && world.waiting_contacts() == 0 && !world.bodies().iter().any(is_left_out) {
            self.read_contacts(scene, world, options, world.contacts());
        } else {
            self.read(scene, world, options);
        }
    }

    fn read_contacts(
        &mut self,
        scene: &Scene,
        world: &World,
        options: &ReportOptions,
        contacts: &[PairContact],
    ) {
        let touching = |a: u32, b: u32| {
            let found = contacts.binary_search_by_key(&(a, b), |c| (c.a, c.b)).ok();
            found.and_then(|i| contacts.get(i)).map(|c| &c.contact)
        };
        self.scene.clone_from(&scene.name);
        self.frame = world.frame();
        self.time = (world.frame() as f64 * f64::from(world.settings().timestep)) as f32;
        self.read_bodies(scene, world, options.bodies);
        self.pairs.clear();
        let traced = |a: u32, b: u32| match options.axes {
            WhichAxes::Every => true,
            WhichAxes::Of(i, j) => (a, b) == (i.min(j), i.max(j)),
            WhichAxes::None => false,
        };
        let read = |a, b, contact| PairReport::of(world, a, b, contact, traced(a, b));
        match options.pairs {
            WhichPairs::All => {
                let count = world.bodies().len() as u32;
                let every = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
                let every = every.filter(|&(a, b)| can_touch(world, a, b));
                self.pairs.extend(every.filter_map(|(a, b)| read(a, b, touching(a, b))));
            }
            WhichPairs::Touching => {
                self.pairs.extend(contacts.iter().filter_map(|c| read(c.a, c.b, Some(&c.contact))));
                if let WhichAxes::Of(i, j) = options.axes {
                    self.trace(world, Some((i, j)));
                }
            }
        }
        self.impacts = options.impacts.map(|horizon| {
            impacts::impacts(world, horizon, options.rotating, |a, b| touching(a, b).is_some())
        });
        self.rotating = options.impacts.is_some() && options.rotating;
        (self.events, self.stages, self.hashes) = (None, None, None);
    }

    fn read_bodies(&mut self, scene: &Scene, world: &World, which: WhichBodies) {
        let bodies = match which {
            WhichBodies::Every => world.bodies(),
            WhichBodies::None => &[],
        };
        self.bodies.resize_with(bodies.len(), BodyReport::default);
        for ((index, body), report) in (0..).zip(bodies).zip(&mut self.bodies) {
            report.read(scene, index, body);
        }
    }

    /// Replaces the trace in a report of touching pairs by that of `pair`; other pairs are not computed
    /// again. `world` must be the one that was read.
    pub fn trace(&mut self, world: &World, pair: Option<(u32, u32)>) {
        self.pairs.retain_mut(|pair| {
            pair.trace = None;
            pair.contact.is_some()
        });
        let Some((a, b)) = pair.map(|(i, j)| (i.min(j), i.max(j))) else { return };
        match self.pairs.binary_search_by_key(&(a, b), |pair| (pair.a, pair.b)) {
            Ok(place) => {
                let bodies = world.bodies();
                if let (Some(pair), Some(body_a), Some(body_b)) =
                    (self.pairs.get_mut(place), bodies.get(a as usize), bodies.get(b as usize))
                {
                    pair.trace = Some(Box::new(TraceReport::of(body_a, body_b)));
                }
            }
            Err(place) if a != b && can_touch(world, a, b) => {
                if let Some(pair) = PairReport::of(world, a, b, None, true) {
                    self.pairs.insert(place, pair);
                }
            }
            Err(_) => {}
        }
    }
}

impl BodyReport {
    fn read(&mut self, scene: &Scene, index: u32, body: &Body) {
        self.index = index;
        match scene.bodies.get(index as usize) {
            Some(named) => self.name.clone_from(&named.name),
            None => self.name.clear(),
        }
        self.shape = file_name(body.shape().kind());
        self.position = body.pose().position;
        self.rotation = body.pose().rotation.degrees();
        self.velocity = body.velocity();
        self.angular_velocity = body.angular_velocity();
        self.aabb = body.aabb();
    }
}

impl PairReport {
    fn of(world: &World, a: u32, b: u32, contact: Option<&Contact>, traced: bool) -> Option<Self> {
        let bodies = world.bodies();
        let (body_a, body_b) = (bodies.get(a as usize)?, bodies.get(b as usize)?);
        let solver = world.settings().solver;
        Some(Self {
            a,
            b,
            contact: contact.map(|c| ContactReport::of(body_a, c)),
            closing_speed: contact.map_or(0.0, |c| closing_speed(body_a, body_b, c, solver)),
            trace: traced.then(|| Box::new(TraceReport::of(body_a, body_b))),
        })
    }
}

impl ContactReport {
    fn of(a: &Body, contact: &Contact) -> Self {
        let points = contact.points().iter();
        Self {
            normal: contact.normal,
            depth: contact.depth,
            points: points.map(|p| (Contact::world_point(a.pose(), p), p.depth)).take(2).collect(),
        }
    }
}

impl TraceReport {
    fn of(a: &Body, b: &Body) -> Self {
        let mut local = Trace::default();
        collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut local);
        let position = a.pose().position.as_dvec2();
        let world = local
            .axes
            .iter()
            .map(|test| {
                // Far from the origin the sum needs more digits than an f32 has, so it is rounded once.
                let origin = position.dot(test.direction.as_dvec2());
                let interval = |i: Interval<f64>| i.shifted(origin).rounded();
                (interval(test.a), interval(test.b))
            })
            .collect();
        Self { world, deciding: local.deciding(), stops_at: local.stops_at(), local }
    }
}

fn can_touch(world: &World, a: u32, b: u32) -> bool {
    let shape = |i: u32| world.bodies().get(i as usize).map(|body| body.shape());
    shape(a).zip(shape(b)).is_none_or(|(a, b)| PairKind::of(a, b).can_touch())
}

/// The approach speed as the solver computes it: under `Rigid` that of the surfaces at the middle of the
/// contact, else that of the bodies.
fn closing_speed(a: &Body, b: &Body, contact: &Contact, solver: SolverKind) -> f32 {
    let mut relative = a.velocity() - b.velocity();
    if solver == SolverKind::Rigid {
        let middle = a.pose().position + contact.middle();
        let turning = |body: &Body| (middle - body.center()).perp() * body.angular_velocity().to_radians();
        relative += turning(a) - turning(b);
    }
    -relative.dot(contact.normal)
}
