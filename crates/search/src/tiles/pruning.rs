//! Duplicate pruning: leaves out sequences of moves that lead where another sequence leads, too
//! (Taylor & Korf 1993).
//!
//! For example, the blank can go around a square of 2x2 cells in both directions. Six moves one way,
//! `LURDLU`, lead to the same board as six moves the other way, `ULDRUL`. So a search that tries the
//! second sequence can do without the first one.
//!
//! A sequence is *forbidden* if another one, which is *kept*, leads from every board to the same
//! board and precedes it: the kept sequence is shorter, or equally long and earlier in the order up,
//! left, right, down. It also stays within the bounding box of the forbidden sequence, so that it
//! can be played wherever the forbidden one can.
//!
//! A search that avoids forbidden sequences still finds a shortest solution. Take the first shortest
//! solution of a board in the order above. If it contained a forbidden sequence, then the kept
//! sequence in its place would make a solution that is shorter or comes earlier.
//!
//! Searches follow the moves with a finite-state machine ([`DuplicateAutomaton`]), whose state says
//! which directions would complete a forbidden sequence.

use std::sync::LazyLock;

use fifteen_puzzle::MoveOrder;
use fifteen_resources::prefetch;

use super::sequence_trie::{FORBIDDEN, SequenceTrie};
use super::{Mode, Move, TileSpace, TileState};
use crate::{Heuristic, StateSpace};

/// All forbidden sequences of up to 14 moves, shorter sequences first.
///
/// A sequence is a number of four bytes: a bit that is set, followed by two bits for each move. The
/// file holds the first bytes of all sequences, then the second bytes, and so on, because gzip makes
/// that half as large when the site is downloaded.
const SEQUENCE_BYTES: &[u8] = include_bytes!("../../data/duplicate_sequences.bin");

/// Maximum number of moves of the sequences that are forbidden on boards of up to 16 cells. Longer
/// ones cost more time than they save there.
const LONGEST_ON_SMALL_BOARDS: u32 = 10;

/// A state of a [`DuplicateAutomaton`].
///
/// The lower bits are the number of the state, which stands for the longest suffix of the moves made
/// that begins a forbidden sequence. The four bits from [`LEGAL_SHIFT`] on are the directions that
/// complete no forbidden sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AutomatonState(u32);

/// Number of bits for the number of a state.
const LEGAL_SHIFT: u32 = 24;

/// A finite-state machine that recognises forbidden sequences of moves.
#[derive(Debug)]
pub(super) struct DuplicateAutomaton {
    /// The next state for each state and direction. It is undefined for forbidden directions.
    next: Vec<[AutomatonState; 4]>,
}

/// The machine of plain mode, which forbids only to take back the last move.
static PLAIN: LazyLock<DuplicateAutomaton> = LazyLock::new(|| DuplicateAutomaton::new(0));

/// The machine of fast mode for boards of up to 16 cells.
static SMALL: LazyLock<DuplicateAutomaton> =
    LazyLock::new(|| DuplicateAutomaton::new(LONGEST_ON_SMALL_BOARDS));

/// The machine of fast mode for larger boards.
static LARGE: LazyLock<DuplicateAutomaton> = LazyLock::new(|| DuplicateAutomaton::new(u32::MAX));

/// A forbidden sequence of moves, encoded as in [`SEQUENCE_BYTES`].
#[derive(Clone, Copy)]
struct ForbiddenSequence(u32);

impl ForbiddenSequence {
    /// The four sequences that take back a move, and the stored ones of up to `longest` moves.
    fn all(longest: u32) -> impl Iterator<Item = Self> {
        let back = MoveOrder::ULRD
            .directions()
            .map(|d| Self(1 << 4 | (d as u32) << 2 | d.opposite() as u32));
        let count = SEQUENCE_BYTES.len() / 4;
        let stored = (0..count).map(move |number| {
            let bytes = std::array::from_fn(|byte| SEQUENCE_BYTES[byte * count + number]);
            Self(u32::from_le_bytes(bytes))
        });
        back.into_iter()
            .chain(stored.take_while(move |sequence| sequence.moves() <= longest))
    }

    /// Number of moves.
    fn moves(self) -> u32 {
        self.0.ilog2() / 2
    }

    /// The direction of a move; the last move has the number 0, the one before it 1, and so on.
    fn direction(self, before_last: u32) -> usize {
        (self.0 >> (2 * before_last)) as usize % 4
    }
}

impl DuplicateAutomaton {
    /// The machine that forbids sequences of up to `longest` moves.
    fn new(longest: u32) -> Self {
        let mut trie = SequenceTrie::new(1, 4);
        // No forbidden sequence contains another one, so no sequence ends on the way.
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

    /// The state after a move in a direction that is not forbidden.
    #[inline(always)]
    pub(super) fn after(&self, state: AutomatonState, direction: u8) -> AutomatonState {
        self.next[state.number()][usize::from(direction % 4)]
    }

    /// Prefetches the transitions of a state.
    #[inline(always)]
    pub(super) fn prefetch(&self, state: AutomatonState) {
        prefetch(&self.next, state.number());
    }
}

impl AutomatonState {
    /// The state before any move, in which no direction is forbidden.
    pub(super) const ROOT: Self = Self(0b1111 << LEGAL_SHIFT);

    #[inline(always)]
    fn number(self) -> usize {
        self.0 as usize % (1 << LEGAL_SHIFT)
    }

    /// The directions that are not forbidden, as bits.
    #[inline(always)]
    pub(super) fn legal(self) -> u8 {
        (self.0 >> LEGAL_SHIFT) as u8
    }
}

/// A move, and the state of the automaton after it.
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

/// The tile puzzle as IDA* searches it, without the moves that an automaton forbids.
///
/// Both modes use this type, because a type for each would double the code that is compiled. In
/// plain mode the automaton forbids only to take back the last move.
#[derive(Debug)]
pub(super) struct PrunedSpace {
    pub(super) space: TileSpace,
    pub(super) automaton: &'static DuplicateAutomaton,
    /// For each set of directions, as bits: the directions in the order in which moves are tried.
    pub(super) directions: [DirectionList; 16],
}

/// Up to four directions, as numbers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DirectionList {
    pub(super) directions: [u8; 4],
    pub(super) count: u8,
}

impl DirectionList {
    /// The directions of a set in the order in which moves are tried.
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
    /// The space that a mode searches. Fast mode leaves at least one shortest path between any two
    /// boards, but not all of them.
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

/// A heuristic of the tile puzzle, as a heuristic of its [`PrunedSpace`].
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

    /// The automaton forbids a move exactly if the moves made would then end in a forbidden sequence.
    #[test]
    fn the_automaton_recognises_every_sequence() {
        let letter = |direction: usize| MoveOrder::ULRD.directions()[direction].letter();
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
                // The walk prefers to turn one way, so that it often goes in loops.
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
