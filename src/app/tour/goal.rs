//! The goals of the steps, and how they are judged. A goal is about the first two bodies of its scene.

use collide2d::{AxisSource, AxisTest, Feature, Iteration, Stage, World};
use glam::Vec2;

use crate::app::run::inside::Inside;
use crate::explain::stages::axis_source_label;
use crate::report::{PairReport, WhichAxes};
use crate::scene::numbers::{LengthUnit, count, number};
use crate::scene::query::ask::{AskedQueries, QueryAnswer};
use crate::scene::{QueryForm, Scene, SceneShape};

/// Share of the speed at which the one body counts as at rest, and the other as having taken all of it.
const SMALL_SHARE: f32 = 0.05;
/// Steps within which the first contact is searched.
const LONGEST_SEARCH: u64 = 600;

/// What a step asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    CirclesOverlap,
    /// The AABBs overlap, the shapes do not.
    OnlyBoxesOverlap,
    /// An axis has a gap of at least this. Metres.
    Gap {
        /// Metres.
        least: f32,
    },
    /// The shapes overlap, and the axis through a corner decides.
    CornerDecides,
    /// The depth is at least this. Metres.
    Depth {
        /// Metres.
        least: f32,
    },
    /// The inside of a step is shown where an iteration has given an impulse.
    ImpulseStage,
    /// The first body has given its speed to the second, which was at rest.
    SpeedsSwap,
    /// The present frame is the last one before the first contact, which was seen.
    FrameBeforeContact,
    /// The scene's ray meets the first body before the second.
    HidesFromRay,
}

/// What a goal is judged from.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The scene at frame 0.
    pub scene: &'a Scene,
    pub world: &'a World,
    /// The inside of a step, while it is shown.
    pub inside: Option<&'a Inside>,
    /// The last computed frame.
    pub last_frame: u64,
}

/// Whether a goal holds, and what is missing or was reached, in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    pub holds: bool,
    /// A sentence or two.
    pub text: String,
}

impl Verdict {
    fn holds(text: String) -> Self {
        Self { holds: true, text }
    }

    fn fails(text: impl Into<String>) -> Self {
        Self { holds: false, text: text.into() }
    }

    /// The bodies of the step were deleted or got other shapes.
    fn gone() -> Self {
        Self::fails("The two shapes of this step are not there any more: Reset brings them back.")
    }
}

impl Goal {
    pub fn judge(self, seen: &Progress) -> Verdict {
        let unit = LengthUnit::of(seen.world.bodies());
        let judged = PairReport::of_pair(seen.world, 0, 1, WhichAxes::Every).and_then(|pair| match self {
            Self::CirclesOverlap => circles_overlap(seen, &pair, unit),
            Self::OnlyBoxesOverlap => only_boxes_overlap(seen, &pair, unit),
            Self::Gap { least } => gap(&pair, least, unit),
            Self::CornerDecides => corner_decides(seen, &pair, unit),
            Self::Depth { least } => Some(depth(&pair, least, unit)),
            Self::ImpulseStage => Some(impulse_stage(seen)),
            Self::SpeedsSwap => speeds_swap(seen),
            Self::FrameBeforeContact => Some(frame_before_contact(seen)),
            Self::HidesFromRay => hides_from_ray(seen, unit),
        });
        judged.unwrap_or_else(Verdict::gone)
    }
}

/// Depth of the contact, if there is one. Metres.
fn depth_of(pair: &PairReport) -> Option<f32> {
    pair.contact.as_ref().map(|contact| contact.depth)
}

/// The axis of the least overlap, and that overlap; negative: a gap. Metres.
fn least_overlap(pair: &PairReport) -> Option<(&AxisTest, f32)> {
    let axes = &pair.trace.as_ref()?.local.axes;
    axes.iter().map(|axis| (axis, axis.overlap)).min_by(|(_, p), (_, q)| p.total_cmp(q))
}

fn circles_overlap(seen: &Progress, pair: &PairReport, unit: LengthUnit) -> Option<Verdict> {
    let radius = |index: usize| {
        let SceneShape::Circle { radius } = seen.scene.bodies.get(index)?.shape else { return None };
        Some(radius)
    };
    let radii = radius(0)? + radius(1)?;
    let distance = center(seen, 0)?.distance(center(seen, 1)?);
    let (apart, sum) = (unit.label(distance), unit.label(radii));
    Some(match depth_of(pair) {
        Some(depth) => Verdict::holds(format!(
            "The centres are {apart} apart and the radii make {sum}: the circles overlap by {}.",
            unit.label(depth)
        )),
        None => Verdict::fails(format!(
            "The centres are {apart} apart and the radii make {sum}: {} too far.",
            unit.label(distance - radii)
        )),
    })
}

fn center(seen: &Progress, index: u32) -> Option<Vec2> {
    Some(seen.world.body(index)?.pose().position)
}

