//! Configurations of Jim Leonard's js2: the board's size and walls, types of pieces, their places, and the goal.
//!
//! `lockx` keeps a type from moving left and right, `locky` from moving up and down. Pieces of one type are
//! interchangeable. Settings of the solver, such as `bigmem:`, are left out; what changes the rules, such as `xstep:`,
//! is an error.

use std::collections::HashMap;

use super::puzzle_maps::{PuzzleMaps, free_label};
use crate::format::{FormatError, Problem};
use crate::puzzle::shape::Axis;
use crate::puzzle::{Cell, MAX_SIDE, Piece, Puzzle};

/// Keys that say how js2 works, and nothing of the puzzle.
const SOLVER: [&str; 13] = [
    "useletters",
    "hexprint",
    "winonly",
    "bigmem",
    "smallmem",
    "numthreads",
    "diskthreads",
    "cachepercent",
    "nograph",
    "noconcurrent",
    "cutoff",
    "directed",
    "checkfulltree",
];

pub(super) fn fits(text: &str) -> bool {
    let has = |key: &str| commands(text).any(|(_, found, _)| found == key);
    has("xsize") && has("ysize") && has("put")
}

/// The line, key and value of each command; `!` and `;` end a value.
fn commands(text: &str) -> impl Iterator<Item = (usize, String, &str)> {
    (1..).zip(text.lines()).filter_map(|(line, row)| {
        let row = row.split(['!', ';']).next().unwrap_or_default().trim();
        let (key, value) = row.split_once(':')?;
        (!row.starts_with('#')).then(|| (line, key.trim().to_lowercase(), value.trim()))
    })
}

/// The comment above all commands, which is taken for the name.
fn name(text: &str) -> &str {
    let above = text.lines().map_while(|row| row.trim().strip_prefix('!'));
    above.map(|comment| comment.trim().trim_end_matches(':')).find(|comment| !comment.is_empty()).unwrap_or_default()
}

/// The integers of a value, without its brackets, and the character in quotes, if there is one.
fn numbers(value: &str) -> Option<(Vec<i32>, Option<char>)> {
    let (value, quoted) = match value.split_once('\'') {
        Some((value, rest)) => (value, rest.chars().next()),
        None => (value, None),
    };
    let words = value.split(|c: char| c.is_whitespace() || "(),".contains(c)).filter(|word| !word.is_empty());
    Some((words.map(|word| word.parse().ok()).collect::<Option<_>>()?, quoted))
}

/// A type of pieces.
#[derive(Default)]
struct PieceType {
    cells: Vec<(i32, i32)>,
    axes: Vec<Axis>,
    /// The characters of its pieces.
    labels: String,
}

/// A configuration while it is read.
struct Js2Board {
    width: i32,
    height: i32,
    start: Vec<Vec<char>>,
    goal: Vec<Vec<char>>,
    types: HashMap<i32, PieceType>,
    taken: Vec<char>,
    wins: usize,
}

pub(super) fn read(text: &str) -> Vec<Result<PuzzleMaps, FormatError>> {
    vec![sheet(text)]
}

