//! Grounds under `Rigid`: no body ends a step below one.
//!
//! To the solvers a ground is an immovable body whose index follows the bodies' (`ContactSource::of_slots`), so that its
//! contacts bounce, rub and share the rows of `Rigid` with all others. What these would leave below it is put back here
//! at its time of impact. A world without generators runs none of this.

use super::fast::velocity_at;
use super::rigid::bodies::{BodyStart, RigidBodies};
use super::rigid::points::KnownImpulse;
use super::rigid::spring::SLOP;
use super::stops::Stops;
use super::task::Problem;
use crate::body::Body;
use crate::generator::{Generator, Ground};
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;

/// Depth at which a body is stopped, so that the next step finds the contact. Metres.
const BITE: f32 = 0.5 * SLOP;
/// A body may not sink below its depth before the step by more than this. Metres.
const DEEPEST: f32 = 0.005;

/// Stops bodies that ended the step below a ground: at the time of impact if they were above it, else they are
/// lifted. Since a ground is a half-plane, the depth is always known. `acting`: the contacts on which the solver worked,
/// sorted.
pub(crate) fn stop<O: StepObserver>(
    bodies: &mut [Body],
    rigid: &RigidBodies,
    problem: Problem<'_>,
    acting: &[KnownImpulse],
    stops: &mut Stops,
    observer: &mut O,
) {
    for (generator, place) in (0..).zip(problem.generators) {
        let Some(Generator::Ground(ground)) = place else { continue };
        for i in problem.still.visited() {
            if rigid.masses[i].inverse == 0.0 || !ground.holds(&bodies[i]) {
                continue;
            }
            let after = ground.depth(&bodies[i]);
            if after <= BITE {
                continue;
            }
            let slot = bodies.len() as u32 + generator;
            let pair = PairKey::new(i as u32, slot);
            let rests = acting.binary_search_by_key(&pair, |contact| contact.pair).is_ok();
            let Some(GroundStop { share, past, until }) =
                stop_one(&mut bodies[i], &rigid.moving[i], ground, after, rests)
            else {
                continue;
            };
            stops.bodies.push((i as u32, until));
            if O::OBSERVES {
                observer.stage(&Stage::StoppedAtGround { body: i as u32, generator, share, past }, bodies);
            }
        }
    }
}

/// How a ground stopped a body.
struct GroundStop {
    /// Fraction of the motion that is left to the body; 1: it is lifted.
    share: f32,
    /// How deep it ends. Metres.
    past: f32,
    /// Fraction of the motion after which it is as deep.
    until: f32,
}

fn stop_one(
    body: &mut Body,
    start: &BodyStart,
    ground: &Ground,
    after: f32,
    rests: bool,
) -> Option<GroundStop> {
    let (end_pose, end_angle, end_velocity) = (*body.pose(), body.angle(), body.velocity());
    let moved = body.center() - start.center();
    body.restore(start.start, start.start_angle);
    let before = ground.depth(body);
    if rests || before > 0.0 {
        body.restore(end_pose, end_angle);
        let deepest = before.max(DEEPEST);
        let too_deep = after - deepest;
        if too_deep > 0.0 {
            let lift = ground.normal() * too_deep;
            body.displace(lift, 0.0);
            pay_for(body, -start.acceleration.dot(lift));
        }
        body.sync_bounds();
        let until = 1.0 - (too_deep / (after - before).max(too_deep));
        return (too_deep > 0.0).then_some(GroundStop { share: 1.0, past: deepest, until });
    }
    let share = before / (before - after);
    body.displace(moved * share, (end_angle - start.start_angle) * f64::from(share));
    let depth = ground.depth(body);
    if depth != BITE {
        body.displace(ground.normal() * (depth - BITE), 0.0);
    }
    body.sync_bounds();
    if !start.touched {
        let velocity = velocity_at(body.motion(), start.start_velocity, end_velocity, share);
        body.move_at(velocity, body.angular_velocity());
    }
    Some(GroundStop { share, past: BITE, until: share })
}

/// Takes energy from a body's motion, as far as it has it. `work`: joules per kilogram; nothing below 0.
fn pay_for(body: &mut Body, work: f32) {
    let (velocity, spin) = (body.velocity(), body.angular_velocity());
    let gyration =
        if body.inverse_inertia() > 0.0 { body.inverse_mass() / body.inverse_inertia() } else { 0.0 };
    let kinetic = 0.5 * (velocity.length_squared() + gyration * spin.to_radians().powi(2));
    if work > 0.0 && kinetic > 0.0 {
        let kept = (1.0 - work / kinetic).max(0.0).sqrt();
        body.move_at(velocity * kept, spin * kept);
    }
}