fn only_boxes_overlap(seen: &Progress, pair: &PairReport, unit: LengthUnit) -> Option<Verdict> {
    let [a, b] = [seen.world.body(0)?.aabb(), seen.world.body(1)?.aabb()];
    let overlap = a.max.min(b.max) - a.min.max(b.min);
    if let Some(depth) = depth_of(pair) {
        let text = format!("The bars overlap too, by {}: pull them apart a little.", unit.label(depth));
        return Some(Verdict::fails(text));
    }
    let along: Vec<String> = [(overlap.x, "x"), (overlap.y, "y")]
        .iter()
        .filter(|(overlap, _)| *overlap <= 0.0)
        .map(|(overlap, axis)| format!("{} apart along {axis}", unit.label(-overlap)))
        .collect();
    if !along.is_empty() {
        return Some(Verdict::fails(format!("The boxes are {}.", along.join(" and "))));
    }
    let (_, least) = least_overlap(pair)?;
    Some(Verdict::holds(format!(
        "The boxes overlap by {} and {}, yet the bars are {} apart: only the exact test can tell.",
        unit.label(overlap.x),
        unit.label(overlap.y),
        unit.label(-least)
    )))
}

fn gap(pair: &PairReport, least: f32, unit: LengthUnit) -> Option<Verdict> {
    let (axis, overlap) = least_overlap(pair)?;
    let axis = axis_source_label(axis.source);
    Some(if overlap > 0.0 {
        let text = format!(
            "No gap yet: the shadows overlap on every axis, by {} at least ({axis}).",
            unit.label(overlap)
        );
        Verdict::fails(text)
    } else if -overlap < least {
        Verdict::fails(format!(
            "A gap of {} on the axis of {axis}: {} more.",
            unit.label(-overlap),
            unit.label(least + overlap)
        ))
    } else {
        Verdict::holds(format!(
            "A gap of {} on the axis of {axis}: this one axis proves that they are apart.",
            unit.label(-overlap)
        ))
    })
}

fn corner_decides(seen: &Progress, pair: &PairReport, unit: LengthUnit) -> Option<Verdict> {
    let (_, least) = least_overlap(pair)?;
    let Some(depth) = depth_of(pair) else {
        let text = format!("They are {} apart: without an overlap nothing decides.", unit.label(-least));
        return Some(Verdict::fails(text));
    };
    let trace = pair.trace.as_ref()?;
    let source = trace.local.axes.get(trace.deciding?)?.source;
    let label = axis_source_label(source);
    if matches!(source, AxisSource::Center(_, Feature::Vertex(_))) {
        return Some(Verdict::holds(format!(
            "The corner decides ({label}): the shortest way out is {} along the arrow.",
            unit.label(depth)
        )));
    }
    let mut text =
        format!("A side of the crate decides ({label}), with an overlap of {}.", unit.label(depth));
    if let SceneShape::Rectangle { width, height, .. } = seen.scene.bodies.get(1)?.shape {
        let local = seen.world.body(1)?.pose().local_from_world(center(seen, 0)?).abs();
        let inside = Vec2::new(0.5 * width, 0.5 * height) - local;
        let left = if inside.x > 0.0 { inside.x } else { inside.y };
        if left > 0.0 {
            text.push_str(&format!(" The ball's centre is {} before the corner.", unit.label(left)));
        }
    }
    Some(Verdict::fails(text))
}

fn depth(pair: &PairReport, least: f32, unit: LengthUnit) -> Verdict {
    match depth_of(pair) {
        None => Verdict::fails("They do not overlap: there is no depth."),
        Some(depth) if depth < least => Verdict::fails(format!(
            "The depth is {}: {} more. The arrow shows the shortest way out.",
            unit.label(depth),
            unit.label(least - depth)
        )),
        Some(depth) => Verdict::holds(format!(
            "The depth is {}: so far the ball has to go until the two are apart.",
            unit.label(depth)
        )),
    }
}

fn impulse_stage(seen: &Progress) -> Verdict {
    let Some(inside) = seen.inside else {
        return Verdict::fails(match seen.world.frame() {
            0 => "Not inside a step yet.",
            _ => "The contact was answered in the step from frame 0: Home goes back there.",
        });
    };
    let (at, recording) = (inside.index(), &inside.recording);
    let title = &inside.text.title;
    if let Some(told) = impulse(recording.at(at)) {
        let text = format!(
            "Iteration {} gives an impulse of {} N·s. The panel at the right has its formula.",
            told.index + 1,
            number(told.impulse)
        );
        return Verdict::holds(text);
    }
    let place = format!("Stage {} of {}, {title}.", at + 1, inside.count());
    let next = (at + 1..inside.count()).find(|stage| impulse(recording.at(*stage)).is_some());
    let past = (0..at).any(|stage| impulse(recording.at(stage)).is_some());
    Verdict::fails(match next {
        Some(stage) if stage == at + 1 => format!("{place} The impulse is the next stage."),
        Some(stage) => format!("{place} The impulse is {} stages on.", stage - at),
        None if past => format!("{place} The impulse was before."),
        None => format!("{place} This step gives no impulse: Esc, then Home goes back to frame 0."),
    })
}

