//! Faults of JSON texts, with the fields in which they are.

use std::borrow::Cow;
use std::fmt::Display;

use serde::Deserializer;
use serde::de::DeserializeOwned;
use serde_path_to_error::{Error, deserialize};

/// The most characters of a name, a digest or moves that are shown.
const EXCERPT: usize = 80;

/// The most characters of a fault, which may quote a value.
const FAULT: usize = 1500;

/// A text from outside as an error shows it: cut where it is long. A digest is not.
#[must_use]
pub fn excerpt(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}...", &text[..end]).into(),
        None => text.into(),
    }
}

/// Reads a value from a text.
///
/// # Errors
/// As [`read_value`], and the place in the text: `the field 'seconds': invalid type: string "soon", expected f64 at line
/// 1 column 17`.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let value = read_value(&mut parser)?;
    parser.end().map_err(|error| format!("more than one value: {error}"))?;
    Ok(value)
}

/// Reads a value.
///
/// # Errors
/// The field, what was found there, and what must be: `the field 'seconds': invalid type: string "soon", expected f64`.
pub fn read_value<'a, T: DeserializeOwned, D: Deserializer<'a>>(from: D) -> Result<T, String>
where
    D::Error: Display,
{
    deserialize(from).map_err(|error: Error<D::Error>| {
        // Where a text is no JSON, the last part of its path is a question mark.
        let path = error.path().to_string();
        let path = path.strip_suffix(".?").unwrap_or(&path);
        let field = if [".", "?"].contains(&path) { String::new() } else { format!("the field '{}': ", excerpt(path)) };
        field.chars().chain(error.inner().to_string().chars()).take(FAULT).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Outer {
        name: String,
        inner: Vec<Vec<u8>>,
    }

    #[test]
    fn faults_name_the_field_what_was_found_and_what_was_expected() {
        let long = format!(r#"{{ "name": "x", "inner": "{}" }}"#, "long ".repeat(100));
        for (text, words) in [
            ("", "EOF while parsing a value at line 1 column 0"),
            ("{\n  name: 1", "key must be a string at line 2 column 3"),
            (r#"{ "name": 5 }"#, "the field 'name': invalid type: integer `5`, expected a string at line 1 column 11"),
            (
                r#"{ "name": "x", "inner": [[], [1, 300]] }"#,
                "the field 'inner[1][1]': invalid value: integer `300`, expected u8 at line 1 column 36",
            ),
            (r#"{ "name": "x", "inner": [] } {}"#, "more than one value: trailing characters at line 1 column 30"),
        ] {
            assert_eq!(read::<Outer>(text).err().as_deref(), Some(words), "{text}");
        }
        let fault = read::<Outer>(&long).unwrap_err();
        assert!(fault.starts_with("the field 'inner': ") && fault.contains("expected a sequence"), "{fault}");
        assert!(read::<Outer>(r#"{ "name": "x", "inner": [] }"#).is_ok());
    }
}
