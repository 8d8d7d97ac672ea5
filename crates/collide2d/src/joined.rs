//! The outline of several shapes as one: which directions are free at a place of it, and where it is nearest.
//!
//! At a place the shapes that reach it cover directions: a face half of them, a corner those between its faces, a line
//! its own. What is left are free sides. On a free side the normals of its two borders are allowed, and what lies
//! between: the cone of a corner that sticks out (wider than half a turn), a face's own (half a turn), the normals
//! between the faces of a corner that goes in.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::{DVec2, Vec2};

use crate::pose::Pose;
use crate::sat::exact;
use crate::shape::leaf::LeafShape;
use crate::shape::{Leaf, Shape};
use crate::sweep::separation;

/// A normal is allowed within this. Degrees.
pub const GHOST_FROM: f32 = 1.0;
pub(crate) const ALLOWED: f64 = GHOST_FROM as f64 * (PI / 180.0);

/// Surfaces that meet within this share of the smaller shape's size are one.
const MEETS: f64 = 1.0e-4;
/// Of coordinates, for the rounding of a contact's points.
const ROUNDING: f64 = 1.0e-6;
/// A narrower free side is a crack. Radians.
const CRACK: f64 = 1.0e-3;
/// A face is parallel to a way that leaves it by less than this share.
const PARALLEL: f64 = 1.0e-3;
/// Places closer than this share of a shape's size are one, far below what counts as meeting.
const SAME_PLACE: f64 = 1.0e-9;
/// Halvings that find where a line leaves a round shape.
const HALVINGS: u32 = 60;

/// A convex shape of the outline, in f64, measured from the caller's origin.
#[derive(Clone)]
pub(crate) struct OutlineShape<'s> {
    pub body: u32,
    pub leaf: Leaf,
    shape: &'s Shape,
    /// In f32, for what needs no more.
    pose: Pose,
    /// Of the core, counter-clockwise.
    corners: Vec<DVec2>,
    /// Around the core.
    radius: f64,
    bounds: [DVec2; 2],
    size: f64,
}

/// Directions around a place, counter-clockwise from an angle. Radians.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sector {
    from: f64,
    width: f64,
}

/// What a shape covers at a place.
enum Cover {
    Nothing,
    Everything,
    Sectors(Vec<Sector>),
}

/// A place of an outline.
pub(crate) struct OutlinePlace {
    pub at: DVec2,
    pub free: Vec<Sector>,
}

impl Sector {
    fn half_turn(outward: DVec2) -> Self {
        Self { from: angle(outward) + FRAC_PI_2, width: PI }
    }

    fn end(self) -> f64 {
        self.from + self.width
    }

    /// How far a normal is off what this free side allows, and the nearest that it allows. Radians.
    fn off(self, normal: DVec2) -> (f64, DVec2) {
        let (middle, half) = (self.from + 0.5 * self.width, 0.5 * (self.width - PI).abs());
        let turn = (angle(normal) - middle + PI).rem_euclid(TAU) - PI;
        let off = (turn.abs() - half).max(0.0);
        (off, unit(middle + turn.clamp(-half, half)))
    }
}

/// Whether a direction goes into the solid: outside of every free side, by more than `along` radians.
pub(crate) fn goes_in(free: &[Sector], direction: DVec2, along: f64) -> bool {
    let angle = angle(direction);
    !free.iter().any(|side| (angle - side.from + along).rem_euclid(TAU) <= side.width + 2.0 * along)
}

/// The least of [`Sector::off`] over the free sides.
pub(crate) fn off(free: &[Sector], normal: DVec2) -> Option<(f64, DVec2)> {
    free.iter().map(|side| side.off(normal)).min_by(|(p, _), (q, _)| p.total_cmp(q))
}

pub(super) fn angle(direction: DVec2) -> f64 {
    libm::atan2(direction.y, direction.x)
}

/// The unit vector at an angle; along an axis exactly.
fn unit(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    // Rounding, and no negative zero.
    let clean = |x: f64| if x.abs() < 1.0e-9 { 0.0 } else { x };
    DVec2::new(clean(cos), clean(sin)).normalize()
}

