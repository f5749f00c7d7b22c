//! [`Queue`]: a work queue.

/// A work queue: [`next`](Self::next) hands out numbered items in order, and [`done`](Self::done) receives their results in
/// any order.
pub trait Queue<T, R> {
    /// Takes the next item, with its number. `None` means that no item is available now. While other items are in progress,
    /// one may become available later.
    fn next(&mut self) -> Option<(usize, T)>;

    /// Receives the result of the item with this number.
    fn done(&mut self, number: usize, result: R);
}
