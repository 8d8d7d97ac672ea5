//! Levels of instructions, for tests that hold the results of one against another's.

use fearless_simd::{Level, Simd};

/// What there is on this machine, the narrowest first.
pub(crate) fn levels() -> Vec<Level> {
    let widest = Level::new();
    let mut levels = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        levels.extend(widest.as_sse2().map(Simd::level));
        levels.extend(widest.as_sse4_2().map(Simd::level));
        levels.extend(widest.as_avx2().map(Simd::level));
    }
    levels.push(widest);
    levels
}
