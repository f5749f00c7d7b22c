//! The moves of a state, found for all pieces of a class at once, in the three metrics.
//!
//! This code knows masks of cells and no keys: a [`Slide`] says which parts of the key change.

use std::ops::Range;

use super::layout::{Class, Layout};
use super::words::Mask;
use crate::metric::BlockMetric;
use crate::puzzle::shape::Direction;

/// A move of one piece: the places of its parts of the key in [`Engine`](super::Engine)'s table, before and after.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slide {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// The moves of all classes.
pub(crate) struct MoveGenerator<M> {
    /// The moves by one cell, by class and direction.
    steps: Vec<StraightMove<M>>,
    /// The longer distances of each step, in the metric of straight moves.
    longer: Vec<Vec<StraightMove<M>>>,
    /// By class, in the metric of any path.
    floods: Vec<FloodFill<M>>,
    /// The parts of the key for one anchor: the key's own and those of its images.
    views: u32,
    classes: usize,
}

/// One distance in one direction.
struct StraightMove<M> {
    class: usize,
    /// The anchors from which it does not leave the board.
    valid: M,
    /// Two of the cells (or twice one), relative to the anchor, that must be empty besides those of the shorter
    /// distances.
    front: [u32; 2],
    /// The other such cells.
    more: Vec<u32>,
    /// The number of cells by which the anchor moves (modulo the number of bits).
    by: u32,
    /// The start of the class in the table of the parts of the key.
    weights: u32,
}

/// The moves of a class along any path.
struct FloodFill<M> {
    class: usize,
    weights: u32,
    /// The class's steps.
    steps: Range<usize>,
    anchors: M,
    /// The piece's cells, relative to the anchor.
    cells: Vec<u32>,
    /// The piece's cells, by anchor.
    covered: Vec<M>,
}

/// Room for a state and its moves.
pub(crate) struct Scratch<M> {
    /// The anchors of each class.
    pub(crate) anchors: Vec<M>,
    /// Steps with the anchors of the pieces that can make them.
    able: Vec<(usize, M)>,
    /// The moves found.
    pub(crate) slides: Vec<Slide>,
}

impl<M: Mask> MoveGenerator<M> {
    pub(crate) fn new(layout: &Layout, views: usize, metric: BlockMetric) -> Self {
        let (steps, longer, floods) = (Vec::new(), Vec::new(), Vec::new());
        let mut mover = MoveGenerator { steps, longer, floods, views: views as u32, classes: layout.classes.len() };
        for (c, class) in layout.classes.iter().enumerate() {
            let (first, weights) = (mover.steps.len(), (c * layout.floor.len() * views) as u32);
            for direction in class.directions() {
                let mut steps = steps_of(layout, c, direction, metric, weights).into_iter();
                let Some(first) = steps.next() else { continue };
                mover.steps.push(first);
                if metric == BlockMetric::Straight {
                    mover.longer.push(steps.collect());
                }
            }
            if metric == BlockMetric::AnyPath {
                mover.floods.push(FloodFill::new(layout, c, weights, first..mover.steps.len()));
            }
        }
        mover
    }

    pub(crate) fn scratch(&self) -> Scratch<M> {
        let able = vec![(0, M::ZERO); self.steps.len() + 1];
        Scratch { anchors: vec![M::ZERO; self.classes], able, slides: Vec::new() }
    }

    /// Finds all moves of the state whose anchors are in `scratch`, always in the same order.
    ///
    /// The processor cannot predict which steps are possible: a first loop without branches finds them, and a second
    /// one makes the moves.
    pub(crate) fn generate(&self, free: M, scratch: &mut Scratch<M>) {
        let Scratch { anchors, able: ables, slides } = scratch;
        slides.clear();
        if !self.floods.is_empty() {
            for flood in &self.floods {
                flood.moves(&self.steps[flood.steps.clone()], free, anchors[flood.class], self.views, slides);
            }
            return;
        }
        let mut found = 0;
        for (i, step) in self.steps.iter().enumerate() {
            let able = step.able(anchors[step.class], free);
            ables[found] = (i, able);
            found += usize::from(able != M::ZERO);
        }
        for &(i, able) in &ables[..found] {
            self.steps[i].moves(able, self.views, slides);
        }
        if self.longer.is_empty() {
            return;
        }
        for &(i, mut able) in &ables[..found] {
            for step in &self.longer[i] {
                able = step.able(able, free);
                if able == M::ZERO {
                    break;
                }
                step.moves(able, self.views, slides);
            }
        }
    }
}

