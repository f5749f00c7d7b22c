//! Characters that a reader of a text cannot see, and that a terminal might obey.

/// True for a character that a reader does not see and that may change what is seen beside it: control characters such
/// as Escape, ends of lines and paragraphs, directions of writing, and characters of no width.
///
/// No name has one, and in messages they are escaped. Spaces of other widths, joiners and marks are parts of words in
/// some scripts, and none of these.
pub fn is_hidden(c: char) -> bool {
    let format = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}'
    );
    c.is_control() || format
}

/// True for a character without a picture of its own, the space aside: those that are hidden, other spaces, joiners,
/// fillers, and marks that join the character before. A map in which columns count has none.
pub fn is_invisible(c: char) -> bool {
    let filler = matches!(
        c,
        '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
    );
    let joiner = matches!(c, '\u{200c}' | '\u{200d}');
    c != ' ' && (is_hidden(c) || c.is_whitespace() || filler || joiner || is_mark(c))
}

/// True for a mark that joins the character before, in any script.
fn is_mark(c: char) -> bool {
    // The standard library knows them: it escapes a mark that no character is before, and no other.
    let escaped = |text: &str| text.escape_debug().any(|escaped| escaped == '\\');
    !c.is_ascii() && escaped(&format!("{c}")) && !escaped(&format!("a{c}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen() {
        let hidden = "\0\u{1b}\r\t\u{85}\u{9b}\u{ad}\u{200b}\u{200e}\u{2028}\u{202a}\u{202e}\u{2066}\u{feff}\u{e0041}";
        assert!(hidden.chars().all(|c| is_hidden(c) && is_invisible(c)));
        // Spaces, joiners, variation selectors, fillers; marks of Latin, Arabic, Devanagari, Thai and Khmer.
        let in_words =
            "\u{a0}\u{3000}\u{200c}\u{200d}\u{fe0f}\u{3164}\u{301}\u{64e}\u{94d}\u{e31}\u{17b4}";
        assert!(in_words.chars().all(|c| !is_hidden(c) && is_invisible(c)));
        let seen = " aZ09#.-*'\"\\éÅßяאب曹操가🚗👍🏽\u{e000}";
        assert!(seen.chars().all(|c| !is_hidden(c) && !is_invisible(c)));
    }
}
