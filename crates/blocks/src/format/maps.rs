//! The maps of a puzzle, side by side.

use fifteen_puzzle::visible::is_invisible;

use super::grid::start_puzzle;
use super::{
    FormatError, MAP_WORDS, NO_MAP, NumberedLines, Settings, goal, invisible, keys, uncommented,
};
use crate::puzzle::{MAX_SIDE, Puzzle};

/// The maps, as rows of the text.
pub(super) struct Maps {
    line: usize,
    /// Columns of the words `start`, `goal` and `floor`, from 0.
    words: [Option<usize>; 3],
    rows: Vec<Vec<char>>,
}

/// One of the maps.
pub(super) struct Map {
    /// The line and the column of the word above it, from 1.
    pub(super) word: (usize, usize),
    /// The most columns of a row; spaces at its end do not count.
    pub(super) width: usize,
    /// The rows, each to its last character.
    rows: Vec<Vec<char>>,
}

impl Map {
    /// The character at a column and a row, from 0; a space beyond the map.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.rows[y].get(x).copied().unwrap_or(' ')
    }

    /// The line and column in the text, from 1.
    pub(super) fn place(&self, x: usize, y: usize) -> (usize, usize) {
        (self.word.0 + 1 + y, self.word.1 + x)
    }

    /// The characters, row by row, in some columns.
    pub(super) fn cells(&self, width: usize) -> Vec<char> {
        (0..self.rows.len())
            .flat_map(|y| (0..width).map(move |x| self.at(x, y)))
            .collect()
    }

    /// Compares it cell by cell with a map that is `width` columns wide; fails with the first message.
    pub(super) fn check(
        &self,
        width: usize,
        message: impl Fn(usize, usize, char) -> Option<String>,
    ) -> Result<(), FormatError> {
        let width = self.width.max(width);
        for (y, x) in (0..self.rows.len()).flat_map(|y| (0..width).map(move |x| (y, x))) {
            if let Some(message) = message(x, y, self.at(x, y)) {
                return Err(FormatError::new(self.place(x, y), message));
            }
        }
        Ok(())
    }
}

impl Maps {
    /// Reads the rows below a line with the word `start`, which `goal` and `floor` may follow; `None` for any other line.
    pub(super) fn read(
        number: usize,
        line: &str,
        lines: &mut NumberedLines,
    ) -> Option<Result<Self, FormatError>> {
        let mut maps = Maps {
            line: number,
            words: map_words(line)?,
            rows: Vec::new(),
        };
        while let Some((_, row)) = lines.next_if(|(_, row)| !row.trim().is_empty()) {
            // One row too many is enough for the error.
            if maps.rows.len() <= MAX_SIDE {
                maps.rows.push(row.chars().collect());
            }
        }
        Some(maps.check().map(|()| maps))
    }

    fn check(&self) -> Result<(), FormatError> {
        let margin = self.words[0].unwrap_or(0);
        for (line, row) in (self.line + 1..).zip(&self.rows) {
            let error = |x: usize, message: &str| Err(FormatError::new((line, x + 1), message));
            if let Some(x) = row.iter().position(|&c| c == '\t') {
                return error(x, "a tab in a map: use spaces");
            }
            if let Some(x) = row.iter().position(|&c| is_invisible(c)) {
                return error(x, &invisible(row[x]));
            }
            if let Some(x) = row.iter().take(margin).position(|&c| c != ' ') {
                return error(
                    x,
                    &format!(
                        "'{}' stands left of the word 'start', where the map begins",
                        row[x]
                    ),
                );
            }
        }
        Ok(())
    }

    /// The start map and, where they are there, the goal map and the floor map.
    fn maps(&self) -> [Option<Map>; 3] {
        [0, 1, 2].map(|i| {
            let from = self.words[i]?;
            let to = self.words[i + 1..]
                .iter()
                .flatten()
                .next()
                .copied()
                .unwrap_or(usize::MAX);
            let mut rows: Vec<Vec<char>> = Vec::new();
            for row in &self.rows {
                let row = row.get(from..to.min(row.len())).unwrap_or_default();
                rows.push(
                    row[..row
                        .iter()
                        .rposition(|&c| c != ' ')
                        .map_or(0, |last| last + 1)]
                        .to_vec(),
                );
            }
            let width = rows.iter().map(Vec::len).max().unwrap_or(0);
            Some(Map {
                word: (self.line, from + 1),
                width,
                rows,
            })
        })
    }

    /// The character that stands for empty cells instead of `.`, if the start map has no `.` and no gate: its pieces
    /// could not move.
    pub(super) fn empty_sign(&self, settings: &Settings<'_>) -> Option<char> {
        let [start, ..] = self.maps();
        let has = |sign: &char| {
            start
                .iter()
                .flat_map(|map| &map.rows)
                .flatten()
                .any(|c| c == sign)
        };
        ['.', '\u{ff0e}', '_', '0']
            .into_iter()
            .find(has)
            .filter(|&sign| sign != '.' && settings.gates.is_empty())
    }

