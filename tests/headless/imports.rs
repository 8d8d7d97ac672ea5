//! Files of other programs as scenes. Poses and sizes are worked out by hand, in metres, at 32 pixels per metre.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use collide2d::{Shape, ShapeKind, SolverKind};
use collision_test::elsewhere::import::{Imported, Tiles, load};
use collision_test::scene::field::FieldKind;
use collision_test::scene::shape::SHAPE_FIELDS;
use collision_test::scene::{Scene, SceneBody, SceneGenerator, SceneJoint, SceneMotion, SceneShape};
use glam::Vec2;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/headless/imports").join(name)
}

/// Reads a sample. The scene that it makes is read back from its text.
fn imported(name: &str) -> Imported {
    let imported = load(&sample(name), 32.0, Tiles::Outlines).unwrap();
    assert_eq!(Scene::from_ron(&imported.scene.to_ron(), "written").unwrap(), imported.scene);
    imported.scene.to_world().unwrap();
    imported
}

/// Reads a text as a file of this name.
pub fn read(name: &str, text: impl AsRef<[u8]>) -> Result<Imported, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    load(&path, 32.0, Tiles::Outlines).map_err(|error| error.message)
}

#[track_caller]
pub fn body<'s>(imported: &'s Imported, name: &str) -> &'s SceneBody {
    imported.scene.bodies.iter().find(|body| body.name == name).expect(name)
}

#[track_caller]
pub fn check(imported: &Imported, name: &str, shape: &SceneShape, position: (f32, f32), rotation: f32) {
    let body = body(imported, name);
    assert!(body.position.distance(position.into()) < 1.0e-5, "{body:?}");
    assert!((body.rotation - rotation).abs() < 1.0e-4, "{body:?}");
    let (found, wanted) = (numbers(&body.shape), numbers(shape));
    assert_eq!((body.shape.kind(), found.len()), (shape.kind(), wanted.len()), "{body:?}");
    assert!(found.iter().zip(&wanted).all(|(f, w)| (f - w).abs() < 1.0e-4), "{body:?} {shape:?}");
}

/// One part of a body of several shapes; where it is in the world.
#[track_caller]
pub fn check_part(
    imported: &Imported,
    (name, index): (&str, usize),
    shape: &SceneShape,
    position: (f32, f32),
    rotation: f32,
) {
    let whole = body(imported, name);
    let part = &whole.shape.parts()[index];
    let pose = part.pose().within(&whole.pose());
    assert!(pose.position.distance(position.into()) < 1.0e-5, "{whole:?}");
    assert!((pose.rotation.degrees() - rotation).abs() < 1.0e-4, "{whole:?}");
    let (found, wanted) = (numbers(&part.shape), numbers(shape));
    assert_eq!((part.shape.kind(), found.len()), (shape.kind(), wanted.len()), "{whole:?}");
    assert!(found.iter().zip(&wanted).all(|(f, w)| (f - w).abs() < 1.0e-4), "{whole:?} {shape:?}");
}

fn numbers(shape: &SceneShape) -> Vec<f32> {
    let sizes = SHAPE_FIELDS.iter().filter_map(|field| match &field.kind {
        FieldKind::Number { place, .. } => (place.get)(shape).copied(),
        _ => None,
    });
    sizes.chain(shape.points().into_iter().flat_map(|(_, point)| point.to_array())).collect()
}

fn polygon(points: &[(f32, f32)]) -> SceneShape {
    SceneShape::Polygon { points: points.iter().map(|p| Vec2::from(*p)).collect(), radius: 0.0 }
}

fn wall(start: (f32, f32), end: (f32, f32)) -> SceneShape {
    SceneShape::Wall { start: start.into(), end: end.into() }
}

fn chain(points: &[(f32, f32)]) -> SceneShape {
    let points = points.iter().map(|p| Vec2::from(*p)).collect();
    SceneShape::Chain { points, closed: false, one_sided: false }
}

/// The shapes of a body of several.
fn pieces(imported: &Imported, name: &str) -> Vec<Shape> {
    body(imported, name).shape.parts().iter().map(|part| part.shape.to_shape().unwrap()).collect()
}

fn area(shapes: &[Shape]) -> f32 {
    shapes.iter().map(Shape::area).sum()
}

pub fn left_out(imported: &Imported) -> Vec<String> {
    imported.left_out.iter().map(ToString::to_string).collect()
}

/// No two of the pieces overlap by more than rounding.
fn assert_apart(imported: &Imported, name: &str) {
    let whole = body(imported, name);
    let parts = whole.shape.parts();
    assert!(parts.len() > 1);
    let placed = |i: usize| (parts[i].shape.to_shape().unwrap(), parts[i].pose().within(&whole.pose()));
    for (n, (a, pose_a)) in (0..parts.len()).map(placed).enumerate() {
        for (b, pose_b) in (0..n).map(placed) {
            let contact = collide2d::collide(&a, &pose_a, &b, &pose_b);
            assert!(contact.is_none_or(|contact| contact.depth < 1.0e-4), "{name} {n}");
        }
    }
}

#[test]
fn a_map_of_tiled_lands_in_metres_with_y_up() {
    let map = imported("level.tmx");
    assert_eq!(map.scene.name, "level");
    assert_eq!(map.scene.gravity, Vec2::new(0.0, -9.81));
    let rectangle = |width, height| SceneShape::Rectangle { width, height, radius: 0.0 };
    // Its layers' offsets add to (64, 0) px. Upper left corner (96, 64), middle (128, 80).
    check(&map, "crate", &rectangle(2.0, 1.0), (4.0, -2.5), 0.0);
    // Turned clockwise by 90° about (96, 64): its right is down, its down is left. Middle (96 - 16, 64 + 32).
    check(&map, "crate 2", &rectangle(2.0, 1.0), (2.5, -3.0), -90.0);
    assert!(matches!(body(&map, "crate").motion, SceneMotion::Static));
    assert!(matches!(body(&map, "crate 2").motion, SceneMotion::Dynamic { mass: 1.0, .. }));
    // Box (64, 0) to (96, 32).
    check(&map, "ball", &SceneShape::Circle { radius: 0.5 }, (2.5, -0.5), 0.0);
    // Points keep their object's position as their origin: (64 + 96, 0).
    check(&map, "gem", &polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]), (5.0, 0.0), 0.0);
    // The last of its points is there twice.
    check(&map, "object 7", &chain(&[(0.0, 0.0), (10.0, 0.0), (10.0, 2.0)]), (0.0, -10.0), 0.0);
    // 32 x 96 px: upright, its ends (96 - 32) / 2 px above and below the middle (16, 48).
    let pill = SceneShape::Capsule { start: Vec2::new(0.0, -1.0), end: Vec2::new(0.0, 1.0), radius: 0.5 };
    check(&map, "pill", &pill, (0.5, -1.5), 0.0);
}

