//! A value that a scene does not allow, and where it stands.

use std::collections::HashMap;

use collide2d::PairKind;
use glam::Vec2;

use super::limit::Limit;
use super::locate::PathStep;
use super::named::split;
use super::{Scene, SceneBody, SceneShape};
use crate::platform::plain;

/// Longest name of anything. Characters.
pub const MAX_NAME: usize = 1000;

/// In the place of a name in a stop: any body, any listener, any query.
pub const ANY: &str = "*";

/// An invalid value.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Path from the scene to the value.
    pub path: Vec<PathStep>,
    /// The value, as written in a file.
    pub found: String,
    /// The problem, where `allowed` does not tell it.
    pub because: Option<String>,
    /// `None`: what the field allows always.
    pub allowed: Option<String>,
}

/// `body "ball"`, `body 3` for a body without a name, `expect 2` or `scene`.
pub fn owner_label(path: &[PathStep], body_name: Option<&str>) -> String {
    match (path, body_name) {
        ([PathStep::Field(list), PathStep::Index(_), ..], Some(name))
            if list == "bodies" && !name.is_empty() =>
        {
            format!("body {}", plain::quoted(name))
        }
        ([PathStep::Field(list), PathStep::Index(i), ..], _) if list == "bodies" => format!("body {i}"),
        ([PathStep::Field(list), PathStep::Index(i), ..], _) if !is_of_numbers(list) => format!("{list} {i}"),
        _ => "scene".to_owned(),
    }
}

/// Whether a list of the scene holds numbers, not things with fields of their own.
pub fn is_of_numbers(list: &str) -> bool {
    list == "timesteps"
}

/// [`owner_label`] of a body of the scene.
pub fn body_label(scene: &Scene, index: usize) -> String {
    let path = [PathStep::Field("bodies".into()), PathStep::Index(index)];
    owner_label(&path, scene.bodies.get(index).map(|b| b.name.as_str()))
}

/// The field that a path ends in: `radius`, `points[3]`, `shapes[1].radius`.
pub fn field_label(path: &[PathStep]) -> String {
    let is_part = |list: &PathStep| matches!(list, PathStep::Field(name) if name == "shapes");
    let last = path.iter().rposition(|s| matches!(s, PathStep::Field(_))).unwrap_or(0);
    let part = path.iter().position(is_part).filter(|part| *part < last);
    let steps = part.and_then(|part| path.get(part..part + 2)).unwrap_or_default();
    let mut label = String::new();
    for step in steps.iter().chain(path.get(last..).unwrap_or_default()) {
        match step {
            PathStep::Field(name) if label.is_empty() => label.push_str(name),
            PathStep::Field(name) => label.push_str(&format!(".{name}")),
            PathStep::Index(i) => label.push_str(&format!("[{i}]")),
        }
    }
    label
}

/// "one, two or three".
pub(super) fn listed(words: &[&str], last: &str) -> String {
    let (end, start) = words.split_last().unwrap_or((&"", &[]));
    format!("{} {last} {end}", start.join(", "))
}

/// The bodies of a scene, for the fields that name them.
pub(super) struct BodyNames<'s> {
    pub scene: &'s Scene,
    pub indices: HashMap<&'s str, usize>,
}

impl<'s> BodyNames<'s> {
    /// Those of a scene in which each name is once.
    pub fn of(scene: &'s Scene) -> Self {
        let names = scene.bodies.iter().map(|body| body.name.as_str());
        Self { scene, indices: names.zip(0..).collect() }
    }

    /// The body that a field names.
    pub fn body(&self, at: &At<'_>, field: &'static str, name: &str) -> Result<Option<&'s SceneBody>, Fault> {
        match self.indices.get(name) {
            Some(index) => Ok(self.scene.bodies.get(*index)),
            None => Err(Fault {
                because: Some(match self.likely(name) {
                    Some(near) => format!("which no body is called; did you mean {}?", plain::quoted(near)),
                    None => "which no body is called".to_owned(),
                }),
                ..at.field(field).fault(plain::quoted(name))
            }),
        }
    }

    /// The name that is meant by one that no body has: similar, or longer.
    fn likely(&self, name: &str) -> Option<&'s str> {
        let names = || self.scene.bodies.iter().map(|body| body.name.as_str()).take(MOST_KNOWN);
        let word = name.to_lowercase();
        let goes_on = |known: &&str| !word.is_empty() && known.to_lowercase().starts_with(&word);
        nearest(name, names()).or_else(|| names().find(goes_on))
    }

    /// The body that a field names; `None`: it names a piece, which is a circle and no body of the scene.
    pub fn body_or_piece(
        &self,
        at: &At<'_>,
        field: &'static str,
        name: &str,
    ) -> Result<Option<&'s SceneBody>, Fault> {
        let is_piece = || self.scene.piece_called(name).is_some_and(|(of, _)| self.indices.contains_key(of));
        self.body(at, field, name).or_else(|fault| if is_piece() { Ok(None) } else { Err(fault) })
    }

    /// The body that a field of a pair names, or whose part it names, with the shape that is meant; `None`: it names a piece.
    pub fn body_or_part(
        &self,
        at: &At<'_>,
        field: &'static str,
        name: &str,
    ) -> Result<NamedShape<'s>, Fault> {
        let fault = match self.body_or_piece(at, field, name) {
            Ok(body) => return Ok(body.map(|body| (body, &body.shape))),
            Err(fault) => fault,
        };
        let of = |(of, number): (&str, u32)| Some((self.scene.bodies.get(*self.indices.get(of)?)?, number));
        let Some((body, number)) = split(name).and_then(of) else { return Err(fault) };
        let parts = body.shape.parts();
        match parts.get(number as usize - 1) {
            Some(part) => Ok(Some((body, &part.shape))),
            None if parts.is_empty() => Err(fault),
            None => {
                let because = format!("and {} has parts 1 to {}", plain::quoted(&body.name), parts.len());
                Err(Fault { because: Some(because), ..fault })
            }
        }
    }
}

