//! What is known of a field is said once, in its row: its name and place, what it allows, its default, and how the
//! inspector shows it. Writer, checks, edits, messages, inspector and random scenes walk the rows.

use std::borrow::Cow;

use collide2d::MAX_EXTENT;
use glam::Vec2;

use super::fault::{At, Fault, listed};
use super::limit::Limit;
use super::random::RandomValues;
use crate::platform::plain;

/// One field of a `T`: of a shape, a body, a motion, a generator, or the scene.
pub struct Field<T: 'static> {
    /// As in the file.
    pub name: &'static str,
    /// The row of the inspector, which fields of one label share; empty: no row of the inspector's own making.
    pub label: &'static str,
    /// Text before the number in the inspector.
    pub prefix: &'static str,
    /// Text after the number in the inspector.
    pub unit: &'static str,
    /// Change per pixel of dragging; `None`: the length of a pixel.
    pub step: Option<f32>,
    pub tip: &'static str,
    /// A quiet word after the field.
    pub note: fn(&T) -> Cow<'static, str>,
    /// Whether the inspector shows the field of an owner that has it.
    pub shown: fn(&T) -> bool,
    /// A step changes it, so that the inspector shows where it started as well.
    pub moves: bool,
    pub kind: FieldKind<T>,
}

/// A default of `None`: the field must be given.
pub enum FieldKind<T: 'static> {
    Number {
        limit: Limit,
        default: Option<f32>,
        place: FieldPlace<T, f32>,
    },
    Vector {
        limit: Limit,
        default: Option<Vec2>,
        place: FieldPlace<T, Vec2>,
    },
    /// `least` to `most` points. Metres, local coordinates.
    Points {
        least: usize,
        most: usize,
        place: FieldPlace<T, Vec<Vec2>>,
    },
    /// At most `most` numbers; none by default.
    Numbers {
        limit: Limit,
        most: usize,
        place: FieldPlace<T, Vec<f32>>,
    },
    /// Names of sorts of bodies; `None`, the default, is not written.
    Names {
        place: FieldPlace<T, Option<Vec<String>>>,
    },
    Flag {
        default: bool,
        place: FieldPlace<T, bool>,
    },
    Count {
        limit: Limit,
        default: Option<usize>,
        /// What holds while no count is given; `None`: one is always given.
        without: Option<&'static str>,
        get: fn(&T) -> Option<usize>,
        set: fn(&mut T, Option<usize>),
    },
    /// One of these words, each with what it means. The first is the default, if no other is.
    Choice {
        words: &'static [(&'static str, &'static str)],
        default: usize,
        get: fn(&T) -> usize,
        set: fn(&mut T, usize),
    },
}

/// Where a `T` has its value; `None`: this one has no such value.
pub struct FieldPlace<T, V> {
    pub get: fn(&T) -> Option<&V>,
    pub get_mut: fn(&mut T) -> Option<&mut V>,
}

/// A value that a field is set to. A field of another kind is left unchanged.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    Number(f32),
    Numbers(Vec<f32>),
    Names(Option<Vec<String>>),
    /// The first number of a vector.
    X(f32),
    /// The second number of a vector.
    Y(f32),
    Flag(bool),
    Count(Option<usize>),
    /// Index of the word.
    Choice(usize),
}

/// The place of a field: `place!(SceneBody.friction)`, or `place!(mass in SceneMotion::Dynamic)` of an enum.
macro_rules! place {
    ($owner:ident.$field:ident) => {
        $crate::scene::field::FieldPlace {
            get: |owner: &$owner| Some(&owner.$field),
            get_mut: |owner: &mut $owner| Some(&mut owner.$field),
        }
    };
    ($field:ident in $($owner:ident::$kind:ident)|+) => {
        $crate::scene::field::FieldPlace {
            get: |owner| if let $($owner::$kind { $field, .. })|+ = owner { Some($field) } else { None },
            get_mut: |owner| if let $($owner::$kind { $field, .. })|+ = owner { Some($field) } else { None },
        }
    };
}
pub(super) use place;

impl<T> Field<T> {
    pub(super) const fn new(name: &'static str, label: &'static str, kind: FieldKind<T>) -> Self {
        Self {
            name,
            label,
            prefix: "",
            unit: "",
            step: Some(0.005),
            tip: "",
            note: |_| Cow::Borrowed(""),
            shown: |_| true,
            moves: false,
            kind,
        }
    }

    pub(super) const fn number(
        name: &'static str,
        label: &'static str,
        limit: Limit,
        default: Option<f32>,
        place: FieldPlace<T, f32>,
    ) -> Self {
        Self::new(name, label, FieldKind::Number { limit, default, place })
    }

