//! Generates the moves of all interchangeable pieces at once, by operations on sets of cells.
//!
//! A piece can step to the right if the cells that it enters are empty. For example, consider the
//! horizontal pairs on this 3x3 board. They form one class, and two of them have the first cells,
//! or *anchors*, 0 and 3:
//!
//! ```text
//! AA.      anchors: {0, 3}      0 1 2
//! BBC      free:    {2, 6, 7}   3 4 5
//! ..D                           6 7 8
//! ```
//!
//! When a pair with anchor *a* steps to the right, it enters cell *a* + 2. Subtracting 2 from each
//! free cell yields {0, 4, 5}, the anchors from which a step to the right would enter a free cell.
//! The intersection with the anchors of the class is {0}, so `A` can move and `B` cannot. One shift
//! and one intersection test all pieces of the class. A second intersection, with a set of *valid*
//! anchors, excludes steps that would leave the board.
//!
//! If a move can have any length, pieces that pass this test are tested for the next cell, and so
//! on. If a move can also turn corners, a flood fill follows each piece that can step in some
//! direction.
//!
//! This module does not know about keys. A [`PieceSlide`] tells the engine which parts of a key to
//! change.

use super::layout::Class;
use super::{BlockLayout, LastMove, Words};
use crate::puzzle::shape::UDLR;
use crate::{BlockMetric, Direction};

/// A move of one piece from one location to another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PieceSlide {
    /// The class and the location of the piece before the move, combined into one index: the class
    /// times the number of cells, plus the location. It is an index into tables with one entry per
    /// class and cell.
    pub(crate) from: usize,
    /// The class and the location of the piece after the move, combined into one index as in
    /// `from`.
    pub(crate) to: usize,
    /// The direction of the move and the new location of the piece. The new state stores both as
    /// its last move.
    pub(crate) last: LastMove,
}

/// Generates the moves of a state, for all pieces.
pub(crate) struct MoveGenerator<const M: usize> {
    /// Tests that find the pieces that can step by one cell. The tests for vertical steps come
    /// first. Empty if a move can follow any path, because `floods` finds these moves.
    steps: Vec<AxisSteps<M>>,
    /// Number of tests for vertical steps, which are the first elements of `steps`.
    vertical: usize,
    /// Straight moves, as one list for each class of interchangeable pieces and each direction. A
    /// list begins with the shortest move.
    ///
    /// Each element of `steps`, which tests one axis, corresponds to two lists: one for each
    /// direction.
    runs: Vec<Vec<StraightMove<M>>>,
    /// Flood fills that find the moves of each class if a move can follow any path. Empty if moves
    /// are single steps or straight lines.
    floods: Vec<FloodFill<M>>,
    metric: BlockMetric,
    classes: usize,
}

/// Tests which pieces of a class can step along one axis: up or down, or else left or right.
struct AxisSteps<const M: usize> {
    class: usize,
    steps: [StepTest<M>; 2],
}

/// Tests which pieces of a class can move one cell further in some direction. A few operations on
/// sets of cells test all the pieces at once.
///
/// A piece can move if the cells that it enters are free. The test looks at only two of these
/// cells. A piece that enters more cells at once, such as a 3x1 bar that moves sideways, can pass
/// the test and still be blocked.
#[derive(Clone, Copy)]
struct StepTest<const M: usize> {
    /// The locations from which a piece can make the move without leaving the floor.
    valid: Words<M>,
    /// Two of the cells that a piece enters in the last step of the move, relative to its location
    /// before the move. If it enters only one cell, both values are the same.
    front: [u32; 2],
}

/// A move by a fixed distance in one direction. It is tested for all pieces of a class at once.
struct StraightMove<const M: usize> {
    test: StepTest<M>,
    /// The other cells that a piece enters in the last step of the move, besides the two in
    /// `test.front`, relative to its location before the move. Empty if it enters at most two
    /// cells.
    more: Vec<u32>,
    /// The change of the piece's location, modulo the number of bits in a set of cells
    /// ([`Words::BITS`]).
    by: u32,
    direction: Direction,
    /// The class index times the number of cells. Adding a location yields an index into tables
    /// that have one entry per class and cell.
    first: usize,
}

