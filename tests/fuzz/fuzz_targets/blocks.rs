//! Fuzzes the target `blocks`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("blocks"), |input: &[u8]| {
    targets::blocks(input);
});
