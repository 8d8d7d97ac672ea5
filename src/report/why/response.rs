//! The sentences about what the step that led to a state did with a contact: what pressed, whether friction held, whether it
//! bounced, and what else moved the two or kept them at rest.

pub(super) mod observed;

use collide2d::{Body, CALM_SPEED, CALM_TIME, LINEAR_SLOP, MixRule, PairKey, Side, SolverKind, World};

use super::sentences::Writer;
use super::{FirstMeeting, GivenValue, Quantity, Sentence, Topic};
use observed::{Bounce, Met, ObservedStep, PutBack};

/// Surfaces that slip no faster hold each other. Metres per second.
const SLOWEST_SLIP: f32 = 1.0e-3;
/// Friction is at its limit where less than this share of it is left.
const AT_LIMIT: f64 = 1.0e-3;
/// Slower closing of a contact that began in this step is not told, and of one that goes on. Metres per second.
const SLOWEST_TOLD: [f32; 2] = [1.0e-4, 1.0e-2];
/// A restitution that differs from the pair's by no more is told as the pair's: rounding alone.
const SAME_RESTITUTION: f32 = 1.0e-4;
/// Below this share of what it may give, friction is rounding alone.
const ROUNDING: f64 = 1.0e-5;

const SIDES: [Side; 2] = [Side::A, Side::B];

/// What a response is read from.
pub(super) struct Response<'r> {
    pub world: &'r World,
    pub pair: PairKey,
    pub bodies: [&'r Body; 2],
    pub step: &'r ObservedStep,
    /// Of the two as they are. Metres; `None`: they are apart.
    pub depth: Option<f32>,
    /// They do not affect each other.
    pub is_without_effect: bool,
}

