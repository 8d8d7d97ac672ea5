//! Who is right, by a check that neither of the two takes part in: the Minkowski sum of the shapes, in f64 ([`minkowski`]).
//! It gives the length and the direction of the shortest way out, or the distance of shapes that are apart.

use collide2d::{Pose, Shape};
use glam::{DVec2, Vec2};

use super::Right;
use crate::elsewhere::differences::{What, WhyLeftOut, WrongEvent, angle};
use crate::elsewhere::recording::{ToldDifference, ToldPair, ToldShape};
use crate::explain::minkowski::{self, Sum};
use crate::scene::numbers::{self, number};

pub(super) const ON_OUTLINE: &str =
    "Where ours is a ghost, at the seam of joined shapes, the normal of theirs is what their outline allows.";

/// A way out that is longer by this share is as short: its direction is less than 0.3° off.
const AS_SHORT: f64 = 1.0e-5;

/// Checks the shapes that a difference is about, each of one body with each of the other, by the Minkowski
/// sum.
pub(super) struct PlainCheck<'t> {
    told: &'t ToldPair,
    shapes: [Vec<&'t ToldShape>; 2],
    /// The Minkowski sum of each two shapes, where `a` is in it, and its distance there. Metres.
    pairs: Vec<(Sum, DVec2, f64)>,
}

impl<'t> PlainCheck<'t> {
    pub fn of(told: &'t ToldPair, one: &ToldDifference) -> Self {
        let is_ours_alone = matches!(one.what, What::OnlyOurs { .. });
        let shapes = [0, 1].map(|side| {
            let is_about = |shape: &&ToldShape| match one.parts[side] {
                Some(part) => shape.leaf.part() == Some(part),
                // What is told of a contact is about the shapes that it may mean.
                None => is_ours_alone || shape.is_meant,
            };
            told.shapes[side].iter().filter(is_about).collect::<Vec<_>>()
        });
        let pair = |a: &ToldShape, b: &ToldShape| {
            let sum = minkowski::sum(&a.shape, a.pose.rotation, &b.shape, b.pose.rotation)?;
            let at = minkowski::offset(&a.pose, &b.pose);
            let distance = sum.nearest(at).distance;
            Some((sum, at, distance))
        };
        let [of_a, of_b] = &shapes;
        let pairs = of_a.iter().flat_map(|a| of_b.iter().filter_map(move |b| pair(a, b))).collect();
        Self { told, shapes, pairs }
    }

    /// Metres; negative: they overlap by so much.
    fn distance(&self) -> f64 {
        self.pairs.iter().map(|(.., distance)| *distance).fold(f64::INFINITY, f64::min)
    }

    /// Of the distances of several pairs of shapes the one nearest to what we say of the pair. Metres.
    fn distance_like(&self, ours: f32) -> f64 {
        let distances = self.pairs.iter().map(|(.., distance)| *distance);
        let off = |distance: &f64| (distance - f64::from(ours)).abs();
        distances.min_by(|p, q| off(p).total_cmp(&off(q))).unwrap_or(f64::INFINITY)
    }

    /// What it shows of the difference, and who is right.
    pub fn check(&self, what: &What) -> (String, Right) {
        let tolerance = f64::from(self.told.tolerances.tolerance);
        let checked = |check: String, right: Right| {
            let right = self.decided(right);
            (format!("The Minkowski sum, in f64, {check}: {}.", right.words()), right)
        };
        let m = |metres: f64| number(metres as f32);
        match *what {
            // The sum of the two alone knows no neighbours.
            What::Depth { .. } | What::Point { .. } if self.told.is_on_outline => {
                (ON_OUTLINE.to_owned(), Right::Open)
            }
            What::OnlyTheirs { left_out: Some(left_out), .. } => match left_out {
                WhyLeftOut::Masks => by_masks(),
                WhyLeftOut::Behind => (
                    "By the side of the chain that the recording tells ours is right.".to_owned(),
                    Right::Ours,
                ),
                WhyLeftOut::Lines => ("Engines decide this either way.".to_owned(), Right::Open),
                WhyLeftOut::NotThere => ("There is nothing to check.".to_owned(), Right::Open),
            },
            What::OnlyTheirs { gap, .. } => {
                let distance = self.distance_like(gap);
                let right = Right::of(distance < f64::from(self.told.skin), distance >= 0.0);
                checked(overlap_or_gap(distance), right)
            }
            What::OnlyOurs { depth } => {
                let distance = self.distance_like(-depth);
                checked(overlap_or_gap(distance), Right::of(distance >= 0.0, distance < 0.0))
            }
            What::Gap { theirs, ours } => {
                let distance = self.distance_like(ours);
                let is_near = |gap: f32| (f64::from(gap) - distance).abs() <= tolerance;
                checked(overlap_or_gap(distance), Right::of(is_near(theirs), is_near(ours)))
            }
            What::Depth { theirs, ours } => {
                let nearest = self.distance_like(-ours);
                let least = |depth: f32| (self.distance_like(-depth) + f64::from(depth)).abs() <= tolerance;
                let deepest = self.told.told.iter().filter_map(|contact| contact.depth);
                let deepest = deepest.fold(f32::NEG_INFINITY, f32::max) * self.told.metres_per_unit;
                let is_deepest = deepest - self.told.skin <= theirs + self.told.tolerances.tolerance;
                if !is_deepest {
                    let check = format!("has {} m at the deepest point, and this is another", m(-nearest));
                    return checked(check, Right::Open);
                }
                checked(format!("has a depth of {} m", m(-nearest)), Right::of(least(theirs), least(ours)))
            }
            What::Normal { theirs, ours, .. } => self.check_normals(theirs, ours),
            What::Flip { theirs, .. } => {
                let ours = self.shortest_way(theirs).map_or(theirs, |(normal, ..)| normal);
                self.check_normals(theirs, ours)
            }
            What::Point { theirs, .. } => {
                let (off_a, off_b) = (self.off(0, theirs), self.off(1, theirs));
                let allowed = tolerance + f64::from(self.told.skin);
                let names = &self.told.names;
                let outside: Vec<String> = [(off_a, &names[0]), (off_b, &names[1])]
                    .iter()
                    .filter(|(off, _)| *off > allowed)
                    .map(|(off, name)| format!("{} m outside of {name}", m(*off)))
                    .collect();
                if outside.is_empty() {
                    let check = "has their point in both shapes, but not where the features that decide meet"
                        .to_owned();
                    return checked(check, Right::Both);
                }
                checked(format!("has their point {}", outside.join(" and ")), Right::Ours)
            }
            What::Event(WrongEvent::Masked { .. }) => by_masks(),
            What::Event(_) => {
                let now = overlap_or_gap(self.distance());
                let check = format!(
                    "The Minkowski sum, in f64, {now} in this frame; which event is due, the frames before it tell as well."
                );
                (check, Right::Open)
            }
            // It is none of the pair.
            What::Query { .. } => checked(overlap_or_gap(self.distance()), Right::Open),
        }
    }

