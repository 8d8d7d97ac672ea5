mod pair_circle_circle {
/// left and right at frame 0 of Circle against circle.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn left_and_right_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // left
    let a = Shape::circle(1.0).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    // right
    let b = Shape::circle(1.0).unwrap();
    let pose_b = Pose::new(Vec2::new(1.2, 0.9), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[-0.8, -0.59999996, 0.5]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.6, 0.45, 0.5]));
}
}

mod pair_circle_polygon {
/// side and gem at frame 0 of Circle against polygon.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn side_and_gem_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // side
    let a = Shape::circle(0.5).unwrap();
    let pose_a = Pose::new(Vec2::new(0.7683282, 0.1341641), 0.0);
    // gem
    let b = Shape::polygon(&[Vec2::new(0.0, 1.0), Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0)]).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.8944272, 0.4472136, 0.19999999]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-0.4472136, -0.2236068, 0.19999999]));
}
}

mod pair_polygon_polygon {
/// left and right at frame 0 of Polygon against polygon.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn left_and_right_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // left
    let a = Shape::polygon(&[Vec2::new(1.0, -0.41421357), Vec2::new(1.0, 0.41421357), Vec2::new(0.41421357, 1.0), Vec2::new(-0.41421357, 1.0), Vec2::new(-1.0, 0.41421357), Vec2::new(-1.0, -0.41421357), Vec2::new(-0.41421357, -1.0), Vec2::new(0.41421357, -1.0)]).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    // right
    let b = Shape::polygon(&[Vec2::new(1.0, -0.41421357), Vec2::new(1.0, 0.41421357), Vec2::new(0.41421357, 1.0), Vec2::new(-0.41421357, 1.0), Vec2::new(-1.0, 0.41421357), Vec2::new(-1.0, -0.41421357), Vec2::new(-0.41421357, -1.0), Vec2::new(0.41421357, -1.0)]).unwrap();
    let pose_b = Pose::new(Vec2::new(1.8, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[-1.0, 0.0, 0.20000005]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.9, 0.41421357, 0.20000005]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.9, -0.41421357, 0.20000005]));
}
}

mod pair_circle_rectangle {
/// ball and crate at frame 0 of Circle against rectangle.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn ball_and_crate_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // ball
    let a = Shape::circle(1.0).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 1.75), 0.0);
    // crate
    let b = Shape::rectangle(4.0, 2.0).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, 1.0, 0.25]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.0, -1.0, 0.25]));
}
}

mod pair_polygon_wall {
/// stone and ground at frame 0 of Polygon against wall.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn stone_and_ground_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // stone
    let a = Shape::polygon(&[Vec2::new(1.0, -0.41421357), Vec2::new(1.0, 0.41421357), Vec2::new(0.41421357, 1.0), Vec2::new(-0.41421357, 1.0), Vec2::new(-1.0, 0.41421357), Vec2::new(-1.0, -0.41421357), Vec2::new(-0.41421357, -1.0), Vec2::new(0.41421357, -1.0)]).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.9), 0.0);
    // ground
    let b = Shape::wall(Vec2::new(-3.0, 0.0), Vec2::new(3.0, 0.0)).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, 1.0, 0.100000024]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.41421366, -0.95, 0.100000024]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-0.41421366, -0.95, 0.100000024]));
}
}

mod pair_rectangle_polygon {
/// spike and block at frame 0 of Rectangle against polygon.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn spike_and_block_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // spike
    let a = Shape::polygon(&[Vec2::new(0.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)]).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 1.7), 0.0);
    // block
    let b = Shape::rectangle(4.0, 2.0).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, 1.0, 0.29999995]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.0, -0.85, 0.29999995]));
}
}

mod pair_rectangle_rectangle {
/// left and right at frame 0 of Rectangle against rectangle.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn left_and_right_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // left
    let a = Shape::rectangle(4.0, 2.0).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    // right
    let b = Shape::rectangle(3.0, 2.0).unwrap();
    let pose_b = Pose::new(Vec2::new(3.0, 0.5), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[-1.0, 0.0, 0.5]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[1.75, 1.0, 0.5]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[1.75, -0.5, 0.5]));
}
}

