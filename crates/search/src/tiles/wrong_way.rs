//! IDA* with Manhattan, seen from the other side: a search for the fewest moves away from a tile's goal cell.
//!
//! Every move takes a tile one step nearer to its goal cell or one step away from it. A solution with n steps away
//! has n more towards: Manhattan + 2n moves in all. So iteration n searches the solutions with n wrong moves. It
//! sees the nodes that [`ida`](crate::ida) with Manhattan sees in the iteration with the bound Manhattan + 2n.

use super::manhattan::Manhattan;
use super::moves::Move;
use super::space::{TileSpace, TileState};
use crate::ida::{Found, IdaOptions, Iteration, Outcome};
use crate::limits::{LimitKind, Status};
use crate::space::{Heuristic, StateSpace};

/// Finds a shortest solution; `progress` is called after each iteration.
pub fn search(
    space: &TileSpace,
    start: &TileState,
    options: &IdaOptions,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Move> {
    let manhattan = Manhattan::new(space.size());
    let Ok(h0) = manhattan.root(start);
    let mut search = Search {
        space,
        manhattan,
        options,
        generated: 0,
        expanded: 0,
        checkpoint: 0,
        peak_bytes: 0,
        found: Found::new(options),
    };
    let mut iterations = Vec::new();
    let mut bound = h0;
    let status = loop {
        if options.limits.forbids(bound) {
            break Status::Limit(LimitKind::Depth);
        }
        let (expanded, generated) = (search.expanded, search.generated.max(1));
        let stopped = search.iterate(start, h0, (bound - h0) / 2);
        let iteration = Iteration {
            bound,
            expanded: search.expanded - expanded,
            generated: search.generated.saturating_sub(generated),
        };
        progress(&iteration);
        iterations.push(iteration);
        match stopped {
            Err(kind) => break Status::Limit(kind),
            Ok(()) if search.found.count > 0 => break Status::Solved,
            Ok(()) if options.limits.memory.is_some_and(|most| search.peak_bytes > most) => {
                break Status::Limit(LimitKind::Memory);
            }
            Ok(()) => bound += 2,
        }
    };
    let Search { generated, expanded, found, peak_bytes, .. } = search;
    let moves = found.kept.first().cloned();
    Outcome {
        status,
        length: moves.is_some().then_some(bound),
        shortest: moves.is_some(),
        moves,
        solutions: options.all.filter(|_| status == Status::Solved).map(|_| found.count),
        all: options.all.map(|most| found.kept.into_iter().take(most).collect()),
        bound,
        h0,
        expanded,
        generated,
        iterations,
        peak_bytes,
    }
}

/// A node on the way from the root to the node in hand.
#[derive(Clone, Copy)]
struct Frame {
    /// Steps that all tiles still have to go if none goes away.
    steps: u32,
    /// How many more moves may lead away.
    wrong: u32,
    /// Where the moves of this node begin in the list of all moves on the way.
    first: usize,
    /// The move after the one that is being followed.
    next: usize,
}

struct Search<'a> {
    space: &'a TileSpace,
    manhattan: Manhattan,
    options: &'a IdaOptions,
    generated: u64,
    expanded: u64,
    /// The count of generated nodes at which limits are looked at again.
    checkpoint: u64,
    peak_bytes: u64,
    found: Found<Move>,
}

impl Search<'_> {
    /// Searches the solutions with so many wrong moves.
    fn iterate(&mut self, start: &TileState, steps: u32, wrong: u32) -> Result<(), LimitKind> {
        if self.generated == 0 {
            self.checkpoint = self.options.limits.check(0)?;
            self.generated = 1;
        }
        if steps == 0 && self.space.is_goal(start) {
            self.found.note(std::iter::empty());
            return Ok(());
        }
        let mut state = *start;
        let mut way: Vec<Frame> = Vec::new();
        let mut moves: Vec<Move> = self.space.moves(&state, None).collect();
        let mut node = Frame { steps, wrong, first: 0, next: 0 };
        self.expanded += 1;
        let mut end = Ok(());
        loop {
            let Some(&m) = moves.get(node.next) else {
                moves.truncate(node.first);
                let Some(parent) = way.pop() else { break };
                node = parent;
                self.space.undo(&mut state, moves[node.next - 1]);
                continue;
            };
            if self.generated == self.checkpoint {
                match self.options.limits.check(self.generated) {
                    Ok(checkpoint) => self.checkpoint = checkpoint,
                    Err(kind) => {
                        end = Err(kind);
                        break;
                    }
                }
            }
            self.generated += 1;
            node.next += 1;
            let away = self.manhattan.change(state.tile(m.to()), m) > 0;
            if away && node.wrong == 0 {
                continue;
            }
            self.space.apply(&mut state, m);
            let (steps, wrong) = if away { (node.steps + 1, node.wrong - 1) } else { (node.steps - 1, node.wrong) };
            if steps == 0 && self.space.is_goal(&state) {
                if self.found.note(way.iter().chain([&node]).map(|frame| moves[frame.next - 1])) {
                    break;
                }
                self.space.undo(&mut state, m);
                continue;
            }
            way.push(node);
            node = Frame { steps, wrong, first: moves.len(), next: moves.len() };
            moves.extend(self.space.moves(&state, Some(m)));
            self.expanded += 1;
        }
        let bytes = size_of::<Frame>() * way.capacity() + size_of::<Move>() * moves.capacity();
        self.peak_bytes = self.peak_bytes.max(bytes as u64);
        end
    }
}
