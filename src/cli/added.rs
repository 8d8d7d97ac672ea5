//! What options add to a report, as text, JSON or a page.

use collide2d::ContactEvent;

use super::ReportArgs;
use crate::explain::stages::{self, StageText};
use crate::report::hashes::FrameHash;
use crate::report::not_finite::NotFinite;
use crate::report::until::StoppedAt;
use crate::report::{Report, ReportOptions};
use crate::scene::Scene;

/// What options add to the report of a frame, and what led to it.
pub struct AddedParts {
    pub not_finite: Option<NotFinite>,
    pub until: Option<StoppedAt>,
    pub events: Option<Vec<ContactEvent>>,
    pub stages: Option<Vec<StageText>>,
    pub stages_of: Option<String>,
    pub hashes: Option<Vec<FrameHash>>,
}

impl AddedParts {
    pub fn put_into(self, report: &mut Report, scene: &Scene) {
        (report.not_finite, report.until) = (self.not_finite, self.until);
        report.events = self.events;
        if report.events.is_some() {
            let listeners = 0..scene.listeners.len() as u32;
            report.listeners = listeners.map(|index| stages::listener_name(scene, index)).collect();
        }
        (report.stages, report.stages_of) = (self.stages, self.stages_of);
        report.hashes = self.hashes;
    }
}

impl ReportArgs {
    /// What is predicted.
    pub fn ahead(&self) -> ReportOptions {
        ReportOptions {
            impacts: self.impacts,
            rotating: self.rotating,
            falling: self.falling,
            ..ReportOptions::default()
        }
    }
}