impl<'s> OutlineShape<'s> {
    /// A leaf of a body at `origin`; the leaf's pose is measured from its body.
    pub fn new(body: u32, leaf: &LeafShape<'s>, origin: DVec2) -> Self {
        let at = origin + leaf.pose.position.as_dvec2();
        let place = |corner: &Vec2| at + exact::turned(&leaf.pose, *corner);
        let corners: Vec<_> = leaf.shape.with_hull_corners(|corners| corners.iter().map(place).collect());
        let radius = exact::radius(leaf.shape);
        let bounds = bounds(&corners, radius);
        let pose = Pose { position: at.as_vec2(), ..leaf.pose };
        let size = (bounds[1] - bounds[0]).max_element();
        Self { body, leaf: leaf.leaf, shape: leaf.shape, pose, corners, radius, bounds, size }
    }

    /// Widest gap across which the surfaces of two shapes still meet. Metres.
    pub fn tolerance(&self, other: &Self, at: DVec2) -> f64 {
        (MEETS * self.size.min(other.size)).max(ROUNDING * at.abs().max_element())
    }

    /// The largest [`OutlineShape::tolerance`] of this shape with any other.
    pub fn reach(&self, at: DVec2) -> f64 {
        self.tolerance(self, at)
    }

    /// Whether it is a polygon without round corners.
    pub fn is_angular(&self) -> bool {
        self.radius == 0.0 && self.corners.len() > 2
    }

    pub fn bounds(&self) -> [DVec2; 2] {
        self.bounds
    }

