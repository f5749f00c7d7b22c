//! The program that libFuzzer runs. It is compiled once for each target, and tests the target after
//! which the program is named.

#![no_main]

use fifteen_fuzz::Target;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: Target::of_name(env!("CARGO_BIN_NAME")).write_seeds(), |input: &[u8]| {
    (Target::of_name(env!("CARGO_BIN_NAME")).check)(input);
});
