//! A custom solver: the world finds the contacts (`Off`), and this loop separates the bodies.

use std::error::Error;

use collide2d::glam::Vec2;
use collide2d::{BodyDef, Motion, Pose, Shape, SolverKind, World, WorldSettings};

fn main() -> Result<(), Box<dyn Error>> {
    let settings = WorldSettings::default().with_solver(SolverKind::Off).with_gravity(Vec2::new(0.0, -9.81));
    let mut world = World::new(settings)?;
    for (width, height, x, y) in [(6.0, 1.0, 0.0, -0.5), (1.0, 4.0, -2.5, 2.0), (1.0, 4.0, 2.5, 2.0)] {
        world.add(BodyDef::new(Shape::rectangle(width, height)?, Pose::at(x, y)))?;
    }
    for (x, y) in [(0.0, 1.0), (0.3, 2.2), (-0.2, 3.5)] {
        world.add(BodyDef::new(Shape::circle(0.5)?, Pose::at(x, y)).with_motion(Motion::dynamic(1.0)))?;
    }

    for _ in 0..600 {
        world.step();
        // Several passes, since one push may undo another.
        for _ in 0..20 {
            for found in world.detect() {
                let (normal, depth) = (found.contact.normal, found.contact.depth);
                let inverse =
                    [found.a, found.b].map(|i| world.body(i).map_or(0.0, |body| body.inverse_mass()));
                for (index, way, own) in [(found.a, normal, inverse[0]), (found.b, -normal, inverse[1])] {
                    let Some(body) = world.body_mut(index).filter(|_| own > 0.0) else { continue };
                    let pose = *body.pose();
                    let by = way * (depth * own / (inverse[0] + inverse[1]));
                    body.set_pose(Pose { position: pose.position + by, ..pose })?;
                    let closing = body.velocity().dot(way).min(0.0);
                    body.set_velocity(body.velocity() - way * closing)?;
                }
            }
        }
    }

    let deepest = world.detect().iter().map(|found| found.contact.depth).fold(0.0, f32::max);
    println!("deepest contact: {deepest} m");
    assert!(deepest < 0.001, "nothing stands in anything else");
    assert!(
        world.bodies()[3..].iter().all(|ball| (ball.pose().position.y - 0.5).abs() < 0.01),
        "all came to lie"
    );
    Ok(())
}
