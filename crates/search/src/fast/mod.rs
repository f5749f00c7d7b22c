//! IDA* made fast: each iteration is cut into subtrees, several of which are searched by turns on each thread.
//!
//! A search with large tables waits for memory most of its time. Here a thread has several depth-first searches in hand
//! (lanes): each one expands a node, asks for what its children need, and steps aside until the others had their turn.
//! Lengths and solutions are those of [`ida`](crate::ida); so are the counts of complete iterations. In the last iteration, the
//! subtrees are counted up to the one, in the order of moves, in which the first solution lies: what other lanes and threads have
//! done beyond is reported as speculative. So nothing but that number depends on the threads.

mod lane;
mod split;
mod workers;

use crate::deepening::{End, Pass, deepen};
use crate::ida::{self, Found, IdaOptions};
use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};
use split::{Seed, Split};

/// Subtrees into which an iteration is cut: one for so many nodes that the last one expanded, within limits.
const NODES_PER_SUBTREE: u64 = 64;
const FEWEST: u64 = 16;
const MOST: u64 = 2048;
/// Nodes expanded in the last iteration from which on more than one thread pays.
const WORTH_THREADS: u64 = 20_000;

/// Finds a shortest solution; `progress` is called after each iteration. As [`ida::search`], of which it returns the
/// results, on up to so many threads.
///
/// With a limit on nodes it is [`ida::search`], so that it stops at the same node everywhere.
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &IdaOptions,
    threads: usize,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<S::Move>, H::Error>
{
    if options.limits.nodes.is_some() {
        return ida::search(space, heuristic, start, options, progress);
    }
    let root = heuristic.root(start)?;
    let (h0, parity) = (heuristic.value(&root), space.parity(start));
    let mut last = 0;
    Ok(deepen(h0, parity, options, progress, &mut |bound, _| {
        let seed = Seed { state: start.clone(), node: root.clone(), path: Vec::new() };
        let wanted = (last / NODES_PER_SUBTREE).clamp(FEWEST, MOST) as usize;
        let split = Split::new(space, heuristic, seed, bound, wanted);
        let threads = if last < WORTH_THREADS { 1 } else { threads.max(1) };
        let (reports, stopped, peak) = workers::search(space, heuristic, &split, bound, options, threads);
        let mut pass = Pass {
            expanded: split.expanded,
            generated: split.generated,
            end: End::Complete { next: split.least },
            found: Found::new(options),
            peak,
            speculative: 0,
        };
        for report in reports {
            if pass.end == End::Solved {
                pass.speculative += report.generated;
                continue;
            }
            pass.expanded += report.expanded;
            pass.generated += report.generated;
            if let End::Complete { next } = &mut pass.end {
                *next = (*next).min(report.least);
            }
            if pass.found.join(report.found) {
                pass.end = End::Solved;
            }
        }
        if let (Some(kind), End::Complete { .. }) = (stopped, pass.end) {
            pass.end = End::Limit(kind);
        }
        last = pass.expanded;
        pass
    }))
}
