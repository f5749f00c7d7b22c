//! Words read as cells: numbers, one digit for each cell, or letters.

use super::scan::{WEAK, Word};
use super::{Fault, NUMBERS};
use crate::words::shorten;
use crate::{ANY, MAX_CELLS, Size};

/// A cell of a board that is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub tile: u8,
    /// The ends of rows since the cell before.
    pub before: u8,
    /// The place of its word.
    pub word: usize,
}

/// The words that stand for the blank, besides 0.
const BLANKS: [&str; 4] = ["_", ".", "x", "X"];

/// A sign, and the tile for which it stands.
pub(super) type Sign<'a> = (&'a str, u8);

/// The meaning of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// A number is a cell.
    Numbers,
    /// A digit is a cell, `0` to `9` and then letters. Words of several digits are rows, or one word is the board.
    Digits,
    /// The same with letters, of which the first is tile 1.
    Letters,
}

impl Alphabet {
    pub(super) const ALL: [Self; 3] = [Self::Numbers, Self::Digits, Self::Letters];

    /// The cells of words, with another sign.
    pub(super) fn cells(self, words: &[Word], sign: Option<Sign>) -> Result<Vec<Cell>, Fault> {
        if self != Self::Numbers {
            let cells = self.of_characters(words, sign);
            return cells
                .ok_or_else(|| Fault::of_text("expected one digit or letter for each cell"));
        }
        let cell = |(place, word): (usize, &Word)| {
            let sign = sign.filter(|(sign, _)| *sign == word.text);
            let tile = sign.map_or_else(|| number(words, place), |(_, tile)| Ok(tile))?;
            Ok(Cell {
                tile,
                before: word.before,
                word: place,
            })
        };
        words.iter().enumerate().map(cell).collect()
    }

    /// A cell for each character, if all are tiles of a board with as many cells.
    fn of_characters(self, words: &[Word], sign: Option<Sign>) -> Option<Vec<Cell>> {
        let has_blank = words.iter().any(|word| word.text.contains(['_', '.', '0']));
        let tile = |c: char| match (self, c) {
            _ if sign.is_some_and(|(sign, _)| sign.chars().eq([c])) => sign.map(|(_, tile)| tile),
            (Self::Letters, 'x' | 'X') if has_blank => Some(24),
            _ if BLANKS.iter().any(|sign| sign.chars().eq([c])) => Some(0),
            (Self::Letters, '0') => Some(0),
            (Self::Letters, _) => c
                .is_ascii_alphabetic()
                .then(|| c.to_ascii_lowercase() as u8 - b'a' + 1),
            _ => digit_value(c),
        };
        let are_rows = words.iter().all(|word| word.text.chars().nth(1).is_some());
        let mut cells = Vec::new();
        for (word, &Word { text, before, .. }) in words.iter().enumerate() {
            let row_end = before | if are_rows { WEAK } else { 0 };
            for (place, c) in text
                .chars()
                .filter(|&c| !is_mark(c))
                .take(MAX_CELLS + 1)
                .enumerate()
            {
                cells.push(Cell {
                    tile: tile(c)?,
                    before: if place == 0 { row_end } else { 0 },
                    word,
                });
            }
        }
        let is_board =
            (4..=MAX_CELLS).contains(&cells.len()) && (are_rows || cells.len() == words.len());
        let fits = |cell: &Cell| cell.tile == ANY || usize::from(cell.tile) < cells.len();
        (is_board && cells.iter().all(fits)).then_some(cells)
    }

    /// The form of a board in words; the size tells hexadecimal digits from others.
    pub(super) fn form(self, words: &[Word], size: Size) -> &'static str {
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

/// The number that a word is.
fn number(words: &[Word], place: usize) -> Result<u8, Fault> {
    let text = words[place].text;
    if BLANKS.contains(&text) {
        return Ok(0);
    }
    let found = shorten(text);
    let message = match value(text) {
        Some(tile) if tile < MAX_CELLS as u64 => return Ok(tile as u8),
        Some(_) => {
            format!(
                "{found} is too large; the largest board has {MAX_CELLS} cells, tiles 1 to {}",
                MAX_CELLS - 1
            )
        }
        None => format!("'{found}' is neither a number nor a blank (0, _, . or x)"),
    };
    Err(match Fault::place(words, place) {
        found @ Some(_) => Fault {
            place: found,
            ..Fault::of_text(message)
        },
        None => Fault::of_text(format!("number {}: {message}", place + 1)),
    })
}

/// The value of decimal digits in any script, with a point or `.0` behind them as NumPy prints it, or of a number in a
/// circle.
fn value(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if whole.chars().all(is_mark)
        || whole.contains(char::is_alphabetic)
        || fraction.bytes().any(|digit| digit != b'0')
    {
        return None;
    }
    whole
        .chars()
        .filter(|&c| !is_mark(c))
        .try_fold(0u64, |value, c| {
            let digit = u64::from(digit_value(c)?);
            (digit < 10 || value == 0).then(|| value.saturating_mul(10).saturating_add(digit))
        })
}

/// The zeros of scripts whose digits follow each other: Arabic, Persian, N'Ko, those of India and around, full width.
const ZEROS: [u32; 20] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
    0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10, 0x1d7ce,
];

/// The value of a digit of any script, of a letter in base 36, or of a number in a circle.
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

/// True for a mark that makes an emoji of a digit.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{fe0f}' | '\u{20e3}')
}
