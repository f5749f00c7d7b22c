//! Fuzzes the target `packed`.

#![no_main]

use fifteen_fuzz::{targets, write_seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: write_seeds("packed"), |input: &[u8]| {
    targets::packed(input);
});
