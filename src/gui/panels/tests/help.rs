//! Help: keys, and the pages of the manual.

use super::*;

/// The help, open at its keys.
fn help() -> Desk {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::ToggleHelp));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    desk
}

/// Where these words are, which may stand in the middle of a line, while they are in sight.
fn place_of(desk: &Desk, words: &str) -> Option<Pos2> {
    desk.shapes.iter().find_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text() == words => {
            let place = text.pos + text.galley.rows.last()?.rect.center().to_vec2();
            clipped.clip_rect.contains(place).then_some(place)
        }
        _ => None,
    })
}

fn go_to(desk: &mut Desk, words: &str) {
    let place = place_of(desk, words).unwrap_or_else(|| panic!("{words:?} is not in sight"));
    assert_eq!(desk.click(place), []);
    for _ in 0..4 {
        desk.pass(Vec::new());
    }
}

#[test]
fn the_help_shows_the_keys_and_each_page_of_the_manual() {
    let mut desk = help();
    assert!(desk.shows("First steps") && !desk.shows("is the collision library"));
    for (title, text) in [
        ("Recordings", "any engine tells of its bodies"),
        ("Without a window", "runs without display"),
        ("In a browser", "cargo run -p web"),
        ("The core crate", "is the collision library"),
    ] {
        go_to(&mut desk, title);
        assert!(desk.shows(text), "{title} lacks {text:?}");
        assert!(!desk.shows("First steps"), "{title}");
    }
    go_to(&mut desk, "Keys and mouse");
    assert!(desk.shows("First steps"));
}

/// On a phone nothing else closes it than its cross.
#[test]
fn the_help_fits_a_window_as_narrow_as_a_phone() {
    use crate::gui::panels::help::manual::PAGES;

    for (width, height) in [(360.0, 640.0), (412.0, 915.0), (640.0, 360.0), (1280.0, 720.0)] {
        let mut desk = Desk::of(&touching(), width, height);
        desk.state.apply(Command::View(ViewCommand::ToggleHelp));
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
        for title in ["Keys and mouse"].into_iter().chain(PAGES.iter().map(|page| page.title)) {
            for _ in 0..3 {
                desk.pass(Vec::new());
            }
            go_to(&mut desk, title);
            let help = desk.context.memory(|memory| memory.area_rect(egui::Id::new("Help"))).unwrap();
            assert!(window.contains_rect(help), "{width} × {height}, {title}: {help}");
        }
    }
}

