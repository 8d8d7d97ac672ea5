//! Stepping and playing.
