//! A pair as a test in Rust.

use std::fmt::Write as _;

use collide2d::{Contact, collide};
use glam::Vec2;

use crate::platform::plain;
use crate::scene::{Scene, SceneShape};

/// What the test finds. Beyond some turns a direction is finer than the degrees that are written down, so that this may be
/// another contact than the world's by rounding.
pub(super) fn contact(scene: &Scene) -> Option<Contact> {
    let [a, b] = scene.bodies.as_slice() else { return None };
    collide(&a.shape.to_shape().ok()?, &a.pose(), &b.shape.to_shape().ok()?, &b.pose())
}

/// The test of the two bodies of a scene. Every literal is the shortest that reads back as the same f32, and
/// the angles give the same sines and cosines, because a rotation keeps its degrees.
pub(super) fn of(scene: &Scene, contact: Option<&Contact>, frame: u64) -> String {
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_test(&mut text, scene, &names, contact, frame);
    text
}

fn write_test(
    text: &mut String,
    scene: &Scene,
    names: &[&str],
    contact: Option<&Contact>,
    frame: u64,
) -> std::fmt::Result {
    let [a, b] = scene.bodies.as_slice() else { return Ok(()) };
    writeln!(text, "/// {}.", plain::label(&scene.name))?;
    writeln!(text, "#[test]")?;
    writeln!(text, "#[allow(clippy::approx_constant, clippy::excessive_precision)]")?;
    writeln!(text, "fn {}() {{", function_name(names, frame))?;
    writeln!(text, "    use collide2d::glam::Vec2;")?;
    let part = if [a, b].iter().any(|body| !body.shape.parts().is_empty()) { "Part, " } else { "" };
    writeln!(text, "    use collide2d::{{{part}Pose, Shape, collide}};")?;
    writeln!(text)?;
    for (variable, body) in [("a", a), ("b", b)] {
        writeln!(text, "    // {}", plain::label(&body.name))?;
        writeln!(text, "    let {variable} = {}.unwrap();", shape(&body.shape))?;
        writeln!(text, "    let pose_{variable} = {};", pose(body.position, body.rotation))?;
    }
    writeln!(text, "    let contact = collide(&a, &pose_a, &b, &pose_b);")?;
    let Some(contact) = contact else {
        writeln!(text, "    assert_eq!(contact, None);")?;
        return writeln!(text, "}}");
    };
    writeln!(text, "    let contact = contact.expect(\"they touch\");")?;
    writeln!(
        text,
        "    let bits = |numbers: &[f32]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u32>>();"
    )?;
    let Vec2 { x, y } = contact.normal;
    writeln!(text, "    let normal_and_depth = [contact.normal.x, contact.normal.y, contact.depth];")?;
    writeln!(text, "    assert_eq!(bits(&normal_and_depth), bits(&[{x:?}, {y:?}, {:?}]));", contact.depth)?;
    writeln!(text, "    assert_eq!(contact.points().len(), {});", contact.points().len())?;
    writeln!(text, "    // Measured from a's position; the depth last.")?;
    for (index, point) in contact.points().iter().enumerate() {
        let Vec2 { x, y } = point.from_a;
        writeln!(text, "    let point = contact.points()[{index}];")?;
        writeln!(
            text,
            "    assert_eq!(bits(&[point.from_a.x, point.from_a.y, point.depth]), bits(&[{x:?}, {y:?}, {:?}]));",
            point.depth
        )?;
    }
    writeln!(text, "}}")
}

/// "ball_and_crate_at_frame_60": letters, digits and underscores of ASCII.
fn function_name(names: &[&str], frame: u64) -> String {
    const MOST: usize = 60;
    let joined = names.join("_and_");
    let mut name = String::new();
    for c in joined.chars().take(MOST) {
        let c = if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        if c != '_' || !name.ends_with('_') {
            name.push(c);
        }
    }
    let name = name.trim_matches('_');
    let start = if name.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "pair_" };
    format!("{start}{name}_at_frame_{frame}").replace("__", "_")
}

fn shape(shape: &SceneShape) -> String {
    match shape {
        SceneShape::Circle { radius } => format!("Shape::circle({radius:?})"),
        SceneShape::Capsule { start, end, radius } => {
            format!("Shape::capsule({}, {}, {radius:?})", vec2(*start), vec2(*end))
        }
        SceneShape::Rectangle { width, height, radius: 0.0 } => {
            format!("Shape::rectangle({width:?}, {height:?})")
        }
        SceneShape::Rectangle { width, height, radius } => {
            format!("Shape::rounded_rectangle({width:?}, {height:?}, {radius:?})")
        }
        SceneShape::Polygon { points, radius: 0.0 } => format!("Shape::polygon(&[{}])", points_list(points)),
        SceneShape::Polygon { points, radius } => {
            format!("Shape::rounded_polygon(&[{}], {radius:?})", points_list(points))
        }
        SceneShape::Wall { start, end } => format!("Shape::wall({}, {})", vec2(*start), vec2(*end)),
        SceneShape::Chain { points, closed, one_sided } => {
            format!("Shape::chain(&[{}], {closed}, {one_sided})", points_list(points))
        }
        SceneShape::Compound { parts } => {
            let parts: Vec<String> = parts
                .iter()
                .map(|part| {
                    let (shape, density) = (self::shape(&part.shape), part.density);
                    format!(
                        "Part::new({shape}.unwrap(), {}).with_density({density:?})",
                        pose(part.at, part.turned)
                    )
                })
                .collect();
            format!("Shape::compound(vec![{}])", parts.join(", "))
        }
    }
}

fn points_list(points: &[Vec2]) -> String {
    points.iter().map(|point| vec2(*point)).collect::<Vec<_>>().join(", ")
}

fn pose(position: Vec2, rotation: f32) -> String {
    format!("Pose::new({}, {rotation:?})", vec2(position))
}

fn vec2(v: Vec2) -> String {
    format!("Vec2::new({:?}, {:?})", v.x, v.y)
}
