//! A circle and an upright rectangle: the slip of the sign in the square of the distance to a corner.

use collide2d::{Body, Shape, Side};
use glam::DVec2;

use super::{Evidence, ShortcutTest, Tested};

/// `e_x² - e_y² < r²` where a corner of the rectangle is nearest to the circle's centre; only for a rectangle that is
/// not turned.
pub(super) fn test(tested: &Tested) -> Option<ShortcutTest> {
    let [a, b] = tested.bodies;
    if [a, b].iter().any(|body| matches!(body.shape(), Shape::Rectangle(shape) if shape.radius() > 0.0)) {
        return None;
    }
    let (circle, of_circle, radius, around, half) = match (a.shape(), b.shape()) {
        (Shape::Circle(p), Shape::Rectangle(q)) => (Side::A, a, p.radius(), b, q.half_extents()),
        (Shape::Rectangle(p), Shape::Circle(q)) => (Side::B, b, q.radius(), a, p.half_extents()),
        _ => return None,
    };
    let position = |body: &Body| body.pose().position.as_dvec2();
    let (center, middle, half) = (position(of_circle), position(around), half.as_dvec2());
    let local = center - middle;
    let is_beyond = local.abs().cmpgt(half).all();
    if around.pose().rotation.sin() != 0.0 || around.pose().rotation.cos() < 0.0 || !is_beyond {
        return None;
    }
    let corner = middle + half * local.signum();
    let offset: DVec2 = center - corner;
    let square = f64::from(radius) * f64::from(radius);
    let margin = square - (offset.x * offset.x - offset.y * offset.y);
    let size = square + offset.length_squared();
    Some(tested.touching(margin, size, Evidence::Corner { circle, corner, offset, radius }))
}
