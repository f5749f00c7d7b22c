//! Items by rank, the least first: the queues of best-first searches.
//!
//! The order is in a map that knows no items, so that hardly anything is compiled for each type of items.

use std::collections::BTreeMap;

/// Two numbers that are compared one after the other.
pub(crate) type Rank = (u64, u64);

/// One item, such as a list, for each rank in use.
#[derive(Debug)]
pub(crate) struct Ranked<T> {
    order: RankOrder,
    items: Vec<T>,
}

/// The index of the item of each rank.
#[derive(Debug, Default)]
struct RankOrder {
    indices: BTreeMap<Rank, usize>,
    /// Indices whose ranks were removed.
    free: Vec<usize>,
}

impl RankOrder {
    /// The index of a rank; a new one is that of a removed rank, or `end`.
    fn index(&mut self, rank: Rank, end: usize) -> usize {
        let free = &mut self.free;
        *self.indices.entry(rank).or_insert_with(|| free.pop().unwrap_or(end))
    }

    /// Removes a rank; its index is free then.
    fn remove(&mut self, rank: Rank) -> Option<usize> {
        let index = self.indices.remove(&rank)?;
        self.free.push(index);
        Some(index)
    }

    fn first(&self) -> Option<(Rank, usize)> {
        self.indices.first_key_value().map(|(&rank, &index)| (rank, index))
    }
}

impl<T> Default for Ranked<T> {
    fn default() -> Self {
        Self { order: RankOrder::default(), items: Vec::new() }
    }
}

impl<T: Default> Ranked<T> {
    /// The item of a rank, the default if there is none yet.
    pub(crate) fn of(&mut self, rank: Rank) -> &mut T {
        let index = self.order.index(rank, self.items.len());
        if index == self.items.len() {
            self.items.push(T::default());
        }
        &mut self.items[index]
    }

    /// The least rank, and its item.
    pub(crate) fn first(&mut self) -> Option<(Rank, &mut T)> {
        let (rank, index) = self.order.first()?;
        Some((rank, &mut self.items[index]))
    }

    /// Removes the item of a rank.
    pub(crate) fn remove(&mut self, rank: Rank) -> Option<T> {
        let index = self.order.remove(rank)?;
        Some(std::mem::take(&mut self.items[index]))
    }

    /// Removes the item of the least rank.
    pub(crate) fn pop_first(&mut self) -> Option<T> {
        let (rank, _) = self.order.first()?;
        self.remove(rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its slow twin is a map.
    #[test]
    fn items_come_in_the_order_of_ranks() {
        let (mut ranked, mut map) = (Ranked::<Vec<u64>>::default(), BTreeMap::<Rank, Vec<u64>>::new());
        for i in 0..2000 {
            let rank = (i * i % 17, i * 7 % 11);
            ranked.of(rank).push(i);
            map.entry(rank).or_default().push(i);
            if i % 3 == 0 {
                let first = ranked.first().map(|(rank, items)| (rank, items.clone()));
                assert_eq!(first, map.first_key_value().map(|(&rank, items)| (rank, items.clone())));
                assert_eq!(ranked.pop_first(), map.pop_first().map(|(_, items)| items));
            }
            if i % 5 == 0 {
                assert_eq!(ranked.remove(rank), map.remove(&rank));
            }
        }
        while let Some((_, items)) = map.pop_first() {
            assert_eq!(ranked.pop_first(), Some(items));
        }
        assert_eq!((ranked.pop_first(), ranked.first()), (None, None));
        assert!(ranked.items.len() <= 17 * 11);
    }
}
