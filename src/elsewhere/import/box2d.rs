//! Worlds of Box2D in JSON, as the editor R.U.B.E. exports them and b2dJson reads and writes them
//! (<https://www.iforce2d.net/b2djson/>). Metres, y up, radians.

use collide2d::{Aabb, MAX_EXTENT, Pose, SolverKind};
use glam::{DAffine2, DVec2};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use self::joints::{RubeJoint, TakenBody};
use self::numbers::{Number, Vector};
use super::convex::InsideRule;
use super::form::{Form, pose_of, turned};
use super::taking::{GivenMass, Label, Material, ShapePart, Taking};
use super::{Refusal, json_refusal, refuse_list};
use crate::scene::limit::TIMESTEP_RANGE;
use crate::scene::{Scene, SceneBody, SceneMotion};

mod joints;
mod numbers;

const WORLD: &str = "a Box2D world";

/// Reads a world.
pub fn read(text: &str) -> Result<Taking, Refusal> {
    refuse_list(WORLD, text)?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let world: RubeWorld = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let (path, error) = (error.path().to_string(), error.into_inner());
        json_refusal(WORLD, &path, &error)
    })?;
    deserializer.end().map_err(|error| json_refusal(WORLD, ".", &error))?;
    let Some(bodies) = &world.body else { return Err(Refusal::new(world.no_body())) };
    check_vector("gravity", world.gravity)?;
    let scene = Scene { gravity: world.gravity.vec2(), solver: SolverKind::Rigid, ..Scene::default() };
    let timestep = world.steps_per_second.map(|steps| (1.0 / steps.0) as f32);
    let timestep = timestep.filter(|step| (TIMESTEP_RANGE.0..=TIMESTEP_RANGE.1).contains(step));
    let own = scene.timestep;
    let mut taking = Taking::new(Scene { timestep: timestep.unwrap_or(own), ..scene });
    if let Some(Number(steps)) = world.steps_per_second
        && timestep.is_none()
    {
        let [least, most, taken] =
            [TIMESTEP_RANGE.1, TIMESTEP_RANGE.0, own].map(|step| (1.0 / f64::from(step)).round());
        let what = format!("stepsPerSecond is {steps}; a scene takes {least} to {most}, and has {taken}");
        taking.change(what);
    }
    let mut taken = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        let known = taking.scene.bodies.len();
        body.take(index, &mut taking)?;
        taken.push(TakenBody::of(body.place(), known, &taking.scene.bodies[known..]));
    }
    world.joint.iter().enumerate().for_each(|(index, joint)| joint.take(index, &taken, &mut taking));
    for (index, RubeImage { name }) in world.image.iter().enumerate() {
        let label = Label::new(name.clone().unwrap_or_default(), format!("image {index}"));
        taking.leave_out(&label.to_string(), "a scene has no images");
    }
    Ok(taking)
}

/// Refuses a number that no scene is computed with.
fn check_number(what: &str, number: f64) -> Result<(), Refusal> {
    if number.abs() <= f64::from(MAX_EXTENT) {
        return Ok(());
    }
    Err(Refusal::new(format!("{what} is {number}; allowed: up to {MAX_EXTENT}")))
}

/// The same of both numbers of a vector.
fn check_vector(what: &str, Vector(both): Vector) -> Result<(), Refusal> {
    if both.abs().max_element() <= f64::from(MAX_EXTENT) {
        return Ok(());
    }
    Err(Refusal::new(format!(
        "{what} is ({}, {}); allowed: up to {MAX_EXTENT} along each axis",
        both.x, both.y
    )))
}

#[derive(Deserialize)]
struct RubeWorld {
    #[serde(default)]
    gravity: Vector,
    #[serde(rename = "stepsPerSecond")]
    steps_per_second: Option<Number>,
    body: Option<Vec<RubeBody>>,
    #[serde(default)]
    joint: Vec<RubeJoint>,
    #[serde(default)]
    image: Vec<RubeImage>,
    /// The key of R.U.B.E.'s own files.
    metaworld: Option<IgnoredAny>,
    /// A key of Tiled's maps.
    layers: Option<IgnoredAny>,
}

