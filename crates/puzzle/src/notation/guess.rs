//! Reads boards in unusual notations by guessing.
//!
//! People mark the blank in many ways: `1 2 - 3`, an empty cell in a table, or just a wide gap.
//! Some texts begin with a line that gives the size. If text cannot be read otherwise, the reader
//! tries each of these guesses. It accepts the board if all successful guesses produce the same
//! one.

use super::cells::ExtraSign;
use super::layout::two_readings;
use super::scan::{self, TextWord};
use super::{NotationError, Reading, read_words};
use crate::size::Size;

/// Signs that are tried as the blank if the text cannot be read without a guess.
const SIGNS: [&str; 27] = [
    "-", "*", "?", "–", "—", "·", "•", "□", "■", "▢", "⬜", "⬛", "b", "B", "o", "O", "null",
    "None", "nil", "NaN", "nan", "empty", "blank", "gap", "hole", "-1", "\"\"",
];

/// Reads text without a guess if possible. Otherwise tries every guess, and returns the board if
/// all successful guesses produce the same one.
///
/// `words` are the words of `text`, including an empty word for each empty table cell.
pub(super) fn read(
    text: &str,
    words: &[TextWord],
    size: Option<Size>,
) -> Result<Reading, NotationError> {
    let shown = scan::shown(words);
    let error = match read_words(&shown, size, None) {
        Err(error) => error,
        Ok(reading) => return Ok(reading),
    };
    let mut found: Vec<Reading> = Vec::new();
    let mut add = |words: &[TextWord], sign: Option<&str>, guess: String| {
        if let Ok(reading) = read_words(words, size, sign.map(|text| ExtraSign { text, tile: 0 }))
            && found.iter().all(|other| other.board != reading.board)
        {
            found.push(Reading {
                guess: Some(guess),
                ..reading
            });
        }
    };
    // Some programs write the blank as the number after the largest tile, such as 16 on a 4x4
    // board.
    let largest = shown.len().to_string();
    // `#` can be a sign for the blank, but the scanner treats it as the start of a comment. Replace
    // it with a sign that the scanner keeps.
    let hashed = text.replace('#', "■");
    let with_hash = scan::words(&hashed)
        .map(|words| scan::shown(&words))
        .unwrap_or_default();
    add(&with_hash, Some("■"), "# is read as the blank".to_owned());
    for sign in SIGNS.into_iter().chain([largest.as_str()]) {
        if shown.iter().any(|word| word.text.contains(sign)) {
            add(&shown, Some(sign), format!("{sign} is read as the blank"));
        }
    }
    for words in with_gaps(words).into_iter().chain(with_wide_gap(&shown)) {
        add(
            &words,
            None,
            "the empty cell is read as the blank".to_owned(),
        );
    }
    // The first line can be a single number that gives the side of a square board.
    if let [first, second, ..] = shown[..]
        && second.line > first.line
        && let Some(of_line) = first
            .text
            .parse()
            .ok()
            .and_then(|side| Size::new(side, side).ok())
        && size.is_none_or(|size| size == of_line)
    {
        let rest: Vec<TextWord> = words
            .iter()
            .filter(|word| word.line > first.line)
            .copied()
            .collect();
        found.extend(read("", &rest, Some(of_line)).ok().map(|reading| {
            let also = reading
                .guess
                .map_or_else(String::new, |guess| format!(", and {guess}"));
            Reading {
                guess: Some(format!("the first line is read as the size{also}")),
                ..reading
            }
        }));
    }
    match &found[..] {
        [] => Err(error),
        [one] => Ok(one.clone()),
        [one, other, ..] => Err(two_readings(&one.board, &other.board)),
    }
}

/// Writes `0`, the blank, into each empty cell between two separators.
///
/// Many tables also begin or end each line with a separator, which produces an empty word that is
/// not a cell. The function therefore returns four versions, with and without `0` in the first and
/// in the last empty word of each line. A wrong version has too many blanks and is rejected later.
fn with_gaps<'a>(words: &[TextWord<'a>]) -> [Vec<TextWord<'a>>; 4] {
    [(false, false), (true, false), (false, true), (true, true)].map(|(first, last)| {
        let filled = words.chunk_by(|a, b| a.line == b.line).flat_map(|line| {
            let is_row = line.iter().any(|word| !word.text.is_empty());
            line.iter().enumerate().map(move |(place, word)| {
                let is_end = first && place == 0 || last && place + 1 == line.len();
                if word.text.is_empty() && is_row && !is_end {
                    TextWord { text: "0", ..*word }
                } else {
                    *word
                }
            })
        });
        scan::shown(&filled.collect::<Vec<_>>())
    })
}

/// Inserts `0`, the blank, into the first gap on a line that is much wider than the narrowest gap.
/// Returns `None` if no gap is wide enough.
fn with_wide_gap<'a>(words: &[TextWord<'a>]) -> Option<Vec<TextWord<'a>>> {
    let distance = |pair: &[TextWord]| {
        let end = pair[0].column + pair[0].text.chars().count();
        if pair[1].before == 0 {
            pair[1].column.saturating_sub(end)
        } else {
            0
        }
    };
    let least = words
        .windows(2)
        .map(distance)
        .filter(|&distance| distance > 0)
        .min()?;
    let place = 1 + words
        .windows(2)
        .position(|pair| distance(pair) > 2.max(2 * least))?;
    let mut words = words.to_vec();
    words.insert(
        place,
        TextWord {
            text: "0",
            ..words[place]
        },
    );
    Some(words)
}