    pub(super) fn puzzle(&self, settings: &Settings<'_>) -> Result<Puzzle, FormatError> {
        let mut maps = self.maps();
        let empty = self.empty_sign(settings);
        for cell in maps
            .iter_mut()
            .flatten()
            .flat_map(|map| map.rows.iter_mut().flatten())
        {
            *cell = if Some(*cell) == empty { '.' } else { *cell };
        }
        let [start, goal, floor] = maps;
        let Some(start) = start.filter(|start| start.width > 0) else {
            return Err(FormatError::new(
                (self.line, self.words[0].unwrap_or(0) + 1),
                NO_MAP,
            ));
        };
        let width = start.width;
        let maps = [Some(&start), goal.as_ref(), floor.as_ref()]
            .into_iter()
            .flatten();
        if maps
            .map(|map| map.width)
            .chain([self.rows.len()])
            .any(|side| side > MAX_SIDE)
        {
            return Err(FormatError::new(
                (self.line, 1),
                format!("the map is larger than {MAX_SIDE} x {MAX_SIDE}"),
            ));
        }
        if goal.is_none() && floor.is_none() {
            self.check_ends(&start)?;
        }
        let doors = keys::labels(&settings.gates)?;
        let closed = |mut cells: Vec<char>| {
            cells
                .iter_mut()
                .filter(|c| doors.contains(c))
                .for_each(|c| *c = '.');
            cells
        };
        let locate = |cell: usize| start.place(cell % width, cell / width);
        let mut puzzle =
            start_puzzle(&closed(start.cells(width)), width, settings.locked, &locate)?;
        settings
            .axes
            .iter()
            .try_for_each(|(axis, value)| keys::lock(&mut puzzle, *axis, value))?;
        settings
            .equal
            .iter()
            .try_for_each(|value| keys::group(&mut puzzle, value))?;
        let bare = floor.as_ref().unwrap_or(&start);
        if let Some(floor) = &floor {
            floor.check(width, |x, y, found| of_floor(start.at(x, y), found, &doors))?;
        }
        keys::add_gates(&mut puzzle, &settings.gates, &bare.cells(width))?;
        keys::check_start(&puzzle)
            .map_err(|(cell, message)| FormatError::new(locate(cell), message))?;
        if let Some(mut goal) = goal {
            goal.check(width, |x, y, found| of_gate(&puzzle, x, y, found))?;
            goal.rows = goal.rows.into_iter().map(closed).collect();
            puzzle.goal = Some(goal::read(&puzzle, &goal, settings.by_shape)?);
        }
        Ok(puzzle)
    }

    /// Without another map to compare with, a row must be written as wide as the others unless it ends in a wall.
    fn check_ends(&self, start: &Map) -> Result<(), FormatError> {
        for (y, row) in self.rows.iter().enumerate() {
            let width = (row.len() + 1).saturating_sub(start.word.1);
            if width < start.width && start.rows[y].last() != Some(&'#') {
                return Err(FormatError::new(
                    (self.line + 1 + y, row.len() + 1),
                    ragged("start"),
                ));
            }
        }
        Ok(())
    }
}

/// The columns of the words above maps, from 0: `start`, which `goal` and `floor` may follow, in any case; `None` for
/// any other line.
pub(super) fn map_words(line: &str) -> Option<[Option<usize>; 3]> {
    let line = uncommented(line).to_ascii_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = |word| words.contains(&word).then(|| line.find(word)).flatten();
    let are_words = matches!(
        words[..],
        ["start"] | ["start", "goal"] | ["start", "floor"] | ["start", "goal", "floor"]
    );
    are_words.then(|| MAP_WORDS.map(|word| place(word).map(|i| line[..i].chars().count())))
}

/// The mistake of a row that ends before the others.
pub(super) fn ragged(map: &str) -> String {
    format!(
        "ragged line: the {map} map ends here; write '#' for walls and spaces for cells outside the board"
    )
}

/// The mistake of a cell of the floor map, which shows the board of the start map without its pieces; they may stand on
/// gates.
fn of_floor(start: char, found: char, gates: &[char]) -> Option<String> {
    let is_bare = start == '.' || gates.contains(&start);
    let differs = || format!("the floor map has '{found}' here, where the start map has '{start}'");
    match (start, found) {
        (' ' | '#', ' ' | '#') => None,
        (_, ' ') => Some(ragged("floor")),
        (_, found) if !matches!(found, '.' | '#') && !gates.contains(&found) => Some(format!(
            "the floor map has '{found}' here: it shows the board without pieces; write '.', '#' or a gate"
        )),
        (' ' | '#', _) | (_, '#') => Some(differs()),
        _ => (is_bare && start != found).then(differs),
    }
}

/// The mistake of a gate of the goal map that the other maps do not have.
fn of_gate(puzzle: &Puzzle, x: usize, y: usize, found: char) -> Option<String> {
    let gate = puzzle.gates.iter().find(|gate| gate.label == found)?;
    let is_there = x < puzzle.width && gate.cells.contains(&(y * puzzle.width + x));
    let differs = || {
        format!(
            "the goal map has the gate '{found}' here, where the start map has none; write '.', or the gate there too, \
             and below a piece in a floor map"
        )
    };
    (!is_there).then(differs)
}
