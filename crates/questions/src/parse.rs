//! Reading a question: the JSON of a body, the parameters of an address, and their words.

use fifteen_solver::json;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::failure::Failure;

/// Reads the JSON of a body; an error names the place.
pub(crate) fn json_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(bytes).map_err(|error| fault::<T>(bytes, &error))
}

fn fault<T: DeserializeOwned>(bytes: &[u8], error: &serde_json::Error) -> Failure {
    let text = String::from_utf8_lossy(bytes);
    let fault = match serde_json::from_str(&text) {
        Err(error) => return Failure::bad(format!("the body is not JSON: {}", json::syntax_fault(&text, &error))),
        Ok(value) => json::fault::<T>(&value).or_else(|| json::duplicate_fault(error)),
    };
    Failure::bad(format!("the body is not as expected: {}", fault.as_deref().unwrap_or("it is not UTF-8")))
}

/// Reads the parameters of an address, which are texts.
pub(crate) fn parameters<T: DeserializeOwned>(query: &str) -> Result<T, Failure> {
    let texts = form_urlencoded::parse(query.as_bytes()).into_owned();
    let query = Value::Object(texts.map(|(name, text)| (name, Value::String(text))).collect());
    if let Some(fault) = json::fault::<T>(&query) {
        return Err(Failure::bad(format!("the query of the address is not as expected: {fault}")));
    }
    serde_json::from_value(query).map_err(Failure::bad)
}

/// Parses a word such as `4x4` or `ida`, if there is one.
pub(crate) fn maybe<T: std::str::FromStr<Err: ToString>>(text: Option<&str>) -> Result<Option<T>, Failure> {
    text.map(|text| text.parse().map_err(Failure::refused)).transpose()
}
