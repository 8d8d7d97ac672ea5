//! What is wrong with a whole recording: a header that says the wrong thing, contacts of other poses, a constant skin.
//! Each suspicion is tried out on the recording, and told with what is left of the differences. An axis that points the
//! other way is none: a mirror image has the same contacts.

use std::borrow::Cow;

use collision_record::{AngleUnit, Header, NormalDirection};

use super::compare::{Comparison, Tolerances, What, compare};
use super::{Recording, StoredFrame};
use crate::scene::numbers::number;

/// Fewest differences among which an error of the whole recording is looked for.
const FEWEST: usize = 6;
/// Most frames on which a suspicion is tried.
const MOST_TRIED: usize = 24;
/// Shapes of middle size of more than this radius may be in pixels. Metres.
const LARGE: f32 = 5.0;
/// Most poses of a recording on which suspicions are tried: each try is a comparison.
const MOST_POSES: usize = 2_000_000;
/// Most errors of one recording.
const MOST_ERRORS: usize = 3;

/// An error of the whole recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Systematic {
    /// What seems to be wrong, with numbers.
    pub sentence: String,
    /// What mends it: a line of the header, or an option.
    pub cure: String,
    /// Differences that are left with this cure and those before it.
    pub left: usize,
}

/// What may be wrong with a recording.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Suspicion {
    Normals,
    Angles,
    Pixels,
    /// The contacts were found on the poses of the frame before.
    PosesBefore,
    /// The contacts were found on the poses of the frame after.
    PosesAfter,
    /// So much deeper or shallower are all depths. Metres.
    Margin(f32),
}

/// A recording with some cures.
struct Cured<'a> {
    recording: &'a Recording,
    suspicions: Vec<Suspicion>,
    tolerances: Tolerances,
}

/// The errors of the whole recording, the worst first; empty where its differences have no cause in common, and for a
/// recording of too many poses. `found`: its differences.
pub fn systematic(recording: &Recording, tolerances: Tolerances, found: &Comparison) -> Vec<Systematic> {
    if recording.frames().len().saturating_mul(recording.body_count()) > MOST_POSES {
        return Vec::new();
    }
    let mut cured = Cured { recording, suspicions: Vec::new(), tolerances };
    let (mut errors, mut found) = (Vec::<Systematic>::new(), Cow::Borrowed(found));
    let step = recording.frames().len().div_ceil(MOST_TRIED).max(1);
    while errors.len() < MOST_ERRORS && found.differences.len() >= FEWEST {
        let now = if step == 1 { rate(&found) } else { cured.compared(step).as_ref().and_then(rate) };
        let tried = cured.suspicions(&found).into_iter().filter_map(|suspicion| {
            let of_some = cured.and(suspicion).compared(step)?;
            Some((rate(&of_some)?, suspicion, of_some))
        });
        let best = tried.min_by(|(one, ..), (other, ..)| one.total_cmp(other));
        let Some((left, suspicion, of_some)) = best else { break };
        let next = cured.and(suspicion);
        if now.is_none_or(|now| 2.0 * left > now) {
            break;
        }
        let Some(of_all) = (if step == 1 { Some(of_some) } else { next.compared(1) }) else { break };
        if rate(&of_all).zip(rate(&found)).is_none_or(|(left, now)| 2.0 * left > now) {
            break;
        }
        errors.push(cured.error(suspicion, &found, of_all.differences.len()));
        (cured, found) = (next, Cow::Owned(of_all));
    }
    // A smaller unit makes every difference small, so this is tried last, and on shapes of many metres alone.
    if errors.is_empty() && found.differences.len() >= FEWEST && cured.middle_size() > LARGE {
        let left = cured.and(Suspicion::Pixels).compared(1).map(|of_all| of_all.differences.len());
        let is_better = |left: &usize| 2 * left <= found.differences.len();
        errors.extend(left.filter(is_better).map(|left| cured.error(Suspicion::Pixels, &found, left)));
    }
    errors
}

/// Differences of a frame, on average; `None`: no frame was compared. A cure may leave out a frame at an end.
fn rate(comparison: &Comparison) -> Option<f64> {
    let Comparison { frames, differences, .. } = comparison;
    (*frames > 0).then(|| differences.len() as f64 / *frames as f64)
}

