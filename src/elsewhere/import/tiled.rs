//! Object and tile layers of Tiled maps (<https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>), and the
//! collision shapes of the tiles that stand in them. Hidden layers and objects are taken like others.

use std::path::Path;

use glam::{DAffine2, DVec2};
use usvg::roxmltree::{Document, Node};

use self::object::{ObjectProperties, TileShape, frame, label, shape};
use self::tileset::{DrawnTile, NUMBER, Tileset, UNREADABLE, below, tileset_of};
use super::taking::{Label, ShapePart, Taking};
use super::tiles::Tiles;
use super::{GRAVITY, Refusal, metres_from_pixels, xml};
use crate::platform::plain;
use crate::scene::Scene;

mod object;
mod tile_data;
mod tile_layer;
mod tileset;

/// Most group layers in one another.
const MOST_GROUPS: usize = 64;
/// Most tilesets of a map that are files of their own.
const MOST_TILESET_FILES: usize = 256;

/// Reads a map. `folder` is where its tilesets are looked for.
pub fn read(
    text: &str,
    folder: Option<&Path>,
    pixels_per_metre: f64,
    tiles: Tiles,
) -> Result<Taking, Refusal> {
    let document = xml::parse(text)?;
    let map = root(&document, "map", "a Tiled map")?;
    let mut reader = MapReader {
        taking: Taking::new(Scene { gravity: GRAVITY, ..Scene::default() }),
        to_metres: metres_from_pixels(pixels_per_metre),
        tilesets: Vec::new(),
        cell: DVec2::new(or_0(map, "tilewidth")?, or_0(map, "tileheight")?),
        tile_scale: DVec2::ONE,
        tiles,
    };
    match map.attribute("orientation").unwrap_or("orthogonal") {
        "orthogonal" => {}
        "isometric" => {
            let what = "the map is isometric; its objects and tiles lie as in an orthogonal one";
            reader.taking.change(what.to_owned());
            if reader.cell.min_element() > 0.0 {
                reader.tile_scale.x = reader.cell.y / reader.cell.x;
            }
        }
        other => {
            let other = plain::label(other);
            let what = "its tiles lie as in an orthogonal one, its objects where they are drawn";
            reader.taking.change(format!("the map is {other}; {what}"));
        }
    }
    let tilesets = map.children().filter(|child| child.has_tag_name("tileset"));
    for (i, node) in tilesets.enumerate() {
        reader.tileset(node, folder.filter(|_| i < MOST_TILESET_FILES))?;
    }
    reader.tilesets.sort_by_key(|tileset| tileset.first);
    reader.layers(map, DVec2::ZERO, 0)?;
    Ok(reader.taking)
}

struct MapReader {
    taking: Taking,
    to_metres: DAffine2,
    tilesets: Vec<Tileset>,
    /// Of the map's grid. Pixels.
    cell: DVec2,
    /// From pixels of tiles to pixels of objects. Objects of an isometric map have cells that are as wide as high.
    tile_scale: DVec2,
    tiles: Tiles,
}

impl MapReader {
    fn tileset(&mut self, node: Node<'_, '_>, folder: Option<&Path>) -> Result<(), Refusal> {
        let first = whole(node, "firstgid")?.unwrap_or(1);
        let tileset = match node.attribute("source") {
            None => Tileset::read(node, first)?,
            Some(source) => {
                let read = folder.ok_or_else(|| "is a file, and no more are opened".to_owned());
                let read = read.and_then(|folder| below(folder, source));
                read.and_then(|path| Tileset::load(&path, first)).unwrap_or_else(|why| {
                    let why = format!("its tileset {} {why}", plain::quoted(source));
                    Tileset { unreadable: Some(why), ..Tileset::empty(first) }
                })
            }
        };
        self.tilesets.push(tileset);
        Ok(())
    }

    fn layers(&mut self, parent: Node<'_, '_>, offset: DVec2, depth: usize) -> Result<(), Refusal> {
        for layer in parent.children().filter(Node::is_element) {
            let kind = match layer.tag_name().name() {
                kind @ ("objectgroup" | "group" | "layer" | "imagelayer") => kind,
                _ => continue,
            };
            let offset = offset + DVec2::new(or_0(layer, "offsetx")?, or_0(layer, "offsety")?);
            let named =
                |kind: &str| Label::new(layer.attribute("name").unwrap_or_default(), kind).to_string();
            match kind {
                "objectgroup" => {
                    for object in layer.children().filter(|child| child.has_tag_name("object")) {
                        self.object(object, offset)?;
                    }
                }
                "group" if depth < MOST_GROUPS => self.layers(layer, offset, depth + 1)?,
                "group" => {
                    let what = format!(
                        "more than {MOST_GROUPS} groups are in one another; allowed: up to {MOST_GROUPS}"
                    );
                    return Err(xml::refusal(layer.document(), layer.range().start, what));
                }
                "layer" => self.tile_layer(layer, offset)?,
                _ => self.taking.leave_out(&named("image layer"), "a picture has no shape"),
            }
        }
        Ok(())
    }

