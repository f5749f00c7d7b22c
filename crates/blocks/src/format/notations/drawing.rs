//! Reads drawings of Rush Hour boards that show the exit as a `K` beyond the wall, on any side of
//! the board:
//!
//! ```text
//! AAB..F
//! ..BCDF
//! GPPCDFK
//! GH.III
//! GHJ...
//! LLJMM.
//! ```

use super::rows::NumberedLine;
use crate::format::rush::{Exit, Placed, RushBoard, SIDES, placed};
use crate::{Axis, Direction};

/// The character that marks the exit in a drawing, outside the board.
const EXIT: char = 'K';

/// Maximum number of lines in a drawing that shows the exit. A board has at most 12 rows, and
/// further lines can contain walls.
const MOST_LINES: usize = 16;
/// Maximum length, in bytes, of a line in a drawing that shows the exit. It allows for indentation
/// and for spaces between the cells.
const LONGEST_LINE: usize = 64;

/// Reads a drawing that contains a single `K`, which marks the exit beyond the wall. Returns `None`
/// for other lines.
///
/// Rows and columns at the edge of the drawing are removed as long as they contain only walls,
/// spaces and the exit. In the row or column of the exit, `.` can also mean a wall, for example in
/// the line `.K....` above a board. In a square drawing, a row or column with `.` could be part of
/// the board, so it is kept.
pub(super) fn drawing_with_exit(lines: &[NumberedLine<'_>]) -> Option<RushBoard> {
    if lines.len() > MOST_LINES || lines.iter().any(|line| line.text.len() > LONGEST_LINE) {
        return None;
    }
    let mut grid: Vec<Vec<Placed>> = Vec::new();
    for line in lines {
        let places = (1..).map(|column| (line.number, column));
        grid.push(line.text.trim_end().chars().zip(places).collect());
    }
    // If there is a space after every cell, as in `A A B`, drop the spaces.
    let is_spaced = |row: &Vec<Placed>| row.iter().skip(1).step_by(2).all(|(c, _)| *c == ' ');
    if grid.iter().all(is_spaced) {
        grid.iter_mut()
            .for_each(|row| *row = row.iter().copied().step_by(2).collect());
    }
    let is_exit = |(c, _): &Placed| *c == EXIT;
    if grid.iter().flatten().filter(|cell| is_exit(cell)).count() != 1 {
        return None;
    }
    // A row that begins with the exit can start in the same column as the other rows, and is then
    // one character longer. If so, move the other rows one column to the right.
    let begins = |row: &[Placed]| row.first().is_some_and(is_exit);
    let length = grid.iter().map(Vec::len).max().unwrap_or(0);
    if grid
        .iter()
        .all(|row| row.first().is_some_and(|(c, _)| *c != ' '))
        && grid
            .iter()
            .all(|row| row.len() == length - usize::from(!begins(row)))
    {
        for row in grid.iter_mut().filter(|row| !begins(row)) {
            row.insert(0, (' ', row[0].1));
        }
    }
    for row in &mut grid {
        let end = row.last().map_or((1, 1), |(_, place)| *place);
        row.resize(length, (' ', end));
    }
    let is_square = length == grid.len();
    let (mut columns, mut rows) = (0..length, 0..grid.len());
    let mut exit = None;
    loop {
        let seen = (columns.clone(), rows.clone());
        for side in Direction::ALL {
            let (x, y) = (columns.clone(), rows.clone());
            let edge: Vec<(usize, usize)> = match side {
                Direction::Up => x.map(|x| (x, rows.start)).collect(),
                Direction::Down => x.map(|x| (x, rows.end - 1)).collect(),
                Direction::Left => y.map(|y| (columns.start, y)).collect(),
                Direction::Right => y.map(|y| (columns.end - 1, y)).collect(),
            };
            let opening = edge.iter().find(|&&(x, y)| is_exit(&grid[y][x]));
            let may_have_dots = opening.is_some() && !is_square;
            let is_wall = |&(x, y): &(usize, usize)| match grid[y][x].0 {
                ' ' | '#' | EXIT => true,
                c => c == '.' && may_have_dots,
            };
            if !edge.iter().all(is_wall) {
                continue;
            }
            exit = opening.map(|&(x, y)| (side, x, y)).or(exit);
            match side {
                Direction::Up => rows.start += 1,
                Direction::Down => rows.end -= 1,
                Direction::Left => columns.start += 1,
                Direction::Right => columns.end -= 1,
            }
            if rows.is_empty() || columns.is_empty() {
                return None;
            }
        }
        if seen == (columns.clone(), rows.clone()) {
            break;
        }
    }
    let (side, x, y) = exit?;
    let line = match side.axis() {
        Axis::Horizontal => y.checked_sub(rows.start)?,
        Axis::Vertical => x.checked_sub(columns.start)?,
    };
    let cells = grid[rows.clone()]
        .iter()
        .flat_map(|row| &row[columns.clone()]);
    let characters: Vec<Placed> = cells.copied().collect();
    let is_drawing = SIDES.contains(&columns.len())
        && SIDES.contains(&rows.len())
        && characters.iter().all(is_cell);
    is_drawing.then_some(RushBoard {
        characters,
        width: Some(columns.len()),
        exit: Some(Exit {
            side,
            line: Some(line),
        }),
        car: None,
        list_letters: None,
        stated_moves: None,
    })
}

/// Returns whether a character can be a cell of a board.
fn is_cell(&(c, _): &Placed) -> bool {
    c.is_ascii_alphanumeric() || ".#_-".contains(c)
}

/// Returns whether a line is a row of cells. At least one cell must be empty or a wall. A `|` at
/// each end of the row is ignored.
pub(super) fn is_row_of_cells(line: &str) -> bool {
    let row = line.trim().trim_matches('|');
    placed(row, 1, 1).all(|cell| is_cell(&cell)) && row.contains(['.', '_', '-', '0', '#'])
}

/// Returns whether characters look like a board. Their number must be a square, such as 36. Unless
/// it is 36, at least one of them must be an empty cell or a wall.
pub(super) fn is_board(characters: &[Placed]) -> bool {
    let length = characters.len();
    SIDES.into_iter().any(|side| side * side == length)
        && characters.iter().all(is_cell)
        && (length == 36 || characters.iter().any(|(c, _)| "ox._-0#".contains(*c)))
}
