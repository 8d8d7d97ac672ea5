//! Numbers of bodies that vary: `hunt` tries every combination of their values. Which numbers a body has, the rows of its
//! fields say.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use serde::Deserialize;

use super::fault::{At, BodyNames, Fault, nearest};
use super::field::{Field, FieldKind};
use super::fields::{MATERIAL_FIELDS, MOTION_FIELDS, POSE_FIELDS};
use super::file::count;
use super::limit::Limit;
use super::numbers::{decimal, short};
use super::random::RandomValues;
use super::shape::{SHAPE_FIELDS, file_name};
use super::write::{RonFields, RonNode, motion, number, string};
use super::{Scene, SceneBody};
use crate::platform::plain;

/// Most combinations of the values of all lines.
pub const MAX_COMBINATIONS: usize = 1_000_000;
/// How many values a line may have.
const STEPS: RangeInclusive<usize> = 2..=10_000;

/// One line of `vary`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vary {
    /// Name of a body.
    pub body: String,
    /// One of its numbers, as in the file: "velocity.y".
    pub field: String,
    /// The first value.
    pub from: f32,
    /// The last value, which may be the smaller one.
    pub to: f32,
    /// How many values there are, both ends among them.
    #[serde(deserialize_with = "count")]
    pub steps: usize,
}

/// A number of a body that has a name of its own.
struct BodyNumber {
    /// "mass", "velocity.y".
    name: String,
    limit: Limit,
    unit: &'static str,
}

impl Vary {
    /// The value of this index. Values between the ends are as the digits of the ends say, so that 0.1 to 0.5 in five steps
    /// has 0.3.
    pub fn value(&self, index: usize) -> f32 {
        let last = self.steps.saturating_sub(1);
        match index {
            0 => self.from,
            index if index >= last => self.to,
            index => {
                let (from, to) = (decimal(self.from), decimal(self.to));
                (from + (to - from) * index as f64 / last as f64) as f32
            }
        }
    }

    /// "ball.velocity.y", for a person.
    pub fn name(&self) -> String {
        format!("{}.{}", plain::label(&self.body), plain::label(&self.field))
    }

    /// "ball.velocity.y from -30 to 0 in 31 steps".
    pub fn words(&self) -> String {
        let [from, to] = [self.from, self.to].map(|end| short(f64::from(end)));
        format!("{} from {from} to {to} in {} steps", self.name(), self.steps)
    }

    /// One of a number that the body has, for tests. It is valid where the values are; `None`: the values are too near to each
    /// other.
    pub fn random(body: &SceneBody, values: &mut dyn RandomValues) -> Option<Self> {
        let numbers = numbers(body);
        let number = numbers.get(values.whole(numbers.len() as u64 - 1) as usize)?;
        let (from, to) = (values.number(number.limit), values.number(number.limit));
        let steps = 2 + values.whole(7) as usize;
        let line = Self { body: body.name.clone(), field: number.name.clone(), from, to, steps };
        line.is_apart().then_some(line)
    }

    /// Whether values that are neighbours differ: where an f32 has the fewest digits left, which is at an end, they do.
    fn is_apart(&self) -> bool {
        let last = self.steps.saturating_sub(1);
        self.value(0) != self.value(1) && self.value(last.saturating_sub(1)) != self.value(last)
    }

    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        fields.always("body", string(&self.body));
        fields.always("field", string(&self.field));
        fields.always("from", number(self.from));
        fields.always("to", number(self.to));
        fields.always("steps", RonNode::text(self.steps));
        fields.into_group("Vary(")
    }

    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        let Some(body) = names.body(at, "body", &self.body)? else { return Ok(()) };
        let numbers = numbers(body);
        let Some(number) = numbers.iter().find(|number| number.name == self.field) else {
            return Err(self.no_number(at, body, &numbers));
        };
        for (field, end) in [("from", self.from), ("to", self.to)] {
            let own = |fault| Fault {
                because: Some(format!("and it is the {} of {}", number.name, plain::quoted(&self.body))),
                allowed: Some(number.limit.allowed(number.unit)),
                ..fault
            };
            at.field(field).number(end, number.limit).map_err(own)?;
        }
        at.field("steps").require(STEPS.contains(&self.steps), || self.steps.to_string())?;
        if self.from == self.to {
            return Err(Fault {
                because: Some("which is from as well".to_owned()),
                allowed: Some("another number than from".to_owned()),
                ..at.field("to").fault(format!("{:?}", self.to))
            });
        }
        if !self.is_apart() {
            let ends = format!("{:?} to {:?}", self.from, self.to);
            return Err(Fault {
                because: Some(format!("and {ends} has too few numbers for as many values")),
                ..at.field("steps").fault(self.steps.to_string())
            });
        }
        Ok(())
    }

    /// What is said where the body has no such number.
    fn no_number(&self, at: &At<'_>, body: &SceneBody, numbers: &[BodyNumber]) -> Fault {
        let motion = motion(&body.motion).flat();
        let motion = motion.split('(').next().unwrap_or_default();
        let names: Vec<&str> = numbers.iter().map(|number| number.name.as_str()).collect();
        let shape =
            if body.shape.parts().is_empty() { file_name(body.shape.kind()) } else { "several shapes" };
        let mut because = format!("which {} ({motion}, {shape}) does not have", plain::quoted(&body.name));
        if let Some(near) = nearest(&self.field, names.iter().copied()) {
            because += &format!("; did you mean {near:?}?");
        }
        Fault {
            because: Some(because),
            allowed: Some(format!("one of its numbers: {}", names.join(", "))),
            ..at.field("field").fault(plain::quoted(&self.field))
        }
    }
}

