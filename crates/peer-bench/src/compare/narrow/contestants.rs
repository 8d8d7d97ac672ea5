//! The contestants, each with the pairs in its own types.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::mem;

use boxdd_sys::ffi;
use collide2d::{Contact, Pose, Shape, collide};
use glam::Vec2;
use parry2d::math::Pose as ParryPose;
use parry2d::query::details::{
    contact_manifold_ball_ball, contact_manifold_convex_ball, contact_manifold_cuboid_cuboid,
    contact_manifold_pfm_pfm,
};
use parry2d::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry2d::shape::{Ball, SharedShape};

use super::cases::Pair;
use super::{WorldContact, WorldPoint, many};
use crate::form::Form;
use crate::peers::{box2d, parry};
use crate::record::Contestant;

pub struct Entry {
    pub name: &'static str,
    pub work: Box<dyn Work>,
}

pub trait Work {
    /// Puts the pairs into another order.
    fn reorder(&mut self, rng: &mut fastrand::Rng);
    /// Writes the contact of each pair.
    fn run(&mut self, out: &mut [WorldContact]);
    /// Copies the contacts to `out`, if [`Work::run`] wrote them in the engine's own form (with points in
    /// world space).
    fn tell(&self, _out: &mut [WorldContact]) {}
}

/// Number of pairs per call of collide2d.
#[derive(Clone, Copy, PartialEq)]
pub enum At {
    Once,
    Single,
}

pub fn list(at: At) -> Vec<Contestant> {
    let contestant = |name, computes, aside| Contestant { name, computes, aside };
    let ours = match at {
        At::Single => "`collide`: normal, depth, one or two points with depth and feature",
        At::Once => {
            "`NarrowPhase::collide` on the records of all bodies and a sorted list of pairs: normal, depth, one or two points with depth and feature; the others one by one"
        }
    };
    vec![
        contestant("collide2d", ours, false),
        contestant(
            "parry typed",
            "the `contact_manifold_*` function of the pair's kinds, a fresh manifold each time: normal, one or two points with depth and features",
            false,
        ),
        contestant("parry dispatched", "the same through `DefaultQueryDispatcher::contact_manifolds`", false),
        contestant(
            "parry contact",
            "`query::contact`: normal, depth and one point on each shape; no manifold",
            true,
        ),
        contestant(
            "Box2D",
            "`b2Collide*`, from C, the pose of B relative to A in registers: normal, one or two points with separation and id; points up to 2 cm apart are made too",
            false,
        ),
    ]
}

pub fn entries(pairs: &[Pair], at: At) -> Vec<Entry> {
    let ours = if at == At::Once { many::ours(pairs) } else { ours(pairs) };
    let works = [ours, parry_typed(pairs), parry_dispatched(pairs), parry_contact(pairs), box2d(pairs)];
    list(at).into_iter().zip(works).map(|(c, work)| Entry { name: c.name, work }).collect()
}

/// Pairs in one engine's types, and the engine's function.
struct Pairs<P, F> {
    pairs: Vec<P>,
    collide: F,
}

impl<P, F: FnMut(&P, &mut WorldContact)> Work for Pairs<P, F> {
    fn reorder(&mut self, rng: &mut fastrand::Rng) {
        rng.shuffle(&mut self.pairs);
    }

    #[inline(never)]
    fn run(&mut self, out: &mut [WorldContact]) {
        for (pair, out) in self.pairs.iter().zip(out) {
            (self.collide)(pair, out);
        }
    }
}

struct Ours {
    a: Shape,
    pose_a: Pose,
    b: Shape,
    pose_b: Pose,
}

fn ours(pairs: &[Pair]) -> Box<dyn Work> {
    let pairs = pairs
        .iter()
        .map(|p| Ours { a: p.a.shape(), pose_a: p.place_a.pose(), b: p.b.shape(), pose_b: p.place_b.pose() })
        .collect();
    Box::new(Pairs {
        pairs,
        collide: |p: &Ours, out: &mut WorldContact| match collide(&p.a, &p.pose_a, &p.b, &p.pose_b) {
            None => out.count = 0,
            Some(contact) => {
                out.normal = contact.normal;
                out.count = contact.points().len() as u32;
                for (point, out) in contact.points().iter().zip(&mut out.points) {
                    let position = Contact::world_point(&p.pose_a, point);
                    *out = WorldPoint { position, depth: point.depth, feature: point.feature };
                }
            }
        },
    })
}

type Manifold = ContactManifold<(), ()>;

/// A pair in parry's types.
struct Parry<A, B> {
    a: A,
    pose_a: ParryPose,
    b: B,
    pose_b: ParryPose,
}

impl<A, B> Parry<A, B> {
    fn of(pair: &Pair, a: impl Fn(&Form) -> A, b: impl Fn(&Form) -> B) -> Self {
        let (pose_a, pose_b) = (parry::pose(&pair.place_a), parry::pose(&pair.place_b));
        Self { a: a(&pair.a), pose_a, b: b(&pair.b), pose_b }
    }
}

