//! In place of `kernels` without the feature of that name: every pair goes through the separating-axis test.

pub(crate) mod many {
    use crate::contact::outcome::{OneByOne, Outcome};
    use crate::pair::PairKey;
    use crate::pose::Pose;
    use crate::shape::Shape;

    #[derive(Default)]
    pub(crate) struct Many;

    impl Many {
        pub(crate) fn collide(
            &mut self,
            _: &BodyRecords,
            test: &dyn OneByOne,
            pairs: &[PairKey],
            to: &mut [Outcome],
        ) {
            for (pair, outcome) in pairs.iter().zip(to) {
                std::hint::black_box(test.prefetch(*pair));
                *outcome = test.collide(*pair);
            }
        }
    }

    /// The number of bodies: without kernels nothing reads more.
    #[derive(Clone, Debug, Default)]
    pub struct BodyRecords(usize);

    impl BodyRecords {
        /// Number of bodies.
        pub fn len(&self) -> usize {
            self.0
        }
        /// Whether there are none.
        pub fn is_empty(&self) -> bool {
            self.0 == 0
        }
        /// Removes all bodies.
        pub fn clear(&mut self) {
            self.0 = 0;
        }
        /// Does nothing.
        pub fn reserve(&mut self, _: usize) {}
        /// Adds a body.
        pub fn push(&mut self, _: &Shape, _: &Pose) {
            self.0 += 1;
        }
        /// Does nothing.
        pub fn set(&mut self, _: usize, _: &Shape, _: &Pose) {}
    }

    impl<'s> FromIterator<(&'s Shape, &'s Pose)> for BodyRecords {
        fn from_iter<I: IntoIterator<Item = (&'s Shape, &'s Pose)>>(bodies: I) -> Self {
            Self(bodies.into_iter().count())
        }
    }
}

pub(crate) mod reject {
    use crate::sat::boxes::BoxPair;
    use crate::sat::discs::DiscBox;

    pub(crate) fn boxes_are_apart<const WALL: bool>(_: &BoxPair<WALL>) -> bool {
        false
    }

    pub(crate) fn disc_and_box_are_apart(_: &DiscBox<false>) -> bool {
        false
    }
}
