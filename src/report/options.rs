//! What a report is asked for.

use collide2d::{Body, PairContact, World};

use crate::scene::{FoundParts, Scene};

/// The pairs that a report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichPairs {
    #[default]
    Touching,
    /// At most so many touching pairs, the deepest.
    Deepest(usize),
    /// Every pair that can touch: not two that are lines, or that masks keep apart.
    All,
    /// This pair alone, or these parts of it, whether it touches or not.
    Of(FoundParts),
}

impl WhichPairs {
    /// As many touching pairs as the window and a picture show: those that the solver can handle in a frame,
    /// and never fewer than [`LEAST_SHOWN`].
    pub fn shown(scene: &Scene) -> Self {
        Self::Deepest(scene.max_contacts.max(LEAST_SHOWN))
    }
}

/// Touching pairs that are shown however few the solver can handle.
pub const LEAST_SHOWN: usize = 4096;

/// The pairs whose axes are traced. Tracing costs time, so the window traces the selected pair only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichAxes {
    /// Every listed pair.
    #[default]
    Every,
    /// This pair only, `a < b`; it is listed even where it does not touch.
    Of(u32, u32),
    None,
}

/// The bodies that a report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichBodies {
    #[default]
    Every,
    /// No body, for callers that read them from the world.
    None,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReportOptions {
    pub bodies: WhichBodies,
    pub pairs: WhichPairs,
    /// Two static bodies that touch are no pair, as in a step: of a recording, whose tiles may overlap by rounding.
    pub without_static: bool,
    /// Pairs with a trace of their axes.
    pub axes: WhichAxes,
    /// Time within which impacts are predicted; `None`: no prediction. Seconds.
    pub impacts: Option<f32>,
    /// Prediction of impacts includes rotation.
    pub rotating: bool,
    /// Impacts are predicted a second time, with the bodies' accelerations.
    pub falling: bool,
    /// Momentum and energy of the bodies listed, and of all.
    pub motion: bool,
    /// What classic shortcuts answer for each pair of [`super::for_each_pair`].
    pub shortcuts: bool,
    /// Tolerance of a second opinion on each pair of [`super::for_each_pair`]; `None`: not requested.
    pub second_opinion: Option<f32>,
}

impl ReportOptions {
    /// Whether a contact's pair is one of those that touch.
    pub(super) fn lists(&self, world: &World, contact: &PairContact) -> bool {
        let is_static = |body: u32| world.body(body).is_some_and(Body::is_static);
        !(self.without_static && is_static(contact.a) && is_static(contact.b))
    }
}

impl WhichAxes {
    pub(super) fn has(self, pair: (u32, u32)) -> bool {
        match self {
            Self::Every => true,
            Self::Of(i, j) => pair == (i.min(j), i.max(j)),
            Self::None => false,
        }
    }
}
