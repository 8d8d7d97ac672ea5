//! The contacts of another engine beside ours, computed on the same poses.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_1_SQRT_2;
use std::ops::ControlFlow;

use collide2d::{Body, Contact, Trace, World, collide_observed, separation};
use glam::Vec2;

use super::{Moment, Recording, TheirContact};

/// What counts as the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// Metres for depths, gaps and points; radians for normals. >= 0.
    pub tolerance: f32,
    /// The other engine's margin or slop: so much deeper or shallower its contacts may be. Metres, >= 0.
    pub margin: f32,
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Frames compared.
    pub frames: usize,
    /// Pairs that touch in theirs, over all frames.
    pub theirs: usize,
    /// Pairs that touch in ours, over all frames.
    pub ours: usize,
    /// Contacts whose normals differ where two axes are equally good.
    pub ties: usize,
    /// The worst first.
    pub differences: Vec<Difference>,
}

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The engine's frame.
    pub frame: u64,
    /// Recorded bodies, the lower index first.
    pub bodies: (u32, u32),
    /// What differs.
    pub what: What,
    /// How many times the tolerance.
    pub times: f32,
}

/// What differs. Normals point toward the first body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// The pair touches in theirs alone.
    OnlyTheirs {
        /// Theirs, where told. Metres.
        depth: Option<f32>,
        /// The distance of the shapes. Metres.
        gap: f32,
    },
    /// The pair touches in ours alone.
    OnlyOurs {
        /// Metres.
        depth: f32,
    },
    /// The normals differ.
    Normal {
        /// Radians, > 0.
        angle: f32,
        /// Theirs.
        theirs: Vec2,
        /// Ours.
        ours: Vec2,
    },
    /// Their normal turned back from one frame to the next, while ours did not.
    Flip {
        /// In the frame before.
        before: Vec2,
        /// In this one.
        theirs: Vec2,
    },
    /// The depths differ. Metres.
    Depth {
        /// Theirs.
        theirs: f32,
        /// Ours.
        ours: f32,
    },
    /// Their point lies apart from ours.
    Point {
        /// World.
        theirs: Vec2,
        /// From our points and what lies between them. Metres.
        distance: f32,
    },
}

impl What {
    /// One word for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::OnlyTheirs { .. } => "only theirs",
            Self::OnlyOurs { .. } => "only ours",
            Self::Normal { .. } => "normal",
            Self::Flip { .. } => "flip",
            Self::Depth { .. } => "depth",
            Self::Point { .. } => "point",
        }
    }
}

/// Normals of pairs on which both agree, or both are right: theirs and ours.
type Normals = BTreeMap<(u32, u32), (Vec2, Vec2)>;

/// Compares every frame; `tell` is called after each.
pub fn compare(
    recording: &Recording,
    tolerances: Tolerances,
    mut tell: impl FnMut(),
) -> Result<Comparison, String> {
    let mut comparison = Comparison::default();
    let mut before = Normals::new();
    for (index, frame) in recording.frames().iter().enumerate() {
        let moment = recording.moment(index);
        let world = moment.scene.to_world().map_err(|e| format!("frame {}: {e}", frame.frame))?;
        let state = State { moment: &moment, world: &world, tolerances };
        let theirs = recording.their_contacts(index).collect();
        before = state.compare(frame.frame, theirs, &before, &mut comparison);
        comparison.frames += 1;
        tell();
    }
    comparison.differences.sort_by(|a, b| b.times.total_cmp(&a.times).then(a.frame.cmp(&b.frame)));
    Ok(comparison)
}

/// A frame's poses.
struct State<'a> {
    moment: &'a Moment,
    world: &'a World,
    tolerances: Tolerances,
}

/// Our contact of two shapes, the first body's shape first.
struct OurContact {
    /// Indices of the scene's bodies.
    a: u32,
    b: u32,
    contact: Contact,
}

