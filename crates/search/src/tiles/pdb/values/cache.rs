//! A cache of distances, shared by all paths that are followed to the goal.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

/// Slots of a [`DistanceCache`], at most: 32 MiB.
pub(super) const SLOTS: u64 = 1 << 24;

/// Distances of entries that paths to the goal have passed: those nearest to the goal, where most paths meet.
///
/// The lower byte of a slot is a distance plus one, the upper byte says which of the entries that share the slot it is;
/// 0 is an empty slot. Several threads write at once; each slot is read and written whole, so every distance read is
/// right.
#[derive(Debug, Default)]
pub(in crate::tiles::pdb) struct DistanceCache(OnceLock<Vec<AtomicU16>>);

impl DistanceCache {
    /// The slots for a table; none where its entries or distances are too many for them.
    pub(super) fn slots(&self, entries: u64, largest: u32) -> &[AtomicU16] {
        if entries > SLOTS << 8 || largest >= u8::MAX.into() {
            return &[];
        }
        self.0.get_or_init(|| {
            let (slots, mut list) = (entries.min(SLOTS) as usize, Vec::new());
            // Without memory to spare nothing is cached.
            if list.try_reserve_exact(slots).is_ok() {
                list.resize_with(slots, AtomicU16::default);
            }
            list
        })
    }
}

/// The distance of an entry, if the cache has it.
#[inline]
pub(super) fn cached(slots: &[AtomicU16], index: u64) -> Option<u32> {
    let slot = slots.get((index % SLOTS) as usize)?.load(Ordering::Relaxed);
    (slot & 0xff != 0 && u64::from(slot >> 8) == index / SLOTS).then(|| u32::from(slot & 0xff) - 1)
}

/// Stores the distance of an entry, unless the slot has a smaller one.
#[inline]
pub(super) fn store(slots: &[AtomicU16], index: u64, distance: u32) {
    let Some(slot) = slots.get((index % SLOTS) as usize) else { return };
    let held = u32::from(slot.load(Ordering::Relaxed) & 0xff);
    if held == 0 || distance < held {
        slot.store(((index / SLOTS) << 8) as u16 | (distance + 1) as u16, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_has_the_entry_that_is_nearest_to_the_goal() {
        let cache = DistanceCache::default();
        let slots = cache.slots(3, 20);
        assert_eq!((slots.len(), cached(slots, 1)), (3, None));
        // Entries that share a slot.
        let [first, second, last] = [1, SLOTS + 1, 255 * SLOTS + 1];
        store(slots, second, 10);
        assert_eq!([first, second, last].map(|index| cached(slots, index)), [None, Some(10), None]);
        store(slots, first, 10);
        store(slots, last, 11);
        assert_eq!([first, second, last].map(|index| cached(slots, index)), [Some(10), None, None]);
        store(slots, last, 9);
        assert_eq!([first, second, last].map(|index| cached(slots, index)), [None, None, Some(9)]);
        store(slots, first, 0);
        store(slots, 2, 253);
        assert_eq!([0, 1, 2, 3].map(|index| cached(slots, index)), [None, Some(0), Some(253), None]);
        // There is no such slot.
        store(slots, 3, 5);
        assert_eq!(cached(slots, 3), None);
    }

    #[test]
    fn too_many_entries_or_distances_have_no_slots() {
        let slots = |entries, largest| DistanceCache::default().slots(entries, largest).len();
        assert_eq!([slots(7, 254), slots(7, 255), slots(7, 300)], [7, 0, 0]);
        assert_eq!(slots((SLOTS << 8) + 1, 20), 0);
    }
}
