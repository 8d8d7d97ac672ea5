//! A pair for Matter.js, in JavaScript.

use glam::{DVec2, Vec2};

use super::ported::{PortedBody, PortedForm, PortedKind, PortedPair, corners, rounded_outline, segments};
use super::source::{EngineFacts, ProgramText, double, list};

const FACTS: EngineFacts = EngineFacts {
    engine: "Matter.js 0.20",
    comment: "//",
    indent: "  ",
    about: &[
        "Run: npm install matter-js, then node pair.mjs",
        "The engine's lengths are pixels with y down, 100 a metre here; what is printed is in metres with y up",
        "A step moves the bodies before it looks for contacts: the pairs of parts are asked first, where they are",
        "All shapes are polygons, a circle too, whose corners are written as they lie in the world, at angle 0",
        "Mass and inertia are those of the scene, where by itself the engine takes four times the inertia",
        "Its friction is another model: a pair has the smaller of two, and frictionStatic beside it",
    ],
    direction: "The normal of Matter.js goes from bodyB to bodyA of the collision, ours from b to a",
    has_bullets: false,
    has_conveyors: false,
    mask_bits: 32,
};

/// Of a metre.
const PIXELS: f64 = 100.0;
/// Of a line on each of its sides. Metres.
const LINE: f64 = 0.0005;

/// Of the lines before the bodies.
const HELPERS: &str = "\
import Matter from \"matter-js\";

const { Bodies, Body, Collision, Composite, Engine, Vertices } = Matter;
const PIXELS = 100; // of a metre

function polygon(points, options) {
  const vertices = points.map(([x, y]) => ({ x, y }));
  return Body.create({ ...options, vertices, position: Vertices.centre(vertices) });
}
const circle = ([x, y], radius, options) => Bodies.circle(x, y, radius, options);";

