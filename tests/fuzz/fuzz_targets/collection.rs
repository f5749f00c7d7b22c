//! Fuzzes the target `collection`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("collection"), |input: &[u8]| {
    targets::collection(input);
});