/// Clears the state that a manifold keeps from one call to the next.
fn forget(manifold: &mut Manifold) {
    manifold.points.clear();
    manifold.local_n1 = parry::vector(Vec2::ZERO);
    manifold.local_n2 = parry::vector(Vec2::ZERO);
}

/// `pose` is that of the manifold's first shape.
#[inline(always)]
fn to_world(manifold: &Manifold, pose: &ParryPose, out: &mut WorldContact) {
    out.count = manifold.points.len() as u32;
    if out.count > 0 {
        let normal = pose.rotation * manifold.local_n1;
        out.normal = Vec2::new(normal.x, normal.y);
    }
    for (point, out) in manifold.points.iter().zip(&mut out.points) {
        let position = pose * point.local_p1;
        *out = WorldPoint {
            position: Vec2::new(position.x, position.y),
            depth: -point.dist,
            feature: point.fid1.0,
        };
    }
}

fn parry_typed(pairs: &[Pair]) -> Box<dyn Work> {
    /// Pairs of two types, and the parry function for them: from B's pose relative to A, and the shapes.
    fn work<A: 'static, B: 'static>(
        pairs: &[Pair],
        a: impl Fn(&Form) -> A,
        b: impl Fn(&Form) -> B,
        collide: impl Fn(&ParryPose, &A, &B, &mut Manifold) + 'static,
    ) -> Box<dyn Work> {
        let mut manifold = Manifold::new();
        Box::new(Pairs {
            pairs: pairs.iter().map(|p| Parry::of(p, &a, &b)).collect(),
            collide: move |p: &Parry<A, B>, out: &mut WorldContact| {
                forget(&mut manifold);
                collide(&p.pose_a.inv_mul(&p.pose_b), &p.a, &p.b, &mut manifold);
                to_world(&manifold, &p.pose_a, out);
            },
        })
    }

    fn wrong<T>(form: &Form) -> T {
        panic!("{form:?} is not of the row's kind")
    }
    let ball = |form: &Form| if let Form::Circle(radius) = form { Ball::new(*radius) } else { wrong(form) };
    let cuboid = |form: &Form| {
        if let Form::Rectangle(half) = form {
            parry2d::shape::Cuboid::new(parry::vector(*half))
        } else {
            wrong(form)
        }
    };
    let segment = |form: &Form| {
        if let Form::Wall(start, end) = form {
            parry2d::shape::Segment::new(parry::vector(*start), parry::vector(*end))
        } else {
            wrong(form)
        }
    };
    let polygon =
        |form: &Form| if let Form::Polygon(points) = form { parry::polygon(points) } else { wrong(form) };
    match pairs.first().map(|p| (&p.a, &p.b)) {
        Some((Form::Circle(_), Form::Circle(_))) => {
            work(pairs, ball, ball, |pose, a, b, m| contact_manifold_ball_ball(pose, a, b, 0.0, m))
        }
        Some((Form::Circle(_), Form::Rectangle(_))) => work(pairs, ball, cuboid, |pose, a, b, m| {
            contact_manifold_convex_ball(&pose.inverse(), b, a, None, None, 0.0, m, true)
        }),
        Some((Form::Circle(_), Form::Wall(..))) => work(pairs, ball, segment, |pose, a, b, m| {
            contact_manifold_convex_ball(&pose.inverse(), b, a, None, None, 0.0, m, true)
        }),
        Some((Form::Rectangle(_), Form::Rectangle(_))) => {
            work(pairs, cuboid, cuboid, |pose, a, b, m| contact_manifold_cuboid_cuboid(pose, a, b, 0.0, m))
        }
        Some((Form::Rectangle(_), Form::Wall(..))) => work(pairs, cuboid, segment, |pose, a, b, m| {
            contact_manifold_pfm_pfm(pose, a, 0.0, None, b, 0.0, None, 0.0, m)
        }),
        Some((Form::Polygon(_), Form::Polygon(_))) => work(pairs, polygon, polygon, |pose, a, b, m| {
            contact_manifold_pfm_pfm(pose, a, 0.0, None, b, 0.0, None, 0.0, m)
        }),
        other => panic!("no typed function of parry is known here for {other:?}"),
    }
}

fn parry_dispatched(pairs: &[Pair]) -> Box<dyn Work> {
    let mut manifolds = vec![Manifold::new()];
    let mut workspace = None;
    Box::new(Pairs {
        pairs: pairs.iter().map(|p| Parry::of(p, parry::shared, parry::shared)).collect(),
        collide: move |p: &Parry<SharedShape, SharedShape>, out: &mut WorldContact| {
            forget(&mut manifolds[0]);
            let pose = p.pose_a.inv_mul(&p.pose_b);
            let done = DefaultQueryDispatcher.contact_manifolds(
                &pose,
                &*p.a,
                &*p.b,
                0.0,
                &mut manifolds,
                &mut workspace,
            );
            debug_assert!(done.is_ok());
            to_world(&manifolds[0], &p.pose_a, out);
        },
    })
}

