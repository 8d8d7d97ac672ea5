//! Bodies and pairs as a person names them, by name or by index.

use collide2d::{
    Body, ClosestPoints, Contact, Leaf, NearestLeaves, PairContact, PairKey, PairKind, World, closest_points,
    nearest_leaves,
};
use glam::Vec2;

use super::named::{BodyPart, NamedBody, part_name};
use super::numbers::{short, vec2};
use super::{Scene, SceneGenerator, SceneShape};
use crate::platform::plain;

/// Longest text that may name a pair: two names of [`super::MAX_NAME`] characters, or of their pieces. Bytes.
pub(super) const LONGEST_PAIR: usize = 2 * 4 * (super::MAX_NAME + 16);
/// Most names in a message.
const LISTED: usize = 40;

/// The part of each of a pair's two bodies that is meant; `None`: any.
pub type PairParts = [Option<u32>; 2];
/// Two bodies, and the parts of them that are meant.
pub type FoundParts = ((u32, u32), PairParts);

impl Scene {
    /// A body by name, else by index.
    pub fn find_body(&self, word: &str) -> Option<u32> {
        let by_index = || word.trim().parse::<u32>().ok().filter(|i| (*i as usize) < self.bodies.len());
        self.index_of(word).or_else(|| self.index_of(word.trim())).or_else(by_index)
    }

    /// A pair of bodies that can touch, the lower index first, as [`Scene::find_two`] reads it.
    pub fn find_pair(&self, text: &str) -> Result<(u32, u32), String> {
        self.find_parts(text).map(|(pair, _)| pair)
    }

    /// [`Scene::find_pair`], and the part of each where one is named.
    pub fn find_parts(&self, text: &str) -> Result<FoundParts, String> {
        let found = self.find_any_parts(text)?;
        let ((a, b), [part_a, part_b]) = found;
        let kind = |body, part| self.shape_of(BodyPart { body, part }).map(SceneShape::kind);
        let kinds = kind(a, part_a).zip(kind(b, part_b));
        if !kinds.is_none_or(|(a, b)| PairKind::new(a, b).can_touch()) {
            return Err(format!("walls never collide with walls or chains; {}", self.allowed_bodies()));
        }
        Ok(found)
    }

    /// [`Scene::find_parts`], two lines among them, which never touch.
    pub fn find_any_parts(&self, text: &str) -> Result<FoundParts, String> {
        let [a, b] = self.find_two(text)?;
        let (a, b) = if a.body < b.body { (a, b) } else { (b, a) };
        Ok(((a.body, b.body), [a.part, b.part]))
    }

    /// The name of a body, or of one of its parts: "crate/2".
    pub fn name_of(&self, BodyPart { body, part }: BodyPart) -> String {
        let name = self.bodies.get(body as usize).map(|body| body.name.clone()).unwrap_or_default();
        part.map_or(name.clone(), |part| part_name(&name, part + 1))
    }

    /// The shape of a body, or of one of its parts.
    fn shape_of(&self, BodyPart { body, part }: BodyPart) -> Option<&SceneShape> {
        let shape = &self.bodies.get(body as usize)?.shape;
        part.map_or(Some(shape), |part| Some(&shape.parts().get(part as usize)?.shape))
    }

    /// A body, or one of its parts: "crate/1" is the first.
    fn find_part(&self, word: &str) -> Option<BodyPart> {
        self.find_body(word).map(BodyPart::from).or_else(|| match self.named_body(word.trim())? {
            NamedBody::Part(body, part) => Some(BodyPart { body, part: Some(part) }),
            NamedBody::Body(_) | NamedBody::Piece(..) => None,
        })
    }

