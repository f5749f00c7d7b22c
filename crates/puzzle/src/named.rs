//! Enums whose values have names, told once: all values, their names, and texts read as one of them.

use crate::words::shorten;

/// A text that cannot be read; the message is for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(pub String);

impl ParseError {
    /// A text that is none of the names of something, such as a `mode`.
    pub fn unknown(what: &str, text: &str, known: &[&str]) -> Self {
        Self(format!(
            "unknown {what} '{}' ({})",
            shorten(text),
            one_of(known)
        ))
    }
}

/// `a, b or c`.
fn one_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Gives an enum its names: `ALL`, `name`, `named`, and [`Display`](std::fmt::Display) and
/// [`FromStr`](std::str::FromStr) by the name.
///
/// A variant with fields is written with the values that a text without them means. After `@names` the two traits are
/// left to the enum.
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
    (@names $type:ident, $what:literal: $($variant:ident $({ $($field:ident: $value:expr),* })? = $name:literal),* $(,)?) => {
        impl $type {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant $({ $($field: $value),* })?),*];

            /// The name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name),*
                }
            }

            /// The one with that name, in any case.
            ///
            /// # Errors
            /// If the text is none of the names.
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
