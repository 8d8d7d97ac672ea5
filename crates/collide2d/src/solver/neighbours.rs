//! Which contacts act on a body.

/// The contacts of each body of finite mass, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    /// The contacts of body `i` are `contacts[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    contacts: Vec<u32>,
}

impl Neighbours {
    /// Starts over: contact `i` is between the two bodies that `pairs` gives in its place; `moves` says which bodies to keep.
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

    /// The contacts of a body, in ascending order; none if its mass is infinite.
    pub(crate) fn of(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        self.contacts[self.first[body] as usize..self.first[body + 1] as usize].iter().map(|&i| i as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::Neighbours;

    #[test]
    fn lists_the_contacts_of_each_body_that_moves() {
        let pairs = [(0, 1), (0, 2), (1, 2), (2, 4)];
        let mut neighbours = Neighbours::default();
        for _ in 0..2 {
            neighbours.fill(5, pairs.iter().copied(), |body| body != 0);
            let of = |body| neighbours.of(body).collect::<Vec<_>>();
            assert_eq!(
                [of(0), of(1), of(2), of(3), of(4)],
                [vec![], vec![0, 2], vec![1, 2, 3], vec![], vec![3]]
            );
        }
    }
}