#[test]
fn an_ellipse_of_tiled_is_a_polygon_on_it() {
    let map = imported("level.tmx");
    let SceneShape::Polygon { points, .. } = &body(&map, "pond").shape else { panic!("a polygon") };
    // Half axes of 1 m and 0.5 m; the box begins at (64, 0) px.
    assert_eq!(points.len(), 32);
    assert!(points.iter().all(|p| ((p.x).hypot(2.0 * p.y) - 1.0).abs() < 1.0e-5), "{points:?}");
    assert_eq!(body(&map, "pond").position, Vec2::new(3.0, -0.5));
    assert!(
        map.changed.iter().any(|line| line.contains("\"pond\"") && line.contains("32 corners")),
        "{:?}",
        map.changed
    );
}

#[test]
fn collision_shapes_of_tiles_are_flipped_and_stretched_with_them() {
    let map = imported("level.tmx");
    // The tile is 16 x 32 px, the object twice that, and (100, 200) its lower left corner. The lower half of the tile
    // is a square, 32 px wide: its middle is (116, 184). The disc of 8 px lies around (4, 4) of the tile.
    check_part(
        &map,
        ("lamp", 0),
        &SceneShape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 },
        (116.0 / 32.0, -184.0 / 32.0),
        0.0,
    );
    check_part(&map, ("lamp", 1), &SceneShape::Circle { radius: 0.25 }, (108.0 / 32.0, -144.0 / 32.0), 0.0);
    // Flipped, as large as its tile, upside down: about its lower left corner it points down and left. The
    // square's middle, 8 right and 8 up of the corner, comes 8 left and 8 down of it.
    check_part(
        &map,
        ("back", 0),
        &SceneShape::Rectangle { width: 0.5, height: 0.5, radius: 0.0 },
        (92.0 / 32.0, -208.0 / 32.0),
        0.0,
    );
    // The disc, flipped to (12, 4) of the tile, 12 right and 28 up of the corner, comes as far left and down.
    check_part(&map, ("back", 1), &SceneShape::Circle { radius: 0.125 }, (88.0 / 32.0, -228.0 / 32.0), 0.0);
    // In a tileset of its own file, whose objects are at their middles.
    check(&map, "rock", &SceneShape::Rectangle { width: 0.5, height: 1.0, radius: 0.0 }, (2.0, -2.0), 0.0);
}

#[test]
fn a_concave_outline_is_covered_by_convex_pieces() {
    let map = imported("level.tmx");
    // 64 x 96 px, less 32 x 64: 4096 px², 4 m².
    let ell = pieces(&map, "ell");
    assert_eq!(ell.len(), 2, "{ell:?}");
    assert!((area(&ell) - 4.0).abs() < 1.0e-4);
    assert_apart(&map, "ell");
    let whole = body(&map, "ell");
    assert_eq!((whole.position, whole.rotation), (Vec2::new(10.0, -5.0), -30.0));
    assert!(whole.shape.parts().iter().all(|part| (part.at, part.turned) == (Vec2::ZERO, 0.0)));
    // A line that crosses itself is two triangles of 64 x 32 / 2 px².
    let bow = pieces(&map, "bow");
    assert_eq!(bow.len(), 2, "{bow:?}");
    assert!((area(&bow) - 2.0).abs() < 1.0e-4);
    assert_apart(&map, "bow");
    assert!(map.changed.iter().any(|line| line.contains("\"ell\"") && line.contains("2 convex pieces")));
}

#[test]
fn what_a_map_has_beside_is_told() {
    let told = left_out(&imported("level.tmx"));
    for (object, why) in [
        ("tile layer \"ground\"", "no tiles"),
        ("object 11 \"start\"", "point"),
        ("object 12 \"sign\"", "text"),
        ("object 13 \"flat\"", "no size"),
        ("object 14 \"copy\"", "template"),
        ("object 15 \"picture\"", "without collision shapes"),
        ("object 16 \"lost\"", "\"missing.tsx\" cannot be read"),
        ("object 9 \"lamp\"", "object 3 of its tile: a point"),
        ("image layer \"sky\"", "picture"),
    ] {
        let found = told.iter().filter(|line| line.starts_with(object) && line.contains(why)).count();
        assert_eq!(found, 1, "{object} {why}: {told:#?}");
    }
    assert_eq!(told.len(), 9, "{told:#?}");
}

#[test]
fn a_drawing_keeps_circles_and_rectangles() {
    let drawing = imported("drawing.svg");
    let rectangle = |width, height| SceneShape::Rectangle { width, height, radius: 0.0 };
    check(&drawing, "floor", &rectangle(20.0, 1.0), (10.0, -9.5), 0.0);
    check(&drawing, "ball", &SceneShape::Circle { radius: 0.5 }, (3.0, -3.0), 0.0);
    // Its middle (96, 16) px, turned clockwise by 30° about (64, 32):
    // (64 + 96 cos 30° - 16 sin 30°, 32 + 96 sin 30° + 16 cos 30°) = (139.1384, 93.8564).
    check(&drawing, "turned", &rectangle(2.0, 1.0), (139.1384 / 32.0, -93.8564 / 32.0), -30.0);
    // What a `use` draws has no id of its own here.
    let stamped = drawing.scene.bodies.iter().filter(|body| body.shape == rectangle(1.0, 1.0));
    assert_eq!(stamped.map(|body| body.position).collect::<Vec<_>>(), [Vec2::new(3.5, -0.5)]);
    let SceneShape::Polygon { points, .. } = &body(&drawing, "egg").shape else { panic!("a polygon") };
    assert!(points.iter().all(|p| (p.x.hypot(2.0 * p.y) - 1.0).abs() < 1.0e-3), "{points:?}");
    // The middle of the line's box (0, 0) to (32, 64) px.
    check(&drawing, "rope", &chain(&[(-0.5, 1.0), (0.5, 1.0), (0.5, -1.0)]), (0.5, -1.0), 0.0);
}

