//! Recordings of another engine: its bodies, its poses and the contacts that it found, frame by frame. A frame
//! of it as a scene of ours has a body for every recorded shape; the shapes of one recorded body are a group.

use std::path::Path;

use collide2d::Pose;
use collision_record::{AngleUnit, Contact, Frame, Header, NormalDirection, VerticalAxis};
use glam::{Vec2, vec2};

use crate::plain;
use crate::scene::{Scene, SceneBody, SceneMotion, SceneShape};

pub mod compare;
mod read;

pub use read::{MAX_LINE_SIZE, is_recording};

/// A recording that was read whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    header: Header,
    frames: Vec<Frame>,
    shapes: Vec<RecordedShape>,
    /// The index of each recorded body's first shape.
    first_shape: Vec<u32>,
}

/// A recorded shape: in metres, y up, degrees.
#[derive(Clone, Debug, PartialEq)]
struct RecordedShape {
    /// Index of the recorded body.
    body: u32,
    name: String,
    shape: SceneShape,
    /// Its place in its body.
    place: Pose,
}

/// A frame of a recording as a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The bodies that are there. They do not move by themselves.
    pub scene: Scene,
    /// The recorded shape of each body of the scene.
    shapes: Vec<u32>,
    /// The recorded body of each body of the scene.
    groups: Vec<u32>,
}

impl Moment {
    /// Whether two bodies of the scene are shapes of one recorded body, which do not collide.
    pub fn is_one_body(&self, a: u32, b: u32) -> bool {
        self.groups.get(a as usize) == self.groups.get(b as usize)
    }
}

/// A contact of the other engine in our conventions: metres, y up, bodies in the order of the recording.
#[derive(Clone, Debug, PartialEq)]
pub struct TheirContact {
    /// Indices of recorded bodies, the lower first.
    pub bodies: (u32, u32),
    /// Indices of the recorded shapes, where the engine names them.
    pub shapes: (Option<u32>, Option<u32>),
    /// Unit vector toward the first body.
    pub normal: Option<Vec2>,
    /// Metres; negative is a gap.
    pub depth: Option<f32>,
    /// World.
    pub points: Vec<Vec2>,
}

impl Recording {
    /// Reads a file of JSON lines; the error names file and line, what was found and what is allowed.
    pub fn load(path: &Path) -> Result<Self, String> {
        read::load(path)
    }

    /// Its name, else the engine's.
    pub fn name(&self) -> &str {
        self.header.name.as_deref().unwrap_or(&self.header.engine)
    }

    /// Name and version of the engine.
    pub fn engine(&self) -> &str {
        &self.header.engine
    }

    /// The frames in order.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The name of a recorded body, see [`plain::label`].
    pub fn body_name(&self, body: u32) -> String {
        self.header.bodies.get(body as usize).map_or("?".into(), |body| plain::label(&body.name)).into_owned()
    }

    /// The index of the frame that was there at the engine's frame `number`: the last one that does not come
    /// after it, or the first of all. `Err` names the frames that are there.
    pub fn index_of(&self, number: u64) -> Result<usize, String> {
        match (self.frames.first(), self.frames.last()) {
            (Some(_), Some(last)) if number <= last.frame => {
                Ok(self.frames.partition_point(|frame| frame.frame <= number).saturating_sub(1))
            }
            (Some(first), Some(last)) => Err(format!(
                "found {number}; allowed: the recording's frames, {} to {}",
                first.frame, last.frame
            )),
            _ => Err("the recording has no frames".to_owned()),
        }
    }

    /// The frame of this index as a scene; an empty one past the end.
    pub fn moment(&self, index: usize) -> Moment {
        let mut moment = Moment { scene: Scene::default(), shapes: Vec::new(), groups: Vec::new() };
        let Some(frame) = self.frames.get(index) else { return moment };
        self.name().clone_into(&mut moment.scene.name);
        for (index, shape) in (0..).zip(&self.shapes) {
            let Some(pose) = frame.poses.get(shape.body as usize).copied().flatten() else { continue };
            let [x, y, angle] = self.metric(pose);
            let body = Pose::new(vec2(x, y), angle);
            let velocity =
                frame.velocities.as_ref().and_then(|all| all.get(shape.body as usize).copied().flatten());
            let [vx, vy, angular_velocity] = velocity.map_or([0.0; 3], |velocity| self.metric(velocity));
            let is_static = self.header.bodies.get(shape.body as usize).is_some_and(|body| body.is_static);
            moment.scene.bodies.push(SceneBody {
                position: body.world_from_local(shape.place.position),
                rotation: angle + shape.place.rotation.degrees(),
                motion: if is_static {
                    SceneMotion::Static
                } else {
                    SceneMotion::Kinematic { velocity: vec2(vx, vy), angular_velocity }
                },
                ..SceneBody::new(shape.name.clone(), shape.shape.clone())
            });
            moment.shapes.push(index);
            moment.groups.push(shape.body);
        }
        moment
    }

    /// The contacts that the engine found in a frame.
    pub fn their_contacts(&self, index: usize) -> impl Iterator<Item = TheirContact> + '_ {
        self.frames
            .get(index)
            .into_iter()
            .flat_map(|frame| &frame.contacts)
            .map(|contact| self.their(contact))
    }

    fn their(&self, contact: &Contact) -> TheirContact {
        let shape = |body: u32, shape: Option<u32>| Some(self.first_shape.get(body as usize)? + shape?);
        let (a, b) = (contact.a, contact.b);
        let (shape_a, shape_b) = (shape(a, contact.shape_a), shape(b, contact.shape_b));
        let is_ordered = a < b;
        let toward_a = self.header.normal == NormalDirection::FromBToA;
        let normal = contact.normal.and_then(|[x, y]| self.upright(vec2(x, y)).try_normalize());
        TheirContact {
            bodies: (a.min(b), a.max(b)),
            shapes: if is_ordered { (shape_a, shape_b) } else { (shape_b, shape_a) },
            normal: normal.map(|normal| if toward_a == is_ordered { normal } else { -normal }),
            depth: contact.depth.map(|depth| depth * self.header.metres_per_unit),
            points: contact.points.iter().map(|&[x, y]| self.metres(vec2(x, y))).collect(),
        }
    }

    /// x, y and an angle, or their rates: metres, y up, degrees counter-clockwise.
    fn metric(&self, [x, y, angle]: [f32; 3]) -> [f32; 3] {
        let place = self.metres(vec2(x, y));
        [place.x, place.y, degrees(&self.header, angle)]
    }

    fn metres(&self, v: Vec2) -> Vec2 {
        self.upright(v) * self.header.metres_per_unit
    }

    fn upright(&self, v: Vec2) -> Vec2 {
        upright(&self.header, v)
    }
}

/// Positive y is up.
fn upright(header: &Header, v: Vec2) -> Vec2 {
    match header.y {
        VerticalAxis::Up => v,
        VerticalAxis::Down => vec2(v.x, -v.y),
    }
}

/// Degrees, counter-clockwise.
fn degrees(header: &Header, angle: f32) -> f32 {
    let angle = match header.angle {
        AngleUnit::Radians => f64::from(angle).to_degrees() as f32,
        AngleUnit::Degrees => angle,
    };
    match header.y {
        VerticalAxis::Up => angle,
        VerticalAxis::Down => -angle,
    }
}
