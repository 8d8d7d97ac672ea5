//! Shapes of a file that cannot be as they stand there. A polygon that is concave or has too many points is cut into convex
//! pieces, and repeated points are dropped; the others are left out, and so is what the file tells of them.

use std::ops::Range;

#[cfg(not(target_os = "unknown"))]
use collide2d::MAX_POINTS;
use collide2d::{MAX_EXTENT, Pose};
use collision_record::{AddedBody, Body, Frame, Header, PlacedShape, Query, Shape, VerticalAxis};
use glam::{Vec2, vec2};

use super::roster::Roster;
use super::{Recording, degrees, turned_by, upright};
#[cfg(not(target_os = "unknown"))]
use crate::elsewhere::import::convex::{self, InsideRule, MOST_CORNERS};
use crate::platform::plain;
use crate::scene::SceneShape;

/// Of each shape of a body in the file: which of those that are taken are it, or its pieces; none: it is left out.
pub(super) type ShapePlaces = Vec<Range<u32>>;

/// Makes the shapes of a body ones that can be, and tells what it changes. `None`: they are as many, in the same places.
/// A body that loses all its shapes gets one that stands in for them, and is never there.
pub(super) fn take_shapes(
    header: &Header,
    body: &mut Body,
    place: &str,
    missing: &mut Vec<String>,
) -> Option<ShapePlaces> {
    let name = plain::label(&body.name).into_owned();
    let (mut taken, mut places) = (Vec::with_capacity(body.shapes.len()), ShapePlaces::new());
    for (k, filed) in std::mem::take(&mut body.shapes).into_iter().enumerate() {
        let start = taken.len() as u32;
        match possible(header, filed, &format!("{place}.shapes[{k}]")) {
            Ok(pieces) => {
                let count = pieces.len();
                if count > 1 {
                    missing.push(format!("{place}.shapes[{k}] of {name} is cut into {count} convex pieces"));
                }
                taken.extend(pieces);
            }
            Err(refused) => missing.push(format!("{refused}; the shape is left out of {name}")),
        }
        places.push(start..taken.len() as u32);
    }
    if taken.is_empty() && !places.is_empty() {
        missing.push(format!("{place}.shapes has no other, so {name} is absent"));
        taken.push(PlacedShape::new(Shape::Circle { radius: 1.0 / header.metres_per_unit }));
    }
    body.shapes = taken;
    let is_same = (0..).zip(&places).all(|(k, range)| *range == (k..k + 1));
    (!is_same).then_some(places)
}

/// A shape of the file as ones that can be. `Err`: what is wrong with it, and what is allowed.
fn possible(header: &Header, filed: PlacedShape, place: &str) -> Result<Vec<PlacedShape>, String> {
    let check = |shape: &PlacedShape| {
        shape.check(place).map_err(|error| error.to_string())?;
        let (_, at) = recorded_shape(header, shape).map_err(|what| format!("{place}: {what}"))?;
        in_reach(at.position, || format!("{place}: at"))
    };
    let Err(refused) = check(&filed) else { return Ok(vec![filed]) };
    let PlacedShape { shape, mut at, turned, skin } = filed;
    let refused = if let Shape::Polygon { points, .. } = &shape {
        of_polygon(points, place).unwrap_or(refused)
    } else {
        refused
    };
    let shapes = match shape {
        Shape::Polygon { points, radius } => {
            let piece = |points| Shape::Polygon { points, radius };
            convex_pieces(&points).into_iter().map(piece).collect()
        }
        Shape::Chain { mut points, closed, one_sided } => {
            points.dedup();
            if closed && points.first() == points.last() {
                points.pop();
            }
            vec![Shape::Chain { points, closed, one_sided }]
        }
        Shape::Capsule { start, end, radius } if start == end => {
            let start = turned_by(header.angle, turned).rotate(start.into());
            at = (Vec2::from(at) + start).to_array();
            vec![Shape::Circle { radius }]
        }
        Shape::Circle { .. }
        | Shape::Rectangle { .. }
        | Shape::Segment { .. }
        | Shape::Capsule { .. }
        | Shape::HalfPlane { .. } => Vec::new(),
    };
    let pieces: Vec<PlacedShape> =
        shapes.into_iter().map(|shape| PlacedShape { shape, at, turned, skin }).collect();
    if pieces.is_empty() || pieces.iter().any(|piece| check(piece).is_err()) {
        Err(refused)
    } else {
        Ok(pieces)
    }
}

