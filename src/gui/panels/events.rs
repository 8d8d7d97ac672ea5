//! The log of events: which contacts began and ended, when, and which listeners took them; which queries began and ceased
//! to hit, which ghost contacts acted.

use collide2d::Phase;
use egui_extras::{Column, TableBuilder};
use egui_macroquad::egui::{
    Align, Label, Layout, RichText, ScrollArea, Sense, Shape, Stroke, TextEdit, Ui, pos2, vec2,
};

use super::shortened::shortened;
use super::widgets::{frame_line, mono, ticked};
use super::{heading, places};
use crate::app::{
    AppState, Command, EventFilter, EventPairs, EventRow, Happening, Moment, TimeCommand, ViewCommand,
    phase_verb,
};
use crate::gui::style::{BAR, Palette, ROW, SMALL};
use crate::picture::backend::window::egui_color;

const LINE: f32 = 36.0;
/// Height of a line about a moment, and greatest height of all such lines. Points.
const MOMENT_LINE: f32 = 18.0;
const MOMENT_LINES: f32 = 108.0;

/// Remembers which frame the list was scrolled to.
#[derive(Debug, Default)]
pub struct EventsPanel {
    frame: Option<u64>,
}

impl EventsPanel {
    /// A line for every event, in the order of time; a click goes to its frame and selects its pair.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let count = state.derived().filtered.numbers.len();
        let width = ui.available_width() - BAR;
        ui.scope(|ui| {
            ui.set_max_width(width);
            heading(ui, palette, "Events", &count.to_string());
            filter_ui(ui, state, palette, out);
            note(ui, state, palette, count);
            moments_ui(ui, state, palette, out);
        });
        let scroll = self.frame.replace(state.run().frame()) != Some(state.run().frame());
        if count == 0 {
            return;
        }
        ui.add_space(4.0);
        ui.set_max_width(width + BAR);
        let mut table = TableBuilder::new(ui)
            .id_salt("events")
            .sense(Sense::click())
            .auto_shrink(false)
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(46.0))
            .column(Column::exact(62.0))
            .column(Column::remainder().clip(true));
        if scroll {
            table = table.scroll_to_row(state.event_place().saturating_sub(1), None);
        }
        let head = |ui: &mut Ui, text: &str| {
            ui.label(RichText::new(text).size(SMALL).color(palette.quiet));
        };
        let table = table.header(18.0, |mut row| {
            for text in ["frame", "", "a – b, kind"] {
                row.col(|ui| head(ui, text));
            }
        });
        table.body(|body| {
            body.rows(LINE, count, |mut row| {
                let Some(event) = state.event_row(row.index()) else { return };
                let present = event.frame == state.run().frame();
                row.set_selected(present && state.looking().pinned_pair == Some(event.pair));
                let color = match (present, event.frame < state.run().frame()) {
                    (true, _) => palette.strong,
                    (false, true) => palette.text,
                    (false, false) => palette.quiet,
                };
                row.col(|ui| {
                    ui.label(mono(event.frame.to_string(), color));
                });
                row.col(|ui| phase_ui(ui, state, palette, &event));
                row.col(|ui| {
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 0.0;
                        let room = ui.available_width();
                        let names = format!("{} – {}", event.names.0, event.names.1);
                        ui.add_space(1.0);
                        ui.label(shortened(ui, &names, room, color));
                        let text = RichText::new(about(&event)).size(SMALL).color(palette.quiet);
                        ui.add(Label::new(text).truncate());
                    });
                });
                let (index, response) = (row.index(), row.response());
                places::name(&response, || format!("Event {index}"));
                if response.clicked() {
                    let EventRow { frame, pair, .. } = event;
                    out.push(Command::Time(TimeCommand::GoToEvent { frame, pair }));
                }
            });
        });
    }
}

