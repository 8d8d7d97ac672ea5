//! Whole numbers as any language writes them: JSON has one kind of number, so that 1.0 is the number 1.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

/// Up to here every whole number is one of f64.
const MOST: f64 = 9_007_199_254_740_992.0; // 2^53

pub(crate) fn whole<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<T, D::Error> {
    Whole::deserialize(from).map(|Whole(number)| number)
}

pub(crate) fn some_whole<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<Option<T>, D::Error> {
    Ok(Option::deserialize(from)?.map(|Whole(number)| number))
}

pub(crate) fn wholes<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::deserialize(from)?.into_iter().map(|Whole(number)| number).collect())
}

struct Whole<T>(T);

impl<'de, T: TryFrom<u64>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(WholeVisitor(PhantomData))
    }
}

struct WholeVisitor<T>(PhantomData<T>);

impl<T: TryFrom<u64>> Visitor<'_> for WholeVisitor<T> {
    type Value = Whole<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, 0 or more")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Whole<T>, E> {
        T::try_from(number).map(Whole).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Whole<T>, E> {
        let whole = u64::try_from(number).ok().and_then(|number| T::try_from(number).ok());
        whole.map(Whole).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Whole<T>, E> {
        let is_whole = number.fract() == 0.0 && (0.0..=MOST).contains(&number);
        let whole = if is_whole { T::try_from(number as u64).ok() } else { None };
        whole.map(Whole).ok_or_else(|| E::invalid_type(Unexpected::Float(number), &self))
    }
}
