//! First touch under linear motion, and the distance between shapes.

mod rotating;

mod boxes;

use std::ops::ControlFlow;

use glam::{DVec2, Vec2};

use crate::aabb::Interval;
use crate::contact::{Blocks, Facing, Hull, Pair, Placed, RoundBox, Source, collide};
use crate::pose::Pose;
use crate::shape::{Circle, Shape, segment_distance};

use boxes::Hit;

pub use rotating::{Turning, first_touch_rotating};

/// The first touch of two shapes that move without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Seconds from now, >= 0.
    pub time: f32,
    /// From `a`'s position at that time to the point of touch, in world axes; the middle where faces meet. Metres.
    pub from_a: Vec2,
    /// As [`crate::Contact::normal`], at that time.
    pub normal: Vec2,
}

/// The first time within `horizon` seconds at which `a` and `b`, apart now, touch, if `a` moves by `velocity` relative to
/// `b` and neither turns. `None` where they do not, where they only graze, and where they are in contact already. Shapes
/// that just touch and move into each other touch at time 0. Walls never touch walls.
///
/// Exact, no stepping: flat shapes enter each other when the last of their axes does (the separating-axis test over time),
/// and a circle's centre travels a ray against the other shape grown by the radius. Worked out in f64.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{Pose, Shape, first_touch};
///
/// let (ball, wall) = (Shape::circle(0.5)?, Shape::wall(Vec2::new(3.0, -1.0), Vec2::new(3.0, 1.0))?);
/// let impact = first_touch(&ball, &Pose::default(), &wall, &Pose::default(), Vec2::X, 10.0);
/// assert_eq!(impact.map(|impact| (impact.time, impact.normal)), Some((2.5, Vec2::NEG_X)));
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
pub fn first_touch(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    velocity: Vec2,
    horizon: f32,
) -> Option<Impact> {
    use Shape::{Circle, Rectangle, Wall};
    let motion = Motion { velocity: velocity.as_dvec2(), horizon: f64::from(horizon) };
    let b_from_a = pose_b.position - pose_a.position;
    let hit = match (a, b) {
        (Wall(_), Wall(_)) => return None,
        (Rectangle(p), Rectangle(q)) => {
            return motion.boxes(&Blocks::of_rectangles(p, pose_a, q, pose_b), Vec2::ZERO);
        }
        (Rectangle(p), Wall(q)) => {
            return motion.boxes(&Blocks::with_wall(p, pose_a, q, pose_b, false), Vec2::ZERO);
        }
        (Wall(q), Rectangle(p)) => {
            return motion.boxes(&Blocks::with_wall(p, pose_b, q, pose_a, true), b_from_a);
        }
        (Circle(p), Rectangle(q)) => {
            RoundBox::with_rectangle(p, pose_a, q, pose_b).first_touch(motion.of_p(false))
        }
        (Rectangle(q), Circle(p)) => {
            RoundBox::with_rectangle(p, pose_b, q, pose_a).first_touch(motion.of_p(true))
        }
        (Circle(p), Wall(q)) => RoundBox::with_wall(p, pose_a, q, pose_b).first_touch(motion.of_p(false)),
        (Wall(q), Circle(p)) => RoundBox::with_wall(p, pose_b, q, pose_a).first_touch(motion.of_p(true)),
        _ => Hit::Unsure,
    };
    match (hit, a, b) {
        (Hit::Never, ..) => None,
        (Hit::At(time, normal), Circle(p), _) => motion.round(time, normal, p, false, b_from_a),
        (Hit::At(time, normal), _, Circle(p)) => motion.round(time, normal, p, true, b_from_a),
        _ => of_any_kinds(a, pose_a, b, pose_b, motion),
    }
}

