//! The help: every key and what the mouse does, from the table of commands, and the pages of the manual.

pub(super) mod manual;

use std::ops::Range;

use egui_macroquad::egui::text::LayoutJob;
use egui_macroquad::egui::{
    Align, Align2, Context, FontSelection, Id, Label, Response, RichText, ScrollArea, Sense, TextEdit, Ui,
    Widget as _, Window, vec2,
};

use super::places;
use crate::app::{AppState, Command, MOUSE_HELP, Menu, ViewCommand, table};
use crate::gui::style::{Palette, ROW, SMALL};

use manual::{Block, PAGES, PagePlace, TextSpan, page_of, page_ui};

const LINE: f32 = 19.0;
/// Room for the keys and the longest name of a command. Points.
const COLUMN: f32 = 364.0;
/// Widest that a page of the manual is. Points.
const WIDEST: f32 = 820.0;

/// What the help shows. It is kept while the program runs.
#[derive(Clone, Copy, Default)]
struct Place {
    /// A page of the manual; without one the keys.
    page: Option<usize>,
    /// Where to scroll to on the page.
    to: Option<PagePlace>,
}

/// The help, while it is open.
pub fn help_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    if !state.showing().help_open {
        #[cfg(not(target_os = "unknown"))]
        manual::pictures::forget(context);
        return;
    }
    let palette = Palette::of(&state.showing().theme);
    let screen = context.screen_rect();
    let mut open = true;
    let kept = Id::new("place in the help");
    let mut place = context.data(|data| data.get_temp::<Place>(kept)).unwrap_or_default();
    let mut search = context.data(|data| data.get_temp::<String>(search_id())).unwrap_or_default();
    Window::new(RichText::new("Help").color(palette.strong))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(context, |ui| {
            let width = (3.0 * COLUMN).min((screen.width() - 64.0).max(80.0));
            ui.set_width(width);
            search_ui(ui, &mut search);
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                let titles = [(None, "Keys and mouse")].into_iter();
                for (page, title) in
                    titles.chain(PAGES.iter().enumerate().map(|(i, page)| (Some(i), page.title)))
                {
                    if ui.selectable_label(place.page == page && search.is_empty(), title).clicked() {
                        place = Place { page, ..Place::default() };
                        search.clear();
                    }
                }
            });
            ui.separator();
            // A page stands in a column of its own, as wide as is good to read.
            let height =
                (screen.height() - 190.0).min(screen.height() - 96.0 - ui.min_rect().height()).max(80.0);
            let area = ScrollArea::vertical()
                .id_salt((place.page, &search))
                .min_scrolled_height(height)
                .max_height(height);
            area.auto_shrink([false, place.page.is_none() && search.is_empty()]).show(ui, |ui| {
                if !search.trim().is_empty() {
                    if let Some(to) = found_ui(ui, palette, &search) {
                        place = to;
                        search.clear();
                    }
                    return;
                }
                match place.page.and_then(|i| PAGES.get(i)) {
                    None => keys_ui(ui, palette, width),
                    Some(page) => {
                        ui.set_width(WIDEST.min(ui.available_width() - 16.0));
                        let link = page_ui(ui, palette, page, place.to.take());
                        match link.map(|link| (link, page_of(link))) {
                            Some((_, Some((page, anchor)))) => {
                                let to = anchor.map(PagePlace::Heading);
                                place = Place { page: Some(page), to };
                            }
                            Some((address, None)) => context.copy_text(address.to_owned()),
                            None => {}
                        }
                    }
                }
            });
        });
    context.data_mut(|data| {
        data.insert_temp(kept, place);
        data.insert_temp(search_id(), search);
    });
    if !open {
        out.push(Command::View(ViewCommand::ToggleHelp));
    }
}

/// The field of the search, which has the focus from the help's opening on: Escape in it closes the help.
pub fn search_id() -> Id {
    Id::new("search of the help")
}

fn search_ui(ui: &mut Ui, search: &mut String) {
    let field = TextEdit::singleline(search)
        .id(search_id())
        .hint_text("Search keys and manual")
        .vertical_align(Align::Center)
        .desired_width(320.0_f32.min(ui.available_width()));
    let opened = Id::new("the help was shown in this pass");
    let pass = ui.ctx().cumulative_pass_nr();
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<u64>(opened), pass));
    let response = ui.add(field.min_size(vec2(0.0, ROW + 4.0)));
    places::name(&response, || "Search of the help".to_owned());
    if pass > before + 1 {
        response.request_focus();
    }
}

