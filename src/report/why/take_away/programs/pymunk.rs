//! A pair for pymunk, in Python.

use glam::Vec2;

use super::ported::{PortedBody, PortedForm, PortedKind, PortedPair, corners, segments};
use super::source::{EngineFacts, ProgramText, double, doubles, list};

const FACTS: EngineFacts = EngineFacts {
    engine: "pymunk 7",
    comment: "#",
    indent: "    ",
    about: &[
        "Run: pip install pymunk, then python pair.py",
        "Metres, y up, doubles: every number reads back as the f32 that it was",
        "A step moves the bodies before it looks for contacts: the pairs of shapes are asked first, where they are",
    ],
    direction: "The normal of pymunk goes from the first shape to the second, ours from b to a",
    has_bullets: false,
    has_conveyors: false,
    mask_bits: 32,
};

/// Of the lines after the bodies.
const STEP: &str = "\
count = 0
for one in shapes_a:
    near = {info.shape for info in space.shape_query(one)}
    for other in shapes_b:
        # Of two that are apart shapes_collide raises an error.
        if other not in near:
            continue
        found = one.shapes_collide(other)
        for point in found.points:
            count += 1
            # The sign of point.distance depends on the order of the two kinds of shapes.
            depth = (point.point_a - point.point_b).dot(found.normal)
            x, y = (point.point_a + point.point_b) / 2
            print(f\"contact: normal ({found.normal.x}, {found.normal.y}) from a to b, \"
                  f\"depth {depth}, point ({x}, {y})\")
if count == 0:
    print(\"no contact\")
space.step(SECONDS)
for name, body in ((\"a\", a), (\"b\", b)):
    (x, y), spin = body.velocity, body.angular_velocity
    print(f\"after the step {name} has velocity ({x}, {y}), {spin} rad/s\")";

pub fn program(pair: &PortedPair) -> String {
    let mut out = ProgramText::of(pair, &FACTS);
    out.lines("import pymunk\n\nspace = pymunk.Space()");
    out.line(&format!("space.gravity = {}", vector(pair.gravity)));
    // The engine multiplies friction and elasticity of the two.
    for (body, (friction, elasticity)) in
        pair.bodies.iter().zip([(pair.friction, pair.restitution), (1.0, 1.0)])
    {
        out.line("");
        write_body(&mut out, body, (friction, elasticity));
    }
    out.line("");
    out.found(pair);
    out.lines(&STEP.replace("SECONDS", &double(pair.timestep)));
    out.done()
}

fn write_body(out: &mut ProgramText, body: &PortedBody, (friction, elasticity): (f32, f32)) {
    let a = body.variable;
    out.about_body(body);
    let made = match body.kind {
        PortedKind::Static => "body_type=pymunk.Body.STATIC".to_owned(),
        PortedKind::Kinematic => "body_type=pymunk.Body.KINEMATIC".to_owned(),
        PortedKind::Dynamic if body.inertia > 0.0 => {
            format!("{}, {}", double(body.mass), double(body.inertia))
        }
        PortedKind::Dynamic => format!("{}, float(\"inf\")", double(body.mass)),
    };
    out.line(&format!("{a} = pymunk.Body({made})"));
    // In this order: each of them moves what follows.
    if body.is_dynamic() {
        out.line(&format!("{a}.center_of_gravity = {}", vector(body.center)));
    }
    out.line(&format!("{a}.angle = {:?}", body.radians()));
    out.line(&format!("{a}.position = {}", vector(body.position)));
    if body.is_moving() {
        out.line(&format!("{a}.velocity = {}", vector(body.velocity)));
        out.line(&format!("{a}.angular_velocity = {:?}", body.spin_radians()));
    }
    write_forces(out, body);
    out.line(&format!("shapes_{a} = ["));
    out.deeper();
    for form in &body.forms {
        for shape in shapes(out, a, form) {
            out.line(&format!("{shape},"));
        }
    }
    out.shallower();
    out.line("]");
    out.line(&format!("for shape in shapes_{a}:"));
    out.deeper();
    out.line(&format!("shape.friction, shape.elasticity = {}, {}", double(friction), double(elasticity)));
    if let Some(filter) = body.filter {
        out.line(&format!(
            "shape.filter = pymunk.ShapeFilter(categories={:#x}, mask={:#x})",
            filter.is, filter.meets
        ));
    }
    out.shallower();
    out.line(&format!("space.add({a}, *shapes_{a})"));
}

/// What changes the velocity beside gravity.
fn write_forces(out: &mut ProgramText, body: &PortedBody) {
    if !body.is_dynamic()
        || (body.damping == 1.0 && body.gravity_scale == 1.0 && body.acceleration == Vec2::ZERO)
    {
        return;
    }
    let a = body.variable;
    out.lines(&format!("\n\ndef forces_of_{a}(body, gravity, damping, dt):"));
    out.deeper();
    let (scale, pull) = (double(body.gravity_scale), body.acceleration);
    out.line(&format!(
        "pull = gravity[0] * {scale} + {}, gravity[1] * {scale} + {}",
        double(pull.x),
        double(pull.y)
    ));
    out.line(&format!("pymunk.Body.update_velocity(body, pull, {} ** dt, dt)", double(body.damping)));
    out.shallower();
    out.lines(&format!("\n\n{a}.velocity_func = forces_of_{a}"));
}

/// The shapes of a form, and a comment where they are not what it is.
fn shapes(out: &mut ProgramText, body: &str, form: &PortedForm) -> Vec<String> {
    let polygon = |points: &[Vec2], radius: f32| {
        format!("pymunk.Poly({body}, [{}], radius={})", list(points, |point| vector(*point)), double(radius))
    };
    let segment = |start: Vec2, end: Vec2, radius: f32| {
        format!("pymunk.Segment({body}, {}, {}, {})", vector(start), vector(end), double(radius))
    };
    match form {
        PortedForm::Circle { center, radius } => {
            vec![format!("pymunk.Circle({body}, {}, {})", double(*radius), vector(*center))]
        }
        PortedForm::Rectangle { center, rotation, half, radius } => {
            vec![polygon(&corners(*center, *rotation, *half), *radius)]
        }
        PortedForm::Polygon { points, radius } => vec![polygon(points, *radius)],
        PortedForm::Segment { start, end, radius } => vec![segment(*start, *end, *radius)],
        PortedForm::Chain { points, closed, one_sided } => {
            out.comment(
                "Each segment of the chain is alone: set_neighbors would rule out contacts at its ends",
            );
            if *one_sided {
                out.comment("The chain holds from one side in the scene, and from both here");
            }
            segments(points, *closed).into_iter().map(|[start, end]| segment(start, end, 0.0)).collect()
        }
    }
}

fn vector(v: Vec2) -> String {
    format!("({})", doubles(v))
}