fn of_any_kinds(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, motion: Motion) -> Option<Impact> {
    use Shape::{Circle, Polygon, Rectangle, Wall};
    if collide(a, pose_a, b, pose_b).is_some() {
        return None;
    }
    let sweep = Sweep { pair: Pair::new(a, pose_a, b, pose_b), motion };
    match (a, b) {
        (Circle(a), Circle(b)) => sweep.circles(a, b),
        (Circle(p), Rectangle(q)) | (Rectangle(q), Circle(p)) => sweep.circle_hull(p, q),
        (Circle(p), Polygon(q)) | (Polygon(q), Circle(p)) => sweep.circle_hull(p, q),
        (Circle(p), Wall(q)) | (Wall(q), Circle(p)) => sweep.circle_hull(p, q),
        (Rectangle(p), Polygon(q)) | (Polygon(q), Rectangle(p)) => sweep.hulls(p, q),
        (Polygon(p), Polygon(q)) => sweep.hulls(p, q),
        (Polygon(p), Wall(q)) | (Wall(q), Polygon(p)) => sweep.hulls(p, q),
        // Those are worked out without a fallback.
        (Rectangle(_) | Wall(_), Rectangle(_) | Wall(_)) => None,
    }
}

/// Distance between two shapes where they are apart; minus the depth where they are in contact. Metres.
pub fn separation(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> f32 {
    use Shape::{Circle, Polygon, Rectangle, Wall};
    if let Some(contact) = collide(a, pose_a, b, pose_b) {
        return -contact.depth;
    }
    let pair = Pair::new(a, pose_a, b, pose_b);
    match (a, b) {
        (Circle(a), Circle(b)) => (pair.q.offset.length() - a.radius() - b.radius()).max(0.0),
        (Circle(p), Rectangle(q)) | (Rectangle(q), Circle(p)) => circle_distance(p, q, &pair),
        (Circle(p), Polygon(q)) | (Polygon(q), Circle(p)) => circle_distance(p, q, &pair),
        (Circle(p), Wall(q)) | (Wall(q), Circle(p)) => circle_distance(p, q, &pair),
        (Rectangle(p), Rectangle(q)) => hull_distance(p, q, &pair),
        (Rectangle(p), Polygon(q)) | (Polygon(q), Rectangle(p)) => hull_distance(p, q, &pair),
        (Rectangle(p), Wall(q)) | (Wall(q), Rectangle(p)) => hull_distance(p, q, &pair),
        (Polygon(p), Polygon(q)) => hull_distance(p, q, &pair),
        (Polygon(p), Wall(q)) | (Wall(q), Polygon(p)) => hull_distance(p, q, &pair),
        (Wall(p), Wall(q)) => hull_distance(p, q, &pair),
    }
}

#[derive(Clone, Copy)]
struct Motion {
    /// Of `a` relative to `b`.
    velocity: DVec2,
    horizon: f64,
}

impl Motion {
    /// Velocity of `p`, which is `b` if the pair is flipped.
    #[inline(always)]
    fn of_p(&self, flipped: bool) -> DVec2 {
        if flipped { -self.velocity } else { self.velocity }
    }

    /// How far `b` goes in that time, seen from `a`; `None` past the horizon.
    #[inline(always)]
    fn shift_of_b(&self, time: f64) -> Option<DVec2> {
        (time.is_finite() && time <= self.horizon).then(|| -self.velocity * time)
    }

    /// `p_from_a`: from `a`'s position to `p`'s now.
    #[inline(always)]
    fn boxes<const WALL: bool>(&self, blocks: &Blocks<WALL>, p_from_a: Vec2) -> Option<Impact> {
        let (time, point, normal) = blocks.first_touch(self.of_p(blocks.flipped))?;
        let shift = self.shift_of_b(time)?;
        let p_from_a = if blocks.flipped { (p_from_a.as_dvec2() + shift).as_vec2() } else { p_from_a };
        Some(Impact { time: time as f32, from_a: p_from_a + point, normal })
    }

    /// `normal`: the way that the circle must move; the circle is `b` if `flipped`.
    #[inline(always)]
    fn round(
        &self,
        time: f64,
        normal: Vec2,
        circle: &Circle,
        flipped: bool,
        b_from_a: Vec2,
    ) -> Option<Impact> {
        let shift = self.shift_of_b(time)?;
        let center = if flipped { (b_from_a.as_dvec2() + shift).as_vec2() } else { Vec2::ZERO };
        let toward_a = (if flipped { -normal } else { normal }) + Vec2::ZERO;
        Some(Impact { time: time as f32, from_a: center - normal * circle.radius(), normal: toward_a })
    }
}

struct Sweep {
    pair: Pair,
    motion: Motion,
}

impl Sweep {
    fn circles(&self, a: &Circle, b: &Circle) -> Option<Impact> {
        let from_b = -self.pair.q.offset.as_dvec2();
        let (time, normal) =
            ray_into_disc(from_b, self.motion.velocity, f64::from(a.radius()) + f64::from(b.radius()))?;
        let normal = normal.as_vec2();
        self.impact(time, normal, |_| normal * -a.radius())
    }

    fn circle_hull<H: Hull>(&self, circle: &Circle, hull: &H) -> Option<Impact> {
        let hull = Placed { hull, at: self.pair.q };
        let (center, radius) = (self.pair.p.offset.as_dvec2(), f64::from(circle.radius()));
        let velocity = self.velocity_of_p();
        let mut first: Option<(f64, DVec2)> = None;
        let mut keep = |hit: Option<(f64, DVec2)>| {
            if let Some(hit) = hit
                && first.is_none_or(|first| hit.0 < first.0)
            {
                first = Some(hit);
            }
        };
        hull.hull.edges(|from, to| {
            let (from, to) = (hull.out(from).as_dvec2(), hull.out(to).as_dvec2());
            keep(ray_into_disc(center - from, velocity, radius));
            keep(ray_into_face(center, velocity, radius, from, to));
        });
        let (time, normal) = first?;
        let normal = normal.as_vec2();
        self.impact(time, normal, |pair| pair.p.offset - normal * circle.radius())
    }

    fn hulls<P: Hull, Q: Hull>(&self, p: &P, q: &Q) -> Option<Impact> {
        let velocity = self.velocity_of_p();
        let (here_p, here_q) = (Placed { hull: p, at: self.pair.p }, Placed { hull: q, at: self.pair.q });
        let mut enter: Option<(f64, Vec2, Source)> = None;
        let mut exit = f64::INFINITY;
        let mut weigh = |source, direction: Vec2, p: Interval, q: Interval| {
            let speed = velocity.dot(direction.as_dvec2());
            let gap = |from: f32, to: f32| f64::from(to) - f64::from(from);
            // How far `p` is before `q` along its motion, and how far it has to go until it is past it.
            let (before, past, normal) = if speed >= 0.0 {
                (gap(p.max, q.min), gap(p.min, q.max), -direction)
            } else {
                (gap(q.max, p.min), gap(q.min, p.max), direction)
            };
            if past <= 0.0 || (before >= 0.0 && speed == 0.0) {
                return ControlFlow::Break(());
            }
            if speed != 0.0 {
                exit = exit.min(past / speed.abs());
                let time = before / speed.abs();
                if before >= 0.0 && enter.is_none_or(|(latest, ..)| time > latest) {
                    enter = Some((time, normal, source));
                }
            }
            ControlFlow::Continue(())
        };
        let flow = p.axes(|face, normal, span| {
            let direction = here_p.at.rotation.rotate(normal);
            let span = span.shifted(direction.dot(here_p.at.offset));
            weigh(Source::FaceOfP(face), direction, span, here_q.extent(direction))
        });
        if flow.is_continue() {
            let flow = q.axes(|face, normal, span| {
                let direction = here_q.at.rotation.rotate(normal);
                let span = span.shifted(direction.dot(here_q.at.offset));
                weigh(Source::FaceOfQ(face), direction, here_p.extent(direction), span)
            });
            if flow.is_break() {
                return None;
            }
        } else {
            return None;
        }
        let (time, normal, source) = enter.filter(|&(time, ..)| time < exit)?;
        self.impact(time, normal, |pair| {
            let (p, q) = (Placed { hull: p, at: pair.p }, Placed { hull: q, at: pair.q });
            Facing::new(&p, &q, normal, source).touch(pair.flipped)
        })
    }

    fn velocity_of_p(&self) -> DVec2 {
        self.motion.of_p(self.pair.flipped)
    }

    /// `normal`: the way that `p` must move. `point`: the point of touch seen from `a`'s anchor, of the pair at that time.
    fn impact(&self, time: f64, normal: Vec2, point: impl FnOnce(&Pair) -> Vec2) -> Option<Impact> {
        let shift = self.motion.shift_of_b(time)?;
        let mut then = self.pair;
        let b = if then.flipped { &mut then.p } else { &mut then.q };
        b.offset = (b.offset.as_dvec2() + shift).as_vec2();
        Some(Impact { time: time as f32, from_a: point(&then) + then.anchor, normal: then.toward_a(normal) })
    }
}

/// When a point at `from` (seen from the centre of a disc) that moves by `velocity` enters the disc, and the disc's normal
/// there. `None` where it moves away or past. A point inside by rounding enters at once.
fn ray_into_disc(from: DVec2, velocity: DVec2, radius: f64) -> Option<(f64, DVec2)> {
    let approach = -from.dot(velocity);
    let outside = (from.length_squared() - radius * radius).max(0.0);
    let discriminant = approach * approach - velocity.length_squared() * outside;
    if approach > 0.0 && discriminant > 0.0 {
        let time = outside / (approach + discriminant.sqrt());
        Some((time, (from + velocity * time).normalize()))
    } else {
        None
    }
}

/// When a disc whose centre is at `center` and moves by `velocity` touches the inside of a face from outside, and the face's
/// normal. The face runs counter-clockwise around its shape.
fn ray_into_face(
    center: DVec2,
    velocity: DVec2,
    radius: f64,
    from: DVec2,
    to: DVec2,
) -> Option<(f64, DVec2)> {
    let along = (to - from).normalize();
    let normal = -along.perp();
    let (distance, approach) = (normal.dot(center - from), -normal.dot(velocity));
    if distance >= 0.0 && approach > 0.0 {
        let time = (distance - radius).max(0.0) / approach;
        let at = along.dot(center + velocity * time - from);
        (at >= 0.0 && at <= from.distance(to)).then_some((time, normal))
    } else {
        None
    }
}

fn circle_distance<H: Hull>(circle: &Circle, hull: &H, pair: &Pair) -> f32 {
    let center = Placed { hull, at: pair.q }.local(pair.p.offset);
    let mut least = f32::INFINITY;
    hull.edges(|from, to| least = least.min(segment_distance(center, from, to)));
    (least - circle.radius()).max(0.0)
}

/// The least distance between a corner of one and a face of the other; 0 where faces cross, as walls may.
fn hull_distance<P: Hull, Q: Hull>(p: &P, q: &Q, pair: &Pair) -> f32 {
    let (placed_p, placed_q) = (Placed { hull: p, at: pair.p }, Placed { hull: q, at: pair.q });
    let mut least = f32::INFINITY;
    p.edges(|a, b| {
        let (a, b) = (placed_p.out(a), placed_p.out(b));
        q.edges(|c, d| {
            let (c, d) = (placed_q.out(c), placed_q.out(d));
            let parted = |p: Vec2, q: Vec2, from: Vec2, to: Vec2| {
                (to - from).perp_dot(p - from) * (to - from).perp_dot(q - from) > 0.0
            };
            let cross = !parted(a, b, c, d) && !parted(c, d, a, b) && (b - a).perp_dot(d - c) != 0.0;
            least =
                if cross { 0.0 } else { least.min(segment_distance(a, c, d)).min(segment_distance(c, a, b)) };
        });
    });
    least
}
