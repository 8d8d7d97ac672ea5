//! How one scene differs from another, for a person who has to choose between them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::mem::discriminant;

use super::fields::MOTION_FIELDS;
use super::write::{body_fields, motion_fields, scene_fields};
use super::{Scene, SceneBody, SceneMotion, numbers};
use crate::platform::plain;

/// What has to be done to one scene to make another of it. Bodies are the same where their names are; of the others, one
/// that is gone and one that came with the same shape at the same place are one that was renamed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneDifference {
    added: Vec<String>,
    removed: Vec<String>,
    changed: Vec<ChangedBody>,
    fields: Vec<ChangedField>,
    /// The same bodies stand in another order.
    reordered: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ChangedBody {
    name: String,
    fields: Vec<ChangedField>,
}

/// A field and its text before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ChangedField {
    name: &'static str,
    from: String,
    to: String,
}

/// Most characters of a field's text in a line.
const LONGEST: usize = 60;

impl SceneDifference {
    /// What has to be done to `from` to get `to`.
    pub fn between(from: &Scene, to: &Scene) -> Self {
        let (old, new) = (by_name(from), by_name(to));
        let renamed = renamed(from, to, &old, &new);
        let changed = to.bodies.iter().filter_map(|body| {
            let name = body.name.as_str();
            let before = old.get(name).or_else(|| renamed.get(name)).filter(|before| **before != body)?;
            let fields = changed_fields(&body_fields(before), &body_fields(body));
            Some(ChangedBody { name: body.name.clone(), fields })
        });
        let before: HashSet<&str> = renamed.values().map(|body| body.name.as_str()).collect();
        let is_added = |name: &&str| !old.contains_key(name) && !renamed.contains_key(name);
        let is_removed = |name: &&str| !new.contains_key(name) && !before.contains(name);
        Self {
            added: names(to).filter(is_added).map(str::to_owned).collect(),
            removed: names(from).filter(is_removed).map(str::to_owned).collect(),
            changed: changed.collect(),
            fields: changed_fields(&scene_fields(from), &scene_fields(to)),
            reordered: names(from)
                .filter(|name| new.contains_key(name))
                .ne(names(to).filter(|name| old.contains_key(name))),
        }
    }

    /// Whether there is no difference that a file would hold.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// "1 body added, 2 removed, 1 changed; gravity changed".
    pub fn summary(&self) -> String {
        let counts =
            [(self.added.len(), "added"), (self.removed.len(), "removed"), (self.changed.len(), "changed")];
        let mut bodies = String::new();
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            if bodies.is_empty() {
                bodies = format!("{} {what}", numbers::count(count, "body", "bodies"));
            } else {
                bodies += &format!(", {count} {what}");
            }
        }
        let mut parts = vec![bodies];
        parts.push(if self.reordered { "bodies in another order".to_owned() } else { String::new() });
        let names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
        parts.push(if names.is_empty() { String::new() } else { format!("{} changed", names.join(", ")) });
        parts.retain(|part| !part.is_empty());
        if parts.is_empty() { "no difference".to_owned() } else { parts.join("; ") }
    }

    /// What has other values, at most `most` of them and one that counts the rest: "gravity", "ball: shape, position". Lists of
    /// lines and names are left out.
    pub fn changed_values(&self, most: usize) -> Vec<String> {
        let is_value = |field: &&ChangedField| {
            let is_list = [&field.from, &field.to].iter().any(|text| text.starts_with('['));
            !["name", "about"].contains(&field.name) && (field.name == "timesteps" || !is_list)
        };
        let of_scene = self.fields.iter().filter(is_value).map(|field| field.name.to_owned());
        let of_bodies = self.changed.iter().map(|body| {
            let fields: Vec<&str> = body.fields.iter().map(|field| field.name).collect();
            format!("{}: {}", short(&body.name), fields.join(", "))
        });
        let mut values: Vec<String> = of_scene.chain(of_bodies).collect();
        cut(&mut values, most);
        values
    }

    /// A line for each difference, at most `most` of them and one that counts the rest.
    pub fn lines(&self, most: usize) -> Vec<String> {
        let named = |sign: char, names: &[String]| -> Vec<String> {
            names.iter().map(|name| format!("{sign} {}", short(name))).collect()
        };
        let mut lines: Vec<String> = self.fields.iter().map(|field| field.line("scene")).collect();
        lines.extend(named('+', &self.added));
        lines.extend(named('−', &self.removed));
        for body in &self.changed {
            lines.extend(body.fields.iter().map(|field| field.line(&short(&body.name))));
        }
        if self.reordered {
            lines.push("the bodies stand in another order".to_owned());
        }
        cut(&mut lines, most);
        lines
    }
}

