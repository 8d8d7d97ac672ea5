//! Slips of a query: the reading of an answer, the poses or the shapes with which it would be right.

use collide2d::{Body, Pose, Shape, World};
use glam::Vec2;

use crate::elsewhere::differences::{WrongQuery, angle};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::is_right;
use crate::elsewhere::recording::queries::{TheirAsked, TheirHit, TheirQuery};
use crate::scene::numbers::{number, vec2};

/// Directions are one direction that differ by less. Radians.
const SAME_DIRECTION: f32 = 0.01;
/// Places and distances are one that differ by less than this share of the length that is asked about.
const SAME_SHARE: f32 = 0.01;
/// A way without end is so many times as long as the one that is asked.
const WITHOUT_END: f32 = 100.0;

/// A query of theirs and the bodies that it is about.
pub(super) struct AskedQuery<'r> {
    recording: &'r Recording,
    every: &'r World,
    index: usize,
    world: World,
    query: TheirQuery,
}

impl<'r> AskedQuery<'r> {
    /// The query of this number in the frame of this index.
    pub(super) fn of(
        (recording, every): (&'r Recording, &'r World),
        index: usize,
        number: u32,
    ) -> Option<Self> {
        let query = recording.their_queries(index).into_iter().nth(number as usize)??;
        Some(Self { recording, every, index, world: recording.world_at(every, index), query })
    }

    /// What to look at, as a sentence; `None`: no slip that is known makes the answer right.
    pub(super) fn slip(&self, wrong: &WrongQuery) -> Option<String> {
        self.of_reading(wrong)
            .or_else(|| self.of_poses())
            .or_else(|| self.of_shapes())
            .or_else(|| self.of_way())
            .or_else(|| self.of_order(wrong))
    }

    fn is_right_of(&self, world: &World) -> bool {
        is_right(self.recording, world, &self.query)
    }

    fn is_right_as(&self, asked: TheirAsked) -> bool {
        is_right(self.recording, &self.world, &TheirQuery { asked, ..self.query.clone() })
    }

    /// Whether the answer is right with this hit in place of theirs.
    fn is_hit(&self, read: TheirHit) -> bool {
        let mut asked = self.query.asked.clone();
        if let TheirAsked::Ray { hit, .. } | TheirAsked::Cast { hit, .. } = &mut asked {
            *hit = Some(read);
        }
        self.is_right_as(asked)
    }

    /// A number, a point or a normal that means something else.
    fn of_reading(&self, wrong: &WrongQuery) -> Option<String> {
        if let TheirAsked::Closest { bodies, distance, points } = &self.query.asked {
            return self.of_nearest(*bodies, *distance, *points);
        }
        let hit = self.query.asked.hit()?;
        let body = self.world.body(hit.body)?;
        match wrong {
            WrongQuery::Fraction { theirs, .. } => self.of_fraction(hit, *theirs),
            WrongQuery::Normal { theirs, .. } => self.of_normal(hit, body, *theirs),
            WrongQuery::Point { theirs, .. } => self.of_point(hit, body, *theirs),
            _ => None,
        }
    }

    fn of_fraction(&self, hit: TheirHit, theirs: f32) -> Option<String> {
        let units = self.query.asked.length() / self.recording.metres_per_unit();
        let is_fraction = |fraction: f32| self.is_hit(TheirHit { fraction: Some(fraction), ..hit });
        if is_fraction(theirs / units) {
            return Some(format!(
                "Look at whether its fraction is a length: {} is how far the hit is from the start, and the share of the way is that \
                 divided by the way's length, {}.",
                number(theirs),
                number(units)
            ));
        }
        is_fraction(1.0 - theirs).then(|| {
            format!(
                "Look at from which end its fraction counts: {} is the share from the end of the way.",
                number(theirs)
            )
        })
    }

