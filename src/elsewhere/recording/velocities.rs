//! Told velocities that the ways of their body contradict.

use std::ops::Range;

use glam::{Vec2, vec2};

use super::systematic::median;
use super::{Recording, StoredFrame};
use crate::platform::plain;
use crate::scene::numbers::short;

/// Most frames before and after one in which the velocities of a body are judged.
const AROUND: usize = 300;
/// Fewest ways that say that velocities are wrong.
const FEWEST_WAYS: usize = 8;
/// What is told and goes more slowly stands. Metres per second.
const SLOWEST: f32 = 0.01;
/// A velocity fits a way within this share of the faster of the two, beside what it changes on the way.
const OFF: f32 = 0.1;
/// Of a velocity and a way that contradict each other one stands: it is slower than this share of the other.
const STANDS: f32 = 0.02;

/// What is wrong with the told velocities of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum VelocityFault {
    /// The ways are so many times as fast; `by_frame`: as velocities are that count by frame and not by second.
    Times { factor: f32, by_frame: bool },
    /// y has the other sign.
    Mirrored,
    /// It is told to stand, and moves. Metres per second.
    ToldToStand { moves: f32 },
    /// It is told to move, and stands. Metres per second.
    ToldToMove { told: f32 },
}

/// A body's way from a frame to the next. Metres per second.
#[derive(Clone, Copy)]
struct ToldWay {
    /// By its places.
    way: Vec2,
    /// As told at both ends.
    told: [Vec2; 2],
    seconds: f32,
}

impl ToldWay {
    /// Whether a told velocity, read so, is that of the way.
    fn fits(&self, read: impl Fn(Vec2) -> Vec2) -> bool {
        let [from, to] = self.told.map(read);
        let change = from.distance(to);
        [from, to, from.midpoint(to)].into_iter().any(|told| {
            self.way.distance(told) <= OFF * self.way.length().max(told.length()) + change.min(told.length())
        })
    }

    fn told_speed(&self) -> f32 {
        self.told[0].length().max(self.told[1].length())
    }
}

/// Whether at least four of five do.
fn most<T>(all: &[T], holds: impl Fn(&T) -> bool) -> bool {
    5 * all.iter().filter(|one| holds(one)).count() >= 4 * all.len()
}

impl VelocityFault {
    fn of(mut ways: Vec<ToldWay>) -> Option<Self> {
        ways.retain(|way| way.way.length().max(way.told_speed()) > SLOWEST);
        let is_true = ways.iter().filter(|way| way.fits(|told| told)).count();
        if ways.len() < FEWEST_WAYS || 2 * is_true >= ways.len() {
            return None;
        }
        let middle = |speed: fn(&ToldWay) -> f32| median(&ways.iter().map(speed).collect::<Vec<_>>());
        if most(&ways, |way| way.told_speed() <= STANDS * way.way.length()) {
            return Some(Self::ToldToStand { moves: middle(|way| way.way.length())? });
        }
        ways.retain(|way| !way.fits(|told| told));
        if most(&ways, |way| way.way.length() <= STANDS * way.told_speed()) {
            return Some(Self::ToldToMove {
                told: median(&ways.iter().map(ToldWay::told_speed).collect::<Vec<_>>())?,
            });
        }
        if most(&ways, |way| way.fits(|told| vec2(told.x, -told.y))) {
            return Some(Self::Mirrored);
        }
        let ratios = ways.iter().filter(|way| way.told_speed() > 0.0);
        let factor = median(&ratios.map(|way| way.way.length() / way.told_speed()).collect::<Vec<_>>())?;
        let seconds = median(&ways.iter().map(|way| way.seconds).collect::<Vec<_>>())?;
        let by_frame = (factor * seconds - 1.0).abs() <= OFF;
        most(&ways, |way| way.fits(|told| told * factor)).then_some(Self::Times { factor, by_frame })
    }

    /// "is told to stand, and moves …".
    fn words(self) -> String {
        let speed = |speed: f32| format!("{} m/s", short(f64::from(speed)));
        match self {
            Self::Times { factor, by_frame } => {
                let factor = short(f64::from(factor));
                let why = if by_frame { ": velocities are told by frame, and the format has them by second" } else { "" };
                format!("moves {factor} times as fast as it is told to{why}")
            }
            Self::Mirrored => {
                "is told to move the other way along y: y of the velocities has another sign than y of the poses".to_owned()
            }
            Self::ToldToStand { moves } => format!(
                "is told to stand, and moves at about {}: what is put to its places by hand and has no velocity carries nothing \
                 along and pushes nothing away",
                speed(moves)
            ),
            Self::ToldToMove { told } => format!(
                "is told to move at about {}, and stands: its velocity is not that of what holds it",
                speed(told)
            ),
        }
    }
}

impl Recording {
    /// What is wrong with the told velocities of bodies, a sentence for each that is found, with the bodies that it is found of.
    pub fn velocity_faults(&self) -> Vec<String> {
        let mut found: Vec<(VelocityFault, Vec<u32>)> = Vec::new();
        for body in 0..self.body_count() as u32 {
            let Some(fault) = self.velocity_fault(body, 0..self.frames.len()) else { continue };
            let is_same = |(known, _): &&mut (VelocityFault, Vec<u32>)| {
                std::mem::discriminant(known) == std::mem::discriminant(&fault)
            };
            match found.iter_mut().find(is_same) {
                Some((_, bodies)) => bodies.push(body),
                None => found.push((fault, vec![body])),
            }
        }
        let sentence = |(fault, bodies): &(VelocityFault, Vec<u32>)| {
            let first = bodies.first().map(|body| plain::label(&self.body_name(*body)).into_owned());
            let others = match bodies.len() - 1 {
                0 => String::new(),
                1 => ", and so is another body".to_owned(),
                others => format!(", and so are {others} others"),
            };
            format!("{} {}{others}", first.unwrap_or_default(), fault.words())
        };
        found.iter().map(sentence).collect()
    }

    /// The same of a body around the frame of this index, as the end of a sentence about it.
    pub(super) fn velocity_fault_around(&self, body: u32, index: usize) -> Option<String> {
        let frames = index.saturating_sub(AROUND)..(index + AROUND).min(self.frames.len());
        self.velocity_fault(body, frames).map(VelocityFault::words)
    }

    fn velocity_fault(&self, body: u32, frames: Range<usize>) -> Option<VelocityFault> {
        let frames = self.frames.get(frames)?;
        let way = |two: &[StoredFrame]| {
            let [from, to] = two else { return None };
            let told = [from.velocity(body)?, to.velocity(body)?].map(|told| self.metric(told));
            let seconds = (to.time - from.time) as f32;
            let moved = self.moved(body, from, to).filter(|_| seconds > 0.0)?;
            Some(ToldWay { way: moved.way / seconds, told: told.map(|[x, y, _]| vec2(x, y)), seconds })
        };
        VelocityFault::of(frames.windows(2).filter_map(way).collect())
    }
}