/// The lines of the keys and the places of the manual that have all words of the search; returns the place that was
/// clicked.
fn found_ui(ui: &mut Ui, palette: &Palette, search: &str) -> Option<Place> {
    /// Most places of the manual.
    const MOST: usize = 60;
    let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |text: &str| has_all(text, &words);
    let commands = table().filter(|row| has_all(&format!("{} {}", row.label, row.tooltip)));
    let keys = commands.map(|row| {
        let keys: Vec<String> = row.shortcuts.iter().map(ToString::to_string).collect();
        (keys.join("  "), row.label)
    });
    let mouse = MOUSE_HELP.iter().filter(|(input, effect)| has_all(&format!("{input} {effect}")));
    let lines: Vec<_> = keys.chain(mouse.map(|(input, effect)| ((*input).to_owned(), *effect))).collect();
    let found = places_with(&words);
    if lines.is_empty() && found.is_empty() {
        ui.label(RichText::new("Nothing has all these words.").color(palette.quiet));
        return None;
    }
    for (keys, what) in lines {
        line(ui, palette, 220.0, &keys, what);
    }
    let mut to = None;
    for FoundPlace { place, title, excerpt } in found.into_iter().take(MOST) {
        ui.add_space(8.0);
        let heading = Label::new(RichText::new(title).color(palette.accent).underline());
        if heading.selectable(false).sense(Sense::click()).ui(ui).on_hover_text("Go there").clicked() {
            to = Some(place);
        }
        ui.add(Label::new(marked(ui, palette, &excerpt, &words)).wrap());
    }
    to
}

/// A text with the words of the search in the colour of headings, underlined.
fn marked(ui: &Ui, palette: &Palette, text: &str, words: &[String]) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut append = |text: &str, is_word: bool| {
        let color = if is_word { palette.strong } else { palette.text };
        let part = RichText::new(text).color(color);
        let part = if is_word { part.underline() } else { part };
        part.append_to(&mut job, ui.style(), FontSelection::Default, Align::BOTTOM);
    };
    let mut end = 0;
    for Range { start, end: until } in ranges_of(text, words) {
        append(text.get(end..start).unwrap_or_default(), false);
        append(text.get(start..until).unwrap_or_default(), true);
        end = until;
    }
    append(text.get(end..).unwrap_or_default(), false);
    job
}

/// Where the words of the search are in a text, in bytes, without overlaps. The words are in lower case.
fn ranges_of(text: &str, words: &[String]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut free_from = 0;
    for (start, _) in text.char_indices() {
        if start < free_from {
            continue;
        }
        let ends = words.iter().filter_map(|word| Some(start + word_length(text.get(start..)?, word)?));
        if let Some(end) = ends.max() {
            ranges.push(start..end);
            free_from = end;
        }
    }
    ranges
}

/// How many bytes of a text, in whatever case, a word in lower case is; `None`: the text begins with something else.
fn word_length(text: &str, word: &str) -> Option<usize> {
    let mut rest = word;
    for (at, letter) in text.char_indices() {
        if rest.is_empty() {
            return Some(at);
        }
        for lower in letter.to_lowercase() {
            rest = rest.strip_prefix(lower)?;
        }
    }
    rest.is_empty().then_some(text.len())
}

fn has_all(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().all(|word| text.contains(word))
}

struct FoundPlace {
    place: Place,
    /// The page's, and the heading's above the text.
    title: String,
    excerpt: String,
}

/// The texts of the manual that have all words, of each section the first alone; and the sections whose heading has them.
fn places_with(words: &[String]) -> Vec<FoundPlace> {
    let mut found = Vec::new();
    for (page, content) in PAGES.iter().enumerate() {
        let blocks: Vec<_> = content.blocks.iter().enumerate().collect();
        let sections = blocks.chunk_by(|_, (_, next)| !matches!(next, Block::Heading { .. }));
        found.extend(sections.filter_map(|section| found_in(page, section, words)));
    }
    found
}

/// The place in a section, which begins with a heading, unless it is the page's first.
fn found_in(page: usize, section: &[(usize, &Block)], words: &[String]) -> Option<FoundPlace> {
    let page_title = PAGES.get(page)?.title;
    let heading = match section {
        [(_, Block::Heading { anchor, text, .. }), ..] => Some((*anchor, *text)),
        _ => None,
    };
    let title = match heading {
        Some((_, text)) if text != page_title => format!("{page_title} · {text}"),
        _ => page_title.to_owned(),
    };
    let mut texts = section.iter().flat_map(|(index, block)| {
        let index = *index;
        texts_of(block).into_iter().map(move |text| (index, text))
    });
    let first = texts.clone().next();
    let (to, excerpt) = match texts.find(|(_, text)| has_all(text, words)) {
        Some((index, text)) => (PagePlace::Block(index), excerpt(&text, words)),
        None => {
            let (anchor, _) = heading.filter(|(_, text)| has_all(text, words))?;
            (PagePlace::Heading(anchor), first.map(|(_, text)| excerpt(&text, words)).unwrap_or_default())
        }
    };
    Some(FoundPlace { place: Place { page: Some(page), to: Some(to) }, title, excerpt })
}

