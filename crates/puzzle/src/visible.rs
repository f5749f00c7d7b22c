//! Detects characters that are invisible or could mislead readers.
//!
//! An Escape character in a name could send commands to the terminal that prints the name. A mark
//! that reverses the writing direction could make a name look like another one. So text from
//! untrusted sources is checked with [`is_hidden`] before it is printed.

/// Returns whether a character is invisible and can change how the surrounding text looks. Such a
/// character is a control character such as Escape, a line or paragraph separator, a mark that sets
/// the writing direction, or a zero-width character.
///
/// Names that contain hidden characters are rejected, and messages escape them. Spaces of any
/// width, joiners and combining marks are not hidden, because some scripts need them within words.
pub fn is_hidden(c: char) -> bool {
    let format = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}'
    );
    c.is_control() || format
}

/// Returns whether a character has no visible shape of its own. Such a character is a hidden
/// character (see [`is_hidden`]), a joiner, a filler, a combining mark, or any space other than the
/// ordinary one.
///
/// Maps of block puzzles must not contain invisible characters. Each character of a map is a cell,
/// and an invisible character would misalign the columns.
pub fn is_invisible(c: char) -> bool {
    let filler = matches!(
        c,
        '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
    );
    let joiner = matches!(c, '\u{200c}' | '\u{200d}');
    c != ' ' && (is_hidden(c) || c.is_whitespace() || filler || joiner || is_mark(c))
}

/// Returns whether a character is a combining mark, which is drawn onto the preceding character.
fn is_mark(c: char) -> bool {
    // The standard library has no test for combining marks. However, `escape_debug` escapes a
    // combining mark at the beginning of a string but not after a letter.
    let escaped = |text: &str| text.escape_debug().any(|escaped| escaped == '\\');
    !c.is_ascii() && escaped(&format!("{c}")) && !escaped(&format!("a{c}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_and_hidden_characters_are_recognised() {
        let hidden = "\0\u{1b}\r\t\u{85}\u{9b}\u{ad}\u{200b}\u{200e}\u{2028}\u{202a}\u{202e}\u{2066}\u{feff}\u{e0041}";
        assert!(hidden.chars().all(|c| is_hidden(c) && is_invisible(c)));
        // All of these characters can occur within words. They are spaces, joiners, variation
        // selectors, fillers and combining marks of several scripts.
        let in_words =
            "\u{a0}\u{3000}\u{200c}\u{200d}\u{fe0f}\u{3164}\u{301}\u{64e}\u{94d}\u{e31}\u{17b4}";
        assert!(in_words.chars().all(|c| !is_hidden(c) && is_invisible(c)));
        let seen = " aZ09#.-*'\"\\éÅßяאب曹操가🚗👍🏽\u{e000}";
        assert!(seen.chars().all(|c| !is_hidden(c) && !is_invisible(c)));
    }
}
