//! Where two contacts of one pair differ: those of another engine and ours.

use collision_record::EventKind;
use glam::Vec2;

use crate::scene::numbers::{count, number, vec2};

/// What counts as the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// Metres for depths, gaps and points; radians for normals. >= 0.
    pub tolerance: f32,
    /// The other engine's margin or slop: so much deeper or shallower its contacts may be. Metres, >= 0.
    pub margin: f32,
}

impl Default for Tolerances {
    /// A hundredth, and no margin.
    fn default() -> Self {
        Self { tolerance: 0.01, margin: 0.0 }
    }
}

/// What differs. Normals point toward the first body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// The pair touches in theirs alone.
    OnlyTheirs {
        /// Theirs, where told. Metres.
        depth: Option<f32>,
        /// The distance of the shapes. Metres; 0 where they overlap.
        gap: f32,
        /// Why ours has none, though they overlap.
        left_out: Option<WhyLeftOut>,
    },
    /// The pair touches in ours alone.
    OnlyOurs {
        /// Metres.
        depth: f32,
    },
    Normal {
        /// Radians, > 0.
        angle: f32,
        theirs: Vec2,
        ours: Vec2,
    },
    /// Their normal turned back from one frame to the next, while ours did not.
    Flip {
        before: Vec2,
        theirs: Vec2,
    },
    /// Both are apart, and the gaps differ. Metres.
    Gap {
        theirs: f32,
        ours: f32,
    },
    /// The depths differ. Metres.
    Depth {
        theirs: f32,
        ours: f32,
    },
    /// Their point lies apart from what counts as ours.
    Point {
        /// World.
        theirs: Vec2,
        /// From the nearest place at which an engine may put a point of our contact. Metres.
        distance: f32,
    },
    Event(WrongEvent),
    /// An answer to the game's query of this index in the frame.
    Query {
        query: u32,
        wrong: WrongQuery,
    },
}

/// Why two shapes that overlap have no contact in ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyLeftOut {
    /// One of the bodies is not in this frame.
    NotThere,
    Masks,
    /// A one-sided chain is met from behind.
    Behind,
    /// Both are segments.
    Lines,
}

impl WhyLeftOut {
    /// For programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotThere => "not there",
            Self::Masks => "masks",
            Self::Behind => "behind",
            Self::Lines => "lines",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::NotThere => "one of them is not there in this frame",
            Self::Masks => "masks keep the two apart (`is`, `meets`)",
            Self::Behind => "it comes from behind a one-sided chain",
            Self::Lines => "segments never touch segments",
        }
    }
}

/// What is wrong with an event of theirs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WrongEvent {
    /// It comes so many frames after ours.
    Late { kind: EventKind, frames: u64 },
    /// It was told already, and the opposite was not since.
    Repeated { kind: EventKind },
    /// It never comes: the frame is that of ours.
    Missing { kind: EventKind },
    /// It never comes though the two touch and one of them goes after the frame, and the engine tells it of others that go so.
    Unended { kind: EventKind },
    /// The two are apart where it begins, or overlap where it ends. Metres; negative: they overlap by so much.
    False { kind: EventKind, gap: f32 },
    /// It begins where one of the two is not there.
    Gone { kind: EventKind },
    /// It begins between two that masks keep apart.
    Masked { kind: EventKind },
    /// It begins while the two are apart, and they touch in the next frame. Metres.
    Ahead { kind: EventKind, gap: f32 },
}

/// How their answer to a query is another one than ours. Bodies are recorded bodies; fractions are of the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WrongQuery {
    /// They hit nothing.
    Missed { ours: u32, fraction: f32 },
    /// Ours hits nothing.
    OnlyTheirs { theirs: u32, fraction: Option<f32> },
    /// They hit another body than ours.
    Body { theirs: u32, ours: u32, fractions: (Option<f32>, f32) },
    /// The same body is hit elsewhere. `way`: how long it is, metres. `is_exit`: theirs is where a ray leaves the body in which
    /// it begins.
    Fraction { theirs: f32, ours: f32, way: f32, is_exit: bool },
    /// Out of the body that is hit; theirs may be zero.
    Normal { theirs: Vec2, ours: Vec2 },
    /// Where the body is hit. World, metres.
    Point { theirs: Vec2, ours: Vec2 },
    /// Of nearest points; metres, negative where the bodies overlap.
    Distance { theirs: f32, ours: f32 },
    /// Their points are farther from the surfaces, or from each other, than the nearest ones: by so many metres. World.
    NearestPoints { theirs: [Vec2; 2], off: f32 },
}

