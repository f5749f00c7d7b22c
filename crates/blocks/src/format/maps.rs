//! Reads maps, which are rectangles of characters that show the start, the goal or the floor of a
//! puzzle.
//!
//! In the text format, the maps of a puzzle are drawn side by side, each below a word. The column
//! of the word determines where its map begins:
//!
//! ```text
//! start    goal        the words: start in column 1, goal in column 10
//! A.       .A          row 0 of both maps
//! ..       ..          row 1
//! ```
//!
//! [`MapsText`] extracts the maps from such lines. The readers of other notations create
//! [`PuzzleMaps`] directly. In either case, [`PuzzleMaps::puzzle`] builds the puzzle.

use fifteen_puzzle::visible::is_invisible;

use super::grid::start_puzzle;
use super::{
    FormatError, MAP_WORDS, NO_MAP, NumberedLines, Settings, goal, invisible, keys, uncommented,
};
use crate::puzzle::{MAX_SIDE, Puzzle};

/// The lines of a puzzle's text that contain its maps, side by side.
pub(super) struct MapsText {
    /// The line with the words `start`, `goal` and `floor` above the maps, counted from 1.
    line: usize,
    /// The columns where the words `start`, `goal` and `floor` begin, counted from 0. `None` stands
    /// for a missing word.
    words: [Option<usize>; 3],
    rows: Vec<Vec<char>>,
}

/// A map as rows of characters. It remembers its position in the input, for error messages.
pub(super) struct Map {
    /// Line and column of the word above the map, counted from 1.
    pub(super) word: (usize, usize),
    /// Length of the longest row, in characters.
    pub(super) width: usize,
    /// Rows of the map, without trailing spaces.
    rows: Vec<Vec<char>>,
}

impl Map {
    /// Creates a map from its rows. `word` is the line and column of the word above the map.
    pub(super) fn new(word: (usize, usize), mut rows: Vec<Vec<char>>) -> Self {
        for row in &mut rows {
            let end = row
                .iter()
                .rposition(|&c| c != ' ')
                .map_or(0, |last| last + 1);
            row.truncate(end);
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        Map { word, width, rows }
    }

    /// Returns the character at the given column and row, counted from 0. Returns a space if the
    /// row ends before this column.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.rows[y].get(x).copied().unwrap_or(' ')
    }

    /// Converts a column and row of the map, counted from 0, to a line and column of the input,
    /// counted from 1.
    pub(super) fn place(&self, x: usize, y: usize) -> (usize, usize) {
        (self.word.0 + 1 + y, self.word.1 + x)
    }

    /// Returns all cells of the map, row by row, with `width` characters per row. Shorter rows are
    /// padded with spaces.
    pub(super) fn cells(&self, width: usize) -> Vec<char> {
        (0..self.rows.len())
            .flat_map(|y| (0..width).map(move |x| self.at(x, y)))
            .collect()
    }

    /// Checks every cell of the map, including the spaces that pad the rows to `width` columns.
    /// `mistake` receives the column, row and character of a cell, and returns an error message if
    /// the cell is wrong.
    ///
    /// # Errors
    /// Returns the first error, with its position in the input.
    pub(super) fn check(
        &self,
        width: usize,
        mistake: impl Fn(usize, usize, char) -> Option<String>,
    ) -> Result<(), FormatError> {
        for y in 0..self.rows.len() {
            for x in 0..self.width.max(width) {
                if let Some(message) = mistake(x, y, self.at(x, y)) {
                    return Err(FormatError::new(self.place(x, y), message));
                }
            }
        }
        Ok(())
    }

    /// Replaces every occurrence of a character with another one.
    fn replace(&mut self, from: char, to: char) {
        for cell in self.rows.iter_mut().flatten() {
            if *cell == from {
                *cell = to;
            }
        }
    }
}

/// The maps of one puzzle: drawings of the board in which each character is a cell. They come from
/// the text format, or from the code that reads another notation.
pub(super) struct PuzzleMaps {
    pub(super) start: Map,
    pub(super) goal: Option<Map>,
    pub(super) floor: Option<Map>,
}

