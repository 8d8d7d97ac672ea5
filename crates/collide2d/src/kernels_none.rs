//! In place of `kernels` without the feature of that name: every pair goes through the separating-axis test.

use std::hint::black_box;

use crate::contact::outcome::{OneByOne, Outcome};
use crate::contact::record::BodyRecords;
use crate::pair::PairKey;

#[derive(Default)]
pub(crate) struct Many;

impl Many {
    pub fn collide(&mut self, _: &BodyRecords, test: &dyn OneByOne, pairs: &[PairKey], to: &mut [Outcome]) {
        for (pair, outcome) in pairs.iter().zip(to) {
            black_box(test.prefetch(*pair));
            *outcome = test.collide(*pair);
        }
    }
}
