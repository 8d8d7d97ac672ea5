//! A pair for Box2D 3.1 and later, in C.

use collide2d::Rotation;
use glam::Vec2;

use super::ported::{PortedBody, PortedForm, PortedKind, PortedPair, segments};
use super::source::{EngineFacts, ProgramText, list};

const FACTS: EngineFacts = EngineFacts {
    engine: "Box2D 3.1 or later",
    comment: "//",
    indent: "    ",
    about: &[
        "Build: cc -std=c17 pair.c -I box2d/include -L box2d/build/src -lbox2d -lm -lpthread -o pair",
        "Metres, y up, float: every number reads back as the float that it was",
    ],
    direction: "The normal of Box2D goes from shape A to shape B, ours from b to a",
    has_bullets: true,
    has_conveyors: true,
    mask_bits: 64,
};

/// `B2_MAX_POLYGON_VERTICES`.
const MOST_CORNERS: usize = 8;
/// Of a step, as the engine's samples have it.
const SUBSTEPS: u32 = 4;

/// Adds a polygon, and says where the engine drops points of it.
const ADD_POLYGON: &str = "\
static void add_polygon(b2BodyId body, const b2ShapeDef *def, const b2Vec2 *points, int count, float radius) {
    b2Hull hull = b2ComputeHull(points, count);
    if (hull.count != count) printf(\"Box2D makes %d corners of %d\\n\", hull.count, count);
    if (hull.count == 0) return;
    b2Polygon polygon = b2MakePolygon(&hull, radius);
    b2CreatePolygonShape(body, def, &polygon);
}";

