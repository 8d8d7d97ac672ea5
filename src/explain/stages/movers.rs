//! The texts of how movers look for their ways, cast by cast.

use collide2d::{
    Motion, MoverCast, MoverGround, MoverHit, MoverMove, MoverObstacle, MoverPurpose, MoverSurface,
};
use glam::Vec2;

use super::text::StageText;
use super::words::{capital, count, name};
use super::{StepRecord, inputs};
use crate::scene::Scene;
use crate::scene::numbers::{LengthUnit, number, short, vec2};
use crate::scene::obstacle::{ROUNDED, climb_at, obstacle_name, surface_name};

pub(super) fn title(moves: &[MoverMove], scene: &Scene) -> String {
    match moves {
        [one] => format!("Mover: the way of {}", name(scene, one.body)),
        moves => format!("Movers: the ways of {}", moves.len()),
    }
}

/// `recording`: positioned after the stage.
pub(super) fn text(moves: &[MoverMove], recording: &StepRecord, scene: &Scene) -> StageText {
    let told: Vec<ToldMover<'_>> = moves.iter().map(|moved| ToldMover::of(moved, recording, scene)).collect();
    let inputs = moves.iter().filter_map(|moved| inputs::told_words(recording.world(), moved.body, scene));
    let lines = inputs.chain(told.iter().flat_map(ToldMover::casts));
    match &told[..] {
        [one] => StageText { sentence: one.sentence(), details: lines.collect(), ..StageText::default() },
        told => StageText {
            sentence: format!(
                "{} look for their ways among the bodies as they are.",
                capital(&count(told.len(), "mover", "movers"))
            ),
            details: told.iter().map(ToldMover::sentence).chain(lines).collect(),
            ..StageText::default()
        },
    }
}

/// How a mover's way began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoverStart {
    Walks,
    Jumps,
    /// It is in the air.
    Flies,
}

/// A mover's step, with what it takes to tell it.
struct ToldMover<'s> {
    moved: &'s MoverMove,
    scene: &'s Scene,
    unit: LengthUnit,
    up: Vec2,
    step: f32,
    start: MoverStart,
    /// What it stood on as the step began.
    on: Option<MoverObstacle>,
    /// By an input of the frame.
    told_to_jump: bool,
}

impl<'s> ToldMover<'s> {
    fn of(moved: &'s MoverMove, recording: &StepRecord, scene: &'s Scene) -> Self {
        let world = recording.world();
        let motion = world.body(moved.body).map(|body| *body.motion());
        let (up, step) = match motion {
            Some(Motion::Mover { up, step, .. }) => (up.normalize_or(Vec2::Y), step),
            Some(Motion::Static | Motion::Kinematic { .. } | Motion::Dynamic { .. }) | None => (Vec2::Y, 0.0),
        };
        let on = moved.began_on.map(|ground| ground.obstacle);
        let start = match on {
            Some(_) if moved.jumped => MoverStart::Jumps,
            Some(_) => MoverStart::Walks,
            None => MoverStart::Flies,
        };
        let told_to_jump = world.walk_order(moved.body).is_some_and(|order| order.jump);
        Self { moved, scene, unit: recording.unit, up, step, start, on, told_to_jump }
    }

    /// "hero walks 0.06667 m to the right along floor; stopped after 0.02 m by step (wall, 90° from up); …"
    fn sentence(&self) -> String {
        let casts = &self.moved.casts;
        let pushes = casts.iter().take_while(|cast| cast.purpose == MoverPurpose::PushOut);
        let mut parts: Vec<String> = pushes.filter_map(|cast| self.pushed(cast)).collect();
        let mut at = parts.len();
        parts.push(self.begins());
        let mut has_slid = false;
        while let Some(cast) = casts.get(at) {
            at += 1;
            match cast.purpose {
                MoverPurpose::Slide => {
                    parts.extend(self.slides(cast, has_slid));
                    has_slid = true;
                }
                MoverPurpose::StepUp => {
                    let climb = climb_at(casts.get(at - 1..).unwrap_or_default());
                    parts.push(self.climbs(climb));
                    at += climb.len() - 1;
                }
                MoverPurpose::Snap => {
                    if let Some(hit) = cast.hit.filter(|_| cast.moved.length() > ROUNDED) {
                        let down = self.unit.text(cast.moved.length());
                        parts.push(format!("drawn {down} down to {}", self.name(hit.obstacle)));
                    }
                }
                MoverPurpose::Carry => {
                    let by = self.on.map_or_else(|| "its ground".into(), |on| self.name(on));
                    let way = self.way(cast.moved);
                    let cut = cast.hit.map(|hit| format!(", stopped by {}", self.hit_words(&hit)));
                    parts.push(format!("{by} carries it {way}{}", cut.unwrap_or_default()));
                }
                MoverPurpose::PushOut => parts.extend(self.pushed(cast)),
                MoverPurpose::FindGround | MoverPurpose::StepOver | MoverPurpose::StepDown => {}
            }
        }
        parts.push(self.ends());
        format!("{}.", parts.join("; "))
    }

    fn pushed(&self, cast: &MoverCast) -> Option<String> {
        let from = self.name(cast.hit?.obstacle);
        Some(format!("{} is pushed {} off {from}", self.who(), self.unit.text(cast.moved.length())))
    }

    fn begins(&self) -> String {
        let (who, wanted) = (self.who(), self.moved.wanted);
        let on = self.on.map(|on| self.name(on)).unwrap_or_default();
        match self.start {
            MoverStart::Walks if wanted == Vec2::ZERO => format!("{who} stands on {on}"),
            MoverStart::Walks => {
                let side = if wanted.dot(self.right()) < 0.0 { "left" } else { "right" };
                let length = self.unit.text(wanted.length());
                format!("{who} walks {length} to the {side} along {on}")
            }
            MoverStart::Jumps => format!("{who} jumps off {on}: {}", self.way(wanted)),
            MoverStart::Flies => {
                let jump = if self.told_to_jump { ", so that it does not jump" } else { "" };
                format!("{who} is in the air{jump}: its way is {}", self.way(wanted))
            }
        }
    }

