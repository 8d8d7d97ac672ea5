//! The engines, each used as intended for contacts without a solver.

use collide2d::SolverKind;
use glam::Vec2;
use parry2d::bounding_volume::Aabb;
use parry2d::math::{Pose, Rotation};
use parry2d::partitioning::{Bvh, BvhWorkspace};
use parry2d::query::ContactManifold;
use parry2d::query::details::{
    contact_manifold_ball_ball, contact_manifold_convex_ball, contact_manifold_cuboid_cuboid,
    contact_manifold_pfm_pfm,
};
use parry2d::shape::{Ball, ConvexPolygon, Cuboid, PolygonalFeatureMap, Segment};

use super::FRAME;
use crate::crowd::{Exact, Thing};
use crate::form::{Form, Place};
use crate::peers::{box2d, ours, parry, rapier};
use crate::record::Contestant;

pub const NAMES: [&str; 4] = ["collide2d", "parry BVH", "rapier", "Box2D"];

pub trait Engine {
    /// Moves everything on by a frame and finds all contacts.
    fn step(&mut self);
    /// Reverses all velocities.
    fn turn_back(&mut self);
    /// Touching pairs at the present poses.
    fn touching(&mut self, things: &[Thing]) -> usize;
    /// Present poses.
    fn places(&self) -> Vec<Exact>;
}

pub fn contestants() -> Vec<Contestant> {
    let computes = [
        "`World::step` with the solver `Off`: moves bodies, broad phase, a full contact for each touching pair, contact events",
        "fat boxes in parry's `Bvh` kept from frame to frame (refit, traversed against itself), a typed `contact_manifold_*` for each pair, fresh; poses moved by hand; contacts in local space",
        "`CollisionPipeline::step` after `Collider::set_position`, prediction 0: kept pairs and manifolds",
        "`b2World_Step`, one sub-step, recycling off so that every contact is computed, contacts taken from the solver by the pre-solve callback: moves bodies, kept pairs and manifolds",
    ];
    NAMES
        .into_iter()
        .zip(computes)
        .map(|(name, computes)| Contestant { name, computes, aside: false })
        .collect()
}

pub fn engine(name: &str, things: &[Thing]) -> Option<Box<dyn Engine>> {
    Some(match NAMES.iter().position(|known| *known == name)? {
        0 => Box::new(Ours(ours::world(things, SolverKind::Off, Vec2::ZERO))),
        1 => Box::new(Parry::new(things)),
        2 => Box::new(Rapier { motion: Motion::new(things), detection: rapier::Detection::new(things) }),
        _ => Box::new(Box2d {
            motion: Motion::new(things),
            world: box2d::World::new(things, Vec2::ZERO, false),
        }),
    })
}

struct Ours(collide2d::World);

impl Engine for Ours {
    fn step(&mut self) {
        self.0.step();
    }

    fn turn_back(&mut self) {
        for i in 0..self.0.bodies().len() as u32 {
            if let Some(body) = self.0.body_mut(i) {
                _ = body.set_velocity(-body.velocity());
                _ = body.set_angular_velocity(-body.angular_velocity());
            }
        }
    }

    fn touching(&mut self, _: &[Thing]) -> usize {
        self.0.contacts().len()
    }

    fn places(&self) -> Vec<Exact> {
        let place = |body: &collide2d::Body| {
            Exact::from(&Place { position: body.pose().position, rotation: body.pose().rotation })
        };
        self.0.bodies().iter().map(place).collect()
    }
}

/// Poses and velocities, for engines that leave motion to their user.
struct Motion {
    poses: Vec<Pose>,
    velocities: Vec<Vec2>,
    /// Radians a second.
    turns: Vec<f32>,
    /// A frame's turn.
    rotations: Vec<Rotation>,
    moving: Vec<usize>,
}

impl Motion {
    fn new(things: &[Thing]) -> Self {
        let turns: Vec<f32> = things.iter().map(|thing| thing.turn.to_radians()).collect();
        Self {
            poses: things.iter().map(|thing| parry::pose(&thing.place)).collect(),
            velocities: things.iter().map(|thing| thing.velocity).collect(),
            rotations: turns.iter().map(|turn| Rotation::new(turn * FRAME)).collect(),
            turns,
            moving: (0..things.len()).filter(|&i| things[i].moves).collect(),
        }
    }

