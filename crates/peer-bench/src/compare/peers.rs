//! The engines: shapes, poses and worlds as each has them.

pub mod box2d;
pub mod ours;
pub mod parry;
pub mod rapier;

/// A contact as an engine tells it.
pub struct Found {
    /// Indices of the things.
    pub a: usize,
    pub b: usize,
    /// From `a` to `b`.
    pub normal: glam::Vec2,
    /// Of the deepest point; negative: a gap. Metres.
    pub depth: f32,
    /// World: the points that touch; if none does, all of them.
    pub points: Vec<glam::Vec2>,
    /// Newton seconds.
    pub impulse: f32,
}

impl Found {
    /// From points, each with its depth and impulse.
    pub fn new(a: usize, b: usize, normal: glam::Vec2, told: &[(glam::Vec2, f32, f32)]) -> Self {
        let depth = told.iter().map(|&(_, depth, _)| depth).fold(f32::MIN, f32::max);
        let touches = told.iter().filter(|&&(_, own, _)| own >= depth.min(0.0));
        Self {
            a,
            b,
            normal,
            depth,
            points: touches.map(|&(point, ..)| point).collect(),
            impulse: told.iter().map(|&(.., impulse)| impulse).sum(),
        }
    }
}
