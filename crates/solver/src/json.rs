//! JSON parsing with error messages that name the faulty field.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_path_to_error::{Error, deserialize};

/// Maximum number of characters that an error message quotes from a user's string.
const EXCERPT: usize = 80;

/// Rust type names that occur in the parser's error messages, and the descriptions that replace
/// them.
const TYPES: [(&str, &str); 5] = [
    ("u8", "a whole number from 0 to 255"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0 up"),
    ("usize", "a whole number from 0 up"),
    ("f64", "a number"),
];

/// Shortens a user's string for an error message. A digest is short enough to remain complete.
#[must_use]
pub fn excerpt(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}...", &text[..end]).into(),
        None => text.into(),
    }
}

/// Parses a JSON object.
///
/// # Errors
/// Returns a message if `text` is not a JSON object or does not match the type. The message
/// contains the field and the position, as in `the field 'seconds': invalid type: string "soon",
/// expected a number at line 1 column 17`.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    if !text.trim_start().starts_with('{') {
        return Err(format!(
            "expected an object, as in {{\"name\": 1}}; found {:?}",
            excerpt(text)
        ));
    }
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| format!("it is not JSON: {error}"))?;
    read_value(&mut serde_json::Deserializer::from_str(text))
}

/// Deserialises a value.
///
/// # Errors
/// Returns a message with the field, the value found and the expected type, as in `the field
/// 'seconds': invalid type: string "soon", expected a number`.
pub fn read_value<'a, T: DeserializeOwned, D: Deserializer<'a>>(from: D) -> Result<T, String> {
    deserialize(from).map_err(|error: Error<D::Error>| {
        let path = error.path().to_string();
        let field = if path == "." {
            String::new()
        } else {
            format!("the field '{}': ", excerpt(&path))
        };
        let in_words = |fault: String, (name, words): (&str, &str)| {
            fault.replace(&format!("expected {name}"), &format!("expected {words}"))
        };
        let fault = TYPES.into_iter().fold(error.inner().to_string(), in_words);
        // Limit the length, because the parser's message can quote a long value.
        field.chars().chain(fault.chars()).take(1500).collect()
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
            ("", "expected an object, as in {\"name\": 1}; found \"\""),
            (
                "[]",
                "expected an object, as in {\"name\": 1}; found \"[]\"",
            ),
            (
                "{\n  name: 1",
                "it is not JSON: key must be a string at line 2 column 3",
            ),
            (
                r#"{ "name": "x" } {}"#,
                "it is not JSON: trailing characters at line 1 column 17",
            ),
            (
                r#"{ "name": 5 }"#,
                "the field 'name': invalid type: integer `5`, expected a string at line 1 column 11",
            ),
            (
                r#"{ "name": "x", "inner": [[], [1, 300]] }"#,
                "the field 'inner[1][1]': invalid value: integer `300`, expected a whole number from 0 to 255 at line 1 \
                 column 36",
            ),
        ] {
            assert_eq!(read::<Outer>(text).err().as_deref(), Some(words), "{text}");
        }
        let fault = read::<Outer>(&long).unwrap_err();
        assert!(
            fault.starts_with("the field 'inner': ") && fault.contains("expected a sequence"),
            "{fault}"
        );
        assert!(read::<Outer>(r#"{ "name": "x", "inner": [] }"#).is_ok());
    }
}
