//! Which suspicions are worth a try.

use std::collections::{BTreeMap, BTreeSet};

use collide2d::World;

use super::cured::{Cured, sorted};
use super::found_rows::FoundRows;
use super::reused::RowPlace;
use super::suspicion::{LateBodies, SUSPICIONS, Suspicion};
use super::{FEWEST, FEWEST_MENDED, MOST_BODIES, between, factors, median};
use crate::elsewhere::recording::pushed_out::PushedOut;
use crate::elsewhere::recording::{BodyKind, StoredFrame};

/// A skin is constant where depths differ from their median by less than this share of it.
const SPREAD: f32 = 0.2;
/// A skin is small beside the shapes: less than this share of the smaller one's diameter.
const THIN: f32 = 0.1;
/// Most shapes of a body of which cures are tried under a skin as well: each try compares all with all.
const MOST_SHAPES: usize = 256;

impl Cured<'_> {
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
        let between = between::share(self.recording, found, self.tolerances.tolerance);
        let late = late.chain(between.map(Suspicion::PosesBetween));
        let all = SUSPICIONS.into_iter().chain(late).chain(margin).chain(scaled).chain(self.of_kinds(found));
        // Of depths that are all alike a margin is as likely, and is tried before it.
        let all = all.chain(self.pushed_out(found).map(Suspicion::PushedOut));
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

    /// The push-outs that poses may be those after: most contacts just touch in ours, and are not as deep as each other.
    fn pushed_out(&self, found: &FoundRows) -> impl Iterator<Item = PushedOut> {
        let depths = || found.pushed_out.iter().copied();
        let spread = depths().fold(0.0, f32::max) - depths().fold(f32::INFINITY, f32::min);
        let is_of_most = depths().count() >= FEWEST_MENDED && 2 * depths().count() >= found.depths.len();
        let is_likely = is_of_most && spread > self.tolerances.tolerance;
        let move_both = found.depths.iter().any(|((_, bodies), _)| self.recording.moves_both(*bodies));
        let all = PushedOut::ALL.into_iter().filter(move |moved| move_both || *moved == PushedOut::Both);
        all.filter(move |_| is_likely)
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
                    let is_late = |body: u32| late.has(body, self.recording);
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
                | Suspicion::PosesBetween(_)
                | Suspicion::Scaled { .. }
                | Suspicion::NormalsOf(_)
                | Suspicion::DepthsOf(..)
                | Suspicion::Margin(_) => true,
                // Under a skin nothing tells it from that.
                Suspicion::PushedOut(_) => {
                    !self.suspicions.iter().any(|one| matches!(one, Suspicion::Margin(_)))
                }
            }
    }

    /// By how much depths differ, if nearly all that are told differ by as much, a thin skin's depth, where normals agree, and
    /// how many do. Metres.
    pub(super) fn constant_depth(&self, found: &FoundRows) -> Option<(f32, usize)> {
        let depths: Vec<f32> = found.depths.iter().map(|(_, depth)| *depth).collect();
        let middle = median(&depths)?;
        let spread = self.tolerances.tolerance.min(SPREAD * middle.abs());
        let every = self.recording.every_body().ok()?;
        let is_skin = |((frame, (a, b)), depth): &&(RowPlace, f32)| {
            (depth - middle).abs() <= spread
                && middle.abs() < thickest(&every, (*a, *b))
                && !found.normals.contains(&(*frame, (*a, *b)))
        };
        let near = found.depths.iter().filter(is_skin).count();
        (10 * near >= 9 * depths.len() && 5 * near >= 4 * self.deep_pairs()).then_some((middle, near))
    }

    /// A skin that the shapes of most rows may have at most. Metres.
    pub(super) fn thickest_skin(&self, found: &FoundRows) -> Option<f32> {
        if self.recording.header.bodies.iter().any(|body| body.shapes.len() > MOST_SHAPES) {
            return None;
        }
        let every = self.recording.every_body().ok()?;
        let skins: Vec<f32> = found.places.iter().map(|(_, bodies)| thickest(&every, *bodies)).collect();
        median(&skins).filter(|skin| *skin > 0.0)
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
}

/// The thickest skin that two recorded bodies may have. Metres.
fn thickest(every: &World, (a, b): (u32, u32)) -> f32 {
    let diameter =
        |body: u32| every.body(body).map_or(0.0, |body| 2.0 * body.shape().bounding_circle().radius);
    THIN * diameter(a).min(diameter(b))
}

/// To two digits.
pub(super) fn rounded_up(metres: f32) -> f32 {
    let unit = 10.0_f32.powf(metres.max(1.0e-6).log10().floor() - 1.0);
    (metres / unit - 1.0e-3).ceil() * unit
}
