//! Fuzzes the target `lines`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("lines"), |input: &[u8]| {
    targets::lines(input);
});
