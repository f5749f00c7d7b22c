//! The moves of a state, found for all pieces of a class at once, in the three metrics.

use std::ops::Range;

use super::code::Code;
use super::layout::{Class, Layout};
use super::symmetry::Symmetry;
use super::words::{Key, Mask};
use crate::metric::Metric;
use crate::shape::Direction;

/// A key and its images, at most; boards have no more symmetries.
const MAX_VIEWS: usize = 8;

/// A move: the class of the piece, its anchor before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slide {
    pub(crate) class: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The moves of all classes.
pub(crate) struct Mover<M, K> {
    /// By class and direction.
    steps: Vec<Step<M>>,
    /// In the metric of straight moves, for each of these, the distances that follow.
    longer: Vec<Vec<Step<M>>>,
    /// In the metric of any path, by class.
    floods: Vec<Flood<M>>,
    /// By class, anchor and view, a piece's part of the key.
    weights: Vec<K>,
    views: usize,
    classes: usize,
}

/// One distance in one direction.
struct Step<M> {
    class: usize,
    /// The anchors from which it does not leave the board.
    valid: M,
    /// Two of the cells from the anchor (or twice one) that have to be empty beyond what the shorter distances ask for.
    front: [u32; 2],
    /// The others.
    more: Vec<u32>,
    /// The anchor moves by so many cells (modulo the number of bits).
    by: u32,
    /// Where the class begins in [`Mover::weights`].
    weights: usize,
}

/// What the moves along any path need.
struct Flood<M> {
    class: usize,
    weights: usize,
    /// The class's steps.
    steps: Range<usize>,
    anchors: M,
    /// The piece's cells from the anchor.
    cells: Vec<u32>,
    /// By anchor: the piece's cells.
    covered: Vec<M>,
}

/// Room for decoding a state.
pub(crate) struct Scratch<M> {
    pub(crate) anchors: Vec<M>,
    /// Steps, and the anchors of the pieces that can make them.
    able: Vec<(usize, M)>,
}

impl<M: Mask, K: Key> Mover<M, K> {
    pub(crate) fn new(layout: &Layout, code: &Code<M, K>, symmetries: &[Symmetry], metric: Metric) -> Self {
        let (classes, views) = (layout.classes.len(), 1 + symmetries.len());
        let (steps, longer, floods, weights) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut mover = Mover { steps, longer, floods, weights, views, classes };
        for (c, class) in layout.classes.iter().enumerate() {
            let (weights, first) = (mover.weights.len(), mover.steps.len());
            for direction in class.directions() {
                let mut steps = steps_of(layout, c, direction, metric, weights).into_iter();
                let Some(first) = steps.next() else { continue };
                mover.steps.push(first);
                if metric == Metric::Straight {
                    mover.longer.push(steps.collect());
                }
            }
            mover.weights.extend(weights_of(layout, c, code, symmetries));
            if metric == Metric::AnyPath {
                mover.floods.push(Flood::new(layout, c, weights, first..mover.steps.len()));
            }
        }
        mover
    }

    pub(crate) fn scratch(&self) -> Scratch<M> {
        Scratch { anchors: vec![M::ZERO; self.classes], able: vec![(0, M::ZERO); self.steps.len() + 1] }
    }

    /// Calls `emit` for each move, always in the same order, with the move, the key of the new state and the least
    /// key of that state and its images.
    #[inline]
    pub(crate) fn expand(
        &self,
        code: &Code<M, K>,
        key: K,
        scratch: &mut Scratch<M>,
        mut emit: impl FnMut(Slide, K, K),
    ) {
        let free = code.decode(key, &mut scratch.anchors);
        if self.views == 1 {
            return self.generate(free, scratch, |slide, weights| {
                let new = key ^ self.weights[weights + slide.from] ^ self.weights[weights + slide.to];
                emit(slide, new, new);
            });
        }
        let mut keys = [key; MAX_VIEWS];
        (1..self.views).for_each(|view| keys[view] = code.image(view - 1, key));
        let keys = &keys[..self.views];
        self.generate(free, scratch, |slide, weights| {
            let from = &self.weights[weights + slide.from * keys.len()..];
            let to = &self.weights[weights + slide.to * keys.len()..];
            let own = key ^ from[0] ^ to[0];
            let images = keys.iter().zip(from.iter().zip(to)).skip(1).map(|(&key, (&from, &to))| key ^ from ^ to);
            emit(slide, own, images.fold(own, K::min));
        });
    }

