//! Characters that a reader of a text cannot see, and that a terminal might obey.

/// True for a character without a picture of its own, the space aside: other spaces, characters of no width, marks that
/// join the one before, directions of writing, and control characters such as Escape.
pub(super) fn is_invisible(c: char) -> bool {
    let without_picture = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    );
    let joins = matches!(
        c,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}'
    );
    c != ' ' && (c.is_whitespace() || c.is_control() || without_picture || joins)
}
