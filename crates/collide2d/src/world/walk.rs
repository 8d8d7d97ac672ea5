//! Movers: characters that move and slide (`move_and_slide` of Godot, the movers of Box2D v3).
//!
//! Before a step changes anything, each mover looks for its way among the bodies as they are. It is pushed out of what it
//! overlaps, and finds the ground below it. Its way is that of walking along the ground, or in the air of walking and falling.
//! Its shape is cast along the way; what it meets stops it a skin before the surface, and the rest of the way goes on along
//! that, until the way is used up or two surfaces face each other. On ground it climbs steps (up, over, down) and is drawn to
//! ground that falls away; then the ground's own motion carries it. The step moves it there as it moves a kinematic body.

use std::mem;
use std::slice;

use glam::Vec2;

use super::World;
use crate::aabb::Aabb;
use crate::body::{Body, Motion};
use crate::collide::leaves::LeafPair;
use crate::decide::is_held_along;
use crate::generator::{Generator, Ground};
use crate::input::WorldInput;
use crate::math;
use crate::mover::{
    MAX_SKIN, MoverCast, MoverGround, MoverHit, MoverMove, MoverObstacle, MoverPurpose, MoverSurface,
    SKIN_SHARE,
};
use crate::pose::Pose;
use crate::query::cast::{CastHit, ShapeCast, cast_shape};
use crate::query::closest::{ClosestPoints, closest_of_pair};
use crate::query::filter::QueryFilter;
use crate::query::ray::{Ray, cast_ray};
use crate::shape::Shape;
use crate::sweep::Turning;

/// Most pushes out of obstacles in a step.
const MOST_PUSHES: usize = 8;
/// Most casts along a way.
const MOST_SLIDES: usize = 6;
/// A mover that has made less of its way is stuck.
const STUCK_SHARE: f32 = 0.01;
/// How fast a mover may rise off its ground and still stand on it. Metres per second.
const RISING: f32 = 1.0e-3;
/// What a direction may be off level or upright by rounding. Radians.
const LEVEL: f32 = 1.0e-3;
/// How far below a mover its ground may be, in skins.
const GROUND_SKINS: f32 = 3.0;
/// Least cosine between `up` and the normal at the corner of a step that a mover stands on.
const CORNER_RISE: f32 = 0.1;
/// A corner is one where the face behind it is flatter by this.
const FLATTER: f32 = 1.0e-3;

/// A world's movers.
#[derive(Clone, Debug, Default)]
pub(super) struct Movers {
    /// Of the last step, by body.
    pub moves: Vec<MoverMove>,
    /// Those of `moves`: how they go on.
    after: Vec<Onward>,
    /// Bodies that may be movers; every mover is one.
    candidates: Vec<u32>,
}

stored!(Movers { moves, after, candidates });

impl Movers {
    /// The body of this index may have become a mover.
    pub fn may_have(&mut self, index: u32) {
        if self.candidates.last() != Some(&index) {
            self.candidates.push(index);
        }
    }
}

/// How a mover goes on once a step is over. Metres per second.
#[derive(Clone, Copy, Debug, Default)]
struct Onward {
    velocity: Vec2,
    /// Of `velocity` in the air what it has without walking, across `up`: of the ground that it left, or of sliding.
    drift: Vec2,
}

stored!(Onward { velocity, drift });

/// Where a body will be at the end of the step.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    index: u32,
    pose: Pose,
    aabb: Aabb,
    /// Metres.
    way: Vec2,
}

/// Whose ways in the step a mover knows.
#[derive(Clone, Copy, Default)]
struct KnownWays<'w> {
    kinematic: &'w [Ahead],
    /// Movers that looked for their ways before it. Ascending.
    movers: &'w [Ahead],
}

/// What a mover was told for a step.
#[derive(Clone, Copy, Debug, Default)]
struct WalkOrder {
    direction: f32,
    jump: bool,
}

