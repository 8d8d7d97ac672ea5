//! Slips of a test written by hand: what their depth or their normal fits, where ours is another one.

use collide2d::{AxisSource, AxisTest, Feature, Shape, Side, Trace, collide_observed};
use glam::Vec2;

use crate::elsewhere::differences::angle;
use crate::elsewhere::recording::{ToldPair, ToldShape};
use crate::scene::numbers::number;

mod by_hand;
mod hull;

pub(super) use self::hull::of_hull;

/// A number fits another one within this share of it, and by no more than so many metres.
const ALIKE: f32 = 0.005;
const MOST_OFF: f32 = 1.0e-3;
/// Directions are one direction that differ by less. Radians.
const SAME_DIRECTION: f32 = 0.01;
/// A face of a length that differs from 1 m by less than this share of it does not show whether its axis has length 1.
const NEAR_ONE: f32 = 0.02;

fn fits(theirs: f32, other: f32) -> bool {
    (theirs - other).abs() <= (ALIKE * other.abs()).min(MOST_OFF)
}

/// What a depth of theirs fits, in metres without the skin, as a sentence; `None`: nothing that is known.
pub(super) fn of_depth(told: &ToldPair, depth: f32) -> Option<String> {
    if depth <= 0.0 {
        return None;
    }
    match TestedShapes::of(told) {
        Some(pair) => {
            let other = || pair.of_bounds(depth).or_else(|| pair.of_axes(depth));
            by_hand::of_depth(&pair, depth).or_else(|| of_hull(told, Some(depth))).or_else(other)
        }
        None => of_hull(told, Some(depth)).or_else(|| of_faces(told, depth)),
    }
}

/// What a normal of theirs fits, world axes; `None`: nothing that is known.
pub(super) fn of_normal(told: &ToldPair, theirs: Vec2) -> Option<String> {
    let depths = told.told.iter().filter_map(|contact| contact.depth);
    let depth = depths.map(|depth| depth * told.metres_per_unit - told.skin).reduce(f32::max);
    if let Some(slip) = of_hull(told, depth) {
        return Some(slip);
    }
    let pair = TestedShapes::of(told)?;
    if let Some(slip) = by_hand::of_normal(&pair, theirs) {
        return Some(slip);
    }
    if pair.shapes.iter().all(|told| matches!(told.shape, Shape::Circle(_))) {
        return Some(
            "Look at which centres its normal is between, for of two circles it is the direction from centre to centre: at poses \
             of another step, the place of a circle within its body, or a normal that was kept from a step before."
                .to_owned(),
        );
    }
    let is_theirs = |direction: Vec2| is_along(direction, theirs);
    let deciding = pair.deciding()?;
    let others = pair.trace.axes.iter().filter(|axis| !std::ptr::eq(*axis, deciding));
    let longer = others.filter(|axis| is_theirs(axis.direction) && axis.overlap > deciding.overlap);
    if let Some(axis) = longer.max_by(|p, q| p.overlap.total_cmp(&q.overlap)) {
        return Some(format!(
            "Look at which axis it takes: its normal is along {}, where the two overlap by {} m; along {} they do by {} m, \
             which is the shorter way out.",
            pair.axis_name(axis),
            number(axis.overlap),
            pair.axis_name(deciding),
            number(deciding.overlap)
        ));
    }
    let [a, b] = pair.shapes.map(|told| told.pose.world_from_local(told.shape.centroid()));
    let is_between = (a - b).try_normalize().is_some_and(is_theirs);
    (is_between && !is_theirs(deciding.direction)).then(|| {
        "Look at whether it takes the direction from centre to centre for the normal, which this one is: that is right of two \
         circles alone."
            .to_owned()
    })
}

/// Whether two unit vectors have one direction, of either sign.
fn is_along(one: Vec2, other: Vec2) -> bool {
    angle(one, other).min(angle(-one, other)) < SAME_DIRECTION
}