    fn step(&mut self) {
        for &i in &self.moving {
            let pose = &mut self.poses[i];
            pose.translation += parry::vector(self.velocities[i] * FRAME);
            if self.turns[i] != 0.0 {
                pose.rotation *= self.rotations[i];
            }
        }
    }

    fn turn_back(&mut self) {
        for i in 0..self.poses.len() {
            self.velocities[i] = -self.velocities[i];
            self.turns[i] = -self.turns[i];
            self.rotations[i] = self.rotations[i].inverse();
        }
    }

    fn places(&self) -> Vec<Exact> {
        let place = |p: &Pose| Exact::new([p.translation.x, p.translation.y], [p.rotation.re, p.rotation.im]);
        self.poses.iter().map(place).collect()
    }
}

/// parry's shapes by type, so that its typed functions can be called.
enum Typed {
    Ball(Ball),
    Cuboid(Cuboid),
    Polygon(ConvexPolygon),
    Segment(Segment),
}

/// Margin of the tree's fat boxes. Metres.
const FAT: f32 = 0.1;

type Manifold = ContactManifold<(), ()>;

struct Parry {
    motion: Motion,
    shapes: Vec<Typed>,
    moves: Vec<bool>,
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<(u32, u32)>,
    contacts: Vec<(u32, u32, Manifold)>,
}

impl Parry {
    fn new(things: &[Thing]) -> Self {
        let shapes: Vec<Typed> = things
            .iter()
            .map(|thing| match &thing.form {
                Form::Circle(radius) => Typed::Ball(Ball::new(*radius)),
                Form::Rectangle(half) => Typed::Cuboid(Cuboid::new(parry::vector(*half))),
                Form::Polygon(points) => Typed::Polygon(parry::polygon(points)),
                Form::Wall(start, end) => {
                    Typed::Segment(Segment::new(parry::vector(*start), parry::vector(*end)))
                }
                form @ (Form::Capsule { .. } | Form::Chain(_)) => unreachable!("no scene has {form:?}"),
            })
            .collect();
        let mut parry = Self {
            motion: Motion::new(things),
            shapes,
            moves: things.iter().map(|thing| thing.moves).collect(),
            tree: Bvh::new(),
            workspace: BvhWorkspace::default(),
            pairs: Vec::new(),
            contacts: Vec::new(),
        };
        for i in 0..things.len() {
            parry.tree.insert_or_update_partially(parry.aabb(i), i as u32, FAT);
        }
        parry.tree.refit(&mut parry.workspace);
        parry
    }

    fn aabb(&self, i: usize) -> Aabb {
        let pose = &self.motion.poses[i];
        match &self.shapes[i] {
            Typed::Ball(s) => s.aabb(pose),
            Typed::Cuboid(s) => s.aabb(pose),
            Typed::Polygon(s) => s.aabb(pose),
            Typed::Segment(s) => s.aabb(pose),
        }
    }
}

impl Engine for Parry {
    fn step(&mut self) {
        self.motion.step();
        for k in 0..self.motion.moving.len() {
            let i = self.motion.moving[k];
            self.tree.insert_or_update_partially(self.aabb(i), i as u32, FAT);
        }
        self.tree.refit(&mut self.workspace);
        self.tree.optimize_incremental(&mut self.workspace);
        self.pairs.clear();
        let (pairs, moves) = (&mut self.pairs, &self.moves);
        self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
            if moves[a as usize] || moves[b as usize] {
                pairs.push((a, b));
            }
        });
        self.contacts.clear();
        let mut manifold = Manifold::new();
        for &(a, b) in &self.pairs {
            manifold.points.clear();
            manifold.local_n1 = parry::vector(Vec2::ZERO);
            let (a, b) = (a as usize, b as usize);
            collide(
                &self.shapes[a],
                &self.motion.poses[a],
                &self.shapes[b],
                &self.motion.poses[b],
                &mut manifold,
            );
            if manifold.points.iter().any(|point| point.dist < 0.0) {
                self.contacts.push((a as u32, b as u32, manifold.clone()));
            }
        }
    }

    fn turn_back(&mut self) {
        self.motion.turn_back();
    }

    fn touching(&mut self, _: &[Thing]) -> usize {
        self.contacts.len()
    }

    fn places(&self) -> Vec<Exact> {
        self.motion.places()
    }
}