/// Of the lines after the bodies: contacts are found at the start of the step, on the poses from before it.
const STEP: &str = "\
float ax = b2Body_GetWorldCenter(a).x, ay = b2Body_GetWorldCenter(a).y;
float bx = b2Body_GetWorldCenter(b).x, by = b2Body_GetWorldCenter(b).y;
b2World_Step(world, SECONDS, SUBSTEPS);
b2ContactData contacts[64];
int count = b2Body_GetContactData(a, contacts, 64);
for (int i = 0; i < count; i++) {
    b2Manifold manifold = contacts[i].manifold;
    b2BodyId first = b2Shape_GetBody(contacts[i].shapeIdA);
    int is_a = B2_ID_EQUALS(first, a);
    for (int k = 0; k < manifold.pointCount; k++) {
        b2ManifoldPoint point = manifold.points[k];
        printf(\"contact: normal (%.9g, %.9g) from %s, depth %.9g, point (%.9g, %.9g)\\n\", manifold.normal.x,
               manifold.normal.y, is_a ? \"a to b\" : \"b to a\", -point.separation,
               (is_a ? ax : bx) + point.anchorA.x, (is_a ? ay : by) + point.anchorA.y);
    }
}
if (count == 0) printf(\"no contact\\n\");
b2BodyId both[2] = {a, b};
for (int i = 0; i < 2; i++) {
    b2Vec2 velocity = b2Body_GetLinearVelocity(both[i]);
    printf(\"after the step %s has velocity (%.9g, %.9g), %.9g rad/s\\n\", i ? \"b\" : \"a\", velocity.x, velocity.y,
           b2Body_GetAngularVelocity(both[i]));
}
b2DestroyWorld(world);
return 0;";

pub fn program(pair: &PortedPair) -> String {
    let mut out = ProgramText::of(pair, &FACTS);
    let has_polygons = pair
        .bodies
        .iter()
        .flat_map(|body| &body.forms)
        .any(|form| matches!(form, PortedForm::Polygon { .. }));
    out.lines("#include <box2d/box2d.h>\n#include <stdio.h>\n\n");
    if has_polygons {
        out.lines(ADD_POLYGON);
        out.line("");
    }
    out.lines("int main(void) {");
    out.deeper();
    out.line("b2WorldDef world_def = b2DefaultWorldDef();");
    out.line(&format!("world_def.gravity = {};", vector(pair.gravity)));
    out.line("b2WorldId world = b2CreateWorld(&world_def);");
    for body in &pair.bodies {
        out.line("");
        write_body(&mut out, pair, body);
    }
    out.line("");
    out.found(pair);
    let step = STEP.replace("SECONDS", &single(pair.timestep)).replace("SUBSTEPS", &SUBSTEPS.to_string());
    out.lines(&step);
    out.shallower();
    out.line("}");
    out.done()
}

fn write_body(out: &mut ProgramText, pair: &PortedPair, body: &PortedBody) {
    let a = body.variable;
    out.about_body(body);
    out.line(&format!("b2BodyDef def_{a} = b2DefaultBodyDef();"));
    let mut set = |field: &str, value: String| out.line(&format!("def_{a}.{field} = {value};"));
    match body.kind {
        PortedKind::Static => {}
        PortedKind::Kinematic => set("type", "b2_kinematicBody".to_owned()),
        PortedKind::Dynamic => set("type", "b2_dynamicBody".to_owned()),
    }
    set("position.x", single(body.position.x));
    set("position.y", single(body.position.y));
    set("rotation", rotation(body.rotation));
    if body.gravity_scale != 1.0 {
        set("gravityScale", single(body.gravity_scale));
    }
    if body.damping != 1.0 {
        let rate = body.dividing_rate(f64::from(pair.timestep) / f64::from(SUBSTEPS)) as f32;
        set("linearDamping", single(rate));
        set("angularDamping", single(rate));
    }
    if body.is_bullet {
        set("isBullet", "true".to_owned());
    }
    out.line(&format!("b2BodyId {a} = b2CreateBody(world, &def_{a});"));
    out.line(&format!("b2ShapeDef shape_{a} = b2DefaultShapeDef();"));
    let mut set = |field: &str, value: String| out.line(&format!("shape_{a}.{field} = {value};"));
    set("material.friction", single(pair.friction));
    set("material.restitution", single(pair.restitution));
    if body.conveyor != 0.0 {
        // B's speed against A along (n.y, -n.x) of the normal from A to B: of either that against its own surface.
        set("material.tangentSpeed", single(body.conveyor));
    }
    if let Some(filter) = body.filter {
        set("filter.categoryBits", format!("{:#x}", filter.is));
        set("filter.maskBits", format!("{:#x}", filter.meets));
    }
    for (index, form) in body.forms.iter().enumerate() {
        write_form(out, a, &format!("{a}{index}"), form);
    }
    if body.is_dynamic() {
        out.line(&format!(
            "b2Body_SetMassData({a}, (b2MassData){{{}, {}, {}}});",
            single(body.mass),
            braced(body.center),
            single(body.inertia)
        ));
    }
    // After the mass, because it is the velocity of its centre.
    if body.is_moving() {
        out.line(&format!("b2Body_SetLinearVelocity({a}, {});", vector(body.velocity)));
        out.line(&format!("b2Body_SetAngularVelocity({a}, {});", single(body.spin.to_radians())));
    }
    if body.acceleration != Vec2::ZERO {
        out.line(&format!(
            "b2Body_ApplyForceToCenter({a}, {}, true);",
            vector(body.acceleration * body.mass)
        ));
    }
}

fn write_form(out: &mut ProgramText, body: &str, name: &str, form: &PortedForm) {
    let shape = format!("{body}, &shape_{body}");
    match form {
        PortedForm::Circle { center, radius } => {
            out.line(&format!("b2Circle {name} = {{{}, {}}};", braced(*center), single(*radius)));
            out.line(&format!("b2CreateCircleShape({shape}, &{name});"));
        }
        PortedForm::Rectangle { center, rotation: turned, half, radius } => {
            let box_of = if *radius > 0.0 { "b2MakeOffsetRoundedBox" } else { "b2MakeOffsetBox" };
            let rounding = if *radius > 0.0 { format!(", {}", single(*radius)) } else { String::new() };
            out.line(&format!(
                "b2Polygon {name} = {box_of}({}, {}, {}, {}{rounding});",
                single(half.x),
                single(half.y),
                vector(*center),
                rotation(*turned)
            ));
            out.line(&format!("b2CreatePolygonShape({shape}, &{name});"));
        }
        PortedForm::Polygon { points, radius } => {
            let pieces = fan(points);
            if pieces.len() > 1 {
                out.comment(&format!(
                    "A polygon of {} corners as {}: the engine has at most {MOST_CORNERS}, and the edges between the \
                     pieces may give contacts of their own",
                    points.len(),
                    pieces.len()
                ));
            }
            for (index, piece) in pieces.iter().enumerate() {
                out.line(&format!("b2Vec2 {name}_{index}[] = {{{}}};", list(piece, |point| braced(*point))));
                out.line(&format!(
                    "add_polygon({shape}, {name}_{index}, {}, {});",
                    piece.len(),
                    single(*radius)
                ));
            }
        }
        PortedForm::Segment { start, end, radius: 0.0 } => write_segment(out, &shape, name, [*start, *end]),
        PortedForm::Segment { start, end, radius } => {
            out.line(&format!(
                "b2Capsule {name} = {{{}, {}, {}}};",
                braced(*start),
                braced(*end),
                single(*radius)
            ));
            out.line(&format!("b2CreateCapsuleShape({shape}, &{name});"));
        }
        PortedForm::Chain { points, closed, one_sided: true } => {
            write_chain(out, body, name, points, *closed)
        }
        PortedForm::Chain { points, closed, one_sided: false } => {
            out.comment(
                "A chain that holds from both sides as segments: the engine's chains hold from one side",
            );
            for (index, ends) in segments(points, *closed).into_iter().enumerate() {
                write_segment(out, &shape, &format!("{name}_{index}"), ends);
            }
        }
    }
}

fn write_segment(out: &mut ProgramText, shape: &str, name: &str, [start, end]: [Vec2; 2]) {
    out.line(&format!("b2Segment {name} = {{{}, {}}};", braced(start), braced(end)));
    out.line(&format!("b2CreateSegmentShape({shape}, &{name});"));
}

/// The first and the last point of the engine's open chains give no segment: one more at each end.
fn write_chain(out: &mut ProgramText, body: &str, name: &str, points: &[Vec2], closed: bool) {
    let mut all = points.to_vec();
    if let ([first, second, ..], [.., before, last]) = (points, points)
        && !closed
    {
        out.comment("The first and the last point of an open chain give no segment: one more at each end");
        all.insert(0, *first * 2.0 - *second);
        all.push(*last * 2.0 - *before);
    }
    out.line(&format!("b2Vec2 {name}_points[] = {{{}}};", list(&all, |point| braced(*point))));
    out.line(&format!("b2ChainDef {name} = b2DefaultChainDef();"));
    for (field, value) in [
        ("points", format!("{name}_points")),
        ("count", all.len().to_string()),
        ("materials", format!("&shape_{body}.material")),
        ("materialCount", "1".to_owned()),
        ("filter", format!("shape_{body}.filter")),
        ("isLoop", closed.to_string()),
    ] {
        out.line(&format!("{name}.{field} = {value};"));
    }
    out.line(&format!("b2CreateChain({body}, &{name});"));
}

/// Convex pieces of at most as many corners as the engine has, around the first corner.
fn fan(points: &[Vec2]) -> Vec<Vec<Vec2>> {
    let (Some(first), true) = (points.first(), points.len() > MOST_CORNERS) else {
        return vec![points.to_vec()];
    };
    let rest = &points[1..];
    let starts = (0..rest.len() - 1).step_by(MOST_CORNERS - 2);
    let piece = |start: usize| {
        let end = (start + MOST_CORNERS - 1).min(rest.len());
        [*first].into_iter().chain(rest[start..end].iter().copied()).collect()
    };
    starts.map(piece).collect()
}

fn single(value: f32) -> String {
    format!("{value:?}f")
}

fn braced(v: Vec2) -> String {
    format!("{{{}, {}}}", single(v.x), single(v.y))
}

fn vector(v: Vec2) -> String {
    format!("(b2Vec2){}", braced(v))
}

fn rotation(rotation: Rotation) -> String {
    format!("(b2Rot){{{}, {}}}", single(rotation.cos()), single(rotation.sin()))
}