/// Of some the last curve ends beside the first by rounding.
#[test]
fn a_circle_is_one_whatever_its_radius_and_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.svg");
    for r in 1..60 {
        for (x, y) in [(0.0, 0.0), (5.1, -0.3), (100.0, 33.3)] {
            let radius = 0.7 * f64::from(r);
            let circle = format!(r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#);
            std::fs::write(&path, format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{circle}</svg>"#))
                .unwrap();
            let found = load(&path, 32.0, Tiles::Outlines).map_err(|error| error.message).unwrap();
            let shape = &found.scene.bodies[0].shape;
            let is_circle = matches!(shape, SceneShape::Circle { radius: metres } if (f64::from(*metres) * 32.0 - radius).abs() < 1.0e-3 * radius);
            assert!(is_circle, "{circle}: {shape:?}");
        }
    }
}

/// A line has the default fill, black, which fills nothing of it.
#[test]
fn a_straight_line_is_a_wall_whatever_its_fill() {
    let lines = [
        r#"<line x1="0" y1="0" x2="96" y2="64" stroke="black"/>"#,
        r#"<path d="M0 0 L96 64" stroke="black"/>"#,
        r#"<path d="M0 0 L96 64" stroke="black" fill="none"/>"#,
    ];
    for line in lines {
        let drawing =
            format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300">{line}</svg>"#);
        let found = read("a.svg", &drawing).unwrap();
        assert!(left_out(&found).is_empty() && found.scene.bodies.len() == 1, "{line}");
        let name = found.scene.bodies[0].name.clone();
        // 96 and 64 of 32 pixels a metre, y up, around its middle.
        let middle = found.scene.bodies[0].position;
        check(&found, &name, &wall((-1.5, 1.0), (1.5, -1.0)), (middle.x, middle.y), 0.0);
    }
    // Three points on a line are a chain; three that are not, filled, an area.
    let path = |d: &str| {
        let drawing = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300"><path d="{d}" stroke="black"/></svg>"#
        );
        read("a.svg", &drawing).unwrap().scene.bodies[0].shape.kind()
    };
    assert_eq!(path("M0 0 L32 32 L96 96"), ShapeKind::Chain);
    assert_eq!(path("M0 0 L32 32 L96 32"), ShapeKind::Polygon);
}

#[test]
fn the_holes_and_curves_of_a_drawing_are_taken() {
    let drawing = imported("drawing.svg");
    // 96² - 32² px², 8 m², with the hole around (368, 112) px.
    let ring = pieces(&drawing, "ring");
    assert!(ring.len() >= 4, "{ring:?}");
    assert!((area(&ring) - 8.0).abs() < 1.0e-3, "{}", area(&ring));
    assert_apart(&drawing, "ring");
    let world = drawing.scene.to_world().unwrap();
    let hole = Vec2::new(368.0, -112.0) / 32.0;
    assert!(world.bodies().iter().all(|body| !body.shape().contains(body.pose(), hole)));
    // Half of 64 x 64 px, less half of 64 x 32: 1024 px².
    let arrow = pieces(&drawing, "arrow");
    assert!((area(&arrow) - 1.0).abs() < 1.0e-4 && arrow.len() == 2, "{arrow:?}");
    // Two arcs over 96 px. At the share t of its width a curve of heights 0, 32, 32, 0 px at thirds is 96 t (1 - t) px
    // high, on average 16 px: 3072 px², 3 m². The corners lie on the curves, so the polygon is smaller.
    let leaf = body(&drawing, "leaf").shape.to_shape().unwrap();
    assert!((2.95..3.0).contains(&leaf.area()), "{}", leaf.area());
    assert!(drawing.changed.iter().any(|line| line.contains("0.2 %")), "{:?}", drawing.changed);
}

#[test]
fn what_a_drawing_has_beside_is_told() {
    let told = left_out(&imported("drawing.svg"));
    for (element, why) in [
        ("text 1 \"title\"", "text"),
        ("image 1", "picture"),
        ("rect:", "no size"),
        ("rect \"ghost\"", "neither fill nor stroke"),
    ] {
        let found = told.iter().filter(|line| line.starts_with(element) && line.contains(why)).count();
        assert_eq!(found, 1, "{element} {why}: {told:#?}");
    }
    assert_eq!(told.len(), 4, "{told:#?}");
}

