//! Object and tile layers of Tiled maps (<https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>), and the
//! collision shapes of the tiles that stand in them. Hidden layers and objects are taken like others.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};

use glam::{DAffine2, DMat2, DVec2};
use usvg::roxmltree::{Document, Node};

use super::convex::InsideRule;
use super::form::{Form, turned};
use super::taking::{Label, Material, ShapePart, Taking, within_points};
use super::tiles::{TileLayer, Tiles};
use super::{GRAVITY, MAX_FILE_SIZE, Refusal, metres_from_pixels, xml};
use crate::platform::{plain, regular_file};
use crate::scene::numbers::count;
use crate::scene::{Scene, SceneMotion};

mod tile_data;

/// Most group layers in one another.
const MOST_GROUPS: usize = 64;
/// Most tilesets of a map that are files of their own.
const MOST_TILESET_FILES: usize = 256;
/// The bits of a tile's number that flip it, the last about its diagonal before the others, and those that number it.
const FLIPPED_X: u32 = 1 << 31;
const FLIPPED_Y: u32 = 1 << 30;
const FLIPPED_DIAGONALLY: u32 = 1 << 29;
const NUMBER: u32 = (1 << 28) - 1;
/// Of a tile whose collision shapes are all left out.
const UNREADABLE: &str = "none of its tile's collision shapes can be taken";

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

/// The collision shapes of a tileset's tiles.
struct Tileset {
    /// The map's number of its first tile.
    first: u32,
    /// Pixels.
    tile_size: DVec2,
    /// Where an object's position is in its tile: (0, 0) at the upper left, (1, 1) at the lower right.
    anchor: DVec2,
    /// How far its tiles are drawn from where they stand. Pixels of a tile.
    offset: DVec2,
    /// Whether the tiles of a layer are drawn as large as their cells.
    is_grid_sized: bool,
    /// Whether a tile that is drawn larger or smaller keeps its proportions, in the middle.
    keeps_proportions: bool,
    tiles: HashMap<u32, Tile>,
    /// Why its file cannot be read.
    unreadable: Option<String>,
}

#[derive(Default)]
struct Tile {
    /// Pixels, where it differs from that of the tileset.
    size: Option<DVec2>,
    shapes: Vec<TileShape>,
    properties: ObjectProperties,
    /// Why objects among its collision shapes are none. Told once.
    left_out: Vec<String>,
    /// It has collision shapes, and none of them can be taken.
    is_unreadable: bool,
}

/// A form and its place in the object's layer or in the tile. Pixels, y down.
#[derive(Clone)]
struct TileShape {
    form: Form,
    place: DAffine2,
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