    fn of_normal(&self, hit: TheirHit, body: &Body, theirs: Vec2) -> Option<String> {
        let is_normal = |normal: Vec2| self.is_hit(TheirHit { normal: Some(normal), ..hit });
        let way = match &self.query.asked {
            TheirAsked::Ray { from, to, .. } => *to - *from,
            TheirAsked::Cast { by, .. } => *by,
            TheirAsked::Closest { .. } => return None,
        };
        let is_along = |way: Vec2| way.try_normalize().is_some_and(|way| angle(way, theirs) < SAME_DIRECTION);
        let name = self.recording.body_name(hit.body);
        if theirs == Vec2::ZERO {
            None
        } else if is_along(way) || is_along(-way) {
            Some(
                "Look at whether it takes the way's own direction for the normal, which this one lies along."
                    .to_owned(),
            )
        } else if is_normal(-theirs) {
            Some(format!(
                "Look at the sign of its normal: it points into {name}, and has to point out of it."
            ))
        } else if is_normal(body.pose().rotation.rotate(theirs)) {
            Some(format!(
                "Look at whether its normal is turned back into the world: it is right in the axes of {name}, which is turned by {}°.",
                number(body.pose().rotation.degrees())
            ))
        } else if is_normal(theirs.perp()) || is_normal(-theirs.perp()) {
            Some("Look at whether it takes a face's direction for its normal: this one lies along the face that is hit.".to_owned())
        } else if hit.point.is_some_and(|point| is_along(point - body.center())) {
            Some(format!(
                "Look at whether it takes the direction from the centre of {name} to the hit for the normal, which this one is: that is \
                 right of circles alone."
            ))
        } else {
            None
        }
    }

    fn of_point(&self, hit: TheirHit, body: &Body, theirs: Vec2) -> Option<String> {
        let is_point = |point: Vec2| self.is_hit(TheirHit { point: Some(point), ..hit });
        let start = match &self.query.asked {
            TheirAsked::Ray { from, .. } => *from,
            TheirAsked::Cast { start, .. } => start.position,
            TheirAsked::Closest { .. } => return None,
        };
        let name = self.recording.body_name(hit.body);
        if theirs.distance(body.pose().position) < self.query.asked.length() * SAME_SHARE {
            Some(format!(
                "Look at which point it tells: {} is where {name} is, not where it is hit.",
                vec2(theirs)
            ))
        } else if is_point(body.pose().world_from_local(theirs)) {
            Some(format!(
                "Look at whether its point is turned back into the world: it is right in the axes of {name}."
            ))
        } else if is_point(start + theirs) {
            Some("Look at where its point counts from: it is right from the start of the way.".to_owned())
        } else {
            None
        }
    }

    fn of_nearest(&self, bodies: (u32, u32), distance: f32, points: Option<[Vec2; 2]>) -> Option<String> {
        let (a, b) = self.world.body(bodies.0).zip(self.world.body(bodies.1))?;
        let is_read = |distance: f32, points: Option<[Vec2; 2]>| {
            self.is_right_as(TheirAsked::Closest { bodies, distance, points })
        };
        if !is_read(distance, None) {
            let apart = a.center().distance(b.center());
            return if is_read(distance.sqrt(), None) {
                Some("Look at whether its distance is squared: its root is right.".to_owned())
            } else if (distance - apart).abs() <= SAME_SHARE * apart {
                Some(
                    "Look at whether it tells how far the centres are apart, which its distance is, not the surfaces."
                        .to_owned(),
                )
            } else {
                None
            };
        }
        let [on_a, on_b] = points?;
        if is_read(distance, Some([on_b, on_a])) {
            return Some("Look at the order of its points: the first is on the second body.".to_owned());
        }
        let in_world = [a.pose().world_from_local(on_a), b.pose().world_from_local(on_b)];
        is_read(distance, Some(in_world)).then(|| {
            "Look at whether its points are turned back into the world: each is right in the axes of its own body.".to_owned()
        })
    }

    /// Poses of another frame.
    fn of_poses(&self) -> Option<String> {
        let is_right_in = |index: usize| {
            self.recording
                .frames()
                .get(index)
                .filter(|_| self.is_right_of(&self.recording.world_at(self.every, index)))
        };
        if let Some(frame) = self.index.checked_sub(1).and_then(is_right_in) {
            return Some(format!(
                "Look at when it is asked: its answer is right on the poses of frame {}, the one before, as of a query before the step, \
                 or of bodies whose places in the broad phase are not brought up to date.",
                frame.frame
            ));
        }
        is_right_in(self.index + 1).map(|frame| {
            format!(
                "Look at when it is asked: its answer is right on the poses of frame {}, the next one, as of a query after the step in a \
                 frame that was recorded before it.",
                frame.frame
            )
        })
    }

