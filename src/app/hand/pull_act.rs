//! A pull of a body by hand, while it goes on.

use glam::Vec2;

use crate::app::history::Snapshot;
use crate::scene::SceneInput;

/// A pull that goes on.
#[derive(Debug)]
pub struct PullAct {
    /// The scene and the moment before it.
    pub(in crate::app) before: Snapshot,
    /// The frame in which it begins.
    pub(in crate::app) first: u64,
    pub(in crate::app) body: String,
    /// Local.
    pub(in crate::app) from: Vec2,
    /// By frame; world.
    pub(in crate::app) to: Vec<(u64, Vec2)>,
    pub(in crate::app) stiffness: f32,
}

impl PullAct {
    /// From this frame on its other end is there. What it was in the steps before stays as it was.
    pub(in crate::app) fn follow(&mut self, frame: u64, to: Vec2) {
        match self.to.last().copied() {
            Some((_, last)) if last == to => {}
            Some((known, _)) if known >= frame => {
                if let Some(end) = self.to.last_mut() {
                    end.1 = to;
                }
            }
            Some((known, last)) => {
                if known + 1 < frame {
                    self.to.push((frame - 1, last));
                }
                self.to.push((frame, to));
            }
            None => self.to.push((frame, to)),
        }
    }

    pub(in crate::app) fn input(&self, last: u64) -> SceneInput {
        SceneInput::Pull {
            frames: (self.first, last),
            body: self.body.clone(),
            from: self.from,
            to: self.to.clone(),
            stiffness: self.stiffness,
        }
    }
}
