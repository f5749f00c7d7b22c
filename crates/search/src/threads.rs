//! [`Queue`]: items that are handed out in order.

/// Items that somebody takes, in order, and results that he gives back, in any order.
pub trait Queue<T, R> {
    /// The next item, with the number under which its result is given back. `None` if there is none for now; while items
    /// are in progress there may be one later.
    fn next(&mut self) -> Option<(usize, T)>;

    /// Takes a result.
    fn done(&mut self, number: usize, result: R);
}
