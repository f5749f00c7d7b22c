//! Duplicate pruning: a finite-state machine leaves out sequences of moves that lead where a kept sequence leads
//! (Taylor & Korf 1993).
//!
//! A sequence is forbidden if some other sequence, the kept one, leads from every board to the same board and precedes
//! it: it is shorter, or equally long and earlier in the order up, left, right, down. The kept sequence stays within
//! the bounding box of the forbidden one, so that it can be played wherever the forbidden one can. The first shortest
//! solution of a board, in that order, contains no forbidden sequence: with the kept sequence instead, it would be
//! shorter or come earlier. So a search that prunes still finds a shortest solution, and a search in that order finds
//! the same one.

use std::sync::LazyLock;

use fifteen_puzzle::MoveOrder;

use super::{Mode, Move, TileSpace, TileState};
use fifteen_resources::prefetch;

use crate::{Heuristic, StateSpace};

/// The forbidden sequences of up to 14 moves, shorter ones first: four bytes each, in which two bits a move follow the
/// highest bit that is set. The first bytes of all come first, then the second ones: half as large by gzip in the site.
const FORBIDDEN: &[u8] = include_bytes!("../../data/duplicate_sequences.bin");

/// Moves of the longest sequences that are left out on boards of up to 16 cells: longer ones cost more than they save.
const LONGEST_OF_SMALL: u32 = 10;

/// A state of the machine: the longest suffix of the moves made that begins a forbidden sequence, as its number in the
/// lower bits, and from [`LEGAL`] on the directions that complete none, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AutomatonState(u32);

/// Bits of the number of a state.
const LEGAL: u32 = 24;

/// The machine.
#[derive(Debug)]
pub(super) struct DuplicateAutomaton {
    /// By number of the state and direction; what a forbidden direction has does not matter.
    next: Vec<[AutomatonState; 4]>,
}

/// The machine that forbids only to take back the last move.
static PLAIN: LazyLock<DuplicateAutomaton> = LazyLock::new(|| DuplicateAutomaton::new(0));

/// The machine for boards of up to 16 cells.
static SMALL: LazyLock<DuplicateAutomaton> =
    LazyLock::new(|| DuplicateAutomaton::new(LONGEST_OF_SMALL));

/// The machine for larger boards.
static LARGE: LazyLock<DuplicateAutomaton> = LazyLock::new(|| DuplicateAutomaton::new(u32::MAX));

/// A sequence of moves as in [`FORBIDDEN`].
#[derive(Clone, Copy)]
struct Sequence(u32);

impl Sequence {
    /// Those that take back a move, and the forbidden ones of up to `longest` moves.
    fn all(longest: u32) -> impl Iterator<Item = Self> {
        let back = MoveOrder::ULRD
            .directions()
            .map(|d| Self(1 << 4 | (d as u32) << 2 | d.opposite() as u32));
        let all = FORBIDDEN.len() / 4;
        let bytes = move |number: usize| std::array::from_fn(|byte| FORBIDDEN[byte * all + number]);
        let forbidden = (0..all).map(move |number| Self(u32::from_le_bytes(bytes(number))));
        back.into_iter()
            .chain(forbidden.take_while(move |sequence| sequence.moves() <= longest))
    }

    fn moves(self) -> u32 {
        self.0.ilog2() / 2
    }

    /// The direction of a move, counted from the last.
    fn direction(self, before_last: u32) -> usize {
        (self.0 >> (2 * before_last)) as usize % 4
    }
}

