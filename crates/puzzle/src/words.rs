//! Numbers and texts in sentences.

/// `1425191040` as `1,425,191,040`.
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

/// The beginning of a text from outside, for an error: 40 characters, those that control a terminal escaped.
pub fn shorten(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

/// `one` or `many`, after a number.
pub fn plural<'a>(n: u64, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

/// `1 node`, `1,000 nodes`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), plural(n, one, many))
}
