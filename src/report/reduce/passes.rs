//! What can be taken out of a scene: a list of places for each kind of thing.

use std::ops::Range;

use crate::scene::field::OwnedField;
use crate::scene::numbers::decimal;
use crate::scene::{NamedBody, Scene, SceneBody, SceneMotion, ScenePart, SceneShape};

/// Takes out what is at some of its places. What becomes of the scene may be refused.
pub(super) type TakeOut = fn(&mut Scene, &mut PassPlaces);

/// How many of [`PASSES`] take out what is a thing of its own: the first ones.
pub(super) const WHOLE_PASSES: usize = 6;

/// In the order in which they are tried: what takes the most out comes first.
pub(super) const PASSES: [TakeOut; 17] = [
    bodies,
    |scene, places| scene.listeners.retain(|_| places.stays()),
    |scene, places| scene.generators.retain(|_| places.stays()),
    |scene, places| scene.joints.retain(|_| places.stays()),
    queries,
    |scene, places| scene.inputs.retain(|_| places.stays()),
    motions,
    parts,
    only_parts,
    outlines,
    points,
    fields,
    rounded::<0>,
    rounded::<1>,
    rounded::<2>,
    rounded::<3>,
    rounded::<4>,
];

/// The places of a pass, which are counted as it meets them.
#[derive(Debug, Default)]
pub(super) struct PassPlaces {
    /// Those that are taken out.
    pub out: Range<usize>,
    pub count: usize,
}

impl PassPlaces {
    /// Meets the next place: whether it is taken out.
    fn goes(&mut self) -> bool {
        let place = self.count;
        self.count += 1;
        self.out.contains(&place)
    }

    fn stays(&mut self) -> bool {
        !self.goes()
    }
}

fn bodies(scene: &mut Scene, places: &mut PassPlaces) {
    let goes: Vec<bool> = scene.bodies.iter().map(|_| places.goes()).collect();
    scene.remove_bodies(|index, _| goes[index]);
}

fn queries(scene: &mut Scene, places: &mut PassPlaces) {
    scene.queries.retain(|_| places.stays());
    scene.drop_lines_without_query();
}

/// Bodies that move stand still.
fn motions(scene: &mut Scene, places: &mut PassPlaces) {
    let moving = scene.bodies.iter_mut().filter(|body| body.motion != SceneMotion::Static);
    moving.filter(|_| places.goes()).for_each(|body| body.motion = SceneMotion::Static);
}

fn parts(scene: &mut Scene, places: &mut PassPlaces) {
    for body in without_named_parts(scene) {
        if let SceneShape::Compound { parts } = &mut body.shape {
            parts.retain(|_| places.stays());
        }
    }
}

/// A part that is alone becomes the body's shape.
fn only_parts(scene: &mut Scene, places: &mut PassPlaces) {
    for body in without_named_parts(scene) {
        let [ScenePart { shape, at, turned, .. }] = body.shape.parts() else { continue };
        if places.goes() {
            let pose = body.pose();
            (body.position, body.rotation) = (pose.world_from_local(*at), body.rotation + turned);
            body.shape = shape.clone();
        }
    }
}

/// The bodies of which no stop names a part: without one of their parts the next would have its number.
fn without_named_parts(scene: &mut Scene) -> impl Iterator<Item = &mut SceneBody> {
    let names = scene.stops.iter().flat_map(|stop| stop.bodies());
    let named = names.filter_map(|(_, name)| match scene.named_body(name)? {
        NamedBody::Part(body, _) => Some(body),
        NamedBody::Body(_) | NamedBody::Piece(..) => None,
    });
    let named: Vec<u32> = named.collect();
    (0..).zip(&mut scene.bodies).filter(move |(index, _)| !named.contains(index)).map(|(_, body)| body)
}

fn outlines(scene: &mut Scene, places: &mut PassPlaces) {
    let drawn = scene.bodies.iter_mut().filter(|body| body.outline.is_some());
    drawn.filter(|_| places.goes()).for_each(|body| body.outline = None);
}

/// Points of polygons and chains.
fn points(scene: &mut Scene, places: &mut PassPlaces) {
    for body in &mut scene.bodies {
        let of_body = body.shape.free_points().map(|points| points.retain(|_| places.stays()));
        if of_body.is_none() {
            let parts = body.shape.parts_mut().iter_mut();
            let points = parts.filter_map(|part| part.shape.free_points());
            points.for_each(|points| points.retain(|_| places.stays()));
        }
    }
}

/// What asks another question: with another solver, time step or mover something else happens.
const ASKED: [&str; 8] = ["solver", "timestep", "up", "max_slope", "step", "snap", "speed", "jump"];

/// Fields that differ from their defaults.
fn fields(scene: &mut Scene, places: &mut PassPlaces) {
    scene.for_each_field(&mut |field: &mut dyn OwnedField| {
        let is_given = !field.is_default() && field.has_default();
        if is_given && !ASKED.contains(&field.name()) && places.goes() {
            field.reset();
        }
    });
    let one_way = scene.bodies.iter_mut().filter(|body| body.one_way.is_some());
    one_way.filter(|_| places.goes()).for_each(|body| body.one_way = None);
}

/// Numbers with more decimals. Gravity, time steps and movers are those of the game.
fn rounded<const DECIMALS: i32>(scene: &mut Scene, places: &mut PassPlaces) {
    let scale = 10_f64.powi(DECIMALS);
    scene.for_each_field(&mut |field: &mut dyn OwnedField| {
        let is_asked = ASKED.contains(&field.name()) || ["gravity", "timesteps"].contains(&field.name());
        if field.is_default() || is_asked {
            return;
        }
        field.for_each_number(&mut |number| {
            let round = ((decimal(*number) * scale).round() / scale) as f32 + 0.0;
            if *number != round && places.goes() {
                *number = round;
            }
        });
    });
}
