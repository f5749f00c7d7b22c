//! Functions that format numbers and quoted text in messages.

/// Formats a number with thousands separators, such as `1,425,191,040`.
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

/// Returns the first 40 characters of a string, so that an error message can quote it.
///
/// Control characters are escaped, because the string can come from an untrusted source and the
/// message is printed on a terminal.
pub fn shorten(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

/// Returns `one` if `n` is 1, and `many` otherwise.
pub fn plural<'a>(n: u64, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

/// Formats a number with the singular or plural of a noun, such as `1 node` or `1,000 nodes`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), plural(n, one, many))
}