    pub fn edges(&self) -> impl Iterator<Item = [DVec2; 2]> + '_ {
        let n = self.corners.len();
        let count = if n < 3 { n - 1 } else { n };
        (0..count).map(move |i| [self.corners[i], self.corners[(i + 1) % n]])
    }

    /// The point of the core's border that is nearest.
    fn nearest_of_core(&self, p: DVec2) -> DVec2 {
        let on = self.edges().map(|edge| nearest_on(edge, p));
        let nearest = on.min_by(|q, r| q.distance_squared(p).total_cmp(&r.distance_squared(p)));
        nearest.unwrap_or(self.corners[0])
    }

    fn core_holds(&self, p: DVec2) -> bool {
        self.corners.len() > 2 && self.edges().all(|[from, to]| (to - from).perp_dot(p - from) > 0.0)
    }

    fn cover(&self, p: DVec2, tolerance: f64) -> Cover {
        if !boxes_meet(self.bounds, [p, p], tolerance) {
            return Cover::Nothing;
        }
        let nearest = self.nearest_of_core(p);
        let (distance, holds) = (nearest.distance(p), self.core_holds(p));
        if self.radius > 0.0 {
            return if holds || distance < self.radius - tolerance {
                Cover::Everything
            } else if distance > self.radius + tolerance {
                Cover::Nothing
            } else {
                Cover::Sectors(vec![Sector::half_turn(p - nearest)])
            };
        }
        if distance > tolerance {
            return if holds { Cover::Everything } else { Cover::Nothing };
        }
        let n = self.corners.len();
        let corner = (0..n).find(|&i| self.corners[i].distance(p) <= tolerance);
        let toward = |from: usize, to: usize| angle(self.corners[to % n] - self.corners[from % n]);
        Cover::Sectors(match (corner, n) {
            (Some(end), 2) => vec![Sector { from: toward(end, end + 1), width: 0.0 }],
            (None, 2) => [toward(0, 1), toward(1, 0)].map(|from| Sector { from, width: 0.0 }).to_vec(),
            (Some(corner), _) => {
                let (from, to) = (toward(corner, corner + 1), toward(corner, corner + n - 1));
                vec![Sector { from, width: (to - from).rem_euclid(TAU) }]
            }
            (None, _) => {
                let is_near = |[from, to]: &[DVec2; 2]| nearest_on([*from, *to], p).distance(p) <= tolerance;
                let face = self.edges().find(is_near);
                face.map(|[from, to]| Sector { from: angle(to - from), width: PI }).into_iter().collect()
            }
        })
    }

    /// Where the line through a point along a direction leaves the shape; where it passes it by, the nearest place.
    pub fn exit(&self, p: DVec2, along: DVec2) -> DVec2 {
        match (&self.corners[..], self.radius > 0.0) {
            ([start, end], false) => {
                let way = *end - *start;
                let across = way.perp_dot(along);
                if across.abs() > 1.0e-3 * way.length() {
                    let share = (p - *start).perp_dot(along) / across;
                    *start + way * share.clamp(0.0, 1.0)
                } else if way.dot(along) > 0.0 {
                    *end
                } else {
                    *start
                }
            }
            (_, false) => {
                // Clipped by the faces (Cyrus and Beck 1978).
                let (mut first, mut last) = (f64::NEG_INFINITY, f64::INFINITY);
                for [from, to] in self.edges() {
                    let outward = DVec2::new(to.y - from.y, from.x - to.x);
                    let (speed, above) = (outward.dot(along), outward.dot(p - from));
                    if speed > PARALLEL * outward.length() {
                        last = last.min(-above / speed);
                    } else if speed < -PARALLEL * outward.length() {
                        first = first.max(-above / speed);
                    }
                }
                // Where the line passes the shape by, it leaves the last face before it enters the first one.
                let way = if first > last { 0.5 * (first + last) } else { last };
                self.nearest_of_core(if way.is_finite() { p + along * way } else { p })
            }
            (_, true) => self.exit_of_round(p, along),
        }
    }

    fn exit_of_round(&self, p: DVec2, along: DVec2) -> DVec2 {
        let distance = |t: f64| {
            let q = p + along * t;
            if self.core_holds(q) { 0.0 } else { self.nearest_of_core(q).distance(q) }
        };
        // The distance along a line is convex: thirds find where it is least.
        let reach = 2.0 * (self.size + self.nearest_of_core(p).distance(p));
        let (mut low, mut high) = (-reach, reach);
        for _ in 0..2 * HALVINGS {
            let third = (high - low) / 3.0;
            if distance(low + third) <= distance(high - third) { high -= third } else { low += third }
        }
        let (mut inside, mut outside) = (0.5 * (low + high), reach);
        if distance(inside) > self.radius {
            let nearest = self.nearest_of_core(p);
            return nearest + (p - nearest).normalize_or_zero() * self.radius;
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (inside + outside);
            if distance(middle) <= self.radius { inside = middle } else { outside = middle }
        }
        p + along * inside
    }

    fn meets(&self, other: &Self) -> bool {
        let tolerance = self.tolerance(other, self.pose.position.as_dvec2());
        let apart = || separation(self.shape, &self.pose, other.shape, &other.pose);
        // The separation is rounded.
        boxes_meet(self.bounds, other.bounds, 2.0 * tolerance) && f64::from(apart()) <= tolerance
    }

    /// The straight pieces of the border, and the circles that its round ones are part of.
    fn pieces(&self) -> (Vec<[DVec2; 2]>, Vec<DVec2>) {
        if self.radius == 0.0 {
            return (self.edges().collect(), Vec::new());
        }
        let sides: &[f64] = if self.corners.len() == 2 { &[1.0, -1.0] } else { &[1.0] };
        let offset = |[from, to]: [DVec2; 2]| {
            let out = -(to - from).normalize_or_zero().perp() * self.radius;
            sides.iter().map(move |side| [from + out * *side, to + out * *side])
        };
        (self.edges().flat_map(offset).collect(), self.corners.clone())
    }
}

/// Shapes that make one outline. For a contact, the first is the shape that it is with.
pub(crate) struct JoinedShapes<'s> {
    pub shapes: Vec<OutlineShape<'s>>,
}

