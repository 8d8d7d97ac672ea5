//! The menu of the canvas, at the pointer: what can be done with the pair and the bodies there.

use egui_macroquad::egui::{Area, Context, Frame, Id, Key, Order, Pos2, Ui};

use super::menu;
use crate::app::{
    AppState, Arrangement, Command, EditCommand, FileCommand, ListEdit, NewLink, NoteEdit, PairText, Panel,
    ViewCommand, info,
};
use crate::gui::style::Palette;
use crate::scene::StopCondition;

/// Width of the menu. Points.
const WIDTH: f32 = 312.0;

/// The menu while it is open.
#[derive(Debug, Default)]
pub struct ContextMenu {
    at: Option<Pos2>,
    /// It was opened since the last pass, whose click is not one beside it.
    is_new: bool,
}

impl ContextMenu {
    pub fn open(&mut self, at: Pos2) {
        (self.at, self.is_new) = (Some(at), true);
    }

    /// Draws the menu; a command, a click beside it and Esc close it.
    pub fn show(&mut self, context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let Some(at) = self.at else { return };
        let before = out.len();
        let area = Area::new(Id::new("menu of the canvas")).order(Order::Foreground).fixed_pos(at);
        let shown = area.constrain(true).show(context, |ui| {
            Frame::menu(ui.style()).show(ui, |ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, group) in groups(state).into_iter().enumerate() {
                    if index > 0 {
                        ui.separator();
                    }
                    for info in group.iter().filter_map(info) {
                        menu::item(ui, state, palette, info, out);
                    }
                }
                stops_ui(ui, state, palette, out);
            });
        });
        let is_new = std::mem::take(&mut self.is_new);
        let beside = shown.response.clicked_elsewhere() && !is_new;
        let escaped = context.input(|input| input.key_pressed(Key::Escape));
        if out.len() > before || beside || escaped || state.question().is_some() {
            self.at = None;
        }
    }
}

/// Lines that stop time at what the selected pair does.
fn stops_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    if state.looking().selected_pair().is_none() {
        return;
    }
    ui.separator();
    for (_, stop) in state.offered_stops() {
        if let Some(what) = what_they_do(&stop.condition)
            && menu::line(ui, palette, &format!("Stop when they {what}"))
        {
            out.push(NoteEdit::Stop(ListEdit::Add(stop)).into());
        }
    }
}

/// What the pair does at which a stop holds; `None`: the stop is no pair's.
fn what_they_do(condition: &StopCondition) -> Option<String> {
    match condition {
        StopCondition::Begin { .. } => Some("begin to touch".to_owned()),
        StopCondition::End { .. } => Some("end to touch".to_owned()),
        StopCondition::Deeper { than, .. } => Some(format!("are deeper than {than} m")),
        StopCondition::Crosses { .. } => Some("pass through each other".to_owned()),
        _ => None,
    }
}

/// The commands, group by group: those of the pair, of the selection, of the canvas.
fn groups(state: &AppState) -> Vec<Vec<Command>> {
    let edit = Command::Edit;
    let mut groups = Vec::new();
    if let Some(pair) = state.looking().selected_pair() {
        groups.push(vec![
            Command::View(ViewCommand::ShowPanel(Panel::Why)),
            edit(EditCommand::CopyPair(PairText::Scene)),
            edit(EditCommand::CopyPair(PairText::RustTest)),
            edit(EditCommand::CopyPair(PairText::Markdown)),
            edit(EditCommand::ExpectSelectedPair),
            edit(EditCommand::WatchSelected),
            Command::View(ViewCommand::LookClosely),
        ]);
        if state.derived().report.ghost_of(pair).is_some() {
            groups.push(vec![edit(EditCommand::MergeTiles)]);
        }
    }
    if state.looking().two().is_some() && !state.files().document.is_recording() {
        let join = |link| edit(EditCommand::Arrange(Arrangement::Join(link)));
        groups.push([NewLink::Revolute, NewLink::Rod, NewLink::Cable].map(join).into());
    }
    if !state.looking().selection().is_empty() {
        groups.push(
            [EditCommand::Cut, EditCommand::Copy, EditCommand::Duplicate, EditCommand::Delete]
                .map(edit)
                .into(),
        );
    }
    groups.push(vec![
        edit(EditCommand::Paste),
        Command::View(ViewCommand::Fit),
        Command::File(FileCommand::SaveCanvas),
    ]);
    groups
}
