//! The palette: a person types some letters of a command, of what the scene has, or of a scene, and takes what is
//! found. The search keeps the focus; arrow keys choose a line, Enter takes it.

use std::borrow::Cow;

use egui_macroquad::egui::text::LayoutJob;
use egui_macroquad::egui::{
    Align, Align2, Area, Context, FontId, Frame, Id, Key, Label, Layout, Modal, Order, RichText, ScrollArea,
    Sense, TextFormat, Ui, WidgetInfo, WidgetType, vec2,
};
use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;

use super::revealing;
use super::scenes::pressed;
use super::widgets::{offset_to, search_field};
use crate::app::{
    AppState, BodyEdit, Change, Command, CommandInfo, FileCommand, Leave, ListEdit, Menu, MotionKind,
    NoteEdit, PaletteScope, SceneEdit, SceneItem, SelectCommand, TimeCommand, table,
};
use crate::gui::panels::places;
use crate::gui::style::{BAR, BODY, Palette, SMALL};
use crate::platform::plain;
use crate::platform::sorting;
use crate::scene::field::{FieldKind, FieldValue};
use crate::scene::fields::SETTING_FIELDS;
use crate::scene::shipped::{self, ShippedScene};

const WIDTH: f32 = 560.0;
/// Height of a line. Points.
const LINE: f32 = 26.0;
/// Lines in sight.
const LINES: f32 = 12.0;
/// Distance from the upper edge of the window. Points.
const TOP: f32 = 52.0;
/// What is found by its kind alone comes after what is found by its name.
const BY_KIND: i64 = 1;
/// A word in the description comes after a word in the name, and before letters that are scattered in it.
const BY_DESCRIPTION: i64 = 500;
const BY_WORD: i64 = 1000;

/// The palette, open or not.
#[derive(Debug, Default)]
pub struct CommandPalette {
    open: Option<OpenPalette>,
}

#[derive(Debug)]
struct OpenPalette {
    scope: PaletteScope,
    search: String,
    /// What the search finds, best first; `None`: to be sought.
    found: Option<Vec<FoundEntry>>,
    /// Index of the chosen line among those found.
    chosen: usize,
    /// The chosen line is to be brought into sight.
    scrolls: bool,
    /// Scroll offset of the list in the last pass. Points.
    offset: f32,
}

#[derive(Clone, Debug)]
enum PaletteEntry {
    Command(&'static CommandInfo),
    Item(SceneItem),
    Offer(Box<Offer>),
    Scene(&'static ShippedScene),
}

/// A command that no table has, because it depends on what there is or on what is typed.
#[derive(Clone, Debug)]
struct Offer {
    label: String,
    kind: &'static str,
    tooltip: &'static str,
    command: Command,
}

#[derive(Clone, Debug)]
struct FoundEntry {
    entry: PaletteEntry,
    /// Characters of its label that the search names, ascending.
    letters: Vec<usize>,
}

impl CommandPalette {
    pub fn open(&mut self, scope: PaletteScope) {
        self.open = Some(OpenPalette {
            scope,
            search: String::new(),
            found: None,
            chosen: 0,
            scrolls: true,
            offset: 0.0,
        });
    }

    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Draws the palette, and pushes the command of what is taken. It waits while a question is open.
    pub fn show(&mut self, context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let Some(open) = self.open.as_mut().filter(|_| state.question().is_none()) else { return };
        let id = Id::new("palette");
        let area = Area::new(id).order(Order::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, TOP));
        let modal = Modal::new(id)
            .area(area)
            .backdrop_color(egui_macroquad::egui::Color32::TRANSPARENT)
            .frame(Frame::popup(&context.style()).inner_margin(10.0))
            .show(context, |ui| {
                ui.set_width(WIDTH.min((context.screen_rect().width() - 48.0).max(80.0)));
                open.show(ui, state, palette)
            });
        places::name(&modal.response, || "Palette".to_owned());
        if modal.should_close() || modal.inner.is_some() {
            self.open = None;
        }
        match modal.inner {
            Some(PaletteEntry::Command(info)) => out.push(info.command.clone()),
            Some(PaletteEntry::Item(item)) => {
                revealing::reveal(context, item);
                out.push(Command::Select(SelectCommand::GoTo(item)));
            }
            Some(PaletteEntry::Offer(offer)) => out.push(offer.command),
            Some(PaletteEntry::Scene(scene)) => {
                out.push(Command::File(FileCommand::Leave(Leave::OpenShipped(scene.stem()))));
            }
            None => {}
        }
    }
}

impl PaletteEntry {
    fn label(&self, state: &AppState) -> Cow<'_, str> {
        match self {
            Self::Command(info) => {
                state.label_now(&info.command).map_or(Cow::Borrowed(info.label), Cow::Owned)
            }
            Self::Item(item) => Cow::Owned(plain::label(&item.label(state.scene())).into_owned()),
            Self::Offer(offer) => Cow::Borrowed(&offer.label),
            Self::Scene(scene) => Cow::Borrowed(&scene.scene().name),
        }
    }

