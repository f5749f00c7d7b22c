//! Lines: read, checked against their digests, and written.

use crate::json;
use fifteen_puzzle::{Convention, Path};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::DistributedError;
use super::schema::{Job, UnitResult};

/// A line of a file: JSON, with the digest of all other fields among them.
pub trait Line: Clone + PartialEq + Serialize + DeserializeOwned {
    /// The name of the line in a sentence, and what to do if it was changed.
    fn described(&self) -> (String, &'static str);

    /// The digest.
    fn digest_mut(&mut self) -> &mut String;

    /// The line with its digest.
    #[must_use]
    fn sealed(mut self) -> Self {
        self.digest_mut().clear();
        let digest = blake3::hash(self.to_json().as_bytes()).to_hex();
        digest.as_str()[..32].clone_into(self.digest_mut());
        self
    }

    /// Reads a line, and checks its digest.
    ///
    /// # Errors
    /// If it is not one, or its digest does not belong to the rest.
    fn parse(text: &str) -> Result<Self, DistributedError> {
        let line: Self = json::read(text)
            .map_err(|fault| DistributedError::Invalid(format!("this is not a line of a search: {fault}")))?;
        if line.clone().sealed() == line {
            return Ok(line);
        }
        let (name, again) = line.described();
        Err(DistributedError::Invalid(format!("{name} was changed after it was written (its digest differs); {again}")))
    }

    /// The JSON, without an end of line.
    fn to_json(&self) -> String {
        // Numbers and text can always be written as JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Line for Job {
    fn described(&self) -> (String, &'static str) {
        ("the job".to_owned(), "begin the search again in another folder")
    }

    fn digest_mut(&mut self) -> &mut String {
        &mut self.digest
    }
}

impl Line for UnitResult {
    fn described(&self) -> (String, &'static str) {
        (format!("the result of unit {}", self.unit), "remove the line, and the unit is searched again")
    }

    fn digest_mut(&mut self) -> &mut String {
        &mut self.digest
    }
}

/// A path as letters: the directions of the tiles.
pub(crate) fn letters(path: &Path) -> String {
    path.letters(Convention::Tile)
}

/// The path of the letters in a field.
pub(crate) fn path(name: &'static str, letters: &str) -> Result<Path, DistributedError> {
    Path::parse(letters, Convention::Tile).map_err(|e| DistributedError::field(name, e))
}
