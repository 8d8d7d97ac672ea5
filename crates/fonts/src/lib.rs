//! The fonts that egui brings, in its place ([patch] in the workspace's Cargo.toml): elsewhere all of them, byte by
//! byte; in a browser those of text alone, because the two of symbols are a quarter of what a page may have, and
//! without hints (`strip.rs`), which are an eighth.

#[cfg(not(target_os = "unknown"))]
pub use all::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};

#[cfg(target_os = "unknown")]
pub use page::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};

#[cfg(target_os = "unknown")]
mod page {
    /// Left out.
    pub const EMOJI_ICON: &[u8] = &[];
    /// Digits and code, without hints.
    pub const HACK_REGULAR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/hack-regular.ttf"));
    /// Left out.
    pub const NOTO_EMOJI_REGULAR: &[u8] = &[];
    /// Text, without hints.
    pub const UBUNTU_LIGHT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/ubuntu-light.ttf"));
}
