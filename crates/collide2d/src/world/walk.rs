//! Movers: characters that move and slide (`move_and_slide` of Godot, the movers of Box2D v3).
//!
//! Before a step changes anything, each mover looks for its way among the bodies as they are. It is pushed out of what it
//! overlaps, and finds the ground below it. Its way is that of walking along the ground, or in the air of walking and falling.
//! Its shape is cast along the way; what it meets stops it a skin before the surface, and the rest of the way goes on along
//! that, until the way is used up or two surfaces face each other. On ground it climbs steps (up, over, down) and is drawn to
//! ground that falls away; then the ground's own motion carries it. Last it gives way to kinematic bodies and movers that will be
//! in its place at the end of the step. The step moves it there as it moves a kinematic body.
//!
//! In the air it keeps the velocity across `up` of the ground that it left, and what it gains by sliding down slopes that are too
//! steep to stand on; walking adds to that.

mod obstacles;

use std::mem;

use glam::Vec2;

use self::obstacles::find;
use super::World;
use crate::aabb::Aabb;
use crate::body::{Body, Motion};
use crate::math;
use crate::mover::{
    MAX_SKIN, MoverCast, MoverGround, MoverHit, MoverMove, MoverObstacle, MoverPurpose, MoverSurface, Onward,
    SKIN_SHARE, WalkOrder,
};
use crate::pose::Pose;
use crate::shape::Shape;

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

/// Where a body will be at the end of the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    pub index: u32,
    pub pose: Pose,
    pub aabb: Aabb,
    /// Metres.
    pub way: Vec2,
}

/// Whose ways in the step a mover knows.
#[derive(Clone, Copy, Default)]
pub(super) struct KnownWays<'w> {
    pub kinematic: &'w [Ahead],
    /// Movers that looked for their ways before it. Ascending.
    pub movers: &'w [Ahead],
}

/// A mover that looks for its way.
pub(super) struct Walker<'w> {
    world: &'w World,
    index: u32,
    /// The bodies that are no obstacles of it: itself, and those that joints hold to it without collision.
    passes: Vec<u32>,
    shape: &'w Shape,
    /// Where it has come to.
    pub pose: Pose,
    /// Unit vector.
    up: Vec2,
    /// Least one between `up` and the normal of ground.
    ground_cosine: f32,
    step: f32,
    snap: f32,
    speed: f32,
    jump: f32,
    pub velocity: Vec2,
    /// See [`Onward`]; `None` where the last step did not leave it with this velocity.
    drift: Option<Vec2>,
    /// Distance that it keeps from obstacles. Metres.
    skin: f32,
    /// Where it stands, if it stands on ground, so that the corners of steps are ground to it: these are as high as they are above.
    foothold: Option<Vec2>,
    /// Least way onto a step that it climbs, so that a round shape stands on the corner. Metres.
    least_over: f32,
    known: KnownWays<'w>,
    /// Of the known movers those that it meets where they will be: at first none, then all but the one that carries it.
    ahead: &'w [Ahead],
    carrier: Option<MoverObstacle>,
    /// What it has made of the way that it wanted.
    walked: Vec2,
    pub moved: MoverMove,
}

