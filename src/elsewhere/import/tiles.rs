//! Layers of tiles: those that fill their cell are solid, and become the chains along their outlines, or boxes.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine2, DVec2, Vec2};

use super::Refusal;
use super::form::Form;
use super::taking::{Label, Material, ShapePart, Taking};
use crate::platform::sorting;
use crate::scene::merge::merged;
use crate::scene::numbers::count;
use crate::scene::shape::MAX_CHAIN_POINTS;
use crate::scene::{SceneBody, SceneShape};

/// Most boxes and slopes that touch each other whose outline is looked for.
const MOST_MERGED: usize = 10_000;
/// Surfaces that meet within this share of a shape's size are one, as in [`collide2d::merged_outlines`].
const MEETS: f32 = 1.0e-4;
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

pub struct TileLayer {
    pub label: Label,
    /// Row and column of each tile that fills its cell.
    pub solid: BTreeSet<(i32, i32)>,
    /// Slopes and other shapes of tiles that do not. Metres, y up.
    pub shapes: Vec<(Form, DAffine2)>,
    pub material: Material,
    /// Of a cell, in the layer's own unit.
    pub cell: DVec2,
    /// From the layer to metres, y up.
    pub to_world: DAffine2,
}

impl TileLayer {
    pub fn take(self, tiles: Tiles, taking: &mut Taking) -> Result<(), Refusal> {
        let Self { label, solid, shapes, material, cell, to_world } = self;
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
        let all = boxes.into_iter().map(of_box).chain(shapes);
        let parts = all.map(|(form, to_world)| ShapePart { form, to_world, material });
        let (mut bodies, _) = taking.bodies_of(&label, &parts.collect::<Vec<_>>())?;
        // A sensor feels what is within its outline, and what lets pass has no outline with what is solid.
        if tiles == Tiles::Outlines && !material.sensor && !material.one_way {
            bodies = outlines(&label, bodies, taking);
        }
        taking.push(&label, bodies);
        Ok(())
    }
}

/// The chains of what has corners alone, and the rest as it is; one block alone has no joints, and stays a box.
fn outlines(label: &Label, bodies: Vec<SceneBody>, taking: &mut Taking) -> Vec<SceneBody> {
    let (angular, others): (Vec<SceneBody>, Vec<SceneBody>) =
        bodies.into_iter().partition(|body| is_angular(&body.shape));
    let (mut all, mut boxes) = (Vec::new(), Vec::new());
    // How many blocks stay boxes, and why.
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    for group in groups(angular) {
        match outline_of(&group) {
            Ok(chains) => all.extend(chains),
            Err(why) => {
                if let Some(why) = why {
                    *kept.entry(why).or_default() += group.len();
                }
                boxes.extend(group);
            }
        }
    }
    for (why, blocks) in kept {
        let blocks = count(blocks, "block of its tiles stays a box", "blocks of its tiles stay boxes");
        taking.change(format!("{label}: {blocks}: {why}"));
    }
    all.extend(boxes);
    all.extend(others);
    all
}

/// The chains around blocks that touch; else why they stay boxes, `None` of one block alone.
fn outline_of(group: &[SceneBody]) -> Result<Vec<SceneBody>, Option<String>> {
    if group.len() < 2 {
        return Err(None);
    }
    if group.len() > MOST_MERGED {
        return Err(Some(format!("more than {MOST_MERGED} touch each other")));
    }
    let chains = merged(group).map_err(Some)?;
    if chains.iter().any(|chain| chain.shape.points().len() > MAX_CHAIN_POINTS) {
        return Err(Some(format!("an outline has more than {MAX_CHAIN_POINTS} points")));
    }
    Ok(chains)
}

/// Bodies whose boxes meet, or one after another's do, together; in the order of the first of each.
fn groups(bodies: Vec<SceneBody>) -> Vec<Vec<SceneBody>> {
    let box_of = |body: &SceneBody| {
        let aabb = body.shape.to_shape().ok()?.aabb(&body.pose());
        let margin = aabb.size().max_element() * MEETS + aabb.max.abs().max(-aabb.min).max_element() * 1.0e-6;
        Some((aabb.min - margin, aabb.max + margin))
    };
    let boxes: Vec<_> = bodies.iter().map(|body| box_of(body).unwrap_or_default()).collect();
    // They are swept along the longer side of all.
    let (min, max) = boxes.iter().fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(min, max), (low, high)| {
        (min.min(*low), max.max(*high))
    });
    let (along, across) = if max.x - min.x > max.y - min.y { (0, 1) } else { (1, 0) };
    let mut by_start: Vec<usize> = (0..boxes.len()).collect();
    sorting::sort_by(&mut by_start, |&i, &j| boxes[i].0[along].total_cmp(&boxes[j].0[along]));
    // Each leads to one of its group, the first to itself.
    let mut leads: Vec<usize> = (0..boxes.len()).collect();
    for (k, &i) in by_start.iter().enumerate() {
        for &j in by_start[k + 1..].iter().take_while(|&&j| boxes[j].0[along] <= boxes[i].1[along]) {
            if boxes[j].0[across] <= boxes[i].1[across] && boxes[i].0[across] <= boxes[j].1[across] {
                let (p, q) = (first_of(&mut leads, i), first_of(&mut leads, j));
                leads[p.max(q)] = p.min(q);
            }
        }
    }
    let mut groups: BTreeMap<usize, Vec<SceneBody>> = BTreeMap::new();
    for (i, body) in bodies.into_iter().enumerate() {
        groups.entry(first_of(&mut leads, i)).or_default().push(body);
    }
    groups.into_values().collect()
}

fn first_of(leads: &mut [usize], mut i: usize) -> usize {
    while leads[i] != i {
        leads[i] = leads[leads[i]];
        i = leads[i];
    }
    i
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
