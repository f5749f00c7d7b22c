//! The choice of the engine with which IDA* searches, made once when a heuristic is opened.

use std::convert::Infallible;
use std::sync::Arc;

use super::heuristics::{AnyHeuristic, AnyNode, Builtin};
use super::pdb::{Kernel, Word};
use super::pruning::{PrunedHeuristic, PrunedSpace};
use super::{MAX_LOOKUPS, MAX_SUMS, PdbTables, TileSpace};
use crate::Heuristic;
use crate::ida::descent::{GenericDescent, search_subtree};
use crate::ida::subtree::{SubtreeEngine, SubtreeQueue};

/// An engine of IDA* for the tile puzzle.
type TileEngine = Arc<dyn SubtreeEngine<PrunedSpace, AnyNode>>;

/// The engine for a heuristic: a kernel for pattern databases, code of its own for the other heuristics that are used
/// most, and for all others the generic descent with [`AnyHeuristic`].
pub(super) fn engine_for(heuristic: &AnyHeuristic) -> TileEngine {
    if let Some(tables) = heuristic.tables() {
        return kernel_for(tables);
    }
    match heuristic {
        AnyHeuristic::Builtin(builtin) => match &**builtin {
            Builtin::Manhattan(manhattan) => Arc::new(BuiltinDescent(Arc::new(manhattan.clone()))),
            _ => Arc::new(BuiltinDescent(Arc::clone(builtin))),
        },
        _ => Arc::new(GenericDescent(PrunedHeuristic(heuristic.clone()))),
    }
}

/// The kernel for tables. Each row is compiled for about the number of lookups and sums that they need, because a node
/// has room for all of them.
fn kernel_for(tables: &PdbTables) -> TileEngine {
    let cells = tables.goal().size().cells();
    let is_diagonal = tables.is_one_each_way();
    match (
        tables.is_zero_aware(),
        is_diagonal,
        cells,
        tables.lookups(),
        tables.sums(),
    ) {
        (true, true, ..=16, ..=4, _) => kernel::<u64, 4, 1, 1, true>(tables),
        (true, true, ..=16, ..=8, _) => kernel::<u64, 8, 1, 1, true>(tables),
        (true, true, _, ..=8, _) => kernel::<[u64; 4], 8, 1, 1, true>(tables),
        (true, true, _, ..=16, _) => kernel::<[u64; 4], 16, 1, 1, true>(tables),
        (true, _, _, ..=8, ..=4) => kernel::<[u64; 4], 8, 4, 1, true>(tables),
        (true, ..) => kernel::<[u64; 4], MAX_LOOKUPS, MAX_SUMS, 4, true>(tables),
        (false, true, _, ..=8, _) => kernel::<[u64; 4], 8, 1, 1, false>(tables),
        (false, ..) => kernel::<[u64; 4], MAX_LOOKUPS, MAX_SUMS, 4, false>(tables),
    }
}

fn kernel<W: Word, const L: usize, const A: usize, const S: usize, const Z: bool>(
    tables: &PdbTables,
) -> TileEngine {
    Arc::new(Kernel::<W, L, A, S, Z>::new(tables))
}

/// The generic descent with a built-in heuristic and its own small nodes. Evaluating the root of a subtree again takes
/// as long as a few of its nodes.
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
