//! The moves of a state, found for all pieces of a class at once, in the three metrics.

use std::ops::Range;

use super::key::codec::KeyCodec;
use super::layout::{Class, Layout};
use super::symmetry::Symmetry;
use super::words::{Key, Mask};
use crate::metric::BlockMetric;
use crate::puzzle::shape::Direction;

/// The most symmetries of a board, the identity included: a key and its images.
const MAX_VIEWS: usize = 8;

/// A move: the class of the piece, its anchor before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slide {
    pub(crate) class: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// A move and the state after it.
pub(crate) struct Successor<K> {
    pub(crate) slide: Slide,
    pub(crate) key: K,
    /// The least key of the state and its images.
    pub(crate) canonical: K,
}

/// The moves of all classes.
pub(crate) struct MoveGenerator<M, K> {
    /// The moves by one cell, by class and direction.
    steps: Vec<StraightMove<M>>,
    /// The longer distances of each step, in the metric of straight moves.
    longer: Vec<Vec<StraightMove<M>>>,
    /// By class, in the metric of any path.
    floods: Vec<FloodFill<M>>,
    /// A piece's part of the key, by class, anchor and image.
    weights: Vec<K>,
    views: usize,
    classes: usize,
}

/// One distance in one direction.
struct StraightMove<M> {
    class: usize,
    /// The anchors from which it does not leave the board.
    valid: M,
    /// Two of the cells (or twice one), relative to the anchor, that must be empty besides those of the shorter distances.
    front: [u32; 2],
    /// The other such cells.
    more: Vec<u32>,
    /// The number of cells by which the anchor moves (modulo the number of bits).
    by: u32,
    /// The start of the class in [`MoveGenerator::weights`].
    weights: usize,
}

/// The moves of a class along any path.
struct FloodFill<M> {
    class: usize,
    weights: usize,
    /// The class's steps.
    steps: Range<usize>,
    anchors: M,
    /// The piece's cells, relative to the anchor.
    cells: Vec<u32>,
    /// The piece's cells, by anchor.
    covered: Vec<M>,
}

/// Room for decoding a state.
pub(crate) struct Scratch<M> {
    pub(crate) anchors: Vec<M>,
    /// Steps with the anchors of the pieces that can make them.
    able: Vec<(usize, M)>,
}

impl<M: Mask, K: Key> MoveGenerator<M, K> {
    pub(crate) fn new(layout: &Layout, code: &KeyCodec<M, K>, symmetries: &[Symmetry], metric: BlockMetric) -> Self {
        let (classes, views) = (layout.classes.len(), 1 + symmetries.len());
        let (steps, longer, floods, weights) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut mover = MoveGenerator { steps, longer, floods, weights, views, classes };
        for (c, class) in layout.classes.iter().enumerate() {
            let (weights, first) = (mover.weights.len(), mover.steps.len());
            for direction in class.directions() {
                let mut steps = steps_of(layout, c, direction, metric, weights).into_iter();
                let Some(first) = steps.next() else { continue };
                mover.steps.push(first);
                if metric == BlockMetric::Straight {
                    mover.longer.push(steps.collect());
                }
            }
            mover.weights.extend(weights_of(layout, c, code, symmetries));
            if metric == BlockMetric::AnyPath {
                mover.floods.push(FloodFill::new(layout, c, weights, first..mover.steps.len()));
            }
        }
        mover
    }

    pub(crate) fn scratch(&self) -> Scratch<M> {
        Scratch { anchors: vec![M::ZERO; self.classes], able: vec![(0, M::ZERO); self.steps.len() + 1] }
    }

    /// The moves of a state, as [`expand`](Self::expand) finds them. Compiled once: for work that is not hot.
    pub(crate) fn successors(&self, code: &KeyCodec<M, K>, key: K, scratch: &mut Scratch<M>) -> Vec<Successor<K>> {
        let mut successors = Vec::new();
        self.expand(code, key, scratch, |slide, key, canonical| successors.push(Successor { slide, key, canonical }));
        successors
    }

    /// Calls `emit` for each move, always in the same order, with the move, the key of the new state and the least
    /// key of that state and its images.
    #[inline]
    pub(crate) fn expand(
        &self,
        code: &KeyCodec<M, K>,
        key: K,
        scratch: &mut Scratch<M>,
        mut emit: impl FnMut(Slide, K, K),
    ) {
        if self.views == 1 {
            let free = code.decode(key, &mut scratch.anchors);
            return self.generate(free, scratch, |slide, weights| {
                let new = key ^ self.weights[weights + slide.from] ^ self.weights[weights + slide.to];
                emit(slide, new, new);
            });
        }
        let mut keys = [key; MAX_VIEWS];
        let keys = &mut keys[..self.views];
        keys[1..].copy_from_slice(code.image_bases());
        let free = code.decode_images(key, &mut keys[1..], &mut scratch.anchors);
        self.generate(free, scratch, |slide, weights| {
            let from = &self.weights[weights + slide.from * keys.len()..];
            let to = &self.weights[weights + slide.to * keys.len()..];
            let own = key ^ from[0] ^ to[0];
            let images = keys.iter().zip(from.iter().zip(to)).skip(1).map(|(&key, (&from, &to))| key ^ from ^ to);
            emit(slide, own, images.fold(own, K::min));
        });
    }

