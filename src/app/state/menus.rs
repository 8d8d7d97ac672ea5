//! What menus show of a command besides its name: whether it is enabled, whether it is ticked.

use super::AppState;
use crate::app::commands::command_table::info;
use crate::app::commands::row::{Tick, When};
use crate::app::commands::{Command, Tool, Viewpoint};
use crate::app::looking::pairs;

impl AppState {
    /// Whether the command can do something now; always true for commands without a row.
    pub fn is_enabled(&self, command: &Command) -> bool {
        info(command).is_none_or(|row| match row.enabled {
            When::Always => true,
            When::CanUndo => self.history.can_undo() || self.has_draft(),
            When::CanRedo => self.history.can_redo(),
            When::HasSelection => !self.looking.selection().is_empty(),
            When::HasTiles => {
                let ghost_of = |pair| self.derived.report.ghost_of(pair);
                !self.looking.selection().is_empty()
                    || self.looking.selected_pair().and_then(ghost_of).is_some()
            }
            When::HasTwo => self.looking.two().is_some(),
            When::HasSeveral => self.looking.selection().len() > 1,
            When::HasParts => {
                let bodies = &self.scene().bodies;
                let mut selected = self.looking.selection().iter();
                selected.any(|i| bodies.get(*i as usize).is_some_and(|body| !body.shape.parts().is_empty()))
            }
            When::HasOutline => self.has_outline(),
            When::Draws => matches!(self.hand.tool, Tool::Draw(_) | Tool::Regular(_)),
            When::HidesAny => self.looking.veils.hides_any(),
            When::LocksAny => self.looking.veils.locks_any(),
            When::HasBodies => !self.scene().bodies.is_empty(),
            When::HasPair => self.looking.selected_pair().is_some(),
            When::HasViewpoint => self.body_of(Viewpoint::A).is_some() || self.seen_body().is_some(),
            When::AnyPairTouches => pairs::touching(&self.derived.report).next().is_some(),
            When::HasFile => self.files.document.path().is_some(),
            When::IsRecording => self.files.document.is_recording(),
            When::IsScene => !self.files.document.is_recording(),
            When::PastStart => self.run.frame() > self.run.frames.first_frame(),
            When::PastStartOrInside => {
                self.run.frame() > self.run.frames.first_frame() || self.run.inside.is_some()
            }
            When::BeforeEnd => self.run.frame() < self.run.frames.last_frame(),
            When::HasKept => !self.run.kept.is_empty(),
            When::HasOldFuture => self.run.old_future.as_ref().is_some(),
            When::GameIsPaused => self.run.frames.playback().is_some_and(|p| p.pause.is_some()),
            When::HasRange => self.run.range.is_some(),
            When::InTour => self.files.tour.is_some(),
            When::PastFirstStep => self.files.tour.as_ref().is_some_and(|tour| tour.index() > 0),
            When::TourBegun => self.next_step() > 0,
        })
    }

    /// Whether the command is a switch that is on; `None` for commands that are no switch.
    pub fn is_checked(&self, command: &Command) -> Option<bool> {
        Some(match info(command)?.tick {
            Tick::Never => return None,
            Tick::Snap => self.showing.kept.snap,
            Tick::Magnet => self.showing.kept.magnet,
            Tick::Lengths(choice) => self.showing.kept.units.length == choice,
            Tick::YDown => self.showing.kept.units.y_down,
            Tick::Grid => self.showing.kept.grid,
            Tick::KeepTool => self.hand.tools.keeps,
            Tick::Legend => self.showing.kept.legend,
            Tick::LensPin => self.showing.lens.pinned,
            Tick::FrameTimes => self.showing.frame_times_shown,
            Tick::Masks => self.showing.masks_shown,
            Tick::Help => self.showing.help_open,
            Tick::Recovery => self.files.recovery.is_on(),
            Tick::Playing => self.run.playing && !self.run.backwards,
            Tick::PlayingBack => self.run.playing && self.run.backwards,
            Tick::Repeating => self.run.repeats,
            Tick::Layer(layer) => self.showing.layers.has(layer),
            Tick::Panel(panel) => self.showing.panel == panel,
            Tick::Viewpoint(Viewpoint::World) => self.seen_body().is_none(),
            Tick::Viewpoint(viewpoint) => {
                self.seen_body().is_some() && self.seen_body() == self.body_of(viewpoint)
            }
            Tick::Tool(tool) => self.hand.tool == tool,
        })
    }
}
