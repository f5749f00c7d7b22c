//! The second step of reading a board: converts words to cells.
//!
//! An [`Alphabet`] is a way to interpret words. For example, `123 450` can be two numbers, which
//! are too large for any board, or the six digits of a 3x2 board. Numbers are tried first, then
//! digits, then letters.

use super::scan::{self, BRACKET, SLASH, TextWord, WEAK};
use super::{NUMBERS, NotationError};
use crate::words::shorten;
use crate::{MAX_CELLS, Size};

/// Tile number that stands for "any tile" in a goal pattern. No board has a tile with this number.
pub(super) const ANY: u8 = u8::MAX;

/// A cell as it was read from text.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadCell {
    pub tile: u8,
    /// The separators before this cell, as a set of bits such as [`LINE`](super::scan::LINE). Only
    /// separators that can end a row are included.
    pub before: u8,
    /// Index of the word that contains this cell, for error messages.
    pub word: usize,
}

/// Signs that mean the blank, just as the number 0 does. Reading them does not count as a guess.
pub(super) const BLANKS: [&str; 5] = ["_", "__", ".", "x", "X"];

/// A sign and its assumed meaning, for example `-` for the blank. `tile` is 0 if the sign means the
/// blank, and [`ANY`] if it means any tile.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExtraSign<'a> {
    pub text: &'a str,
    pub tile: u8,
}

/// A way to interpret words as cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// Each word is one cell, written as a decimal number.
    Numbers,
    /// Each character is one cell, written as a digit: `0` to `9`, then `A` for 10 and so on. A
    /// word can be a cell, a row or the whole board.
    Digits,
    /// Each character is one cell, written as a letter: `A` is tile 1.
    Letters,
}

impl Alphabet {
    pub(super) const ALL: [Self; 3] = [Self::Numbers, Self::Digits, Self::Letters];

    /// Converts words to cells. `extra` is a sign with an assumed meaning, such as `-` for the
    /// blank.
    pub(super) fn cells(
        self,
        words: &[TextWord],
        extra: Option<ExtraSign>,
    ) -> Result<Vec<ReadCell>, NotationError> {
        if self != Self::Numbers {
            let cells = self.of_characters(words, extra);
            return cells
                .ok_or_else(|| NotationError::new("expected one digit or letter for each cell"));
        }
        let mut cells = Vec::with_capacity(words.len());
        for (index, word) in words.iter().enumerate() {
            let tile = match extra {
                Some(sign) if sign.text == word.text => sign.tile,
                _ => number(words, index)?,
            };
            cells.push(ReadCell {
                tile,
                before: word.before,
                word: index,
            });
        }
        Ok(cells)
    }

    /// Reads each character as one cell. Returns `None` if a character is not a cell, or if the
    /// cells cannot form a board.
    fn of_characters(self, words: &[TextWord], extra: Option<ExtraSign>) -> Option<Vec<ReadCell>> {
        let has_blank = words.iter().any(|word| word.text.contains(['_', '.', '0']));
        let is = |sign: &str, c: char| sign.chars().eq([c]);
        let tile = |c: char| match (self, c) {
            _ if extra.is_some_and(|sign| is(sign.text, c)) => extra.map(|sign| sign.tile),
            // The letter `x` usually means the blank. But if the text contains another sign for the
            // blank, `x` is the 24th letter, which means tile 24.
            (Self::Letters, 'x' | 'X') if has_blank => Some(24),
            _ if BLANKS.iter().any(|sign| is(sign, c)) => Some(0),
            (Self::Letters, '0') => Some(0),
            (Self::Letters, _) => c
                .is_ascii_alphabetic()
                .then(|| c.to_ascii_lowercase() as u8 - b'a' + 1),
            _ => digit_value(c),
        };
        // If every word has several characters, as in `123 450`, each word can be a row. Then the
        // space before a word can end a row.
        let are_rows = words.iter().all(|word| word.text.chars().nth(1).is_some());
        let mut cells = Vec::new();
        for (word, &TextWord { text, before, .. }) in words.iter().enumerate() {
            let row_end = before | if are_rows { WEAK } else { 0 };
            for (place, c) in text
                .chars()
                .filter(|&c| !is_emoji_mark(c))
                .take(MAX_CELLS + 1)
                .enumerate()
            {
                cells.push(ReadCell {
                    tile: tile(c)?,
                    before: if place == 0 { row_end } else { 0 },
                    word,
                });
            }
        }
        let is_board =
            (4..=MAX_CELLS).contains(&cells.len()) && (are_rows || cells.len() == words.len());
        let fits = |cell: &ReadCell| cell.tile == ANY || usize::from(cell.tile) < cells.len();
        (is_board && cells.iter().all(fits)).then_some(cells)
    }

    /// Describes how the cells are written, for [`Reading::form`](super::Reading::form). Digits
    /// above 9 are called hexadecimal or base 36, depending on the size of the board.
    pub(super) fn form(self, words: &[TextWord], size: Size) -> &'static str {
        match self {
            Self::Letters => "letters, the first one for tile 1",
            Self::Digits if size.cells() <= 10 => "one digit for each cell",
            Self::Digits if size.cells() <= 16 => "hexadecimal digits",
            Self::Digits => "digits in base 36",
            Self::Numbers if words.iter().any(|word| word.depth > 0) => "an array",
            Self::Numbers if words.iter().any(|word| word.line > words[0].line) => {
                "rows, one a line"
            }
            Self::Numbers => NUMBERS,
        }
    }
}

