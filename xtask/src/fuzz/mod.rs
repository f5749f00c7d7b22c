//! `cargo xtask fuzz`: every reader of bytes from outside, fed with mutated samples.
//!
//! A target holds a reader to its promises: it ends in a value or an error and never panics, what it prints it reads back,
//! and its errors are short, however long the input is. The inputs follow from the seed, so every failure can be had again.

mod mutate;
mod samples;
mod targets;

use std::error::Error;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use self::mutate::Mutator;
use self::targets::{TARGETS, Target, Verdict};
use crate::paths::target_folder;

/// Feed mutated samples to every parser and reader of files
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Inputs for each target
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    inputs: u64,
    /// The seed: the same seed gives the same inputs
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// This target alone (may be repeated)
    #[arg(long, value_name = "NAME")]
    target: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let known = || TARGETS.map(|t| t.name).join(", ");
    if let Some(other) = args.target.iter().find(|name| TARGETS.iter().all(|t| t.name != **name)) {
        return Err(format!("there is no target '{other}'; there are {}", known()).into());
    }
    let mut failed = 0;
    let mut inputs = 0;
    // What a panic says is told with its input.
    panic::set_hook(Box::new(|_| ()));
    for target in TARGETS.iter().filter(|t| args.target.is_empty() || args.target.iter().any(|name| name == t.name)) {
        let tally = fuzz(target, args.seed, args.inputs)?;
        println!("{}", tally.line(target.name));
        for (number, failure) in tally.failures.iter().enumerate() {
            let path = target_folder().join(format!("fuzz-{}-{}-{number}", target.name, args.seed));
            fs::write(&path, &failure.input)?;
            println!("  {} (input {} in {})", failure.what, failure.number, path.display());
        }
        failed += tally.failures.len();
        inputs += tally.inputs;
    }
    println!("{inputs} inputs, {failed} failures");
    if failed > 0 { Err(format!("{failed} inputs broke a promise").into()) } else { Ok(()) }
}

/// What became of a target's inputs.
#[derive(Default)]
struct Tally {
    inputs: u64,
    accepted: u64,
    slowest: Duration,
    failures: Vec<Failure>,
}

/// An input that broke a promise.
struct Failure {
    number: u64,
    what: String,
    input: Vec<u8>,
}

/// No more failures of a target are kept: they are mostly of one kind.
const MOST_FAILURES: usize = 10;

/// First the samples as they are, then so many mutated ones.
fn fuzz(target: &Target, seed: u64, inputs: u64) -> Result<Tally, Box<dyn Error>> {
    let samples = (target.samples)()?;
    let mut mutator = Mutator::new(&samples, target.words, seed);
    let mut tally = Tally::default();
    for number in 0..samples.len() as u64 + inputs {
        let input = samples.get(number as usize).cloned().unwrap_or_else(|| mutator.next());
        let started = Instant::now();
        // A target keeps no state, so nothing is left half changed.
        let verdict = panic::catch_unwind(AssertUnwindSafe(|| (target.check)(&input)));
        tally.slowest = tally.slowest.max(started.elapsed());
        tally.inputs += 1;
        match verdict {
            Ok(Verdict::Accepted) => tally.accepted += 1,
            Ok(Verdict::Refused) => (),
            Ok(Verdict::Broken(what)) => tally.failures.push(Failure { number, what, input }),
            Err(panic) => {
                let what = panic.downcast_ref::<String>().cloned();
                let what = what.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default();
                tally.failures.push(Failure { number, what: format!("a panic: {what}"), input });
            }
        }
        if tally.failures.len() == MOST_FAILURES {
            break;
        }
    }
    Ok(tally)
}

impl Tally {
    fn line(&self, name: &str) -> String {
        let Self { inputs, accepted, slowest, failures } = self;
        let slowest = slowest.as_secs_f64() * 1e3;
        let failures = failures.len();
        format!("{name:<12} {inputs:>9} inputs, {accepted:>9} accepted, slowest {slowest:.1} ms, {failures} failures")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A short run, always the same; `cargo xtask fuzz` is the long one.
    #[test]
    fn no_input_breaks_a_promise() {
        for target in &TARGETS {
            let tally = fuzz(target, 0, 4000).unwrap();
            let failures: Vec<_> = tally.failures.iter().map(|f| (f.number, &f.what, f.input.escape_ascii())).collect();
            assert!(failures.is_empty(), "{}: {failures:#?}", target.name);
            // A target that refuses everything, or nothing, tests little.
            assert!(tally.accepted > 0 && tally.accepted < tally.inputs, "{}", tally.line(target.name));
        }
    }

    #[test]
    fn a_panic_and_a_broken_promise_are_failures() {
        fn check(input: &[u8]) -> Verdict {
            assert!(input.first() != Some(&b'p'), "on purpose");
            if input.first() == Some(&b'b') { Verdict::Broken("broken".to_owned()) } else { Verdict::Accepted }
        }
        let samples = || Ok(vec![b"p".to_vec(), b"b".to_vec(), b"fine".to_vec()]);
        let tally = fuzz(&Target { name: "test", samples, words: &[], check }, 1, 0).unwrap();
        let what: Vec<_> = tally.failures.iter().map(|f| (f.number, f.what.as_str())).collect();
        assert_eq!(what, [(0, "a panic: on purpose"), (1, "broken")]);
        assert_eq!((tally.inputs, tally.accepted), (3, 1));
    }
}
