//! Duplicate pruning (Taylor & Korf 1993): skips sequences of moves that lead to the same board as
//! another sequence.
//!
//! For example, the blank can go around a square of 2x2 cells in both directions. Six moves in one
//! direction, `LURDLU`, lead to the same board as six moves in the other direction, `ULDRUL`. A
//! search that tries the second sequence can therefore skip the first.
//!
//! A sequence is *forbidden* if another sequence, which is *kept*, leads from every board to the
//! same board and precedes the forbidden one. A sequence precedes another one if it is shorter, or
//! if both have the same length and it comes first in the order up, left, right, down. The kept
//! sequence also stays within the bounding box of the forbidden sequence, so it is possible
//! wherever the forbidden sequence is.
//!
//! A search that avoids forbidden sequences still finds a shortest solution. Take the first
//! shortest solution of a board, in the order up, left, right, down. If it contained a forbidden
//! sequence, replacing this sequence with the kept one would produce a solution that is shorter or
//! comes earlier, which is a contradiction.
//!
//! Searches track their moves with a finite-state machine, the [`DuplicateAutomaton`]. Its state
//! determines which directions would complete a forbidden sequence.

use std::sync::LazyLock;

use fifteen_puzzle::{Direction, MoveOrder};
use fifteen_resources::prefetch;

use super::sequence_trie::{FORBIDDEN, SequenceTrie};
use super::{Mode, Move, TileSpace, TileState};
use crate::{Heuristic, StateSpace};

/// All forbidden sequences of up to 14 moves, sorted by length.
///
/// A sequence is stored as a four-byte integer: a leading 1 bit, followed by two bits per move. The
/// file holds the first byte of every sequence, then the second byte of every sequence, and so on.
/// This order halves the file's size after gzip compression, which the website uses for downloads.
const SEQUENCE_BYTES: &[u8] = include_bytes!("../../data/duplicate_sequences.bin");

/// Maximum length of the [forbidden sequences](self) that a search skips on boards of up to 16
/// cells, in moves. There, recognising longer sequences takes more time than it saves.
const LONGEST_ON_SMALL_BOARDS: u32 = 10;

/// A state of a [`DuplicateAutomaton`], and the directions that it allows, packed into one integer.
///
/// The lower bits are the state's index. A state represents the longest suffix of the search's path
/// that is the beginning of a forbidden sequence. The four bits from [`LEGAL_SHIFT`] up mark the
/// directions that do not complete a forbidden sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AutomatonState(u32);

/// Number of bits for the state's index in an [`AutomatonState`]. The bits above them mark the
/// allowed directions.
const LEGAL_SHIFT: u32 = 24;

/// A finite-state machine that recognises forbidden sequences of moves. A search can skip these
/// sequences, because other sequences lead to the same boards.
#[derive(Debug)]
pub(super) struct DuplicateAutomaton {
    /// The next state of the automaton, indexed by state and direction. Entries for forbidden
    /// directions are meaningless.
    next: Vec<[AutomatonState; 4]>,
}

/// The [`DuplicateAutomaton`] for searches in plain mode, which skip only the moves that undo the
/// last move.
static PLAIN: LazyLock<DuplicateAutomaton> = LazyLock::new(|| DuplicateAutomaton::new(0));

/// The [`DuplicateAutomaton`] for searches in fast mode on boards of up to 16 cells. These searches
/// skip forbidden sequences of up to [`LONGEST_ON_SMALL_BOARDS`] moves.
static SMALL: LazyLock<DuplicateAutomaton> =
    LazyLock::new(|| DuplicateAutomaton::new(LONGEST_ON_SMALL_BOARDS));

/// The [`DuplicateAutomaton`] for searches in fast mode on boards of more than 16 cells. These
/// searches skip all forbidden sequences in [`SEQUENCE_BYTES`], which have up to 14 moves.
static LARGE: LazyLock<DuplicateAutomaton> = LazyLock::new(|| DuplicateAutomaton::new(u32::MAX));

/// A forbidden sequence of moves, encoded as a leading 1 bit followed by two bits per move.
#[derive(Clone, Copy)]
struct ForbiddenSequence(u32);

impl ForbiddenSequence {
    /// Returns the forbidden sequences of up to `longest` moves. The first four, in which a move
    /// undoes the previous one, are included even if `longest` is 0.
    fn all(longest: u32) -> impl Iterator<Item = Self> {
        let back = Direction::ALL.map(|d| Self(1 << 4 | (d as u32) << 2 | d.opposite() as u32));
        let count = SEQUENCE_BYTES.len() / 4;
        let stored = (0..count).map(move |number| {
            let bytes = std::array::from_fn(|byte| SEQUENCE_BYTES[byte * count + number]);
            Self(u32::from_le_bytes(bytes))
        });
        back.into_iter()
            .chain(stored.take_while(move |sequence| sequence.moves() <= longest))
    }

