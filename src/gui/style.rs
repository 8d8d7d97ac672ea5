//! The look of the panels: one calm surface, an accent, eight-pixel rhythm. Colours of the canvas come from
//! [`crate::picture::theme`].

use egui_macroquad::egui;
use egui_macroquad::egui::epaint::Shadow;
use egui_macroquad::egui::style::{Selection, WidgetVisuals, Widgets};
use egui_macroquad::egui::{
    Color32, Context, CornerRadius, FontDefinitions, FontFamily, FontId, Margin, Stroke, Style, TextStyle,
    Visuals, vec2,
};

use crate::picture::theme::Theme;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    pub panel: Color32,
    /// Menus, dialogs.
    pub raised: Color32,
    /// Text fields.
    pub sunken: Color32,
    pub button: Color32,
    /// Buttons under the pointer.
    pub hover: Color32,
    /// Lines between things.
    pub line: Color32,
    pub text: Color32,
    /// Labels, units.
    pub quiet: Color32,
    /// Headings, the chosen item.
    pub strong: Color32,
    /// An item that is on, chosen, or to be pressed first.
    pub accent: Color32,
    /// Background of a chosen item.
    pub accent_faint: Color32,
    pub on_accent: Color32,
    pub error: Color32,
    pub warning: Color32,
}

impl Palette {
    const DARK: Self = Self {
        panel: Color32::from_rgb(0x1d, 0x20, 0x26),
        raised: Color32::from_rgb(0x25, 0x29, 0x31),
        sunken: Color32::from_rgb(0x13, 0x15, 0x19),
        button: Color32::from_rgb(0x2c, 0x31, 0x3a),
        hover: Color32::from_rgb(0x39, 0x3f, 0x4a),
        line: Color32::from_rgb(0x30, 0x35, 0x3e),
        text: Color32::from_rgb(0xd8, 0xdc, 0xe3),
        quiet: Color32::from_rgb(0x95, 0x9d, 0xaa),
        strong: Color32::from_rgb(0xf4, 0xf6, 0xf8),
        accent: Color32::from_rgb(0x4f, 0x93, 0xf0),
        accent_faint: Color32::from_rgb(0x26, 0x3b, 0x58),
        on_accent: Color32::from_rgb(0xff, 0xff, 0xff),
        error: Color32::from_rgb(0xff, 0x7b, 0x72),
        warning: Color32::from_rgb(0xe8, 0xb3, 0x4a),
    };
    const LIGHT: Self = Self {
        panel: Color32::from_rgb(0xf0, 0xf1, 0xf3),
        raised: Color32::from_rgb(0xfd, 0xfd, 0xfd),
        sunken: Color32::from_rgb(0xff, 0xff, 0xff),
        button: Color32::from_rgb(0xe1, 0xe4, 0xe8),
        hover: Color32::from_rgb(0xd3, 0xd8, 0xde),
        line: Color32::from_rgb(0xd5, 0xd9, 0xde),
        text: Color32::from_rgb(0x22, 0x26, 0x2c),
        quiet: Color32::from_rgb(0x5a, 0x62, 0x6d),
        strong: Color32::from_rgb(0x08, 0x0a, 0x0d),
        accent: Color32::from_rgb(0x1a, 0x62, 0xc4),
        accent_faint: Color32::from_rgb(0xcf, 0xe0, 0xf7),
        on_accent: Color32::from_rgb(0xff, 0xff, 0xff),
        error: Color32::from_rgb(0xb4, 0x1f, 0x1b),
        warning: Color32::from_rgb(0x8a, 0x5a, 0x00),
    };

    /// The palette that goes with a canvas theme.
    pub fn of(theme: &Theme) -> &'static Self {
        if theme.dark { &Self::DARK } else { &Self::LIGHT }
    }
}

/// Size of secondary text.
pub const SMALL: f32 = 11.0;
pub const BODY: f32 = 13.0;
/// Size of numbers in columns.
pub const NUMBERS: f32 = 11.5;
/// Size of panel headings.
pub const HEADING: f32 = 14.0;
/// Height of buttons and fields.
pub const ROW: f32 = 22.0;

/// egui's fonts; glyphs that the text font lacks (arrows, for one) come from the monospaced one.
pub fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    fonts.families.entry(FontFamily::Proportional).or_default().push("Hack".to_owned());
    // A page has no fonts of symbols.
    let FontDefinitions { font_data, families } = &mut fonts;
    font_data.retain(|_, data| !data.font.is_empty());
    families.values_mut().for_each(|names| names.retain(|name| font_data.contains_key(name)));
    fonts
}

