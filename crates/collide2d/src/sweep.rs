//! First touch under linear motion, and the distance between shapes.

mod boxes;
pub(crate) mod rotating;

use std::collections::BTreeMap;

use glam::{DVec2, Vec2};

use crate::collide::least_overlap;
use crate::collide::leaves::{EVERYWHERE, for_each_pair};
use crate::contact::hulls::best_aligned;
use crate::pose::Pose;
use crate::sat::boxes::BoxPair;
use crate::sat::discs::DiscBox;
use crate::sat::frame::toward_a;
use crate::sat::hulls::{Hulls, PlacedHull};
use crate::sat::search::{PairAxes, Shapes};
use crate::shape::corners::LANES;
use crate::shape::{Circle, Leaf, Shape};
use crate::tolerance::even;

use boxes::Hit;

pub(crate) use rotating::{ChainSides, first_touch_from};
pub use rotating::{Turning, first_touch_rotating};

/// Margin that exceeds the rounding of a distance in f32, as a share of it.
const MORE_THAN_ROUNDING: f64 = 1.0e-5;

/// The first touch of two shapes that move without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Seconds from now, >= 0.
    pub time: f32,
    /// From `a`'s position then to the point of touch, the middle where faces meet. World axes, metres.
    pub from_a: Vec2,
    /// As [`crate::Contact::normal`], at that time.
    pub normal: Vec2,
}

/// The time of impact of `a` and `b` within `horizon` seconds, if `a` moves by `velocity` relative to `b` and
/// neither turns. `None` where they do not touch, only graze, or are in contact already, and for two walls.
/// Shapes that just touch and move into each other touch at time 0.
///
/// Exact, without steps, in f64: flat shapes enter each other when the last of their axes does (the
/// separating-axis test over time), and a circle's centre is a ray against the other shape grown by the
/// radius.
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
    use Shape::{Chain, Circle, Compound, Rectangle, Wall};
    let motion = SweptMotion { velocity: velocity.as_dvec2(), horizon: f64::from(horizon) };
    let shapes = Shapes { a, pose_a, b, pose_b };
    let ([(p, pose_p), (q, pose_q)], _) = shapes.in_order();
    let of_hulls = || of_hulls(shapes, motion);
    let impact = match (p, q) {
        (Chain(_) | Compound(_), _) | (_, Chain(_) | Compound(_)) => {
            return first_of_leaves(shapes, velocity, horizon);
        }
        (Wall(_), Wall(_)) => None,
        (Circle(p), Circle(q)) => motion.discs(p, q, pose_p.position - pose_q.position),
        // A rounded rectangle is a hull as any other.
        (Rectangle(_), Rectangle(_)) => {
            BoxPair::of_rectangles(shapes).map_or_else(of_hulls, |boxes| motion.boxes(&boxes))
        }
        (Rectangle(_), Wall(_)) => {
            BoxPair::with_wall(shapes).map_or_else(of_hulls, |boxes| motion.boxes(&boxes))
        }
        (Circle(_), Rectangle(_)) => {
            DiscBox::with_rectangle(shapes).map_or_else(of_hulls, |disc| motion.disc(&disc, shapes))
        }
        (Circle(_), Wall(_)) => {
            DiscBox::with_wall(shapes).map_or_else(of_hulls, |disc| motion.disc(&disc, shapes))
        }
        _ => of_hulls(),
    }?;
    // Shapes in contact now touch at time 0, if at all.
    (impact.time > 0.0 || least_overlap(a, pose_a, b, pose_b).is_none()).then_some(impact)
}

/// The first impact of all pairs of leaves whose normal the outline of a chain allows.
#[cold]
fn first_of_leaves(shapes: Shapes<'_>, velocity: Vec2, horizon: f32) -> Option<Impact> {
    let Shapes { a, pose_a, b, pose_b } = shapes;
    let mut first: Option<Impact> = None;
    let way = (velocity.length() * horizon).min(EVERYWHERE);
    for_each_pair(a, pose_a, b, pose_b, way, &mut |pair| {
        let (of_a, of_b) = (&pair.a, &pair.b);
        if of_a.chain.is_some() && of_b.chain.is_some() {
            return;
        }
        let horizon = first.map_or(horizon, |first| first.time);
        let impact = first_touch(of_a.shape, &of_a.pose, of_b.shape, &of_b.pose, velocity, horizon);
        let impact = impact.filter(|impact| pair.allows(impact.normal));
        if let Some(impact) = impact
            && first.is_none_or(|first| impact.time < first.time)
        {
            first = Some(Impact { from_a: impact.from_a + pair.origin, ..impact });
        }
    });
    first
}

