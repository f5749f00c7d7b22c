//! Faults of JSON texts, in words for a person: the field, what was expected there, and what was found.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

/// The most characters of a found value that are shown.
const SHOWN: usize = 40;

/// The most characters of a name, a digest or moves that are shown.
const EXCERPT: usize = 80;

/// A text from outside as an error shows it: cut where it is long. A digest is not.
#[must_use]
pub fn excerpt(text: &str) -> Cow<'_, str> {
    cut(text, EXCERPT)
}

fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]).into(),
        None => text.into(),
    }
}

/// Reads a value.
///
/// # Errors
/// The fault of the text: its place where it is not JSON, otherwise the field, what must be there, and what was found:
/// `the field 'seconds' must be a number; found "soon"`.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| match serde_json::from_str(text) {
        Err(error) => syntax_fault(text, &error),
        Ok(value) => fault::<T>(&value).or_else(|| duplicate_fault(&error)).unwrap_or_else(|| error.to_string()),
    })
}

/// The place and the fault of a text that is not JSON.
fn syntax_fault(text: &str, error: &serde_json::Error) -> String {
    let line = if error.line() > 1 { format!("line {}, ", error.line()) } else { String::new() };
    match error.classify() {
        _ if text.trim().is_empty() => "it is empty".to_owned(),
        Category::Eof | Category::Io => "it ends too early".to_owned(),
        _ if error.to_string().starts_with("number out of range") => {
            format!("the number at {line}character {} is too large", error.column())
        }
        _ => format!("it is not JSON from {line}character {} on", error.column()),
    }
}

/// The fault of a JSON value that is not a `T`; `None` if it is one.
fn fault<T: DeserializeOwned>(value: &Value) -> Option<String> {
    let error = serde_path_to_error::deserialize::<_, T>(value).err()?;
    let message = error.inner().to_string();
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let name = names.first().copied().unwrap_or_default();
    let here = Place::of(error.path(), value);
    let kind = message.split(" `").next().unwrap_or_default();
    Some(match (kind, message.split_once("expected ")) {
        ("missing field", _) => format!("the field '{}' is missing", here.child(name)),
        ("unknown field", _) => {
            let name = if here.name.is_empty() { name } else { &here.name };
            format!("there is no field '{}'; expected one of {}", excerpt(name), names[1..].join(", "))
        }
        ("duplicate field", _) => duplicate(name),
        (_, Some((start, expected))) if start.starts_with("invalid ") => {
            format!("{} must be {}; found {}", here.words(), type_words(expected), here.found())
        }
        // The text of the type itself.
        _ => format!("{}: {message}; found {}", here.words(), here.found()),
    })
}

/// The fault of an object that has a field twice, which a [`Value`] does not show.
fn duplicate_fault(error: &serde_json::Error) -> Option<String> {
    let message = error.to_string();
    message.strip_prefix("duplicate field `")?.split('`').next().map(duplicate)
}

fn duplicate(name: &str) -> String {
    format!("the field '{name}' is there twice")
}

/// A place in a value, as `boards[2].size`.
struct Place<'a> {
    name: String,
    value: Option<&'a Value>,
}

impl<'a> Place<'a> {
    fn of(path: &Path, root: &'a Value) -> Self {
        path.iter().fold(Self { name: String::new(), value: Some(root) }, |place, segment| match segment {
            Segment::Seq { index } => {
                Self { name: format!("{}[{index}]", place.name), value: place.value.and_then(|value| value.get(index)) }
            }
            Segment::Map { key } => {
                Self { name: place.child(key), value: place.value.and_then(|value| value.get(key)) }
            }
            Segment::Enum { .. } | Segment::Unknown => place,
        })
    }

    fn child(&self, name: &str) -> String {
        if self.name.is_empty() { name.to_owned() } else { format!("{}.{name}", self.name) }
    }

    fn words(&self) -> Cow<'static, str> {
        if self.name.is_empty() { "it".into() } else { format!("the field '{}'", self.name).into() }
    }

    /// The value in its JSON, cut where it is long.
    fn found(&self) -> String {
        let text = self.value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        cut(&text, SHOWN).into_owned()
    }
}

/// A type in words, from its name in the parser's messages.
fn type_words(name: &str) -> &str {
    match name {
        "u8" => "a whole number from 0 to 255",
        "u32" => "a whole number from 0 to 4294967295",
        "u16" | "u64" | "usize" => "a whole number from 0 up",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "an array",
        "a map" => "an object",
        _ if name.starts_with("struct ") => "an object",
        _ => name,
    }
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
        inner: Vec<Inner>,
        on: Option<bool>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Inner {
        count: u32,
        tiles: Vec<u8>,
    }

    #[test]
    fn faults_name_the_place_what_was_expected_and_what_was_found() {
        let long = format!(r#"{{ "name": "x", "on": "{}" }}"#, "long ".repeat(20));
        for (text, words) in [
            ("", "it is empty"),
            (r#"{"name":"#, "it ends too early"),
            ("{'name'", "it is not JSON from character 2 on"),
            ("{\n  name: 1", "it is not JSON from line 2, character 3 on"),
            ("1e999", "the number at character 5 is too large"),
            ("[]", "it must be an object; found []"),
            ("{}", "the field 'name' is missing"),
            (r#"{ "name": 5 }"#, "the field 'name' must be a string; found 5"),
            (r#"{ "name": "x", "name": "y", "inner": [] }"#, "the field 'name' is there twice"),
            (r#"{ "nmae": "x" }"#, "there is no field 'nmae'; expected one of name, inner, on"),
            (r#"{ "name": "x", "inner": [{ "count": 1 }] }"#, "the field 'inner[0].tiles' is missing"),
            (
                r#"{ "name": "x", "inner": [{ "tiles": [1, 300] }] }"#,
                "the field 'inner[0].tiles[1]' must be a whole number from 0 to 255; found 300",
            ),
            (&long, "the field 'on' must be true or false; found \"long long long long long long long long..."),
        ] {
            assert_eq!(read::<Outer>(text).err().as_deref(), Some(words), "{text}");
        }
        assert!(read::<Outer>(r#"{ "name": "x", "inner": [] }"#).is_ok());
    }
}
