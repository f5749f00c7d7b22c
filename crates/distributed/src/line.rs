//! Lines: read, checked against their digests, and written.

use std::fmt;
use std::mem;

use fifteen_puzzle::{Convention, Path};
use serde::Serialize;
use serde_json::Value;
use serde_json::error::Category;

use crate::error::DistributedError;
use crate::schema::{Job, Line, Unit};

impl Line {
    /// Reads a line, and checks the digest of a job or unit. What was read is trusted from then on.
    ///
    /// # Errors
    /// [`DistributedError::Line`], and [`DistributedError::Changed`] if the digest does not belong to the rest.
    pub fn parse(text: &str) -> Result<Self, DistributedError> {
        let line =
            serde_json::from_str(text).map_err(|error| DistributedError::Line { reason: reason(text, &error) })?;
        Ok(match line {
            Self::Job(job) => Self::Job(job.verified(|_| "the job".to_owned())?),
            Self::Unit(unit) => Self::Unit(unit.verified(|unit| format!("unit {}", unit.unit))?),
            Self::Result(result) => Self::Result(result),
        })
    }
}

/// The fault of a text that is not a line, in words for a person.
fn reason(text: &str, error: &serde_json::Error) -> String {
    match error.classify() {
        Category::Eof if text.trim().is_empty() => "it is empty".to_owned(),
        Category::Eof | Category::Io => "it ends too early; its writer may have been stopped".to_owned(),
        Category::Syntax => format!("it is not JSON from character {} on", error.column()),
        Category::Data => {
            let value: Value = serde_json::from_str(text).unwrap_or_default();
            match value.get("type").and_then(Value::as_str) {
                Some(kind @ ("job" | "unit" | "result")) => fault_of_field(kind, &error.to_string()),
                Some(other) => format!("its type is '{other}'; expected job, unit or result"),
                None => "expected a JSON object whose type is job, unit or result".to_owned(),
            }
        }
    }
}

/// The fault of a field. The parser's message is in its own terms, but it names the field.
fn fault_of_field(kind: &str, message: &str) -> String {
    let field = message.split('`').nth(1).unwrap_or_default();
    match message.split(" `").next() {
        Some("missing field") => format!("this {kind} has no field '{field}'"),
        Some("unknown field") => format!("a {kind} has no field '{field}'"),
        Some("duplicate field") => format!("this {kind} has the field '{field}' twice"),
        _ => format!("a field of this {kind} has a value of the wrong kind"),
    }
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
    fn digest_mut(&mut self) -> &mut String;

    /// The line with its digest.
    fn sealed(mut self) -> Self {
        self.digest_mut().clear();
        *self.digest_mut() = digest(&self);
        self
    }

    /// The line, if its digest belongs to it; `name` names it in the error.
    fn verified(mut self, name: impl Fn(&Self) -> String) -> Result<Self, DistributedError> {
        let found = mem::take(self.digest_mut());
        let mut line = self.sealed();
        if *line.digest_mut() == found { Ok(line) } else { Err(DistributedError::Changed { what: name(&line) }) }
    }
}

impl Digested for Job {
    fn digest_mut(&mut self) -> &mut String {
        &mut self.digest
    }
}

impl Digested for Unit {
    fn digest_mut(&mut self) -> &mut String {
        &mut self.digest
    }
}

/// The digest of a value's JSON, in hexadecimal.
fn digest(value: &impl Serialize) -> String {
    // Numbers and text can always be written as JSON.
    let json = serde_json::to_vec(value).unwrap_or_default();
    blake3::hash(&json).to_hex().as_str()[..32].to_owned()
}

pub(crate) fn field(name: &'static str, reason: impl ToString) -> DistributedError {
    DistributedError::Field { name, reason: reason.to_string() }
}

/// A path as letters: the directions of the tiles.
pub(crate) fn letters(path: &Path) -> String {
    path.letters(Convention::Tile)
}

/// The path of the letters in a field.
pub(crate) fn path(name: &'static str, letters: &str) -> Result<Path, DistributedError> {
    Path::parse(letters, Convention::Tile).map_err(|e| field(name, e))
}
