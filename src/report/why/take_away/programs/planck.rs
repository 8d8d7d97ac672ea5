//! A pair for planck, in JavaScript.

use glam::Vec2;

use super::ported::{PortedBody, PortedForm, PortedKind, PortedPair, corners};
use super::source::{EngineFacts, ProgramText, double, list};

const FACTS: EngineFacts = EngineFacts {
    engine: "planck 1",
    comment: "//",
    indent: "  ",
    about: &[
        "Run: npm install planck@1, then node pair.mjs",
        "Metres, y up, doubles: every number reads back as the f32 that it was",
        "Polygons and edges have a skin of Settings.polygonRadius, 0.01 m, which depths count in",
        "Beside each depth stands the one without skins",
    ],
    direction: "The normal of planck goes from fixture A to fixture B, ours from b to a",
    has_bullets: true,
    has_conveyors: false,
    mask_bits: 16,
};

/// `Settings.maxPolygonVertices`.
const MOST_CORNERS: usize = 12;

/// Of the lines after the bodies: contacts are found at the start of the step, on the poses from before it.
const STEP: &str = "\
const name = (fixture) => (fixture.getBody() === a ? \"a\" : \"b\");
const skin = (fixture) => {
  const shape = fixture.getShape();
  return shape.getType() !== \"circle\" && shape.m_radius === Settings.polygonRadius ? Settings.polygonRadius : 0;
};
// Continuous collision finds a contact again within the step.
const told = new Set();
world.on(\"pre-solve\", (contact) => {
  if (told.has(contact)) return;
  told.add(contact);
  const [one, other] = [contact.getFixtureA(), contact.getFixtureB()];
  const { normal, points, separations, pointCount } = contact.getWorldManifold(null);
  for (let i = 0; i < pointCount; i++) {
    const depth = -separations[i];
    console.log(`contact: normal (${normal.x}, ${normal.y}) from ${name(one)} to ${name(other)}, depth ${depth}, ` +
      `point (${points[i].x}, ${points[i].y}), without skins ${depth - skin(one) - skin(other)}`);
  }
});
world.step(SECONDS);
if (told.size === 0) console.log(\"no contact\");
for (const [name, body] of [[\"a\", a], [\"b\", b]]) {
  const { x, y } = body.getLinearVelocity();
  console.log(`after the step ${name} has velocity (${x}, ${y}), ${body.getAngularVelocity()} rad/s`);
}";

pub fn program(pair: &PortedPair) -> String {
    let mut out = ProgramText::of(pair, &FACTS);
    let forms = || pair.bodies.iter().flat_map(|body| &body.forms);
    out.lines("import { Box, Chain, Circle, Edge, Polygon, Settings, Vec2, World } from \"planck\";\n\n");
    if forms().any(|form| matches!(form, PortedForm::Polygon { points, .. } if points.len() > MOST_CORNERS)) {
        out.comment(&format!("Otherwise polygons have at most {MOST_CORNERS} corners"));
        out.line("Settings.maxPolygonVertices = 64;");
    }
    if forms().any(is_rounded) {
        out.comment("A rounded polygon has a larger skin, and the normals at its corners are those of faces");
        out.lines("function rounded(shape, radius) {\n  shape.m_radius = radius;\n  return shape;\n}");
    }
    out.line(&format!("const world = new World({{ gravity: {} }});", vector(pair.gravity)));
    for body in &pair.bodies {
        out.line("");
        write_body(&mut out, pair, body);
    }
    out.line("");
    out.found(pair);
    out.lines(&STEP.replace("SECONDS", &double(pair.timestep)));
    out.done()
}

fn is_rounded(form: &PortedForm) -> bool {
    match form {
        PortedForm::Rectangle { radius, .. } | PortedForm::Polygon { radius, .. } => *radius > 0.0,
        PortedForm::Circle { .. } | PortedForm::Segment { .. } | PortedForm::Chain { .. } => false,
    }
}

fn write_body(out: &mut ProgramText, pair: &PortedPair, body: &PortedBody) {
    let a = body.variable;
    out.about_body(body);
    let kind = match body.kind {
        PortedKind::Static => "static",
        PortedKind::Kinematic => "kinematic",
        PortedKind::Dynamic => "dynamic",
    };
    let mut fields = vec![
        format!("type: \"{kind}\""),
        format!("position: {}", vector(body.position)),
        format!("angle: {:?}", body.radians()),
    ];
    if body.gravity_scale != 1.0 {
        fields.push(format!("gravityScale: {}", double(body.gravity_scale)));
    }
    if body.damping != 1.0 {
        let rate = body.dividing_rate(f64::from(pair.timestep));
        fields.push(format!("linearDamping: {rate:?}, angularDamping: {rate:?}"));
    }
    if body.is_bullet {
        fields.push("bullet: true".to_owned());
    }
    out.line(&format!("const {a} = world.createBody({{ {} }});", fields.join(", ")));
    let masks =
        body.filter.filter(|_| body.mask_names <= FACTS.mask_bits).map_or_else(String::new, |filter| {
            let bits = |mask: u32| format!("{:#x}", mask & 0xffff);
            format!(", filterCategoryBits: {}, filterMaskBits: {}", bits(filter.is), bits(filter.meets))
        });
    out.line(&format!(
        "const fixture_{a} = {{ density: 1, friction: {}, restitution: {}{masks} }};",
        double(pair.friction),
        double(pair.restitution)
    ));
    for form in &body.forms {
        for shape in shapes(out, form) {
            out.line(&format!("{a}.createFixture({{ ...fixture_{a}, shape: {shape} }});"));
        }
    }
    if body.is_dynamic() {
        // Of the engine it is that about the body's position.
        let mass = f64::from(body.mass);
        let about = f64::from(body.inertia) + mass * body.center.as_dvec2().length_squared();
        let inertia = if body.inertia > 0.0 { about } else { 0.0 };
        out.line(&format!(
            "{a}.setMassData({{ mass: {mass:?}, center: {}, I: {inertia:?} }});",
            vector(body.center)
        ));
    }
    // After the mass, because it is the velocity of its centre.
    if body.is_moving() {
        out.line(&format!("{a}.setLinearVelocity({});", vector(body.velocity)));
        out.line(&format!("{a}.setAngularVelocity({:?});", body.spin_radians()));
    }
    if body.acceleration != Vec2::ZERO {
        let force = vector(body.acceleration * body.mass);
        out.line(&format!("{a}.applyForceToCenter({force}, true);"));
    }
}

/// The shapes of a form, and a comment where they are not what it is.
fn shapes(out: &mut ProgramText, form: &PortedForm) -> Vec<String> {
    let points = |points: &[Vec2]| list(points, |point| vector(*point));
    let rounding = |shape: String, radius: f32| {
        if radius > 0.0 { format!("rounded({shape}, {})", double(radius)) } else { shape }
    };
    match form {
        PortedForm::Circle { center, radius } => vec![circle(*center, *radius)],
        PortedForm::Rectangle { center, rotation, half, radius } => {
            let angle = f64::from(rotation.degrees()).to_radians();
            let sides = format!("{}, {}", double(half.x), double(half.y));
            vec![rounding(format!("new Box({sides}, {}, {angle:?})", vector(*center)), *radius)]
        }
        PortedForm::Polygon { points: corners, radius } => {
            vec![rounding(format!("new Polygon([{}])", points(corners)), *radius)]
        }
        PortedForm::Segment { start, end, radius: 0.0 } => {
            vec![format!("new Edge({}, {})", vector(*start), vector(*end))]
        }
        PortedForm::Segment { start, end, radius } => {
            out.comment("The engine has no capsules: two circles, and a rectangle between them");
            let (along, middle) = (*end - *start, start.midpoint(*end));
            let rotation = collide2d::Rotation::from_radians(along.y.atan2(along.x));
            let sides = corners(middle, rotation, Vec2::new(along.length() * 0.5, *radius));
            vec![circle(*start, *radius), circle(*end, *radius), format!("new Polygon([{}])", points(&sides))]
        }
        PortedForm::Chain { points: chain, closed, one_sided } => {
            if *one_sided {
                out.comment("The chain holds from one side in the scene, and from both here");
            }
            vec![format!("new Chain([{}], {closed})", points(chain))]
        }
    }
}

fn circle(center: Vec2, radius: f32) -> String {
    format!("new Circle({}, {})", vector(center), double(radius))
}

fn vector(v: Vec2) -> String {
    format!("new Vec2({}, {})", double(v.x), double(v.y))
}