    /// Returns the number of moves in the sequence.
    fn moves(self) -> u32 {
        self.0.ilog2() / 2
    }

    /// Returns the direction of a move, as an index into [`Direction::ALL`]. Moves are counted
    /// backwards: `before_last` is 0 for the last move of the sequence and 1 for the move before
    /// it.
    fn direction(self, before_last: u32) -> usize {
        (self.0 >> (2 * before_last)) as usize % 4
    }
}

impl DuplicateAutomaton {
    /// Builds an automaton that recognises all forbidden sequences of up to `longest` moves.
    fn new(longest: u32) -> Self {
        let mut trie = SequenceTrie::new(1, 4);
        // No forbidden sequence contains another one. All proper prefixes of a sequence are
        // therefore allowed, and become states of the trie.
        for sequence in ForbiddenSequence::all(longest) {
            let mut state = 0;
            for before_last in (1..sequence.moves()).rev() {
                state = trie.child(state, sequence.direction(before_last));
            }
            trie.forbid(state, sequence.direction(0));
        }
        let transitions = trie.link(|root, _| Some(root));
        let (transitions, _) = transitions.as_chunks::<4>();
        let with_legal_directions = |number: u32| {
            let mut legal = 0;
            for (direction, &next) in transitions[number as usize].iter().enumerate() {
                legal |= u32::from(next != FORBIDDEN) << direction;
            }
            AutomatonState(legal << LEGAL_SHIFT | number)
        };
        let next_state = |number: u32| {
            if number == FORBIDDEN {
                AutomatonState(0)
            } else {
                with_legal_directions(number)
            }
        };
        Self {
            next: transitions.iter().map(|row| row.map(next_state)).collect(),
        }
    }

    /// Returns the state after a move in `direction`, which must be allowed in `state`.
    #[inline(always)]
    pub(super) fn after(&self, state: AutomatonState, direction: u8) -> AutomatonState {
        self.next[state.number()][usize::from(direction % 4)]
    }

    /// Prefetches the transitions of an automaton state that will be needed soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, state: AutomatonState) {
        prefetch(&self.next, state.number());
    }
}

impl AutomatonState {
    /// The state at the start of a search, which allows every direction.
    pub(super) const ROOT: Self = Self(0b1111 << LEGAL_SHIFT);

    #[inline(always)]
    fn number(self) -> usize {
        self.0 as usize % (1 << LEGAL_SHIFT)
    }

    /// Returns the allowed directions as a bit mask, with one bit per direction.
    #[inline(always)]
    pub(super) fn legal(self) -> u8 {
        (self.0 >> LEGAL_SHIFT) as u8
    }
}

/// A move, together with the state of the duplicate-pruning automaton after the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrackedMove {
    pub(super) m: Move,
    pub(super) state: AutomatonState,
}

impl From<TrackedMove> for Move {
    #[inline(always)]
    fn from(tracked: TrackedMove) -> Self {
        tracked.m
    }
}

/// The tile puzzle as IDA* searches it, without the moves that complete a forbidden sequence.
///
/// Both modes of IDA*, plain and fast, use this type, so that the search code is compiled only
/// once. In plain mode, only moves that undo the last move are forbidden.
#[derive(Debug)]
pub(super) struct PrunedSpace {
    pub(super) space: TileSpace,
    pub(super) automaton: &'static DuplicateAutomaton,
    /// For each set of directions, a list of them in the order in which moves are tried. The index
    /// is the set as a four-bit mask.
    pub(super) directions: [DirectionList; 16],
}

/// A list of up to four directions, stored as indices.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DirectionList {
    pub(super) directions: [u8; 4],
    pub(super) count: u8,
}

impl DirectionList {
    /// Lists the directions in `set` in the given order. `set` is a bit mask with one bit per
    /// direction.
    fn new(set: usize, order: MoveOrder) -> Self {
        let mut list = Self::default();
        for direction in order.directions() {
            if set >> direction as usize & 1 == 1 {
                list.directions[usize::from(list.count)] = direction as u8;
                list.count += 1;
            }
        }
        list
    }
}