fn collide(a: &Typed, pose_a: &Pose, b: &Typed, pose_b: &Pose, manifold: &mut Manifold) {
    use Typed::{Ball, Cuboid, Polygon, Segment};
    let pose = pose_a.inv_mul(pose_b);
    let flat = |a: &dyn PolygonalFeatureMap, b: &dyn PolygonalFeatureMap, manifold: &mut Manifold| {
        contact_manifold_pfm_pfm(&pose, a, 0.0, None, b, 0.0, None, 0.0, manifold);
    };
    match (a, b) {
        (Ball(a), Ball(b)) => contact_manifold_ball_ball(&pose, a, b, 0.0, manifold),
        (Ball(a), Cuboid(b)) => {
            contact_manifold_convex_ball(&pose.inverse(), b, a, None, None, 0.0, manifold, true)
        }
        (Ball(a), Polygon(b)) => {
            contact_manifold_convex_ball(&pose.inverse(), b, a, None, None, 0.0, manifold, true)
        }
        (Ball(a), Segment(b)) => {
            contact_manifold_convex_ball(&pose.inverse(), b, a, None, None, 0.0, manifold, true)
        }
        (Cuboid(a), Ball(b)) => contact_manifold_convex_ball(&pose, a, b, None, None, 0.0, manifold, false),
        (Polygon(a), Ball(b)) => contact_manifold_convex_ball(&pose, a, b, None, None, 0.0, manifold, false),
        (Segment(a), Ball(b)) => contact_manifold_convex_ball(&pose, a, b, None, None, 0.0, manifold, false),
        (Cuboid(a), Cuboid(b)) => contact_manifold_cuboid_cuboid(&pose, a, b, 0.0, manifold),
        (Cuboid(a), Polygon(b)) => flat(a, b, manifold),
        (Cuboid(a), Segment(b)) => flat(a, b, manifold),
        (Polygon(a), Cuboid(b)) => flat(a, b, manifold),
        (Polygon(a), Polygon(b)) => flat(a, b, manifold),
        (Polygon(a), Segment(b)) => flat(a, b, manifold),
        (Segment(a), Cuboid(b)) => flat(a, b, manifold),
        (Segment(a), Polygon(b)) => flat(a, b, manifold),
        (Segment(_), Segment(_)) => {}
    }
}

struct Rapier {
    motion: Motion,
    detection: rapier::Detection,
}

impl Engine for Rapier {
    fn step(&mut self) {
        self.motion.step();
        for &i in &self.motion.moving {
            self.detection.set_pose(i, self.motion.poses[i]);
        }
        self.detection.detect();
    }

    fn turn_back(&mut self) {
        self.motion.turn_back();
    }

    fn touching(&mut self, _: &[Thing]) -> usize {
        self.detection.touching()
    }

    fn places(&self) -> Vec<Exact> {
        self.motion.places()
    }
}

struct Box2d {
    /// Only velocities: Box2D moves its bodies itself.
    motion: Motion,
    world: box2d::World,
}

impl Engine for Box2d {
    fn step(&mut self) {
        self.world.step(FRAME, 1);
    }

    fn turn_back(&mut self) {
        self.motion.turn_back();
        for &i in &self.motion.moving {
            self.world.set_velocity(i, self.motion.velocities[i], self.motion.turns[i]);
        }
    }

    /// Box2D finds contacts before it moves: the pairs of the next step are those at the present poses.
    fn touching(&mut self, things: &[Thing]) -> usize {
        let places = self.places();
        let deep = |&(a, b): &(usize, usize)| {
            crate::reference::separation(&things[a].form, &places[a], &things[b].form, &places[b]).distance
                < 0.0
        };
        self.world.pairs_in_step(FRAME).iter().filter(|pair| deep(pair)).count()
    }

    fn places(&self) -> Vec<Exact> {
        (0..self.world.bodies.len()).map(|i| self.world.place(i)).collect()
    }
}