    pub(super) const fn vector(
        name: &'static str,
        label: &'static str,
        limit: Limit,
        default: Option<Vec2>,
        place: FieldPlace<T, Vec2>,
    ) -> Self {
        Self::new(name, label, FieldKind::Vector { limit, default, place })
    }

    pub(super) const fn flag(
        name: &'static str,
        label: &'static str,
        default: bool,
        place: FieldPlace<T, bool>,
    ) -> Self {
        Self::new(name, label, FieldKind::Flag { default, place })
    }

    /// Metres, dragged by a pixel's length.
    pub(super) const fn metres(self) -> Self {
        Self { unit: " m", step: None, ..self }
    }

    pub(super) const fn unit(self, unit: &'static str, step: f32) -> Self {
        Self { unit, step: Some(step), ..self }
    }

    pub(super) const fn prefix(self, prefix: &'static str) -> Self {
        Self { prefix, ..self }
    }

    pub(super) const fn tip(self, tip: &'static str) -> Self {
        Self { tip, ..self }
    }

    pub(super) const fn note(self, note: fn(&T) -> Cow<'static, str>) -> Self {
        Self { note, ..self }
    }

    pub(super) const fn shown(self, shown: fn(&T) -> bool) -> Self {
        Self { shown, ..self }
    }

    pub(super) const fn moves(self) -> Self {
        Self { moves: true, ..self }
    }

    /// The values allowed, as messages word them.
    pub fn allowed(&self) -> String {
        match &self.kind {
            FieldKind::Number { limit, .. } => limit.allowed(self.unit),
            FieldKind::Vector { limit, .. } => limit.allowed_vector(),
            FieldKind::Points { least, most, .. } => {
                let each = format!("each number from -{MAX_EXTENT} to {MAX_EXTENT}");
                format!("a list of {least} to {most} points (x, y), {each}")
            }
            FieldKind::Numbers { limit, most, .. } => {
                format!("a list of at most {most} numbers: {}", limit.allowed(self.unit))
            }
            FieldKind::Names { .. } => "a list of names, each in double quotes and not empty".to_owned(),
            FieldKind::Flag { .. } => "true or false".to_owned(),
            FieldKind::Count { limit, .. } => limit.words("", 1.0),
            FieldKind::Choice { words, .. } => {
                listed(&words.iter().map(|(word, _)| *word).collect::<Vec<_>>(), "or")
            }
        }
    }

    /// Whether this owner has the field.
    pub fn is_of(&self, owner: &T) -> bool {
        match &self.kind {
            FieldKind::Number { place, .. } => (place.get)(owner).is_some(),
            FieldKind::Vector { place, .. } => (place.get)(owner).is_some(),
            FieldKind::Points { place, .. } => (place.get)(owner).is_some(),
            FieldKind::Numbers { place, .. } => (place.get)(owner).is_some(),
            FieldKind::Names { place, .. } => (place.get)(owner).is_some(),
            FieldKind::Flag { place, .. } => (place.get)(owner).is_some(),
            FieldKind::Count { .. } | FieldKind::Choice { .. } => true,
        }
    }

    /// Sets the value, where the owner has it.
    pub fn set(&self, owner: &mut T, value: FieldValue) {
        match (&self.kind, value) {
            (FieldKind::Number { place, .. }, FieldValue::Number(to)) => set(place, owner, to),
            (FieldKind::Vector { place, .. }, FieldValue::X(x)) => {
                if let Some(vector) = (place.get_mut)(owner) {
                    vector.x = x;
                }
            }
            (FieldKind::Vector { place, .. }, FieldValue::Y(y)) => {
                if let Some(vector) = (place.get_mut)(owner) {
                    vector.y = y;
                }
            }
            (FieldKind::Numbers { place, .. }, FieldValue::Numbers(to)) => set(place, owner, to),
            (FieldKind::Names { place, .. }, FieldValue::Names(to)) => set(place, owner, to),
            (FieldKind::Flag { place, .. }, FieldValue::Flag(to)) => set(place, owner, to),
            (FieldKind::Count { set, .. }, FieldValue::Count(to)) => set(owner, to),
            (FieldKind::Choice { set, .. }, FieldValue::Choice(to)) => set(owner, to),
            _ => {}
        }
    }

    /// Makes each -0.0 of it 0.0, as a person would write it.
    pub fn drop_zero_signs(&self, owner: &mut T) {
        self.for_each_number(owner, &mut |number| *number += 0.0);
    }