/// A body and the shape of it that is meant; `None`: those of a piece.
pub(super) type NamedShape<'s> = Option<(&'s SceneBody, &'s SceneShape)>;

/// Checks that the fields `a` and `b` name two bodies, or parts or pieces of two.
pub(super) fn check_two<'s>(
    at: &At<'_>,
    names: &BodyNames<'s>,
    [a, b]: [&str; 2],
) -> Result<[NamedShape<'s>; 2], Fault> {
    let found = [names.body_or_part(at, "a", a)?, names.body_or_part(at, "b", b)?];
    let is_one = match found {
        [Some((a, _)), Some((b, _))] => std::ptr::eq(a, b),
        _ => a == b,
    };
    if is_one {
        let because = if a == b { "which is a as well" } else { "which is of the same body as a" };
        return Err(Fault {
            because: Some(because.to_owned()),
            allowed: Some("the name of another body".to_owned()),
            ..at.field("b").fault(plain::quoted(b))
        });
    }
    Ok(found)
}

/// Checks that two bodies, or parts or pieces of bodies, can touch.
pub(super) fn check_pair(at: &At<'_>, names: &BodyNames<'_>, [a, b]: [&str; 2]) -> Result<(), Fault> {
    let [first, second] = check_two(at, names, [a, b])?;
    let kinds = first.zip(second).map(|((_, a), (_, b))| PairKind::new(a.kind(), b.kind()));
    if kinds.is_none_or(PairKind::can_touch) {
        return Ok(());
    }
    Err(Fault {
        because: Some("a line like a, and walls never collide with walls or chains".to_owned()),
        allowed: Some("the name of a body that is no wall and no chain".to_owned()),
        ..at.field("b").fault(plain::quoted(b))
    })
}

/// Longest word that is looked for among the known ones, since the time grows with the square of its length.
/// Characters.
const LONGEST_MISSPELT: usize = 64;
/// Most known words that a misspelt one is compared with.
const MOST_KNOWN: usize = 10_000;

/// The known word nearest to a misspelt one; `None` where none is similar.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > LONGEST_MISSPELT {
        return None;
    }
    let word = word.to_lowercase();
    let similar = |known: &'a str| {
        let known_length = known.chars().take(2 * LONGEST_MISSPELT).count();
        let allowed = known_length.max(3) / 3;
        let distance = || strsim::damerau_levenshtein(&word, &known.to_lowercase());
        (known_length.abs_diff(length) <= allowed).then(distance).filter(|distance| *distance <= allowed)
    };
    let known = known.into_iter().take(MOST_KNOWN);
    known.filter_map(|known| Some((similar(known)?, known))).min().map(|(_, known)| known)
}

pub(super) fn vec2_text(v: &Vec2) -> String {
    format!("({:?}, {:?})", v.x, v.y)
}

/// The path of the value under test, linked on the stack: it allocates nothing until there is a fault.
pub(super) struct At<'p> {
    parent: Option<&'p At<'p>>,
    /// `None`: the scene itself.
    step: Option<PathStep>,
}

impl At<'_> {
    /// The scene itself.
    pub(super) const ROOT: At<'static> = At { parent: None, step: None };

    pub(super) fn field<'p>(&'p self, name: &'static str) -> At<'p> {
        At { parent: Some(self), step: Some(PathStep::Field(name.into())) }
    }

    pub(super) fn index(&self, index: usize) -> At<'_> {
        At { parent: Some(self), step: Some(PathStep::Index(index)) }
    }

    fn path(&self) -> Vec<PathStep> {
        let mut path = self.parent.map(At::path).unwrap_or_default();
        path.extend(self.step.clone());
        path
    }

    pub(super) fn fault(&self, found: String) -> Fault {
        Fault { path: self.path(), found, because: None, allowed: None }
    }

    pub(super) fn require(&self, good: bool, found: impl FnOnce() -> String) -> Result<(), Fault> {
        if good { Ok(()) } else { Err(self.fault(found())) }
    }

    pub(super) fn name_length(&self, name: &str) -> Result<(), Fault> {
        // A character is a byte at least.
        let length = if name.len() > MAX_NAME { name.chars().count() } else { 0 };
        if length <= MAX_NAME {
            return Ok(());
        }
        let allowed = format!("a text of at most {MAX_NAME} characters");
        Err(Fault { allowed: Some(allowed), ..self.fault(format!("{length} characters long")) })
    }

    /// Refuses [`ANY`] as the name of what a stop can name.
    pub(super) fn name_of_one(&self, name: &str) -> Result<(), Fault> {
        self.require(name != ANY, || plain::quoted(name)).map_err(|fault| Fault {
            because: Some("which is any of them in the stops that name one".to_owned()),
            ..fault
        })
    }

    pub(super) fn number(&self, value: f32, limit: Limit) -> Result<(), Fault> {
        self.require(limit.holds(value), || format!("{value:?}"))
    }

    pub(super) fn vec2(&self, value: Vec2, limit: Limit) -> Result<(), Fault> {
        self.require(limit.holds_vector(value), || vec2_text(&value))
    }
}