/// The numbers of a body, in the order of the file, its shape's last. A body of several shapes has none of a shape.
fn numbers(body: &SceneBody) -> Vec<BodyNumber> {
    let mut found = Vec::new();
    collect(&POSE_FIELDS, body, &mut found);
    collect(&MOTION_FIELDS, &body.motion, &mut found);
    collect(&MATERIAL_FIELDS, body, &mut found);
    collect(&SHAPE_FIELDS, &body.shape, &mut found);
    found
}

fn collect<T>(fields: &[Field<T>], owner: &T, found: &mut Vec<BodyNumber>) {
    for field in fields.iter().filter(|field| field.is_of(owner) && (field.shown)(owner)) {
        let mut add = |name: String, limit: Limit| {
            found.push(BodyNumber { name, limit, unit: field.unit });
        };
        match &field.kind {
            FieldKind::Number { limit, .. } => add(field.name.to_owned(), *limit),
            FieldKind::Vector { limit, .. } => {
                add(format!("{}.x", field.name), *limit);
                add(format!("{}.y", field.name), *limit);
            }
            FieldKind::Points { .. }
            | FieldKind::Numbers { .. }
            | FieldKind::Names { .. }
            | FieldKind::Flag { .. }
            | FieldKind::Count { .. }
            | FieldKind::Choice { .. } => {}
        }
    }
}

/// The number of a body that has this name.
fn number_mut<'b>(body: &'b mut SceneBody, name: &str) -> Option<&'b mut f32> {
    if POSE_FIELDS.iter().any(|field| is_named(field, body, name)) {
        return place_of(&POSE_FIELDS, body, name);
    }
    if MATERIAL_FIELDS.iter().any(|field| is_named(field, body, name)) {
        return place_of(&MATERIAL_FIELDS, body, name);
    }
    let SceneBody { motion, shape, .. } = body;
    place_of(&MOTION_FIELDS, motion, name).or_else(|| place_of(&SHAPE_FIELDS, shape, name))
}

fn is_named<T>(field: &Field<T>, owner: &T, name: &str) -> bool {
    let of_vector = name.strip_prefix(field.name).is_some_and(|axis| [".x", ".y"].contains(&axis));
    field.is_of(owner) && (field.name == name || of_vector)
}

fn place_of<'o, T>(fields: &[Field<T>], owner: &'o mut T, name: &str) -> Option<&'o mut f32> {
    let field = fields.iter().find(|field| is_named(field, owner, name))?;
    match &field.kind {
        FieldKind::Number { place, .. } => (place.get_mut)(owner),
        FieldKind::Vector { place, .. } => {
            let vector = (place.get_mut)(owner)?;
            Some(if name.ends_with('x') { &mut vector.x } else { &mut vector.y })
        }
        FieldKind::Points { .. }
        | FieldKind::Numbers { .. }
        | FieldKind::Names { .. }
        | FieldKind::Flag { .. }
        | FieldKind::Count { .. }
        | FieldKind::Choice { .. } => None,
    }
}

/// How many combinations these lines have: 1 of none.
pub fn combinations(lines: &[Vary]) -> usize {
    lines.iter().map(|line| line.steps).fold(1, usize::saturating_mul)
}

/// The values of each line in the combination of this index: the last line varies fastest.
pub fn values(lines: &[Vary], index: usize) -> Vec<f32> {
    let mut rest = index;
    let mut values: Vec<f32> = lines
        .iter()
        .rev()
        .map(|line| {
            let steps = line.steps.max(1);
            let value = line.value(rest % steps);
            rest /= steps;
            value
        })
        .collect();
    values.reverse();
    values
}

