//! The features that meet in a contact point, read from its number.
//!
//! The number is made where the point is made: `round` (a circle and a face or a corner), `clip` (a corner of
//! one shape and a face of the other) and `hulls` (two corners).

use super::manifold::ContactPoint;
use super::round::VERTEX;
use crate::sat::axis::Feature;
use crate::shape::{Shape, ShapeKind};

/// Bit of a number that has a corner of each shape, the first in the order of kinds first.
const CORNERS: u32 = VERTEX << 9;
/// Bit of a clipped point's number whose corner is `b`'s.
const CORNER_IS_OF_B: u32 = 1 << 16;

impl ContactPoint {
    /// The features of `a` and of `b` that meet in this point; a circle's is [`Feature::Center`]. `a` and `b`
    /// are the shapes of the contact. The face that a circle meets is that of the deciding axis, which stands for
    /// the opposite one as well.
    pub fn features(&self, a: &Shape, b: &Shape) -> [Feature; 2] {
        let feature = self.feature;
        let low = feature & 0xff;
        let flipped = a.kind() > b.kind();
        let [p, q] = if flipped { [b, a] } else { [a, b] };
        let in_order = |[of_p, of_q]: [Feature; 2]| if flipped { [of_q, of_p] } else { [of_p, of_q] };
        if feature & CORNERS != 0 {
            let of_p = (feature ^ CORNERS) >> 8;
            return in_order([Feature::of_corner(p, of_p as u16), Feature::of_corner(q, low as u16)]);
        }
        match (p.kind(), q.kind()) {
            (ShapeKind::Circle, ShapeKind::Circle) => [Feature::Center; 2],
            (ShapeKind::Circle, q_kind) if q_kind.has_flat_core() => {
                let of_q =
                    if feature & VERTEX == 0 { Feature::Face(low) } else { Feature::named_corner(q, low) };
                in_order([Feature::Center, of_q])
            }
            _ => {
                let corner = feature >> 8 & 0xff;
                if feature & CORNER_IS_OF_B == 0 {
                    [Feature::named_corner(a, corner), Feature::Face(low)]
                } else {
                    [Feature::Face(low), Feature::named_corner(b, corner)]
                }
            }
        }
    }
}
