//! What the step that led to a state did about one pair, as an observer of it was told.

use std::collections::BTreeMap;

use collide2d::{
    Aabb, Body, ContactEvent, Iteration, Leaf, PairKey, Phase, Pose, ResolverEffort, Side, SolverKind, Stage,
    StepObserver, Unresolved, Work, World,
};
use glam::Vec2;

/// Bodies whose boxes are more than twice as far apart on all their way have no contact, not even one that is predicted. Metres.
const REACH: f32 = 0.05;

/// What a step did about a pair. Impulses are sums over its sub-steps, iterations and points.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedStep {
    /// `Linear` or `Rigid`.
    pub solver: SolverKind,
    /// Seconds.
    pub duration: f32,
    /// The contact began in it.
    pub has_begun: bool,
    /// Along the normal. Newton seconds.
    pub impulse: f64,
    /// Along the surface, without its sign. Newton seconds.
    pub friction: f64,
    /// Where and how fast the two met and slip; `None`: the solver did not work on the pair.
    pub met: Option<Met>,
    /// The first bounce of the pair; of `Linear` the first iteration at which it closed.
    pub bounce: Option<Bounce>,
    pub put_back: Vec<PutBack>,
    /// What `Linear` did.
    pub effort: Option<ResolverEffort>,
    /// What `Linear` left of the pair's contact.
    pub unresolved: Option<Unresolved>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// Of the last iteration, toward `a`.
    pub normal: Vec2,
    /// Closing speed before the step's forces and impulses; negative: they part. Metres per second.
    pub closing: f32,
    /// Speed of the surface of `a` and of `b` along it at the end of the step. Metres per second.
    pub along: [f32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce {
    /// Metres per second.
    pub closing: f32,
    /// Part of it that this step's acceleration built up (`Linear`). Metres per second, >= 0.
    pub built_up: f32,
    /// Separating speed after the last one. Metres per second.
    pub parting: f32,
    /// That the solver used: under `Rigid` the one at this depth.
    pub restitution: f32,
}

/// One of the two was put back along its way, so that it does not pass through something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PutBack {
    pub side: Side,
    /// Fraction of its way, 0 to 1.
    pub share: f32,
    /// What it meets there; `None`: a ground.
    pub at: Option<u32>,
    /// How far it then went on along that. Metres.
    pub went_on: f32,
}

/// What the observer is told of the pair.
struct PairObserver<'w> {
    before: &'w World,
    pair: PairKey,
    /// As [`Iteration::leaves`].
    leaves: u32,
    poses: [Option<Pose>; 2],
    impulse: f64,
    friction: f64,
    /// By point: its first separating speed is the one before the step.
    first_of_points: BTreeMap<u32, f32>,
    last: Option<Iteration>,
    bounce: Option<Bounce>,
    put_back: Vec<PutBack>,
    effort: Option<ResolverEffort>,
    unresolved: Option<Unresolved>,
}

impl ObservedStep {
    /// The step from `before` to `now`, made again; of several parts or segments what it did about these. `None` where nothing resolves contacts, or the two are too far from each
    /// other on all their way.
    pub fn of(before: &World, now: &World, pair: PairKey, leaves: [Leaf; 2]) -> Option<Self> {
        let solver = before.settings().solver;
        if solver == SolverKind::Off || !may_meet([before, now], pair, REACH) {
            return None;
        }
        let mut observer = PairObserver::of(before, pair, leaves);
        let mut again = before.clone();
        again.step_with(&mut observer);
        let is_begin = |event: &ContactEvent| event.pair == pair && event.phase == Phase::Begin;
        let met = observer.met(&again);
        Some(Self {
            solver,
            duration: before.timestep(),
            has_begun: again.events().iter().any(is_begin),
            impulse: observer.impulse,
            friction: observer.friction.abs(),
            met,
            bounce: observer.bounce,
            put_back: observer.put_back,
            effort: observer.effort.filter(|effort| effort.limit > 0),
            unresolved: observer.unresolved,
        })
    }
}

impl<'w> PairObserver<'w> {
    fn of(before: &'w World, pair: PairKey, leaves: [Leaf; 2]) -> Self {
        Self {
            before,
            pair,
            leaves: Leaf::number(leaves),
            poses: [pair.a(), pair.b()].map(|body| before.body(body).map(|body| *body.pose())),
            impulse: 0.0,
            friction: 0.0,
            first_of_points: BTreeMap::new(),
            last: None,
            bounce: None,
            put_back: Vec::new(),
            effort: None,
            unresolved: None,
        }
    }

