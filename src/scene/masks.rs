//! What the bodies and the queries of a scene are and meet, as the core's filters.

use std::collections::BTreeSet;

use collide2d::Filter;

use super::fault::nearest;
use super::{Scene, SceneBody};
use crate::platform::plain;

/// Most names that the bodies and queries of a scene are; those that nobody is count as one.
pub const MAX_SORTS: usize = u32::BITS as usize;
/// Of a body or a query: what it is, and what it meets.
type IsAndMeets<'s> = (&'s Option<Vec<String>>, &'s Option<Vec<String>>);

fn named(scene: &Scene) -> impl Iterator<Item = IsAndMeets<'_>> {
    let bodies = scene.bodies.iter().map(|body| (&body.is, &body.meets));
    bodies.chain(scene.queries.iter().map(|query| (&query.is, &query.meets)))
}

/// Every name that some body is.
pub fn sorts(scene: &Scene) -> BTreeSet<&str> {
    scene.bodies.iter().filter_map(|body| body.is.as_ref()).flatten().map(String::as_str).collect()
}

/// How many bits the masks of a scene take: one for each name that somebody is, and one for all that nobody is.
pub(super) fn bits_taken(scene: &Scene) -> usize {
    let MaskBits { sorts } = MaskBits::of(scene);
    let mut met = named(scene).filter_map(|(_, meets)| meets.as_ref()).flatten();
    sorts.len() + usize::from(met.any(|name| !sorts.contains(name)))
}

/// The bits of the names in a scene's masks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaskBits {
    /// Every name that some body or query is.
    sorts: BTreeSet<String>,
}

impl MaskBits {
    pub fn of(scene: &Scene) -> Self {
        Self { sorts: named(scene).filter_map(|(is, _)| is.as_ref()).flatten().cloned().collect() }
    }

    pub fn filter(&self, is: &Option<Vec<String>>, meets: &Option<Vec<String>>) -> Filter {
        let of_nobody = MAX_SORTS - 1;
        let bit = |name: &String| {
            let place = self.sorts.iter().position(|known| known == name);
            1 << place.unwrap_or(of_nobody).min(of_nobody)
        };
        let bits = |names: &Option<Vec<String>>| {
            names.as_ref().map_or(u32::MAX, |names| names.iter().map(bit).fold(0, |all, bit: u32| all | bit))
        };
        Filter { is: bits(is), meets: bits(meets) }
    }
}

/// Whether the bodies that are `a` and those that are `b` meet; `None`: some do.
pub fn do_meet(scene: &Scene, a: &str, b: &str) -> Option<bool> {
    let [one, other] = [[a, b], [b, a]].map(|[own, other]| {
        let mut met = scene.bodies.iter().filter(|body| is(body, own)).map(|body| meets(body, other));
        let first = met.next().unwrap_or(true);
        met.all(|met| met == first).then_some(first)
    });
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        (None, _) | (_, None) => None,
    }
}

/// The bodies that change so that those that are `a` and those that are `b` meet, or do not, with their indices.
pub fn made_to_meet(scene: &Scene, a: &str, b: &str, meet: bool) -> Vec<(u32, SceneBody)> {
    let all: Vec<String> = MaskBits::of(scene).sorts.into_iter().collect();
    let is_some_unnamed = scene.bodies.iter().any(|body| body.is.is_none());
    let mut changed = Vec::new();
    for (index, body) in (0..).zip(&scene.bodies) {
        let mut new = body.clone();
        for [own, other] in [[a, b], [b, a]] {
            if is(&new, own) && meets(&new, other) != meet {
                let names = new.meets.get_or_insert_with(|| all.clone());
                names.retain(|name| name != other);
                if meet {
                    names.push(other.to_owned());
                } else if names.is_empty() && is_some_unnamed {
                    // Who meets nobody would not meet those without a name either.
                    names.push(of_nobody(&all));
                }
            }
        }
        if new != *body {
            changed.push((index, new));
        }
    }
    changed
}

/// A name that nobody is, met by bodies that are to meet those without a name alone.
fn of_nobody(all: &[String]) -> String {
    let mut name = "unnamed".to_owned();
    while all.contains(&name) {
        name.push('_');
    }
    name
}

/// Which name is missing on which side, of two bodies whose filters do not let them meet: ", from both sides: …" or ": …".
pub fn why_apart([a, b]: [&SceneBody; 2], [p, q]: [Filter; 2]) -> String {
    let sides = [(p.meets & q.is == 0).then_some((a, b)), (q.meets & p.is == 0).then_some((b, a))];
    let (mut words, mut lacking) = (Vec::new(), Vec::new());
    for (meets, is) in sides.into_iter().flatten() {
        let is_nobody = is.is.as_ref().is_some_and(Vec::is_empty);
        words.push(if is_nobody { nobody(is) } else { no_meeting(meets, is) });
        lacking.extend((!is_nobody).then(|| plain::label(&meets.name)));
    }
    let sides = if words.len() == 2 { ", from both sides" } else { "" };
    words.extend(match &lacking[..] {
        [] => None,
        [one] => Some(format!("`meets` of {one} lacks a name of the other's `is`")),
        _ => Some("neither `meets` has a name of the other's `is`".to_owned()),
    });
    format!("{sides}: {}", words.join("; "))
}

/// "no body is "levle"; did you mean "level"?", of the first name that one of the two meets, no body is, and that is near to
/// one that a body is.
pub fn misspelt(scene: &Scene, bodies: [&SceneBody; 2]) -> Option<String> {
    let known = sorts(scene);
    let met = bodies.into_iter().filter_map(|body| body.meets.as_ref()).flatten();
    met.filter(|name| !known.contains(name.as_str())).find_map(|name| {
        let near = nearest(name, known.iter().copied())?;
        Some(format!("no body is {}; did you mean {}?", plain::quoted(name), plain::quoted(near)))
    })
}

/// Of a body whose `is` is empty.
fn nobody(body: &SceneBody) -> String {
    format!("{} is nobody (its `is` is empty), and so nobody meets it", plain::label(&body.name))
}

/// That the first body's `meets` has no name of the second.
fn no_meeting(meets: &SceneBody, is: &SceneBody) -> String {
    let names = |names: &Option<Vec<String>>, default: &str| match names {
        None => default.to_owned(),
        Some(names) if names.is_empty() => "nobody".to_owned(),
        Some(names) => names.iter().map(|name| plain::quoted(name)).collect::<Vec<_>>().join(", "),
    };
    format!(
        "{} meets {}, and {} is {}",
        plain::label(&meets.name),
        names(&meets.meets, "everything"),
        plain::label(&is.name),
        names(&is.is, "everything")
    )
}

fn is(body: &SceneBody, name: &str) -> bool {
    body.is.as_ref().is_some_and(|names| names.iter().any(|own| own == name))
}

fn meets(body: &SceneBody, name: &str) -> bool {
    body.meets.as_ref().is_none_or(|names| names.iter().any(|met| met == name))
}
