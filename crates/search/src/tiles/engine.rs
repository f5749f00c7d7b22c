//! Selects the engine with which IDA* searches subtrees, once, when a heuristic is opened. Most
//! engines are compiled for one type of heuristic, so that a search need not check the type at each
//! node.

use std::convert::Infallible;
use std::sync::Arc;

use super::heuristics::{AnyHeuristic, AnyNode, Builtin};
use super::pdb::{Kernel, Word};
use super::pruning::{PrunedHeuristic, PrunedSpace};
use super::{MAX_LOOKUPS, MAX_SUMS, PdbTables, TileSpace};
use crate::Heuristic;
use crate::ida::generic_descent::{GenericDescent, search_subtree};
use crate::ida::subtree::{SubtreeEngine, SubtreeLimits, SubtreeQueue};

/// The code with which IDA* searches subtrees of the tile puzzle, depth first.
type TileEngine = Arc<dyn SubtreeEngine<PrunedSpace, AnyNode>>;

/// A packed board of up to 16 cells, with 4 bits per cell.
type OneWord = u64;
/// A packed board of more than 16 cells, with 5 bits per cell and up to 12 cells in each word.
type FourWords = [u64; 4];

/// Returns the engine for a heuristic. Pattern databases get a [`Kernel`], and built-in heuristics
/// such as the Manhattan distance get a [`BuiltinDescent`]. All other heuristics get a generic
/// depth-first search that evaluates [`AnyHeuristic`].
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

/// Returns the smallest [`Kernel`] with room for the given pattern databases. Its parameters limit
/// the number of lookups, which is the number of table entries read per board, and the number of
/// sums, one for each partition.
///
/// Every node has room for the maximum number of lookups of its kernel, so a larger kernel would
/// copy more memory per node. If each move changes exactly one lookup for the board and one for the
/// reflected board, the kernel needs no loops over lookups.
fn kernel_for(tables: &PdbTables) -> TileEngine {
    let is_small = tables.goal().size().cells() <= 16;
    let lookups = tables.lookup_count();
    match (tables.is_zero_aware(), tables.is_one_each_way()) {
        // 3x3 and 4x4 boards: two patterns and their reflections, such as 7-8.
        (true, true) if is_small && lookups <= 4 => kernel::<OneWord, 4, 1, 1, true>(tables),
        // 3x3 and 4x4 boards: three or four patterns, such as 5-5-5 or 3-4-4-4.
        (true, true) if is_small && lookups <= 8 => kernel::<OneWord, 8, 1, 1, true>(tables),
        // 5x5 boards: up to four patterns, such as 6-6-6-6.
        (true, true) if lookups <= 8 => kernel::<FourWords, 8, 1, 1, true>(tables),
        // 5x5 boards and smaller ones: five to eight small patterns.
        (true, true) if lookups <= 16 => kernel::<FourWords, 16, 1, 1, true>(tables),
        // Boards of up to 16 cells: non-square boards, tables without their reflections, or a
        // maximum over a few partitions, such as 7-8x2.
        (true, _) if is_small && lookups <= 8 && tables.sums() <= 4 => {
            kernel::<OneWord, 8, 4, 1, true>(tables)
        }
        // Boards of more than 16 cells: non-square boards, tables without their reflections, or a
        // maximum over a few partitions.
        (true, _) if lookups <= 8 && tables.sums() <= 4 => {
            kernel::<FourWords, 8, 4, 1, true>(tables)
        }
        // A maximum over many partitions.
        (true, _) => kernel::<FourWords, MAX_LOOKUPS, MAX_SUMS, 4, true>(tables),
        // Additive tables that ignore the blank: up to four patterns of a square board and their
        // reflections.
        (false, true) if lookups <= 8 => kernel::<FourWords, 8, 1, 1, false>(tables),
        // All other additive tables that ignore the blank.
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

/// The engine for a built-in heuristic: a generic depth-first search on the heuristic's own nodes,
/// which are smaller than [`AnyNode`].
///
/// The drawback is that the root of each subtree has to be evaluated again, which takes about as
/// long as searching a few nodes.
struct BuiltinDescent<H>(Arc<H>);

impl<H> SubtreeEngine<PrunedSpace, AnyNode> for BuiltinDescent<H>
where
    H: Heuristic<TileSpace, Error = Infallible> + Send,
{
    fn search_subtrees(
        &self,
        space: &PrunedSpace,
        limits: &SubtreeLimits<'_>,
        queue: &mut SubtreeQueue<'_, PrunedSpace, AnyNode>,
    ) {
        let heuristic = PrunedHeuristic(&*self.0);
        while let Some((index, subtree)) = queue.next() {
            let Ok(root) = heuristic.root(&subtree.state);
            let result = search_subtree(space, &heuristic, index, subtree, root, limits);
            queue.done(index, result);
        }
    }
}
