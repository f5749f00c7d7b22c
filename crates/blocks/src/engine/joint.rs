//! Moves of several pieces together, as one rigid body: Knuth's styles 3 to 5 of sliding-block moves.
//!
//! A set of pieces may make a step if no other piece is in its way. A piece pushes the pieces that it would enter, so
//! the sets that can make a step are those that contain all pieces that their members push. After the first step the
//! set stays the same, and the other pieces stand still.
//!
//! Written for clarity: the searches of single pieces have code of their own in [`moves`](super::moves).

use std::collections::BTreeSet;

use super::layout::Layout;
use crate::error::SolveError;
use crate::metric::BlockMetric;
use crate::puzzle::shape::Direction;

/// The most sets of pieces that may be able to move in one position.
pub(crate) const MOST_SETS: u64 = 65_536;

/// A move of one or more pieces.
pub(crate) struct JointMove {
    /// The pieces, by class and anchor before the move.
    pub(crate) pieces: Vec<(usize, usize)>,
    /// The path of each of them.
    pub(crate) path: Vec<Direction>,
    /// The anchors of each class after the move, ascending.
    pub(crate) after: Vec<Vec<usize>>,
}

/// Returns an error if more than [`MOST_SETS`] sets of pieces may be able to make a step in one direction.
///
/// Pieces of which none pushes another have a free cell of their own in front of them, so the order of pushing has at
/// most as many chains as there are free cells (Dilworth 1950). A set is determined by its part of each chain.
pub(crate) fn check_number(layout: &Layout) -> Result<(), SolveError> {
    let pieces: usize = layout.classes.iter().map(|class| class.pieces.len()).sum();
    let covered: usize = layout.classes.iter().map(|class| class.pieces.len() * class.offsets.len()).sum();
    let free = layout.floor.iter().filter(|&&floor| floor).count() - covered;
    let chains = pieces.min(free).max(1) as f64;
    let sets = (pieces as f64 / chains + 1.0).powf(chains) as u64;
    if sets > MOST_SETS { Err(SolveError::TooManyJointMoves { pieces, sets }) } else { Ok(()) }
}

/// All moves of a position, those of fewer pieces first; of moves to the same position, the first.
pub(crate) fn joint_moves(layout: &Layout, anchors: &[Vec<usize>], metric: BlockMetric) -> Vec<JointMove> {
    let board = Board::new(layout, anchors);
    let mut moves = Vec::new();
    for direction in Direction::ALL {
        for set in board.movable_sets(direction) {
            for (path, shift) in board.paths(&set, direction, metric) {
                moves.push(board.joint_move(&set, path, shift, anchors));
            }
        }
    }
    moves.sort_by_key(|m| m.pieces.len());
    let mut seen = BTreeSet::new();
    moves.retain(|m| seen.insert(m.after.clone()));
    moves
}

/// A position: its pieces, and the piece on each cell.
struct Board<'a> {
    layout: &'a Layout,
    /// By class and anchor.
    pieces: Vec<(usize, usize)>,
    occupants: Vec<Option<usize>>,
}

impl<'a> Board<'a> {
    fn new(layout: &'a Layout, anchors: &[Vec<usize>]) -> Self {
        let mut board = Board { layout, pieces: Vec::new(), occupants: vec![None; layout.floor.len()] };
        for (class, anchors) in anchors.iter().enumerate() {
            for &anchor in anchors {
                for cell in layout.covered(&layout.classes[class], anchor) {
                    board.occupants[cell] = Some(board.pieces.len());
                }
                board.pieces.push((class, anchor));
            }
        }
        board
    }

    /// The other pieces that a piece would enter if it moved by some columns and rows; `None` if it cannot be there
    /// even without them.
    fn in_the_way(&self, piece: usize, (dx, dy): (i32, i32)) -> Option<Vec<usize>> {
        let (class, anchor) = self.pieces[piece];
        let class = &self.layout.classes[class];
        let to = self.layout.cell_at(anchor, dx, dy).filter(|&to| class.has(to))?;
        let others = self.layout.covered(class, to).filter_map(|cell| self.occupants[cell]);
        Some(others.filter(|&other| other != piece).collect())
    }

