//! The multi-tile metric: several tiles of a row or column, pushed together, are one move.
//!
//! [`SlideSpace`] is the puzzle in this metric. After a slide along a row, another one along it leads where one slide
//! leads too, so shortest solutions alternate between rows and columns. [`SlideTables`] is a heuristic: distances in
//! slides of boards on which tiles of one colour are not told apart. [`search`] finds shortest solutions with it.
//!
//! `colours` chooses the colours, `ranks` numbers the sequences of colours, `sequence` says what a slide does to them,
//! `tables` builds the tables, `duplicates` has the sequences of slides that need not be searched, and `descent` is the
//! hot loop.

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
use super::{Mode, Move, TileSpace, TileState};
use crate::ida::companion::Alone;
use crate::ida::cut::IdaProblem;
use crate::ida::deepening::deepen;
use crate::outcome::each;
use crate::{Iteration, Options, Outcome, StateSpace};

/// A slide: the blank goes straight from one cell to another, and the tiles between them move up one cell each.
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
/// Slides are tried in the order of their directions, short ones first. After a slide only those along the other axis
/// are tried.
#[derive(Debug, Clone)]
pub struct SlideSpace {
    tiles: TileSpace,
    /// The directions that may follow: a slide along a row, one along a column, nothing.
    directions: [Vec<Direction>; 3],
    /// Made by the first search in fast mode.
    pruning: Arc<OnceLock<SlideAutomaton>>,
}

impl SlideSpace {
    /// The space of the boards that can reach `goal`.
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

    /// The same boards in the single-tile metric: states and boards correspond as there.
    pub fn tiles(&self) -> &TileSpace {
        &self.tiles
    }

    /// The directions of the slides after `last`.
    #[inline]
    fn directions(&self, last: Option<Axis>) -> &[Direction] {
        &self.directions[last.map_or(2, |axis| axis as usize)]
    }

    /// The slides of the blank from a cell, in the order of the directions, short ones first.
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

    /// A state with the blank on a cell.
    fn with_blank_on(&self, cell: usize) -> TileState {
        let mut state = *self.tiles.solved();
        let (size, (_, column)) = (self.tiles.size(), self.tiles.size().row_column(cell));
        let (row, _) = size.row_column(state.blank());
        for to in [row * size.width() + column, cell] {
            if let Some(slide) = self
                .slides(state.blank(), self.directions(None))
                .find(|slide| slide.to() == to)
            {
                self.apply(&mut state, slide);
            }
        }
        state
    }

    /// The single moves of a slide.
    pub fn steps(&self, slide: Slide) -> impl Iterator<Item = Move> {
        let next = move |cell| Move::of(self.tiles.size(), cell, slide.direction);
        std::iter::successors(next(slide.from()), move |m| {
            next(m.to()).filter(|_| m.to() != slide.to())
        })
    }
}

/// Finds a shortest solution in slides; `progress` is called after each iteration. In fast mode duplicates are pruned,
/// and several threads may search an iteration.
///
/// IDA* over [`SlideSpace`]. The solution does not depend on the tables, because it is the first of the shortest ones in
/// the order of moves.
pub fn search(
    space: &SlideSpace,
    tables: &SlideTables,
    start: &TileState,
    options: &Options,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<Slide>> {
    let plain;
    let options = &options.begun();
    let automaton = if options.mode == Mode::Plain || options.all.is_some() {
        plain = SlideAutomaton::alternating(space);
        &plain
    } else {
        space.pruning.get_or_init(|| SlideAutomaton::new(space))
    };
    let space = PrunedSlides { space, automaton };
    let engine = descent::SlideDescent { tables };
    let problem: Result<_, Infallible> = IdaProblem::new(&space, tables, &engine, start);
    let Ok(problem) = problem;
    let threads = Some(options.mode.threads());
    let outcome = deepen(&problem, options, threads, &mut Alone, progress);
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
