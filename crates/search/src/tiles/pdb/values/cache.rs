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
    let Some(slot) = slots.get((index % SLOTS) as usize) else {
        return;
    };
    let held = u32::from(slot.load(Ordering::Relaxed) & 0xff);
    if held == 0 || distance < held {
        slot.store(
            ((index / SLOTS) << 8) as u16 | (distance + 1) as u16,
            Ordering::Relaxed,
        );
    }
}
