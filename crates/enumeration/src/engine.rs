//! The interface of both methods: going one depth further.

use fifteen_search::LimitKind;

/// Receives now and then the states found so far at the depth in progress, and the bytes in use; an error stops the
/// work.
pub(super) type OnPause<'a> = &'a mut (dyn FnMut(u64, u64) -> Result<(), LimitKind> + Send);

/// A breadth-first search from the goal.
pub(super) trait Engine: Send {
    /// Goes one depth further and returns its number of states. The engine is of no use after an error.
    fn deepen(&mut self, pause: OnPause<'_>) -> Result<u64, LimitKind>;

    /// Bytes that the next depth needs: for planes exactly, for layers an estimate from below.
    fn needed(&self) -> u64;
}
