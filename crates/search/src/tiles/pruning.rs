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

use fifteen_puzzle::Direction;

use super::mode::Mode;
use super::moves::Move;
use super::space::{TileSpace, TileState};
use crate::space::{Heuristic, StateSpace};

/// The forbidden sequences, one a line.
const FORBIDDEN: &str = include_str!("../../data/duplicate_sequences.txt");

/// The result of a move that completes a forbidden sequence.
const FORBIDDEN_STATE: u16 = u16::MAX;

/// The machine: its state is the longest suffix of the moves made that begins a forbidden sequence.
#[derive(Debug)]
pub(super) struct DuplicateAutomaton {
    /// By state and direction.
    next: Vec<[u16; 4]>,
    /// By state: the directions that are not forbidden, as bits.
    legal: Vec<u8>,
}

/// Moves that take back the last one.
const BACK: &str = "UD\nDU\nLR\nRL\n";

static AUTOMATON: LazyLock<DuplicateAutomaton> = LazyLock::new(|| DuplicateAutomaton::new(&[BACK, FORBIDDEN].concat()));

/// The machine that forbids only to take back the last move.
static PLAIN: LazyLock<DuplicateAutomaton> = LazyLock::new(|| DuplicateAutomaton::new(BACK));

impl DuplicateAutomaton {
    /// The machine for sequences none of which contains another (Aho & Corasick 1975).
    fn new(sequences: &str) -> Self {
        const NONE: u16 = u16::MAX - 1;
        let mut next = vec![[NONE; 4]];
        for sequence in sequences.lines().filter(|line| !line.starts_with('#')) {
            let mut state = 0;
            let mut letters = sequence.chars().filter_map(Direction::from_letter).peekable();
            while let Some(direction) = letters.next() {
                let place = next[state][direction as usize];
                let child = match (letters.peek(), place) {
                    (None, _) => FORBIDDEN_STATE,
                    (Some(_), NONE) => next.len() as u16,
                    (Some(_), known) => known,
                };
                next[state][direction as usize] = child;
                if usize::from(child) == next.len() {
                    next.push([NONE; 4]);
                }
                state = usize::from(child);
            }
        }
        // Breadth first: a state without a transition of its own takes that of its longest proper suffix.
        let mut shorter = vec![0u16; next.len()];
        let mut queue = vec![0u16];
        let mut first = 0;
        while let Some(&state) = queue.get(first) {
            first += 1;
            let others = next[usize::from(shorter[usize::from(state)])];
            for (direction, other) in others.into_iter().enumerate() {
                let back = if state == 0 { 0 } else { other };
                match &mut next[usize::from(state)][direction] {
                    place @ &mut NONE => *place = back,
                    &mut FORBIDDEN_STATE => {}
                    &mut child => {
                        shorter[usize::from(child)] = back;
                        queue.push(child);
                    }
                }
            }
        }
        let legal = |next: &[u16; 4]| (0..4).filter(|&d| next[d] != FORBIDDEN_STATE).fold(0, |legal, d| legal | 1 << d);
        Self { legal: next.iter().map(legal).collect(), next }
    }

    /// The directions that are not forbidden in a state, as bits.
    #[inline(always)]
    pub(super) fn legal(&self, state: u16) -> u8 {
        self.legal[usize::from(state)]
    }

    /// The state after a move in a direction that is not forbidden.
    #[inline(always)]
    pub(super) fn after(&self, state: u16, direction: u8) -> u16 {
        self.next[usize::from(state)][usize::from(direction % 4)]
    }
}

/// A move, and the machine's state after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrackedMove {
    m: Move,
    state: u16,
}

impl TrackedMove {
    pub(super) fn new(m: Move, state: u16) -> Self {
        Self { m, state }
    }

    /// The move itself.
    pub(super) fn step(self) -> Move {
        self.m
    }

    /// The machine's state after it.
    pub(super) fn state(self) -> u16 {
        self.state
    }
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
        match mode {
            Mode::Plain => Self { space, automaton: &PLAIN },
            Mode::Fast { .. } => Self { space, automaton: &AUTOMATON },
        }
    }
}

impl StateSpace for PrunedSpace<'_> {
    type State = TileState;
    type Move = TrackedMove;

    #[inline(always)]
    fn moves(&self, state: &TileState, last: Option<TrackedMove>) -> impl Iterator<Item = TrackedMove> {
        let next = &self.automaton.next[last.map_or(0, |last| usize::from(last.state))];
        let moves = self.space.moves(state, last.map(|last| last.m));
        moves.filter_map(move |m| {
            let state = next[m.direction() as usize];
            (state != FORBIDDEN_STATE).then_some(TrackedMove { m, state })
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
    fn child(&self, state: &TileState, node: &H::Node, m: TrackedMove, limit: u32) -> Result<H::Node, u32> {
        self.0.child(state, node, m.m, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};

    /// The machine forbids a move exactly if the moves made then end in a forbidden sequence.
    #[test]
    fn the_machine_knows_every_sequence() {
        let sequences: Vec<&str> = FORBIDDEN.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(sequences.len() > 300);
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
                    if sequences.iter().any(|s| letters.ends_with(s)) {
                        forbidden += 1;
                    } else {
                        moves.push(m);
                    }
                    letters.pop();
                }
                let ours: Vec<TrackedMove> = kept.moves(&state, last).collect();
                assert_eq!(ours.iter().map(|m| m.m).collect::<Vec<_>>(), moves, "after {letters}");
                // Prefer turning one way, so that loops are frequent.
                let Some(&m) = ours.get((walk + step / 3) % ours.len().max(1)) else { break };
                kept.apply(&mut state, m);
                letters.push(m.m.direction().letter());
                last = Some(m);
            }
        }
        assert!(forbidden > 200, "{forbidden}");
    }
}