    /// Whether a file leaves the field out: the owner has no such value, or the default.
    pub fn is_default(&self, owner: &T) -> bool {
        let is = |value: f32, other: f32| value.to_bits() == other.to_bits();
        match &self.kind {
            FieldKind::Number { default, place, .. } => {
                (place.get)(owner).is_none_or(|n| default.is_some_and(|other| is(*n, other)))
            }
            FieldKind::Vector { default, place, .. } => {
                let are = |v: &Vec2, other: Vec2| is(v.x, other.x) && is(v.y, other.y);
                (place.get)(owner).is_none_or(|v| default.is_some_and(|other| are(v, other)))
            }
            FieldKind::Points { place, .. } => (place.get)(owner).is_none(),
            FieldKind::Numbers { place, .. } => (place.get)(owner).is_none_or(Vec::is_empty),
            FieldKind::Names { place, .. } => (place.get)(owner).is_none_or(Option::is_none),
            FieldKind::Flag { default, place } => (place.get)(owner).is_none_or(|flag| flag == default),
            FieldKind::Count { default, get, .. } => get(owner).is_none_or(|count| Some(count) == *default),
            FieldKind::Choice { default, get, .. } => get(owner) == *default,
        }
    }

    /// Whether [`Field::reset`] changes it.
    pub fn has_default(&self) -> bool {
        match &self.kind {
            FieldKind::Number { default, .. } => default.is_some(),
            FieldKind::Vector { default, .. } => default.is_some(),
            FieldKind::Points { .. } => false,
            FieldKind::Count { default, without, .. } => default.is_some() || without.is_some(),
            FieldKind::Numbers { .. }
            | FieldKind::Names { .. }
            | FieldKind::Flag { .. }
            | FieldKind::Choice { .. } => true,
        }
    }

    /// Sets the default, if it has one.
    pub fn reset(&self, owner: &mut T) {
        match &self.kind {
            FieldKind::Number { default, place, .. } => {
                default.iter().for_each(|default| set(place, owner, *default));
            }
            FieldKind::Vector { default, place, .. } => {
                default.iter().for_each(|default| set(place, owner, *default));
            }
            FieldKind::Points { .. } => {}
            FieldKind::Numbers { place, .. } => set(place, owner, Vec::new()),
            FieldKind::Names { place, .. } => set(place, owner, None),
            FieldKind::Flag { default, place } => set(place, owner, *default),
            FieldKind::Count { default, set, .. } => set(owner, *default),
            FieldKind::Choice { default, set, .. } => set(owner, *default),
        }
    }

    /// Calls `each` with every number with a decimal point that the owner has there.
    pub fn for_each_number(&self, owner: &mut T, each: &mut dyn FnMut(&mut f32)) {
        match &self.kind {
            FieldKind::Number { place, .. } => (place.get_mut)(owner).into_iter().for_each(each),
            FieldKind::Vector { place, .. } => {
                (place.get_mut)(owner).into_iter().flat_map(|Vec2 { x, y }| [x, y]).for_each(each);
            }
            FieldKind::Points { place, .. } => {
                let points = (place.get_mut)(owner).into_iter().flatten();
                points.flat_map(|Vec2 { x, y }| [x, y]).for_each(each);
            }
            FieldKind::Numbers { place, .. } => (place.get_mut)(owner).into_iter().flatten().for_each(each),
            FieldKind::Names { .. }
            | FieldKind::Flag { .. }
            | FieldKind::Count { .. }
            | FieldKind::Choice { .. } => {}
        }
    }

    /// Random values for [`Field::set`], which are valid where the values are: two of a vector, none of points.
    pub fn random(&self, values: &mut dyn RandomValues) -> Vec<FieldValue> {
        match &self.kind {
            FieldKind::Number { limit, .. } => vec![FieldValue::Number(values.number(*limit))],
            FieldKind::Vector { limit, .. } => {
                let Vec2 { x, y } = match limit {
                    Limit::Coordinate => values.point(),
                    Limit::Direction => values.direction(),
                    limit => Vec2::new(values.number(*limit), values.number(*limit)),
                };
                vec![FieldValue::X(x), FieldValue::Y(y)]
            }
            FieldKind::Points { .. } => Vec::new(),
            FieldKind::Numbers { limit, most, .. } => {
                let count = values.whole((*most).min(9) as u64);
                vec![FieldValue::Numbers((0..count).map(|_| values.number(*limit)).collect())]
            }
            FieldKind::Names { .. } => {
                let names = ["player", "level", "a \"b\"", "é"];
                let count = values.whole(3);
                let named = (0..count).map(|_| names[values.whole(3) as usize].to_owned()).collect();
                vec![FieldValue::Names(values.flag().then_some(named))]
            }
            FieldKind::Flag { .. } => vec![FieldValue::Flag(values.flag())],
            FieldKind::Count { limit, without, .. } => {
                let is_given = without.is_none() || values.flag();
                vec![FieldValue::Count(is_given.then(|| values.number(*limit) as usize))]
            }
            FieldKind::Choice { words, .. } => {
                let last = words.len().saturating_sub(1);
                vec![FieldValue::Choice(values.whole(last as u64) as usize)]
            }
        }
    }

