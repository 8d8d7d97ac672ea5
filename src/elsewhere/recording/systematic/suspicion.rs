//! What may be wrong with a whole recording, and the recording with it mended.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use collide2d::Pose;
use collision_record::{AngleUnit, Body, Header, NormalDirection, PlacedShape, Shape, VerticalAxis};
use glam::Vec2;

use super::reused::RowPlace;
use super::{FEWEST, FoundRows, MOST_BODIES, PerFrame, Systematic, factors, median};
use crate::elsewhere::recording::compare::Tolerances;
use crate::elsewhere::recording::{BodyKind, Recording, StoredFrame};
use crate::scene::numbers::{number, vec2};

/// A skin is constant where depths differ from their median by less than this share of it.
const SPREAD: f32 = 0.2;
/// A skin is small beside the shapes: less than this share of the smaller one's diameter.
const THIN: f32 = 0.1;

/// What may be wrong with a recording.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Suspicion {
    Normals,
    /// The y of normals points the other way than that of poses.
    NormalsY,
    /// Depths are distances, negative where shapes overlap.
    Depths,
    /// The contacts are of bodies that are not turned, whatever their angles.
    NotTurned,
    Angles,
    /// The contacts were found on the poses of the frame before.
    PosesBefore,
    /// The contacts were found on the poses of the frame after.
    PosesAfter,
    /// The pose of a body with a rectangle is that one's top left corner.
    TopLeft,
    /// It is the lower left one.
    LowerLeft,
    /// A pose is the top left corner of the box around what is not turned, and bodies turn about the middle of that box.
    BoxCorner(BoxOf),
    /// A pose is the centre of mass, and shapes are as they were drawn.
    CentreOfMass,
    /// Width and height of rectangles are from the centre to a side.
    HalfExtents,
    /// The width of rectangles is their height.
    SidesSwapped,
    /// The radius of circles and capsules is their diameter.
    Diameters,
    /// The radius of circles is their diameter, that of capsules is none.
    CircleDiameters,
    /// Angles turn the other way than the header says.
    OppositeAngles,
    /// The y axis of shapes in their body points the other way than that of poses.
    ShapesY,
    /// Points are told in the frame of the first body that the contact names.
    PointsOfA,
    /// In that of the second.
    PointsOfB,
    /// Depths and points are ours times so much.
    Scaled {
        depths: f32,
        points: f32,
    },
    /// So much deeper or shallower are all depths. Metres.
    Margin(f32),
    /// The poses of some bodies are one frame late.
    LatePoses(LateBodies),
    /// The normals of two kinds of shapes in this order are the opposite.
    NormalsOf([&'static str; 2]),
    /// The depths of two kinds of shapes, in any order, are ours times so much.
    DepthsOf([&'static str; 2], f32),
}

/// The bodies whose poses are one frame late.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LateBodies {
    /// A recorded body.
    One(u32),
    Kinematic,
}

/// The bodies whose poses are at a corner of their box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BoxOf {
    All,
    Circles,
    /// All but circles.
    Others,
}

impl BoxOf {
    fn has(self, body: &Body) -> bool {
        let is_circle = body.shapes.iter().all(|placed| matches!(placed.shape, Shape::Circle { .. }));
        match self {
            Self::All => true,
            Self::Circles => is_circle,
            Self::Others => !is_circle,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::All => "all bodies",
            Self::Circles => "circles",
            Self::Others => "all but circles",
        }
    }
}

/// Those that are always worth a try. Of some that help as much the first is told: rectangles at a corner on a level floor
/// may look like half extents, but half extents whose points are told do not look like a corner; as degrees most angles of radians
/// are nearly 0.
const SUSPICIONS: [Suspicion; 21] = [
    Suspicion::Normals,
    Suspicion::NormalsY,
    Suspicion::Depths,
    Suspicion::NotTurned,
    Suspicion::Angles,
    Suspicion::PosesBefore,
    Suspicion::PosesAfter,
    Suspicion::TopLeft,
    Suspicion::LowerLeft,
    Suspicion::HalfExtents,
    Suspicion::SidesSwapped,
    Suspicion::Diameters,
    Suspicion::CircleDiameters,
    Suspicion::OppositeAngles,
    Suspicion::ShapesY,
    Suspicion::PointsOfA,
    Suspicion::PointsOfB,
    Suspicion::CentreOfMass,
    Suspicion::BoxCorner(BoxOf::All),
    Suspicion::BoxCorner(BoxOf::Circles),
    Suspicion::BoxCorner(BoxOf::Others),
];

impl Suspicion {
    /// Whether shapes, angles or lengths are measured otherwise than a recording's are, or some poses are late. Other ones change
    /// every contact, so that these have to explain nearly all of it.
    pub fn is_of_measures(self) -> bool {
        match self {
            Self::TopLeft
            | Self::LowerLeft
            | Self::BoxCorner(_)
            | Self::CentreOfMass
            | Self::HalfExtents
            | Self::SidesSwapped
            | Self::Diameters
            | Self::CircleDiameters
            | Self::NotTurned
            | Self::OppositeAngles
            | Self::ShapesY
            | Self::LatePoses(_)
            | Self::PointsOfA
            | Self::PointsOfB
            | Self::Scaled { .. } => true,
            Self::Normals
            | Self::NormalsY
            | Self::Depths
            | Self::Angles
            | Self::PosesBefore
            | Self::PosesAfter
            | Self::NormalsOf(_)
            | Self::DepthsOf(..)
            | Self::Margin(_) => false,
        }
    }

    /// Whether its cure helps. `left`, `now`: with it and without. Rows that are gone because little is compared are not mended.
    pub fn helps(self, left: PerFrame, now: PerFrame) -> bool {
        let least = if self.is_of_measures() { 10.0 } else { 2.0 };
        least * left.rows <= now.rows && 2.0 * left.compared >= now.compared
    }
}

/// A recording with some cures.
pub(super) struct Cured<'a> {
    pub recording: &'a Recording,
    pub suspicions: Vec<Suspicion>,
    pub tolerances: Tolerances,
}

