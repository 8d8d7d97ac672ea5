//! The pair in the words that engines share: bodies, convex forms, segments and chains.

use std::collections::BTreeSet;
use std::f64::consts::TAU;

use arrayvec::ArrayVec;
use collide2d::{Body, Filter, Leaf, Motion, PairKey, Pose, Rotation};
use glam::{DVec2, Vec2};

use super::SeenAt;
use crate::platform::plain;
use crate::report::{ContactReport, PairReport};
use crate::scene::masks::{self, MaskBits};
use crate::scene::{Scene, SceneBody, SceneMotion, SceneShape, deepest_contact};

/// What a program is written from. Metres, seconds, kilograms; y up.
pub struct PortedPair {
    /// Who the two are, where, and at which frame.
    pub title: String,
    /// What is left out, or is not known. A sentence each.
    pub notes: Vec<String>,
    pub bodies: [PortedBody; 2],
    pub gravity: Vec2,
    /// Of the step that follows.
    pub timestep: f32,
    /// Of the pair, as the scene mixes those of its bodies.
    pub friction: f32,
    pub restitution: f32,
    pub found: Vec<FoundContact>,
}

/// A contact of ours.
pub struct FoundContact {
    /// Which part or segment of which body; empty where they have one shape each.
    pub leaves: String,
    /// On `b` toward `a`.
    pub normal: Vec2,
    /// Places and depths.
    pub points: ArrayVec<(Vec2, f32), 2>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortedKind {
    Static,
    Kinematic,
    Dynamic,
}

pub struct PortedBody {
    /// "a" or "b".
    pub variable: &'static str,
    /// As it is shown.
    pub name: String,
    /// What no engine has, or what is not as in the scene. A sentence each.
    pub notes: Vec<String>,
    pub kind: PortedKind,
    pub position: Vec2,
    pub rotation: Rotation,
    /// Of the centre of mass.
    pub velocity: Vec2,
    /// Degrees per second.
    pub spin: f32,
    pub mass: f32,
    /// Of mass, local.
    pub center: Vec2,
    /// About the centre of mass; 0: nothing turns it.
    pub inertia: f32,
    pub gravity_scale: f32,
    /// Beside gravity's.
    pub acceleration: Vec2,
    /// Share of the velocity kept after one second.
    pub damping: f32,
    pub is_bullet: bool,
    pub conveyor: f32,
    /// `None`: it is everything and meets everything.
    pub filter: Option<Filter>,
    /// Bits that the masks of the two take.
    pub mask_names: u32,
    pub forms: Vec<PortedForm>,
}

/// A shape in its body's local space.
pub enum PortedForm {
    Circle {
        center: Vec2,
        radius: f32,
    },
    /// The radius is that of its rounded corners, outside of `half`.
    Rectangle {
        center: Vec2,
        rotation: Rotation,
        half: Vec2,
        radius: f32,
    },
    /// Counter-clockwise.
    Polygon {
        points: Vec<Vec2>,
        radius: f32,
    },
    /// With a radius a capsule.
    Segment {
        start: Vec2,
        end: Vec2,
        radius: f32,
    },
    Chain {
        points: Vec<Vec2>,
        closed: bool,
        one_sided: bool,
    },
}

/// Of a recording.
const UNKNOWN: &str = "What the recording does not tell of masses, friction, restitution and gravity is made up, and so is the time step.";

impl PortedPair {
    pub fn of(seen: &SeenAt<'_>) -> Result<Self, String> {
        let now = [seen.world_body(seen.pair.0)?, seen.world_body(seen.pair.1)?];
        let whole = [seen.body(seen.pair.0, now[0])?, seen.body(seen.pair.1, now[1])?];
        let bodies = near_bodies(seen)?.unwrap_or_else(|| whole.clone());
        let (mix, [a, b]) = (&seen.scene.mix, &whole);
        let mut ported = Self {
            title: seen.title(),
            notes: Vec::new(),
            gravity: seen.scene.gravity,
            timestep: timestep(seen),
            friction: mix.friction.of(a.friction, b.friction),
            restitution: mix.restitution.of(a.restitution, b.restitution),
            found: found(seen),
            bodies: PortedBody::both([(now[0], &bodies[0]), (now[1], &bodies[1])], &whole),
        };
        ported.say_friction(&whole);
        ported.say_the_rest(seen);
        ported.stand_in();
        Ok(ported)
    }

