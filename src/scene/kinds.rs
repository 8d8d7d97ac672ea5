//! The kinds of lines, each list of them said once.

/// Makes the enum of a line's kinds.
macro_rules! kinds {
    ($line:ident of $kinds:ident: $($kind:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kinds { $($kind,)* }

        impl $kinds {
            /// Every kind, in the order in which messages list them.
            pub const ALL: [Self; [$(stringify!($kind)),*].len()] = [$(Self::$kind),*];

            /// The name in a file and in a report.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => stringify!($kind),)* }
            }
        }

        $crate::scene::kinds::kind_of!($line, $kinds: $($kind)*);
    };
}
pub(super) use kinds;

/// Makes `kind` of what has the variants of `$kinds` with fields.
macro_rules! kind_of {
    ($line:ident, $kinds:ident: $($kind:ident)*) => {
        impl $line {
            pub fn kind(&self) -> $kinds {
                match self { $(Self::$kind { .. } => $kinds::$kind,)* }
            }
        }
    };
}
pub(super) use kind_of;
