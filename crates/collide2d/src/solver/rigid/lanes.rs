//! Contacts four at a time. The four of a lane share no body that moves, so they act as if one came after the other.

use std::ops::Range;

use glam::{Mat4, Vec2, Vec4};

use super::{FASTEST_PUSH, Moving, Point, SLOP, Spring};
use crate::world::Work;

/// Colours of a group; contacts that find none of them free get a lane of their own each.
const COLORS: usize = 64;
/// Groups, in the order in which they are solved. What is solved last holds best: contacts with infinite mass.
const GROUPS: usize = 4;
/// Bodies whose masses differ by more than this strain the contacts of the lighter one. Ratio.
const STRAINING: f32 = 10.0;

/// What contacts change of a body, and read.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct State {
    /// Velocity, metres per second; spin, radians per second; turn since the start of the step, radians.
    pub motion: [f32; 4],
    /// Shift of the centre of mass since the start of the step, metres; cosine less 1 and sine of the turn, both 0 for a circle, whose
    /// point of contact does not turn with it.
    pub place: [f32; 4],
}

impl State {
    pub const REST: Self = Self { motion: [0.0; 4], place: [0.0; 4] };

    pub fn velocity(&self) -> Vec2 {
        Vec2::new(self.motion[0], self.motion[1])
    }
    pub fn spin(&self) -> f32 {
        self.motion[2]
    }
    pub fn turn(&self) -> f32 {
        self.motion[3]
    }
    pub fn shift(&self) -> Vec2 {
        Vec2::new(self.place[0], self.place[1])
    }
    /// A vector as it has turned since the start of the step.
    pub fn turned(&self, v: Vec2) -> Vec2 {
        v + Vec2::new(self.place[2] * v.x - self.place[3] * v.y, self.place[3] * v.x + self.place[2] * v.y)
    }
    pub fn push(&mut self, velocity: Vec2, spin: f32) {
        self.motion[0] += velocity.x;
        self.motion[1] += velocity.y;
        self.motion[2] += spin;
    }
}

/// Four numbers, one for each contact of a lane.
type Four = [f32; 4];

/// Four contacts. One that is not there has the mass 0 and acts between bodies that do not exist.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Lane {
    pub a: [u32; 4],
    pub b: [u32; 4],
    normal_x: Four,
    normal_y: Four,
    friction: Four,
    inverse_mass_a: Four,
    inverse_mass_b: Four,
    inverse_inertia_a: Four,
    inverse_inertia_b: Four,
    points: [LanePoint; 2],
    /// Index of each contact's first point.
    pub first: [u32; 4],
    /// Points of each contact.
    pub count: [u8; 4],
    /// Points of the contact that has the most.
    pub most: u8,
}

/// A point of each of four contacts. Arms reach from the centres to the point at the start of the step, along the normal and along
/// the tangent, which is the normal turned by -90°.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct LanePoint {
    normal_arm_a: Four,
    tangent_arm_a: Four,
    normal_arm_b: Four,
    tangent_arm_b: Four,
    depth: Four,
    normal_mass: Four,
    tangent_mass: Four,
    normal_impulse: Four,
    tangent_impulse: Four,
}

/// What one piece of work was, as [`crate::Iteration`] tells it, for four contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    pub before: Vec4,
    pub at_impulse: Vec4,
    pub after: Vec4,
    pub target: Vec4,
    pub mass: Vec4,
    pub softness: Vec4,
    pub accumulated: Vec4,
    pub impulse: Vec4,
    pub friction: Vec4,
    pub depth: Vec4,
}

/// Both bodies of four contacts while these are worked on: velocities relative to each other, in the contact's frame.
struct Relative {
    start_a: Mat4,
    start_b: Mat4,
    /// Of `a` seen from `b`, along the normal and the tangent.
    normal: Vec4,
    tangent: Vec4,
    spin_a: Vec4,
    spin_b: Vec4,
    /// Impulses so far.
    along_normal: Vec4,
    along_tangent: Vec4,
}

