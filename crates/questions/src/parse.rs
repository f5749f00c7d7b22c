//! Reading a question, the JSON of a body, the parameters of an address, and their words; and questions that cannot be
//! answered.

use fifteen_solver::json;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The kinds of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The question cannot be read: it has another form, or a board or puzzle that is none.
    Bad,
    /// It can be read, but asks for something unknown, impossible, or more than is granted.
    Refused,
    /// A defect on the answering side.
    Internal,
}

/// A question without an answer: expected, found, remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// A sentence for the one who asked.
    pub message: String,
}

impl Failure {
    /// The question cannot be read.
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

    /// A defect on the answering side.
    pub fn internal(message: impl ToString) -> Self {
        Self {
            kind: FailureKind::Internal,
            message: message.to_string(),
        }
    }
}

/// Reads the JSON of a body; an error names the place.
pub(crate) fn json_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| Failure::bad("the body is not UTF-8"))?;
    json::read(text).map_err(|fault| Failure::bad(format!("the body is not as expected: {fault}")))
}

/// Reads the parameters of an address, which are texts.
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

/// Parses a word such as `4x4` or `ida`, if there is one.
pub(crate) fn maybe<T: std::str::FromStr<Err: ToString>>(
    text: Option<&str>,
) -> Result<Option<T>, Failure> {
    text.map(|text| text.parse().map_err(Failure::refused))
        .transpose()
}
