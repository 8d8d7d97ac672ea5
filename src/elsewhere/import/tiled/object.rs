//! An object of a Tiled map: its shape, its properties.

use glam::{DAffine2, DMat2, DVec2};
use usvg::roxmltree::Node;

use super::or_0;
use crate::elsewhere::import::convex::InsideRule;
use crate::elsewhere::import::form::{Form, turned};
use crate::elsewhere::import::taking::{Label, Material};
use crate::elsewhere::import::{Refusal, xml};
use crate::platform::plain;
use crate::scene::SceneMotion;

/// A form and its place in the object's layer or in the tile. Pixels, y down.
#[derive(Clone)]
pub(super) struct TileShape {
    pub form: Form,
    pub place: DAffine2,
}

/// The shape of an object that is no tile; the inner error says why it has none.
pub(super) fn shape(node: Node<'_, '_>) -> Result<Result<TileShape, String>, Refusal> {
    if node.attribute("template").is_some() {
        return Ok(Err("it is made from a template, and templates are not opened".to_owned()));
    }
    let size = DVec2::new(or_0(node, "width")?, or_0(node, "height")?);
    let frame = frame(node)?;
    let kind = node.children().map(|child| child.tag_name().name());
    let mut kinds = kind
        .filter(|kind| matches!(*kind, "ellipse" | "capsule" | "polygon" | "polyline" | "point" | "text"));
    let kind = kinds.next().unwrap_or("rectangle");
    let form = match kind {
        "point" => return Ok(Err("a point has no size".to_owned())),
        "text" => return Ok(Err("a text has no shape".to_owned())),
        "polygon" => Form::Area(vec![points(node, kind)?], InsideRule::NonZero),
        "polyline" => Form::Line(points(node, kind)?),
        "ellipse" => Form::Ellipse(0.5 * size),
        "capsule" => Form::Capsule(0.5 * size),
        _ => Form::Rectangle(0.5 * size),
    };
    let is_by_points = matches!(form, Form::Area(..) | Form::Line(_));
    // The other forms are around their middle.
    let middle = if is_by_points { DVec2::ZERO } else { 0.5 * size };
    Ok(Ok(TileShape { form, place: frame * DAffine2::from_translation(middle) }))
}

/// From an object's own coordinates: Tiled rotates it about its position, clockwise where y is down.
pub(super) fn frame(node: Node<'_, '_>) -> Result<DAffine2, Refusal> {
    let position = DVec2::new(or_0(node, "x")?, or_0(node, "y")?);
    let rotation: DMat2 = turned(or_0(node, "rotation")?);
    Ok(DAffine2::from_mat2_translation(rotation, position))
}

/// The list `0,0 32,0 …`.
fn points(node: Node<'_, '_>, kind: &str) -> Result<Vec<DVec2>, Refusal> {
    let Some(node) = xml::child(node, kind) else { return Ok(Vec::new()) };
    let Some(attribute) = node.attribute_node("points") else {
        let what = format!("<{kind}>: points are missing; allowed: pairs of numbers, 0,0 32,0");
        return Err(xml::refusal(node.document(), node.range().start, what));
    };
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        let point = DVec2::new(x.parse().ok()?, y.parse().ok()?);
        point.is_finite().then_some(point)
    };
    let wrong = |pair: &str| {
        let found = plain::quoted(pair);
        let what = format!("<{kind}>: points have {found}; allowed: pairs of finite numbers, 0,0 32,0");
        xml::refusal(node.document(), attribute.range_value().start, what)
    };
    attribute.value().split_whitespace().map(|pair| point(pair).ok_or_else(|| wrong(pair))).collect()
}

/// The bool properties that a body has; `None` where they are not given.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectProperties {
    pub dynamic: Option<bool>,
    pub sensor: Option<bool>,
    pub bullet: Option<bool>,
    pub fixed_rotation: Option<bool>,
    pub one_way: Option<bool>,
}

impl ObjectProperties {
    pub fn of(node: Node<'_, '_>) -> Self {
        Self {
            dynamic: bool_property(node, "dynamic"),
            sensor: bool_property(node, "sensor"),
            bullet: bool_property(node, "bullet"),
            fixed_rotation: bool_property(node, "fixed_rotation"),
            one_way: bool_property(node, "one_way"),
        }
    }

    /// These, and those of the tile where they are not given.
    pub fn or(self, of_tile: Self) -> Self {
        Self {
            dynamic: self.dynamic.or(of_tile.dynamic),
            sensor: self.sensor.or(of_tile.sensor),
            bullet: self.bullet.or(of_tile.bullet),
            fixed_rotation: self.fixed_rotation.or(of_tile.fixed_rotation),
            one_way: self.one_way.or(of_tile.one_way),
        }
    }

    /// What of them tells tiles of a layer apart, where nothing moves.
    pub fn in_layer(self) -> Self {
        let given = |property: Option<bool>| property.filter(|is_set| *is_set);
        Self { sensor: given(self.sensor), one_way: given(self.one_way), ..Self::default() }
    }

    pub fn material(self) -> Material {
        let is_dynamic = self.dynamic.unwrap_or(false);
        let motion = if is_dynamic { SceneMotion::dynamic(1.0) } else { SceneMotion::Static };
        Material {
            sensor: self.sensor.unwrap_or(false),
            bullet: self.bullet.unwrap_or(false),
            fixed_rotation: self.fixed_rotation.unwrap_or(false),
            one_way: self.one_way.unwrap_or(false),
            ..Material::of(motion)
        }
    }
}

/// The property of this name and of type bool.
fn bool_property(node: Node<'_, '_>, of: &str) -> Option<bool> {
    let mut properties = xml::child(node, "properties").into_iter().flat_map(|list| list.children());
    let is_it = |property: &Node<'_, '_>| {
        property.attribute("name") == Some(of) && property.attribute("type") == Some("bool")
    };
    properties.find(is_it).map(|property| property.attribute("value") == Some("true"))
}

pub(super) fn label(node: Node<'_, '_>) -> Label {
    let id = node.attribute("id").unwrap_or("?");
    Label::new(node.attribute("name").unwrap_or_default(), format!("object {}", plain::label(id)))
}