const fn four(v: &Four) -> Vec4 {
    Vec4::from_array(*v)
}

impl Lane {
    const EMPTY: Self = {
        const NONE: Four = [0.0; 4];
        const POINT: LanePoint = LanePoint {
            normal_arm_a: NONE,
            tangent_arm_a: NONE,
            normal_arm_b: NONE,
            tangent_arm_b: NONE,
            depth: NONE,
            normal_mass: NONE,
            tangent_mass: NONE,
            normal_impulse: NONE,
            tangent_impulse: NONE,
        };
        Self {
            a: [0; 4],
            b: [0; 4],
            normal_x: NONE,
            normal_y: NONE,
            friction: NONE,
            inverse_mass_a: NONE,
            inverse_mass_b: NONE,
            inverse_inertia_a: NONE,
            inverse_inertia_b: NONE,
            points: [POINT; 2],
            first: [0; 4],
            count: [0; 4],
            most: 0,
        }
    };

    /// Puts a contact into place `l`.
    fn put(&mut self, l: usize, first: u32, points: &[Point], moving: &[Moving]) {
        let Some(contact) = points.first() else { return };
        let (a, b) = (&moving[contact.a as usize], &moving[contact.b as usize]);
        let normal = contact.normal;
        let along = super::tangent(normal);
        (self.a[l], self.b[l]) = (contact.a, contact.b);
        (self.normal_x[l], self.normal_y[l]) = (normal.x, normal.y);
        self.friction[l] = contact.friction;
        (self.inverse_mass_a[l], self.inverse_mass_b[l]) = (a.inverse_mass, b.inverse_mass);
        (self.inverse_inertia_a[l], self.inverse_inertia_b[l]) = (a.inverse_inertia, b.inverse_inertia);
        for (to, point) in self.points.iter_mut().zip(points) {
            to.normal_arm_a[l] = point.arm_a.dot(normal);
            to.tangent_arm_a[l] = point.arm_a.dot(along);
            to.normal_arm_b[l] = point.arm_b.dot(normal);
            to.tangent_arm_b[l] = point.arm_b.dot(along);
            to.depth[l] = point.depth;
            to.normal_mass[l] = point.normal_mass;
            to.tangent_mass[l] = point.tangent_mass;
            to.normal_impulse[l] = point.normal_impulse;
            to.tangent_impulse[l] = point.tangent_impulse;
        }
        self.first[l] = first;
        self.count[l] = points.len() as u8;
        self.most = self.most.max(points.len() as u8);
    }

    /// Impulses along normal and tangent of a point of contact `l`.
    pub fn impulses(&self, point: usize, l: usize) -> (f32, f32) {
        (self.points[point].normal_impulse[l], self.points[point].tangent_impulse[l])
    }

    /// Works on each point; calls `told` after each, when `states` are as that left them, if `WATCHED`.
    #[inline(always)]
    pub fn work<const WATCHED: bool>(
        &mut self,
        work: Work,
        states: &mut [State],
        spring: Spring,
        per_second: f32,
        mut told: impl FnMut(&mut [State], &Self, usize, Told),
    ) {
        let mut relative = self.load(states);
        for k in 0..usize::from(self.most) {
            let depth = if WATCHED || work != Work::WarmStart { self.depth(k, states) } else { Vec4::ZERO };
            let what = if work == Work::WarmStart {
                self.warm_start(k, depth, &mut relative)
            } else {
                self.solve(k, depth, &mut relative, work == Work::Relax, spring, per_second)
            };
            if WATCHED {
                self.store(&relative, states);
                told(states, self, k, what);
            }
        }
        if !WATCHED {
            self.store(&relative, states);
        }
    }

