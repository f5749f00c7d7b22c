//! The moves of a state, found for all pieces of a class at once, in the three metrics.
//!
//! This code knows sets of cells and no keys: a [`PieceSlide`] says which parts of the key change.

use super::layout::Class;
use super::{BlockLayout, LastMove, Words};
use crate::puzzle::shape::DIRECTIONS;
use crate::{BlockMetric, Direction};

/// A move of one piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PieceSlide {
    /// The number of the class times the cells of the box, plus the anchor before the move.
    pub(crate) from: usize,
    /// The same for the anchor after it.
    pub(crate) to: usize,
    pub(crate) last: LastMove,
}

/// The moves of all classes.
pub(crate) struct MoveGenerator<const M: usize> {
    /// The steps of each class along an axis, all vertical ones first; empty in the metric of any path.
    steps: Vec<AxisSteps<M>>,
    /// The number of vertical ones.
    vertical: usize,
    /// The moves that begin with each step, the shortest first. There are two steps in each of `steps`.
    runs: Vec<Vec<StraightMove<M>>>,
    /// By class, in the metric of any path.
    floods: Vec<FloodFill<M>>,
    metric: BlockMetric,
    classes: usize,
}

/// The two steps of a class along an axis.
struct AxisSteps<const M: usize> {
    class: usize,
    steps: [StepTest<M>; 2],
}

/// A quick test of whether pieces can go a distance in one direction: exact if they enter at most two cells.
#[derive(Clone, Copy)]
struct StepTest<const M: usize> {
    /// The anchors from which it does not leave the board.
    valid: Words<M>,
    /// Two of the cells (or twice one), relative to the anchor, that must be empty besides those of the shorter
    /// distances.
    front: [u32; 2],
}

/// One distance in one direction.
struct StraightMove<const M: usize> {
    test: StepTest<M>,
    /// The cells that must be empty besides those of the test.
    more: Vec<u32>,
    /// The number of cells by which the anchor moves (modulo the number of bits).
    by: u32,
    direction: Direction,
    /// The number of the class times the cells of the box.
    first: usize,
}

/// The moves of a class along any path. Masks of one piece are relative to its anchor.
struct FloodFill<const M: usize> {
    /// The number of the class times the cells of the box.
    first: usize,
    /// The step in each direction.
    steps: [StepTest<M>; 4],
    /// The piece's cells.
    cells: Words<M>,
    /// The cells that must be empty for a step in each direction.
    fronts: [Words<M>; 4],
    /// The directions in which a step from each anchor does not leave the board, as bits.
    valid: Vec<u8>,
    /// The anchors after one step in each of a set of directions.
    stepped: [Words<M>; 16],
}

/// Room for a state and its moves.
pub(crate) struct MoveScratch<const M: usize> {
    /// The anchors of each class.
    pub(crate) anchors: Vec<Words<M>>,
    /// Steps with the anchors of the pieces that may be able to make them.
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

    /// Calls `emit` for the moves of the state whose anchors are in `scratch`, always in the same order. Moves that
    /// [`LastMove`] makes needless are left out.
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

    /// Writes the steps that pieces may be able to make, and returns their number.
    ///
    /// The processor cannot predict which steps are possible: this loop has no branches, and the moves are made
    /// afterwards.
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
    /// The test of the shortest of some moves in one direction; without moves, a test that never succeeds.
    fn of(run: &[StraightMove<M>]) -> Self {
        run.first().map_or(
            StepTest {
                valid: Words::ZERO,
                front: [0; 2],
            },
            |step| step.test,
        )
    }

    /// The pieces that pass, among those that can go the distance before.
    #[inline]
    fn able(&self, anchors: Words<M>, free: Words<M>) -> Words<M> {
        anchors & self.valid & free.rotated(self.front[0]) & free.rotated(self.front[1])
    }
}

impl<const M: usize> StraightMove<M> {
    /// The pieces that can go this distance, among those that can go the one before.
    #[inline]
    fn able(&self, anchors: Words<M>, free: Words<M>) -> Words<M> {
        self.more
            .iter()
            .fold(self.test.able(anchors, free), |able, &by| {
                able & free.rotated(by)
            })
    }

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

    /// Emits the moves of the class: follows each piece that can make a step as far as it can go.
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
                let last = LastMove::new(at, Direction::Up); // all directions are alike here
                emit(PieceSlide {
                    from: self.first + from,
                    to: self.first + at,
                    last,
                });
            }
        }
    }

    /// The anchors that a piece reaches in one step.
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

/// The distances that a class can go in one direction, as far as the metric allows.
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

/// The rotation that brings the cell `x` columns and `y` rows from an anchor onto the anchor.
fn shift<const M: usize>(layout: &BlockLayout, x: i32, y: i32) -> u32 {
    (y * layout.width as i32 + x).rem_euclid(Words::<M>::BITS as i32) as u32
}

/// The cells, relative to the anchor, that a piece enters with the last step of a distance.
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
