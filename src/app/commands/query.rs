//! Edits of a scene's queries. They leave the world as it is.

use super::list_edit::ListEdit;
use crate::scene::named::FreeNames;
use crate::scene::{Scene, SceneQuery};

#[derive(Clone, Debug, PartialEq)]
pub enum QueryEdit {
    /// Under its name, or with the first free number after it.
    Add(SceneQuery),
    Set(usize, SceneQuery),
    /// The lines that name it follow.
    Rename(usize, String),
    /// With the lines that name it.
    Remove(usize),
}

impl QueryEdit {
    pub(super) fn apply(&self, scene: &mut Scene) {
        match self {
            Self::Add(query) => {
                let name = FreeNames::beside(scene.queries.iter().map(|known| &known.name)).give(&query.name);
                scene.queries.push(SceneQuery { name, ..query.clone() });
            }
            Self::Set(index, query) => ListEdit::Set(*index, query.clone()).apply(&mut scene.queries),
            Self::Rename(index, name) => scene.rename_query(*index, name),
            Self::Remove(index) => {
                ListEdit::Remove(*index).apply(&mut scene.queries);
                scene.drop_lines_without_query();
            }
        }
    }
}
