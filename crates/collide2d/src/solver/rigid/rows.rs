//! Grouping of contacts into rows, and their order.

use std::mem;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, f32x4, f32x8};

use super::bodies::Mass;
use super::lanes::{WIDTH, columns};
use super::points::{KnownImpulse, RigidPoint};
use super::row::ConstraintRow;
use crate::still::StillBodies;

/// Colours of a group. A contact without a free colour gets a row of its own.
const COLORS: usize = 64;
/// Mass ratio above which the contacts of the lighter body are strained.
const STRAINING: f32 = 10.0;
/// A bin per group, colour and number of points (two before one), and one per group without colour.
const BINS: usize = Group::ALL.len() * BINS_OF_GROUP;
const BINS_OF_GROUP: usize = 2 * COLORS + 1;

/// Contacts in the order of solving. The last are satisfied best: those with infinite mass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Group {
    /// Between finite masses.
    Free,
    FreeStrained,
    /// With infinite mass.
    Fixed,
    FixedStrained,
}

impl Group {
    pub const ALL: [Self; 4] = [Self::Free, Self::FreeStrained, Self::Fixed, Self::FixedStrained];
    /// Of a body that a far heavier one touches, see [`STRAINING`].
    pub const STRAINED: [Self; 2] = [Self::FreeStrained, Self::FixedStrained];
}

/// Contacts in rows by a greedy graph colouring (Fratarcangeli, Tibaldo and Pellacini, "Vivace", 2016).
#[derive(Debug, Default)]
pub(super) struct Rows {
    rows: Vec<ConstraintRow>,
    /// Start of each group among the rows, and the end.
    bounds: [usize; Group::ALL.len() + 1],
    /// Per body, the colours taken by contacts with finite and with infinite mass.
    taken: Vec<[u64; 2]>,
    /// Per body: it is the lighter one of a pair beyond [`STRAINING`].
    strained: Vec<bool>,
    contacts: Vec<BinnedContact>,
    /// The contacts of each row; [`NONE`] in empty lanes.
    order: Vec<[u32; WIDTH]>,
}

const NONE: u32 = u32::MAX;

/// A contact and its bin.
#[derive(Clone, Copy, Debug)]
struct BinnedContact {
    /// First point, and number of points.
    first: u32,
    count: u8,
    bin: u16,
}

impl Rows {
    /// Begins a step of so many bodies, grounds and sentinels.
    pub fn begin_step(&mut self, count: usize, still: &StillBodies) {
        self.taken.resize(count, [0; 2]);
        self.strained.resize(count, false);
        // The colours of immovable bodies are never read.
        for stretch in still.stretches() {
            self.taken[stretch.clone()].fill([0; 2]);
            self.strained[stretch.clone()].fill(false);
        }
    }

    /// Rebuilds the rows. Each contact in turn gets the first colour that is free at both its bodies.
    /// `sentinel` is the index of a body of infinite mass at rest.
    pub fn fill(&mut self, level: Level, points: &[RigidPoint], masses: &[Mass], sentinel: u32) {
        self.mark_strained(points, masses);
        let mut bins = [0; BINS];
        let used = self.color(points, masses, &mut bins);
        self.order(&mut bins, used);
        self.rows.resize(self.order.len(), ConstraintRow::default());
        dispatch!(level, simd => self.fill_rows(simd, points, masses, sentinel));
    }

    #[inline(always)]
    fn fill_rows<S: Simd>(&mut self, simd: S, points: &[RigidPoint], masses: &[Mass], sentinel: u32) {
        for (row, order) in self.rows.iter_mut().zip(&self.order) {
            (row.a, row.b) = ([sentinel; WIDTH], [sentinel; WIDTH]);
            (row.count, row.most) = ([0; WIDTH], 0);
            for (l, &contact) in order.iter().enumerate() {
                if let Some(&BinnedContact { first, count, .. }) = self.contacts.get(contact as usize) {
                    let pair = points[first as usize].pair;
                    (row.a[l], row.b[l]) = (pair.a(), pair.b());
                    (row.first[l], row.count[l]) = (first, count);
                    row.most = row.most.max(count);
                }
            }
            let both = row.fill_masses(simd, masses);
            for k in 0..usize::from(row.most) {
                row.fill_points(simd, points, k, both);
            }
        }
    }

