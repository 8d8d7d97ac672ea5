//! Grounds under `Rigid`: no body ends a step below one.
//!
//! To the solvers a ground is an immovable body whose index follows the bodies' (`ContactSource::of_slots`), so that its
//! contacts bounce, rub and share the rows of `Rigid` with all others. What these would leave below it is put back here
//! at its time of impact. A world without generators runs none of this.

use glam::Vec2;

use super::fast::fly_until;
use super::rigid::bodies::{BodyStart, RigidBodies};
use super::rigid::points::KnownImpulse;
use super::rigid::spring::SLOP;
use super::slide::{DEEPEST, Stopped};
use super::stops::Stops;
use super::task::Problem;
use crate::body::Body;
use crate::generator::{Generator, Ground};
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;

/// Depth at which a body is stopped, so that the next step finds the contact. Metres.
const BITE: f32 = 0.5 * SLOP;

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
            let end = bodies[i].center();
            let Some(GroundStop { share, past, until }) =
                stop_one(&mut bodies[i], &rigid.moving[i], ground, after, rests, problem.settings.gravity)
            else {
                continue;
            };
            if share == 1.0 {
                stops.bodies.push((i as u32, until));
            } else {
                stops.put_back(i as u32, until);
                stops.at_obstacles.push(Stopped { body: i as u32, at: None, end, normal: ground.normal() });
            }
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
    gravity: Vec2,
) -> Option<GroundStop> {
    let (end_pose, end_angle) = (*body.pose(), body.angle());
    let moved = body.center() - start.center();
    body.restore(start.start, start.start_angle);
    let before = ground.depth(body);
    if rests || before > 0.0 {
        body.restore(end_pose, end_angle);
        let deepest = before.max(DEEPEST);
        let too_deep = after - deepest;
        if too_deep > 0.0 {
            lift(body, ground.normal() * too_deep, gravity);
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
    fly_until(body, start, share);
    Some(GroundStop { share, past: BITE, until: share })
}

/// Lifts a body. The height is paid for with its kinetic energy, as far as it has any.
fn lift(body: &mut Body, by: Vec2, gravity: Vec2) {
    let before = body.energy(gravity).unwrap_or_default();
    body.displace(by, 0.0);
    let risen = body.energy(gravity).unwrap_or_default().potential - before.potential;
    if risen > 0.0 && before.kinetic > 0.0 {
        let kept = (1.0 - risen / before.kinetic).max(0.0).sqrt() as f32;
        body.move_at(body.velocity() * kept, body.angular_velocity() * kept);
    }
}