fn sheet(text: &str) -> Result<PuzzleMaps, FormatError> {
    let (mut width, mut height) = (0, 0);
    for (line, key, value) in commands(text).filter(|(_, key, _)| key == "xsize" || key == "ysize") {
        let bad = || Problem::Js2 { found: format!("{key}: {value}").chars().take(40).collect() }.at(line, 1);
        let size = value.parse().ok().filter(|size| (1..=MAX_SIDE as i32).contains(size)).ok_or_else(bad)?;
        *(if key == "xsize" { &mut width } else { &mut height }) = size;
    }
    let map = vec![vec!['.'; width as usize]; height as usize];
    let (start, goal, types) = (map.clone(), map, HashMap::new());
    let mut board = Js2Board { width, height, start, goal, types, taken: Vec::new(), wins: 0 };
    for (line, key, value) in commands(text) {
        let bad = || Problem::Js2 { found: format!("{key}: {value}").chars().take(40).collect() }.at(line, 1);
        if !SOLVER.contains(&&*key) && key != "xsize" && key != "ysize" {
            numbers(value).and_then(|(n, quoted)| board.command(&key, &n, quoted)).ok_or_else(bad)?;
        }
    }
    // Types are written in the order of their pieces, so that the text is always the same.
    let mut types: Vec<&PieceType> = board.types.values().filter(|t| !t.labels.is_empty()).collect();
    types.sort_by(|a, b| a.labels.cmp(&b.labels));
    let (mut axes, mut fixed) = (Vec::new(), String::new());
    for one in &types {
        match one.axes[..] {
            [] => {}
            [axis] => axes.extend(one.labels.chars().map(|label| (axis, label))),
            _ => fixed += &one.labels,
        }
    }
    // Pieces that never move are walls.
    for cell in board.start.iter_mut().chain(&mut board.goal).flatten().filter(|cell| fixed.contains(**cell)) {
        *cell = '#';
    }
    for (start, goal) in board.start.iter().flatten().zip(board.goal.iter_mut().flatten()) {
        *goal = if *start == '#' { '#' } else { *goal };
    }
    let is_group = |t: &&&PieceType| t.labels.chars().count() > 1 && t.axes.len() < 2;
    let equal = types.iter().filter(is_group).map(|t| t.labels.clone()).collect();
    let goal = (board.wins > 0).then_some(board.goal);
    let name = name(text).to_owned();
    Ok(PuzzleMaps { name, line: 1, start: board.start, goal, axes, equal, ..PuzzleMaps::default() })
}

impl Js2Board {
    /// Obeys one command; `None` if that is not possible.
    fn command(&mut self, key: &str, numbers: &[i32], quoted: Option<char>) -> Option<()> {
        match (key, numbers) {
            ("wall", &[x, y]) => self.wall(x, y),
            ("hwall", &[y, a, b]) if a.abs_diff(b) < 256 => (a.min(b)..=a.max(b)).try_for_each(|x| self.wall(x, y)),
            ("vwall", &[x, a, b]) if a.abs_diff(b) < 256 => (a.min(b)..=a.max(b)).try_for_each(|y| self.wall(x, y)),
            ("piece", [number, cells @ ..]) if !cells.is_empty() && cells.len() % 2 == 0 => {
                let cells = cells.chunks(2).map(|xy| (xy[0], xy[1])).collect();
                self.types.insert(*number, PieceType { cells, ..PieceType::default() });
                Some(())
            }
            ("lockx", [number]) => self.lock(*number, Axis::Vertical),
            ("locky", [number]) => self.lock(*number, Axis::Horizontal),
            ("put", &[number, x, y]) => {
                let cells = self.types.get(&number)?.cells.clone();
                let wanted = quoted.or_else(|| char::from_digit(number.unsigned_abs(), 36));
                let label = free_label(&self.taken, wanted.filter(|c| c.is_ascii_graphic()));
                self.taken.push(label);
                self.types.get_mut(&number)?.labels.push(label);
                cells.into_iter().try_for_each(|(dx, dy)| {
                    let cell = cell(&mut self.start, x.checked_add(dx)?, y.checked_add(dy)?)?;
                    (*cell == '.').then(|| *cell = label)
                })
            }
            ("win", &[number, x, y]) if number != 0 => {
                let of_type = self.types.get(&number)?;
                let used = |c: &char| self.goal.iter().flatten().any(|d| d == c);
                let label = of_type.labels.chars().find(|c| !used(c))?;
                let cells = of_type.cells.clone();
                self.wins += 1;
                cells.into_iter().try_for_each(|(dx, dy)| {
                    let cell = cell(&mut self.goal, x.checked_add(dx)?, y.checked_add(dy)?)?;
                    (*cell == '.').then(|| *cell = label)
                })
            }
            _ => None,
        }
    }

