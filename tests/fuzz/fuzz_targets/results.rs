//! Fuzzes the target `results`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("results"), |input: &[u8]| {
    targets::results(input);
});
