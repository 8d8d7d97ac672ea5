//! Records a step while the world takes it.

use collide2d::{Body, Iteration, Stage, StepObserver, World};
use glam::Vec2;

use super::iteration::speed_rounding;
use super::{BodyChange, MOST_STAGES, MotionState, RecordedStage};

pub(super) struct Recorder {
    /// What gravity adds to a speed in a step. Metres per second.
    per_step: f32,
    /// The bodies after the last recorded stage.
    now: Vec<MotionState>,
    /// For each body, the last iteration of `Linear` that moved it.
    moved_by: Vec<Option<u32>>,
    pub stages: Vec<RecordedStage>,
    pub changes: Vec<BodyChange>,
    pub left_out: usize,
}

impl Recorder {
    /// Of the step from `world`'s frame to the next.
    pub fn of(world: &World) -> Self {
        let mut recorder = Self {
            now: world.bodies().iter().map(MotionState::of).collect(),
            moved_by: vec![None; world.bodies().len()],
            stages: Vec::new(),
            changes: Vec::new(),
            left_out: 0,
            per_step: world.settings().gravity.length() * world.timestep(),
        };
        world.clone().step_with(&mut recorder);
        recorder
    }

    /// The last iteration that moved a body of this one's pair; this one is then the last for its bodies.
    fn moved_before(&mut self, told: &Iteration) -> Option<u32> {
        let mut last = None;
        for (body, moved) in told.source.bodies().zip([told.moved_a, told.moved_b]) {
            if let Some(by) = self.moved_by.get_mut(body as usize) {
                last = last.max(*by);
                *by = if moved == Vec2::ZERO { *by } else { Some(told.index) };
            }
        }
        last
    }

    fn compare(&mut self, bodies: &[Body], index: u32) {
        if let (Some(body), Some(now)) = (bodies.get(index as usize), self.now.get_mut(index as usize)) {
            let after = MotionState::of(body);
            if after != *now {
                self.changes.push(BodyChange { body: index, before: *now, after });
                *now = after;
            }
        }
    }
}

impl StepObserver for Recorder {
    fn stage(&mut self, stage: &Stage, bodies: &[Body]) {
        let last = matches!(
            stage,
            Stage::Stopped { .. }
                | Stage::Landed { .. }
                | Stage::Slid { .. }
                | Stage::Reactions(_)
                | Stage::Sleep { .. }
                | Stage::FrameEnd { .. }
        );
        if self.stages.len() >= MOST_STAGES && !last {
            self.left_out += 1;
            return;
        }
        let speed_rounding = match stage {
            Stage::Iteration(told) => speed_rounding(told, bodies, &self.now, self.per_step),
            _ => 0.0,
        };
        match stage {
            Stage::BroadPhase(_)
            | Stage::NarrowPhase { .. }
            | Stage::Generator { .. }
            | Stage::Events(_)
            | Stage::Reactions(_) => {}
            Stage::Iteration(told) if self.left_out == 0 => {
                told.source.bodies().for_each(|body| self.compare(bodies, body));
            }
            _ => (0..bodies.len() as u32).for_each(|index| self.compare(bodies, index)),
        }
        let moved_by = match stage {
            Stage::Iteration(told) => self.moved_before(told),
            _ => None,
        };
        let (changes, stage) = (self.changes.len(), stage.clone());
        self.stages.push(RecordedStage { stage, left_alone: false, speed_rounding, moved_by, changes });
    }
}
