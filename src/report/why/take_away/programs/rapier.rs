//! A pair for rapier2d, in Rust.

use collide2d::Rotation;
use glam::Vec2;

use super::ported::{PortedBody, PortedForm, PortedKind, PortedPair};
use super::source::{EngineFacts, ProgramText, list, singles};

const FACTS: EngineFacts = EngineFacts {
    engine: "rapier2d 0.36",
    comment: "//",
    indent: "    ",
    about: &[
        "As src/main.rs of a program with the dependency rapier2d = \"0.36\"",
        "Metres, y up, f32: every number reads back as the f32 that it was",
    ],
    direction: "The normal of rapier2d goes from collider1 to collider2, ours from b to a",
    has_bullets: true,
    has_conveyors: false,
    mask_bits: 32,
};

/// A polyline that holds on the right-hand side, going along.
const ORIENTED: &str = "rapier2d::parry::shape::PolylineFlags::ORIENTED";

/// Of the lines after the bodies: contacts are found at the start of the step, on the poses from before it.
const STEP: &str = "\
let before = [a, b].map(|body| *world.bodies[body].position());
world.step();
let is_a = |collider: &Collider| collider.parent() == Some(a);
let name = |collider: &Collider| if is_a(collider) { \"a\" } else { \"b\" };
let mut contacts = 0;
for pair in world.contact_pairs() {
    let [from, to] = [pair.collider1, pair.collider2].map(|collider| &world.colliders[collider]);
    let own = from.position_wrt_parent().copied().unwrap_or_default();
    for manifold in pair.manifolds() {
        let place = before[usize::from(!is_a(from))] * own * manifold.subshape_pos1().copied().unwrap_or_default();
        let normal = manifold.data.normal;
        for point in &manifold.points {
            let at = place * point.local_p1;
            let (one, other) = (name(from), name(to));
            println!(
                \"contact: normal ({}, {}) from {one} to {other}, depth {}, point ({}, {})\",
                normal.x, normal.y, -point.dist, at.x, at.y
            );
            contacts += 1;
        }
    }
}
if contacts == 0 {
    println!(\"no contact\");
}
for (name, body) in [(\"a\", a), (\"b\", b)] {
    let body = &world.bodies[body];
    let velocity = body.linvel();
    println!(\"after the step {name} has velocity ({}, {}), {} rad/s\", velocity.x, velocity.y, body.angvel());
}";

pub fn program(pair: &PortedPair) -> String {
    let mut out = ProgramText::of(pair, &FACTS);
    out.lines("use rapier2d::prelude::*;\n\nfn pose(x: f32, y: f32, cos: f32, sin: f32) -> Pose {");
    out.deeper();
    out.lines(
        "let mut pose = Pose::from_translation(Vector::new(x, y));\n\
         (pose.rotation.re, pose.rotation.im) = (cos, sin);\npose",
    );
    out.shallower();
    out.lines("}\n\nfn main() {");
    out.deeper();
    out.line("let mut world = PhysicsWorld::new();");
    out.line(&format!("world.gravity = {};", vector(pair.gravity)));
    out.line(&format!("world.integration_parameters.dt = {:?};", pair.timestep));
    for body in &pair.bodies {
        out.line("");
        write_body(&mut out, pair, body);
    }
    out.line("");
    out.found(pair);
    out.lines(STEP);
    out.shallower();
    out.line("}");
    out.done()
}

fn write_body(out: &mut ProgramText, pair: &PortedPair, body: &PortedBody) {
    out.about_body(body);
    let kind = match body.kind {
        PortedKind::Static => "fixed",
        PortedKind::Kinematic => "kinematic_velocity_based",
        PortedKind::Dynamic => "dynamic",
    };
    let mut built =
        vec![format!("RigidBodyBuilder::{kind}()"), format!(".pose({})", pose(body.position, body.rotation))];
    if body.is_moving() {
        built.push(format!(".linvel({})", vector(body.velocity)));
        built.push(format!(".angvel({:?})", body.spin.to_radians()));
    }
    if body.is_dynamic() {
        built.push(format!(
            ".additional_mass_properties(MassProperties::new({}, {:?}, {:?}))",
            vector(body.center),
            body.mass,
            body.inertia
        ));
    }
    if body.gravity_scale != 1.0 {
        built.push(format!(".gravity_scale({:?})", body.gravity_scale));
    }
    if body.damping != 1.0 {
        let rate = body.dividing_rate(f64::from(pair.timestep)) as f32;
        built.push(format!(".linear_damping({rate:?}).angular_damping({rate:?})"));
    }
    if body.is_bullet {
        built.push(".ccd_enabled(true)".to_owned());
    }
    let variable = body.variable;
    out.line(&format!("let {variable} = world.insert_body("));
    out.deeper();
    out.line(&built[0]);
    out.deeper();
    built[1..].iter().for_each(|line| out.line(line));
    out.shallower();
    out.shallower();
    out.line(");");
    let masks = body.filter.map_or_else(String::new, |filter| {
        format!(
            ".collision_groups(InteractionGroups::new(Group::from_bits_truncate({:#x}), \
             Group::from_bits_truncate({:#x}), InteractionTestMode::And))",
            filter.is, filter.meets
        )
    });
    for form in &body.forms {
        out.line("world.insert_collider(");
        out.deeper();
        out.line(&collider(form));
        out.deeper();
        out.line(&format!(
            ".density(0.0).friction({:?}).restitution({:?}){masks},",
            pair.friction, pair.restitution
        ));
        out.shallower();
        out.line(&format!("Some({variable}),"));
        out.shallower();
        out.line(");");
    }
    if body.acceleration != Vec2::ZERO {
        let force = vector(body.acceleration * body.mass);
        out.line(&format!("world.bodies[{variable}].add_force({force}, true);"));
    }
}

fn collider(form: &PortedForm) -> String {
    let points = |points: &[Vec2]| format!("vec![{}]", list(points, |point| vector(*point)));
    match form {
        PortedForm::Circle { center, radius } => {
            format!("ColliderBuilder::ball({radius:?}).translation({})", vector(*center))
        }
        PortedForm::Rectangle { center, rotation, half, radius } => {
            let kind = if *radius > 0.0 { "round_cuboid" } else { "cuboid" };
            let rounding = if *radius > 0.0 { format!(", {radius:?}") } else { String::new() };
            let place = pose(*center, *rotation);
            format!("ColliderBuilder::{kind}({}{rounding}).position({place})", singles(*half))
        }
        PortedForm::Polygon { points: corners, radius: 0.0 } => {
            format!("ColliderBuilder::convex_polyline({}).expect(\"convex\")", points(corners))
        }
        PortedForm::Polygon { points: corners, radius } => {
            format!(
                "ColliderBuilder::round_convex_polyline({}, {radius:?}).expect(\"convex\")",
                points(corners)
            )
        }
        PortedForm::Segment { start, end, radius: 0.0 } => {
            format!("ColliderBuilder::segment({}, {})", vector(*start), vector(*end))
        }
        PortedForm::Segment { start, end, radius } => {
            format!(
                "ColliderBuilder::capsule_from_endpoints({}, {}, {radius:?})",
                vector(*start),
                vector(*end)
            )
        }
        PortedForm::Chain { points: chain, closed, one_sided } => {
            let around: Vec<Vec2> = chain.iter().chain(chain.first().filter(|_| *closed)).copied().collect();
            let points = points(&around);
            if *one_sided {
                format!("ColliderBuilder::polyline_with_flags({points}, None, {ORIENTED})")
            } else {
                format!("ColliderBuilder::polyline({points}, None)")
            }
        }
    }
}

fn vector(v: Vec2) -> String {
    format!("Vector::new({})", singles(v))
}

fn pose(position: Vec2, rotation: Rotation) -> String {
    format!("pose({}, {:?}, {:?})", singles(position), rotation.cos(), rotation.sin())
}
