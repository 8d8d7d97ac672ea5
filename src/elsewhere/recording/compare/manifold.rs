//! What an engine tells of two shapes, in one contact or in several.

use glam::Vec2;

use crate::elsewhere::differences::angle;
use crate::elsewhere::recording::TheirContact;

/// What an engine tells of two shapes, in one contact or in several: some tell a contact for each point.
#[derive(Clone, Debug)]
pub(super) struct TheirManifold<'t> {
    /// With the points of all, and the deepest depth.
    pub contact: TheirContact,
    /// The points that were told with a depth of their own. World; metres.
    pub depths: Vec<(Vec2, f32)>,
    /// The contacts that it is made of.
    pub told: Vec<&'t TheirContact>,
}

impl<'t> TheirManifold<'t> {
    /// The contacts of a pair of bodies, those that may mean the same shapes taken together if their normals are closer to each
    /// other than this (radians). What is taken together with a contact that leaves a shape open leaves it open, too.
    pub fn of(contacts: impl IntoIterator<Item = &'t TheirContact>, one_normal: f32) -> Vec<Self> {
        let mut manifolds = Vec::<Self>::new();
        let may_be = |one: Option<u32>, other: Option<u32>| one.zip(other).is_none_or(|(p, q)| p == q);
        for contact in contacts.into_iter().filter(|contact| !contact.filtered) {
            let own = contact.depth.zip(contact.points.first().filter(|_| contact.points.len() == 1));
            let own = own.map(|(depth, point)| (*point, depth));
            let is_one = |other: &&mut Self| {
                let ((a, b), (other_a, other_b)) = (contact.shapes, other.contact.shapes);
                may_be(a, other_a)
                    && may_be(b, other_b)
                    && match (other.contact.normal, contact.normal) {
                        (Some(one), Some(other)) => angle(one, other) < one_normal,
                        // Without normals, points that have a depth each.
                        (None, None) => own.is_some() && other.depths.len() == other.contact.points.len(),
                        (Some(_), None) | (None, Some(_)) => false,
                    }
            };
            match manifolds.iter_mut().find(is_one) {
                Some(manifold) => {
                    let (a, b) = contact.shapes;
                    manifold.contact.shapes.0.take_if(|_| a.is_none());
                    manifold.contact.shapes.1.take_if(|_| b.is_none());
                    let depth = manifold.contact.depth.into_iter().chain(contact.depth).reduce(f32::max);
                    manifold.contact.depth = depth;
                    manifold.contact.points.extend(&contact.points);
                    manifold.depths.extend(own);
                    manifold.told.push(contact);
                }
                None => manifolds.push(Self {
                    contact: contact.clone(),
                    depths: own.into_iter().collect(),
                    told: vec![contact],
                }),
            }
        }
        manifolds
    }
}
