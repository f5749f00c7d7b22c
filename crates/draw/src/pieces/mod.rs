//! Boards with pieces as plain data, and their pictures.
//!
//! A [`PieceBoard`] is what all positions share: the map as [`Ground`], the goal, and each [`Piece`] with its [`Tint`].
//! A [`Step`] is one position and the move that led to it. [`sheet()`] draws all steps as one SVG, [`animation()`] as a
//! GIF. [`tile_steps()`] makes both from a tile puzzle, in which each tile is a piece of one cell, and [`block_steps()`]
//! from a block puzzle.
//!
//! `outline` traces the shape of a piece for both formats, `style` has their colours and measures. `sheet` writes SVG;
//! `canvas` has pixels for `animation`.

mod animation;
mod blocks;
mod canvas;
mod outline;
mod sheet;
mod style;
mod tiles;

use std::collections::HashSet;

pub use animation::animation;
pub use blocks::{block_steps, block_title};
pub use sheet::sheet;
pub use tiles::tile_steps;

/// A column and a row of the map.
pub type MapCell = (i32, i32);

/// The content of one cell of the map, pieces aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Not part of the board.
    Outside,
    /// A wall.
    Wall,
    /// A cell on which pieces may stand.
    Floor,
    /// A cell on which only some pieces may stand: hatched.
    Gate,
}

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its name: a character, or a tile's number.
    pub label: String,
    /// Its cells, relative to its anchor.
    pub cells: Vec<MapCell>,
    /// The rule for its colour.
    pub tint: Tint,
}

/// The rule by which a piece gets its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// The goal names it: a warm colour of its own.
    Target,
    /// Any other piece: a colour of its own.
    Plain,
    /// It belongs to a group, as tiles do to the row of their goal cell; a group has one colour.
    Group(usize),
}

/// The parts of a puzzle that stay the same in all positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceBoard {
    /// Columns of the map.
    pub width: usize,
    /// The map without pieces, row by row.
    pub ground: Vec<Ground>,
    /// The cells that must be covered in the goal.
    pub goal: Vec<MapCell>,
    /// The pieces.
    pub pieces: Vec<Piece>,
}

/// One position, and the move that led to it, of one piece or of several together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The text above the position.
    pub caption: String,
    /// The cell of each piece's anchor.
    pub anchors: Vec<MapCell>,
    /// The pieces that moved here, by index; none at the start.
    pub moved: Vec<usize>,
    /// The path of each of them, as differences from cell to cell.
    pub path: Vec<MapCell>,
}

impl Step {
    /// The position before all moves.
    fn start(anchors: Vec<MapCell>) -> Self {
        Step { caption: "start".to_owned(), anchors, moved: Vec::new(), path: Vec::new() }
    }
}

impl PieceBoard {
    fn height(&self) -> usize {
        self.ground.len().checked_div(self.width).unwrap_or(0)
    }

    /// The cells of a kind of ground.
    fn cells(&self, is: impl Fn(Ground) -> bool) -> HashSet<MapCell> {
        let width = self.width.max(1);
        let cell = |i: usize| ((i % width) as i32, (i / width) as i32);
        self.ground.iter().enumerate().filter(|(_, ground)| is(**ground)).map(|(i, _)| cell(i)).collect()
    }
}

impl Piece {
    /// The cells that the piece covers with its anchor on a cell.
    fn covered(&self, anchor: MapCell) -> HashSet<MapCell> {
        self.cells.iter().map(|&(x, y)| (anchor.0 + x, anchor.1 + y)).collect()
    }

    /// The centre of the piece's label, relative to its anchor, in cells: the middle of the piece, or of its cell
    /// nearest to that.
    fn label_centre(&self) -> (f64, f64) {
        let n = self.cells.len().max(1) as f64;
        let (x, y) = self.cells.iter().fold((0.0, 0.0), |(x, y), c| (x + f64::from(c.0), y + f64::from(c.1)));
        let middle = (x / n, y / n);
        // A middle between cells will do if all the cells around it belong to the piece.
        let (left, top) = (middle.0.floor() as i32, middle.1.floor() as i32);
        let (right, bottom) = (middle.0.ceil() as i32, middle.1.ceil() as i32);
        if [(left, top), (left, bottom), (right, top), (right, bottom)].iter().all(|c| self.cells.contains(c)) {
            return (middle.0 + 0.5, middle.1 + 0.5);
        }
        let away = |c: &&MapCell| (f64::from(c.0) - middle.0).hypot(f64::from(c.1) - middle.1);
        let nearest = self.cells.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        nearest.map_or(middle, |c| (f64::from(c.0) + 0.5, f64::from(c.1) + 0.5))
    }
}

/// A Klotski of three pieces, for tests.
#[cfg(test)]
fn example() -> (PieceBoard, Vec<Step>) {
    let piece = |label: &str, cells: &[MapCell], tint| Piece { label: label.to_owned(), cells: cells.to_vec(), tint };
    let pieces = vec![
        piece("A", &[(0, 0), (1, 0)], Tint::Target),
        piece("B", &[(0, 0)], Tint::Plain),
        piece("C", &[(0, 0), (0, 1), (1, 1)], Tint::Plain),
    ];
    let mut ground = vec![Ground::Floor; 12];
    (ground[3], ground[7]) = (Ground::Wall, Ground::Outside);
    let board = PieceBoard { width: 4, ground, goal: vec![(0, 1), (1, 1)], pieces };
    let anchors = |c: MapCell| vec![(0, 0), (2, 0), c];
    let moved =
        Step { caption: "1. C RD <&>".to_owned(), anchors: anchors((1, 1)), moved: vec![2], path: vec![(1, 0)] };
    (board, vec![Step::start(anchors((0, 1))), moved])
}