impl Cured<'_> {
    fn and(&self, suspicion: Suspicion) -> Self {
        let mut suspicions = self.suspicions.clone();
        suspicions.push(suspicion);
        let mut tolerances = self.tolerances;
        if let Suspicion::Margin(metres) = suspicion {
            tolerances.margin = metres;
        }
        Self { recording: self.recording, suspicions, tolerances }
    }

    /// `found`: its differences; `left`: how many there are once the suspicion is cured as well.
    fn error(&self, suspicion: Suspicion, found: &Comparison, left: usize) -> Systematic {
        let cure = self.and(suspicion).cure(suspicion);
        Systematic { sentence: self.sentence(suspicion, found), cure, left }
    }

    /// What is worth a try.
    fn suspicions(&self, found: &Comparison) -> Vec<Suspicion> {
        use Suspicion::{Angles, Margin, Normals, PosesAfter, PosesBefore};
        let margin = self.constant_depth(found).map(|(metres, _)| Margin(rounded_up(metres.abs())));
        [Normals, Angles, PosesBefore, PosesAfter]
            .into_iter()
            .chain(margin)
            .filter(|one| !self.suspicions.contains(one))
            .collect()
    }

    /// By how much depths differ, if nearly all of them differ by as much, and how many do. Metres.
    fn constant_depth(&self, found: &Comparison) -> Option<(f32, usize)> {
        let depths = depths(found);
        let middle = median(&depths)?;
        let is_near = |depth: &&f32| (**depth - middle).abs() <= self.tolerances.tolerance;
        let near = depths.iter().filter(is_near).count();
        (4 * near >= 3 * depths.len() && 4 * near >= found.theirs).then_some((middle, near))
    }

    /// Radius of a shape of middle size. Metres.
    fn middle_size(&self) -> f32 {
        let shapes = self.recording.shapes.iter().filter_map(|shape| shape.shape.to_shape().ok());
        let radii: Vec<f32> = shapes.map(|shape| shape.bounding_circle().radius).collect();
        median(&radii).unwrap_or_default()
    }

    /// Compares every `step`-th frame. `None`: the cure leaves no recording that can be read.
    fn compared(&self, step: usize) -> Option<Comparison> {
        let (header, frames) = (self.header(), self.recording.frames());
        let has = |suspicion| self.suspicions.contains(&suspicion);
        let of = |index: usize| {
            let poses = if has(Suspicion::PosesBefore) {
                frames.get(index.checked_sub(1)?)?
            } else if has(Suspicion::PosesAfter) {
                frames.get(index + 1)?
            } else {
                return frames.get(index).cloned();
            };
            Some(frames.get(index)?.with_poses_of(poses))
        };
        let frames: Vec<StoredFrame> = (0..frames.len()).step_by(step).filter_map(of).collect();
        let recording = self.recording.with(header, frames)?;
        compare(&recording, self.tolerances, || {}).ok()
    }

    fn header(&self) -> Header {
        let mut header = self.recording.header.clone();
        for suspicion in &self.suspicions {
            match suspicion {
                Suspicion::Normals => header.normal = reversed(header.normal),
                Suspicion::Angles => {
                    header.angle = match header.angle {
                        AngleUnit::Radians => AngleUnit::Degrees,
                        AngleUnit::Degrees => AngleUnit::Radians,
                    }
                }
                Suspicion::Pixels => header.metres_per_unit *= 0.01,
                Suspicion::PosesBefore | Suspicion::PosesAfter | Suspicion::Margin(_) => {}
            }
        }
        header
    }

    /// What seems to be wrong.
    fn sentence(&self, suspicion: Suspicion, found: &Comparison) -> String {
        let frames = 0..self.recording.frames().len();
        let contacts = || frames.clone().flat_map(|index| self.recording.their_contacts(index));
        let header = self.header();
        match suspicion {
            Suspicion::Normals => {
                let is_opposite = |what: &What| matches!(what, What::Normal { angle, .. } if *angle > 3.0);
                let opposite = found.differences.iter().filter(|one| is_opposite(&one.what)).count();
                let all = contacts().filter(|contact| contact.normal.is_some()).count();
                let says = header.normal.name();
                let gives = reversed(header.normal).name().trim_start_matches("from ");
                format!(
                    "{opposite} of {all} normals are the opposite of ours: the header says \"{says}\"; does your \
                     engine give {gives}?"
                )
            }
            Suspicion::Angles => {
                let says = header.angle.name();
                format!("the header says {says}, and the bodies are turned otherwise where they touch")
            }
            Suspicion::Pixels => {
                let size = number(self.middle_size());
                format!("a shape of middle size has a radius of {size} m: are these pixels?")
            }
            Suspicion::PosesBefore => "the contacts fit the poses of the frame before".to_owned(),
            Suspicion::PosesAfter => "the contacts fit the poses of the frame after".to_owned(),
            Suspicion::Margin(_) => {
                let (metres, near) = self.constant_depth(found).unwrap_or_default();
                let all = contacts().filter(|contact| contact.depth.is_some()).count();
                let more = if metres > 0.0 { "more" } else { "less" };
                format!(
                    "depths are {} m {more} than ours in {near} of {all}",
                    number(rounded_up(metres.abs()))
                )
            }
        }
    }

    /// What mends the last suspicion.
    fn cure(&self, suspicion: Suspicion) -> String {
        let header = self.header();
        match suspicion {
            Suspicion::Normals => format!("\"normal\": \"{}\"", header.normal.name()),
            Suspicion::Angles => format!("\"angle\": \"{}\"", header.angle.name()),
            Suspicion::Pixels => format!("\"metres_per_unit\": {}", number(header.metres_per_unit)),
            Suspicion::PosesBefore | Suspicion::PosesAfter => {
                "the poses that the contacts were found on".to_owned()
            }
            Suspicion::Margin(metres) => format!("--margin {}", number(metres)),
        }
    }
}

fn reversed(normal: NormalDirection) -> NormalDirection {
    match normal {
        NormalDirection::FromAToB => NormalDirection::FromBToA,
        NormalDirection::FromBToA => NormalDirection::FromAToB,
    }
}

/// How much deeper theirs are than ours. Metres.
fn depths(found: &Comparison) -> Vec<f32> {
    let depth = |what: &What| match what {
        What::Depth { theirs, ours } => Some(theirs - ours),
        What::OnlyTheirs { depth, gap } => Some(depth.unwrap_or_default() + gap),
        _ => None,
    };
    found.differences.iter().filter_map(|one| depth(&one.what)).collect()
}

fn median(numbers: &[f32]) -> Option<f32> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f32::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// To two digits.
fn rounded_up(metres: f32) -> f32 {
    let unit = 10.0_f32.powf(metres.max(1.0e-6).log10().floor() - 1.0);
    (metres / unit - 1.0e-3).ceil() * unit
}
