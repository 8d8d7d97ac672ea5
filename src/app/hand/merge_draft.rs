//! Chains that the selected tiles would become.

use collide2d::World;
use glam::Vec2;

use crate::report::ghosts;
use crate::scene::Scene;
use crate::scene::numbers::count;

/// Chains that are shown and not made yet.
#[derive(Clone, Debug)]
pub struct MergeDraft {
    /// The selected bodies, and the document's revision that they are of.
    pub(in crate::app) of: (Vec<u32>, u64),
    /// World.
    pub lines: Vec<Vec<Vec2>>,
    /// "8 tiles → 1 chain."
    pub made: String,
    pub(in crate::app) ghosts: GhostsOfRun,
    /// What is shown of it at the present frame.
    pub text: String,
}

impl MergeDraft {
    /// Says what it ends up to this frame.
    pub fn say(&mut self, frame: u64) {
        let ends = match self.ghosts.up_to(frame, &self.of.0) {
            Some(0) if frame == 0 => String::new(),
            Some(ghosts) => {
                let ghosts = count(ghosts, "ghost contact", "ghost contacts");
                let from_start = if frame > 0 { " Home first shows the cure from the start." } else { "" };
                format!(" {ghosts} with them acted up to frame {frame}.{from_start}")
            }
            None => String::new(),
        };
        self.text = format!("{}{ends}", self.made);
    }
}

/// The ghost contacts of a run, counted as far as was asked.
#[derive(Clone, Debug)]
pub struct GhostsOfRun {
    world: Option<World>,
    /// How many acted up to each frame, from frame 0.
    found: Vec<usize>,
}

impl GhostsOfRun {
    pub fn new(scene: &Scene) -> Self {
        Self { world: scene.to_world().ok(), found: vec![0] }
    }

    /// How many with these bodies acted up to a frame; `None` where it takes too long to step there again.
    fn up_to(&mut self, frame: u64, bodies: &[u32]) -> Option<usize> {
        /// Steps times bodies.
        const MOST: u64 = 500_000;
        let world = self.world.as_mut()?;
        if frame.saturating_mul(world.bodies().len() as u64) > MOST {
            return None;
        }
        while (self.found.len() as u64) <= frame {
            world.step();
            let acted = ghosts::acted(world);
            let with_them = acted
                .iter()
                .filter(|(contact, _)| bodies.contains(&contact.a) || bodies.contains(&contact.b));
            self.found.push(self.found.last().copied().unwrap_or_default() + with_them.count());
        }
        self.found.get(frame as usize).copied()
    }
}
