//! Pairs worked out by hand: every pair of kinds, both orders, containment and ties.

use collide2d::{Contact, Pose, Shape, collide};
use glam::{Vec2, vec2};

type Placed = (Shape, Pose);

/// `normal` points toward the first shape; points are in world coordinates, each with its depth, in any
/// order.
struct Expect<'e> {
    normal: (f32, f32),
    depth: f32,
    points: &'e [((f32, f32), f32)],
}

fn circle(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

fn rectangle(width: f32, height: f32) -> Shape {
    Shape::rectangle(width, height).unwrap()
}

fn polygon(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&p| p.into()).collect();
    Shape::polygon(&points).unwrap()
}

fn wall(start: (f32, f32), end: (f32, f32)) -> Shape {
    Shape::wall(start.into(), end.into()).unwrap()
}

fn octagon(radius: f32) -> Shape {
    let points: Vec<Vec2> =
        (0..8).map(|i| Vec2::from_angle(std::f32::consts::FRAC_PI_4 * i as f32) * radius).collect();
    Shape::polygon(&points).unwrap()
}

fn at(shape: Shape, x: f32, y: f32) -> Placed {
    (shape, Pose::at(x, y))
}

fn turned(shape: Shape, x: f32, y: f32, degrees: f32) -> Placed {
    (shape, Pose::new(vec2(x, y), degrees))
}

fn contact((a, pose_a): &Placed, (b, pose_b): &Placed) -> Option<Contact> {
    collide(a, pose_a, b, pose_b)
}

#[track_caller]
fn check_one_order(a: &Placed, b: &Placed, expect: Expect) {
    let found = contact(a, b).expect("a contact");
    assert!(found.normal.abs_diff_eq(expect.normal.into(), 2.0e-6), "{found:?}");
    assert!((found.depth - expect.depth).abs() <= 2.0e-6 * expect.depth.max(1.0), "{found:?}");
    assert_eq!(found.points().len(), expect.points.len(), "{found:?}");
    for &(position, depth) in expect.points {
        let hit = found.points().iter().any(|p| {
            Contact::world_point(&a.1, p).abs_diff_eq(position.into(), 1.0e-5)
                && (p.depth - depth).abs() <= 1.0e-5
        });
        assert!(hit, "no point at {position:?} with depth {depth}: {found:?}");
    }
}

/// Checks the pair and, the other way round, the same with the normal turned.
#[track_caller]
fn check_pair(a: &Placed, b: &Placed, expect: Expect) {
    let (x, y) = expect.normal;
    check_one_order(b, a, Expect { normal: (-x, -y), ..expect });
    check_one_order(a, b, expect);
}

#[track_caller]
fn check_apart(a: &Placed, b: &Placed) {
    assert_eq!(contact(a, b), None);
    assert_eq!(contact(b, a), None);
}

#[test]
fn circle_and_circle() {
    // 3-4-5: centres 5 m apart, radii 3 + 3. The surfaces on the line of centres are at (1.8, 2.4) and (1.2,
    // 1.6).
    check_pair(
        &at(circle(3.0), 0.0, 0.0),
        &at(circle(3.0), 3.0, 4.0),
        Expect { normal: (-0.6, -0.8), depth: 1.0, points: &[((1.5, 2.0), 1.0)] },
    );
    // One inside the other: 1 + 4 - 0.5, out to the right; surfaces at (-0.5, 0) and (4, 0).
    check_pair(
        &at(circle(1.0), 0.5, 0.0),
        &at(circle(4.0), 0.0, 0.0),
        Expect { normal: (1.0, 0.0), depth: 4.5, points: &[((1.75, 0.0), 4.5)] },
    );
    // One centre: the first goes up, as documented.
    check_one_order(
        &at(circle(1.0), 7.0, 7.0),
        &at(circle(2.0), 7.0, 7.0),
        Expect { normal: (0.0, 1.0), depth: 3.0, points: &[((7.0, 7.5), 3.0)] },
    );
    // 5 = 2 + 3: they touch, which is no contact; 5 < 2 + 3.001.
    check_apart(&at(circle(2.0), 0.0, 0.0), &at(circle(3.0), 3.0, 4.0));
    assert!(contact(&at(circle(2.0), 0.0, 0.0), &at(circle(3.001), 3.0, 4.0)).is_some());
}