impl JoinedShapes<'_> {
    /// The free sides at a place of the border of one of the shapes, `left_out` aside.
    pub fn free(&self, p: DVec2, of: usize, left_out: Option<usize>) -> Vec<Sector> {
        self.free_among((0..self.shapes.len()).filter(|i| Some(*i) != left_out), p, of)
    }

    fn free_among(&self, shapes: impl Iterator<Item = usize>, p: DVec2, of: usize) -> Vec<Sector> {
        let mut covered = Vec::new();
        for i in shapes {
            let shape = &self.shapes[i];
            match shape.cover(p, shape.tolerance(&self.shapes[of], p)) {
                Cover::Nothing => {}
                Cover::Everything if i == of => {}
                Cover::Everything => return Vec::new(),
                Cover::Sectors(sectors) => covered.extend(sectors),
            }
        }
        free_sides(covered)
    }

    /// The shapes besides one that reach a place of its border.
    pub fn at(&self, p: DVec2, of: usize) -> impl Iterator<Item = usize> + '_ {
        let reaches = move |shape: &OutlineShape<'_>| {
            !matches!(shape.cover(p, shape.tolerance(&self.shapes[of], p)), Cover::Nothing)
        };
        (0..self.shapes.len()).filter(move |i| *i != of && reaches(&self.shapes[*i]))
    }

    /// Keeps the first shape and those that meet it, or one that does.
    pub fn keep_connected(&mut self) {
        let mut connected = vec![0];
        let mut left: Vec<usize> = (1..self.shapes.len()).collect();
        let mut next = 0;
        while let Some(&from) = connected.get(next) {
            left.retain(|&i| {
                let meets = self.shapes[from].meets(&self.shapes[i]);
                if meets {
                    connected.push(i);
                }
                !meets
            });
            next += 1;
        }
        let mut index = 0;
        self.shapes.retain(|_| {
            index += 1;
            connected.contains(&(index - 1))
        });
    }

    /// The nearest place of the outline, with its distance.
    pub fn nearest(&self, p: DVec2) -> Option<(f64, OutlinePlace)> {
        // No place of a shape is nearer than its box.
        let boxes = self.shapes.iter().enumerate().map(|(i, shape)| (box_distance(shape.bounds, p), i));
        let mut boxes: Vec<_> = boxes.collect();
        boxes.sort_by(|(p, _), (q, _)| p.total_cmp(q));
        let mut found: Option<(f64, usize, OutlinePlace)> = None;
        for (apart, of) in boxes {
            let least = found.as_ref().map_or((f64::INFINITY, 0), |(distance, of, _)| (*distance, *of));
            if apart > least.0 {
                break;
            }
            let near = self.near(of, p);
            let mut places: Vec<_> = self.corners_and_feet(of, &near, p);
            places.retain(|(distance, _)| (*distance, of) < least);
            places.sort_by(|(p, _), (q, _)| p.total_cmp(q));
            // A corner is the end of two pieces, and where those of its neighbours cross.
            let same = SAME_PLACE * self.shapes[of].size;
            places.dedup_by(|(_, p), (_, q)| p.abs_diff_eq(*q, same));
            let place = places.into_iter().find_map(|(distance, at)| {
                // A circle is longer than the round piece that is of the border.
                let own = self.shapes[of].cover(at, self.shapes[of].reach(at));
                if !matches!(own, Cover::Sectors(_)) {
                    return None;
                }
                let free = self.free_among(near.iter().copied(), at, of);
                (!free.is_empty()).then_some((distance, of, OutlinePlace { at, free }))
            });
            found = place.or(found);
        }
        found.map(|(distance, _, place)| (distance, place))
    }

    /// The shapes, this one included, that may reach a place of its border.
    fn near(&self, of: usize, p: DVec2) -> Vec<usize> {
        let own = &self.shapes[of];
        let [min, max] = own.bounds;
        let reach = 2.0 * own.reach(min.abs().max(max.abs()).max(p.abs()));
        (0..self.shapes.len()).filter(|i| boxes_meet(own.bounds, self.shapes[*i].bounds, reach)).collect()
    }

    /// Where the border of a shape may be nearest to `p` in the outline, with the distances: the feet of the perpendiculars
    /// on its pieces, their ends, and where they cross those of later shapes among `near`.
    fn corners_and_feet(&self, of: usize, near: &[usize], p: DVec2) -> Vec<(f64, DVec2)> {
        let shape = &self.shapes[of];
        let (lines, rounds) = shape.pieces();
        let mut places: Vec<DVec2> = Vec::new();
        places.extend(lines.iter().flat_map(|line| [nearest_on(*line, p), line[0], line[1]]));
        places
            .extend(rounds.iter().map(|center| center + (p - center).normalize_or(DVec2::Y) * shape.radius));
        for other in near.iter().filter(|other| **other > of).map(|other| &self.shapes[*other]) {
            if !boxes_meet(shape.bounds, other.bounds, shape.tolerance(other, p)) {
                continue;
            }
            let (other_lines, other_rounds) = other.pieces();
            for line in &lines {
                places.extend(other_lines.iter().filter_map(|other| lines_cross(*line, *other)));
                places.extend(other_rounds.iter().flat_map(|c| line_and_circle(*line, *c, other.radius)));
            }
            for center in &rounds {
                places.extend(other_lines.iter().flat_map(|l| line_and_circle(*l, *center, shape.radius)));
                let cross = |c: &DVec2| circles_cross([*center, *c], [shape.radius, other.radius]);
                places.extend(other_rounds.iter().flat_map(cross));
            }
        }
        places.into_iter().map(|at| (at.distance(p), at)).collect()
    }
}