    /// Tiles that fill their cell are solid, others have their collision shapes. Where no tile of the layer has any, all
    /// are solid.
    fn tile_layer(&mut self, layer: Node<'_, '_>, offset: DVec2) -> Result<(), Refusal> {
        let label = Label::new(layer.attribute("name").unwrap_or_default(), "tile layer");
        let cells = match tile_data::cells(layer)? {
            Ok(cells) => cells,
            Err(why) => {
                self.taking.leave_out(&label.to_string(), &why);
                return Ok(());
            }
        };
        if !(self.cell.is_finite() && self.cell.min_element() > 0.0) {
            self.taking.leave_out(&label.to_string(), "the map does not say how large a tile is");
            return Ok(());
        }
        let mut kinds: BTreeMap<ObjectProperties, LayerTiles> = BTreeMap::new();
        // Why tiles cannot be taken, and how many.
        let mut unreadable: BTreeMap<String, usize> = BTreeMap::new();
        let to_layer =
            self.to_metres * DAffine2::from_translation(offset) * DAffine2::from_scale(self.tile_scale);
        let (mut points, mut moving) = (0, 0);
        for ((row, column), bits) in cells {
            let Some(tileset) = tileset_of(&mut self.tilesets, bits & NUMBER) else {
                kinds.entry(ObjectProperties::default()).or_default().bare.insert((row, column));
                continue;
            };
            if let Some(why) = &tileset.unreadable {
                *unreadable.entry(why.clone()).or_default() += 1;
                continue;
            }
            let Some(tile) = tileset.tiles.get_mut(&((bits & NUMBER) - tileset.first)) else {
                kinds.entry(ObjectProperties::default()).or_default().bare.insert((row, column));
                continue;
            };
            for why in std::mem::take(&mut tile.left_out) {
                self.taking.leave_out(&label.to_string(), &why);
            }
            if tile.is_unreadable {
                *unreadable.entry(UNREADABLE.to_owned()).or_default() += 1;
                continue;
            }
            moving += usize::from(tile.properties.dynamic == Some(true));
            let tile_size = tile.size.unwrap_or(tileset.tile_size);
            if !tile.shapes.is_empty() && tile_size.min_element() <= 0.0 {
                *unreadable.entry("its tile has no size".to_owned()).or_default() += 1;
                continue;
            }
            let kind = kinds.entry(tile.properties.in_layer()).or_default();
            if tile.shapes.is_empty() {
                kind.bare.insert((row, column));
                continue;
            }
            // A larger tile grows up and to the right from the lower left corner of its cell.
            let corner = self.cell * DVec2::new(column.into(), (row + 1).into());
            let size = if tileset.is_grid_sized { self.cell } else { tile_size };
            let drawn = DrawnTile { corner, size, tile_size, bits };
            // Flipped about its diagonal it fills a square cell alone.
            let is_upright = bits & FLIPPED_DIAGONALLY == 0 || size.x == size.y;
            if let [TileShape { form: Form::Rectangle(half), place }] = &tile.shapes[..]
                && is_upright
                && *place == DAffine2::from_translation(0.5 * tile_size)
                && (*half, size, tileset.offset) == (0.5 * tile_size, self.cell, DVec2::ZERO)
                && (tile_size == self.cell || !tileset.keeps_proportions)
            {
                kind.solid.insert((row, column));
                continue;
            }
            points += tile.shapes.iter().map(|shape| shape.form.points()).sum::<usize>();
            within_points(points)?;
            let place = drawn.place(tileset.offset, tileset.keeps_proportions);
            let all = tile.shapes.iter();
            kind.shapes.extend(all.map(|shape| (shape.form.clone(), to_layer * place * shape.place)));
        }
        let left_out =
            unreadable.iter().map(|(why, tiles)| format!("{}: {why}", count(*tiles, "tile", "tiles")));
        for why in left_out.collect::<Vec<_>>() {
            self.taking.leave_out(&label.to_string(), &why);
        }
        let bare: usize = kinds.values().map(|kind| kind.bare.len()).sum();
        let has_shapes = kinds.values().any(|kind| !(kind.solid.is_empty() && kind.shapes.is_empty()));
        if !has_shapes && bare == 0 && !unreadable.is_empty() {
            return Ok(());
        }
        if moving > 0 {
            let tiles = count(moving, "tile is `dynamic`", "tiles are `dynamic`");
            self.taking.change(format!("{label}: {tiles}, and what a layer has stands still"));
        }
        if has_shapes && bare > 0 {
            let why = format!("{bare} of its tiles have no collision shapes, pictures");
            self.taking.leave_out(&label.to_string(), &why);
        } else if bare > 0 {
            let what = "none of its tiles has a collision shape, so each is solid";
            self.taking.change(format!("{label}: {what}"));
        }
        if kinds.is_empty() {
            kinds.insert(ObjectProperties::default(), LayerTiles::default());
        }
        for (properties, LayerTiles { mut solid, shapes, bare }) in kinds {
            if !has_shapes {
                solid = bare;
            } else if solid.is_empty() && shapes.is_empty() {
                continue;
            }
            let (label, material) = (label.clone(), properties.material());
            let layer = TileLayer { label, solid, shapes, material, cell: self.cell, to_world: to_layer };
            layer.take(self.tiles, &mut self.taking)?;
        }
        Ok(())
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

/// The tileset that has the map's tile of this number.
fn tileset_of(tilesets: &mut [Tileset], number: u32) -> Option<&mut Tileset> {
    tilesets.iter_mut().filter(|tileset| tileset.first <= number).max_by_key(|of| of.first)
}

/// The tiles of a layer that have the same properties.
#[derive(Default)]
struct LayerTiles {
    /// Row and column of each tile that fills its cell.
    solid: BTreeSet<(i32, i32)>,
    /// Those of the others. Metres, y up.
    shapes: Vec<(Form, DAffine2)>,
    /// Row and column of each tile without collision shapes.
    bare: BTreeSet<(i32, i32)>,
}

/// A tile as Tiled draws it. Pixels, y down.
struct DrawnTile {
    /// Lower left.
    corner: DVec2,
    /// Of the tile before it is flipped: about its diagonal width and height are swapped.
    size: DVec2,
    /// Of its picture.
    tile_size: DVec2,
    /// Its number with the bits that flip it.
    bits: u32,
}

impl DrawnTile {
    /// From the tile's own coordinates. The offset is in pixels of the tile, and is not flipped with it.
    fn place(&self, offset: DVec2, keeps_proportions: bool) -> DAffine2 {
        let has = |bit: u32| self.bits & bit != 0;
        let sign = |bit: u32| if has(bit) { -1.0 } else { 1.0 };
        let swap = DMat2::from_cols(DVec2::Y, DVec2::X);
        let diagonal = if has(FLIPPED_DIAGONALLY) { swap } else { DMat2::IDENTITY };
        let flip = DMat2::from_diagonal(DVec2::new(sign(FLIPPED_X), sign(FLIPPED_Y))) * diagonal;
        let scale = self.size / self.tile_size;
        let scale = if keeps_proportions { DVec2::splat(scale.min_element()) } else { scale };
        let middle = self.corner + 0.5 * (diagonal * self.size) * DVec2::new(1.0, -1.0);
        DAffine2::from_mat2_translation(flip, middle + offset * scale)
            * DAffine2::from_scale(scale)
            * DAffine2::from_translation(-0.5 * self.tile_size)
    }
}

/// The path of a file that a map names: beside the map, or in a folder there.
fn below(folder: &Path, source: &str) -> Result<PathBuf, String> {
    let refused = || "is not beside the map or in a folder there, and is not opened".to_owned();
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let is_down = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    // In a file of another system.
    let source = source.replace('\\', "/");
    if !Path::new(&source).components().all(is_down) {
        return Err(refused());
    }
    // Neither may a link lead elsewhere.
    let real = |path: &Path| path.canonicalize().map_err(|e| format!("cannot be read: {e}"));
    let path = real(&folder.join(&source))?;
    if path.starts_with(real(folder)?) { Ok(path) } else { Err(refused()) }
}

impl Tileset {
    fn empty(first: u32) -> Self {
        Self {
            first,
            tile_size: DVec2::ZERO,
            anchor: DVec2::new(0.0, 1.0),
            offset: DVec2::ZERO,
            is_grid_sized: false,
            keeps_proportions: false,
            tiles: HashMap::new(),
            unreadable: None,
        }
    }

    fn load(path: &Path, first: u32) -> Result<Self, String> {
        let bytes = regular_file::read(path, MAX_FILE_SIZE)?;
        let text = std::str::from_utf8(&bytes).map_err(|_| "is not UTF-8 text".to_owned())?;
        let in_words = |refusal: Refusal| match refusal.place {
            Some((line, column)) => format!("cannot be read:{line}:{column}: {}", refusal.what),
            None => refusal.what,
        };
        let document = xml::parse(text).map_err(in_words)?;
        let node = root(&document, "tileset", "a tileset").map_err(in_words)?;
        Self::read(node, first).map_err(in_words)
    }

    fn read(node: Node<'_, '_>, first: u32) -> Result<Self, Refusal> {
        let mut tileset = Self::empty(first);
        tileset.tile_size = DVec2::new(or_0(node, "tilewidth")?, or_0(node, "tileheight")?);
        tileset.anchor = match node.attribute("objectalignment").unwrap_or_default() {
            "topleft" => DVec2::new(0.0, 0.0),
            "top" => DVec2::new(0.5, 0.0),
            "topright" => DVec2::new(1.0, 0.0),
            "left" => DVec2::new(0.0, 0.5),
            "center" => DVec2::new(0.5, 0.5),
            "right" => DVec2::new(1.0, 0.5),
            "bottom" => DVec2::new(0.5, 1.0),
            "bottomright" => DVec2::new(1.0, 1.0),
            _ => DVec2::new(0.0, 1.0),
        };
        tileset.is_grid_sized = node.attribute("tilerendersize") == Some("grid");
        tileset.keeps_proportions = node.attribute("fillmode") == Some("preserve-aspect-fit");
        if let Some(offset) = xml::child(node, "tileoffset") {
            tileset.offset = DVec2::new(or_0(offset, "x")?, or_0(offset, "y")?);
        }
        for node in node.children().filter(|child| child.has_tag_name("tile")) {
            let mut tile = Tile { properties: ObjectProperties::of(node), ..Tile::default() };
            let sized =
                xml::child(node, "image").filter(|_| node.attribute("width").is_none()).unwrap_or(node);
            let size = xml::number(sized, "width")?.zip(xml::number(sized, "height")?);
            tile.size = size.map(DVec2::from);
            let objects = xml::child(node, "objectgroup").into_iter().flat_map(|group| group.children());
            for object in objects.filter(|child| child.has_tag_name("object")) {
                match shape(object)? {
                    Ok(shape) => tile.shapes.push(shape),
                    Err(why) => tile.left_out.push(format!("{} of its tile: {why}", label(object))),
                }
            }
            tile.is_unreadable = tile.shapes.is_empty() && !tile.left_out.is_empty();
            tileset.tiles.insert(whole(node, "id")?.unwrap_or(0), tile);
        }
        Ok(tileset)
    }
}

/// The shape of an object that is no tile; the inner error says why it has none.
fn shape(node: Node<'_, '_>) -> Result<Result<TileShape, String>, Refusal> {
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
fn frame(node: Node<'_, '_>) -> Result<DAffine2, Refusal> {
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
struct ObjectProperties {
    dynamic: Option<bool>,
    sensor: Option<bool>,
    bullet: Option<bool>,
    fixed_rotation: Option<bool>,
    one_way: Option<bool>,
}

impl ObjectProperties {
    fn of(node: Node<'_, '_>) -> Self {
        Self {
            dynamic: bool_property(node, "dynamic"),
            sensor: bool_property(node, "sensor"),
            bullet: bool_property(node, "bullet"),
            fixed_rotation: bool_property(node, "fixed_rotation"),
            one_way: bool_property(node, "one_way"),
        }
    }

    /// These, and those of the tile where they are not given.
    fn or(self, of_tile: Self) -> Self {
        Self {
            dynamic: self.dynamic.or(of_tile.dynamic),
            sensor: self.sensor.or(of_tile.sensor),
            bullet: self.bullet.or(of_tile.bullet),
            fixed_rotation: self.fixed_rotation.or(of_tile.fixed_rotation),
            one_way: self.one_way.or(of_tile.one_way),
        }
    }

    /// What of them tells tiles of a layer apart, where nothing moves.
    fn in_layer(self) -> Self {
        let given = |property: Option<bool>| property.filter(|is_set| *is_set);
        Self { sensor: given(self.sensor), one_way: given(self.one_way), ..Self::default() }
    }

    fn material(self) -> Material {
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

fn label(node: Node<'_, '_>) -> Label {
    let id = node.attribute("id").unwrap_or("?");
    Label::new(node.attribute("name").unwrap_or_default(), format!("object {}", plain::label(id)))
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
