//! The error for a text that cannot be read, and a macro for enums whose values have names.

use crate::words::shorten;

/// The error for a text that cannot be read, or for numbers that make no board. The message is for
/// a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(pub String);

impl ParseError {
    /// The error for a text that is not among the `known` names of something, such as a mode.
    pub fn unknown(what: &str, text: &str, known: &[&str]) -> Self {
        Self(format!(
            "unknown {what} '{}' ({})",
            shorten(text),
            one_of(known)
        ))
    }
}

/// Joins names for a sentence: `a, b or c`.
fn one_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Implements names for the values of an enum.
///
/// The enum gets `ALL`, `name` and `named`, and implements [`Display`](std::fmt::Display) and
/// [`FromStr`](std::str::FromStr) with the names. A variant with fields is listed with the values
/// that it has when a text gives only its name. After `@names` the enum gets no traits and
/// implements them itself.
///
/// ```
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Mode {
///     Plain,
///     Fast { threads: usize },
/// }
///
/// fifteen_puzzle::named!(Mode, "mode": Plain = "plain", Fast { threads: 1 } = "fast");
///
/// assert_eq!("FAST".parse(), Ok(Mode::Fast { threads: 1 }));
/// assert_eq!(Mode::Fast { threads: 8 }.to_string(), "fast");
/// assert_eq!("quick".parse::<Mode>().unwrap_err().to_string(), "unknown mode 'quick' (plain or fast)");
/// ```
#[macro_export]
macro_rules! named {
    (@names $type:ident, $what:literal: $($variant:ident $(($content:expr))? $({ $($field:ident: $value:expr),* })? = $name:literal),* $(,)?) => {
        impl $type {
            /// All values, each with the fields that its name alone stands for.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant $(($content))? $({ $($field: $value),* })?),*];

            /// The name of the value.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name),*
                }
            }

            /// The value with that name, in upper or lower case.
            ///
            /// # Errors
            /// Returns an error if no value has that name.
            pub fn named(text: &str) -> Result<Self, $crate::ParseError> {
                let found = Self::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(text));
                found.ok_or_else(|| $crate::ParseError::unknown($what, text, &[$($name),*]))
            }
        }
    };
    ($type:ident, $($names:tt)*) => {
        $crate::named!(@names $type, $($names)*);

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<Self, $crate::ParseError> {
                Self::named(text)
            }
        }
    };
}
