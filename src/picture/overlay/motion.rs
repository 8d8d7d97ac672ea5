//! What is drawn of motion: before and after the present frame.

pub(super) mod impacts;
pub(super) mod old_future;
pub(super) mod previous;
pub(super) mod trails;
pub(super) mod velocities;
