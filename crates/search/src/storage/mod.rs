//! Containers that count their memory before they allocate it, so that a search never exceeds its
//! memory limit.
//!
//! A [`Budget`] stores the limit and the memory in use. [`List`] and [`FifoQueue`] grow in chunks
//! of a fixed number of items. For example, a list of 600 items consists of three chunks of 256
//! items. Items are never copied when a list grows, and at most one chunk is partly unused.
//! [`StateTable`](state_table::StateTable) is a hash table of states.

pub(crate) mod state_table;

use std::collections::VecDeque;

use fifteen_resources::LimitKind;

/// Lists and queues allocate memory for this many items at a time.
const PIECE: usize = 256;

/// Tracks the memory that a search uses, and rejects allocations beyond its limit. All values are
/// in bytes.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: u64,
    used: u64,
    peak: u64,
}

impl Budget {
    pub(crate) fn new(limit: Option<u64>) -> Self {
        Self {
            limit: limit.unwrap_or(u64::MAX),
            used: 0,
            peak: 0,
        }
    }

    /// Returns the peak memory usage, in bytes.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }

    /// Returns how much more memory may be used, in bytes.
    pub(crate) fn left(&self) -> u64 {
        self.limit - self.used
    }

    /// Returns the current memory usage, in bytes.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// Reserves `bytes` bytes, which the caller is about to allocate.
    ///
    /// # Errors
    /// Returns [`LimitKind::Memory`], and reserves nothing, if the memory in use would exceed the
    /// limit.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), LimitKind> {
        let used = self.used.saturating_add(bytes as u64);
        if used > self.limit {
            return Err(LimitKind::Memory);
        }
        self.used = used;
        self.peak = self.peak.max(used);
        Ok(())
    }

    /// Returns `bytes` bytes to the budget. The caller has already freed them.
    pub(crate) fn give(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes as u64);
    }
}

/// A growable list that never moves its items. Items are stored in chunks of `P` items. When the
/// last chunk is full, the list allocates another chunk. Items are added and removed only at the
/// end.
#[derive(Debug)]
pub(crate) struct List<T, const P: usize = PIECE>(Vec<Vec<T>>);

impl<T, const P: usize> Default for List<T, P> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const P: usize> List<T, P> {
    pub(crate) fn len(&self) -> usize {
        self.0
            .last()
            .map_or(0, |last| (self.0.len() - 1) * P + last.len())
    }

    pub(crate) fn push(&mut self, item: T, budget: &mut Budget) -> Result<(), LimitKind> {
        if let Some(last) = self.0.last_mut()
            && last.len() < P
        {
            last.push(item);
            return Ok(());
        }
        budget.take(P * size_of::<T>())?;
        let mut piece = Vec::new();
        // If the allocation fails, the search ends as if it had reached its memory limit.
        piece.try_reserve_exact(P).map_err(|_| LimitKind::Memory)?;
        piece.push(item);
        self.0.push(piece);
        Ok(())
    }

    pub(crate) fn pop(&mut self, budget: &mut Budget) -> Option<T> {
        let last = self.0.last_mut()?;
        let item = last.pop();
        if last.is_empty() {
            self.0.pop();
            budget.give(P * size_of::<T>());
        }
        item
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        self.0.get(index / P)?.get(index % P)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.0.get_mut(index / P)?.get_mut(index % P)
    }
}

/// A first-in, first-out queue that allocates memory in chunks of [`PIECE`] items.
#[derive(Debug)]
pub(crate) struct FifoQueue<T>(VecDeque<VecDeque<T>>);

impl<T> Default for FifoQueue<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> FifoQueue<T> {
    pub(crate) fn push(&mut self, item: T, budget: &mut Budget) -> Result<(), LimitKind> {
        if let Some(last) = self.0.back_mut()
            && last.len() < last.capacity()
        {
            last.push_back(item);
            return Ok(());
        }
        budget.take(PIECE * size_of::<T>())?;
        let mut piece = VecDeque::new();
        piece
            .try_reserve_exact(PIECE)
            .map_err(|_| LimitKind::Memory)?;
        piece.push_back(item);
        self.0.push_back(piece);
        Ok(())
    }

    pub(crate) fn pop(&mut self, budget: &mut Budget) -> Option<T> {
        let first = self.0.front_mut()?;
        let item = first.pop_front();
        if first.is_empty() {
            self.0.pop_front();
            budget.give(PIECE * size_of::<T>());
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_queues_return_their_bytes_to_the_budget() {
        let mut budget = Budget::new(None);
        let (mut list, mut queue) = (List::<u32>::default(), FifoQueue::default());
        for i in 0..5000 {
            list.push(i, &mut budget).unwrap();
            queue.push(i, &mut budget).unwrap();
            assert_eq!(
                (list.len(), list.get(i as usize)),
                (i as usize + 1, Some(&i))
            );
        }
        assert_eq!(list.get(5000), None);
        assert!(
            (0..5000)
                .all(|i| queue.pop(&mut budget) == Some(i)
                    && list.pop(&mut budget) == Some(4999 - i))
        );
        assert_eq!(
            (queue.pop(&mut budget), list.pop(&mut budget), budget.used),
            (None, None, 0)
        );
    }
}
