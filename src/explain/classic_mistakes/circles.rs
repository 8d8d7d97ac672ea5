//! Two circles: a slip of the sign in the square of the distance.

use collide2d::Shape;

use super::{Evidence, ShortcutTest, Tested};

/// `Δx² - Δy² < (r_a + r_b)²`; only for two circles. It misses no contact, and finds some that are none.
pub(super) fn test(tested: &Tested) -> Option<ShortcutTest> {
    let [a, b] = tested.bodies;
    let (Shape::Circle(p), Shape::Circle(q)) = (a.shape(), b.shape()) else { return None };
    let offset = a.pose().position.as_dvec2() - b.pose().position.as_dvec2();
    let sum = f64::from(p.radius()) + f64::from(q.radius());
    let margin = sum * sum - (offset.x * offset.x - offset.y * offset.y);
    let size = sum * sum + offset.length_squared();
    let evidence = Evidence::Circles { offset, radii: [p.radius(), q.radius()] };
    Some(tested.touching(margin, size, evidence))
}