    #[inline(always)]
    fn load(&self, states: &[State]) -> Relative {
        let (start_a, start_b) = (motions(&self.a, states), motions(&self.b, states));
        let (x, y) = (start_a.x_axis - start_b.x_axis, start_a.y_axis - start_b.y_axis);
        let (normal_x, normal_y) = (four(&self.normal_x), four(&self.normal_y));
        Relative {
            normal: x * normal_x + y * normal_y,
            tangent: x * normal_y - y * normal_x,
            spin_a: start_a.z_axis,
            spin_b: start_b.z_axis,
            along_normal: Vec4::ZERO,
            along_tangent: Vec4::ZERO,
            start_a,
            start_b,
        }
    }

    #[inline(always)]
    fn store(&self, relative: &Relative, states: &mut [State]) {
        let (normal_x, normal_y) = (four(&self.normal_x), four(&self.normal_y));
        let x = normal_x * relative.along_normal + normal_y * relative.along_tangent;
        let y = normal_y * relative.along_normal - normal_x * relative.along_tangent;
        let (mass_a, mass_b) = (four(&self.inverse_mass_a), four(&self.inverse_mass_b));
        let (mut a, mut b) = (relative.start_a, relative.start_b);
        (a.x_axis, a.y_axis, a.z_axis) = (a.x_axis + x * mass_a, a.y_axis + y * mass_a, relative.spin_a);
        (b.x_axis, b.y_axis, b.z_axis) = (b.x_axis - x * mass_b, b.y_axis - y * mass_b, relative.spin_b);
        set_motions(&self.a, &a, states);
        set_motions(&self.b, &b, states);
    }

    /// Of a point now, followed along the normal as the bodies moved since the start of the step.
    #[inline(always)]
    fn depth(&self, k: usize, states: &[State]) -> Vec4 {
        let point = &self.points[k];
        let (a, b) = (places(&self.a, states), places(&self.b, states));
        let apart =
            (a.x_axis - b.x_axis) * four(&self.normal_x) + (a.y_axis - b.y_axis) * four(&self.normal_y);
        let turned_a = a.z_axis * four(&point.normal_arm_a) + a.w_axis * four(&point.tangent_arm_a);
        let turned_b = b.z_axis * four(&point.normal_arm_b) + b.w_axis * four(&point.tangent_arm_b);
        four(&point.depth) - (apart + (turned_a - turned_b))
    }

    /// The impulses known so far, again.
    #[inline(always)]
    fn warm_start(&self, k: usize, depth: Vec4, relative: &mut Relative) -> Told {
        let point = &self.points[k];
        let (impulse, friction) = (four(&point.normal_impulse), four(&point.tangent_impulse));
        let before = self.separating(point, relative);
        self.push_normal(point, relative, impulse);
        self.push_tangent(point, relative, friction);
        let after = self.separating(point, relative);
        Told {
            before,
            at_impulse: before,
            after,
            target: before,
            mass: four(&point.normal_mass),
            softness: Vec4::ZERO,
            accumulated: impulse,
            impulse,
            friction,
            depth,
        }
    }