/// The corner, in words, through which our deciding axis leads from a circle's centre: a test of faces alone,
/// or of what lies over them, does not know it. `None`: ours is not at a corner.
pub(super) fn corner(told: &ToldPair) -> Option<String> {
    let pair = TestedShapes::of(told)?;
    let AxisSource::Center(circle, Feature::Vertex(corner)) = pair.deciding()?.source else { return None };
    let other = usize::from(circle == Side::A);
    Some(format!("corner {corner} of {}", told.names[other]))
}

/// The shortest way out of each other of the bounding boxes of the shapes that are meant; `None`: they are apart. Metres.
pub(super) fn boxes_overlap(told: &ToldPair) -> Option<f32> {
    let boxes = |side: usize| meant(told, side).map(|ToldShape { shape, pose, .. }| shape.aabb(pose));
    let ways = boxes(0).flat_map(|a| boxes(1).map(move |b| a.overlap(&b).min_element()));
    ways.reduce(f32::max).filter(|way| *way > 0.0)
}

/// Two bodies that mean one shape each.
struct TestedShapes<'t> {
    told: &'t ToldPair,
    shapes: [&'t ToldShape; 2],
    trace: Trace,
}

impl<'t> TestedShapes<'t> {
    /// `None`: one of the two means several shapes.
    fn of(told: &'t ToldPair) -> Option<Self> {
        let one = |side: usize| {
            let mut meant = meant(told, side);
            meant.next().filter(|_| meant.next().is_none())
        };
        let shapes @ [a, b] = [one(0)?, one(1)?];
        let mut trace = Trace::default();
        collide_observed(&a.shape, &a.pose, &b.shape, &b.pose, &mut trace);
        Some(Self { told, shapes, trace })
    }

    fn deciding(&self) -> Option<&AxisTest> {
        self.trace.axes.get(self.trace.deciding()?)
    }

    /// Boxes or circles taken for shapes.
    fn of_bounds(&self, depth: f32) -> Option<String> {
        let [p, q] = self.shapes.map(|told| {
            let circle = told.shape.bounding_circle();
            (told.pose.world_from_local(circle.center), circle.radius)
        });
        let is_slip = |bound: &f32| {
            fits(depth, *bound) && self.deciding().is_none_or(|deciding| !fits(*bound, deciding.overlap))
        };
        if let Some(boxes) = boxes_overlap(self.told).filter(is_slip) {
            let or_faces = if self.trace.axes.iter().any(|axis| fits(depth, axis.overlap)) {
                ", or their faces for all axes"
            } else {
                ""
            };
            return Some(format!(
                "Look at whether it takes boxes for shapes{or_faces}: the bounding boxes of the two overlap by {} m, which is its \
                 depth.",
                number(boxes)
            ));
        }
        let circles = p.1 + q.1 - p.0.distance(q.0);
        is_slip(&circles).then(|| {
            format!(
                "Look at whether it takes circles for shapes: the bounding circles of the two overlap by {} m, which is its depth.",
                number(circles)
            )
        })
    }

    /// An axis that does not decide, what intervals share, or an axis whose length is not 1.
    fn of_axes(&self, depth: f32) -> Option<String> {
        let deciding = self.deciding()?;
        for axis in &self.trace.axes {
            let (overlap, name) = (axis.overlap, self.axis_name(axis));
            if fits(depth, overlap) && !fits(depth, deciding.overlap) {
                let least = self.axis_name(deciding);
                let less = if deciding.overlap > 0.0 {
                    format!(
                        "along {least} they do by {} m, and the least of all axes is the depth",
                        number(deciding.overlap)
                    )
                } else {
                    format!(
                        "along {least} they are {} m apart, and one such axis is enough",
                        number(-deciding.overlap)
                    )
                };
                return Some(format!(
                    "Look at which axes it tests: along {name} the two overlap by {} m, which is its depth; {less}.",
                    number(overlap)
                ));
            }
            let shared = (axis.a.max.min(axis.b.max) - axis.a.min.max(axis.b.min)) as f32;
            if fits(depth, shared) && !fits(depth, overlap) {
                return Some(format!(
                    "Look at intervals that lie one within the other: along {name} they share {} m, which is its depth; the way \
                     out there is {} m.",
                    number(shared),
                    number(overlap)
                ));
            }
            if let Some(length) = self.face_length(axis)
                && (length - 1.0).abs() > NEAR_ONE
                && fits(depth, overlap * length)
            {
                return Some(format!(
                    "Look at whether its axes have length 1: along {name} the two overlap by {} m, and that times the length of \
                     the face, {} m, is its depth.",
                    number(overlap),
                    number(length)
                ));
            }
        }
        None
    }

