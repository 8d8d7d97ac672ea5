//! SIMD levels, for tests that compare their results.

use fearless_simd::{Level, Simd};

/// Those of this machine, the narrowest first.
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
