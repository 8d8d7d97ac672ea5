//! What is in the way of a mover: near it, on a way, and where it will be at the end of the step.

use glam::Vec2;

use super::{Ahead, LEVEL, MetObstacle, Walker};
use crate::aabb::Aabb;
use crate::body::Body;
use crate::collide::leaves::LeafPair;
use crate::decide::is_held_along;
use crate::generator::{Generator, Ground};
use crate::mover::{MoverGround, MoverHit, MoverObstacle, MoverPurpose, MoverSurface};
use crate::pose::Pose;
use crate::query::cast::{CastHit, ShapeCast, cast_shape};
use crate::query::closest::{ClosestPoints, closest_of_pair};
use crate::query::filter::QueryFilter;
use crate::query::ray::{Ray, cast_ray};

/// Most pushes out of obstacles in a step.
const MOST_PUSHES: usize = 8;
/// A corner is one where the face behind it is flatter by this.
const FLATTER: f32 = 1.0e-3;

/// How a mover gave way to what moves.
#[derive(Default)]
pub(super) struct Pushed {
    /// It could not.
    pub overlaps: bool,
    /// What pushed it up.
    pub ground: Option<MoverGround>,
    /// Normal and velocity of each that pushed it.
    pub planes: Vec<(Vec2, Vec2)>,
}

impl<'w> Walker<'w> {
    /// Pushes it out of what it overlaps, and up to its skin, the deepest first. Returns whether it still overlaps.
    pub(super) fn push_out(&mut self) -> bool {
        for _ in 0..MOST_PUSHES {
            let Some((distance, hit)) = self.nearest() else { return false };
            if distance >= 0.5 * self.skin {
                return false;
            }
            let by = hit.normal * (self.skin - distance);
            self.make_cast(MoverPurpose::PushOut, by, Some(hit), by);
        }
        self.nearest().is_some_and(|(distance, _)| distance < -self.skin)
    }

