//! A second opinion on a pair: parry2d's normal, depth or distance and points beside ours, and who is right.
//!
//! Where the two differ, nobody is taken at their word: a plain check moves `a` by each one's `normal * depth`, looks
//! by the Minkowski sum (`minkowski`) how far apart the shapes are then, and whether a shorter way out exists. The
//! sum knows nothing of either algorithm.
//!
//! What parry2d is asked is its contact manifold, which is what an engine that uses it gets. Its weak spots:
//! - Of two capsules whose segments cross it gives the y axis of the first and both radii, which does not separate
//!   them. Of a circle whose centre lies on an edge of a polygon, a wall or a capsule's rim, or near an edge in the
//!   polygon, it may give another side's normal. Of a wall whose end is level with that of a capsule at right angles it
//!   gives no contact, and of a capsule's end at a corner it may give the depth of faces that do not meet.
//!   `scenes/where-parry2d-differs.ron` has examples.
//! - Polygons and capsules are tested by GJK and EPA, whose tolerances are lengths made for bodies of about a metre, so
//!   the pair is scaled to that size. GJK ends within about a thousandth of the distance: where our answer is right,
//!   theirs may be that far off.
//! - A manifold may have points that are apart, and none that is deep; then its distance counts. Which of the shallower
//!   points it keeps is its own choice: the deepest are compared.

use collide2d::{Body, Contact, Pose, Shape, World, collide, separation};
use glam::{DVec2, Vec2};

use crate::elsewhere::differences::{Told, Tolerances, What, angle, differences};
use crate::explain::minkowski::{self, Sum, SumEdge, SumPart};
use crate::scene::numbers::LengthUnit;

#[cfg(feature = "second-opinion")]
mod parry;

/// Default tolerance: so much of the pair's size.
pub const TOLERANCE: f32 = 1.0e-4;

/// Where parry2d's GJK ends: the square root of ten roundings. Share of the distance.
const GJK: f64 = 1.2e-3;

/// Whether the program was built with the feature `second-opinion`. Without it nothing has a second opinion.
pub const IS_BUILT_IN: bool = cfg!(feature = "second-opinion");

/// The name of the other library.
pub const NAME: &str = "parry2d";

/// Two answers for one pair, and how they compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    pub verdict: Agreement,
    /// parry2d's.
    pub theirs: ParryAnswer,
    pub ours: ParryAnswer,
    /// What differs by more than the tolerance, also where both are right.
    pub differences: Vec<What>,
    /// Size of the pair: the diameter of the smaller bounding circle. Metres.
    pub size: f32,
    /// What counts as the same: this share of the size, and radians for normals.
    pub tolerance: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// They are the same within the tolerance.
    Agree,
    /// The normals differ, and both are right: two ways out are equally long.
    Tie,
    /// They differ; [`Claim::check`] says whose claim holds.
    Differ,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ParryAnswer {
    Touching(Claim),
    /// They do not.
    Apart {
        /// Distance of the shapes. Metres, >= 0.
        gap: f32,
        /// It is right within the tolerance.
        holds: bool,
    },
}

/// A contact that one of the two claims.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Unit vector on `b`'s surface toward `a`.
    pub normal: Vec2,
    /// Metres.
    pub depth: f32,
    /// World.
    pub points: Vec<Vec2>,
    /// What a plain check shows.
    pub check: Check,
}

/// What becomes of the shapes when `a` is moved by `normal * depth`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// Gap between the shapes then; negative: they still overlap by so much. Metres.
    pub after: f32,
    /// Length of the shortest way out. Metres; negative: the shapes are so far apart.
    pub shortest: f32,
    pub separates: bool,
    /// No way out is shorter.
    pub is_shortest: bool,
    /// The normal is that of a shortest way out.
    pub is_way_out: bool,
}

impl Check {
    /// Whether the claim is right within the tolerance.
    pub fn holds(&self) -> bool {
        self.separates && self.is_shortest && self.is_way_out
    }
}

/// What a library says, unchecked.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    Touching {
        normal: Vec2,
        depth: f32,
        /// From A's position, which f32 world coordinates are too coarse for far from the origin; each with its depth.
        points: Vec<(Vec2, f32)>,
    },
    Apart {
        gap: f32,
    },
}