impl Cured<'_> {
    pub fn and(&self, suspicion: Suspicion) -> Self {
        let mut suspicions = self.suspicions.clone();
        suspicions.push(suspicion);
        let mut tolerances = self.tolerances;
        if let Suspicion::Margin(metres) = suspicion {
            tolerances.margin = metres;
        }
        Self { recording: self.recording, suspicions, tolerances }
    }

    /// `found`: its differences; `left`: how many there are once the suspicion is cured as well.
    pub fn error(&self, suspicion: Suspicion, found: &FoundRows, left: usize) -> Systematic {
        let cure = self.and(suspicion).cure(suspicion);
        let is_of_normals =
            matches!(suspicion, Suspicion::Normals | Suspicion::NormalsY | Suspicion::NormalsOf(_));
        Systematic { sentence: self.sentence(suspicion, found), cure, left, is_of_normals }
    }

    /// What is worth a try.
    pub fn suspicions(&self, found: &FoundRows) -> Vec<Suspicion> {
        let margin =
            self.constant_depth(found).map(|(metres, _)| Suspicion::Margin(rounded_up(metres.abs())));
        let depths = factors::of_depths(self.recording, found, |_| true);
        let points = factors::of_points(self.recording, found);
        let both = depths.map(|depths| (depths, points.unwrap_or(depths)));
        let scaled = [depths.map(|depths| (depths, 1.0)), points.map(|points| (1.0, points)), both];
        let scaled = scaled.into_iter().flatten();
        let scaled = scaled.map(|(depths, points)| Suspicion::Scaled { depths, points });
        let late = self.late(found).map(Suspicion::LatePoses);
        let all = SUSPICIONS.into_iter().chain(late).chain(margin).chain(scaled).chain(self.of_kinds(found));
        all.filter(|one| self.is_worth_a_try(*one, found)).collect()
    }

    /// The bodies whose poses may be late: what moves and has a part in half of the rows, and what the game moves.
    fn late<'f>(&'f self, found: &'f FoundRows) -> impl Iterator<Item = LateBodies> + 'f {
        let mut rows = BTreeMap::<u32, usize>::new();
        for body in found.places.iter().flat_map(|(_, (a, b))| [*a, *b]) {
            *rows.entry(body).or_default() += 1;
        }
        let is_suspect = |(body, count): &(u32, usize)| {
            2 * count >= found.places.len() && self.recording.kind(*body) != BodyKind::Static
        };
        let one = rows.into_iter().filter(is_suspect).map(|(body, _)| LateBodies::One(body));
        one.chain([LateBodies::Kinematic])
    }

    /// What may be wrong with one test of a kind of shape with another.
    fn of_kinds(&self, found: &FoundRows) -> Vec<Suspicion> {
        let mut opposite = BTreeMap::<[&str; 2], usize>::new();
        for bodies in &found.opposite {
            let Some(kinds) = self.kinds(*bodies) else { continue };
            *opposite.entry(kinds).or_default() += 1;
        }
        let normals = opposite.into_iter().filter(|(_, count)| *count >= FEWEST);
        let normals = normals.map(|(kinds, _)| Suspicion::NormalsOf(kinds));
        let deep: BTreeSet<[&str; 2]> =
            found.both_deep.iter().filter_map(|(bodies, _)| Some(sorted(self.kinds(*bodies)?))).collect();
        let depths = deep.into_iter().filter_map(|kinds| {
            let are_of = |bodies| self.kinds(bodies).map(sorted) == Some(kinds);
            Some(Suspicion::DepthsOf(kinds, factors::of_depths(self.recording, found, are_of)?))
        });
        normals.chain(depths).collect()
    }

    /// The kinds of two recorded bodies, of which each has shapes of one kind.
    fn kinds(&self, (a, b): (u32, u32)) -> Option<[&'static str; 2]> {
        let kind = |body: u32| {
            let mut kinds = self.recording.header.bodies.get(body as usize)?.shapes.iter().map(kind_name);
            let first = kinds.next()?;
            kinds.all(|kind| kind == first).then_some(first)
        };
        Some([kind(a)?, kind(b)?])
    }

    fn is_worth_a_try(&self, suspicion: Suspicion, found: &FoundRows) -> bool {
        let is_turned = |frame: &StoredFrame| {
            let mut bodies = 0..self.recording.body_count() as u32;
            bodies.any(|body| frame.pose(body).is_some_and(|[.., angle]| angle != 0.0))
        };
        !self.suspicions.contains(&suspicion)
            && match suspicion {
                Suspicion::TopLeft
                | Suspicion::LowerLeft
                | Suspicion::CentreOfMass
                | Suspicion::HalfExtents
                | Suspicion::SidesSwapped
                | Suspicion::ShapesY
                | Suspicion::Diameters => self.and(suspicion).header().bodies != self.header().bodies,
                Suspicion::CircleDiameters => {
                    let halved = self.and(suspicion).header().bodies;
                    halved != self.header().bodies && halved != self.and(Suspicion::Diameters).header().bodies
                }
                Suspicion::NotTurned | Suspicion::OppositeAngles => {
                    self.recording.frames().iter().any(is_turned)
                }
                Suspicion::LatePoses(late) => {
                    // The bodies of a sample have other numbers.
                    let is_late = |body: u32| self.is_late(late, body);
                    self.recording.body_count() <= MOST_BODIES
                        && (0..self.recording.body_count() as u32).any(is_late)
                }
                Suspicion::BoxCorner(of) => self.header().bodies.iter().any(|body| of.has(body)),
                Suspicion::NormalsY => found.mirrored > 0,
                Suspicion::PointsOfA | Suspicion::PointsOfB => !found.points.is_empty(),
                Suspicion::Depths => {
                    let mut contacts = self.recording.frames().iter().flat_map(StoredFrame::contacts);
                    contacts.any(|contact| contact.depth.is_some_and(|depth| depth < 0.0))
                }
                Suspicion::Normals
                | Suspicion::Angles
                | Suspicion::PosesBefore
                | Suspicion::PosesAfter
                | Suspicion::Scaled { .. }
                | Suspicion::NormalsOf(_)
                | Suspicion::DepthsOf(..)
                | Suspicion::Margin(_) => true,
            }
    }

    /// By how much depths differ, if nearly all that are told differ by as much, a thin skin's depth, where normals agree, and
    /// how many do. Metres.
    fn constant_depth(&self, found: &FoundRows) -> Option<(f32, usize)> {
        let depths: Vec<f32> = found.depths.iter().map(|(_, depth)| *depth).collect();
        let middle = median(&depths)?;
        let spread = self.tolerances.tolerance.min(SPREAD * middle.abs());
        let every = self.recording.every_body().ok()?;
        let diameter =
            |body: u32| every.body(body).map_or(0.0, |body| 2.0 * body.shape().bounding_circle().radius);
        let is_skin = |((frame, (a, b)), depth): &&(RowPlace, f32)| {
            (depth - middle).abs() <= spread
                && middle.abs() < THIN * diameter(*a).min(diameter(*b))
                && !found.normals.contains(&(*frame, (*a, *b)))
        };
        let near = found.depths.iter().filter(is_skin).count();
        (10 * near >= 9 * depths.len() && 5 * near >= 4 * self.deep_pairs()).then_some((middle, near))
    }

    /// Pairs of theirs that touch, with a depth that is told, over all frames.
    fn deep_pairs(&self) -> usize {
        let of_frame = |index: usize| {
            let told = self.recording.their_contacts(index);
            let deep = told.filter(|contact| contact.touches() && contact.depth.is_some());
            deep.map(|contact| contact.bodies).collect::<BTreeSet<_>>().len()
        };
        (0..self.recording.frames().len()).map(of_frame).sum()
    }

    /// The recording of every `stride`-th frame. `None`: the cure leaves none that can be read.
    pub fn every_nth(&self, stride: usize) -> Option<Recording> {
        let frames = self.recording.frames();
        let has = |suspicion| self.suspicions.contains(&suspicion);
        let turned_back = |frame: StoredFrame| {
            if has(Suspicion::OppositeAngles) {
                self.map_poses(&frame, |_, [x, y, angle]| [x, y, -angle])
            } else if has(Suspicion::NotTurned) {
                self.map_poses(&frame, |_, [x, y, _]| [x, y, 0.0])
            } else {
                frame
            }
        };
        let is_late = |body: u32| {
            let mut late = self.suspicions.iter();
            late.any(|one| matches!(one, Suspicion::LatePoses(late) if self.is_late(*late, body)))
        };
        let has_late = (0..self.recording.body_count() as u32).any(is_late);
        let of = |index: usize| {
            let from = if has(Suspicion::PosesBefore) {
                index.checked_sub(1)?
            } else if has(Suspicion::PosesAfter) {
                index + 1
            } else {
                index
            };
            let frame = frames.get(index)?.with_poses_of(frames.get(from)?);
            if !has_late {
                return Some(frame);
            }
            let after = frames.get(from + 1)?;
            let pose = |body: u32, pose| after.pose(body).filter(|_| is_late(body)).unwrap_or(pose);
            Some(self.map_poses(&frame, pose))
        };
        let indices = (0..frames.len()).step_by(stride);
        let mut cured: Vec<StoredFrame> = indices.filter_map(of).map(turned_back).collect();
        let header = self.header();
        let corners = self.box_corners();
        for frame in &mut cured {
            for suspicion in &self.suspicions {
                match *suspicion {
                    Suspicion::BoxCorner(of) => {
                        let corner = |body: u32| {
                            let told = header.bodies.get(body as usize).filter(|told| of.has(told));
                            told.and_then(|_| corners.get(body as usize)).copied().unwrap_or_default()
                        };
                        *frame = self.map_poses(frame, |body, [x, y, angle]| {
                            let corner = corner(body);
                            [x - corner.x, y - corner.y, angle]
                        });
                    }
                    Suspicion::Depths => frame.scale_contacts(-1.0, 1.0),
                    Suspicion::NormalsY => frame.map_contacts(|n| Vec2::new(n.x, -n.y), |p| p),
                    Suspicion::PointsOfA => frame.take_points_from(|contact| contact.bodies.0, header.angle),
                    Suspicion::PointsOfB => frame.take_points_from(|contact| contact.bodies.1, header.angle),
                    Suspicion::Scaled { depths, points } => {
                        frame.scale_contacts(depths.recip(), points.recip());
                    }
                    Suspicion::NormalsOf(kinds) => {
                        frame.scale_some(|bodies| self.kinds(bodies) == Some(kinds), -1.0, 1.0);
                    }
                    Suspicion::DepthsOf(kinds, factor) => {
                        let are_of = |bodies| self.kinds(bodies).map(sorted) == Some(kinds);
                        frame.scale_some(are_of, 1.0, factor.recip());
                    }
                    Suspicion::Normals
                    | Suspicion::NotTurned
                    | Suspicion::Angles
                    | Suspicion::PosesBefore
                    | Suspicion::PosesAfter
                    | Suspicion::TopLeft
                    | Suspicion::LowerLeft
                    | Suspicion::CentreOfMass
                    | Suspicion::HalfExtents
                    | Suspicion::SidesSwapped
                    | Suspicion::Diameters
                    | Suspicion::CircleDiameters
                    | Suspicion::OppositeAngles
                    | Suspicion::ShapesY
                    | Suspicion::LatePoses(_)
                    | Suspicion::Margin(_) => {}
                }
            }
        }
        if header.bodies == self.recording.header.bodies {
            return self.recording.with(header, cured);
        }
        Recording::of_header(header).ok().map(|recording| Recording { frames: cured, ..recording })
    }

    fn is_late(&self, late: LateBodies, body: u32) -> bool {
        match late {
            LateBodies::One(one) => body == one,
            LateBodies::Kinematic => self.recording.kind(body) == BodyKind::Kinematic,
        }
    }

    /// The bodies whose poses are late, in words.
    fn late_words(&self, late: LateBodies) -> String {
        match late {
            LateBodies::One(body) => self.recording.body_name(body),
            LateBodies::Kinematic => "all kinematic bodies".to_owned(),
        }
    }

    /// Of each body the top left corner of the box around it as it is not turned, in its frame. In the file's unit.
    fn box_corners(&self) -> Vec<Vec2> {
        let has_corner = |one: &Suspicion| matches!(one, Suspicion::BoxCorner(_));
        let Some(every) =
            self.suspicions.iter().any(has_corner).then(|| self.recording.every_body().ok()).flatten()
        else {
            return Vec::new();
        };
        let corner = |body: &collide2d::Body| {
            let bounds = body.shape().aabb(&Pose::default());
            self.filed(Vec2::new(bounds.min.x, bounds.max.y))
        };
        every.bodies().iter().map(corner).collect()
    }

    /// Where the centre of mass of each body is that is not at its place, in its frame. In the file's unit.
    fn centres_of_mass(&self) -> Vec<(usize, Vec2)> {
        let Ok(every) = self.recording.every_body() else { return Vec::new() };
        let centres = every.bodies().iter().map(|body| body.shape().centroid()).enumerate();
        let is_off = |(_, centre): &(usize, Vec2)| centre.length() > self.tolerances.tolerance;
        centres.filter(is_off).map(|(body, centre)| (body, self.filed(centre))).collect()
    }

    /// A vector in metres with y up, as the file has it.
    fn filed(&self, v: Vec2) -> Vec2 {
        let y = match self.recording.header.y {
            VerticalAxis::Up => v.y,
            VerticalAxis::Down => -v.y,
        };
        Vec2::new(v.x, y) / self.recording.header.metres_per_unit
    }

    /// The frame on other poses; `of`: of a recorded body, from its own.
    fn map_poses(&self, frame: &StoredFrame, of: impl Fn(u32, [f32; 3]) -> [f32; 3]) -> StoredFrame {
        let mut poses = Vec::new();
        for body in 0..self.recording.body_count() as u32 {
            let Some(pose) = frame.pose(body) else { continue };
            let place = self.recording.place_of(body) as usize;
            if poses.len() <= place {
                poses.resize(place + 1, [f32::NAN; 3]);
            }
            if let Some(placed) = poses.get_mut(place) {
                *placed = of(body, pose);
            }
        }
        frame.with_poses(&poses)
    }

    fn header(&self) -> Header {
        let mut header = self.recording.header.clone();
        let down = match header.y {
            VerticalAxis::Up => -0.5,
            VerticalAxis::Down => 0.5,
        };
        for suspicion in &self.suspicions {
            let shapes = header.bodies.iter_mut().flat_map(|body| &mut body.shapes);
            match suspicion {
                Suspicion::Normals => header.normal = reversed(header.normal),
                Suspicion::Angles => {
                    header.angle = match header.angle {
                        AngleUnit::Radians => AngleUnit::Degrees,
                        AngleUnit::Degrees => AngleUnit::Radians,
                    }
                }
                Suspicion::TopLeft | Suspicion::LowerLeft => {
                    let of_height = if *suspicion == Suspicion::TopLeft { down } else { -down };
                    for placed in shapes {
                        if let Shape::Rectangle { width, height, .. } = placed.shape {
                            let [x, y] = placed.at;
                            placed.at = [x + 0.5 * width, y + of_height * height];
                        }
                    }
                }
                Suspicion::CentreOfMass => {
                    for (body, centre) in self.centres_of_mass() {
                        let shapes = header.bodies.get_mut(body).map(|body| &mut body.shapes);
                        for placed in shapes.into_iter().flatten() {
                            let [x, y] = placed.at;
                            placed.at = [x - centre.x, y - centre.y];
                        }
                    }
                }
                Suspicion::HalfExtents => {
                    for placed in shapes {
                        if let Shape::Rectangle { width, height, .. } = &mut placed.shape {
                            (*width, *height) = (2.0 * *width, 2.0 * *height);
                        }
                    }
                }
                Suspicion::SidesSwapped => {
                    for placed in shapes {
                        if let Shape::Rectangle { width, height, .. } = &mut placed.shape {
                            mem::swap(width, height);
                        }
                    }
                }
                Suspicion::Diameters => {
                    for placed in shapes {
                        if let Shape::Circle { radius } | Shape::Capsule { radius, .. } = &mut placed.shape {
                            *radius *= 0.5;
                        }
                    }
                }
                Suspicion::CircleDiameters => {
                    for placed in shapes {
                        if let Shape::Circle { radius } = &mut placed.shape {
                            *radius *= 0.5;
                        }
                    }
                }
                Suspicion::OppositeAngles => shapes.for_each(|placed| placed.turned = -placed.turned),
                Suspicion::ShapesY => shapes.for_each(mirror),
                Suspicion::NormalsY
                | Suspicion::Depths
                | Suspicion::NotTurned
                | Suspicion::LatePoses(_)
                | Suspicion::PosesBefore
                | Suspicion::PosesAfter
                | Suspicion::BoxCorner(_)
                | Suspicion::PointsOfA
                | Suspicion::PointsOfB
                | Suspicion::Scaled { .. }
                | Suspicion::NormalsOf(_)
                | Suspicion::DepthsOf(..)
                | Suspicion::Margin(_) => {}
            }
        }
        header
    }

    /// What seems to be wrong.
    fn sentence(&self, suspicion: Suspicion, found: &FoundRows) -> String {
        let frames = 0..self.recording.frames().len();
        let contacts = || frames.clone().flat_map(|index| self.recording.their_contacts(index));
        let header = self.header();
        match suspicion {
            Suspicion::Normals => {
                let opposite = found.opposite.len();
                let all = contacts().filter(|contact| contact.normal.is_some()).count();
                let says = header.normal.name();
                let gives = reversed(header.normal).name().trim_start_matches("from ");
                format!(
                    "{opposite} of {all} normals are the opposite of ours: the header says \"{says}\"; does your \
                     engine give {gives}?"
                )
            }
            Suspicion::NormalsY => {
                let mirrored = found.mirrored;
                let all = contacts().filter(|contact| contact.normal.is_some()).count();
                let says = match header.y {
                    VerticalAxis::Up => "up",
                    VerticalAxis::Down => "down",
                };
                format!(
                    "{mirrored} of {all} normals are ours with the opposite y: their normals' y axis points the other way than \
                     that of the poses, which the header says is {says}"
                )
            }
            Suspicion::Angles => {
                let says = header.angle.name();
                format!("the header says {says}, and the bodies are turned otherwise where they touch")
            }
            Suspicion::Depths => {
                let depths = || contacts().filter_map(|contact| contact.depth);
                let (negative, all) = (depths().filter(|depth| *depth < 0.0).count(), depths().count());
                format!("{negative} of {all} depths are < 0, and their negatives fit: are these distances?")
            }
            Suspicion::NotTurned => {
                "the contacts fit bodies that are not turned: does your engine leave their angles out?".to_owned()
            }
            Suspicion::PosesBefore => "the contacts fit the poses of the frame before".to_owned(),
            Suspicion::PosesAfter => "the contacts fit the poses of the frame after".to_owned(),
            Suspicion::TopLeft => {
                "the contacts fit rectangles of which a pose is the top left corner".to_owned()
            }
            Suspicion::LowerLeft => {
                "the contacts fit rectangles of which a pose is the lower left corner".to_owned()
            }
            Suspicion::BoxCorner(of) => format!(
                "the contacts fit poses of {} that are the top left corner of a box, turned about its middle: is a pose x \
                 and y as Phaser's arcade bodies have them?",
                of.words()
            ),
            Suspicion::CentreOfMass => {
                let centres = self.centres_of_mass();
                let (body, centre) = centres.first().copied().unwrap_or_default();
                format!(
                    "the contacts fit shapes that are shifted in their body so that the centre of mass is at (0, 0), that of {} \
                     by {}: is a pose the centre of mass, as in matter-js, p2 and Farseer?",
                    self.recording.body_name(body as u32),
                    vec2(-centre)
                )
            }
            Suspicion::HalfExtents => {
                "the contacts fit rectangles of twice the width and height: are these half extents?"
                    .to_owned()
            }
            Suspicion::SidesSwapped => {
                "the contacts fit rectangles whose width and height are swapped".to_owned()
            }
            Suspicion::Diameters => {
                "the contacts fit circles of half the radius: are these diameters?".to_owned()
            }
            Suspicion::CircleDiameters => {
                "the contacts fit circles of half the radius, and capsules as they are: are these diameters?"
                    .to_owned()
            }
            Suspicion::PointsOfA => "the points fit as places in the frame of a, not in the world".to_owned(),
            Suspicion::PointsOfB => "the points fit as places in the frame of b, not in the world".to_owned(),
            Suspicion::Scaled { depths, points } => {
                let times = factors_in_words([depths, points], "are ours times");
                format!("{times}: are these in another unit than the poses?")
            }
            Suspicion::NormalsOf(kinds) => {
                let are_of = |bodies: &(u32, u32)| self.kinds(*bodies) == Some(kinds);
                let (of, others): (Vec<(u32, u32)>, Vec<_>) =
                    found.opposite.iter().copied().partition(are_of);
                let frames = self.recording.frames().iter().flat_map(StoredFrame::contacts);
                let told = frames.filter(|contact| contact.normal.is_some()).map(|contact| contact.bodies);
                let (all, rest): (Vec<(u32, u32)>, Vec<_>) = told.partition(are_of);
                let [a, b] = kinds;
                format!(
                    "{} of {} normals of {a} with {b}, in this order, are the opposite of ours, and {} of {} others",
                    of.len(),
                    all.len(),
                    others.len(),
                    rest.len()
                )
            }
            Suspicion::DepthsOf([a, b], factor) => {
                format!(
                    "depths of {a} with {b} are ours times {}, and those of other shapes are not",
                    number(factor)
                )
            }
            Suspicion::OppositeAngles => {
                let says = match header.y {
                    VerticalAxis::Up => "y is up, so that angles are counter-clockwise",
                    VerticalAxis::Down => "y is down, so that angles are clockwise",
                };
                format!("the contacts fit angles of the opposite sense: {says}")
            }
            Suspicion::ShapesY => {
                "the contacts fit shapes with the opposite y: are their points, `at` and `turned` of another y axis than \
                 the poses?"
                    .to_owned()
            }
            Suspicion::LatePoses(late) => format!(
                "the contacts fit the poses of {} in the frame after, and those of others in their own: are these \
                 written before they move?",
                self.late_words(late)
            ),
            Suspicion::Margin(_) => {
                let (metres, near) = self.constant_depth(found).unwrap_or_default();
                let all = contacts().filter(|contact| contact.depth.is_some()).count();
                let more = if metres > 0.0 { "more" } else { "less" };
                format!("depths are {} m {more} than ours in {near} of {all}", number(metres.abs()))
            }
        }
    }

    /// What mends the last suspicion.
    fn cure(&self, suspicion: Suspicion) -> String {
        let header = self.header();
        match suspicion {
            Suspicion::Normals => format!("\"normal\": \"{}\"", header.normal.name()),
            Suspicion::Angles => format!("\"angle\": \"{}\"", header.angle.name()),
            Suspicion::Depths => "depths negated".to_owned(),
            Suspicion::PosesBefore | Suspicion::PosesAfter => {
                "the poses that the contacts were found on".to_owned()
            }
            Suspicion::TopLeft | Suspicion::LowerLeft => "poses at the centres of rectangles".to_owned(),
            Suspicion::BoxCorner(of) => format!("poses of {} at the middle of their box", of.words()),
            Suspicion::CentreOfMass => "shapes around their centre of mass".to_owned(),
            Suspicion::HalfExtents => "width and height doubled".to_owned(),
            Suspicion::Diameters => "radius halved".to_owned(),
            Suspicion::CircleDiameters => "radius of circles halved".to_owned(),
            Suspicion::NormalsY => "the y of normals negated".to_owned(),
            Suspicion::PointsOfA => "points taken from the frame of a to the world".to_owned(),
            Suspicion::PointsOfB => "points taken from the frame of b to the world".to_owned(),
            Suspicion::Scaled { depths, points } => factors_in_words([depths, points], "divided by"),
            Suspicion::NormalsOf([a, b]) => format!("normals of {a} with {b} negated"),
            Suspicion::DepthsOf([a, b], factor) => {
                format!("depths of {a} with {b} divided by {}", number(factor))
            }
            Suspicion::NotTurned => "angles of 0".to_owned(),
            Suspicion::SidesSwapped => "width and height swapped".to_owned(),
            Suspicion::OppositeAngles => "angles negated".to_owned(),
            Suspicion::ShapesY => "the y of shapes negated".to_owned(),
            Suspicion::LatePoses(late) => format!("poses of {} of the frame after", self.late_words(late)),
            Suspicion::Margin(metres) => format!("--margin {}", number(metres)),
        }
    }
}