    /// What it is: the menu of a command, "body", "scene".
    fn kind(&self) -> &'static str {
        match self {
            Self::Command(info) => match info.menu {
                Menu::None if matches!(info.command, Command::Edit(crate::app::EditCommand::CopyPair(_))) => {
                    "edit"
                }
                Menu::File => "file",
                Menu::Edit => "edit",
                Menu::View | Menu::Units => "view",
                Menu::Layers => "layer",
                Menu::Arrange => "arrange",
                Menu::Time => "time",
                Menu::Tools => "tool",
                Menu::Help => "help",
                Menu::None => "move",
            },
            Self::Item(item) => item.kind().name(),
            Self::Offer(offer) => offer.kind,
            Self::Scene(_) => "scene",
        }
    }

    fn is_enabled(&self, state: &AppState) -> bool {
        match self {
            Self::Command(info) => state.is_enabled(&info.command),
            Self::Offer(offer) => state.is_enabled(&offer.command),
            Self::Item(_) | Self::Scene(_) => true,
        }
    }

    fn tooltip(&self) -> &'static str {
        match self {
            Self::Command(info) => info.tooltip,
            Self::Item(_) => "Go there",
            Self::Offer(offer) => offer.tooltip,
            Self::Scene(scene) => &scene.scene().about,
        }
    }
}

/// What there is offers: solvers of a scene, kinds of motion of what is selected in it, and stops.
fn offers(state: &AppState) -> impl Iterator<Item = Offer> {
    // Of a recording nothing can be set.
    let is_scene = !state.files().document.is_recording();
    let solvers = SETTING_FIELDS.iter().filter(move |_| is_scene).filter_map(|field| match field.kind {
        FieldKind::Choice { words, .. } => Some((field, words)),
        _ => None,
    });
    let solvers = solvers.flat_map(|(field, words)| {
        words.iter().enumerate().map(|(index, (word, tooltip))| Offer {
            label: format!("{}: {word}", field.label),
            kind: "scene",
            tooltip,
            command: Change::Scene(SceneEdit::Set(field.name, FieldValue::Choice(index))).into(),
        })
    });
    let selection = state.looking().selection();
    let kinds = MotionKind::ALL.into_iter().filter(move |_| is_scene && !selection.is_empty());
    let motions = kinds.map(|kind| Offer {
        label: format!("Motion: {}", kind.label()),
        kind: "body",
        tooltip: "The kind of motion of what is selected",
        command: Change::Body(selection.to_vec(), BodyEdit::MotionKind(kind)).into(),
    });
    let stops = state.offered_stops().into_iter().map(|(when, stop)| Offer {
        label: format!("Stop when {}", plain::label(&when)),
        kind: "new stop",
        tooltip: "Adds this stop to the scene: time stands where it holds",
        command: NoteEdit::Stop(ListEdit::Add(stop)).into(),
    });
    solvers.chain(motions).chain(stops)
}

