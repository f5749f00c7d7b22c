//! Fuzzes the target `layouts`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("layouts"), |input: &[u8]| {
    targets::layouts(input);
});
