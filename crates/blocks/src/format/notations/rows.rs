//! Groups the lines of the input into paragraphs or into boards, and splits lines such as `exit:
//! left`.

/// A line of the input, with its line number.
#[derive(Clone, Copy)]
pub(super) struct NumberedLine<'a> {
    /// The line number, counted from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// A line that consists of a name and a value, such as `exit: left` or `size 7`.
pub(super) struct NamedLine<'a> {
    /// The name. Several words before a `:` are joined, and the last word before a `=` is the name.
    /// For example, `Exit side: left` has the name `Exitside`, and `const size = 7` has the name
    /// `size`.
    pub(super) key: String,
    /// The value, without quotation marks and without a `;` or a comment after it.
    pub(super) value: &'a str,
    /// The `:` or `=` between the name and the value, or `None` if only a space separates them.
    pub(super) mark: Option<char>,
    /// Whether the line has a single word in front of the mark.
    pub(super) is_single_word: bool,
}

/// Splits a line into a name and a value. Without a mark, the value must be a single word, such as
/// `7` in `size 7`.
pub(super) fn named_line(line: &str) -> Option<NamedLine<'_>> {
    let mark = line.chars().find(|c| matches!(c, ':' | '='));
    let (before, value) = match mark {
        Some(mark) => line.split_once(mark)?,
        None => line.trim().split_once(char::is_whitespace)?,
    };
    let value = value.split("//").next().unwrap_or_default();
    let value = value.trim_matches(|c: char| c.is_whitespace() || "\"';,".contains(c));
    if mark.is_none() && value.contains(char::is_whitespace) {
        return None;
    }
    let letters = before.split(|c: char| !c.is_alphanumeric() && !"_-.".contains(c));
    let words: Vec<&str> = letters
        .filter(|word| word.contains(char::is_alphanumeric))
        .collect();
    let last = words.last()?;
    Some(NamedLine {
        key: if mark == Some('=') {
            (*last).to_owned()
        } else {
            words.concat()
        },
        value,
        mark,
        is_single_word: words.len() == 1,
    })
}

/// Returns the lower-case letters of a name, such as `exitside` for `exitSide` or `EXIT_SIDE`.
pub(super) fn letters_of(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphabetic);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// Returns whether a value such as `null` says that nothing is stated.
pub(super) fn is_missing(value: &str) -> bool {
    matches!(value.trim(), "null" | "None" | "nil" | "undefined")
}

/// Returns the lines of the input, with their line numbers.
pub(super) fn numbered_lines(text: &str) -> impl Iterator<Item = NumberedLine<'_>> {
    (1..)
        .zip(text.lines())
        .map(|(number, text)| NumberedLine { number, text })
}

/// Splits the input into paragraphs, which are groups of lines separated by empty lines.
pub(super) fn paragraphs(text: &str) -> Vec<Vec<NumberedLine<'_>>> {
    let mut paragraphs: Vec<Vec<NumberedLine<'_>>> = Vec::new();
    for line in numbered_lines(text).filter(|line| !line.text.is_empty()) {
        match paragraphs.last_mut() {
            Some(lines) if lines[lines.len() - 1].number + 1 == line.number => lines.push(line),
            _ => paragraphs.push(vec![line]),
        }
    }
    paragraphs
}

/// Groups lines into boards. A board takes one line, or a separate line for each row.
///
/// Consecutive lines of equal width belong to one board, up to the number of rows that `height`
/// returns for that width. For example, twelve lines of six characters are two boards if `height`
/// returns 6 for the width 6. Empty lines and comments are skipped.
pub(super) fn boards<'a>(
    lines: impl Iterator<Item = NumberedLine<'a>>,
    height: impl Fn(usize) -> Option<usize>,
) -> Vec<Vec<NumberedLine<'a>>> {
    let mut boards: Vec<Vec<NumberedLine<'a>>> = Vec::new();
    for line in lines.filter(|line| is_row(line.text)) {
        let width = row_width(line.text);
        let height = width.and_then(&height).unwrap_or(1);
        match boards.last_mut() {
            Some(board) if continues(board, line) && board.len() < height => board.push(line),
            _ => boards.push(vec![line]),
        }
    }
    boards
}

/// Returns whether a line is neither empty nor a comment.
pub(super) fn is_row(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line != "#" && !line.starts_with("# ")
}

/// Returns, for each line of the input, the number of the YAML or TOML item that contains the line,
/// or `None` outside of all items. The number of an item is the zero-based index of its first line.
/// A YAML item begins with a `-`, such as `- board: "AA...O..."`, and ends before the next line
/// that is not indented more. Items inside of items do not count. A TOML item begins with a line
/// such as `[[level]]` and ends before the next such line.
pub(super) fn items_of_lines(text: &str) -> Vec<Option<usize>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let begins_item = |line: &str| line.trim() == "-" || line.trim_start().starts_with("- ");
    let mut items = Vec::new();
    let mut item = None;
    // The indentation of the `-` of a YAML item.
    let mut dash: Option<usize> = None;
    for (number, line) in text.lines().enumerate() {
        if is_header_of_item(line) {
            (item, dash) = (Some(number), None);
        } else if is_row(line) && (item.is_none() || dash.is_some_and(|dash| indent(line) <= dash))
        {
            dash = begins_item(line).then(|| indent(line));
            item = dash.map(|_| number);
        }
        items.push(item);
    }
    items
}

/// Returns whether a line is a TOML header, such as `[[level]]` or `[level1]`.
pub(super) fn is_header_of_item(line: &str) -> bool {
    let line = line.trim();
    let name = line
        .strip_prefix("[[")
        .and_then(|line| line.strip_suffix("]]"));
    let name = name.or_else(|| line.strip_prefix('[')?.strip_suffix(']'));
    name.map(str::trim).is_some_and(|name| {
        name.starts_with(char::is_alphabetic)
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || "_-. ".contains(c))
    })
}

/// Returns whether a line directly follows the last line of a board and has the same width.
fn continues(board: &[NumberedLine<'_>], line: NumberedLine<'_>) -> bool {
    board.last().is_some_and(|last| {
        last.number + 1 == line.number && row_width(last.text) == row_width(line.text)
    })
}

/// Returns the number of cells in a row, or `None` if a line is not a row. A row is either a single
/// word such as `AAB...`, or consists of single characters separated by spaces, such as `A A B . .
/// .`.
fn row_width(line: &str) -> Option<usize> {
    let lengths: Vec<usize> = line
        .split_whitespace()
        .map(|word| word.chars().count())
        .collect();
    match lengths[..] {
        [length] => Some(length),
        _ => lengths
            .iter()
            .all(|&length| length == 1)
            .then_some(lengths.len()),
    }
}
