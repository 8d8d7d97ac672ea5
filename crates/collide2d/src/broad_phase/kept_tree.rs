//! The tree of a state's boxes, kept until a body may have moved.

use std::sync::OnceLock;

use super::box_tree::BoxTree;

/// Not copied: a clone of a world builds its own tree.
#[derive(Debug, Default)]
pub(crate) struct KeptTree(OnceLock<BoxTree>);

impl KeptTree {
    /// The tree, filled by `fill` if it was forgotten.
    pub fn get(&self, fill: impl FnOnce(&mut BoxTree)) -> &BoxTree {
        self.0.get_or_init(|| {
            let mut tree = BoxTree::default();
            fill(&mut tree);
            tree
        })
    }

    pub fn forget(&mut self) {
        self.0.take();
    }
}

impl Clone for KeptTree {
    fn clone(&self) -> Self {
        Self::default()
    }
}
