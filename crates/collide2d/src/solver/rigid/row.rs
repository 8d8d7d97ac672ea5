//! Eight contacts at a time. Those of a row share no movable body, so the result is that of solving them one
//! after the other. A row has the same width at every SIMD level, so the results are the same bit for bit.
//!
//! `inline(always)` in this file, in `lanes` and on what is dispatched hands the level's instructions on.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x8};

use super::bodies::State;
use super::lanes::{Eight, WIDTH, eight, gathered, transposed};
use super::spring::{FASTEST_PUSH, SLOP, Spring};
use crate::observe::Work;

/// What is done to every contact in turn. A sub-step makes one pass of each; only the first a warm start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    WarmStart,
    Solve,
    Relax,
}

impl Pass {
    /// As an observer is told.
    pub fn work(self) -> Work {
        match self {
            Self::WarmStart => Work::WarmStart,
            Self::Solve => Work::Solve,
            Self::Relax => Work::Relax,
        }
    }
}

/// Eight contacts. An empty lane has mass 0 and acts between sentinels.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct ConstraintRow {
    pub a: [u32; WIDTH],
    pub b: [u32; WIDTH],
    pub normal_x: Eight,
    pub normal_y: Eight,
    pub friction: Eight,
    pub conveyor: Eight,
    pub inverse_mass_a: Eight,
    pub inverse_mass_b: Eight,
    pub inverse_inertia_a: Eight,
    pub inverse_inertia_b: Eight,
    pub points: [RowPoint; 2],
    /// Of each contact, among all points.
    pub first: [u32; WIDTH],
    pub count: [u8; WIDTH],
    /// The largest of `count`.
    pub most: u8,
}

/// A point of each of eight contacts. Arms reach from the centres to the point at the start of the step.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct RowPoint {
    pub normal_arm_a: Eight,
    pub tangent_arm_a: Eight,
    pub normal_arm_b: Eight,
    pub tangent_arm_b: Eight,
    pub normal_mass: Eight,
    pub tangent_mass: Eight,
    pub normal_impulse: Eight,
    pub tangent_impulse: Eight,
    pub depth: Eight,
    pub start_depth: Eight,
}

/// The numbers of [`crate::Iteration`], for eight contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowReport {
    pub before: Eight,
    pub at_impulse: Eight,
    pub after: Eight,
    pub target: Eight,
    pub mass: Eight,
    pub softness: Eight,
    pub accumulated: Eight,
    pub impulse: Eight,
    pub friction: Eight,
    pub depth: Eight,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pushing {
    pub spring: Spring,
    /// Sub-steps per second.
    pub per_second: f32,
}

/// Both bodies of eight contacts while these are solved: relative velocities, in the contact's frame.
struct Relative<S: Simd> {
    start_a: [f32x8<S>; 4],
    start_b: [f32x8<S>; 4],
    /// Of `a` seen from `b`, along the normal and the tangent; that of the surfaces, with their conveyors.
    normal: f32x8<S>,
    tangent: f32x8<S>,
    spin_a: f32x8<S>,
    spin_b: f32x8<S>,
    /// Impulses so far.
    along_normal: f32x8<S>,
    along_tangent: f32x8<S>,
}

impl ConstraintRow {
    /// Makes a pass over the row, point by point.
    #[inline(always)]
    pub fn run<S: Simd>(&mut self, simd: S, pass: Pass, states: &mut [State], pushing: Pushing) {
        self.follow(simd, pass, states);
        let mut relative = self.load(simd, states);
        for k in 0..usize::from(self.most) {
            self.run_point(simd, pass, k, &mut relative, pushing);
        }
        self.store(simd, &relative, states);
    }

    /// [`Self::run`] that calls `report` after each point, with `states` as it left them.
    #[inline]
    pub fn run_observed<S: Simd>(
        &mut self,
        simd: S,
        pass: Pass,
        states: &mut [State],
        pushing: Pushing,
        mut report: impl FnMut(&mut [State], &Self, usize, &RowReport),
    ) {
        self.follow(simd, pass, states);
        let mut relative = self.load(simd, states);
        for k in 0..usize::from(self.most) {
            let done = self.run_point(simd, pass, k, &mut relative, pushing);
            self.store(simd, &relative, states);
            report(states, self, k, &done);
        }
    }

