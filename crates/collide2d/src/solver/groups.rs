//! Groups of bodies, found by joining two at a time.

/// It is in no group.
const NONE: u32 = u32::MAX;

/// Groups of bodies, each named for its body of least index, in memory kept between steps.
#[derive(Debug, Default)]
pub(super) struct BodyGroups {
    /// The group of each body; while they are found, a body of it that is nearer to the least one.
    groups: Vec<u32>,
    /// Group and body. Sorted.
    members: Vec<(u32, u32)>,
}

impl BodyGroups {
    pub fn clear(&mut self) {
        for (_, body) in self.members.drain(..) {
            self.groups[body as usize] = NONE;
        }
    }

    /// Puts two bodies into one group. [`BodyGroups::finish`] comes after the last two.
    pub fn join(&mut self, a: u32, b: u32) {
        let length = self.groups.len().max(a.max(b) as usize + 1);
        self.groups.resize(length, NONE);
        let [a, b] = [a, b].map(|body| {
            if self.groups[body as usize] == NONE {
                self.groups[body as usize] = body;
                self.members.push((NONE, body));
            }
            self.least_of(body)
        });
        self.groups[a.max(b) as usize] = a.min(b);
    }

    pub fn finish(&mut self) {
        for place in 0..self.members.len() {
            let (_, body) = self.members[place];
            let group = self.least_of(body);
            self.members[place].0 = group;
            self.groups[body as usize] = group;
        }
        self.members.sort_unstable();
    }

    pub fn of(&self, body: u32) -> Option<u32> {
        self.groups.get(body as usize).copied().filter(|group| *group != NONE)
    }

    /// Whether these two are in one group.
    pub fn are_one(&self, a: u32, b: u32) -> bool {
        self.of(a).is_some_and(|group| self.of(b) == Some(group))
    }

    /// The bodies of a group, ascending.
    pub fn bodies(&self, group: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.members.partition_point(|(known, _)| *known < group);
        let of_group = self.members[first..].iter().take_while(move |(known, _)| *known == group);
        of_group.map(|(_, body)| *body)
    }

    /// Group and body of the members of each group.
    pub fn each(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.members.chunk_by(|(p, _), (q, _)| p == q)
    }

    /// The body of least index of a group so far.
    fn least_of(&self, mut body: u32) -> u32 {
        while self.groups[body as usize] != body {
            body = self.groups[body as usize];
        }
        body
    }
}
