//! Shapes and poses independent of an engine, from which each engine's are made.

use collide2d::{Pose, Rotation, Shape};
use glam::Vec2;

/// A shape in local space. Metres.
#[derive(Clone, Debug)]
pub enum Form {
    Circle(f32),
    /// Half the width, half the height.
    Rectangle(Vec2),
    /// Counter-clockwise.
    Polygon(Vec<Vec2>),
    Wall(Vec2, Vec2),
    /// Upright.
    Capsule {
        half_length: f32,
        radius: f32,
    },
    /// Open, from point to point.
    Chain(Vec<Vec2>),
}

/// Position and rotation. Every engine gets the same sine and cosine, bit for bit.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub position: Vec2,
    pub rotation: Rotation,
}

impl Form {
    /// The points of the shape without its radius, local space.
    pub fn points(&self) -> Vec<Vec2> {
        match self {
            Self::Circle(_) => vec![Vec2::ZERO],
            Self::Rectangle(h) => vec![Vec2::new(h.x, -h.y), *h, Vec2::new(-h.x, h.y), -*h],
            Self::Polygon(points) | Self::Chain(points) => points.clone(),
            Self::Capsule { half_length, .. } => {
                [-1.0, 1.0].map(|side| Vec2::Y * (side * half_length)).to_vec()
            }
            Self::Wall(start, end) => vec![*start, *end],
        }
    }

    /// Metres; 0 of what is not round.
    pub fn radius(&self) -> f32 {
        match self {
            Self::Circle(radius) | Self::Capsule { radius, .. } => *radius,
            Self::Rectangle(_) | Self::Polygon(_) | Self::Wall(..) | Self::Chain(_) => 0.0,
        }
    }

    pub fn shape(&self) -> Shape {
        match self {
            Self::Circle(radius) => Shape::circle(*radius),
            Self::Rectangle(half) => Shape::rectangle(2.0 * half.x, 2.0 * half.y),
            Self::Polygon(points) => Shape::polygon(points),
            Self::Wall(start, end) => Shape::wall(*start, *end),
            Self::Capsule { half_length, radius } => {
                Shape::capsule(Vec2::Y * -half_length, Vec2::Y * *half_length, *radius)
            }
            Self::Chain(points) => Shape::chain(points, false, false),
        }
        .unwrap_or_else(|error| panic!("{self:?} is no shape: {error}"))
    }
}

impl Place {
    pub fn new(position: Vec2, degrees: f32) -> Self {
        Self { position, rotation: Rotation::from_degrees(degrees) }
    }

    pub fn pose(&self) -> Pose {
        Pose { position: self.position, rotation: self.rotation }
    }
}

/// A random form: 0.5 to 1.5 m across, walls of 1 to 4 m.
pub struct Forms(pub fastrand::Rng);

impl Forms {
    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.0.f32()
    }

    pub fn circle(&mut self) -> Form {
        Form::Circle(self.within(0.25, 0.75))
    }

    pub fn rectangle(&mut self) -> Form {
        Form::Rectangle(Vec2::new(self.within(0.25, 0.75), self.within(0.25, 0.75)))
    }

    pub fn octagon(&mut self) -> Form {
        let radius = self.within(0.3, 0.75);
        Form::Polygon(
            (0..8).map(|i| Vec2::from_angle(i as f32 * std::f32::consts::TAU / 8.0) * radius).collect(),
        )
    }

    /// Eight points on an ellipse, no two faces parallel.
    pub fn irregular_octagon(&mut self) -> Form {
        let axes = Vec2::new(self.within(0.3, 0.75), self.within(0.3, 0.75));
        let turn = |i: usize, jitter: f32| (i as f32 + jitter) * std::f32::consts::TAU / 8.0;
        Form::Polygon((0..8).map(|i| Vec2::from_angle(turn(i, self.within(-0.3, 0.3))) * axes).collect())
    }

    pub fn wall(&mut self) -> Form {
        let half = Vec2::from_angle(self.within(0.0, std::f32::consts::TAU)) * self.within(0.5, 2.0);
        Form::Wall(-half, half)
    }

    pub fn degrees(&mut self) -> f32 {
        self.within(0.0, 360.0)
    }

    pub fn vector(&mut self, largest: f32) -> Vec2 {
        Vec2::new(self.within(-largest, largest), self.within(-largest, largest))
    }
}
