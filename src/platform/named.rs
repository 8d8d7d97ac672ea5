//! Enums whose variants have names, each said once.

/// Makes an enum whose variants are named.
macro_rules! named {
    ($(#[$about:meta])* $vis:vis enum $type:ident { $($(#[$of:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        $vis enum $type { $($(#[$of])* $variant,)* }

        impl $type {
            /// Every one, in order.
            $vis const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];
            /// Their names, in the same order.
            $vis const NAMES: &[&str] = &[$($name),*];

            $vis fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            $vis fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    };
}
pub(crate) use named;
