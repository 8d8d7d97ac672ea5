//! The tiles of a tileset, and how Tiled draws them.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use glam::{DAffine2, DMat2, DVec2};
use usvg::roxmltree::Node;

use super::object::{ObjectProperties, TileShape, label, shape};
use super::{or_0, root, whole};
use crate::elsewhere::import::{MAX_FILE_SIZE, Refusal, xml};
use crate::platform::regular_file;

/// The bits of a tile's number that flip it, the last about its diagonal before the others, and those that number it.
const FLIPPED_X: u32 = 1 << 31;
const FLIPPED_Y: u32 = 1 << 30;
pub(super) const FLIPPED_DIAGONALLY: u32 = 1 << 29;
pub(super) const NUMBER: u32 = (1 << 28) - 1;
/// Of a tile whose collision shapes are all left out.
pub(super) const UNREADABLE: &str = "none of its tile's collision shapes can be taken";

/// The collision shapes of a tileset's tiles.
pub(super) struct Tileset {
    /// The map's number of its first tile.
    pub first: u32,
    /// Pixels.
    pub tile_size: DVec2,
    /// Where an object's position is in its tile: (0, 0) at the upper left, (1, 1) at the lower right.
    pub anchor: DVec2,
    /// How far its tiles are drawn from where they stand. Pixels of a tile.
    pub offset: DVec2,
    /// Whether the tiles of a layer are drawn as large as their cells.
    pub is_grid_sized: bool,
    /// Whether a tile that is drawn larger or smaller keeps its proportions, in the middle.
    pub keeps_proportions: bool,
    pub tiles: HashMap<u32, Tile>,
    /// Why its file cannot be read.
    pub unreadable: Option<String>,
}

#[derive(Default)]
pub(super) struct Tile {
    /// Pixels, where it differs from that of the tileset.
    pub size: Option<DVec2>,
    pub shapes: Vec<TileShape>,
    pub properties: ObjectProperties,
    /// Why objects among its collision shapes are none. Told once.
    pub left_out: Vec<String>,
    /// It has collision shapes, and none of them can be taken.
    pub is_unreadable: bool,
}

impl Tileset {
    pub fn empty(first: u32) -> Self {
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

    pub fn load(path: &Path, first: u32) -> Result<Self, String> {
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

    pub fn read(node: Node<'_, '_>, first: u32) -> Result<Self, Refusal> {
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

/// The tileset that has the map's tile of this number. They are sorted by their first tile.
pub(super) fn tileset_of(tilesets: &mut [Tileset], number: u32) -> Option<&mut Tileset> {
    let end = tilesets.partition_point(|tileset| tileset.first <= number);
    tilesets.get_mut(end.checked_sub(1)?)
}

/// The path of a file that a map names: beside the map, or in a folder there.
pub(super) fn below(folder: &Path, source: &str) -> Result<PathBuf, String> {
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

/// A tile as Tiled draws it. Pixels, y down.
pub(super) struct DrawnTile {
    /// Lower left.
    pub corner: DVec2,
    /// Of the tile before it is flipped: about its diagonal width and height are swapped.
    pub size: DVec2,
    /// Of its picture.
    pub tile_size: DVec2,
    /// Its number with the bits that flip it.
    pub bits: u32,
}

impl DrawnTile {
    /// From the tile's own coordinates. The offset is in pixels of the tile, and is not flipped with it.
    pub fn place(&self, offset: DVec2, keeps_proportions: bool) -> DAffine2 {
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