    #[inline(always)]
    fn run_point<S: Simd>(
        &mut self,
        simd: S,
        pass: Pass,
        k: usize,
        relative: &mut Relative<S>,
        pushing: Pushing,
    ) -> RowReport {
        match pass {
            Pass::WarmStart => self.warm_start(simd, k, relative),
            Pass::Solve | Pass::Relax => self.solve(simd, k, relative, pass, pushing),
        }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, states: &[State]) -> Relative<S> {
        let start_a = gathered(simd, |l| &states[self.a[l] as usize].motion);
        let start_b = gathered(simd, |l| &states[self.b[l] as usize].motion);
        let (x, y) = (start_a[0] - start_b[0], start_a[1] - start_b[1]);
        let (normal_x, normal_y) = (eight(simd, &self.normal_x), eight(simd, &self.normal_y));
        let none = simd.splat_f32x8(0.0);
        Relative {
            normal: x * normal_x + y * normal_y,
            tangent: x * normal_y - y * normal_x - eight(simd, &self.conveyor),
            spin_a: start_a[2],
            spin_b: start_b[2],
            along_normal: none,
            along_tangent: none,
            start_a,
            start_b,
        }
    }

    #[inline(always)]
    fn store<S: Simd>(&self, simd: S, relative: &Relative<S>, states: &mut [State]) {
        let (normal_x, normal_y) = (eight(simd, &self.normal_x), eight(simd, &self.normal_y));
        let x = normal_x * relative.along_normal + normal_y * relative.along_tangent;
        let y = normal_y * relative.along_normal - normal_x * relative.along_tangent;
        let (mass_a, mass_b) = (eight(simd, &self.inverse_mass_a), eight(simd, &self.inverse_mass_b));
        let (a, b) = (&relative.start_a, &relative.start_b);
        scatter_motions(&self.a, [a[0] + x * mass_a, a[1] + y * mass_a, relative.spin_a, a[3]], states);
        scatter_motions(&self.b, [b[0] - x * mass_b, b[1] - y * mass_b, relative.spin_b, b[3]], states);
    }

    /// Before [`Pass::Relax`], when bodies have just moved: updates the depth of each point along the normal.
    #[inline(always)]
    fn follow<S: Simd>(&mut self, simd: S, pass: Pass, states: &[State]) {
        if pass != Pass::Relax {
            return;
        }
        let a = gathered(simd, |l| &states[self.a[l] as usize].place);
        let b = gathered(simd, |l| &states[self.b[l] as usize].place);
        let apart = (a[0] - b[0]) * eight(simd, &self.normal_x) + (a[1] - b[1]) * eight(simd, &self.normal_y);
        for point in &mut self.points[..usize::from(self.most)] {
            let turned_a = a[2] * eight(simd, &point.normal_arm_a) + a[3] * eight(simd, &point.tangent_arm_a);
            let turned_b = b[2] * eight(simd, &point.normal_arm_b) + b[3] * eight(simd, &point.tangent_arm_b);
            let depth = eight(simd, &point.start_depth) - (apart + (turned_a - turned_b));
            depth.store_array(&mut point.depth);
        }
    }

    /// Applies the known impulses again.
    #[inline(always)]
    fn warm_start<S: Simd>(&self, simd: S, k: usize, relative: &mut Relative<S>) -> RowReport {
        let point = &self.points[k];
        let impulse = eight(simd, &point.normal_impulse);
        let before = self.separating(simd, point, relative).to_array();
        self.push_normal(simd, point, relative, impulse);
        self.push_tangent(simd, point, relative, eight(simd, &point.tangent_impulse));
        RowReport {
            before,
            at_impulse: before,
            after: self.separating(simd, point, relative).to_array(),
            target: before,
            mass: point.normal_mass,
            softness: [0.0; WIDTH],
            accumulated: point.normal_impulse,
            impulse: point.normal_impulse,
            friction: point.tangent_impulse,
            depth: point.depth,
        }
    }