    /// Returns true if the lock of each piece of a set allows a direction.
    fn allows(&self, set: &[usize], direction: Direction) -> bool {
        set.iter().all(|&p| self.layout.classes[self.pieces[p].0].axis.is_none_or(|axis| axis == direction.axis()))
    }

    /// The pieces that move if one piece makes a step, ascending; `None` if one of them cannot.
    fn pushed(&self, piece: usize, direction: Direction) -> Option<Vec<usize>> {
        let mut pushed = BTreeSet::from([piece]);
        let mut next = vec![piece];
        while let Some(piece) = next.pop() {
            if !self.allows(&[piece], direction) {
                return None;
            }
            let others = self.in_the_way(piece, direction.delta())?;
            next.extend(others.into_iter().filter(|&other| pushed.insert(other)));
        }
        Some(pushed.into_iter().collect())
    }

    /// The sets of pieces that can make a step.
    fn movable_sets(&self, direction: Direction) -> Vec<Vec<usize>> {
        let pieces = (0..self.pieces.len()).filter_map(|p| Some((p, self.pushed(p, direction)?)));
        let mut sets = Vec::new();
        add_unions(&[], &pieces.collect::<Vec<_>>(), &mut sets);
        sets
    }

    /// The paths of a set that begin with a direction, each with the columns and rows from its start to its end.
    fn paths(&self, set: &[usize], first: Direction, metric: BlockMetric) -> Vec<(Vec<Direction>, (i32, i32))> {
        let mut found = vec![(vec![first], first.delta())];
        let mut next = 0;
        while let Some((path, (x, y))) = found.get(next).cloned().filter(|_| metric != BlockMetric::Unit) {
            next += 1;
            for direction in Direction::ALL {
                let (dx, dy) = direction.delta();
                let to = (x + dx, y + dy);
                let turns = direction != first && metric == BlockMetric::Straight;
                let seen = to == (0, 0) || found.iter().any(|(_, shift)| *shift == to);
                let free = |&p: &usize| self.in_the_way(p, to).is_some_and(|o| o.iter().all(|o| set.contains(o)));
                if !turns && !seen && self.allows(set, direction) && set.iter().all(free) {
                    found.push((path.iter().copied().chain([direction]).collect(), to));
                }
            }
        }
        found
    }

    fn joint_move(
        &self,
        set: &[usize],
        path: Vec<Direction>,
        (dx, dy): (i32, i32),
        anchors: &[Vec<usize>],
    ) -> JointMove {
        let mut after = anchors.to_vec();
        let pieces: Vec<(usize, usize)> = set.iter().map(|&p| self.pieces[p]).collect();
        for &(class, from) in &pieces {
            after[class].retain(|&anchor| anchor != from);
        }
        for &(class, from) in &pieces {
            after[class].extend(self.layout.cell_at(from, dx, dy));
        }
        after.iter_mut().for_each(|anchors| anchors.sort_unstable());
        JointMove { pieces, path, after }
    }
}

/// Adds all unions, but the empty one, of `set` and the sets of pushed pieces of some of `left`, each once.
fn add_unions(set: &[usize], left: &[(usize, Vec<usize>)], sets: &mut Vec<Vec<usize>>) {
    let Some(((piece, pushed), rest)) = left.split_first() else {
        sets.extend((!set.is_empty()).then(|| set.to_vec()));
        return;
    };
    if set.contains(piece) {
        return add_unions(set, rest, sets);
    }
    // Without the piece: all that push it stand still too.
    let without: Vec<(usize, Vec<usize>)> =
        rest.iter().filter(|(_, others)| !others.contains(piece)).cloned().collect();
    add_unions(set, &without, sets);
    let new = pushed.iter().filter(|piece| !set.contains(piece));
    add_unions(&set.iter().chain(new).copied().collect::<Vec<_>>(), rest, sets);
}
