#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::level_file(data));