/// "57", "frame 57" and "go to frame 57" lead there.
fn frame_offer(words: &[&str]) -> Option<Offer> {
    let (last, before) = words.split_last()?;
    let frame: u64 = last.parse().ok()?;
    let leads = before.iter().all(|word| ["go", "to", "frame"].contains(&word.to_lowercase().as_str()));
    leads.then(|| Offer {
        label: format!("Go to frame {frame}"),
        kind: "time",
        tooltip: "The state there; one that was not computed yet is computed on the way",
        command: Command::Time(TimeCommand::Seek(frame)),
    })
}

/// What has all words of the search, best first; without a search everything, in its order.
fn find(state: &AppState, scope: PaletteScope, search: &str) -> Vec<FoundEntry> {
    let items = SceneItem::all(state.scene()).map(PaletteEntry::Item);
    let all: Vec<PaletteEntry> = match scope {
        PaletteScope::Contents => items.collect(),
        PaletteScope::Everything => {
            let commands = table().map(PaletteEntry::Command);
            let offers = offers(state).map(|offer| PaletteEntry::Offer(Box::new(offer)));
            let scenes = shipped::all().iter().map(PaletteEntry::Scene);
            commands.chain(items).chain(offers).chain(scenes).collect()
        }
    };
    let words: Vec<&str> = search.split_whitespace().collect();
    if words.is_empty() {
        return all.into_iter().map(|entry| FoundEntry { entry, letters: Vec::new() }).collect();
    }
    let matcher = SkimMatcherV2::default().ignore_case();
    let mut found: Vec<(i64, FoundEntry)> = Vec::new();
    if scope == PaletteScope::Everything
        && let Some(offer) = frame_offer(&words)
    {
        found.push((
            i64::MAX,
            FoundEntry { entry: PaletteEntry::Offer(Box::new(offer)), letters: Vec::new() },
        ));
    }
    for entry in all {
        let label = entry.label(state);
        let together = label.to_lowercase().replace(' ', "");
        // That of what is in the scene says what a click does, not what it is.
        let is_item = matches!(entry, PaletteEntry::Item(_));
        let description = if is_item { String::new() } else { entry.tooltip().to_lowercase() };
        let (mut score, mut letters) = (0, Vec::new());
        let has_all = words.iter().all(|word| {
            let lower = word.to_lowercase();
            let is_word = together.contains(&lower);
            let is_described = !is_word && description.contains(&lower);
            let in_label = matcher.fuzzy_indices(&label, word).filter(|_| !is_described);
            let is_kind = in_label.is_none() && entry.kind().starts_with(&lower);
            score += match &in_label {
                Some((good, _)) if is_word => good + BY_WORD,
                Some((good, _)) => *good,
                None if is_described => BY_DESCRIPTION,
                None => BY_KIND,
            };
            let is_found = in_label.is_some() || is_described || is_kind;
            letters.extend(in_label.into_iter().flat_map(|(_, at)| at));
            is_found
        });
        if has_all {
            letters.sort_unstable();
            letters.dedup();
            found.push((score, FoundEntry { entry, letters }));
        }
    }
    sorting::sort_by_key(&mut found, |(score, _)| -score);
    found.into_iter().map(|(_, found)| found).collect()
}

