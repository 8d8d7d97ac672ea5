//! Numbers and vectors as R.U.B.E. and b2dJson write them: a number may be a text of eight hexadecimal digits, the bits of
//! an f32; a vector that is zero may be the number 0.

use std::fmt;

use glam::{DVec2, Vec2};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A number, finite, of at most the size of an f32.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number(pub f64);

impl Number {
    fn new<E: serde::de::Error>(number: f64) -> Result<Self, E> {
        if (number as f32).is_finite() {
            Ok(Self(number))
        } else {
            Err(E::custom(format_args!("{number} is found; allowed: a finite number")))
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bits;
        impl Visitor<'_> for Bits {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a finite number, or the bits of an f32 in eight hexadecimal digits")
            }

            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Number, E> {
                Number::new(number)
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Number, E> {
                Number::new(number as f64)
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Number, E> {
                Number::new(number as f64)
            }

            fn visit_str<E: serde::de::Error>(self, digits: &str) -> Result<Number, E> {
                let is_hex = digits.len() == 8 && digits.chars().all(|digit| digit.is_ascii_hexdigit());
                let bits = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
                let wrong = || E::invalid_value(serde::de::Unexpected::Str(digits), &self);
                Number::new(f64::from(f32::from_bits(bits.ok_or_else(wrong)?)))
            }
        }
        deserializer.deserialize_any(Bits)
    }
}

/// Two numbers, or 0 for both.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vector(pub DVec2);

impl Vector {
    pub fn vec2(self) -> Vec2 {
        self.0.as_vec2()
    }
}

impl<'de> Deserialize<'de> for Vector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Both;
        impl<'de> Visitor<'de> for Both {
            type Value = Vector;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("{\"x\": …, \"y\": …}, or 0")
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Vector, E> {
                self.visit_f64(number as f64)
            }

            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Vector, E> {
                if number == 0.0 {
                    Ok(Vector::default())
                } else {
                    Err(E::invalid_value(serde::de::Unexpected::Float(number), &self))
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vector, A::Error> {
                let mut both = DVec2::ZERO;
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "x" => both.x = map.next_value::<Number>()?.0,
                        "y" => both.y = map.next_value::<Number>()?.0,
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(Vector(both))
            }
        }
        deserializer.deserialize_any(Both)
    }
}
