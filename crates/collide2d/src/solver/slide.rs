//! What `Rigid` stopped within a step goes on along its obstacle for the rest of the step.
//!
//! A body that stays where it was stopped loses the rest of its way: on a concave curve it would hitch at every joint. So
//! what is left of the way is clipped to the planes of what stopped the body, as movers do ("collide and slide": Fauerby,
//! "Improved Collision Detection and Response", 2003), and made as far as nothing else is met. Velocities stay as they
//! are: the next step finds the contact and resolves it.

use std::mem;
use std::ops::Range;

use glam::Vec2;

use super::task::Problem;
use crate::aabb::Aabb;
use crate::body::Body;
use crate::broad_phase::box_tree::BoxTree;
use crate::broad_phase::grown;
use crate::collide::least_overlap;
use crate::collide::leaves::for_each_pair;
use crate::generator::Generator;
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::sweep::first_touch;

/// Shorter ways are not made. Fraction of the bounding circle's radius.
const LEAST_WAY: f32 = 0.01;
/// A body is swept this far off what stopped it, in which it may be as deep as that. Metres.
const LIFT: f32 = 0.006;
/// Limit of the same, as a fraction of the bounding circle's radius.
const LIFT_SHARE: f32 = 0.12;
/// A body may not sink deeper into a ground than before the step by more than this. Metres.
pub(super) const DEEPEST: f32 = 0.005;
/// A way that falls by less than this share of it leads along a ground.
const LEVEL: f32 = 1.0e-3;
/// Most obstacles on the way that clip what is left of it.
const MOST_MET: u8 = 3;
/// A way after which the body no longer touches what stopped it is halved so often, then not made: the next step would not find
/// the contact.
const MOST_HALVED: u8 = 3;

/// A body that an immovable obstacle stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped {
    pub body: u32,
    /// Index of the obstacle; `None`: a ground, which a body does not leave along its line.
    pub at: Option<u32>,
    /// Where its centre would have come to. World.
    pub end: Vec2,
    /// Of the obstacle's surface, toward the body.
    pub normal: Vec2,
}

/// The ways of bodies that were stopped, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Slides {
    /// Ascending by body.
    ways: Vec<SlideWay>,
    /// Bounds of the bodies, those that slide with their ways.
    tree: BoxTree,
    near: Vec<u32>,
}

/// What is left of a body's way.
#[derive(Clone, Debug)]
struct SlideWay {
    body: u32,
    left: Vec2,
    /// What stopped the body.
    stopped: Range<usize>,
}