    /// Assigns each contact its bin, and counts the contacts of each bin. Returns how many bins of each group may be used.
    fn color(
        &mut self,
        points: &[RigidPoint],
        masses: &[Mass],
        counts: &mut [u32; BINS],
    ) -> [usize; Group::ALL.len()] {
        self.contacts.clear();
        let mut used = [0; Group::ALL.len()];
        let mut first = 0;
        for contact in points.chunk_by(|p, q| p.task() == q.task()) {
            let (a, b) = (contact[0].a(), contact[0].b());
            let (moves_a, moves_b) = (masses[a].inverse > 0.0, masses[b].inverse > 0.0);
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
            let in_group = (2 * color + usize::from(contact.len() < 2)).min(2 * COLORS);
            // The number of the [`Group`].
            let group = 2 * fixed + strained;
            let bin = group * BINS_OF_GROUP + in_group;
            counts[bin] += 1;
            used[group] = used[group].max(in_group + 1);
            self.contacts.push(BinnedContact { first, count: contact.len() as u8, bin: bin as u16 });
            first += contact.len() as u32;
        }
        used
    }

    /// Assigns each contact its lane. Contacts of one point fill the rows of those of two of the same colour. `bins` has
    /// the number of contacts in each bin, then its next lane, eight to a row.
    fn order(&mut self, bins: &mut [u32; BINS], used: [usize; Group::ALL.len()]) {
        let width = WIDTH as u32;
        let mut end = 0_u32;
        for (group, bins) in bins.chunks_mut(BINS_OF_GROUP).enumerate() {
            self.bounds[group] = (end / width) as usize;
            for (bin, next) in bins.iter_mut().enumerate().take(used[group]) {
                if bin % 2 == 0 {
                    end = end.next_multiple_of(width);
                }
                let count = mem::replace(next, end);
                end += if bin == 2 * COLORS { count * width } else { count };
            }
            end = end.next_multiple_of(width);
        }
        self.bounds[Group::ALL.len()] = (end / width) as usize;
        self.order.clear();
        self.order.resize((end / width) as usize, [NONE; WIDTH]);
        for (contact, placed) in (0..).zip(&self.contacts) {
            let bin = usize::from(placed.bin);
            let lane = bins[bin] as usize;
            bins[bin] += if bin % BINS_OF_GROUP == 2 * COLORS { width } else { 1 };
            self.order[lane / WIDTH][lane % WIDTH] = contact;
        }
    }

    fn mark_strained(&mut self, points: &[RigidPoint], masses: &[Mass]) {
        for point in points {
            let (mass_a, mass_b) = (masses[point.a()].inverse, masses[point.b()].inverse);
            if mass_a > STRAINING * mass_b && mass_b > 0.0 {
                self.strained[point.a()] = true;
            } else if mass_b > STRAINING * mass_a && mass_a > 0.0 {
                self.strained[point.b()] = true;
            }
        }
    }

    pub fn group(&mut self, group: Group) -> &mut [ConstraintRow] {
        &mut self.rows[self.bounds[group as usize]..self.bounds[group as usize + 1]]
    }

    /// All rows in the order of solving.
    pub fn all(&mut self) -> &mut [ConstraintRow] {
        &mut self.rows
    }

    /// Copies the impulses of each point to `known`.
    pub fn copy_impulses(&self, known: &mut [KnownImpulse]) {
        for row in &self.rows {
            for l in 0..WIDTH {
                for k in 0..usize::from(row.count[l]) {
                    let known = &mut known[row.first[l] as usize + k];
                    let point = &row.points[k];
                    (known.normal, known.tangent) = (point.normal_impulse[l], point.tangent_impulse[l]);
                }
            }
        }
    }
}

