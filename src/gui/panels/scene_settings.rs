//! The scene's own settings, shown while nothing is selected.

use collide2d::SolverKind;
use egui_macroquad::egui::Ui;

use super::expectations::expectations_ui;
use super::field_rows::FieldRows;
use super::generators::{generators_ui, joints_ui};
use super::heading;
use super::listeners::listeners_ui;
use super::masks::masks_ui;
use super::queries::queries_ui;
use super::stops::stops_ui;
use super::watch::{bookmarks_ui, inputs_ui, vary_ui};
use super::widgets::{row, text_field};
use crate::app::{AppState, Change, Command, SceneEdit};
use crate::gui::style::Palette;
use crate::platform::plain;
use crate::scene::field::FieldValue;
use crate::scene::fields::{AHEAD_FIELDS, MIX_FIELDS, RIGID_FIELDS, SETTING_FIELDS, STEP_FIELDS};

/// Name, sentence, gravity, time step, solver, expectations, listeners, generators, joints.
pub fn scene_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let scene = state.scene();
    let file = state
        .files()
        .document
        .path()
        .and_then(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned());
    heading(
        ui,
        palette,
        "Scene",
        &file.map_or("no file yet".into(), |file| plain::label(&file).into_owned()),
    );
    row(ui, palette, "Name", |ui| {
        text_field(ui, "scene name", &scene.name, |name| Change::Scene(SceneEdit::Name(name)));
    });
    if !scene.about.is_empty() {
        about_ui(ui, &scene.about, palette);
    }
    let change: &dyn Fn(&'static str, &FieldValue) -> Change =
        &|name, value| Change::Scene(SceneEdit::Set(name, value.clone()));
    let unit = state.showing().kept.units.typed();
    let rows = FieldRows::of(palette, unit, scene, change);
    rows.show(ui, &SETTING_FIELDS, out);
    ui.add_space(12.0);
    expectations_ui(ui, state, palette, out);
    ui.add_space(12.0);
    listeners_ui(ui, state, palette, out);
    ui.add_space(12.0);
    generators_ui(ui, state, palette, out);
    ui.add_space(12.0);
    joints_ui(ui, state, palette, out);
    ui.add_space(12.0);
    queries_ui(ui, state, palette, out);
    masks_ui(ui, state, palette, out);
    if scene.about.is_empty() {
        ui.add_space(12.0);
        about_ui(ui, &scene.about, palette);
    }
    ui.add_space(12.0);
    heading(ui, palette, "Steps", "");
    rows.show(ui, &STEP_FIELDS, out);
    rows.show(ui, &AHEAD_FIELDS, out);
    if scene.solver == SolverKind::Rigid {
        FieldRows::of(palette, unit, &scene.rigid, change).show(ui, &RIGID_FIELDS, out);
    }
    ui.push_id("mix", |ui| FieldRows::of(palette, unit, &scene.mix, change).show(ui, &MIX_FIELDS, out));
    ui.add_space(12.0);
    stops_ui(ui, state, palette, out);
    bookmarks_ui(ui, state, palette, out);
    inputs_ui(ui, state, palette, out);
    vary_ui(ui, state, palette, out);
}

/// The sentence about the scene, which is below the lists while it is empty.
fn about_ui(ui: &mut Ui, about: &str, palette: &Palette) {
    row(ui, palette, "About", |ui| {
        let field = ui.scope(|ui| {
            text_field(ui, "about the scene", about, |about| Change::Scene(SceneEdit::About(about)));
        });
        let tip = if about.is_empty() {
            "One sentence: what is to be seen here".into()
        } else {
            plain::label(about)
        };
        field.response.on_hover_text(tip);
    });
}