/// Room at the right of a section for the scroll bar, which would cover content otherwise.
pub const BAR: f32 = 8.0;

/// Styles the panels to match the canvas.
pub fn apply(context: &Context, theme: &Theme) {
    let palette = Palette::of(theme);
    let mut style = Style { visuals: visuals(theme.dark, palette), ..Style::default() };
    style.text_styles = [
        (TextStyle::Small, FontId::new(SMALL, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(BODY, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(BODY, FontFamily::Proportional)),
        (TextStyle::Heading, FontId::new(HEADING, FontFamily::Proportional)),
        (TextStyle::Monospace, FontId::new(NUMBERS, FontFamily::Monospace)),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Monospace;
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 4.0);
    spacing.button_padding = vec2(8.0, 3.0);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(16);
    spacing.indent = 16.0;
    spacing.interact_size = vec2(40.0, ROW);
    spacing.slider_width = 96.0;
    spacing.combo_width = 96.0;
    spacing.icon_width = 14.0;
    spacing.icon_width_inner = 8.0;
    spacing.icon_spacing = 6.0;
    spacing.scroll.bar_width = 6.0;
    spacing.scroll.floating_width = 4.0;
    spacing.scroll.foreground_color = false;
    spacing.scroll.dormant_handle_opacity = 0.9;
    spacing.tooltip_width = 320.0;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.animation_time = 0.08;
    style.url_in_tooltip = false;
    context.set_theme(if theme.dark { egui::Theme::Dark } else { egui::Theme::Light });
    context.set_style_of(egui::Theme::Dark, style.clone());
    context.set_style_of(egui::Theme::Light, style);
}

fn visuals(dark: bool, palette: &Palette) -> Visuals {
    let widget = |fill: Color32, text: Color32, border: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        fg_stroke: Stroke::new(1.0, text),
        corner_radius: CornerRadius::same(4),
        expansion: 0.0,
    };
    let clear = Color32::TRANSPARENT;
    let shadow = |blur: u8, alpha: u8| Shadow {
        offset: [0, 4],
        blur,
        spread: 0,
        color: Color32::from_black_alpha(if dark { alpha } else { alpha / 3 }),
    };
    Visuals {
        dark_mode: dark,
        override_text_color: None,
        widgets: Widgets {
            noninteractive: WidgetVisuals {
                bg_stroke: Stroke::new(1.0, palette.line),
                ..widget(palette.panel, palette.text, palette.line)
            },
            inactive: widget(palette.button, palette.text, clear),
            hovered: widget(palette.hover, palette.strong, clear),
            active: widget(palette.accent_faint, palette.strong, palette.accent),
            open: widget(palette.hover, palette.strong, clear),
        },
        selection: Selection {
            bg_fill: palette.accent_faint,
            stroke: Stroke::new(1.0, if dark { palette.strong } else { palette.accent }),
        },
        hyperlink_color: palette.accent,
        faint_bg_color: if dark { palette.panel.gamma_multiply(1.15) } else { palette.raised },
        extreme_bg_color: palette.sunken,
        code_bg_color: palette.sunken,
        warn_fg_color: palette.warning,
        error_fg_color: palette.error,
        window_corner_radius: CornerRadius::same(8),
        window_shadow: shadow(24, 120),
        window_fill: palette.raised,
        window_stroke: Stroke::new(1.0, palette.line),
        window_highlight_topmost: false,
        menu_corner_radius: CornerRadius::same(6),
        panel_fill: palette.panel,
        popup_shadow: shadow(16, 100),
        button_frame: true,
        collapsing_header_frame: false,
        indent_has_left_vline: false,
        striped: false,
        slider_trailing_fill: true,
        ..if dark { Visuals::dark() } else { Visuals::light() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_the_keys_and_of_the_help_is_in_a_font() {
        let context = Context::default();
        context.set_fonts(fonts());
        let _ = context.run(egui::RawInput::default(), |_| {});
        let font = FontId::proportional(BODY);
        let texts = crate::app::table()
            .flat_map(|entry| {
                let keys = entry.shortcuts.iter().map(ToString::to_string).collect::<String>();
                [keys, entry.label.to_owned(), entry.tooltip.to_owned()]
            })
            .chain(crate::app::MOUSE_HELP.iter().map(|(input, effect)| format!("{input}{effect}")))
            .chain(["×·–—−°²…".to_owned()]);
        for text in texts {
            let missing: String =
                text.chars().filter(|c| !context.fonts(|fonts| fonts.has_glyph(&font, *c))).collect();
            assert!(missing.is_empty(), "no font has {missing:?} of {text:?}");
        }
    }
}
