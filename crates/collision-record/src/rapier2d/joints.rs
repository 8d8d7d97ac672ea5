//! The joints of rapier2d, of both of its sets.

use ::rapier2d::prelude::{GenericJoint, JointAxesMask, RigidBodyHandle, Vector};

use super::Sets;

/// A joint that holds two bodies.
pub(super) struct FoundJoint {
    pub a: RigidBodyHandle,
    pub b: RigidBodyHandle,
    pub kind: &'static str,
    /// In the first body.
    pub anchor: Vector,
    pub is_enabled: bool,
    /// It keeps the two from touching, which it does where it is disabled, too.
    pub is_filtered: bool,
}

pub(super) fn all<'w>(sets: &Sets<'w>) -> impl Iterator<Item = FoundJoint> + use<'w> {
    let by_impulses = sets.impulse_joints.iter().map(|(_, joint)| FoundJoint {
        a: joint.body1(),
        b: joint.body2(),
        kind: kind(&joint.data),
        anchor: joint.data.local_anchor1(),
        is_enabled: joint.data.is_enabled(),
        is_filtered: !joint.data.contacts_enabled(),
    });
    let links = sets.multibody_joints.multibodies().flat_map(|multibody| {
        multibody.links().filter_map(|link| {
            let parent = multibody.link(link.parent_id()?)?;
            let data = &link.joint().data;
            Some(FoundJoint {
                a: parent.rigid_body_handle(),
                b: link.rigid_body_handle(),
                kind: "multibody",
                anchor: data.local_anchor1(),
                is_enabled: data.is_enabled(),
                is_filtered: !data.contacts_enabled() || !multibody.self_contacts_enabled(),
            })
        })
    });
    by_impulses.chain(links)
}

/// As rapier's own bindings name them.
fn kind(joint: &GenericJoint) -> &'static str {
    let (linear, locked) = (JointAxesMask::LIN_X | JointAxesMask::LIN_Y, joint.locked_axes);
    if locked == JointAxesMask::LOCKED_REVOLUTE_AXES {
        "revolute"
    } else if locked == JointAxesMask::LOCKED_FIXED_AXES {
        "fixed"
    } else if locked == JointAxesMask::LOCKED_PRISMATIC_AXES {
        "prismatic"
    } else if locked.is_empty() && joint.coupled_axes == linear {
        if joint.motor_axes.is_empty() { "rope" } else { "spring" }
    } else {
        "generic"
    }
}