    /// Calls `emit` for each move with the beginning of its class in the weights.
    ///
    /// What is possible cannot be predicted: a first loop without branches finds it, and a second one makes the moves.
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

impl<M: Mask> Step<M> {
    /// Which of the pieces that can go the distance before can go this one.
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

impl<M: Mask> Flood<M> {
    fn new(layout: &Layout, class: usize, weights: usize, steps: Range<usize>) -> Self {
        let c = &layout.classes[class];
        Flood {
            class,
            weights,
            steps,
            anchors: M::of(c.anchors.iter().copied()),
            cells: c.offsets.iter().map(|&(x, y)| shift::<M>(layout, x, y)).collect(),
            covered: (0..layout.floor.len()).map(|a| M::of(layout.covered(c, a))).collect(),
        }
    }

    /// The moves of the class: each piece that can make a step is followed as far as it can go.
    #[inline]
    fn moves(&self, steps: &[Step<M>], free: M, anchors: M, mut emit: impl FnMut(Slide)) {
        let movable = steps.iter().fold(M::ZERO, |movable, step| movable | step.able(anchors, free));
        for from in movable.cells() {
            for to in self.reach(steps, free, from).cells() {
                emit(Slide { class: self.class, from, to });
            }
        }
    }

    /// The other anchors that a piece reaches while all others stand still.
    #[inline]
    fn reach(&self, steps: &[Step<M>], free: M, from: usize) -> M {
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

/// By anchor and view, what a piece adds to the key.
fn weights_of<M: Mask, K: Key>(layout: &Layout, c: usize, code: &Code<M, K>, symmetries: &[Symmetry]) -> Vec<K> {
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

/// The distances that a class can go in one direction, as far as a move may.
fn steps_of<M: Mask>(layout: &Layout, c: usize, direction: Direction, metric: Metric, weights: usize) -> Vec<Step<M>> {
    let class = &layout.classes[c];
    let longest = if metric == Metric::Straight { layout.width.max(layout.height) } else { 1 };
    let mut valid = class.anchors.clone();
    let steps = (1..=longest as i32).map_while(|distance| {
        let (dx, dy) = direction.delta();
        let (x, y) = (dx * distance, dy * distance);
        valid.retain(|&anchor| layout.cell_at(anchor, x, y).is_some_and(|to| class.has(to)));
        let front: Vec<u32> =
            front(class, (dx, dy), distance).into_iter().map(|(x, y)| shift::<M>(layout, x, y)).collect();
        let one = front.first().copied().filter(|_| !valid.is_empty())?;
        Some(Step {
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

/// The shift that brings the cell so many columns and rows from an anchor onto the anchor.
fn shift<M: Mask>(layout: &Layout, x: i32, y: i32) -> u32 {
    (y * layout.width as i32 + x).rem_euclid(M::BITS as i32) as u32
}

/// The cells from the anchor that a piece enters with the last step of a distance.
fn front(class: &Class, (dx, dy): (i32, i32), distance: i32) -> Vec<(i32, i32)> {
    let entered = class.offsets.iter().map(|&(x, y)| (x + dx * distance, y + dy * distance));
    let was = |cell: &(i32, i32)| (0..distance).any(|d| class.offsets.contains(&(cell.0 - dx * d, cell.1 - dy * d)));
    entered.filter(|cell| !was(cell)).collect()
}
