//! Where the values of random scenes come from.

use glam::Vec2;

use super::limit::Limit;

/// Random values for a scene: of a fuzzer's bytes, which may be invalid, or of a generator of valid scenes.
pub trait RandomValues {
    /// Names of two bodies.
    fn pair(&mut self) -> [String; 2];
    /// 0 to `last`.
    fn whole(&mut self, last: u64) -> u64;
    fn number(&mut self, limit: Limit) -> f32;
    /// A point of the plane. Metres.
    fn point(&mut self) -> Vec2;
    /// Of any length but 0.
    fn direction(&mut self) -> Vec2;
    fn flag(&mut self) -> bool;
    /// Name of a query that meets bodies, or none.
    fn query(&mut self) -> String;
}
