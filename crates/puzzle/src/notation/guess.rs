//! Boards written in a way that needs a guess: another sign for the blank, or none, or a line with the size.

use super::layout::two_readings;
use super::scan::{self, Word};
use super::{Fault, Reading, of_words};
use crate::size::Size;

/// Signs that are read as the blank where nothing else is.
const SIGNS: [&str; 26] = [
    "-", "*", "?", "–", "—", "·", "•", "□", "■", "▢", "⬜", "⬛", "b", "B", "o", "O", "null",
    "None", "nil", "NaN", "nan", "empty", "blank", "hole", "-1", "\"\"",
];

/// The board of a text without a guess, else the only one that it can be by a guess; `words` are those of the text.
pub(super) fn read(text: &str, words: &[Word], size: Option<Size>) -> Result<Reading, Fault> {
    let shown = scan::shown(words);
    let fault = match of_words(&shown, size, None) {
        Err(fault) => fault,
        plain => return plain,
    };
    let mut found: Vec<Reading> = Vec::new();
    let mut add = |words: &[Word], sign: Option<&str>, guess: String| {
        if let Ok(reading) = of_words(words, size, sign.map(|sign| (sign, 0)))
            && found.iter().all(|other| other.board != reading.board)
        {
            found.push(Reading {
                guess: Some(guess),
                ..reading
            });
        }
    };
    let largest = shown.len().to_string();
    // A # begins a comment unless it is the blank, for which another sign stands here.
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
    if let [first, second, ..] = shown[..]
        && second.line > first.line
        && let Some(of_line) = first
            .text
            .parse()
            .ok()
            .and_then(|side| Size::new(side, side).ok())
        && size.is_none_or(|size| size == of_line)
    {
        let rest: Vec<Word> = words
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
        [] => Err(fault),
        [one] => Ok(one.clone()),
        [one, other, ..] => Err(two_readings(&one.board, &other.board)),
    }
}

/// The words with the blank in empty cells between separators: in all of them, or but for those at ends of lines, where
/// tables may have separators too. No board has two blanks.
fn with_gaps<'a>(words: &[Word<'a>]) -> [Vec<Word<'a>>; 4] {
    [(false, false), (true, false), (false, true), (true, true)].map(|(first, last)| {
        let filled = words.chunk_by(|a, b| a.line == b.line).flat_map(|line| {
            let is_row = line.iter().any(|word| !word.text.is_empty());
            line.iter().enumerate().map(move |(place, word)| {
                let is_end = first && place == 0 || last && place + 1 == line.len();
                if word.text.is_empty() && is_row && !is_end {
                    Word { text: "0", ..*word }
                } else {
                    *word
                }
            })
        });
        scan::shown(&filled.collect::<Vec<_>>())
    })
}

/// The words with the blank where the distance between two of them on a line is much wider than elsewhere.
fn with_wide_gap<'a>(words: &[Word<'a>]) -> Option<Vec<Word<'a>>> {
    let distance = |pair: &[Word]| {
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
        Word {
            text: "0",
            ..words[place]
        },
    );
    Some(words)
}