/// How a slide went.
struct SlideEnd {
    meets_ground: bool,
    /// In the air something that is neither level nor upright turned its velocity.
    is_turned: bool,
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
    pub fn of(world: &'w World, index: u32, known: KnownWays<'w>) -> Option<Self> {
        let body = world.body(index)?;
        let (moves, after) = (&world.movers.moves, &world.movers.after);
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
            passes: [index].into_iter().chain(world.not_colliding.with(index)).collect(),
            shape: body.shape(),
            pose: *body.pose(),
            up: up.as_dvec2().normalize().as_vec2(),
            // Ground of just this slope is ground, whatever the rounding of its normal.
            ground_cosine: math::sin_cos(max_slope.to_radians()).1 - 1.0e-4,
            step,
            snap,
            speed,
            jump,
            velocity,
            drift: onward.map(|onward| onward.drift),
            skin,
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
    pub fn walk(&mut self, order: WalkOrder) -> Onward {
        let (seconds, start) = (self.world.settings.timestep, self.pose.position);
        let mut overlaps = self.push_out();
        let below = self.find_ground(self.velocity);
        let mut carry = below.map_or(Vec2::ZERO, |ground| self.velocity_of(&ground));
        let jumps = order.jump && below.is_some();
        let ground = below.filter(|_| !jumps);
        let walks = ground.is_some();
        self.foothold = ground.map(|ground| ground.point);
        self.carrier = ground.map(|ground| ground.obstacle);
        self.ahead = self.known.movers;
        let right = self.right();
        let mut along = self.speed * order.direction;
        let mut air = Onward::default();
        let way = if let Some(ground) = ground {
            -ground.normal.perp() * along * seconds
        } else {
            air = if jumps {
                let velocity = right * along + self.up * self.jump + carry;
                Onward { velocity, drift: self.level(carry) }
            } else {
                let drift = self.drift.unwrap_or_else(|| self.drift_of_begun());
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
            let met = self.cast(MoverPurpose::Carry, carry * seconds, Some(ground.obstacle));
            if let Some(MetObstacle { hit, .. }) = met {
                // It goes on no faster than what is in the way lets it.
                let closing = (carry - self.velocity_of_obstacle(hit.obstacle, hit.point)).dot(hit.normal);
                carry -= hit.normal * closing.min(0.0);
            }
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

    /// The same of a velocity that no step left: what walking cannot give.
    fn drift_of_begun(&self) -> Vec2 {
        let across = self.velocity.dot(self.right());
        self.right() * (across - across.clamp(-self.speed, self.speed))
    }

    fn is_grounded(&self) -> bool {
        self.foothold.is_some()
    }

    fn body(&self) -> &'w Body {
        &self.world.bodies[self.index as usize]
    }

    /// The velocity of the ground where the mover stands on it, its conveyor included.
    fn velocity_of(&self, ground: &MoverGround) -> Vec2 {
        let belt = match ground.obstacle {
            MoverObstacle::Body(index) => self.world.body(index).map_or(0.0, Body::conveyor),
            MoverObstacle::Generator(_) => 0.0,
        };
        self.velocity_of_obstacle(ground.obstacle, ground.point) - ground.normal.perp() * belt
    }

    fn velocity_of_obstacle(&self, obstacle: MoverObstacle, point: Vec2) -> Vec2 {
        let MoverObstacle::Body(index) = obstacle else { return Vec2::ZERO };
        self.world.body(index).map_or(Vec2::ZERO, |body| self.velocity_at(index, body, point))
    }

    /// Of a mover whose way is known the velocity of that.
    fn velocity_at(&self, index: u32, body: &Body, point: Vec2) -> Vec2 {
        match find(self.known.movers, index) {
            Some(ahead) => ahead.way / self.world.settings.timestep,
            None => body.velocity() + body.turning_velocity_at(point),
        }
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
        self.make_cast(purpose, by, met.map(|met| met.hit), free);
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

    /// Moves by `moved`, and keeps the cast of that.
    fn make_cast(&mut self, purpose: MoverPurpose, by: Vec2, hit: Option<MoverHit>, moved: Vec2) {
        let from = self.pose.position;
        self.moved.casts.push(MoverCast { purpose, from, by, hit, moved });
        self.pose.position += moved;
    }

    /// The ground right below it, unless it rises from it.
    pub fn ground_below(&self, velocity: Vec2) -> Option<MoverGround> {
        self.flattest(&self.below(), velocity)
    }

    fn find_ground(&mut self, velocity: Vec2) -> Option<MoverGround> {
        let met = self.below();
        self.make_cast(
            MoverPurpose::FindGround,
            self.way_to_ground(),
            met.first().map(|met| met.hit),
            Vec2::ZERO,
        );
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
        let has_ground = met.iter().any(|met| met.hit.surface.is_ground());
        if self.is_grounded() && !has_ground {
            // Beside a steep corner the way down to it is long, however near it is.
            self.each_near(GROUND_SKINS * self.skin, &mut |index, _, found| {
                let hit = self.near(MoverObstacle::Body(index), found.normal, found.points[1]);
                if found.normal.dot(self.up) >= CORNER_RISE && found.distance < GROUND_SKINS * self.skin {
                    let corner = self.judged(Vec2::ZERO, hit);
                    met.extend((corner.hit.surface.is_ground()).then_some(corner));
                }
            });
        }
        met
    }

    /// Of these the flattest ground from which the mover does not rise; a corner is as steep as its own normal.
    fn flattest(&self, met: &[MetObstacle], velocity: Vec2) -> Option<MoverGround> {
        let mut best: Option<(f32, MoverGround)> = None;
        for MetObstacle { hit, ground } in met.iter().filter(|met| met.hit.surface.is_ground()) {
            let found = MoverGround { obstacle: hit.obstacle, normal: *ground, point: hit.point };
            let from_it = velocity - self.velocity_of(&found);
            // What is set down on a lift that sinks stands on it.
            let rises = !self.is_grounded() && from_it.dot(*ground).min(velocity.dot(*ground)) > RISING;
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
                MoverSurface::Ground | MoverSurface::Corner => {
                    if !walks {
                        // What fell is held; what it walked goes on along the ground.
                        left -= self.up * left.dot(self.up);
                        air.velocity -= self.up * air.velocity.dot(self.up).min(0.0);
                    }
                    end.meets_ground = true;
                    met.hit.normal
                }
                MoverSurface::Wall => self.upright(met.hit.normal, left, walks),
                // No way meets what is too high: that is what it would have been set down on.
                MoverSurface::Ceiling | MoverSurface::TooHigh => met.hit.normal,
            };
            left -= normal * left.dot(normal).min(0.0);
            let across = self.level(normal);
            if !met.hit.surface.is_ground() {
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
        let is_step = |hit: &MoverHit| hit.surface.is_ground() && self.is_low(hit.point, foot);
        if let Some(step) = down.map(|met| met.hit).filter(is_step)
            && gains
            && self.below().iter().any(|met| met.hit.surface.is_ground())
        {
            self.foothold = Some(step.point);
            return true;
        }
        // The last of the casts goes back to the start.
        self.pose.position = start;
        if let Some(last) = self.moved.casts.last_mut() {
            last.moved = start - last.from;
        }
        let is_high = down.is_some_and(|met| !self.is_low(met.hit.point, foot));
        if let Some(MoverCast { hit: Some(hit), .. }) = self.moved.casts.last_mut().filter(|_| is_high) {
            hit.surface = MoverSurface::TooHigh;
        }
        false
    }

    /// Follows ground that falls away.
    fn follow_ground(&mut self) {
        if self.snap > 0.0 {
            let start = self.pose.position;
            let met = self.cast(MoverPurpose::Snap, -self.up * self.snap, None);
            if met.is_none_or(|met| !met.hit.surface.is_ground()) {
                self.pose.position = start;
                if let Some(cast) = self.moved.casts.last_mut() {
                    cast.moved = Vec2::ZERO;
                }
            }
        }
    }
}