impl DuplicateAutomaton {
    /// The machine for sequences of up to `longest` moves (Aho & Corasick 1975).
    fn new(longest: u32) -> Self {
        const NONE: usize = usize::MAX - 1;
        const FORBIDDEN: usize = usize::MAX;
        // A tree of the sequences, none of which contains another.
        let mut next = vec![[NONE; 4]];
        for sequence in Sequence::all(longest) {
            let mut state = 0;
            for direction in (1..sequence.moves())
                .rev()
                .map(|before_last| sequence.direction(before_last))
            {
                if next[state][direction] == NONE {
                    next[state][direction] = next.len();
                    next.push([NONE; 4]);
                }
                state = next[state][direction];
            }
            next[state][sequence.direction(0)] = FORBIDDEN;
        }
        // Breadth first: a state without a transition of its own takes that of its longest proper suffix.
        let mut shorter = vec![0; next.len()];
        let mut queue = vec![0];
        let mut first = 0;
        while let Some(&state) = queue.get(first) {
            first += 1;
            let others = next[shorter[state]];
            for (direction, other) in others.into_iter().enumerate() {
                let back = if state == 0 { 0 } else { other };
                match &mut next[state][direction] {
                    place @ &mut NONE => *place = back,
                    &mut FORBIDDEN => {}
                    &mut child => {
                        shorter[child] = back;
                        queue.push(child);
                    }
                }
            }
        }
        let state = |number: usize| {
            let legal = (0..4).filter(|&direction| next[number][direction] != FORBIDDEN);
            AutomatonState(legal.fold(number as u32, |state, direction| {
                state | 1 << (LEGAL + direction as u32)
            }))
        };
        let after = |child| {
            if child == FORBIDDEN {
                AutomatonState(0)
            } else {
                state(child)
            }
        };
        Self {
            next: next.iter().map(|row| row.map(after)).collect(),
        }
    }

    /// The state after a move in a direction that is not forbidden.
    #[inline(always)]
    pub(super) fn after(&self, state: AutomatonState, direction: u8) -> AutomatonState {
        self.next[state.number()][usize::from(direction % 4)]
    }

    /// Prefetches what follows a state.
    #[inline(always)]
    pub(super) fn prefetch(&self, state: AutomatonState) {
        prefetch(&self.next, state.number());
    }
}

impl AutomatonState {
    /// The state before any move.
    pub(super) const ROOT: Self = Self(15 << LEGAL);

    #[inline(always)]
    fn number(self) -> usize {
        self.0 as usize % (1 << LEGAL)
    }

    /// The directions that are not forbidden, as bits.
    #[inline(always)]
    pub(super) fn legal(self) -> u8 {
        (self.0 >> LEGAL) as u8
    }
}

/// A move, and the machine's state after it.
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

/// The tile puzzle as IDA* searches it: in fast mode without moves that complete a forbidden sequence, in plain mode
/// with all moves. One type for both modes halves the code that is compiled.
#[derive(Debug)]
pub(super) struct PrunedSpace<'a> {
    pub(super) space: &'a TileSpace,
    pub(super) automaton: &'a DuplicateAutomaton,
}

impl<'a> PrunedSpace<'a> {
    /// The space of a mode. In fast mode it holds a shortest path between any two boards, but not all of them.
    pub(super) fn new(space: &'a TileSpace, mode: Mode) -> Self {
        let automaton = match mode {
            Mode::Plain => &PLAIN,
            Mode::Fast { .. } if space.size().cells() > 16 => &LARGE,
            Mode::Fast { .. } => &SMALL,
        };
        Self { space, automaton }
    }
}

impl StateSpace for PrunedSpace<'_> {
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

/// A heuristic of the tile puzzle, in the pruned space.
#[derive(Debug)]
pub(super) struct PrunedHeuristic<H>(pub(super) H);

impl<H: Heuristic<TileSpace>> Heuristic<PrunedSpace<'_>> for PrunedHeuristic<H> {
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

    /// The machine forbids a move exactly if the moves made then end in a forbidden sequence.
    #[test]
    fn the_machine_knows_every_sequence() {
        let letter = |direction: usize| MoveOrder::ULRD.directions()[direction].letter();
        let letters = |s: Sequence| {
            (0..s.moves())
                .rev()
                .map(|before_last| letter(s.direction(before_last)))
                .collect()
        };
        let sequences: HashSet<String> = Sequence::all(u32::MAX).map(letters).collect();
        let goal = Goal::Last.board(Size::new(5, 5).unwrap()).unwrap();
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let kept = PrunedSpace::new(&space, Mode::Fast { threads: 1 });
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
                // Prefer turning one way, so that loops are frequent.
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