impl What {
    /// Every [`What::name`].
    pub const NAMES: [&str; 19] = [
        "only theirs",
        "only ours",
        "normal",
        "flip",
        "gap",
        "depth",
        "point",
        "late event",
        "repeated event",
        "missing event",
        "false event",
        "missed hit",
        "false hit",
        "other body",
        "fraction",
        "hit normal",
        "hit point",
        "distance",
        "nearest points",
    ];

    /// For programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::OnlyTheirs { .. } => "only theirs",
            Self::OnlyOurs { .. } => "only ours",
            Self::Normal { .. } => "normal",
            Self::Flip { .. } => "flip",
            Self::Gap { .. } => "gap",
            Self::Depth { .. } => "depth",
            Self::Point { .. } => "point",
            Self::Event(WrongEvent::Late { .. }) => "late event",
            Self::Event(WrongEvent::Repeated { .. }) => "repeated event",
            Self::Event(WrongEvent::Missing { .. } | WrongEvent::Unended { .. }) => "missing event",
            Self::Event(
                WrongEvent::False { .. }
                | WrongEvent::Gone { .. }
                | WrongEvent::Masked { .. }
                | WrongEvent::Ahead { .. },
            ) => "false event",
            Self::Query { wrong, .. } => match wrong {
                WrongQuery::Missed { .. } => "missed hit",
                WrongQuery::OnlyTheirs { .. } => "false hit",
                WrongQuery::Body { .. } => "other body",
                WrongQuery::Fraction { .. } => "fraction",
                WrongQuery::Normal { .. } => "hit normal",
                WrongQuery::Point { .. } => "hit point",
                WrongQuery::Distance { .. } => "distance",
                WrongQuery::NearestPoints { .. } => "nearest points",
            },
        }
    }

    /// What differs, with its numbers. Metres.
    pub fn sentence(&self) -> String {
        match *self {
            Self::OnlyTheirs { depth, gap, left_out } => {
                let deep = depth.map(|depth| format!(", {} m deep", number(depth))).unwrap_or_default();
                match left_out {
                    Some(left_out) => format!("theirs touches{deep}; in ours {}", left_out.words()),
                    None => format!("theirs touches{deep}; ours is {} m apart", number(gap)),
                }
            }
            Self::OnlyOurs { depth } => format!("ours touches, {} m deep; theirs does not", number(depth)),
            Self::Normal { angle, theirs, ours } => {
                let (theirs, ours) = (vec2(theirs), vec2(ours));
                format!("normals differ by {}°: theirs {theirs}, ours {ours}", number(angle.to_degrees()))
            }
            Self::Flip { before, theirs } => {
                format!("their normal turned from {} to {}; ours did not", vec2(before), vec2(theirs))
            }
            Self::Gap { theirs, ours } => {
                format!("theirs is {} m apart, ours {} m", number(theirs), number(ours))
            }
            Self::Depth { theirs, ours } => {
                format!("theirs is {} m deep, ours {} m", number(theirs), number(ours))
            }
            Self::Point { theirs, distance } => {
                format!(
                    "their point {} lies {} m from the nearest place that counts as ours",
                    vec2(theirs),
                    number(distance)
                )
            }
            Self::Event(wrong) => wrong.sentence(),
            Self::Query { query, wrong } => {
                format!("query {query}: {}", wrong.sentence(|body| format!("body {body}")))
            }
        }
    }

    /// How many times the tolerance; up to 1 is no difference.
    pub fn times(&self, Tolerances { tolerance, margin }: Tolerances) -> f32 {
        let beyond_margin = |metres: f32| (metres - margin) / tolerance;
        match *self {
            // No depth makes two that are no pair one.
            Self::OnlyTheirs { left_out: Some(_), .. } => f32::INFINITY,
            Self::OnlyTheirs { depth, gap, left_out: None } => beyond_margin(gap + depth.unwrap_or_default()),
            Self::OnlyOurs { depth } => beyond_margin(depth),
            Self::Gap { theirs, ours } | Self::Depth { theirs, ours } => beyond_margin((theirs - ours).abs()),
            Self::Point { distance, .. } => beyond_margin(distance),
            Self::Normal { angle, .. } => angle / tolerance,
            Self::Flip { before, theirs } => angle(before, theirs) / tolerance,
            Self::Event(WrongEvent::Late { frames, .. }) => 1.0 + frames as f32,
            Self::Event(WrongEvent::False { gap, .. } | WrongEvent::Ahead { gap, .. }) => {
                beyond_margin(gap.abs())
            }
            Self::Query { wrong, .. } => match wrong {
                WrongQuery::Missed { .. } | WrongQuery::OnlyTheirs { .. } | WrongQuery::Body { .. } => {
                    f32::INFINITY
                }
                WrongQuery::Fraction { theirs, ours, way, .. } => beyond_margin((theirs - ours).abs() * way),
                WrongQuery::Normal { theirs: Vec2::ZERO, .. } => f32::INFINITY,
                WrongQuery::Normal { theirs, ours } => angle(theirs, ours) / tolerance,
                WrongQuery::Point { theirs, ours } => beyond_margin(theirs.distance(ours)),
                WrongQuery::Distance { theirs, ours } => beyond_margin((theirs - ours).abs()),
                WrongQuery::NearestPoints { off, .. } => beyond_margin(off),
            },
            Self::Event(
                WrongEvent::Repeated { .. }
                | WrongEvent::Missing { .. }
                | WrongEvent::Unended { .. }
                | WrongEvent::Gone { .. }
                | WrongEvent::Masked { .. },
            ) => f32::INFINITY,
        }
    }
}

