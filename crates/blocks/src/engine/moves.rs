//! The moves of a state, found for all pieces of a class at once by operations on sets of cells.
//!
//! A piece can step to the right if the cells that it enters are empty. For example, the pieces of
//! a class are horizontal pairs, two of which have the anchors 0 and 3 on this 3x3 board:
//!
//! ```text
//! AA.      anchors: {0, 3}      0 1 2
//! BBC      free:    {2, 6, 7}   3 4 5
//! ..D                           6 7 8
//! ```
//!
//! A pair with the anchor *a* enters the cell *a* + 2. Lowering the number of each free cell by 2
//! gives {0, 4, 5}, which are the anchors from which this cell is free. The intersection with the
//! anchors of the class is {0}: `A` can move, and `B` cannot. One shift and two intersections have
//! tested all pieces of the class; a set of *valid* anchors leaves out those from which the step
//! would leave the board.
//!
//! In the metric of straight moves, the pieces that passed this test are tested for the next cell,
//! and so on. In the metric of any path, a flood fill follows each piece that can make a step.
//!
//! This module knows nothing about keys. A [`PieceSlide`] tells the engine which parts of a key
//! change.

use super::layout::Class;
use super::{BlockLayout, LastMove, Words};
use crate::puzzle::shape::DIRECTIONS;
use crate::{BlockMetric, Direction};

/// A move of one piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PieceSlide {
    /// The anchor before the move, plus the number of the class times the number of cells of the
    /// box.
    pub(crate) from: usize,
    /// The same for the anchor after the move.
    pub(crate) to: usize,
    /// The moved piece and its direction, which the new state keeps as its last move.
    pub(crate) last: LastMove,
}

/// Finds the moves of all classes.
pub(crate) struct MoveGenerator<const M: usize> {
    /// The tests of single steps: for each class both directions along an axis, first all vertical
    /// and then all horizontal ones. It is empty in the metric of any path.
    steps: Vec<AxisSteps<M>>,
    /// Number of vertical entries of `steps`.
    vertical: usize,
    /// The moves that begin with each step, the shortest first. Each entry of `steps` has two of
    /// these lists.
    runs: Vec<Vec<StraightMove<M>>>,
    /// The moves of each class in the metric of any path.
    floods: Vec<FloodFill<M>>,
    metric: BlockMetric,
    classes: usize,
}

/// The tests of the two steps of a class along an axis.
struct AxisSteps<const M: usize> {
    class: usize,
    steps: [StepTest<M>; 2],
}

/// A quick test whether pieces can go a distance in one direction, given that they can go one cell
/// less.
///
/// It is exact if a piece enters at most two cells at a time, as most pieces do.
#[derive(Clone, Copy)]
struct StepTest<const M: usize> {
    /// The anchors from which a piece does not leave the board.
    valid: Words<M>,
    /// Two of the cells that the piece enters last, relative to its anchor. They are equal if it
    /// enters only one.
    front: [u32; 2],
}

/// The moves of a class by one distance in one direction.
struct StraightMove<const M: usize> {
    test: StepTest<M>,
    /// The cells that the piece enters last in addition to `test.front`, relative to its anchor.
    more: Vec<u32>,
    /// The number that is added to the anchor, modulo the number of bits of a set.
    by: u32,
    direction: Direction,
    /// The number of the class times the cells of the box.
    first: usize,
}

/// The moves of a class along any path. Sets of cells of one piece are relative to its anchor.
struct FloodFill<const M: usize> {
    /// The number of the class times the cells of the box.
    first: usize,
    /// The test of a step in each direction.
    steps: [StepTest<M>; 4],
    /// The cells of a piece.
    cells: Words<M>,
    /// The cells that a piece enters by a step in each direction.
    fronts: [Words<M>; 4],
    /// The directions in which a piece can step without leaving the board, as bits, by anchor.
    valid: Vec<u8>,
    /// The anchors after one step, for each set of possible directions.
    stepped: [Words<M>; 16],
}

/// Memory for the work on one state, which is used again for the next state.
pub(crate) struct MoveScratch<const M: usize> {
    /// The anchors of each class.
    pub(crate) anchors: Vec<Words<M>>,
    /// The steps that some pieces can make, each with the anchors of these pieces.
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
        for (axis, directions) in DIRECTIONS.chunks(2).enumerate() {
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

    /// Calls `emit` with each move of the state whose anchors are in `scratch`, always in the same
    /// order.
    ///
    /// Moves that are needless after the last move are left out.
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

    /// Writes the steps that pass their tests into `scratch.able`, and returns their number.
    ///
    /// The processor cannot predict which steps are possible, so mispredicted branches would take
    /// most of the time. This loop has no branches: it writes every step, and goes on to the next
    /// entry only if the step is possible.
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
    /// Returns the test of the shortest of some moves in one direction. Without moves, the test
    /// never succeeds.
    fn of(run: &[StraightMove<M>]) -> Self {
        run.first().map_or(
            StepTest {
                valid: Words::ZERO,
                front: [0; 2],
            },
            |step| step.test,
        )
    }

    /// Returns the anchors of the pieces that pass the test, given those that can go one cell less.
    #[inline]
    fn able(&self, anchors: Words<M>, free: Words<M>) -> Words<M> {
        anchors & self.valid & free.rotated(self.front[0]) & free.rotated(self.front[1])
    }
}

impl<const M: usize> StraightMove<M> {
    /// Returns the anchors of the pieces that can go this distance, given those that can go one
    /// cell less.
    #[inline]
    fn able(&self, anchors: Words<M>, free: Words<M>) -> Words<M> {
        self.more
            .iter()
            .fold(self.test.able(anchors, free), |able, &by| {
                able & free.rotated(by)
            })
    }

    /// Calls `emit` with the move of each of some pieces.
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
        let runs = DIRECTIONS.map(|direction| run_of::<M>(layout, c, direction, BlockMetric::Unit));
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

    /// Calls `emit` with each move of the class: follows each piece that can make a step as far as
    /// it can go.
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
                // In this metric, no move depends on the direction of the last one, so any
                // direction will do.
                let last = LastMove::new(at, Direction::Up);
                emit(PieceSlide {
                    from: self.first + from,
                    to: self.first + at,
                    last,
                });
            }
        }
    }

    /// Returns the anchors that a piece reaches in one step, if the cells `blocked` are taken.
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

/// Returns the moves of a class in one direction, by one cell or, if the metric allows it, by every
/// distance.
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

/// Returns by how much [`Words::rotated`] has to lower the cell that is `x` columns and `y` rows
/// from an anchor to get the anchor.
fn shift<const M: usize>(layout: &BlockLayout, x: i32, y: i32) -> u32 {
    (y * layout.width as i32 + x).rem_euclid(Words::<M>::BITS as i32) as u32
}

/// Returns the cells that a piece enters by the last step of a distance, as columns and rows from
/// its anchor.
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
