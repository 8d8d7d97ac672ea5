//! The scene's own settings, shown while nothing is selected.

use collide2d::SolverKind;
use egui_macroquad::egui::{ComboBox, Ui};

use super::expectations::expectations_ui;
use super::generators::generators_ui;
use super::heading;
use super::inspector::note;
use super::listeners::listeners_ui;
use super::widgets::{NumberField, number, row, text_field};
use crate::app::{AppState, Change, Command, EditCommand, SceneEdit};
use crate::gui::style::Palette;
use crate::platform::plain;
use crate::scene::limit::Limit;

/// Name, sentence, gravity, time step, solver, expectations, listeners, generators.
pub fn scene_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let scene = state.scene();
    let file = state
        .files()
        .document
        .path()
        .and_then(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned());
    heading(ui, palette, "Scene", &file.unwrap_or_else(|| "no file yet".to_owned()));
    row(ui, palette, "Name", |ui| {
        text_field(ui, "scene name", &scene.name, |name| Change::Scene(SceneEdit::Name(name)));
    });
    if !scene.about.is_empty() {
        about_ui(ui, &scene.about, palette);
    }
    row(ui, palette, "Gravity", |ui| {
        let how = NumberField::new(Limit::Any, 0.05).unit(" m/s²");
        let (x, y) = (how.clone().prefix("x "), how.prefix("y "));
        number(ui, &x, &[scene.gravity.x], |x| Change::Scene(SceneEdit::GravityX(x)), out);
        number(ui, &y, &[scene.gravity.y], |y| Change::Scene(SceneEdit::GravityY(y)), out);
    });
    row(ui, palette, "Time step", |ui| {
        let how = NumberField::new(Limit::Timestep, 0.0001).unit(" s");
        number(ui, &how, &[scene.timestep], |s| Change::Scene(SceneEdit::Timestep(s)), out);
        note(ui, palette, &format!("{:.0} frames a second", 1.0 / scene.timestep));
    });
    row(ui, palette, "Solver", |ui| {
        let choice = ComboBox::from_id_salt("solver").selected_text(label(scene.solver)).width(92.0);
        choice.show_ui(ui, |ui| {
            for (solver, what) in [
                (SolverKind::Off, "Bodies move, contacts are only found"),
                (SolverKind::Linear, "Positions and impulses along the normal"),
                (SolverKind::Rigid, "With rotation and friction"),
            ] {
                let chosen = solver == scene.solver;
                if ui.selectable_label(chosen, label(solver)).on_hover_text(what).clicked() && !chosen {
                    out.push(edit(SceneEdit::Solver(solver)));
                }
            }
        });
        // Solver and contact limit share one row, because `expect` lines need the height of a low window.
        let tip = "Contacts that are handled in one frame at most; the rest wait for the next";
        ui.scope(|ui| {
            let how = NumberField::new(Limit::Contacts, 1.0).prefix("≤").unit(" contacts");
            let most = [scene.max_contacts as f32];
            number(ui, &how, &most, |n| Change::Scene(SceneEdit::MaxContacts(n.round() as usize)), out);
        })
        .response
        .on_hover_text(tip);
    });
    if scene.solver == SolverKind::Linear {
        iterations_ui(ui, scene.iterations, palette, out);
    }
    ui.add_space(12.0);
    expectations_ui(ui, state, palette, out);
    ui.add_space(12.0);
    listeners_ui(ui, state, palette, out);
    ui.add_space(12.0);
    generators_ui(ui, state, palette, out);
    if scene.about.is_empty() {
        ui.add_space(12.0);
        about_ui(ui, &scene.about, palette);
    }
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

/// The limit of iterations, which can be left to the number of contacts.
fn iterations_ui(ui: &mut Ui, most: Option<u32>, palette: &Palette, out: &mut Vec<Command>) {
    row(ui, palette, "Iterations", |ui| {
        let mut limits = most.is_some();
        let tip = "Limits how often Linear resolves a contact in one frame; what is left waits for the next";
        if ui.checkbox(&mut limits, "").on_hover_text(tip).changed() {
            out.push(edit(SceneEdit::Iterations(limits.then_some(FIRST_LIMIT))));
        }
        let Some(most) = most else { return note(ui, palette, "at most twice the contacts") };
        let how = NumberField::new(Limit::Iterations, 0.1).unit(" a frame");
        let change = |n: f32| Change::Scene(SceneEdit::Iterations(Some(n.round() as u32)));
        number(ui, &how, &[most as f32], change, out);
    });
}

/// Iterations of a limit that was just turned on.
const FIRST_LIMIT: u32 = 8;

fn edit(edit: SceneEdit) -> Command {
    Command::Edit(EditCommand::Do(Change::Scene(edit)))
}

fn label(solver: SolverKind) -> &'static str {
    match solver {
        SolverKind::Off => "Off",
        SolverKind::Linear => "Linear",
        SolverKind::Rigid => "Rigid",
    }
}
