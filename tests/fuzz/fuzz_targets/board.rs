//! Fuzzes the target `board`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("board"), |input: &[u8]| {
    targets::board(input);
});