    /// Calls `emit` for each move with the start of its class in the weights.
    ///
    /// The processor cannot predict which steps are possible: a first loop without branches finds them, and a second one
    /// makes the moves.
    #[inline]
    fn generate(&self, free: M, scratch: &mut Scratch<M>, mut emit: impl FnMut(Slide, usize)) {
        if !self.floods.is_empty() {
            for flood in &self.floods {
                let steps = &self.steps[flood.steps.clone()];
                flood.moves(steps, free, scratch.anchors[flood.class], |slide| emit(slide, flood.weights));
            }
            return;
        }
        let mut found = 0;
        for (i, step) in self.steps.iter().enumerate() {
            let able = step.able(scratch.anchors[step.class], free);
            scratch.able[found] = (i, able);
            found += usize::from(able != M::ZERO);
        }
        for &(i, able) in &scratch.able[..found] {
            let step = &self.steps[i];
            step.moves(able, |slide| emit(slide, step.weights));
        }
        if self.longer.is_empty() {
            return;
        }
        for &(i, mut able) in &scratch.able[..found] {
            for step in &self.longer[i] {
                able = step.able(able, free);
                if able == M::ZERO {
                    break;
                }
                step.moves(able, |slide| emit(slide, step.weights));
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
    fn moves(&self, able: M, mut emit: impl FnMut(Slide)) {
        for from in able.cells() {
            emit(Slide { class: self.class, from, to: (from + self.by as usize) % M::BITS });
        }
    }
}

impl<M: Mask> FloodFill<M> {
    fn new(layout: &Layout, class: usize, weights: usize, steps: Range<usize>) -> Self {
        let c = &layout.classes[class];
        FloodFill {
            class,
            weights,
            steps,
            anchors: M::of(c.anchors.iter().copied()),
            cells: c.offsets.iter().map(|&(x, y)| shift::<M>(layout, x, y)).collect(),
            covered: (0..layout.floor.len()).map(|a| M::of(layout.covered(c, a))).collect(),
        }
    }

    /// Emits the moves of the class: follows each piece that can make a step as far as it can go.
    #[inline]
    fn moves(&self, steps: &[StraightMove<M>], free: M, anchors: M, mut emit: impl FnMut(Slide)) {
        let movable = steps.iter().fold(M::ZERO, |movable, step| movable | step.able(anchors, free));
        for from in movable.cells() {
            for to in self.reach(steps, free, from).cells() {
                emit(Slide { class: self.class, from, to });
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

/// A piece's part of the key, by anchor and image.
fn weights_of<M: Mask, K: Key>(layout: &Layout, c: usize, code: &KeyCodec<M, K>, symmetries: &[Symmetry]) -> Vec<K> {
    let views = 1 + symmetries.len();
    let mut weights = vec![K::ZERO; layout.floor.len() * views];
    for &anchor in &layout.classes[c].anchors {
        weights[anchor * views] = code.weights[c][anchor];
        for (view, symmetry) in (1..).zip(symmetries) {
            weights[anchor * views + view] = code.weights[symmetry.classes[c]][symmetry.anchors[c][anchor]];
        }
    }
    weights
}

/// The distances that a class can go in one direction, as far as the metric allows.
fn steps_of<M: Mask>(
    layout: &Layout,
    c: usize,
    direction: Direction,
    metric: BlockMetric,
    weights: usize,
) -> Vec<StraightMove<M>> {
    let class = &layout.classes[c];
    let longest = if metric == BlockMetric::Straight { layout.width.max(layout.height) } else { 1 };
    let mut valid = class.anchors.clone();
    let steps = (1..=longest as i32).map_while(|distance| {
        let (dx, dy) = direction.delta();
        let (x, y) = (dx * distance, dy * distance);
        valid.retain(|&anchor| layout.cell_at(anchor, x, y).is_some_and(|to| class.has(to)));
        let front: Vec<u32> =
            front(class, (dx, dy), distance).into_iter().map(|(x, y)| shift::<M>(layout, x, y)).collect();
        let one = front.first().copied().filter(|_| !valid.is_empty())?;
        Some(StraightMove {
            class: c,
            valid: M::of(valid.iter().copied()),
            front: [one, front.get(1).copied().unwrap_or(one)],
            more: front.get(2..).unwrap_or_default().to_vec(),
            by: shift::<M>(layout, x, y),
            weights,
        })
    });
    steps.collect()
}

/// The rotation that brings the cell `x` columns and `y` rows from an anchor onto the anchor.
fn shift<M: Mask>(layout: &Layout, x: i32, y: i32) -> u32 {
    (y * layout.width as i32 + x).rem_euclid(M::BITS as i32) as u32
}

/// The cells, relative to the anchor, that a piece enters with the last step of a distance.
fn front(class: &Class, (dx, dy): (i32, i32), distance: i32) -> Vec<(i32, i32)> {
    let entered = class.offsets.iter().map(|&(x, y)| (x + dx * distance, y + dy * distance));
    let was = |cell: &(i32, i32)| (0..distance).any(|d| class.offsets.contains(&(cell.0 - dx * d, cell.1 - dy * d)));
    entered.filter(|cell| !was(cell)).collect()
}
