//! Where a point lies in a world: the bodies that hold it, or else the nearest one.

use glam::{Vec2, Vec4};

use super::OfBody;
use crate::aabb::eight_boxes::FourBoxes;
use crate::body::Body;
use crate::query::filter::QueryFilter;
use crate::query::point::{PointProjection, project_point};
use crate::query::{QueryObserver, QueryStep};
use crate::settings::{ValueError, finite};
use crate::shape::Shape;
use crate::world::World;

/// Most bodies whose exact projection is put off.
const MOST_WAITING: usize = 8;

impl World {
    /// The bodies that hold a world point, by index; where none does the nearest one, of equally near ones
    /// that of the lowest index. Empty if the world has no bodies. Each is tested as by
    /// [`crate::project_point`].
    pub fn project_point(
        &self,
        point: Vec2,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<OfBody<PointProjection>>, ValueError> {
        self.project_point_observed(point, filter, &mut ())
    }

    /// [`World::project_point`]; the observer is told each box that is met.
    pub fn project_point_observed<O: QueryObserver>(
        &self,
        point: Vec2,
        filter: &QueryFilter<'_>,
        observer: &mut O,
    ) -> Result<Vec<OfBody<PointProjection>>, ValueError> {
        finite(["point x", "point y"], point)?;
        // Squares of distances.
        let away = |boxes: &FourBoxes| {
            let x = (boxes.min_x - point.x).max(Vec4::splat(point.x) - boxes.max_x).max(Vec4::ZERO);
            let y = (boxes.min_y - point.y).max(Vec4::splat(point.y) - boxes.max_y).max(Vec4::ZERO);
            (x * x + y * y) * (1.0 - 8.0 * f32::EPSILON)
        };
        let project = |index: u32, body: &Body| {
            let found = project_point(body.shape(), body.pose(), point).ok()?;
            Some(OfBody { body: index, found })
        };
        let mut holding = Vec::new();
        let mut nearest: Option<OfBody<PointProjection>> = None;
        let mut take_nearer = |found: OfBody<PointProjection>| {
            let order = |of: &OfBody<PointProjection>| (of.found.distance, of.body);
            if nearest.as_ref().is_none_or(|known| order(&found) < order(known)) {
                nearest = Some(found);
            }
        };
        // Bodies that surely do not hold the point, with their least distance. Their f64 projection is put
        // off until it is known which of them may be the nearest.
        let mut waiting = [(0.0, 0); MOST_WAITING];
        let mut count = 0;
        // Not below 0: a body that holds the point may hold it less deep than another one.
        let mut most = f32::MAX;
        self.ask(away, filter, observer, |index, _, body, observer| {
            if O::OBSERVES {
                observer.step(&QueryStep::Body { body: index, fraction: 0.0 });
            }
            match distance_bounds(body, point) {
                Some([least, _]) if least > most => {}
                Some([least, longest]) if least > 0.0 && count < MOST_WAITING => {
                    waiting[count] = (least, index);
                    count += 1;
                    most = most.min(longest);
                }
                Some(_) | None => {
                    if let Some(found) = project(index, body) {
                        most = most.min(found.found.distance.max(0.0));
                        if found.found.inside {
                            holding.push(found);
                        } else {
                            take_nearer(found);
                        }
                    }
                }
            }
            most * most * (1.0 + 8.0 * f32::EPSILON)
        });
        if holding.is_empty() {
            let left = waiting[..count].iter().filter(|(least, _)| *least <= most);
            left.filter_map(|(_, index)| project(*index, self.body(*index)?)).for_each(take_nearer);
            holding.extend(nearest);
        }
        holding.sort_unstable_by_key(|found| found.body);
        Ok(holding)
    }
}

/// The distance of a point from a rectangle or a circle, at least and at most, negative inside; `None` of other shapes. In f32.
fn distance_bounds(body: &Body, point: Vec2) -> Option<[f32; 2]> {
    let local = body.pose().local_from_world(point);
    let distance = match body.shape() {
        Shape::Rectangle(rectangle) => {
            (local.abs() - rectangle.half_extents()).max(Vec2::ZERO).length() - rectangle.radius()
        }
        Shape::Circle(circle) => local.length() - circle.radius(),
        _ => return None,
    };
    let rounding = 16.0 * f32::EPSILON * (local.abs().element_sum() + body.shape().radius());
    Some([distance - rounding, distance + rounding])
}
