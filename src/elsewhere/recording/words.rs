//! Differences in words.

use glam::Vec2;

use super::compare::{Difference, What};
use super::{Recording, upright};
use crate::elsewhere::differences::WrongQuery;
use crate::scene::named::part_name;
use crate::scene::{PairParts, numbers};

impl Recording {
    /// A difference in words. Normals are as the file has them.
    pub fn sentence(&self, difference: &Difference) -> String {
        let filed = |normal: Vec2| {
            let turned = if difference.is_turned { -normal } else { normal };
            numbers::vec2(upright(&self.header, turned))
        };
        match difference.what {
            What::Normal { angle, theirs, ours } => {
                let (a, b) = difference.bodies;
                let (from, to) = if difference.is_turned { (a, b) } else { (b, a) };
                let [from, to] = [from, to].map(|body| self.body_name(body));
                let degrees = numbers::number(angle.to_degrees());
                let (theirs, ours) = (filed(theirs), filed(ours));
                format!(
                    "normals differ by {degrees}°: theirs {theirs}, ours {ours}, both from {from} to {to} as in the file"
                )
            }
            What::Flip { before, theirs } => {
                format!("their normal turned from {} to {}; ours did not", filed(before), filed(theirs))
            }
            What::Query { query, wrong } => {
                let wrong = match wrong {
                    WrongQuery::Normal { theirs, ours } => {
                        let [theirs, ours] = [theirs, ours].map(|normal| upright(&self.header, normal));
                        WrongQuery::Normal { theirs, ours }
                    }
                    other => other,
                };
                format!("query {query}: {}", wrong.sentence(|body| self.body_name(body)))
            }
            other => other.sentence(),
        }
    }

    /// [`Recording::sentence`] with the names of the bodies.
    pub fn pair_sentence(&self, difference: &Difference) -> String {
        format!("{}: {}", self.who(difference.bodies, difference.parts, " and "), self.sentence(difference))
    }

    /// The names of two recorded bodies, or of the parts of them that are meant, with this between them: "crate/2 and floor";
    /// of one that stands for itself its own.
    pub fn who(&self, (a, b): (u32, u32), [part_a, part_b]: PairParts, between: &str) -> String {
        if a == b {
            return self.body_name(a);
        }
        let name = |body: u32, part: Option<u32>| {
            part.map_or_else(|| self.body_name(body), |part| part_name(&self.body_name(body), part + 1))
        };
        format!("{}{between}{}", name(a, part_a), name(b, part_b))
    }
}
