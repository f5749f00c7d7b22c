//! The multi-tile metric: pushing several tiles of a row or column together counts as one move.
//!
//! Such a move is a [`Slide`]. For example, the blank slides to the left end of the last row of a
//! 3x3 board, and tiles 7 and 8 each move one cell to the right:
//!
//! ```text
//! 1 2 3      1 2 3
//! 4 5 6  ->  4 5 6
//! 7 8 _      _ 7 8
//! ```
//!
//! [`SlideSpace`] is the puzzle in this metric. One slide can replace two consecutive slides along
//! the same row, so shortest solutions alternate between slides along rows and slides along
//! columns.
//!
//! [`SlideTables`] is the heuristic: the exact number of slides needed if tiles of the same colour
//! are interchangeable, which is a lower bound for the real board. [`search`] uses it to find
//! shortest solutions.
//!
//! * `colours` assigns one of four colours to each tile.
//! * `sequence` lists a board's colours in row-major and in column-major order, and updates these
//!   lists after a slide.
//! * `ranks` numbers the colour sequences, so that they can index a table.
//! * `tables` builds the tables of distances, and `heuristic` reads them.
//! * `duplicates` finds redundant sequences of slides, which the search prunes.
//! * `descent` searches a subtree depth first. It is the hot loop of the search.

mod colours;
mod descent;
mod duplicates;
mod heuristic;
mod ranks;
mod sequence;
mod tables;

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use fifteen_puzzle::{Axis, Board, Direction, MoveOrder};

use self::duplicates::{PrunedSlides, SlideAutomaton};
pub use self::heuristic::SlideTables;
use super::{Mode, Move, TileIda, TileSpace, TileState};
use crate::ida::cut::{HeuristicEngine, IdaProblem};
use crate::ida::deepening::Deepening;
use crate::outcome::each;
use crate::{Iteration, Limits, Outcome, StateSpace};

/// A move in the multi-tile metric, which pushes one or more tiles along a row or column.
///
/// The blank moves in a straight line from one cell to another, and each tile in between moves one
/// cell in the opposite direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    from: u8,
    to: u8,
    direction: Direction,
}

impl Slide {
    /// Returns the cell where the blank starts.
    pub fn from(self) -> usize {
        self.from.into()
    }

    /// Returns the cell where the blank ends.
    pub fn to(self) -> usize {
        self.to.into()
    }

    /// Returns the direction in which the blank moves.
    pub fn direction(self) -> Direction {
        self.direction
    }

    #[inline]
    fn axis(self) -> Axis {
        self.direction.axis()
    }
}

/// The sliding-tile puzzle in the multi-tile metric.
///
/// Slides are generated direction by direction, and shorter slides come before longer slides in the
/// same direction. A slide along a row is never followed by another slide along that row, because
/// one slide can replace both. The same is true of two slides along a column.
#[derive(Debug, Clone)]
pub struct SlideSpace {
    /// The puzzle in the single-tile metric. It defines the goal, the states and the order of
    /// moves.
    tiles: TileSpace,
    /// The directions allowed for the next slide, in the order of moves. Index 0 applies after a
    /// slide along a row, index 1 after a slide along a column, and index 2 before the first slide.
    directions: [Vec<Direction>; 3],
    /// The automaton that prunes redundant sequences in fast mode. It is built by the first search
    /// in fast mode and shared by all clones.
    pruning: Arc<OnceLock<SlideAutomaton>>,
}

impl SlideSpace {
    /// Creates the space of all boards that can reach `goal`. Directions are tried in the given
    /// `order`.
    pub fn new(goal: &Board, order: MoveOrder) -> Self {
        let after = |axis| {
            order
                .directions()
                .into_iter()
                .filter(|&d| Some(d.axis()) != axis)
                .collect()
        };
        let directions = [Some(Axis::Horizontal), Some(Axis::Vertical), None].map(after);
        Self {
            tiles: TileSpace::new(goal, order),
            directions,
            pruning: Arc::default(),
        }
    }

    /// Returns the space for a different goal with the blank in the same cell. If the order of
    /// moves is the same too, both spaces share the automaton of fast mode.
    #[must_use]
    pub fn with_goal(&self, goal: &Board, order: MoveOrder) -> Self {
        let space = Self::new(goal, order);
        let is_same = order == self.tiles.order() && goal.blank() == self.tiles.solved().blank();
        if is_same && goal.size() == self.tiles.size() {
            Self {
                pruning: Arc::clone(&self.pruning),
                ..space
            }
        } else {
            space
        }
    }

    /// Returns the size of the automaton for fast mode, in bytes, or 0 if no search has built it
    /// yet.
    pub fn bytes(&self) -> u64 {
        self.pruning.get().map_or(0, SlideAutomaton::bytes)
    }

    /// Returns the puzzle in the single-tile metric, which converts between boards and states.
    pub fn tiles(&self) -> &TileSpace {
        &self.tiles
    }

    /// Returns the directions allowed after a slide along the axis `last`. `None` means that there
    /// is no previous slide.
    #[inline]
    fn directions(&self, last: Option<Axis>) -> &[Direction] {
        &self.directions[last.map_or(2, |axis| axis as usize)]
    }

