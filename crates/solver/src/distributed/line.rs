//! Lines: read, checked against their digests, and written.

use std::fmt;

use crate::json;
use fifteen_puzzle::{Convention, Path};
use serde::Serialize;
use serde_json::Value;

use super::error::DistributedError;
use super::schema::{Job, Line, UnitResult};

impl Line {
    /// Reads a line, and checks its digest.
    ///
    /// # Errors
    /// If it is not one, or its digest does not belong to the rest.
    pub fn parse(text: &str) -> Result<Self, DistributedError> {
        let fault = |error| format!("this is not a line of a search: {}", reason(text, &error));
        let line: Self = serde_json::from_str(text).map_err(|error| DistributedError::Invalid(fault(error)))?;
        let (is_sound, name, again) = match &line {
            Self::Job(job) => {
                (job.clone().sealed() == *job, "the job".to_owned(), "begin the search again in another folder")
            }
            Self::Result(result) => {
                let name = format!("the result of unit {}", result.unit);
                (result.clone().sealed() == *result, name, "remove the line, and the unit is searched again")
            }
        };
        if is_sound {
            return Ok(line);
        }
        Err(DistributedError::Invalid(format!("{name} was changed after it was written (its digest differs); {again}")))
    }
}

/// The fault of a text that is not a line, in words for a person.
fn reason(text: &str, error: &serde_json::Error) -> String {
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) if error.is_eof() && !text.trim().is_empty() => {
            return "it ends too early; its writer may have been stopped".to_owned();
        }
        Err(error) => return json::syntax_fault(text, &error),
    };
    let kind = value.as_object_mut().and_then(|object| object.remove("type"));
    let (kind, fault) = match kind.as_ref().map(|kind| kind.as_str().unwrap_or_default()) {
        Some("job") => ("job", json::fault::<Job>(&value)),
        Some("result") => ("result", json::fault::<UnitResult>(&value)),
        Some(other) => return format!("its type is '{}'; expected job or result", json::excerpt(other)),
        None => return "expected a JSON object whose type is job or result".to_owned(),
    };
    let fault =
        fault.or_else(|| json::duplicate_fault(error)).unwrap_or_else(|| "it has the field 'type' twice".to_owned());
    format!("it is a {kind}, but {fault}")
}

/// The JSON, without an end of line.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Numbers and text can always be written as JSON.
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl Job {
    /// The job with its digest.
    pub(super) fn sealed(mut self) -> Self {
        self.digest.clear();
        Self { digest: digest(&self), ..self }
    }
}

impl UnitResult {
    /// The result with its digest.
    pub(super) fn sealed(mut self) -> Self {
        self.digest.clear();
        Self { digest: digest(&self), ..self }
    }
}

/// The digest of a value's JSON, in hexadecimal.
fn digest(value: &impl Serialize) -> String {
    // Numbers and text can always be written as JSON.
    let json = serde_json::to_vec(value).unwrap_or_default();
    blake3::hash(&json).to_hex().as_str()[..32].to_owned()
}

/// A path as letters: the directions of the tiles.
pub(crate) fn letters(path: &Path) -> String {
    path.letters(Convention::Tile)
}

/// The path of the letters in a field.
pub(crate) fn path(name: &'static str, letters: &str) -> Result<Path, DistributedError> {
    Path::parse(letters, Convention::Tile).map_err(|e| DistributedError::field(name, e))
}