/// The iteration of a stage, if it gave an impulse.
fn impulse(stage: Option<&Stage>) -> Option<&Iteration> {
    let Some(Stage::Iteration(told)) = stage else { return None };
    (told.impulse != 0.0).then_some(told)
}

fn speeds_swap(seen: &Progress) -> Option<Verdict> {
    let start = |index: usize| seen.scene.bodies.get(index).map(|body| body.motion.velocity().length());
    let (given, taken) = (start(0)?, start(1)?);
    let now = |index: u32| seen.world.body(index).map(|body| body.velocity().length());
    let (first, second) = (now(0)?, now(1)?);
    let speed = |value: f32| format!("{} m/s", number(value));
    if given <= 0.0 || taken > SMALL_SHARE * given {
        let text = format!(
            "At frame 0 left moves at {} and right at {}: Reset brings the beginning back.",
            speed(given),
            speed(taken)
        );
        return Some(Verdict::fails(text));
    }
    let small = SMALL_SHARE * given;
    let masses = [seen.world.body(0)?.mass(), seen.world.body(1)?.mass()];
    let weights = format!("Left has {} kg, right {} kg", number(masses[0]), number(masses[1]));
    Some(if first <= small && second >= given - small {
        Verdict::holds(format!(
            "Left stands, and right has its {}: the hit handed on all of the momentum.",
            speed(second)
        ))
    } else if seen.world.frame() == 0 && masses[0] != masses[1] {
        Verdict::fails(format!("{weights}."))
    } else if seen.world.frame() == 0 {
        Verdict::fails(format!("{weights}: now play."))
    } else if second <= small {
        Verdict::fails(format!("{weights}. They have not met yet: left moves at {}.", speed(first)))
    } else {
        Verdict::fails(format!(
            "{weights}: after the hit left moves at {} and right at {}. Home goes back.",
            speed(first),
            speed(second)
        ))
    })
}

fn frame_before_contact(seen: &Progress) -> Verdict {
    let frame = seen.world.frame();
    let frames = |n: u64| count(n as usize, "frame", "frames");
    let Some(first) = first_contact(seen.scene, seen.last_frame) else {
        return Verdict::fails(format!("Frame {frame}: they have not touched yet."));
    };
    match first.checked_sub(frame) {
        Some(1) => Verdict::holds(format!(
            "Frame {frame} is the last before they touch: Shift + . shows what the step to frame {first} does."
        )),
        Some(early) if early > 0 => {
            Verdict::fails(format!("They first touch in frame {first}: go {} on.", frames(early - 1)))
        }
        Some(_) | None if first == 0 => {
            Verdict::fails("They touch at frame 0 already: Reset lifts the ball again.")
        }
        Some(_) | None => Verdict::fails(format!(
            "They first touch in frame {first}: go {} back.",
            frames(frame - first + 1)
        )),
    }
}

fn hides_from_ray(seen: &Progress, unit: LengthUnit) -> Option<Verdict> {
    let query = seen.scene.queries.first()?;
    let QueryForm::Ray { from, to, .. } = query.form else { return None };
    let QueryAnswer::Hits(hits) = AskedQueries::of(seen.scene).ask(&query.name, seen.world) else {
        return None;
    };
    let fraction = |index: u32| hits.iter().find(|hit| hit.body == index).map(|hit| hit.fraction);
    let hiding = seen.world.body(0)?;
    let Some(ball) = fraction(1) else {
        return Some(Verdict::fails("The ray does not meet the ball: Reset puts it back in sight."));
    };
    let sees = format!("The ray sees the ball, at {} of its way", number(ball));
    Some(match fraction(0) {
        Some(hidden_by) if hidden_by < ball => Verdict::holds(format!(
            "The ray meets the crate at {} of its way: the ball, at {}, is hidden.",
            number(hidden_by),
            number(ball)
        )),
        Some(_) => Verdict::fails(format!("{sees}: the crate stands behind it.")),
        None => {
            let beside = (to - from).perp().normalize_or(Vec2::Y);
            let end = |along: Vec2| beside.dot(hiding.shape().support(hiding.pose(), along) - from);
            let gap = end(-beside).max(-end(beside));
            Verdict::fails(format!("{sees}. The crate is {} beside the ray.", unit.label(gap)))
        }
    })
}

/// The first frame in which the first two bodies touch, up to this one.
fn first_contact(scene: &Scene, last: u64) -> Option<u64> {
    let mut world = scene.to_world().ok()?;
    let touches = |world: &World| {
        PairReport::of_pair(world, 0, 1, WhichAxes::None).is_some_and(|p| p.contact.is_some())
    };
    for frame in 0..=last.min(LONGEST_SEARCH) {
        if frame > 0 {
            world.step();
            // The solver has pushed the two apart by the end of the step.
            let is_of_pair = |contact: &collide2d::PairContact| (contact.a, contact.b) == (0, 1);
            if world.contacts().iter().any(is_of_pair) {
                return Some(frame);
            }
        } else if touches(&world) {
            return Some(0);
        }
    }
    None
}