impl World {
    /// How the last step moved each body whose motion is [`Motion::Mover`], by index.
    ///
    /// ```
    /// use collide2d::glam::Vec2;
    /// use collide2d::{BodyDef, Motion, Pose, Shape, World, WorldInput, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81)))?;
    /// world.add(BodyDef::new(Shape::rectangle(20.0, 1.0)?, Pose::at(0.0, -0.5)))?;
    /// let hero = BodyDef::new(Shape::rectangle(0.6, 1.6)?, Pose::at(0.0, 0.8)).with_motion(Motion::mover());
    /// let hero = world.add(hero)?.index();
    /// for _ in 0..60 {
    ///     // What the keys say in this frame.
    ///     let walk = WorldInput::Walk { frame: world.frame(), body: hero, direction: 1.0, jump: false };
    ///     world.set_inputs(vec![walk])?;
    ///     world.step();
    /// }
    /// // A second at 4 m/s.
    /// assert!(world.body(hero).is_some_and(|hero| (hero.pose().position.x - 4.0).abs() < 0.001));
    /// assert!(world.movers()[0].ground.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn movers(&self) -> &[MoverMove] {
        &self.movers.moves
    }

    /// The indices of the bodies whose motion is [`Motion::Mover`], ascending.
    pub fn mover_indices(&self) -> Vec<u32> {
        let is_mover = |index: &u32| {
            let body = self.bodies.get(*index as usize);
            body.is_some_and(|body| !body.is_removed() && matches!(body.motion(), Motion::Mover { .. }))
        };
        let mut indices: Vec<u32> = self.movers.candidates.iter().copied().filter(is_mover).collect();
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    /// What a mover stands on now: what the last step found, before the first step what is right below it. `None` of a body
    /// that is no mover.
    pub fn mover_ground(&self, body: u32) -> Option<MoverGround> {
        if let Ok(at) = self.movers.moves.binary_search_by_key(&body, |moved| moved.body) {
            return self.movers.moves[at].ground;
        }
        let walker = Walker::of(self, body, KnownWays::default())?;
        walker.ground_below(walker.velocity)
    }

    /// Finds the ways of all movers, and gives them the velocities that lead there. Returns whether there are any.
    pub(super) fn begin_movers(&mut self) -> bool {
        if self.movers.candidates.is_empty() {
            return false;
        }
        let candidates = self.mover_indices();
        let mut moves = Vec::with_capacity(candidates.len());
        let mut after = Vec::with_capacity(candidates.len());
        let kinematic = if candidates.is_empty() { Vec::new() } else { self.kinematic_ways() };
        let mut movers: Vec<Ahead> = Vec::with_capacity(candidates.len());
        for &index in &candidates {
            let known = KnownWays { kinematic: &kinematic, movers: &movers };
            if let Some(mut walker) = Walker::of(self, index, known) {
                after.push(walker.walk(self.told(index)));
                let (pose, way) = (walker.pose, walker.moved.moved);
                moves.push(walker.moved);
                let aabb = self.bodies[index as usize].shape().aabb(&pose);
                movers.push(Ahead { index, pose, aabb, way });
            }
        }
        let seconds = self.settings.timestep;
        for moved in &moves {
            let body = &mut self.bodies[moved.body as usize];
            // Without negative zeros.
            body.move_at(moved.moved / seconds + Vec2::ZERO, 0.0);
        }
        let is_any = !moves.is_empty();
        self.movers = Movers { moves, after, candidates };
        is_any
    }

    /// Of the kinematic bodies that move.
    fn kinematic_ways(&self) -> Vec<Ahead> {
        let seconds = self.settings.timestep;
        let moving = (0..).zip(&self.bodies).filter_map(|(index, body)| match *body.motion() {
            Motion::Kinematic { velocity, angular_velocity }
                if !body.is_removed() && (velocity != Vec2::ZERO || angular_velocity != 0.0) =>
            {
                let pose = Turning::of(body).pose_after(body.pose(), seconds);
                Some(Ahead { index, pose, aabb: body.shape().aabb(&pose), way: velocity * seconds })
            }
            Motion::Static | Motion::Kinematic { .. } | Motion::Dynamic { .. } | Motion::Mover { .. } => None,
        });
        moving.collect()
    }

    /// Gives movers the velocities with which they go on.
    pub(super) fn end_movers(&mut self) {
        for (moved, onward) in self.movers.moves.iter().zip(&self.movers.after) {
            let body = &mut self.bodies[moved.body as usize];
            if !body.is_removed() {
                body.move_at(onward.velocity, 0.0);
            }
        }
    }

    /// What the inputs tell a mover for the step that leaves the present frame.
    fn told(&self, index: u32) -> WalkOrder {
        let mut told = WalkOrder::default();
        let mut since = None;
        for input in self.inputs.iter() {
            let WorldInput::Walk { frame, body, direction, jump } = *input else { continue };
            if body == index && frame <= self.frame && since.is_none_or(|since| since <= frame) {
                since = Some(frame);
                told = WalkOrder { direction, jump: jump && frame == self.frame };
            }
        }
        told
    }
}

/// Of `ways`, ascending, the one of a body.
fn find(ways: &[Ahead], index: u32) -> Option<&Ahead> {
    ways.binary_search_by_key(&index, |ahead| ahead.index).ok().map(|at| &ways[at])
}

/// A mover that looks for its way.
struct Walker<'w> {
    world: &'w World,
    index: u32,
    shape: &'w Shape,
    /// Where it has come to.
    pose: Pose,
    /// Unit vector.
    up: Vec2,
    /// Least cosine between `up` and the normal of ground.
    least: f32,
    step: f32,
    snap: f32,
    speed: f32,
    jump: f32,
    velocity: Vec2,
    /// See [`Onward`]; `None` where the last step did not leave it with this velocity.
    drift: Option<Vec2>,
    /// Distance that it keeps from obstacles. Metres.
    skin: f32,
    /// It stood on ground, so that the corners of steps are ground to it.
    grounded: bool,
    /// Where it stands: steps are as high as they are above it.
    foothold: Option<Vec2>,
    /// Least way onto a step that it climbs, so that a round shape stands on the corner. Metres.
    least_over: f32,
    known: KnownWays<'w>,
    /// Of the known movers those that it meets where they will be: at first none, then all but the one that carries it.
    ahead: &'w [Ahead],
    carrier: Option<MoverObstacle>,
    /// What it has made of the way that it wanted.
    walked: Vec2,
    moved: MoverMove,
}

