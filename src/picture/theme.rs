//! Colours: the colour-blind safe palette of Okabe and Ito (jfly.uni-koeln.de/color), in a light and a dark
//! theme.

use crate::picture::display::Color;

/// Defines [`Theme`] by the colours that pictures of the canvas are drawn in.
macro_rules! theme {
    ($($(#[$about:meta])* $color:ident,)*) => {
        /// The colours of canvas, legend, layers and panels.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Theme {
            /// Dark theme, else light; the panels follow.
            pub dark: bool,
            $($(#[$about])* pub $color: Color,)*
            /// Stages of a frame of the window, as stacked areas in the plot of frame times.
            pub stages: [Color; 7],
        }

        impl Theme {
            /// What pictures of the canvas are drawn in.
            pub fn colors(&self) -> Vec<Color> {
                vec![$(self.$color),*]
            }
        }
    };
}

theme! {
    /// Canvas.
    background,
    /// Fine grid lines.
    grid,
    /// The two axes of the world.
    grid_axis,
    text,
    text_quiet,
    body_dynamic,
    body_kinematic,
    body_static,
    /// Shape A of the selected pair.
    pair_a,
    /// Shape B of the selected pair.
    pair_b,
    /// Contact points.
    contact,
    normal,
    /// Depth dimension lines, and the overlap of intervals.
    depth,
    /// The gap of a separating axis.
    gap,
    /// What a shortcut gets wrong.
    wrong,
    /// Contacts of another engine.
    theirs,
    aabb,
    bounding,
    velocity,
    /// Impulses, and contacts that are new.
    impulse,
    /// Contacts that last.
    lasting,
    /// Outlines behind the shapes.
    outline,
    /// Selection outline and handles.
    selection,
}

/// [`Theme::stages`]: filled areas that suit dark and light canvases.
const STAGES: [Color; 7] = [
    Color::rgb(0x56, 0xb4, 0xe9),
    Color::rgb(0x00, 0x9e, 0x73),
    Color::rgb(0xe6, 0x9f, 0x00),
    Color::rgb(0xcc, 0x79, 0xa7),
    Color::rgb(0x00, 0x72, 0xb2),
    Color::rgb(0x9a, 0xa1, 0xad),
    Color::rgb(0xd5, 0x5e, 0x00),
];

impl Theme {
    pub const DARK: Self = Self {
        dark: true,
        background: Color::rgb(0x16, 0x18, 0x1d),
        grid: Color::rgb(0x23, 0x26, 0x2d),
        grid_axis: Color::rgb(0x42, 0x48, 0x54),
        text: Color::rgb(0xe6, 0xe8, 0xec),
        text_quiet: Color::rgb(0x9a, 0xa1, 0xad),
        body_dynamic: Color::rgb(0xc8, 0xcd, 0xd6),
        body_kinematic: Color::rgb(0xb0, 0xb8, 0xc6),
        body_static: Color::rgb(0x8a, 0x92, 0xa0),
        pair_a: Color::rgb(0x56, 0xb4, 0xe9),
        pair_b: Color::rgb(0xe6, 0x9f, 0x00),
        contact: Color::rgb(0xf0, 0xe4, 0x42),
        normal: Color::rgb(0x1f, 0xb5, 0x8a),
        depth: Color::rgb(0xcc, 0x79, 0xa7),
        gap: Color::rgb(0x1f, 0xb5, 0x8a),
        wrong: Color::rgb(0xff, 0x7b, 0x72),
        theirs: Color::rgb(0xf2, 0x6b, 0xff),
        aabb: Color::rgb(0x5b, 0x8f, 0xd6),
        bounding: Color::rgb(0xee, 0x77, 0x33),
        velocity: Color::rgb(0xe6, 0xe8, 0xec),
        impulse: Color::rgb(0xff, 0x6a, 0x2b),
        lasting: Color::rgb(0x4f, 0x9b, 0xe8),
        outline: Color::rgb(0xa3, 0x8f, 0xe8),
        selection: Color::rgb(0xff, 0xff, 0xff),
        stages: STAGES,
    };

    /// On a light canvas: the palette's light colours are darkened until they have enough contrast.
    pub const LIGHT: Self = Self {
        dark: false,
        background: Color::rgb(0xfa, 0xfa, 0xf8),
        grid: Color::rgb(0xec, 0xec, 0xe8),
        grid_axis: Color::rgb(0xc6, 0xc7, 0xc4),
        text: Color::rgb(0x1a, 0x1c, 0x20),
        text_quiet: Color::rgb(0x5e, 0x64, 0x6e),
        body_dynamic: Color::rgb(0x33, 0x38, 0x42),
        body_kinematic: Color::rgb(0x4a, 0x52, 0x60),
        body_static: Color::rgb(0x78, 0x80, 0x8c),
        pair_a: Color::rgb(0x00, 0x72, 0xb2),
        pair_b: Color::rgb(0xb8, 0x4c, 0x00),
        contact: Color::rgb(0x00, 0x00, 0x00),
        normal: Color::rgb(0x00, 0x7a, 0x5a),
        depth: Color::rgb(0xa8, 0x44, 0x7f),
        gap: Color::rgb(0x00, 0x7a, 0x5a),
        wrong: Color::rgb(0xb8, 0x1f, 0x24),
        theirs: Color::rgb(0x94, 0x00, 0xa8),
        aabb: Color::rgb(0x2b, 0x85, 0xbd),
        bounding: Color::rgb(0xa0, 0x68, 0x00),
        velocity: Color::rgb(0x7d, 0x73, 0x00),
        impulse: Color::rgb(0xc2, 0x3b, 0x00),
        lasting: Color::rgb(0x1f, 0x6f, 0xb5),
        outline: Color::rgb(0x6b, 0x4f, 0xb8),
        selection: Color::rgb(0x11, 0x11, 0x11),
        stages: STAGES,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast ratio of WCAG 2.1, 1 to 21.
    fn contrast(one: Color, other: Color) -> f32 {
        let luminance = |c: Color| {
            let channel = |v: u8| {
                let v = f32::from(v) / 255.0;
                if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b)
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn lines_and_text_stand_out_from_the_canvas() {
        for theme in [Theme::DARK, Theme::LIGHT] {
            let Theme { dark, background, .. } = theme;
            let lines = [
                ("body_dynamic", theme.body_dynamic),
                ("body_kinematic", theme.body_kinematic),
                ("body_static", theme.body_static),
                ("contact", theme.contact),
                ("aabb", theme.aabb),
                ("bounding", theme.bounding),
                ("velocity", theme.velocity),
                ("selection", theme.selection),
                ("impulse", theme.impulse),
                ("lasting", theme.lasting),
                ("outline", theme.outline),
            ];
            // These are colours of labels, and of badges with letters in the canvas's colour.
            let texts = [
                ("text", theme.text),
                ("text_quiet", theme.text_quiet),
                ("pair_a", theme.pair_a),
                ("pair_b", theme.pair_b),
                ("normal", theme.normal),
                ("depth", theme.depth),
                ("gap", theme.gap),
                ("wrong", theme.wrong),
                ("theirs", theme.theirs),
            ];
            for (least, colors) in [(3.0, &lines[..]), (4.5, &texts[..])] {
                for (name, color) in colors {
                    let ratio = contrast(*color, background);
                    assert!(ratio >= least, "dark {dark}: {name} {ratio:.2} < {least}");
                }
            }
        }
    }
}
