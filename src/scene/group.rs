//! Several bodies as one of several shapes, and back.

use collide2d::Pose;
use glam::Vec2;

use super::{SceneBody, SceneMotion, ScenePart, SceneShape};

/// One body of all the shapes, where they are: the first body with them. Of dynamic bodies masses are added, densities keep
/// their ratios, and the velocity is that of all together. `None` of fewer than two bodies.
pub fn grouped(bodies: &[SceneBody]) -> Option<SceneBody> {
    let [first, _, ..] = bodies else { return None };
    grouped_around(first.position, first.rotation, bodies)
}

/// The same of one body or more, around a position with a rotation of its own. Metres, degrees.
pub fn grouped_around(position: Vec2, rotation: f32, bodies: &[SceneBody]) -> Option<SceneBody> {
    let first = bodies.first()?;
    let frame = Pose::new(position, rotation);
    let densities = densities(bodies);
    let parts = bodies.iter().zip(densities).flat_map(|(body, density)| {
        placed(body).into_iter().map(move |part| {
            let at = frame.local_from_world(part.at);
            let turned = part.turned - rotation;
            ScenePart { at, turned, density: part.density * density, ..part }
        })
    });
    let parts = parts.collect();
    // The direction is local, and stays where it points in the world.
    let turned = |out: Vec2| frame.rotation.unrotate(first.pose().rotation.rotate(out));
    let one_way = if first.rotation == rotation { first.one_way } else { first.one_way.map(turned) };
    let mut all =
        SceneBody { shape: SceneShape::Compound { parts }, position, rotation, one_way, ..first.clone() };
    if let SceneMotion::Dynamic { mass, velocity, .. } = &mut all.motion {
        let masses = || bodies.iter().filter_map(|body| Some((of_dynamic(&body.motion)?, body)));
        let total: f32 = masses().map(|((mass, _), _)| mass).sum();
        *velocity = masses().map(|((mass, velocity), _)| velocity * (mass / total)).sum();
        *mass = total;
    }
    Some(all)
}

/// A body for each part, where it is and moving as it does; the first keeps the name. Of a body of one shape the body.
pub fn ungrouped(body: &SceneBody) -> Vec<SceneBody> {
    if body.shape.parts().is_empty() {
        return vec![body.clone()];
    }
    let center = body.shape.to_shape().map_or(Vec2::ZERO, |shape| shape.centroid());
    let center = body.pose().world_from_local(center);
    let weight = |part: &ScenePart| part.shape.weight() * part.density;
    let all: f32 = body.shape.parts().iter().map(weight).sum();
    let parts = placed(body).into_iter().zip(body.shape.parts());
    let alone = parts.map(|(placed, part)| {
        let mut alone =
            SceneBody { shape: placed.shape, position: placed.at, rotation: placed.turned, ..body.clone() };
        let own = alone.shape.to_shape().map_or(Vec2::ZERO, |shape| shape.centroid());
        let arm = alone.pose().world_from_local(own) - center;
        match &mut alone.motion {
            SceneMotion::Dynamic { mass, velocity, angular_velocity, .. } => {
                *mass *= weight(part) / all;
                *velocity += arm.perp() * angular_velocity.to_radians();
            }
            // A kinematic body turns about its position.
            SceneMotion::Kinematic { velocity, angular_velocity } => {
                *velocity += (placed.at - body.position).perp() * angular_velocity.to_radians();
            }
            // A mover never turns.
            SceneMotion::Static | SceneMotion::Mover { .. } => {}
        }
        alone.outline = None;
        alone
    });
    alone.collect()
}

/// The shapes of a body, `at` and `turned` in the world.
fn placed(body: &SceneBody) -> Vec<ScenePart> {
    let frame = body.pose();
    if body.shape.parts().is_empty() {
        return vec![ScenePart {
            at: body.position,
            turned: body.rotation,
            ..ScenePart::new(body.shape.clone())
        }];
    }
    let parts = body.shape.parts().iter();
    let place = |part: &ScenePart| ScenePart {
        at: frame.world_from_local(part.at),
        turned: body.rotation + part.turned,
        ..part.clone()
    };
    parts.map(place).collect()
}

