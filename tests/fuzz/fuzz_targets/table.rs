//! Fuzzes the target `table`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("table"), |input: &[u8]| {
    targets::table(input);
});