/// The second opinion on a pair. `ours`: our contact of it. `tolerance`: share of the pair's size, and radians for
/// normals; > 0. `None` where parry2d has none to give: two walls, a shape that it does not take, a program built
/// without it.
pub fn of(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    ours: Option<&Contact>,
    tolerance: f32,
) -> Option<Opinion> {
    let is_finite = |pose: &Pose| pose.position.is_finite() && pose.rotation.degrees().is_finite();
    if !is_finite(pose_a) || !is_finite(pose_b) {
        return None;
    }
    let judge = Judge::of([a, b], [pose_a, pose_b], tolerance)?;
    let theirs = judge.ask()?;
    let ours = match ours {
        Some(contact) => Said::Touching {
            normal: contact.normal,
            depth: contact.depth,
            points: contact.points().iter().map(|point| (point.from_a, point.depth)).collect(),
        },
        None => Said::Apart { gap: separation(a, pose_a, b, pose_b).max(0.0) },
    };
    Some(judge.compare(theirs, ours))
}

/// [`of`] two bodies, `ours` measured from the first one's position; `None` also where one of them is not there.
pub fn of_bodies([a, b]: [&Body; 2], ours: Option<&Contact>, tolerance: f32) -> Option<Opinion> {
    if a.is_removed() || b.is_removed() {
        return None;
    }
    of(a.shape(), a.pose(), b.shape(), b.pose(), ours, tolerance)
}

/// Tells the opinion on every pair of a world whose AABBs meet, in order: what touches, and what nearly does.
pub fn for_each_near_pair(world: &World, tolerance: f32, mut give: impl FnMut((u32, u32), Opinion)) {
    let bodies = (0..).zip(world.bodies()).filter(|(_, body)| !body.is_removed());
    let bodies: Vec<(u32, &Body)> = bodies.collect();
    for (i, (index_a, a)) in bodies.iter().enumerate() {
        let aabb = a.aabb();
        for (index_b, b) in bodies.iter().skip(i + 1).filter(|(_, b)| aabb.overlaps(&b.aabb())) {
            let ours = collide(a.shape(), a.pose(), b.shape(), b.pose());
            if let Some(opinion) = of_bodies([a, b], ours.as_ref(), tolerance) {
                give((*index_a, *index_b), opinion);
            }
        }
    }
}

/// Metres; 0 where the shapes are apart.
fn depth_of(said: &Said) -> f64 {
    match said {
        Said::Touching { depth, .. } => f64::from(*depth),
        Said::Apart { .. } => 0.0,
    }
}

