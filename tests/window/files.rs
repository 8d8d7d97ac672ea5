//! Files that are broken, work that is not saved, pictures taken.
