//! The table of the tools that draw shapes: tool bar, menus, keys, help and hints read it.

use collide2d::ShapeKind;

use crate::app::commands::Tool;
use crate::app::commands::row::{KeyCombo, plain};
use crate::app::hand::input::Key::Letter;

/// The tool that draws a kind of shape.
#[derive(Clone, Copy, Debug)]
pub struct DrawingTool {
    pub label: &'static str,
    /// One sentence, shown while the pointer rests on it.
    pub tooltip: &'static str,
    pub keys: &'static [KeyCombo],
    /// What the mouse does, for the status bar.
    pub hint: &'static str,
    /// Name of a new body.
    pub body: &'static str,
}

/// The kinds in the order of the tool bar.
pub const ORDER: [ShapeKind; ShapeKind::SIMPLE.len() + 1] = [
    ShapeKind::Circle,
    ShapeKind::Rectangle,
    ShapeKind::Wall,
    ShapeKind::Polygon,
    ShapeKind::Capsule,
    ShapeKind::Chain,
];

pub const fn drawing_tool(kind: ShapeKind) -> DrawingTool {
    match kind {
        ShapeKind::Circle => DrawingTool {
            label: "Circle",
            tooltip: "Drag out a circle from its centre",
            keys: const { &[plain(Letter('C'))] },
            hint: "Drag from the centre outward",
            body: "circle",
        },
        ShapeKind::Capsule => DrawingTool {
            label: "Capsule",
            tooltip: "Drag out a capsule from the centre of one end to that of the other",
            keys: const { &[plain(Letter('K'))] },
            hint: "Drag from end to end · Shift: steps of 15° · its radius has a handle",
            body: "capsule",
        },
        ShapeKind::Rectangle => DrawingTool {
            label: "Rectangle",
            tooltip: "Drag out a rectangle from corner to corner",
            keys: const { &[plain(Letter('B'))] },
            hint: "Drag from corner to corner · Shift: square · Alt: from the centre",
            body: "box",
        },
        ShapeKind::Chain => DrawingTool {
            label: "Chain",
            tooltip: "Click the points of a chain; Enter or a double click ends it, the first point closes it",
            keys: const { &[plain(Letter('I'))] },
            hint: "Click the points of a chain: ground, a slope, a loop",
            body: "chain",
        },
        // No tool draws a compound.
        ShapeKind::Wall | ShapeKind::Compound => DrawingTool {
            label: "Wall",
            tooltip: "Drag out a wall from end to end",
            keys: const { &[plain(Letter('W'))] },
            hint: "Drag from end to end · Shift: steps of 15°",
            body: "wall",
        },
        ShapeKind::Polygon => DrawingTool {
            label: "Polygon",
            tooltip: "Click the points of a convex polygon; Enter or the first point closes it",
            keys: const { &[plain(Letter('P'))] },
            hint: "Click the points of a convex polygon",
            body: "polygon",
        },
    }
}

/// The tool of a regular polygon.
pub const fn regular_tool(corners: u32) -> DrawingTool {
    let (label, tooltip) = match corners {
        3 => ("Triangle", "Drag out a regular triangle from its centre to a corner"),
        8 => ("Octagon", "Drag out a regular octagon from its centre to a corner"),
        _ => ("Regular polygon", "Drag out a regular polygon from its centre to a corner"),
    };
    DrawingTool { label, tooltip, keys: &[], hint: REGULAR_HINT, body: drawing_tool(ShapeKind::Polygon).body }
}

/// The tool of rays and casts; it draws no body.
pub const ASK_TOOL: DrawingTool = DrawingTool {
    label: "Query",
    tooltip: "Drag out a ray, or with a body selected cast that body; Enter keeps it as a query of the scene",
    keys: const { &[plain(Letter('Q'))] },
    hint: "Drag: a ray, or the way of the selected body · a square moves an end · Enter: keep · Esc: drop",
    body: "",
};

/// The tool that measures; it draws no body.
pub const MEASURE_TOOL: DrawingTool = DrawingTool {
    label: "Measure",
    tooltip: "Drag from a body or a point to another: distance, Δx, Δy, angle; corners and centres attract",
    keys: const { &[plain(Letter('M'))] },
    hint: "Drag from a body or point to another · Enter: keep a gap as a query · Esc: drop",
    body: "",
};

/// What keys do while a regular polygon is dragged out.
const REGULAR_HINT: &str =
    "Drag from the centre to a corner · Shift: steps of 15° · ↑ ↓ in the drag: more or fewer corners";

/// The regular polygons of the tool bar, by their corners.
const REGULAR: [u32; 2] = [3, 8];

/// Every tool, in the order of the tool bar.
pub fn tools() -> impl Iterator<Item = Tool> {
    let drawing = ORDER.map(Tool::Draw).into_iter().chain(REGULAR.map(Tool::Regular));
    [Tool::Select].into_iter().chain(drawing).chain([Tool::Ask, Tool::Measure, Tool::Pull])
}
