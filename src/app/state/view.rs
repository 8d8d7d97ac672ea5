//! Commands of the view, the layers and panels, and the selected pair.

use super::AppState;
use crate::app::commands::{Effect, ViewCommand};
use crate::app::messages::Level;
use crate::app::pairs::{self, Pair};
use crate::app::picking;

impl AppState {
    pub(super) fn apply_view(&mut self, command: ViewCommand, effects: &mut Vec<Effect>) {
        let showing = &mut self.showing;
        match command {
            ViewCommand::ToggleLayer(layer) => showing.toggle_layer(layer),
            ViewCommand::ToggleSnap => showing.toggle_snap(),
            ViewCommand::ToggleGrid => showing.toggle_grid(),
            ViewCommand::ToggleLegend => showing.toggle_legend(),
            ViewCommand::ToggleFrameTimes => showing.toggle_frame_times(),
            ViewCommand::ToggleTheme => showing.toggle_theme(),
            ViewCommand::ToggleHelp => showing.toggle_help(),
            ViewCommand::Fit => showing.fit(self.run.world()),
            ViewCommand::FitSelection => {
                let selection = self.looking.selection().iter().copied();
                if let Some(bounds) = picking::bounds(self.run.world(), selection) {
                    showing.fit_to(bounds);
                }
            }
            ViewCommand::SetCanvas(canvas) => showing.set_canvas(canvas, self.run.world()),
            ViewCommand::MoveCanvas(canvas) => showing.move_canvas(canvas),
            ViewCommand::Pan(pixels) => showing.pan(pixels),
            ViewCommand::Zoom(at, notches) => showing.zoom(at, notches),
            ViewCommand::ZoomIn => showing.zoom(showing.view().canvas.center(), 1.0),
            ViewCommand::ZoomOut => showing.zoom(showing.view().canvas.center(), -1.0),
            ViewCommand::ShowPanel(panel) => showing.show_panel(panel),
            ViewCommand::FilterEvents(filter) => showing.filter_events(filter),
            ViewCommand::SetLookAhead(ahead) => showing.set_look_ahead(ahead),
            ViewCommand::SetTrail(frames) => showing.set_trail(frames),
            ViewCommand::LookAt(pair) => self.look_at(pair),
            ViewCommand::HoverPair(pair) => {
                let pair = pair.and_then(|(a, b)| pairs::ordered(self.world(), a, b));
                self.looking.point_at_row(pair);
            }
            ViewCommand::NextPair => self.look_at_next(true),
            ViewCommand::PreviousPair => self.look_at_next(false),
            ViewCommand::LightAxis(axis) => self.looking.light(axis),
            ViewCommand::Warn(text) => self.messages.push(Level::Warning, text),
            ViewCommand::DismissMessage(id) => self.messages.dismiss(id),
            ViewCommand::CopyMessage(id) => {
                let message = self.messages().iter().find(|message| message.id == id);
                effects.extend(message.map(|message| Effect::WriteClipboard(message.text.clone())));
            }
        }
    }

    pub(super) fn look_at(&mut self, pair: Option<Pair>) {
        let pair = pair.and_then(|(a, b)| pairs::ordered(self.world(), a, b));
        self.looking.look_at(pair);
    }

    fn look_at_next(&mut self, forward: bool) {
        let chosen = self.chosen();
        self.looking.look_at(pairs::cycled(self.report(), chosen, forward).or(chosen));
    }
}