/// A pair, and what is true of it.
struct Judge<'a> {
    shapes: [&'a Shape; 2],
    poses: [&'a Pose; 2],
    sum: Sum,
    /// A's position in the sum.
    at: DVec2,
    /// Metres.
    size: f64,
    /// What rounding to f32 may move. Metres.
    rounding: f64,
    tolerance: f32,
}

impl<'a> Judge<'a> {
    fn of(shapes: [&'a Shape; 2], poses: [&'a Pose; 2], tolerance: f32) -> Option<Self> {
        /// Roundings of an f32 in a row of computations.
        const ROUNDINGS: f64 = 64.0 * f32::EPSILON as f64;
        let sum = minkowski::sum(shapes[0], poses[0].rotation, shapes[1], poses[1].rotation)?;
        let at = minkowski::offset(poses[0], poses[1]);
        let radius = |shape: &Shape| f64::from(shape.bounding_circle().radius);
        let size = 2.0 * radius(shapes[0]).min(radius(shapes[1]));
        let reach = sum.corners().iter().map(|corner| corner.at.length()).fold(0.0, f64::max) + sum.radius();
        let rounding = ROUNDINGS * (reach + at.length());
        Some(Self { shapes, poses, sum, at, size, rounding, tolerance })
    }

    #[cfg(feature = "second-opinion")]
    fn ask(&self) -> Option<Said> {
        let ([a, b], [pose_a, pose_b]) = (self.shapes, self.poses);
        parry::ask(a, pose_a, b, pose_b, self.size)
    }

    #[cfg(not(feature = "second-opinion"))]
    fn ask(&self) -> Option<Said> {
        let _ = (self.shapes, self.poses);
        None
    }

    /// A point in the world, from one that is measured from A's position.
    fn world(&self, from_a: Vec2) -> Vec2 {
        (self.poses[0].position.as_dvec2() + from_a.as_dvec2()).as_vec2()
    }

    /// Lengths up to this are no difference. Metres.
    fn allowed(&self) -> f64 {
        f64::from(self.tolerance) * self.size + self.rounding
    }

    fn compare(&self, theirs: Said, ours: Said) -> Opinion {
        let mut found = self.differences(&theirs, &ours);
        let (theirs, ours) = (self.answer(theirs), self.answer(ours));
        if ours.holds() {
            found.retain(|what| !self.is_early_end(what));
        }
        for what in &mut found {
            if let What::Point { theirs, .. } = what {
                *theirs = self.world(*theirs);
            }
        }
        let is_normal = |what: &What| matches!(what, What::Normal { .. });
        let verdict = if found.is_empty() {
            Agreement::Agree
        } else if found.iter().all(is_normal) && theirs.holds() && ours.holds() {
            Agreement::Tie
        } else {
            Agreement::Differ
        };
        let (size, tolerance) = (self.size as f32, self.tolerance);
        Opinion { verdict, theirs, ours, differences: found, size, tolerance }
    }

    /// What differs beyond the tolerance.
    fn differences(&self, theirs: &Said, ours: &Said) -> Vec<What> {
        let mut found = match (theirs, ours) {
            (Said::Apart { gap: theirs }, Said::Apart { gap: ours }) => {
                vec![What::Gap { theirs: *theirs, ours: *ours }]
            }
            (Said::Touching { depth, .. }, Said::Apart { gap }) => {
                vec![What::OnlyTheirs { depth: Some(*depth), gap: *gap, left_out: None }]
            }
            (Said::Apart { .. }, Said::Touching { depth, .. }) => vec![What::OnlyOurs { depth: *depth }],
            (
                Said::Touching { normal, depth, points },
                Said::Touching { normal: our_normal, depth: our_depth, points: our_points },
            ) => {
                let all = |points: &[(Vec2, f32)]| points.iter().map(|(at, _)| *at).collect::<Vec<_>>();
                // Libraries differ in which of the shallower points they keep.
                let deepest = |points: &[(Vec2, f32)], deep: f32| -> Vec<Vec2> {
                    let is_deepest = |depth: f32| f64::from(depth) >= f64::from(deep) - self.allowed();
                    points.iter().filter(|(_, depth)| is_deepest(*depth)).map(|(at, _)| *at).collect()
                };
                let (their_deep, our_deep) = (deepest(points, *depth), deepest(our_points, *our_depth));
                let (points, our_points) = (all(points), all(our_points));
                let mut found = differences(
                    &Told::of(*normal, *depth, &their_deep),
                    &Told::of(*our_normal, *our_depth, &our_points),
                );
                // And the other way round: where we have a point, they have one.
                let missed = differences(
                    &Told::of(*our_normal, *our_depth, &our_deep),
                    &Told::of(*normal, *depth, &points),
                );
                found.extend(missed.into_iter().filter_map(|what| match what {
                    What::Point { theirs: our_point, distance } => {
                        let near = |p: &&Vec2| p.distance_squared(our_point);
                        let theirs = points.iter().min_by(|p, q| near(p).total_cmp(&near(q)))?;
                        Some(What::Point { theirs: *theirs, distance })
                    }
                    What::OnlyTheirs { .. }
                    | What::OnlyOurs { .. }
                    | What::Flip { .. }
                    | What::Gap { .. }
                    | What::Normal { .. }
                    | What::Depth { .. }
                    | What::Event(_)
                    | What::Query { .. } => None,
                }));
                found
            }
        };
        /// Normals farther apart are no rounding: where the line is shorter still, several are right. Radians.
        const MOST_TURNED: f64 = 0.01;
        let (allowed, allowed_angle) = (self.allowed(), self.allowed_angle(self.lever()));
        let allowed_angle = allowed_angle.min(MOST_TURNED.max(self.tolerance.into()));
        let depth = depth_of(ours);
        found.retain(|what| match *what {
            What::Normal { angle, .. } => f64::from(angle) > allowed_angle,
            // A normal that rounding turns takes the point with it.
            What::Point { distance, .. } => f64::from(distance) > allowed + allowed_angle * depth,
            What::OnlyTheirs { .. }
            | What::OnlyOurs { .. }
            | What::Flip { .. }
            | What::Gap { .. }
            | What::Depth { .. }
            | What::Event(_)
            | What::Query { .. } => what.times(Tolerances { tolerance: allowed as f32, margin: 0.0 }) > 1.0,
        });
        // Points follow the normal.
        if found.iter().any(|what| matches!(what, What::Normal { .. })) {
            found.retain(|what| !matches!(what, What::Point { .. }));
        }
        found
    }

    /// Angles up to this between a direction and the right one are no difference. Radians. `length`: of the line
    /// that gives the direction, whose ends rounding moves.
    fn allowed_angle(&self, length: f64) -> f64 {
        f64::from(self.tolerance) + self.rounding / length.max(f64::MIN_POSITIVE)
    }

    /// Length of the line that gives the normal: of an edge, or from a core to the other, whichever is shorter, as
    /// libraries differ in what they compute it from.
    fn lever(&self) -> f64 {
        let (sum, nearest) = (&self.sum, self.sum.nearest(self.at));
        let from_cores = (nearest.distance + sum.radius()).abs();
        match nearest.part {
            SumPart::Edge(edge) if sum.radius() > 0.0 => sum.edge_length(edge).min(from_cores),
            SumPart::Edge(edge) => sum.edge_length(edge),
            SumPart::Corner(_) => from_cores,
        }
    }

    /// Whether a difference is no larger than what GJK may be off where it ends.
    fn is_early_end(&self, what: &What) -> bool {
        /// Radians: what that limit turns a normal by, some times what random pairs show.
        const TURN: f64 = 0.01;
        let from_cores = self.sum.distance_of_cores(self.at);
        let length = self.allowed() + GJK * from_cores;
        match *what {
            What::Gap { theirs, ours } | What::Depth { theirs, ours } => {
                f64::from((theirs - ours).abs()) <= length
            }
            What::Normal { angle, .. } => from_cores > 0.0 && f64::from(angle) <= TURN,
            What::Point { distance, .. } => {
                from_cores > 0.0 && f64::from(distance) <= self.allowed() + TURN * from_cores
            }
            What::OnlyTheirs { .. }
            | What::OnlyOurs { .. }
            | What::Flip { .. }
            | What::Event(_)
            | What::Query { .. } => false,
        }
    }

    fn answer(&self, said: Said) -> ParryAnswer {
        match said {
            Said::Apart { gap } => {
                let right = self.sum.nearest(self.at).distance;
                let allowed = self.allowed() + GJK * self.sum.distance_of_cores(self.at);
                ParryAnswer::Apart { gap, holds: (f64::from(gap) - right).abs() <= allowed }
            }
            Said::Touching { normal, depth, points } => {
                let check = self.check(normal, depth);
                ParryAnswer::Touching(Claim {
                    normal,
                    depth,
                    points: points.into_iter().map(|(at, _)| self.world(at)).collect(),
                    check,
                })
            }
        }
    }

    fn check(&self, normal: Vec2, depth: f32) -> Check {
        let moved = self.at + normal.as_dvec2() * f64::from(depth);
        let after = self.sum.nearest(moved).distance;
        let shortest = -self.sum.nearest(self.at).distance;
        Check {
            after: after as f32,
            shortest: shortest as f32,
            separates: after >= -self.allowed(),
            is_shortest: f64::from(depth) <= shortest + self.allowed(),
            is_way_out: self.is_way_out(normal),
        }
    }

    /// Whether a direction is that of a shortest way out, of several that are as long within the tolerance.
    fn is_way_out(&self, normal: Vec2) -> bool {
        let (sum, at, allowed) = (&self.sum, self.at, self.allowed());
        let is_near = |right: DVec2, length: f64| {
            f64::from(angle(right.as_vec2(), normal)) <= self.allowed_angle(length)
        };
        let depth_at = |edge| sum.depth_at(edge, at);
        let least = (0..sum.edges().len()).map(depth_at).fold(f64::INFINITY, f64::min);
        let along_an_edge = sum.edges().iter().enumerate().any(|(edge, SumEdge { normal, .. })| {
            let lever = if sum.radius() > 0.0 { depth_at(edge).abs() } else { f64::INFINITY };
            depth_at(edge) <= least + allowed && is_near(*normal, sum.edge_length(edge).min(lever))
        });
        let from_a_corner = sum.corners().iter().enumerate().any(|(index, corner)| {
            let direction = normal.as_dvec2();
            corner.at.distance(at) <= allowed && sum.is_in_cone(index, direction, self.tolerance.into())
        });
        // A way around a corner is longer by the square of the angle, so that the axis of a face, seen from either
        // side, may be as short within rounding.
        let (shortest, along) = (-sum.nearest(at).distance, normal.as_dvec2());
        let is_as_short = sum.support(along) + sum.radius() - at.dot(along) <= shortest + self.rounding;
        let along_an_axis = is_as_short
            && sum.edges().iter().enumerate().any(|(edge, SumEdge { normal, .. })| {
                [*normal, -*normal].iter().any(|normal| is_near(*normal, sum.edge_length(edge)))
            });
        (least >= -allowed && along_an_edge)
            || from_a_corner
            || along_an_axis
            || is_near(sum.nearest(at).normal, self.lever())
    }
}

impl Opinion {
    /// What is to be said, in sentences. Lengths in `unit`.
    pub fn text(&self, unit: LengthUnit) -> Vec<String> {
        let mut text = vec![match self.verdict {
            Agreement::Agree => format!("{NAME} agrees: {}.", self.theirs.words(unit)),
            Agreement::Tie => format!(
                "{NAME} has another normal, and both are right, because two ways out are equally long: {}; ours: {}.",
                self.theirs.words(unit),
                self.ours.words(unit)
            ),
            Agreement::Differ => {
                format!("{NAME} differs: {}; ours: {}.", self.theirs.words(unit), self.ours.words(unit))
            }
        }];
        if self.verdict == Agreement::Differ {
            text.push(self.theirs.check_words("theirs", unit));
            text.push(self.ours.check_words("ours", unit));
        }
        text
    }

    /// A few words for a label on the canvas: "parry2d: 0.123 m".
    pub fn label(&self, unit: LengthUnit) -> String {
        match &self.theirs {
            ParryAnswer::Touching(claim) => format!("{NAME}: {}", unit.label(claim.depth)),
            ParryAnswer::Apart { gap, .. } => format!("{NAME}: {} apart", unit.label(*gap)),
        }
    }
}

impl Agreement {
    pub fn name(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Tie => "tie",
            Self::Differ => "differ",
        }
    }
}

