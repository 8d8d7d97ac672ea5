//! The reference in f64, which uses another method than the separating-axis test: the distance from the
//! origin to the boundary of the Minkowski difference, built as a convex hull.

use glam::DVec2;

use crate::crowd::Exact;
use crate::form::Form;

/// Distance or depth of two shapes, and the normal.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    /// Metres; negative: minus the depth of the shortest translation that separates.
    pub distance: f64,
    /// Unit vector from `b` toward `a`.
    pub normal: DVec2,
}

pub fn separation(a: &Form, at_a: &Exact, b: &Form, at_b: &Exact) -> Truth {
    let radius = f64::from(a.radius() + b.radius());
    let (hull_a, hull_b) = (core(a, at_a), core(b, at_b));
    let from_b = at_a.position - at_b.position;
    let hull =
        convex_hull(hull_a.iter().flat_map(|p| hull_b.iter().map(move |q| from_b + *p - *q)).collect());
    let core = from_origin(&hull);
    Truth { distance: core.distance - radius, normal: core.normal }
}

/// The first time at which the distance is 0, if `a` moves by `velocity` and starts apart; `None` where it
/// stays apart. A ray from the origin along `-velocity` enters the difference grown by the radius.
pub fn first_touch(a: &Form, at_a: &Exact, b: &Form, at_b: &Exact, velocity: DVec2) -> Option<f64> {
    let radius = f64::from(a.radius() + b.radius());
    let (hull_a, hull_b) = (core(a, at_a), core(b, at_b));
    let from_b = at_a.position - at_b.position;
    let hull =
        convex_hull(hull_a.iter().flat_map(|p| hull_b.iter().map(move |q| from_b + *p - *q)).collect());
    let ray = -velocity;
    let mut first: Option<f64> = None;
    let mut keep = |time: f64| {
        if time >= 0.0 && first.is_none_or(|f| time < f) {
            first = Some(time);
        }
    };
    for (i, &from) in hull.iter().enumerate() {
        if radius > 0.0 {
            // |ray * t - from| = radius
            let (half_b, c) = (-ray.dot(from), from.length_squared() - radius * radius);
            let inner = half_b * half_b - ray.length_squared() * c;
            if inner >= 0.0 {
                keep((-half_b - inner.sqrt()) / ray.length_squared());
            }
        }
        let to = hull[(i + 1) % hull.len()];
        let edge = to - from;
        if edge == DVec2::ZERO {
            continue;
        }
        let out = -edge.perp().normalize();
        if ray.dot(out) < 0.0 {
            let time = (from + out * radius).dot(out) / ray.dot(out);
            let along = (ray * time - from - out * radius).dot(edge) / edge.length_squared();
            if (0.0..=1.0).contains(&along) {
                keep(time);
            }
        }
    }
    first
}

fn core(form: &Form, at: &Exact) -> Vec<DVec2> {
    form.points().iter().map(|p| at.rotation.rotate(p.as_dvec2())).collect()
}

/// Counter-clockwise, by Andrew's monotone chain. One or two points stay as they are.
fn convex_hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull: Vec<DVec2> = Vec::new();
    for upper in [false, true] {
        let base = hull.len();
        let pass: Vec<DVec2> = if upper { points.iter().rev().copied().collect() } else { points.clone() };
        for p in pass {
            while hull.len() >= base + 2 {
                let (q, r) = (hull[hull.len() - 2], hull[hull.len() - 1]);
                if (r - q).perp_dot(p - r) > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
    }
    hull
}

fn from_origin(hull: &[DVec2]) -> Truth {
    let mut nearest = Truth { distance: f64::INFINITY, normal: DVec2::Y };
    let mut shallowest = Truth { distance: f64::NEG_INFINITY, normal: DVec2::Y };
    for (i, &from) in hull.iter().enumerate() {
        let edge = hull[(i + 1) % hull.len()] - from;
        let along = (-from.dot(edge) / edge.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let point = from + edge * along;
        if point.length() < nearest.distance {
            nearest = Truth {
                distance: point.length(),
                normal: point.normalize_or(edge.perp().normalize_or(DVec2::Y)),
            };
        }
        if hull.len() > 2 {
            let out = -edge.perp().normalize();
            if -out.dot(from) > shallowest.distance {
                shallowest = Truth { distance: -out.dot(from), normal: -out };
            }
        }
    }
    if hull.len() > 2 && shallowest.distance <= 0.0 { shallowest } else { nearest }
}
