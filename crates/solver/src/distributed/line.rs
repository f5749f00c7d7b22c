//! Lines: read, checked against their digests, and written.

use std::fmt;
use std::mem;

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
        let line = serde_json::from_str(text).map_err(|error| DistributedError::Invalid(fault(error)))?;
        Ok(match line {
            Self::Job(job) => {
                Self::Job(job.verified("begin the search again in another folder", "the job".to_owned())?)
            }
            Self::Result(result) => {
                let name = format!("the result of unit {}", result.unit);
                Self::Result(result.verified("remove the line, and the unit is searched again", name)?)
            }
        })
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

/// A line with a digest of all its other fields.
pub(crate) trait Digested: Serialize + Sized {
    fn seal_mut(&mut self) -> &mut String;

    /// The line with its digest.
    fn sealed(mut self) -> Self {
        self.seal_mut().clear();
        *self.seal_mut() = digest(&self);
        self
    }

    /// The line, if its digest belongs to it; `again` and `name` are for the error.
    fn verified(mut self, again: &str, name: String) -> Result<Self, DistributedError> {
        let found = mem::take(self.seal_mut());
        let mut line = self.sealed();
        if *line.seal_mut() == found {
            return Ok(line);
        }
        Err(DistributedError::Invalid(format!("{name} was changed after it was written (its digest differs); {again}")))
    }
}

impl Digested for Job {
    fn seal_mut(&mut self) -> &mut String {
        &mut self.digest
    }
}

impl Digested for UnitResult {
    fn seal_mut(&mut self) -> &mut String {
        &mut self.digest
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