/// Centres so close that the square of their distance is no normal number.
#[test]
fn circles_almost_at_one_place() {
    for exponent in 13..35 {
        let near = vec2(3.0, -4.0) * 10.0_f32.powi(-exponent);
        let found = contact(&at(circle(1.0), near.x, near.y), &at(circle(2.0), 0.0, 0.0)).unwrap();
        assert!(found.normal.abs_diff_eq(vec2(0.6, -0.8), 1.0e-5), "{near}: {}", found.normal);
        assert_eq!(found.depth, 3.0);
    }
}

#[test]
fn circle_and_rectangle() {
    let crate_ = at(rectangle(4.0, 2.0), 0.0, 0.0);
    // On the top: 1 - 0.75. The contract's example.
    check_pair(
        &at(circle(1.0), 0.0, 1.75),
        &crate_,
        Expect { normal: (0.0, 1.0), depth: 0.25, points: &[((0.0, 0.75), 0.25)] },
    );
    // The same, all turned by 30°: sine 0.5, cosine sqrt(3) / 2.
    let (sin, cos) = (0.5, 0.75_f32.sqrt());
    check_pair(
        &at(circle(1.0), -1.75 * sin, 1.75 * cos),
        &turned(rectangle(4.0, 2.0), 0.0, 0.0, 30.0),
        Expect { normal: (-sin, cos), depth: 0.25, points: &[((-0.75 * sin, 0.75 * cos), 0.25)] },
    );
    // At the corner (2, 1), 3-4-5: the centre is (0.6, 0.8) from it, so 1.25 - 1.
    check_pair(
        &at(circle(1.25), 2.6, 1.8),
        &crate_,
        Expect { normal: (0.6, 0.8), depth: 0.25, points: &[((1.85, 0.8), 0.25)] },
    );
    // Past the corner: x and y alone overlap, the distance sqrt(0.8² + 0.8²) = 1.131 is more than 1.1.
    check_apart(&at(circle(1.1), 2.8, 1.8), &crate_);
    // Inside: right 2 - 1.5 + 0.25 = 0.75, top 1 + 0.25.
    check_pair(
        &at(circle(0.25), 1.5, 0.0),
        &crate_,
        Expect { normal: (1.0, 0.0), depth: 0.75, points: &[((1.25, 0.0), 0.75)] },
    );
    // In the middle of a square: four ways of 1 + 0.5; face 0 comes first.
    check_pair(
        &at(circle(0.5), 0.0, 0.0),
        &at(rectangle(2.0, 2.0), 0.0, 0.0),
        Expect { normal: (1.0, 0.0), depth: 1.5, points: &[((-0.5, 0.0), 1.5)] },
    );
    // Centre on an edge, and on a corner: out by the radius; of right and top, right comes first.
    check_pair(
        &at(circle(0.5), -2.0, 0.3),
        &crate_,
        Expect { normal: (-1.0, 0.0), depth: 0.5, points: &[((-1.5, 0.3), 0.5)] },
    );
    check_pair(
        &at(circle(0.5), 2.0, 1.0),
        &crate_,
        Expect { normal: (1.0, 0.0), depth: 0.5, points: &[((1.5, 1.0), 0.5)] },
    );
    // A small square in a big disc, near its rim: its left side is 9.3 from the centre, so 10 - 9.3. The
    // deepest point of the circle is (10, 0).
    check_pair(
        &at(circle(10.0), 0.0, 0.0),
        &at(rectangle(1.0, 1.0), 9.8, 0.0),
        Expect { normal: (-1.0, 0.0), depth: 0.7, points: &[((10.0, 0.0), 0.7)] },
    );
    check_apart(&at(circle(1.0), 0.0, 2.0), &crate_);
}