    /// Friction, then the impulse along the normal: without the spring if `relax`.
    #[inline(always)]
    fn solve(
        &mut self,
        k: usize,
        depth: Vec4,
        relative: &mut Relative,
        relax: bool,
        spring: Spring,
        per_second: f32,
    ) -> Told {
        let mut point = self.points[k];
        let before = self.separating(&point, relative);
        let accumulated = four(&point.normal_impulse);
        let slip = relative.tangent - four(&point.normal_arm_a) * relative.spin_a
            + four(&point.normal_arm_b) * relative.spin_b;
        let limit = four(&self.friction) * accumulated;
        let so_far = four(&point.tangent_impulse);
        // A limit that is no number is none: `min` and `max` then give their argument.
        let sum = limit.min((-limit).max(so_far - four(&point.tangent_mass) * slip));
        let friction = sum - so_far;
        point.tangent_impulse = sum.to_array();
        self.push_tangent(&point, relative, friction);

        // Where room is left, it may close as fast as fills it.
        let excess = depth - SLOP;
        let open = excess.cmplt(Vec4::ZERO);
        let closing = excess * per_second;
        let (mut target, mut mass, mut softness) =
            (Vec4::select(open, closing, Vec4::ZERO), four(&point.normal_mass), Vec4::ZERO);
        if !relax {
            let push = (excess * spring.bias_rate).min(Vec4::splat(FASTEST_PUSH));
            target = Vec4::select(open, closing, push);
            mass *= Vec4::select(open, Vec4::ONE, Vec4::splat(spring.mass_scale));
            softness = Vec4::select(open, Vec4::ZERO, Vec4::splat(spring.impulse_scale));
        }
        let at_impulse = self.separating(&point, relative);
        // The sum never pulls, and is none where it would be no number.
        let wanted = mass * (target - at_impulse) - softness * accumulated;
        let sum = (accumulated + wanted).max(Vec4::ZERO);
        let impulse = sum - accumulated;
        point.normal_impulse = sum.to_array();
        self.push_normal(&point, relative, impulse);
        let after = self.separating(&point, relative);
        self.points[k].tangent_impulse = point.tangent_impulse;
        self.points[k].normal_impulse = point.normal_impulse;
        Told { before, at_impulse, after, target, mass, softness, accumulated, impulse, friction, depth }
    }

    #[inline(always)]
    fn separating(&self, point: &LanePoint, relative: &Relative) -> Vec4 {
        relative.normal + four(&point.tangent_arm_a) * relative.spin_a
            - four(&point.tangent_arm_b) * relative.spin_b
    }

    #[inline(always)]
    fn push_normal(&self, point: &LanePoint, relative: &mut Relative, impulse: Vec4) {
        relative.along_normal += impulse;
        relative.normal += impulse * (four(&self.inverse_mass_a) + four(&self.inverse_mass_b));
        relative.spin_a += four(&self.inverse_inertia_a) * (four(&point.tangent_arm_a) * impulse);
        relative.spin_b -= four(&self.inverse_inertia_b) * (four(&point.tangent_arm_b) * impulse);
    }

    #[inline(always)]
    fn push_tangent(&self, point: &LanePoint, relative: &mut Relative, impulse: Vec4) {
        relative.along_tangent += impulse;
        relative.tangent += impulse * (four(&self.inverse_mass_a) + four(&self.inverse_mass_b));
        relative.spin_a -= four(&self.inverse_inertia_a) * (four(&point.normal_arm_a) * impulse);
        relative.spin_b += four(&self.inverse_inertia_b) * (four(&point.normal_arm_b) * impulse);
    }
}

#[inline(always)]
fn motions(index: &[u32; 4], states: &[State]) -> Mat4 {
    let [x, y, z, w] = index.map(|i| Vec4::from_array(states[i as usize].motion));
    Mat4::from_cols(x, y, z, w).transpose()
}

#[inline(always)]
fn places(index: &[u32; 4], states: &[State]) -> Mat4 {
    let [x, y, z, w] = index.map(|i| Vec4::from_array(states[i as usize].place));
    Mat4::from_cols(x, y, z, w).transpose()
}

#[inline(always)]
fn set_motions(index: &[u32; 4], motions: &Mat4, states: &mut [State]) {
    let each = motions.transpose();
    for (i, motion) in index.iter().zip([each.x_axis, each.y_axis, each.z_axis, each.w_axis]) {
        states[*i as usize].motion = motion.to_array();
    }
}

/// Contacts in lanes, by a greedy colouring of their graph (Fratarcangeli, Tibaldo and Pellacini, "Vivace", 2016), in memory kept between steps.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    pub lanes: Vec<Lane>,
    /// Where each group starts among the lanes, and the end.
    bounds: [usize; GROUPS + 1],
    /// Colours taken at each body, by contacts with finite and with infinite mass.
    taken: Vec<[u64; 2]>,
    /// Bodies that are the lighter one of a straining pair.
    strained: Vec<bool>,
    /// Of each contact: first point, number of points, bin.
    contacts: Vec<(u32, u32, u32)>,
}

