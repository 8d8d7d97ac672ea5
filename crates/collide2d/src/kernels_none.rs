//! In the place of `kernels` where the feature of that name is off: every pair goes through the test, with the same results.

pub(crate) mod boxes {
    use crate::sat::boxes::Boxes;

    pub(crate) fn are_apart<const WALL: bool>(_: &Boxes<WALL>) -> bool {
        false
    }
}

pub(crate) mod discs {
    use crate::contact::manifold::Contact;
    use crate::sat::discs::{DiscBox, DiscHull, Discs};

    pub(crate) fn collide_discs(_: &Discs, test: impl FnOnce() -> Option<Contact>) -> Option<Contact> {
        test()
    }

    pub(crate) fn box_is_apart<const WALL: bool>(_: &DiscBox<WALL>) -> bool {
        false
    }

    pub(crate) fn collide_hull(_: DiscHull<'_>, test: impl FnOnce() -> Option<Contact>) -> Option<Contact> {
        test()
    }
}

pub(crate) mod hulls {
    use crate::contact::manifold::Contact;
    use crate::sat::hulls::Hulls;

    pub(crate) fn collide(_: Hulls<'_>, test: impl FnOnce() -> Option<Contact>) -> Option<Contact> {
        test()
    }
}

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
            _: &Records,
            test: &dyn OneByOne,
            pairs: &[PairKey],
            to: &mut [Outcome],
        ) {
            for (pair, outcome) in pairs.iter().zip(to) {
                std::hint::black_box(test.fetch(*pair));
                *outcome = test.collide(*pair);
            }
        }
    }

    /// The shapes of all bodies, as kernels would read them. Without kernels only how many there are is kept.
    #[derive(Clone, Debug, Default)]
    pub struct Records(usize);

    impl Records {
        /// Bodies that are there.
        pub fn len(&self) -> usize {
            self.0
        }
        /// Whether there are none.
        pub fn is_empty(&self) -> bool {
            self.0 == 0
        }
        /// Forgets all.
        pub fn clear(&mut self) {
            self.0 = 0;
        }
        /// Sets no memory aside.
        pub fn reserve(&mut self, _: usize) {}
        /// Adds a body.
        pub fn push(&mut self, _: &Shape, _: &Pose) {
            self.0 += 1;
        }
        /// Puts a body elsewhere.
        pub fn set(&mut self, _: usize, _: &Shape, _: &Pose) {}
    }

    impl<'s> FromIterator<(&'s Shape, &'s Pose)> for Records {
        fn from_iter<I: IntoIterator<Item = (&'s Shape, &'s Pose)>>(bodies: I) -> Self {
            Self(bodies.into_iter().count())
        }
    }
}
