//! Watches bodies, frame by frame, for pairs that come through each other.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use collide2d::{Body, Contact, Leaf, LeafShape, PairContact, PairKey, Phase, Rotation, Shape, World};
use glam::Vec2;

use super::past::{CameThrough, are_taken, contacts, first_touch_normal, motion};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::between::pair_in_both;

/// What is less deep than this share of the smaller inner radius slides past, as what falls from a ledge beside its wall.
const LEAST_DEPTH: f32 = 0.1;
/// Places that are looked at on the way of two that touched, and are apart in the next frame.
const PLACES: u8 = 8;

/// Watches a run or a recording, where anybody asks for such pairs. Those of sensors and of what a listener takes are none.
#[derive(Clone, Debug, Default)]
pub struct CameThroughWatch {
    is_asked: bool,
    /// The frame of a run that was seen last, and its bodies.
    before: Option<(u64, Vec<Body>)>,
    ways_in: WaysIn,
}

/// Two bodies and the leaves of them that touch.
type TouchingLeaves = ((u32, u32), [Leaf; 2]);
/// The ways on which leaves that touch went into each other.
type WaysIn = BTreeMap<TouchingLeaves, WayIn>;

#[derive(Clone, Copy, Debug)]
struct WayIn {
    /// Of their first touch, toward the first of the two, in the axes of [`face_axes`].
    normal: Vec2,
    /// One is past the middle of the other.
    is_past: bool,
}

impl CameThroughWatch {
    pub fn new(is_asked: bool) -> Self {
        Self { is_asked, ..Self::default() }
    }

    /// The pairs that came through each other in the last step, of those that stop each other, where the frame before was seen.
    pub fn step_to(&mut self, now: &World) -> Vec<(u32, u32)> {
        if !self.is_asked {
            return Vec::new();
        }
        let before = self.before.replace((now.frame(), now.bodies().to_vec()));
        let Some((_, before)) = before.filter(|(frame, _)| frame + 1 == now.frame()) else {
            self.ways_in.clear();
            return Vec::new();
        };
        let is_meant = |(a, b): (u32, u32)| {
            let both = now.body(a).zip(now.body(b));
            both.is_some_and(|(one, other)| !are_taken(now, PairKey::new(a, b), [one, other]))
        };
        let begun = now.events().iter().filter(|event| event.phase == Phase::Begin).map(|event| event.pair);
        let begun = begun.map(|pair| (pair.a(), pair.b()));
        let flipped = |bodies: &(u32, u32)| CameThrough::in_last_step(&before, now, *bodies).is_some();
        let both = |(a, b): (u32, u32)| {
            Some([[before.get(a as usize)?, before.get(b as usize)?], [now.body(a)?, now.body(b)?]])
        };
        let touching = touching(now, is_meant);
        let begun = begun.filter(|bodies| is_meant(*bodies)).collect();
        came_through(&mut self.ways_in, touching, begun, flipped, both)
    }

    /// The same of a recording, in the frame of this index, which follows the last one that was seen; `world`: its bodies there,
    /// `every`: [`Recording::every_body`], `teleport`: who moves farther in a frame was put there, in metres.
    pub fn frame_to(
        &mut self,
        (recording, every): (&Recording, &World),
        world: &World,
        index: usize,
        teleport: Option<f32>,
    ) -> Vec<(u32, u32)> {
        if !self.is_asked {
            return Vec::new();
        }
        let is_sensor = |body: u32| world.body(body).is_some_and(Body::is_sensor);
        // What the engine leaves out on purpose is taken as well.
        let filtered = recording.their_contacts(index).filter(|contact| contact.filtered);
        let filtered: BTreeSet<(u32, u32)> = filtered.map(|contact| contact.bodies).collect();
        self.ways_in.retain(|(bodies, _), _| !filtered.contains(bodies));
        let flipped =
            |bodies: &(u32, u32)| CameThrough::in_frame(recording, every, index, teleport, *bodies).is_some();
        let both = |bodies| pair_in_both(recording, every, index, teleport, bodies);
        let touching =
            touching(world, |(a, b)| !is_sensor(a) && !is_sensor(b) && !filtered.contains(&(a, b)));
        came_through(&mut self.ways_in, touching, BTreeSet::new(), flipped, both)
    }
}

/// The contacts of a world that hold, of the pairs that are meant, with [`face_axes`].
fn touching(
    world: &World,
    is_meant: impl Fn((u32, u32)) -> bool,
) -> BTreeMap<TouchingLeaves, (Contact, Rotation)> {
    let held = world.detect().into_iter().filter(|contact| !world.lets_through(contact));
    let held = held.filter(|contact| is_meant((contact.a, contact.b)));
    let of_leaves = |known: PairContact| {
        let (bodies, leaves) = ((known.a, known.b), [known.leaf_a, known.leaf_b]);
        let axes = face_axes([world.body(known.a)?, world.body(known.b)?], leaves)?;
        Some(((bodies, leaves), (known.contact, axes)))
    };
    held.filter_map(of_leaves).collect()
}