impl State<'_> {
    /// Adds a frame to the comparison. Returns the frame's normals, for the next one.
    fn compare(
        &self,
        frame: u64,
        theirs: Vec<TheirContact>,
        before: &Normals,
        comparison: &mut Comparison,
    ) -> Normals {
        let ours = self.ours();
        let mut told: BTreeMap<(u32, u32), Vec<TheirContact>> = BTreeMap::new();
        for contact in theirs {
            told.entry(contact.bodies).or_default().push(contact);
        }
        let touches = |contact: &TheirContact| contact.depth.is_none_or(|depth| depth > 0.0);
        comparison.ours += ours.len();
        comparison.theirs += told.values().filter(|contacts| contacts.iter().any(touches)).count();
        let mut normals = Normals::new();
        let mut found = Vec::new();
        for (&bodies, theirs) in &told {
            let ours = ours.get(&bodies).map_or(&[][..], Vec::as_slice);
            for contact in theirs {
                match self.nearest(contact, ours) {
                    Some(ours) => {
                        let what = self.differ(contact, ours, comparison);
                        let has_normal = what.iter().any(|what| matches!(what, What::Normal { .. }));
                        found.extend(what.into_iter().map(|what| (bodies, what)));
                        // Of several contacts of a pair nobody knows which was which in the frame before.
                        if let (Some(normal), [_], false) = (contact.normal, theirs.as_slice(), has_normal) {
                            let flip = before.get(&bodies).filter(|(theirs, ours_before)| {
                                theirs.dot(normal) < 0.0
                                    && ours_before.dot(ours.contact.normal) > FRAC_1_SQRT_2
                            });
                            found.extend(
                                flip.map(|&(before, _)| (bodies, What::Flip { before, theirs: normal })),
                            );
                            normals.insert(bodies, (normal, ours.contact.normal));
                        }
                    }
                    None if touches(contact) => {
                        let gap = self.gap(contact);
                        found.extend(gap.map(|gap| (bodies, What::OnlyTheirs { depth: contact.depth, gap })));
                    }
                    None => {}
                }
            }
        }
        for (&bodies, ours) in &ours {
            if !told.contains_key(&bodies) {
                let deepest = ours.iter().map(|ours| ours.contact.depth).fold(0.0, f32::max);
                found.push((bodies, What::OnlyOurs { depth: deepest }));
            }
        }
        let differences = found.into_iter().map(|(bodies, what)| {
            let times = self.times(&what);
            Difference { frame, bodies, what, times }
        });
        comparison.differences.extend(differences.filter(|difference| difference.times > 1.0));
        normals
    }

    /// Our contacts by recorded bodies.
    fn ours(&self) -> BTreeMap<(u32, u32), Vec<OurContact>> {
        let mut ours: BTreeMap<_, Vec<_>> = BTreeMap::new();
        self.world.for_each_contact(|found| {
            let group = |body: u32| self.moment.groups.get(body as usize).copied().unwrap_or_default();
            if !self.moment.is_one_body(found.a, found.b) {
                let contact = OurContact { a: found.a, b: found.b, contact: found.contact };
                ours.entry((group(found.a), group(found.b))).or_default().push(contact);
            }
            ControlFlow::Continue(())
        });
        ours
    }

    /// Our contact of the shapes that theirs names, or of those it may mean: the one most alike.
    fn nearest<'o>(&self, theirs: &TheirContact, ours: &'o [OurContact]) -> Option<&'o OurContact> {
        let is_meant = |ours: &&OurContact| {
            let names = |shape: Option<u32>, body| {
                shape.is_none_or(|shape| self.moment.shapes.get(body as usize) == Some(&shape))
            };
            names(theirs.shapes.0, ours.a) && names(theirs.shapes.1, ours.b)
        };
        let unlike = |ours: &OurContact| {
            let turned = theirs.normal.map_or(0.0, |normal| 1.0 - normal.dot(ours.contact.normal));
            let deeper = theirs.depth.map_or(0.0, |depth| (depth - ours.contact.depth).abs());
            turned + deeper
        };
        ours.iter().filter(is_meant).min_by(|one, other| unlike(one).total_cmp(&unlike(other)))
    }

    /// What differs between two contacts, within the tolerances or not.
    fn differ(&self, theirs: &TheirContact, ours: &OurContact, comparison: &mut Comparison) -> Vec<What> {
        let contact = &ours.contact;
        let mut found = Vec::new();
        if let Some(normal) = theirs.normal {
            let angle = angle(normal, contact.normal);
            if angle > self.tolerances.tolerance && self.is_tie(ours, normal) {
                comparison.ties += 1;
            } else if angle > self.tolerances.tolerance {
                found.push(What::Normal { angle, theirs: normal, ours: contact.normal });
            }
        }
        found.extend(theirs.depth.map(|depth| What::Depth { theirs: depth, ours: contact.depth }));
        let Some(a) = self.world.body(ours.a) else { return found };
        let points: Vec<Vec2> =
            contact.points().iter().map(|point| Contact::world_point(a.pose(), point)).collect();
        let (first, last) = match points.as_slice() {
            [] => return found,
            [one] => (*one, *one),
            [one, .., other] => (*one, *other),
        };
        found.extend(theirs.points.iter().map(|&point| {
            // Engines put a point on either surface, or between the two.
            let distance = (from_segment(point, first, last) - contact.depth).max(0.0);
            What::Point { theirs: point, distance }
        }));
        found
    }

    /// Whether their normal is that of another axis along which the shapes leave each other as well.
    fn is_tie(&self, ours: &OurContact, normal: Vec2) -> bool {
        let Some((a, b)) = self.bodies(ours.a, ours.b) else { return false };
        let mut trace = Trace::default();
        let _ = collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut trace);
        let Tolerances { tolerance, margin } = self.tolerances;
        let least = ours.contact.depth + tolerance + margin;
        trace.axes.iter().any(|axis| {
            // The way out of each side: of a along the direction, and against it.
            let ways =
                [(axis.direction, axis.b.max - axis.a.min), (-axis.direction, axis.a.max - axis.b.min)];
            ways.iter().any(|&(way, length)| (length as f32) <= least && angle(way, normal) <= tolerance)
        })
    }

    /// The distance of the shapes that their contact names or may mean; `None` where none of them is there.
    fn gap(&self, theirs: &TheirContact) -> Option<f32> {
        let of = |body: u32, shape: Option<u32>| {
            let every = (0..).zip(self.moment.groups.iter().zip(&self.moment.shapes));
            every.filter(move |(_, (group, index))| {
                **group == body && shape.is_none_or(|shape| shape == **index)
            })
        };
        let pairs = of(theirs.bodies.0, theirs.shapes.0)
            .flat_map(|(a, _)| of(theirs.bodies.1, theirs.shapes.1).map(move |(b, _)| (a, b)));
        let gaps = pairs.filter_map(|(a, b)| {
            let (a, b) = self.bodies(a, b)?;
            Some(separation(a.shape(), a.pose(), b.shape(), b.pose()))
        });
        gaps.min_by(f32::total_cmp)
    }

    fn bodies(&self, a: u32, b: u32) -> Option<(&Body, &Body)> {
        Some((self.world.body(a)?, self.world.body(b)?))
    }

    /// How many times the tolerance; up to 1 is no difference.
    fn times(&self, what: &What) -> f32 {
        let Tolerances { tolerance, margin } = self.tolerances;
        let beyond_margin = |metres: f32| (metres - margin) / tolerance;
        match *what {
            What::OnlyTheirs { depth, gap } => beyond_margin(gap + depth.unwrap_or_default()),
            What::OnlyOurs { depth } => beyond_margin(depth),
            What::Depth { theirs, ours } => beyond_margin((theirs - ours).abs()),
            What::Point { distance, .. } => beyond_margin(distance),
            What::Normal { angle, .. } => angle / tolerance,
            What::Flip { before, theirs } => angle(before, theirs) / tolerance,
        }
    }
}

/// Radians, >= 0.
fn angle(one: Vec2, other: Vec2) -> f32 {
    one.perp_dot(other).atan2(one.dot(other)).abs()
}

/// Metres.
fn from_segment(point: Vec2, start: Vec2, end: Vec2) -> f32 {
    let along = end - start;
    let share = if along == Vec2::ZERO { 0.0 } else { (point - start).dot(along) / along.length_squared() };
    point.distance(start + along * share.clamp(0.0, 1.0))
}