    /// Of the face whose normal the axis is. Metres.
    fn face_length(&self, axis: &AxisTest) -> Option<f32> {
        let AxisSource::Face(side, face) = axis.source else { return None };
        let corners = self.shapes[usize::from(side == Side::B)].shape.corners();
        let [from, to] = [face, face + 1].map(|i| corners.get(i as usize % corners.len().max(1)));
        Some(from?.distance(*to?))
    }

    /// "the normal of face 2 of crate".
    fn axis_name(&self, axis: &AxisTest) -> String {
        let name = |side: Side| &self.told.names[usize::from(side == Side::B)];
        match axis.source {
            AxisSource::Face(side, face) => format!("the normal of face {face} of {}", name(side)),
            AxisSource::Center(_, Feature::Center) => "the line through both centres".to_owned(),
            AxisSource::Center(side, _) => {
                format!("the line from the centre of {} to the nearest corner", name(side))
            }
            AxisSource::End(side, ..) => format!("the line from an end of {}", name(side)),
            AxisSource::Neighbour(side, _) => {
                format!("the normal of the segment beside that of {}", name(side))
            }
        }
    }
}

fn meant(told: &ToldPair, side: usize) -> impl Iterator<Item = &ToldShape> {
    told.shapes[side].iter().filter(|shape| shape.is_meant)
}

/// A body of several parts that is taken for convex as it is, along the normals of its faces: what surrounds it has the depth.
fn of_faces(told: &ToldPair, depth: f32) -> Option<String> {
    let [a, b] = [0, 1].map(|side| meant(told, side).collect::<Vec<_>>());
    // A test that takes an outline for convex tries the normals of its faces.
    let overlap = |axis: Vec2| {
        let ([min_a, max_a], [min_b, max_b]) = (ends(&a, axis), ends(&b, axis));
        (max_a - min_b).min(max_b - min_a)
    };
    let least = a.iter().chain(&b).flat_map(|told| normals(told)).map(overlap).reduce(f32::min)?;
    let (side, parts) = if a.len() == 1 { (1, b.len()) } else { (0, a.len()) };
    fits(depth, least).then(|| {
        format!(
            "Look at whether it takes {} for convex: what surrounds its {} parts overlaps the other shape by {} m, which is its \
             depth. The separating-axis test is right of convex shapes alone: test part by part.",
            told.names[side],
            parts,
            number(least)
        )
    })
}

/// From where to where the shapes reach along a unit vector, world axes. Metres.
fn ends(shapes: &[&ToldShape], axis: Vec2) -> [f32; 2] {
    let along = |told: &&ToldShape| -> Vec<[f32; 2]> {
        let radius = told.shape.radius();
        let at = |point: &Vec2| told.pose.world_from_local(*point).dot(axis);
        told.shape.core_points().iter().map(at).map(|at| [at - radius, at + radius]).collect()
    };
    let all = shapes.iter().flat_map(along);
    all.fold([f32::INFINITY, f32::NEG_INFINITY], |[min, max], [from, to]| [min.min(from), max.max(to)])
}

/// The normals of a shape's faces. Unit vectors, world axes.
fn normals(told: &ToldShape) -> Vec<Vec2> {
    let corners = told.shape.corners();
    let next = corners.iter().cycle().skip(1);
    let of_face =
        |(from, to): (&Vec2, &Vec2)| told.pose.rotation.rotate((*from - *to).perp()).try_normalize();
    corners.iter().zip(next).filter_map(of_face).collect()
}
