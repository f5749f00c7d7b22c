//! Reads boards in unusual notations by guessing.
//!
//! People mark the blank in many ways: `1 2 - 3`, an empty cell in a table, or just a wide gap.
//! Some texts begin with a line that gives the size. If text cannot be read without a guess, the
//! reader tries each of these guesses. It accepts the board if all successful guesses produce the
//! same one.

use super::cells::{BLANKS, ExtraSign};
use super::layout::two_readings;
use super::scan::{self, SLASH, TextWord};
use super::{NotationError, Reading, read_words};
use crate::size::Size;
use crate::{Board, Goal, MAX_CELLS};

/// Signs that may mean the blank. The reader tries them if it cannot read the text without a guess.
const SIGNS: [&str; 30] = [
    "-", "*", "?", "–", "—", "·", "•", "□", "■", "▢", "⬜", "⬛", "b", "B", "o", "O", "null",
    "None", "nil", "NaN", "nan", "empty", "blank", "gap", "hole", "-1", "\"\"", "[]", "()", "{}",
];

/// Reads text without a guess if possible. Otherwise, tries every guess. Returns the board if all
/// successful guesses produce the same one.
///
/// `words` are the words of `text`, with an empty word for each empty table cell.
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
    // board. Four numbers on a single line are not read in this way. They could be a 2x2 board, but
    // they are more likely a row of a 15-puzzle.
    let ends_rows = shown.iter().skip(1).any(|word| word.before != 0);
    let is_whole = ends_rows || size.is_some() || shown.len() > 4;
    let largest = is_whole.then(|| shown.len().to_string());
    // `#` can be a sign for the blank, but the scanner treats it as the start of a comment. So
    // replace it with a sign that the scanner keeps.
    let hashed = text.replace('#', "■");
    let with_hash = scan::words(&hashed)
        .map(|words| scan::shown(&words))
        .unwrap_or_default();
    add(&with_hash, Some("■"), "# is read as the blank".to_owned());
    for sign in SIGNS.into_iter().chain(largest.as_deref()) {
        if shown.iter().any(|word| word.text.contains(sign)) {
            add(&shown, Some(sign), format!("{sign} is read as the blank"));
        }
    }
    let wide_gap = with_wide_gap(&shown);
    // The blank can be a gap in a line that has one cell fewer than the others. Don't look for such
    // a line in a table with empty cells, because the blank is then one of these cells.
    if wide_gap.is_none() && shown.len() == words.len() {
        for filled in with_short_line(&shown) {
            add(&filled.words, None, filled.guess);
        }
    }
    for words in with_gaps(words).into_iter().chain(wide_gap) {
        add(
            &words,
            None,
            "the empty cell is read as the blank".to_owned(),
        );
    }
    let from_0 = numbered_from_0(&shown);
    if let Some((words, sign)) = &from_0
        && is_no_tile(sign)
    {
        let guess = format!("the tiles are numbered from 0, and {sign} is read as the blank");
        add(words, None, guess);
    }
    for heading in headings(&shown) {
        if size.is_some_and(|size| size != heading.size) {
            continue;
        }
        let mut rest: Vec<TextWord> = words
            .iter()
            .filter(|word| word.line > heading.last_line)
            .copied()
            .collect();
        // If each cell is on its own line, line breaks do not mark the ends of rows, so ignore
        // them.
        if rest.windows(2).all(|pair| pair[0].line < pair[1].line) {
            rest.iter_mut().for_each(|word| word.before = 0);
        }
        found.extend(read("", &rest, Some(heading.size)).ok().map(|reading| {
            let also = reading
                .guess
                .map_or_else(String::new, |guess| format!(", and {guess}"));
            Reading {
                guess: Some(format!("{}{also}", heading.guess)),
                goal: heading.goal,
                ..reading
            }
        }));
    }
    match &found[..] {
        [] => Err(match from_0 {
            Some((_, sign)) => error.with_message(format!(
                "0 and {sign} can both be the blank; write 0 for the blank, and number the tiles from 1"
            )),
            None => error,
        }),
        [one] => Ok(one.clone()),
        [one, other, ..] => Err(two_readings(&one.board, &other.board)),
    }
}

/// The lines above a board, which give its size and possibly its goal.
struct Heading {
    size: Size,
    goal: Option<Goal>,
    /// The last line of the heading.
    last_line: usize,
    /// Note for the user that says how the heading was understood.
    guess: String,
}

