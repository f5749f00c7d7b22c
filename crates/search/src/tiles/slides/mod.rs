//! The multi-tile metric: several tiles of a row or column that are pushed together are one move.
//!
//! Such a move is a [`Slide`]. For example, the blank slides along the last row of a 3x3 board, and
//! tiles 7 and 8 make room for it:
//!
//! ```text
//! 1 2 3      1 2 3
//! 4 5 6  ->  4 5 6
//! 7 8 _      _ 7 8
//! ```
//!
//! [`SlideSpace`] is the puzzle in this metric. Two slides along the same row could be replaced by
//! one, so shortest solutions alternate between rows and columns.
//!
//! [`SlideTables`] is a heuristic: the number of slides that a board would need if tiles of the same
//! colour could stand in for each other. [`search`] finds shortest solutions with it.
//!
//! * `colours` gives each tile one of four colours.
//! * `sequence` lists the colours row by row and column by column, and says what a slide changes.
//! * `ranks` numbers these sequences.
//! * `tables` builds the tables of distances, and `heuristic` reads them.
//! * `duplicates` finds sequences of slides that need not be searched.
//! * `descent` is the hot loop of the search.

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
use crate::ida::companion::Alone;
use crate::ida::cut::IdaProblem;
use crate::ida::deepening::deepen;
use crate::outcome::each;
use crate::{Iteration, Limits, Outcome, StateSpace};

/// A move in the multi-tile metric.
///
/// The blank goes straight from one cell to another, and each tile on its way moves one cell towards
/// the cell that it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    from: u8,
    to: u8,
    direction: Direction,
}

impl Slide {
    /// The cell that the blank leaves.
    pub fn from(self) -> usize {
        self.from.into()
    }

    /// The cell to which the blank goes.
    pub fn to(self) -> usize {
        self.to.into()
    }

    /// The direction in which the blank goes.
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
/// Slides are tried in the order of their directions, and shorter slides in a direction before longer
/// ones. After a slide along a row come only slides along columns, and the other way round.
#[derive(Debug, Clone)]
pub struct SlideSpace {
    tiles: TileSpace,
    /// The directions of the next slide: after a slide along a row, after a slide along a column, and
    /// before the first slide.
    directions: [Vec<Direction>; 3],
    /// The automaton of fast mode, which the first search in that mode builds.
    pruning: Arc<OnceLock<SlideAutomaton>>,
}

impl SlideSpace {
    /// Returns the space of the boards that can reach `goal`.
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

    /// The puzzle in the single-tile metric, which converts between boards and states.
    pub fn tiles(&self) -> &TileSpace {
        &self.tiles
    }

    /// The directions of the slides that may follow a slide along the axis `last`.
    #[inline]
    fn directions(&self, last: Option<Axis>) -> &[Direction] {
        &self.directions[last.map_or(2, |axis| axis as usize)]
    }

    /// The slides of the blank from a cell, in the order of the directions, shorter slides first.
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

    /// The position in its line to which a slide takes the blank: a column for a slide along a row,
    /// otherwise a row.
    fn position_in_line(&self, slide: Slide) -> usize {
        let (row, column) = self.tiles.size().row_column(slide.to());
        match slide.axis() {
            Axis::Horizontal => column,
            Axis::Vertical => row,
        }
    }

    /// The cell at a position of the line along `axis` through `cell`, unless the line ends before.
    fn cell_in_line(&self, cell: usize, axis: Axis, position: usize) -> Option<usize> {
        let size = self.tiles.size();
        let (row, column) = size.row_column(cell);
        match axis {
            Axis::Horizontal if position < size.width() => Some(row * size.width() + position),
            Axis::Vertical if position < size.height() => Some(position * size.width() + column),
            _ => None,
        }
    }

    /// A solvable state with the blank on a cell.
    fn with_blank_on(&self, cell: usize) -> TileState {
        let mut state = *self.tiles.solved();
        let size = self.tiles.size();
        let (_, column) = size.row_column(cell);
        let (row, _) = size.row_column(state.blank());
        let corner = row * size.width() + column;
        // One slide along the blank's row, then one along the column of the cell. Either may be empty.
        for to in [corner, cell] {
            let mut slides = self.slides(state.blank(), self.directions(None));
            if let Some(slide) = slides.find(|slide| slide.to() == to) {
                self.apply(&mut state, slide);
            }
        }
        state
    }

    /// The moves of single tiles that a slide consists of.
    pub fn steps(&self, slide: Slide) -> impl Iterator<Item = Move> {
        let next = move |cell| Move::of(self.tiles.size(), cell, slide.direction);
        std::iter::successors(next(slide.from()), move |m| {
            next(m.to()).filter(|_| m.to() != slide.to())
        })
    }
}

/// Finds a shortest solution in slides with IDA*, and calls `progress` after each iteration. An anytime search is one in
/// fast mode, because no solution is known before the shortest.
///
/// Fast mode prunes duplicates, and several threads may search an iteration. The solution does not
/// depend on the tables, because it is the first of all shortest solutions in the order of moves.
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
    let engine = descent::SlideDescent { tables };
    let problem: Result<_, Infallible> = IdaProblem::new(&space, tables, &engine, start);
    let Ok(problem) = problem;
    let options = ida.options(limits);
    let threads = Some(ida.threads().count());
    let outcome = deepen(&problem, &options, threads, &mut Alone, progress);
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

    /// A slide may move any number of tiles, so lengths have no parity.
    fn parity(&self, _: &TileState) -> Option<u32> {
        None
    }
}

#[cfg(test)]
mod tests;
