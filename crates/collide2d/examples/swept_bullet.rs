//! A bullet that would tunnel through a thin wall: its time of impact without a world, and `Rigid`, which
//! stops it.

use std::error::Error;

use collide2d::glam::Vec2;
use collide2d::{BodyDef, Motion, Pose, Shape, SolverKind, World, WorldSettings, first_touch};

fn main() -> Result<(), Box<dyn Error>> {
    let (shape, wall) = (Shape::circle(0.05)?, Shape::wall(Vec2::new(2.0, -1.0), Vec2::new(2.0, 1.0))?);
    let (from, velocity) = (Pose::at(0.0, 0.25), Vec2::new(400.0, 0.0));
    let impact =
        first_touch(&shape, &from, &wall, &Pose::default(), velocity, 1.0 / 60.0).ok_or("it hits")?;
    println!("after {} s at {}", impact.time, from.position + velocity * impact.time + impact.from_a);
    assert!((impact.time - (2.0 - 0.05) / 400.0).abs() < 1.0e-6);
    assert_eq!(impact.normal, Vec2::NEG_X);

    for (solver, passes) in [(SolverKind::Linear, true), (SolverKind::Rigid, false)] {
        let mut world = World::new(WorldSettings::default().with_solver(solver))?;
        world.add(BodyDef::new(wall.clone(), Pose::default()))?;
        let motion = Motion::dynamic(0.01).with_velocity(velocity);
        let bullet = world.add(BodyDef::new(shape.clone(), from).with_motion(motion))?;
        for _ in 0..10 {
            world.step();
        }
        let x = world.body(bullet).ok_or("the bullet is still there")?.pose().position.x;
        println!("{solver:?}: the bullet is at x = {x}");
        assert_eq!(x > 2.0, passes);
    }
    Ok(())
}
