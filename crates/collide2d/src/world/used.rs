//! Which contacts with static bodies the solver used in a step.

use glam::Vec2;

use crate::body::Body;
use crate::collide::leaves::for_each_pair;
use crate::event::PairContact;
use crate::settings::{SolverKind, WorldSettings};
use crate::shape::Leaf;
use crate::solver::near::NEAR;
use crate::solver::task::Task;

/// A contact of a static body that the solver used: `Linear` gave it an impulse or removed depth, `Rigid` held bodies
/// that without it would overlap at the end of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UsedContact {
    /// As the step found it. Its depths are negative where `Rigid` stopped bodies that did not touch yet.
    pub contact: PairContact,
    /// Position of `a` then. World.
    pub position_a: Vec2,
}

/// Adds the tasks that the solver may use, with their indices. `contacts` are those of the step; the bodies are as it
/// found them.
pub(super) fn add_candidates(
    contacts: &[PairContact],
    tasks: &[Task],
    bodies: &[Body],
    settings: &WorldSettings,
    found: &mut Vec<(usize, UsedContact)>,
) {
    found.clear();
    for (index, task) in tasks.iter().enumerate().filter(|(_, task)| !task.buried && task.carried.is_some()) {
        let pair = task.pair;
        // The index of a ground follows those of the bodies.
        let (Some(a), Some(b)) = (bodies.get(pair.a() as usize), bodies.get(pair.b() as usize)) else {
            continue;
        };
        if !(a.is_static() || b.is_static()) {
            continue;
        }
        if settings.solver == SolverKind::Rigid && !ends_deep(task, [a, b], settings) {
            continue;
        }
        let first = contacts.partition_point(|contact| contact.key() < pair);
        let mut of_pair = contacts[first..].iter().take_while(|contact| contact.key() == pair);
        let known = of_pair.find(|contact| Leaf::number([contact.leaf_a, contact.leaf_b]) == task.leaves);
        let leaves = match known {
            Some(contact) => [contact.leaf_a, contact.leaf_b],
            None => near_leaves(task, [a, b]),
        };
        let contact = PairContact::of_leaves(pair, leaves, task.found.in_place());
        found.push((index, UsedContact { contact, position_a: a.pose().position }));
    }
}

/// Whether a point of the contact would be deep at the end of the step if the bodies moved freely.
fn ends_deep(task: &Task, [a, b]: [&Body; 2], settings: &WorldSettings) -> bool {
    let (normal, dt) = (task.found.contact.normal, settings.timestep);
    let velocity = |body: &Body, at: Vec2| {
        let free = body.velocity() + body.acceleration(settings.gravity) * dt;
        free + body.turning_velocity_at(at)
    };
    task.found.contact.points().iter().any(|point| {
        let at = a.pose().position + task.contact_arm(point);
        let separating = (velocity(a, at) - velocity(b, at)).dot(normal);
        task.found.depth(point.depth) > separating * dt
    })
}

/// The leaves of a pair that does not touch yet.
fn near_leaves(task: &Task, [a, b]: [&Body; 2]) -> [Leaf; 2] {
    let mut leaves = [Leaf::WHOLE; 2];
    if task.leaves != 0 {
        for_each_pair(a.shape(), a.pose(), b.shape(), b.pose(), NEAR, &mut |pair| {
            let own = [pair.a.leaf, pair.b.leaf];
            if Leaf::number(own) == task.leaves {
                leaves = own;
            }
        });
    }
    leaves
}
