//! Values as bytes, for snapshots. Numbers are little-endian, and keep their bits.

use std::sync::Arc;

use glam::Vec2;

/// A value that a snapshot holds.
pub(crate) trait Stored: Sized {
    fn store(&self, to: &mut Vec<u8>);

    /// `None`: the bytes end too soon, or hold no such value.
    fn load(from: &mut Bytes<'_>) -> Option<Self>;
}

/// Bytes that are still to read.
pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }
}

macro_rules! stored_numbers {
    ($($number:ty),*) => {$(
        impl Stored for $number {
            fn store(&self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }

            fn load(from: &mut Bytes<'_>) -> Option<Self> {
                from.take().map(Self::from_le_bytes)
            }
        }
    )*};
}

stored_numbers!(u8, u32, u64, f32, f64);

impl Stored for bool {
    fn store(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        match u8::load(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Stored for usize {
    fn store(&self, to: &mut Vec<u8>) {
        (*self as u64).store(to);
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        // `usize::MAX` of a 64-bit target, which means no limit, stays the maximum on a 32-bit one.
        u64::load(from).map(|number| Self::try_from(number).unwrap_or(Self::MAX))
    }
}

impl Stored for Vec2 {
    fn store(&self, to: &mut Vec<u8>) {
        self.to_array().iter().for_each(|number| number.store(to));
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        Some(Self::new(f32::load(from)?, f32::load(from)?))
    }
}

impl<T: Stored> Stored for Option<T> {
    fn store(&self, to: &mut Vec<u8>) {
        self.is_some().store(to);
        self.iter().for_each(|value| value.store(to));
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        if bool::load(from)? { T::load(from).map(Some) } else { Some(None) }
    }
}

impl<T: Stored> Stored for [T; 2] {
    fn store(&self, to: &mut Vec<u8>) {
        self.iter().for_each(|value| value.store(to));
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        Some([T::load(from)?, T::load(from)?])
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn store(&self, to: &mut Vec<u8>) {
        self.0.store(to);
        self.1.store(to);
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        Some((A::load(from)?, B::load(from)?))
    }
}

impl<T: Stored + Clone> Stored for Arc<[T]> {
    fn store(&self, to: &mut Vec<u8>) {
        self.len().store(to);
        self.iter().for_each(|value| value.store(to));
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        Vec::load(from).map(Self::from)
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn store(&self, to: &mut Vec<u8>) {
        self.len().store(to);
        self.iter().for_each(|value| value.store(to));
    }

    /// Memory grows with the values that are there, whatever their number is said to be.
    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        let count = usize::load(from)?;
        let mut values = Self::new();
        for _ in 0..count {
            values.push(T::load(from)?);
        }
        Some(values)
    }
}

/// A struct by its fields; the compiler names one that is left out.
macro_rules! stored {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl $crate::stored::Stored for $type {
            fn store(&self, to: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $($crate::stored::Stored::store($field, to);)*
            }

            fn load(from: &mut $crate::stored::Bytes<'_>) -> Option<Self> {
                Some(Self { $($field: $crate::stored::Stored::load(from)?),* })
            }
        }
    };
}

/// An enum by its variants, each with its number.
macro_rules! stored_enum {
    ($type:ty { $($tag:literal: $variant:ident $({ $($field:ident),* })? $(($inner:ident))?),* $(,)? }) => {
        impl $crate::stored::Stored for $type {
            fn store(&self, to: &mut Vec<u8>) {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($inner))? => {
                        to.push($tag);
                        $($($crate::stored::Stored::store($field, to);)*)?
                        $($crate::stored::Stored::store($inner, to);)?
                    })*
                }
            }

            fn load(from: &mut $crate::stored::Bytes<'_>) -> Option<Self> {
                match <u8 as $crate::stored::Stored>::load(from)? {
                    $($tag => {
                        $(let $inner = $crate::stored::Stored::load(from)?;)?
                        Some(Self::$variant $({ $($field: $crate::stored::Stored::load(from)?),* })? $(($inner))?)
                    })*
                    _ => None,
                }
            }
        }
    };
}