/// Leaves at most `most` lines, and one that counts the rest.
fn cut(lines: &mut Vec<String>, most: usize) {
    if lines.len() > most {
        let rest = lines.len() - most;
        lines.truncate(most);
        lines.push(format!("and {rest} more"));
    }
}

impl ChangedField {
    fn line(&self, owner: &str) -> String {
        let [from, to] = from_difference(&self.from, &self.to);
        format!("{owner}: {} {from} → {to}", self.name)
    }
}

/// Both texts as short as a line has them: where they differ only farther on, from a little before that place.
fn from_difference(from: &str, to: &str) -> [String; 2] {
    /// Characters before the first that differs.
    const BEFORE: usize = 20;
    let same = from.chars().zip(to.chars()).take_while(|(one, other)| one == other).count();
    let start = if same + BEFORE > LONGEST { same - BEFORE } else { 0 };
    [from, to].map(|text| {
        let begin = text.char_indices().nth(start).map_or(text.len(), |(at, _)| at);
        format!("{}{}", if start > 0 { "…" } else { "" }, short(text.get(begin..).unwrap_or_default()))
    })
}

fn names(scene: &Scene) -> impl Iterator<Item = &str> {
    scene.bodies.iter().map(|body| body.name.as_str())
}

fn by_name(scene: &Scene) -> HashMap<&str, &SceneBody> {
    scene.bodies.iter().map(|body| (body.name.as_str(), body)).collect()
}

/// By the new name of each body that was renamed, what it was.
fn renamed<'s>(
    from: &'s Scene,
    to: &'s Scene,
    old: &HashMap<&str, &SceneBody>,
    new: &HashMap<&str, &SceneBody>,
) -> HashMap<&'s str, &'s SceneBody> {
    let place = |body: &SceneBody| [body.position.x, body.position.y, body.rotation].map(f32::to_bits);
    let mut gone: HashMap<_, Vec<&SceneBody>> = HashMap::new();
    for body in from.bodies.iter().filter(|body| !new.contains_key(body.name.as_str())) {
        gone.entry(place(body)).or_default().push(body);
    }
    let mut renamed = HashMap::new();
    for body in to.bodies.iter().filter(|body| !old.contains_key(body.name.as_str())) {
        let Some(there) = gone.get_mut(&place(body)) else { continue };
        if let Some(index) = there.iter().position(|before| before.shape == body.shape) {
            renamed.insert(body.name.as_str(), there.remove(index));
        }
    }
    renamed
}

