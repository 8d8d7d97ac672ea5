//! A pair's key that other pairs have too.

use std::collections::BTreeMap;

use glam::DVec2;

use super::{Evidence, MistakeAnswer, ShortcutTest};

/// The contacts of a frame in a map from `a XOR b` to a contact, in which a later pair takes the place of an
/// earlier one. Its size grows with the number of bodies, not of pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairKeys {
    by_key: BTreeMap<u32, Entry>,
}

/// What was put under one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    pairs: usize,
    /// The last of them, which is what the map holds.
    last: (u32, u32),
    before: Option<(u32, u32)>,
}

/// The key of one pair, and who else has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedKey {
    /// Indices of the bodies, `a < b`.
    pub pair: (u32, u32),
    pub key: u32,
    /// The pair that takes its place, or whose place it takes; `None`: no other pair has the key.
    pub other: Option<(u32, u32)>,
    /// The map holds this pair in the end.
    pub is_kept: bool,
    pub pairs: usize,
}

impl PairKeys {
    /// The keys of these pairs, in the order in which they are put into the map.
    pub fn of(pairs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut keys = Self::default();
        pairs.into_iter().for_each(|pair| keys.put(pair));
        keys
    }

    /// Puts a pair into the map.
    pub fn put(&mut self, pair: (u32, u32)) {
        let key = pair.0 ^ pair.1;
        // A pair of several shapes comes once for each of their contacts.
        if self.by_key.get(&key).is_some_and(|entry| entry.last == pair) {
            return;
        }
        let entry = self.by_key.entry(key);
        let entry = entry.or_insert(Entry { pairs: 0, last: pair, before: None });
        if entry.pairs > 0 {
            (entry.before, entry.last) = (Some(entry.last), pair);
        }
        entry.pairs += 1;
    }

    /// The key of a pair that was put in. `None` where one other pair has its key.
    pub fn of_pair(&self, pair: (u32, u32)) -> Option<SharedKey> {
        let key = pair.0 ^ pair.1;
        let entry = self.by_key.get(&key).filter(|entry| entry.pairs > 1 || entry.last == pair)?;
        let is_kept = entry.last == pair;
        let other = if is_kept { entry.before } else { Some(entry.last) };
        Some(SharedKey { pair, key, other, is_kept, pairs: entry.pairs })
    }
}

impl SharedKey {
    pub(super) fn test(self, gap: f64) -> ShortcutTest {
        let answer = match (self.other, self.is_kept) {
            (None, _) => MistakeAnswer::Kept,
            (Some(_), true) => MistakeAnswer::Replaces,
            (Some(_), false) => MistakeAnswer::Lost,
        };
        let evidence = Evidence::Key(self);
        ShortcutTest { answer, right: MistakeAnswer::Kept, evidence, gap, origin: DVec2::ZERO }
    }

    /// "Key 3 = 1 XOR 2 is also that of 4 and 7 (ball – crate), which comes later: this contact is lost."
    pub(super) fn sentence(&self, names: &dyn Fn(u32) -> String) -> String {
        let Self { pair: (a, b), key, other, is_kept, pairs } = self;
        let Some((c, d)) = *other else {
            return format!("Key {key} = {a} XOR {b} is that of no other pair.");
        };
        let other = format!("{c} and {d} ({} – {})", names(c), names(d));
        let more = match pairs - 2 {
            0 => String::new(),
            1 => ", and of 1 pair more".to_owned(),
            n => format!(", and of {n} pairs more"),
        };
        let lost = if *is_kept {
            "which came before: its contact is lost, and this one is taken for it"
        } else {
            "which comes later: this contact is lost, and that one is taken for it"
        };
        format!("Key {key} = {a} XOR {b} is also that of {other}{more}, {lost}.")
    }
}