impl Scene {
    /// Puts the values of a combination of these lines in. What becomes of the scene may be refused.
    pub fn put_values(&mut self, lines: &[Vary], index: usize) {
        for (line, value) in lines.iter().zip(values(lines, index)) {
            let body = self.bodies.iter_mut().find(|body| body.name == line.body);
            if let Some(place) = body.and_then(|body| number_mut(body, &line.field)) {
                *place = value;
            }
        }
    }
}

/// Checks each line, that none varies what another does, and how many combinations they have together.
pub(super) fn check(at: &At<'_>, lines: &[Vary], names: &BodyNames<'_>) -> Result<(), Fault> {
    let mut varied = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        let at = at.index(index);
        line.check(&at, names)?;
        if let Some(first) = varied.insert((&line.body, &line.field), index) {
            return Err(Fault {
                because: Some(format!("which vary {first} has already")),
                allowed: Some("a number that no other line varies".to_owned()),
                ..at.field("field").fault(plain::quoted(&line.field))
            });
        }
        let count = combinations(lines.get(..=index).unwrap_or_default());
        if count > MAX_COMBINATIONS {
            return Err(Fault {
                because: Some(format!("which makes {count} combinations of the lines up to this one")),
                allowed: Some(format!(
                    "as many as make at most {MAX_COMBINATIONS} combinations of all lines"
                )),
                ..at.field("steps").fault(line.steps.to_string())
            });
        }
    }
    Ok(())
}

/// Drops lines that vary what one before them does.
pub(super) fn keep_first(lines: &mut Vec<Vary>) {
    let mut kept: Vec<Vary> = Vec::with_capacity(lines.len());
    for line in lines.drain(..) {
        if !kept.iter().any(|other| (&other.body, &other.field) == (&line.body, &line.field)) {
            kept.push(line);
        }
    }
    *lines = kept;
}

/// The values allowed in `vary` or in a field of its lines; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "vary" => format!("a list [{LINE}, …]"),
        "field" => "the name of a number of the body, in double quotes, such as \"velocity.y\"".to_owned(),
        "from" | "to" => "a number that the field may have".to_owned(),
        "steps" => format!("a whole number from {} to {}", STEPS.start(), STEPS.end()),
        _ => return None,
    })
}

/// The syntax of a line.
pub const LINE: &str = "Vary(body: …, field: …, from: …, to: …, steps: …)";

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::scene::{SceneMotion, SceneShape};

    fn line(from: f32, to: f32, steps: usize) -> Vary {
        Vary { body: "a".to_owned(), field: "rotation".to_owned(), from, to, steps }
    }

    #[test]
    fn both_ends_are_exact_and_what_is_between_is_as_one_writes_it() {
        let values = |line: Vary| (0..line.steps).map(|index| line.value(index)).collect::<Vec<_>>();
        assert_eq!(values(line(0.1, 0.5, 5)), [0.1, 0.2, 0.3, 0.4, 0.5]);
        assert_eq!(values(line(3.0, -3.0, 3)), [3.0, 0.0, -3.0]);
        assert_eq!(values(line(f32::MIN, f32::MAX, 3)), [f32::MIN, 0.0, f32::MAX]);
        let uneven = line(0.1, 1.0 / 3.0, 7);
        assert_eq!((uneven.value(0), uneven.value(6)), (0.1, 1.0 / 3.0));
    }

    #[test]
    fn the_last_line_varies_fastest() {
        let lines = [line(0.0, 1.0, 2), line(5.0, 7.0, 3)];
        assert_eq!(combinations(&lines), 6);
        let all: Vec<Vec<f32>> = (0..6).map(|index| values(&lines, index)).collect();
        assert_eq!(all, [[0.0, 5.0], [0.0, 6.0], [0.0, 7.0], [1.0, 5.0], [1.0, 6.0], [1.0, 7.0]]);
    }

    /// Each name leads to a place of its own: what is put there is found there, and nowhere else.
    #[test]
    fn every_number_of_a_body_has_its_own_place() {
        let motion = SceneMotion::dynamic(1.0);
        for shape in [
            SceneShape::Circle { radius: 1.0 },
            SceneShape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 },
            SceneShape::Wall { start: glam::Vec2::ZERO, end: glam::Vec2::X },
        ] {
            let one_way = Some(glam::Vec2::Y);
            let mut body = SceneBody { motion, one_way, ..SceneBody::new("a", shape) };
            let names: Vec<String> = numbers(&body).into_iter().map(|number| number.name).collect();
            for (index, name) in names.iter().enumerate() {
                *number_mut(&mut body, name).unwrap() = 100.0 + index as f32;
            }
            for (index, name) in names.iter().enumerate() {
                assert_eq!(*number_mut(&mut body, name).unwrap(), 100.0 + index as f32, "{name}");
            }
        }
    }
}
