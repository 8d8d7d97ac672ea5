//! What is taken away of a pair: the smallest scene that shows it, a Rust test, and text for an issue tracker.
//! Each gives the same contact again, bit for bit; of a recording a step before within the rounding of its poses.

use std::path::Path;

use collide2d::{Body, Contact, PairKey, Shape, World};

use super::{Explanation, PairPast, WhyNot, pair_in_sentence};
use crate::explain::their_side::TheirSide;
use crate::report::PairReport;
use crate::scene::numbers::LengthUnit;
use crate::scene::{PairParts, Scene, SceneBody, SceneShape, deepest_contact};

mod markdown;
#[cfg(not(target_os = "unknown"))]
pub mod programs;
mod rust_test;
mod smallest;

/// A pair at a frame of a scene.
#[derive(Clone, Copy, Debug)]
pub struct SeenAt<'s> {
    /// The scene that the world was made from.
    pub scene: &'s Scene,
    pub world: &'s World,
    pub pair: (u32, u32),
    /// The parts that are meant; `None`: the deepest or nearest.
    pub parts: PairParts,
    /// The frame's number, of a recording as it has it.
    pub frame: u64,
    /// What led the two to the state.
    pub past: &'s PairPast,
    /// Of a recording: what the other engine tells.
    pub theirs: Option<&'s TheirSide>,
    /// The scene's file; `None`: it has none, or differs from it.
    pub file: Option<&'s Path>,
}

impl SeenAt<'_> {
    /// [`SeenAt::smallest_scene`] as text.
    pub fn ron(&self) -> Result<String, String> {
        Ok(self.smallest_scene()?.to_ron())
    }

    /// A test on `collide2d` alone, which holds normal, depth and points to the bit.
    pub fn rust_test(&self) -> Result<String, String> {
        self.require_pair()?;
        if self.parts != [None; 2] {
            return Err(format!("{}: a Rust test is of whole bodies, not of their parts", self.names()));
        }
        let scene = self.scene_of_two()?;
        let contact = rust_test::contact(&scene);
        if contact.is_some() != self.contact()?.is_some() {
            return Err(format!(
                "{}: a Rust test asks the shapes alone, which overlap; that a one-sided chain lets the other pass is \
                 decided by a world; allowed: the smallest scene",
                self.names()
            ));
        }
        Ok(rust_test::of(&scene, contact.as_ref(), self.frame))
    }

    /// The explanation with ghosts, the axes, the points, versions, a command line, and the smallest scene.
    pub fn markdown(&self) -> Result<String, String> {
        self.require_pair()?;
        let gone = || format!("{}: one of them is gone or not finite at this frame", self.names());
        let pair = PairReport::of_parts(self.world, self.pair, self.parts, true).ok_or_else(gone)?;
        let unit = LengthUnit::of(self.world.bodies());
        let explanation = Explanation::of_pair_after(self.scene, self.world, &pair, self.past, unit);
        let explanation = explanation.ok_or_else(gone)?;
        let explanation = explanation.with_ghosts_beside(self.scene, self.world, &pair, self.parts);
        Ok(markdown::of(self, &pair, &explanation.beside(self.theirs.cloned())))
    }

    /// Refuses two bodies that are no pair of the world, and says why they are none: alone they might be one.
    fn require_pair(&self) -> Result<(), String> {
        if self.world.is_pair(PairKey::new(self.pair.0, self.pair.1)) {
            return Ok(());
        }
        let (named, unit) =
            (self.scene.with_pieces(self.world.pieces()), LengthUnit::of(self.world.bodies()));
        let why = WhyNot::of(&named, self.world, (self.pair, self.parts), None, self.past, unit);
        why.map_or(Ok(()), |why| Err(why.text.trim_end_matches('.').to_owned()))
    }

    /// "ball and crate at frame 60 of Ball on a crate".
    fn title(&self) -> String {
        let of = if self.scene.name.is_empty() { "" } else { " of " };
        format!("{} at frame {}{of}{}", self.names(), self.frame, self.scene.name)
    }

    fn names(&self) -> String {
        pair_in_sentence(&self.scene.with_pieces(self.world.pieces()), self.pair)
    }

    fn world_body(&self, index: u32) -> Result<&Body, String> {
        self.world.body(index).ok_or_else(|| format!("{}: one of them is gone at this frame", self.names()))
    }

    fn contact(&self) -> Result<Option<Contact>, String> {
        self.world_body(self.pair.0)?;
        self.world_body(self.pair.1)?;
        Ok(deepest_contact(self.world, (self.pair, self.parts)).map(|known| known.contact))
    }

    /// A body in this state of it. Its outline stays behind, because it is not collided with.
    fn body(&self, index: u32, now: &Body) -> Result<SceneBody, String> {
        let named = self.scene.with_pieces(self.world.pieces());
        let gone = || format!("{}: one of them is gone at this frame", self.names());
        let mut body = named.bodies.get(index as usize).cloned().ok_or_else(gone)?;
        if self.scene.bodies.get(index as usize).is_none() {
            // Only circles are pieces.
            let Shape::Circle(circle) = now.shape() else {
                return Err(format!("{}: a piece that is no circle", self.names()));
            };
            body.shape = SceneShape::Circle { radius: circle.radius() };
        }
        Ok(SceneBody {
            position: now.pose().position,
            rotation: now.pose().rotation.degrees(),
            motion: *now.motion(),
            restitution: now.restitution(),
            friction: now.friction(),
            sensor: now.is_sensor(),
            outline: None,
            ..body
        })
    }
}
