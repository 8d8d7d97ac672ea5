//! What the table of commands asks of the state, besides what everybody does.

use super::state::AppState;

impl AppState {
    pub(super) fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    pub(super) fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    pub(super) fn has_backup(&self) -> bool {
        self.storage.has_restorable()
    }

    pub(super) fn grid_shown(&self) -> bool {
        self.grid_shown
    }
}
