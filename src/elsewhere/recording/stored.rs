//! A recorded frame in memory: less than half of its line's bytes.

use collision_record::{Contact, Frame, Pose};
use glam::Vec2;

/// Stands for a shape that the engine does not name.
const NO_SHAPE: u32 = u32::MAX;
/// Stands for a body that is not there, and for a number that is not told.
const NOTHING: f32 = f32::NAN;

#[derive(Clone, Debug, PartialEq)]
pub struct StoredFrame {
    /// The engine's number.
    pub frame: u64,
    /// Seconds.
    pub time: f64,
    /// One per body, in the header's units.
    poses: Box<[Pose]>,
    /// One per body, or empty where none is told.
    velocities: Box<[[f32; 3]]>,
    contacts: Box<[StoredContact]>,
    /// The points of all contacts.
    points: Box<[[f32; 2]]>,
}

/// A contact without its points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StoredContact {
    a: u32,
    b: u32,
    shape_a: u32,
    shape_b: u32,
    normal: [f32; 2],
    depth: f32,
    impulse: f32,
    /// End of its points; they begin where those of the contact before end.
    points: u32,
    sensor: bool,
    filtered: bool,
}

/// A contact as it was written, in the header's units and conventions.
pub(super) struct ToldContact<'a> {
    pub bodies: (u32, u32),
    pub shapes: (Option<u32>, Option<u32>),
    pub normal: Option<[f32; 2]>,
    pub depth: Option<f32>,
    pub points: &'a [[f32; 2]],
    pub impulse: Option<f32>,
    pub sensor: bool,
    pub filtered: bool,
}

impl ToldContact<'_> {
    /// As in the file.
    pub fn filed(&self) -> Contact {
        let ((a, b), (shape_a, shape_b)) = (self.bodies, self.shapes);
        Contact {
            a,
            b,
            shape_a,
            shape_b,
            normal: self.normal,
            depth: self.depth,
            points: self.points.to_vec(),
            impulse: self.impulse,
            sensor: self.sensor,
            filtered: self.filtered,
        }
    }
}

impl StoredFrame {
    /// The frame of a line that was checked.
    pub(super) fn of(frame: &Frame) -> Self {
        let told = |triple: &Option<[f32; 3]>| triple.unwrap_or([NOTHING; 3]);
        let mut points = Vec::with_capacity(frame.contacts.iter().map(|contact| contact.points.len()).sum());
        let contacts = frame.contacts.iter().map(|contact| {
            points.extend_from_slice(&contact.points);
            StoredContact {
                a: contact.a,
                b: contact.b,
                shape_a: contact.shape_a.unwrap_or(NO_SHAPE),
                shape_b: contact.shape_b.unwrap_or(NO_SHAPE),
                normal: contact.normal.unwrap_or([NOTHING; 2]),
                depth: contact.depth.unwrap_or(NOTHING),
                impulse: contact.impulse.unwrap_or(NOTHING),
                points: points.len() as u32,
                sensor: contact.sensor,
                filtered: contact.filtered,
            }
        });
        let contacts = contacts.collect();
        Self {
            frame: frame.frame,
            time: frame.time,
            poses: frame.poses.iter().map(told).collect(),
            velocities: frame.velocities.iter().flatten().map(told).collect(),
            contacts,
            points: points.into_boxed_slice(),
        }
    }

    /// Its contacts on the poses of another frame.
    pub(super) fn with_poses_of(&self, other: &Self) -> Self {
        Self { poses: other.poses.clone(), velocities: other.velocities.clone(), ..self.clone() }
    }

    /// What it tells of two bodies, which become 0 and 1, on these poses.
    pub(super) fn of_pair(&self, (a, b): (u32, u32), poses: [Pose; 2]) -> Self {
        let place = |body: u32| if body == a { Some(0) } else { (body == b).then_some(1) };
        let (mut contacts, mut points) = (Vec::new(), Vec::new());
        let starts = std::iter::once(0).chain(self.contacts.iter().map(|contact| contact.points));
        for (contact, start) in self.contacts.iter().zip(starts) {
            let Some((a, b)) = place(contact.a).zip(place(contact.b)) else { continue };
            points.extend_from_slice(
                self.points.get(start as usize..contact.points as usize).unwrap_or_default(),
            );
            contacts.push(StoredContact { a, b, points: points.len() as u32, ..*contact });
        }
        Self {
            frame: self.frame,
            time: self.time,
            poses: Box::new(poses),
            velocities: Box::default(),
            contacts: contacts.into_boxed_slice(),
            points: points.into_boxed_slice(),
        }
    }

    /// The same on other poses.
    pub(super) fn with_poses(&self, poses: &[Pose]) -> Self {
        Self { poses: poses.into(), ..self.clone() }
    }

    /// Turns the normals and moves the points of all contacts.
    pub(super) fn map_contacts(&mut self, normal: impl Fn(Vec2) -> Vec2, point: impl Fn(Vec2) -> Vec2) {
        for contact in &mut self.contacts {
            contact.normal = normal(contact.normal.into()).into();
        }
        for place in &mut self.points {
            *place = point((*place).into()).into();
        }
    }

    /// Whether both tell as many contacts, of the same depths.
    pub(super) fn tells_the_depths_of(&self, other: &Self) -> bool {
        let depths = |frame: &Self| -> Vec<u32> {
            let told = frame.contacts.iter().filter(|contact| !contact.filtered);
            told.map(|contact| contact.depth.to_bits()).collect()
        };
        depths(self) == depths(other)
    }

    /// x, y and the angle of a body; `None`: it is not there.
    pub(super) fn pose(&self, body: u32) -> Option<Pose> {
        there(self.poses.get(body as usize))
    }

    /// Its linear and angular velocity, where told.
    pub(super) fn velocity(&self, body: u32) -> Option<[f32; 3]> {
        there(self.velocities.get(body as usize))
    }

    /// The contacts as they were written.
    pub(super) fn contacts(&self) -> impl Iterator<Item = ToldContact<'_>> {
        let starts = std::iter::once(0).chain(self.contacts.iter().map(|contact| contact.points));
        self.contacts.iter().zip(starts).map(|(contact, start)| {
            let shape = |shape: u32| (shape != NO_SHAPE).then_some(shape);
            let number = |number: f32| (!number.is_nan()).then_some(number);
            let points = self.points.get(start as usize..contact.points as usize).unwrap_or_default();
            ToldContact {
                bodies: (contact.a, contact.b),
                shapes: (shape(contact.shape_a), shape(contact.shape_b)),
                normal: (!contact.normal[0].is_nan()).then_some(contact.normal),
                depth: number(contact.depth),
                points,
                impulse: number(contact.impulse),
                sensor: contact.sensor,
                filtered: contact.filtered,
            }
        })
    }

    /// Memory that it takes. Bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.poses)
            + size_of_val(&*self.velocities)
            + size_of_val(&*self.contacts)
            + size_of_val(&*self.points)
    }
}

fn there(triple: Option<&[f32; 3]>) -> Option<[f32; 3]> {
    triple.copied().filter(|[x, ..]| !x.is_nan())
}
