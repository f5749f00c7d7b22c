//! Boards written in a way that needs a guess: another sign for the blank, or none, or a line with the size.

use super::layout::two_readings;
use super::scan::row_end::LINE;
use super::scan::{self, Word};
use super::{Fault, Reading, of_words};
use crate::size::Size;

/// Signs that are read as the blank where nothing else is.
const SIGNS: [&str; 27] = [
    "-", "*", "?", "#", "–", "—", "·", "•", "□", "■", "▢", "⬜", "⬛", "b", "B", "o", "O", "null", "None", "nil",
    "NaN", "nan", "empty", "blank", "hole", "-1", "\"\"",
];

/// The only board that a text can be by a guess, if there is one; `words` are those of the text.
pub(super) fn read(text: &str, words: &[Word], size: Option<Size>) -> Option<Result<Reading, Fault>> {
    let mut found: Vec<Reading> = Vec::new();
    let mut add = |words: &[Word], sign: Option<&str>, guess: String| {
        if let Ok(reading) = of_words(words, size, sign.map(|sign| (sign, 0)))
            && found.iter().all(|other| other.board != reading.board)
        {
            found.push(Reading { guess: Some(guess), ..reading });
        }
    };
    let shown = scan::shown(words);
    let largest = shown.len().to_string();
    let mut add_signs = |words: &[Word]| {
        for sign in SIGNS.into_iter().chain([largest.as_str()]) {
            if words.iter().any(|word| word.text.contains(sign)) {
                add(words, Some(sign), format!("{sign} is read as the blank"));
            }
        }
    };
    add_signs(&shown);
    if text.contains('#')
        && let Ok(words) = scan::words(text, false)
    {
        add_signs(&scan::shown(&words));
    }
    if let Some(words) = with_gap(words).or_else(|| with_wide_gap(&shown)) {
        add(&words, None, "the empty cell is read as the blank".to_owned());
    }
    if let [first, second, ..] = shown[..]
        && second.line > first.line
        && let Some(of_line) = first.text.parse().ok().and_then(|side| Size::new(side, side).ok())
        && size.is_none_or(|size| size == of_line)
    {
        let rest: Vec<Word> = words.iter().filter(|word| word.line > first.line).copied().collect();
        let reading = of_words(&scan::shown(&rest), Some(of_line), None);
        let reading = reading.or_else(|fault| read("", &rest, Some(of_line)).unwrap_or(Err(fault)));
        found.extend(reading.ok().map(|reading| {
            let also = reading.guess.map_or_else(String::new, |guess| format!(", and {guess}"));
            Reading { guess: Some(format!("the first line is read as the size{also}")), ..reading }
        }));
    }
    match &found[..] {
        [] => None,
        [one] => Some(Ok(one.clone())),
        [one, other, ..] => Some(Err(two_readings(&one.board, &other.board))),
    }
}

/// The words with the blank in the only empty cell between separators. Tables may have separators at both ends of lines.
fn with_gap<'a>(words: &[Word<'a>]) -> Option<Vec<Word<'a>>> {
    let mut lines: Vec<&[Word]> = words.chunk_by(|a, b| a.line == b.line).collect();
    lines.retain(|line| line.iter().any(|word| !word.text.is_empty()));
    if lines.iter().all(|line| line[0].text.is_empty()) {
        lines.iter_mut().for_each(|line| *line = &line[1..]);
    }
    if lines.iter().all(|line| line.last().is_some_and(|word| word.text.is_empty())) {
        lines.iter_mut().for_each(|line| *line = &line[..line.len() - 1]);
    }
    let mut words = lines.concat();
    for place in 1..words.len() {
        words[place].before |= if words[place].line > words[place - 1].line { LINE } else { 0 };
    }
    let mut empty = words.iter_mut().filter(|word| word.text.is_empty());
    match (empty.next(), empty.next()) {
        (Some(cell), None) => cell.text = "0",
        _ => return None,
    }
    Some(words)
}

/// The words with the blank where the distance between two of them is much wider than elsewhere.
fn with_wide_gap<'a>(words: &[Word<'a>]) -> Option<Vec<Word<'a>>> {
    let distance = |word: &Word| if word.column > word.spaces + 1 { word.spaces } else { 0 };
    let least = words.iter().map(distance).filter(|&distance| distance > 0).min()?;
    let is_wide = |word: &Word| distance(word) > 2.max(2 * least);
    let place = words.iter().position(is_wide)?;
    let mut words = words.to_vec();
    let gap = Word { text: "0", column: words[place].column - 1, ..words[place] };
    words[place].before = 0;
    words.insert(place, gap);
    Some(words)
}