impl ConstraintRow {
    /// Returns the sums of both inverse masses, and the two inverse inertias.
    #[inline]
    fn fill_masses<S: Simd>(&mut self, simd: S, masses: &[Mass]) -> [f32x8<S>; 3] {
        let mut of = [simd.splat_f32x4(0.0); WIDTH];
        for (l, of) in of.iter_mut().enumerate() {
            let (a, b) = (masses[self.a[l] as usize], masses[self.b[l] as usize]);
            *of = f32x4::load_array(simd, [a.inverse, b.inverse, a.inverse_inertia, b.inverse_inertia]);
        }
        let [mass_a, mass_b, inertia_a, inertia_b] = columns(of);
        mass_a.store_array(&mut self.inverse_mass_a);
        mass_b.store_array(&mut self.inverse_mass_b);
        inertia_a.store_array(&mut self.inverse_inertia_a);
        inertia_b.store_array(&mut self.inverse_inertia_b);
        [mass_a + mass_b, inertia_a, inertia_b]
    }

    /// Fills point `k` of each contact; contacts without one get zeros.
    #[inline]
    fn fill_points<S: Simd>(&mut self, simd: S, points: &[RigidPoint], k: usize, both: [f32x8<S>; 3]) {
        let none = simd.splat_f32x4(0.0);
        let (mut surface, mut arms, mut impulses) = ([none; WIDTH], [none; WIDTH], [none; WIDTH]);
        let mut there = [0.0_f32; WIDTH];
        for l in (0..WIDTH).filter(|&l| k < usize::from(self.count[l])) {
            let p = &points[self.first[l] as usize + k];
            surface[l] = f32x4::load_array(simd, [p.normal.x, p.normal.y, p.depth, p.friction]);
            arms[l] = f32x4::load_array(simd, [p.arm_a.x, p.arm_a.y, p.arm_b.x, p.arm_b.y]);
            impulses[l] = f32x4::load_array(simd, [p.normal_impulse, p.tangent_impulse, p.conveyor, 0.0]);
            there[l] = 1.0;
        }
        let [normal_x, normal_y, depth, friction] = columns(surface);
        let [arm_ax, arm_ay, arm_bx, arm_by] = columns(arms);
        let [normal_impulse, tangent_impulse, conveyor, _] = columns(impulses);
        if k == 0 {
            normal_x.store_array(&mut self.normal_x);
            normal_y.store_array(&mut self.normal_y);
            friction.store_array(&mut self.friction);
            conveyor.store_array(&mut self.conveyor);
        }
        let [masses, inertia_a, inertia_b] = both;
        let normal_arm_a = arm_ax * normal_x + arm_ay * normal_y;
        let normal_arm_b = arm_bx * normal_x + arm_by * normal_y;
        let tangent_arm_a = arm_ax * normal_y - arm_ay * normal_x;
        let tangent_arm_b = arm_bx * normal_y - arm_by * normal_x;
        let none = simd.splat_f32x8(0.0);
        let there = none.simd_lt(f32x8::load_array(simd, there));
        let along_normal =
            masses + inertia_a * tangent_arm_a * tangent_arm_a + inertia_b * tangent_arm_b * tangent_arm_b;
        let along_tangent =
            masses + inertia_a * normal_arm_a * normal_arm_a + inertia_b * normal_arm_b * normal_arm_b;
        let one = simd.splat_f32x8(1.0);
        let point = &mut self.points[k];
        normal_arm_a.store_array(&mut point.normal_arm_a);
        tangent_arm_a.store_array(&mut point.tangent_arm_a);
        normal_arm_b.store_array(&mut point.normal_arm_b);
        tangent_arm_b.store_array(&mut point.tangent_arm_b);
        there.select(one / along_normal, none).store_array(&mut point.normal_mass);
        there.select(one / along_tangent, none).store_array(&mut point.tangent_mass);
        normal_impulse.store_array(&mut point.normal_impulse);
        tangent_impulse.store_array(&mut point.tangent_impulse);
        depth.store_array(&mut point.depth);
        depth.store_array(&mut point.start_depth);
    }
}