/// Parses the word at `index` as a number or as a sign for the blank.
fn number(words: &[TextWord], index: usize) -> Result<u8, NotationError> {
    let text = words[index].text;
    let found = shorten(text);
    let message = match tile_number(text) {
        Some(tile) if usize::from(tile) < MAX_CELLS => return Ok(tile),
        _ if value(text).is_some() => {
            format!(
                "{found} is too large; the largest board has {MAX_CELLS} cells, tiles 1 to {}",
                MAX_CELLS - 1
            )
        }
        _ => format!("'{found}' is neither a number nor a blank (0, _, . or x)"),
    };
    Err(match NotationError::place_of(words, index) {
        place @ Some(_) => NotationError {
            place,
            ..NotationError::new(message)
        },
        None => NotationError::new(format!("number {}: {message}", index + 1)),
    })
}

/// The cells of one line of text, from which a program can tell whether the line is a row of a
/// board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineCells {
    /// The tile in each cell, 0 for the blank, or `None` for a cell that is not a number. A frame
    /// line, such as `+---+`, has no cells.
    pub tiles: Vec<Option<u8>>,
    /// Whether a row of a board ends within the line, as in `1 2 / 3 0` or `[[1, 2], [3, 0]]`.
    pub ends_row: bool,
}

/// Splits a line into cells. In a line that is a single word, such as `1230`, each character is a
/// cell.
///
/// ```
/// use fifteen_puzzle::notation::cells_of_line;
///
/// assert_eq!(cells_of_line("| 10 | _ |").tiles, [Some(10), Some(0)]);
/// assert_eq!(cells_of_line("9A0").tiles, [Some(9), Some(10), Some(0)]);
/// assert!(cells_of_line("1 2 / 3 0").ends_row);
/// ```
pub fn cells_of_line(text: &str) -> LineCells {
    // An error can mean that brackets do not match or do not enclose all cells. Then they do not
    // show where rows end, so use only slashes.
    let (words, row_ends) = match scan::words(text) {
        Ok(words) => (words, SLASH | BRACKET),
        Err(_) => (scan::cut(text).words, SLASH),
    };
    let words = scan::shown(&words);
    let ends_row = |word: &TextWord| word.before & row_ends != 0;
    // A cell of one character can be a digit such as `A`, which means 10.
    let cell = |text: &str| {
        let mut characters = text.chars();
        let digit = characters.next().and_then(digit_value);
        tile_number(text).or(digit.filter(|_| characters.next().is_none()))
    };
    let tiles = match words[..] {
        [TextWord { text, .. }] => {
            let characters = text.chars().filter(|&c| !is_emoji_mark(c));
            let cell = |c: char| cell(c.encode_utf8(&mut [0; 4]));
            characters.take(MAX_CELLS + 1).map(cell).collect()
        }
        _ => words.iter().map(|word| cell(word.text)).collect(),
    };
    LineCells {
        tiles,
        ends_row: words.iter().skip(1).any(ends_row),
    }
}

/// Returns the number of the tile that a word represents, or 0 for a sign that means the blank.
/// Returns `None` for any other word. The number can be too large for a [`Board`](crate::Board).
pub(super) fn tile_number(word: &str) -> Option<u8> {
    if BLANKS.contains(&word) {
        return Some(0);
    }
    value(word).and_then(|tile| u8::try_from(tile).ok())
}

/// Parses a decimal number, or a circled number such as ⑫. The digits can come from any script in
/// [`ZEROS`].
///
/// A decimal point is allowed if only zeros follow it, because NumPy prints the float 1 as `1.`.
fn value(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if whole.chars().all(is_emoji_mark)
        || whole.contains(char::is_alphabetic)
        || fraction.bytes().any(|digit| digit != b'0')
    {
        return None;
    }
    whole
        .chars()
        .filter(|&c| !is_emoji_mark(c))
        .try_fold(0u64, |value, c| {
            let digit = u64::from(digit_value(c)?);
            (digit < 10 || value == 0).then(|| value.saturating_mul(10).saturating_add(digit))
        })
}

/// Code points of the digit zero in Arabic, Persian, N'Ko and the scripts of India and its
/// neighbours, and of the full-width and the bold zero. In each case, the ten digits have
/// consecutive code points.
const ZEROS: [u32; 20] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
    0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10, 0x1d7ce,
];

/// Returns the value of a character. It can be a digit in base 36, a decimal digit of another
/// script (see [`ZEROS`]), or a circled number.
fn digit_value(c: char) -> Option<u8> {
    let from = |first: u32| u32::from(c).checked_sub(first);
    let value = match c {
        '⓪' => Some(0),
        '①'..='⑳' => from('①'.into()).map(|value| value + 1),
        '🔟' => Some(10),
        _ => c.to_digit(36).or_else(|| {
            ZEROS
                .into_iter()
                .find_map(|zero| from(zero).filter(|&value| value < 10))
        }),
    };
    value.map(|value| value as u8)
}

/// Returns whether a character is a mark that turns the preceding digit into an emoji, such as 1️⃣.
fn is_emoji_mark(c: char) -> bool {
    matches!(c, '\u{fe0f}' | '\u{20e3}')
}
