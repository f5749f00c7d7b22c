//! Fuzzes the target `boards`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("boards"), |input: &[u8]| {
    targets::boards(input);
});