    fn say_friction(&mut self, [a, b]: &[SceneBody; 2]) {
        let (friction, restitution) = (self.friction, self.restitution);
        if a.friction != b.friction || a.restitution != b.restitution {
            self.notes.push(format!(
                "Friction is {:?} of a, {:?} of b and {friction:?} of the pair, restitution {:?}, {:?} and \
                 {restitution:?}: the two get those that this engine mixes to the pair's.",
                a.friction, b.friction, a.restitution, b.restitution
            ));
        }
    }

    fn say_the_rest(&mut self, seen: &SeenAt<'_>) {
        if let Some(theirs) = seen.theirs {
            self.notes.push(UNKNOWN.to_owned());
            let [told, ..] = theirs.texts();
            self.notes.extend(told.lines().map(str::to_owned));
        }
        let is_let_through = deepest_contact(seen.world, (seen.pair, seen.parts));
        if is_let_through.is_some_and(|contact| seen.world.lets_through(&contact)) {
            self.notes.push("In the scene this contact is let through, and not solved.".to_owned());
        }
    }

    /// Engines test no pair of which neither is dynamic.
    fn stand_in(&mut self) {
        if self.bodies.iter().any(|body| body.kind == PortedKind::Dynamic) {
            return;
        }
        let [a, _] = &mut self.bodies;
        (a.kind, a.mass, a.inertia, a.center) = (PortedKind::Dynamic, 1.0, 0.0, Vec2::ZERO);
        (a.gravity_scale, a.acceleration, a.damping) = (0.0, Vec2::ZERO, 1.0);
        a.notes.push(
            "Neither of the two is dynamic, and engines test no such pair: here a is, without gravity or rotation."
                .to_owned(),
        );
    }
}

/// The two with those shapes of static ones that are near, if their contact stays the same.
fn near_bodies(seen: &SeenAt<'_>) -> Result<Option<[SceneBody; 2]>, String> {
    let Some(contact) = seen.contact()? else { return Ok(None) };
    let near = || {
        let (scene, parts) = seen.scene_with(BTreeSet::new(), seen.near_both()).ok()?;
        let again = deepest_contact(&scene.to_world().ok()?, ((0, 1), parts))?;
        (again.contact == contact).then_some(scene.bodies)
    };
    Ok(near().and_then(|bodies| bodies.try_into().ok()))
}

/// Of the step from the frame to the next. Seconds.
fn timestep(seen: &SeenAt<'_>) -> f32 {
    let of_frame = || seen.scene.timesteps.get(usize::try_from(seen.frame).ok()?).copied();
    let of_run = if seen.theirs.is_some() { None } else { of_frame() };
    of_run.unwrap_or(seen.scene.timestep)
}

fn found(seen: &SeenAt<'_>) -> Vec<FoundContact> {
    let leaf = |body: &str, leaf: Leaf| {
        let part = leaf.part_of_several().map(|part| format!("part {} of {body}", part + 1));
        let segment = leaf.segment().map(|segment| format!("segment {segment} of {body}"));
        part.into_iter().chain(segment)
    };
    let contacts = seen.world.contacts_of(PairKey::new(seen.pair.0, seen.pair.1));
    let found = contacts.iter().filter_map(|known| {
        let leaves = [known.leaf_a, known.leaf_b];
        let ContactReport { normal, points, .. } =
            PairReport::of(seen.world, seen.pair, leaves, Some(known), false)?.contact?;
        let leaves = leaf("a", leaves[0]).chain(leaf("b", leaves[1])).collect::<Vec<_>>().join(", ");
        Some(FoundContact { leaves, normal, points })
    });
    found.collect()
}

impl PortedBody {
    fn both(bodies: [(&Body, &SceneBody); 2], whole: &[SceneBody; 2]) -> [Self; 2] {
        let named = Scene { bodies: whole.to_vec(), ..Scene::default() };
        let (bits, count) = (MaskBits::of(&named), masks::sorts(&named).len() as u32);
        let has_masks = whole.iter().any(|body| body.is.is_some() || body.meets.is_some());
        let [(now_a, a), (now_b, b)] = bodies;
        let filter = |body: &SceneBody| has_masks.then(|| bits.filter(&body.is, &body.meets));
        [("a", now_a, a, &whole[0]), ("b", now_b, b, &whole[1])].map(|(variable, now, near, whole)| {
            let filter = filter(whole);
            Self {
                filter,
                mask_names: if has_masks { count } else { 0 },
                ..Self::of(variable, now, near, whole)
            }
        })
    }

