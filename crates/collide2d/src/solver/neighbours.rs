//! The contacts of each body.

/// The contacts of each body of finite mass, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    /// Where a body's contacts lie in `contacts`: the first, and the end.
    places: Vec<[u32; 2]>,
    contacts: Vec<u32>,
    /// The bodies that have contacts.
    listed: Vec<u32>,
}

impl Neighbours {
    /// Rebuilds the lists: contact `i` is between the bodies `pairs[i]`; `moves`: the body has a list.
    pub(crate) fn fill(
        &mut self,
        bodies: usize,
        pairs: impl Iterator<Item = (usize, usize)> + Clone,
        moves: impl Fn(usize) -> bool,
    ) {
        let Self { places, contacts, listed } = self;
        for body in listed.drain(..) {
            places[body as usize] = [0; 2];
        }
        places.resize(bodies, [0; 2]);
        // Counting sort by body, of the bodies in the order in which they are met.
        for body in pairs.clone().flat_map(|(a, b)| [a, b]).filter(|&body| moves(body)) {
            let [_, count] = &mut places[body];
            if *count == 0 {
                listed.push(body as u32);
            }
            *count += 1;
        }
        let mut end = 0;
        for &body in &*listed {
            let [first, last] = &mut places[body as usize];
            (*first, end) = (end, end + *last);
            *last = *first;
        }
        contacts.clear();
        contacts.resize(end as usize, 0);
        for (i, (a, b)) in (0..).zip(pairs) {
            for body in [a, b].into_iter().filter(|&body| moves(body)) {
                let [_, end] = &mut places[body];
                contacts[*end as usize] = i;
                *end += 1;
            }
        }
    }

    /// The contacts of a body, ascending; none if its mass is infinite.
    pub(crate) fn of(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        let [first, end] = self.places[body];
        self.contacts[first as usize..end as usize].iter().map(|&i| i as usize)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/neighbours.rs"]
mod tests;
