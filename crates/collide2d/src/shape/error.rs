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
    },
    /// The start and end of a wall or a capsule are the same point.
    ZeroLength,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { what, found } => {
                write!(f, "{what} is {found}; allowed are finite numbers from -{MAX_EXTENT} to {MAX_EXTENT}")
            }
            Self::NotPositive { what, found } => write!(f, "{what} is {found}; it must be greater than 0"),
            Self::HalfIsZero { what, found } => {
                write!(f, "{what} is {found}; half of it must be greater than 0")
            }
            Self::PointCount(found) => {
                write!(f, "a polygon with {found} points; 3 to {MAX_POINTS} are allowed")
            }
            Self::NotConvex { point } => write!(
                f,
                "the polygon is not convex at point {point} (the first is point 0): every corner must turn the same way, \
                 no three neighbours may lie on one line, and the outline must not cross itself"
            ),
            Self::ZeroLength => {
                f.write_str("a segment of length 0: its start and end are the same point; they must differ")
            }
        }
    }
}

impl std::error::Error for ShapeError {}