fn filter_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let now = &state.showing().event_filter;
    let mut filter = now.clone();
    let hint = RichText::new("filter: name, kind, begin, end, frame").color(palette.quiet);
    let field = TextEdit::singleline(&mut filter.text).hint_text(hint).vertical_align(Align::Center);
    let width = ui.available_width();
    ui.add(field.min_size(vec2(width, ROW)).desired_width(width));
    ui.horizontal(|ui| {
        let mut one = filter.pairs != EventPairs::All;
        let tip = "Only events of the pair that was clicked or reached with Tab";
        let shown = ticked(ui, palette, |ui| ui.checkbox(&mut one, "selected pair"));
        if shown.on_hover_text(tip).changed() {
            filter.pairs = if one { EventPairs::Selected } else { EventPairs::All };
        }
        ui.add_space(8.0);
        let tip = "Contacts that persist as well, a line for every frame";
        ticked(ui, palette, |ui| ui.checkbox(&mut filter.persist, "every frame")).on_hover_text(tip);
    });
    if filter != *now {
        out.push(Command::View(ViewCommand::FilterEvents(filter)));
    }
}

/// What happens besides, where a line has the filter's text; a click goes to the frame, and selects the ghost of the line.
fn moments_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let search = state.showing().event_filter.text.trim().to_lowercase();
    let passes =
        |moment: &&Moment| search.is_empty() || state.moment_words(moment).to_lowercase().contains(&search);
    let moments: Vec<&Moment> = state.moments(0..=u64::MAX).iter().filter(passes).collect();
    if moments.is_empty() {
        return;
    }
    ui.add_space(4.0);
    let present = state.run().frame();
    let area = ScrollArea::vertical().id_salt("moments").max_height(MOMENT_LINES);
    area.show_rows(ui, MOMENT_LINE, moments.len(), |ui, range| {
        for moment in moments.get(range).unwrap_or_default() {
            let asked = out.len();
            frame_line(ui, moment.frame, &state.moment_words(moment), moment.frame == present, palette, out);
            // The bodies of a recording's moment are its own.
            if out.len() > asked
                && let Happening::Ghost(ghost) = &moment.what
                && state.run().frames.playback().is_none()
            {
                out.push(Command::View(ViewCommand::SelectContact(ghost.bodies, ghost.leaves)));
            }
        }
    });
}

/// Why the list is short or empty.
fn note(ui: &mut Ui, state: &AppState, palette: &Palette, count: usize) {
    let (gone, most) = state.events_forgotten();
    let text = if gone > 0 {
        format!("The log keeps {most} events: the first {gone} are gone.")
    } else if count > 0 {
        return;
    } else if state.showing().event_filter != EventFilter::default() {
        match (state.showing().event_filter.pairs, state.looking().pinned_pair) {
            (EventPairs::Selected, None) => "No pair is selected: click a contact, or press Tab.".to_owned(),
            _ => "No event passes the filter.".to_owned(),
        }
    } else if state.run().frames.last_frame() == 0 {
        "Contacts that begin and end are listed here as time goes on: Space plays, . steps.".to_owned()
    } else {
        "No contact began or ended so far.".to_owned()
    };
    ui.add(Label::new(RichText::new(text).size(SMALL).color(palette.quiet)).wrap());
}

/// "begins" with an upward tick, "ends" with a downward one, as on the time line.
fn phase_ui(ui: &mut Ui, state: &AppState, palette: &Palette, event: &EventRow) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 14.0), Sense::hover());
    let (at, mark) = (rect.center(), Stroke::new(1.8, egui_color(state.showing().theme.impulse)));
    let base = |y: f32| [pos2(at.x - 4.0, y), pos2(at.x + 4.0, y)];
    let quiet = Stroke::new(1.5, palette.quiet);
    match event.phase {
        Phase::Begin => {
            ui.painter().line_segment(base(at.y + 4.0), quiet);
            ui.painter().vline(at.x, at.y - 5.0..=at.y + 4.0, mark);
        }
        Phase::Persist => {
            ui.painter().add(Shape::line_segment(base(at.y), quiet));
        }
        Phase::End => {
            ui.painter().line_segment(base(at.y - 4.0), quiet);
            ui.painter().vline(at.x, at.y - 4.0..=at.y + 5.0, Stroke::new(1.8, palette.text));
        }
    }
    ui.label(RichText::new(phase_verb(event.phase)).size(SMALL).color(palette.quiet));
}

/// Kind of pair, first frame of the contact, listener.
fn about(event: &EventRow) -> String {
    let mut text = event.kind.clone();
    if event.phase != Phase::Begin {
        text.push_str(&format!(" · since {}", event.since));
    }
    let waits = event.waiting_since.map(|since| format!("waits since frame {since}"));
    for more in [&event.within, &event.taken_by, &waits].into_iter().flatten() {
        text.push_str(" · ");
        text.push_str(more);
    }
    text
}
