//! The targets of `tests/fuzz` with their samples and random changes of them. A search that is guided by coverage: `cargo +nightly fuzz run --fuzz-dir tests/fuzz TARGET`.

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

/// Mutated inputs of each target.
const INPUTS: u64 = 4000;
/// Numbers at which readers stumble.
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

/// Changes an input in one place.
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
fn no_input_breaks_a_promise() {
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
            // Mostly few changes, so that most of the input stays sound.
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
        // A target that refuses everything, or nothing, tests little.
        assert!(
            0 < accepted && accepted < inputs.len(),
            "{}: {accepted} accepted",
            target.name
        );
    }
}
