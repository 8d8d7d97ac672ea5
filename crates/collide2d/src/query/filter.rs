//! Which bodies a query of a world asks.

use std::fmt;

use super::Exclusion;
use crate::body::Body;
use crate::filter::Filter;

/// Whether a query is to ask a body, given its index and the body.
pub type WantsBody<'f> = dyn Fn(u32, &Body) -> bool + 'f;

/// Which bodies a query of a world asks; by default all. Rays and casts hit one-way bodies from every side: whether one lets
/// the caller through is told by the hit's normal.
#[derive(Clone, Copy, Default)]
pub struct QueryFilter<'f> {
    excluded: &'f [u32],
    skips_sensors: bool,
    masks: Filter,
    wanted: Option<&'f WantsBody<'f>>,
}

impl<'f> QueryFilter<'f> {
    /// Without these bodies, by index.
    pub fn excluding(self, excluded: &'f [u32]) -> Self {
        Self { excluded, ..self }
    }

    /// With sensors, as by default, or without.
    pub fn with_sensors(self, sensors: bool) -> Self {
        Self { skips_sensors: !sensors, ..self }
    }

    /// Only bodies that meet one of these masks, as two bodies meet.
    pub fn with_masks(self, masks: Filter) -> Self {
        Self { masks, ..self }
    }

    /// Only bodies of which the function says yes; asked last, and only of bodies whose bounding box is met.
    pub fn wanting(self, wanted: &'f WantsBody<'f>) -> Self {
        Self { wanted: Some(wanted), ..self }
    }

    /// By index.
    pub fn excluded(&self) -> &'f [u32] {
        self.excluded
    }

    /// Why a body is not asked; `None` if it is.
    pub fn leaves_out(&self, index: u32, body: &Body) -> Option<Exclusion> {
        if self.excluded.contains(&index) {
            Some(Exclusion::Excluded)
        } else if self.skips_sensors && body.is_sensor() {
            Some(Exclusion::Sensor)
        } else if !self.masks.lets_meet(body.filter()) {
            Some(Exclusion::Masks)
        } else {
            self.wanted.is_some_and(|wanted| !wanted(index, body)).then_some(Exclusion::Unwanted)
        }
    }
}

impl fmt::Debug for QueryFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { excluded, skips_sensors, masks, wanted } = self;
        let mut filter = f.debug_struct("QueryFilter");
        filter.field("excluded", excluded).field("skips_sensors", skips_sensors).field("masks", masks);
        filter.field("wanted", &wanted.is_some()).finish()
    }
}
