//! Moves of several pieces together, as one rigid body: Knuth's styles 3 to 5 of sliding-block moves.
//!
//! A set of pieces may make a step if no other piece is in its way. A piece pushes the pieces that it would enter, so
//! the sets that can make a step are those that contain all pieces that their members push. After the first step the
//! set stays the same, and the other pieces stand still.
//!
//! The searches of single pieces have code of their own in [`moves`](super::moves).

use std::collections::BTreeSet;

use super::layout::Layout;
use super::words::{Mask, Wide};
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
pub(crate) fn check_number(layout: &Layout) -> Result<(), SolveError> {
    let sets = most_sets(layout);
    if sets > MOST_SETS {
        Err(SolveError::TooManyJointMoves { pieces: number_of_pieces(layout), sets })
    } else {
        Ok(())
    }
}

/// A bound on the sets of pieces that can make a step in one direction.
///
/// Pieces of which none pushes another have a free cell of their own in front of them, so the order of pushing has at
/// most as many chains as there are free cells (Dilworth 1950). A set is determined by its part of each chain.
pub(crate) fn most_sets(layout: &Layout) -> u64 {
    let pieces = number_of_pieces(layout);
    let covered: usize = layout.classes.iter().map(|class| class.pieces.len() * class.offsets.len()).sum();
    let free = layout.floor.iter().filter(|&&floor| floor).count() - covered;
    let chains = pieces.min(free).max(1) as f64;
    (pieces as f64 / chains + 1.0).powf(chains) as u64
}

fn number_of_pieces(layout: &Layout) -> usize {
    layout.classes.iter().map(|class| class.pieces.len()).sum()
}

/// All moves of a position, those of fewer pieces first; of moves to the same position, the first.
pub(crate) fn joint_moves(layout: &Layout, anchors: &[Vec<usize>], metric: BlockMetric) -> Vec<JointMove> {
    let board = Board::<Wide<16>>::new(layout, anchors);
    let mut moves = Vec::new();
    board.each_move(metric, &mut |set, places| moves.push(board.joint_move(set, places, anchors)));
    moves.sort_by_key(|m| m.pieces.len());
    let mut seen = BTreeSet::new();
    moves.retain(|m| seen.insert(m.after.clone()));
    moves
}

/// A position: its pieces, and the piece on each cell. A mask `M` of cells is large enough for a set of pieces.
pub(crate) struct Board<'a, M> {
    layout: &'a Layout,
    /// By class and anchor.
    pieces: Vec<(usize, usize)>,
    /// The piece on each cell, as a set.
    occupants: Vec<M>,
}

/// A place to which a set of pieces can go, relative to where it is, and the last step on the way there.
pub(crate) struct Place {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    step: Direction,
    /// The place before that step, by its number; `None` for the first step.
    before: Option<usize>,
}

impl<'a, M: Mask> Board<'a, M> {
    pub(crate) fn new(layout: &'a Layout, anchors: &[Vec<usize>]) -> Self {
        let mut board = Board { layout, pieces: Vec::new(), occupants: vec![M::ZERO; layout.floor.len()] };
        for (class, anchors) in anchors.iter().enumerate() {
            for &anchor in anchors {
                for cell in layout.covered(&layout.classes[class], anchor) {
                    board.occupants[cell] = M::bit(board.pieces.len());
                }
                board.pieces.push((class, anchor));
            }
        }
        board
    }

    /// Calls `found` with every move: its pieces, and the places on its way, of which the last is its end. Two moves
    /// may lead to the same position.
    pub(crate) fn each_move(&self, metric: BlockMetric, found: &mut dyn FnMut(M, &[Place])) {
        let (mut sets, mut places) = (Vec::new(), Vec::new());
        for direction in Direction::ALL {
            self.movable_sets(direction, &mut sets);
            for &set in &sets {
                self.find_places(set, direction, metric, &mut places);
                (1..=places.len()).for_each(|end| found(set, &places[..end]));
            }
        }
    }

