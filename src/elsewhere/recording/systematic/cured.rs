//! A recording with what may be wrong with it mended.

use std::f32::consts::TAU;
use std::mem;

use collide2d::Pose;
use collision_record::{AngleUnit, Header, NormalDirection, PlacedShape, Shape, VerticalAxis};
use glam::Vec2;

use super::suspicion::Suspicion;
use crate::elsewhere::recording::compare::Tolerances;
use crate::elsewhere::recording::{Recording, StoredFrame};

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

    /// The recording of every `stride`-th frame. `None`: the cure leaves none that can be read.
    pub fn every_nth(&self, stride: usize) -> Option<Recording> {
        let has_late = (0..self.recording.body_count() as u32).any(|body| self.is_late(body));
        let indices = (0..self.recording.frames().len()).step_by(stride);
        let mut frames: Vec<StoredFrame> =
            indices.filter_map(|index| self.on_poses(index, has_late)).collect();
        let (header, corners) = (self.header(), self.box_corners());
        for frame in &mut frames {
            for suspicion in &self.suspicions {
                self.cure_frame(*suspicion, frame, &header, &corners);
            }
        }
        if header.bodies == self.recording.header.bodies {
            return self.recording.with(header, frames);
        }
        Recording::of_header(header).ok().map(|recording| Recording { frames, ..recording })
    }

    /// A frame on the poses on which its contacts were found. `None`: there is no such frame.
    fn on_poses(&self, index: usize, has_late: bool) -> Option<StoredFrame> {
        let frames = self.recording.frames();
        let has = |suspicion| self.suspicions.contains(&suspicion);
        let from = if has(Suspicion::PosesBefore) {
            index.checked_sub(1)?
        } else if has(Suspicion::PosesAfter) {
            index + 1
        } else {
            index
        };
        let mut frame = frames.get(index)?.with_poses_of(frames.get(from)?);
        if let Some(share) = self.between() {
            let next = if share > 0.0 { from + 1 } else { from.checked_sub(1)? };
            frame = self.toward(&frame, frames.get(next)?, share.abs());
        }
        if has_late {
            let after = frames.get(from + 1)?;
            let pose = |body, pose| after.pose(body).filter(|_| self.is_late(body)).unwrap_or(pose);
            frame = self.map_poses(&frame, pose);
        }
        if has(Suspicion::OppositeAngles) {
            frame = self.map_poses(&frame, |_, [x, y, angle]| [x, y, -angle]);
        } else if has(Suspicion::NotTurned) {
            frame = self.map_poses(&frame, |_, [x, y, _]| [x, y, 0.0]);
        }
        Some(frame)
    }

    /// How far toward the frame after the poses are, as a share of the way; negative: toward the frame before.
    fn between(&self) -> Option<f32> {
        self.suspicions.iter().find_map(|one| match one {
            Suspicion::PosesBetween(share) => Some(*share),
            _ => None,
        })
    }

    /// A frame on poses that are a share of the way to those of another one. Bodies turn the shorter way.
    fn toward(&self, frame: &StoredFrame, other: &StoredFrame, share: f32) -> StoredFrame {
        let whole_turn = match self.recording.header.angle {
            AngleUnit::Radians => TAU,
            AngleUnit::Degrees => 360.0,
        };
        self.map_poses(frame, |body, pose| {
            let Some(to) = other.pose(body) else { return pose };
            let [x, y, turn] = [0, 1, 2].map(|i| to[i] - pose[i]);
            let turn = turn - whole_turn * (turn / whole_turn).round();
            [pose[0] + x * share, pose[1] + y * share, pose[2] + turn * share]
        })
    }

    /// Whether the poses of a body are those of the frame after.
    fn is_late(&self, body: u32) -> bool {
        let mut suspicions = self.suspicions.iter();
        suspicions.any(|one| matches!(one, Suspicion::LatePoses(late) if late.has(body, self.recording)))
    }

    /// `corners`: [`Self::box_corners`].
    fn cure_frame(&self, suspicion: Suspicion, frame: &mut StoredFrame, header: &Header, corners: &[Vec2]) {
        match suspicion {
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
            Suspicion::Scaled { depths, points } => frame.scale_contacts(depths.recip(), points.recip()),
            Suspicion::NormalsOf(kinds) => {
                frame.scale_some(|bodies| self.kinds(bodies) == Some(kinds), -1.0, 1.0);
            }
            Suspicion::DepthsOf(kinds, factor) => {
                let are_of = |bodies| self.kinds(bodies).map(sorted) == Some(kinds);
                frame.scale_some(are_of, 1.0, factor.recip());
            }
            Suspicion::PushedOut(moved) => {
                *frame = self.recording.before_push_out(frame, moved, header.normal);
            }
            Suspicion::Normals
            | Suspicion::NotTurned
            | Suspicion::Angles
            | Suspicion::PosesBefore
            | Suspicion::PosesAfter
            | Suspicion::PosesBetween(_)
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

    /// The header, and the shapes of its bodies.
    pub fn header(&self) -> Header {
        let mut header = self.recording.header.clone();
        for suspicion in &self.suspicions {
            self.cure_header(*suspicion, &mut header);
        }
        header
    }

    fn cure_header(&self, suspicion: Suspicion, header: &mut Header) {
        let down = match header.y {
            VerticalAxis::Up => -0.5,
            VerticalAxis::Down => 0.5,
        };
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
                let of_height = if suspicion == Suspicion::TopLeft { down } else { -down };
                for placed in shapes {
                    if let Shape::Rectangle { width, height, .. } = placed.shape {
                        placed.at = [placed.at[0] + 0.5 * width, placed.at[1] + of_height * height];
                    }
                }
            }
            Suspicion::CentreOfMass => {
                for (body, centre) in self.centres_of_mass() {
                    let shapes = header.bodies.get_mut(body).map(|body| &mut body.shapes);
                    for placed in shapes.into_iter().flatten() {
                        placed.at = [placed.at[0] - centre.x, placed.at[1] - centre.y];
                    }
                }
            }
            Suspicion::HalfExtents => {
                change_sides(shapes, |width, height| (*width, *height) = (2.0 * *width, 2.0 * *height));
            }
            Suspicion::SidesSwapped => change_sides(shapes, mem::swap),
            Suspicion::Diameters | Suspicion::CircleDiameters => {
                for placed in shapes {
                    match &mut placed.shape {
                        Shape::Circle { radius } => *radius *= 0.5,
                        Shape::Capsule { radius, .. } if suspicion == Suspicion::Diameters => *radius *= 0.5,
                        _ => {}
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
            | Suspicion::PosesBetween(_)
            | Suspicion::BoxCorner(_)
            | Suspicion::PointsOfA
            | Suspicion::PointsOfB
            | Suspicion::Scaled { .. }
            | Suspicion::NormalsOf(_)
            | Suspicion::DepthsOf(..)
            | Suspicion::PushedOut(_)
            | Suspicion::Margin(_) => {}
        }
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

    /// The kinds of two recorded bodies, of which each has shapes of one kind.
    pub fn kinds(&self, (a, b): (u32, u32)) -> Option<[&'static str; 2]> {
        let kind = |body: u32| {
            let mut kinds = self.recording.header.bodies.get(body as usize)?.shapes.iter().map(kind_name);
            let first = kinds.next()?;
            kinds.all(|kind| kind == first).then_some(first)
        };
        Some([kind(a)?, kind(b)?])
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
    pub fn centres_of_mass(&self) -> Vec<(usize, Vec2)> {
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
}

/// `change`: of the width and height of a rectangle.
fn change_sides<'a>(shapes: impl Iterator<Item = &'a mut PlacedShape>, change: impl Fn(&mut f32, &mut f32)) {
    for placed in shapes {
        if let Shape::Rectangle { width, height, .. } = &mut placed.shape {
            change(width, height);
        }
    }
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

pub(super) fn sorted([a, b]: [&'static str; 2]) -> [&'static str; 2] {
    [a.min(b), a.max(b)]
}

fn reversed(normal: NormalDirection) -> NormalDirection {
    match normal {
        NormalDirection::FromAToB => NormalDirection::FromBToA,
        NormalDirection::FromBToA => NormalDirection::FromAToB,
    }
}