/// The pairs that came through each other since the frame before: whose shortest way out `flipped` from one frame to the next, or
/// that are past each other's middle, on the way on which they went in. `begun`: what touched within the step; `both`: two bodies in
/// the frame before and in this one, unless they were put there.
fn came_through<B: Borrow<Body>>(
    ways_in: &mut WaysIn,
    touching: BTreeMap<TouchingLeaves, (Contact, Rotation)>,
    begun: BTreeSet<(u32, u32)>,
    flipped: impl Fn(&(u32, u32)) -> bool,
    both: impl Fn((u32, u32)) -> Option<[[B; 2]; 2]>,
) -> Vec<(u32, u32)> {
    let touched: BTreeSet<(u32, u32)> = touching.keys().map(|(bodies, _)| *bodies).chain(begun).collect();
    let mut came: BTreeSet<(u32, u32)> = touched.into_iter().filter(flipped).collect();
    let before = std::mem::take(ways_in);
    for (&(bodies, leaves), way_in) in &before {
        if way_in.is_past || touching.contains_key(&(bodies, leaves)) {
            continue;
        }
        let went = both(bodies).is_some_and(|[before, now]| {
            let mut places = (1..PLACES).map(|place| f32::from(place) / f32::from(PLACES));
            places.any(|share| is_past_between(two(&before), two(&now), share, leaves, way_in.normal))
        });
        came.extend(went.then_some(bodies));
    }
    for ((bodies, leaves), (contact, axes)) in touching {
        let poses = both(bodies);
        let known = before.get(&(bodies, leaves)).filter(|_| poses.is_some()).copied();
        let mut way_in = known.unwrap_or_else(|| {
            let first = poses.as_ref().and_then(|[before, now]| {
                let [before, now] = [two(before), two(now)];
                if contacts(before).is_empty() { first_touch_normal(before, now) } else { None }
            });
            let normal = first.unwrap_or(contact.normal);
            WayIn { normal: axes.unrotate(normal), is_past: false }
        });
        let is_past =
            || poses.as_ref().is_some_and(|[_, now]| is_past(two(now), leaves, contact.depth, way_in.normal));
        if !way_in.is_past && (came.contains(&bodies) || is_past()) {
            way_in.is_past = true;
            came.insert(bodies);
        }
        ways_in.insert((bodies, leaves), way_in);
    }
    came.into_iter().collect()
}

fn two<B: Borrow<Body>>([a, b]: &[B; 2]) -> [&Body; 2] {
    [a.borrow(), b.borrow()]
}

/// [`is_past`] at a share of the way from one frame to the next.
fn is_past_between(before: [&Body; 2], now: [&Body; 2], share: f32, leaves: [Leaf; 2], normal: Vec2) -> bool {
    let between = |side: usize| {
        let mut body = before[side].clone();
        let pose = motion(before[side], now[side]).pose_after(body.pose(), share);
        body.set_pose(pose).ok().map(|()| body)
    };
    let Some((a, b)) = between(0).zip(between(1)) else { return false };
    let known = contacts([&a, &b]);
    let contact = known.iter().find(|(known, _)| *known == leaves);
    contact.is_some_and(|(_, contact)| is_past([&a, &b], leaves, contact.depth, normal))
}

/// How the one of two leaves is turned whose face they touch at: what rolls on it turns by itself. That is the one that is no
/// circle, of two such the larger.
fn face_axes([a, b]: [&Body; 2], [leaf_a, leaf_b]: [Leaf; 2]) -> Option<Rotation> {
    let both = [a.leaf(leaf_a)?, b.leaf(leaf_b)?];
    let size = |leaf: &LeafShape| {
        let is_circle = matches!(leaf.shape, Shape::Circle(_));
        if is_circle { 0.0 } else { leaf.shape.bounding_circle().radius }
    };
    let [of_a, of_b] = both.each_ref().map(size);
    let [a, b] = both;
    Some(if of_a > of_b { a.pose.rotation } else { b.pose.rotation })
}

/// Whether two leaves that touch have the shorter way out, along the normal with which they first touched, on the other side.
/// `normal`: in the axes of [`face_axes`].
fn is_past(
    bodies @ [a, b]: [&Body; 2],
    leaves @ [leaf_a, leaf_b]: [Leaf; 2],
    depth: f32,
    normal: Vec2,
) -> bool {
    let Some(axes) = face_axes(bodies, leaves) else { return false };
    let normal = axes.rotate(normal);
    let Some((a, b)) = a.leaf(leaf_a).zip(b.leaf(leaf_b)) else { return false };
    let radius = [a.shape, b.shape].map(|shape| shape.inner_radius());
    let smaller = radius.into_iter().filter(|radius| *radius > 0.0).reduce(f32::min);
    if smaller.is_none_or(|smaller| depth < LEAST_DEPTH * smaller) {
        return false;
    }
    // How far each reaches along the normal and against it.
    let reach =
        |leaf: &LeafShape| [normal, -normal].map(|way| leaf.shape.support(&leaf.pose, way).dot(normal));
    let ([a_on, a_back], [b_on, b_back]) = (reach(&a), reach(&b));
    b_on - a_back > a_on - b_back
}
