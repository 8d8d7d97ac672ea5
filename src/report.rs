//! The one reading of a [`World`]: JSON, text, `check` and the overlay all take it from here.

use collide2d::{Aabb, Trace, World};
use glam::Vec2;

use crate::scene::Scene;

/// Which pairs a report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairs {
    /// Those that touch.
    #[default]
    Touching,
    /// Every pair but wall with wall.
    All,
}

/// For which pairs the axes are traced; tracing costs, and the window looks at one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axes {
    /// Every pair listed.
    #[default]
    Every,
    /// This pair alone (listed even where it does not touch), `a < b`.
    Of(u32, u32),
    /// No pair.
    None,
}

/// What to read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReportOptions {
    /// Which pairs.
    pub pairs: Pairs,
    /// Whose axes.
    pub axes: Axes,
    /// Seconds to look ahead for first touches; none where `None`.
    pub impacts: Option<f32>,
}

/// A reading of a world at one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The scene's name.
    pub scene: String,
    /// Steps taken.
    pub frame: u64,
    /// Seconds.
    pub time: f32,
    /// Every body, by index.
    pub bodies: Vec<BodyReport>,
    /// Pairs, sorted by `a`, then `b`.
    pub pairs: Vec<PairReport>,
    /// First touches ahead, sorted by `a`, then `b`; `None` where not asked for.
    pub impacts: Option<Vec<ImpactReport>>,
}

/// One body's state.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyReport {
    /// Index in the scene.
    pub index: u32,
    /// Name.
    pub name: String,
    /// "Circle", "Rectangle", "Polygon" or "Wall".
    pub shape: &'static str,
    /// Metres.
    pub position: Vec2,
    /// Degrees.
    pub rotation: f32,
    /// Metres per second.
    pub velocity: Vec2,
    /// Degrees per second.
    pub angular_velocity: f32,
    /// World bounds.
    pub aabb: Aabb,
}

/// One pair, `a < b`.
#[derive(Clone, Debug, PartialEq)]
pub struct PairReport {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Normal and depth; `None` where the pair does not touch.
    pub contact: Option<ContactReport>,
    /// Speed at which the two approach along the normal; negative: they part. Metres per second; 0 where they do not touch.
    pub closing_speed: f32,
    /// The separating-axis test as it ran, and on to the last axis; `None` where not asked for.
    pub trace: Option<TraceReport>,
}

/// A contact in world coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactReport {
    /// Unit vector on `b` toward `a`.
    pub normal: Vec2,
    /// Metres.
    pub depth: f32,
    /// World position and own depth of each point.
    pub points: Vec<(Vec2, f32)>,
}

/// The trace of a pair; intervals are measured from the world's origin.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceReport {
    /// The test as the core told it, intervals from `a`'s position.
    pub local: Trace,
    /// For each axis: intervals of a and b from the world's origin along its direction.
    pub world: Vec<(collide2d::Interval, collide2d::Interval)>,
    /// The axis that decided.
    pub deciding: Option<usize>,
    /// The axis after which the unobserved test would have stopped; `None`: it needs them all.
    pub stops_at: Option<usize>,
}

/// A first touch ahead, `a < b`.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactReport {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Seconds from now.
    pub time: f32,
    /// World position.
    pub point: Vec2,
    /// On `b` toward `a`.
    pub normal: Vec2,
}

impl Report {
    /// Reads `world`, which was made from `scene`.
    pub fn of(scene: &Scene, world: &World, options: &ReportOptions) -> Self {
        let _ = options;
        Self {
            scene: scene.name.clone(),
            frame: world.frame(),
            time: 0.0,
            bodies: Vec::new(),
            pairs: Vec::new(),
            impacts: None,
        }
    }
}

/// The feature's name in traces: "a face 2", "b end", "a center to b vertex 3".
pub fn axis_source_label(source: collide2d::AxisSource) -> String {
    use collide2d::{AxisSource, Feature, Side};
    match source {
        AxisSource::Face(side, i) => format!("{side} face {i}"),
        AxisSource::Center(side, feature) => {
            let other = if side == Side::A { Side::B } else { Side::A };
            let feature = match feature {
                Feature::Face(i) => format!("face {i}"),
                Feature::Vertex(i) => format!("vertex {i}"),
                Feature::Start => "start".to_owned(),
                Feature::End => "end".to_owned(),
                Feature::Center => "center".to_owned(),
            };
            format!("{side} center to {other} {feature}")
        }
    }
}
