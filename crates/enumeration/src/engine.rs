//! What the two sources of counting have in common: going one depth further.

use fifteen_search::LimitKind;

/// Is told now and then how many states the depth in work has so far and how many bytes are taken; an error stops the
/// work.
pub(super) type OnPause<'a> = &'a mut (dyn FnMut(u64, u64) -> Result<(), LimitKind> + Send);

/// A breadth-first search from the goal.
pub(super) trait Engine: Send {
    /// Goes one depth further and returns how many states it has. After an error nothing more is to be asked.
    fn deepen(&mut self, pause: OnPause<'_>) -> Result<u64, LimitKind>;

    /// Bytes that the next depth needs: those of planes, or the least that lists are expected to take.
    fn needed(&self) -> u64;
}
