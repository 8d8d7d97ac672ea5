//! Shortcuts: classic tests that look right and are wrong, beside what the core finds.
//!
//! The core has none of them. A shortcut reads the same two bodies, and its answer is compared with the
//! contact of [`collide2d::collide`]. Numbers within rounding of a shortcut's limit count as the core's answer.

use collide2d::{AxisTest, Body, Contact, Side, Trace, collide, collide_observed};
use glam::{DVec2, Vec2};

use crate::explain::stages::{Formula, overlap_name};
use crate::scene::numbers::{LengthUnit, number_64, vec2};

mod bounds;
mod circles;
mod corner;
mod faces;
mod formulas;
mod keys;
mod wall_axes;

pub use keys::{PairKeys, SharedKey};

/// A test that is wrong, the particular ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    /// Two circles: Δx² - Δy² in the place of Δx² + Δy².
    SquaresSubtracted,
    /// A wall: its normal and the direction along it are the only axes.
    WallAxesOnly,
    /// A circle and a rectangle or polygon: the faces are the only axes, so a corner is taken for a face.
    FacesOnly,
    /// A circle at a rectangle's corner: e_x² - e_y² in the place of e_x² + e_y².
    CornerSubtracted,
    /// A contact is kept under the key a XOR b, which other pairs have too.
    XorKey,
    /// The AABBs overlap: taken for a contact.
    AabbsOnly,
    /// The bounding circles overlap: taken for a contact.
    BoundingCirclesOnly,
}

/// What a test says of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MistakeAnswer {
    Apart,
    Touching,
    /// They touch, and this translation of the circle separates them. Metres, world axes.
    Push(DVec2),
    /// The contact has a key of its own.
    Kept,
    /// A later pair of the same key takes its place.
    Lost,
    /// It takes the place of an earlier pair of the same key.
    Replaces,
}

/// What a shortcut reads. Lengths in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    Circles {
        offset: DVec2,
        radii: [f32; 2],
    },
    /// A wall and another shape.
    WallAxes {
        /// Which of the two is the wall.
        wall: Side,
        /// Across the wall and along it; measured from a's position.
        axes: [AxisTest; 2],
        /// The axis that separates the two, where one does.
        separating: Option<AxisTest>,
    },
    /// A circle and a rectangle or polygon.
    Faces {
        /// Which of the two is the circle.
        circle: Side,
        /// The face axis of least overlap; measured from a's position.
        face: AxisTest,
        /// Gap between the two after the shortcut's push; negative: depth. 0 without a push.
        after: f64,
    },
    /// A circle beyond the corner of an upright rectangle.
    Corner {
        /// Which of the two is the circle.
        circle: Side,
        /// The nearest corner. World.
        corner: DVec2,
        /// From the corner to the circle's centre.
        offset: DVec2,
        /// Of the circle.
        radius: f32,
    },
    Key(SharedKey),
    /// The AABBs: along x and y, measured from a's position.
    Aabbs([AxisTest; 2]),
    BoundingCircles {
        distance: f64,
        radii: [f32; 2],
    },
}

/// A shortcut's answer for one pair, beside the core's.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortcutTest {
    pub answer: MistakeAnswer,
    pub right: MistakeAnswer,
    /// The numbers behind the answer.
    pub evidence: Evidence,
    /// Gap between the shapes; negative: depth of the contact. Metres.
    pub gap: f64,
    /// Position of a, from which intervals are measured.
    origin: DVec2,
}

/// A pair and what the core found.
struct Tested<'a> {
    bodies: [&'a Body; 2],
    contact: Option<Contact>,
    trace: Trace,
}

impl<'a> Tested<'a> {
    fn of(a: &'a Body, b: &'a Body) -> Self {
        let mut trace = Trace::default();
        let contact = collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut trace);
        Self { bodies: [a, b], contact, trace }
    }

    /// Every shortcut that applies but the key, in the order of [`Shortcut`].
    fn shortcuts(&self) -> Vec<ShortcutTest> {
        let tests = [
            circles::test(self),
            wall_axes::test(self),
            faces::test(self),
            corner::test(self),
            Some(bounds::boxes(self)),
        ];
        tests.into_iter().flatten().chain(bounds::circles(self)).collect()
    }
}

/// Every shortcut that applies to two bodies, in the order of [`Shortcut`]; `key`: the pair's, where it is asked for.
pub fn of_pair(a: &Body, b: &Body, key: Option<SharedKey>) -> Vec<ShortcutTest> {
    let tested = Tested::of(a, b);
    let mut tests = tested.shortcuts();
    // A pair that is apart has no contact to be kept under a key.
    if let Some(key) = key.filter(|_| tested.contact.is_some()) {
        let at = tests.partition_point(|test| (test.shortcut() as u8) < Shortcut::XorKey as u8);
        let gap = tests.first().map_or(0.0, |test| test.gap);
        tests.insert(at, key.test(gap));
    }
    tests
}

