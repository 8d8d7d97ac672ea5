//! Bodies that cables, rods and joints hold together, for what puts bodies back on their ways: one of them alone would tear its
//! links open, the wider the faster all of them move.

use super::fast::put;
use super::groups::BodyGroups;
use super::rigid::bodies::RigidBodies;
use super::stops::Stops;
use super::task::LinkTask;
use crate::body::Body;

/// The groups of bodies of finite mass that links hold together, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct LinkedBodies {
    groups: BodyGroups,
}

impl LinkedBodies {
    /// Reads the links of a step. A slack cable holds nothing.
    pub fn fill(&mut self, links: &[LinkTask], bodies: &[Body]) {
        self.groups.clear();
        let moves = |body: u32| bodies[body as usize].inverse_mass() > 0.0;
        let holds = |task: &&LinkTask| {
            (task.depth >= 0.0 || task.link.pushes()) && moves(task.link.a) && moves(task.link.b)
        };
        for LinkTask { link, .. } in links.iter().filter(holds) {
            self.groups.join(link.a, link.b);
        }
        self.groups.finish();
    }

    /// Whether links hold these two together, if through others.
    pub fn holds(&self, a: u32, b: u32) -> bool {
        self.groups.are_one(a, b)
    }

    /// Whether links hold it to another.
    pub fn has(&self, body: u32) -> bool {
        self.groups.of(body).is_some()
    }

    /// The bodies that links hold together with this one, which is among them; ascending.
    pub fn with(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        self.groups.of(body).into_iter().flat_map(|group| self.groups.bodies(group))
    }

    /// Puts bodies back to where sweeps and grounds stopped the first of their group.
    pub fn follow(&self, bodies: &mut [Body], rigid: &RigidBodies, stops: &mut Stops) {
        for of_group in self.groups.each() {
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
