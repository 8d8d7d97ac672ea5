//! What listeners do to their bodies at the end of a step: remove them, or burst them into circles.

use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec2Swizzles as _};

use super::World;
use crate::aabb::Aabb;
use crate::body::{Body, Motion};
use crate::event::{Listener, Piece, Reaction, ReactionOutcome, ResolvedBy, Then};
use crate::math;
use crate::pose::{Pose, Rotation};
use crate::shape::Shape;

/// Most pieces in a world.
pub const MAX_PIECES: usize = 1000;
/// Most pieces of one body.
pub const MAX_BURST: u32 = 64;

/// Gap between pieces, as a fraction of their diameter.
const GAP: f32 = 1.0e-3;

impl World {
    /// What the listeners that took a contact in the last step do, one reaction per body, in order of events.
    pub(super) fn pending_reactions(&self) -> Vec<Reaction> {
        let mut reactions: Vec<Reaction> = Vec::new();
        if self.listeners.iter().all(|listener| listener.then == Then::Ignore) {
            return reactions;
        }
        let (mut places, mut end, mut pieces) = (None, self.bodies.len() as u32, self.pieces.len());
        for event in &self.events {
            let Some(ResolvedBy::Listener(index)) = event.resolved_by else { continue };
            let Some(listener) = self.listeners.get(index as usize) else { continue };
            let Some(body) = listener.body else { continue };
            if reactions.iter().any(|reaction| reaction.body == body) {
                continue;
            }
            let outcome = match listener.then {
                Then::Ignore => continue,
                Then::Remove => ReactionOutcome::Removed,
                Then::Burst(count) if self.bursts(body, count, pieces) => {
                    let places = places.get_or_insert_with(|| self.places.clone());
                    let free = self.settings.reuse_places.then(|| places.take(count)).flatten();
                    pieces += count as usize;
                    let first = free.unwrap_or(end);
                    end += if free.is_none() { count } else { 0 };
                    ReactionOutcome::Burst { first, count }
                }
                Then::Burst(_) => ReactionOutcome::Kept,
            };
            reactions.push(Reaction { listener: index, pair: event.pair, body, outcome });
        }
        reactions
    }

    /// Whether a body bursts into so many pieces, with so many in the world.
    fn bursts(&self, body: u32, count: u32, pieces: usize) -> bool {
        let has_area = self.body(body).is_some_and(|body| body.shape().area() > 0.0);
        has_area && pieces + count as usize <= MAX_PIECES && (2..=MAX_BURST).contains(&count)
    }

    /// Applies reactions that an observer was told; the step itself does so at its end. Reactions that name bodies which
    /// are not there change nothing, nor does a burst that no listener could ask for.
    pub fn react(&mut self, reactions: &[Reaction]) {
        for reaction in reactions {
            match reaction.outcome {
                ReactionOutcome::Kept => {}
                ReactionOutcome::Removed => _ = self.remove(reaction.body),
                ReactionOutcome::Burst { count, .. } => {
                    if self.bursts(reaction.body, count, self.pieces.len()) {
                        self.burst(reaction.body, count);
                    }
                }
            }
        }
    }

    fn burst(&mut self, of: u32, count: u32) {
        let Some(body) = self.body(of) else { return };
        let pieces = pieces(body, count);
        self.remove(of);
        let first = self.take_places(pieces.len() as u32);
        let after = self.pieces.partition_point(|piece| piece.index < first);
        let made = (first..).zip(1..).take(pieces.len()).map(|(index, number)| Piece { index, of, number });
        self.pieces.splice(after..after, made);
        for (index, piece) in (first..).zip(pieces) {
            self.put_body(index, piece);
        }
    }

    /// The first of so many places in a row: free ones, or those that follow the last.
    pub(super) fn take_places(&mut self, count: u32) -> u32 {
        let free = if self.settings.reuse_places { self.places.take(count) } else { None };
        free.unwrap_or(self.bodies.len() as u32)
    }

    /// Begins a step: pieces and listeners that name removed bodies let go of places that may be used again.
    pub(super) fn free_places(&mut self) {
        let mut freed = self.places.begin_step();
        if freed.is_empty() {
            return;
        }
        freed.sort_unstable();
        let is_freed = |index: &u32| freed.binary_search(index).is_ok();
        self.pieces.retain(|piece| !is_freed(&piece.index));
        for listener in &mut self.listeners {
            if listener.body.as_ref().is_some_and(is_freed) {
                listener.body = Some(Listener::NOBODY);
            }
        }
    }
}

