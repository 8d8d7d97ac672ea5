//! IntGrid layers of LDtk projects (<https://ldtk.io/json/>): each value that is not 0 is solid, and a body of its own
//! name. The levels of a world are at their places, in a linear world one after another. Levels in files of their own are
//! told.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine2, DVec2};
use serde::Deserialize;

use super::taking::{Label, Material, Taking};
use super::tiles::{MOST_CELLS, TileLayer, Tiles};
use super::{GRAVITY, Refusal, json_refusal, metres_from_pixels, refuse_list};
use crate::platform::plain;
use crate::scene::{Scene, SceneMotion};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Project {
    #[serde(default)]
    defs: Definitions,
    #[serde(default)]
    world_layout: Option<WorldLayout>,
    levels: Vec<LdtkLevel>,
    /// Of a project of several worlds, which has no levels of its own.
    #[serde(default)]
    worlds: Vec<LdtkWorld>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LdtkWorld {
    #[serde(default)]
    world_layout: Option<WorldLayout>,
    #[serde(default)]
    levels: Vec<LdtkLevel>,
}

/// Where levels lie.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
enum WorldLayout {
    /// One after another, to the right or down, whatever their places are.
    LinearHorizontal,
    LinearVertical,
    /// At their places.
    #[serde(other)]
    Placed,
}

#[derive(Default, Deserialize)]
struct Definitions {
    #[serde(default)]
    layers: Vec<LayerDefinition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayerDefinition {
    identifier: String,
    #[serde(default)]
    int_grid_values: Vec<ValueDefinition>,
}

#[derive(Deserialize)]
struct ValueDefinition {
    value: i64,
    identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LdtkLevel {
    identifier: String,
    #[serde(default)]
    world_x: f64,
    #[serde(default)]
    world_y: f64,
    #[serde(default, rename = "pxWid")]
    width: f64,
    #[serde(default, rename = "pxHei")]
    height: f64,
    /// `None`: they are in the level's own file.
    layer_instances: Option<Vec<LayerInstance>>,
    external_rel_path: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", expecting = "struct Layer")]
struct LayerInstance {
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__type")]
    kind: String,
    #[serde(rename = "__cWid")]
    columns: u32,
    #[serde(rename = "__gridSize")]
    grid_size: f64,
    #[serde(rename = "__pxTotalOffsetX", default)]
    offset_x: f64,
    #[serde(rename = "__pxTotalOffsetY", default)]
    offset_y: f64,
    #[serde(default)]
    int_grid_csv: Vec<i64>,
}

pub fn read(text: &str, pixels_per_metre: f64, tiles: Tiles) -> Result<Taking, Refusal> {
    refuse_list("a project of LDtk", text)?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let project: Project = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let (path, error) = (error.path().to_string(), error.into_inner());
        json_refusal("a project of LDtk", &path, &error)
    })?;
    deserializer.end().map_err(|error| json_refusal("a project of LDtk", ".", &error))?;
    let mut reader = LdtkReader {
        taking: Taking::new(Scene { gravity: GRAVITY, ..Scene::default() }),
        definitions: &project.defs.layers,
        pixels_per_metre,
        tiles,
    };
    reader.levels(project.world_layout, &project.levels)?;
    for world in &project.worlds {
        reader.levels(world.world_layout, &world.levels)?;
    }
    let worlds = project.worlds.iter().filter(|world| !world.levels.is_empty()).count();
    if worlds > 1 {
        reader.taking.change(format!(
            "the project has {worlds} worlds, whose levels lie over one another where their places do"
        ));
    }
    Ok(reader.taking)
}

struct LdtkReader<'p> {
    taking: Taking,
    definitions: &'p [LayerDefinition],
    pixels_per_metre: f64,
    tiles: Tiles,
}

impl LdtkReader<'_> {
    /// Takes the levels of a world.
    fn levels(&mut self, layout: Option<WorldLayout>, levels: &[LdtkLevel]) -> Result<(), Refusal> {
        // Of the next level of a linear world. Pixels.
        let mut next = DVec2::ZERO;
        for level in levels {
            let corner = match layout {
                Some(WorldLayout::LinearHorizontal | WorldLayout::LinearVertical) => next,
                Some(WorldLayout::Placed) | None => DVec2::new(level.world_x, level.world_y),
            };
            match layout {
                Some(WorldLayout::LinearHorizontal) => next.x += level.width,
                Some(WorldLayout::LinearVertical) => next.y += level.height,
                Some(WorldLayout::Placed) | None => {}
            }
            self.level(level, corner)?;
        }
        Ok(())
    }

    fn level(&mut self, level: &LdtkLevel, corner: DVec2) -> Result<(), Refusal> {
        let place = format!("level {}", plain::quoted(&level.identifier));
        let Some(layers) = &level.layer_instances else {
            let file = level.external_rel_path.as_deref().map(|file| format!(", {}", plain::quoted(file)));
            let file = file.unwrap_or_default();
            let why = format!("its layers are in a file of its own{file}; save the project as one file");
            self.taking.leave_out(&place, &why);
            return Ok(());
        };
        for layer in layers {
            let label = Label::new(&layer.identifier, "layer");
            if layer.kind != "IntGrid" {
                let why =
                    format!("it is of {}; tiles are taken from IntGrid layers", plain::label(&layer.kind));
                self.taking.leave_out(&format!("{place}, {label}"), &why);
                continue;
            }
            let names = self.definitions.iter().find(|of| of.identifier == layer.identifier);
            let corner = corner + DVec2::new(layer.offset_x, layer.offset_y);
            for (value, solid) in layer.cells(&place)? {
                let named = names.and_then(|of| of.int_grid_values.iter().find(|named| named.value == value));
                let named = named.and_then(|named| named.identifier.clone()).filter(|name| !name.is_empty());
                let name = named.unwrap_or_else(|| format!("{} {value}", layer.identifier));
                let layer = TileLayer {
                    label: Label::new(name, format!("{place}, layer")),
                    solid,
                    shapes: Vec::new(),
                    material: Material::of(SceneMotion::Static),
                    cell: DVec2::splat(layer.grid_size),
                    to_world: metres_from_pixels(self.pixels_per_metre) * DAffine2::from_translation(corner),
                };
                layer.take(self.tiles, &mut self.taking)?;
            }
        }
        Ok(())
    }
}

impl LayerInstance {
    /// The cells of each value.
    fn cells(&self, level: &str) -> Result<BTreeMap<i64, BTreeSet<(i32, i32)>>, Refusal> {
        let refuse = |what: &str| {
            let layer = plain::quoted(&self.identifier);
            Err(Refusal::new(format!("{level}, layer {layer}: {what}")))
        };
        if self.int_grid_csv.len() > MOST_CELLS {
            return refuse(&format!("intGridCsv has too many cells; allowed: up to {MOST_CELLS}"));
        }
        if !(self.grid_size.is_finite() && self.grid_size > 0.0) {
            return refuse("__gridSize is not above 0; allowed: the pixels of a cell");
        }
        if self.columns == 0 && !self.int_grid_csv.is_empty() {
            return refuse("__cWid is 0; allowed: the number of columns");
        }
        let mut cells: BTreeMap<i64, BTreeSet<(i32, i32)>> = BTreeMap::new();
        for (index, value) in (0_u32..).zip(&self.int_grid_csv).filter(|(_, value)| **value != 0) {
            let (row, column) = (index / self.columns, index % self.columns);
            cells.entry(*value).or_default().insert((row as i32, column as i32));
        }
        Ok(cells)
    }
}