impl MapsText {
    /// Reads the maps of a puzzle, which begin below a line such as `start goal`. The line consists
    /// of `start`, optionally followed by `goal` and `floor`. Returns `None` if `line` is any other
    /// line.
    pub(super) fn read(
        number: usize,
        line: &str,
        lines: &mut NumberedLines,
    ) -> Option<Result<Self, FormatError>> {
        let mut maps = MapsText {
            line: number,
            words: map_words(line)?,
            rows: Vec::new(),
        };
        while let Some((_, row)) = lines.next_if(|(_, row)| !row.trim().is_empty()) {
            // Keep only one row more than a map may have. The extra row lets the later check of the
            // map's size report the error.
            if maps.rows.len() <= MAX_SIDE {
                maps.rows.push(row.chars().collect());
            }
        }
        Some(maps.check().map(|()| maps))
    }

    /// Checks the rows of the maps. They must contain no invisible characters, and nothing to the
    /// left of the start map.
    fn check(&self) -> Result<(), FormatError> {
        let margin = self.words[0].unwrap_or(0);
        for (line, row) in (self.line + 1..).zip(&self.rows) {
            check_visible(row).map_err(|(x, message)| FormatError::new((line, x + 1), message))?;
            if let Some(x) = row.iter().take(margin).position(|&c| c != ' ') {
                let message = format!(
                    "'{}' stands left of the word 'start', where the map begins",
                    row[x]
                );
                return Err(FormatError::new((line, x + 1), message));
            }
        }
        Ok(())
    }

    /// Extracts one of the maps: 0 is the start map, 1 is the goal map, and 2 is the floor map.
    /// Returns `None` if the map is missing.
    fn map(&self, number: usize) -> Option<Map> {
        let from = self.words[number]?;
        let next = self.words[number + 1..].iter().flatten().next().copied();
        let to = next.unwrap_or(usize::MAX);
        let rows = self.rows.iter().map(|row| {
            let cells = row.get(from..to.min(row.len()));
            cells.unwrap_or_default().to_vec()
        });
        Some(Map::new((self.line, from + 1), rows.collect()))
    }

    /// Returns the character that represents empty cells in the maps, or `None` if it is the usual
    /// `.`.
    pub(super) fn empty_sign(&self, settings: &Settings<'_>) -> Option<char> {
        empty_sign(&self.map(0)?, settings)
    }

    /// Builds the puzzle from its maps.
    pub(super) fn puzzle(&self, settings: &Settings<'_>) -> Result<Puzzle, FormatError> {
        let Some(start) = self.map(0).filter(|start| start.width > 0) else {
            let place = (self.line, self.words[0].unwrap_or(0) + 1);
            return Err(FormatError::new(place, NO_MAP));
        };
        let maps = PuzzleMaps {
            start,
            goal: self.map(1),
            floor: self.map(2),
        };
        maps.check_size()?;
        if maps.goal.is_none() && maps.floor.is_none() {
            self.check_ends(&maps.start)?;
        }
        maps.puzzle(settings)
    }

    /// Checks that each row of a start map is as long as the longest row, or ends with a wall.
    ///
    /// This check is for puzzles with a single map. A shorter row is then probably an error,
    /// because no other map shows which cells exist.
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

impl PuzzleMaps {
    /// Checks that no map exceeds the maximum width or height.
    pub(super) fn check_size(&self) -> Result<(), FormatError> {
        let maps = [Some(&self.start), self.goal.as_ref(), self.floor.as_ref()];
        let is_large = |map: &Map| map.width.max(map.rows.len()) > MAX_SIDE;
        if maps.into_iter().flatten().any(is_large) {
            let message = format!("the map is larger than {MAX_SIDE} x {MAX_SIDE}");
            return Err(FormatError::new((self.start.word.0, 1), message));
        }
        Ok(())
    }