    /// Other shapes than those that the bodies have, or as they are turned.
    fn of_shapes(&self) -> Option<String> {
        let with = |change: fn(&mut Body)| {
            let mut world = self.world.clone();
            let count = world.bodies().len() as u32;
            (0..count).for_each(|index| {
                world.body_mut(index).map(change);
            });
            world
        };
        // A place that is valid stays valid.
        let unturned = with(|body| {
            let _ = body.set_pose(Pose::new(body.pose().position, 0.0));
        });
        if self.is_right_of(&unturned) {
            return Some(
                "Look at whether it turns the way into a body's axes: its answer is right of bodies that are not turned.".to_owned(),
            );
        }
        let turned_back = with(|body| {
            let _ = body.set_pose(Pose::new(body.pose().position, -body.pose().rotation.degrees()));
        });
        if self.is_right_of(&turned_back) {
            return Some(
                "Look at the sign of the angle by which it turns the way into a body's axes: its answer is right of bodies that are \
                 turned the other way."
                    .to_owned(),
            );
        }
        if self.is_right_of(&with(to_box)) {
            return Some(
                "Look at whether it takes boxes for shapes: its answer is right of the bodies' bounding boxes.".to_owned(),
            );
        }
        self.is_right_of(&with(to_circle)).then(|| {
            "Look at whether it takes circles for shapes: its answer is right of the bodies' bounding circles.".to_owned()
        })
    }

    /// Another way than the one that is asked.
    fn of_way(&self) -> Option<String> {
        let hit = self.query.asked.hit()?;
        match &self.query.asked {
            TheirAsked::Ray { from, to, .. } => {
                let others = (0..self.world.bodies().len() as u32).filter(|other| *other != hit.body);
                let back = TheirHit { fraction: hit.fraction.map(|fraction| 1.0 - fraction), ..hit };
                let back = TheirQuery {
                    ignored: others.collect(),
                    asked: TheirAsked::Ray { from: *to, to: *from, hit: Some(back) },
                };
                if is_right(self.recording, &self.world, &back) {
                    return Some(format!(
                        "Look at which of the two places it takes: its hit is where the ray leaves {}, not where it comes in.",
                        self.recording.body_name(hit.body)
                    ));
                }
                let far = TheirHit { fraction: hit.fraction.map(|fraction| fraction / WITHOUT_END), ..hit };
                let to = *from + (*to - *from) * WITHOUT_END;
                self.is_right_as(TheirAsked::Ray { from: *from, to, hit: Some(far) }).then(|| {
                    "Look at whether the way has an end: its hit lies beyond it, as of a direction without a length.".to_owned()
                })
            }
            TheirAsked::Cast { start, by, .. } => {
                let (from, to) = (start.position, start.position + *by);
                self.is_right_as(TheirAsked::Ray { from, to, hit: Some(hit) }).then(|| {
                    "Look at whether the shape itself is cast: its answer is that of a ray from where the shape is.".to_owned()
                })
            }
            TheirAsked::Closest { .. } => None,
        }
    }

    /// What ours hits first is passed over.
    fn of_order(&self, wrong: &WrongQuery) -> Option<String> {
        let (WrongQuery::Body { ours, .. } | WrongQuery::Missed { ours, .. }) = wrong else { return None };
        let mut without = self.query.clone();
        without.ignored.push(*ours);
        let name = self.recording.body_name(*ours);
        is_right(self.recording, &self.world, &without).then(|| {
            let or_last = match wrong {
                WrongQuery::Body { .. } => ", or a callback that keeps what it hears last, not what is nearest",
                _ => "",
            };
            format!("Look at what passes {name} over, without which its answer is right: a mask, a list of what is ignored{or_last}.")
        })
    }
}

/// The body with its bounding box for its shape; what is flat stays.
fn to_box(body: &mut Body) {
    let around = body.aabb();
    let size = around.max - around.min;
    put(body, Shape::rectangle(size.x, size.y).ok(), (around.min + around.max) / 2.0);
}

fn to_circle(body: &mut Body) {
    let around = body.bounding_circle();
    put(body, Shape::circle(around.radius).ok(), around.center);
}

fn put(body: &mut Body, shape: Option<Shape>, position: Vec2) {
    if let Some(shape) = shape
        && body.set_pose(Pose::new(position, 0.0)).is_ok()
    {
        body.set_shape(shape);
    }
}