    /// `goes_on`: along what it met before.
    fn slides(&self, cast: &MoverCast, goes_on: bool) -> Vec<String> {
        let moved = self.unit.text(cast.moved.length());
        let on = goes_on.then(|| format!("goes on {moved} along that"));
        let met = cast.hit.map(|hit| {
            let after = if goes_on { String::new() } else { format!(" after {moved}") };
            match hit.surface {
                MoverSurface::Ground | MoverSurface::Corner if self.start == MoverStart::Walks => {
                    format!("meets {}{after}", self.hit_words(&hit))
                }
                MoverSurface::Ground | MoverSurface::Corner => {
                    format!("lands{after} on {}", self.hit_words(&hit))
                }
                MoverSurface::Wall | MoverSurface::Ceiling | MoverSurface::TooHigh => {
                    format!("stopped{after} by {}", self.hit_words(&hit))
                }
            }
        });
        on.into_iter().chain(met).collect()
    }

    /// `casts`: up, over and down.
    fn climbs(&self, casts: &[MoverCast]) -> String {
        let of = |purpose| casts.iter().find(|cast| cast.purpose == purpose);
        let length =
            |purpose| self.unit.text(of(purpose).map_or(0.0, |cast: &MoverCast| cast.moved.length()));
        let moved: Vec2 = casts.iter().map(|cast| cast.moved).sum();
        if moved.length() > ROUNDED {
            let [up, over, down] =
                [MoverPurpose::StepUp, MoverPurpose::StepOver, MoverPurpose::StepDown].map(length);
            return format!("climbs it: {up} up, {over} over, {down} down");
        }
        let down = of(MoverPurpose::StepDown).and_then(|cast| cast.hit);
        let over = of(MoverPurpose::StepOver).and_then(|cast| cast.hit);
        let why = match (over, down) {
            (_, Some(hit)) if hit.surface == MoverSurface::TooHigh => {
                let step = self.unit.text(self.step);
                return format!(
                    "cannot climb it: {} reaches higher than its step of {step}",
                    self.name(hit.obstacle)
                );
            }
            (_, Some(hit)) if hit.surface != MoverSurface::Ground => {
                format!("below that is {}, no ground", self.hit_words(&hit))
            }
            (Some(hit), _) => format!("{} is in the way there too", self.name(hit.obstacle)),
            (None, _) => "there is no ground".to_owned(),
        };
        format!("cannot climb it: lifted by its step of {}, {why}", self.unit.text(self.step))
    }

    fn ends(&self) -> String {
        let stuck = if self.moved.stuck { ", stuck" } else { "" };
        match self.moved.ground {
            Some(MoverGround { obstacle, .. }) => format!("ends on {}{stuck}", self.name(obstacle)),
            None => format!("ends in the air{stuck}"),
        }
    }

    /// The numbers of each cast.
    fn casts(&self) -> impl Iterator<Item = String> {
        let who = self.who();
        self.moved.casts.iter().map(move |cast| {
            let hit = match &cast.hit {
                Some(hit) => format!(
                    "{} at {} of it, normal {}",
                    self.hit_words(hit),
                    number(hit.fraction),
                    vec2(hit.normal)
                ),
                None => "nothing".to_owned(),
            };
            let [from, by, moved] = [cast.from, cast.by, cast.moved].map(|v| self.unit.point(v));
            format!("{who}, {}: from {from} by {by}: {hit}; moved {moved}", purpose_words(cast.purpose))
        })
    }

    /// "step (wall, 90° from up)".
    fn hit_words(&self, hit: &MoverHit) -> String {
        let off = self.up.angle_to(hit.normal).abs().to_degrees();
        let surface = surface_name(hit.surface);
        format!("{} ({surface}, {}° from up)", self.name(hit.obstacle), short(f64::from(off)))
    }

    /// "0.1 m up and 0.06 m to the right".
    fn way(&self, way: Vec2) -> String {
        let [up, right] = [way.dot(self.up), way.dot(self.right())];
        let part = |length: f32, words: [&str; 2]| {
            let is_shown = length.abs() > 1.0e-6 * way.length().max(1.0e-3);
            let word = words[usize::from(length < 0.0)];
            is_shown.then(|| format!("{} {word}", self.unit.text(length.abs())))
        };
        let parts: Vec<String> = part(up, ["up", "down"])
            .into_iter()
            .chain(part(right, ["to the right", "to the left"]))
            .collect();
        if parts.is_empty() { "nowhere".to_owned() } else { parts.join(" and ") }
    }

    fn right(&self) -> Vec2 {
        -self.up.perp()
    }

    fn who(&self) -> String {
        self.scene.shown_name(self.moved.body).into_owned()
    }

    fn name(&self, obstacle: MoverObstacle) -> String {
        obstacle_name(self.scene, obstacle).into_owned()
    }
}

fn purpose_words(purpose: MoverPurpose) -> &'static str {
    match purpose {
        MoverPurpose::PushOut => "pushed out",
        MoverPurpose::FindGround => "ground below",
        MoverPurpose::Slide => "slide",
        MoverPurpose::StepUp => "step up",
        MoverPurpose::StepOver => "step over",
        MoverPurpose::StepDown => "step down",
        MoverPurpose::Snap => "snap",
        MoverPurpose::Carry => "carried",
    }
}
