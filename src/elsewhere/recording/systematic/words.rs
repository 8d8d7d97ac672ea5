//! What is said of a suspicion whose cure helps.

use collision_record::VerticalAxis;

use super::Systematic;
use super::cured::Cured;
use super::found_rows::FoundRows;
use super::suspicion::{LateBodies, Suspicion};
use crate::elsewhere::recording::StoredFrame;
use crate::scene::numbers::{number, vec2};

impl Cured<'_> {
    /// `found`: its differences; `left`: how many there are once the suspicion is cured as well.
    pub fn error(&self, suspicion: Suspicion, found: &FoundRows, left: usize) -> Systematic {
        let (sentence, cure) = self.words(suspicion, found);
        let is_of_normals =
            matches!(suspicion, Suspicion::Normals | Suspicion::NormalsY | Suspicion::NormalsOf(_));
        Systematic { sentence, cure, left, is_of_normals }
    }

    /// What seems to be wrong, and what mends it.
    fn words(&self, suspicion: Suspicion, found: &FoundRows) -> (String, String) {
        let frames = 0..self.recording.frames().len();
        let contacts = || frames.clone().flat_map(|index| self.recording.their_contacts(index));
        let normals = || contacts().filter(|contact| contact.normal.is_some()).count();
        let [before, after] = [self.header(), self.and(suspicion).header()];
        let plain = |sentence: &str, cure: &str| (sentence.to_owned(), cure.to_owned());
        match suspicion {
            Suspicion::Normals => {
                let (opposite, all) = (found.opposite.len(), normals());
                let [says, other] = [before.normal.name(), after.normal.name()];
                let gives = other.trim_start_matches("from ");
                let sentence = format!(
                    "{opposite} of {all} normals are the opposite of ours: the header says \"{says}\"; does your \
                     engine give {gives}?"
                );
                (sentence, format!("\"normal\": \"{other}\""))
            }
            Suspicion::NormalsY => {
                let (mirrored, all, says) = (found.mirrored, normals(), before.y.name());
                let sentence = format!(
                    "{mirrored} of {all} normals are ours with the opposite y: their normals' y axis points the other way than \
                     that of the poses, which the header says is {says}"
                );
                (sentence, "the y of normals negated".to_owned())
            }
            Suspicion::Angles => {
                let [says, other] = [before.angle.name(), after.angle.name()];
                let sentence =
                    format!("the header says {says}, and the bodies are turned otherwise where they touch");
                (sentence, format!("\"angle\": \"{other}\""))
            }
            Suspicion::Depths => {
                let depths = || contacts().filter_map(|contact| contact.depth);
                let (negative, all) = (depths().filter(|depth| *depth < 0.0).count(), depths().count());
                let sentence = format!(
                    "{negative} of {all} depths are < 0, and their negatives fit: are these distances?"
                );
                (sentence, "depths negated".to_owned())
            }
            Suspicion::NotTurned => plain(
                "the contacts fit bodies that are not turned: does your engine leave their angles out?",
                "angles of 0",
            ),
            Suspicion::PosesBefore => plain(
                "the contacts fit the poses of the frame before",
                "the poses that the contacts were found on",
            ),
            Suspicion::PosesAfter => plain(
                "the contacts fit the poses of the frame after",
                "the poses that the contacts were found on",
            ),
            Suspicion::PosesBetween(share) => {
                let (share, frame) = (number(share.abs()), if share > 0.0 { "after" } else { "before" });
                let sentence = format!(
                    "the contacts fit poses {share} of the way to the frame {frame}: are these interpolated, as they are drawn?"
                );
                (sentence, format!("poses {share} of the way to the frame {frame}"))
            }
            Suspicion::TopLeft => plain(
                "the contacts fit rectangles of which a pose is the top left corner",
                "poses at the centres of rectangles",
            ),
            Suspicion::LowerLeft => plain(
                "the contacts fit rectangles of which a pose is the lower left corner",
                "poses at the centres of rectangles",
            ),
            Suspicion::BoxCorner(of) => {
                let of = of.words();
                let sentence = format!(
                    "the contacts fit poses of {of} that are the top left corner of a box, turned about its middle: is a pose \
                     x and y as Phaser's arcade bodies have them?"
                );
                (sentence, format!("poses of {of} at the middle of their box"))
            }
            Suspicion::CentreOfMass => {
                let centres = self.centres_of_mass();
                let (body, centre) = centres.first().copied().unwrap_or_default();
                let sentence = format!(
                    "the contacts fit shapes that are shifted in their body so that the centre of mass is at (0, 0), that of {} \
                     by {}: is a pose the centre of mass, as in matter-js, p2 and Farseer?",
                    self.recording.body_name(body as u32),
                    vec2(-centre)
                );
                (sentence, "shapes around their centre of mass".to_owned())
            }
            Suspicion::HalfExtents => plain(
                "the contacts fit rectangles of twice the width and height: are these half extents?",
                "width and height doubled",
            ),
            Suspicion::SidesSwapped => plain(
                "the contacts fit rectangles whose width and height are swapped",
                "width and height swapped",
            ),
            Suspicion::Diameters => {
                plain("the contacts fit circles of half the radius: are these diameters?", "radius halved")
            }
            Suspicion::CircleDiameters => plain(
                "the contacts fit circles of half the radius, and capsules as they are: are these diameters?",
                "radius of circles halved",
            ),
            Suspicion::OppositeAngles => plain(
                match before.y {
                    VerticalAxis::Up => {
                        "the contacts fit angles of the opposite sense: y is up, so that angles are counter-clockwise"
                    }
                    VerticalAxis::Down => {
                        "the contacts fit angles of the opposite sense: y is down, so that angles are clockwise"
                    }
                },
                "angles negated",
            ),
            Suspicion::ShapesY => plain(
                "the contacts fit shapes with the opposite y: are their points, `at` and `turned` of another y axis than \
                 the poses?",
                "the y of shapes negated",
            ),
            Suspicion::PointsOfA => plain(
                "the points fit as places in the frame of a, not in the world",
                "points taken from the frame of a to the world",
            ),
            Suspicion::PointsOfB => plain(
                "the points fit as places in the frame of b, not in the world",
                "points taken from the frame of b to the world",
            ),
            Suspicion::Scaled { depths, points } => {
                let times = factors_in_words([depths, points], "are ours times");
                let sentence = format!("{times}: are these in another unit than the poses?");
                (sentence, factors_in_words([depths, points], "divided by"))
            }
            Suspicion::Margin(margin) => {
                let (metres, near) = self.constant_depth(found).unwrap_or_default();
                let all = contacts().filter(|contact| contact.depth.is_some()).count();
                let more = if metres > 0.0 { "more" } else { "less" };
                let sentence =
                    format!("depths are {} m {more} than ours in {near} of {all}", number(metres.abs()));
                (sentence, format!("--margin {}", number(margin)))
            }
            Suspicion::PushedOut(_) => plain(
                "the contacts fit bodies put back by the normal times the depth of each: are the poses those after the push-out?",
                "the poses at which each contact was found (or `poses_at`)",
            ),
            Suspicion::LatePoses(late) => {
                let bodies = match late {
                    LateBodies::One(body) => self.recording.body_name(body),
                    LateBodies::Kinematic => "all kinematic bodies".to_owned(),
                };
                let sentence = format!(
                    "the contacts fit the poses of {bodies} in the frame after, and those of others in their own: are these \
                     written before they move?"
                );
                (sentence, format!("poses of {bodies} of the frame after"))
            }
            Suspicion::NormalsOf([a, b]) => {
                let are_of = |bodies: &(u32, u32)| self.kinds(*bodies) == Some([a, b]);
                let (of, others): (Vec<(u32, u32)>, Vec<_>) =
                    found.opposite.iter().copied().partition(are_of);
                let frames = self.recording.frames().iter().flat_map(StoredFrame::contacts);
                let told = frames.filter(|contact| contact.normal.is_some()).map(|contact| contact.bodies);
                let (all, rest): (Vec<(u32, u32)>, Vec<_>) = told.partition(are_of);
                let [of, all, others, rest] = [of.len(), all.len(), others.len(), rest.len()];
                let sentence = format!(
                    "{of} of {all} normals of {a} with {b}, in this order, are the opposite of ours, and {others} of {rest} others"
                );
                (sentence, format!("normals of {a} with {b} negated"))
            }
            Suspicion::DepthsOf([a, b], factor) => {
                let times = number(factor);
                let sentence = format!(
                    "depths of {a} with {b} are ours times {times}, and those of other shapes are not"
                );
                (sentence, format!("depths of {a} with {b} divided by {times}"))
            }
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