impl RubeWorld {
    /// Why there is no list of bodies.
    fn no_body(&self) -> String {
        let what = if self.layers.is_some() {
            "is a Tiled map in JSON; allowed: the same map saved as .tmx"
        } else if self.metaworld.is_some() {
            "is R.U.B.E.'s own project; allowed: the JSON that it exports"
        } else {
            "has no list \"body\"; allowed: a Box2D world as R.U.B.E. exports it and b2dJson writes it"
        };
        what.to_owned()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RubeBody {
    #[serde(default)]
    name: String,
    /// 0 static, 1 kinematic, 2 dynamic.
    #[serde(default, rename = "type")]
    kind: i64,
    #[serde(default)]
    position: Vector,
    /// Radians.
    #[serde(default)]
    angle: Number,
    #[serde(default)]
    linear_velocity: Vector,
    /// Radians per second.
    #[serde(default)]
    angular_velocity: Number,
    #[serde(default)]
    linear_damping: Number,
    #[serde(default)]
    angular_damping: Number,
    awake: Option<bool>,
    active: Option<bool>,
    gravity_scale: Option<Number>,
    #[serde(default)]
    bullet: bool,
    #[serde(default)]
    fixed_rotation: bool,
    #[serde(default, rename = "massData-mass")]
    mass: Number,
    /// Local.
    #[serde(rename = "massData-center")]
    center: Option<Vector>,
    /// About the body's origin; 0 where it is not known. kg·m².
    #[serde(default, rename = "massData-I")]
    inertia: Number,
    #[serde(default)]
    fixture: Vec<Fixture>,
}

impl RubeBody {
    fn take(&self, index: usize, taking: &mut Taking) -> Result<(), Refusal> {
        let label = Label::new(self.name.clone(), format!("body {index}"));
        if self.fixture.is_empty() {
            taking.leave_out(&label.to_string(), "it has no fixture");
        }
        check_vector(&format!("the velocity of {label}"), self.linear_velocity)?;
        check_number(&format!("the angular velocity of {label}"), self.angular_velocity.0)?;
        check_number(&format!("the gravity scale of {label}"), self.gravity_scale.unwrap_or_default().0)?;
        let place = self.place();
        let motion = self.motion();
        let mut parts = Vec::new();
        for (i, fixture) in self.fixture.iter().enumerate() {
            if fixture.is_filtered() {
                let what = format!("the filter of fixture {i} of {label}");
                taking.leave_out(&what, "a scene's masks are names: `is` and `meets`");
            }
            if let Some(kind) = fixture.with_neighbours() {
                let what = format!("the vertices before and after the {kind} of fixture {i} of {label}");
                taking.leave_out(&what, &format!("a scene's {kind} ends where it ends"));
            }
            fixture.tell_values(&format!("fixture {i} of {label}"), taking);
            match fixture.form() {
                Ok((form, center)) => parts.push(ShapePart {
                    form,
                    to_world: place * DAffine2::from_translation(center),
                    material: self.material(fixture, motion),
                }),
                Err(why) => taking.leave_out(&format!("fixture {i} of {label}"), &why),
            }
        }
        self.tell_motion(&label, taking);
        let known = taking.scene.bodies.len();
        // A static body does not turn.
        let origin = if self.kind == 0 { None } else { pose_of(&place) };
        taking.take_around(origin, &label, &parts)?;
        if self.weighs_otherwise(&taking.scene.bodies[known..], &place) {
            let what = format!("the mass data of {label}");
            taking.leave_out(
                &what,
                "its mass, its centre of mass and its moment of inertia are those of its fixtures",
            );
        }
        Ok(())
    }

    /// To metres.
    fn place(&self) -> DAffine2 {
        DAffine2::from_mat2_translation(turned(self.angle.0.to_degrees()), self.position.0)
    }

    /// Tells what of its motion a scene does not have.
    fn tell_motion(&self, label: &Label, taking: &mut Taking) {
        if !(0..=2).contains(&self.kind) {
            taking.change(format!(
                "{label} is of type {}, taken as dynamic; Box2D has 0 static, 1 kinematic, 2 dynamic",
                self.kind
            ));
        }
        if self.kind >= 2 && self.linear_damping.0 < 0.0 {
            let what = format!("the linear damping of {label} is {}, taken as 0", self.linear_damping.0);
            taking.change(what);
        }
        if self.kind >= 2 && self.angular_damping.0 != self.linear_damping.0 {
            let what = format!("the angular damping of {label}");
            taking.leave_out(&what, "a scene has one damping for both, and takes the linear one");
        }
        if self.active == Some(false) {
            taking.change(format!("{label} is not active in Box2D, and takes part"));
        }
        if self.awake == Some(false) && self.kind >= 2 {
            taking.change(format!("{label} is asleep in Box2D, and awake"));
        }
    }

    /// Whether its mass data are others than those that its fixtures give, by more than a hundredth. `taken`: the bodies that
    /// it became, one but for sensors beside solid shapes.
    fn weighs_otherwise(&self, taken: &[SceneBody], place: &DAffine2) -> bool {
        // A sensor by itself weighs something in a scene, whether its fixture does or not.
        let has_heavy_sensor = self.fixture.iter().any(|fixture| fixture.sensor && fixture.density.0 > 0.0);
        let counts = |body: &&SceneBody| taken.len() == 1 || !body.sensor || has_heavy_sensor;
        let weighed = taken.iter().filter(counts).filter_map(|body| {
            let SceneMotion::Dynamic { mass, .. } = body.motion else { return None };
            let (shape, pose) = (body.shape.to_shape().ok()?, Pose::new(body.position, body.rotation));
            let inertia = f64::from(shape.moment_of_inertia(mass));
            let center = pose.world_from_local(shape.centroid()).as_dvec2();
            Some((f64::from(mass), center, inertia, shape.aabb(&pose)))
        });
        let weighed: Vec<(f64, DVec2, f64, Aabb)> = weighed.collect();
        let Some(bounds) = weighed.iter().map(|(.., bounds)| *bounds).reduce(|p, q| p.union(&q)) else {
            return false;
        };
        let mass: f64 = weighed.iter().map(|(mass, ..)| mass).sum();
        let own = weighed.iter().map(|(mass, center, ..)| *mass * *center).sum::<DVec2>() / mass;
        let about = |point: DVec2| -> f64 {
            weighed.iter().map(|(mass, center, own, _)| own + mass * center.distance_squared(point)).sum()
        };
        let is_other_mass = self.mass.0 > 0.0 && (self.mass.0 - mass).abs() > 0.01 * self.mass.0;
        // Writers differ in the point that it is about. A body that never turns has none.
        let is_inertia = |own: f64| (self.inertia.0 - own).abs() <= 0.01 * self.inertia.0;
        let is_other_inertia =
            self.inertia.0 > 0.0 && !is_inertia(about(own)) && !is_inertia(about(place.translation));
        let center = self.center.map(|center| place.transform_point2(center.0));
        let size = f64::from(bounds.size().max_element());
        is_other_mass || is_other_inertia || center.is_some_and(|center| center.distance(own) > 0.01 * size)
    }

    fn motion(&self) -> SceneMotion {
        let turns = self.angular_velocity.0.to_degrees() as f32;
        match self.kind {
            0 => SceneMotion::Static,
            1 => SceneMotion::kinematic(self.linear_velocity.vec2()).with_angular_velocity(turns),
            _ => SceneMotion::dynamic(1.0)
                .with_velocity(self.linear_velocity.vec2())
                .with_angular_velocity(turns)
                // Box2D's damping is a rate: after one second e^-damping is left.
                .with_damping((-self.linear_damping.0.max(0.0)).exp() as f32),
        }
    }

    fn material(&self, fixture: &Fixture, motion: SceneMotion) -> Material {
        let mass = match (fixture.density.0, self.mass.0) {
            (density, _) if density > 0.0 => GivenMass::Density(density as f32),
            (_, mass) => GivenMass::Of(mass as f32),
        };
        Material {
            motion,
            mass,
            restitution: fixture.restitution.0.clamp(0.0, 1.0) as f32,
            friction: fixture.friction.0.max(0.0) as f32,
            sensor: fixture.sensor,
            bullet: self.bullet,
            fixed_rotation: self.fixed_rotation,
            one_way: false,
            gravity_scale: self.gravity_scale.map_or(1.0, |scale| scale.0 as f32),
        }
    }
}

#[derive(Deserialize)]
struct Fixture {
    #[serde(default)]
    density: Number,
    #[serde(default)]
    friction: Number,
    #[serde(default)]
    restitution: Number,
    #[serde(default)]
    sensor: bool,
    #[serde(rename = "filter-categoryBits")]
    category: Option<Number>,
    #[serde(rename = "filter-maskBits")]
    mask: Option<Number>,
    #[serde(rename = "filter-groupIndex")]
    group: Option<Number>,
    circle: Option<RubeCircle>,
    polygon: Option<Corners>,
    chain: Option<Corners>,
    /// The closed chain of Box2D before 2.2.1.
    #[serde(rename = "loop")]
    closed: Option<Corners>,
    edge: Option<RubeEdge>,
}

impl Fixture {
    /// Whether it has another filter than Box2D gives without one.
    fn is_filtered(&self) -> bool {
        let differs = |given: Option<Number>, default: f64| given.is_some_and(|number| number.0 != default);
        // All bits, of 16, of 64, or with a sign.
        let masks = self.mask.is_some_and(|mask| (0.0..65_535.0).contains(&mask.0));
        differs(self.category, 1.0) || masks || differs(self.group, 0.0)
    }

    /// "chain" or "edge", where it has ghost vertices that a scene's has not. A closed chain has its own neighbours.
    fn with_neighbours(&self) -> Option<&'static str> {
        if self.chain.as_ref().is_some_and(|chain| chain.has_neighbours() && !chain.is_closed()) {
            Some("chain")
        } else {
            self.edge.as_ref().is_some_and(RubeEdge::has_neighbours).then_some("edge")
        }
    }

    /// Tells the values that a scene does not have.
    fn tell_values(&self, label: &str, taking: &mut Taking) {
        for (name, Number(value), most) in [
            ("restitution", self.restitution, 1.0),
            ("friction", self.friction, f64::INFINITY),
            ("density", self.density, f64::INFINITY),
        ] {
            let taken = value.clamp(0.0, most);
            if taken != value {
                taking.change(format!("the {name} of {label} is {value}, taken as {taken}"));
            }
        }
    }

    /// The form and its centre; the error completes "…: ".
    fn form(&self) -> Result<(Form, DVec2), String> {
        if let Some(circle) = &self.circle {
            return Ok((Form::Ellipse(DVec2::splat(circle.radius.0)), circle.center.0));
        }
        let form = if let Some(polygon) = &self.polygon {
            Form::Area(vec![polygon.points()?], InsideRule::NonZero)
        } else if let Some(chain) = &self.chain {
            Form::Line(chain.points()?)
        } else if let Some(closed) = &self.closed {
            let mut points = closed.points()?;
            points.extend(points.first().copied());
            Form::Line(points)
        } else if let Some(edge) = &self.edge {
            Form::Line(vec![edge.vertex1.0, edge.vertex2.0])
        } else {
            return Err("it is no circle, polygon, chain or edge".to_owned());
        };
        Ok((form, DVec2::ZERO))
    }
}

#[derive(Deserialize)]
struct RubeCircle {
    #[serde(default)]
    center: Vector,
    radius: Number,
}

#[derive(Deserialize)]
struct RubeEdge {
    #[serde(default)]
    vertex1: Vector,
    #[serde(default)]
    vertex2: Vector,
    /// Whether it has the ghost vertices `vertex0` and `vertex3`.
    #[serde(default, rename = "hasVertex0")]
    has_vertex0: bool,
    #[serde(default, rename = "hasVertex3")]
    has_vertex3: bool,
}

impl RubeEdge {
    fn has_neighbours(&self) -> bool {
        self.has_vertex0 || self.has_vertex3
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Corners {
    vertices: Coordinates,
    /// Before and after a chain: Box2D's ghost vertices, so that nothing catches on its ends.
    prev_vertex: Option<IgnoredAny>,
    next_vertex: Option<IgnoredAny>,
    has_prev_vertex: Option<bool>,
    has_next_vertex: Option<bool>,
}

#[derive(Deserialize)]
struct Coordinates {
    x: Vec<Number>,
    y: Vec<Number>,
}

impl Corners {
    fn has_neighbours(&self) -> bool {
        let is_there =
            |vertex: &Option<IgnoredAny>, has: Option<bool>| vertex.is_some() && has != Some(false);
        is_there(&self.prev_vertex, self.has_prev_vertex) || is_there(&self.next_vertex, self.has_next_vertex)
    }

    /// Whether its last vertex is its first one.
    fn is_closed(&self) -> bool {
        let Coordinates { x, y } = &self.vertices;
        x.len() == y.len() && x.len() > 3 && x.first() == x.last() && y.first() == y.last()
    }

    fn points(&self) -> Result<Vec<DVec2>, String> {
        let Coordinates { x, y } = &self.vertices;
        if x.len() != y.len() {
            return Err(format!(
                "its vertices have {} x and {} y; allowed: as many of both",
                x.len(),
                y.len()
            ));
        }
        Ok(x.iter().zip(y).map(|(x, y)| DVec2::new(x.0, y.0)).collect())
    }
}

#[derive(Deserialize)]
struct RubeImage {
    name: Option<String>,
}

/// A text; `None` for anything else.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum TextOrOther {
        Text(String),
        Other(IgnoredAny),
    }
    Ok(match TextOrOther::deserialize(deserializer)? {
        TextOrOther::Text(text) => Some(text),
        TextOrOther::Other(_) => None,
    })
}
