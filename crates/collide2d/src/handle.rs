//! Handles and indices, which name bodies.

/// Names one body of one world. Once the body is removed, the handle names none, even if another body takes
/// its place. It names none in another world either; clones of a world, and a world that was restored, count
/// as the same world. So after [`crate::World::restore`] drop the handles of bodies that were added after the
/// snapshot: the same steps give the same handles again, other steps give them to other bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyHandle {
    /// Number of the world.
    pub(crate) world: u32,
    pub(crate) index: u32,
    /// How often the place was used before.
    pub(crate) generation: u32,
}

/// How the functions of [`crate::World`] are told a body: by its [`BodyHandle`], or by an index, which names
/// whatever body has that place now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyRef {
    /// That body.
    Handle(BodyHandle),
    /// The body of this index.
    Index(u32),
}

impl BodyHandle {
    /// The body's index in [`crate::World::bodies`], pairs and events while it is there.
    pub fn index(self) -> u32 {
        self.index
    }
}

impl From<BodyHandle> for BodyRef {
    fn from(handle: BodyHandle) -> Self {
        Self::Handle(handle)
    }
}

impl From<u32> for BodyRef {
    fn from(index: u32) -> Self {
        Self::Index(index)
    }
}