#[test]
fn a_world_of_box2d_keeps_its_metres_and_motions() {
    let world = imported("world.json");
    assert_eq!(world.scene.gravity, Vec2::new(0.0, -10.0));
    assert_eq!(world.scene.solver, SolverKind::Rigid);
    // They stay where they are, and their frictions differ.
    check(&world, "ground.1", &chain(&[(-8.0, 0.0), (8.0, 0.0), (8.0, 2.0)]), (0.0, 0.0), 0.0);
    check(&world, "ground.2", &wall((-8.0, 0.0), (-8.0, 2.0)), (0.0, 0.0), 0.0);
    // x is the bits 0x40200000, 2.5. The disc's centre, 1 m along the body's x axis, is above: turned by 90°.
    check_part(&world, ("wheel", 0), &SceneShape::Circle { radius: 0.5 }, (2.5, 4.0), 90.0);
    let wheel = body(&world, "wheel");
    assert_eq!(wheel.position, Vec2::new(2.5, 3.0));
    assert_eq!((wheel.friction, wheel.restitution), (0.7, 0.25));
    let SceneMotion::Dynamic { mass, velocity, angular_velocity, acceleration, damping } = wheel.motion
    else {
        panic!("dynamic")
    };
    // 2 kg/m² on π/4 m². e^-0.5 of the velocity is left after a second.
    assert!((mass - std::f32::consts::FRAC_PI_2).abs() < 1.0e-5, "{mass}");
    assert_eq!((velocity, acceleration, wheel.gravity_scale), (Vec2::X, Vec2::ZERO, 0.5));
    assert!((angular_velocity - 180.0).abs() < 1.0e-4 && (damping - 0.606_530_66).abs() < 1.0e-6);
    check(&world, "cart.1", &polygon(&[(-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)]), (0.0, 1.0), 0.0);
    check(&world, "cart.2", &SceneShape::Circle { radius: 0.25 }, (0.0, 1.0), 0.0);
    assert!(body(&world, "cart.2").sensor && !body(&world, "cart.1").sensor);
    assert!(world.changed.iter().any(|line| line.contains("\"cart\" is 2 bodies")), "{:?}", world.changed);
    assert!(matches!(body(&world, "lift").motion, SceneMotion::Kinematic { velocity: Vec2::Y, .. }));
    let told = left_out(&world);
    for (object, why) in [
        ("fixture 2 of body 2 \"cart\"", "no circle, polygon"),
        ("body 4 \"empty\"", "no fixture"),
        ("the motor of joint 0 \"axle\"", "turn freely"),
        ("joint 3 \"rail\"", "no prismatic joint"),
        ("joint 4 \"hook\"", "is not taken"),
        ("image 0 \"photo\"", "no images"),
        ("the vertices before and after the chain of fixture 0 of body 0 \"ground\"", "ends where it ends"),
        ("the angular damping of body 1 \"wheel\"", "one damping for both"),
        ("the mass data of body 1 \"wheel\"", "those of its fixtures"),
        ("the mass data of body 2 \"cart\"", "those of its fixtures"),
    ] {
        assert!(
            told.iter().any(|line| line.starts_with(object) && line.contains(why)),
            "{object}: {told:#?}"
        );
    }
    assert_eq!(told.len(), 10, "{told:#?}");
    let names = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let (a, b) = names("wheel", "cart.1");
    let axle = SceneJoint { a, b, at_a: Vec2::new(1.0, 0.5), ..SceneJoint::default() };
    assert_eq!(world.scene.joints, [axle]);
    // The first of the bodies that the ground became stands at the origin.
    let ((a, b), at_b) = (names("cart.1", "ground.1"), Vec2::new(3.0, 0.0));
    let bar = SceneGenerator::Rod { a, b, at_a: Vec2::ZERO, at_b, length: 2.5 };
    assert_eq!(world.scene.generators, [bar, SceneGenerator::cable("lift", "wheel", 6.0)]);
    for changed in ["\"bar\" is a spring", "\"rope\" do not collide in Box2D"] {
        assert!(world.changed.iter().any(|line| line.contains(changed)), "{changed}: {:?}", world.changed);
    }
}

/// What a scene has is taken, what it has not is told.
#[test]
fn bullets_and_fixed_rotations_of_box2d_are_taken_and_filters_told() {
    let fixture = |keys: &str, x: i32| {
        format!(r#"{{"density":1,{keys}"circle":{{"center":{{"x":{x},"y":0}},"radius":0.5}}}}"#)
    };
    let world = |first: &str, second: &str| {
        let fixtures = [fixture(first, 0), fixture(second, 3)].join(",");
        let body = format!(
            r#"{{"name":"d","type":2,"position":{{"x":0,"y":2}},"fixedRotation":true,"bullet":true,"fixture":[{fixtures}]}}"#
        );
        read("w.json", format!(r#"{{"gravity":{{"x":0,"y":-10}},"body":[{body}]}}"#)).unwrap()
    };
    let all = r#""filter-categoryBits":1,"filter-maskBits":65535,"filter-groupIndex":0,"#;
    let plain = world(all, all);
    let taken = body(&plain, "d");
    assert!(taken.bullet && taken.fixed_rotation && left_out(&plain).is_empty() && plain.changed.is_empty());
    let told = world(
        r#""friction":0.9,"filter-categoryBits":2,"filter-maskBits":4,"#,
        r#""friction":0.1,"restitution":0.8,"#,
    );
    let filter = left_out(&told).into_iter().any(|line| line.contains("the filter of fixture 0"));
    assert!(filter, "{:?}", left_out(&told));
    assert!(told.changed.iter().any(|line| line.contains("friction and restitution of its first shape")));
}

#[test]
fn names_are_unique_and_outgrow_no_limit() {
    let object = |name: &str, x: usize| {
        format!(r#"<object id="1" name="{name}" x="{x}" y="0" width="8" height="8"/>"#)
    };
    let objects = object("a", 1)
        + &object("a 2", 20)
        + &object("a", 40)
        + &object(" ", 60)
        + &object(&"é".repeat(5000), 80);
    let map = read("names.tmx", map(&objects)).unwrap();
    let names: Vec<&str> = map.scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names[..4], ["a", "a 2", "a 3", "object 1"]);
    assert_eq!(names[4].chars().count(), 100);
}

/// A box of 2 m² at 1 kg/m², one of 1 m² at 3 kg/m²: 5 kg, and the middle at (2 × 0 + 3 × 3) / 5 = 1.8 m.
#[test]
fn a_body_of_several_fixtures_stays_whole() {
    let text = r#"{"body": [{"name": "cart", "type": 2, "position": {"x": 0, "y": 1}, "fixture": [
        {"density": 1, "polygon": {"vertices": {"x": [-1, 1, 1, -1], "y": [-0.5, -0.5, 0.5, 0.5]}}},
        {"density": 3, "polygon": {"vertices": {"x": [2.5, 3.5, 3.5, 2.5], "y": [-0.5, -0.5, 0.5, 0.5]}}},
        {"chain": {"vertices": {"x": [-1, 0, 1], "y": [1, 1.5, 1]}}}]}]}"#;
    let world = read("cart.json", text).unwrap();
    let cart = body(&world, "cart");
    let densities: Vec<f32> = cart.shape.parts().iter().map(|part| part.density).collect();
    assert_eq!((world.scene.bodies.len(), densities.as_slice()), (1, &[1.0, 3.0, 1.0][..]));
    check_part(&world, ("cart", 2), &chain(&[(-1.0, 1.0), (0.0, 1.5), (1.0, 1.0)]), (0.0, 1.0), 0.0);
    assert!(
        matches!(cart.motion, SceneMotion::Dynamic { mass, .. } if (mass - 5.0).abs() < 1.0e-5),
        "{cart:?}"
    );
    // The chain counts as 2 cm thick: 2 × √1.25 m × 0.02 m.
    let line = 0.04 * 1.25_f32.sqrt();
    let middle = cart.shape.to_shape().unwrap().centroid();
    assert!((middle.x - 9.0 / (5.0 + line)).abs() < 1.0e-5, "{middle}");
}

