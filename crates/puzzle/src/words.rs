//! Helpers for numbers and texts in messages.

/// Writes a number with separators: `1,425,191,040`.
pub fn count(n: impl Into<u128>) -> String {
    let digits = n.into().to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for i in (first..digits.len()).step_by(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text += &digits[i..i + 3];
    }
    text
}

/// The first 40 characters of a text for an error message.
///
/// Characters that could control a terminal are escaped, because the text may come from anywhere.
pub fn shorten(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

/// Chooses `one` or `many`, as a number asks for.
pub fn plural<'a>(n: u64, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

/// Writes a number with its noun: `1 node`, `1,000 nodes`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), plural(n, one, many))
}