    /// Of places that are too coarse nothing is decided.
    fn decided(&self, right: Right) -> Right {
        if self.told.far.is_some() { Right::Open } else { right }
    }

    /// The normal of the shortest way out that is most like the given one, and the pair that it is of.
    fn shortest_way(&self, like: Vec2) -> Option<(Vec2, &(Sum, DVec2, f64))> {
        let near = self.distance().max(0.0) + f64::from(self.told.tolerances.tolerance);
        let ways = self.pairs.iter().filter(|(.., distance)| *distance <= near);
        let ways = ways.map(|pair| (pair.0.nearest(pair.1).normal.as_vec2(), pair));
        ways.min_by(|(p, _), (q, _)| angle(*p, like).total_cmp(&angle(*q, like)))
    }

    fn check_normals(&self, theirs: Vec2, ours: Vec2) -> (String, Right) {
        let Some((_, of_ours)) = self.shortest_way(ours) else {
            return ("There is no Minkowski sum of the two to check it by.".to_owned(), Right::Open);
        };
        let is_right = |normal: Vec2| {
            let way = self.shortest_way(normal);
            way.is_some_and(|(way, (sum, at, distance))| {
                // Of several ways out that are as short the sum has one.
                let is_as_short =
                    || *distance < 0.0 && sum.way_out(*at, normal.as_dvec2()) <= -distance * (1.0 + AS_SHORT);
                angle(way, normal) <= self.told.tolerances.tolerance || is_as_short()
            })
        };
        let right = self.decided(Right::of(is_right(theirs), is_right(ours)));
        let (sum, at, distance) = of_ours;
        let way = sum.way_out(*at, theirs.as_dvec2());
        let turned = f64::from(angle(sum.nearest(*at).normal.as_vec2(), theirs)).to_degrees();
        let check = if *distance < 0.0 {
            format!(
                "has a shortest way out of {} m, {}° from theirs; along theirs it is {} m",
                number(-distance as f32),
                numbers::short(turned),
                number(way as f32)
            )
        } else {
            format!(
                "has them {} m apart, along a line {}° from theirs",
                number(*distance as f32),
                numbers::short(turned)
            )
        };
        (format!("The Minkowski sum, in f64, {check}: {}.", right.words()), right)
    }

    /// From a point to the shapes of a side; negative inside. Metres.
    fn off(&self, side: usize, point: Vec2) -> f64 {
        let Ok(dot) = Shape::circle(f32::MIN_POSITIVE) else { return f64::INFINITY };
        let at = Pose::new(point, 0.0);
        let shapes = self.shapes.get(side).into_iter().flatten();
        let off = shapes.filter_map(|ToldShape { shape, pose, .. }| {
            let sum = minkowski::sum(&dot, at.rotation, shape, pose.rotation)?;
            Some(sum.nearest(minkowski::offset(&at, pose)).distance)
        });
        off.fold(f64::INFINITY, f64::min)
    }
}

fn by_masks() -> (String, Right) {
    ("By the masks that the recording tells ours is right.".to_owned(), Right::Ours)
}

fn overlap_or_gap(distance: f64) -> String {
    if distance == 0.0 {
        "has them just touch".to_owned()
    } else if distance > 0.0 {
        format!("has them {} m apart", number(distance as f32))
    } else {
        format!("has them overlap by {} m", number(-distance as f32))
    }
}
