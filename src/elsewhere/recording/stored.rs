//! A recorded frame in memory: less than half of its line's bytes.

use collision_record::{Frame, Pose};

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