    /// Returns the slides that start with the blank on cell `from`, direction by direction. In each
    /// direction, shorter slides come first.
    fn slides(&self, from: usize, directions: &[Direction]) -> impl Iterator<Item = Slide> {
        let size = self.tiles.size();
        directions.iter().flat_map(move |&direction| {
            let cells = std::iter::successors(size.step(from, direction), move |&cell| {
                size.step(cell, direction)
            });
            cells.map(move |to| Slide {
                from: from as u8,
                to: to as u8,
                direction,
            })
        })
    }

    /// Returns where the blank ends within its row or column: the column index after a slide along
    /// a row, or the row index after a slide along a column.
    fn position_in_line(&self, slide: Slide) -> usize {
        let (row, column) = self.tiles.size().row_column(slide.to());
        match slide.axis() {
            Axis::Horizontal => column,
            Axis::Vertical => row,
        }
    }

    /// Returns the cell with index `position` in the row or column through `cell`. `axis` selects
    /// the row (horizontal) or the column. Returns `None` if the row or column is too short.
    fn cell_in_line(&self, cell: usize, axis: Axis, position: usize) -> Option<usize> {
        let size = self.tiles.size();
        let (row, column) = size.row_column(cell);
        match axis {
            Axis::Horizontal if position < size.width() => Some(row * size.width() + position),
            Axis::Vertical if position < size.height() => Some(position * size.width() + column),
            _ => None,
        }
    }

    /// Returns some state that can reach the goal and has the blank on `cell`.
    fn with_blank_on(&self, cell: usize) -> TileState {
        let mut state = *self.tiles.solved();
        let size = self.tiles.size();
        let (_, column) = size.row_column(cell);
        let (row, _) = size.row_column(state.blank());
        let corner = row * size.width() + column;
        // The blank first slides along its row to the column of `cell`, then along this column to
        // `cell`. If the blank is already in the right column or row, the slide does not exist and
        // is skipped.
        for to in [corner, cell] {
            let mut slides = self.slides(state.blank(), self.directions(None));
            if let Some(slide) = slides.find(|slide| slide.to() == to) {
                self.apply(&mut state, slide);
            }
        }
        state
    }

    /// Splits a slide into single-tile moves, in the order in which the blank makes them.
    pub fn steps(&self, slide: Slide) -> impl Iterator<Item = Move> {
        let next = move |cell| Move::of(self.tiles.size(), cell, slide.direction);
        std::iter::successors(next(slide.from()), move |m| {
            next(m.to()).filter(|_| m.to() != slide.to())
        })
    }
}

/// Finds a shortest solution in the multi-tile metric with IDA*. Calls `progress` after each
/// iteration.
///
/// Fast mode also prunes redundant sequences of slides, and can use several threads. Anytime mode
/// is the same as fast mode here, because the first solution found is already a shortest one.
///
/// Among all shortest solutions, the search returns the first one in the order of moves. The result
/// therefore depends neither on the tables nor on the mode.
pub fn search(
    space: &SlideSpace,
    tables: &SlideTables,
    start: &TileState,
    ida: TileIda,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<Slide>> {
    let alternating;
    let automaton = if ida.mode() == Mode::Plain {
        alternating = SlideAutomaton::alternating(space);
        &alternating
    } else {
        space.pruning.get_or_init(|| SlideAutomaton::new(space))
    };
    let space = PrunedSlides { space, automaton };
    let evaluation = HeuristicEngine {
        heuristic: tables,
        engine: &descent::SlideDescent { tables },
    };
    let problem: Result<_, Infallible> = IdaProblem::new(&space, evaluation, None, start);
    let Ok(problem) = problem;
    let options = ida.options(limits);
    let mut deepening = Deepening::new(&problem, &options);
    while let Some(iteration) = deepening.iterate(&problem, None, ida.splitting()) {
        progress(&iteration);
    }
    let outcome = deepening.outcome();
    outcome.map_paths(each(|tracked: duplicates::TrackedSlide| tracked.slide))
}

impl StateSpace for SlideSpace {
    type State = TileState;
    type Move = Slide;

    fn moves(&self, state: &TileState, last: Option<Slide>) -> impl Iterator<Item = Slide> {
        self.slides(state.blank(), self.directions(last.map(Slide::axis)))
    }

    fn apply(&self, state: &mut TileState, slide: Slide) {
        self.steps(slide)
            .for_each(|step| self.tiles.apply(state, step));
    }

    fn undo(
        &self,
        state: &mut TileState,
        Slide {
            from,
            to,
            direction,
        }: Slide,
    ) {
        self.apply(
            state,
            Slide {
                from: to,
                to: from,
                direction: direction.opposite(),
            },
        );
    }

    fn is_goal(&self, state: &TileState) -> bool {
        self.tiles.is_goal(state)
    }

    /// Returns `None`: a slide can move several tiles at once, so a board can have some solutions
    /// of even length and others of odd length.
    fn parity(&self, _: &TileState) -> Option<u32> {
        None
    }
}

#[cfg(test)]
mod tests;
