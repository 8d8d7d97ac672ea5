//! rapier's shapes as a recording has them.

use ::rapier2d::parry::shape::{HeightField, Polyline, Shape as RapierShape, TypedShape};
use ::rapier2d::prelude::{Collider, Pose, Vector};

use crate::{PlacedShape, Shape};

/// Which shapes of a body a collider is.
pub enum Parts {
    /// All of it one, the index in the body; none where a recording has no such shape.
    One(Option<u32>),
    /// A shape for each of its parts, by rapier's number of the part.
    Each(Vec<Option<u32>>),
}

impl Parts {
    /// The index in the body of a part of the collider.
    pub fn shape(&self, part: u32) -> Option<u32> {
        match self {
            Self::One(index) => *index,
            Self::Each(indices) => indices.get(part as usize).copied().flatten(),
        }
    }

    /// The index in the body of a collider that is one shape.
    pub fn only(&self) -> Option<u32> {
        match self {
            Self::One(index) => *index,
            Self::Each(indices) => indices.first().copied().flatten().filter(|_| indices.len() == 1),
        }
    }
}

/// Adds the shapes of a collider to those of its body.
pub fn placed_shapes(collider: &Collider, shapes: &mut Vec<PlacedShape>) -> Parts {
    let place = collider.position_wrt_parent().copied().unwrap_or(Pose::IDENTITY);
    let mut add = |place: &Pose, shape: Option<Shape>| {
        let at = [place.translation.x, place.translation.y];
        let placed = PlacedShape::new(shape?).placed(at, place.rotation.angle());
        // What a reader would refuse is left out: a segment of length 0, a polygon of 100 corners.
        placed.check("").and_then(|()| placed.check_metric("", 1.0)).ok()?;
        shapes.push(placed);
        Some(shapes.len() as u32 - 1)
    };
    match collider.shape().as_typed_shape() {
        TypedShape::Compound(compound) => {
            let parts = compound.shapes().iter();
            Parts::Each(parts.map(|(local, shape)| add(&(place * *local), simple(&**shape))).collect())
        }
        TypedShape::TriMesh(mesh) => {
            let triangles = mesh.triangles().map(|triangle| simple(&triangle));
            Parts::Each(triangles.map(|triangle| add(&place, triangle)).collect())
        }
        TypedShape::Polyline(line) => match chain(line) {
            Some(chain) => Parts::One(add(&place, Some(chain))),
            None => Parts::Each(line.segments().map(|segment| add(&place, simple(&segment))).collect()),
        },
        TypedShape::HeightField(field) => {
            let cells = 0..field.num_cells();
            if cells.clone().all(|i| !field.is_segment_removed(i)) {
                return Parts::One(add(&place, Some(ground(field))));
            }
            let segments = cells.map(|i| field.segment_at(i));
            Parts::Each(segments.map(|segment| add(&place, simple(&segment?))).collect())
        }
        _ => Parts::One(add(&place, simple(collider.shape()))),
    }
}

/// A shape that is one; none of those that a recording cannot have.
fn simple(shape: &dyn RapierShape) -> Option<Shape> {
    let point = |point: Vector| [point.x, point.y];
    let polygon = |points: &[Vector], radius| {
        Some(Shape::Polygon { points: corners(points)?.into_iter().map(point).collect(), radius })
    };
    let rectangle =
        |half: Vector, radius| Shape::Rectangle { width: 2.0 * half.x, height: 2.0 * half.y, radius };
    Some(match shape.as_typed_shape() {
        TypedShape::Ball(ball) => Shape::Circle { radius: ball.radius },
        TypedShape::Cuboid(cuboid) => rectangle(cuboid.half_extents, 0.0),
        TypedShape::RoundCuboid(round) => rectangle(round.inner_shape.half_extents, round.border_radius),
        TypedShape::Capsule(capsule)
            if capsule.segment.a == Vector::ZERO && capsule.segment.b == Vector::ZERO =>
        {
            Shape::Circle { radius: capsule.radius }
        }
        TypedShape::Capsule(capsule) => Shape::Capsule {
            start: point(capsule.segment.a),
            end: point(capsule.segment.b),
            radius: capsule.radius,
        },
        TypedShape::Segment(segment) => Shape::Segment { start: point(segment.a), end: point(segment.b) },
        TypedShape::Triangle(triangle) => polygon(&[triangle.a, triangle.b, triangle.c], 0.0)?,
        TypedShape::RoundTriangle(round) => {
            let triangle = &round.inner_shape;
            polygon(&[triangle.a, triangle.b, triangle.c], round.border_radius)?
        }
        TypedShape::ConvexPolygon(convex) => polygon(convex.points(), 0.0)?,
        TypedShape::RoundConvexPolygon(round) => polygon(round.inner_shape.points(), round.border_radius)?,
        TypedShape::HalfSpace(half) => Shape::HalfPlane { normal: point(half.normal) },
        TypedShape::Voxels(_)
        | TypedShape::TriMesh(_)
        | TypedShape::Polyline(_)
        | TypedShape::HeightField(_)
        | TypedShape::Compound(_)
        | TypedShape::Custom(_) => return None,
    })
}

/// Those points at which a convex outline turns by more than rounding, which are all that a reader takes; none of a triangle
/// without area.
fn corners(points: &[Vector]) -> Option<Vec<Vector>> {
    let mut corners = points.to_vec();
    let exact =
        |from: Vector, to: Vector| (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
    let turn = |before: Vector, here: Vector, after: Vector| {
        let ((x, y), (next_x, next_y)) = (exact(before, here), exact(here, after));
        let reach = [before, here, after].iter().fold(0.0_f32, |most, p| most.max(p.x.abs()).max(p.y.abs()));
        let rounding = 4.0 * f64::from(f32::EPSILON * reach) * (x.hypot(y) + next_x.hypot(next_y));
        (x * next_y - y * next_x, rounding)
    };
    let straight = |corners: &[Vector]| {
        let n = corners.len();
        (0..n).find(|&i| {
            let (turn, rounding) = turn(corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
            turn.abs() <= rounding
        })
    };
    while corners.len() >= 3 {
        match straight(&corners) {
            Some(i) => _ = corners.remove(i),
            None => return Some(corners),
        }
    }
    None
}

/// Segments of which each begins where the one before ends.
fn chain(line: &Polyline) -> Option<Shape> {
    let indices = line.indices();
    let is_one = indices.windows(2).all(|pair| pair[0][1] == pair[1][0]);
    let (first, last) = (indices.first().filter(|_| is_one)?, indices.last()?);
    let closed = last[1] == first[0];
    let ends = indices.iter().map(|ends| ends[0]).chain((!closed).then_some(last[1]));
    let points = ends.map(|i| line.vertices().get(i as usize).map(|point| [point.x, point.y]));
    Some(Shape::Chain { points: points.collect::<Option<_>>()?, closed, one_sided: false })
}

fn ground(field: &HeightField) -> Shape {
    let cells = field.num_cells();
    let point = |(i, height): (usize, &f32)| {
        [(i as f32 / cells as f32 - 0.5) * field.scale().x, height * field.scale().y]
    };
    Shape::Chain {
        points: field.heights().iter().enumerate().map(point).collect(),
        closed: false,
        one_sided: false,
    }
}
