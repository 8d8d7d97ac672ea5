//! In the place of `kernels` where the feature `kernels` is off: every pair goes through the test.
