//! The two maps side by side, and the pieces found in a map.

use std::collections::HashMap;

use super::goal;
use super::{FormatError, Numbered, Problem, uncommented};
use crate::puzzle::{Cell, MAX_CELLS, MAX_SIDE, Piece, Position, Puzzle};
use crate::shape::Shape;

/// The maps as they stand in the text.
pub(super) struct Maps {
    line: usize,
    /// Columns of the words `start` and `goal`, from 0.
    start: usize,
    goal: Option<usize>,
    rows: Vec<Vec<char>>,
}

impl Maps {
    /// If the line holds the words, reads the rows below it.
    pub(super) fn read(number: usize, line: &str, lines: &mut Numbered) -> Option<Result<Self, FormatError>> {
        let mut words = uncommented(line).split_whitespace();
        if words.next() != Some("start") {
            return None;
        }
        let goal = match (words.next(), words.next()) {
            (None, None) => false,
            (Some("goal"), None) => true,
            _ => return None,
        };
        let column = |word| line.find(word).map(|i| line[..i].chars().count());
        let mut maps = Maps { line: number, start: column("start")?, goal: None, rows: Vec::new() };
        if goal {
            maps.goal = column("goal");
        }
        while lines.lines.peek().is_some_and(|l| !l.trim().is_empty()) {
            let row = lines.next().map_or("", |(_, row)| row);
            // A row more than there may be is enough to see that there are too many.
            if maps.rows.len() <= MAX_SIDE {
                maps.rows.push(row.chars().collect());
            }
        }
        Some(maps.check().map(|()| maps))
    }

    fn check(&self) -> Result<(), FormatError> {
        for (y, row) in self.rows.iter().enumerate() {
            if let Some(x) = row.iter().position(|&c| c == '\t') {
                return Err(Problem::Tab.at(self.row_line(y), x + 1));
            }
            if let Some(x) = row.iter().take(self.start).position(|&c| c != ' ') {
                return Err(Problem::LeftOfMap { found: row[x] }.at(self.row_line(y), x + 1));
            }
        }
        Ok(())
    }

    fn row_line(&self, y: usize) -> usize {
        self.line + 1 + y
    }

    fn start_at(&self, x: usize, y: usize) -> char {
        let inside = self.goal.is_none_or(|goal| self.start + x < goal);
        if inside { self.rows[y].get(self.start + x).copied().unwrap_or(' ') } else { ' ' }
    }

    fn goal_at(&self, x: usize, y: usize) -> char {
        self.goal.and_then(|goal| self.rows[y].get(goal + x)).copied().unwrap_or(' ')
    }

    /// Width of a map whose columns are these: to the last character that is not a space.
    fn extent(&self, from: usize, to: usize) -> usize {
        let last = |row: &Vec<char>| row.iter().take(to).skip(from).rposition(|&c| c != ' ').map_or(0, |x| x + 1);
        self.rows.iter().map(last).max().unwrap_or(0)
    }

    /// The line and column of a cell of the start map, from 1.
    fn place(&self, x: usize, y: usize) -> (usize, usize) {
        (self.row_line(y), self.start + x + 1)
    }

    pub(super) fn puzzle(&self, locked: bool, by_shape: bool) -> Result<Puzzle, FormatError> {
        let width = self.extent(self.start, self.goal.unwrap_or(usize::MAX));
        if width == 0 {
            return Err(Problem::NoMap.at(self.line, self.start + 1));
        }
        let goal_width = self.goal.map_or(0, |goal| self.extent(goal, usize::MAX));
        if width > MAX_SIDE || goal_width > MAX_SIDE || self.rows.len() > MAX_SIDE {
            return Err(Problem::MapSize.at(self.line, 1));
        }
        self.check_ends(width)?;
        let grid: Vec<char> = (0..self.rows.len()).flat_map(|y| (0..width).map(move |x| self.start_at(x, y))).collect();
        let locate = |cell: usize| self.place(cell % width, cell / width);
        let mut puzzle = of_grid(&grid, width, locked, &locate)?;
        if let Some(column) = self.goal {
            let reader = goal::Reader {
                puzzle: &puzzle,
                by_shape,
                at: &|x, y| self.goal_at(x, y),
                place: &|x, y| (self.row_line(y), column + x + 1),
                word: (self.line, column + 1),
                width: goal_width,
            };
            puzzle.goal = Some(reader.read()?);
        }
        Ok(puzzle)
    }