impl Shortcut {
    pub fn name(self) -> &'static str {
        match self {
            Self::SquaresSubtracted => "squares-subtracted",
            Self::WallAxesOnly => "wall-axes-only",
            Self::FacesOnly => "faces-only",
            Self::CornerSubtracted => "corner-squares-subtracted",
            Self::XorKey => "xor-key",
            Self::AabbsOnly => "aabbs-only",
            Self::BoundingCirclesOnly => "bounding-circles-only",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::SquaresSubtracted => "Δx² - Δy² for the distance",
            Self::WallAxesOnly => "the wall's two axes only",
            Self::FacesOnly => "a corner taken for a face",
            Self::CornerSubtracted => "e_x² - e_y² for the distance to a corner",
            Self::XorKey => "a XOR b as the pair's key",
            Self::AabbsOnly => "the AABBs alone",
            Self::BoundingCirclesOnly => "the bounding circles alone",
        }
    }
}

impl MistakeAnswer {
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Touching => "touching",
            Self::Push(_) => "push",
            Self::Kept => "kept",
            Self::Lost => "lost",
            Self::Replaces => "replaces",
        }
    }

    /// The answer for people: "apart", "push 0.29 m along (0, 1)".
    pub fn words(self, unit: LengthUnit) -> String {
        match self {
            Self::Apart => "apart".to_owned(),
            Self::Touching => "touching".to_owned(),
            Self::Push(push) => {
                let along = push.normalize_or_zero().as_vec2();
                format!("push {} along {}", unit.text(push.length() as f32), vec2(along))
            }
            Self::Kept => "a key of its own".to_owned(),
            Self::Lost => "contact lost".to_owned(),
            Self::Replaces => "another contact lost".to_owned(),
        }
    }

    fn touching(touching: bool) -> Self {
        if touching { Self::Touching } else { Self::Apart }
    }
}

impl ShortcutTest {
    pub fn shortcut(&self) -> Shortcut {
        match self.evidence {
            Evidence::Circles { .. } => Shortcut::SquaresSubtracted,
            Evidence::WallAxes { .. } => Shortcut::WallAxesOnly,
            Evidence::Faces { .. } => Shortcut::FacesOnly,
            Evidence::Corner { .. } => Shortcut::CornerSubtracted,
            Evidence::Key(_) => Shortcut::XorKey,
            Evidence::Aabbs(_) => Shortcut::AabbsOnly,
            Evidence::BoundingCircles { .. } => Shortcut::BoundingCirclesOnly,
        }
    }

    /// Whether the shortcut is wrong about this pair.
    pub fn differs(&self) -> bool {
        self.answer != self.right
    }

    /// The test in formulas whose results hold as printed, the wrong one first. `names`: of a and b.
    pub fn formulas(&self, unit: LengthUnit, names: &[String; 2]) -> Vec<Formula> {
        formulas::formulas(self, unit, names)
    }

    /// Why the answer is wrong; where it is not, that it is the same. `names`: of any body.
    pub fn sentence(&self, unit: LengthUnit, names: &dyn Fn(u32) -> String) -> String {
        if !self.differs() {
            return "The shortcut answers the same here.".to_owned();
        }
        let text = |metres: f64| unit.text(metres as f32);
        let square = |metres: f64| {
            let number = number_64(metres * unit.per_metre() * unit.per_metre());
            format!("{number} {}", unit.square_name())
        };
        let gap = text(self.gap);
        let (apart, by_gap) = match self.only_touches() {
            true => ("only touch, which is no contact", "only touch, which is no contact".to_owned()),
            false => ("are apart", format!("are {gap} apart")),
        };
        match &self.evidence {
            Evidence::Circles { offset, radii: [a, b] } => {
                let sum = f64::from(*a) + f64::from(*b);
                format!(
                    "Δx² - Δy² = {} is below (r_a + r_b)² = {}, and yet they {apart}: the centres are {} apart, the \
                     radii are {} together.",
                    square(offset.x * offset.x - offset.y * offset.y),
                    square(sum * sum),
                    text(offset.length()),
                    text(sum)
                )
            }
            Evidence::WallAxes { axes: [across, along], separating, .. } => {
                let by = separating.map_or_else(String::new, |axis| {
                    format!("; along {} there is a gap of {}", vec2(axis.direction), text(-overlap(&axis)))
                });
                format!(
                    "These two axes overlap, and yet they {apart}{by}. Across the wall the {} is {}, along it the {} \
                     {}.",
                    overlap_name(across),
                    text(overlap(across)),
                    overlap_name(along),
                    text(overlap(along))
                )
            }
            Evidence::Faces { after, .. } => {
                let shakes = "it falls back, is pushed again, and shakes";
                match self.right {
                    MistakeAnswer::Push(_) => {
                        format!(
                            "The push along the face leaves the circle {} off the corner: {shakes}.",
                            text(*after)
                        )
                    }
                    MistakeAnswer::Apart
                    | MistakeAnswer::Touching
                    | MistakeAnswer::Kept
                    | MistakeAnswer::Lost
                    | MistakeAnswer::Replaces => {
                        format!(
                            "Every face overlaps, and yet {}; after the push it is {} off: {shakes}.",
                            if self.only_touches() {
                                "the corner only touches the circle, which is no contact".to_owned()
                            } else {
                                format!("the corner is {gap} off the circle")
                            },
                            text(*after)
                        )
                    }
                }
            }
            Evidence::Corner { offset, radius, .. } => format!(
                "e_x² - e_y² = {} is below r² = {}, and yet they {apart}: the corner is {} from the centre, and the radius \
                 is {}.",
                square(offset.x * offset.x - offset.y * offset.y),
                square(f64::from(*radius).powi(2)),
                text(offset.length()),
                text(f64::from(*radius))
            ),
            Evidence::Key(key) => key.sentence(names),
            Evidence::Aabbs([x, y]) => format!(
                "The boxes overlap, and yet the shapes {by_gap}. Along x the {} of the boxes is {}, along y the {} {}.",
                overlap_name(x),
                text(overlap(x)),
                overlap_name(y),
                text(overlap(y))
            ),
            Evidence::BoundingCircles { distance, radii: [a, b] } => format!(
                "The bounding circles overlap by {}, and yet the shapes {by_gap}.",
                text(f64::from(*a) + f64::from(*b) - distance)
            ),
        }
    }

