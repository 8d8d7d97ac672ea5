//! The contacts of a pair in two recordings, each beside the one most like it, whatever their order in the file.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::{BodyPair, Matching, RunBodies, RunQuantity, SameFrame};
use crate::elsewhere::differences::angle;
use crate::elsewhere::recording::{Recording, TheirContact};
use crate::platform::sorting;

/// Most pairs of contacts of two bodies of which the most alike are looked for; of more, contacts are paired in order.
const MOST_PAIRS: usize = 250_000;

impl Matching {
    pub(super) fn contacts(&self, frames: SameFrame<'_>, add: &mut impl FnMut(RunBodies, RunQuantity, f32)) {
        let SameFrame { a, b, i, j, tolerance } = frames;
        let first = by_pair(a, i, |bodies| Some((self.in_both(bodies)?, false)));
        let is_turned = |(p, q): BodyPair| self.first_of.get(&p) > self.first_of.get(&q);
        let second = by_pair(b, j, |bodies| Some((self.pair(bodies)?, is_turned(bodies))));
        let pairs: BTreeSet<BodyPair> = first.keys().chain(second.keys()).copied().collect();
        for pair in pairs {
            let [one, other] = [&first, &second].map(|of| of.get(&pair).map_or(&[][..], Vec::as_slice));
            let mut note =
                |quantity: RunQuantity, by: f32| add(RunBodies::Pair(pair.0, pair.1), quantity, by);
            let paired = paired(one, other);
            for (p, q) in paired.iter().filter_map(|&(p, q)| one.get(p).zip(other.get(q))) {
                differ(p, q, tolerance, &mut note);
            }
            let (of_one, of_other): (BTreeSet<usize>, BTreeSet<usize>) = paired.into_iter().unzip();
            for (contacts, known) in [(one, of_one), (other, of_other)] {
                let alone = (0..).zip(contacts).filter(|(index, _)| !known.contains(index));
                alone.for_each(|(_, alone)| note(RunQuantity::Contact, alone.depth.unwrap_or_default()));
            }
        }
    }
}

/// What differs between two contacts by more than the tolerance.
fn differ(one: &TheirContact, other: &TheirContact, tolerance: f32, note: &mut impl FnMut(RunQuantity, f32)) {
    let apart = |one: Option<f32>, other: Option<f32>| one.zip(other).map_or(0.0, |(p, q)| (p - q).abs());
    let quantities = [
        (RunQuantity::Depth, apart(one.depth, other.depth)),
        (RunQuantity::Normal, turned(one, other)),
        (RunQuantity::Point, points_apart(one, other)),
        (RunQuantity::Impulse, apart(one.impulse, other.impulse)),
    ];
    quantities.into_iter().filter(|(_, by)| *by > tolerance).for_each(|(quantity, by)| note(quantity, by));
}

/// Radians; 0 where one tells no normal.
fn turned(one: &TheirContact, other: &TheirContact) -> f32 {
    let normals = one.normal.zip(other.normal).filter(|(p, q)| p != q);
    normals.map_or(0.0, |(p, q)| angle(p, q))
}

fn points_apart(one: &TheirContact, other: &TheirContact) -> f32 {
    farthest_from(&one.points, &other.points).max(farthest_from(&other.points, &one.points))
}

/// Of some points the farthest from the nearest of others; 0 where there are none of either. Metres.
fn farthest_from(points: &[Vec2], others: &[Vec2]) -> f32 {
    let nearest = |point: &Vec2| others.iter().map(|other| point.distance(*other)).reduce(f32::min);
    points.iter().filter_map(nearest).fold(0.0, f32::max)
}

/// Of each pair that touches in a frame of theirs its contacts, in an order that does not depend on that of the file. `pair`:
/// how the first recording names it, and whether it has the two the other way round.
fn by_pair(
    recording: &Recording,
    index: usize,
    pair: impl Fn(BodyPair) -> Option<(BodyPair, bool)>,
) -> BTreeMap<BodyPair, Vec<TheirContact>> {
    let mut pairs: BTreeMap<BodyPair, Vec<TheirContact>> = BTreeMap::new();
    for mut contact in recording.their_contacts(index).filter(TheirContact::touches) {
        let Some((bodies, is_turned)) = pair(contact.bodies) else { continue };
        if is_turned {
            contact.normal = contact.normal.map(|normal| -normal);
            contact.shapes = (contact.shapes.1, contact.shapes.0);
        }
        pairs.entry(bodies).or_default().push(contact);
    }
    for contacts in pairs.values_mut().filter(|contacts| contacts.len() > 1) {
        let numbers = |contact: &TheirContact| -> Vec<u32> {
            let vectors = contact.normal.iter().chain(&contact.points).flat_map(|v| v.to_array());
            let all = contact.depth.into_iter().chain(vectors).chain(contact.impulse);
            all.map(f32::to_bits).collect()
        };
        sorting::sort_by_key(contacts, |contact| (contact.shapes, numbers(contact)));
    }
    pairs
}

/// Which contact is beside which: the most alike first. Contacts that name other shapes are none of a kind.
fn paired(one: &[TheirContact], other: &[TheirContact]) -> Vec<(usize, usize)> {
    if one.len() * other.len() > MOST_PAIRS {
        return (0..one.len().min(other.len())).map(|index| (index, index)).collect();
    }
    let differs = |p: Option<u32>, q: Option<u32>| p.zip(q).is_some_and(|(p, q)| p != q);
    let mut pairs = Vec::new();
    for (i, p) in one.iter().enumerate() {
        for (j, q) in other.iter().enumerate() {
            if differs(p.shapes.0, q.shapes.0) || differs(p.shapes.1, q.shapes.1) {
                continue;
            }
            let deeper = p.depth.zip(q.depth).map_or(0.0, |(p, q)| (p - q).abs());
            pairs.push((turned(p, q) + deeper + points_apart(p, q), i, j));
        }
    }
    sorting::sort_by(&mut pairs, |p, q| p.0.total_cmp(&q.0));
    let (mut of_one, mut of_other) = (BTreeSet::new(), BTreeSet::new());
    let is_free = |&(_, i, j): &(f32, usize, usize)| {
        let is_free = !of_one.contains(&i) && !of_other.contains(&j);
        if is_free {
            of_one.insert(i);
            of_other.insert(j);
        }
        is_free
    };
    pairs.into_iter().filter(is_free).map(|(_, i, j)| (i, j)).collect()
}