fn of_hulls(shapes: Shapes<'_>, motion: SweptMotion) -> Option<Impact> {
    let mut made = [None; 2];
    let sweep = HullSweep { hulls: Hulls::of(shapes, &mut made), motion };
    if sweep.hulls.p.hull.radius + sweep.hulls.q.hull.radius == 0.0 {
        return sweep.flat();
    }
    // The ray of a centre inside the other shape would find the way out.
    let Shapes { a, pose_a, b, pose_b } = shapes;
    if least_overlap(a, pose_a, b, pose_b).is_some() { None } else { sweep.round() }
}

/// Distance between two shapes; minus the penetration depth where they are in contact. Metres.
pub fn separation(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> f32 {
    if let Some(overlap) = least_overlap(a, pose_a, b, pose_b) {
        return -overlap.depth;
    }
    if a.is_composite() || b.is_composite() {
        let mut least = f32::INFINITY;
        for_each_pair(a, pose_a, b, pose_b, EVERYWHERE, &mut |pair| {
            let (a, b) = (&pair.a, &pair.b);
            least = least.min(separation(a.shape, &a.pose, b.shape, &b.pose));
        });
        return least;
    }
    let mut made = [None; 2];
    distance(&Hulls::of(Shapes { a, pose_a, b, pose_b }, &mut made))
}

/// The leaves of two shapes that are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestLeaves {
    /// Of `a` and of `b`.
    pub leaves: [Leaf; 2],
    /// As [`separation`], in contact as the outline of a chain allows. Metres.
    pub separation: f32,
}

/// The nearest leaves of each pair of parts, in the order of `a`'s parts, then `b`'s; one entry for two
/// simple shapes.
pub fn nearest_leaves(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Vec<NearestLeaves> {
    let mut nearest: BTreeMap<[Option<u32>; 2], NearestLeaves> = BTreeMap::new();
    for_each_pair(a, pose_a, b, pose_b, EVERYWHERE, &mut |pair| {
        let separation = match pair.collide() {
            Some(contact) => -contact.depth,
            None => separation(pair.a.shape, &pair.a.pose, pair.b.shape, &pair.b.pose),
        };
        let found = NearestLeaves { leaves: pair.leaves(), separation };
        let known = nearest.entry(pair.leaves().map(Leaf::part)).or_insert(found);
        if separation < known.separation {
            *known = found;
        }
    });
    nearest.into_values().collect()
}

#[derive(Clone, Copy)]
struct SweptMotion {
    /// Of `a` relative to `b`.
    velocity: DVec2,
    horizon: f64,
}

impl SweptMotion {
    /// Of `p` relative to `q`; `p` is `b` if the pair is flipped.
    #[inline]
    fn of_p(&self, flipped: bool) -> DVec2 {
        if flipped { -self.velocity } else { self.velocity }
    }

    /// Displacement of `b` relative to `a`; `None` past the horizon.
    #[inline]
    fn shift_of_b(&self, time: f64) -> Option<DVec2> {
        ((time as f32).is_finite() && time <= self.horizon).then(|| -self.velocity * time)
    }

    /// `from`: from the centre of `b` to that of `a`.
    #[inline]
    fn discs(&self, a: &Circle, b: &Circle, from: Vec2) -> Option<Impact> {
        let radius = f64::from(a.radius()) + f64::from(b.radius());
        let (time, normal) = ray_into_disc(from.as_dvec2(), self.velocity, radius)?;
        self.shift_of_b(time)?;
        let normal = normal.as_vec2();
        Some(Impact { time: time as f32, from_a: -normal * a.radius(), normal })
    }

    #[inline]
    fn boxes<const WALL: bool>(&self, boxes: &BoxPair<WALL>) -> Option<Impact> {
        let (time, from_a, normal) = boxes.first_touch(self.of_p(boxes.flipped))?;
        self.shift_of_b(time)?;
        Some(Impact { time: time as f32, from_a, normal })
    }

    #[inline]
    fn disc<const WALL: bool>(&self, pair: &DiscBox<WALL>, shapes: Shapes<'_>) -> Option<Impact> {
        let (time, normal) = match pair.first_touch(self.of_p(pair.flipped)) {
            Hit::Never => return None,
            Hit::Unsure => return of_hulls(shapes, *self),
            Hit::At(time, normal) => (time, normal),
        };
        let shift = self.shift_of_b(time)?;
        let shift = if pair.flipped { shift } else { DVec2::ZERO };
        let center = (pair.center_from_a().as_dvec2() + shift).as_vec2();
        let from_a = center - normal * pair.radius;
        Some(Impact { time: time as f32, from_a, normal: toward_a(normal, pair.flipped) })
    }
}

/// What the separating-axis test over time finds for two flat shapes.
struct LastAxis {
    /// When the last axis enters, the direction in which `p` leaves along it, and whether the axis is `p`'s.
    /// `None` where no axis enters while the others overlap.
    enters: Option<(f64, Vec2, bool)>,
    /// The least overlap of the axes along which they overlap now. Metres; infinite without such an axis.
    least_overlap: f64,
}

struct HullSweep<'s> {
    hulls: Hulls<'s>,
    motion: SweptMotion,
}

