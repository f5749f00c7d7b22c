//! Reading a question: the JSON of a body, the parameters of an address, and their words.

use fifteen_solver::json;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::failure::Failure;

/// Reads the JSON of a body; an error names the place.
pub(crate) fn json_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| Failure::bad("the body is not UTF-8"))?;
    json::read(text).map_err(|fault| Failure::bad(format!("the body is not as expected: {fault}")))
}

/// Reads the parameters of an address, which are texts.
pub(crate) fn parameters<T: DeserializeOwned>(query: &str) -> Result<T, Failure> {
    let texts = form_urlencoded::parse(query.as_bytes()).into_owned();
    let query = Value::Object(texts.map(|(name, text)| (name, Value::String(text))).collect());
    let wrong = |fault| Failure::bad(format!("the query of the address is not as expected: {fault}"));
    json::read(&query.to_string()).map_err(wrong)
}

/// Parses a word such as `4x4` or `ida`, if there is one.
pub(crate) fn maybe<T: std::str::FromStr<Err: ToString>>(text: Option<&str>) -> Result<Option<T>, Failure> {
    text.map(|text| text.parse().map_err(Failure::refused)).transpose()
}