    /// Two bodies or parts in the order named: two names or indices with a comma between them, where names may hold commas.
    /// `Err` says what is wrong and what is allowed.
    pub fn find_two(&self, text: &str) -> Result<[BodyPart; 2], String> {
        let find = |word: &str| self.find_part(word);
        let refuse = |what: &str| format!("{what}; {}", self.allowed_bodies());
        // No name is so long, and each comma is tried.
        let text = if text.len() > LONGEST_PAIR { "" } else { text };
        let commas = text.match_indices(',').filter_map(|(i, _)| Some((text.get(..i)?, text.get(i + 1..)?)));
        let commas: Vec<_> = commas.collect();
        let found = commas.iter().find_map(|(a, b)| Some([find(a)?, find(b)?]));
        let Some([a, b]) = found else {
            let what = match commas.as_slice() {
                [] => "two names or indices with a comma between them are needed",
                [(a, _), ..] if find(a).is_none() => "no body has the first name or index",
                _ => "no body has the second name or index",
            };
            return Err(refuse(what) + self.about_grounds());
        };
        if a.body == b.body {
            return Err(refuse("a pair is two bodies"));
        }
        Ok([a, b])
    }

    /// What is added where a body that was named is none, and may be meant as a ground.
    fn about_grounds(&self) -> &'static str {
        let has_ground =
            self.generators.iter().any(|generator| matches!(generator, SceneGenerator::Ground { .. }));
        if has_ground {
            "; grounds are generators, no bodies: `report` tells their contacts (`generated`), and its --stages the work on \
             them"
        } else {
            ""
        }
    }

    /// What is allowed as the name of a body.
    pub fn allowed_bodies(&self) -> String {
        let names: Vec<String> = self.bodies.iter().take(LISTED).map(|b| plain::quoted(&b.name)).collect();
        let more = if self.bodies.len() > LISTED { ", …" } else { "" };
        format!("the bodies are {}{more}", names.join(", "))
    }
}

/// Whether these leaves of a pair are of the parts that are meant.
pub fn are_meant(leaves: [Leaf; 2], parts: PairParts) -> bool {
    leaves.iter().zip(parts).all(|(leaf, part)| part.is_none() || leaf.part() == part)
}

/// Whether the parts that something holds may be those that are asked for: where one names none it is of all.
pub fn may_be_parts(held: PairParts, asked: PairParts) -> bool {
    held.iter().zip(asked).all(|(held, asked)| held.is_none() || asked.is_none() || *held == asked)
}

/// The deepest contact of the present state of a pair `a < b`, of equally deep ones the first, and of these parts alone if
/// they are given.
pub fn deepest_contact(world: &World, ((a, b), parts): FoundParts) -> Option<PairContact> {
    let contacts = world.contacts_of(PairKey::new(a, b)).into_iter();
    let meant = contacts.filter(|known| are_meant([known.leaf_a, known.leaf_b], parts));
    meant.reduce(|p, q| if q.contact.depth > p.contact.depth { q } else { p })
}

/// The angle between each body's one-way direction and the normal of a contact out of it; 0 of one that is not one-way.
/// `normal` points toward `a`. Degrees.
pub fn degrees_off_one_way([a, b]: [&Body; 2], normal: Vec2) -> [f32; 2] {
    let off = |body: &Body, out: Vec2| {
        let direction = body.one_way().map(|direction| body.pose().rotation.rotate(direction));
        direction.map_or(0.0, |way| way.perp_dot(out).abs().atan2(way.dot(out)).to_degrees())
    };
    [off(a, -normal), off(b, normal)]
}

/// Depth and normal of the deepest contact of two bodies or parts. The normal points toward `a`, whichever body is first in
/// the file.
pub fn touch(world: &World, a: impl Into<BodyPart>, b: impl Into<BodyPart>) -> Option<(f32, Vec2)> {
    let (a, b) = (a.into(), b.into());
    let (first, second) = if a.body < b.body { (a, b) } else { (b, a) };
    let pair = ((first.body, second.body), [first.part, second.part]);
    toward(&deepest_contact(world, pair)?, a, b)
}

