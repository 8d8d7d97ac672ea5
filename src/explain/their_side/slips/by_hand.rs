//! Formulas of a test written by hand that are wrong: the contact that each of them gives.

use collide2d::{Pose, Shape, collide};
use glam::Vec2;

use super::{TestedShapes, fits, is_along, normals};
use crate::elsewhere::differences::What;
use crate::elsewhere::recording::ToldShape;
use crate::scene::numbers::{number, vec2};

/// What a wrong formula gives of a pair.
struct WrongContact {
    /// Metres, without the skin.
    depth: f32,
    /// A unit vector of either sign, world axes; `None`: the formula gives none, or the right one.
    normal: Option<Vec2>,
    /// What to look at.
    sentence: String,
}

/// The first that fits is told.
const FORMULAS: [fn(&TestedShapes<'_>) -> Option<WrongContact>; 5] =
    [squares_for_lengths, centre_inside, nearest_corner, not_turned, edges_for_normals];

/// The formula that gives this depth, and their normal where it gives one. Metres.
pub(super) fn of_depth(pair: &TestedShapes<'_>, depth: f32) -> Option<String> {
    let ours = pair.deciding().map(|deciding| deciding.overlap);
    let normal = pair.their_normal();
    let is_it = |wrong: &WrongContact| {
        let along = wrong.normal.zip(normal).is_none_or(|(wrong, theirs)| is_along(wrong, theirs));
        fits(depth, wrong.depth) && ours.is_none_or(|ours| !fits(ours, wrong.depth)) && along
    };
    FORMULAS.iter().filter_map(|formula| formula(pair)).find(is_it).map(|wrong| wrong.sentence)
}

/// The formula that gives this normal, world axes, and their depth where one is told.
pub(super) fn of_normal(pair: &TestedShapes<'_>, theirs: Vec2) -> Option<String> {
    let ours = pair.deciding()?.direction;
    let told = pair.told;
    let depths = told.told.iter().filter_map(|contact| contact.depth);
    let depth = depths.map(|depth| depth * told.metres_per_unit - told.skin).reduce(f32::max);
    let is_it = |wrong: &WrongContact| {
        let is_normal = wrong.normal.is_some_and(|wrong| is_along(wrong, theirs) && !is_along(wrong, ours));
        is_normal && depth.is_none_or(|depth| fits(depth, wrong.depth))
    };
    FORMULAS.iter().filter_map(|formula| formula(pair)).find(is_it).map(|wrong| wrong.sentence)
}

impl<'t> TestedShapes<'t> {
    /// World axes; `None`: they tell none.
    fn their_normal(&self) -> Option<Vec2> {
        self.told.told.iter().find_map(|contact| contact.normal)?;
        let wrong = self.told.differences.iter().find_map(|one| {
            let What::Normal { theirs, .. } = one.what else { return None };
            Some(theirs)
        });
        wrong.or_else(|| Some(self.deciding()?.direction))
    }

    /// A circle's centre, its radius, its name, and the other shape.
    fn circle(&self) -> Option<(Vec2, f32, &'t str, &'t ToldShape)> {
        let of_side = |side: usize| {
            let own = self.shapes[side];
            let Shape::Circle(circle) = &own.shape else { return None };
            Some((own.pose.position, circle.radius(), self.told.names[side].as_str(), self.shapes[1 - side]))
        };
        of_side(0).or_else(|| of_side(1))
    }
}

/// r² - d² for r - d.
fn squares_for_lengths(pair: &TestedShapes<'_>) -> Option<WrongContact> {
    let (centre, radius, name, other) = pair.circle()?;
    let (reach, distance, radii) = match &other.shape {
        Shape::Circle(circle) => (
            radius + circle.radius(),
            centre.distance(other.pose.position),
            "the sum of both radii".to_owned(),
        ),
        shape => (radius, shape.distance(&other.pose, centre), format!("the radius of {name}")),
    };
    // They are squares of the file's unit.
    let depth = (reach * reach - distance * distance) / pair.told.metres_per_unit;
    (distance > 0.0).then(|| WrongContact {
        depth,
        normal: None,
        sentence: format!(
            "Look at a square root that is left out: with r = {} m, {radii}, and the distance d = {} m, its depth is \
             r² - d², where r - d is right.",
            number(reach),
            number(distance)
        ),
    })
}

/// The radius alone where the centre is inside of the other shape.
fn centre_inside(pair: &TestedShapes<'_>) -> Option<WrongContact> {
    let (centre, radius, name, other) = pair.circle()?;
    let is_inside =
        !matches!(other.shape, Shape::Circle(_)) && other.shape.distance(&other.pose, centre) <= 0.0;
    is_inside.then(|| WrongContact {
        depth: radius,
        normal: None,
        sentence: format!(
            "Look at a centre that lies inside: the nearest point of the other shape is then the centre of {name} itself, at the \
             distance 0, so that its depth is the radius, {} m, and its normal 0 divided by 0; the way to the border comes on top.",
            number(radius)
        ),
    })
}

/// The nearest corner for the nearest point.
fn nearest_corner(pair: &TestedShapes<'_>) -> Option<WrongContact> {
    let (centre, radius, name, other) = pair.circle()?;
    let corners = other.shape.corners().into_iter().map(|corner| other.pose.world_from_local(corner));
    let nearest = corners.min_by(|p, q| p.distance(centre).total_cmp(&q.distance(centre)))?;
    Some(WrongContact {
        depth: radius - nearest.distance(centre),
        normal: (centre - nearest).try_normalize(),
        sentence: format!(
            "Look at which point it takes for the nearest: its contact is that of the corner nearest to the centre of {name}, {} m \
             away, and a point of a face is nearer.",
            number(nearest.distance(centre))
        ),
    })
}

/// Shapes as if no body were turned.
fn not_turned(pair: &TestedShapes<'_>) -> Option<WrongContact> {
    let is_turned =
        |told: &ToldShape| !matches!(told.shape, Shape::Circle(_)) && told.pose.rotation.sin() != 0.0;
    let turned: Vec<&str> = (0..2)
        .filter(|&side| is_turned(pair.shapes[side]))
        .map(|side| pair.told.names[side].as_str())
        .collect();
    let [a, b] = pair.shapes;
    let [pose_a, pose_b] = [a, b].map(|told| Pose::new(told.pose.position, 0.0));
    let contact = collide(&a.shape, &pose_a, &b.shape, &pose_b).filter(|_| !turned.is_empty())?;
    Some(WrongContact {
        depth: contact.depth,
        normal: Some(contact.normal),
        sentence: format!(
            "Look at whether it turns shapes: with {} at the angle 0 the two overlap by {} m along {}, which is its contact.",
            turned.join(" and "),
            number(contact.depth),
            vec2(contact.normal)
        ),
    })
}

/// The directions of edges for their normals.
fn edges_for_normals(pair: &TestedShapes<'_>) -> Option<WrongContact> {
    let shapes = pair.shapes.map(|told| vec![told]);
    if shapes.iter().flatten().any(|told| told.shape.corners().len() < 3) {
        return None;
    }
    let axes = pair.shapes.iter().flat_map(|told| normals(told)).map(Vec2::perp);
    let overlap = |axis: Vec2| {
        let [[min_a, max_a], [min_b, max_b]] = [0, 1].map(|side| super::ends(&shapes[side], axis));
        ((max_a - min_b).min(max_b - min_a), axis)
    };
    let (depth, axis) = axes.map(overlap).min_by(|p, q| p.0.total_cmp(&q.0))?;
    // The edges of a rectangle have the directions of its normals.
    let is_normal = pair.trace.axes.iter().any(|tested| is_along(tested.direction, axis));
    (!is_normal).then(|| WrongContact {
        depth,
        normal: Some(axis),
        sentence: format!(
            "Look at its axes: it takes the directions of edges for the normals of faces. Along the edges the two overlap by {} m at \
             least, which is its depth; an axis is an edge turned by 90°.",
            number(depth)
        ),
    })
}
