//! The manual in the help: the pages of `docs/`, which `build/manual.rs` reads while the program is built.

use egui_macroquad::egui::{
    Align, Frame, Label, Layout, Margin, Rect, Response, RichText, ScrollArea, Sense, Ui, Widget, vec2,
};

use crate::gui::style::{NUMBERS, Palette};

/// A page in a browser has captions alone, because its size is limited.
#[cfg(not(target_os = "unknown"))]
#[path = "pictures.rs"]
pub mod pictures;

pub struct Page {
    /// Where it stands in the project.
    pub path: &'static str,
    pub title: &'static str,
    pub blocks: &'static [Block],
}

pub enum Block {
    Heading {
        level: u8,
        anchor: &'static str,
        text: &'static str,
    },
    /// A paragraph, or an item of a list: `depth` counts the lists around it, `mark` is what stands before it.
    Text {
        depth: usize,
        mark: &'static str,
        text: &'static [TextSpan],
    },
    Code(&'static str),
    /// A file of the project, SVG or PNG; its caption follows.
    #[cfg(not(target_os = "unknown"))]
    Picture {
        path: &'static str,
        bytes: &'static [u8],
    },
    /// Rows of cells; the first row has the heads.
    Table(&'static [&'static [&'static [TextSpan]]]),
}

pub struct TextSpan {
    pub style: Style,
    pub text: &'static str,
    /// Seen from the project's folder, or an address; empty where the text is no link.
    pub link: &'static str,
}

pub enum Style {
    Plain,
    Strong,
    Emphasis,
    Code,
}

include!(concat!(env!("OUT_DIR"), "/manual.rs"));

/// Indent of a list. Points.
const INDENT: f32 = 18.0;
/// Space between the columns of a table. Points.
const GUTTER: f32 = 16.0;
/// A column's share of the width is as its longest cell, which counts as this many letters at most.
const LONGEST: usize = 56;

/// A place on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PagePlace {
    /// The heading with this anchor.
    Heading(&'static str),
    /// The block of this index.
    Block(usize),
}

/// Draws a page, and returns the link that was clicked. The place `to` is scrolled to.
pub fn page_ui(ui: &mut Ui, palette: &Palette, page: &Page, to: Option<PagePlace>) -> Option<&'static str> {
    let mut clicked = None;
    for (i, block) in page.blocks.iter().enumerate() {
        let top = ui.cursor().top();
        match block {
            Block::Heading { level, anchor, text } => {
                if i > 0 {
                    ui.add_space(12.0);
                }
                let size = if *level == 1 { 20.0 } else { 16.0 };
                let heading = ui.label(RichText::new(*text).size(size).color(palette.strong));
                if to == Some(PagePlace::Heading(anchor)) {
                    heading.scroll_to_me(Some(Align::TOP));
                }
            }
            Block::Text { depth: 0, text, .. } => clicked = clicked.or(spans_ui(ui, palette, text, false)),
            Block::Text { depth, mark, text } => {
                ui.horizontal_top(|ui| {
                    let indent = INDENT * *depth as f32;
                    ui.allocate_ui(vec2(indent, 0.0), |ui| {
                        ui.set_min_width(indent);
                        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
                            ui.label(RichText::new(*mark).color(palette.quiet));
                        });
                    });
                    clicked = clicked.or(spans_ui(ui, palette, text, false));
                });
            }
            Block::Code(text) => code_ui(ui, palette, i, text),
            #[cfg(not(target_os = "unknown"))]
            Block::Picture { path, bytes } => pictures::picture_ui(ui, path, bytes),
            Block::Table(rows) => clicked = clicked.or(table_ui(ui, palette, rows)),
        }
        if to == Some(PagePlace::Block(i)) {
            let rect = Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=ui.min_rect().bottom());
            ui.scroll_to_rect(rect, Some(Align::Center));
        }
        ui.add_space(4.0);
    }
    clicked
}

/// Text that wraps, in what is left of the line's width.
fn spans_ui(
    ui: &mut Ui,
    palette: &Palette,
    spans: &'static [TextSpan],
    is_head: bool,
) -> Option<&'static str> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for TextSpan { style, text, link } in spans {
            let text = RichText::new(*text);
            let text = match style {
                Style::Plain if is_head => text.color(palette.quiet),
                Style::Plain => text.color(palette.text),
                Style::Strong => text.color(palette.strong).strong(),
                Style::Emphasis => text.color(palette.quiet).italics(),
                Style::Code => text.color(palette.strong).monospace().size(NUMBERS),
            };
            if link.is_empty() {
                ui.label(text);
            } else if link_ui(ui, text.color(palette.accent), link).clicked() {
                clicked = Some(*link);
            }
        }
    });
    clicked
}

fn link_ui(ui: &mut Ui, text: RichText, link: &'static str) -> Response {
    let is_page = page_of(link).is_some();
    let shown = Label::new(text.underline()).selectable(false).sense(Sense::click()).ui(ui);
    shown.on_hover_text(if is_page { "Go there".to_owned() } else { format!("{link}: click to copy") })
}

/// The page that a link leads to, and the anchor there.
pub fn page_of(link: &'static str) -> Option<(usize, Option<&'static str>)> {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    Some((PAGES.iter().position(|page| page.path == path)?, anchor))
}

fn code_ui(ui: &mut Ui, palette: &Palette, id: usize, text: &str) {
    Frame::new().fill(palette.sunken).corner_radius(4.0).inner_margin(Margin::same(8)).show(ui, |ui| {
        ScrollArea::horizontal().id_salt(id).auto_shrink([false, true]).show(ui, |ui| {
            let text = RichText::new(text).monospace().size(NUMBERS).color(palette.text);
            ui.add(Label::new(text).extend());
            // The bar of a line that is too long lies below the text.
            ui.add_space(6.0);
        });
    });
}

fn table_ui(
    ui: &mut Ui,
    palette: &Palette,
    rows: &'static [&'static [&'static [TextSpan]]],
) -> Option<&'static str> {
    let letters = |cell: &[TextSpan]| cell.iter().map(|span| span.text.chars().count()).sum::<usize>();
    let columns = rows.first().map_or(0, |row| row.len());
    let longest: Vec<usize> = (0..columns)
        .map(|i| {
            rows.iter()
                .filter_map(|row| row.get(i))
                .map(|cell| letters(cell))
                .max()
                .unwrap_or(0)
                .clamp(6, LONGEST)
        })
        .collect();
    let all = longest.iter().sum::<usize>().max(1) as f32;
    let width = ui.available_width() - GUTTER * columns.saturating_sub(1) as f32;
    let mut clicked = None;
    for (i, row) in rows.iter().enumerate() {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GUTTER;
            for (cell, share) in row.iter().zip(&longest) {
                let room = vec2(width * *share as f32 / all, 0.0);
                ui.allocate_ui_with_layout(room, Layout::top_down(Align::LEFT), |ui| {
                    ui.set_width(room.x);
                    clicked = clicked.or(spans_ui(ui, palette, cell, i == 0));
                });
            }
        });
        ui.add_space(2.0);
        if i == 0 {
            ui.separator();
        }
    }
    clicked
}
