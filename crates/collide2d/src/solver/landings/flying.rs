//! Groups of bodies that touch each other and nothing else, whose common motion nothing in the step stops.

use super::way::Way;
use crate::pair::PairKey;
use crate::solver::groups::BodyGroups;
use crate::solver::task::Problem;

/// The groups of a step, in memory kept between steps.
#[derive(Debug, Default)]
pub(super) struct FlyingGroups {
    groups: BodyGroups,
    /// Those that nothing else is near. Sorted.
    alone: Vec<u32>,
}

impl FlyingGroups {
    pub fn clear(&mut self) {
        self.groups.clear();
        self.alone.clear();
    }

    /// Whether the body is of such a group.
    pub fn has(&self, body: u32) -> bool {
        self.groups.of(body).is_some_and(|group| self.alone.binary_search(&group).is_ok())
    }

    /// Finds the bodies that fly together; `fast`: the pairs that may land, `of_bodies`: the ways of all, `moves`: the body's mass
    /// is finite.
    pub fn find(
        &mut self,
        Problem { tasks, links, .. }: Problem<'_>,
        fast: &[PairKey],
        of_bodies: &mut [Way],
        moves: impl Fn(u32) -> bool,
    ) {
        let Self { groups, alone } = self;
        let both_move = |pair: &PairKey| moves(pair.a()) && moves(pair.b());
        for pair in tasks.iter().map(|task| task.pair).filter(both_move) {
            groups.join(pair.a(), pair.b());
        }
        groups.finish();
        // What may land on another body, or be landed on, is put back on its own way, and what links hold with its group.
        let others = fast.iter().filter(|pair| !groups.are_one(pair.a(), pair.b()));
        let others = others.map(|pair| [pair.a(), pair.b()]);
        for body in others.chain(links.iter().map(|task| [task.link.a, task.link.b])).flatten() {
            of_bodies[body as usize].is_met = true;
        }
        for of_group in groups.each() {
            let is_alone = |(_, body): &(u32, u32)| {
                let way = &of_bodies[*body as usize];
                !way.is_held && !way.is_met && way.stopped_at.is_none()
            };
            if of_group.iter().all(is_alone) {
                alone.push(of_group[0].0);
            }
        }
    }
}
