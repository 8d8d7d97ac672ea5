//! What of a contact of theirs is right as well, though ours is another: ways out as long as ours or along an outline, points
//! of the same surfaces.

use collide2d::{LeafShape, PairContact, Pose, Trace, collide, collide_observed};
use glam::Vec2;

use super::apart::apart;
use super::ours::OurContact;
use super::pair::PairState;
use crate::elsewhere::differences::angle;
use crate::elsewhere::recording::TheirContact;

impl PairState<'_> {
    /// Our contact along their normal, if the shapes leave each other that way as well, within the tolerance: a margin makes no
    /// two ways equally long.
    pub(super) fn other_way(&self, ours: &OurContact, normal: Vec2) -> Option<OurContact> {
        let longest = ours.contact.depth - ours.inflated + self.tolerances.tolerance;
        let mut other = self.way_along(ours, normal, longest)?;
        other.contact.depth = ours.contact.depth;
        Some(other)
    }

    /// Our contact along their normal, if one of ours is a ghost and the outline of the static shapes allows theirs.
    pub(super) fn on_outline(&self, meant: &[&OurContact], normal: Vec2) -> Option<OurContact> {
        let ghost = |ours: &OurContact| {
            let ((a, b), [leaf_a, leaf_b]) = (ours.bodies, ours.leaves);
            self.world.ghost_at(&PairContact { a, b, leaf_a, leaf_b, contact: ours.contact }, ours.from)
        };
        meant.iter().find_map(|ours| {
            // A normal away from the nearest allowed one is that of another side of the outline.
            ghost(ours).filter(|ghost| ghost.allowed.dot(normal) > 0.0)?;
            self.way_along(ours, normal, f32::INFINITY).filter(|along| ghost(along).is_none())
        })
    }

    /// Our contact along a normal, if that is no longer way out than `longest` and the shapes touch along it last. Metres.
    fn way_along(&self, ours: &OurContact, normal: Vec2, longest: f32) -> Option<OurContact> {
        let [a, b] = self.leaves(ours)?;
        let mut trace = Trace::default();
        let _ = collide_observed(a.shape, &a.pose, b.shape, &b.pose, &mut trace);
        let tolerance = self.tolerances.tolerance;
        let mut axes = trace.axes.iter().flat_map(|axis| {
            // The way out of each side: of a along the direction, and against it.
            [(axis.direction, axis.b.max - axis.a.min), (-axis.direction, axis.a.max - axis.b.min)]
        });
        let is_near = |way: Vec2, length: f32| length <= longest && angle(way, normal) <= tolerance;
        let of_axis = axes.find(|(way, length)| is_near(*way, *length as f32));
        let (way, length) = of_axis.map(|(way, length)| (way, length as f32)).unwrap_or_else(|| {
            let reach = |leaf: &LeafShape<'_>, way: Vec2| leaf.shape.support(&leaf.pose, way).dot(normal);
            (normal, reach(&b, normal) - reach(&a, -normal))
        });
        if length > longest {
            return None;
        }
        // What still touches once the first is nearly out.
        let pose = Pose { position: a.pose.position + way * (length - 0.1 * tolerance), ..a.pose };
        let touch =
            collide(a.shape, &pose, b.shape, &b.pose).filter(|touch| angle(touch.normal, way) <= tolerance);
        if of_axis.is_none() && touch.is_none() {
            return None;
        }
        let (mut contact, from) = touch.map_or((ours.contact, ours.from), |touch| (touch, a.pose.position));
        (contact.normal, contact.depth) = (way, length);
        Some(OurContact { contact, from, ..ours.clone() })
    }

    /// How far a point is from the farther of the surfaces of two shapes. Where they overlap by no more than the margin,
    /// inside is as good as on the surface: engines tell such points of faces that are about to meet. Metres.
    pub(super) fn off_surfaces(&self, ours: &OurContact, point: Vec2) -> f32 {
        let Some([a, b]) = self.leaves(ours) else { return f32::INFINITY };
        let is_shallow = ours.contact.depth - ours.inflated <= self.tolerances.margin;
        let off = |leaf: &LeafShape<'_>| {
            let apart = apart(point, leaf);
            if is_shallow { apart.max(0.0) } else { apart.abs() }
        };
        off(&a).max(off(&b))
    }

    /// How far a point is from the nearest corner beside the deepest one that is as deep in the other shape as another corner,
    /// on which a point of ours lies: either may be told. Metres.
    pub(super) fn off_tied_corners(&self, ours: &OurContact, point: Vec2) -> f32 {
        let Some([a, b]) = self.leaves(ours) else { return f32::INFINITY };
        let (tolerance, points) = (self.tolerances.tolerance, ours.points());
        let off = |leaf: &LeafShape<'_>, other: &LeafShape<'_>, out: Vec2| {
            let surface = other.shape.support(&other.pose, out);
            let depth = |corner: Vec2| (surface - corner).dot(out);
            let corners = leaf.shape.corners().into_iter().map(|corner| leaf.pose.world_from_local(corner));
            let inside: Vec<Vec2> = corners.filter(|corner| apart(*corner, other) <= 0.0).collect();
            let is_ours =
                |corner: Vec2| points.iter().any(|own| (*own - corner).perp_dot(out).abs() <= tolerance);
            let is_tied = |corner: Vec2| {
                let is_even = |own: Vec2| (depth(own) - depth(corner)).abs() <= 0.1 * tolerance;
                inside.iter().any(|own| *own != corner && is_ours(*own) && is_even(*own))
            };
            let is_beside = |corner: Vec2| depth(corner) < ours.contact.depth - 0.1 * tolerance;
            let tied = inside.iter().filter(|corner| is_beside(**corner) && is_tied(**corner));
            tied.map(|corner| corner.distance(point)).fold(f32::INFINITY, f32::min)
        };
        off(&a, &b, ours.contact.normal).min(off(&b, &a, -ours.contact.normal))
    }

    /// How far a point is from the farther of the surfaces of two bodies, if their contact leaves open which of their
    /// shapes it means; of others infinite. Metres.
    pub(super) fn off_bodies(&self, theirs: &TheirContact, point: Vec2) -> f32 {
        if let (Some(_), Some(_)) = theirs.shapes {
            return f32::INFINITY;
        }
        let off = |body: u32, told: Option<u32>| {
            let meant = self.meant(body, told);
            meant.iter().map(|leaf| apart(point, leaf).abs()).fold(f32::INFINITY, f32::min)
        };
        off(theirs.bodies.0, theirs.shapes.0).max(off(theirs.bodies.1, theirs.shapes.1))
    }

    fn leaves(&self, ours: &OurContact) -> Option<[LeafShape<'_>; 2]> {
        let [a, b] = [ours.bodies.0, ours.bodies.1].map(|body| self.world.body(body));
        Some([a?.leaf(ours.leaves[0])?, b?.leaf(ours.leaves[1])?])
    }
}
