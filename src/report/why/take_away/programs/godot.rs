//! A pair for Godot 4, in GDScript.

use std::f64::consts::FRAC_PI_2;

use glam::{DVec2, Vec2};

use super::ported::{PortedBody, PortedForm, PortedKind, PortedPair, corners, rounded_outline, segments};
use super::source::{EngineFacts, ProgramText, double, list};

const FACTS: EngineFacts = EngineFacts {
    engine: "Godot 4",
    comment: "#",
    indent: "\t",
    about: &[
        "Save as pair.gd, and run: godot --headless --script pair.gd",
        "The engine's lengths are pixels with y down, 100 a metre here; what is printed is in metres with y up",
        "Shapes are asked by Shape2D.collide_and_get_contacts, where they are: pairs of points, on a and on b",
        "Two bodies meet where either's mask has a layer of the other's, and in the scene where both have",
    ],
    direction: "Each line goes from b to a, as ours",
    has_bullets: false,
    has_conveyors: false,
    mask_bits: 32,
};

/// Of a metre.
const PIXELS: f64 = 100.0;

/// Of the lines before the bodies.
const HELPERS: &str = "\
extends SceneTree

const PIXELS = 100.0 # of a metre
var a: PhysicsBody2D
var b: PhysicsBody2D
var steps := 0


func add_shape(body: PhysicsBody2D, shape: Shape2D, place: Vector2, angle: float) -> void:
	var node := CollisionShape2D.new()
	node.shape = shape
	node.position = place
	node.rotation = angle
	body.add_child(node)


func convex(points: PackedVector2Array) -> ConvexPolygonShape2D:
	var shape := ConvexPolygonShape2D.new()
	shape.points = points
	return shape