impl ParryAnswer {
    /// The contact, if there is one.
    pub fn claim(&self) -> Option<&Claim> {
        match self {
            Self::Touching(claim) => Some(claim),
            Self::Apart { .. } => None,
        }
    }

    /// Whether it is right within the tolerance, by the plain check.
    pub fn holds(&self) -> bool {
        match self {
            Self::Touching(claim) => claim.check.holds(),
            Self::Apart { holds, .. } => *holds,
        }
    }

    fn words(&self, unit: LengthUnit) -> String {
        match self {
            Self::Touching(claim) => {
                format!("{} deep, normal {}", unit.text(claim.depth), unit.direction(claim.normal))
            }
            Self::Apart { gap, .. } => format!("{} apart", unit.text(*gap)),
        }
    }

    /// What the check shows of a claim. `whose`: "theirs", "ours".
    fn check_words(&self, whose: &str, unit: LengthUnit) -> String {
        let Check { after, shortest, separates, is_shortest, is_way_out } = match self {
            Self::Touching(claim) => claim.check,
            Self::Apart { holds: true, .. } => {
                return format!("That they are so far apart ({whose}) is right.");
            }
            Self::Apart { holds: false, .. } => {
                return format!("That they are so far apart ({whose}) is wrong.");
            }
        };
        if !separates {
            format!("Moving A by {whose} leaves an overlap of {}.", unit.text(-after))
        } else if !is_shortest {
            format!("Moving A by {whose} separates the two, but {} would do.", unit.text(shortest.max(0.0)))
        } else if !is_way_out {
            format!("Moving A by {whose} separates the two; the normal is not that of the nearest way out.")
        } else {
            format!("Moving A by {whose} separates the two, and no way out is shorter.")
        }
    }
}
