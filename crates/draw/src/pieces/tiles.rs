//! Creates scenes from solutions of tile puzzles. Each tile becomes a piece of one cell. Tiles in
//! the same row of the goal have the same colour.

use fifteen_puzzle::{Board, Convention, Path};

use super::{Ground, Scene, ScenePiece, SceneStep, Tint, map_cell};

impl Scene {
    /// Creates a scene from the solution of a tile puzzle. Returns `None` if a move leaves the
    /// board, or if the start and the goal have different sizes.
    ///
    /// The caption of a position contains the number of the move, the tile and the letter of the
    /// move. For example, `12. 5 R` means that move 12 moves tile 5 and is written `R` in the given
    /// convention.
    pub fn of_tiles(
        start: &Board,
        goal: &Board,
        path: &Path,
        convention: Convention,
    ) -> Option<Self> {
        let size = start.size();
        let boards = path.replay(start).filter(|_| goal.size() == size)?;
        let goal_cells = goal.cells_of_tiles();
        let tile = |number: usize| ScenePiece {
            label: number.to_string(),
            cells: vec![(0, 0)],
            tint: Tint::Group(size.row_column(usize::from(goal_cells[number])).0),
        };
        let at = |cell: usize| map_cell(size.width(), cell);
        let anchors = |board: &Board| {
            let cells = board.cells_of_tiles();
            cells[1..]
                .iter()
                .map(|&cell| at(usize::from(cell)))
                .collect()
        };
        let mut steps = vec![SceneStep::start(anchors(start))];
        for (i, (letter, pair)) in path
            .letters(convention)
            .chars()
            .zip(boards.windows(2))
            .enumerate()
        {
            // The tile and the blank swap cells, so the blank's new cell is the tile's old cell.
            let (from, to) = (at(pair[1].blank()), at(pair[0].blank()));
            let tile = pair[0].tiles()[pair[1].blank()];
            steps.push(SceneStep {
                caption: format!("{}. {tile} {letter}", i + 1),
                anchors: anchors(&pair[1]),
                moved: Some(usize::from(tile) - 1),
                path: vec![(to.0 - from.0, to.1 - from.1)],
            });
        }
        let pieces = (1..size.cells()).map(tile).collect();
        Some(Scene {
            width: size.width(),
            ground: vec![Ground::Floor; size.cells()],
            goal: Vec::new(),
            pieces,
            steps,
        })
    }
}
