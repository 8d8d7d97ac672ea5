//! `check`: the expectations of a scene against its [`crate::report::Report`].