impl HullSweep<'_> {
    /// Round shapes: each corner of either shape's core (a circle's centre, a capsule's ends) is a ray against the
    /// other core grown by both radii.
    fn round(&self) -> Option<Impact> {
        let Hulls { p, q, flipped, .. } = &self.hulls;
        let velocity = self.motion.of_p(*flipped);
        let radius = f64::from(p.hull.radius) + f64::from(q.hull.radius);
        let mut first: Option<(f64, DVec2, Option<usize>)> = None;
        let mut keep = |hit: Option<(f64, DVec2)>, corner: Option<usize>| {
            if let Some((time, normal)) = hit
                && first.is_none_or(|first| time < first.0)
            {
                first = Some((time, normal, corner));
            }
        };
        for corner in 0..p.hull.corners {
            let center = p.corner(corner).as_dvec2();
            for (from, to) in q.edges() {
                keep(ray_into_disc(center - from, velocity, radius), Some(corner));
                keep(ray_into_face(center, velocity, radius, from, to), Some(corner));
            }
        }
        if p.hull.corners > 1 {
            for corner in 0..q.hull.corners {
                for (from, to) in p.edges() {
                    let hit = ray_into_face(q.corner(corner).as_dvec2(), -velocity, radius, from, to);
                    keep(hit.map(|(time, normal)| (time, -normal)), None);
                }
            }
        }
        let (time, normal, corner) = first?;
        let normal = normal.as_vec2();
        self.impact(time, normal, |then| match corner {
            // Else it touches with its whole face.
            Some(corner) if !is_along_a_face(then, normal) => {
                then.p.corner(corner) - normal * then.p.hull.radius + then.anchor
            }
            _ => best_aligned(then, normal, true).touch(),
        })
    }

    /// Shapes with corners: they enter each other when the last of their axes does.
    fn flat(&self) -> Option<Impact> {
        if self.discs_miss() {
            return None;
        }
        // Shapes that only touch may overlap by rounding.
        let rounding = f64::from(self.hulls.rounding());
        let last = match self.last_axis(0.0)? {
            LastAxis { enters: None, least_overlap } if least_overlap <= rounding => {
                self.last_axis(rounding)?
            }
            last => last,
        };
        let (time, normal, of_p) = last.enters?;
        self.impact(time, normal, |then| best_aligned(then, normal, of_p).touch())
    }

    /// Whether the bounding discs stay apart on the whole way, beyond all rounding.
    fn discs_miss(&self) -> bool {
        let (from_q, reach) = self.hulls.bounds();
        let (to_q, way) = (-from_q.as_dvec2(), self.motion.of_p(self.hulls.flipped) * self.motion.horizon);
        let nearest = (to_q.dot(way) / way.length_squared()).clamp(0.0, 1.0);
        let reach = f64::from(reach) + MORE_THAN_ROUNDING * (to_q.x.abs() + to_q.y.abs());
        (to_q - way * nearest).length_squared() > reach * reach * (1.0 + MORE_THAN_ROUNDING)
    }

    /// The axis that enters last. Intervals that overlap by no more than `slack` only touch. `None` where an axis separates
    /// for good, whatever the slack.
    fn last_axis(&self, slack: f64) -> Option<LastAxis> {
        let Hulls { p, q, flipped, .. } = &self.hulls;
        let velocity = self.motion.of_p(*flipped);
        let mut enter: Option<(f64, Vec2, bool)> = None;
        let (mut exit, mut least_overlap) = (f64::INFINITY, f64::INFINITY);
        for of_p in [true, false] {
            let own = if of_p { p } else { q };
            for (first, ways) in self.hulls.ways_out(of_p, 0.0) {
                for face in first..own.hull.corners.min(first + LANES) {
                    let (out, back) = ways.of(face - first);
                    if out == f32::INFINITY {
                        continue;
                    }
                    let direction = own.normal(face);
                    let speed = velocity.dot(direction.as_dvec2());
                    // How far `p` must move along its motion to reach `q`, and to be past it.
                    let (reach, past) = if (speed >= 0.0) == of_p { (-out, back) } else { (-back, out) };
                    let (reach, past) = (f64::from(reach), f64::from(past));
                    let reach = if reach < 0.0 {
                        least_overlap = least_overlap.min(-reach);
                        if reach >= -slack { 0.0 } else { reach }
                    } else {
                        reach
                    };
                    if past <= 0.0 || (reach >= 0.0 && speed == 0.0) {
                        return None;
                    }
                    if speed != 0.0 {
                        let (time, end) = (reach / speed.abs(), past / speed.abs());
                        exit = exit.min(if end > time { end } else { time.next_up() });
                        if reach >= 0.0 && enter.is_none_or(|(latest, ..)| time > latest) {
                            enter = Some((time, if speed >= 0.0 { -direction } else { direction }, of_p));
                        }
                    }
                }
            }
        }
        Some(LastAxis { enters: enter.filter(|&(time, ..)| time < exit), least_overlap })
    }

    /// `normal`: the direction in which `p` leaves. `point`: the point of touch from `a`'s position then.
    fn impact(&self, time: f64, normal: Vec2, point: impl FnOnce(&Hulls<'_>) -> Vec2) -> Option<Impact> {
        let shift = self.motion.shift_of_b(time)?;
        let mut then = self.hulls;
        let b = if then.flipped { &mut then.p } else { &mut then.q };
        b.at.position = (b.at.position.as_dvec2() + shift).as_vec2();
        Some(Impact { time: time as f32, from_a: point(&then), normal: toward_a(normal, then.flipped) })
    }
}

