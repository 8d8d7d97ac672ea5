//! Rasterizes pictures on the CPU, with resvg.

use std::sync::{Arc, OnceLock};

use glam::Vec2;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use super::Raster;
use crate::picture::backend::svg::svg;
use crate::picture::display::fallback::{self, lacking};
use crate::picture::display::{Color, DisplayList, Item, font};

/// Rasterizes the list on the CPU with the program's own fonts, so that the picture is the same on every
/// machine but for characters that these lack. `Err` is a message for the user.
pub fn rasterize(list: &DisplayList, size: Vec2, background: Color) -> Result<Raster, String> {
    let too_large = || format!("a picture of {} × {} pixels cannot be drawn", size.x, size.y);
    let pixmap = Pixmap::new(size.x as u32, size.y as u32).ok_or_else(too_large)?;
    let texts = list.items.iter().filter_map(|(_, item)| match item {
        Item::Text { text, .. } => Some(text),
        Item::Path { .. } | Item::Circle { .. } | Item::Segments { .. } | Item::Arrow { .. } => None,
    });
    let fontdb = if texts.flat_map(|text| lacking(text)).next().is_some() { more_fonts() } else { fonts() };
    Ok(render(&tree(&svg(list, size, background), fontdb)?, pixmap))
}

/// Rasterizes an SVG file as large as it says, with the program's own fonts. `Err` is a message for the user.
pub fn rasterize_svg(svg: &str) -> Result<Raster, String> {
    let tree = tree(svg, fonts())?;
    let size = tree.size().to_int_size();
    let pixmap = Pixmap::new(size.width(), size.height());
    Ok(render(&tree, pixmap.ok_or("a picture of its size cannot be drawn")?))
}

fn tree(svg: &str, fontdb: Arc<fontdb::Database>) -> Result<usvg::Tree, String> {
    let options = usvg::Options { fontdb, ..Default::default() };
    usvg::Tree::from_str(svg, &options).map_err(|error| error.to_string())
}

fn render(tree: &usvg::Tree, mut pixmap: Pixmap) -> Raster {
    resvg::render(tree, Transform::identity(), &mut pixmap.as_mut());
    Raster { width: pixmap.width(), height: pixmap.height(), rgba: pixmap.take_demultiplied() }
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        for data in [font::PROPORTIONAL, font::MONOSPACE, epaint_default_fonts::NOTO_EMOJI_REGULAR] {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(data)));
        }
        fonts.set_sans_serif_family("Ubuntu");
        fonts.set_monospace_family("Hack");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// The program's fonts and those of the system, for characters that the former lack.
fn more_fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut all = (*fonts()).clone();
        fallback::system().faces().for_each(|face| {
            all.push_face_info(face.clone());
        });
        Arc::new(all)
    };
    FONTS.get_or_init(load).clone()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::picture::display::{Align, Source};

    #[test]
    fn text_is_drawn_in_the_fonts_of_the_program_as_wide_as_measured() {
        for monospace in [false, true] {
            let (text, size) = ("overlap 0.250 m", 20.0);
            let mut list = DisplayList::default();
            let item = Item::Text {
                position: Vec2::new(10.0, 10.0),
                angle: 0.0,
                text: text.to_owned(),
                size,
                color: Color::rgb(255, 255, 255),
                align: (Align::Start, Align::Start),
                plate: None,
                monospace,
            };
            list.push(Source::Frame, item);
            let picture = rasterize(&list, Vec2::new(300.0, 50.0), Color::rgb(0, 0, 0)).unwrap();
            let lit = |x: &u32| (0..50).any(|y| picture.rgba[((y * 300 + x) * 4) as usize] > 100);
            let (left, right) = ((0..300).find(lit).unwrap(), (0..300).rev().find(lit).unwrap());
            let measured = crate::picture::display::text_size(text, size, monospace).x;
            let drawn = (right - left) as f32;
            assert!(
                (drawn - measured).abs() < 5.0,
                "monospace {monospace}: {drawn} drawn, {measured} measured"
            );
        }
    }

    #[test]
    fn names_in_other_scripts_are_drawn_in_fonts_of_the_system() {
        let drawn = |text: &str| {
            let mut list = DisplayList::default();
            list.push(
                Source::Frame,
                Item::Text {
                    position: Vec2::new(20.0, 20.0),
                    angle: 0.0,
                    text: text.to_owned(),
                    size: 30.0,
                    color: Color::rgb(0, 0, 0),
                    align: (Align::Center, Align::Center),
                    plate: None,
                    monospace: false,
                },
            );
            rasterize(&list, Vec2::splat(40.0), Color::rgb(255, 255, 255)).unwrap().rgba
        };
        let has_hebrew = !fallback::fonts_for(&"של".chars().collect()).is_empty();
        assert_eq!(drawn("ש") != drawn("ל"), has_hebrew, "without a font both are the same box");
    }
}
