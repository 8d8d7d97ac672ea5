//! The fonts that egui brings, in its place ([patch] in the workspace's Cargo.toml): elsewhere all of them, in a
//! browser those of text alone, because the two of symbols are a quarter of what a page may have.

#[cfg(not(target_os = "unknown"))]
pub use all::{EMOJI_ICON, NOTO_EMOJI_REGULAR};
pub use all::{HACK_REGULAR, UBUNTU_LIGHT};

/// Left out.
#[cfg(target_os = "unknown")]
pub const EMOJI_ICON: &[u8] = &[];
/// Left out.
#[cfg(target_os = "unknown")]
pub const NOTO_EMOJI_REGULAR: &[u8] = &[];