mod pair_rectangle_wall {
/// crate and shelf at frame 0 of Rectangle against wall.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn crate_and_shelf_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // crate
    let a = Shape::rectangle(4.0, 2.0).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.7), 0.0);
    // shelf
    let b = Shape::wall(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0)).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, 1.0, 0.3]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[2.0, -0.85, 0.3]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-2.0, -0.85, 0.3]));
}
}

mod pair_capsule_polygon {
/// rod and gem at frame 0 of Capsule against polygon.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn rod_and_gem_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // rod
    let a = Shape::capsule(Vec2::new(0.6, -0.8), Vec2::new(-0.6, 0.8), 0.5).unwrap();
    let pose_a = Pose::new(Vec2::new(1.74, 2.18), 0.0);
    // gem
    let b = Shape::polygon(&[Vec2::new(3.0, 0.0), Vec2::new(0.0, 4.0), Vec2::new(-3.0, 0.0), Vec2::new(0.0, -4.0)]).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.8, 0.6, 0.19999981]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.27999997, -1.04, 0.19999981]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-0.91999996, 0.5599999, 0.19999981]));
}
}

mod pair_circle_wall {
/// above and wall at frame 0 of Circle against wall.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn above_and_wall_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // above
    let a = Shape::circle(1.0).unwrap();
    let pose_a = Pose::new(Vec2::new(1.0, 0.6), 0.0);
    // wall
    let b = Shape::wall(Vec2::new(-4.0, 0.0), Vec2::new(4.0, 0.0)).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, 1.0, 0.39999998]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.0, -1.0, 0.39999998]));
}
}

mod pair_capsule_capsule_parallel {
/// lower and upper at frame 0 of Parallel capsules.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn lower_and_upper_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // lower
    let a = Shape::capsule(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0), 0.5).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    // upper
    let b = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.5, 0.0), 0.5).unwrap();
    let pose_b = Pose::new(Vec2::new(0.5, 0.8), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, -1.0, 0.19999999]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-0.5, 0.4, 0.19999999]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[2.0, 0.4, 0.19999999]));
}
}

mod pair_capsule_wall {
/// lying and shelf at frame 0 of Capsule against wall.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn lying_and_shelf_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // lying
    let a = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.3), 0.0);
    // shelf
    let b = Shape::wall(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0)).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, 1.0, 0.19999999]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[1.0, -0.4, 0.19999999]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-1.0, -0.4, 0.19999999]));
}
}

mod pair_circle_capsule {
/// above and pill at frame 0 of Circle against capsule.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn above_and_pill_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // above
    let a = Shape::circle(0.6).unwrap();
    let pose_a = Pose::new(Vec2::new(0.5, 0.8), 0.0);
    // pill
    let b = Shape::capsule(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0), 0.5).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, 1.0, 0.3]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.0, -0.45000002, 0.3]));
}
}

mod pair_capsule_capsule {
/// across and upright at frame 0 of Capsule against capsule.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn across_and_upright_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // across
    let a = Shape::capsule(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0), 0.5).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    // upright
    let b = Shape::capsule(Vec2::new(0.0, -0.4), Vec2::new(0.0, 1.6), 0.25).unwrap();
    let pose_b = Pose::new(Vec2::new(1.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, -1.0, 1.15]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[1.0, -0.07500002, 1.15]));
}
}

mod pair_capsule_rectangle {
/// pill and crate at frame 0 of Capsule against rectangle.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn pill_and_crate_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // pill
    let a = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5).unwrap();
    let pose_a = Pose::new(Vec2::new(0.5, 1.3), 0.0);
    // crate
    let b = Shape::rectangle(4.0, 2.0).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, 1.0, 0.20000005]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[1.0, -0.39999998, 0.20000005]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-1.0, -0.39999998, 0.20000005]));
}
}

mod slope {
/// smooth slope and smooth box at frame 60 of Slope: one holds, one slides.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn smooth_slope_and_smooth_box_at_frame_60() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // smooth slope
    let a = Shape::rectangle(12.0, 1.0).unwrap();
    let pose_a = Pose::new(Vec2::new(14.25, -0.4330127), 30.0);
    // smooth box
    let b = Shape::rectangle(1.0, 1.0).unwrap();
    let pose_b = Pose::new(Vec2::new(16.161327, 1.8239905), 30.001444);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.5, -0.8660254, 0.0010544062]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[1.7280684, 1.5744423, 0.0010543466]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[2.5940874, 2.074453, 0.0010291934]));
}
}

