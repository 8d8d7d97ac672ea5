//! Layers of tiles: those that fill their cell are solid, and become the chains along their outlines, or boxes.

use std::collections::BTreeSet;

use glam::{DAffine2, DVec2};

use super::Refusal;
use super::form::Form;
use super::taking::{Label, Material, ShapePart, Taking};
use crate::platform::sorting;
use crate::scene::merge::merged;
use crate::scene::shape::MAX_CHAIN_POINTS;
use crate::scene::{SceneBody, SceneMotion, SceneShape};

/// Most boxes and slopes whose outlines are looked for: each is held against each.
const MOST_MERGED: usize = 2_000;
/// Most cells of a layer.
pub const MOST_CELLS: usize = 1 << 20;

/// What becomes of solid tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiles {
    /// Chains along the outlines of those that touch.
    Outlines,
    /// A box each.
    Boxes,
}

/// The tiles of a layer.
pub struct TileLayer {
    pub label: Label,
    /// Row and column of each tile that fills its cell.
    pub solid: BTreeSet<(i32, i32)>,
    /// Slopes and other shapes of tiles that do not. Metres, y up.
    pub shapes: Vec<(Form, DAffine2)>,
    /// Of a cell, in the layer's own unit.
    pub cell: DVec2,
    /// From the layer to metres, y up.
    pub to_world: DAffine2,
}

impl TileLayer {
    pub fn take(self, tiles: Tiles, taking: &mut Taking) -> Result<(), Refusal> {
        let Self { label, solid, shapes, cell, to_world } = self;
        if solid.is_empty() && shapes.is_empty() {
            taking.leave_out(&label.to_string(), "it has no tiles");
            return Ok(());
        }
        let boxes = match tiles {
            Tiles::Outlines => blocks(solid),
            Tiles::Boxes => solid.into_iter().map(|(row, column)| [row, column, 1, 1]).collect(),
        };
        let of_box = |[row, column, rows, columns]: [i32; 4]| {
            let size = cell * DVec2::new(columns.into(), rows.into());
            let middle = cell * DVec2::new(column.into(), row.into()) + 0.5 * size;
            (Form::Rectangle(0.5 * size), to_world * DAffine2::from_translation(middle))
        };
        let material = Material::of(SceneMotion::Static);
        let all = boxes.into_iter().map(of_box).chain(shapes);
        let parts = all.map(|(form, to_world)| ShapePart { form, to_world, material });
        let (mut bodies, _) = taking.bodies_of(&label, &parts.collect::<Vec<_>>())?;
        if tiles == Tiles::Outlines {
            bodies = outlines(&label, bodies, taking);
        }
        taking.push(&label, bodies);
        Ok(())
    }
}

/// The chains of what has corners alone, and the rest as it is; one block alone has no joints, and stays a box.
fn outlines(label: &Label, bodies: Vec<SceneBody>, taking: &mut Taking) -> Vec<SceneBody> {
    let (angular, mut others): (Vec<SceneBody>, Vec<SceneBody>) =
        bodies.into_iter().partition(|body| is_angular(&body.shape));
    if angular.len() < 2 {
        return [angular, others].concat();
    }
    let why = if angular.len() > MOST_MERGED {
        format!("there are more than {MOST_MERGED} of them")
    } else {
        match merged(&angular) {
            Ok(chains) if chains.iter().all(|chain| chain.shape.points().len() <= MAX_CHAIN_POINTS) => {
                others.splice(0..0, chains);
                return others;
            }
            Ok(_) => format!("an outline has more than {MAX_CHAIN_POINTS} points"),
            Err(why) => why,
        }
    };
    taking.change(format!("{label}: its tiles stay boxes: {why}"));
    [angular, others].concat()
}

fn is_angular(shape: &SceneShape) -> bool {
    matches!(shape, SceneShape::Rectangle { radius: 0.0, .. } | SceneShape::Polygon { radius: 0.0, .. })
}

/// Cells as few blocks: row, column, rows, columns. Rows of neighbours, of which equal ones above each other are one.
fn blocks(cells: BTreeSet<(i32, i32)>) -> Vec<[i32; 4]> {
    let mut rows: Vec<[i32; 4]> = Vec::new();
    for (row, column) in cells {
        match rows.last_mut() {
            Some([last, first, _, columns]) if (*last, *first + *columns) == (row, column) => *columns += 1,
            _ => rows.push([row, column, 1, 1]),
        }
    }
    sorting::sort_by_key(&mut rows, |[row, column, _, columns]| (*column, *columns, *row));
    let mut blocks: Vec<[i32; 4]> = Vec::new();
    for [row, column, _, columns] in rows {
        match blocks.last_mut() {
            Some([first, above, count, wide])
                if (*above, *wide, *first + *count) == (column, columns, row) =>
            {
                *count += 1;
            }
            _ => blocks.push([row, column, 1, columns]),
        }
    }
    blocks
}