#[test]
fn circle_and_polygon() {
    let triangle = at(polygon(&[(-2.0, 0.0), (2.0, 0.0), (0.0, 2.0)]), 0.0, 0.0);
    let half = 0.5_f32.sqrt();
    // On the right slope, x + y = 2, 0.75 above its middle (1, 1); the deepest point is 0.25 below it.
    check_pair(
        &at(circle(1.0), 1.0 + 0.75 * half, 1.0 + 0.75 * half),
        &triangle,
        Expect {
            normal: (half, half),
            depth: 0.25,
            points: &[((1.0 - 0.25 * half, 1.0 - 0.25 * half), 0.25)],
        },
    );
    // On the apex.
    check_pair(
        &at(circle(1.0), 0.0, 2.75),
        &triangle,
        Expect { normal: (0.0, 1.0), depth: 0.25, points: &[((0.0, 1.75), 0.25)] },
    );
    // Inside the contract's gem: 0.5 above the base, 1.5 / sqrt(5) = 0.67 from the sides.
    check_pair(
        &at(circle(0.1), 5.0, -0.5),
        &at(polygon(&[(0.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]), 5.0, 0.0),
        Expect { normal: (0.0, -1.0), depth: 0.6, points: &[((5.0, -0.4), 0.6)] },
    );
    // An octagon's apothem is r cos 22.5° = 1.8477591; its first face looks along 22.5°.
    let along = Vec2::from_angle(std::f32::consts::PI / 8.0);
    let deepest = along * 1.6;
    check_pair(
        &at(circle(0.5), 2.1 * along.x, 2.1 * along.y),
        &at(octagon(2.0), 0.0, 0.0),
        Expect { normal: along.into(), depth: 0.247_759_1, points: &[((deepest.x, deepest.y), 0.247_759_1)] },
    );
    // Above the foot of the slope, nearest to its end (2, 0), at (0.8, 0.6) from it: 1 m. Along y 0.399 and
    // along the slope 0.999 - 1.4 / sqrt(2) = 0.009 overlap.
    check_apart(&at(circle(0.999), 2.8, 0.6), &triangle);
}

#[test]
fn circle_and_wall() {
    let floor = at(wall((-10.0, -4.0), (10.0, -4.0)), 0.0, 0.0);
    // From above and from below: 1 - 0.8, 1 - 0.5.
    check_pair(
        &at(circle(1.0), 3.0, -3.2),
        &floor,
        Expect { normal: (0.0, 1.0), depth: 0.2, points: &[((3.0, -4.2), 0.2)] },
    );
    check_pair(
        &at(circle(1.0), 3.0, -4.5),
        &floor,
        Expect { normal: (0.0, -1.0), depth: 0.5, points: &[((3.0, -3.5), 0.5)] },
    );
    // At the end, 3-4-5, and head on.
    check_pair(
        &at(circle(1.25), 10.6, -3.2),
        &floor,
        Expect { normal: (0.6, 0.8), depth: 0.25, points: &[((9.85, -4.2), 0.25)] },
    );
    check_pair(
        &at(circle(1.0), 10.5, -4.0),
        &floor,
        Expect { normal: (1.0, 0.0), depth: 0.5, points: &[((9.5, -4.0), 0.5)] },
    );
    // The centre on the wall, and on its end: left of the way from start to end, as documented.
    for x in [0.0, 3.0, 10.0, -10.0] {
        check_pair(
            &at(circle(1.0), x, -4.0),
            &floor,
            Expect { normal: (0.0, 1.0), depth: 1.0, points: &[((x, -5.0), 1.0)] },
        );
    }
    // Beside the end: both of the wall's axes overlap, the distance sqrt(2) · 0.8 = 1.13 does not.
    check_apart(&at(circle(1.0), 10.8, -3.2), &floor);
    check_apart(&at(circle(1.0), 0.0, -3.0), &floor);
}

#[test]
fn rectangle_and_rectangle() {
    let square = at(rectangle(2.0, 2.0), 0.0, 0.0);
    // x: 1 - 0.5, y: 1.5. The sides x = 1 and x = 0.5 share y from -0.5 to 1.
    check_pair(
        &square,
        &at(rectangle(2.0, 2.0), 1.5, 0.5),
        Expect { normal: (-1.0, 0.0), depth: 0.5, points: &[((0.75, 1.0), 0.5), ((0.75, -0.5), 0.5)] },
    );
    // Inside, near the right: 5 - 4 + 0.5. Its left side x = 3.5 against x = 5.
    check_pair(
        &at(rectangle(1.0, 1.0), 4.0, 0.0),
        &at(rectangle(10.0, 10.0), 0.0, 0.0),
        Expect { normal: (1.0, 0.0), depth: 1.5, points: &[((4.25, 0.5), 1.5), ((4.25, -0.5), 1.5)] },
    );
    // On a corner: half the diagonal of a 2 m square is sqrt(2); the corner is at y = 0.9, the top at 1.
    check_pair(
        &turned(rectangle(2.0, 2.0), 0.0, 0.9 + 2.0_f32.sqrt(), 45.0),
        &at(rectangle(10.0, 2.0), 0.0, 0.0),
        Expect { normal: (0.0, 1.0), depth: 0.1, points: &[((0.0, 0.95), 0.1)] },
    );
    // Tilted by 10°: the lower left corner is (-2 cos + sin, -2 sin - cos) = (-1.7959672, -1.3321040) from
    // the centre, the lower right (2 cos + sin, 2 sin - cos) = (2.1432637, -0.6375114). With the left one 0.8
    // deep the right one is 0.1054074.
    check_pair(
        &turned(rectangle(4.0, 2.0), 0.0, 0.532_104, 10.0),
        &at(rectangle(10.0, 2.0), 0.0, -1.0),
        Expect {
            normal: (0.0, 1.0),
            depth: 0.8,
            points: &[((-1.795_967_2, -0.4), 0.8), ((2.143_263_7, -0.052_703_7), 0.105_407_4)],
        },
    );
    // The same square twice: the first goes out by face 0.
    check_one_order(
        &square,
        &square,
        Expect { normal: (1.0, 0.0), depth: 2.0, points: &[((0.0, 1.0), 2.0), ((0.0, -1.0), 2.0)] },
    );
    // Side by side, corner to corner, and a turned one whose bounds alone overlap: |x| + |y| = 1.9 at the
    // nearest corner, and the diamond's half diagonal is 1.
    check_apart(&square, &at(rectangle(2.0, 2.0), 2.0, 0.0));
    check_apart(&square, &at(rectangle(2.0, 2.0), 2.0, 2.0));
    check_apart(&square, &turned(rectangle(2.0_f32.sqrt(), 2.0_f32.sqrt()), 1.6, 1.6, 45.0));
}

#[test]
fn rectangle_and_polygon() {
    // A triangle's base, y = 0.9, in the top of a rectangle, y = 1.
    check_pair(
        &at(rectangle(4.0, 2.0), 0.0, 0.0),
        &at(polygon(&[(-1.0, 0.0), (1.0, 0.0), (0.0, 2.0)]), 0.0, 0.9),
        Expect { normal: (0.0, -1.0), depth: 0.1, points: &[((-1.0, 0.95), 0.1), ((1.0, 0.95), 0.1)] },
    );
    // An octagon of apothem 1 turned onto a face: half the face is tan 22.5° = 0.4142136.
    check_pair(
        &turned(octagon(1.082_392_2), 0.0, 0.95, 22.5),
        &at(rectangle(6.0, 1.0), 0.0, -0.5),
        Expect {
            normal: (0.0, 1.0),
            depth: 0.05,
            points: &[((-0.414_213_6, -0.025), 0.05), ((0.414_213_6, -0.025), 0.05)],
        },
    );
    // A small square deep inside a big triangle, 1 above its base: 1 + 0.25 down.
    check_pair(
        &at(rectangle(0.5, 0.5), 0.0, 1.0),
        &at(polygon(&[(-9.0, 0.0), (9.0, 0.0), (0.0, 9.0)]), 0.0, 0.0),
        Expect { normal: (0.0, -1.0), depth: 1.25, points: &[((-0.25, 0.625), 1.25), ((0.25, 0.625), 1.25)] },
    );
    // Under the slope x + y = 2 the corner (1.1, 1.1) does not reach.
    check_apart(
        &at(rectangle(1.0, 1.0), 1.6, 1.6),
        &at(polygon(&[(-2.0, 0.0), (2.0, 0.0), (0.0, 2.0)]), 0.0, 0.0),
    );
}

#[test]
fn rectangle_and_wall() {
    let floor = at(wall((-5.0, 0.0), (5.0, 0.0)), 0.0, 0.0);
    // Resting, 0.05 deep; and the same from below.
    check_pair(
        &at(rectangle(2.0, 1.0), 0.0, 0.45),
        &floor,
        Expect { normal: (0.0, 1.0), depth: 0.05, points: &[((-1.0, -0.025), 0.05), ((1.0, -0.025), 0.05)] },
    );
    check_pair(
        &at(rectangle(2.0, 1.0), 0.0, -0.45),
        &floor,
        Expect { normal: (0.0, -1.0), depth: 0.05, points: &[((-1.0, 0.025), 0.05), ((1.0, 0.025), 0.05)] },
    );
    // Half over the end: the common stretch is x from 4 to 5.
    check_pair(
        &at(rectangle(2.0, 1.0), 5.0, 0.45),
        &floor,
        Expect { normal: (0.0, 1.0), depth: 0.05, points: &[((4.0, -0.025), 0.05), ((5.0, -0.025), 0.05)] },
    );
    // The wall's end sticks in by 0.2.
    check_pair(
        &at(rectangle(2.0, 2.0), 0.0, 0.0),
        &at(wall((0.8, 0.0), (5.0, 0.0)), 0.0, 0.0),
        Expect { normal: (-1.0, 0.0), depth: 0.2, points: &[((0.9, 0.0), 0.2)] },
    );
    // Through the middle: up or down by 1; up, along the rectangle's face 1.
    check_pair(
        &at(rectangle(2.0, 2.0), 0.0, 0.0),
        &floor,
        Expect { normal: (0.0, 1.0), depth: 1.0, points: &[((-1.0, -0.5), 1.0), ((1.0, -0.5), 1.0)] },
    );
    check_apart(&at(rectangle(2.0, 1.0), 0.0, 0.5), &floor);
}

#[test]
fn polygon_and_polygon() {
    let half = 0.5_f32.sqrt();
    // Two right triangles on their long sides x + y = 2 and x + y = 1.8: 0.2 / sqrt(2). The sides run between
    // (2, 0) and (0, 2), and (1.9, -0.1) and (-0.1, 1.9).
    check_pair(
        &at(polygon(&[(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)]), 0.0, 0.0),
        &at(polygon(&[(2.0, 2.0), (0.0, 2.0), (2.0, 0.0)]), -0.1, -0.1),
        Expect {
            normal: (-half, -half),
            depth: 0.2 * half,
            points: &[((1.95, -0.05), 0.2 * half), ((-0.05, 1.95), 0.2 * half)],
        },
    );
    // An octagon's corner, (1, 0), in the side of a diamond given as a polygon, x = 0.8, by 0.2; the next
    // corners are at x = 0.707, outside.
    check_pair(
        &at(octagon(1.0), 0.0, 0.0),
        &turned(polygon(&[(2.0, 0.0), (0.0, 2.0), (-2.0, 0.0), (0.0, -2.0)]), 0.8 + 2.0 * half, 0.0, 45.0),
        Expect { normal: (-1.0, 0.0), depth: 0.2, points: &[((0.9, 0.0), 0.2)] },
    );
    check_apart(&at(octagon(1.0), 0.0, 0.0), &at(octagon(1.0), 2.0, 0.0));
}

#[test]
fn polygon_and_wall() {
    let floor = at(wall((-5.0, 0.0), (5.0, 0.0)), 0.0, 0.0);
    // A triangle on its tip, 0.3 deep.
    check_pair(
        &at(polygon(&[(0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]), 0.0, 0.7),
        &floor,
        Expect { normal: (0.0, 1.0), depth: 0.3, points: &[((0.0, -0.15), 0.3)] },
    );
    // On its base.
    check_pair(
        &at(polygon(&[(-1.0, 0.0), (1.0, 0.0), (0.0, 2.0)]), 2.0, -0.1),
        &floor,
        Expect { normal: (0.0, 1.0), depth: 0.1, points: &[((1.0, -0.05), 0.1), ((3.0, -0.05), 0.1)] },
    );
    check_apart(&at(polygon(&[(-1.0, 0.0), (1.0, 0.0), (0.0, 2.0)]), 2.0, 0.0), &floor);
}

#[test]
fn wall_and_wall() {
    check_apart(&at(wall((-1.0, 0.0), (1.0, 0.0)), 0.0, 0.0), &at(wall((0.0, -1.0), (0.0, 1.0)), 0.0, 0.0));
}