    /// What is right, for people: "apart", "touching without overlap".
    pub fn right_words(&self, unit: LengthUnit) -> String {
        if self.only_touches() { "touching without overlap".to_owned() } else { self.right.words(unit) }
    }

    /// The shapes touch without overlapping, which is no contact.
    fn only_touches(&self) -> bool {
        self.right == MistakeAnswer::Apart && self.gap == 0.0
    }

    /// Position of a, from which the intervals of [`Evidence`] are measured.
    pub fn origin(&self) -> DVec2 {
        self.origin
    }
}

impl Tested<'_> {
    /// The test of an answer that is either touching or apart. `margin`: what the shortcut decides by, touching
    /// where it is positive; `size`: of the numbers that it was computed from.
    fn touching(&self, margin: f64, size: f64, evidence: Evidence) -> ShortcutTest {
        let right = self.contact.is_some();
        let answer = if is_rounding(margin, size) { right } else { margin > 0.0 };
        self.test(MistakeAnswer::touching(answer), MistakeAnswer::touching(right), evidence)
    }

    fn test(&self, answer: MistakeAnswer, right: MistakeAnswer, evidence: Evidence) -> ShortcutTest {
        ShortcutTest { answer, right, evidence, gap: self.gap(), origin: self.origin() }
    }

    /// Gap between the shapes; negative: depth.
    fn gap(&self) -> f64 {
        let [a, b] = self.bodies;
        f64::from(match &self.contact {
            Some(contact) => -contact.depth,
            None => collide2d::separation(a.shape(), a.pose(), b.shape(), b.pose()),
        })
    }

    fn origin(&self) -> DVec2 {
        self.bodies[0].pose().position.as_dvec2()
    }

    /// Gap between the two with one of them moved by `push`; negative: depth.
    fn gap_after(&self, side: Side, push: DVec2) -> f64 {
        let moved = |body: &Body| {
            let mut pose = *body.pose();
            pose.position = (pose.position.as_dvec2() + push).as_vec2();
            pose
        };
        let [a, b] = self.bodies;
        let (pose_a, pose_b) = match side {
            Side::A => (moved(a), *b.pose()),
            Side::B => (*a.pose(), moved(b)),
        };
        let contact = collide(a.shape(), &pose_a, b.shape(), &pose_b);
        let gap = || collide2d::separation(a.shape(), &pose_a, b.shape(), &pose_b);
        f64::from(contact.map_or_else(gap, |contact| -contact.depth))
    }
}

/// Whether a number is below the rounding of the f32 numbers of this size that it was computed from.
fn is_rounding(margin: f64, size: f64) -> bool {
    margin.abs() <= 4.0 * f64::from(f32::EPSILON) * size.abs()
}

/// Overlap of an axis, in f64. Metres; negative: a gap.
pub fn overlap(axis: &AxisTest) -> f64 {
    axis.a.overlap(axis.b)
}

/// The shortest translation of the side's shape that separates along an axis. Metres.
fn push_of(side: Side, axis: &AxisTest) -> DVec2 {
    let toward_a: Vec2 = axis.toward_a();
    let push = toward_a.as_dvec2() * overlap(axis);
    match side {
        Side::A => push,
        Side::B => -push,
    }
}
