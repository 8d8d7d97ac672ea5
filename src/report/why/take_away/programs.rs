//! A pair as a small program of another engine, in that engine's language: for a report about that engine. It makes the
//! two bodies where they are, asks the engine for their contacts, makes a step, and has what we found in comments.
//!
//! [`PortedPair`] is what every program is written from. A file for each engine writes it, and says in comments what the
//! engine has no words for. Names stand in comments alone.

mod box2d;
mod godot;
mod matter;
mod planck;
mod ported;
mod pymunk;
mod rapier;
mod source;

use super::SeenAt;
use ported::PortedPair;

/// The engines that a pair is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PeerEngine {
    /// rapier2d, in Rust.
    Rapier,
    /// Box2D 3.1 and later, in C.
    Box2d,
    /// planck, in JavaScript.
    Planck,
    /// Matter.js, in JavaScript.
    Matter,
    /// pymunk, in Python.
    Pymunk,
    /// Godot 4, in GDScript.
    Godot,
}

impl PeerEngine {
    pub const ALL: [Self; 6] =
        [Self::Rapier, Self::Box2d, Self::Planck, Self::Matter, Self::Pymunk, Self::Godot];

    pub fn name(self) -> &'static str {
        match self {
            Self::Rapier => "rapier",
            Self::Box2d => "Box2D",
            Self::Planck => "planck",
            Self::Matter => "Matter.js",
            Self::Pymunk => "pymunk",
            Self::Godot => "Godot",
        }
    }
}

impl SeenAt<'_> {
    /// The two bodies as a program of the engine, which prints the contacts that the engine finds; static bodies with
    /// those of their shapes that are near. Every number reads back as it is here.
    pub fn program(&self, engine: PeerEngine) -> Result<String, String> {
        self.require_pair()?;
        let pair = PortedPair::of(self)?;
        Ok(match engine {
            PeerEngine::Rapier => rapier::program(&pair),
            PeerEngine::Box2d => box2d::program(&pair),
            PeerEngine::Planck => planck::program(&pair),
            PeerEngine::Matter => matter::program(&pair),
            PeerEngine::Pymunk => pymunk::program(&pair),
            PeerEngine::Godot => godot::program(&pair),
        })
    }
}
