//! The scene's listeners: what each takes from the solver and what becomes of its body; added, named, edited and
//! removed here.

use collide2d::{PairKind, ShapeKind, Then};
use egui_macroquad::egui::{self, Align, ComboBox, FontId, Id, Layout, RichText, Sense, Ui};

use super::places::{self, Named as _};
use super::revealing;
use super::widgets::{ListLine, NumberField, number, row, text_field};
use crate::app::{AppState, Change, Command, SceneEdit, SceneItem, ViewCommand};
use crate::explain::stages::listener_label;
use crate::gui::style::{HEADING, Palette, SMALL};
use crate::platform::plain;
use crate::scene::limit::Limit;
use crate::scene::{Scene, SceneListener, ThenKind};

/// Width of a choice. Points.
const CHOICE: f32 = 160.0;
/// Pieces of a listener that was just told to burst its body.
const FIRST_COUNT: u32 = 8;
/// Most bodies to choose from in a list; others are named in the file.
const MOST_CHOICES: usize = 200;

/// A line for each listener; a click shows its fields.
pub fn listeners_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let scene = state.scene();
    let list = Listeners { scene, palette };
    let open_id = ui.make_persistent_id("open listener");
    let open = ui.data(|data| data.get_temp::<usize>(open_id)).filter(|open| *open < scene.listeners.len());
    ui.horizontal(|ui| {
        ui.label(RichText::new("Listeners").color(palette.strong).size(HEADING));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let first = list.first(state.looking().selection());
            let tip = format!(
                "Adds a listener of {}: it takes contacts from the solver, and may remove or burst its body",
                plain::label(&first.matches())
            );
            if ui.small_button("Add").named("Add listener").on_hover_text(tip).clicked() {
                let text = match &first.body {
                    None => EVERY_CONTACT.to_owned(),
                    Some(body) => format!(
                        "The new listener takes every contact of {}, which passes through all others now. Choose in the \
                         panel what it takes.",
                        plain::label(body)
                    ),
                };
                out.push(Command::View(ViewCommand::Warn(text)));
                out.push(list.with(|listeners| listeners.push(first)).into());
                ui.data_mut(|data| data.insert_temp(open_id, scene.listeners.len()));
                revealing::reveal(ui.ctx(), SceneItem::Listener(scene.listeners.len() as u32));
            }
        });
    });
    for (index, listener) in scene.listeners.iter().enumerate() {
        revealing::reveal_here(ui, SceneItem::Listener(index as u32));
        let is_open = open == Some(index);
        list.line(ui, index, listener, is_open, open_id, out);
        if is_open {
            ui.push_id(("listener", index), |ui| list.fields(ui, index, listener, out));
        }
    }
}

struct Listeners<'a> {
    scene: &'a Scene,
    palette: &'a Palette,
}