/// Some programs write a heading before the board, which gives its size or the number of its tiles.
/// Returns the possible meanings of the first lines as such a heading.
///
/// If the first line is a single number, it can be the side of a square board or the number of its
/// tiles. If it is the number of tiles, the next line is the goal cell of the blank, counted from
/// 0, or -1 for the last cell.
fn headings(words: &[TextWord]) -> Vec<Heading> {
    let ends_line = |index: usize| {
        let line = |index: usize| words.get(index).map(|word| word.line);
        line(index) < line(index + 1)
    };
    let number = |index: usize| {
        words
            .get(index)
            .and_then(|word| word.text.parse::<u8>().ok())
    };
    let mut found = Vec::new();
    let Some(first) = number(0).filter(|_| ends_line(0)) else {
        return found;
    };
    if let Ok(size) = Size::new(first.into(), first.into()) {
        found.push(Heading {
            size,
            goal: None,
            last_line: words[0].line,
            guess: "the first line is read as the size".to_owned(),
        });
    }
    if let Some(size) = Size::square(usize::from(first) + 1).filter(|_| ends_line(1)) {
        let goal = match number(1) {
            Some(blank) => Board::ascending(size, blank.into()).map(|goal| Goal::of_board(&goal)),
            None => (words[1].text == "-1").then_some(Goal::Last),
        };
        found.extend(goal.map(|goal| Heading {
            size,
            goal: Some(goal),
            last_line: words[1].line,
            guess: format!(
                "the first two lines are read as the number of tiles and the cell of the blank in the goal ({goal})"
            ),
        }));
    }
    found
}

/// Writes `0`, which means the blank, into each empty cell between two separators.
///
/// Many tables also begin or end each line with a separator. This produces an empty word at the
/// beginning or the end of the line, which is not a cell. The function therefore returns four
/// versions, with and without `0` in these two places. A wrong version has too many blanks and is
/// rejected later.
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

/// Looks for a gap between two words on a line that is much wider than the narrowest gap. Inserts
/// `0`, which means the blank, into the first such gap. Returns `None` if no gap is wide enough.
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

/// The words of an input, with `0` for the blank in a cell that was empty. `guess` is a note for
/// the user that says which cell was empty.
struct FilledWords<'a> {
    words: Vec<TextWord<'a>>,
    guess: String,
}

/// Looks for a single line that is one cell shorter than all others. Writes `0`, which means the
/// blank, into its empty cell. Returns one version for each cell that can be the empty one, or
/// nothing if there is no such line.
fn with_short_line<'a>(words: &[TextWord<'a>]) -> Vec<FilledWords<'a>> {
    let mut lines: Vec<&[TextWord]> = words.chunk_by(|a, b| a.line == b.line).collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    let are_lines = words
        .iter()
        .all(|word| word.depth == 0 && word.before & SLASH == 0);
    let others = lines.iter().filter(|line| line.len() == width).count();
    let row = match lines.iter().position(|line| line.len() + 1 == width) {
        Some(row) if are_lines && others + 1 == lines.len() => row,
        _ => return Vec::new(),
    };
    let first: usize = lines[..row].iter().map(|line| line.len()).sum();
    let short = lines.remove(row);
    let fill = |cell: usize| {
        let mut filled = words.to_vec();
        let mut blank = TextWord {
            text: "0",
            before: 0,
            ..short[0]
        };
        // The first word of a line stores the separator before the line. If the blank becomes the
        // first word, move the separator to it.
        if cell == 0 {
            blank.before = std::mem::take(&mut filled[first].before);
        }
        filled.insert(first + cell, blank);
        let part = if cell == 0 || cell == short.len() {
            "end"
        } else {
            "cell"
        };
        let guess = format!("the empty {part} of row {} is read as the blank", row + 1);
        FilledWords {
            words: filled,
            guess,
        }
    };
    empty_cells(short, &lines).into_iter().map(fill).collect()
}

