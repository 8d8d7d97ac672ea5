//! rapier2d.

use rapier2d::prelude::*;

use super::ours::DENSITY;
use super::{Found, parry};
use crate::crowd::{Exact, Thing};

/// Things that its `CollisionPipeline` finds the contacts of: colliders without bodies, put where they are in
/// each frame.
pub struct Detection {
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    handles: Vec<ColliderHandle>,
}

impl Detection {
    pub fn new(things: &[Thing]) -> Self {
        let mut colliders = ColliderSet::new();
        // Static things are not tested against each other, as in every other engine.
        let groups = |moves: bool| {
            if moves {
                InteractionGroups::all()
            } else {
                InteractionGroups::new(Group::GROUP_2, Group::GROUP_1, InteractionTestMode::And)
            }
        };
        let handles = things
            .iter()
            .map(|thing| {
                colliders.insert(
                    ColliderBuilder::new(parry::shared(&thing.form))
                        .position(parry::pose(&thing.place))
                        .collision_groups(groups(thing.moves))
                        .active_collision_types(ActiveCollisionTypes::all()),
                )
            })
            .collect();
        Self {
            pipeline: CollisionPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders,
            handles,
        }
    }

    pub fn set_pose(&mut self, index: usize, pose: Pose) {
        if let Some(collider) = self.colliders.get_mut(self.handles[index]) {
            collider.set_position(pose);
        }
    }

    pub fn detect(&mut self) {
        self.pipeline.step(
            0.0,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &(),
        );
    }

    /// Pairs with a penetrating point.
    pub fn touching(&self) -> usize {
        let deep =
            |pair: &&ContactPair| pair.manifolds().iter().any(|m| m.points.iter().any(|p| p.dist < 0.0));
        self.narrow_phase.contact_pairs().filter(deep).count()
    }
}

/// A world stepped by the `PhysicsPipeline`.
pub struct World {
    gravity: Vector,
    parameters: IntegrationParameters,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
    handles: Vec<RigidBodyHandle>,
}

impl World {
    pub fn new(things: &[Thing], gravity: glam::Vec2, seconds: f32) -> Self {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        let handles = things.iter().map(|thing| insert(thing, &mut bodies, &mut colliders)).collect();
        Self {
            gravity: parry::vector(gravity),
            parameters: IntegrationParameters { dt: seconds, ..IntegrationParameters::default() },
            pipeline: PhysicsPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
            bodies,
            colliders,
            impulse_joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            ccd: CCDSolver::new(),
            handles,
        }
    }

    pub fn step(&mut self) {
        self.pipeline.step(
            self.gravity,
            &self.parameters,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }

    pub fn add(&mut self, thing: &Thing) -> RigidBodyHandle {
        insert(thing, &mut self.bodies, &mut self.colliders)
    }

    pub fn remove(&mut self, body: RigidBodyHandle) {
        let Self { bodies, islands, colliders, impulse_joints, multibody_joints, soft_bodies, .. } = self;
        bodies.remove(body, islands, colliders, impulse_joints, multibody_joints, soft_bodies, true);
    }

    /// Wakes it.
    pub fn set_velocity(&mut self, index: usize, velocity: glam::Vec2) {
        self.bodies[self.handles[index]].set_linvel(parry::vector(velocity), true);
    }

    pub fn place(&self, index: usize) -> Exact {
        let pose = self.bodies[self.handles[index]].position();
        Exact::new([pose.translation.x, pose.translation.y], [pose.rotation.re, pose.rotation.im])
    }
}

impl World {
    /// A step, and the contacts that it found on the poses from before.
    pub fn step_and_tell(&mut self) -> Vec<Found> {
        let before: Vec<Pose> = self.handles.iter().map(|&body| *self.bodies[body].position()).collect();
        self.step();
        let index = |collider: ColliderHandle| {
            let body = self.colliders.get(collider)?.parent()?;
            self.handles.iter().position(|&handle| handle == body)
        };
        let mut found = Vec::new();
        for pair in self.narrow_phase.contact_pairs() {
            let (Some(a), Some(b)) = (index(pair.collider1), index(pair.collider2)) else { continue };
            for manifold in pair.manifolds().iter().filter(|manifold| !manifold.points.is_empty()) {
                let normal = glam::Vec2::new(manifold.data.normal.x, manifold.data.normal.y);
                let told = manifold.points.iter().map(|contact| {
                    let (p, q) = (before[a] * contact.local_p1, before[b] * contact.local_p2);
                    let middle = glam::Vec2::new(0.5 * (p.x + q.x), 0.5 * (p.y + q.y));
                    (middle, -contact.dist, contact.data.impulse)
                });
                found.push(Found::new(a, b, normal, &told.collect::<Vec<_>>()));
            }
        }
        found
    }
}

fn insert(thing: &Thing, bodies: &mut RigidBodySet, colliders: &mut ColliderSet) -> RigidBodyHandle {
    let kind = if thing.moves { RigidBodyType::Dynamic } else { RigidBodyType::Fixed };
    let body = bodies.insert(
        RigidBodyBuilder::new(kind)
            .pose(parry::pose(&thing.place))
            .linvel(parry::vector(thing.velocity))
            .can_sleep(thing.sleeps)
            .locked_axes(if thing.upright { LockedAxes::ROTATION_LOCKED } else { LockedAxes::empty() }),
    );
    let collider = ColliderBuilder::new(parry::shared(&thing.form)).density(DENSITY).friction(thing.friction);
    colliders.insert_with_parent(collider, body, bodies);
    body
}