impl OpenPalette {
    fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette) -> Option<PaletteEntry> {
        let (mut step, enter) = ui.input_mut(|input| {
            let mut step = 0;
            for (key, by) in [
                (Key::ArrowDown, 1),
                (Key::ArrowUp, -1),
                (Key::PageDown, LINES as isize),
                (Key::PageUp, -(LINES as isize)),
                (Key::Tab, 1),
            ] {
                step += if pressed(input, key) { by } else { 0 };
            }
            (step, pressed(input, Key::Enter))
        });
        let hint = match self.scope {
            PaletteScope::Everything => "Command, body, scene …",
            PaletteScope::Contents => "Find in the scene: body, query, stop …",
        };
        if search_field(ui, &mut self.search, "search of the palette", hint, f32::INFINITY) {
            (self.found, self.chosen, self.scrolls) = (None, 0, true);
        }
        let found = self.found.get_or_insert_with(|| find(state, self.scope, &self.search));
        ui.add_space(6.0);
        if found.is_empty() {
            ui.add_space(8.0);
            let text = match self.scope {
                PaletteScope::Everything => "No command, body or scene has these letters.",
                PaletteScope::Contents => "Nothing in the scene has these letters.",
            };
            ui.label(RichText::new(text).color(palette.quiet));
            ui.add_space(8.0);
            return None;
        }
        let last = found.len() - 1;
        if step != 0 {
            // One step goes round, a page stops at the ends.
            if step.abs() == 1 && (self.chosen == if step > 0 { last } else { 0 }) {
                self.chosen = if step > 0 { 0 } else { last };
                step = 0;
            }
            self.chosen = self.chosen.saturating_add_signed(step).min(last);
            self.scrolls = true;
        }
        let mut picked = enter.then_some(self.chosen);
        let height = LINE * LINES.min(found.len() as f32);
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area =
            ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false);
        if std::mem::take(&mut self.scrolls)
            && let Some(offset) = offset_to(self.chosen, LINE, self.offset, height)
        {
            area = area.vertical_scroll_offset(offset);
        }
        let shown = area.show_rows(ui, LINE, found.len(), |ui, rows| {
            ui.set_max_width(ui.available_width() - BAR);
            for row in rows {
                let Some(entry) = found.get(row) else { continue };
                if line_ui(ui, state, palette, entry, row == self.chosen) {
                    picked = Some(row);
                }
            }
        });
        self.offset = shown.state.offset.y;
        ui.add_space(6.0);
        let chosen = found.get(self.chosen)?;
        let about = RichText::new(plain::label(chosen.entry.tooltip())).size(SMALL).color(palette.quiet);
        ui.add(Label::new(about).truncate());
        let picked = &found.get(picked?)?.entry;
        picked.is_enabled(state).then(|| picked.clone())
    }
}

/// Label, key and kind; returns whether it was clicked.
fn line_ui(ui: &mut Ui, state: &AppState, palette: &Palette, found: &FoundEntry, is_chosen: bool) -> bool {
    let entry = &found.entry;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::CLICK);
    let (label, enabled) = (entry.label(state), entry.is_enabled(state));
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, enabled, is_chosen, &*label));
    places::name(&response, || format!("Found {label}"));
    if is_chosen || response.hovered() {
        let fill = if is_chosen { palette.accent_faint } else { palette.hover };
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let mut row = ui.new_child(
        egui_macroquad::egui::UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Center)),
    );
    row.label(RichText::new(entry.kind()).size(SMALL).color(palette.quiet));
    if let PaletteEntry::Command(info) = entry
        && let Some(key) = info.shortcuts.first()
    {
        row.label(RichText::new(key.to_string()).size(SMALL).color(palette.text));
    }
    if let PaletteEntry::Command(info) = entry
        && state.is_checked(&info.command) == Some(true)
    {
        row.label(RichText::new("on").size(SMALL).color(palette.accent));
    }
    row.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let color = if enabled { palette.text } else { palette.quiet.gamma_multiply(0.7) };
        let mut job = LayoutJob::default();
        for (at, letter) in label.chars().enumerate() {
            let color = if found.letters.binary_search(&at).is_ok() { palette.accent } else { color };
            let format = TextFormat { font_id: FontId::proportional(BODY), color, ..TextFormat::default() };
            job.append(letter.encode_utf8(&mut [0; 4]), 0.0, format);
        }
        ui.add(Label::new(job).truncate().selectable(false));
    });
    response.clicked()
}
