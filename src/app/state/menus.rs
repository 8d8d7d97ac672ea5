//! What menus show of a command besides its name: whether it could do something now, whether it is on.

use super::AppState;
use crate::app::commands::{
    Command, EditCommand, FileCommand, Leave, SelectCommand, TimeCommand, ViewCommand,
};
use crate::app::pairs;

impl AppState {
    /// Whether the command could do something now; menus grey it out otherwise.
    pub fn is_enabled(&self, command: &Command) -> bool {
        let selected = !self.selection().is_empty();
        match command {
            Command::Edit(EditCommand::Undo) => self.history.can_undo(),
            Command::Edit(EditCommand::Redo) => self.history.can_redo(),
            Command::Edit(
                EditCommand::Copy
                | EditCommand::Cut
                | EditCommand::Duplicate
                | EditCommand::Delete
                | EditCommand::Nudge(..),
            )
            | Command::View(ViewCommand::FitSelection) => selected,
            Command::Edit(EditCommand::ExpectLookedPair) => self.looked().is_some(),
            Command::Select(SelectCommand::All) => !self.scene().bodies.is_empty(),
            Command::File(FileCommand::Leave(Leave::Reload)) => self.path().is_some(),
            Command::File(FileCommand::Leave(Leave::RestoreBackup)) => self.files.has_restorable(),
            Command::File(FileCommand::ClearRecent) => !self.recent().is_empty(),
            Command::Time(TimeCommand::StepBack | TimeCommand::Home | TimeCommand::Jump(..0)) => {
                self.frame() > 0
            }
            Command::Time(TimeCommand::StageBack) => self.frame() > 0 || self.inside().is_some(),
            Command::Time(TimeCommand::End) => self.frame() < self.last_frame(),
            Command::Time(TimeCommand::ClearOldFuture) => self.old_future().is_some(),
            Command::View(ViewCommand::NextPair | ViewCommand::PreviousPair) => {
                pairs::touching(self.report()).next().is_some()
            }
            _ => true,
        }
    }

    /// Whether the command is a switch that is on; `None` for those that are no switch.
    pub fn is_checked(&self, command: &Command) -> Option<bool> {
        match command {
            Command::View(ViewCommand::ToggleLayer(layer)) => Some(self.layers().has(*layer)),
            Command::View(ViewCommand::ToggleSnap) => Some(self.snap()),
            Command::View(ViewCommand::ToggleGrid) => Some(self.grid_shown()),
            Command::View(ViewCommand::ToggleLegend) => Some(self.legend_shown()),
            Command::View(ViewCommand::ToggleFrameTimes) => Some(self.frame_times_shown()),
            Command::View(ViewCommand::ToggleHelp) => Some(self.help_open()),
            Command::View(ViewCommand::ShowPanel(panel)) => Some(self.panel() == *panel),
            Command::Time(TimeCommand::TogglePlay) => Some(self.is_playing()),
            Command::Tool(tool) => Some(self.tool() == *tool),
            _ => None,
        }
    }
}
