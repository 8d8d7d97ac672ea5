//! A gun: each frame a bullet is added, and the one of 60 frames ago removed.

use std::collections::VecDeque;

use collide2d::SolverKind;
use glam::Vec2;

use super::{FRAME, GRAVITY, SUB_STEPS, floor};
use crate::crowd::Thing;
use crate::form::{Form, Place};
use crate::peers::{box2d, ours, rapier};
use crate::record::Cell;
use crate::timing::{self, alternate};

/// Bullets that are there at a time.
const ALIVE: usize = 60;
/// Shots before the timing.
const SETTLE: u32 = 10_000;
/// Frames of a round.
const FRAMES: u32 = 100;

/// A world that bullets are added to and removed from.
trait Range {
    type Body;
    fn add(&mut self, bullet: &Thing) -> Self::Body;
    fn remove(&mut self, body: Self::Body);
    fn step(&mut self);
}

impl Range for collide2d::World {
    type Body = collide2d::BodyHandle;

    fn add(&mut self, bullet: &Thing) -> Self::Body {
        collide2d::World::add(self, ours::body(bullet)).expect("a bullet is a body")
    }

    fn remove(&mut self, body: Self::Body) {
        assert!(collide2d::World::remove(self, body));
    }

    fn step(&mut self) {
        collide2d::World::step(self);
    }
}

impl Range for rapier::World {
    type Body = rapier2d::prelude::RigidBodyHandle;

    fn add(&mut self, bullet: &Thing) -> Self::Body {
        rapier::World::add(self, bullet)
    }

    fn remove(&mut self, body: Self::Body) {
        rapier::World::remove(self, body);
    }

    fn step(&mut self) {
        rapier::World::step(self);
    }
}

impl Range for box2d::World {
    type Body = boxdd_sys::ffi::b2BodyId;

    fn add(&mut self, bullet: &Thing) -> Self::Body {
        box2d::World::add(self, bullet)
    }

    fn remove(&mut self, body: Self::Body) {
        box2d::World::remove(self, body);
    }

    fn step(&mut self) {
        box2d::World::step(self, FRAME, SUB_STEPS);
    }
}

struct Gun<R: Range> {
    range: R,
    alive: VecDeque<R::Body>,
    shots: u32,
}

impl<R: Range> Gun<R> {
    fn new(range: R) -> Self {
        let mut gun = Self { range, alive: VecDeque::new(), shots: 0 };
        (0..SETTLE).for_each(|_| gun.frame());
        gun
    }

    /// The bullets fly apart, over 100 m.
    fn frame(&mut self) {
        let place = Place::new(Vec2::new((self.shots % 100) as f32 - 50.0, 1.0), 0.0);
        let velocity = Vec2::new(6.0, 2.0);
        let bullet = Thing { velocity, ..Thing::moving(Form::Circle(0.1), place) };
        self.alive.push_back(self.range.add(&bullet));
        self.shots += 1;
        if self.alive.len() > ALIVE
            && let Some(oldest) = self.alive.pop_front()
        {
            self.range.remove(oldest);
        }
        self.range.step();
    }
}

/// The three engines' guns, as what one frame of each does.
pub fn row(rounds: u32, rng: &mut fastrand::Rng) -> Vec<Cell> {
    let things = [floor(100.0)];
    let mut ours = Gun::new(ours::world(&things, SolverKind::Rigid, GRAVITY));
    let mut box2d = Gun::new(box2d::World::new(&things, GRAVITY, true));
    let mut rapier = Gun::new(rapier::World::new(&things, GRAVITY, FRAME));
    let mut guns: Vec<Box<dyn FnMut() + '_>> =
        vec![Box::new(|| ours.frame()), Box::new(|| box2d.frame()), Box::new(|| rapier.frame())];
    let stats = alternate(&mut guns, rounds, rng, |frame, _| {
        let time = timing::time(|| (0..FRAMES).for_each(|_| frame()));
        time.as_secs_f64() * 1.0e3 / f64::from(FRAMES)
    });
    stats.into_iter().map(|stats| Cell { stats: Some(stats), ..Cell::empty() }).collect()
}