/// Generates the moves of one class of pieces if a move can follow any path. A flood fill finds all
/// locations that a piece can reach.
///
/// The sets contain cells relative to the location of the piece, as differences modulo
/// [`Words::BITS`].
struct FloodFill<const M: usize> {
    /// The class index times the number of cells. Adding a location yields an index into tables
    /// that have one entry per class and cell.
    first: usize,
    /// Fast tests of which pieces can step in each direction, in the order of [`UDLR`]. Most pieces
    /// cannot step in any direction, so they need no flood fill.
    steps: [StepTest<M>; 4],
    /// The cells that a piece covers, relative to its location.
    cells: Words<M>,
    /// The cells that a piece enters when it steps in each direction, relative to its location
    /// before the step. The order of the directions is [`UDLR`].
    fronts: [Words<M>; 4],
    /// The directions in which a piece can step without leaving the floor, as a set of four bits
    /// for each location of the piece.
    valid: Vec<u8>,
    /// The locations that a piece can reach in one step, relative to its current location. The
    /// index is the set of directions in which it can step. For example, the entry for up and left
    /// contains two differences: from a location to the one above it, and to the one on its left.
    stepped: [Words<M>; 16],
}

/// Buffers for generating moves. Reusing them for many states avoids allocations.
pub(crate) struct MoveScratch<const M: usize> {
    /// The locations of all pieces, as one set per class of interchangeable pieces.
    pub(crate) anchors: Vec<Words<M>>,
    /// The steps that at least one piece can make. Each element consists of an index into
    /// `MoveGenerator::runs` and the locations of the pieces that can make the step.
    able: Vec<(usize, Words<M>)>,
}

impl<const M: usize> MoveGenerator<M> {
    pub(crate) fn new(layout: &BlockLayout, metric: BlockMetric) -> Self {
        let (steps, runs, floods, classes) =
            (Vec::new(), Vec::new(), Vec::new(), layout.classes.len());
        let mut mover = MoveGenerator {
            steps,
            vertical: 0,
            runs,
            floods,
            metric,
            classes,
        };
        if metric == BlockMetric::AnyPath {
            mover
                .floods
                .extend((0..classes).map(|c| FloodFill::new(layout, c)));
            return mover;
        }
        for (axis, directions) in UDLR.chunks(2).enumerate() {
            for c in 0..classes {
                let runs = [0, 1].map(|i| run_of::<M>(layout, c, directions[i], metric));
                if runs.iter().any(|run| !run.is_empty()) {
                    mover.steps.push(AxisSteps {
                        class: c,
                        steps: [0, 1].map(|i| StepTest::of(&runs[i])),
                    });
                    mover.runs.extend(runs);
                    mover.vertical += 1 - axis;
                }
            }
        }
        mover
    }

    pub(crate) fn scratch(&self) -> MoveScratch<M> {
        MoveScratch {
            anchors: vec![Words::ZERO; self.classes],
            able: vec![(0, Words::ZERO); self.runs.len() + 1],
        }
    }

    /// Calls `emit` with each move of a state, except for moves that are redundant after `last`,
    /// the last move. `free` is the set of empty cells, and `scratch` contains the locations of the
    /// pieces.
    ///
    /// The order of the moves depends only on the state.
    #[inline]
    pub(crate) fn generate(
        &self,
        free: Words<M>,
        last: LastMove,
        scratch: &mut MoveScratch<M>,
        mut emit: impl FnMut(PieceSlide),
    ) {
        if self.metric == BlockMetric::AnyPath {
            let [movable, ..] = last.movable(self.metric);
            for (flood, &anchors) in self.floods.iter().zip(&scratch.anchors) {
                flood.moves(free, anchors & movable, &mut emit);
            }
            return;
        }
        let found = self.find_steps(free, last, scratch);
        for &(run, mut able) in &scratch.able[..found] {
            for step in &self.runs[run] {
                able = step.able(able, free);
                if able == Words::ZERO {
                    break;
                }
                step.moves(able, &mut emit);
            }
        }
    }

