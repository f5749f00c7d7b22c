//! Runs the fuzz targets of `tests/fuzz` on their samples and on random mutations of them.
//!
//! These mutations are not guided by coverage. For a search that is, run `cargo +nightly fuzz run
//! --fuzz-dir tests/fuzz TARGET`.

use std::panic;

use fastrand::Rng;

use crate::support::repeats;

#[allow(
    dead_code,
    unreachable_pub,
    reason = "a crate of its own for libFuzzer"
)]
#[path = "../fuzz/lib.rs"]
mod fuzz;

/// Number of mutated inputs for each target.
const INPUTS: u64 = 4000;
/// Numbers that often cause errors in parsers, such as the first one that no longer fits into 32
/// bits. The empty text deletes a number.
const NUMBERS: [&str; 8] = [
    "0",
    "-1",
    "25",
    "256",
    "65536",
    "4294967296",
    "99999999999999999999999",
    "",
];

/// Mutates an input in one random place. `other` is another sample, from which bytes may be copied,
/// and `words` are texts that may be inserted.
fn change(input: &mut Vec<u8>, other: &[u8], words: &[Vec<u8>], random: &mut Rng) {
    let (at, longest) = (random.usize(0..=input.len()), 1 << random.u32(1..12));
    let end = (at + random.usize(0..longest)).min(input.len());
    match random.u32(0..8) {
        0 if at < input.len() => input[at] ^= 1 << random.u32(0..8),
        1 => input.insert(at, random.u8(..)),
        2 => drop(input.drain(at..end)),
        3 => input.truncate(at),
        4 => input.extend_from_within(at..end),
        5 => {
            let from = random.usize(0..=other.len());
            input.splice(at..end, other[from..].iter().copied());
        }
        6 => {
            let digits = |input: &[u8], from: usize| {
                input[from..]
                    .iter()
                    .take_while(|b| b.is_ascii_digit())
                    .count()
            };
            let first = input[at..]
                .iter()
                .position(u8::is_ascii_digit)
                .map_or(at, |distance| at + distance);
            input.splice(
                first..first + digits(input, first),
                random.choice(NUMBERS).unwrap().bytes(),
            );
        }
        _ => drop(input.splice(at..at, random.choice(words).unwrap().iter().copied())),
    }
}

#[test]
fn no_input_makes_a_fuzz_target_panic() {
    for target in &fuzz::TARGETS {
        let (samples, words) = (
            target.inputs().unwrap(),
            fuzz::samples::words(target.name).unwrap(),
        );
        let (changed, mut random) = repeats(INPUTS);
        let mutated = (0..changed).map(|_| {
            let (mut input, other) = (
                random.choice(&samples).unwrap().clone(),
                random.choice(&samples).unwrap(),
            );
            // Most inputs are changed in only a few places, so that they are still valid for the
            // most part.
            (0..1 << random.u32(0..5)).for_each(|_| change(&mut input, other, &words, &mut random));
            input.truncate(1 << 17);
            input
        });
        let inputs: Vec<Vec<u8>> = samples.iter().cloned().chain(mutated).collect();
        let check = |input: &&Vec<u8>| {
            let accepted = panic::catch_unwind(|| (target.check)(input));
            accepted.unwrap_or_else(|_| {
                panic!(
                    "{}: this input breaks a promise: {}",
                    target.name,
                    input.escape_ascii()
                )
            })
        };
        let accepted = inputs.iter().filter(check).count();
        // A target that rejects all inputs, or accepts all of them, tests only half of its code.
        assert!(
            0 < accepted && accepted < inputs.len(),
            "{}: {accepted} accepted",
            target.name
        );
    }
}
