//! Why the selected pair touches, or does not, in plain words; and the buttons that take it away.

use egui_macroquad::egui::{Button, Color32, Label, RichText, ScrollArea, Ui, vec2};

use super::places::Named as _;
use super::widgets::{asks, with_code};
use super::{fade, heading};
use crate::app::{AppState, Command, EditCommand, FileCommand, PairText};
use crate::explain::second_opinion::Agreement;
use crate::gui::style::{BAR, BODY, Palette, SMALL};
#[cfg(not(target_os = "unknown"))]
use crate::report::why::take_away::programs::PeerEngine;
use crate::report::why::{Explanation, Topic, WhyNot};

/// Room for the row of buttons below the words.
const BUTTONS: f32 = 36.0;

/// The explanation, topic by topic, and what the pair is copied as.
pub fn why_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let width = ui.available_width() - BAR;
    let Some(explanation) = state.explanation() else {
        ui.set_max_width(width);
        heading(ui, palette, "Why?", "");
        let text = match state.run().inside.as_ref() {
            Some(inside) if inside.is_before_events() => {
                "The test of this pair comes in the narrow phase, which is still to come."
            }
            Some(_) | None => {
                "Point at two shapes that touch, click a contact, press Tab, or select two bodies: here it says why \
                 they touch, or why they do not."
            }
        };
        match state.why_no_pair() {
            Some(why_not) => {
                section(ui, palette, "", (&why_not.text, palette.strong));
                asked_before(ui, palette, &why_not);
            }
            None => _ = ui.add(Label::new(RichText::new(text).color(palette.quiet)).wrap()),
        }
        return;
    };
    // The buttons stay in place while the words change.
    let height = (ui.available_height() - BUTTONS).max(BUTTONS);
    let shown = ScrollArea::vertical().max_height(height).auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(width);
        words(ui, palette, &explanation);
        opinion(ui, state, palette);
        // Last, so that it pushes no other words out of sight.
        if let Some(why_not) = &explanation.why_not {
            asked_before(ui, palette, why_not);
        }
        if state.in_whose_frame().is_some() {
            let text = "Directions and places are those of the world's frame.";
            ui.label(RichText::new(text).size(SMALL).color(palette.quiet));
        }
    });
    let below = shown.content_size.y - shown.state.offset.y - shown.inner_rect.height();
    if below > 1.0 {
        fade(ui, shown.inner_rect, palette);
    }
    ui.add_space(6.0);
    buttons(ui, palette, out);
}

/// The topics of a section with its heading, after the verdict.
const SECTIONS: [(&str, &[Topic]); 4] = [
    ("What the step did", &[Topic::Response]),
    ("Quick tests", &[Topic::EarlyOuts]),
    ("Axes", &[Topic::Axes]),
    ("What meets, and where", &[Topic::Features, Topic::Points]),
];

fn words(ui: &mut Ui, palette: &Palette, explanation: &Explanation) {
    ui.spacing_mut().item_spacing.y = 2.0;
    if let Some(why_not) = &explanation.why_not {
        section(ui, palette, "", (&why_not.text, palette.strong));
    }
    for ghost in explanation.ghosts() {
        section(ui, palette, "Ghost contact", (ghost, palette.warning));
    }
    let about = |topics: &[Topic]| {
        let texts = topics.iter().map(|topic| explanation.about(*topic)).filter(|text| !text.is_empty());
        Some(texts.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
    };
    if let Some(verdict) = about(&[Topic::Verdict]) {
        section(ui, palette, "", (&verdict, palette.strong));
    }
    // What brings a person to a recording comes before how ours was found.
    theirs(ui, palette, explanation);
    for (name, topics) in SECTIONS {
        if let Some(text) = about(topics) {
            section(ui, palette, name, (&text, palette.text));
        }
    }
}

/// What was asked for before the reason why the two do not affect each other.
fn asked_before(ui: &mut Ui, palette: &Palette, why_not: &WhyNot) {
    if let Some(text) = why_not.asked_before() {
        ui.add(Label::new(with_code(&text, SMALL, palette.quiet)).wrap());
    }
}

fn section(ui: &mut Ui, palette: &Palette, name: &str, (text, color): (&str, Color32)) {
    if !name.is_empty() {
        ui.add_space(4.0);
        ui.label(RichText::new(name).size(SMALL).color(palette.quiet));
    }
    ui.add(Label::new(with_code(text, BODY, color)).wrap());
}

/// What the other engine of a recording tells of the pair, who is right, and what to look at in the engine.
fn theirs(ui: &mut Ui, palette: &Palette, explanation: &Explanation) {
    let Some(theirs) = &explanation.theirs else { return };
    let [told, verdict, look_at] = theirs.texts();
    let verdict_color = if theirs.agrees() { palette.text } else { palette.warning };
    let parts = [
        ("Theirs and ours", told, palette.text),
        ("Who is right", verdict, verdict_color),
        ("In the engine", look_at, palette.text),
    ];
    for (name, text, color) in parts.into_iter().filter(|(_, text, _)| !text.is_empty()) {
        section(ui, palette, name, (&text, color));
    }
}

/// What another library says of the pair.
fn opinion(ui: &mut Ui, state: &AppState, palette: &Palette) {
    let Some(opinion) = state.derived().extras.second_opinion.as_ref() else { return };
    let color = match opinion.verdict {
        Agreement::Agree | Agreement::Tie => palette.text,
        Agreement::Differ => palette.warning,
    };
    let text = opinion.text(state.unit()).join(" ");
    section(ui, palette, "Second opinion", (&text, color));
}

/// The ways to take the pair away, each with the tooltip of its command, in one row of the narrowest window.
fn buttons(ui: &mut Ui, palette: &Palette, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new("Copy as").size(SMALL).color(palette.quiet));
        copy_button(ui, "Scene", PairText::Scene, out);
        copy_button(ui, "Markdown", PairText::Markdown, out);
        programs_ui(ui, out);
        button(ui, "Picture…", Command::File(FileCommand::SaveCanvas), out);
    });
}

/// The pair as a program: a menu of a Rust test and the other engines.
#[cfg(not(target_os = "unknown"))]
fn programs_ui(ui: &mut Ui, out: &mut Vec<Command>) {
    let menu = ui.menu_button("Program", |ui| {
        let before = out.len();
        copy_button(ui, "Rust test", PairText::RustTest, out);
        for engine in PeerEngine::ALL {
            copy_button(ui, engine.name(), PairText::Program(engine), out);
        }
        if out.len() > before {
            ui.close_menu();
        }
    });
    menu.response
        .named("Copy as Program")
        .on_hover_text("A Rust test, or a program of another engine for a report about it");
}

/// A page writes no programs of other engines.
#[cfg(target_os = "unknown")]
fn programs_ui(ui: &mut Ui, out: &mut Vec<Command>) {
    copy_button(ui, "Rust test", PairText::RustTest, out);
}

fn copy_button(ui: &mut Ui, label: &str, text: PairText, out: &mut Vec<Command>) {
    button(ui, label, Command::Edit(EditCommand::CopyPair(text)), out);
}

fn button(ui: &mut Ui, label: &str, command: Command, out: &mut Vec<Command>) {
    let response = ui.add(Button::new(label).min_size(vec2(0.0, 24.0)));
    asks(response.named(&format!("Copy as {label}")), command, out);
}