fn map(objects: &str) -> String {
    format!(r#"<map orientation="orthogonal"><objectgroup>{objects}</objectgroup></map>"#)
}

#[test]
fn broken_files_name_place_and_reason() {
    let rect = r#"<object id="7" x="1" y="2" width="3" height="4"/>"#;
    for (name, text, words) in [
        ("a.tmx", "", "a.tmx:1:1: is no XML"),
        ("a.tmx", "<map>\n <objectgroup>\n</map>", "a.tmx:3:1: is no XML"),
        ("a.tmx", "<tileset/>", "a.tmx:1:1: is not a Tiled map: its root is <tileset>; allowed: <map>"),
        ("a.tmx", "<!DOCTYPE a [<!ENTITY b '&b;'>]><map>&b;</map>", "a.tmx:1:29: is no XML"),
        (
            "a.tmx",
            &map("\n<object x=\"wide\"/>"),
            "a.tmx:2:12: <object>: x is \"wide\"; allowed: a finite number",
        ),
        ("a.tmx", &map("\n<object width=\"inf\"/>"), "a.tmx:2:16: <object>: width is \"inf\""),
        (
            "a.tmx",
            &map("\n<object><polygon points=\"0,0 1\"/></object>"),
            "a.tmx:2:26: <polygon>: points have \"1\"",
        ),
        ("a.tmx", &map("\n<object><polygon/></object>"), "a.tmx:2:9: <polygon>: points are missing"),
        (
            "a.tmx",
            &map("\n<object gid=\"-1\"/>"),
            "a.tmx:2:14: <object>: gid is \"-1\"; allowed: a whole number",
        ),
        ("a.tmx", &map("<object id=\"3\"/>"), "a.tmx: holds nothing that can be taken"),
        (
            "a.tmx",
            &map("<object id=\"3\" name=\"b\u{202e}c\"/>"),
            "left out: object 3 \"b\\u{202e}c\": it has no size",
        ),
        ("a.svg", "", "a.svg:1:1: is no XML"),
        ("a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<path</svg>", "a.svg:2:"),
        ("a.svg", "<html/>", "is no SVG"),
        (
            "a.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>",
            "holds nothing that can be taken",
        ),
        ("a.json", "", "a.json:1:0: is no JSON of a Box2D world"),
        ("a.json", "{\n \"body\": [\n}", "a.json:3:1: body[0]: expected value"),
        ("a.json", "[]", "a.json:1:1: is a list; allowed: a Box2D world"),
        ("a.json", "{}", "has no list \"body\""),
        ("a.json", "{\"body\": []} {}", "a.json:1:14: is no JSON of a Box2D world: trailing"),
        (
            "a.json",
            "{\"body\": [{\"angle\": \"left\"}]}",
            "a.json:1:26: body[0].angle: invalid value: string \"left\", expected a finite number, or",
        ),
        ("a.json", "{\"body\": [{\"angle\": \"7F800000\"}]}", "allowed: a finite number"),
        ("a.json", "{\"body\": [{\"angle\": 1e39}]}", "allowed: a finite number"),
        ("a.json", "{\"layers\": []}", "allowed: the same map saved as .tmx"),
        ("a.json", "{\"metaworld\": {}}", "the JSON that it exports"),
        ("a.tmj", "{\"layers\": []}", "allowed: the same map saved as .tmx"),
        ("a.png", rect, "is of no known kind; allowed: a Tiled map (.tmx)"),
        ("a", rect, "is of no known kind"),
    ] {
        let error = read(name, text).expect_err(words);
        assert!(error.contains(words), "{words}\n{error}");
    }
    let error = read("a.tmx", b"<map name='\xe9'/>").unwrap_err();
    assert!(error.contains("a.tmx: is not UTF-8 text"), "{error}");
    let error = load(Path::new("/nowhere/a.tmx"), 32.0, Tiles::Outlines).unwrap_err().message;
    assert!(error.contains("/nowhere/a.tmx: cannot be read"), "{error}");
    assert!(
        load(Path::new("/dev/zero"), 32.0, Tiles::Outlines).unwrap_err().message.contains("no known kind")
    );
}

#[test]
fn hostile_files_are_refused_in_words_and_in_time() {
    let started = std::time::Instant::now();
    let nested = |open: &str, close: &str| open.repeat(30_000) + &close.repeat(30_000);
    let many = |count: usize, object: &str| map(&object.repeat(count));
    // Every side of the star crosses nearly every other one.
    let star: String = (0..4001)
        .map(|i| {
            let turn = f64::from(i) * 2000.0 / 4001.0 * std::f64::consts::TAU;
            format!("{},{} ", 9000.0 * turn.cos(), 9000.0 * turn.sin())
        })
        .collect();
    let stars = format!(r#"<object id="1"><polygon points="{}"/></object>"#, star.trim()).repeat(80);
    let stars = map(&stars);
    let star = map(&format!(r#"<object id="1"><polygon points="{}"/></object>"#, star.trim()));
    let comb: String = (0..5000).map(|i| format!("{i},{} ", i % 2)).collect();
    // There and back on one line, each time a little further, and once aside.
    let folded: String =
        (0..4000).map(|i| if i % 2 == 0 { format!("{i},0 ") } else { format!("-{i},0 ") }).collect();
    let folded = map(&format!(r#"<object id="1"><polygon points="{folded}0,9"/></object>"#));
    let comb = map(&format!(r#"<object id="1"><polygon points="{}"/></object>"#, comb.trim()));
    let tile = format!(
        r#"<map><tileset firstgid="1" tilewidth="8" tileheight="8"><tile id="0"><objectgroup>{}</objectgroup></tile></tileset><objectgroup>{}</objectgroup></map>"#,
        r#"<object width="0"/>"#.repeat(2000),
        r#"<object gid="1"/>"#.repeat(2000)
    );
    for (name, text, words) in [
        ("a.tmx", format!("<map>{}</map>", nested("<group>", "</group>")), "64 groups"),
        ("a.tmx", nested("<map>", "</map>"), "holds nothing"),
        (
            "a.svg",
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}</svg>", nested("<g>", "</g>")),
            "is no SVG",
        ),
        ("a.json", nested("[", "]"), "a.json:1:"),
        ("a.json", format!("{{\"body\": {}}}", nested("[", "]")), "a.json:1:"),
        (
            "a.tmx",
            many(120_000, r#"<object width="9" height="9"/>"#),
            "too many bodies; allowed: up to 100000",
        ),
        ("a.tmx", many(120_000, r#"<object width="0"/>"#), "too many objects that cannot be taken"),
        ("a.tmx", tile, "too many objects that cannot be taken"),
        ("a.tmx", star, "crosses itself too often; allowed: up to 10000 times"),
        ("a.tmx", folded, "crosses itself too often"),
        ("a.tmx", stars, "crosses itself too often"),
        ("a.tmx", comb, "has 5000 corners; allowed: up to 4096"),
        ("a.tmx", map(r#"<object id="1" x="1e30" width="9" height="9"/>"#), "farther than"),
        ("a.tmx", map(r#"<object id="1" width="1e300" height="9"/>"#), "farther than"),
        (
            "a.tmx",
            map(r#"<object id="1"><polygon points="0,0 1e300,0 0,1e300"/></object>"#),
            "is larger than",
        ),
        ("a.tmx", map(r#"<object id="1"><polygon points="0,0 9,9 18,18 5,5"/></object>"#), "no area"),
        ("a.tmx", map(r#"<object id="1"><polyline points="5,5 5,5"/></object>"#), "no length"),
    ] {
        let error = read(name, text).expect_err(words);
        assert!(error.contains(words), "{words}\n{}", &error[..error.len().min(2000)]);
        assert!(error.len() < 5000, "{}", error.len());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.tmx");
    std::fs::File::create(&path).unwrap().set_len(17 << 20).unwrap();
    assert!(
        load(&path, 32.0, Tiles::Outlines).unwrap_err().message.contains("too large; allowed: up to 16 MiB")
    );
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn a_file_cut_off_or_changed_anywhere_never_panics() {
    for name in ["level.tmx", "drawing.svg", "world.json"] {
        let whole = std::fs::read_to_string(sample(name)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let mut refusals = 0;
        let others = ['<', '"', '-', '9', 'e', ' ', ',', '/'];
        for (i, c) in whole.trim_end().char_indices().step_by(5) {
            std::fs::write(&path, &whole[..i]).unwrap();
            assert!(load(&path, 32.0, Tiles::Outlines).is_err(), "{name} cut at {i}");
            let new = others[i % 8].to_string();
            std::fs::write(&path, [&whole[..i], &new, &whole[i + c.len_utf8()..]].concat()).unwrap();
            if let Ok(imported) = load(&path, 32.0, Tiles::Outlines) {
                imported.scene.validate().unwrap();
            } else {
                refusals += 1;
            }
        }
        assert!(refusals > 30, "{name}: {refusals}");
    }
}

/// Outlines of random corners, which cross themselves: the pieces together have the area that sampling finds inside.
#[test]
fn pieces_cover_what_an_outline_winds_around() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..20 {
        let points: Vec<(f64, f64)> = (0..12).map(|_| (320.0 * random.f64(), 320.0 * random.f64())).collect();
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let object = format!(r#"<object id="1" name="o"><polygon points="{}"/></object>"#, list.join(" "));
        let imported = read("a.tmx", map(&object)).unwrap();
        let shapes: Vec<Shape> =
            imported.scene.bodies.iter().map(|body| body.shape.to_shape().unwrap()).collect();
        let winding = |x: f64, y: f64| -> i32 {
            let ends = points.iter().zip(points.iter().cycle().skip(1));
            let side = |(p, q): (&(f64, f64), &(f64, f64))| {
                let left = (q.0 - p.0) * (y - p.1) - (x - p.0) * (q.1 - p.1);
                i32::from(p.1 <= y && q.1 > y && left > 0.0) - i32::from(p.1 > y && q.1 <= y && left < 0.0)
            };
            ends.map(side).sum()
        };
        let pose = collide2d::Pose::default();
        let (mut inside, mut wrong) = (0, 0);
        for _ in 0..2000 {
            let (x, y) = (320.0 * random.f64(), 320.0 * random.f64());
            let p = Vec2::new(x as f32 / 32.0, -y as f32 / 32.0);
            let covered = shapes.iter().any(|shape| shape.contains(&pose, p));
            inside += usize::from(covered);
            wrong += usize::from(covered != (winding(x, y) != 0));
        }
        // A sample on an edge may fall on either side.
        assert!(wrong <= 2 && inside > 50, "{wrong} of {inside}");
        assert!((area(&shapes) - inside as f32 * 100.0 / 2000.0).abs() < 8.0, "{}", area(&shapes));
    }
}

/// Beside a map, or below it, and nothing else: neither by its name nor by a link.
#[test]
fn a_map_opens_tilesets_beside_it_and_below_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (maps, path) = (folder.path().join("maps"), folder.path().join("maps/level.tmx"));
    std::fs::create_dir_all(maps.join("tiles")).unwrap();
    let tileset = r#"<tileset tilewidth="8" tileheight="8"><tile id="0"><objectgroup><object width="8" height="8"/></objectgroup></tile></tileset>"#;
    for place in ["maps/here.tsx", "maps/tiles/below.tsx", "outside.tsx"] {
        std::fs::write(folder.path().join(place), tileset).unwrap();
    }
    let outside = folder.path().join("outside.tsx");
    let mut sources = vec![
        ("here.tsx", None),
        ("./tiles/below.tsx", None),
        ("tiles\\below.tsx", None),
        ("../outside.tsx", Some("is not beside the map")),
        ("tiles/../../outside.tsx", Some("is not beside the map")),
        (outside.to_str().unwrap(), Some("is not beside the map")),
        ("../../../etc/passwd", Some("is not beside the map")),
        ("/dev/zero", Some("is not beside the map")),
        ("nowhere.tsx", Some("cannot be read")),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, maps.join("link.tsx")).unwrap();
        sources.push(("link.tsx", Some("is not beside the map")));
    }
    for (source, refused) in sources {
        let objects = r#"<object id="1" gid="1" x="0" y="8" width="8" height="8"/><object id="2" x="64" width="8" height="8"/>"#;
        let text = format!(
            r#"<map><tileset firstgid="1" source="{source}"/><objectgroup>{objects}</objectgroup></map>"#
        );
        std::fs::write(&path, text).unwrap();
        let imported = load(&path, 32.0, Tiles::Outlines).unwrap();
        let left_out = left_out(&imported);
        match refused {
            None => {
                assert_eq!((imported.scene.bodies.len(), left_out.len()), (2, 0), "{source}: {left_out:?}")
            }
            Some(why) => assert!(left_out.len() == 1 && left_out[0].contains(why), "{source}: {left_out:?}"),
        }
    }
}

/// Properties of the names that a body has are taken, others and those of another type are not.
#[test]
fn bool_properties_of_tiled_are_taken() {
    let object = |name: &str, kind: &str| {
        format!(
            r#"<object id="1" name="o" width="32" height="32"><properties><property name="{name}" type="{kind}" value="true"/></properties></object>"#
        )
    };
    let taken = |name: &str, kind: &str| {
        let imported = read("a.tmx", map(&object(name, kind))).unwrap();
        let body = &imported.scene.bodies[0];
        let is_dynamic = matches!(body.motion, SceneMotion::Dynamic { .. });
        let is_one_way = body.one_way == Some(Vec2::Y);
        [is_dynamic, body.sensor, body.bullet, body.fixed_rotation, is_one_way]
    };
    for (i, name) in ["dynamic", "sensor", "bullet", "fixed_rotation", "one_way"].into_iter().enumerate() {
        let mut expected = [false; 5];
        expected[i] = true;
        assert_eq!(taken(name, "bool"), expected, "{name}");
        assert_eq!(taken(name, "string"), [false; 5], "{name}");
    }
    // Of an object that is turned by a right angle, clockwise as Tiled draws it, up is its own left.
    let turned = object("one_way", "bool").replace("name=\"o\"", "name=\"o\" rotation=\"90\"");
    let imported = read("a.tmx", map(&turned)).unwrap();
    let body = &imported.scene.bodies[0];
    let out = body.pose().rotation.rotate(body.one_way.unwrap());
    assert!(out.distance(Vec2::Y) < 1.0e-6, "held from above: {out}");
}

/// A tile with a shape and one that is refused, a tile with none but such, and a picture.
#[test]
fn what_is_refused_of_a_tile_in_a_layer_is_told_once() {
    let refused = r#"<object id="2" name="lost" width="9" height="9" template="t.tx"/>"#;
    let half = r#"<object id="1" width="16" height="32"/>"#;
    let map = |cells: &str| {
        format!(
            r#"<map orientation="orthogonal" width="4" height="1" tilewidth="32" tileheight="32">
            <tileset firstgid="1" tilewidth="32" tileheight="32">
              <tile id="0"><objectgroup>{half}{refused}</objectgroup></tile>
              <tile id="1"><objectgroup>{refused}</objectgroup></tile>
            </tileset><layer name="l" width="4" height="1"><data encoding="csv">{cells}</data></layer></map>"#
        )
    };
    let imported = read("a.tmx", map("1,2,2,3")).unwrap();
    let told = left_out(&imported);
    let lost = "tile layer \"l\" (2 times): object 2 \"lost\" of its tile: it is made from a template, and templates are not opened";
    assert_eq!(told.iter().filter(|line| *line == lost).count(), 1, "that of each tile: {told:#?}");
    for words in [
        "2 tiles: none of its tile's collision shapes can be taken",
        "1 of its tiles have no collision shapes",
    ] {
        assert_eq!(told.iter().filter(|line| line.contains(words)).count(), 1, "{words}: {told:#?}");
    }
    assert_eq!(told.len(), 3, "{told:#?}");
    // Tiles that cannot be taken are not made solid.
    let alone = read("a.tmx", map("2,0,0,0"));
    assert!(alone.is_err() || left_out(&alone.unwrap()).len() == 2);
}

#[test]
fn a_chunk_at_the_end_of_all_numbers_is_too_far() {
    let far = |x: &str| {
        let chunk = format!(r#"<chunk x="{x}" y="0" width="1" height="1">1</chunk>"#);
        let text = format!(
            r#"<map orientation="orthogonal" tilewidth="32" tileheight="32"><layer name="l"><data encoding="csv">{chunk}</data></layer>{}</map>"#,
            r#"<objectgroup><object id="1" width="32" height="32"/></objectgroup>"#
        );
        left_out(&read("a.tmx", text).unwrap())
    };
    for x in ["-2147483648", "2147483647"] {
        let told = far(x);
        assert!(told.iter().any(|line| line.contains("a chunk of it is farther than")), "{x}: {told:#?}");
    }
}

/// Of a box of 4 kg whose centre of mass was moved down, one that is not active and one that sleeps.
#[test]
fn mass_data_and_states_of_box2d_are_told() {
    let square =
        r#""fixture": [{"density": 1, "polygon": {"vertices": {"x": [-1, 1, 1, -1], "y": [-1, -1, 1, 1]}}}]"#;
    let told = |fields: &str| {
        let text = format!(
            r#"{{"body": [{{"name": "box", "type": 2, "position": {{"x": 3, "y": 0}}, {fields}, {square}}}]}}"#
        );
        let imported = read("a.json", text).unwrap();
        (left_out(&imported), imported.changed)
    };
    let as_given = r#""massData-mass": 4, "massData-center": {"x": 0, "y": 0}"#;
    assert_eq!(told(as_given), (vec![], vec![]));
    let (left, _) = told(r#""massData-mass": 4, "massData-center": {"x": 0, "y": -0.8}"#);
    assert!(left.len() == 1 && left[0].starts_with("the mass data of body 0"), "{left:?}");
    let (left, _) = told(r#""massData-mass": 8, "massData-center": 0"#);
    assert!(left.len() == 1 && left[0].starts_with("the mass data of body 0"), "{left:?}");
    // Beside a sensor, which is a body of its own, of 0.09 π kg or of nothing: 4.283 kg, 0.066 m to the right, or 4 kg.
    let beside = |density: &str, fields: &str| {
        let sensor = format!(
            r#""fixture": [{{"sensor": true, "density": {density}, "circle": {{"center": {{"x": 1, "y": 0}}, "radius": 0.3}}}}, {{"#
        );
        let square = square.replace(r#""fixture": [{"#, &sensor);
        let text = format!(r#"{{"body": [{{"name": "box", "type": 2, {fields}, {square}}}]}}"#);
        left_out(&read("a.json", text).unwrap())
    };
    let with_sensor = r#""massData-mass": 4.2827, "massData-center": {"x": 0.066, "y": 0}"#;
    for (density, given) in [("1", with_sensor), ("0", as_given)] {
        assert_eq!(beside(density, given), Vec::<String>::new());
        for other in
            [r#""massData-mass": 8"#, r#""massData-center": {"x": 0, "y": -0.8}"#, r#""massData-I": 9"#]
        {
            let left = beside(density, other);
            assert!(left.len() == 1 && left[0].starts_with("the mass data of body 0"), "{left:?}");
        }
    }
    let (left, changed) = told(r#""active": false, "awake": false, "angularDamping": 2"#);
    assert!(left.len() == 1 && left[0].starts_with("the angular damping of body 0"), "{left:?}");
    assert!(
        changed.len() == 2 && changed[0].contains("not active") && changed[1].contains("asleep"),
        "{changed:?}"
    );
}

/// A frame of a recording becomes a scene that goes on as the game did, which is looked at, hunted in and reduced as any other; what
/// the recording does not tell is told.
#[test]
fn a_frame_of_a_recording_is_imported_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let dominoes = sample("").join("../../../scenes/falling-dominoes.ron");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
        let output = command.current_dir(folder.path()).args(args).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), out, err)
    };
    let falls = |scene: &str| {
        let (_, out, err) = run(&["report", scene, "--until", "Begin(a: \"domino 5\", b: \"domino 6\")"]);
        let frame = out.split("holds at frame ").nth(1).and_then(|rest| rest.split(':').next());
        frame.and_then(|frame| frame.parse::<i64>().ok()).unwrap_or_else(|| panic!("{out}{err}"))
    };
    let dominoes = dominoes.to_str().unwrap();
    assert_eq!(run(&["record", dominoes, "--frames", "0..80", "--output", "game.jsonl"]).0, Some(0));
    let (code, out, err) = run(&["import", "game.jsonl", "--frame", "40", "-o", "level.ron", "--keep-tiles"]);
    // Of a recording of ours nothing else is made up.
    let imported = "imported: level.ron: 13 bodies of frame 40\n  locked rotations, gravity scales and damping are not told";
    assert!(code == Some(0) && out.starts_with(imported) && out.lines().count() == 2, "{out}{err}");
    assert!(err.contains("--keep-tiles does nothing: the file is a recording\n"), "{err}");
    let (whole, from) = (falls(dominoes), falls("level.ron"));
    assert!((whole - 40 - from).abs() <= 1, "{whole} and {from} from frame 40 on");
    let reduce =
        ["reduce", "level.ron", "--keep", "Begin(a: \"domino 5\", b: \"domino 6\")", "-o", "small.ron"];
    let (code, out, err) = run(&reduce);
    assert_eq!(code, Some(0), "{out}{err}");

    // Neither masses nor gravity: what is made up is listed.
    let bare = r#"{"recording": 1, "engine": "e", "metres_per_unit": 0.01, "y": "down", "angle": "radians", "normal": "from a to b", "bodies": [{"name": "a", "shapes": [{"circle": {"radius": 50}}]}]}
{"frame": 7, "time": 0.1, "poses": [[100, -200, 0]]}
"#;
    std::fs::write(folder.path().join("bare.jsonl"), bare).unwrap();
    let (code, out, err) = run(&["import", "bare.jsonl", "-o", "bare.ron"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("imported: bare.ron: 1 body of frame 7\n  no gravity is told"), "{out}");
    assert!(out.contains("\n  not every mass is told: others are 1 kg\n"), "{out}");
    assert!(out.contains("\n  locked rotations, gravity scales and damping are not told"), "{out}");
    let scene = Scene::load(&folder.path().join("bare.ron")).unwrap();
    assert_eq!(scene.bodies[0].position, Vec2::new(1.0, 2.0));
    let (code, _, err) = run(&["import", "bare.jsonl", "--frame", "9", "-o", "other.ron"]);
    assert!(
        code == Some(2) && err.contains("--frame: found 9; allowed: the recording's frames, 7 to 7"),
        "{code:?} {err}"
    );
    let tiled = sample("level.tmx");
    let (_, _, err) = run(&["import", tiled.to_str().unwrap(), "--frame", "1", "-o", "tiles.ron"]);
    assert!(err.contains("--frame does nothing: the file is no recording"), "{err}");
}
