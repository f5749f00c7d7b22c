//! Boards with pieces as plain data, and their pictures.
//!
//! A [`Scene`] has the map as [`Ground`], the goal, each [`Piece`] with its [`Tint`], and a [`SceneStep`] for each position.
//! `tiles` makes it from a tile puzzle, in which each tile is a piece of one cell, and `blocks` from a block puzzle.
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

pub use blocks::block_title;

/// A column and a row of the map.
type MapCell = (i32, i32);

/// A board with pieces, and the positions of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Columns of the map.
    width: usize,
    /// The map without pieces, row by row.
    ground: Vec<Ground>,
    /// The cells that must be covered in the goal.
    goal: Vec<MapCell>,
    pieces: Vec<Piece>,
    /// The positions, beginning with the start.
    steps: Vec<SceneStep>,
}

/// The content of one cell of the map, pieces aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Outside,
    Wall,
    Floor,
    /// A cell on which only some pieces may stand: hatched.
    Gate,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    /// A character, or a tile's number.
    label: String,
    /// Its cells, relative to its anchor.
    cells: Vec<MapCell>,
    tint: Tint,
}

/// The rule by which a piece gets its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tint {
    /// The goal names it: a warm colour of its own.
    Target,
    /// Any other piece: a colour of its own.
    Plain,
    /// It belongs to a group, as tiles do to the row of their goal cell; a group has one colour.
    Group(usize),
}

/// One position, and the move that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SceneStep {
    /// The text above the position.
    caption: String,
    /// The cell of each piece's anchor.
    anchors: Vec<MapCell>,
    /// The piece that moved here, by index; none at the start.
    moved: Option<usize>,
    /// Its path, as differences from cell to cell.
    path: Vec<MapCell>,
}

impl SceneStep {
    /// The position before all moves.
    fn start(anchors: Vec<MapCell>) -> Self {
        SceneStep {
            caption: "start".to_owned(),
            anchors,
            moved: None,
            path: Vec::new(),
        }
    }
}

/// The column and row of a cell of a map.
fn map_cell(width: usize, cell: usize) -> MapCell {
    // Maps have at most 255 columns and rows.
    ((cell % width) as i32, (cell / width) as i32)
}

impl Scene {
    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    fn height(&self) -> usize {
        self.ground.len().checked_div(self.width).unwrap_or(0)
    }

    /// The cells of a kind of ground.
    fn cells(&self, is: impl Fn(Ground) -> bool) -> HashSet<MapCell> {
        (0..self.ground.len())
            .filter(|&i| is(self.ground[i]))
            .map(|i| map_cell(self.width, i))
            .collect()
    }
}

impl Piece {
    /// The cells that the piece covers with its anchor on a cell.
    fn covered(&self, anchor: MapCell) -> HashSet<MapCell> {
        self.cells
            .iter()
            .map(|&(x, y)| (anchor.0 + x, anchor.1 + y))
            .collect()
    }

    /// The centre of the piece's label, relative to its anchor, in cells: the middle of the piece, or of its cell
    /// nearest to that.
    fn label_centre(&self) -> (f64, f64) {
        let n = self.cells.len().max(1) as f64;
        let (x, y) = self.cells.iter().fold((0.0, 0.0), |(x, y), c| {
            (x + f64::from(c.0), y + f64::from(c.1))
        });
        let middle = (x / n, y / n);
        // A middle between cells will do if all the cells around it belong to the piece.
        let (left, top) = (middle.0.floor() as i32, middle.1.floor() as i32);
        let (right, bottom) = (middle.0.ceil() as i32, middle.1.ceil() as i32);
        if [(left, top), (left, bottom), (right, top), (right, bottom)]
            .iter()
            .all(|c| self.cells.contains(c))
        {
            return (middle.0 + 0.5, middle.1 + 0.5);
        }
        let away = |c: &&MapCell| (f64::from(c.0) - middle.0).hypot(f64::from(c.1) - middle.1);
        let nearest = self.cells.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        nearest.map_or(middle, |c| (f64::from(c.0) + 0.5, f64::from(c.1) + 0.5))
    }
}

/// A Klotski of three pieces, for tests.
#[cfg(test)]
fn example() -> Scene {
    let piece = |label: &str, cells: &[MapCell], tint| Piece {
        label: label.to_owned(),
        cells: cells.to_vec(),
        tint,
    };
    let pieces = vec![
        piece("A", &[(0, 0), (1, 0)], Tint::Target),
        piece("B", &[(0, 0)], Tint::Plain),
        piece("C", &[(0, 0), (0, 1), (1, 1)], Tint::Plain),
    ];
    let mut ground = vec![Ground::Floor; 12];
    (ground[3], ground[7]) = (Ground::Wall, Ground::Outside);
    let anchors = |c: MapCell| vec![(0, 0), (2, 0), c];
    let moved = SceneStep {
        caption: "1. C RD <&>".to_owned(),
        anchors: anchors((1, 1)),
        moved: Some(2),
        path: vec![(1, 0)],
    };
    let steps = vec![SceneStep::start(anchors((0, 1))), moved];
    Scene {
        width: 4,
        ground,
        goal: vec![(0, 1), (1, 1)],
        pieces,
        steps,
    }
}
