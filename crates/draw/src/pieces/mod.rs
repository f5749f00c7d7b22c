//! Solutions of tile puzzles and block puzzles as pictures.
//!
//! Both kinds of puzzle become a [`Scene`]: a map of cells, pieces on it, and a [`SceneStep`] for
//! each position of the solution. A tile is a piece of one cell. `tiles.rs` and `blocks.rs` make
//! scenes.
//!
//! A scene is drawn in two formats. `sheet.rs` draws all positions side by side as SVG, and
//! `animation.rs` draws a GIF from the pixels that `canvas.rs` puts together. They share the
//! outlines of pieces (`outline.rs`), and the colours and measures (`style.rs`).

mod animation;
mod blocks;
mod canvas;
mod outline;
mod sheet;
mod style;
mod tiles;

use std::collections::HashSet;

pub use blocks::block_title;

/// A cell of the map as column and row.
type MapCell = (i32, i32);

/// A board with pieces, and the positions of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Number of columns of the map.
    width: usize,
    /// The cells of the map without pieces, row by row.
    ground: Vec<Ground>,
    /// The cells that must be covered in the goal.
    goal: Vec<MapCell>,
    pieces: Vec<ScenePiece>,
    /// The positions from the start to the end of the solution.
    steps: Vec<SceneStep>,
}

/// What a cell of the map is, apart from the pieces on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Outside,
    Wall,
    Floor,
    /// Floor that only some pieces may cover. It is hatched.
    Gate,
}

/// A piece on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ScenePiece {
    /// A character, or the number of a tile.
    label: String,
    /// The cells of the piece relative to its anchor.
    cells: Vec<MapCell>,
    tint: Tint,
}

/// The rule by which a piece gets its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tint {
    /// The goal names the piece, so it gets one of the warm colours.
    Target,
    /// Any other piece gets one of the other colours.
    Plain,
    /// All pieces of a group get the same colour. The tiles of one row of the goal are such a
    /// group.
    Group(usize),
}

/// A position, and the move that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SceneStep {
    /// The text above the position.
    caption: String,
    /// The cell of the anchor of each piece.
    anchors: Vec<MapCell>,
    /// The index of the piece that moved, or `None` at the start.
    moved: Option<usize>,
    /// The path of that piece, as the change of column and row in each step.
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

    /// The cells whose ground passes a test.
    fn cells(&self, is: impl Fn(Ground) -> bool) -> HashSet<MapCell> {
        (0..self.ground.len())
            .filter(|&i| is(self.ground[i]))
            .map(|i| map_cell(self.width, i))
            .collect()
    }
}

impl ScenePiece {
    /// The cells that the piece covers with its anchor on a cell.
    fn covered(&self, anchor: MapCell) -> HashSet<MapCell> {
        self.cells
            .iter()
            .map(|&(x, y)| (anchor.0 + x, anchor.1 + y))
            .collect()
    }

    /// The centre of the label relative to the anchor, in cells. It is the middle of the piece, or
    /// the centre of the cell that is nearest to it.
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

/// A small sliding-block puzzle with three pieces, for tests.
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
