//! Commands of the view, the layers and panels, and the selected pair.

use super::AppState;
use super::picture::{ShownHandles, options, picture};
use crate::app::commands::{Command, Effect, LengthChoice, Panel, Tool, ViewCommand};
use crate::app::hand::input::{Event, EventKind, PointerButton};
use crate::app::looking::pairs::{self, Pair};
use crate::app::looking::picking;
use crate::app::messages::Level;
use crate::app::showing::grid::Grid;
use crate::app::showing::units::PIXEL_RANGE;
use crate::picture::framing::{self, Framing};
use crate::picture::overlay::{self, LensCircle, Options};
use crate::picture::view::View;

impl AppState {
    pub(super) fn apply_view(&mut self, command: ViewCommand, effects: &mut Vec<Effect>) {
        let showing = &mut self.showing;
        match command {
            ViewCommand::ToggleLayer(layer) => showing.toggle_layer(layer),
            ViewCommand::ToggleSnap => showing.kept.snap = !showing.kept.snap,
            ViewCommand::SetGridStep(step) => {
                showing.kept.grid_step = step.filter(|step| Grid::of_step(*step).is_some());
            }
            // Again, they are as the scene has them.
            ViewCommand::WriteLengths(choice) if showing.kept.units.length == choice => {
                showing.kept.units.length = LengthChoice::Scene;
            }
            ViewCommand::WriteLengths(choice) => showing.kept.units.length = choice,
            ViewCommand::SetPixelsPerMetre(count) => {
                let (least, most) = PIXEL_RANGE;
                if (least..=most).contains(&count) {
                    showing.kept.units.pixels_per_metre = count;
                }
            }
            ViewCommand::ToggleYDown => showing.kept.units.y_down = !showing.kept.units.y_down,
            ViewCommand::ToggleMagnet => showing.kept.magnet = !showing.kept.magnet,
            ViewCommand::ToggleSection(section) => showing.toggle_section(section),
            ViewCommand::ResetPanels => {
                showing.reset_panels();
                showing.keep_panel(self.files.document.is_recording());
            }
            ViewCommand::ToggleGrid => showing.kept.grid = !showing.kept.grid,
            ViewCommand::ToggleLegend => showing.kept.legend = !showing.kept.legend,
            ViewCommand::ToggleFrameTimes => showing.frame_times_shown = !showing.frame_times_shown,
            ViewCommand::ToggleMasks => showing.masks_shown = !showing.masks_shown,
            ViewCommand::ToggleTheme => showing.toggle_theme(),
            ViewCommand::SizeInterface(size) => {
                showing.kept.interface_percent = size.of(showing.kept.interface_percent);
            }
            ViewCommand::GrowHandles(for_a_finger) => showing.touched = for_a_finger,
            ViewCommand::ShowPanels => showing.embedded = None,
            ViewCommand::OpenEmbedded => match self.link() {
                Ok(link) => effects.push(Effect::OpenTab(link)),
                Err(_) => self.showing.embedded = None,
            },
            ViewCommand::ToggleHelp => showing.help_open = !showing.help_open,
            ViewCommand::ToggleKeepTool => {
                let draws = matches!(self.hand.tool, Tool::Draw(_) | Tool::Regular(_));
                self.hand.tools.keeps = !self.hand.tools.keeps && draws;
            }
            ViewCommand::Rename => {
                let body = self.looking.selection().first().copied();
                let body = body.filter(|body| (*body as usize) < self.files.document.scene().bodies.len());
                if !self.files.document.is_recording() {
                    showing.panel = Panel::Scene;
                    effects.extend(body.map(Effect::Rename));
                }
            }
            ViewCommand::OpenPalette(scope) => effects.push(Effect::OpenPalette(scope)),
            ViewCommand::ShowLicences => effects.push(Effect::ShowLicences),
            // Again, it fits every body.
            ViewCommand::Fit if showing.fitted == Some(Framing::Moving) => self.fit(Framing::Scene),
            ViewCommand::Fit => self.fit(Framing::Moving),
            ViewCommand::LookClosely => self.look_closely(),
            ViewCommand::FitSelection => {
                let selection = self.looking.selection().iter().copied();
                let frame = showing.camera.frame();
                if let Some(bounds) = picking::bounds(self.run.world(), frame, selection) {
                    showing.fit_to(bounds);
                }
            }
            ViewCommand::SetCanvas(canvas) => {
                showing.set_canvas(canvas);
                if let Some(framing) = showing.fitted {
                    self.fit(framing);
                }
            }
            ViewCommand::MoveCanvas(canvas) => showing.move_canvas(canvas),
            ViewCommand::SeeFrom(viewpoint) => self.see_from(viewpoint),
            ViewCommand::NextViewpoint => self.see_from_next(),
            ViewCommand::PinLens => showing.toggle_lens_pin(),
            ViewCommand::MoveLens(center) => showing.move_lens(center),
            ViewCommand::Pan(pixels) => showing.pan(pixels),
            ViewCommand::Zoom(at, notches) => showing.zoom(at, notches),
            ViewCommand::ZoomIn => showing.zoom(showing.view().canvas.center(), 1.0),
            ViewCommand::ZoomOut => showing.zoom(showing.view().canvas.center(), -1.0),
            ViewCommand::ShowPanel(panel) => {
                if panel.is_for(self.files.document.is_recording()) {
                    showing.choose_panel(panel);
                }
            }
            ViewCommand::FilterEvents(filter) => showing.event_filter = filter,
            ViewCommand::SizeSide(sizes) => showing.kept.side = sizes,
            ViewCommand::SetLookAhead(ahead) => showing.set_look_ahead(ahead),
            ViewCommand::SetTrail(frames) => showing.set_trail(frames),
            ViewCommand::SelectPair(pair) => self.select_pair(pair),
            ViewCommand::SelectContact((a, b), leaves) => {
                if let Some(pair) = pairs::ordered(self.run.world(), a, b) {
                    self.looking.select_leaves(pair, leaves);
                    self.bring_into_sight();
                }
            }
            ViewCommand::HoverPair(pair) => {
                let pair = pair.and_then(|(a, b)| pairs::ordered(self.run.world(), a, b));
                self.looking.row_pair = pair;
            }
            ViewCommand::NextPair => self.select_next_pair(true),
            ViewCommand::PreviousPair => self.select_next_pair(false),
            ViewCommand::HighlightAxis(axis) => self.looking.highlighted_axis = axis,
            ViewCommand::OpenMenu(at) => self.open_menu(at, effects),
            ViewCommand::Warn(text) => self.messages.push(Level::Warning, text),
            ViewCommand::DismissMessage(id) => self.messages.dismiss(id),
            ViewCommand::CopyMessage(id) => {
                let message = self.messages().iter().find(|message| message.id == id);
                effects.extend(message.map(|message| Effect::WriteClipboard(message.text.clone())));
            }
        }
    }

