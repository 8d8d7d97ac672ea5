//! Colours: the palette of Okabe and Ito (jfly.uni-koeln.de/color), in a light and a dark theme.

use crate::display::Color;

/// The colours of the canvas. One place; the legend, the layers and the panels take them from here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// Dark or light; the panels follow.
    pub dark: bool,
    /// Canvas.
    pub background: Color,
    /// Fine grid lines.
    pub grid: Color,
    /// The two axes of the world.
    pub grid_axis: Color,
    /// Text on the canvas.
    pub text: Color,
    /// Quiet text.
    pub text_quiet: Color,
    /// Outline of a dynamic body.
    pub body_dynamic: Color,
    /// Outline of a kinematic body.
    pub body_kinematic: Color,
    /// Outline of a static body.
    pub body_static: Color,
    /// Shape A of the pair looked at.
    pub pair_a: Color,
    /// Shape B of the pair looked at.
    pub pair_b: Color,
    /// Contact points.
    pub contact: Color,
    /// Contact normals.
    pub normal: Color,
    /// Depth dimension lines, and the overlap of intervals.
    pub depth: Color,
    /// The gap of a separating axis.
    pub gap: Color,
    /// AABBs.
    pub aabb: Color,
    /// Bounding circles.
    pub bounding: Color,
    /// Velocities.
    pub velocity: Color,
    /// Selection outline and handles.
    pub selection: Color,
}

impl Theme {
    /// On a dark canvas.
    pub const DARK: Self = Self {
        dark: true,
        background: Color::rgb(0x16, 0x18, 0x1d),
        grid: Color::rgb(0x24, 0x27, 0x2e),
        grid_axis: Color::rgb(0x3a, 0x3f, 0x4a),
        text: Color::rgb(0xe6, 0xe8, 0xec),
        text_quiet: Color::rgb(0x9a, 0xa1, 0xad),
        body_dynamic: Color::rgb(0xc8, 0xcd, 0xd6),
        body_kinematic: Color::rgb(0xb0, 0xb8, 0xc6),
        body_static: Color::rgb(0x8a, 0x92, 0xa0),
        pair_a: Color::rgb(0x56, 0xb4, 0xe9),
        pair_b: Color::rgb(0xe6, 0x9f, 0x00),
        contact: Color::rgb(0xf0, 0xe4, 0x42),
        normal: Color::rgb(0x00, 0xb8, 0x88),
        depth: Color::rgb(0xee, 0x77, 0x33),
        gap: Color::rgb(0x00, 0xb8, 0x88),
        aabb: Color::rgb(0x5b, 0x8f, 0xd6),
        bounding: Color::rgb(0xcc, 0x79, 0xa7),
        velocity: Color::rgb(0x56, 0xb4, 0xe9),
        selection: Color::rgb(0xff, 0xff, 0xff),
    };

    /// On a light canvas.
    pub const LIGHT: Self = Self {
        dark: false,
        background: Color::rgb(0xfa, 0xfa, 0xf8),
        grid: Color::rgb(0xec, 0xec, 0xe8),
        grid_axis: Color::rgb(0xcf, 0xcf, 0xca),
        text: Color::rgb(0x1a, 0x1c, 0x20),
        text_quiet: Color::rgb(0x5e, 0x64, 0x6e),
        body_dynamic: Color::rgb(0x33, 0x38, 0x42),
        body_kinematic: Color::rgb(0x4a, 0x52, 0x60),
        body_static: Color::rgb(0x78, 0x80, 0x8c),
        pair_a: Color::rgb(0x00, 0x72, 0xb2),
        pair_b: Color::rgb(0xb8, 0x70, 0x00),
        contact: Color::rgb(0xd5, 0x00, 0x6d),
        normal: Color::rgb(0x00, 0x7a, 0x5a),
        depth: Color::rgb(0xd5, 0x5e, 0x00),
        gap: Color::rgb(0x00, 0x7a, 0x5a),
        aabb: Color::rgb(0x3a, 0x6f, 0xb8),
        bounding: Color::rgb(0xa8, 0x4a, 0x80),
        velocity: Color::rgb(0x00, 0x72, 0xb2),
        selection: Color::rgb(0x11, 0x11, 0x11),
    };
}
