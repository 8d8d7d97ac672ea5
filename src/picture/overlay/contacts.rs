//! What is drawn of contacts, ours and theirs.

pub(super) mod ages;
pub(super) mod depth;
pub(super) mod impulses;
pub(super) mod lens;
pub(super) mod normals;
pub(super) mod points;
pub(super) mod theirs;
