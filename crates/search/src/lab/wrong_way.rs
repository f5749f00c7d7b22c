//! IDA* with Manhattan, as a search for the fewest moves that take a tile away from its goal cell.
//!
//! Every move takes a tile one step nearer to its goal cell or one step away from it. A solution with n steps away
//! has n more towards: Manhattan + 2n moves in all. So iteration n searches the solutions with n wrong moves. It
//! sees the nodes that [`ida`](crate::ida) with Manhattan sees in the iteration with the bound Manhattan + 2n.

use crate::ida::IdaOptions;
use crate::ida::deepening::{IterationResult, deepen};
use crate::ida::descent::DescentEnd;
use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};
use crate::tiles::{Manhattan, Move, TileSpace, TileState};

/// Finds a shortest solution; `progress` is called after each iteration.
pub fn search(
    space: &TileSpace,
    start: &TileState,
    options: &IdaOptions,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<Move>> {
    let manhattan = Manhattan::new(space.size());
    let Ok(h0) = manhattan.root(start);
    let search = WrongWaySearch { space, manhattan, options };
    let parity = Some(h0 % 2);
    deepen(h0, parity, options, progress, &mut |bound, before| search.iterate(start, h0, (bound - h0) / 2, before))
}

/// A node on the path from the root to the current node.
#[derive(Clone, Copy)]
struct PathNode {
    /// The Manhattan distance.
    steps: u32,
    /// Number of moves that may still lead away.
    wrong: u32,
    /// The index of its first move in the list of all moves on the path.
    first: usize,
    /// The index of the move after the one that the path follows.
    next: usize,
}

struct WrongWaySearch<'a> {
    space: &'a TileSpace,
    manhattan: Manhattan,
    options: &'a IdaOptions,
}

impl WrongWaySearch<'_> {
    /// Searches the solutions with `wrong` wrong moves, after `before` nodes were generated, the root included.
    fn iterate(&self, start: &TileState, steps: u32, wrong: u32, before: u64) -> IterationResult<Move> {
        let mut solutions = self.options.solutions();
        // Where no tile has a step to go, the blank is on its goal cell too.
        if steps == 0 {
            solutions.add(std::iter::empty());
            return IterationResult {
                expanded: 0,
                generated: 0,
                end: DescentEnd::Solved,
                solutions,
                peak: 0,
                speculative: 0,
            };
        }
        let (mut generated, mut checkpoint, mut expanded) = (before, before, 1);
        let mut state = *start;
        let mut path: Vec<PathNode> = Vec::new();
        let mut moves: Vec<Move> = self.space.moves(&state, None).collect();
        let mut node = PathNode { steps, wrong, first: 0, next: 0 };
        let end = loop {
            let Some(&m) = moves.get(node.next) else {
                moves.truncate(node.first);
                let Some(parent) = path.pop() else { break DescentEnd::Complete { next: u32::MAX - 1 } };
                node = parent;
                self.space.undo(&mut state, moves[node.next - 1]);
                continue;
            };
            if generated == checkpoint {
                match self.options.limits.check(generated) {
                    Ok(next) => checkpoint = next,
                    Err(kind) => break DescentEnd::Limit(kind),
                }
            }
            generated += 1;
            node.next += 1;
            let away = self.manhattan.change(state.tile(m.to()), m) > 0;
            if away && node.wrong == 0 {
                continue;
            }
            self.space.apply(&mut state, m);
            let (steps, wrong) = if away { (node.steps + 1, node.wrong - 1) } else { (node.steps - 1, node.wrong) };
            if steps == 0 {
                if solutions.add(path.iter().chain([&node]).map(|frame| moves[frame.next - 1])) {
                    break DescentEnd::Solved;
                }
                self.space.undo(&mut state, m);
                continue;
            }
            path.push(node);
            node = PathNode { steps, wrong, first: moves.len(), next: moves.len() };
            moves.extend(self.space.moves(&state, Some(m)));
            expanded += 1;
        };
        let peak = size_of::<PathNode>() * path.capacity() + size_of::<Move>() * moves.capacity();
        IterationResult { expanded, generated: generated - before, end, solutions, peak: peak as u64, speculative: 0 }
    }
}
