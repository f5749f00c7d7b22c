//! The maps of a puzzle, side by side.

use fifteen_puzzle::visible::is_invisible;

use super::goal::{GoalReader, ragged};
use super::grid::start_puzzle;
use super::{FormatError, MAP_WORDS, NO_MAP, NumberedLines, Settings, invisible, keys, uncommented};
use crate::puzzle::{MAX_SIDE, Puzzle};

/// The maps, as rows of the text.
pub(super) struct Maps {
    line: usize,
    /// Columns of the words `start`, `goal` and `floor`, from 0.
    start: usize,
    goal: Option<usize>,
    floor: Option<usize>,
    rows: Vec<Vec<char>>,
}

impl Maps {
    /// Reads the rows below a line with the word `start`, which `goal` and `floor` may follow; `None` for any other line.
    pub(super) fn read(number: usize, line: &str, lines: &mut NumberedLines) -> Option<Result<Self, FormatError>> {
        let words: Vec<&str> = uncommented(line).split_whitespace().collect();
        if !matches!(words[..], ["start"] | ["start", "goal"] | ["start", "floor"] | ["start", "goal", "floor"]) {
            return None;
        }
        let place = |word| words.contains(&word).then(|| line.find(word)).flatten();
        let [start, goal, floor] = MAP_WORDS.map(|word| place(word).map(|i| line[..i].chars().count()));
        let mut maps = Maps { line: number, start: start?, goal, floor, rows: Vec::new() };
        while lines.lines.peek().is_some_and(|l| !l.trim().is_empty()) {
            let row = lines.next().map_or("", |(_, row)| row);
            // One row too many is enough for the error.
            if maps.rows.len() <= MAX_SIDE {
                maps.rows.push(row.chars().collect());
            }
        }
        Some(maps.check().map(|()| maps))
    }

    fn check(&self) -> Result<(), FormatError> {
        for (y, row) in self.rows.iter().enumerate() {
            if let Some(x) = row.iter().position(|&c| c == '\t') {
                return Err(FormatError::new((self.row_line(y), x + 1), "a tab in a map: use spaces"));
            }
            if let Some(x) = row.iter().position(|&c| is_invisible(c)) {
                return Err(FormatError::new((self.row_line(y), x + 1), invisible(row[x])));
            }
            if let Some(x) = row.iter().take(self.start).position(|&c| c != ' ') {
                let left = format!("'{}' stands left of the word 'start', where the map begins", row[x]);
                return Err(FormatError::new((self.row_line(y), x + 1), left));
            }
        }
        Ok(())
    }

    fn row_line(&self, y: usize) -> usize {
        self.line + 1 + y
    }

    /// The columns of the start map end before this one.
    fn end_of_start(&self) -> usize {
        self.goal.or(self.floor).unwrap_or(usize::MAX)
    }

    fn end_of_goal(&self) -> usize {
        self.floor.unwrap_or(usize::MAX)
    }

    /// The character of a map between two columns; a space beyond it.
    fn at(&self, from: Option<usize>, to: usize, x: usize, y: usize) -> char {
        let column = from.map(|from| from + x).filter(|&column| column < to);
        column.and_then(|column| self.rows[y].get(column)).copied().unwrap_or(' ')
    }

    fn start_at(&self, x: usize, y: usize) -> char {
        self.at(Some(self.start), self.end_of_start(), x, y)
    }

    fn goal_at(&self, x: usize, y: usize) -> char {
        self.at(self.goal, self.end_of_goal(), x, y)
    }

    fn floor_at(&self, x: usize, y: usize) -> char {
        self.at(self.floor, usize::MAX, x, y)
    }

    /// The width of the map between two columns: up to the last character that is not a space.
    fn extent(&self, from: usize, to: usize) -> usize {
        let last = |row: &Vec<char>| row.iter().take(to).skip(from).rposition(|&c| c != ' ').map_or(0, |x| x + 1);
        self.rows.iter().map(last).max().unwrap_or(0)
    }

    /// The line and column of a cell of the start map, from 1.
    fn place(&self, x: usize, y: usize) -> (usize, usize) {
        (self.row_line(y), self.start + x + 1)
    }