/// "depths are ours times 100, points are ours times 10"; `by`: the words between.
fn factors_in_words([depths, points]: [f32; 2], by: &str) -> String {
    let each = [("depths", depths), ("points", points)].into_iter().filter(|(_, factor)| *factor != 1.0);
    if depths == points {
        return format!("depths and points {by} {}", number(depths));
    }
    each.map(|(what, factor)| format!("{what} {by} {}", number(factor))).collect::<Vec<_>>().join(", ")
}

/// Negates the y of a shape in its body.
fn mirror(placed: &mut PlacedShape) {
    placed.turned = -placed.turned;
    placed.at[1] = -placed.at[1];
    match &mut placed.shape {
        Shape::Circle { .. } | Shape::Rectangle { .. } => {}
        Shape::Segment { start, end } | Shape::Capsule { start, end, .. } => {
            (start[1], end[1]) = (-start[1], -end[1]);
        }
        Shape::Polygon { points, .. } | Shape::Chain { points, .. } => {
            points.iter_mut().for_each(|point| point[1] = -point[1]);
        }
        Shape::HalfPlane { normal } => normal[1] = -normal[1],
    }
}

fn kind_name(placed: &PlacedShape) -> &'static str {
    match placed.shape {
        Shape::Circle { .. } => "circle",
        Shape::Rectangle { .. } => "rectangle",
        Shape::Segment { .. } => "segment",
        Shape::Polygon { .. } => "polygon",
        Shape::Capsule { .. } => "capsule",
        Shape::Chain { .. } => "chain",
        Shape::HalfPlane { .. } => "half-plane",
    }
}

fn sorted([a, b]: [&'static str; 2]) -> [&'static str; 2] {
    [a.min(b), a.max(b)]
}

fn reversed(normal: NormalDirection) -> NormalDirection {
    match normal {
        NormalDirection::FromAToB => NormalDirection::FromBToA,
        NormalDirection::FromBToA => NormalDirection::FromAToB,
    }
}

/// To two digits.
pub(super) fn rounded_up(metres: f32) -> f32 {
    let unit = 10.0_f32.powf(metres.max(1.0e-6).log10().floor() - 1.0);
    (metres / unit - 1.0e-3).ceil() * unit
}
