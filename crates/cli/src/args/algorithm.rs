//! `--algorithm` and `--mode`: read by the library, each value with its help.

use std::ffi::OsStr;
use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use fifteen_solver::{Algorithm, Mode, Pages};

/// Parses the name of an algorithm, with its number where it has one.
pub(crate) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    let names = Algorithm::ALL.map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.about()));
    WithNumber(names.into_iter().collect())
}

/// A parser of names that a colon and a number may follow.
#[derive(Clone)]
struct WithNumber(Vec<PossibleValue>);

impl TypedValueParser for WithNumber {
    type Value = Algorithm;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Algorithm, Error> {
        let text = value.to_string_lossy();
        let name = text.split_once(':').map_or(&*text, |(name, _)| name);
        // An unknown name gets the list of those that there are.
        PossibleValuesParser::new(self.0.clone()).parse_ref(command, arg, OsStr::new(name))?;
        let parse = |text: &str| text.parse::<Algorithm>();
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Parses the name of a mode.
pub(crate) fn mode() -> impl TypedValueParser<Value = Mode> {
    parser([
        PossibleValue::new("plain")
            .help("The literature's search, on one thread: its node counts are comparable with other programs'"),
        PossibleValue::new("fast")
            .help("Skips moves that repeat what others do, and searches a hard board on all threads"),
    ])
}

/// A parser of memory pages.
pub(crate) fn pages() -> impl TypedValueParser<Value = Pages> {
    parser([
        PossibleValue::new("auto")
            .help("A single board maps its tables; several boards, a file, and bench read them into large pages"),
        PossibleValue::new("file").help("Always map the tables"),
        PossibleValue::new("huge").help("Always read the tables into large pages"),
    ])
}

/// A parser of these values.
fn parser<T>(values: impl IntoIterator<Item = PossibleValue>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Display + std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(values).try_map(|name| name.parse::<T>())
}