    /// Finds all steps that at least one piece can make. Writes them into `scratch.able`, with the
    /// locations of these pieces, and returns the number of steps.
    ///
    /// To avoid branches that the processor would mispredict, the loop writes an entry for every
    /// test. If no piece passes a test, the next entry overwrites it.
    #[inline(never)]
    fn find_steps(&self, free: Words<M>, last: LastMove, scratch: &mut MoveScratch<M>) -> usize {
        let (mut found, mut run) = (0, 0);
        let [up, down, left, right] = last.movable(self.metric);
        let (vertical, horizontal) = self.steps.split_at(self.vertical);
        for (axis, movable) in [(vertical, [up, down]), (horizontal, [left, right])] {
            for steps in axis {
                let anchors = scratch.anchors[steps.class];
                for (test, movable) in steps.steps.iter().zip(movable) {
                    let able = test.able(anchors & movable, free);
                    scratch.able[found] = (run, able);
                    found += usize::from(able != Words::ZERO);
                    run += 1;
                }
            }
        }
        found
    }
}

impl<const M: usize> StepTest<M> {
    /// Returns the test for the first move in a list, which is a step by one cell. If the list is
    /// empty, returns a test that no piece passes.
    fn of(run: &[StraightMove<M>]) -> Self {
        run.first().map_or(
            StepTest {
                valid: Words::ZERO,
                front: [0; 2],
            },
            |step| step.test,
        )
    }

    /// Returns the pieces that pass the test. `anchors` contains the locations of all pieces in the
    /// class, and `free` is the set of empty cells.
    #[inline]
    fn able(&self, anchors: Words<M>, free: Words<M>) -> Words<M> {
        anchors & self.valid & free.rotated(self.front[0]) & free.rotated(self.front[1])
    }
}

impl<const M: usize> StraightMove<M> {
    /// Returns the locations in `anchors` whose pieces can make this move. Only its last step is
    /// tested, so `anchors` must contain only pieces that can make the earlier steps.
    #[inline]
    fn able(&self, anchors: Words<M>, free: Words<M>) -> Words<M> {
        self.more
            .iter()
            .fold(self.test.able(anchors, free), |able, &by| {
                able & free.rotated(by)
            })
    }

    /// Calls `emit` with this move for each piece whose location is in `able`.
    #[inline]
    fn moves(&self, able: Words<M>, emit: &mut impl FnMut(PieceSlide)) {
        let mut left = able;
        while left != Words::ZERO {
            let from = left.first();
            left = left.rest();
            let to = (from + self.by as usize) % Words::<M>::BITS;
            let last = LastMove::new(to, self.direction);
            emit(PieceSlide {
                from: self.first + from,
                to: self.first + to,
                last,
            });
        }
    }
}

impl<const M: usize> FloodFill<M> {
    fn new(layout: &BlockLayout, c: usize) -> Self {
        let class = &layout.classes[c];
        let cells = Words::of(
            &mut class
                .offsets
                .iter()
                .map(|&(x, y)| shift::<M>(layout, x, y) as usize),
        );
        let mut fronts = [Words::ZERO; 4];
        let mut valid = vec![0; layout.floor.len()];
        let mut stepped = [Words::ZERO; 16];
        let runs = UDLR.map(|direction| run_of::<M>(layout, c, direction, BlockMetric::Unit));
        for (d, step) in runs
            .iter()
            .enumerate()
            .filter_map(|(d, run)| Some((d, run.first()?)))
        {
            fronts[d] = Words::of(
                &mut step
                    .test
                    .front
                    .iter()
                    .chain(&step.more)
                    .map(|&cell| cell as usize),
            );
            step.test
                .valid
                .cells()
                .into_iter()
                .for_each(|anchor| valid[anchor] |= 1 << d);
            for set in (0..stepped.len()).filter(|set| set >> d & 1 == 1) {
                stepped[set] |= Words::bit(step.by as usize);
            }
        }
        let steps = [0, 1, 2, 3].map(|d| StepTest::of(&runs[d]));
        FloodFill {
            first: c * layout.floor.len(),
            steps,
            cells,
            fronts,
            valid,
            stepped,
        }
    }