    /// Friction, then the normal impulse; in [`Pass::Relax`] the normal impulse without the spring, then friction: friction
    /// is limited by what carries the contact, never by what pushed it out.
    #[inline(always)]
    fn solve<S: Simd>(
        &mut self,
        simd: S,
        k: usize,
        relative: &mut Relative<S>,
        pass: Pass,
        pushing: Pushing,
    ) -> RowReport {
        let Pushing { spring, per_second } = pushing;
        let point = &self.points[k];
        let none = simd.splat_f32x8(0.0);
        let before = self.separating(simd, point, relative);
        let accumulated = eight(simd, &point.normal_impulse);
        let so_far = eight(simd, &point.tangent_impulse);
        let mut tangent_sum = so_far;
        if pass == Pass::Solve {
            tangent_sum = self.rub(simd, point, relative, accumulated);
        }

        // A gap may close in one sub-step.
        let depth = eight(simd, &point.depth);
        let excess = depth - SLOP;
        let open = excess.simd_lt(none);
        let closing = excess * per_second;
        let mass = eight(simd, &point.normal_mass);
        let (target, mass, softness) = if pass == Pass::Relax {
            (open.select(closing, none), mass, none)
        } else {
            let push = (excess * spring.bias_rate).min(simd.splat_f32x8(FASTEST_PUSH));
            let (one, scale) = (simd.splat_f32x8(1.0), simd.splat_f32x8(spring.mass_scale));
            let softness = open.select(none, simd.splat_f32x8(spring.impulse_scale));
            (open.select(closing, push), mass * open.select(one, scale), softness)
        };
        let at_impulse = self.separating(simd, point, relative);
        // The sum never pulls; if it would be NaN it is 0.
        let wanted = mass * (target - at_impulse) - softness * accumulated;
        let sum = (accumulated + wanted).max(none);
        let impulse = sum - accumulated;
        self.push_normal(simd, point, relative, impulse);
        if pass == Pass::Relax {
            tangent_sum = self.rub(simd, point, relative, sum);
        }
        let after = self.separating(simd, point, relative);
        let point = &mut self.points[k];
        tangent_sum.store_array(&mut point.tangent_impulse);
        sum.store_array(&mut point.normal_impulse);
        RowReport {
            before: before.to_array(),
            at_impulse: at_impulse.to_array(),
            after: after.to_array(),
            target: target.to_array(),
            mass: mass.to_array(),
            softness: softness.to_array(),
            accumulated: accumulated.to_array(),
            impulse: impulse.to_array(),
            friction: (tangent_sum - so_far).to_array(),
            depth: depth.to_array(),
        }
    }

    /// Friction against the slip, at most its share of a normal impulse. Returns its sum.
    #[inline(always)]
    fn rub<S: Simd>(
        &self,
        simd: S,
        point: &RowPoint,
        relative: &mut Relative<S>,
        normal_impulse: f32x8<S>,
    ) -> f32x8<S> {
        let slip = relative.tangent - eight(simd, &point.normal_arm_a) * relative.spin_a
            + eight(simd, &point.normal_arm_b) * relative.spin_b;
        let limit = eight(simd, &self.friction) * normal_impulse;
        let so_far = eight(simd, &point.tangent_impulse);
        let sum = limit.min((-limit).max(so_far - eight(simd, &point.tangent_mass) * slip));
        self.push_tangent(simd, point, relative, sum - so_far);
        sum
    }

    #[inline(always)]
    fn separating<S: Simd>(&self, simd: S, point: &RowPoint, relative: &Relative<S>) -> f32x8<S> {
        relative.normal + eight(simd, &point.tangent_arm_a) * relative.spin_a
            - eight(simd, &point.tangent_arm_b) * relative.spin_b
    }

    #[inline(always)]
    fn push_normal<S: Simd>(&self, simd: S, point: &RowPoint, relative: &mut Relative<S>, impulse: f32x8<S>) {
        let arm_a = eight(simd, &point.tangent_arm_a) * impulse;
        let arm_b = eight(simd, &point.tangent_arm_b) * impulse;
        relative.along_normal += impulse;
        relative.normal += impulse * self.inverse_masses(simd);
        relative.spin_a += eight(simd, &self.inverse_inertia_a) * arm_a;
        relative.spin_b -= eight(simd, &self.inverse_inertia_b) * arm_b;
    }

    #[inline(always)]
    fn push_tangent<S: Simd>(
        &self,
        simd: S,
        point: &RowPoint,
        relative: &mut Relative<S>,
        impulse: f32x8<S>,
    ) {
        let arm_a = eight(simd, &point.normal_arm_a) * impulse;
        let arm_b = eight(simd, &point.normal_arm_b) * impulse;
        relative.along_tangent += impulse;
        relative.tangent += impulse * self.inverse_masses(simd);
        relative.spin_a -= eight(simd, &self.inverse_inertia_a) * arm_a;
        relative.spin_b += eight(simd, &self.inverse_inertia_b) * arm_b;
    }

    #[inline(always)]
    fn inverse_masses<S: Simd>(&self, simd: S) -> f32x8<S> {
        eight(simd, &self.inverse_mass_a) + eight(simd, &self.inverse_mass_b)
    }
}

#[inline(always)]
fn scatter_motions<S: Simd>(index: &[u32; WIDTH], motions: [f32x8<S>; 4], states: &mut [State]) {
    let [ae, bf, cg, dh] = transposed(motions);
    for (l, both) in [(0, ae), (1, bf), (2, cg), (3, dh)] {
        let (low, high) = both.split();
        low.store_array(&mut states[index[l] as usize].motion);
        high.store_array(&mut states[index[l + 4] as usize].motion);
    }
}