mod propeller {
/// blade and scanner at frame 60 of Propeller.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn blade_and_scanner_at_frame_60() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // blade
    let a = Shape::rectangle(6.0, 0.4).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.0), 90.00001);
    // scanner
    let b = Shape::circle(0.5).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 3.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[1.3315805e-7, -1.0, 0.5]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[6.657903e-8, 2.5, 0.5]));
}
}

mod seams {
/// box mark and hop mark at frame 60 of Seams: nothing trips.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn box_mark_and_hop_mark_at_frame_60() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // box mark
    let a = Shape::rectangle(1.0, 1.0).unwrap();
    let pose_a = Pose::new(Vec2::new(2.0, 0.7), 0.0);
    // hop mark
    let b = Shape::rectangle(22.0, 0.2).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 1.15), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, -1.0, 0.15000004]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-0.5, 0.425, 0.15]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.5, 0.425, 0.15]));
}
}

mod jelly {
/// floor and jelly/7 at frame 60 of A jelly bursts on the floor.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn floor_and_jelly_7_at_frame_60() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // floor
    let a = Shape::rectangle(6.0, 1.0).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, -0.5), 0.0);
    // jelly/7
    let b = Shape::circle(0.30127043).unwrap();
    let pose_b = Pose::new(Vec2::new(0.3600339, 0.2999236), -11.148482);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, -1.0, 0.0013468266]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.3600339, 0.49865317, 0.0013468266]));
}
}

mod crowd_of_1000 {
/// gem 972 and box 973 at frame 60 of A crowd of 1 000.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn gem_972_and_box_973_at_frame_60() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // gem 972
    let a = Shape::polygon(&[Vec2::new(0.444, 0.0), Vec2::new(0.137, 0.422), Vec2::new(-0.359, 0.261), Vec2::new(-0.359, -0.261), Vec2::new(0.137, -0.422)]).unwrap();
    let pose_a = Pose::new(Vec2::new(-13.189915, 19.134926), 86.912);
    // box 973
    let b = Shape::rectangle(1.19, 0.875).unwrap();
    let pose_b = Pose::new(Vec2::new(-12.284038, 18.444315), 9.35);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[-0.93313396, 0.35952878, 0.00010108948]));
    assert_eq!(contact.points().len(), 1);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.24775083, -0.35560822, 0.00010108948]));
}
}

mod pyramid {
/// box 10-1 and top mark at frame 60 of Pyramid of base 10.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn box_10_1_and_top_mark_at_frame_60() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // box 10-1
    let a = Shape::rectangle(1.0, 1.0).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 9.35668), 0.0);
    // top mark
    let b = Shape::rectangle(2.0, 1.0).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 10.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    let contact = contact.expect("they touch");
    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();
    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];
    assert_eq!(bits(&normal_and_depth), bits(&[0.0, -1.0, 0.35667992]));
    assert_eq!(contact.points().len(), 2);
    // Measured from a's position; the depth last.
    let point = contact.points()[0];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[-0.5, 0.32166004, 0.35667992]));
    let point = contact.points()[1];
    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[0.5, 0.32166004, 0.35667992]));
}
}

mod boxes_overlap_shapes_do_not {
/// wedge and gem at frame 0 of Boxes overlap, shapes do not.
#[test]
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn wedge_and_gem_at_frame_0() {
    use collide2d::glam::Vec2;
    use collide2d::{Pose, Shape, collide};

    // wedge
    let a = Shape::polygon(&[Vec2::new(0.0, 0.0), Vec2::new(3.0, 0.0), Vec2::new(0.0, 3.0)]).unwrap();
    let pose_a = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    // gem
    let b = Shape::polygon(&[Vec2::new(3.0, 1.0), Vec2::new(3.0, 3.0), Vec2::new(1.0, 3.0)]).unwrap();
    let pose_b = Pose::new(Vec2::new(0.0, 0.0), 0.0);
    let contact = collide(&a, &pose_a, &b, &pose_b);
    assert_eq!(contact, None);
}
}
