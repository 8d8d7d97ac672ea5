//! Box2D v3, through its C interface.
#![allow(unsafe_code)]

use boxdd_sys::ffi;

use super::Found;
use super::ours::DENSITY;
use crate::crowd::{Exact, Thing};
use crate::form::{Form, Place};

pub fn vector(v: glam::Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: v.x, y: v.y }
}

pub fn rotation(place: &Place) -> ffi::b2Rot {
    ffi::b2Rot { c: place.rotation.cos(), s: place.rotation.sin() }
}

pub fn transform(place: &Place) -> ffi::b2Transform {
    ffi::b2Transform { p: vector(place.position), q: rotation(place) }
}

pub fn polygon(form: &Form) -> ffi::b2Polygon {
    match form {
        // SAFETY: pure functions of their arguments; the hull is what they ask for.
        Form::Rectangle(half) => unsafe { ffi::b2MakeBox(half.x, half.y) },
        _ => {
            let points: Vec<ffi::b2Vec2> = form.points().iter().map(|p| vector(*p)).collect();
            // SAFETY: as above; the pointer and the count are those of `points`.
            unsafe {
                let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
                assert_eq!(hull.count as usize, points.len(), "Box2D drops points of {form:?}");
                ffi::b2MakePolygon(&hull, 0.0)
            }
        }
    }
}

pub fn circle(radius: f32) -> ffi::b2Circle {
    ffi::b2Circle { center: ffi::b2Vec2 { x: 0.0, y: 0.0 }, radius }
}

pub fn segment(start: glam::Vec2, end: glam::Vec2) -> ffi::b2Segment {
    ffi::b2Segment { point1: vector(start), point2: vector(end) }
}

/// A world on one thread.
pub struct World {
    id: ffi::b2WorldId,
    pub bodies: Vec<ffi::b2BodyId>,
    /// Contacts of bodies that moved little against each other are those of the step before.
    pub recycles: bool,
}

impl World {
    /// `solves`: the solver resolves contacts. Without it every contact is computed again in each step, and
    /// none is resolved.
    pub fn new(things: &[Thing], gravity: glam::Vec2, solves: bool) -> Self {
        // SAFETY: definitions come from Box2D's own defaults, and shapes and bodies are made from live ids.
        unsafe {
            let mut def = ffi::b2DefaultWorldDef();
            def.gravity = vector(gravity);
            def.enableSleep = things.iter().any(|thing| thing.sleeps);
            def.workerCount = 1;
            let id = ffi::b2CreateWorld(&def);
            if !solves {
                ffi::b2World_SetPreSolveCallback(id, Some(take), std::ptr::null_mut());
            }
            let bodies = things.iter().map(|thing| body(id, thing, solves)).collect();
            let world = Self { id, bodies, recycles: true };
            if solves { world } else { world.without_recycling() }
        }
    }

    /// Every contact is computed again in each step, also where the bodies moved little against each other.
    pub fn without_recycling(mut self) -> Self {
        self.recycles = false;
        // SAFETY: the world lives as long as this.
        unsafe { ffi::b2World_SetContactRecycleDistance(self.id, 0.0) };
        self
    }

    pub fn step(&mut self, seconds: f32, sub_steps: i32) {
        // SAFETY: the world lives as long as this.
        unsafe { ffi::b2World_Step(self.id, seconds, sub_steps) }
    }

    /// For queries.
    pub fn id(&self) -> ffi::b2WorldId {
        self.id
    }

    /// Sorts the tree of what is static, as after a level is loaded.
    pub fn rebuild_static_tree(&mut self) {
        // SAFETY: the world lives as long as this.
        unsafe { ffi::b2World_RebuildStaticTree(self.id) }
    }

    pub fn add(&mut self, thing: &Thing) -> ffi::b2BodyId {
        // SAFETY: the world lives as long as this.
        unsafe { body(self.id, thing, true) }
    }

    pub fn remove(&mut self, body: ffi::b2BodyId) {
        // SAFETY: the body is one of this world, and is removed once.
        unsafe { ffi::b2DestroyBody(body) }
    }

    pub fn place(&self, index: usize) -> Exact {
        // SAFETY: the body lives as long as its world.
        let at = unsafe { ffi::b2Body_GetTransform(self.bodies[index]) };
        Exact::new([at.p.x, at.p.y], [at.q.c, at.q.s])
    }

    pub fn set_velocity(&mut self, index: usize, velocity: glam::Vec2, turn: f32) {
        // SAFETY: as above.
        unsafe {
            ffi::b2Body_SetLinearVelocity(self.bodies[index], vector(velocity));
            ffi::b2Body_SetAngularVelocity(self.bodies[index], turn.to_radians());
        }
    }

    /// A step, and the contacts that it found on the poses from before.
    pub fn step_and_tell(&mut self, seconds: f32, sub_steps: i32) -> Vec<Found> {
        // SAFETY: the bodies live as long as this, and at most the capacity's contacts are written.
        unsafe {
            let before: Vec<ffi::b2Pos> =
                self.bodies.iter().map(|&body| ffi::b2Body_GetWorldCenter(body)).collect();
            self.step(seconds, sub_steps);
            let mut found = Vec::new();
            for (index, &body) in self.bodies.iter().enumerate() {
                let capacity = ffi::b2Body_GetContactCapacity(body);
                let mut contacts: Vec<ffi::b2ContactData> = Vec::with_capacity(capacity as usize);
                let count = ffi::b2Body_GetContactData(body, contacts.as_mut_ptr(), capacity);
                contacts.set_len(count as usize);
                // Both bodies tell a contact.
                found.extend(contacts.iter().filter_map(|contact| {
                    let (a, b) = (thing(contact.shapeIdA), thing(contact.shapeIdB));
                    (a == index).then(|| told(contact, a, b, before[a]))
                }));
            }
            found
        }
    }

