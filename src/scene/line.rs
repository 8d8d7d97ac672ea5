//! The fields of expectations and stops. Each kind lists them once, in the order of the file: writing, checking and the
//! bodies that a line names follow from the list.

use glam::Vec2;

use super::fault::{At, BodyNames, Fault, check_pair, check_two, nearest};
use super::limit::{Limit, MAX_EXPECT_FRAME};
use super::query::check_query;
use super::write::{RonFields, RonNode, number, string, vec2};
use crate::platform::plain;

pub(super) type LineFields<'s> = Vec<(&'static str, LineValue<'s>)>;

/// What a field of a line has. `None`: it is not given, or at its default, and not written.
#[derive(Clone, Copy)]
pub(super) enum LineValue<'s> {
    /// The name of a body or a piece.
    Body(&'s str),
    /// The same, or the name of a part.
    BodyOrPart(&'s str),
    /// Two of those, of different bodies. The second is the field's.
    Apart([&'s str; 2]),
    /// Two of those, which can touch. The second is the field's.
    Touching([&'s str; 2]),
    Listener(&'s str),
    Query(&'s str),
    Number(Option<f32>, Limit),
    Vector(Option<Vec2>, Limit),
    /// 0 is the default.
    Frame(u64),
    /// A frame without a default.
    Before(u64),
    /// The first and the last.
    Frames((u64, u64)),
    Flag(bool),
}

impl<'s> LineValue<'s> {
    /// The name of a body, or what stands for one.
    fn body(self) -> Option<&'s str> {
        match self {
            Self::Body(name)
            | Self::BodyOrPart(name)
            | Self::Apart([_, name])
            | Self::Touching([_, name]) => Some(name),
            _ => None,
        }
    }

    /// The name of a body, a listener or a query.
    pub(super) fn name(self) -> Option<&'s str> {
        if let Self::Listener(name) | Self::Query(name) = self { Some(name) } else { self.body() }
    }

    fn node(self) -> Option<RonNode> {
        match self {
            Self::Body(name)
            | Self::BodyOrPart(name)
            | Self::Apart([_, name])
            | Self::Touching([_, name])
            | Self::Listener(name)
            | Self::Query(name) => Some(string(name)),
            Self::Number(value, _) => value.map(number),
            Self::Vector(value, _) => value.map(vec2),
            Self::Frame(frame) => (frame != 0).then(|| RonNode::text(frame)),
            Self::Before(frame) => Some(RonNode::text(frame)),
            Self::Frames((first, last)) => Some(RonNode::text(format!("({first}, {last})"))),
            Self::Flag(flag) => flag.then(|| RonNode::text(flag)),
        }
    }

    /// `at`: the line's place.
    pub(super) fn check(self, at: &At<'_>, field: &'static str, names: &BodyNames<'_>) -> Result<(), Fault> {
        let place = at.field(field);
        match self {
            Self::Body(name) => names.body_or_piece(at, field, name).map(drop).map_err(|fault| {
                // The name of a part is no mistake of spelling.
                let is_part = names.body_or_part(at, field, name).is_ok();
                let because = is_part.then(|| "which is a part: this is asked of whole bodies".to_owned());
                Fault { because: because.or(fault.because), ..fault }
            }),
            Self::BodyOrPart(name) => names.body_or_part(at, field, name).map(drop),
            Self::Apart(pair) => check_two(at, names, pair).map(drop),
            Self::Touching(pair) => check_pair(at, names, pair),
            Self::Listener(name) => check_listener(&place, names, name),
            Self::Query(name) => check_query(at, names, name),
            Self::Number(value, limit) => value.map_or(Ok(()), |value| place.number(value, limit)),
            Self::Vector(value, limit) => value.map_or(Ok(()), |value| place.vec2(value, limit)),
            Self::Frame(frame) | Self::Before(frame) => {
                place.require(frame <= MAX_EXPECT_FRAME, || frame.to_string())
            }
            Self::Frames((first, last)) => {
                let is_range = first <= last && last <= MAX_EXPECT_FRAME;
                place.require(is_range, || format!("({first}, {last})"))
            }
            Self::Flag(_) => Ok(()),
        }
    }
}

/// The fields that name bodies, with the names, in the order written.
pub(super) fn bodies(fields: LineFields<'_>) -> Vec<(&'static str, &str)> {
    fields.into_iter().filter_map(|(field, value)| Some((field, value.body()?))).collect()
}

/// Writes the fields that differ from their defaults.
pub(super) fn write(fields: LineFields<'_>, into: &mut RonFields) {
    fields.into_iter().for_each(|(field, value)| into.maybe(field, value.node()));
}

/// A number that is not at its default.
pub(super) fn unless(value: f32, default: f32) -> Option<f32> {
    (value != default).then_some(value)
}

/// Checks that a listener is called so.
fn check_listener(at: &At<'_>, names: &BodyNames<'_>, name: &str) -> Result<(), Fault> {
    if names.scene.listener_names().any(|known| known == name) {
        return Ok(());
    }
    let known: Vec<_> = names.scene.listener_names().collect();
    let hint = nearest(name, known.iter().map(AsRef::as_ref));
    let hint = hint.map(|near| format!("; did you mean {}?", plain::quoted(near))).unwrap_or_default();
    Err(Fault {
        because: Some(format!("which no listener is called{hint}")),
        ..at.fault(plain::quoted(name))
    })
}
