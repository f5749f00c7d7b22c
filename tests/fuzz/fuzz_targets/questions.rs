//! Fuzzes the target `questions`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("questions"), |input: &[u8]| {
    targets::questions(input);
});