    /// Without a goal map to compare with, a row must be written as wide as the others unless it ends in a wall.
    fn check_ends(&self, width: usize) -> Result<(), FormatError> {
        if self.goal.is_some() {
            return Ok(());
        }
        for (y, row) in self.rows.iter().enumerate() {
            let end = row.iter().rposition(|&c| c != ' ').map_or(0, |x| x + 1);
            if row.len() < self.start + width && row.get(end.wrapping_sub(1)) != Some(&'#') {
                return Err(Problem::Ragged { map: "start" }.at(self.row_line(y), row.len() + 1));
            }
        }
        Ok(())
    }
}

/// The puzzle of a start map, without name and goal. `locate` gives a cell's line and column.
pub(super) fn of_grid(
    grid: &[char],
    width: usize,
    locked: bool,
    locate: &dyn Fn(usize) -> (usize, usize),
) -> Result<Puzzle, FormatError> {
    let cell = |&c: &char| match c {
        ' ' => Cell::Outside,
        '#' => Cell::Wall,
        _ => Cell::Floor,
    };
    let cells: Vec<Cell> = grid.iter().map(cell).collect();
    let (top_line, top_column) = locate(0);
    let found = box_of_floor(&cells, width);
    if found > MAX_CELLS {
        return Err(Problem::BoardSize { found }.at(top_line, top_column));
    }
    let (mut pieces, mut anchors) = (Vec::new(), Vec::new());
    for (label, anchor, shape) in shapes(grid, width) {
        let axis = if locked { shape.long_axis() } else { None };
        if locked && axis.is_none() {
            let (line, column) = locate(anchor);
            return Err(Problem::NoLongAxis { label }.at(line, column));
        }
        pieces.push(Piece { label, shape, axis });
        anchors.push(anchor as u16); // maps have at most MAX_SIDE * MAX_SIDE cells
    }
    if pieces.is_empty() {
        return Err(Problem::NoPieces.at(top_line, top_column));
    }
    let start = Position { anchors };
    Ok(Puzzle { name: String::new(), properties: Vec::new(), width, cells, pieces, start, goal: None, locked })
}

/// The pieces of a map in the order of their anchors: label, anchor, shape.
pub(super) fn shapes(grid: &[char], width: usize) -> Vec<(char, usize, Shape)> {
    let mut cells: HashMap<char, Vec<usize>> = HashMap::new();
    for (cell, &label) in grid.iter().enumerate().filter(|(_, c)| !matches!(c, ' ' | '#' | '.')) {
        cells.entry(label).or_default().push(cell);
    }
    let shape = |(label, cells): (char, Vec<usize>)| {
        let xy: Vec<(i32, i32)> = cells.iter().map(|c| ((c % width) as i32, (c / width) as i32)).collect();
        Some((label, *cells.first()?, Shape::of(&xy)?))
    };
    let mut shapes: Vec<(char, usize, Shape)> = cells.into_iter().filter_map(shape).collect();
    shapes.sort_unstable_by_key(|&(_, anchor, _)| anchor);
    shapes
}

/// Cells in the box around the floor.
fn box_of_floor(cells: &[Cell], width: usize) -> usize {
    let floor = || cells.iter().enumerate().filter(|(_, c)| **c == Cell::Floor).map(|(i, _)| (i % width, i / width));
    let span = |values: &mut dyn Iterator<Item = usize>| {
        values.fold(None, |range: Option<(usize, usize)>, v| {
            range.map_or(Some((v, v)), |(low, high)| Some((low.min(v), high.max(v))))
        })
    };
    match (span(&mut floor().map(|c| c.0)), span(&mut floor().map(|c| c.1))) {
        (Some((x0, x1)), Some((y0, y1))) => (x1 - x0 + 1) * (y1 - y0 + 1),
        _ => 0,
    }
}
