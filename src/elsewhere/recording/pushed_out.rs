//! Contacts that are told with poses of after the push-out: a resolver written by hand finds a contact, moves a body out by its
//! normal times its depth, and the game writes where that is then.

use std::collections::BTreeMap;

use collision_record::NormalDirection;
use glam::Vec2;

use super::stored::ToldContact;
use super::{BodyKind, Recording, StoredFrame};
use crate::elsewhere::differences::{SHARED, angle};

/// What a push-out moves of two bodies that both move; of others it moves the one that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PushedOut {
    /// Each by half of the way.
    Both,
    /// The one that the contact names first.
    First,
    Second,
}

impl PushedOut {
    pub const ALL: [Self; 3] = [Self::Both, Self::First, Self::Second];
}

/// A contact that pushes two bodies apart.
struct PushedContact {
    /// Index among those of the frame.
    contact: u32,
    /// In the order of the contact.
    bodies: (u32, u32),
    /// Unit vector from the lower body to the higher one, as the file has it.
    normal: Vec2,
    /// In the file's unit.
    depth: f32,
}

impl PushedContact {
    /// `None`: it pushes nothing, or tells itself where it was found.
    fn of(contact: u32, told: &ToldContact<'_>, normals: NormalDirection) -> Option<Self> {
        let is_free = !told.filtered && !told.sensor && told.poses_found() == [None; 2];
        let is_from_lower = (told.bodies.0 < told.bodies.1) == (normals == NormalDirection::FromAToB);
        let normal = told.normal.and_then(|normal| Vec2::from(normal).try_normalize())?;
        let depth = told.depth.filter(|depth| is_free && *depth > 0.0)?;
        let normal = if is_from_lower { normal } else { -normal };
        Some(Self { contact, bodies: told.bodies, normal, depth })
    }
}

impl Recording {
    /// A frame of it with each contact on the poses of before its push-out: what it moves is moved back by its normal times its
    /// depth, of several contacts of one normal the deepest one's. `normals`: the direction of those in the frame.
    pub(super) fn before_push_out(
        &self,
        frame: &StoredFrame,
        moved: PushedOut,
        normals: NormalDirection,
    ) -> StoredFrame {
        let mut pushes = BTreeMap::<(u32, u32), Vec<PushedContact>>::new();
        for push in (0..).zip(frame.contacts()).filter_map(|(n, told)| PushedContact::of(n, &told, normals)) {
            let (a, b) = push.bodies;
            pushes.entry((a.min(b), a.max(b))).or_default().push(push);
        }
        let mut before = frame.clone();
        for ((lower, higher), of_pair) in pushes {
            for push in &of_pair {
                let alike = of_pair.iter().filter(|other| angle(other.normal, push.normal) < SHARED);
                let deepest = alike.max_by(|p, q| p.depth.total_cmp(&q.depth)).unwrap_or(push);
                let Some(shares) = self.shares(push.bodies, moved) else { continue };
                let shares = if push.bodies.0 == lower { shares } else { [shares[1], shares[0]] };
                let ways =
                    [shares[0] * deepest.depth * deepest.normal, -shares[1] * deepest.depth * deepest.normal];
                let poses = [lower, higher].into_iter().zip(ways).filter(|(_, way)| *way != Vec2::ZERO);
                let poses = poses.filter_map(|(body, way)| {
                    let [x, y, turn] = frame.pose(body)?;
                    Some((body, [x + way.x, y + way.y, turn]))
                });
                before.set_poses_found(push.contact, poses.collect());
            }
        }
        before
    }

    /// The shares of the way out by which two bodies are moved; `None`: nothing moves either.
    fn shares(&self, (a, b): (u32, u32), moved: PushedOut) -> Option<[f32; 2]> {
        let kinds = [a, b].map(|body| self.kind(body));
        if kinds.contains(&BodyKind::Sensor) {
            return None;
        }
        // What a game moves itself may be told as kinematic.
        let least = if kinds.contains(&BodyKind::Moved) { BodyKind::Moved } else { BodyKind::Kinematic };
        match (kinds.map(|kind| kind == least), moved) {
            ([false, false], _) => None,
            ([true, true], PushedOut::Both) => Some([0.5; 2]),
            ([true, false], _) | ([true, true], PushedOut::First) => Some([1.0, 0.0]),
            ([false, true], _) | ([true, true], PushedOut::Second) => Some([0.0, 1.0]),
        }
    }

    /// Whether it has two bodies that a push-out may move both.
    pub(super) fn moves_both(&self, bodies: (u32, u32)) -> bool {
        self.shares(bodies, PushedOut::Both) == Some([0.5; 2])
    }
}