    /// The class and the anchor of each piece of a set.
    pub(crate) fn members(&self, mut set: M) -> impl Iterator<Item = (usize, usize)> + '_ {
        std::iter::from_fn(move || {
            let piece = set.first();
            let member = *self.pieces.get(piece)?;
            set = set.rest();
            Some(member)
        })
    }

    /// The pieces on the cells that a piece would cover if it moved by some columns and rows, itself among them if it
    /// stands on some of these; `None` if it cannot be there even without other pieces.
    fn in_the_way(&self, (class, anchor): (usize, usize), columns: i32, rows: i32) -> Option<M> {
        let class = &self.layout.classes[class];
        let to = self.layout.cell_at(anchor, columns, rows).filter(|&to| class.has(to))?;
        Some(self.layout.covered(class, to).fold(M::ZERO, |pieces, cell| pieces | self.occupants[cell]))
    }

    /// Returns true if the lock of a piece allows a direction.
    fn allows(&self, (class, _): (usize, usize), direction: Direction) -> bool {
        self.layout.classes[class].axis.is_none_or(|axis| axis == direction.axis())
    }

    /// Replaces `sets` by the sets of pieces that can make a step.
    fn movable_sets(&self, direction: Direction, sets: &mut Vec<M>) {
        let (columns, rows) = direction.delta();
        let step =
            |&piece: &(usize, usize)| self.in_the_way(piece, columns, rows).filter(|_| self.allows(piece, direction));
        let ahead: Vec<Option<M>> = self.pieces.iter().map(step).collect();
        let pushed = (0..ahead.len()).filter_map(|piece| Some((piece, pushed(&ahead, piece)?)));
        sets.clear();
        add_unions(M::ZERO, M::ZERO, &pushed.collect::<Vec<_>>(), sets);
    }

    /// Replaces `places` by those that a set can reach by paths that begin with a direction, the nearest first.
    fn find_places(&self, set: M, first: Direction, metric: BlockMetric, places: &mut Vec<Place>) {
        places.clear();
        let (columns, rows) = first.delta();
        places.push(Place { columns, rows, step: first, before: None });
        if metric == BlockMetric::Unit {
            return;
        }
        let mut next = 0;
        while next < places.len() {
            for step in Direction::ALL {
                let (columns, rows) = (places[next].columns + step.delta().0, places[next].rows + step.delta().1);
                let turns = step != first && metric == BlockMetric::Straight;
                let is_seen = |place: &Place| (place.columns, place.rows) == (columns, rows);
                let fits = |piece: (usize, usize)| {
                    let in_the_way = self.in_the_way(piece, columns, rows);
                    self.allows(piece, step) && in_the_way.is_some_and(|pieces| pieces & !set == M::ZERO)
                };
                let is_new = (columns, rows) != (0, 0) && !places.iter().any(is_seen);
                if !turns && is_new && self.members(set).all(fits) {
                    places.push(Place { columns, rows, step, before: Some(next) });
                }
            }
            next += 1;
        }
    }

    fn joint_move(&self, set: M, places: &[Place], anchors: &[Vec<usize>]) -> JointMove {
        let mut after = anchors.to_vec();
        let pieces: Vec<(usize, usize)> = self.members(set).collect();
        for &(class, from) in &pieces {
            after[class].retain(|&anchor| anchor != from);
        }
        for (&(class, from), end) in pieces.iter().zip(std::iter::repeat(places.last())) {
            after[class].extend(end.and_then(|end| self.layout.cell_at(from, end.columns, end.rows)));
        }
        after.iter_mut().for_each(|anchors| anchors.sort_unstable());
        let before = |place: &&Place| place.before.map(|number| &places[number]);
        let mut path: Vec<Direction> = std::iter::successors(places.last(), before).map(|place| place.step).collect();
        path.reverse();
        JointMove { pieces, path, after }
    }
}

/// The pieces that move if one piece makes a step, from those ahead of each piece; `None` if one of them cannot.
fn pushed<M: Mask>(ahead: &[Option<M>], piece: usize) -> Option<M> {
    let mut pushed = M::bit(piece);
    let mut next = pushed;
    while next != M::ZERO {
        let more = ahead[next.first()]? & !pushed;
        pushed |= more;
        next = next.rest() | more;
    }
    Some(pushed)
}

/// Adds all unions, but the empty one, of `set` and the sets of pushed pieces of some of `left`, each once, in which
/// the pieces of `still` stand still.
fn add_unions<M: Mask>(set: M, still: M, left: &[(usize, M)], sets: &mut Vec<M>) {
    let Some((&(piece, pushed), rest)) = left.split_first() else {
        sets.extend(Some(set).filter(|&set| set != M::ZERO));
        return;
    };
    let piece = M::bit(piece);
    if set & piece == M::ZERO && pushed & still == M::ZERO {
        add_unions(set, still | piece, rest, sets);
        add_unions(set | pushed, still, rest, sets);
    } else {
        add_unions(set, still, rest, sets);
    }
}