/// Contacts of one colour, and one more for those without.
const BINS: usize = GROUPS * (COLORS + 1);

impl Lanes {
    /// Starts over. Contact after contact gets the first colour that is free at both its bodies.
    pub fn fill(&mut self, points: &[Point], moving: &[Moving]) {
        self.mark_strained(points, moving);
        self.taken.clear();
        self.taken.resize(moving.len(), [0; 2]);
        self.contacts.clear();
        let mut counts = [0_u32; BINS];
        let mut first = 0;
        for contact in points.chunk_by(|p, q| p.pair == q.pair) {
            let (a, b) = (contact[0].a as usize, contact[0].b as usize);
            let (moves_a, moves_b) = (moving[a].inverse_mass > 0.0, moving[b].inverse_mass > 0.0);
            let fixed = usize::from(!(moves_a && moves_b));
            let mut taken = 0;
            if moves_a {
                taken |= self.taken[a][fixed];
            }
            if moves_b {
                taken |= self.taken[b][fixed];
            }
            let color = taken.trailing_ones() as usize;
            if color < COLORS {
                self.taken[a][fixed] |= 1 << color;
                self.taken[b][fixed] |= 1 << color;
            }
            let strained = usize::from(self.strained[a] || self.strained[b]);
            let bin = (2 * fixed + strained) * (COLORS + 1) + color;
            counts[bin] += 1;
            self.contacts.push((first, contact.len() as u32, bin as u32));
            first += contact.len() as u32;
        }
        let mut starts = [0_u32; BINS];
        let mut lanes = 0;
        for bin in 0..BINS {
            if bin % (COLORS + 1) == 0 {
                self.bounds[bin / (COLORS + 1)] = lanes as usize;
            }
            starts[bin] = lanes;
            lanes += if bin % (COLORS + 1) == COLORS { counts[bin] } else { counts[bin].div_ceil(4) };
        }
        self.bounds[GROUPS] = lanes as usize;
        let nobody = [moving.len() as u32; 4];
        self.lanes.clear();
        self.lanes.resize(lanes as usize, Lane { a: nobody, b: nobody, ..Lane::EMPTY });
        let mut placed = [0_u32; BINS];
        for &(first, count, bin) in &self.contacts {
            let bin = bin as usize;
            let (row, l) = if bin % (COLORS + 1) == COLORS {
                (placed[bin], 0)
            } else {
                (placed[bin] / 4, placed[bin] as usize % 4)
            };
            placed[bin] += 1;
            let range = first as usize..(first + count) as usize;
            self.lanes[(starts[bin] + row) as usize].put(l, first, &points[range], moving);
        }
    }

    fn mark_strained(&mut self, points: &[Point], moving: &[Moving]) {
        self.strained.clear();
        self.strained.resize(moving.len(), false);
        for point in points {
            let (mass_a, mass_b) =
                (moving[point.a as usize].inverse_mass, moving[point.b as usize].inverse_mass);
            if mass_a > STRAINING * mass_b && mass_b > 0.0 {
                self.strained[point.a as usize] = true;
            } else if mass_b > STRAINING * mass_a && mass_a > 0.0 {
                self.strained[point.b as usize] = true;
            }
        }
    }

    /// The lanes of a group: 0 and 1 between finite masses, 2 and 3 with infinite mass, 1 and 3 strained.
    pub fn group(&self, group: usize) -> Range<usize> {
        self.bounds[group]..self.bounds[group + 1]
    }

    /// Gives each point its impulses.
    pub fn hand_back(&self, points: &mut [Point]) {
        for lane in &self.lanes {
            for l in 0..4 {
                for k in 0..usize::from(lane.count[l]) {
                    let point = &mut points[lane.first[l] as usize + k];
                    (point.normal_impulse, point.tangent_impulse) = lane.impulses(k, l);
                }
            }
        }
    }
}
