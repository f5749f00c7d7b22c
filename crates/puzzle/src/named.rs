//! The error `ParseError`, and the macro `named`, which converts between the values of an enum and
//! their names.

use crate::words::shorten;

/// Error for text that cannot be parsed, or for tiles that do not form a valid board.
///
/// The message is written for users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(pub String);

impl ParseError {
    /// Creates the error for `text` that is not one of the `known` names. `what` says what the
    /// names refer to, such as "mode".
    pub fn unknown(what: &str, text: &str, known: &[&str]) -> Self {
        Self(format!(
            "unknown {what} '{}' ({})",
            shorten(text),
            one_of(known)
        ))
    }
}

/// Joins names into a list for a sentence, such as `a, b or c`.
fn one_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Gives each value of an enum a name, and converts between values and names.
///
/// The macro generates the constant `ALL`, which contains all values, the `name` method, and the
/// `named` function, which finds a value by its name. It also implements
/// [`Display`](std::fmt::Display) and [`FromStr`](std::str::FromStr) with these names. If the
/// arguments begin with `@names`, it omits both traits, so that an enum can implement them
/// differently.
///
/// A variant with fields must be listed with field values. Parsing the variant's name produces
/// these values.
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
            /// All variants of this enum. The fields of a variant have the values that parsing its
            /// name produces.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant $(($content))? $({ $($field: $value),* })?),*];

            /// Returns the name of this value.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name),*
                }
            }

            /// Returns the value with this name, ignoring case. Also accepts the names that other
            /// programs use, such as `mtm`.
            ///
            /// # Errors
            /// Returns an error if no value has this name.
            pub fn named(text: &str) -> Result<Self, $crate::ParseError> {
                let name = $crate::other_names::name_here($what, text)?;
                let found = Self::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(name));
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
