//! Area, centroid and second moment of convex polygons, sharp and rounded.

use std::f64::consts::PI;

use glam::{DVec2, Vec2};

use crate::math::angle_between;

/// Measures of a shape of even density.
pub(super) struct Measures {
    /// Square metres.
    pub area: f32,
    pub centroid: Vec2,
    /// Second moment about the centroid for each kilogram. Square metres.
    pub gyration_squared: f32,
    /// As [`Shape::inner_radius`](crate::Shape::inner_radius).
    pub inner_radius: f32,
}

/// Of a polygon with sharp corners.
pub(super) fn sharp(vertices: &[DVec2]) -> Measures {
    let (doubled_area, centroid, gyration_squared) = moments(vertices);
    Measures {
        area: (0.5 * doubled_area) as f32,
        centroid: centroid.as_vec2(),
        gyration_squared: gyration_squared as f32,
        inner_radius: depth(vertices, centroid) as f32,
    }
}

/// How far a point lies within all faces of a polygon. Metres.
fn depth(vertices: &[DVec2], p: DVec2) -> f64 {
    let normal = |i: usize| (vertices[i] - vertices[(i + 1) % vertices.len()]).perp().normalize();
    (0..vertices.len()).map(|i| normal(i).dot(vertices[i] - p)).fold(f64::INFINITY, f64::min)
}

/// Of every point within a radius of the polygon (its Minkowski sum with a disc): the core, a strip along each face and
/// a sector at each corner, by the parallel axis theorem.
///
/// The first moments of the strips cancel but for the middles of the faces, and those of the sectors but for the
/// corners. A sector of the angle θ has the second moment θ r⁴ / 4 about its corner; its first moment about that is
/// r³ / 3 times the difference of the faces' normals, turned right.
pub(super) fn rounded(vertices: &[DVec2], radius: f64) -> Measures {
    let n = vertices.len();
    let (doubled_area, core, core_gyration_squared) = moments(vertices);
    let core_area = 0.5 * doubled_area;
    let edge = |i: usize| vertices[(i + 1) % n] - vertices[i % n];
    let middle = |i: usize| vertices[i].midpoint(vertices[(i + 1) % n]);
    let normal = |i: usize| -edge(i).normalize().perp();
    let angle = |i: usize| angle_between(edge(i + n - 1), edge(i));
    let cube = radius * radius * radius;
    let perimeter: f64 = (0..n).map(|i| edge(i).length()).sum();
    let area = core_area + radius * perimeter + PI * radius * radius;
    let of_corner = |i: usize| 0.5 * radius * radius * angle(i);
    let of_face = |i: usize| radius * edge(i).length();
    let outside: DVec2 = (0..n).map(|i| middle(i) * of_face(i) + vertices[i] * of_corner(i)).sum();
    let centroid = (core * core_area + outside) / area;

    let of_core = core_area * (core_gyration_squared + core.distance_squared(centroid));
    let of_strip = |i: usize| {
        let center = middle(i) + normal(i) * (0.5 * radius);
        let own = (edge(i).length_squared() + radius * radius) / 12.0;
        of_face(i) * (own + center.distance_squared(centroid))
    };
    let of_sector = |i: usize| {
        let arm = vertices[i] - centroid;
        let first = -(normal(i) - normal((i + n - 1) % n)).perp() * (cube / 3.0);
        of_corner(i) * arm.length_squared() + 2.0 * arm.dot(first) + 0.25 * angle(i) * cube * radius
    };
    let outside: f64 = (0..n).map(|i| of_strip(i) + of_sector(i)).sum();
    Measures {
        area: area as f32,
        centroid: centroid.as_vec2(),
        gyration_squared: ((of_core + outside) / area) as f32,
        inner_radius: (depth(vertices, centroid) + radius) as f32,
    }
}

/// Positive of a polygon that runs counter-clockwise.
pub(super) fn doubled_area(vertices: &[DVec2]) -> f64 {
    moments(vertices).0
}

/// Doubled area, centroid, and second moment for each kilogram, from the triangles between the first vertex
/// (the second moment: the centroid) and each face.
fn moments(vertices: &[DVec2]) -> (f64, DVec2, f64) {
    let n = vertices.len();
    let triangles = |from: DVec2| (0..n).map(move |i| (vertices[i] - from, vertices[(i + 1) % n] - from));
    let first = vertices[0];
    let doubled_area: f64 = triangles(first).map(|(p, q)| p.perp_dot(q)).sum();
    let centroid =
        first + triangles(first).map(|(p, q)| p.perp_dot(q) * (p + q)).sum::<DVec2>() / (3.0 * doubled_area);
    let gyration_squared =
        triangles(centroid).map(|(p, q)| p.perp_dot(q) * (p.dot(p) + p.dot(q) + q.dot(q))).sum::<f64>()
            / (6.0 * doubled_area);
    (doubled_area, centroid, gyration_squared)
}