/// Returns the indices of the cells that can be the empty one in a line that is one cell shorter
/// than the other lines.
///
/// If the words of the other lines line up in columns, these columns show where the empty cell is.
/// For example, it is the second cell of the first line here:
///
/// ```text
/// 1   3
/// 4 2 5
/// 7 8 6
/// ```
///
/// The empty cell can also be in a gap that is wider than all gaps of the other lines. If neither
/// test finds a cell, several cells can be the empty one: every cell in a gap that is wider than
/// the narrowest gap, the first cell if the line is indented, and the last cell if it is not
/// indented by a whole cell.
fn empty_cells(short: &[TextWord], others: &[&[TextWord]]) -> Vec<usize> {
    let begin = |word: &TextWord| word.column;
    let end = |word: &TextWord| word.column + word.text.chars().count();
    let mut cells: Vec<usize> = (0..=short.len())
        .filter(|&cell| {
            fits_columns(short, others, cell, begin) || fits_columns(short, others, cell, end)
        })
        .collect();
    let gap = |pair: &[TextWord]| pair[1].column.saturating_sub(end(&pair[0]));
    let gaps = || others.iter().flat_map(|line| line.windows(2)).map(gap);
    let (least, widest) = (gaps().min().unwrap_or(0), gaps().max().unwrap_or(0));
    let wider_than = |width: usize| -> Vec<usize> {
        (1..short.len())
            .filter(|&cell| gap(&short[cell - 1..=cell]) > width)
            .collect()
    };
    cells.extend(wider_than(widest));
    let indent = short[0].column;
    let is_indented = others.iter().any(|line| line[0].column < indent);
    // If all gaps are single spaces, the words can line up by chance. So if the line is indented,
    // its first cell can also be the empty one.
    if is_indented && widest == 1 && !cells.is_empty() && !cells.contains(&0) {
        cells.push(0);
    }
    if !cells.is_empty() {
        return cells;
    }
    cells = wider_than(least);
    if is_indented {
        cells.push(0);
    }
    if others.iter().any(|line| end(&line[0]) >= indent) {
        cells.push(short.len());
    }
    cells
}

/// Returns whether the words line up in columns if the line `short` has no word in the column with
/// the index `empty`. `edge` returns the position of a word's start, to test left-aligned columns,
/// or of its end, to test right-aligned columns.
fn fits_columns(
    short: &[TextWord],
    others: &[&[TextWord]],
    empty: usize,
    edge: impl Fn(&TextWord) -> usize,
) -> bool {
    let columns: Vec<usize> = others[0].iter().map(&edge).collect();
    let is_aligned = |line: &&[TextWord]| line.iter().map(&edge).eq(columns.iter().copied());
    let left = columns
        .iter()
        .enumerate()
        .filter(|&(cell, _)| cell != empty)
        .map(|(_, &column)| column);
    others.iter().all(is_aligned) && short.iter().map(&edge).eq(left)
}

/// Returns whether a sign can only mean the blank if the tiles are numbered from 0. Other signs,
/// such as `?`, could stand for a tile with an unknown number.
fn is_no_tile(sign: &str) -> bool {
    let is_word = sign.len() > 1 && sign.starts_with(char::is_alphabetic);
    is_word || ["-1", "_", "__", "[]", "()", "{}", "\"\""].contains(&sign)
}

/// Renumbers the tiles of a text such as `[6, 1, 3, 4, [], 5, 7, 2, 0]`, in which the tiles are
/// numbered from 0 and another sign is the blank. Returns the words, with all numbers raised by 1
/// and `0` for the blank, and the sign.
///
/// Returns `None` unless exactly one cell is a sign for the blank and the others are consecutive
/// numbers from 0.
fn numbered_from_0<'a>(words: &[TextWord<'a>]) -> Option<(Vec<TextWord<'a>>, &'a str)> {
    let tile = |word: &TextWord| {
        NUMERALS[..MAX_CELLS]
            .iter()
            .position(|number| *number == word.text)
    };
    let place = words.iter().position(|word| tile(word).is_none())?;
    let sign = words[place].text;
    let is_sign = SIGNS.contains(&sign) || BLANKS.contains(&sign);
    let mut raised = words.to_vec();
    let mut seen = vec![false; words.len()];
    for (index, word) in raised.iter_mut().enumerate() {
        if index == place {
            word.text = "0";
            continue;
        }
        let tile = tile(word)?;
        *seen.get_mut(tile)? = true;
        word.text = NUMERALS[tile + 1];
    }
    let last = seen.pop()?;
    (is_sign && !last && seen.into_iter().all(|tile| tile)).then_some((raised, sign))
}

/// The tile numbers as strings. A [`TextWord`] only borrows its text, so words with new numbers
/// refer to these strings.
const NUMERALS: [&str; MAX_CELLS + 1] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24", "25",
];
