//! Boards of Rush Hour, one a line, as in Michael Fogleman's database: the moves, the board, the number of states.

use crate::format::rush::{self, SIDES};
use crate::format::{FormatError, MAX_PUZZLES, PuzzleEntry};
use crate::puzzle::shape::Axis;
use crate::puzzle::{Cell, Puzzle};

/// A line's numbers and its board.
struct RushLine<'a> {
    moves: Option<&'a str>,
    board: &'a str,
    states: Option<&'a str>,
    /// The column of the board, from 1.
    column: usize,
}

fn read_line(line: &str) -> Option<RushLine<'_>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&str| !word.is_empty() && word.len() < 10 && word.bytes().all(|b| b.is_ascii_digit());
    let is_board = |word: &&str| {
        SIDES.into_iter().any(|side| side * side == word.len())
            && word.bytes().all(|b| b.is_ascii_alphabetic() || b".#".contains(&b))
            && word.bytes().any(|b| b"ox.".contains(&b))
    };
    let (moves, board, states) = match words[..] {
        [board] => (None, board, None),
        [moves, board] if is_board(&board) => (Some(moves), board, None),
        [board, states] => (None, board, Some(states)),
        [moves, board, states] => (Some(moves), board, Some(states)),
        _ => return None,
    };
    let numbers = moves.iter().chain(&states).all(is_number);
    let column = line.find(board).map_or(1, |at| at + 1);
    (numbers && is_board(&board)).then_some(RushLine { moves, board, states, column })
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with("# "))
}

pub(super) fn fits(text: &str) -> bool {
    lines(text).next().is_some_and(|(_, line)| read_line(line).is_some())
}

/// Reads the boards, at most one more than [`MAX_PUZZLES`].
pub(super) fn read(text: &str) -> Vec<PuzzleEntry> {
    let entry = |(i, (line, row)): (usize, (usize, &str))| {
        let found = read_line(row);
        let puzzle = match &found {
            Some(found) => rush::read(found.board, line, found.column).map(|mut puzzle| {
                puzzle.properties.extend(found.moves.map(|n| ("optimum".to_owned(), format!("straight={n}"))));
                puzzle.properties.extend(found.states.map(|n| ("states".to_owned(), n.to_owned())));
                puzzle
            }),
            None => {
                let found: String = row.trim().chars().take(20).collect();
                let wrong = format!(
                    "'{found}' is not a Rush Hour board; expected 36 characters, with the moves before and the states \
                     after if known"
                );
                Err(FormatError::new((line, 1), wrong))
            }
        };
        PuzzleEntry { index: i + 1, name: String::new(), line, puzzle }
    };
    lines(text).take(MAX_PUZZLES + 1).enumerate().map(entry).collect()
}

/// The board of a puzzle whose goal is that a car leaves to the right.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let side = puzzle.width();
    if side != puzzle.height() || !SIDES.contains(&side) || puzzle.cells().contains(&Cell::Outside) {
        return Err("a Rush Hour board is a square of 4x4 to 10x10 cells".to_owned());
    }
    let is_car = |p: &crate::Piece| {
        let (width, height) = p.shape.extent();
        p.axis.is_some()
            && p.axis == p.shape.long_axis()
            && width.min(height) == 1
            && width.max(height) == p.shape.len()
    };
    if !puzzle.pieces().iter().all(is_car) || !puzzle.gates().is_empty() {
        return Err("Rush Hour has cars alone: straight pieces locked to their long axes, and no gates".to_owned());
    }
    let named = puzzle.goal().map(|goal| &goal.pieces[..]);
    let Some([target]) = named else { return Err("the goal of Rush Hour is the place of one car".to_owned()) };
    let Some(car) = target.piece else { return Err("the goal of Rush Hour names one car".to_owned()) };
    let piece = &puzzle.pieces()[car];
    if piece.axis != Some(Axis::Horizontal) || target.cell % side + piece.shape.len() != side {
        return Err("the goal of Rush Hour is a car at the right end of its row".to_owned());
    }
    let occupants = puzzle.occupants(puzzle.start());
    // The car to drive out is called A, and the others B, C, ... in the order of the board.
    let mut others = ('B'..='Z').chain('a'..='z').filter(|c| !matches!(c, 'X' | 'x' | 'o'));
    let mut letters = vec![None; puzzle.pieces().len()];
    letters[car] = Some('A');
    let mut board = String::new();
    for (cell, occupant) in puzzle.cells().iter().zip(occupants) {
        board.push(match (cell, occupant) {
            (_, Some(piece)) => {
                let letter = letters[piece].or_else(|| others.next());
                letters[piece] = letter;
                letter.ok_or("a Rush Hour line has at most 49 cars")?
            }
            (Cell::Floor, None) => 'o',
            (_, None) => 'x',
        });
    }
    let moves = puzzle.optima().ok().and_then(|optima| {
        optima.into_iter().find_map(|(metric, n)| n.filter(|_| metric == crate::BlockMetric::Straight))
    });
    let moves = moves.map_or_else(String::new, |n| format!("{n} "));
    let states = puzzle.property("states").filter(|_| !moves.is_empty()).map_or_else(String::new, |n| format!(" {n}"));
    Ok(format!("{moves}{board}{states}\n"))
}
