//! [`Queue`]: a source of work items that also receives their results.

/// A source of work items that also receives their results. The items are boards that a caller
/// wants to solve, or subtrees that an engine searches.
///
/// [`next`](Self::next) returns the items in order, each with an index. [`done`](Self::done)
/// receives the results in any order.
pub trait Queue<T, R> {
    /// Returns the next item and its index, or `None` if no item is available now. An item can
    /// become available later, while other items are still in progress.
    fn next(&mut self) -> Option<(usize, T)>;

    /// Receives the result of the item that [`next`](Self::next) returned with the index `number`.
    fn done(&mut self, number: usize, result: R);
}
