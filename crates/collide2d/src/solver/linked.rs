//! Bodies that cables, rods and joints hold together, for what puts bodies back on their ways: one of them alone would tear its
//! links open, the wider the faster all of them move.

use super::fast::put;
use super::rigid::bodies::RigidBodies;
use super::stops::Stops;
use super::task::LinkTask;
use crate::body::Body;

/// It is in no group.
const NONE: u32 = u32::MAX;

/// The groups of bodies of finite mass that links hold together, each named for its body of least index, in memory kept between
/// steps.
#[derive(Debug, Default)]
pub(crate) struct LinkedBodies {
    /// The group of each body; while they are found, a body of it that is nearer to the least one.
    groups: Vec<u32>,
    /// Group and body. Sorted.
    members: Vec<(u32, u32)>,
}

impl LinkedBodies {
    /// Reads the links of a step. A slack cable holds nothing.
    pub fn fill(&mut self, links: &[LinkTask], bodies: &[Body]) {
        let Self { groups, members } = self;
        for (_, body) in members.drain(..) {
            groups[body as usize] = NONE;
        }
        let moves = |body: u32| bodies[body as usize].inverse_mass() > 0.0;
        let holds = |task: &&LinkTask| {
            (task.depth >= 0.0 || task.link.pushes()) && moves(task.link.a) && moves(task.link.b)
        };
        for LinkTask { link, .. } in links.iter().filter(holds) {
            groups.resize(bodies.len(), NONE);
            let [a, b] = [link.a, link.b].map(|body| {
                if groups[body as usize] == NONE {
                    groups[body as usize] = body;
                    members.push((NONE, body));
                }
                least_of(groups, body)
            });
            groups[a.max(b) as usize] = a.min(b);
        }
        for (group, body) in members.iter_mut() {
            *group = least_of(groups, *body);
            groups[*body as usize] = *group;
        }
        members.sort_unstable();
    }

    /// Whether links hold these two together, if through others.
    pub fn holds(&self, a: u32, b: u32) -> bool {
        self.group(a).is_some_and(|group| self.group(b) == Some(group))
    }

    /// Whether links hold it to another.
    pub fn has(&self, body: u32) -> bool {
        self.group(body).is_some()
    }

    /// The bodies that links hold together with this one, which is among them; ascending.
    pub fn with(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        let group = self.group(body).unwrap_or(NONE);
        let first = self.members.partition_point(|(known, _)| *known < group);
        let of_group = self.members[first..].iter().take_while(move |(known, _)| *known == group);
        of_group.map(|(_, body)| *body)
    }

    fn group(&self, body: u32) -> Option<u32> {
        self.groups.get(body as usize).copied().filter(|group| *group != NONE)
    }

    /// Puts bodies back to where sweeps and grounds stopped the first of their group.
    pub fn follow(&self, bodies: &mut [Body], rigid: &RigidBodies, stops: &mut Stops) {
        for of_group in self.members.chunk_by(|(p, _), (q, _)| p == q) {
            let share = |body: u32| {
                let of_body = stops.put_back.iter().filter(|(known, _)| *known == body);
                of_body.map(|(_, share)| *share).product::<f32>()
            };
            let least = of_group.iter().map(|(_, body)| share(*body)).fold(1.0, f32::min);
            for &(_, index) in of_group {
                let left = least / share(index);
                if left >= 1.0 || !left.is_finite() {
                    continue;
                }
                let (body, start) = (&mut bodies[index as usize], &rigid.moving[index as usize]);
                let (moved, turned) = (body.center() - start.center(), body.angle() - start.start_angle);
                put(body, start, moved * left, turned * f64::from(left), least);
                stops.bodies.push((index, left));
            }
        }
    }
}

/// The body of least index of a group so far.
fn least_of(groups: &[u32], mut body: u32) -> u32 {
    while groups[body as usize] != body {
        body = groups[body as usize];
    }
    body
}
