//! Bodies that cables, rods and joints hold together, for what puts bodies back on their ways: one of them alone would tear its
//! links open, the wider the faster all of them move.

use super::fast::put;
use super::rigid::bodies::RigidBodies;
use super::stops::Stops;
use super::task::LinkTask;
use crate::body::Body;

/// The groups of bodies of finite mass that links hold together, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct LinkedBodies {
    /// Body and group. Sorted.
    group_of: Vec<(u32, u32)>,
    /// Group and body. Sorted.
    members: Vec<(u32, u32)>,
}

impl LinkedBodies {
    /// Reads the links of a step. A slack cable holds nothing.
    pub fn fill(&mut self, links: &[LinkTask], bodies: &[Body]) {
        self.group_of.clear();
        self.members.clear();
        let moves = |body: u32| bodies[body as usize].inverse_mass() > 0.0;
        let holds = |task: &&LinkTask| {
            (task.depth >= 0.0 || task.link.pushes()) && moves(task.link.a) && moves(task.link.b)
        };
        let held = || links.iter().filter(holds).map(|task| (task.link.a, task.link.b));
        self.group_of.extend(held().flat_map(|(a, b)| [(a, a), (b, b)]));
        self.group_of.sort_unstable();
        self.group_of.dedup();
        // A group is named for its body of least index.
        for (a, b) in held() {
            let (a, b) = (self.first_of(a), self.first_of(b));
            self.set_group(a.max(b), a.min(b));
        }
        for place in 0..self.group_of.len() {
            let (body, _) = self.group_of[place];
            let first = self.first_of(body);
            self.group_of[place].1 = first;
            self.members.push((first, body));
        }
        self.members.sort_unstable();
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
        let group = self.group(body);
        let first = group
            .map_or(self.members.len(), |group| self.members.partition_point(|(known, _)| *known < group));
        self.members[first..]
            .iter()
            .take_while(move |(known, _)| Some(*known) == group)
            .map(|(_, body)| *body)
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

    fn place(&self, body: u32) -> Option<usize> {
        self.group_of.binary_search_by_key(&body, |(known, _)| *known).ok()
    }

    fn group(&self, body: u32) -> Option<u32> {
        self.place(body).map(|place| self.group_of[place].1)
    }

    fn set_group(&mut self, body: u32, group: u32) {
        if let Some(place) = self.place(body) {
            self.group_of[place].1 = group;
        }
    }

    /// While the groups are found: the body of least index of the group so far.
    fn first_of(&self, mut body: u32) -> u32 {
        while let Some(group) = self.group(body).filter(|group| *group != body) {
            body = group;
        }
        body
    }
}