impl Listeners<'_> {
    fn with(&self, edit: impl FnOnce(&mut Vec<SceneListener>)) -> Change {
        let mut listeners = self.scene.listeners.clone();
        edit(&mut listeners);
        Change::Scene(SceneEdit::Listeners(listeners))
    }

    /// The change of one listener; a body is named where the listener does something to it.
    fn set(&self, index: usize, edit: impl FnOnce(&mut SceneListener)) -> Change {
        self.with(|listeners| {
            if let Some(listener) = listeners.get_mut(index) {
                edit(listener);
                self.complete(listener);
            }
        })
    }

    /// A new listener: of the selected body, else of every contact.
    fn first(&self, selection: &[u32]) -> SceneListener {
        let body = selection.first().and_then(|index| self.scene.bodies.get(*index as usize));
        SceneListener { body: body.map(|body| body.name.clone()), ..SceneListener::default() }
    }

    fn complete(&self, listener: &mut SceneListener) {
        let bursts = matches!(listener.then, Then::Burst(_));
        let fits = |name: &str| {
            let body = self.scene.bodies.iter().find(|body| body.name == name);
            body.is_some_and(|body| !bursts || body.shape.has_area())
        };
        if listener.then == Then::Ignore || listener.body.as_deref().is_some_and(fits) {
            return;
        }
        listener.body = self.scene.bodies.iter().find(|body| fits(&body.name)).map(|body| body.name.clone());
        if listener.body.is_none() {
            listener.then = Then::Ignore;
        }
    }

    /// "gum: every contact of gem", and a cross.
    fn line(
        &self,
        ui: &mut Ui,
        index: usize,
        listener: &SceneListener,
        is_open: bool,
        open_id: Id,
        out: &mut Vec<Command>,
    ) {
        let what = ["listener", &format!("listener {index}")];
        let line = ListLine::show(ui, self.palette, Sense::click(), what, is_open);
        places::name(&line.response, || format!("Listener {index}"));
        let label = listener_label(self.scene, index as u32);
        let text = format!("{}: {}", plain::label(&label), plain::label(&listener.matches()));
        line.text(ui, &text, [line.rect.left(), line.rect.right()], self.palette.text);
        if line.is_removed {
            let change = self.with(|listeners| _ = listeners.remove(index));
            out.push(change.into());
            ui.data_mut(|data| data.remove_temp::<usize>(open_id));
        } else if line.response.on_hover_text(text).clicked() {
            ui.data_mut(|data| match is_open {
                true => _ = data.remove_temp::<usize>(open_id),
                false => data.insert_temp(open_id, index),
            });
        }
    }

    fn fields(&self, ui: &mut Ui, index: usize, listener: &SceneListener, out: &mut Vec<Command>) {
        let palette = self.palette;
        row(ui, palette, "Its name", |ui| {
            let now = listener.name.as_deref().unwrap_or_default();
            text_field(ui, ("listener name", index), now, |name| {
                self.set(index, |listener| listener.name = Some(name).filter(|name| !name.trim().is_empty()))
            });
        });
        row(ui, palette, "Takes", |ui| {
            let now = listener.kind.clone().unwrap_or_else(|| ANY_KIND.to_owned());
            let kinds = pair_kinds();
            let choices = [ANY_KIND].into_iter().chain(kinds.iter().map(String::as_str));
            if let Some(chosen) = choice(ui, "kind", &now, choices) {
                let kind = (chosen != ANY_KIND).then_some(chosen);
                out.push(edit(self.set(index, |listener| listener.kind = kind)));
            }
        });
        row(ui, palette, "Of", |ui| {
            let now = listener.body.clone().unwrap_or_else(|| ANY_BODY.to_owned());
            let bodies = self.scene.bodies.iter().take(MOST_CHOICES).map(|body| body.name.as_str());
            if let Some(chosen) = choice(ui, "body", &now, [ANY_BODY].into_iter().chain(bodies)) {
                let is_body = self.scene.index_of(&chosen).is_some();
                let change = self.set(index, |listener| {
                    listener.then = if is_body { listener.then } else { Then::Ignore };
                    listener.body = is_body.then_some(chosen);
                });
                out.push(edit(change));
            }
        });
        row(ui, palette, "Then", |ui| {
            let now = outcome(ThenKind::of(listener.then));
            if let Some(chosen) = choice(ui, "then", now, ThenKind::ALL.map(outcome)) {
                let kind = ThenKind::ALL.into_iter().find(|kind| outcome(*kind) == chosen);
                let then = match kind.unwrap_or(ThenKind::Ignore) {
                    ThenKind::Ignore => Then::Ignore,
                    ThenKind::Remove => Then::Remove,
                    ThenKind::Burst => Then::Burst(FIRST_COUNT),
                };
                out.push(edit(self.set(index, |listener| listener.then = then)));
            }
        });
        if let Then::Burst(count) = listener.then {
            row(ui, palette, "Pieces", |ui| {
                let how = NumberField::new(Limit::Pieces, 0.1);
                let change = |n: f32| self.set(index, |l| l.then = Then::Burst(n.round() as u32));
                number(ui, &how, &[count as f32], change, out);
            });
        }
    }
}

/// What is said where a listener is added that leaves nothing to the solver.
const EVERY_CONTACT: &str = "The new listener takes every contact: nothing is held any more. \
                             Choose in the panel what it takes, and of which body.";

const ANY_KIND: &str = "every kind of pair";
const ANY_BODY: &str = "every body";

/// What becomes of the contact, and of the body.
fn outcome(then: ThenKind) -> &'static str {
    match then {
        ThenKind::Ignore => "the two pass through",
        ThenKind::Remove => "the body is removed",
        ThenKind::Burst => "the body bursts",
    }
}

fn edit(change: Change) -> Command {
    change.into()
}

/// The names of the pairs that can touch.
fn pair_kinds() -> Vec<String> {
    let all = ShapeKind::SIMPLE;
    let pairs = (0..all.len()).flat_map(|i| (i..all.len()).map(move |j| PairKind::new(all[i], all[j])));
    pairs.filter(|kind| kind.can_touch()).map(|kind| kind.to_string()).collect()
}

/// A list to choose from; `Some`: what was chosen instead of what it is.
fn choice<'c>(
    ui: &mut Ui,
    id: &str,
    now: &str,
    choices: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    let font = FontId::proportional(SMALL + 1.0);
    let text = |text: &str| RichText::new(plain::label(text)).font(font.clone());
    let combo = ComboBox::from_id_salt(id).selected_text(text(now)).width(CHOICE);
    let shown = combo.show_ui(ui, |ui| {
        let mut chosen = None;
        for choice in choices {
            if ui.selectable_label(choice == now, text(choice)).named(choice).clicked() && choice != now {
                chosen = Some(choice.to_owned());
            }
        }
        chosen
    });
    places::name(&shown.response, || format!("Choice {id}"));
    shown
        .response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, format!("{id}: {now}")));
    shown.inner.flatten()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::picture::theme::Theme;

    #[test]
    fn what_bursts_is_a_body_with_an_area() {
        let text = r#"(version: 1, name: "gate", bodies: [
            Body(name: "gate", shapes: [Part(shape: Wall(start: (0.0, 0.0), end: (0.0, 2.0)))]),
            Body(name: "ball", shape: Circle(radius: 1.0), motion: Dynamic(mass: 1.0)),
        ])"#;
        let scene = Scene::from_ron(text, "gate").unwrap();
        let list = Listeners { scene: &scene, palette: Palette::of(&Theme::DARK) };
        let mut listener =
            SceneListener { body: Some("gate".to_owned()), then: Then::Burst(4), ..SceneListener::default() };
        list.complete(&mut listener);
        assert_eq!(listener.body.as_deref(), Some("ball"));
        assert_eq!(listener.then, Then::Burst(4));
    }
}
