//! [`Queue`]: a work queue whose caller hands out items and receives their results.

/// A work queue that is implemented by the caller of a search. [`next`](Self::next) hands out
/// numbered items in order, and [`done`](Self::done) receives their results in any order.
pub trait Queue<T, R> {
    /// Hands out the next item, with its number. `None` means that no item is available now. One
    /// may become available later, while other items are still in progress.
    fn next(&mut self) -> Option<(usize, T)>;

    /// Receives the result of the item that [`next`](Self::next) handed out with this number.
    fn done(&mut self, number: usize, result: R);
}