    /// `whole`: with all of its shapes.
    fn of(variable: &'static str, now: &Body, near: &SceneBody, whole: &SceneBody) -> Self {
        let (mass, acceleration) = match *now.motion() {
            Motion::Dynamic { mass, acceleration, .. } => (mass, acceleration),
            Motion::Static | Motion::Kinematic { .. } | Motion::Mover { .. } => (0.0, Vec2::ZERO),
        };
        let turns = !whole.fixed_rotation;
        Self {
            variable,
            name: plain::label(&whole.name).into_owned(),
            notes: notes(near, whole),
            kind: match now.motion() {
                Motion::Static => PortedKind::Static,
                Motion::Kinematic { .. } | Motion::Mover { .. } => PortedKind::Kinematic,
                Motion::Dynamic { .. } => PortedKind::Dynamic,
            },
            position: now.pose().position,
            rotation: now.pose().rotation,
            velocity: now.motion().velocity(),
            spin: now.motion().angular_velocity(),
            mass,
            center: now.local_center(),
            inertia: if turns && mass > 0.0 { now.shape().moment_of_inertia(mass) } else { 0.0 },
            gravity_scale: whole.gravity_scale,
            acceleration,
            damping: now.motion().damping(),
            is_bullet: whole.bullet,
            conveyor: whole.conveyor,
            filter: None,
            mask_names: 0,
            forms: forms(&near.shape, &Pose::default()),
        }
    }

    /// Angle in radians, as a double.
    pub fn radians(&self) -> f64 {
        f64::from(self.rotation.degrees()).to_radians()
    }

    /// Radians per second, as a double.
    pub fn spin_radians(&self) -> f64 {
        f64::from(self.spin).to_radians()
    }

    pub fn is_dynamic(&self) -> bool {
        self.kind == PortedKind::Dynamic
    }

    pub fn is_moving(&self) -> bool {
        self.kind != PortedKind::Static && (self.velocity != Vec2::ZERO || self.spin != 0.0)
    }

    /// The rate c of engines that divide the velocity by 1 + c·h in each of their steps of h seconds. 1/s.
    pub fn dividing_rate(&self, h: f64) -> f64 {
        /// Of a body that keeps none of its velocity.
        const MOST: f64 = 1e9;
        ((f64::from(self.damping).powf(-h) - 1.0) / h).min(MOST)
    }

    /// The share of its velocity that it keeps in a step of h seconds.
    pub fn kept(&self, h: f64) -> f64 {
        f64::from(self.damping).powf(h)
    }
}

/// What no engine has as the scene has it.
fn notes(near: &SceneBody, whole: &SceneBody) -> Vec<String> {
    let mut notes = Vec::new();
    let (kept, all) = (near.shape.parts().len(), whole.shape.parts().len());
    if kept < all {
        notes.push(format!(
            "Of its {all} shapes the {kept} that are near; below they have the scene's numbers."
        ));
    }
    if let (SceneShape::Chain { points: kept, .. }, SceneShape::Chain { points: all, .. }) =
        (&near.shape, &whole.shape)
        && kept.len() < all.len()
    {
        notes.push(format!(
            "Of the {} points of its chain the {} that are near; below its segments have the scene's numbers.",
            all.len(),
            kept.len()
        ));
    }
    if whole.sensor {
        notes.push(
            "It is a sensor in the scene, and solid here: engines tell no contacts of sensors.".to_owned(),
        );
    }
    if let SceneMotion::Mover { .. } = whole.motion {
        let what = "It is a mover in the scene, and looks for its way itself; here it is kinematic, at its present velocity.";
        notes.push(what.to_owned());
    }
    if let Some(way) = whole.one_way {
        notes.push(format!(
            "It is one-way in the scene, along ({:?}, {:?}) of its own, and holds from all sides here.",
            way.x, way.y
        ));
    }
    let names = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| plain::label(name).into_owned()).collect();
        if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
    };
    notes.extend(whole.is.as_ref().map(|is| format!("It is: {}", names(is))));
    notes.extend(whole.meets.as_ref().map(|meets| format!("It meets: {}", names(meets))));
    notes
}

