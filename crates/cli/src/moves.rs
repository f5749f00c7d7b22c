//! The moves of a solution, one by one, and the hint that `solve --hint` prints for the first move.

use std::fmt;

use fifteen_solver::Path;
use fifteen_solver::puzzle::{Direction, TileGrid};
use fifteen_solver::record::BoardRecord;

use crate::record::{is_multi_tile, moves};

/// One move of a solution: a tile that slides into the blank, or in the multi-tile metric one or
/// more tiles that slide together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TileMove {
    /// The tile that a person would push. If several tiles slide together, this is the tile
    /// farthest from the blank.
    pub tile: u8,
    /// The direction in which the tile moves. The blank moves in the opposite direction.
    pub direction: Direction,
    /// The number of tiles that slide together.
    pub length: usize,
    /// The cell that the tile leaves.
    pub from: Cell,
    /// The cell that the tile reaches, which is next to `from`.
    pub to: Cell,
}

/// A cell of a board, printed as `row,column`. Both numbers start at 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    row: usize,
    column: usize,
}

impl Cell {
    /// Returns the cell with the given 0-based index in row-major order, on a board of the given
    /// width.
    pub(crate) fn new(width: usize, index: usize) -> Self {
        Self {
            row: index / width + 1,
            column: index % width + 1,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// Returns every board on the way to the goal, beginning with the start board, or `None` if no
/// solution was found.
pub(crate) fn boards_of(record: &BoardRecord) -> Option<Vec<TileGrid>> {
    let path = record.path.as_ref()?.grid_path(&record.board?)?;
    Some(path.grids())
}

/// Returns the moves of the solution in the record's metric, or `None` if no solution was found.
pub(crate) fn moves_of(record: &BoardRecord) -> Option<Vec<TileMove>> {
    let boards = boards_of(record)?;
    let single: Vec<TileMove> = boards
        .windows(2)
        .filter_map(|pair| single_move(&pair[0], &pair[1]))
        .collect();
    if !is_multi_tile(record) {
        return Some(single);
    }
    // Consecutive single-tile moves in the same direction form one slide. The last of them is the
    // move of the tile farthest from the blank.
    let slides = single.chunk_by(|one, next| one.direction == next.direction);
    Some(
        slides
            .filter_map(|slide| {
                slide.last().map(|pushed| TileMove {
                    length: slide.len(),
                    ..*pushed
                })
            })
            .collect(),
    )
}

/// Returns the single-tile move between two consecutive boards of a solution.
fn single_move(before: &TileGrid, after: &TileGrid) -> Option<TileMove> {
    let size = before.size();
    let is_blank = |grid: &TileGrid, cell: usize| grid.tiles()[cell] == 0;
    let from = (0..size.cells()).find(|&cell| !is_blank(before, cell) && is_blank(after, cell))?;
    let to = (0..size.cells()).find(|&cell| is_blank(before, cell) && !is_blank(after, cell))?;
    let direction = Direction::ALL
        .into_iter()
        .find(|&direction| size.step(from, direction) == Some(to))?;
    Some(TileMove {
        tile: before.tiles()[from],
        direction,
        length: 1,
        from: Cell::new(size.width(), from),
        to: Cell::new(size.width(), to),
    })
}

/// Returns the first move of the solution and the reason for it, or `None` if no solution was
/// found.
pub(crate) fn hint(record: &BoardRecord) -> Option<String> {
    let next = match &record.large {
        Some(grid) => first_move(grid.rows(), &record.path.as_ref()?.directions()),
        None => moves_of(record)?.first().copied(),
    };
    Some(hint_of(record, next.as_ref()))
}

/// Returns the first move of a solution of a large board, or `None` if the board is solved.
fn first_move(rows: &[Vec<u8>], path: &Path) -> Option<TileMove> {
    let blank_moves = *path.directions().first()?;
    let (width, tiles) = (rows[0].len(), rows.concat());
    let blank = tiles.iter().position(|&tile| tile == 0)?;
    let (columns, rows) = blank_moves.delta();
    let from = blank.checked_add_signed(rows as isize * width as isize + columns as isize)?;
    Some(TileMove {
        tile: *tiles.get(from)?,
        direction: blank_moves.opposite(),
        length: 1,
        from: Cell::new(width, from),
        to: Cell::new(width, blank),
    })
}

/// Returns a sentence that describes the next move of the solution in the record. If there is no
/// next move, the sentence says that the board is solved.
fn hint_of(record: &BoardRecord, next: Option<&TileMove>) -> String {
    let Some(next) = next else {
        return "this board is solved".to_owned();
    };
    let direction = next.direction.word();
    let is_repeated = record.board.is_some_and(|tiles| tiles.board().is_none());
    let action = if is_repeated {
        // Name the cell too, because several tiles of this board have the same number.
        let Cell { row, column } = next.from;
        format!(
            "move tile {} in row {row}, column {column} {direction}",
            next.tile
        )
    } else if next.length > 1 {
        format!(
            "push {} {direction}, {} tiles at once",
            next.tile, next.length
        )
    } else {
        format!("move {} {direction}", next.tile)
    };
    let count = record.upper.unwrap_or(0);
    let left = format!("{action}; {count} {} to the goal", moves(record, count));
    match record.bound {
        _ if record.shortest => {
            format!("{left} (a shortest solution begins with this move)")
        }
        Some(bound @ 1..) => {
            format!("{left} by the best solution found so far; every solution has at least {bound}")
        }
        _ => format!("{left} by the best solution found so far"),
    }
}