/// As many as the pages have in markdown, each with many colours, and gone with the help.
#[test]
fn each_page_of_the_manual_shows_its_pictures() {
    use crate::gui::panels::help::manual::{Block, PAGES, pictures::raster};

    let mut desk = help();
    for page in PAGES {
        let markdown = std::fs::read_to_string(page.path).unwrap();
        let in_markdown = markdown.lines().filter(|line| line.starts_with("![")).count();
        let shown = page.blocks.iter().filter_map(|block| match block {
            Block::Picture { path, bytes } => Some((path, bytes)),
            Block::Heading { .. } | Block::Text { .. } | Block::Code(_) | Block::Table(_) => None,
        });
        let mut count = 0;
        for (path, bytes) in shown {
            let picture = raster(path, bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert_eq!(picture.rgba.len(), (picture.width * picture.height * 4) as usize, "{path}");
            let colors: std::collections::HashSet<_> = picture.rgba.chunks_exact(4).collect();
            assert!(colors.len() > 20, "{path}: {} colours", colors.len());
            count += 1;
        }
        assert_eq!(count, in_markdown, "{}", page.path);
        go_to(&mut desk, page.title);
        let textures = desk.context.tex_manager().read().num_allocated();
        assert!(textures > count, "{}: {textures} textures with the fonts'", page.path);
    }
    desk.state.apply(Command::View(ViewCommand::ToggleHelp));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    assert_eq!(desk.context.tex_manager().read().num_allocated(), 1, "the fonts' texture alone is left");
}

#[test]
fn a_link_in_the_help_leads_to_its_heading() {
    let mut desk = help();
    go_to(&mut desk, "In a browser");
    // The link is below: the page scrolls on until it is in sight.
    for _ in 0..40 {
        if place_of(&desk, "A scene in a link").is_some() {
            break;
        }
        let middle = Event::PointerMoved(pos2(640.0, 400.0));
        let unit = egui::MouseWheelUnit::Point;
        let wheel = Event::MouseWheel { unit, delta: vec2(0.0, -60.0), modifiers: Modifiers::NONE };
        desk.pass(vec![middle, wheel]);
    }
    for _ in 0..8 {
        desk.pass(Vec::new());
    }
    go_to(&mut desk, "A scene in a link");
    assert!(desk.shows("The whole scene stands in the fragment"), "the page did not change");
}

/// At every size the keys lie in the window, each line clear of the next column.
#[test]
fn the_keys_fit_into_the_window_beside_each_other() {
    for (width, height) in [(1280.0, 720.0), (1000.0, 700.0), (900.0, 600.0), (640.0, 480.0)] {
        let mut desk = Desk::of(&touching(), width, height);
        desk.state.apply(Command::View(ViewCommand::ToggleHelp));
        for _ in 0..4 {
            desk.pass(Vec::new());
        }
        let of_help = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text() == "First steps" => Some(clipped.clip_rect),
            _ => None,
        });
        // In one column it may be below what is in sight.
        let of_help = of_help.or(desk.shapes.iter().find_map(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text() == "Tools" => Some(clipped.clip_rect),
            _ => None,
        }));
        let of_help = of_help.unwrap();
        let texts: Vec<(Rect, String)> = desk
            .shapes
            .iter()
            .filter_map(|clipped| match &clipped.shape {
                Shape::Text(text) if clipped.clip_rect == of_help => {
                    Some((text.visual_bounding_rect(), text.galley.text().to_owned()))
                }
                _ => None,
            })
            .collect();
        assert!(texts.len() > 20, "{} texts at {width} x {height}", texts.len());
        for (i, (rect, text)) in texts.iter().enumerate() {
            assert!(rect.min.x >= 0.0 && rect.max.x <= width, "{text:?} at {rect:?} of {width}");
            let over = texts[..i].iter().find(|(other, _)| other.shrink(1.0).intersects(rect.shrink(1.0)));
            assert!(over.is_none(), "{text:?} lies over {over:?} at {width} x {height}");
        }
    }
}

/// Each passage that is found shows the words, however far into its text they are, and a click leads to the passage itself.
#[test]
fn the_search_shows_the_passages_with_the_words_and_leads_to_them() {
    let mut desk = help();
    desk.pass(vec![Event::Text("pixels".to_owned())]);
    desk.pass(Vec::new());
    let accent = Palette::of(&desk.state.showing().theme).accent;
    let texts = |desk: &Desk| -> Vec<(String, bool, Pos2)> {
        let texts = desk.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) => {
                let is_title = text.galley.job.sections.iter().all(|section| section.format.color == accent)
                    && text.galley.job.sections.iter().any(|section| section.format.underline.width > 0.0);
                Some((text.galley.text().to_owned(), is_title, text.pos))
            }
            _ => None,
        });
        texts.collect()
    };
    let shown = texts(&desk);
    let passages: Vec<_> =
        shown.windows(2).filter(|two| two[0].1).map(|two| (&two[0].0, &two[1].0)).collect();
    assert!(passages.len() >= 3, "{passages:?}");
    for (title, passage) in &passages {
        assert!(passage.to_lowercase().contains("pixels"), "{title}: {passage}");
    }
    // The page of the same name has a tab as well.
    let title = shown.iter().find(|(title, is_title, _)| *is_title && title == "The window");
    let at = title.unwrap().2 + vec2(4.0, 6.0);
    assert_eq!(desk.click(at), []);
    // The page scrolls to it smoothly.
    for _ in 0..20 {
        desk.pass(Vec::new());
    }
    let in_sight = desk.shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text().contains("pixels") => {
            clipped.clip_rect.contains(text.pos + text.galley.rect.center().to_vec2())
        }
        _ => false,
    });
    assert!(in_sight, "the passage is not in sight");
}
