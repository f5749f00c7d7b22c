//! Fuzzes the target `options`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("options"), |input: &[u8]| {
    targets::options(input);
});