/// The fields whose texts differ; one that is not written has its default.
fn changed_fields(from: &[(&'static str, String)], to: &[(&'static str, String)]) -> Vec<ChangedField> {
    let text = |fields: &[(&'static str, String)], name: &str| {
        let found = fields.iter().find(|(other, _)| *other == name);
        found.map_or_else(|| "default".to_owned(), |(_, text)| text.clone())
    };
    let removed = from.iter().filter(|(name, _)| !to.iter().any(|(other, _)| other == name));
    let names = to.iter().chain(removed).map(|(name, _)| *name);
    names
        .map(|name| ChangedField { name, from: text(from, name), to: text(to, name) })
        .filter(|field| field.from != field.to)
        .collect()
}

/// The fields in which a body differs from another, beside name, shape and place, and beside mass and velocity, which a group
/// of the two has of both.
pub fn unlike(body: &SceneBody, other: &SceneBody) -> Vec<&'static str> {
    let alike = SceneBody {
        name: other.name.clone(),
        shape: other.shape.clone(),
        position: other.position,
        rotation: other.rotation,
        motion: other.motion,
        ..body.clone()
    };
    let fields = changed_fields(&body_fields(&alike), &body_fields(other));
    let mut names: Vec<&str> = fields.into_iter().map(|field| field.name).collect();
    if discriminant(&body.motion) != discriminant(&other.motion) {
        names.push("motion");
        return names;
    }
    let changed = changed_fields(&motion_fields(&body.motion), &motion_fields(&other.motion));
    let is_of_both =
        |name| matches!(body.motion, SceneMotion::Dynamic { .. }) && ["mass", "velocity"].contains(&name);
    let of_motion = MOTION_FIELDS.iter().map(|field| field.name).filter(|name| !is_of_both(*name));
    names.extend(of_motion.filter(|name| changed.iter().any(|field| field.name == *name)));
    names
}

fn short(text: &str) -> Cow<'_, str> {
    plain::shortened(text, LONGEST)
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::scene::SceneShape;

    fn ball(name: &str) -> SceneBody {
        SceneBody::new(name, SceneShape::Circle { radius: 1.0 })
    }

    /// It said the same beginning twice.
    #[test]
    fn what_differs_late_in_a_long_list_is_shown() {
        let with = |last: f32| {
            let points = (0..40).map(|n| Vec2::new(n as f32, 0.0)).chain([Vec2::new(40.0, last)]).collect();
            let chain = SceneShape::Chain { points, closed: false, one_sided: false };
            Scene { bodies: vec![SceneBody::new("ground", chain)], ..Scene::default() }
        };
        let lines = SceneDifference::between(&with(1.0), &with(2.5)).lines(9);
        let [line] = &lines[..] else { panic!("{lines:?}") };
        assert!(line.starts_with("ground: shape …") && line.contains(" → …"), "{line}");
        assert!(line.contains("(40.0, 1.0)") && line.contains("(40.0, 2.5)"), "{line}");
    }

    #[test]
    fn every_kind_of_difference_is_counted_and_has_a_line() {
        let from = Scene { bodies: vec![ball("a"), ball("b"), ball("c")], ..Scene::default() };
        let moved = SceneBody { position: Vec2::new(1.0, 0.5), ..ball("b") };
        let gravity = Vec2::new(0.0, -9.81);
        let about = "Two balls wait.".to_owned();
        let d = SceneBody { position: Vec2::X, ..ball("d") };
        let to = Scene { about, gravity, bodies: vec![d, moved, ball("a")], ..Scene::default() };
        let found = SceneDifference::between(&from, &to);
        assert_eq!(
            found.summary(),
            "1 body added, 1 removed, 1 changed; bodies in another order; about, gravity changed"
        );
        assert_eq!(
            found.lines(9),
            [
                "scene: about default → \"Two balls wait.\"",
                "scene: gravity default → (0.0, -9.81)",
                "+ d",
                "− c",
                "b: position default → (1.0, 0.5)",
                "the bodies stand in another order",
            ]
        );
        assert_eq!(found.lines(2).last().map(String::as_str), Some("and 4 more"));
        let heavy = SceneBody { motion: SceneMotion::dynamic(2.0), ..ball("e") };
        let other = Scene { bodies: vec![ball("a"), ball("b"), heavy], ..Scene::default() };
        assert_eq!(
            SceneDifference::between(&from, &other).lines(9),
            ["e: name \"c\" → \"e\"", "e: motion default → Dynamic(mass: 2.0)"]
        );
        let same = SceneDifference::between(&from, &from);
        assert!(same.is_empty() && same.lines(9).is_empty());
        assert_eq!(same.summary(), "no difference");
    }
}