/// How far a half-plane's border reaches to either side, and how deep it is. Metres: farther away an f32 is too coarse.
const HALF_PLANE: f32 = 1000.0;

/// A shape of the file as one of ours, and where it is in its body.
pub(super) fn recorded_shape(header: &Header, placed: &PlacedShape) -> Result<(SceneShape, Pose), String> {
    let unit = header.metres_per_unit;
    let point = |&[x, y]: &[f32; 2]| -> Vec2 { upright(header, vec2(x, y)) * unit };
    let mut turned = degrees(header, placed.turned);
    let shape = match &placed.shape {
        Shape::Circle { radius } => SceneShape::Circle { radius: radius * unit },
        Shape::Rectangle { width, height, radius } => {
            SceneShape::Rectangle { width: width * unit, height: height * unit, radius: radius * unit }
        }
        Shape::Segment { start, end } => SceneShape::Wall { start: point(start), end: point(end) },
        Shape::Polygon { points, radius } => {
            SceneShape::Polygon { points: points.iter().map(point).collect(), radius: radius * unit }
        }
        Shape::Capsule { start, end, radius } => {
            SceneShape::Capsule { start: point(start), end: point(end), radius: radius * unit }
        }
        Shape::Chain { points, closed, one_sided } => {
            let mut points: Vec<Vec2> = points.iter().map(point).collect();
            // A mirrored line has its right-hand side on the left.
            if *one_sided && header.y == VerticalAxis::Down {
                points.reverse();
            }
            SceneShape::Chain { points, closed: *closed, one_sided: *one_sided }
        }
        Shape::HalfPlane { normal: [x, y] } => {
            // Turned so that its border lies on a side through the shape's place.
            turned += Vec2::Y.angle_to(upright(header, vec2(*x, *y))).to_degrees();
            let (side, deep) = (HALF_PLANE, -HALF_PLANE);
            let points = vec![vec2(side, 0.0), vec2(-side, 0.0), vec2(-side, deep), vec2(side, deep)];
            SceneShape::Polygon { points, radius: 0.0 }
        }
    };
    shape.to_shape().map_err(|error| crate::scene::shape::shape_problem(&shape, &error))?;
    Ok((shape, Pose::new(point(&placed.at), turned)))
}

/// Refuses a place in metres that is beyond every scene's reach.
pub(super) fn in_reach(at: Vec2, what: impl FnOnce() -> String) -> Result<(), String> {
    if is_in_reach(at) {
        return Ok(());
    }
    Err(format!(
        "{}: found ({}, {}) m; allowed: numbers from -{MAX_EXTENT} to {MAX_EXTENT} m",
        what(),
        at.x,
        at.y
    ))
}

pub(super) fn is_in_reach(at: Vec2) -> bool {
    at.abs().max_element() <= MAX_EXTENT
}

/// What is wrong with the corners of a polygon, of which those that are cut may be more than a convex one has; `None`: another
/// reason says it.
#[cfg(not(target_os = "unknown"))]
fn of_polygon(points: &[[f32; 2]], place: &str) -> Option<String> {
    let found = points.len();
    if !(3..=MOST_CORNERS).contains(&found) {
        return Some(format!("{place}.points: found {found}; allowed: 3 to {MOST_CORNERS} points"));
    }
    let is_whole = points.iter().flatten().all(|number| number.is_finite());
    (found > MAX_POINTS && is_whole).then(|| {
        format!("{place}.points: found {found} that enclose nothing; allowed: an outline with an area")
    })
}

/// A page cuts no outlines.
#[cfg(target_os = "unknown")]
fn of_polygon(_: &[[f32; 2]], _: &str) -> Option<String> {
    None
}