impl PrunedSpace {
    /// Creates the space that IDA* searches in this mode. In fast mode, at least one shortest path
    /// between any two boards remains, but other shortest paths can be missing.
    pub(super) fn new(space: &TileSpace, mode: Mode) -> Self {
        let automaton: &'static DuplicateAutomaton = match mode {
            Mode::Plain => &PLAIN,
            Mode::Fast if space.size().cells() > 16 => &LARGE,
            Mode::Fast => &SMALL,
        };
        Self {
            space: space.clone(),
            automaton,
            directions: std::array::from_fn(|set| DirectionList::new(set, space.order())),
        }
    }
}

impl StateSpace for PrunedSpace {
    type State = TileState;
    type Move = TrackedMove;

    #[inline(always)]
    fn moves(
        &self,
        state: &TileState,
        last: Option<TrackedMove>,
    ) -> impl Iterator<Item = TrackedMove> {
        let before = last.map_or(AutomatonState::ROOT, |last| last.state);
        let moves = self.space.moves(state, last.map(|last| last.m));
        let legal = moves.filter(move |m| before.legal() >> m.direction() as u8 & 1 == 1);
        legal.map(move |m| TrackedMove {
            m,
            state: self.automaton.after(before, m.direction() as u8),
        })
    }

    #[inline(always)]
    fn apply(&self, state: &mut TileState, m: TrackedMove) {
        self.space.apply(state, m.m);
    }

    #[inline(always)]
    fn undo(&self, state: &mut TileState, m: TrackedMove) {
        self.space.undo(state, m.m);
    }

    #[inline(always)]
    fn is_goal(&self, state: &TileState) -> bool {
        self.space.is_goal(state)
    }

    fn parity(&self, state: &TileState) -> Option<u32> {
        self.space.parity(state)
    }
}

/// Makes a heuristic for [`TileSpace`] usable in a [`PrunedSpace`], whose moves have a different
/// type.
#[derive(Debug, Clone)]
pub(super) struct PrunedHeuristic<H>(pub(super) H);

impl<H: Heuristic<TileSpace>> Heuristic<PrunedSpace> for PrunedHeuristic<H> {
    type Node = H::Node;
    type Error = H::Error;

    fn root(&self, state: &TileState) -> Result<H::Node, H::Error> {
        self.0.root(state)
    }

    #[inline(always)]
    fn value(&self, node: &H::Node) -> u32 {
        self.0.value(node)
    }

    #[inline(always)]
    fn child(
        &self,
        state: &TileState,
        node: &H::Node,
        m: TrackedMove,
        limit: u32,
    ) -> Result<H::Node, u32> {
        self.0.child(state, node, m.m, limit)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use fifteen_puzzle::{Goal, RandomBoards, Size};

    /// Checks that the automaton forbids a move if and only if the move completes a forbidden
    /// sequence.
    #[test]
    fn the_automaton_recognises_every_sequence() {
        let letter = |direction: usize| Direction::ALL[direction].letter();
        let letters = |s: ForbiddenSequence| {
            (0..s.moves())
                .rev()
                .map(|before_last| letter(s.direction(before_last)))
                .collect()
        };
        let sequences: HashSet<String> = ForbiddenSequence::all(u32::MAX).map(letters).collect();
        let goal = Goal::Last.board(Size::new(5, 5).unwrap()).unwrap();
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let kept = PrunedSpace::new(&space, Mode::Fast);
        let mut forbidden = 0;
        for (walk, board) in RandomBoards::new(goal, 11).take(1500).enumerate() {
            let mut state = space.state(&board).unwrap();
            let (mut last, mut letters) = (None, String::new());
            for step in 0..200 {
                let mut moves = Vec::new();
                for m in space.moves(&state, last.map(|last: TrackedMove| last.m)) {
                    letters.push(m.direction().letter());
                    if (2..=14).any(|length| {
                        letters.len() >= length
                            && sequences.contains(&letters[letters.len() - length..])
                    }) {
                        forbidden += 1;
                    } else {
                        moves.push(m);
                    }
                    letters.pop();
                }
                let ours: Vec<TrackedMove> = kept.moves(&state, last).collect();
                assert_eq!(
                    ours.iter().map(|m| m.m).collect::<Vec<_>>(),
                    moves,
                    "after {letters}"
                );
                // Prefer to turn the same way repeatedly, so that the walk often goes in circles
                // and meets forbidden sequences.
                let Some(&m) = ours.get((walk + step / 3) % ours.len().max(1)) else {
                    break;
                };
                kept.apply(&mut state, m);
                letters.push(m.m.direction().letter());
                last = Some(m);
            }
        }
        assert!(forbidden > 200, "{forbidden}");
    }
}
