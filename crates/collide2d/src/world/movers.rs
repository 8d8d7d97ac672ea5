//! The movers of a world: how a step begins and ends with them. `world::walk` has the way of one.

use glam::Vec2;

use super::World;
use super::walk::{Ahead, KnownWays, Walker};
use crate::body::Motion;
use crate::input::WorldInput;
use crate::mover::{MoverGround, MoverMove, Movers, WalkOrder};
use crate::sweep::Turning;

impl World {
    /// How the last step moved each body whose motion is [`Motion::Mover`], by index.
    ///
    /// ```
    /// use collide2d::glam::Vec2;
    /// use collide2d::{BodyDef, Motion, Pose, Shape, World, WorldInput, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81)))?;
    /// world.add(BodyDef::new(Shape::rectangle(20.0, 1.0)?, Pose::at(0.0, -0.5)))?;
    /// let hero = BodyDef::new(Shape::rectangle(0.6, 1.6)?, Pose::at(0.0, 0.8)).with_motion(Motion::mover());
    /// let hero = world.add(hero)?.index();
    /// for _ in 0..60 {
    ///     // What the keys say in this frame.
    ///     let walk = WorldInput::Walk { frame: world.frame(), body: hero, direction: 1.0, jump: false };
    ///     world.set_inputs(vec![walk])?;
    ///     world.step();
    /// }
    /// // A second at 4 m/s.
    /// assert!(world.body(hero).is_some_and(|hero| (hero.pose().position.x - 4.0).abs() < 0.001));
    /// assert!(world.movers()[0].ground.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn movers(&self) -> &[MoverMove] {
        &self.movers.moves
    }

    /// How the last step moved this mover; `None`: it moved none of this index.
    pub fn mover_move(&self, body: u32) -> Option<&MoverMove> {
        let moves = &self.movers.moves;
        moves.binary_search_by_key(&body, |moved| moved.body).ok().map(|at| &moves[at])
    }

    /// The indices of the bodies whose motion is [`Motion::Mover`], ascending.
    pub fn mover_indices(&self) -> Vec<u32> {
        let is_mover = |index: &u32| {
            let body = self.bodies.get(*index as usize);
            body.is_some_and(|body| !body.is_removed() && matches!(body.motion(), Motion::Mover { .. }))
        };
        let mut indices: Vec<u32> = self.movers.candidates.iter().copied().filter(is_mover).collect();
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    /// What a mover stands on now: what the last step found, before the first step what is right below it. `None` of a body
    /// that is no mover.
    pub fn mover_ground(&self, body: u32) -> Option<MoverGround> {
        if let Some(moved) = self.mover_move(body) {
            return moved.ground;
        }
        let walker = Walker::of(self, body, KnownWays::default())?;
        walker.ground_below(walker.velocity)
    }

    /// What the inputs tell a mover for the step that leaves the present frame; `None`: nothing.
    pub fn walk_order(&self, mover: u32) -> Option<WalkOrder> {
        let orders = self.inputs.iter().filter_map(|input| match *input {
            WorldInput::Walk { frame, body, direction, jump } if body == mover && frame <= self.frame => {
                Some(WalkOrder { frame, direction, jump: jump && frame == self.frame })
            }
            WorldInput::Walk { .. } | WorldInput::Push { .. } | WorldInput::Pull(_) => None,
        });
        // Of equal frames the last counts.
        orders.max_by_key(|order| order.frame)
    }

    /// Finds the ways of all movers, and gives them the velocities that lead there. Returns whether there are any.
    pub(super) fn begin_movers(&mut self) -> bool {
        if self.movers.candidates.is_empty() {
            return false;
        }
        let candidates = self.mover_indices();
        let mut moves = Vec::with_capacity(candidates.len());
        let mut after = Vec::with_capacity(candidates.len());
        let kinematic = if candidates.is_empty() { Vec::new() } else { self.kinematic_ways() };
        let mut movers: Vec<Ahead> = Vec::with_capacity(candidates.len());
        for &index in &candidates {
            let known = KnownWays { kinematic: &kinematic, movers: &movers };
            if let Some(mut walker) = Walker::of(self, index, known) {
                after.push(walker.walk(self.walk_order(index).unwrap_or_default()));
                let (pose, way) = (walker.pose, walker.moved.moved);
                moves.push(walker.moved);
                let aabb = self.bodies[index as usize].shape().aabb(&pose);
                movers.push(Ahead { index, pose, aabb, way });
            }
        }
        let seconds = self.settings.timestep;
        for moved in &moves {
            let body = &mut self.bodies[moved.body as usize];
            // Without negative zeros.
            body.move_at(moved.moved / seconds + Vec2::ZERO, 0.0);
        }
        let is_any = !moves.is_empty();
        self.movers = Movers { moves, after, candidates };
        is_any
    }

    /// Of the kinematic bodies that move.
    fn kinematic_ways(&self) -> Vec<Ahead> {
        let seconds = self.settings.timestep;
        let moving = (0..).zip(&self.bodies).filter_map(|(index, body)| match *body.motion() {
            Motion::Kinematic { velocity, angular_velocity }
                if !body.is_removed() && (velocity != Vec2::ZERO || angular_velocity != 0.0) =>
            {
                let pose = Turning::of(body).pose_after(body.pose(), seconds);
                Some(Ahead { index, pose, aabb: body.shape().aabb(&pose), way: velocity * seconds })
            }
            Motion::Static | Motion::Kinematic { .. } | Motion::Dynamic { .. } | Motion::Mover { .. } => None,
        });
        moving.collect()
    }

    /// Gives movers the velocities with which they go on.
    pub(super) fn end_movers(&mut self) {
        for (moved, onward) in self.movers.moves.iter().zip(&self.movers.after) {
            let body = &mut self.bodies[moved.body as usize];
            if !body.is_removed() {
                body.move_at(onward.velocity, 0.0);
            }
        }
    }
}
