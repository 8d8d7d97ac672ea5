//! A ball knocks out a row of bricks: a brick that was hit is removed.

use std::error::Error;

use collide2d::glam::Vec2;
use collide2d::{BodyDef, Motion, Phase, Pose, Shape, World};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::default();
    let room = [(-4.0, 0.0), (4.0, 0.0), (4.0, 8.0), (-4.0, 8.0)].map(Vec2::from);
    for i in 0..4 {
        let wall = Shape::wall(room[i], room[(i + 1) % 4])?;
        world.add(BodyDef::new(wall, Pose::default()).with_restitution(1.0))?;
    }
    let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(3.1, 5.3));
    let ball = BodyDef::new(Shape::circle(0.2)?, Pose::at(0.0, 1.0)).with_motion(motion);
    let ball = world.add(ball.with_restitution(1.0))?;
    let mut bricks = Vec::new();
    for i in 0..7 {
        let at = Pose::at(i as f32 - 3.0, 6.0);
        bricks.push(world.add(BodyDef::new(Shape::rectangle(0.9, 0.4)?, at).with_restitution(1.0))?);
    }

    let mut hits = Vec::new();
    while hits.len() < bricks.len() && world.frame() < 60 * 120 {
        world.step();
        let begun = world.events().iter().filter(|event| event.phase == Phase::Begin);
        let hit = begun.filter_map(|event| world.handle(event.pair.b())).filter(|body| bricks.contains(body));
        for brick in hit.collect::<Vec<_>>() {
            world.remove(brick);
            hits.push(brick);
            println!("brick {} after {:.2} s", brick.index(), world.frame() as f32 / 60.0);
        }
    }

    assert_eq!(hits.len(), bricks.len(), "every brick is knocked out");
    let speed = world.body(ball).ok_or("the ball is still there")?.velocity().length();
    assert!(
        (speed - Vec2::new(3.1, 5.3).length()).abs() < 0.01,
        "a bounce of restitution 1 keeps the speed: {speed}"
    );
    Ok(())
}
