//! The puzzle as a [`StateSpace`], slow and general, straight from the rules.

use fifteen_search::{KeyedSpace, StateSpace};

use crate::engine::layout::Layout;
use crate::metric::BlockMetric;
use crate::puzzle::rules;
use crate::puzzle::{Position, Puzzle};

/// A puzzle in a metric, for the algorithms of `fifteen-search`.
///
/// Equal pieces that the goal does not name are interchangeable. A breadth-first search of this space takes thousands
/// of times as long as [`solve`](crate::solve()), and checks it.
pub struct BlockSpace<'a> {
    puzzle: &'a Puzzle,
    metric: BlockMetric,
    /// Classes of interchangeable pieces.
    classes: Vec<Vec<usize>>,
}

/// A move of [`BlockSpace`]: one piece of a class goes from a cell to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockMove {
    class: usize,
    from: u16,
    to: u16,
}

impl<'a> BlockSpace<'a> {
    /// The space of a puzzle in a metric.
    pub fn new(puzzle: &'a Puzzle, metric: BlockMetric) -> Self {
        let classes = Layout::new(puzzle, true).classes.into_iter().map(|class| class.pieces).collect();
        BlockSpace { puzzle, metric, classes }
    }

    /// The start.
    pub fn start(&self) -> Position {
        let mut start = self.puzzle.start().clone();
        (0..self.classes.len()).for_each(|class| self.order(class, &mut start));
        start
    }

    /// Names equal pieces in the order of their cells.
    fn order(&self, class: usize, state: &mut Position) {
        let mut anchors: Vec<u16> = self.classes[class].iter().map(|&p| state.anchors[p]).collect();
        anchors.sort_unstable();
        self.classes[class].iter().zip(anchors).for_each(|(&p, anchor)| state.anchors[p] = anchor);
    }

    fn slide(&self, state: &mut Position, class: usize, from: u16, to: u16) {
        if let Some(&piece) = self.classes[class].iter().find(|&&p| state.anchors[p] == from) {
            state.anchors[piece] = to;
            self.order(class, state);
        }
    }
}

impl StateSpace for BlockSpace<'_> {
    type State = Position;
    type Move = BlockMove;

    fn moves(&self, state: &Position, last: Option<BlockMove>) -> impl Iterator<Item = BlockMove> {
        let mut moves = Vec::new();
        for (class, pieces) in self.classes.iter().enumerate() {
            for &piece in pieces {
                let from = state.anchors[piece];
                for (to, _) in rules::destinations(self.puzzle, state, piece, self.metric) {
                    moves.push(BlockMove { class, from, to: to as u16 }); // maps have at most 255 x 255 cells
                }
            }
        }
        let undone = last.map(|m| BlockMove { from: m.to, to: m.from, ..m });
        moves.into_iter().filter(move |m| Some(*m) != undone)
    }

    fn apply(&self, state: &mut Position, m: BlockMove) {
        self.slide(state, m.class, m.from, m.to);
    }

    fn undo(&self, state: &mut Position, m: BlockMove) {
        self.slide(state, m.class, m.to, m.from);
    }

    fn is_goal(&self, state: &Position) -> bool {
        self.puzzle.is_solved(state)
    }

    fn parity(&self, _: &Position) -> Option<u32> {
        None
    }
}

impl KeyedSpace for BlockSpace<'_> {
    fn key_bytes(&self) -> usize {
        self.puzzle.start().anchors.len() * size_of::<u16>()
    }

    fn write_key(&self, state: &Position, key: &mut [u8]) {
        for (bytes, anchor) in key.chunks_exact_mut(size_of::<u16>()).zip(&state.anchors) {
            bytes.copy_from_slice(&anchor.to_le_bytes());
        }
    }

    fn read_key(&self, key: &[u8]) -> Position {
        let (anchors, _) = key.as_chunks();
        Position { anchors: anchors.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect() }
    }
}