/// How a slide went.
struct SlideEnd {
    meets_ground: bool,
    /// In the air something that is neither level nor upright turned its velocity.
    is_turned: bool,
}

/// How a mover gave way to what moves.
#[derive(Default)]
struct Pushed {
    /// It could not.
    overlaps: bool,
    /// What pushed it up.
    ground: Option<MoverGround>,
    /// Normal and velocity of each that pushed it.
    planes: Vec<(Vec2, Vec2)>,
}

/// An obstacle on a way, or near.
#[derive(Clone, Copy)]
struct MetObstacle {
    hit: MoverHit,
    /// The ground's normal, where that is another than the hit's: behind the corner of a step.
    ground: Vec2,
}

impl MetObstacle {
    fn of(hit: MoverHit) -> Self {
        Self { hit, ground: hit.normal }
    }
}

impl<'w> Walker<'w> {
    fn of(world: &'w World, index: u32, known: KnownWays<'w>) -> Option<Self> {
        let body = world.body(index)?;
        let Movers { moves, after, .. } = &world.movers;
        let before = moves.binary_search_by_key(&index, |moved| moved.body).ok();
        let onward = before.and_then(|at| after.get(at)).filter(|onward| onward.velocity == body.velocity());
        let stood_on = before.and_then(|at| moves[at].ground);
        let Motion::Mover { velocity, up, max_slope, step, snap, speed, jump } = *body.motion() else {
            return None;
        };
        let size = body.aabb().size();
        // Of an upright wall the shorter side is 0.
        let width = if body.shape().kind().has_inside() { size.min_element() } else { size.max_element() };
        let moved = MoverMove {
            body: index,
            began_on: None,
            jumped: false,
            ground: None,
            wanted: Vec2::ZERO,
            walked: Vec2::ZERO,
            moved: Vec2::ZERO,
            stuck: false,
            casts: Vec::new(),
        };
        let skin = (width * SKIN_SHARE).min(MAX_SKIN);
        Some(Self {
            world,
            index,
            shape: body.shape(),
            pose: *body.pose(),
            up: up.as_dvec2().normalize().as_vec2(),
            // Ground of just this slope is ground, whatever the rounding of its normal.
            least: math::sin_cos(max_slope.to_radians()).1 - 1.0e-4,
            step,
            snap,
            speed,
            jump,
            velocity,
            drift: onward.map(|onward| onward.drift),
            skin,
            grounded: stood_on.is_some(),
            foothold: stood_on.map(|ground| ground.point),
            least_over: 2.0 * skin + 0.005 * width,
            known,
            ahead: &[],
            carrier: None,
            walked: Vec2::ZERO,
            moved,
        })
    }

    /// Takes the whole way of a step.
    fn walk(&mut self, told: WalkOrder) -> Onward {
        let (seconds, start) = (self.world.settings.timestep, self.pose.position);
        let mut overlaps = self.push_out();
        let below = self.find_ground(self.velocity);
        let carry = below.map_or(Vec2::ZERO, |ground| self.velocity_of(&ground));
        let jumps = told.jump && below.is_some();
        let ground = below.filter(|_| !jumps);
        let walks = ground.is_some();
        self.grounded = walks;
        self.foothold = ground.map(|ground| ground.point);
        self.carrier = ground.map(|ground| ground.obstacle);
        self.ahead = self.known.movers;
        let right = self.right();
        let mut along = self.speed * told.direction;
        let mut air = Onward::default();
        let way = if let Some(ground) = ground {
            -ground.normal.perp() * along * seconds
        } else {
            air = if jumps {
                let velocity = right * along + self.up * self.jump + carry;
                Onward { velocity, drift: self.level(carry) }
            } else {
                let drift = self.drift.unwrap_or_else(|| self.drift_of(self.velocity, along));
                if self.velocity.dot(self.up) <= 0.0 && self.presses_into_slope(right * along) {
                    // It slides down, and what presses into the slope slows it as little as friction does.
                    along = 0.0;
                }
                Onward { velocity: right * along + drift + self.up * self.velocity.dot(self.up), drift }
            };
            let gained =
                self.up * (self.world.settings.gravity.dot(self.up) * self.body().gravity_scale() * seconds);
            let way = (air.velocity + 0.5 * gained) * seconds;
            air.velocity += gained;
            way
        };
        let slide = self.slide(way, walks, &mut air);
        if slide.is_turned {
            air.drift = self.drift_of(air.velocity, along);
        }
        let landed = slide.meets_ground;
        if walks {
            self.follow_ground();
        }
        let rises = !walks && !landed && air.velocity.dot(self.up) > RISING;
        let stands_on = if rises { None } else { self.find_ground(Vec2::ZERO) };
        let before = self.pose.position;
        if let Some(ground) = ground {
            // The bodies are still where the step found them: what is carried leaves its ground behind, which follows.
            self.cast(MoverPurpose::Carry, carry * seconds, Some(ground.obstacle));
        }
        let pushed = self.give_way(start);
        overlaps |= pushed.overlaps;
        let carried = self.pose.position - before;
        let stands_on =
            stands_on.map(|ground| MoverGround { point: ground.point + carried, ..ground }).or(pushed.ground);
        let walked = self.walked;
        // Ground is in the way of nothing that falls on it.
        let asked = if !walks && stands_on.is_some() { self.level(way) } else { way };
        let is_blocked = asked.length() > f32::EPSILON && walked.length() < STUCK_SHARE * asked.length();
        self.moved = MoverMove {
            began_on: below,
            jumped: jumps,
            ground: stands_on,
            wanted: way,
            walked,
            moved: self.pose.position - start,
            stuck: is_blocked || overlaps,
            casts: mem::take(&mut self.moved.casts),
            ..self.moved
        };
        let mut onward = match (walks, stands_on) {
            (true, Some(_)) => Onward { velocity: walked / seconds + carry, drift: Vec2::ZERO },
            // It walked over an edge, and begins to fall.
            (true, None) => {
                let walking = if is_blocked { Vec2::ZERO } else { right * along };
                Onward { velocity: walking + carry, drift: self.level(carry) }
            }
            // It landed: of its way across it goes on with that of walking, and its ground carries it.
            (false, Some(ground)) => {
                let walking = self.level(air.velocity) - self.drift_of(air.velocity, along);
                Onward { velocity: walking + self.velocity_of(&ground), drift: Vec2::ZERO }
            }
            (false, None) => air,
        };
        for (normal, velocity) in &pushed.planes {
            onward.velocity -= *normal * (onward.velocity - *velocity).dot(*normal).min(0.0);
        }
        if stands_on.is_none() && !pushed.planes.is_empty() {
            onward.drift = self.drift_of(onward.velocity, along);
        }
        onward
    }

