//! A top-down game: a walker without gravity, stopped by a wall, and sensors that report where it is.

use std::error::Error;

use collide2d::glam::Vec2;
use collide2d::{BodyDef, Motion, Phase, Pose, Shape, World};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::default();
    let wall =
        world.add(BodyDef::new(Shape::wall(Vec2::new(6.0, -3.0), Vec2::new(6.0, 3.0))?, Pose::default()))?;
    let zone =
        |x: f32| Ok::<_, collide2d::ShapeError>(BodyDef::new(Shape::rectangle(1.0, 2.0)?, Pose::at(x, 0.0)));
    let zones = [world.add(zone(2.0)?.with_sensor(true))?, world.add(zone(4.5)?.with_sensor(true))?];
    let motion = Motion::dynamic(70.0).with_velocity(Vec2::new(1.5, 0.0));
    let walker = world.add(BodyDef::new(Shape::circle(0.3)?, Pose::default()).with_motion(motion))?;

    let mut diary = Vec::new();
    for _ in 0..60 * 6 {
        world.step();
        for event in world.events().iter().filter(|event| event.phase != Phase::Persist) {
            diary.push((world.handle(event.pair.a()).ok_or("nothing is removed")?, event.phase));
            println!("frame {}: {:?} {:?}", event.frame, event.pair, event.phase);
        }
    }

    let [first, second] = zones;
    let told = [
        (first, Phase::Begin),
        (first, Phase::End),
        (second, Phase::Begin),
        (second, Phase::End),
        (wall, Phase::Begin),
    ];
    assert_eq!(diary, told, "through both zones, then against the wall");
    let at = world.body(walker).ok_or("the walker is still there")?.pose().position;
    assert!((at.x - 5.7).abs() < 0.01, "the wall holds it: {at}");
    Ok(())
}