    /// `at`: the owner's place.
    pub(super) fn check(&self, at: &At<'_>, owner: &T) -> Result<(), Fault> {
        let at = at.field(self.name);
        match &self.kind {
            FieldKind::Number { limit, place, .. } => {
                // Several fields have one name, and each allows its own.
                let own = |fault| Fault { allowed: Some(self.allowed()), ..fault };
                (place.get)(owner).map_or(Ok(()), |number| at.number(*number, *limit).map_err(own))
            }
            FieldKind::Vector { limit, place, .. } => {
                (place.get)(owner).map_or(Ok(()), |vector| at.vec2(*vector, *limit))
            }
            FieldKind::Points { least, most, place } => {
                let Some(points) = (place.get)(owner) else { return Ok(()) };
                if !(*least..=*most).contains(&points.len()) {
                    let found = format!("a list of {}", points.len());
                    return Err(Fault { allowed: Some(self.allowed()), ..at.fault(found) });
                }
                let mut points = points.iter().enumerate();
                points.try_for_each(|(i, point)| at.index(i).vec2(*point, Limit::Coordinate))
            }
            FieldKind::Numbers { limit, most, place } => {
                let Some(numbers) = (place.get)(owner) else { return Ok(()) };
                at.require(numbers.len() <= *most, || format!("a list of {}", numbers.len()))?;
                let mut numbers = numbers.iter().enumerate();
                numbers.try_for_each(|(i, number)| at.index(i).number(*number, *limit))
            }
            FieldKind::Names { place, .. } => {
                let names = (place.get)(owner).and_then(Option::as_ref);
                let mut names = names.into_iter().flatten().enumerate();
                names.try_for_each(|(i, name)| {
                    let at = at.index(i);
                    at.require(!name.trim().is_empty(), || plain::quoted(name))?;
                    at.name_length(name)
                })
            }
            FieldKind::Flag { .. } | FieldKind::Choice { .. } => Ok(()),
            FieldKind::Count { limit, get, .. } => {
                get(owner).map_or(Ok(()), |n| at.require(limit.holds(n as f64), || n.to_string()))
            }
        }
    }
}

/// An edit: sets the field of this name, where the owner has it.
pub fn set_field<T>(fields: &[Field<T>], owner: &mut T, name: &str, value: &FieldValue) {
    for field in fields.iter().filter(|field| field.name == name) {
        field.set(owner, value.clone());
        field.drop_zero_signs(owner);
    }
}

/// Gives every field of the owner a random value.
pub fn randomize<T>(fields: &[Field<T>], owner: &mut T, values: &mut dyn RandomValues) {
    for field in fields {
        field.random(values).into_iter().for_each(|value| field.set(owner, value));
    }
}

/// A field and its owner, whatever the owner's type is.
pub trait OwnedField {
    /// As in the file.
    fn name(&self) -> &'static str;

    /// [`Field::is_default`].
    fn is_default(&self) -> bool;

    /// [`Field::has_default`].
    fn has_default(&self) -> bool;

    /// [`Field::reset`].
    fn reset(&mut self);

    /// [`Field::for_each_number`].
    fn for_each_number(&mut self, each: &mut dyn FnMut(&mut f32));
}

struct Owned<'o, T: 'static> {
    field: &'static Field<T>,
    owner: &'o mut T,
}

impl<T> OwnedField for Owned<'_, T> {
    fn name(&self) -> &'static str {
        self.field.name
    }

    fn is_default(&self) -> bool {
        self.field.is_default(self.owner)
    }

    fn has_default(&self) -> bool {
        self.field.has_default()
    }

    fn reset(&mut self) {
        self.field.reset(self.owner);
    }

    fn for_each_number(&mut self, each: &mut dyn FnMut(&mut f32)) {
        self.field.for_each_number(self.owner, each);
    }
}

/// Calls `each` with every field of the owner.
pub fn visit<T>(fields: &'static [Field<T>], owner: &mut T, each: &mut dyn FnMut(&mut dyn OwnedField)) {
    for field in fields {
        each(&mut Owned { field, owner });
    }
}

fn set<T, V>(place: &FieldPlace<T, V>, owner: &mut T, value: V) {
    if let Some(place) = (place.get_mut)(owner) {
        *place = value;
    }
}