    /// The obstacle of least distance (negative: how deep).
    fn nearest(&self) -> Option<(f32, MoverHit)> {
        let mut nearest: Option<(f32, MoverHit)> = None;
        let mut add = |distance: f32, normal, obstacle, point| {
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, self.near(obstacle, normal, point)));
            }
        };
        self.each_near(self.skin, &mut |index, body, found| {
            // A dynamic body is pushed out of the mover by the solver.
            if body.inverse_mass() == 0.0 {
                add(found.distance, found.normal, MoverObstacle::Body(index), found.points[1]);
            }
        });
        for (index, ground) in self.grounds() {
            let (distance, lowest) = self.height_over(ground);
            add(distance, ground.normal(), MoverObstacle::Generator(index), lowest);
        }
        nearest
    }

    /// Whether a way across `up` goes into something beside it that is too steep to stand on.
    pub(super) fn presses_into_slope(&self, way: Vec2) -> bool {
        let is_slope = |normal: Vec2| {
            self.surface(normal) == MoverSurface::Wall && normal.dot(self.up) > LEVEL && way.dot(normal) < 0.0
        };
        let (room, mut presses) = (2.0 * self.skin, false);
        if way != Vec2::ZERO {
            self.each_near(room, &mut |_, _, found| {
                presses |= found.distance < room && is_slope(found.normal);
            });
        }
        let mut grounds = self.grounds();
        presses || grounds.any(|(_, ground)| is_slope(ground.normal()) && self.height_over(ground).0 < room)
    }

    /// The nearest points of the parts of bodies that are within `room` metres, as far as these hold it.
    pub(super) fn each_near(&self, room: f32, visit: &mut dyn FnMut(u32, &Body, &ClosestPoints)) {
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
    pub(super) fn give_way(&mut self, start: Vec2) -> Pushed {
        let mut pushed = Pushed::default();
        for _ in 0..MOST_PUSHES {
            let Some((distance, hit, velocity)) = self.nearest_ahead(start) else { return pushed };
            if distance >= 0.5 * self.skin {
                return pushed;
            }
            let by = hit.normal * (self.skin - distance);
            let (free, _) = self.free_way(by, Some(hit.obstacle));
            self.make_cast(MoverPurpose::PushOut, by, Some(hit), free);
            pushed.planes.push((hit.normal, velocity));
            if hit.surface.is_ground() {
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
                    let hit = self.near(MoverObstacle::Body(ahead.index), normal, point);
                    nearest = Some((found.distance, hit, velocity));
                }
            });
        }
        nearest
    }

    pub(super) fn filter(&self) -> QueryFilter<'_> {
        QueryFilter::default().excluding(&self.passes).with_sensors(false).with_masks(self.body().filter())
    }

    /// Where a body that it meets there will be at the end of the step.
    fn ahead_of(&self, index: u32) -> Option<&'w Ahead> {
        find(self.ahead, index).filter(|_| self.carrier != Some(MoverObstacle::Body(index)))
    }

    pub(super) fn grounds(&self) -> impl Iterator<Item = (u32, &'w Ground)> {
        (0..).zip(&self.world.generators).filter_map(|(index, generator)| match generator {
            Some(Generator::Ground(ground)) => Some((index, ground)),
            _ => None,
        })
    }

    /// How high above a ground its lowest point is (negative: how deep), and that point.
    fn height_over(&self, ground: &Ground) -> (f32, Vec2) {
        let lowest = self.shape.support(&self.pose, -ground.normal());
        ((lowest - ground.point()).dot(ground.normal()), lowest)
    }

    /// An obstacle of which this point is the nearest.
    pub(super) fn near(&self, obstacle: MoverObstacle, normal: Vec2, point: Vec2) -> MoverHit {
        MoverHit { obstacle, fraction: 0.0, normal, point, surface: self.surface(normal) }
    }

    pub(super) fn surface(&self, normal: Vec2) -> MoverSurface {
        let rise = normal.dot(self.up);
        if rise >= self.ground_cosine {
            MoverSurface::Ground
        } else if rise <= -self.ground_cosine {
            MoverSurface::Ceiling
        } else {
            MoverSurface::Wall
        }
    }

    /// The obstacles on a way, sorted by fraction; those that the mover begins in count only where the way goes deeper.
    pub(super) fn met(&self, by: Vec2, but: Option<MoverObstacle>) -> Vec<MoverHit> {
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
            let ((distance, lowest), approach) = (self.height_over(ground), -by.dot(normal));
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

    /// Takes the corner of a step for ground, if the mover stands on ground: a corner no higher above its foot than `step`,
    /// behind which a face is ground. `by`: the way on which it was met.
    pub(super) fn judged(&self, by: Vec2, hit: MoverHit) -> MetObstacle {
        let plain = MetObstacle::of(hit);
        let rise = hit.normal.dot(self.up);
        let lowest = self.shape.support(&self.pose, -self.up) + by * hit.fraction;
        if !self.is_grounded()
            || rise <= 0.0
            || rise > 1.0 - FLATTER
            || !self.is_low(hit.point, self.foot(lowest))
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
        match behind.filter(|face| face.dot(self.up) >= self.ground_cosine.max(rise + FLATTER)) {
            Some(ground) => {
                let surface = if hit.surface.is_ground() { hit.surface } else { MoverSurface::Corner };
                MetObstacle { hit: MoverHit { surface, ..hit }, ground }
            }
            None => plain,
        }
    }

    /// What steps are measured from: its lowest point, or where it stands, if that is higher.
    pub(super) fn foot(&self, lowest: Vec2) -> Vec2 {
        self.foothold.filter(|foothold| (*foothold - lowest).dot(self.up) > 0.0).unwrap_or(lowest)
    }

    /// Whether a point is no higher above its foot than a step that it climbs.
    pub(super) fn is_low(&self, point: Vec2, foot: Vec2) -> bool {
        (point - foot).dot(self.up) <= self.step + 0.1 * self.skin
    }
}

/// Of `ways`, ascending, the one of a body.
pub(super) fn find(ways: &[Ahead], index: u32) -> Option<&Ahead> {
    ways.binary_search_by_key(&index, |ahead| ahead.index).ok().map(|at| &ways[at])
}