impl WrongEvent {
    fn sentence(self) -> String {
        match self {
            Self::Late { kind, frames } => {
                format!("their {kind} event comes {} after ours", count(frames as usize, "frame", "frames"))
            }
            Self::Repeated { kind } => format!("their {kind} event comes twice"),
            Self::Missing { kind } => format!("their {kind} event never comes; ours is in this frame"),
            Self::Unended { kind } => format!(
                "their {kind} event never comes: the two touch, one of them goes after this frame, and of others that go so it comes"
            ),
            Self::Ahead { kind, gap } => format!(
                "their {kind} event comes ahead: ours is {} m apart, and touches in the next frame",
                number(gap)
            ),
            Self::Gone { kind } => format!("their {kind} event is of a body that is not there"),
            Self::Masked { kind } => {
                format!("their {kind} event is of two that masks keep apart (`is`, `meets`)")
            }
            Self::False { kind, gap } => {
                let apart = if gap > 0.0 { "apart" } else { "deep" };
                format!("their {kind} event is without cause: ours is {} m {apart}", number(gap.abs()))
            }
        }
    }
}

impl WrongQuery {
    /// What differs, with its numbers; `name`: of a recorded body.
    pub fn sentence(self, name: impl Fn(u32) -> String) -> String {
        let at = |fraction: Option<f32>| {
            fraction.map_or_else(String::new, |fraction| format!(" at fraction {}", number(fraction)))
        };
        match self {
            Self::Missed { ours, fraction } => {
                format!("theirs hits nothing; ours hits {}{}", name(ours), at(Some(fraction)))
            }
            Self::OnlyTheirs { theirs, fraction } => {
                format!("theirs hits {}{}; ours hits nothing", name(theirs), at(fraction))
            }
            Self::Body { theirs, ours, fractions: (far, near) } => {
                format!("theirs hits {}{}; ours hits {}{}", name(theirs), at(far), name(ours), at(Some(near)))
            }
            Self::Fraction { theirs, ours, way, is_exit } => format!(
                "theirs hits at fraction {}{}, ours at {}: {} m apart",
                number(theirs),
                if is_exit { ", where the ray leaves the body that it begins in" } else { "" },
                number(ours),
                number((theirs - ours).abs() * way)
            ),
            Self::Normal { theirs: Vec2::ZERO, ours } => {
                format!("the normal of their hit is (0, 0), which is no direction; ours is {}", vec2(ours))
            }
            Self::Normal { theirs, ours } => format!(
                "normals of the hit differ by {}°: theirs {}, ours {}",
                number(angle(theirs, ours).to_degrees()),
                vec2(theirs),
                vec2(ours)
            ),
            Self::Point { theirs, ours } => format!(
                "points of the hit lie {} m apart: theirs {}, ours {}",
                number(theirs.distance(ours)),
                vec2(theirs),
                vec2(ours)
            ),
            Self::Distance { theirs, ours } => {
                format!("theirs is {} m apart, ours {} m", number(theirs), number(ours))
            }
            Self::NearestPoints { theirs: [on_a, on_b], off } => {
                let (on_a, on_b) = (vec2(on_a), vec2(on_b));
                format!("their points {on_a} and {on_b} are {} m off the nearest ones", number(off))
            }
        }
    }
}