    /// Steps once and returns the pairs for which Box2D made points, speculative ones included. Only for
    /// worlds made without `solves`.
    pub fn pairs_in_step(&mut self, seconds: f32) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        // SAFETY: the pointer is good until the callback is replaced, before `found` is used or dropped.
        unsafe {
            ffi::b2World_SetPreSolveCallback(self.id, Some(note), (&raw mut found).cast());
            ffi::b2World_Step(self.id, seconds, 1);
            ffi::b2World_SetPreSolveCallback(self.id, Some(take), std::ptr::null_mut());
        }
        found
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: no body of it is used after this.
        unsafe { ffi::b2DestroyWorld(self.id) }
    }
}

unsafe extern "C" fn take(
    _: ffi::b2ShapeId,
    _: ffi::b2ShapeId,
    _: ffi::b2Pos,
    _: ffi::b2Vec2,
    _: *mut std::ffi::c_void,
) -> bool {
    false
}

/// Each body has one shape, in the order of the things, so that a shape's index is the thing's.
pub fn thing(shape: ffi::b2ShapeId) -> usize {
    shape.index1 as usize - 1
}

/// `center`: that of `a`'s mass at the poses of the contact.
fn told(contact: &ffi::b2ContactData, a: usize, b: usize, center: ffi::b2Pos) -> Found {
    let manifold = &contact.manifold;
    let told = manifold.points[..manifold.pointCount as usize].iter().map(|point| {
        let place = glam::Vec2::new(center.x + point.anchorA.x, center.y + point.anchorA.y);
        (place, -point.separation, point.totalNormalImpulse)
    });
    let normal = glam::Vec2::new(manifold.normal.x, manifold.normal.y);
    Found::new(a, b, normal, &told.collect::<Vec<_>>())
}

unsafe extern "C" fn note(
    a: ffi::b2ShapeId,
    b: ffi::b2ShapeId,
    _: ffi::b2Pos,
    _: ffi::b2Vec2,
    found: *mut std::ffi::c_void,
) -> bool {
    // SAFETY: `pairs_in_step` hands over its vector, and Box2D calls back on its thread.
    let found = unsafe { &mut *found.cast::<Vec<(usize, usize)>>() };
    found.push((thing(a), thing(b)));
    false
}

/// The first and the last point of Box2D's open chains give no segment: one more at each end.
///
/// SAFETY: the body must live.
unsafe fn chain(body: ffi::b2BodyId, points: &[glam::Vec2], material: ffi::b2SurfaceMaterial) {
    let (first, last) = (points[0], points[points.len() - 1]);
    let ends = [first * 2.0 - points[1], last * 2.0 - points[points.len() - 2]];
    let points: Vec<ffi::b2Vec2> =
        [ends[0]].iter().chain(points).chain([&ends[1]]).map(|point| vector(*point)).collect();
    // SAFETY: see above; pointers and counts are those of what lives until the call returns, which copies it.
    unsafe {
        let mut def = ffi::b2DefaultChainDef();
        (def.points, def.count) = (points.as_ptr(), points.len() as i32);
        (def.materials, def.materialCount) = (&raw const material, 1);
        ffi::b2CreateChain(body, &def);
    }
}

/// SAFETY: the world must live.
unsafe fn body(world: ffi::b2WorldId, thing: &Thing, solves: bool) -> ffi::b2BodyId {
    // SAFETY: see above.
    unsafe {
        let mut def = ffi::b2DefaultBodyDef();
        def.position = vector(thing.place.position);
        def.rotation = rotation(&thing.place);
        if thing.moves {
            def.type_ = ffi::b2BodyType_b2_dynamicBody;
            def.linearVelocity = vector(thing.velocity);
            def.angularVelocity = thing.turn.to_radians();
        }
        def.enableSleep = thing.sleeps;
        def.motionLocks.angularZ = thing.upright;
        let id = ffi::b2CreateBody(world, &def);
        let mut shape = ffi::b2DefaultShapeDef();
        shape.density = DENSITY;
        shape.material.friction = thing.friction;
        shape.enablePreSolveEvents = !solves;
        match &thing.form {
            Form::Circle(radius) => ffi::b2CreateCircleShape(id, &shape, &circle(*radius)),
            Form::Wall(start, end) => ffi::b2CreateSegmentShape(id, &shape, &segment(*start, *end)),
            Form::Capsule { half_length, radius } => {
                let [center1, center2] = [-half_length, *half_length].map(|y| ffi::b2Vec2 { x: 0.0, y });
                let capsule = ffi::b2Capsule { center1, center2, radius: *radius };
                ffi::b2CreateCapsuleShape(id, &shape, &capsule)
            }
            Form::Chain(points) => {
                chain(id, points, shape.material);
                return id;
            }
            Form::Rectangle(_) | Form::Polygon(_) => {
                ffi::b2CreatePolygonShape(id, &shape, &polygon(&thing.form))
            }
        };
        id
    }
}