    /// Adds a wall; one outside the board changes nothing.
    fn wall(&mut self, x: i32, y: i32) -> Option<()> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if inside {
            *cell(&mut self.start, x, y).filter(|cell| **cell == '.')? = '#';
        }
        Some(())
    }

    fn lock(&mut self, number: i32, axis: Axis) -> Option<()> {
        let of_type = self.types.get_mut(&number)?;
        of_type.axes.extend((!of_type.axes.contains(&axis)).then_some(axis));
        Some(())
    }
}

fn cell(map: &mut [Vec<char>], x: i32, y: i32) -> Option<&mut char> {
    map.get_mut(usize::try_from(y).ok()?)?.get_mut(usize::try_from(x).ok()?)
}

/// The configuration of a puzzle: a type for each class of pieces that the goal does not tell apart.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, String> {
    if !puzzle.gates().is_empty() {
        return Err("js2 has no gates".to_owned());
    }
    let by_shape = puzzle.goal().is_some_and(|goal| goal.by_shape);
    let equal = |a: &Piece, b: &Piece| a.shape == b.shape && (by_shape || a.group.is_some() && a.group == b.group);
    let pieces = puzzle.pieces();
    if pieces.iter().any(|a| pieces.iter().any(|b| equal(a, b) && a.axis != b.axis)) {
        return Err("in js2, pieces that the goal takes as equal have the same lock".to_owned());
    }
    let width = puzzle.width();
    let mut text = format!("! {}\nxsize: {width}\nysize: {}\n", puzzle.name(), puzzle.height());
    let walls = puzzle.cells().iter().enumerate().filter(|(_, cell)| **cell != Cell::Floor);
    walls.for_each(|(cell, _)| text += &format!("wall: ({}, {})\n", cell % width, cell / width));
    let goal = puzzle.goal().map_or(&[][..], |goal| &goal.pieces);
    let is_named = |piece: usize| goal.iter().any(|target| target.piece == Some(piece));
    // The first piece of each type.
    let mut types: Vec<usize> = Vec::new();
    let mut type_of = Vec::new();
    for (i, piece) in puzzle.pieces().iter().enumerate() {
        let same = |&&other: &&usize| {
            let first = &puzzle.pieces()[other];
            let equal = (&first.shape, first.axis, first.group) == (&piece.shape, piece.axis, piece.group);
            equal && !is_named(i) && !is_named(other)
        };
        let found = types.iter().position(|other| same(&other));
        type_of.push(found.unwrap_or(types.len()));
        if found.is_none() {
            types.push(i);
            let pairs: Vec<String> = piece.shape.offsets().iter().map(|(x, y)| format!("({x}, {y})")).collect();
            text += &format!("piece: {} {}\n", types.len(), pairs.join(" "));
            let lock = piece.axis.map(|axis| if axis == Axis::Vertical { "lockx" } else { "locky" });
            lock.into_iter().for_each(|lock| text += &format!("{lock}: {}\n", types.len()));
        }
    }
    for (i, piece) in puzzle.pieces().iter().enumerate() {
        let cell = puzzle.start().anchor(i);
        let label = if piece.label.is_ascii_alphanumeric() { format!(" '{}'", piece.label) } else { String::new() };
        text += &format!("put: {} ({}, {}){label}\n", type_of[i] + 1, cell % width, cell / width);
    }
    for target in goal {
        let fits = |&i: &usize| match target.piece {
            Some(piece) => i == piece,
            None => {
                puzzle.pieces()[i].shape == target.shape
                    && (target.group.is_none() || puzzle.pieces()[i].group == target.group)
            }
        };
        let piece = (0..type_of.len()).find(fits).ok_or("the goal has a place for no piece")?;
        text += &format!("win: {} ({}, {})\n", type_of[piece] + 1, target.cell % width, target.cell / width);
    }
    Ok(text)
}