/// Circles of equal size around the centre of mass, inside the bounding circle and apart from each other. They
/// share the mass and move as the body's points did there; all else they have as the body has it. Together they have the
/// body's area where that has room in the bounding circle; where it has not, as in a circle, they are as large as they can
/// be.
fn pieces(body: &Body, count: u32) -> Vec<Body> {
    let (bounds, center) = (body.bounding_circle(), body.world_centroid());
    let room = (bounds.radius - bounds.center.distance(center)).max(0.0);
    let wanted = (body.shape().area() / (count as f32 * PI)).sqrt();
    let Aabb { min, max } = body.shape().extent(Rotation::IDENTITY);
    let layout = Layout::best(count as usize, wanted, room, 0.5 * (max - min));
    let Ok(shape) = Shape::circle(layout.radius) else { return Vec::new() };
    let turn = body.angular_velocity().to_radians();
    let piece = |at: &Vec2| {
        let position = center + body.pose().rotation.rotate(*at);
        let velocity = body.velocity() + turn * (position - body.center()).perp();
        let motion = match *body.motion() {
            Motion::Dynamic { mass, angular_velocity, acceleration, damping, .. } => Motion::Dynamic {
                mass: mass / count as f32,
                velocity,
                angular_velocity,
                acceleration,
                damping,
            },
            still => still.with_velocity(velocity),
        };
        body.piece(shape.clone(), Pose::new(position, body.pose().rotation.degrees()), motion)
    };
    layout.centers.iter().filter_map(piece).collect()
}

/// Circles of one radius, apart from each other by [`GAP`], the mean of their centres at the origin.
#[derive(Debug)]
struct Layout {
    centers: Vec<Vec2>,
    radius: f32,
    /// How far they reach out of the shape's box.
    beyond: f32,
}

impl Layout {
    /// Of rings and clusters of the hexagonal lattice at several angles: the one of the largest circles, up to
    /// the radius `wanted`, in a circle of radius `room`; of those the one that stays best in a box of these
    /// half extents.
    fn best(count: usize, wanted: f32, room: f32, half: Vec2) -> Self {
        /// Angles tried, in a half turn.
        const ANGLES: usize = 12;
        // Rounding must not bring a piece out of the room.
        let room = room * (1.0 - 4.0 * f32::EPSILON);
        let mut best: Option<Self> = None;
        for centers in unit_layouts(count, half) {
            let reach = centers.iter().map(|at| at.length()).fold(0.0, f32::max);
            let radius = wanted.min(room / (reach * (1.0 + GAP) + 1.0));
            let apart = radius * (1.0 + GAP);
            for turn in 0..ANGLES {
                let angle = Rotation::from_degrees(180.0 / ANGLES as f32 * turn as f32);
                let centers: Vec<Vec2> = centers.iter().map(|at| angle.rotate(*at) * apart).collect();
                let out = |at: &Vec2| (at.abs() + radius - half).max_element().max(0.0);
                let beyond = centers.iter().map(out).fold(0.0, f32::max);
                let is_better = best.as_ref().is_none_or(|best| {
                    radius > best.radius * (1.0 + SAME_RADIUS)
                        || radius >= best.radius * (1.0 - SAME_RADIUS) && beyond < best.beyond * (1.0 - SAME)
                });
                if is_better {
                    best = Some(Self { centers, radius, beyond });
                }
            }
        }
        best.unwrap_or(Self { centers: Vec::new(), radius: 0.0, beyond: 0.0 })
    }
}

/// Difference of two reaches that counts as rounding, as a fraction, and of two radii.
const SAME: f32 = 1.0e-3;
const SAME_RADIUS: f32 = 1.0e-6;

/// Centres of `count` unit circles in rings, and in clusters that are round or as long as a box of these half
/// extents; the mean of each layout is at the origin.
fn unit_layouts(count: usize, half: Vec2) -> Vec<Vec<Vec2>> {
    let ring =
        |n: usize, radius: f32| (0..n).map(move |i| math::direction(TAU * i as f32 / n as f32) * radius);
    let around = |n: usize| if n < 2 { 0.0 } else { math::sin_cos(PI / n as f32).0.recip() };
    let mut layouts = vec![ring(count, around(count)).collect::<Vec<_>>()];
    if count > 2 {
        let outer = around(count - 1).max(2.0);
        layouts.push([Vec2::ZERO].into_iter().chain(ring(count - 1, outer)).collect());
    }
    // Around a lattice point, the middle of two and the middle of three.
    let middles = [Vec2::ZERO, Vec2::X, Vec2::new(1.0, 3.0_f32.sqrt() / 3.0)];
    let long = if half.min_element() > 0.0 { half / half.max_element() } else { Vec2::ONE };
    for stretch in [Vec2::ONE, long, long.yx()] {
        layouts.extend(middles.map(|middle| cluster(count, middle, stretch)));
    }
    layouts
}

/// The points of the hexagonal lattice of distance 2 that are nearest to `middle`, where a box of the size
/// `stretch` counts as a square; moved to their mean.
fn cluster(count: usize, middle: Vec2, stretch: Vec2) -> Vec<Vec2> {
    /// Rows on each side, enough for [`MAX_BURST`] points in a long cluster.
    const ROWS: i32 = 16;
    let height = 3.0_f32.sqrt();
    let row =
        |y: i32| (-ROWS..=ROWS).map(move |x| Vec2::new((2 * x + y.rem_euclid(2)) as f32, y as f32 * height));
    let mut points: Vec<Vec2> = (-ROWS..=ROWS).flat_map(row).collect();
    let distance = |at: &Vec2| ((*at - middle) / stretch).length();
    points.sort_by(|p, q| distance(p).total_cmp(&distance(q)));
    points.truncate(count);
    let mean = points.iter().sum::<Vec2>() / points.len().max(1) as f32;
    points.into_iter().map(|at| at - mean).collect()
}
