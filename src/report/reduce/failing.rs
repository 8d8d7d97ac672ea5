//! What a smaller scene keeps of the whole one where an expectation fails: a thing fails to rest, to bounce or to arrive in many
//! ways, and it is the way of the whole scene that is looked for.

use std::collections::{BTreeMap, BTreeSet};

use collide2d::{Phase, World};
use glam::Vec2;

use crate::report::why::hanging_together;
use crate::scene::{Expectation, Scene};

/// How far a body that the expectation names may be from where it was, as a share of its bounding circle's radius.
const SAME_PLACE: f32 = 0.25;

/// How the bodies that a scene's expectations name came to where they are.
#[derive(Clone, Debug, Default)]
pub(super) struct FailingWay {
    /// By index, what each touched last, or passed through; by name.
    touched: BTreeMap<u32, BTreeSet<String>>,
}

/// A body that a failing expectation names, in the frame in which it fails.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FailingBody {
    place: Vec2,
    /// How far a smaller scene may have it from there. Metres.
    may_be_off: f32,
    touched: BTreeSet<String>,
    /// Joints, cables or rods lead from it to something that no solver moves.
    hangs: bool,
}

impl FailingWay {
    /// Looks at the next frame. What passes through each other is seen where the world's settings ask for it.
    pub fn see(&mut self, scene: &Scene, world: &World) {
        let named: Vec<u32> = named_bodies(scene, world).collect();
        if named.is_empty() {
            return;
        }
        let touching: Vec<(u32, u32)> = if world.frame() == 0 {
            world.detect().iter().map(|contact| (contact.a, contact.b)).collect()
        } else {
            let events =
                world.events().iter().filter(|event| event.phase != Phase::End).map(|event| event.pair);
            let pairs = events.chain(world.crossed().iter().map(|known| known.pair));
            pairs.map(|pair| (pair.a(), pair.b())).collect()
        };
        for body in named {
            let other = |(a, b): &(u32, u32)| [(*a, *b), (*b, *a)].into_iter().find(|(one, _)| *one == body);
            let others =
                touching.iter().filter_map(other).filter_map(|(_, other)| scene.bodies.get(other as usize));
            let others: BTreeSet<String> = others.map(|other| other.name.clone()).collect();
            if !others.is_empty() {
                self.touched.insert(body, others);
            }
        }
    }

    /// The bodies that the scene's expectations name, in the world's frame, which was seen.
    pub fn bodies(&self, scene: &Scene, world: &World) -> Vec<FailingBody> {
        let body = |index: u32| {
            let body = world.body(index)?;
            Some(FailingBody {
                place: body.pose().position,
                may_be_off: SAME_PLACE * body.bounding_circle().radius,
                touched: self.touched.get(&index).cloned().unwrap_or_default(),
                hangs: hangs(world, index),
            })
        };
        named_bodies(scene, world).filter_map(body).collect()
    }
}

impl FailingBody {
    /// Whether a body of a smaller scene came there on the same way.
    pub fn is_as(&self, smaller: &Self) -> bool {
        self.place.distance(smaller.place) <= self.may_be_off
            && (self.touched.is_empty() || !self.touched.is_disjoint(&smaller.touched))
            && self.hangs == smaller.hangs
    }
}

/// The bodies that the scene's expectations name, of those that are there.
fn named_bodies(scene: &Scene, world: &World) -> impl Iterator<Item = u32> {
    let names = scene.expect.iter().flat_map(Expectation::bodies);
    names.filter_map(|(_, name)| Some(scene.named_body(name)?.find(world)?.body))
}

/// Whether joints, cables or rods lead from a body to something that no solver moves.
fn hangs(world: &World, body: u32) -> bool {
    let together = hanging_together(world, (body, body));
    let mut links = world.generators().filter_map(|(_, link)| link.ends());
    links.any(|[a, b]| together.contains(&a) != together.contains(&b))
}