/// What an outline encloses, in convex polygons; none: it encloses nothing, or is too long.
#[cfg(not(target_os = "unknown"))]
fn convex_pieces(points: &[[f32; 2]]) -> Vec<Vec<[f32; 2]>> {
    if points.len() > MOST_CORNERS || points.iter().flatten().any(|number| !number.is_finite()) {
        return Vec::new();
    }
    let line = points.iter().map(|&[x, y]| glam::DVec2::new(x.into(), y.into())).collect();
    let (pieces, _) = convex::pieces(&[line], InsideRule::NonZero).unwrap_or_default();
    pieces.into_iter().map(|points| points.iter().map(Vec2::to_array).collect()).collect()
}

/// A page has nothing that cuts outlines.
#[cfg(target_os = "unknown")]
fn convex_pieces(_: &[[f32; 2]]) -> Vec<Vec<[f32; 2]>> {
    Vec::new()
}

impl Recording {
    /// Makes the shapes of bodies that come ones that can be.
    pub(super) fn take_coming(
        &self,
        add: &mut [AddedBody],
        missing: &mut Vec<String>,
    ) -> Vec<Option<ShapePlaces>> {
        let take = |(i, added): (usize, &mut AddedBody)| {
            take_shapes(&self.header, &mut added.body, &format!("add[{i}]"), missing)
        };
        add.iter_mut().enumerate().map(take).collect()
    }

    /// Takes out what a frame tells of shapes that are left out, and names the taken ones where the file names a shape: of
    /// several pieces none. `coming`: the shapes of the bodies that come with it.
    pub(super) fn follow_shapes(
        &self,
        frame: &mut Frame,
        coming: &[Option<ShapePlaces>],
        missing: &mut Vec<String>,
    ) {
        let Frame { add, poses, contacts, events, queries, .. } = frame;
        let mut index = 0;
        queries.retain(|query| {
            let shape = if let Query::Cast { shape, .. } = query { shape.clone() } else { None };
            let place = format!("queries[{index}].shape");
            let checked = shape.map(|shape| PlacedShape::new(shape).check(&place));
            let refused = checked.and_then(Result::err);
            missing.extend(refused.as_ref().map(|refused| format!("{refused}; the query is left out")));
            index += 1;
            refused.is_none()
        });
        if self.shape_places.is_empty() && coming.iter().all(Option::is_none) {
            return;
        }
        let places_of = |place: u32| match add.iter().rposition(|added| added.index == place) {
            Some(i) => coming.get(i)?.as_ref(),
            None => self.shape_places.get(&Roster::body_at(self.roster.as_ref(), place)?),
        };
        let is_left_out =
            |place: u32| places_of(place).is_some_and(|shapes| shapes.iter().all(Range::is_empty));
        for (place, pose) in (0..).zip(poses) {
            pose.take_if(|_| is_left_out(place));
        }
        contacts.retain_mut(|contact| {
            follow(places_of(contact.a), &mut contact.shape_a)
                && follow(places_of(contact.b), &mut contact.shape_b)
        });
        events.retain(|event| !is_left_out(event.a) && !is_left_out(event.b));
        queries.retain(|query| {
            let [one, other] = match query {
                Query::Ray { hit, .. } => [hit.map(|hit| hit.body), None],
                Query::Cast { body, hit, .. } => [hit.map(|hit| hit.body), *body],
                Query::Closest { a, b, .. } => [Some(*a), Some(*b)],
            };
            !one.into_iter().chain(other).any(is_left_out)
        });
    }
}

/// Makes the index of a shape in the file that of the one which is taken. Whether there is any that it may mean.
fn follow(places: Option<&ShapePlaces>, told: &mut Option<u32>) -> bool {
    let Some(places) = places else { return true };
    let Some(shape) = *told else { return places.iter().any(|taken| !taken.is_empty()) };
    // One that the file does not have is refused later.
    let Some(taken) = places.get(shape as usize) else { return true };
    *told = (taken.len() == 1).then_some(taken.start);
    !taken.is_empty()
}