    fn take(&mut self, told: &Iteration) {
        self.impulse += f64::from(told.impulse);
        self.friction += f64::from(told.friction_impulse);
        self.first_of_points.entry(told.point).or_insert_with(|| {
            let both = [self.pair.a(), self.pair.b()].map(|body| self.before.body(body));
            let [a, b] = both.map(|body| body.map_or(Vec2::ZERO, |body| velocity_at(body, told.position)));
            (a - b).dot(told.normal)
        });
        self.last = Some(*told);
        if matches!(told.work, Work::Bounce | Work::Linear) && told.impulse > 0.0 {
            let first = Bounce {
                closing: -told.separating_before,
                built_up: -told.built_up.min(0.0),
                parting: told.separating_after,
                restitution: told.restitution,
            };
            self.bounce.get_or_insert(first).parting = told.separating_after;
        }
    }

    /// A body of the pair was put back if it has moved in this stage.
    fn put_back(&mut self, bodies: &[Body], share: f32, at: impl Fn(u32) -> Option<u32>) {
        for (index, side) in [(self.pair.a(), Side::A), (self.pair.b(), Side::B)] {
            let pose = bodies.get(index as usize).map(|body| *body.pose());
            if pose != self.poses[side as usize] {
                // What is put back twice is where it was put last.
                self.put_back.retain(|back| back.side != side);
                self.put_back.push(PutBack { side, share, at: at(index), went_on: 0.0 });
            }
        }
    }

    /// A body that was put back went on along what it meets.
    fn slid(&mut self, body: u32, by: Vec2) {
        for (index, side) in [(self.pair.a(), Side::A), (self.pair.b(), Side::B)] {
            let back = self.put_back.iter_mut().find(|back| index == body && back.side == side);
            back.into_iter().for_each(|back| back.went_on = by.length());
        }
    }

    fn met(&self, now: &World) -> Option<Met> {
        let told = self.last?;
        let separating = self.first_of_points.values().copied().reduce(f32::min)?;
        let tangent = -told.normal.perp();
        let along = |index: u32, side: f32| {
            let body = now.body(index)?;
            // A conveyor moves its surface along the outward normal turned by -90°.
            Some(velocity_at(body, told.position).dot(tangent) - side * body.conveyor())
        };
        let along = [along(self.pair.a(), 1.0)?, along(self.pair.b(), -1.0)?];
        Some(Met { normal: told.normal, closing: -separating, along })
    }
}

impl StepObserver for PairObserver<'_> {
    fn stage(&mut self, stage: &Stage, bodies: &[Body]) {
        let pair = self.pair;
        match stage {
            Stage::Iteration(told) if told.source.pair() == Some(pair) && told.leaves == self.leaves => {
                self.take(told);
            }
            Stage::Stopped { body, at, share, .. } => {
                self.put_back(bodies, *share, |index| Some(if index == *body { *at } else { *body }));
            }
            Stage::StoppedAtGround { share, .. } if *share < 1.0 => self.put_back(bodies, *share, |_| None),
            Stage::Landed { pair: landed, share, .. } => {
                let other = |index: u32| if index == landed.a() { landed.b() } else { landed.a() };
                self.put_back(bodies, *share, |index| Some(other(index)));
            }
            Stage::Slid { body, by } => self.slid(*body, *by),
            Stage::FrameEnd { resolver, unresolved, .. } => {
                self.effort = *resolver;
                self.unresolved = unresolved.iter().find(|left| left.source.pair() == Some(pair)).copied();
            }
            Stage::Movers(_)
            | Stage::Forces(_)
            | Stage::BroadPhase(_)
            | Stage::NarrowPhase { .. }
            | Stage::Generator { .. }
            | Stage::Events(_)
            | Stage::Iteration(_)
            | Stage::SubstepForces { .. }
            | Stage::SubstepMove { .. }
            | Stage::FreeMotion
            | Stage::StoppedAtGround { .. }
            | Stage::Reactions(_)
            | Stage::Sleep { .. } => {}
        }
        self.poses = [pair.a(), pair.b()].map(|body| bodies.get(body as usize).map(|body| *body.pose()));
    }
}

/// Velocity of a body's point. Metres per second.
fn velocity_at(body: &Body, point: Vec2) -> Vec2 {
    body.velocity() + body.turning_velocity_at(point)
}

/// Whether boxes around all that two bodies reach from one world to the next come within twice `reach`, in metres.
pub fn may_meet(worlds: [&World; 2], pair: PairKey, reach: f32) -> bool {
    let reached = |index: u32| {
        let around = |body: &Body| {
            let disc = body.bounding_circle();
            let radius = disc.center.distance(body.center()) + disc.radius + reach;
            Aabb { min: body.center() - radius, max: body.center() + radius }
        };
        let [before, now] = worlds.map(|world| world.body(index).map(around));
        Some(before?.union(&now?))
    };
    reached(pair.a()).zip(reached(pair.b())).is_some_and(|(a, b)| a.overlaps(&b))
}
