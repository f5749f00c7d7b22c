//! Boards with pieces as plain data, and what all pictures of them share: a tile board is a board of pieces of one cell.

mod film;
mod label;
mod look;
mod outline;
mod raster;
mod sheet;
mod tiles;

use std::collections::HashSet;

pub use film::film;
pub use sheet::sheet;
pub use tiles::tile_steps;

/// A column and a row of the map.
pub type MapCell = (i32, i32);

/// What is in one place of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Not part of the board.
    Outside,
    /// A wall.
    Wall,
    /// A cell on which pieces may stand.
    Floor,
}

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What names it: a character, or a tile's number.
    pub label: String,
    /// Its cells, from its anchor.
    pub cells: Vec<MapCell>,
    /// What its colour says.
    pub tint: Tint,
}

/// What the colour of a piece says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// The goal names it: a warm colour of its own.
    Target,
    /// Any other piece: a colour of its own.
    Plain,
    /// It belongs to a group, as tiles do to the row of their goal cell; a group has one colour.
    Group(usize),
}

/// What stays the same in all positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceBoard {
    /// Columns of the map.
    pub width: usize,
    /// The map without pieces, row by row.
    pub ground: Vec<Ground>,
    /// The cells that the goal wants covered.
    pub goal: Vec<MapCell>,
    /// The pieces.
    pub pieces: Vec<Piece>,
}

/// One position, and the move that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What stands above it.
    pub caption: String,
    /// Where each piece's anchor is.
    pub anchors: Vec<MapCell>,
    /// The piece that moved here, and its way, as differences cell by cell; none at the start.
    pub moved: Option<(usize, Vec<MapCell>)>,
}

impl Piece {
    /// Whether it covers one cell.
    fn is_cell(&self) -> bool {
        self.cells.len() == 1
    }
}

impl PieceBoard {
    fn height(&self) -> usize {
        self.ground.len().checked_div(self.width).unwrap_or(0)
    }

    /// The cells of a kind of ground.
    fn cells(&self, is: impl Fn(Ground) -> bool) -> HashSet<MapCell> {
        let place = |i: usize| ((i % self.width) as i32, (i / self.width) as i32);
        self.ground.iter().enumerate().filter(|(_, ground)| is(**ground)).map(|(i, _)| place(i)).collect()
    }

    /// The cells of a piece whose anchor is there.
    fn covered(&self, piece: usize, anchor: MapCell) -> HashSet<MapCell> {
        self.pieces[piece].cells.iter().map(|&(x, y)| (anchor.0 + x, anchor.1 + y)).collect()
    }

    /// Where a piece's label stands, from its anchor, in cells: its middle, or that of its cell that is nearest to it.
    fn heart(&self, piece: usize) -> (f64, f64) {
        let cells = &self.pieces[piece].cells;
        let n = cells.len().max(1) as f64;
        let (x, y) = cells.iter().fold((0.0, 0.0), |(x, y), c| (x + f64::from(c.0), y + f64::from(c.1)));
        let middle = (x / n, y / n);
        // A middle between cells will do if all the cells around it belong to the piece.
        let (left, top) = (middle.0.floor() as i32, middle.1.floor() as i32);
        let (right, bottom) = (middle.0.ceil() as i32, middle.1.ceil() as i32);
        if [(left, top), (left, bottom), (right, top), (right, bottom)].iter().all(|c| cells.contains(c)) {
            return middle;
        }
        let centre = |c: &MapCell| (f64::from(c.0), f64::from(c.1));
        let away = |c: &(f64, f64)| (c.0 - middle.0).hypot(c.1 - middle.1);
        cells.iter().map(centre).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(middle)
    }
}

/// A Klotski of three pieces, for tests.
#[cfg(test)]
pub(crate) fn example() -> (PieceBoard, Vec<Step>) {
    let piece = |label: &str, cells: &[MapCell], tint| Piece { label: label.to_owned(), cells: cells.to_vec(), tint };
    let pieces = vec![
        piece("A", &[(0, 0), (1, 0)], Tint::Target),
        piece("B", &[(0, 0)], Tint::Plain),
        piece("C", &[(0, 0), (0, 1), (1, 1)], Tint::Plain),
    ];
    let mut ground = vec![Ground::Floor; 12];
    (ground[3], ground[7]) = (Ground::Wall, Ground::Outside);
    let board = PieceBoard { width: 4, ground, goal: vec![(0, 1), (1, 1)], pieces };
    let step = |caption: &str, anchors: &[MapCell], moved| Step {
        caption: caption.to_owned(),
        anchors: anchors.to_vec(),
        moved,
    };
    let steps = vec![
        step("start", &[(0, 0), (2, 0), (0, 1)], None),
        step("1. C RD <&>", &[(0, 0), (2, 0), (1, 1)], Some((2, vec![(1, 0)]))),
    ];
    (board, steps)
}
