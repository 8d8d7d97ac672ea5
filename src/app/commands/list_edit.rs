//! Edits of a list of the scene.

#[derive(Clone, Debug, PartialEq)]
pub enum ListEdit<T> {
    /// Appends it.
    Add(T),
    /// Replaces that of this index, where there is one.
    Set(usize, T),
    Remove(usize),
}

impl<T: Clone> ListEdit<T> {
    pub(super) fn apply(&self, list: &mut Vec<T>) {
        match self {
            Self::Add(item) => list.push(item.clone()),
            Self::Set(index, item) => {
                if let Some(place) = list.get_mut(*index) {
                    place.clone_from(item);
                }
            }
            Self::Remove(index) => {
                if *index < list.len() {
                    list.remove(*index);
                }
            }
        }
    }
}
