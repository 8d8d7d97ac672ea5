//! RON text to [`super::Scene`], with errors that name the place.