/// `pose`: in the body.
fn forms(shape: &SceneShape, pose: &Pose) -> Vec<PortedForm> {
    let place = |point: Vec2| pose.world_from_local(point);
    let places = |points: &[Vec2]| points.iter().map(|point| place(*point)).collect::<Vec<_>>();
    let form = match shape {
        SceneShape::Compound { parts } => {
            return parts.iter().flat_map(|part| forms(&part.shape, &part.pose().within(pose))).collect();
        }
        SceneShape::Circle { radius } => PortedForm::Circle { center: pose.position, radius: *radius },
        SceneShape::Capsule { start, end, radius } => {
            PortedForm::Segment { start: place(*start), end: place(*end), radius: *radius }
        }
        SceneShape::Rectangle { width, height, radius } => PortedForm::Rectangle {
            center: pose.position,
            rotation: pose.rotation,
            half: Vec2::new(*width, *height) * 0.5,
            radius: *radius,
        },
        SceneShape::Polygon { points, radius } => {
            let mut points = places(points);
            if signed_area(&points) < 0.0 {
                points.reverse();
            }
            PortedForm::Polygon { points, radius: *radius }
        }
        SceneShape::Wall { start, end } => {
            PortedForm::Segment { start: place(*start), end: place(*end), radius: 0.0 }
        }
        SceneShape::Chain { points, closed, one_sided } => {
            PortedForm::Chain { points: places(points), closed: *closed, one_sided: *one_sided }
        }
    };
    vec![form]
}

fn signed_area(points: &[Vec2]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(p, q)| p.as_dvec2().perp_dot(q.as_dvec2())).sum()
}

/// The corners of a rectangle, counter-clockwise.
pub fn corners(center: Vec2, rotation: Rotation, half: Vec2) -> [Vec2; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| center + rotation.rotate(half * Vec2::new(x, y)))
}

/// The ends of the segments of a chain.
pub fn segments(points: &[Vec2], closed: bool) -> Vec<[Vec2; 2]> {
    let last = points.last().zip(points.first()).filter(|_| closed).map(|(last, first)| [*last, *first]);
    points.windows(2).map(|ends| [ends[0], ends[1]]).chain(last).collect()
}

/// The outline of everything within a radius of a convex polygon, counter-clockwise, or of a segment: arcs are cut into
/// straight lines. For engines whose convex shapes have corners alone.
pub fn rounded_outline(points: &[Vec2], radius: f32) -> Vec<DVec2> {
    /// Of an arc.
    const STEP: f64 = TAU / 36.0;
    if radius == 0.0 {
        return points.iter().map(|point| point.as_dvec2()).collect();
    }
    let count = points.len();
    let angle_from = |i: usize| {
        let along = points[(i + 1) % count].as_dvec2() - points[i].as_dvec2();
        // Of the outward normal.
        (-along.x).atan2(along.y)
    };
    let mut outline = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let first = angle_from((i + count - 1) % count);
        let turn = (angle_from(i) - first).rem_euclid(TAU);
        let steps = (turn / STEP).ceil().max(1.0) as u32;
        let corner = |step: u32| {
            let angle = first + turn * f64::from(step) / f64::from(steps);
            point.as_dvec2() + f64::from(radius) * DVec2::from_angle(angle)
        };
        outline.extend((0..=steps).map(corner));
    }
    outline
}
