//! Draws solutions of tile puzzles and block puzzles.
//!
//! A solution is first converted to a [`Scene`], which consists of a map of cells, the pieces on
//! it, and a [`SceneStep`] for each position of the solution. A tile becomes a piece of one cell.
//! This conversion is implemented in `tiles.rs` and `blocks.rs`.
//!
//! A scene can be drawn in two formats. `sheet.rs` draws all positions side by side as SVG, and
//! `animation.rs` creates an animated GIF from pixels drawn by `canvas.rs`. Both formats share the
//! outlines of pieces (`outline.rs`), and the colours and dimensions (`style.rs`).

mod animation;
mod blocks;
mod canvas;
mod outline;
mod sheet;
mod style;
mod tiles;

use std::collections::HashSet;

pub use blocks::block_title;

/// A cell of the map, as column and row.
type MapCell = (i32, i32);

/// A solution that is ready to be drawn: a board, its pieces, and the position after each move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Number of columns of the map.
    width: usize,
    /// The kind of each map cell in row-major order, regardless of any piece on it.
    ground: Vec<Ground>,
    /// Cells that the goal requires to be covered. They are shaded in the picture.
    goal: Vec<MapCell>,
    pieces: Vec<ScenePiece>,
    /// Positions of the solution, from the start position to the last one.
    steps: Vec<SceneStep>,
}

/// The kind of a map cell, regardless of any piece on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Outside,
    Wall,
    Floor,
    /// A floor cell that only certain pieces may cover. It is drawn with diagonal strokes.
    Gate,
}

/// A piece with its shape, label and colour. A tile is a piece of one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ScenePiece {
    /// Text on the piece: a character, or the number of a tile.
    label: String,
    /// Cells of the piece, relative to its anchor, which is the cell that defines its location.
    cells: Vec<MapCell>,
    tint: Tint,
}

/// The rule for choosing the colour of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tint {
    /// A warm colour, for a piece whose final location matters.
    Target,
    /// A colour that is not warm, for a piece that the goal does not mention. Only target pieces
    /// have warm colours, so that they stand out.
    Plain,
    /// A colour shared by all pieces in the group with this index. In tile puzzles, each row of the
    /// goal is a group.
    Group(usize),
}

/// A position of the solution, with the move that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SceneStep {
    /// Text above the position.
    caption: String,
    /// The location of each piece's anchor, in the order of the pieces. The anchor is the first
    /// cell of a piece in reading order.
    anchors: Vec<MapCell>,
    /// Index of the piece that moved, or `None` for the start position.
    moved: Option<usize>,
    /// Path of the piece that moved, as the change in column and row of each step. Empty for the
    /// start position.
    path: Vec<MapCell>,
}

impl SceneStep {
    /// Creates the start position, which has no preceding move.
    fn start(anchors: Vec<MapCell>) -> Self {
        SceneStep {
            caption: "start".to_owned(),
            anchors,
            moved: None,
            path: Vec::new(),
        }
    }
}

/// Converts the index of a cell to its column and row on a map with `width` columns.
fn map_cell(width: usize, cell: usize) -> MapCell {
    // Maps have at most 255 columns and rows, so both values fit into an `i32`.
    ((cell % width) as i32, (cell / width) as i32)
}

impl Scene {
    /// Returns the number of positions, including the start position.
    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    fn height(&self) -> usize {
        self.ground.len().checked_div(self.width).unwrap_or(0)
    }

    /// Returns all cells whose kind satisfies a predicate.
    fn cells(&self, is: impl Fn(Ground) -> bool) -> HashSet<MapCell> {
        (0..self.ground.len())
            .filter(|&i| is(self.ground[i]))
            .map(|i| map_cell(self.width, i))
            .collect()
    }
}

impl ScenePiece {
    /// Returns the cells that the piece covers when its location is the cell `anchor`.
    fn covered(&self, anchor: MapCell) -> HashSet<MapCell> {
        self.cells
            .iter()
            .map(|&(x, y)| (anchor.0 + x, anchor.1 + y))
            .collect()
    }

    /// Returns the centre of the label, in cells relative to the piece's location. The label is in
    /// the middle of the piece. If the piece does not cover its middle, the label is on the nearest
    /// cell of the piece.
    fn label_centre(&self) -> (f64, f64) {
        let n = self.cells.len().max(1) as f64;
        let (x, y) = self.cells.iter().fold((0.0, 0.0), |(x, y), c| {
            (x + f64::from(c.0), y + f64::from(c.1))
        });
        let middle = (x / n, y / n);
        // The label fits in the middle if the piece covers all cells around the middle.
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

/// Returns a small scene with three pieces, for tests.
#[cfg(test)]
fn example() -> Scene {
    let piece = |label: &str, cells: &[MapCell], tint| ScenePiece {
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
