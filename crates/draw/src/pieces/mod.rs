//! Draws solutions of tile puzzles and block puzzles.
//!
//! A solution of either kind of puzzle is first converted to a [`Scene`]: a map of cells, the
//! pieces on it, and a [`SceneStep`] for each position of the solution. A tile becomes a piece of
//! one cell. This conversion is in `tiles.rs` and `blocks.rs`.
//!
//! A scene can be drawn in two formats. `sheet.rs` draws all positions side by side as SVG.
//! `animation.rs` draws an animated GIF from pixels that `canvas.rs` composes. Both formats share
//! the outlines of pieces (`outline.rs`), and the colours and measures (`style.rs`).

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

/// A board with pieces, and all positions of a solution, ready to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Number of columns of the map.
    width: usize,
    /// What each cell of the map is, apart from the pieces on it, row by row.
    ground: Vec<Ground>,
    /// The cells that the pieces named by the goal must cover at the end. These cells are shaded.
    goal: Vec<MapCell>,
    pieces: Vec<ScenePiece>,
    /// The positions of the solution, from the start to the end.
    steps: Vec<SceneStep>,
}

/// What a cell of the map is, apart from the pieces on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Outside,
    Wall,
    Floor,
    /// A floor cell that only some pieces may cover. It is drawn with diagonal strokes.
    Gate,
}

/// A piece on the map, with its shape, label and colour. A tile is a piece of one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ScenePiece {
    /// The text on the piece: a character, or the number of a tile.
    label: String,
    /// The cells of the piece, relative to its anchor, which is the cell that gives its position.
    cells: Vec<MapCell>,
    tint: Tint,
}

/// The rule that determines the colour of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tint {
    /// The goal says where this piece must be, so it gets one of the warm colours.
    Target,
    /// The goal does not mention this piece, so it gets one of the other colours.
    Plain,
    /// All pieces with the same group number get the same colour. In tile puzzles, the tiles of
    /// each row of the goal form a group.
    Group(usize),
}

/// A position of the solution, and the move that led to this position.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SceneStep {
    /// The text that is drawn above the position.
    caption: String,
    /// The cell of each piece's anchor, in the order of the pieces.
    anchors: Vec<MapCell>,
    /// The index of the piece that moved, or `None` in the start position.
    moved: Option<usize>,
    /// The steps of the piece that moved, each as the changes in column and row. Empty in the start
    /// position.
    path: Vec<MapCell>,
}

impl SceneStep {
    /// Creates the position before the first move.
    fn start(anchors: Vec<MapCell>) -> Self {
        SceneStep {
            caption: "start".to_owned(),
            anchors,
            moved: None,
            path: Vec::new(),
        }
    }
}

/// Converts the index of a cell on a map with `width` columns to its column and row.
fn map_cell(width: usize, cell: usize) -> MapCell {
    // Maps have at most 255 columns and rows, so both numbers fit into an `i32`.
    ((cell % width) as i32, (cell / width) as i32)
}

impl Scene {
    /// Returns the number of positions, including the start.
    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    fn height(&self) -> usize {
        self.ground.len().checked_div(self.width).unwrap_or(0)
    }

    /// Returns the cells of the map whose ground satisfies the predicate `is`.
    fn cells(&self, is: impl Fn(Ground) -> bool) -> HashSet<MapCell> {
        (0..self.ground.len())
            .filter(|&i| is(self.ground[i]))
            .map(|i| map_cell(self.width, i))
            .collect()
    }
}

impl ScenePiece {
    /// Returns the cells that the piece covers if its anchor is on the cell `anchor`.
    fn covered(&self, anchor: MapCell) -> HashSet<MapCell> {
        self.cells
            .iter()
            .map(|&(x, y)| (anchor.0 + x, anchor.1 + y))
            .collect()
    }

    /// Returns the point at which the label is centred, in cells relative to the anchor. This is
    /// the middle of the piece, or the centre of the piece's cell that is nearest to the middle.
    fn label_centre(&self) -> (f64, f64) {
        let n = self.cells.len().max(1) as f64;
        let (x, y) = self.cells.iter().fold((0.0, 0.0), |(x, y), c| {
            (x + f64::from(c.0), y + f64::from(c.1))
        });
        let middle = (x / n, y / n);
        // If all cells around the middle belong to the piece, the label fits there.
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

/// Returns the scene of a small block puzzle with three pieces, for tests.
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
