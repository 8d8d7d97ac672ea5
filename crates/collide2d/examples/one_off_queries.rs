//! Queries without a world: contact, distance, and the separating axis.

use std::error::Error;

use collide2d::glam::Vec2;
use collide2d::{PairKey, Pose, Shape, Trace, collide, collide_many, collide_observed, separation};

fn main() -> Result<(), Box<dyn Error>> {
    let (ball, crate_) = (Shape::circle(1.0)?, Shape::rectangle(4.0, 2.0)?);
    let (above, apart, origin) = (Pose::at(0.0, 1.75), Pose::at(0.0, 2.5), Pose::default());

    let contact = collide(&ball, &above, &crate_, &origin).ok_or("they touch")?;
    assert_eq!((contact.normal, contact.depth), (Vec2::Y, 0.25));
    assert_eq!(separation(&ball, &apart, &crate_, &origin), 0.5);

    let mut trace = Trace::default();
    assert!(collide_observed(&ball, &apart, &crate_, &origin, &mut trace).is_none());
    let axis = trace.deciding().map(|i| trace.axes[i]).ok_or("an axis separates them")?;
    println!("{:?} separates {:?} from {:?}", axis.source, axis.a, axis.b);
    assert_eq!(axis.overlap, -0.5);

    // Many pairs at once; the results are in the order of the pairs.
    let bodies: Vec<_> = (0..100).map(|i| (ball.clone(), Pose::at(1.5 * i as f32, 0.0))).collect();
    let pairs: Vec<_> = (0..98).flat_map(|i| [PairKey::new(i, i + 1), PairKey::new(i, i + 2)]).collect();
    let contacts = collide_many(&bodies, &pairs);
    assert_eq!(contacts.iter().flatten().count(), 98, "each touches the next one, and not the one after");
    Ok(())
}
