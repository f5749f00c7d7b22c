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
//! [`SlideSpace`] is the puzzle in this metric. Two consecutive slides along the same row could be
//! replaced by one slide, so shortest solutions alternate between slides along rows and slides
//! along columns.
//!
//! [`SlideTables`] is the heuristic: it gives the number of slides that a board would need if tiles
//! of the same colour were interchangeable. [`search`] finds shortest solutions with it.
//!
//! * `colours` gives each tile one of four colours.
//! * `sequence` lists the colours of a board row by row and column by column, and updates these
//!   lists after a slide.
//! * `ranks` numbers the sequences of colours, so that they can index a table.
//! * `tables` builds the tables of distances, and `heuristic` reads them.
//! * `duplicates` finds redundant sequences of slides, which the search prunes.
//! * `descent` is the hot loop of the search: the depth-first search of a subtree.

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
/// The blank goes straight from one cell to another, and each tile on its way moves one cell in the
/// opposite direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    from: u8,
    to: u8,
    direction: Direction,
}

impl Slide {
    /// Returns the cell that the blank leaves.
    pub fn from(self) -> usize {
        self.from.into()
    }

    /// Returns the cell to which the blank goes.
    pub fn to(self) -> usize {
        self.to.into()
    }

    /// Returns the direction in which the blank goes.
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
/// Slides are generated in the order of their directions, and in each direction shorter slides come
/// before longer ones. A slide along a row is followed only by slides along columns, and vice
/// versa.
#[derive(Debug, Clone)]
pub struct SlideSpace {
    /// The puzzle in the single-tile metric, on whose boards the slides are made.
    tiles: TileSpace,
    /// The possible directions of the next slide, in the order of moves: after a slide along a row,
    /// after a slide along a column, and before the first slide.
    directions: [Vec<Direction>; 3],
    /// The automaton that prunes redundant sequences in fast mode. The first search in that mode
    /// builds it.
    pruning: Arc<OnceLock<SlideAutomaton>>,
}

impl SlideSpace {
    /// Returns the space of the boards that can reach `goal`. `order` is the order in which the
    /// directions of slides are tried.
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

    /// Returns the puzzle in the single-tile metric, which converts between boards and states.
    pub fn tiles(&self) -> &TileSpace {
        &self.tiles
    }

    /// Returns the directions of the slides that may follow a slide along the axis `last`, or of
    /// the first slide if `last` is `None`.
    #[inline]
    fn directions(&self, last: Option<Axis>) -> &[Direction] {
        &self.directions[last.map_or(2, |axis| axis as usize)]
    }

    /// Returns the slides of the blank from a cell in some directions, in the order of the
    /// directions, with shorter slides first.
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

    /// Returns the position in its line (row or column) to which a slide takes the blank: a column
    /// number for a slide along a row, and a row number for a slide along a column.
    fn position_in_line(&self, slide: Slide) -> usize {
        let (row, column) = self.tiles.size().row_column(slide.to());
        match slide.axis() {
            Axis::Horizontal => column,
            Axis::Vertical => row,
        }
    }

    /// Returns the cell at a position of the row or column (depending on `axis`) through `cell`, or
    /// `None` if that line is too short.
    fn cell_in_line(&self, cell: usize, axis: Axis, position: usize) -> Option<usize> {
        let size = self.tiles.size();
        let (row, column) = size.row_column(cell);
        match axis {
            Axis::Horizontal if position < size.width() => Some(row * size.width() + position),
            Axis::Vertical if position < size.height() => Some(position * size.width() + column),
            _ => None,
        }
    }

    /// Returns some state with the blank on `cell` from which the goal can be reached.
    fn with_blank_on(&self, cell: usize) -> TileState {
        let mut state = *self.tiles.solved();
        let size = self.tiles.size();
        let (_, column) = size.row_column(cell);
        let (row, _) = size.row_column(state.blank());
        let corner = row * size.width() + column;
        // Makes one slide along the blank's row, then one along the column of `cell`. A slide that
        // would end where the blank already is does not exist and is left out.
        for to in [corner, cell] {
            let mut slides = self.slides(state.blank(), self.directions(None));
            if let Some(slide) = slides.find(|slide| slide.to() == to) {
                self.apply(&mut state, slide);
            }
        }
        state
    }

    /// Returns the single-tile moves that a slide consists of, in the order in which the blank
    /// makes them.
    pub fn steps(&self, slide: Slide) -> impl Iterator<Item = Move> {
        let next = move |cell| Move::of(self.tiles.size(), cell, slide.direction);
        std::iter::successors(next(slide.from()), move |m| {
            next(m.to()).filter(|_| m.to() != slide.to())
        })
    }
}

/// Finds a shortest solution in the multi-tile metric with IDA*, and calls `progress` after each
/// iteration.
///
/// Fast mode also prunes redundant sequences of slides, and may search an iteration on several
/// threads. An anytime search runs like fast mode, because no solution is known before the shortest
/// one is found.
///
/// The solution is the first of all shortest solutions in the order of moves, so it does not depend
/// on the tables or the mode.
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

    /// Returns `None`: a board may have solutions with an even and with an odd number of slides,
    /// because a slide moves any number of tiles.
    fn parity(&self, _: &TileState) -> Option<u32> {
        None
    }
}

#[cfg(test)]
mod tests;
