//! [`super::Scene`] to RON text and to a file, whole or not at all.
