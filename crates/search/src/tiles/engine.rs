//! Chooses the engine with which IDA* searches: code compiled for a kind of heuristic. The choice
//! is made once, when a heuristic is opened.

use std::convert::Infallible;
use std::sync::Arc;

use super::heuristics::{AnyHeuristic, AnyNode, Builtin};
use super::pdb::{Kernel, Word};
use super::pruning::{PrunedHeuristic, PrunedSpace};
use super::{MAX_LOOKUPS, MAX_SUMS, PdbTables, TileSpace};
use crate::Heuristic;
use crate::ida::descent::{GenericDescent, search_subtree};
use crate::ida::subtree::{SubtreeEngine, SubtreeQueue};

/// An engine of IDA* for the tile puzzle, which searches subtrees of an iteration depth-first.
type TileEngine = Arc<dyn SubtreeEngine<PrunedSpace, AnyNode>>;

/// A packed board of up to 16 cells, with 4 bits for each cell.
type OneWord = u64;
/// A packed board of more than 16 cells, with 5 bits for each cell.
type FourWords = [u64; 4];

/// Returns the engine for a heuristic: a [`Kernel`] for pattern databases, code compiled for the
/// Manhattan distance and other built-in heuristics, and otherwise a generic depth-first search
/// that evaluates [`AnyHeuristic`].
pub(super) fn engine_for(heuristic: &AnyHeuristic) -> TileEngine {
    if let Some(tables) = heuristic.tables() {
        return kernel_for(tables);
    }
    if let Some(max) = heuristic.as_max_of_two() {
        return Arc::new(BuiltinDescent(Arc::new(max)));
    }
    match heuristic {
        AnyHeuristic::Builtin(builtin) => match &**builtin {
            Builtin::Manhattan(manhattan) => Arc::new(BuiltinDescent(Arc::new(manhattan.clone()))),
            Builtin::WalkingDistance(walking) => Arc::new(BuiltinDescent(Arc::clone(walking))),
            _ => Arc::new(BuiltinDescent(Arc::clone(builtin))),
        },
        _ => Arc::new(GenericDescent(PrunedHeuristic(heuristic.clone()))),
    }
}

/// Returns the kernel for pattern databases, compiled for at least as many lookups and sums as they
/// need. Each table is looked up in up to two orientations, the board and its reflection.
///
/// A node has room for all lookups of its kernel, so with more room than needed more memory would
/// be copied. If each move changes exactly one lookup in each orientation, the kernel needs no
/// loops over lookups. This is the case for one partition of a square board together with its
/// reflection.
fn kernel_for(tables: &PdbTables) -> TileEngine {
    let is_small = tables.goal().size().cells() <= 16;
    let lookups = tables.lookups();
    match (tables.is_zero_aware(), tables.is_one_each_way()) {
        // 3x3 and 4x4 boards: two patterns and their reflections, such as 7-8.
        (true, true) if is_small && lookups <= 4 => kernel::<OneWord, 4, 1, 1, true>(tables),
        // 3x3 and 4x4 boards: three or four patterns, such as 5-5-5 or 3-4-4-4.
        (true, true) if is_small && lookups <= 8 => kernel::<OneWord, 8, 1, 1, true>(tables),
        // 5x5 boards: up to four patterns, such as 6-6-6-6.
        (true, true) if lookups <= 8 => kernel::<FourWords, 8, 1, 1, true>(tables),
        // 5x5 boards, and also 4x4 boards: five to eight small patterns.
        (true, true) if lookups <= 16 => kernel::<FourWords, 16, 1, 1, true>(tables),
        // Boards that are not square, tables without their reflections, or a maximum over a few
        // partitions.
        (true, _) if lookups <= 8 && tables.sums() <= 4 => {
            kernel::<FourWords, 8, 4, 1, true>(tables)
        }
        // A maximum over many partitions.
        (true, _) => kernel::<FourWords, MAX_LOOKUPS, MAX_SUMS, 4, true>(tables),
        // Additive tables that ignore the blank: up to four patterns of a square board and their
        // reflections.
        (false, true) if lookups <= 8 => kernel::<FourWords, 8, 1, 1, false>(tables),
        // All other tables that ignore the blank.
        (false, _) => kernel::<FourWords, MAX_LOOKUPS, MAX_SUMS, 4, false>(tables),
    }
}

fn kernel<
    W: Word,
    const LOOKUPS: usize,
    const AFFECTED: usize,
    const SUM_WORDS: usize,
    const ZERO_AWARE: bool,
>(
    tables: &PdbTables,
) -> TileEngine {
    Arc::new(Kernel::<W, LOOKUPS, AFFECTED, SUM_WORDS, ZERO_AWARE>::new(
        tables,
    ))
}

/// The engine for a built-in heuristic, a generic depth-first search. It uses the heuristic's own
/// nodes, which are smaller than [`AnyNode`].
///
/// Because of this, it has to evaluate the root of each subtree again, which takes as long as a few
/// nodes.
struct BuiltinDescent<H>(Arc<H>);

impl<H> SubtreeEngine<PrunedSpace, AnyNode> for BuiltinDescent<H>
where
    H: Heuristic<TileSpace, Error = Infallible> + Send,
{
    fn search_subtrees(
        &self,
        space: &PrunedSpace,
        queue: &mut dyn SubtreeQueue<PrunedSpace, AnyNode>,
    ) {
        let heuristic = PrunedHeuristic(&*self.0);
        while let Some(subtree) = queue.next() {
            let start = subtree.start();
            let id = start.id;
            let Ok(root) = heuristic.root(&start.state);
            let result = search_subtree(space, &heuristic, start, root, queue);
            queue.done(id, result);
        }
    }
}
