//! A layer of tiles.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use glam::{DAffine2, DVec2};
use usvg::roxmltree::Node;

use super::object::{ObjectProperties, TileShape};
use super::tileset::{DrawnTile, FLIPPED_DIAGONALLY, NUMBER, UNREADABLE, tileset_of};
use super::{MapReader, tile_data};
use crate::elsewhere::import::Refusal;
use crate::elsewhere::import::form::Form;
use crate::elsewhere::import::taking::{Label, within_points};
use crate::elsewhere::import::tiles::TileLayer;
use crate::scene::numbers::count;

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

/// What is read of a layer.
#[derive(Default)]
struct ReadLayer {
    kinds: BTreeMap<ObjectProperties, LayerTiles>,
    /// Why tiles cannot be taken, and how many.
    unreadable: BTreeMap<String, usize>,
    /// Of the shapes of all tiles.
    points: usize,
    /// Tiles that are `dynamic`.
    moving: usize,
}

impl ReadLayer {
    /// A tile without collision shapes.
    fn add_bare(&mut self, properties: ObjectProperties, cell: (i32, i32)) {
        self.kinds.entry(properties).or_default().bare.insert(cell);
    }

    fn add_unreadable(&mut self, why: &str) {
        *self.unreadable.entry(why.to_owned()).or_default() += 1;
    }

    fn has_shapes(&self) -> bool {
        self.kinds.values().any(|kind| !(kind.solid.is_empty() && kind.shapes.is_empty()))
    }

    fn bare(&self) -> usize {
        self.kinds.values().map(|kind| kind.bare.len()).sum()
    }
}

impl MapReader {
    /// Tiles that fill their cell are solid, others have their collision shapes. Where no tile of the layer has any, all
    /// are solid.
    pub(super) fn tile_layer(&mut self, layer: Node<'_, '_>, offset: DVec2) -> Result<(), Refusal> {
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
        let to_layer =
            self.to_metres * DAffine2::from_translation(offset) * DAffine2::from_scale(self.tile_scale);
        let mut read = ReadLayer::default();
        for (cell, bits) in cells {
            self.tile(cell, bits, to_layer, &label, &mut read)?;
        }
        let has_shapes = read.has_shapes();
        for (why, tiles) in &read.unreadable {
            let why = format!("{}: {why}", count(*tiles, "tile", "tiles"));
            self.taking.leave_out(&label.to_string(), &why);
        }
        if !has_shapes && read.bare() == 0 && !read.unreadable.is_empty() {
            return Ok(());
        }
        self.tell_of_layer(&label, &read);
        if read.kinds.is_empty() {
            read.kinds.insert(ObjectProperties::default(), LayerTiles::default());
        }
        for (properties, LayerTiles { mut solid, shapes, bare }) in read.kinds {
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

    /// Reads the tile of a cell. `bits`: its number, and how it is flipped.
    fn tile(
        &mut self,
        (row, column): (i32, i32),
        bits: u32,
        to_layer: DAffine2,
        label: &Label,
        read: &mut ReadLayer,
    ) -> Result<(), Refusal> {
        let cell = (row, column);
        let Some(tileset) = tileset_of(&mut self.tilesets, bits & NUMBER) else {
            read.add_bare(ObjectProperties::default(), cell);
            return Ok(());
        };
        if let Some(why) = &tileset.unreadable {
            read.add_unreadable(why);
            return Ok(());
        }
        let Some(tile) = tileset.tiles.get_mut(&((bits & NUMBER) - tileset.first)) else {
            read.add_bare(ObjectProperties::default(), cell);
            return Ok(());
        };
        for why in mem::take(&mut tile.left_out) {
            self.taking.leave_out(&label.to_string(), &why);
        }
        if tile.is_unreadable {
            read.add_unreadable(UNREADABLE);
            return Ok(());
        }
        read.moving += usize::from(tile.properties.dynamic == Some(true));
        let tile_size = tile.size.unwrap_or(tileset.tile_size);
        if !tile.shapes.is_empty() && tile_size.min_element() <= 0.0 {
            read.add_unreadable("its tile has no size");
            return Ok(());
        }
        let properties = tile.properties.in_layer();
        if tile.shapes.is_empty() {
            read.add_bare(properties, cell);
            return Ok(());
        }
        let kind = read.kinds.entry(properties).or_default();
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
            kind.solid.insert(cell);
            return Ok(());
        }
        read.points += tile.shapes.iter().map(|shape| shape.form.points()).sum::<usize>();
        within_points(read.points)?;
        let place = drawn.place(tileset.offset, tileset.keeps_proportions);
        let all = tile.shapes.iter();
        kind.shapes.extend(all.map(|shape| (shape.form.clone(), to_layer * place * shape.place)));
        Ok(())
    }

    /// Tells what becomes of tiles that move or have no shapes.
    fn tell_of_layer(&mut self, label: &Label, read: &ReadLayer) {
        let (has_shapes, bare) = (read.has_shapes(), read.bare());
        if read.moving > 0 {
            let tiles = count(read.moving, "tile is `dynamic`", "tiles are `dynamic`");
            self.taking.change(format!("{label}: {tiles}, and what a layer has stands still"));
        }
        if has_shapes && bare > 0 {
            let why = format!("{bare} of its tiles have no collision shapes, pictures");
            self.taking.leave_out(&label.to_string(), &why);
        } else if bare > 0 {
            let what = "none of its tiles has a collision shape, so each is solid";
            self.taking.change(format!("{label}: {what}"));
        }
    }
}