func print_contacts() -> void:
	var count := 0
	for one in a.get_children():
		for other in b.get_children():
			var points: PackedVector2Array = one.shape.collide_and_get_contacts(
					a.transform * one.transform, other.shape, b.transform * other.transform)
			for i in range(0, points.size(), 2):
				var way := (points[i + 1] - points[i]) / PIXELS
				var middle := (points[i] + points[i + 1]) / 2 / PIXELS
				var normal := way.normalized()
				count += 1
				print(\"contact: normal (%s, %s) from b to a, depth %s, point (%s, %s)\" % [
						normal.x, -normal.y, way.length(), middle.x, -middle.y])
	if count == 0:
		print(\"no contact\")


# The first call comes before the first step.
func _physics_process(_delta: float) -> bool:
	steps += 1
	if steps == 1:
		return false
	for body in [a, b]:
		if body is RigidBody2D:
			var velocity: Vector2 = body.linear_velocity / PIXELS
			print(\"after the step %s has velocity (%s, %s), %s rad/s\" % [
					\"a\" if body == a else \"b\", velocity.x, -velocity.y, -body.angular_velocity])
	return true


func _initialize() -> void:";

pub fn program(pair: &PortedPair) -> String {
    let mut out = ProgramText::of(pair, &FACTS);
    out.lines(HELPERS);
    out.deeper();
    let rate = 1.0 / f64::from(pair.timestep);
    out.line(&format!("Engine.physics_ticks_per_second = {}", rate.round()));
    if (rate.round() - rate).abs() > 1e-4 * rate {
        out.comment(&format!(
            "A step of the scene lasts {:?} s: the engine has whole steps in a second",
            pair.timestep
        ));
    }
    out.line("var space := root.find_world_2d().space");
    let gravity = pair.gravity.as_dvec2();
    let down = gravity.normalize_or(DVec2::NEG_Y);
    for (name, value) in [
        ("AREA_PARAM_GRAVITY", format!("{:?}", gravity.length() * PIXELS)),
        ("AREA_PARAM_GRAVITY_VECTOR", format!("Vector2({:?}, {:?})", down.x, -down.y + 0.0)),
    ] {
        out.line(&format!("PhysicsServer2D.area_set_param(space, PhysicsServer2D.{name}, {value})"));
    }
    // The engine takes the smaller friction, and adds the bounces.
    for (body, bounce) in pair.bodies.iter().zip([pair.restitution, 0.0]) {
        out.line("");
        write_body(&mut out, pair, body, bounce);
    }
    out.line("");
    out.found(pair);
    out.line("print_contacts()");
    out.done()
}

fn write_body(out: &mut ProgramText, pair: &PortedPair, body: &PortedBody, bounce: f32) {
    let a = body.variable;
    out.about_body(body);
    let made = format!("body_{a}");
    let class = match body.kind {
        PortedKind::Static => "StaticBody2D",
        PortedKind::Kinematic => "AnimatableBody2D",
        PortedKind::Dynamic => "RigidBody2D",
    };
    out.line(&format!("var {made} := {class}.new()"));
    let set =
        |out: &mut ProgramText, field: &str, value: String| out.line(&format!("{made}.{field} = {value}"));
    set(out, "position", vector(body.position.as_dvec2()));
    set(out, "rotation", format!("{:?}", -body.radians() + 0.0));
    out.line(&format!("var material_{a} := PhysicsMaterial.new()"));
    out.line(&format!("material_{a}.friction = {}", double(pair.friction)));
    out.line(&format!("material_{a}.bounce = {}", double(bounce)));
    set(out, "physics_material_override", format!("material_{a}"));
    if let Some(filter) = body.filter {
        set(out, "collision_layer", format!("{:#x}", filter.is));
        set(out, "collision_mask", format!("{:#x}", filter.meets));
    }
    match body.kind {
        PortedKind::Static => {}
        PortedKind::Kinematic => {
            out.comment(
                "It moves as told in the scene: here its surface has that velocity, and no step moves it",
            );
            set(out, "constant_linear_velocity", vector(body.velocity.as_dvec2()));
            set(out, "constant_angular_velocity", format!("{:?}", -body.spin_radians() + 0.0));
        }
        PortedKind::Dynamic => write_motion(out, pair, body, &made),
    }
    for (index, form) in body.forms.iter().enumerate() {
        write_form(out, &made, &format!("{a}{index}"), form);
    }
    out.line(&format!("{a} = {made}"));
    out.line(&format!("root.add_child({a})"));
}

fn write_motion(out: &mut ProgramText, pair: &PortedPair, body: &PortedBody, made: &str) {
    let step = f64::from(pair.timestep);
    let damp = format!("{:?}", (1.0 - body.kept(step)) / step);
    let mut fields = vec![
        ("mass", double(body.mass)),
        ("center_of_mass_mode", "RigidBody2D.CENTER_OF_MASS_MODE_CUSTOM".to_owned()),
        ("center_of_mass", vector(body.center.as_dvec2())),
        ("linear_damp_mode", "RigidBody2D.DAMP_MODE_REPLACE".to_owned()),
        ("linear_damp", damp.clone()),
        ("angular_damp_mode", "RigidBody2D.DAMP_MODE_REPLACE".to_owned()),
        ("angular_damp", damp),
        ("gravity_scale", double(body.gravity_scale)),
        ("linear_velocity", vector(body.velocity.as_dvec2())),
        ("angular_velocity", format!("{:?}", -body.spin_radians() + 0.0)),
    ];
    if body.acceleration != Vec2::ZERO {
        fields.push(("constant_force", vector(body.acceleration.as_dvec2() * f64::from(body.mass))));
    }
    if body.inertia > 0.0 {
        fields.push(("inertia", format!("{:?}", f64::from(body.inertia) * PIXELS * PIXELS)));
    } else {
        fields.push(("lock_rotation", "true".to_owned()));
    }
    fields.iter().for_each(|(field, value)| out.line(&format!("{made}.{field} = {value}")));
}

fn write_form(out: &mut ProgramText, body: &str, name: &str, form: &PortedForm) {
    let add = |out: &mut ProgramText, shape: &str, place: DVec2, angle: f64| {
        out.line(&format!("add_shape({body}, {shape}, {}, {angle:?})", vector(place)));
    };
    let new = |out: &mut ProgramText, class: &str, fields: &[(&str, String)]| {
        out.line(&format!("var shape_{name} := {class}.new()"));
        fields.iter().for_each(|(field, value)| out.line(&format!("shape_{name}.{field} = {value}")));
        format!("shape_{name}")
    };
    let outline = |out: &mut ProgramText, points: &[Vec2], radius: f32| {
        if radius > 0.0 {
            out.comment(
                "The engine rounds no polygons: the arcs are cut into straight lines of 10 degrees or less",
            );
        }
        let points = list(&rounded_outline(points, radius), |point| vector(*point));
        add(out, &format!("convex(PackedVector2Array([{points}]))"), DVec2::ZERO, 0.0);
    };
    match form {
        PortedForm::Circle { center, radius } => {
            let shape = new(out, "CircleShape2D", &[("radius", length(*radius))]);
            add(out, &shape, center.as_dvec2(), 0.0);
        }
        PortedForm::Rectangle { center, rotation, half, radius: 0.0 } => {
            let size = format!("Vector2({}, {})", length(half.x * 2.0), length(half.y * 2.0));
            let shape = new(out, "RectangleShape2D", &[("size", size)]);
            add(out, &shape, center.as_dvec2(), -f64::from(rotation.degrees()).to_radians() + 0.0);
        }
        PortedForm::Rectangle { center, rotation, half, radius } => {
            outline(out, &corners(*center, *rotation, *half), *radius);
        }
        PortedForm::Polygon { points, radius } => outline(out, points, *radius),
        PortedForm::Segment { start, end, radius: 0.0 } => {
            let ends = [("a", vector(start.as_dvec2())), ("b", vector(end.as_dvec2()))];
            let shape = new(out, "SegmentShape2D", &ends);
            add(out, &shape, DVec2::ZERO, 0.0);
        }
        PortedForm::Segment { start, end, radius } => {
            // The engine's stands upright.
            let (start, end) = (start.as_dvec2(), end.as_dvec2());
            let (along, radius) = (end - start, f64::from(*radius));
            let height = (along.length() + 2.0 * radius) * PIXELS;
            let fields = [("radius", format!("{:?}", radius * PIXELS)), ("height", format!("{height:?}"))];
            let shape = new(out, "CapsuleShape2D", &fields);
            add(out, &shape, start.midpoint(end), FRAC_PI_2 - along.y.atan2(along.x));
        }
        PortedForm::Chain { points, closed, one_sided } => {
            if *one_sided {
                out.comment("The chain holds from one side in the scene, and from both here");
            }
            let ends = segments(points, *closed).concat();
            let ends = list(&ends, |point| vector(point.as_dvec2()));
            let fields = [("segments", format!("PackedVector2Array([{ends}])"))];
            let shape = new(out, "ConcavePolygonShape2D", &fields);
            add(out, &shape, DVec2::ZERO, 0.0);
        }
    }
}

fn length(metres: f32) -> String {
    format!("{:?}", f64::from(metres) * PIXELS)
}

/// Metres with y up as pixels with y down, without a zero's sign.
fn vector(v: DVec2) -> String {
    let [x, y] = [v.x * PIXELS, -v.y * PIXELS].map(|part| part + 0.0);
    format!("Vector2({x:?}, {y:?})")
}
