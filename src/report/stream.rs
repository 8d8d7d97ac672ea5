//! The pairs of a world one after another, in memory that does not grow with their number.

use std::io;
use std::ops::ControlFlow;

use collide2d::{Leaf, PairContact, World};

use super::ghosts;
use super::options::{ReportOptions, WhichPairs};
use super::pair::{PairReport, can_touch, for_each_entry, leaves_of};
use crate::explain::classic_mistakes::{self, PairKeys};
use crate::explain::second_opinion;
use crate::scene::{PairParts, are_meant};

/// Hands the pairs to a writer in turn, until the first error.
pub trait PairStream: FnOnce(&mut dyn FnMut(&PairReport) -> io::Result<()>) -> io::Result<()> {}

impl<F: FnOnce(&mut dyn FnMut(&PairReport) -> io::Result<()>) -> io::Result<()>> PairStream for F {}

/// Hands over the pairs of [`WhichPairs::Touching`], [`WhichPairs::All`] or [`WhichPairs::Of`] in the report's order, in memory
/// that does not grow with their number. Stops at the first error, which is returned.
pub fn for_each_pair(
    world: &World,
    options: &ReportOptions,
    write: &mut dyn FnMut(&PairReport) -> io::Result<()>,
) -> io::Result<()> {
    let mut written = Ok(());
    let keys = options.shortcuts.then(|| touching_keys(world));
    let mut write_pair = |pair: (u32, u32), leaves: [Leaf; 2], contact: Option<&PairContact>| {
        if let Some(mut read) = PairReport::of(world, pair, leaves, contact, options.axes.has(pair)) {
            if let Some(keys) = &keys {
                add_shortcuts(&mut read, world, keys);
            }
            if let Some(tolerance) = options.second_opinion {
                add_second_opinion(&mut read, world, contact, tolerance);
            }
            written = write(&read);
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    if lists_entries(options.pairs) {
        let _ = for_each_listed(options.pairs, world, &mut write_pair);
    } else {
        let mut apart = ghosts::acted_apart(world).into_iter().peekable();
        world.for_each_contact(|c| {
            let pair = ((c.a, c.b), leaves_of(c));
            while let Some((apart, leaves)) = apart.next_if(|apart| *apart < pair) {
                write_pair(apart, leaves, None)?;
            }
            if options.lists(world, c) {
                write_pair(pair.0, pair.1, Some(c))
            } else {
                ControlFlow::Continue(())
            }
        });
        let _ = apart.try_for_each(|(pair, leaves)| write_pair(pair, leaves, None));
    }
    written
}

/// Is called with a pair, two of its leaves, and their contact.
type EntryVisitor<'v> = &'v mut dyn FnMut((u32, u32), [Leaf; 2], Option<&PairContact>) -> ControlFlow<()>;

/// Whether pairs are listed that do not touch, and each of their parts.
pub(super) fn lists_entries(pairs: WhichPairs) -> bool {
    matches!(pairs, WhichPairs::All | WhichPairs::Of(_))
}

/// The entries of those.
pub(super) fn for_each_listed(pairs: WhichPairs, world: &World, visit: EntryVisitor<'_>) -> ControlFlow<()> {
    let mut of_pair = |pair: (u32, u32), parts: PairParts| {
        let mut flow = ControlFlow::Continue(());
        for_each_entry(world, pair, &mut |leaves, contact| {
            if flow.is_continue() && are_meant(leaves, parts) {
                flow = visit(pair, leaves, contact);
            }
        });
        flow
    };
    match pairs {
        WhichPairs::Of((pair, parts)) => of_pair(pair, parts),
        _ => every_pair(world).try_for_each(|pair| of_pair(pair, [None; 2])),
    }
}

/// The keys under which shortcuts keep the touching pairs.
fn touching_keys(world: &World) -> PairKeys {
    let mut keys = PairKeys::default();
    world.for_each_contact(|c| {
        keys.put((c.a, c.b));
        ControlFlow::Continue(())
    });
    keys
}

fn add_shortcuts(pair: &mut PairReport, world: &World, keys: &PairKeys) {
    // A shortcut knows no outline of a chain.
    let bodies = pair.bodies(world).filter(|_| !pair.is_of_chain());
    let keys = keys.of_pair((pair.a, pair.b));
    pair.shortcuts = bodies.map(|[a, b]| classic_mistakes::of_pair(a, b, keys)).unwrap_or_default();
}

fn add_second_opinion(pair: &mut PairReport, world: &World, contact: Option<&PairContact>, tolerance: f32) {
    let alone = pair.trace.as_ref().filter(|trace| trace.leaves.is_some());
    let contact = alone.map_or(contact.map(|contact| contact.contact), |trace| trace.contact);
    let bodies = pair.bodies(world).filter(|_| !pair.is_of_chain());
    let opinion = bodies.and_then(|bodies| second_opinion::of_bodies(bodies, contact.as_ref(), tolerance));
    pair.second_opinion = opinion.map(Box::new);
}

/// Every pair but wall with wall and those of one group, sorted.
fn every_pair(world: &World) -> impl Iterator<Item = (u32, u32)> + '_ {
    let count = world.bodies().len() as u32;
    let every = (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)));
    every.filter(|&(a, b)| can_touch(world, a, b))
}