/// What sectors leave free.
fn free_sides(mut covered: Vec<Sector>) -> Vec<Sector> {
    covered.iter_mut().for_each(|sector| sector.from = sector.from.rem_euclid(TAU));
    covered.sort_by(|p, q| p.from.total_cmp(&q.from));
    let Some(&first) = covered.first() else { return vec![Sector { from: 0.0, width: TAU }] };
    let mut free = Vec::new();
    let mut end = covered.iter().map(|sector| sector.end() - TAU).fold(first.end(), f64::max);
    let again = Sector { from: first.from + TAU, ..first };
    for sector in covered[1..].iter().chain([&again]) {
        if sector.from > end + CRACK {
            free.push(Sector { from: end, width: sector.from - end });
        }
        end = end.max(sector.end());
    }
    free
}

fn bounds(corners: &[DVec2], radius: f64) -> [DVec2; 2] {
    let (mut min, mut max) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    for corner in corners {
        (min, max) = (min.min(*corner), max.max(*corner));
    }
    [min - radius, max + radius]
}

fn box_distance([min, max]: [DVec2; 2], p: DVec2) -> f64 {
    p.clamp(min, max).distance(p)
}

fn boxes_meet(a: [DVec2; 2], b: [DVec2; 2], within: f64) -> bool {
    (a[0].cmple(b[1] + within) & b[0].cmple(a[1] + within)).all()
}

pub(super) fn nearest_on([from, to]: [DVec2; 2], p: DVec2) -> DVec2 {
    let way = to - from;
    let share = ((p - from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    from + way * share
}

/// Where two segments cross.
pub(super) fn lines_cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<DVec2> {
    let (way, other) = (b - a, d - c);
    let across = way.perp_dot(other);
    if across == 0.0 {
        return None;
    }
    let share = (c - a).perp_dot(other) / across;
    let of_other = (c - a).perp_dot(way) / across;
    ((0.0..=1.0).contains(&share) && (0.0..=1.0).contains(&of_other)).then(|| a + way * share)
}

fn line_and_circle([from, to]: [DVec2; 2], center: DVec2, radius: f64) -> impl Iterator<Item = DVec2> {
    let (way, to_from) = (to - from, from - center);
    let (square, half) = (way.length_squared(), way.dot(to_from));
    let root = (half * half - square * (to_from.length_squared() - radius * radius)).sqrt();
    [-root, root]
        .into_iter()
        .map(move |root| (root - half) / square)
        .filter(|share| (0.0..=1.0).contains(share))
        .map(move |share| from + way * share)
}

fn circles_cross([p, q]: [DVec2; 2], [of_p, of_q]: [f64; 2]) -> impl Iterator<Item = DVec2> {
    let (way, apart) = (q - p, p.distance(q));
    let along = (apart * apart + of_p * of_p - of_q * of_q) / (2.0 * apart);
    let aside = (of_p * of_p - along * along).sqrt();
    let aside = if apart > 0.0 { aside } else { f64::NAN };
    [-aside, aside]
        .into_iter()
        .filter(|aside| !aside.is_nan())
        .map(move |aside| p + (way * along + way.perp() * aside) / apart)
}