    /// Unit vector.
    fn right(&self) -> Vec2 {
        -self.up.perp()
    }

    /// The part of a way across `up`.
    fn level(&self, way: Vec2) -> Vec2 {
        way - self.up * way.dot(self.up)
    }

    /// What a velocity has across `up` beside walking at `along`.
    fn drift_of(&self, velocity: Vec2, along: f32) -> Vec2 {
        let across = velocity.dot(self.right());
        let walking = across.min(along.max(0.0)).max(along.min(0.0));
        self.right() * (across - walking)
    }

    fn body(&self) -> &'w Body {
        &self.world.bodies[self.index as usize]
    }

    /// The velocity of the ground where the mover stands on it, its conveyor included.
    fn velocity_of(&self, ground: &MoverGround) -> Vec2 {
        let MoverObstacle::Body(index) = ground.obstacle else { return Vec2::ZERO };
        let Some(body) = self.world.body(index) else { return Vec2::ZERO };
        let belt = -ground.normal.perp() * body.conveyor();
        self.velocity_at(index, body, ground.point) + belt
    }

    /// Of a mover whose way is known the velocity of that.
    fn velocity_at(&self, index: u32, body: &Body, point: Vec2) -> Vec2 {
        match find(self.known.movers, index) {
            Some(ahead) => ahead.way / self.world.settings.timestep,
            None => body.velocity() + body.turning_velocity_at(point),
        }
    }

    /// Pushes it out of what it overlaps, and up to its skin, the deepest first. Returns whether it still overlaps.
    fn push_out(&mut self) -> bool {
        for _ in 0..MOST_PUSHES {
            let Some((distance, normal, obstacle, point)) = self.nearest() else { return false };
            if distance >= 0.5 * self.skin {
                return false;
            }
            let by = normal * (self.skin - distance);
            let hit = MoverHit { obstacle, fraction: 0.0, normal, point, surface: self.surface(normal) };
            self.tell(MoverPurpose::PushOut, by, Some(hit), by);
        }
        self.nearest().is_some_and(|(distance, ..)| distance < -self.skin)
    }

    /// The obstacle of least distance: the distance (negative: how deep), the normal toward the mover, and the point.
    fn nearest(&self) -> Option<(f32, Vec2, MoverObstacle, Vec2)> {
        let mut nearest: Option<(f32, Vec2, MoverObstacle, Vec2)> = None;
        let mut add = |distance: f32, normal, obstacle, point| {
            if nearest.is_none_or(|(least, ..)| distance < least) {
                nearest = Some((distance, normal, obstacle, point));
            }
        };
        self.each_near(self.skin, &mut |index, body, found| {
            // A dynamic body is pushed out of the mover by the solver.
            if body.inverse_mass() == 0.0 {
                add(found.distance, found.normal, MoverObstacle::Body(index), found.points[1]);
            }
        });
        for (index, ground) in self.grounds() {
            let lowest = self.shape.support(&self.pose, -ground.normal());
            let distance = (lowest - ground.point()).dot(ground.normal());
            add(distance, ground.normal(), MoverObstacle::Generator(index), lowest);
        }
        nearest
    }

    /// Whether a way across `up` goes into something beside it that is too steep to stand on.
    fn presses_into_slope(&self, way: Vec2) -> bool {
        let is_slope = |normal: Vec2| {
            self.surface(normal) == MoverSurface::Wall && normal.dot(self.up) > LEVEL && way.dot(normal) < 0.0
        };
        let (room, mut presses) = (2.0 * self.skin, false);
        if way != Vec2::ZERO {
            self.each_near(room, &mut |_, _, found| {
                presses |= found.distance < room && is_slope(found.normal);
            });
        }
        let is_near = |ground: &Ground| {
            let lowest = self.shape.support(&self.pose, -ground.normal());
            (lowest - ground.point()).dot(ground.normal()) < room
        };
        presses || self.grounds().any(|(_, ground)| is_slope(ground.normal()) && is_near(ground))
    }

    /// The nearest points of the parts of bodies that are within `room` metres, as far as these hold it.
    fn each_near(&self, room: f32, visit: &mut dyn FnMut(u32, &Body, &ClosestPoints)) {
        let area = self.area(room);
        for index in self.world.overlap_aabb(&area, &self.filter()).unwrap_or_default() {
            let Some(body) = self.world.body(index) else { continue };
            self.each_part(body, body.pose(), &area, &mut |found| {
                let is_held = body.one_way().is_none()
                    || found.distance > -self.skin
                        && is_held_along(body, &body.pose().rotation, found.normal);
                if is_held {
                    visit(index, body, found);
                }
            });
        }
    }

    /// Its bounding box with so much room around.
    fn area(&self, room: f32) -> Aabb {
        let aabb = self.shape.aabb(&self.pose);
        Aabb { min: aabb.min - Vec2::splat(room), max: aabb.max + Vec2::splat(room) }
    }

    /// The nearest points of the parts in `area` of a body at `pose`.
    fn each_part(&self, body: &Body, pose: &Pose, area: &Aabb, visit: &mut dyn FnMut(&ClosestPoints)) {
        let positions = [self.pose.position, pose.position];
        self.shape.for_each_leaf(&self.pose, None, &mut |own| {
            body.shape().for_each_leaf(pose, Some(area), &mut |leaf| {
                let pair = LeafPair::of_leaves(own, leaf, positions);
                let found = closest_of_pair(&pair);
                if !pair.is_behind() {
                    visit(&found);
                }
            });
        });
    }

    /// Pushes it out of what will be in its place at the end of the step, as far as nothing else is in the way. `start`: where
    /// its own way began.
    fn give_way(&mut self, start: Vec2) -> Pushed {
        let mut pushed = Pushed::default();
        for _ in 0..MOST_PUSHES {
            let Some((distance, hit, velocity)) = self.nearest_ahead(start) else { return pushed };
            if distance >= 0.5 * self.skin {
                return pushed;
            }
            let by = hit.normal * (self.skin - distance);
            let (free, _) = self.free_way(by, Some(hit.obstacle));
            self.tell(MoverPurpose::PushOut, by, Some(hit), free);
            pushed.planes.push((hit.normal, velocity));
            if hit.surface == MoverSurface::Ground {
                let MoverHit { obstacle, normal, point, .. } = hit;
                pushed.ground = Some(MoverGround { obstacle, normal, point });
            }
            if free.length() < 0.5 * by.length() {
                break;
            }
        }
        pushed.overlaps = self.nearest_ahead(start).is_some_and(|(distance, ..)| distance < -self.skin);
        pushed
    }

    /// As [`Walker::nearest`], of what moves in the step where it will be then; and the velocity of that.
    fn nearest_ahead(&self, start: Vec2) -> Option<(f32, MoverHit, Vec2)> {
        let (area, filter, seconds) = (self.area(self.skin), self.filter(), self.world.settings.timestep);
        let mut nearest: Option<(f32, MoverHit, Vec2)> = None;
        for ahead in self.known.kinematic.iter().chain(self.known.movers) {
            let Some(body) = self.world.body(ahead.index).filter(|_| area.overlaps(&ahead.aabb)) else {
                continue;
            };
            if filter.leaves_out(ahead.index, body).is_some() {
                continue;
            }
            self.each_part(body, &ahead.pose, &area, &mut |found| {
                let (normal, point) = (found.normal, found.points[1]);
                let velocity = self.velocity_at(ahead.index, body, point);
                // A one-way body holds what it reaches in this step from its side.
                let approach = (velocity * seconds - (self.pose.position - start)).dot(normal).max(0.0);
                let is_held = body.one_way().is_none()
                    || -found.distance <= approach + self.skin
                        && is_held_along(body, &ahead.pose.rotation, normal);
                if is_held && nearest.as_ref().is_none_or(|(least, ..)| found.distance < *least) {
                    let obstacle = MoverObstacle::Body(ahead.index);
                    let surface = self.surface(normal);
                    let hit = MoverHit { obstacle, fraction: 0.0, normal, point, surface };
                    nearest = Some((found.distance, hit, velocity));
                }
            });
        }
        nearest
    }

    fn filter(&self) -> QueryFilter<'_> {
        QueryFilter::default()
            .excluding(slice::from_ref(&self.index))
            .with_sensors(false)
            .with_masks(self.body().filter())
    }

    /// Where a body that it meets there will be at the end of the step.
    fn ahead_of(&self, index: u32) -> Option<&'w Ahead> {
        find(self.ahead, index).filter(|_| self.carrier != Some(MoverObstacle::Body(index)))
    }

    fn grounds(&self) -> impl Iterator<Item = (u32, &'w Ground)> {
        (0..).zip(&self.world.generators).filter_map(|(index, generator)| match generator {
            Some(Generator::Ground(ground)) => Some((index, ground)),
            _ => None,
        })
    }

    fn surface(&self, normal: Vec2) -> MoverSurface {
        let rise = normal.dot(self.up);
        if rise >= self.least {
            MoverSurface::Ground
        } else if rise <= -self.least {
            MoverSurface::Ceiling
        } else {
            MoverSurface::Wall
        }
    }

    /// The obstacles on a way, sorted by fraction; those that the mover begins in count only where the way goes deeper.
    fn met(&self, by: Vec2, but: Option<MoverObstacle>) -> Vec<MoverHit> {
        let Ok(cast) = ShapeCast::new(self.shape.clone(), self.pose, by) else { return Vec::new() };
        let mut met = Vec::new();
        let mut meet = |index: u32, pose: &Pose, found: &CastHit| {
            let obstacle = MoverObstacle::Body(index);
            let Some(body) = self.world.body(index).filter(|_| Some(obstacle) != but) else { return };
            if found.starts_inside.is_some() && (body.one_way().is_some() || by.dot(found.normal) >= 0.0) {
                return;
            }
            if !is_held_along(body, &pose.rotation, found.normal) {
                return;
            }
            met.push(MoverHit {
                obstacle,
                fraction: found.fraction,
                normal: found.normal,
                point: found.points[1],
                surface: self.surface(found.normal),
            });
        };
        let filter = self.filter();
        for hit in self.world.cast_shape_all(&cast, &filter) {
            if self.ahead_of(hit.body).is_none() {
                meet(hit.body, self.world.bodies[hit.body as usize].pose(), &hit.found);
            }
        }
        let area = self.shape.aabb(&self.pose);
        let swept = area.union(&Aabb { min: area.min + by, max: area.max + by });
        for ahead in self.ahead.iter().filter(|ahead| ahead.aabb.overlaps(&swept)) {
            let Some(body) = self.world.body(ahead.index) else { continue };
            if self.ahead_of(ahead.index).is_some()
                && filter.leaves_out(ahead.index, body).is_none()
                && let Some(found) = cast_shape(&cast, body.shape(), &ahead.pose)
            {
                meet(ahead.index, &ahead.pose, &found);
            }
        }
        for (index, ground) in
            self.grounds().filter(|(index, _)| Some(MoverObstacle::Generator(*index)) != but)
        {
            let normal = ground.normal();
            let lowest = self.shape.support(&self.pose, -normal);
            let (distance, approach) = ((lowest - ground.point()).dot(normal), -by.dot(normal));
            if approach > 0.0 && distance < approach {
                let fraction = (distance / approach).max(0.0);
                met.push(MoverHit {
                    obstacle: MoverObstacle::Generator(index),
                    fraction,
                    normal,
                    point: lowest + by * fraction,
                    surface: self.surface(normal),
                });
            }
        }
        met.sort_by(|p, q| p.fraction.total_cmp(&q.fraction));
        met
    }

    /// Takes the corner of a step for ground, if the mover stands on ground: a corner no higher above its foot than `step`, behind which a face is ground. `by`: the way on which it was met.
    fn judged(&self, by: Vec2, hit: MoverHit) -> MetObstacle {
        let plain = MetObstacle::of(hit);
        let rise = hit.normal.dot(self.up);
        let lowest = self.shape.support(&self.pose, -self.up) + by * hit.fraction;
        if !self.grounded || rise <= 0.0 || rise > 1.0 - FLATTER || !self.is_low(hit.point, self.foot(lowest))
        {
            return plain;
        }
        let MoverObstacle::Body(index) = hit.obstacle else { return plain };
        let Some(body) = self.world.body(index) else { return plain };
        let inward = -self.right() * hit.normal.dot(self.right()).signum();
        let above = hit.point + (self.up + inward) * self.skin;
        let Ok(ray) = Ray::between(above, above - self.up * (2.0 * self.skin)) else { return plain };
        let pose = self.ahead_of(index).map_or(body.pose(), |ahead| &ahead.pose);
        let behind = cast_ray(body.shape(), pose, &ray, true).and_then(|found| found.normal);
        match behind.filter(|face| face.dot(self.up) >= self.least.max(rise + FLATTER)) {
            Some(ground) => MetObstacle { hit: MoverHit { surface: MoverSurface::Ground, ..hit }, ground },
            None => plain,
        }
    }

    /// What steps are measured from: its lowest point, or where it stands, if that is higher.
    fn foot(&self, lowest: Vec2) -> Vec2 {
        self.foothold.filter(|foothold| (*foothold - lowest).dot(self.up) > 0.0).unwrap_or(lowest)
    }

    /// Whether a point is no higher above its foot than a step that it climbs.
    fn is_low(&self, point: Vec2, foot: Vec2) -> bool {
        (point - foot).dot(self.up) <= self.step + 0.1 * self.skin
    }

    /// Casts along a way, and moves until a skin before the first obstacle.
    fn cast(&mut self, purpose: MoverPurpose, by: Vec2, but: Option<MoverObstacle>) -> Option<MetObstacle> {
        let length = by.length();
        if length <= f32::MIN_POSITIVE || !length.is_finite() {
            return None;
        }
        let (free, first) = self.free_way(by, but);
        let is_down = matches!(purpose, MoverPurpose::StepDown | MoverPurpose::Snap);
        let met = first.map(|hit| if is_down { self.judged(by, hit) } else { MetObstacle::of(hit) });
        self.tell(purpose, by, met.map(|met| met.hit), free);
        met
    }

    /// How much of a way, which is not 0, it can take until a skin before the first obstacle, and that one.
    fn free_way(&self, by: Vec2, but: Option<MoverObstacle>) -> (Vec2, Option<MoverHit>) {
        let length = by.length();
        let way = by / length;
        // Looks a skin farther, along the normal of what it meets.
        let whole = length + 2.0 * self.skin;
        let mut free = length;
        let mut first = None;
        for hit in self.met(way * whole, but) {
            let closing = -way.dot(hit.normal);
            if closing <= 0.0 {
                continue;
            }
            let until = (hit.fraction * whole - self.skin / closing).max(0.0);
            if until < free {
                free = until;
                first = Some(MoverHit { fraction: hit.fraction * whole / length, ..hit });
            }
        }
        (way * free, first)
    }

    /// Moves by `moved`, and keeps what it did.
    fn tell(&mut self, purpose: MoverPurpose, by: Vec2, hit: Option<MoverHit>, moved: Vec2) {
        let from = self.pose.position;
        self.moved.casts.push(MoverCast { purpose, from, by, hit, moved });
        self.pose.position += moved;
    }

    /// The ground right below it, unless it rises from it.
    fn ground_below(&self, velocity: Vec2) -> Option<MoverGround> {
        self.flattest(&self.below(), velocity)
    }

    fn find_ground(&mut self, velocity: Vec2) -> Option<MoverGround> {
        let met = self.below();
        self.tell(MoverPurpose::FindGround, self.way_to_ground(), met.first().map(|met| met.hit), Vec2::ZERO);
        self.flattest(&met, velocity)
    }

    fn way_to_ground(&self) -> Vec2 {
        -self.up * (GROUND_SKINS * self.skin)
    }

    /// What is right below it, and the corners of steps on which it stands.
    fn below(&self) -> Vec<MetObstacle> {
        let by = self.way_to_ground();
        let mut met: Vec<MetObstacle> =
            self.met(by, None).into_iter().map(|hit| self.judged(by, hit)).collect();
        let has_ground = met.iter().any(|met| met.hit.surface == MoverSurface::Ground);
        if self.grounded && !has_ground {
            // Beside a steep corner the way down to it is long, however near it is.
            self.each_near(GROUND_SKINS * self.skin, &mut |index, _, found| {
                let hit = MoverHit {
                    obstacle: MoverObstacle::Body(index),
                    fraction: 0.0,
                    normal: found.normal,
                    point: found.points[1],
                    surface: self.surface(found.normal),
                };
                if found.normal.dot(self.up) >= CORNER_RISE && found.distance < GROUND_SKINS * self.skin {
                    let corner = self.judged(Vec2::ZERO, hit);
                    met.extend((corner.hit.surface == MoverSurface::Ground).then_some(corner));
                }
            });
        }
        met
    }

    /// Of these the flattest ground from which the mover does not rise; a corner is as steep as its own normal.
    fn flattest(&self, met: &[MetObstacle], velocity: Vec2) -> Option<MoverGround> {
        let mut best: Option<(f32, MoverGround)> = None;
        for MetObstacle { hit, ground } in met.iter().filter(|met| met.hit.surface == MoverSurface::Ground) {
            let found = MoverGround { obstacle: hit.obstacle, normal: *ground, point: hit.point };
            let from_it = velocity - self.velocity_of(&found);
            // What is set down on a lift that sinks stands on it.
            let rises = !self.grounded && from_it.dot(*ground).min(velocity.dot(*ground)) > RISING;
            let rise = hit.normal.dot(self.up);
            if !rises && best.is_none_or(|(most, _)| rise > most) {
                best = Some((rise, found));
            }
        }
        best.map(|(_, ground)| ground)
    }

    /// Moves along a way, and on along what stops it. `air` loses what goes into obstacles.
    fn slide(&mut self, way: Vec2, walks: bool, air: &mut Onward) -> SlideEnd {
        let mut left = way;
        let mut planes: Vec<Vec2> = Vec::new();
        let mut end = SlideEnd { meets_ground: false, is_turned: false };
        for _ in 0..MOST_SLIDES {
            let before = self.pose.position;
            let met = self.cast(MoverPurpose::Slide, left, None);
            let moved = self.pose.position - before;
            self.walked += moved;
            left -= moved;
            let Some(met) = met else { break };
            let is_step = walks
                && met.hit.surface != MoverSurface::Ceiling
                && (met.hit.surface == MoverSurface::Wall
                    || self.judged(Vec2::ZERO, met.hit).ground != met.hit.normal);
            if is_step && self.climb(&mut left) {
                planes.clear();
                continue;
            }
            let normal = match met.hit.surface {
                MoverSurface::Ground => {
                    if !walks {
                        // What fell is held; what it walked goes on along the ground.
                        left -= self.up * left.dot(self.up);
                        air.velocity -= self.up * air.velocity.dot(self.up).min(0.0);
                    }
                    end.meets_ground = true;
                    met.hit.normal
                }
                MoverSurface::Wall => self.upright(met.hit.normal, left, walks),
                MoverSurface::Ceiling => met.hit.normal,
            };
            left -= normal * left.dot(normal).min(0.0);
            let across = self.level(normal);
            if met.hit.surface != MoverSurface::Ground {
                end.is_turned |= across.length() > LEVEL && normal.dot(self.up).abs() > LEVEL;
            }
            air.velocity -= normal * air.velocity.dot(normal).min(0.0);
            air.drift -= across * air.drift.dot(across).min(0.0);
            if planes.iter().any(|plane| left.dot(*plane) < -1.0e-6 * left.length()) {
                if planes.iter().any(|plane| air.velocity.dot(*plane) < 0.0) {
                    air.velocity = Vec2::ZERO;
                }
                break;
            }
            planes.push(normal);
        }
        end
    }

    /// The normal along which a wall turns the way: upright for what walks, and for what would be led up by it.
    fn upright(&self, normal: Vec2, left: Vec2, walks: bool) -> Vec2 {
        let along = left - normal * left.dot(normal).min(0.0);
        let climbs = along.dot(self.up) > left.dot(self.up).max(0.0);
        if normal.dot(self.up) > 0.0 && (walks || climbs) {
            self.level(normal).try_normalize().unwrap_or(normal)
        } else {
            normal
        }
    }

    /// Climbs the step before it, and takes what it went over from `left`. `false`, and where it was, if there is no step.
    fn climb(&mut self, left: &mut Vec2) -> bool {
        let level = self.level(*left);
        let (length, least) = (level.length(), self.least_over);
        if self.step <= 0.0 || length <= f32::MIN_POSITIVE {
            return false;
        }
        let (start, casts) = (self.pose.position, self.moved.casts.len());
        let mut climbs = self.step_onto(level);
        if !climbs {
            // Too little to come to stand on the corner, or so much that the step behind it is met.
            self.moved.casts.truncate(casts);
            climbs = self.step_onto(level * (least / length));
        }
        if climbs {
            let over = self.level(self.pose.position - start);
            self.walked += over;
            *left = level * (1.0 - over.length() / length).max(0.0);
        }
        climbs
    }

    /// Goes up, over by `level`, and down again. `false`, and where it was, if it comes to no ground.
    fn step_onto(&mut self, level: Vec2) -> bool {
        let start = self.pose.position;
        let lowest = self.shape.support(&self.pose, -self.up);
        let foot = self.foot(lowest);
        self.cast(MoverPurpose::StepUp, self.up * self.step, None);
        let lifted = (self.pose.position - start).dot(self.up);
        let under = self.pose.position;
        self.cast(MoverPurpose::StepOver, level, None);
        let over = (self.pose.position - under).length();
        let down = self.cast(MoverPurpose::StepDown, -self.up * lifted, None);
        // What gains neither height nor much way would begin again for ever.
        let rise = (self.pose.position - start).dot(self.up);
        let gains = over > 0.0 && (rise > 0.1 * self.skin || over > 0.99 * self.least_over);
        let is_step = |hit: &MoverHit| hit.surface == MoverSurface::Ground && self.is_low(hit.point, foot);
        if let Some(step) = down.map(|met| met.hit).filter(is_step)
            && gains
            && self.below().iter().any(|met| met.hit.surface == MoverSurface::Ground)
        {
            self.foothold = Some(step.point);
            return true;
        }
        // The last of the casts goes back to the start.
        self.pose.position = start;
        if let Some(last) = self.moved.casts.last_mut() {
            last.moved = start - last.from;
        }
        false
    }

    /// Follows ground that falls away.
    fn follow_ground(&mut self) {
        if self.snap > 0.0 {
            let start = self.pose.position;
            let met = self.cast(MoverPurpose::Snap, -self.up * self.snap, None);
            if met.is_none_or(|met| met.hit.surface != MoverSurface::Ground) {
                self.pose.position = start;
                if let Some(cast) = self.moved.casts.last_mut() {
                    cast.moved = Vec2::ZERO;
                }
            }
        }
    }
}
