//! Queries of a scene: rays, casts, nearest points, points and overlaps. Everything particular to a kind of query in a file
//! is here: reading, writing, validating, and random ones for tests; what it finds is in [`ask`].

use std::collections::HashMap;

use glam::Vec2;
use serde::{Deserialize, Deserializer};

use super::fault::{At, BodyNames, Fault, check_two, listed, nearest, vec2_text};
use super::field::{Field, FieldKind, place, randomize};
use super::file::{given_names, given_point, given_text, point};
use super::kinds::kinds;
use super::limit::Limit;
use super::random::RandomValues;
use super::shape::{SceneShape, check_shape};
use super::write::{GroupLayout, RonFields, RonNode, shape_node, string, vec2};
use crate::platform::plain;

pub mod ask;

/// One line of `queries`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "QueryFile")]
pub struct SceneQuery {
    /// Not empty, unique among the queries.
    pub name: String,
    pub form: QueryForm,
    /// Names of bodies that are left out; of [`QueryForm::Closest`] none.
    pub ignore: Vec<String>,
    /// As [`super::SceneBody::is`].
    pub is: Option<Vec<String>>,
    /// As [`super::SceneBody::meets`].
    pub meets: Option<Vec<String>>,
}

/// Makes the kinds, and the types of the file, in which each kind has the fields of [`SceneQuery`] as well.
macro_rules! queries {
    ($($(#[$doc:meta])* $kind:ident {
        $($(#[doc = $text:literal])* $(#[serde($($read:tt)*)])? $field:ident: $type:ty,)*
    },)*) => {
        /// What a query asks, with the fields of the file.
        #[derive(Clone, Debug, PartialEq)]
        pub enum QueryForm { $($(#[$doc])* $kind { $($(#[doc = $text])* $field: $type),* },)* }

        kinds!(QueryForm of QueryKind: $($kind)*);

        #[derive(Deserialize)]
        #[serde(rename = "Query", deny_unknown_fields)]
        enum QueryFile {
            $($kind {
                name: String,
                $($(#[serde($($read)*)])? $field: $type,)*
                #[serde(default)]
                ignore: Vec<String>,
                #[serde(default, deserialize_with = "given_names")]
                is: Option<Vec<String>>,
                #[serde(default, deserialize_with = "given_names")]
                meets: Option<Vec<String>>,
            },)*
        }

        impl From<QueryFile> for SceneQuery {
            fn from(file: QueryFile) -> Self {
                match file {
                    $(QueryFile::$kind { name, $($field,)* ignore, is, meets } => {
                        Self { name, form: QueryForm::$kind { $($field),* }, ignore, is, meets }
                    })*
                }
            }
        }
    };
}

queries! {
    /// What is in the way from one point to another.
    Ray {
        #[serde(deserialize_with = "point")]
        from: Vec2,
        #[serde(deserialize_with = "point")]
        to: Vec2,
        /// Name of a body: `from` and `to` are local to it, and it is left out.
        #[serde(default, deserialize_with = "given_text")]
        of: Option<String>,
    },
    /// What a shape meets on its way.
    Cast {
        /// Else `body`.
        #[serde(default, deserialize_with = "given_shape")]
        shape: Option<SceneShape>,
        #[serde(default, deserialize_with = "given_point")]
        from: Option<Vec2>,
        #[serde(default, deserialize_with = "given_point")]
        to: Option<Vec2>,
        /// Of the shape at the start. Degrees.
        #[serde(default)]
        rotation: f32,
        /// Name of the body that is cast, from where it is by `by`, or from `from` to `to`.
        #[serde(default, deserialize_with = "given_text")]
        body: Option<String>,
        /// The body's way, world axes. Metres.
        #[serde(default, deserialize_with = "given_point")]
        by: Option<Vec2>,
        /// Over the whole way, about the shape's origin. Degrees.
        #[serde(default)]
        turn: f32,
    },
    /// The nearest points of two bodies.
    Closest {
        a: String,
        b: String,
    },
    /// Which bodies hold a point; of none the nearest.
    Point {
        #[serde(deserialize_with = "point")]
        at: Vec2,
    },
    /// Which bodies are in contact with a shape.
    Overlap {
        shape: SceneShape,
        #[serde(deserialize_with = "point")]
        at: Vec2,
        /// Degrees.
        #[serde(default)]
        rotation: f32,
    },
}

/// What a query is and meets.
static MASK_FIELDS: [Field<SceneQuery>; 2] = [
    Field::new("is", "Is", FieldKind::Names { place: place!(SceneQuery.is) }),
    Field::new("meets", "Meets", FieldKind::Names { place: place!(SceneQuery.meets) }),
];

impl QueryKind {
    fn form(self) -> &'static str {
        match self {
            Self::Ray => "Ray(name: …, from: …, to: …)",
            Self::Cast => "Cast(name: …, shape: …, from: …, to: …)",
            Self::Closest => "Closest(name: …, a: …, b: …)",
            Self::Point => "Point(name: …, at: …)",
            Self::Overlap => "Overlap(name: …, shape: …, at: …)",
        }
    }
}

/// Making one.
impl SceneQuery {
    /// One that leaves nothing out.
    pub fn new(name: impl Into<String>, form: QueryForm) -> Self {
        Self { name: name.into(), form, ignore: Vec::new(), is: None, meets: None }
    }

    /// One of this kind, for tests. It is valid where the values are.
    pub fn random(kind: QueryKind, name: String, values: &mut dyn RandomValues) -> Self {
        let ball = |values: &mut dyn RandomValues| SceneShape::Circle { radius: values.number(Limit::Size) };
        // A way has a length.
        let apart = |from: Vec2, to: Vec2| if from == to { from + Vec2::X * -from.x.signum() } else { to };
        let [a, b] = values.pair();
        let ignored = (kind != QueryKind::Closest && values.flag()).then(|| b.clone());
        let form = match kind {
            QueryKind::Ray => {
                let of = values.flag().then_some(a);
                let from = values.point();
                QueryForm::Ray { from, to: apart(from, values.point()), of }
            }
            QueryKind::Cast => {
                let turn = if values.flag() { values.number(Limit::Any) } else { 0.0 };
                let (mut shape, mut from, mut to, mut rotation, mut body, mut by) =
                    (None, None, None, 0.0, None, None);
                if values.flag() {
                    (body, by) = (Some(a), Some(apart(Vec2::ZERO, values.point())));
                } else {
                    let start = values.point();
                    (shape, from, to) = (Some(ball(values)), Some(start), Some(apart(start, values.point())));
                    rotation = values.number(Limit::Any);
                }
                QueryForm::Cast { shape, from, to, rotation, body, by, turn }
            }
            QueryKind::Closest => QueryForm::Closest { a, b },
            QueryKind::Point => QueryForm::Point { at: values.point() },
            QueryKind::Overlap => {
                let (shape, at, rotation) = (ball(values), values.point(), values.number(Limit::Any));
                QueryForm::Overlap { shape, at, rotation }
            }
        };
        let mut query = Self { ignore: ignored.into_iter().collect(), ..Self::new(name, form) };
        randomize(&MASK_FIELDS, &mut query, values);
        query
    }
}

/// Reading fields.
impl SceneQuery {
    pub fn kind(&self) -> QueryKind {
        self.form.kind()
    }

    /// Where it begins, unless that is a body's place. World.
    pub fn place(&self) -> Option<Vec2> {
        match &self.form {
            QueryForm::Ray { from, of, .. } => of.is_none().then_some(*from),
            QueryForm::Cast { from, .. } => *from,
            QueryForm::Closest { .. } => None,
            QueryForm::Point { at } | QueryForm::Overlap { at, .. } => Some(*at),
        }
    }

    /// The fields that name the bodies that it is about, with the names.
    pub fn bodies(&self) -> Vec<(&'static str, &str)> {
        match &self.form {
            QueryForm::Ray { of, .. } => of.iter().map(|name| ("of", name.as_str())).collect(),
            QueryForm::Cast { body, .. } => body.iter().map(|name| ("body", name.as_str())).collect(),
            QueryForm::Closest { a, b } => vec![("a", a), ("b", b)],
            QueryForm::Point { .. } | QueryForm::Overlap { .. } => Vec::new(),
        }
    }

    /// The names of the bodies that it is about.
    pub(super) fn about_mut(&mut self) -> Vec<&mut String> {
        self.ignored_and_about_mut().1
    }

    /// Every name of a body.
    pub(super) fn names_mut(&mut self) -> Vec<&mut String> {
        let (ignored, about) = self.ignored_and_about_mut();
        ignored.iter_mut().chain(about).collect()
    }

    fn ignored_and_about_mut(&mut self) -> (&mut [String], Vec<&mut String>) {
        let about = match &mut self.form {
            QueryForm::Ray { of, .. } => of.iter_mut().collect(),
            QueryForm::Cast { body, .. } => body.iter_mut().collect(),
            QueryForm::Closest { a, b } => vec![a, b],
            QueryForm::Point { .. } | QueryForm::Overlap { .. } => Vec::new(),
        };
        (&mut self.ignore, about)
    }

    /// The points that are local to a body.
    pub(super) fn local_points_mut(&mut self) -> Vec<&mut Vec2> {
        match &mut self.form {
            QueryForm::Ray { from, to, of: Some(_) } => vec![from, to],
            QueryForm::Ray { of: None, .. }
            | QueryForm::Cast { .. }
            | QueryForm::Closest { .. }
            | QueryForm::Point { .. }
            | QueryForm::Overlap { .. } => Vec::new(),
        }
    }
}

/// Writing and validating.
impl SceneQuery {
    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        fields.always("name", string(&self.name));
        match &self.form {
            QueryForm::Ray { from, to, of } => {
                fields.always("from", vec2(*from));
                fields.always("to", vec2(*to));
                fields.maybe("of", of.as_deref().map(string));
            }
            QueryForm::Cast { shape, from, to, rotation, body, by, turn } => {
                fields.maybe("shape", shape.as_ref().map(shape_node));
                fields.maybe("from", from.map(vec2));
                fields.maybe("to", to.map(vec2));
                fields.number("rotation", *rotation, 0.0);
                fields.maybe("body", body.as_deref().map(string));
                fields.maybe("by", by.map(vec2));
                fields.number("turn", *turn, 0.0);
            }
            QueryForm::Closest { a, b } => {
                fields.always("a", string(a));
                fields.always("b", string(b));
            }
            QueryForm::Point { at } => fields.always("at", vec2(*at)),
            QueryForm::Overlap { shape, at, rotation } => {
                fields.always("shape", shape_node(shape));
                fields.always("at", vec2(*at));
                fields.number("rotation", *rotation, 0.0);
            }
        }
        fields.list("ignore", GroupLayout::Fit, &self.ignore, |name| string(name));
        fields.walk(&MASK_FIELDS, self);
        fields.into_group(format!("{}(", self.kind().name()))
    }

    /// `others`: the names of those before, with their indices.
    pub(super) fn check<'s>(
        &'s self,
        at: &At<'_>,
        names: &BodyNames<'_>,
        others: &mut HashMap<&'s str, usize>,
    ) -> Result<(), Fault> {
        let name = &self.name;
        let allowed =
            || Some("a text in double quotes, not empty or blank, that no other query has".to_owned());
        let fault = |because: Option<String>| Fault {
            because,
            allowed: allowed(),
            ..at.field("name").fault(plain::quoted(name))
        };
        if name.trim().is_empty() {
            return Err(fault(None));
        }
        at.field("name").name_length(name)?;
        at.field("name").name_of_one(name)?;
        if let Some(first) = others.insert(name, others.len()) {
            return Err(fault(Some(format!("which query {first} has already"))));
        }
        for (field, name) in self.bodies() {
            if self.kind() != QueryKind::Closest {
                names.body(at, field, name)?;
            }
        }
        for name in &self.ignore {
            names.body(at, "ignore", name)?;
        }
        MASK_FIELDS.iter().try_for_each(|field| field.check(at, self))?;
        let point = |field: &'static str, point: Vec2| at.field(field).vec2(point, Limit::Coordinate);
        match &self.form {
            QueryForm::Ray { from, to, .. } => {
                point("from", *from)?;
                point("to", *to)?;
                check_way(at, ("to", *to), from != to, "")
            }
            QueryForm::Cast { shape, from, to, rotation, body, by, turn } => {
                at.field("rotation").number(*rotation, Limit::Any)?;
                at.field("turn").number(*turn, Limit::Any)?;
                match (shape, from, to, body, by) {
                    (Some(_), Some(from), Some(to), None, None)
                    | (None, Some(from), Some(to), Some(_), None) => {
                        if let Some(shape) = shape {
                            check_shape(&at.field("shape"), shape)?;
                        }
                        point("from", *from)?;
                        point("to", *to)?;
                        check_way(at, ("to", *to), from != to || *turn != 0.0, ", or a turn")
                    }
                    (None, None, None, Some(_), Some(by)) if *rotation == 0.0 => {
                        point("by", *by)?;
                        check_way(at, ("by", *by), *by != Vec2::ZERO || *turn != 0.0, ", or a turn")
                    }
                    _ => Err(self.mixed_up(at)),
                }
            }
            QueryForm::Closest { a, b } => {
                check_two(at, names, [a, b])?;
                at.field("ignore").require(self.ignore.is_empty(), || "a list of names".to_owned()).map_err(
                    |fault| Fault {
                        because: Some("and a Closest names its bodies".to_owned()),
                        allowed: Some("no such field".to_owned()),
                        ..fault
                    },
                )
            }
            QueryForm::Point { at: place } => point("at", *place),
            QueryForm::Overlap { shape, at: place, rotation } => {
                check_shape(&at.field("shape"), shape)?;
                point("at", *place)?;
                at.field("rotation").number(*rotation, Limit::Any)
            }
        }
    }

    /// A cast is that of a shape or of a body, whole.
    fn mixed_up(&self, at: &At<'_>) -> Fault {
        let QueryForm::Cast { shape, from, to, body, by, rotation, .. } = &self.form else {
            return at.fault("a query".to_owned());
        };
        let given = [
            ("shape", shape.is_some()),
            ("from", from.is_some()),
            ("to", to.is_some()),
            ("body", body.is_some()),
            ("by", by.is_some()),
            ("rotation", *rotation != 0.0),
        ];
        let given: Vec<&str> = given.into_iter().filter_map(|(name, is)| is.then_some(name)).collect();
        let found = if given.is_empty() { "none of its way".to_owned() } else { listed_and(&given) };
        Fault {
            allowed: Some(
                "shape, from and to (and rotation), or body and by, or body with from and to (and rotation)"
                    .to_owned(),
            ),
            because: Some("which is not the way of a shape and not that of a body".to_owned()),
            ..at.field("given").fault(found)
        }
    }
}

fn listed_and(words: &[&str]) -> String {
    if words.len() == 1 { words.concat() } else { listed(words, "and") }
}

fn check_way(
    at: &At<'_>,
    (field, found): (&'static str, Vec2),
    has_length: bool,
    or: &str,
) -> Result<(), Fault> {
    if has_length {
        return Ok(());
    }
    Err(Fault {
        because: Some("where the way is of length 0".to_owned()),
        allowed: Some(format!("a point apart from the start{or}")),
        ..at.field(field).fault(vec2_text(&found))
    })
}

/// Checks that the field `query` names a query that meets bodies, or none.
pub(super) fn check_query(at: &At<'_>, names: &BodyNames<'_>, query: &str) -> Result<(), Fault> {
    let queries = &names.scene.queries;
    let because = match names.scene.query(query).map(SceneQuery::kind) {
        Some(QueryKind::Closest) => "which is a Closest, and that neither hits nor misses".to_owned(),
        Some(QueryKind::Ray | QueryKind::Cast | QueryKind::Point | QueryKind::Overlap) => return Ok(()),
        None => match nearest(query, queries.iter().map(|query| query.name.as_str())) {
            Some(near) => format!("which no query is called; did you mean {}?", plain::quoted(near)),
            None => "which no query is called".to_owned(),
        },
    };
    Err(Fault { because: Some(because), ..at.field("query").fault(plain::quoted(query)) })
}

/// The values allowed in `queries` or in a field of a query; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "queries" => format!("a list [{}, …]", QueryKind::ALL.map(QueryKind::form).join(", ")),
        "from" | "to" | "at" | "by" => Limit::Coordinate.allowed_vector(),
        "turn" => "a finite number of degrees".to_owned(),
        "ignore" => "a list of names of bodies, in double quotes".to_owned(),
        "of" => "the name of a body, in double quotes".to_owned(),
        _ => return None,
    })
}

/// The values allowed as an element of `queries`.
pub(super) fn allowed_line() -> String {
    listed(&QueryKind::ALL.map(QueryKind::form), "or")
}

// The file has the value, not `Some(value)`.
fn given_shape<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SceneShape>, D::Error> {
    SceneShape::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds as `serde` lists them in an error.
    #[test]
    fn every_kind_is_listed_under_its_name() {
        let error = ron::from_str::<SceneQuery>("Nothing()").map_err(|error| error.code);
        let Err(ron::Error::NoSuchEnumVariant { expected, .. }) = error else { panic!("{error:?}") };
        assert_eq!(expected, QueryKind::ALL.map(QueryKind::name));
    }
}