/// Depth and normal toward `a` of a contact of these two; `None`: it is of others.
pub fn toward(known: &PairContact, a: BodyPart, b: BodyPart) -> Option<(f32, Vec2)> {
    let Contact { depth, normal, .. } = known.contact;
    let leaves = [known.leaf_a, known.leaf_b];
    if (known.a, known.b) == (a.body, b.body) && are_meant(leaves, [a.part, b.part]) {
        Some((depth, normal))
    } else if (known.a, known.b) == (b.body, a.body) && are_meant(leaves, [b.part, a.part]) {
        Some((depth, -normal))
    } else {
        None
    }
}

/// The leaves of two bodies or parts that are nearest to each other; `None`: one is not there.
pub fn nearest_of(world: &World, a: BodyPart, b: BodyPart) -> Option<NearestLeaves> {
    let (body_a, body_b) = (world.body(a.body)?, world.body(b.body)?);
    let nearest = nearest_leaves(body_a.shape(), body_a.pose(), body_b.shape(), body_b.pose());
    let meant = nearest.into_iter().filter(|nearest| are_meant(nearest.leaves, [a.part, b.part]));
    meant.min_by(|p, q| p.separation.total_cmp(&q.separation))
}

/// The nearest points of two bodies or parts; `None`: one is not there.
pub fn nearest_points(world: &World, a: BodyPart, b: BodyPart) -> Option<ClosestPoints> {
    let (body_a, body_b) = (world.body(a.body)?, world.body(b.body)?);
    if a.part.or(b.part).is_none() {
        return Some(closest_points(body_a.shape(), body_a.pose(), body_b.shape(), body_b.pose()));
    }
    let leaves = nearest_of(world, a, b)?.leaves;
    let (of_a, of_b) = (body_a.leaf(leaves[0])?, body_b.leaf(leaves[1])?);
    Some(ClosestPoints { leaves, ..closest_points(of_a.shape, &of_a.pose, of_b.shape, &of_b.pose) })
}

/// "a ghost: the normal (-1, 0) is 90° off what the outline of ground/2 and ground/1 allows, (0, 1) is the nearest allowed".
pub fn ghost_words(normal: Vec2, by: f32, [shape, neighbour]: [&str; 2], allowed: Vec2) -> String {
    format!(
        "a ghost: the normal {} is {}° off what the outline of {shape} and {neighbour} allows, {} is the nearest allowed",
        vec2(normal),
        short(f64::from(by)),
        vec2(allowed)
    )
}

/// "cart/2", "floor segment 3": a body, and the part and segment of it that is meant; a body's only part needs no number.
pub fn leaf_name(name: &str, leaf: Leaf) -> String {
    let part = leaf.part_of_several().map_or_else(String::new, |part| format!("/{}", part + 1));
    let segment = leaf.segment().map_or_else(String::new, |segment| format!(" segment {segment}"));
    format!("{name}{part}{segment}")
}

#[cfg(test)]
mod tests {
    use crate::scene::{Scene, SceneBody, SceneShape};

    #[test]
    fn names_come_before_indices_and_may_hold_commas_and_spaces() {
        let names = ["a, b", "c", "3", "0", " c"];
        let circle = SceneShape::Circle { radius: 1.0 };
        let bodies = names.iter().map(|name| SceneBody::new(*name, circle.clone())).collect();
        let scene = Scene { bodies, ..Scene::default() };
        for (text, pair) in [
            ("0,1", (1, 3)),
            ("3,4", (2, 4)),
            ("4, 3", (2, 4)),
            ("a, b,c", (0, 1)),
            ("c,a, b", (0, 1)),
            ("c, c", (1, 4)),
            ("3,c", (1, 2)),
            ("3, c ", (1, 2)),
        ] {
            assert_eq!(scene.find_pair(text), Ok(pair), "{text:?}");
        }
        for text in ["", "c", ",", "c,c", "c,d", "9,c", "-1,c"] {
            assert!(scene.find_pair(text).is_err(), "{text:?}");
        }
    }
}