impl<M: Mask> StraightMove<M> {
    /// The pieces that can go this distance, among those that can go the one before.
    #[inline]
    fn able(&self, anchors: M, free: M) -> M {
        let able = anchors & self.valid & free.rotated(self.front[0]) & free.rotated(self.front[1]);
        self.more.iter().fold(able, |able, &by| able & free.rotated(by))
    }

    #[inline]
    fn moves(&self, able: M, views: u32, slides: &mut Vec<Slide>) {
        let mut left = able;
        while left != M::ZERO {
            let from = left.first() as u32;
            left = left.rest();
            let to = (from + self.by) % M::BITS as u32;
            slides.push(Slide { from: self.weights + from * views, to: self.weights + to * views });
        }
    }
}

impl<M: Mask> FloodFill<M> {
    fn new(layout: &Layout, class: usize, weights: u32, steps: Range<usize>) -> Self {
        let c = &layout.classes[class];
        FloodFill {
            class,
            weights,
            steps,
            anchors: M::of(&mut c.anchors.iter().copied()),
            cells: c.offsets.iter().map(|&(x, y)| shift::<M>(layout, x, y)).collect(),
            covered: (0..layout.floor.len()).map(|a| M::of(&mut layout.covered(c, a))).collect(),
        }
    }

    /// Emits the moves of the class: follows each piece that can make a step as far as it can go.
    #[inline]
    fn moves(&self, steps: &[StraightMove<M>], free: M, anchors: M, views: u32, slides: &mut Vec<Slide>) {
        let mut movable = M::ZERO;
        for step in steps {
            movable |= step.able(anchors, free);
        }
        while movable != M::ZERO {
            let from = movable.first();
            movable = movable.rest();
            let mut reached = self.reach(steps, free, from);
            while reached != M::ZERO {
                let to = reached.first() as u32;
                reached = reached.rest();
                slides.push(Slide { from: self.weights + from as u32 * views, to: self.weights + to * views });
            }
        }
    }

    /// The other anchors that a piece reaches while all other pieces stand still.
    #[inline]
    fn reach(&self, steps: &[StraightMove<M>], free: M, from: usize) -> M {
        let room = free | self.covered[from];
        let fits = self.cells.iter().fold(self.anchors, |fits, &by| fits & room.rotated(by));
        let mut reached = M::bit(from);
        loop {
            let mut wider = reached;
            for step in steps {
                wider |= (wider & step.valid).rotated(M::BITS as u32 - step.by) & fits;
            }
            if wider == reached {
                return reached & !M::bit(from);
            }
            reached = wider;
        }
    }
}

/// The distances that a class can go in one direction, as far as the metric allows.
fn steps_of<M: Mask>(
    layout: &Layout,
    c: usize,
    direction: Direction,
    metric: BlockMetric,
    weights: u32,
) -> Vec<StraightMove<M>> {
    let class = &layout.classes[c];
    let longest = if metric == BlockMetric::Straight { layout.width.max(layout.height) } else { 1 };
    let (dx, dy) = direction.delta();
    let mut valid = class.anchors.clone();
    let mut steps = Vec::new();
    for distance in 1..=longest as i32 {
        let (x, y) = (dx * distance, dy * distance);
        valid.retain(|&anchor| layout.cell_at(anchor, x, y).is_some_and(|to| class.has(to)));
        let mut front = Vec::new();
        for (x, y) in front_cells(class, (dx, dy), distance) {
            front.push(shift::<M>(layout, x, y));
        }
        let Some(&one) = front.first().filter(|_| !valid.is_empty()) else { break };
        steps.push(StraightMove {
            class: c,
            valid: M::of(&mut valid.iter().copied()),
            front: [one, front.get(1).copied().unwrap_or(one)],
            more: front.get(2..).unwrap_or_default().to_vec(),
            by: shift::<M>(layout, x, y),
            weights,
        });
    }
    steps
}

/// The rotation that brings the cell `x` columns and `y` rows from an anchor onto the anchor.
fn shift<M: Mask>(layout: &Layout, x: i32, y: i32) -> u32 {
    (y * layout.width as i32 + x).rem_euclid(M::BITS as i32) as u32
}

/// The cells, relative to the anchor, that a piece enters with the last step of a distance.
fn front_cells(class: &Class, (dx, dy): (i32, i32), distance: i32) -> Vec<(i32, i32)> {
    let entered = class.offsets.iter().map(|&(x, y)| (x + dx * distance, y + dy * distance));
    let was = |cell: &(i32, i32)| (0..distance).any(|d| class.offsets.contains(&(cell.0 - dx * d, cell.1 - dy * d)));
    entered.filter(|cell| !was(cell)).collect()
}