fn parry_contact(pairs: &[Pair]) -> Box<dyn Work> {
    Box::new(Pairs {
        pairs: pairs.iter().map(|p| Parry::of(p, parry::shared, parry::shared)).collect(),
        collide: |p: &Parry<SharedShape, SharedShape>, out: &mut WorldContact| match query::contact(
            &p.pose_a, &*p.a, &p.pose_b, &*p.b, 0.0,
        ) {
            Ok(Some(contact)) => {
                out.normal = Vec2::new(contact.normal1.x, contact.normal1.y);
                out.count = 1;
                let position = Vec2::new(contact.point1.x, contact.point1.y);
                out.points[0] = WorldPoint { position, depth: -contact.dist, feature: 0 };
            }
            _ => out.count = 0,
        },
    })
}

/// A pair in Box2D's types; A and B are in the order that Box2D's functions take.
#[derive(Clone, Copy)]
struct Box2d<A, B> {
    poses: [ffi::b2Transform; 2],
    a: A,
    b: B,
}

/// The pairs as flat arrays, one for each part of a pair, as [`peer_bench_manifolds`] reads them.
struct Box2dPairs<A, B> {
    function: *const c_void,
    poses: Vec<[ffi::b2Transform; 2]>,
    a: Vec<A>,
    b: Vec<B>,
}

unsafe extern "C" {
    fn peer_bench_manifolds(
        function: *const c_void,
        poses: *const [ffi::b2Transform; 2],
        shapes_a: *const c_void,
        stride_a: usize,
        shapes_b: *const c_void,
        stride_b: usize,
        pairs: usize,
        out: *mut WorldContact,
    );
}

// The C side relies on these layouts.
const _: () = {
    assert!(size_of::<ffi::b2Transform>() == 16);
    assert!(
        size_of::<ffi::b2LocalManifold>() == 44 && mem::offset_of!(ffi::b2LocalManifold, pointCount) == 40
    );
    assert!(size_of::<WorldContact>() == 44 && mem::offset_of!(WorldContact, count) == 40);
};

impl<A, B> Work for Box2dPairs<A, B> {
    fn reorder(&mut self, rng: &mut fastrand::Rng) {
        let seed = rng.get_seed();
        fastrand::Rng::with_seed(seed).shuffle(&mut self.poses);
        fastrand::Rng::with_seed(seed).shuffle(&mut self.a);
        fastrand::Rng::with_seed(seed).shuffle(&mut self.b);
    }

    #[inline(never)]
    fn run(&mut self, out: &mut [WorldContact]) {
        assert!(
            self.poses.len() <= out.len()
                && self.a.len() == self.poses.len()
                && self.b.len() == self.poses.len()
        );
        // SAFETY: `function` is the Box2D function for `A` and `B`, and the arrays have the lengths given.
        unsafe {
            peer_bench_manifolds(
                self.function,
                self.poses.as_ptr(),
                self.a.as_ptr().cast(),
                size_of::<A>(),
                self.b.as_ptr().cast(),
                size_of::<B>(),
                self.poses.len(),
                out.as_mut_ptr(),
            );
        }
    }
}

fn box2d(pairs: &[Pair]) -> Box<dyn Work> {
    /// `function` is the Box2D function for the two types; `flipped`: it takes the pair's `b` first.
    fn work<A: 'static, B: 'static>(
        pairs: &[Pair],
        function: *const (),
        flipped: bool,
        a: impl Fn(&Form) -> A,
        b: impl Fn(&Form) -> B,
    ) -> Box<dyn Work> {
        let pairs = pairs.iter().map(|p| {
            let poses = [box2d::transform(&p.place_a), box2d::transform(&p.place_b)];
            if flipped {
                Box2d { poses: [poses[1], poses[0]], a: a(&p.b), b: b(&p.a) }
            } else {
                Box2d { poses, a: a(&p.a), b: b(&p.b) }
            }
        });
        let mut arrays =
            Box2dPairs { function: function.cast(), poses: Vec::new(), a: Vec::new(), b: Vec::new() };
        for pair in pairs {
            arrays.poses.push(pair.poses);
            arrays.a.push(pair.a);
            arrays.b.push(pair.b);
        }
        Box::new(arrays)
    }
    let circle = |form: &Form| box2d::circle(form.radius());
    let segment = |form: &Form| {
        let ends = form.points();
        box2d::segment(ends[0], ends[1])
    };
    match pairs.first().map(|p| (&p.a, &p.b)) {
        Some((Form::Circle(_), Form::Circle(_))) => {
            work(pairs, ffi::b2CollideCircles as *const (), false, circle, circle)
        }
        Some((Form::Circle(_), Form::Wall(..))) => {
            work(pairs, ffi::b2CollideSegmentAndCircle as *const (), true, segment, circle)
        }
        Some((Form::Circle(_), _)) => {
            work(pairs, ffi::b2CollidePolygonAndCircle as *const (), true, box2d::polygon, circle)
        }
        Some((_, Form::Wall(..))) => {
            work(pairs, ffi::b2CollideSegmentAndPolygon as *const (), true, segment, box2d::polygon)
        }
        _ => work(pairs, ffi::b2CollidePolygons as *const (), false, box2d::polygon, box2d::polygon),
    }
}