    /// Calls `emit` with each move of the pieces at `anchors`. A piece has one move to each
    /// location that it can reach.
    #[inline]
    fn moves(&self, free: Words<M>, anchors: Words<M>, emit: &mut impl FnMut(PieceSlide)) {
        let mut movable = Words::ZERO;
        for step in &self.steps {
            movable |= step.able(anchors, free);
        }
        while movable != Words::ZERO {
            let from = movable.first();
            movable = movable.rest();
            let blocked = !(free | self.cells.rotated((Words::<M>::BITS - from) as u32));
            let (mut at, mut reached, mut next) = (from, Words::bit(from), Words::ZERO);
            loop {
                let new = self.one_step(at, blocked) & !reached;
                reached |= new;
                next |= new;
                if next == Words::ZERO {
                    break;
                }
                at = next.first();
                next = next.rest();
                // A move along an arbitrary path has no single direction. The search ignores the
                // direction, so any value can be stored.
                let last = LastMove::new(at, Direction::Up);
                emit(PieceSlide {
                    from: self.first + from,
                    to: self.first + at,
                    last,
                });
            }
        }
    }

    /// Returns the locations to which a piece can step from the location `at` without entering a
    /// cell in `blocked`.
    #[inline]
    fn one_step(&self, at: usize, blocked: Words<M>) -> Words<M> {
        let blocked = blocked.rotated(at as u32);
        let mut able = 0;
        for (d, &front) in self.fronts.iter().enumerate() {
            able |= usize::from(front & blocked == Words::ZERO) << d;
        }
        self.stepped[able & usize::from(self.valid[at])].rotated((Words::<M>::BITS - at) as u32)
    }
}

/// Returns the moves of a class of pieces in one direction, from the shortest to the longest. If
/// moves are single steps, the list contains only the move by one cell.
fn run_of<const M: usize>(
    layout: &BlockLayout,
    c: usize,
    direction: Direction,
    metric: BlockMetric,
) -> Vec<StraightMove<M>> {
    let class = &layout.classes[c];
    if class.axis.is_some_and(|axis| axis != direction.axis()) {
        return Vec::new();
    }
    let longest = if metric == BlockMetric::Straight {
        layout.width.max(layout.height)
    } else {
        1
    };
    let (dx, dy) = direction.delta();
    let mut valid = class.anchors.clone();
    let mut steps = Vec::new();
    for distance in 1..=longest as i32 {
        let (x, y) = (dx * distance, dy * distance);
        valid.retain(|&anchor| layout.cell_at(anchor, x, y).is_some_and(|to| class.has(to)));
        let entered = front_cells(class, (dx, dy), distance);
        let front: Vec<u32> = entered
            .into_iter()
            .map(|(x, y)| shift::<M>(layout, x, y))
            .collect();
        let Some(&one) = front.first().filter(|_| !valid.is_empty()) else {
            break;
        };
        steps.push(StraightMove {
            test: StepTest {
                valid: Words::of(&mut valid.iter().copied()),
                front: [one, front.get(1).copied().unwrap_or(one)],
            },
            more: front.get(2..).unwrap_or_default().to_vec(),
            by: shift::<M>(layout, x, y),
            direction,
            first: c * layout.floor.len(),
        });
    }
    steps
}

/// Returns the difference between the indices of two cells, modulo [`Words::BITS`]. The second cell
/// is `x` columns to the right of the first cell, and `y` rows below it.
///
/// [`Words::rotated`] subtracts such a difference from all cells in a set.
fn shift<const M: usize>(layout: &BlockLayout, x: i32, y: i32) -> u32 {
    (y * layout.width as i32 + x).rem_euclid(Words::<M>::BITS as i32) as u32
}

/// Returns the cells that a piece enters in the last step of a move by `distance` cells, as columns
/// and rows relative to its location before the move.
fn front_cells(class: &Class, (dx, dy): (i32, i32), distance: i32) -> Vec<(i32, i32)> {
    let entered = class
        .offsets
        .iter()
        .map(|&(x, y)| (x + dx * distance, y + dy * distance));
    let was = |cell: &(i32, i32)| {
        (0..distance).any(|d| class.offsets.contains(&(cell.0 - dx * d, cell.1 - dy * d)))
    };
    entered.filter(|cell| !was(cell)).collect()
}