    pub(super) fn puzzle(&self, settings: &Settings<'_>) -> Result<Puzzle, FormatError> {
        let width = self.extent(self.start, self.end_of_start());
        if width == 0 {
            return Err(FormatError::new((self.line, self.start + 1), NO_MAP));
        }
        let goal_width = self.goal.map_or(0, |goal| self.extent(goal, self.end_of_goal()));
        let floor_width = self.floor.map_or(0, |floor| self.extent(floor, usize::MAX));
        if [width, goal_width, floor_width, self.rows.len()].into_iter().any(|side| side > MAX_SIDE) {
            return Err(FormatError::new((self.line, 1), format!("the map is larger than {MAX_SIDE} x {MAX_SIDE}")));
        }
        self.check_ends(width)?;
        let grid: Vec<char> = (0..self.rows.len()).flat_map(|y| (0..width).map(move |x| self.start_at(x, y))).collect();
        let locate = |cell: usize| self.place(cell % width, cell / width);
        let doors = keys::labels(&settings.gates)?;
        let closed = |c: char| if doors.contains(&c) { '.' } else { c };
        let floor: Vec<char> = grid.iter().map(|&c| closed(c)).collect();
        let mut puzzle = start_puzzle(&floor, width, settings.locked, &locate)?;
        settings.axes.iter().try_for_each(|(axis, value)| keys::lock(&mut puzzle, *axis, value))?;
        settings.equal.iter().try_for_each(|value| keys::group(&mut puzzle, value))?;
        let mut gated = grid;
        if let Some(column) = self.floor {
            self.check_floor(width.max(floor_width), column, &doors)?;
            gated = (0..self.rows.len()).flat_map(|y| (0..width).map(move |x| self.floor_at(x, y))).collect();
        }
        keys::add_gates(&mut puzzle, &settings.gates, &gated)?;
        keys::check_start(&puzzle).map_err(|(cell, message)| FormatError::new(locate(cell), message))?;
        if let Some(column) = self.goal {
            self.check_gates(&puzzle, column, width.max(goal_width))?;
            let reader = GoalReader {
                puzzle: &puzzle,
                by_shape: settings.by_shape,
                at: &|x, y| closed(self.goal_at(x, y)),
                place: &|x, y| (self.row_line(y), column + x + 1),
                word: (self.line, column + 1),
                width: goal_width,
            };
            puzzle.goal = Some(reader.read()?);
        }
        Ok(puzzle)
    }

    /// The floor map shows the board of the start map without its pieces, which may stand on gates.
    fn check_floor(&self, width: usize, column: usize, gates: &[char]) -> Result<(), FormatError> {
        for (y, x) in (0..self.rows.len()).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let (start, found) = (self.start_at(x, y), self.floor_at(x, y));
            let is_bare = start == '.' || gates.contains(&start);
            let differs = || format!("the floor map has '{found}' here, where the start map has '{start}'");
            let message = match (start, found) {
                (' ' | '#', ' ' | '#') => continue,
                (_, ' ') => ragged("floor"),
                (_, found) if !matches!(found, '.' | '#') && !gates.contains(&found) => format!(
                    "the floor map has '{found}' here: it shows the board without pieces; write '.', '#' or a gate"
                ),
                (' ' | '#', _) | (_, '#') => differs(),
                _ if is_bare && start != found => differs(),
                _ => continue,
            };
            return Err(FormatError::new((self.row_line(y), column + x + 1), message));
        }
        Ok(())
    }

    /// Gates of the goal map stand where the other maps have them.
    fn check_gates(&self, puzzle: &Puzzle, column: usize, width: usize) -> Result<(), FormatError> {
        for (y, x) in (0..puzzle.height()).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let Some(gate) = puzzle.gates.iter().find(|gate| gate.label == self.goal_at(x, y)) else { continue };
            if x >= puzzle.width() || !gate.cells.contains(&(y * puzzle.width() + x)) {
                let differs = format!(
                    "the goal map has the gate '{}' here, where the start map has none; write '.', or the gate there \
                     too, and below a piece in a floor map",
                    gate.label
                );
                return Err(FormatError::new((self.row_line(y), column + x + 1), differs));
            }
        }
        Ok(())
    }

    /// Without another map to compare with, a row must be written as wide as the others unless it ends in a wall.
    fn check_ends(&self, width: usize) -> Result<(), FormatError> {
        if self.goal.or(self.floor).is_some() {
            return Ok(());
        }
        for (y, row) in self.rows.iter().enumerate() {
            let end = row.iter().rposition(|&c| c != ' ').map_or(0, |x| x + 1);
            if row.len() < self.start + width && row.get(end.wrapping_sub(1)) != Some(&'#') {
                return Err(FormatError::new((self.row_line(y), row.len() + 1), ragged("start")));
            }
        }
        Ok(())
    }
}