    fn object(&mut self, node: Node<'_, '_>, offset: DVec2) -> Result<(), Refusal> {
        let label = label(node);
        let tile = whole(node, "gid")?;
        let mut properties = ObjectProperties::of(node);
        let (shapes, left_out) = match tile {
            Some(bits) if node.attribute("template").is_none() => {
                properties = properties.or(self.properties_of(bits & NUMBER));
                self.tile_object(node, bits)?
            }
            Some(_) | None => match shape(node)? {
                Ok(shape) => (vec![shape], Vec::new()),
                Err(why) => (Vec::new(), vec![why]),
            },
        };
        for why in left_out {
            self.taking.leave_out(&label.to_string(), &why);
        }
        let material = properties.material();
        let to_layer = self.to_metres * DAffine2::from_translation(offset);
        let part = |TileShape { form, place }| ShapePart { form, to_world: to_layer * place, material };
        let parts: Vec<ShapePart> = shapes.into_iter().map(part).collect();
        self.taking.take(&label, &parts)
    }

    /// Those of the map's tile of this number.
    fn properties_of(&mut self, number: u32) -> ObjectProperties {
        let tile = tileset_of(&mut self.tilesets, number).and_then(|of| of.tiles.get(&(number - of.first)));
        tile.map(|tile| tile.properties).unwrap_or_default()
    }

    /// The collision shapes of the tile that stands in a layer, and what was left out.
    fn tile_object(
        &mut self,
        node: Node<'_, '_>,
        bits: u32,
    ) -> Result<(Vec<TileShape>, Vec<String>), Refusal> {
        let nothing = |why: &str| Ok((Vec::new(), vec![why.to_owned()]));
        let number = bits & NUMBER;
        let Some(tileset) = tileset_of(&mut self.tilesets, number) else {
            return nothing("its tile is in no tileset of the map");
        };
        if let Some(why) = &tileset.unreadable {
            return nothing(why);
        }
        let no_shapes = "it is a tile without collision shapes, a picture";
        let Some(tile) = tileset.tiles.get_mut(&(number - tileset.first)) else { return nothing(no_shapes) };
        if tile.is_unreadable {
            let told = std::mem::take(&mut tile.left_out);
            return if told.is_empty() { nothing(UNREADABLE) } else { Ok((Vec::new(), told)) };
        }
        if tile.shapes.is_empty() {
            return nothing(no_shapes);
        }
        let tile_size = tile.size.unwrap_or(tileset.tile_size);
        let size = |name, of_tile| Ok(xml::number(node, name)?.unwrap_or(of_tile));
        let size = DVec2::new(size("width", tile_size.x)?, size("height", tile_size.y)?);
        if size.min_element() <= 0.0 || tile_size.min_element() <= 0.0 {
            return nothing("it has no size");
        }
        // The object's lower left corner, from its position.
        let corner = (DVec2::Y - tileset.anchor) * size;
        let drawn = DrawnTile { corner, size, tile_size, bits };
        let place = frame(node)? * drawn.place(tileset.offset, tileset.keeps_proportions);
        let shapes = tile
            .shapes
            .iter()
            .map(|shape| TileShape { form: shape.form.clone(), place: place * shape.place });
        let shapes = shapes.collect();
        Ok((shapes, std::mem::take(&mut tile.left_out)))
    }
}

fn or_0(node: Node<'_, '_>, name: &str) -> Result<f64, Refusal> {
    Ok(xml::number(node, name)?.unwrap_or(0.0))
}

/// A whole number of 32 bits; `None` where there is no such attribute.
fn whole(node: Node<'_, '_>, name: &str) -> Result<Option<u32>, Refusal> {
    let Some(attribute) = node.attribute_node(name) else { return Ok(None) };
    attribute.value().trim().parse().map(Some).map_err(|_| {
        let (tag, found) = (node.tag_name().name(), plain::quoted(attribute.value()));
        let what =
            format!("<{}>: {name} is {found}; allowed: a whole number up to {}", plain::label(tag), u32::MAX);
        xml::refusal(node.document(), attribute.range_value().start, what)
    })
}

/// The root element, which must have this name.
fn root<'d, 'i>(document: &'d Document<'i>, name: &str, what: &str) -> Result<Node<'d, 'i>, Refusal> {
    let root = document.root_element();
    if root.has_tag_name(name) {
        return Ok(root);
    }
    let found = plain::label(root.tag_name().name()).into_owned();
    let what = format!("is not {what}: its root is <{found}>; allowed: <{name}>");
    Err(xml::refusal(document, root.range().start, what))
}
