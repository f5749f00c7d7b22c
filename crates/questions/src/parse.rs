//! Parses request bodies and query parameters. [`Failure`] is the error for requests that cannot be
//! answered.

use fifteen_solver::json;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reason why a request failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The request cannot be parsed, or contains an invalid board or puzzle.
    Bad,
    /// The request can be parsed, but asks for something unknown, impossible or beyond the limits.
    Refused,
    /// The request is valid, but an internal error occurred.
    Internal,
}

/// Error for a request that cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// Reason, from which a server derives the HTTP status.
    pub kind: FailureKind,
    /// Message for the user, which says what was wrong and, where possible, what to do about it.
    pub message: String,
}

impl Failure {
    /// Creates a failure for a request that cannot be parsed.
    pub(crate) fn bad(message: impl ToString) -> Self {
        Self {
            kind: FailureKind::Bad,
            message: message.to_string(),
        }
    }

    pub(crate) fn refused(message: impl ToString) -> Self {
        Self {
            kind: FailureKind::Refused,
            message: message.to_string(),
        }
    }

    /// Creates a failure for an internal error.
    pub fn internal(message: impl ToString) -> Self {
        Self {
            kind: FailureKind::Internal,
            message: message.to_string(),
        }
    }
}

/// Parses the JSON body of a request. Error messages say where in the body the error is.
pub(crate) fn json_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| Failure::bad("the body is not UTF-8"))?;
    json::read(text).map_err(|fault| Failure::bad(format!("the body is not as expected: {fault}")))
}

/// Parses the query string of a URL. All fields of `T` must be strings, because a query string
/// contains only strings.
pub(crate) fn parameters<T: DeserializeOwned>(query: &str) -> Result<T, Failure> {
    let texts = form_urlencoded::parse(query.as_bytes()).into_owned();
    let query = Value::Object(
        texts
            .map(|(name, text)| (name, Value::String(text)))
            .collect(),
    );
    let wrong = |fault| {
        Failure::bad(format!(
            "the query of the address is not as expected: {fault}"
        ))
    };
    json::read_value(&query).map_err(wrong)
}

/// Parses an optional field of a request, such as a size (`4x4`) or an algorithm (`ida`). Returns
/// `None` if the field is missing.
pub(crate) fn maybe<T: std::str::FromStr<Err: ToString>>(
    text: Option<&str>,
) -> Result<Option<T>, Failure> {
    text.map(|text| text.parse().map_err(Failure::refused))
        .transpose()
}