fn of_dynamic(motion: &SceneMotion) -> Option<(f32, Vec2)> {
    match motion {
        SceneMotion::Dynamic { mass, velocity, .. } => Some((*mass, *velocity)),
        SceneMotion::Static | SceneMotion::Kinematic { .. } | SceneMotion::Mover { .. } => None,
    }
}

/// Factors of the parts' densities, so that each body keeps its share of the mass: 1 where one is not dynamic.
fn densities(bodies: &[SceneBody]) -> Vec<f32> {
    let of = |body: &SceneBody| {
        let (mass, _) = of_dynamic(&body.motion)?;
        let own = |part: &ScenePart| part.shape.weight() * part.density;
        let weight: f32 = placed(body).iter().map(own).sum();
        Some(mass / weight).filter(|density| density.is_normal() && *density > 0.0)
    };
    let known: Option<Vec<f32>> = bodies.iter().map(of).collect();
    match known.as_deref() {
        Some([first, ..]) => known.iter().flatten().map(|density| density / first).collect(),
        Some([]) | None => vec![1.0; bodies.len()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(name: &str, shape: SceneShape, at: (f32, f32), mass: f32, velocity: (f32, f32)) -> SceneBody {
        let motion = SceneMotion::Dynamic {
            mass,
            velocity: velocity.into(),
            angular_velocity: 0.0,
            acceleration: Vec2::ZERO,
            damping: 1.0,
        };
        SceneBody { position: at.into(), motion, ..SceneBody::new(name, shape) }
    }

    /// A box of 2 m² and 2 kg and a turned one of 1 m² and 3 kg: 5 kg together, the second three times as dense, and at
    /// (2 × 1 + 3 × 6) / 5 = 4 m/s.
    #[test]
    fn a_group_keeps_places_masses_and_momentum_and_comes_apart_again() {
        let wide = SceneShape::Rectangle { width: 2.0, height: 1.0, radius: 0.0 };
        let small = SceneShape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 };
        let first = SceneBody { rotation: 90.0, ..body("cart", wide, (1.0, 2.0), 2.0, (1.0, 0.0)) };
        let second = SceneBody { rotation: 120.0, ..body("box", small, (1.0, 5.0), 3.0, (6.0, 0.0)) };
        let group = grouped(&[first.clone(), second.clone()]).expect("two bodies");
        let parts = group.shape.parts();
        assert_eq!((parts[0].at, parts[0].turned, parts[0].density), (Vec2::ZERO, 0.0, 1.0));
        // Seen from the first body, which is turned by a quarter, 3 m up is 3 m along x.
        assert_eq!((parts[1].at, parts[1].turned, parts[1].density), (Vec2::new(3.0, 0.0), 30.0, 3.0));
        assert_eq!(of_dynamic(&group.motion), Some((5.0, Vec2::new(4.0, 0.0))));
        let apart = ungrouped(&group);
        for (alone, before) in apart.iter().zip([first, second]) {
            assert_eq!((alone.position, alone.rotation), (before.position, before.rotation));
            assert_eq!((&alone.shape, alone.name.as_str()), (&before.shape, "cart"));
            assert_eq!(
                of_dynamic(&alone.motion).map(|(mass, _)| mass),
                of_dynamic(&before.motion).map(|(mass, _)| mass)
            );
        }
    }

    /// Two boxes whose middles are 2 m apart turn about the point midway: each at 1 m × 90°/s.
    #[test]
    fn parts_that_come_apart_move_on_as_they_did() {
        let square = || ScenePart::new(SceneShape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 });
        let parts = vec![square(), ScenePart { at: Vec2::new(2.0, 0.0), ..square() }];
        let mut pair = body("pair", SceneShape::Compound { parts }, (0.0, 0.0), 2.0, (0.0, 0.0));
        if let SceneMotion::Dynamic { angular_velocity, .. } = &mut pair.motion {
            *angular_velocity = 90.0;
        }
        let speed = std::f32::consts::FRAC_PI_2;
        let velocities: Vec<_> = ungrouped(&pair).iter().map(|body| of_dynamic(&body.motion)).collect();
        assert_eq!(velocities, [Some((1.0, Vec2::new(0.0, -speed))), Some((1.0, Vec2::new(0.0, speed)))]);
    }
}