/// The texts of a block that are searched: of a table, its rows.
fn texts_of(block: &Block) -> Vec<String> {
    let row = |cells: &[&[TextSpan]]| cells.iter().map(|cell| joined(cell)).collect::<Vec<_>>().join(" · ");
    match block {
        Block::Heading { .. } => Vec::new(),
        Block::Text { text, .. } => vec![joined(text)],
        Block::Code(text) => vec![(*text).to_owned()],
        #[cfg(not(target_os = "unknown"))]
        Block::Picture { .. } => Vec::new(),
        Block::Table(rows) => rows.iter().map(|cells| row(cells)).collect(),
    }
}

fn joined(spans: &[TextSpan]) -> String {
    spans.iter().map(|span| span.text).collect()
}

/// The part of a text around the first of the words, so that they are in sight.
fn excerpt(text: &str, words: &[String]) -> String {
    /// Letters of an excerpt, and how many of them come before the first word. It begins with a whole word.
    const MOST: usize = 240;
    const BEFORE: usize = 80;
    let first = ranges_of(text, words).first().map_or(0, |range| range.start);
    let before = text.get(..first).unwrap_or_default();
    let start = if text.chars().count() <= MOST || before.chars().count() <= BEFORE {
        0
    } else {
        let cut = before.char_indices().nth_back(BEFORE).map_or(0, |(at, _)| at);
        before.get(cut..).and_then(|rest| rest.find(' ')).map_or(first, |space| cut + space + 1)
    };
    let mut letters = text.get(start..).unwrap_or(text).chars();
    let part: String = letters.by_ref().take(MOST).collect();
    let (left, right) = (if start > 0 { "… " } else { "" }, if letters.next().is_some() { "…" } else { "" });
    format!("{left}{part}{right}")
}

/// Every key, and what the mouse does.
fn keys_ui(ui: &mut Ui, palette: &Palette, width: f32) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = LINE;
    ui.columns((width / COLUMN).clamp(1.0, 3.0) as usize, |columns| {
        let last = columns.len() - 1;
        let sections: [&[(&str, Menu)]; 3] = [
            &[("Tools", Menu::Tools), ("Time", Menu::Time), ("Arrange", Menu::Arrange), ("Move", Menu::None)],
            &[("First steps", Menu::Help), ("Edit", Menu::Edit), ("File", Menu::File)],
            &[("Layers", Menu::Layers), ("View", Menu::View), ("Units", Menu::Units)],
        ];
        for (i, sections) in sections.into_iter().enumerate() {
            let Some(column) = columns.get_mut(i.min(last)) else { continue };
            for (name, menu) in sections {
                section(column, palette, name, *menu);
            }
        }
    });
    title(ui, palette, "Mouse");
    for (input, effect) in MOUSE_HELP {
        line(ui, palette, 220.0, input, effect);
    }
}

fn section(ui: &mut Ui, palette: &Palette, name: &str, menu: Menu) {
    title(ui, palette, name);
    for entry in table().filter(|entry| entry.menu == menu && !entry.shortcuts.is_empty()) {
        let keys: Vec<String> = entry.shortcuts.iter().map(ToString::to_string).collect();
        line(ui, palette, 124.0, &keys.join("  "), entry.label).on_hover_text(entry.tooltip);
    }
    ui.add_space(8.0);
}

fn title(ui: &mut Ui, palette: &Palette, name: &str) {
    ui.label(RichText::new(name).size(SMALL).color(palette.accent));
}

fn line(ui: &mut Ui, palette: &Palette, room: f32, keys: &str, what: &str) -> Response {
    let room = room.min(0.45 * ui.available_width());
    ui.horizontal(|ui| {
        ui.allocate_ui(vec2(room, LINE), |ui| {
            ui.set_min_width(room);
            ui.add(Label::new(RichText::new(keys).color(palette.strong)).wrap());
        });
        ui.add(Label::new(RichText::new(what).color(palette.text)).wrap());
    })
    .response
}