    pub(super) fn select_pair(&mut self, pair: Option<Pair>) {
        let pair = pair.and_then(|(a, b)| pairs::ordered(self.run.world(), a, b));
        self.looking.select_pair(pair);
        self.bring_into_sight();
    }

    fn select_next_pair(&mut self, forward: bool) {
        let pinned = self.looking.pinned_pair;
        self.looking.select_pair(pairs::cycled(&self.derived.report, pinned, forward).or(pinned));
        self.bring_into_sight();
    }

    /// Moves the view to the selected pair where its contact is out of sight.
    pub(super) fn bring_into_sight(&mut self) {
        self.refresh();
        let bodies = self.run.shown().bodies();
        let body = |index: u32| bodies.get(index as usize);
        let selected_pair = self.looking.selected_pair().and_then(|pair| self.derived.report.pair(pair));
        let focus = selected_pair.and_then(|pair| Some(framing::focus(pair, [body(pair.a)?, body(pair.b)?])));
        if let Some(focus) = focus {
            self.showing.bring_into_sight(focus);
        }
    }

    /// Fits the view to every body or to those that move, with room for the strips.
    pub(super) fn fit(&mut self, framing: Framing) {
        let empty = || View::fitted(None, self.showing.view().canvas, self.showing.margin());
        let view = self.fitted_view(framing).unwrap_or_else(|| empty().out_of(self.showing.camera.frame()));
        self.showing.fit(framing, view);
    }

    /// Shows the selected pair, then its contact, then what was shown before. Two that are no pair have no contact.
    fn look_closely(&mut self) {
        let Some(pair) = self.looking.selected_pair() else { return };
        let Some(framing) = self.showing.next_close_look(pair) else { return self.showing.look_away() };
        let view = self.fitted_view(framing);
        let view = if framing == Framing::Pair { view.or_else(|| self.view_of_both(pair)) } else { view };
        if let Some(view) = view {
            return self.showing.look_closely(pair, framing, view);
        }
        if let Some(why) = self.held_together(pair) {
            self.messages.push(Level::Info, why);
        }
        self.showing.look_away();
    }

    /// The view of the world that shows two bodies, whether they are a pair or not.
    fn view_of_both(&self, (a, b): Pair) -> Option<View> {
        let frame = self.showing.camera.frame();
        let bounds = picking::bounds(self.run.shown(), frame, [a, b])?;
        let view = View::close(bounds, self.showing.view().canvas, self.showing.margin());
        Some(view.out_of(frame))
    }

    /// What an event does to the lens; `None`: it does not concern the lens.
    pub(super) fn drag_lens(&mut self, event: &Event) -> Option<Vec<Command>> {
        match event.kind {
            EventKind::Pressed(PointerButton::Left, at) => {
                let options = Options { handles: ShownHandles::of(self).places(self), ..options(self) };
                let LensCircle { center, radius } = overlay::lens_circle(&picture(self, &options))?;
                (center.distance(at) <= radius).then(|| self.hand.lens = Some(center - at))?;
                Some(Vec::new())
            }
            EventKind::Moved(at) => {
                let from_pointer = self.hand.lens?;
                Some(vec![Command::View(ViewCommand::MoveLens(at + from_pointer))])
            }
            EventKind::Released(PointerButton::Left, _) | EventKind::FocusLost => {
                self.hand.lens.take()?;
                Some(Vec::new())
            }
            EventKind::Pressed(..)
            | EventKind::Released(..)
            | EventKind::Wheel(..)
            | EventKind::Key { .. } => None,
        }
    }
}