/// Normals closer to each other than this are the same for the places of points. Radians.
pub const SHARED: f32 = 0.1;

/// What an engine tells of a contact.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// Unit vector toward the first body.
    pub normal: Option<Vec2>,
    /// Metres; negative: a gap.
    pub depth: Option<f32>,
    /// World.
    pub points: &'a [Vec2],
}

impl<'a> Told<'a> {
    /// A contact of which everything is known.
    pub fn of(normal: Vec2, depth: f32, points: &'a [Vec2]) -> Self {
        Self { normal: Some(normal), depth: Some(depth), points }
    }
}

/// What differs between their contact and ours, within any tolerance or not: the normal and the depth where both
/// tell them, and each of their points.
pub fn differences(theirs: &Told, ours: &Told) -> Vec<What> {
    let normals = theirs.normal.zip(ours.normal);
    let normal = normals.map(|(theirs, ours)| What::Normal { angle: angle(theirs, ours), theirs, ours });
    let depths = theirs.depth.zip(ours.depth);
    let depth = depths.map(|(theirs, ours)| What::Depth { theirs, ours });
    let point = |&point: &Vec2| {
        from_points(point, theirs.normal, ours).map(|distance| What::Point { theirs: point, distance })
    };
    normal.into_iter().chain(depth).chain(theirs.points.iter().filter_map(point)).collect()
}

/// How far their point is from our points and what lies between them; `None`: we have none. `normal`: theirs. Metres.
pub fn from_points(point: Vec2, normal: Option<Vec2>, ours: &Told) -> Option<f32> {
    let (first, last) = (*ours.points.first()?, *ours.points.last()?);
    let beyond = |length: f32| (length - ours.depth.unwrap_or_default()).max(0.0);
    // Engines put a point on either surface, or between the two: along the normal, where they share it.
    let shared = ours.normal.filter(|ours| normal.is_none_or(|theirs| angle(theirs, *ours) < SHARED));
    let off_of = |at: Vec2| {
        let off = point - at;
        match shared {
            Some(normal) => off.perp_dot(normal).hypot(beyond(off.dot(normal).abs())),
            None => beyond(off.length()),
        }
    };
    // Where the depth changes along the face, the place across the normal is what counts; of points that lie behind each
    // other along it, the nearest.
    let across = shared.map(|normal| off_of(at_share(point, first, last, normal.perp())));
    Some(off_of(at_share(point, first, last, last - first)).min(across.unwrap_or(f32::INFINITY)))
}

/// Radians, >= 0.
pub fn angle(one: Vec2, other: Vec2) -> f32 {
    one.perp_dot(other).atan2(one.dot(other)).abs()
}

/// The point of the segment that is as far along a direction as the point, or the end that is nearer to that.
fn at_share(point: Vec2, start: Vec2, end: Vec2, direction: Vec2) -> Vec2 {
    start + (end - start) * share(point, start, end, direction)
}

/// How far along a segment a point is, seen along a direction: 0 at the start, 1 at the end and beyond.
pub fn share(point: Vec2, start: Vec2, end: Vec2, direction: Vec2) -> f32 {
    let length = (end - start).dot(direction);
    if length == 0.0 { 0.0 } else { ((point - start).dot(direction) / length).clamp(0.0, 1.0) }
}
