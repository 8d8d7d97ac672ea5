//! The contacts of each body.

/// The contacts of each body of finite mass, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    /// The contacts of body `i` are `contacts[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    contacts: Vec<u32>,
}

impl Neighbours {
    /// Rebuilds the lists: contact `i` is between the bodies `pairs[i]`; `moves`: the body has a list.
    pub(crate) fn fill(
        &mut self,
        bodies: usize,
        pairs: impl DoubleEndedIterator<Item = (usize, usize)> + ExactSizeIterator + Clone,
        moves: impl Fn(usize) -> bool,
    ) {
        // Counting sort by body. The counts become ends, and filling from the back turns ends into starts.
        self.first.clear();
        self.first.resize(bodies + 1, 0);
        for body in pairs.clone().flat_map(|(a, b)| [a, b]).filter(|&body| moves(body)) {
            self.first[body] += 1;
        }
        for i in 1..self.first.len() {
            self.first[i] += self.first[i - 1];
        }
        self.contacts.clear();
        self.contacts.resize(self.first.last().map_or(0, |&end| end as usize), 0);
        for (i, (a, b)) in pairs.enumerate().rev() {
            for body in [a, b].into_iter().filter(|&body| moves(body)) {
                self.first[body] -= 1;
                self.contacts[self.first[body] as usize] = i as u32;
            }
        }
    }

    /// The contacts of a body, ascending; none if its mass is infinite.
    pub(crate) fn of(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        self.contacts[self.first[body] as usize..self.first[body + 1] as usize].iter().map(|&i| i as usize)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/neighbours.rs"]
mod tests;
