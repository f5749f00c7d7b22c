//! Observers of the nodes of a search. Ordinary searches are compiled with [`NoObserver`].

/// Receives the nodes of a search over a tree. Nodes are numbered from 0, the root, in the order generated.
pub(crate) trait Observer<M> {
    /// A child was made; `cost` is depth + value where there is a heuristic, unless no solution lies below.
    fn generated(&mut self, parent: u64, m: M, cost: Option<u32>);

    /// A node's children are about to be made.
    fn expanded(&mut self, node: u64);

    /// True if no node of that depth is to be expanded: the search then ends at its depth limit.
    fn stops_at(&self, depth: u32) -> bool;
}

/// Ignores all nodes.
pub(crate) struct NoObserver;

impl<M> Observer<M> for NoObserver {
    #[inline]
    fn generated(&mut self, _: u64, _: M, _: Option<u32>) {}

    #[inline]
    fn expanded(&mut self, _: u64) {}

    #[inline]
    fn stops_at(&self, _: u32) -> bool {
        false
    }
}

/// The path from the root of a tree to a node: `links` has the parent and the move of each node but the root.
pub(crate) fn path<M: Copy>(links: &crate::storage::List<(u32, M)>, mut node: u32) -> Vec<M> {
    let mut path = Vec::new();
    while let Some(before) = node.checked_sub(1)
        && let Some(&(parent, m)) = links.get(before as usize)
    {
        path.push(m);
        node = parent;
    }
    path.reverse();
    path
}
