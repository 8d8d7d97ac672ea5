use std::fmt;

use super::{MAX_EXTENT, MAX_POINTS};

/// Why a shape was refused. Its message says what was found and what is allowed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is NaN, infinite or beyond [`MAX_EXTENT`].
    OutOfRange {
        /// Which number: "radius", "width", "point 3 x", …
        what: String,
        /// The number.
        found: f32,
    },
    /// A size is not greater than zero.
    NotPositive {
        /// Which size.
        what: &'static str,
        /// The number.
        found: f32,
    },
    /// A size is less than 0.
    Negative {
        /// Which size.
        what: &'static str,
        /// The number.
        found: f32,
    },
    /// A size is so small that its half is 0 in f32.
    HalfIsZero {
        /// Which size.
        what: &'static str,
        /// The number.
        found: f32,
    },
    /// A polygon has too few or too many points.
    PointCount(usize),
    /// The polygon turns the wrong way, crosses itself, or has three neighbours on one line, at this point.
    NotConvex {
        /// Index of the point, from 0, in the order given.
        point: usize,
        /// It is on one line with its neighbours, within the rounding of the coordinates.
        straight: bool,
    },
    /// The start and end of a wall or a capsule are the same point.
    ZeroLength,
    /// A chain has too few points.
    ChainPointCount {
        /// How many.
        found: usize,
        /// A closed one needs three.
        closed: bool,
    },
    /// A point of a chain is where the one before it is.
    SamePoint {
        /// Index of the point, from 0; of a closed chain 0 where the last one is the first again.
        point: usize,
    },
    /// A compound without parts.
    NoParts,
    /// A part of a compound is a compound.
    Nested {
        /// Index of the part, from 0.
        part: usize,
    },
    /// The density of a compound's part is not a finite number greater than 0.
    Density {
        /// Index of the part, from 0.
        part: usize,
        /// The number.
        found: f32,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { what, found } => {
                write!(f, "{what} is {found}; allowed are finite numbers from -{MAX_EXTENT} to {MAX_EXTENT}")
            }
            Self::NotPositive { what, found } => write!(f, "{what} is {found}; it must be greater than 0"),
            Self::Negative { what, found } => write!(f, "{what} is {found}; it must be 0 or greater"),
            Self::HalfIsZero { what, found } => {
                write!(f, "{what} is {found}; half of it must be greater than 0")
            }
            Self::PointCount(found) => {
                write!(f, "a polygon with {found} points; 3 to {MAX_POINTS} are allowed")
            }
            Self::NotConvex { point, .. } => write!(
                f,
                "the polygon is not convex at point {point} (the first is point 0): every corner must turn the same way, \
                 no three neighbours may lie on one line, and the outline must not cross itself"
            ),
            Self::ZeroLength => {
                f.write_str("a segment of length 0: its start and end are the same point; they must differ")
            }
            Self::ChainPointCount { found, closed } => {
                let least = 2 + usize::from(*closed);
                write!(f, "a chain with {found} points; {least} are the least")
            }
            Self::SamePoint { point } => {
                write!(f, "point {point} of the chain is where the one before it is; they must differ")
            }
            Self::NoParts => f.write_str("a compound without parts; it has one at least"),
            Self::Nested { part } => write!(f, "part {part} of the compound is a compound itself"),
            Self::Density { part, found } => {
                write!(f, "the density of part {part} is {found}; it must be a finite number greater than 0")
            }
        }
    }
}

impl std::error::Error for ShapeError {}
