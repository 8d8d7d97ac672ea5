//! A circle at a corner, treated as if it were on a face.

use collide2d::{AxisSource, ShapeKind, Side};
use glam::DVec2;

use super::{Evidence, MistakeAnswer, ShortcutTest, Tested, is_rounding, overlap, push_of};

/// The least overlap of the faces alone, and a push along that face; only for a circle and a rectangle or polygon.
/// At a corner the push is too long, and against one that the circle does not reach it is a push all the same.
pub(super) fn test(tested: &Tested) -> Option<ShortcutTest> {
    let [a, b] = tested.bodies.map(|body| body.shape().kind());
    let are = |one, other: ShapeKind| one == ShapeKind::Circle && other.is_enclosed_by_faces();
    let circle = if are(a, b) {
        Side::A
    } else if are(b, a) {
        Side::B
    } else {
        return None;
    };
    let is_face = |source| matches!(source, AxisSource::Face(..));
    let faces = tested.trace.axes.iter().filter(|axis| is_face(axis.source));
    let face = *faces.min_by(|p, q| overlap(p).total_cmp(&overlap(q)))?;
    let right = match &tested.contact {
        None => MistakeAnswer::Apart,
        Some(contact) => {
            let toward_a = contact.normal.as_dvec2() * f64::from(contact.depth);
            MistakeAnswer::Push(if circle == Side::A { toward_a } else { DVec2::ZERO - toward_a })
        }
    };
    let (least, size) = (overlap(&face), face.a.max.abs().max(face.b.max.abs()));
    let push = push_of(circle, &face);
    let same = match right {
        MistakeAnswer::Push(right) => is_rounding(push.distance(right), 8.0 * size),
        MistakeAnswer::Apart
        | MistakeAnswer::Touching
        | MistakeAnswer::Kept
        | MistakeAnswer::Lost
        | MistakeAnswer::Replaces => is_rounding(least, size),
    };
    let answer = match right {
        _ if same => right,
        _ if least > 0.0 => MistakeAnswer::Push(push),
        _ => MistakeAnswer::Apart,
    };
    let after = if answer == MistakeAnswer::Push(push) { tested.gap_after(circle, push) } else { 0.0 };
    Some(tested.test(answer, right, Evidence::Faces { circle, face, after }))
}
