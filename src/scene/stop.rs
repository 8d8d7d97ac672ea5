//! Stops: conditions of a frame, at which playing stops, and which `expect` and `report --until` ask for.
//! Everything particular to a kind of stop in a file is here: reading, writing, validating, the texts that show
//! it, and random ones for tests. `report::stops` watches them.

use collide2d::Motion;
use glam::Vec2;
use serde::Deserialize;

use super::Scene;
use super::expression::{ConditionExpression, LONGEST_CONDITION};
use super::fault::{ANY, At, BodyNames, Fault, check_pair, listed, vec2_text};
use super::file::{given_text, point};
use super::kinds::kinds;
use super::limit::Limit;
use super::line::{self, LineFields, LineValue, unless};
use super::random::RandomValues;
use super::write::{RonFields, RonNode, string};
use crate::platform::plain;

/// Default of [`StopCondition::Ghost`]. Degrees.
pub const GHOST_BY: f32 = 5.0;

/// One line of `stops`. It holds where its condition becomes true, and in frame 0 if it is true there.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "StopFile")]
pub struct Stop {
    pub condition: StopCondition,
    /// A condition more, over [`StopCondition::variables`].
    pub when: Option<String>,
    /// Kept, and stops nothing.
    pub muted: bool,
}

/// Makes the kinds, and the types of the file, in which each kind has the fields `when` and `muted` as well.
macro_rules! stops {
    ($($(#[$doc:meta])* $kind:ident { $($(#[$read:meta])* $field:ident: $type:ty),* },)*) => {
        /// A condition of a frame, with the fields of the file.
        #[derive(Clone, Debug, PartialEq)]
        pub enum StopCondition { $($(#[$doc])* $kind { $($field: $type),* },)* }

        kinds!(StopCondition of StopKind: $($kind)*);

        #[derive(Deserialize)]
        #[serde(rename = "Stop", deny_unknown_fields)]
        enum StopFile {
            $($kind {
                $($(#[$read])* $field: $type,)*
                #[serde(default, deserialize_with = "given_text")]
                when: Option<String>,
                #[serde(default)]
                muted: bool,
            },)*
        }

        impl From<StopFile> for Stop {
            fn from(file: StopFile) -> Self {
                match file {
                    $(StopFile::$kind { $($field,)* when, muted } => {
                        Self { condition: StopCondition::$kind { $($field),* }, when, muted }
                    })*
                }
            }
        }
    };
}

stops! {
    /// The contact of the two begins: they touch and did not in the frame before.
    Begin { a: String, b: String },
    /// The contact of the two ends.
    End { a: String, b: String },
    /// The two are deeper than this. Metres.
    Deeper { a: String, b: String, than: f32 },
    /// The body is faster than this. Metres per second.
    Faster { body: String, than: f32 },
    /// The body's position is outside of the box. World.
    Outside {
        body: String,
        #[serde(deserialize_with = "point")] min: Vec2,
        #[serde(deserialize_with = "point")] max: Vec2
    },
    /// The two have passed through each other in the step to this frame.
    Crosses { a: String, b: String },
    /// A cable, a rod or a joint of the two is open by more than this. Metres.
    Opens { a: String, b: String, than: f32 },
    /// A ghost contact of the body acted, at least so many degrees off.
    Ghost { body: String, #[serde(default = "ghost_by")] by: f32 },
    /// The normal of the two turned by more than so many degrees since the frame before.
    Turns { a: String, b: String, by: f32 },
    /// The listener takes a contact.
    Event { listener: String },
    /// Kinetic and potential energy together rose since the frame before, by more than this share of the larger
    /// kinetic energy of the two frames, and by [`LEAST_GAIN`] at least.
    Energy { gains: f32 },
    /// The query hits a body. In a `when` that body is meant, of several the first.
    Hit { query: String },
    /// The mover stands on ground.
    Grounded { body: String },
    /// The mover was stuck in the step to this frame.
    Stuck { body: String },
    /// An `expect` line does not hold.
    Fails {},
    /// The other engine's contacts differ from ours.
    Differs {},
    /// The state of a body is no longer finite.
    NotFinite {},
}

/// Least rise of energy that [`StopCondition::Energy`] knows. Joules.
pub const LEAST_GAIN: f64 = 1.0e-3;

impl StopKind {
    /// Whether `expect` can ask for it: not what is itself about `expect`, nor what compares with a recording.
    pub fn is_expected(self) -> bool {
        !matches!(self, Self::Fails | Self::Differs)
    }

    /// The syntax.
    fn form(self) -> &'static str {
        match self {
            Self::Begin => "Begin(a: …, b: …)",
            Self::End => "End(a: …, b: …)",
            Self::Deeper => "Deeper(a: …, b: …, than: …)",
            Self::Faster => "Faster(body: …, than: …)",
            Self::Outside => "Outside(body: …, min: …, max: …)",
            Self::Crosses => "Crosses(a: …, b: …)",
            Self::Opens => "Opens(a: …, b: …, than: …)",
            Self::Ghost => "Ghost(body: …, by: …)",
            Self::Turns => "Turns(a: …, b: …, by: …)",
            Self::Event => "Event(listener: …)",
            Self::Energy => "Energy(gains: …)",
            Self::Hit => "Hit(query: …)",
            Self::Grounded => "Grounded(body: …)",
            Self::Stuck => "Stuck(body: …)",
            Self::Fails => "Fails()",
            Self::Differs => "Differs()",
            Self::NotFinite => "NotFinite()",
        }
    }

    /// One of this kind, for tests. It is valid where the values are.
    pub fn random(self, values: &mut dyn RandomValues) -> Stop {
        let [a, b] = values.pair();
        let name = |values: &mut dyn RandomValues, name: String| {
            if values.flag() { ANY.to_owned() } else { name }
        };
        let (a, b) = (name(values, a), name(values, b));
        let condition = match self {
            Self::Begin => StopCondition::Begin { a, b },
            Self::End => StopCondition::End { a, b },
            Self::Deeper => StopCondition::Deeper { a, b, than: values.number(Limit::NotNegative) },
            Self::Faster => StopCondition::Faster { body: a, than: values.number(Limit::NotNegative) },
            Self::Outside => {
                let (one, other) = (values.point(), values.point());
                let (min, max) = (one.min(other), one.max(other) + Vec2::ONE);
                StopCondition::Outside { body: a, min, max }
            }
            Self::Crosses => StopCondition::Crosses { a, b },
            Self::Opens => StopCondition::Opens { a, b, than: values.number(Limit::NotNegative) },
            Self::Ghost => StopCondition::Ghost { body: a, by: values.number(Limit::NotNegative) },
            Self::Turns => StopCondition::Turns { a, b, by: values.number(Limit::NotNegative) },
            Self::Event => StopCondition::Event { listener: ANY.to_owned() },
            Self::Energy => StopCondition::Energy { gains: values.number(Limit::NotNegative) },
            Self::Hit => {
                let query = values.query();
                StopCondition::Hit { query: name(values, query) }
            }
            Self::Grounded => StopCondition::Grounded { body: ANY.to_owned() },
            Self::Stuck => StopCondition::Stuck { body: ANY.to_owned() },
            Self::Fails => StopCondition::Fails {},
            Self::Differs => StopCondition::Differs {},
            Self::NotFinite => StopCondition::NotFinite {},
        };
        let when = values.flag().then(|| "time > 1 && frame < 300".to_owned());
        Stop { condition, when, muted: values.flag() }
    }
}

impl StopCondition {
    /// The fields in the order written. Each name may be [`ANY`].
    fn fields(&self) -> LineFields<'_> {
        use LineValue::{Body, BodyOrPart, Listener, Query};
        let number = |value: &f32| LineValue::Number(Some(*value), Limit::NotNegative);
        let point = |point: &Vec2| LineValue::Vector(Some(*point), Limit::Any);
        match self {
            Self::Begin { a, b } | Self::End { a, b } => vec![("a", BodyOrPart(a)), ("b", BodyOrPart(b))],
            Self::Crosses { a, b } => vec![("a", Body(a)), ("b", Body(b))],
            Self::Opens { a, b, than } => vec![("a", Body(a)), ("b", Body(b)), ("than", number(than))],
            Self::Deeper { a, b, than } => {
                vec![("a", BodyOrPart(a)), ("b", BodyOrPart(b)), ("than", number(than))]
            }
            Self::Turns { a, b, by } => {
                vec![("a", BodyOrPart(a)), ("b", BodyOrPart(b)), ("by", number(by))]
            }
            Self::Faster { body, than } => vec![("body", Body(body)), ("than", number(than))],
            Self::Outside { body, min, max } => {
                vec![("body", Body(body)), ("min", point(min)), ("max", point(max))]
            }
            Self::Ghost { body, by } => {
                vec![
                    ("body", Body(body)),
                    ("by", LineValue::Number(unless(*by, GHOST_BY), Limit::NotNegative)),
                ]
            }
            Self::Grounded { body } | Self::Stuck { body } => vec![("body", Body(body))],
            Self::Event { listener } => vec![("listener", Listener(listener))],
            Self::Energy { gains } => vec![("gains", number(gains))],
            Self::Hit { query } => vec![("query", Query(query))],
            Self::Fails {} | Self::Differs {} | Self::NotFinite {} => Vec::new(),
        }
    }

    /// The names of its bodies in the order written, [`ANY`] included.
    pub fn names(&self) -> Vec<&str> {
        self.bodies().into_iter().map(|(_, name)| name).collect()
    }

    /// The fields that name bodies, with the names, [`ANY`] included.
    fn bodies(&self) -> Vec<(&'static str, &str)> {
        line::bodies(self.fields())
    }

    /// The fields that name bodies, [`ANY`] included.
    pub fn bodies_mut(&mut self) -> Vec<(&'static str, &mut String)> {
        match self {
            Self::Begin { a, b }
            | Self::End { a, b }
            | Self::Crosses { a, b }
            | Self::Opens { a, b, .. }
            | Self::Deeper { a, b, .. }
            | Self::Turns { a, b, .. } => vec![("a", a), ("b", b)],
            Self::Faster { body, .. }
            | Self::Outside { body, .. }
            | Self::Ghost { body, .. }
            | Self::Grounded { body }
            | Self::Stuck { body } => vec![("body", body)],
            Self::Event { .. }
            | Self::Energy { .. }
            | Self::Hit { .. }
            | Self::Fails {}
            | Self::Differs {}
            | Self::NotFinite {} => Vec::new(),
        }
    }

    /// The variables of `when`.
    pub fn variables(&self) -> &'static [&'static str] {
        match self {
            Self::Begin { .. }
            | Self::End { .. }
            | Self::Crosses { .. }
            | Self::Opens { .. }
            | Self::Deeper { .. }
            | Self::Turns { .. }
            | Self::Event { .. } => &[
                "time", "frame", "depth", "a.speed", "a.x", "a.y", "a.angle", "b.speed", "b.x", "b.y",
                "b.angle",
            ],
            Self::Faster { .. }
            | Self::Outside { .. }
            | Self::Ghost { .. }
            | Self::Hit { .. }
            | Self::Grounded { .. }
            | Self::Stuck { .. }
            | Self::NotFinite {} => &["time", "frame", "speed", "x", "y", "angle"],
            Self::Energy { .. } | Self::Fails {} | Self::Differs {} => &["time", "frame"],
        }
    }
}

/// Making one, and texts.
impl Stop {
    /// One that is not muted.
    pub fn new(condition: StopCondition) -> Self {
        Self { condition, when: None, muted: false }
    }

    /// The fields that name bodies, with the names, in the order written; without those that mean any body.
    pub fn bodies(&self) -> Vec<(&'static str, &str)> {
        let mut named = self.condition.bodies();
        named.retain(|(_, name)| *name != ANY);
        named
    }

    /// The name of its query; `None`: it has none, or means any.
    pub fn query(&self) -> Option<&str> {
        match &self.condition {
            StopCondition::Hit { query } if query != ANY => Some(query),
            _ => None,
        }
    }

    pub(super) fn query_mut(&mut self) -> Option<&mut String> {
        match &mut self.condition {
            StopCondition::Hit { query } if query != ANY => Some(query),
            _ => None,
        }
    }

    pub fn bodies_mut(&mut self) -> Vec<(&'static str, &mut String)> {
        let mut named = self.condition.bodies_mut();
        named.retain(|(_, name)| *name != ANY);
        named
    }

    /// The condition of `when`; `None` where there is none, or it is not valid.
    pub fn expression(&self) -> Option<ConditionExpression> {
        ConditionExpression::read(self.when.as_ref()?, self.condition.variables()).ok()
    }

    /// As in a file, on one line.
    pub fn text(&self) -> String {
        self.to_value().flat()
    }
}

/// Writing and validating.
impl Stop {
    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        line::write(self.condition.fields(), &mut fields);
        fields.maybe("when", self.when.as_deref().map(string));
        fields.given("muted", self.muted, || RonNode::text(true));
        fields.into_group(format!("{}(", self.condition.kind().name()))
    }

    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        for (field, value) in self.condition.fields() {
            if value.name() != Some(ANY) {
                let or_any = || value.name().and_then(|_| allowed(field));
                value.check(at, field, names).map_err(|fault| Fault { allowed: or_any(), ..fault })?;
            }
        }
        if let [(_, a), (_, b)] = self.bodies()[..] {
            check_pair(at, names, [a, b])?;
        }
        if let StopCondition::Grounded { body } | StopCondition::Stuck { body } = &self.condition
            && let Some(named) = names.indices.get(body.as_str()).and_then(|i| names.scene.bodies.get(*i))
            && !matches!(named.motion, Motion::Mover { .. })
        {
            return Err(Fault {
                because: Some("which does not walk, because its motion is not Mover".to_owned()),
                allowed: Some("the name of a mover, in double quotes, or \"*\" for any".to_owned()),
                ..at.field("body").fault(plain::quoted(body))
            });
        }
        if let StopCondition::Outside { min, max, .. } = &self.condition
            && !(min.x < max.x && min.y < max.y)
        {
            return Err(Fault {
                because: Some(format!("and min is {}", vec2_text(min))),
                allowed: Some("a corner above and to the right of min".to_owned()),
                ..at.field("max").fault(vec2_text(max))
            });
        }
        let Some(when) = &self.when else { return Ok(()) };
        let variables = self.condition.variables();
        match ConditionExpression::read(when, variables) {
            Ok(_) => Ok(()),
            Err(what) => Err(Fault {
                because: Some(format!("which cannot be read: {}", plain::label(&what))),
                allowed: Some(format!(
                    "a condition in double quotes, at most {LONGEST_CONDITION} bytes, such as \"{} > 1\", over {}",
                    variables.last().unwrap_or(&"frame"),
                    variables.join(", ")
                )),
                ..at.field("when").fault(plain::quoted(when))
            }),
        }
    }

    /// [`Stop::check`] of one that `expect` asks for.
    pub(super) fn check_expected(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        let kind = self.condition.kind();
        if !kind.is_expected() {
            return Err(Fault {
                because: Some("which is no condition of the scene's bodies".to_owned()),
                allowed: Some(forms(StopKind::is_expected)),
                ..at.fault(format!("{}()", kind.name()))
            });
        }
        at.field("muted").require(!self.muted, || "true".to_owned()).map_err(|fault| Fault {
            because: Some("and an expectation cannot be muted".to_owned()),
            allowed: Some("no such field".to_owned()),
            ..fault
        })?;
        self.check(at, names)
    }
}

/// Reads as a scene is read, by way of the crate that tells where in a file it is: the page has one reader of stops.
fn parsed(text: &str) -> Result<Stop, ron::error::SpannedError> {
    let mut deserializer = ron::Deserializer::from_str(text)?;
    let read =
        serde_path_to_error::deserialize(&mut deserializer).map_err(serde_path_to_error::Error::into_inner);
    read.and_then(|stop| deserializer.end().map(|()| stop)).map_err(|error| deserializer.span_error(error))
}

impl Scene {
    /// A stop as a person types it, which is valid in this scene. `Err` says what is wrong and what is allowed.
    pub fn read_stop(&self, text: &str) -> Result<Stop, String> {
        let stop = parsed(text).map_err(|e| {
            let what = plain::label(&e.to_string()).into_owned();
            format!("{what}; allowed: {}", allowed_line())
        })?;
        match stop.check(&At::ROOT.field("stop"), &BodyNames::of(self)) {
            Ok(()) => Ok(stop),
            Err(fault) => {
                let message = fault.message(self);
                Err(message.strip_prefix("scene: ").unwrap_or(&message).to_owned())
            }
        }
    }
}

/// The values allowed in `stops` or in a field of a stop; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "stops" => format!("a list [{}, …]", StopKind::ALL.map(StopKind::form).join(", ")),
        "stop" => allowed_line(),
        "a" | "b" | "body" => "the name of a body, in double quotes, or \"*\" for any".to_owned(),
        "than" | "gains" => "a finite number >= 0".to_owned(),
        "by" => "degrees, a finite number >= 0".to_owned(),
        "min" | "max" => "two finite numbers (x, y)".to_owned(),
        "listener" => "the name of a listener, in double quotes, or \"*\" for any".to_owned(),
        "query" => "the name of a query, in double quotes, or \"*\" for any".to_owned(),
        "when" => "a condition in double quotes, such as \"time > 1\"".to_owned(),
        "muted" => "true or false".to_owned(),
        _ => return None,
    })
}

/// The values allowed as an element of `stops`.
pub(super) fn allowed_line() -> String {
    forms(|_| true)
}

fn forms(is_allowed: impl Fn(StopKind) -> bool) -> String {
    let kinds = StopKind::ALL.into_iter().filter(|kind| is_allowed(*kind));
    listed(&kinds.map(StopKind::form).collect::<Vec<_>>(), "or")
}

fn ghost_by() -> f32 {
    GHOST_BY
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds as `serde` lists them in an error.
    #[test]
    fn every_kind_is_listed_under_its_name() {
        let error = ron::from_str::<Stop>("Nothing()").map_err(|error| error.code);
        let Err(ron::Error::NoSuchEnumVariant { expected, .. }) = error else { panic!("{error:?}") };
        assert_eq!(expected, StopKind::ALL.map(StopKind::name));
        for kind in StopKind::ALL {
            assert!(kind.form().starts_with(kind.name()), "{kind:?}");
        }
    }
}