/// The time at which a point at `from` (measured from a disc's centre) with `velocity` enters the disc, and
/// the disc's normal there. `None` where it moves away or past. A point inside by rounding enters at once.
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

/// The time at which a disc at `center` with `velocity` touches a face from outside, not at its ends, and the
/// face's normal. The face runs counter-clockwise around its shape.
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

/// Whether a round shape's face meets a face: both are level, perpendicular to the normal.
fn is_along_a_face(hulls: &Hulls<'_>, p_leaves: Vec2) -> bool {
    let Hulls { p, q, .. } = hulls;
    let is_level = |of: &PlacedHull<'_>, along: Vec2| {
        let face = of.facing(along);
        let edge = of.corner(of.hull.next(face)) - of.corner(face);
        edge.dot(along).abs() <= even(edge.length())
    };
    p.hull.corners > 1 && is_level(p, -p_leaves) && is_level(q, p_leaves)
}

/// Least distance between corners and faces, less the radii; 0 where faces cross, as walls may.
fn distance(hulls: &Hulls<'_>) -> f32 {
    let Hulls { p, q, .. } = hulls;
    let mut least = f64::INFINITY;
    for (a, b) in p.edges() {
        for (c, d) in q.edges() {
            let parted = |p: DVec2, q: DVec2, from: DVec2, to: DVec2| {
                (to - from).perp_dot(p - from) * (to - from).perp_dot(q - from) > 0.0
            };
            let cross = !parted(a, b, c, d) && !parted(c, d, a, b) && (b - a).perp_dot(d - c) != 0.0;
            least =
                if cross { 0.0 } else { least.min(segment_distance(a, c, d)).min(segment_distance(c, a, b)) };
        }
    }
    (least - f64::from(p.hull.radius) - f64::from(q.hull.radius)).max(0.0) as f32
}

/// Distance from `p` to the segment. Metres.
fn segment_distance(p: DVec2, from: DVec2, to: DVec2) -> f64 {
    let (edge, to_p) = (to - from, p - from);
    // `max`: a segment whose squared length underflows is a point.
    let along = (to_p.dot(edge) / edge.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    if along == 1.0 { p.distance(to) } else { to_p.distance(edge * along) }
}