/// Of the lines after the bodies.
const STEP: &str = "\
const partsOf = (body) => (body.parts.length > 1 ? body.parts.slice(1) : body.parts);
const metres = ({ x, y }) => `(${x / PIXELS}, ${-y / PIXELS})`;
const name = (part) => (part.parent === a ? \"a\" : \"b\");
let count = 0;
for (const one of partsOf(a)) {
  for (const other of partsOf(b)) {
    const found = Collision.collides(one, other);
    if (!found) continue;
    const { normal, depth, bodyA, bodyB } = found;
    for (const support of found.supports.slice(0, found.supportCount)) {
      count++;
      console.log(`contact: normal (${normal.x}, ${-normal.y}) from ${name(bodyB)} to ${name(bodyA)}, ` +
        `depth ${depth / PIXELS}, point ${metres(support)}`);
    }
  }
}
if (count === 0) console.log(\"no contact\");
Engine.update(engine, 1000 * SECONDS);
for (const [name, body] of [[\"a\", a], [\"b\", b]]) {
  const { x, y } = Body.getVelocity(body); // pixels in 1/60 s
  console.log(`after the step ${name} has velocity ${metres({ x: 60 * x, y: 60 * y })}, ` +
    `${-60 * Body.getAngularVelocity(body)} rad/s`);
}";

pub fn program(pair: &PortedPair) -> String {
    let mut out = ProgramText::of(pair, &FACTS);
    out.lines(HELPERS);
    out.line("");
    out.line("const engine = Engine.create();");
    out.comment("Pixels in a square millisecond");
    let [x, y] = [pair.gravity.x, -pair.gravity.y].map(|part| double(part + 0.0));
    out.line(&format!("Object.assign(engine.gravity, {{ x: {x}, y: {y}, scale: PIXELS / 1e6 }});"));
    for body in &pair.bodies {
        out.line("");
        write_body(&mut out, pair, body);
    }
    out.line("");
    out.line("Composite.add(engine.world, [a, b]);");
    out.found(pair);
    out.lines(&STEP.replace("SECONDS", &double(pair.timestep)));
    out.done()
}

fn write_body(out: &mut ProgramText, pair: &PortedPair, body: &PortedBody) {
    let a = body.variable;
    out.about_body(body);
    if body.kind == PortedKind::Kinematic {
        out.comment(
            "It moves as told in the scene: here it is static, with a velocity, and no step moves it",
        );
    }
    let mut fields = vec![
        format!("isStatic: {}", !body.is_dynamic()),
        format!("friction: {}", double(pair.friction)),
        format!("restitution: {}", double(pair.restitution)),
    ];
    // The share that is lost in 1/60 s.
    let step = f64::from(pair.timestep);
    fields.push(format!("frictionAir: {:?}", (1.0 - body.kept(step)) / (60.0 * step)));
    if let Some(filter) = body.filter {
        fields.push(format!(
            "collisionFilter: {{ group: 0, category: {:#x}, mask: {:#x} }}",
            filter.is, filter.meets
        ));
    }
    out.line(&format!("const options_{a} = {{ {} }};", fields.join(", ")));
    let shapes: Vec<String> = body.forms.iter().flat_map(|form| shapes(out, body, form)).collect();
    if let [only] = shapes.as_slice() {
        out.line(&format!("const {a} = {}options_{a});", only));
    } else {
        out.line(&format!("const {a} = Body.create({{ ...options_{a}, parts: ["));
        out.deeper();
        shapes.iter().for_each(|shape| out.line(&format!("{shape}options_{a}),")));
        out.shallower();
        out.line("] });");
    }
    if body.is_dynamic() {
        if shapes.len() > 1 {
            let [x, y] = pixels(in_world(body, body.center.as_dvec2()));
            out.line(&format!("Body.setCentre({a}, {{ x: {x:?}, y: {y:?} }});"));
        }
        out.line(&format!("Body.setMass({a}, {});", double(body.mass)));
        let inertia = f64::from(body.inertia) * PIXELS * PIXELS;
        let inertia = if inertia > 0.0 { format!("{inertia:?}") } else { "Infinity".to_owned() };
        out.line(&format!("Body.setInertia({a}, {inertia});"));
    }
    if body.is_moving() {
        let [x, y] = pixels(body.velocity.as_dvec2() / 60.0);
        out.line(&format!("Body.setVelocity({a}, {{ x: {x:?}, y: {y:?} }}); // pixels in 1/60 s"));
        out.line(&format!("Body.setAngularVelocity({a}, {:?});", -body.spin_radians() / 60.0 + 0.0));
    }
    let beside =
        pair.gravity.as_dvec2() * (f64::from(body.gravity_scale) - 1.0) + body.acceleration.as_dvec2();
    if body.is_dynamic() && beside != DVec2::ZERO {
        out.comment("What it has beside gravity");
        let [x, y] = pixels(beside * f64::from(body.mass) / 1e6);
        out.line(&format!("Object.assign({a}.force, {{ x: {x:?}, y: {y:?} }});"));
    }
}

/// The calls that make a form's polygons, up to their options, and a comment where they are not what it is.
fn shapes(out: &mut ProgramText, body: &PortedBody, form: &PortedForm) -> Vec<String> {
    let polygon = |points: &[DVec2]| {
        // The engine has them clockwise.
        let points: Vec<[f64; 2]> = points.iter().rev().map(|point| pixels(in_world(body, *point))).collect();
        format!("polygon([{}], ", list(&points, |[x, y]| format!("[{x:?}, {y:?}]")))
    };
    let outline = |out: &mut ProgramText, points: &[Vec2], radius: f32| {
        if radius > 0.0 {
            out.comment("Its arcs are cut into straight lines of 10 degrees or less");
        }
        polygon(&rounded_outline(points, radius))
    };
    let line = |[start, end]: [Vec2; 2]| {
        let (start, end) = (start.as_dvec2(), end.as_dvec2());
        let side = (end - start).normalize_or_zero().perp() * LINE;
        polygon(&[start - side, end - side, end + side, start + side])
    };
    let thin = format!("The engine has no lines: rectangles {} m thick", 2.0 * LINE);
    match form {
        PortedForm::Circle { center, radius } => {
            let [x, y] = pixels(in_world(body, center.as_dvec2()));
            vec![format!("circle([{x:?}, {y:?}], {:?}, ", f64::from(*radius) * PIXELS)]
        }
        PortedForm::Rectangle { center, rotation, half, radius } => {
            vec![outline(out, &corners(*center, *rotation, *half), *radius)]
        }
        PortedForm::Polygon { points, radius } => vec![outline(out, points, *radius)],
        PortedForm::Segment { start, end, radius: 0.0 } => {
            out.comment(&thin);
            vec![line([*start, *end])]
        }
        PortedForm::Segment { start, end, radius } => vec![outline(out, &[*start, *end], *radius)],
        PortedForm::Chain { points, closed, one_sided } => {
            out.comment(&thin);
            if *one_sided {
                out.comment("The chain holds from one side in the scene, and from both here");
            }
            segments(points, *closed).into_iter().map(line).collect()
        }
    }
}

/// A local point in the world.
fn in_world(body: &PortedBody, local: DVec2) -> DVec2 {
    let (sin, cos) = (f64::from(body.rotation.sin()), f64::from(body.rotation.cos()));
    body.position.as_dvec2() + DVec2::new(local.x * cos - local.y * sin, local.x * sin + local.y * cos)
}

/// Metres with y up as pixels with y down.
fn pixels(v: DVec2) -> [f64; 2] {
    // Without a zero's sign.
    [v.x * PIXELS, -v.y * PIXELS].map(|part| part + 0.0)
}