impl Response<'_> {
    /// Nothing where the step had nothing of the contact in it.
    pub fn sentences(&self) -> Vec<Sentence> {
        let has_acted = self.step.impulse > 0.0;
        if !has_acted && (self.depth.is_none() || self.is_without_effect) {
            return Vec::new();
        }
        let mut all = Vec::new();
        match self.step.solver {
            SolverKind::Off => {}
            SolverKind::Linear => all.extend(self.pressed().map(|pressed| pressed.words(".").end())),
            SolverKind::Rigid => all.extend(self.pressed_and_rubbed()),
        }
        all.extend(self.bounced());
        if self.step.solver == SolverKind::Linear {
            let words = "The solver is Linear: no friction, no rotation, so nothing is carried along.";
            all.push(new().words(words).end());
            all.extend(self.left());
        }
        all.extend(self.nothing_done());
        all.extend(self.step.put_back.iter().map(|back| self.put_back(back)));
        all.extend(SIDES.into_iter().filter_map(|side| self.sleeps(side)));
        all.extend(self.carried());
        all
    }

    /// "In this step the contact pressed with 0.6667 N·s (40 N)".
    fn pressed(&self) -> Option<Writer> {
        let ObservedStep { impulse, duration, .. } = *self.step;
        let force = impulse / f64::from(duration);
        let pressed = new().words("In this step the contact pressed with ");
        let pressed = pressed.number(Quantity::Impulse, GivenValue::Impulse(impulse)).words(" (");
        let pressed = pressed.number(Quantity::Force, GivenValue::Force(force)).words(")");
        (impulse > 0.0).then_some(pressed)
    }

    /// The same with what friction gave, and whether it holds.
    fn pressed_and_rubbed(&self) -> Option<Sentence> {
        let (pressed, met) = (self.pressed()?, self.step.met?);
        let friction = self.friction();
        if friction == 0.0 {
            let none = self.with_friction(pressed.words(". ")).words(": nothing works against the slip");
            return Some(self.slip(none.words("."), &met, false).end());
        }
        let limit = f64::from(friction) * self.step.impulse;
        let given = if self.step.friction <= ROUNDING * limit { 0.0 } else { self.step.friction };
        let rubbed = pressed.words("; friction gave ").plain(Quantity::Friction, given).words(" of the ");
        let rubbed = rubbed.number(Quantity::FrictionLimit, GivenValue::Impulse(limit));
        let rubbed = self.with_friction(rubbed.words(" that it may (")).words(").");
        Some(self.slip(rubbed, &met, given >= (1.0 - AT_LIMIT) * limit).end())
    }

    /// Whether the surfaces slip at the end of the step.
    fn slip(&self, writer: Writer, met: &Met, is_at_limit: bool) -> Writer {
        let slip = met.slip().abs();
        if slip <= SLOWEST_SLIP {
            let is_held = self.depth.is_some() && self.friction() > 0.0;
            return writer.words(if is_held { " It holds: no slip." } else { "" });
        }
        let words = if is_at_limit {
            " Friction is at its limit: the surfaces slip at "
        } else {
            " The surfaces slip at "
        };
        writer.words(words).speed(Quantity::Slip, slip).words(".")
    }

    /// "mu = 0.5, the root of 0.5 × 0.5".
    fn with_friction(&self, writer: Writer) -> Writer {
        let writer = writer.words("mu = ").plain(Quantity::PairFriction, self.friction()).words(", ");
        let of_bodies = self.bodies.map(Body::friction);
        mixed(writer, self.world.settings().mix.friction, Quantity::FrictionOf, of_bodies)
    }

    /// "e = 0.5 (the larger of 0.5 and 0)".
    fn with_restitution(&self, writer: Writer) -> Writer {
        let writer = writer.words("e = ").plain(Quantity::PairRestitution, self.restitution()).words(" (");
        self.with_mixed_restitution(writer).words(")")
    }

    /// "the larger of 0.5 and 0".
    fn with_mixed_restitution(&self, writer: Writer) -> Writer {
        let of_bodies = self.bodies.map(Body::restitution);
        let rule = self.world.settings().mix.restitution;
        mixed(writer, rule, Quantity::RestitutionOf, of_bodies)
    }

    fn friction(&self) -> f32 {
        let [a, b] = self.bodies.map(Body::friction);
        self.world.settings().mix.friction.of(a, b)
    }

    fn restitution(&self) -> f32 {
        let [a, b] = self.bodies.map(Body::restitution);
        self.world.settings().mix.restitution.of(a, b)
    }

    /// Whether the contact bounced, of one that began in this step or closed.
    fn bounced(&self) -> Option<Sentence> {
        let (met, bounce) = (self.step.met?, self.step.bounce);
        let [of_new, of_old] = SLOWEST_TOLD;
        let least = if self.step.has_begun { of_new } else { of_old };
        match self.step.solver {
            SolverKind::Off => None,
            SolverKind::Linear => self.bounced_linear(&bounce?, least),
            SolverKind::Rigid => {
                let closing = bounce.map_or(met.closing, |bounce| bounce.closing);
                (closing > least && self.step.impulse > 0.0)
                    .then(|| self.bounced_rigid(closing, bounce.as_ref()))
            }
        }
    }

    /// `closing`: at the first bounce, if there is one.
    fn bounced_rigid(&self, closing: f32, bounce: Option<&Bounce>) -> Sentence {
        let closed = new().words("They closed at ").speed(Quantity::Closing, closing);
        if self.restitution() == 0.0 {
            return self.with_restitution(closed.words("; ")).words(": nothing is given back.").end();
        }
        if let Some(&Bounce { parting, restitution, .. }) = bounce.filter(|bounce| bounce.restitution > 0.0) {
            let parted = closed.words(" and part at ").speed(Quantity::Parting, parting).words(": ");
            if (restitution - self.restitution()).abs() <= SAME_RESTITUTION {
                return self.with_restitution(parted).words(".").end();
            }
            let used = parted.words("e = ").plain(Quantity::UsedRestitution, restitution).words(", from ");
            let of_pair = used.plain(Quantity::PairRestitution, self.restitution()).words(" (");
            let words =
                ") with what the acceleration adds on the way down to this depth and takes on the way up.";
            return self.with_mixed_restitution(of_pair).words(words).end();
        }
        let least = self.world.settings().rigid.slowest_bounce;
        let slowest = |writer: Writer| writer.speed(Quantity::SlowestBounce, least).words(" does not bounce");
        let why = if bounce.is_none() {
            slowest(closed.words(": what closes no faster than "))
        } else {
            let slow = closed.words(", without what their acceleration added since they met no faster than ");
            slowest(slow.speed(Quantity::SlowestBounce, least).words(": what meets no faster than "))
        };
        let unused = why.words(" under Rigid, so restitution ");
        let unused = unused.plain(Quantity::PairRestitution, self.restitution());
        unused.words(" was not used (`slowest_bounce` of the scene's `rigid` sets that speed).").end()
    }

    /// Speed that this step's acceleration built up does not bounce.
    fn bounced_linear(&self, bounce: &Bounce, least: f32) -> Option<Sentence> {
        let Bounce { closing, built_up, parting, .. } = *bounce;
        let bounces = closing - built_up > least;
        if !bounces && !self.step.has_begun {
            return None;
        }
        let closed = new().words("They closed at ").speed(Quantity::Closing, closing);
        if self.restitution() == 0.0 {
            return Some(self.with_restitution(closed.words("; ")).words(": nothing is given back.").end());
        }
        if !bounces {
            let all = closed.words(
                ", all of it built up by this step's acceleration: that does not bounce under Linear, so restitution ",
            );
            let unused = all.plain(Quantity::PairRestitution, self.restitution());
            return Some(unused.words(" was not used.").end());
        }
        let closed = if built_up > least {
            let of_it = closed.words(", ").speed(Quantity::BuiltUp, built_up);
            of_it.words(" of it built up by this step's acceleration, which does not bounce under Linear,")
        } else {
            closed
        };
        let parted = closed.words(" and part at ").speed(Quantity::Parting, parting).words(": ");
        Some(self.with_restitution(parted).words(".").end())
    }

    /// What `Linear` left when its iterations were used up.
    fn left(&self) -> Option<Sentence> {
        let effort = self.step.effort.filter(|effort| effort.left > 0)?;
        let used = new().words("Linear used ").used_iterations(effort.limit).words(", and ");
        let left = used.count(Quantity::ContactsLeft, effort.left as usize);
        let left = left.words(if effort.left == 1 { " contact is left" } else { " contacts are left" });
        let left = left.words(" closing or overlapping");
        Some(match self.step.unresolved {
            Some(unresolved) => {
                let this =
                    left.words(": this one is ").length(Quantity::DepthLeft, unresolved.depth.max(0.0));
                let this = this.words(" deep and closes at ");
                this.speed(Quantity::ClosingLeft, unresolved.closing.max(0.0)).words(".").end()
            }
            None => left.words("; this one is not.").end(),
        })
    }

    /// Why the solver did nothing about a contact that is there at the end of the step.
    fn nothing_done(&self) -> Option<Sentence> {
        let depth = self.depth.filter(|_| self.step.impulse == 0.0)?;
        if self.step.met.is_some() {
            let nothing = new().words("Nothing pressed on the contact in this step.");
            let Some(since) = FirstMeeting::since(self.world, self.pair) else { return Some(nothing.end()) };
            let since = nothing
                .words(" They touch since frame ")
                .number(Quantity::TouchedSince, GivenValue::Count(since));
            let how = match self.step.solver {
                SolverKind::Rigid => {
                    ": that one, or the one before, as Rigid looks ahead, tells how they met."
                }
                SolverKind::Off | SolverKind::Linear => ", which tells how they met.",
            };
            return Some(since.words(how).end());
        }
        if self.bodies.iter().any(|body| body.is_asleep()) {
            return None;
        }
        match self.step.solver {
            SolverKind::Off => None,
            SolverKind::Rigid => {
                let words = "No impulse acted on this contact in the step to this frame: Rigid finds contacts before it moves \
                             the bodies, and the next step works on it.";
                Some(new().words(words).end())
            }
            SolverKind::Linear => (depth <= 2.0 * LINEAR_SLOP).then(|| {
                let words = "It had nothing to do: they do not close, and it leaves a depth of ";
                let left = new().words(words).length(Quantity::DepthLeft, LINEAR_SLOP);
                left.words(" on purpose, so that a contact at rest goes on.").end()
            }),
        }
    }

    /// "ball was put back to 21.6 % of its way in this step, to where it meets wall."
    fn put_back(&self, back: &PutBack) -> Sentence {
        let put = new().name(back.side).words(" was put back to ");
        let share = GivenValue::Percent(f64::from(back.share) * 100.0);
        let put = put.number(Quantity::PutBackTo(back.side), share);
        let put = put.words(" of its way in this step, to where it meets ");
        let met = match back.at {
            None => put.words("a ground"),
            Some(at) if at == self.pair.a() => put.name(Side::A),
            Some(at) if at == self.pair.b() => put.name(Side::B),
            Some(at) => put.other(at),
        };
        if back.went_on == 0.0 {
            return met.words(".").end();
        }
        let went_on = met.words(", and went on along it by ");
        went_on.length(Quantity::WentOn(back.side), back.went_on).words(".").end()
    }

    fn sleeps(&self, side: Side) -> Option<Sentence> {
        let index = [self.pair.a(), self.pair.b()][side as usize];
        let island = self.world.islands().iter().find(|island| island.bodies.contains(&index))?;
        let sleeps = new().name(side).words(" sleeps since frame ");
        let sleeps = sleeps.number(Quantity::SleepsSince(side), GivenValue::Count(island.since));
        let alone = island.bodies.len() == 1;
        let sleeps = match (self.step.solver, alone) {
            (SolverKind::Linear, true) => sleeps.words(": it went less than "),
            (SolverKind::Linear, false) => {
                sleeps.words(": it and those that it holds or is held by each went less than ")
            }
            (_, true) => sleeps.words(": it was slower than "),
            (_, false) => sleeps.words(": it and those that it holds or is held by were slower than "),
        };
        let sleeps = match self.step.solver {
            SolverKind::Linear => sleeps.length(Quantity::CalmWay, CALM_SPEED * CALM_TIME),
            SolverKind::Off | SolverKind::Rigid => sleeps.speed(Quantity::CalmSpeed, CALM_SPEED),
        };
        let time = GivenValue::Time(f64::from(CALM_TIME));
        let sleeps = sleeps.words(" for ").number(Quantity::CalmTime, time);
        Some(sleeps.words(", and steps leave it out until something wakes it.").end())
    }

    /// An immovable body whose surface moves takes the other one along where the two do not slip.
    fn carried(&self) -> Option<Sentence> {
        let met = self.step.met.filter(|_| self.step.solver == SolverKind::Rigid && self.depth.is_some())?;
        let carrier = SIDES.into_iter().find(|side| self.bodies[*side as usize].inverse_mass() == 0.0)?;
        let speed = met.along[carrier as usize].abs();
        let holds = self.friction() > 0.0 && self.step.impulse > 0.0 && met.slip().abs() <= SLOWEST_SLIP;
        let other = if carrier == Side::A { Side::B } else { Side::A };
        let takes = new().name(carrier).words(" takes ").name(other).words(" along at ");
        (holds && speed > SLOWEST_SLIP).then(|| takes.speed(Quantity::CarriedAt, speed).words(".").end())
    }
}

impl Met {
    /// Speed of `a`'s surface seen from `b`'s. Metres per second.
    fn slip(&self) -> f32 {
        self.along[0] - self.along[1]
    }
}

fn new() -> Writer {
    Writer::new(Topic::Response)
}

/// "the root of 0.5 × 0.5".
fn mixed(writer: Writer, rule: MixRule, what: fn(Side) -> Quantity, [a, b]: [f32; 2]) -> Writer {
    let (before, between) = match rule {
        MixRule::Larger => ("the larger of ", " and "),
        MixRule::Smaller => ("the smaller of ", " and "),
        MixRule::Average => ("the average of ", " and "),
        MixRule::Product => ("the product of ", " and "),
        MixRule::Root => ("the root of ", " × "),
    };
    writer.words(before).plain(what(Side::A), a).words(between).plain(what(Side::B), b)
}