impl Slides {
    /// Moves the bodies that were stopped along what stopped them. Sorts `stopped` by body.
    pub fn go_on<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        problem: Problem<'_>,
        stopped: &mut [Stopped],
        observer: &mut O,
    ) {
        stopped.sort_by_key(|stopped| stopped.body);
        self.find_ways(bodies, stopped);
        if self.ways.is_empty() {
            return;
        }
        self.fill_tree(bodies, problem);
        for way in mem::take(&mut self.ways) {
            let body = way.body;
            self.find_near(bodies, &way, problem);
            if let Some(by) = self.slide(bodies, way, stopped) {
                let by = above_grounds(&bodies[body as usize], by, problem);
                bodies[body as usize].displace(by, 0.0);
                bodies[body as usize].sync_bounds();
                if O::OBSERVES {
                    observer.stage(&Stage::Slid { body, by }, bodies);
                }
            }
        }
    }

    /// `stopped`: sorted by body.
    fn find_ways(&mut self, bodies: &[Body], stopped: &[Stopped]) {
        self.ways.clear();
        let mut next = 0;
        for of_body in stopped.chunk_by(|p, q| p.body == q.body) {
            let of_step = next..next + of_body.len();
            next = of_step.end;
            let Stopped { body: index, end, .. } = of_body[0];
            let body = &bodies[index as usize];
            let normals = || of_body.iter().map(|stopped| stopped.normal);
            let is_made = |left: &Vec2| is_long(*left, body) && bounds_of_way(body, *left).is_some();
            let left = clipped(end - body.center(), normals()).filter(is_made);
            self.ways.extend(left.map(|left| SlideWay { body: index, left, stopped: of_step }));
        }
    }

    fn fill_tree(&mut self, bodies: &[Body], Problem { still, .. }: Problem<'_>) {
        let mut ways = self.ways.iter().peekable();
        let boxes = still.visited().filter(|index| is_obstacle(&bodies[*index])).map(|index| {
            let way = ways.next_if(|way| way.body as usize == index);
            let bounds = way.and_then(|way| bounds_of_way(&bodies[index], way.left));
            (bounds.unwrap_or_else(|| bodies[index].aabb()), index as u32)
        });
        self.tree.fill(boxes);
    }

    /// The bodies that may be met on a way, ascending.
    fn find_near(&mut self, bodies: &[Body], way: &SlideWay, problem: Problem<'_>) {
        let Problem { still, decider, not_colliding, .. } = problem;
        let body = &bodies[way.body as usize];
        self.near.clear();
        let Some(area) = bounds_of_way(body, way.left) else { return };
        self.tree.overlapping(&area, &mut self.near);
        still.for_each_near(&area, |other| self.near.push(other));
        self.near.retain(|&other| {
            let met = &bodies[other as usize];
            let pair = || PairKey::new(way.body, other);
            other != way.body
                && is_obstacle(met)
                && body.filter().lets_meet(met.filter())
                && !not_colliding.has(pair())
                && !decider.passing.is_behind(pair())
                && !decider.passing.lets_through(pair())
        });
        self.near.sort_unstable();
    }

    /// How far the body comes on its way. Metres. `None`: it stays, in a crowd too, for what others press it would go into
    /// them.
    fn slide(&self, bodies: &[Body], way: SlideWay, stopped: &[Stopped]) -> Option<Vec2> {
        let body = &bodies[way.body as usize];
        if self.near.iter().any(|&other| bodies[other as usize].is_movable()) {
            return None;
        }
        let stopped = &stopped[way.stopped];
        let touches = |by: Vec2, obstacle: u32| {
            let at = Pose { position: body.pose().position + by, ..*body.pose() };
            let obstacle = &bodies[obstacle as usize];
            least_overlap(body.shape(), &at, obstacle.shape(), obstacle.pose()).is_some()
        };
        let touched = stopped.iter().filter_map(|stopped| stopped.at);
        let touched: Vec<u32> = touched.filter(|obstacle| touches(Vec2::ZERO, *obstacle)).collect();
        let mut left = way.left;
        for _ in 0..=MOST_HALVED {
            let made = self.made(bodies, body, left, stopped)?;
            if touched.iter().all(|obstacle| touches(made, *obstacle)) {
                return Some(made);
            }
            left *= 0.5;
        }
        None
    }

    /// How far a body comes of a way, along what stopped it and what it meets. Metres.
    fn made(&self, bodies: &[Body], body: &Body, mut left: Vec2, stopped: &[Stopped]) -> Option<Vec2> {
        let mut normals: Vec<Vec2> = stopped.iter().map(|stopped| stopped.normal).collect();
        let lift = LIFT.min(LIFT_SHARE * body.shape().bounding_circle().radius);
        let mut at = *body.pose();
        at.position += normals.iter().sum::<Vec2>().normalize_or_zero() * lift;
        let is_free =
            |at: &Pose| !self.near.iter().any(|&other| do_overlap(body, at, &bodies[other as usize]));
        if !is_free(&at) {
            return None;
        }
        let mut made = Vec2::ZERO;
        for _ in 0..=MOST_MET {
            let met = self.first_met(bodies, body, &at, left);
            let by = left * met.map_or(1.0, |(share, _)| share);
            made += by;
            at.position += by;
            let Some((_, normal)) = met else { break };
            at.position += normal * lift;
            normals.push(normal);
            match clipped(left - by, normals.iter().copied()) {
                Some(rest) if is_long(rest, body) => left = rest,
                Some(_) | None => break,
            }
        }
        (made != Vec2::ZERO && is_free(&at)).then_some(made)
    }

    /// The first body that is met on a way: the share of the way until then, and the normal toward the one that slides.
    fn first_met(&self, bodies: &[Body], body: &Body, at: &Pose, way: Vec2) -> Option<(f32, Vec2)> {
        let met = self.near.iter().filter_map(|&other| {
            let other = &bodies[other as usize];
            first_touch(body.shape(), at, other.shape(), other.pose(), way, 1.0)
        });
        met.map(|impact| (impact.time, impact.normal)).min_by(|p, q| p.0.total_cmp(&q.0))
    }
}

/// As much of a way as leads below no ground: what one stopped may slide along it into another.
fn above_grounds(body: &Body, by: Vec2, problem: Problem<'_>) -> Vec2 {
    let grounds = problem.generators.iter().flatten().filter_map(|generator| match generator {
        Generator::Ground(ground) => Some(ground),
        _ => None,
    });
    grounds.filter(|ground| ground.holds(body)).fold(by, |by, ground| {
        let (down, room) = (-by.dot(ground.normal()), (DEEPEST - ground.depth(body)).max(0.0));
        // What leads along it sinks by rounding alone.
        if down > room && down > LEVEL * by.length() { by * (room / down) } else { by }
    })
}

/// Whether a body, were it there, would overlap any leaf of another one, whatever the outline of a chain allows.
fn do_overlap(body: &Body, at: &Pose, other: &Body) -> bool {
    let mut do_overlap = false;
    for_each_pair(body.shape(), at, other.shape(), other.pose(), 0.0, &mut |pair| {
        let (a, b) = (&pair.a, &pair.b);
        do_overlap = do_overlap || least_overlap(a.shape, &a.pose, b.shape, &b.pose).is_some();
    });
    do_overlap
}

/// What remains of a way that goes against none of these normals; `None`: nothing.
fn clipped(mut way: Vec2, normals: impl Iterator<Item = Vec2> + Clone) -> Option<Vec2> {
    /// Rounding of a clipped way, as a share of it.
    const ROUNDING: f32 = 1.0e-4;
    for normal in normals.clone() {
        way -= normal * way.dot(normal).min(0.0);
    }
    let least = -ROUNDING * way.length();
    normals.into_iter().all(|normal| way.dot(normal) >= least).then_some(way)
}

/// Bounds of a body wherever a way of this length may lead it; `None`: they are not finite.
fn bounds_of_way(body: &Body, way: Vec2) -> Option<Aabb> {
    let bounds = grown(&body.aabb(), way.length() + LIFT);
    (bounds.min.is_finite() && bounds.max.is_finite()).then_some(bounds)
}

fn is_long(way: Vec2, body: &Body) -> bool {
    way.length() > LEAST_WAY * body.shape().bounding_circle().radius
}

fn is_obstacle(body: &Body) -> bool {
    !body.is_removed() && !body.is_sensor() && body.pose().position.is_finite()
}
