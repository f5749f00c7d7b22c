//! The moves of a state, found for all pieces of a class at once, in the three metrics.

use super::code::Code;
use super::layout::{Class, Layout};
use super::symmetry::Symmetry;
use super::words::{Key, Mask};
use crate::metric::Metric;
use crate::shape::Direction;

/// Images of a key that are looked at beside it, at most; boards have no more symmetries.
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
    classes: Vec<Moves<M, K>>,
    views: usize,
}

/// The moves of a class.
struct Moves<M, K> {
    /// By direction, by distance from 1.
    runs: Vec<Vec<Step<M>>>,
    flood: Option<Flood<M>>,
    /// By anchor and view, a piece's part of the key.
    weights: Vec<K>,
}

/// One distance in one direction.
struct Step<M> {
    /// The anchors from which it does not leave the board.
    valid: M,
    /// What has to be empty beyond what the shorter distances ask for: cells from the anchor.
    front: Vec<u32>,
    /// The anchor moves by so many cells (modulo the number of bits).
    by: u32,
}

/// What the moves along any path need.
struct Flood<M> {
    anchors: M,
    /// The piece's cells from the anchor.
    cells: Vec<u32>,
    /// By anchor: the piece's cells.
    covered: Vec<M>,
}

/// Room for decoding a state.
pub(crate) struct Scratch<M> {
    pub(crate) anchors: Vec<M>,
}

impl<M: Mask, K: Key> Mover<M, K> {
    pub(crate) fn new(layout: &Layout, code: &Code<M, K>, symmetries: &[Symmetry], metric: Metric) -> Self {
        let moves = |(c, class): (usize, &Class)| {
            let runs = class.directions().map(|direction| steps(layout, class, direction, metric));
            let runs = runs.filter(|steps| !steps.is_empty()).collect();
            let flood = (metric == Metric::AnyPath).then(|| Flood::new(layout, class));
            Moves { runs, flood, weights: weights(layout, c, code, symmetries) }
        };
        Mover { classes: layout.classes.iter().enumerate().map(moves).collect(), views: 1 + symmetries.len() }
    }

    pub(crate) fn scratch(&self) -> Scratch<M> {
        Scratch { anchors: vec![M::ZERO; self.classes.len()] }
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
                let new = key ^ weights[slide.from] ^ weights[slide.to];
                emit(slide, new, new);
            });
        }
        let mut keys = [key; MAX_VIEWS];
        (1..self.views).for_each(|view| keys[view] = code.image(view - 1, key));
        let keys = &keys[..self.views];
        self.generate(free, scratch, |slide, weights| {
            let (from, to) = (&weights[slide.from * keys.len()..], &weights[slide.to * keys.len()..]);
            let own = key ^ from[0] ^ to[0];
            let images = keys.iter().zip(from.iter().zip(to)).skip(1).map(|(&key, (&from, &to))| key ^ from ^ to);
            emit(slide, own, images.fold(own, K::min));
        });
    }

    /// Calls `emit` for each move with the weights of its class.
    #[inline]
    fn generate(&self, free: M, scratch: &Scratch<M>, mut emit: impl FnMut(Slide, &[K])) {
        for (class, (moves, &anchors)) in self.classes.iter().zip(&scratch.anchors).enumerate() {
            let mut movable = M::ZERO;
            for steps in &moves.runs {
                let mut able = anchors;
                for step in steps {
                    able &= step.valid;
                    step.front.iter().for_each(|&by| able &= free.rotated(by));
                    if able == M::ZERO {
                        break;
                    }
                    if moves.flood.is_some() {
                        movable |= able;
                        continue;
                    }
                    for from in able.cells() {
                        emit(Slide { class, from, to: (from + step.by as usize) % M::BITS }, &moves.weights);
                    }
                }
            }
            let Some(flood) = &moves.flood else { continue };
            for from in movable.cells() {
                for to in flood.reach(&moves.runs, free, from).cells() {
                    emit(Slide { class, from, to }, &moves.weights);
                }
            }
        }
    }
}

impl<M: Mask> Flood<M> {
    fn new(layout: &Layout, class: &Class) -> Self {
        Flood {
            anchors: M::of(class.anchors.iter().copied()),
            cells: class.offsets.iter().map(|&(x, y)| shift::<M>(layout, x, y)).collect(),
            covered: (0..layout.floor.len()).map(|a| M::of(layout.covered(class, a))).collect(),
        }
    }

    /// The other anchors that a piece reaches while all others stand still.
    #[inline]
    fn reach(&self, runs: &[Vec<Step<M>>], free: M, from: usize) -> M {
        let room = free | self.covered[from];
        let fits = self.cells.iter().fold(self.anchors, |fits, &by| fits & room.rotated(by));
        let mut reached = M::bit(from);
        loop {
            let mut wider = reached;
            for step in runs.iter().flatten() {
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
fn weights<M: Mask, K: Key>(layout: &Layout, c: usize, code: &Code<M, K>, symmetries: &[Symmetry]) -> Vec<K> {
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
fn steps<M: Mask>(layout: &Layout, class: &Class, direction: Direction, metric: Metric) -> Vec<Step<M>> {
    let longest = if metric == Metric::Straight { layout.width.max(layout.height) } else { 1 };
    let (mut steps, mut valid) = (Vec::new(), class.anchors.clone());
    for distance in 1..=longest as i32 {
        let (dx, dy) = direction.delta();
        let (x, y) = (dx * distance, dy * distance);
        valid.retain(|&anchor| layout.cell_at(anchor, x, y).is_some_and(|to| class.has(to)));
        if valid.is_empty() {
            break;
        }
        let front = front(class, (dx, dy), distance).into_iter().map(|(x, y)| shift::<M>(layout, x, y)).collect();
        steps.push(Step { valid: M::of(valid.iter().copied()), front, by: shift::<M>(layout, x, y) });
    }
    steps
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