    /// Builds the puzzle from its maps.
    pub(super) fn puzzle(mut self, settings: &Settings<'_>) -> Result<Puzzle, FormatError> {
        if let Some(sign) = empty_sign(&self.start, settings) {
            let maps = [
                Some(&mut self.start),
                self.goal.as_mut(),
                self.floor.as_mut(),
            ];
            for map in maps.into_iter().flatten() {
                map.replace(sign, '.');
            }
        }
        let start = &self.start;
        let width = start.width;
        let gates = keys::labels(&settings.gates)?;
        // Read gates as floor for now. They are added later, when all pieces are known.
        let mut cells = start.cells(width);
        for cell in &mut cells {
            if gates.contains(cell) {
                *cell = '.';
            }
        }
        let locate = |cell: usize| start.place(cell % width, cell / width);
        let mut puzzle = start_puzzle(&cells, width, settings.locked, &locate)?;
        for (axis, value) in &settings.axes {
            keys::lock(&mut puzzle, *axis, value)?;
        }
        if let Some(value) = &settings.equal {
            keys::group(&mut puzzle, value)?;
        }
        if let Some(floor) = &self.floor {
            floor.check(width, |x, y, found| of_floor(start.at(x, y), found, &gates))?;
        }
        let bare = self.floor.as_ref().unwrap_or(start);
        keys::add_gates(&mut puzzle, &settings.gates, &bare.cells(width))?;
        keys::check_start(&puzzle)
            .map_err(|(cell, message)| FormatError::new(locate(cell), message))?;
        if let Some(mut goal) = self.goal {
            goal.check(width, |x, y, found| of_gate(&puzzle, x, y, found))?;
            for gate in gates {
                goal.replace(gate, '.');
            }
            puzzle.goal = Some(goal::read(&puzzle, &goal, settings.by_shape)?);
        }
        Ok(puzzle)
    }
}

/// Returns the character that represents empty cells, or `None` if it is the usual `.`.
///
/// Another character, such as `_`, is accepted only if the board would otherwise have no empty
/// cell, so that no piece could move: the start map contains no `.`, and the puzzle has no gates.
fn empty_sign(start: &Map, settings: &Settings<'_>) -> Option<char> {
    let has = |sign: &char| start.rows.iter().flatten().any(|c| c == sign);
    ['.', '\u{ff0e}', '_', '0']
        .into_iter()
        .find(has)
        .filter(|&sign| sign != '.' && settings.gates.is_empty())
}

/// Checks that a row of a map contains no tabs and no invisible characters.
///
/// # Errors
/// Returns the column of the first such character, counted from 0, and an error message.
pub(super) fn check_visible(row: &[char]) -> Result<(), (usize, String)> {
    if let Some(x) = row.iter().position(|&c| c == '\t') {
        return Err((x, "a tab in a map: use spaces".to_owned()));
    }
    match row.iter().position(|&c| is_invisible(c)) {
        Some(x) => Err((x, invisible(row[x]))),
        None => Ok(()),
    }
}

/// Reads the words above maps, such as `start   goal`. Returns the column where each of the words
/// `start`, `goal` and `floor` begins, counted from 0.
///
/// Returns `None` for any other line. The words `goal` and `floor` are optional, and capitals are
/// allowed.
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

/// Returns the error message for a row that ends too early. `map` is the word above the map, such
/// as `goal`.
pub(super) fn ragged(map: &str) -> String {
    format!(
        "ragged line: the {map} map ends here; write '#' for walls and spaces for cells outside the board"
    )
}

/// Checks one character of the floor map. Returns an error message if it conflicts with the same
/// cell of the start map.
///
/// The floor map shows the board without pieces, including gates that pieces cover at the start.
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

/// Checks one character of the goal map. Returns an error message if it represents a gate but the
/// cell is not part of this gate.
fn of_gate(puzzle: &Puzzle, x: usize, y: usize, found: char) -> Option<String> {
    let gate = puzzle.gates.iter().find(|gate| gate.label == found)?;
    let is_gate = x < puzzle.width && gate.cells.contains(&(y * puzzle.width + x));
    let differs = || {
        format!(
            "the goal map has the gate '{found}' here, where the start map has none; write '.', or the gate there too, \
             and below a piece in a floor map"
        )
    };
    (!is_gate).then(differs)
}
