//! What walks leave behind for the walks after them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

/// Slots of a [`Memory`], at most: 32 MiB.
pub(super) const SLOTS: u64 = 1 << 24;

/// Distances that walks have found, for the walks after them: those nearest to the goal, where most walks come by.
///
/// A slot has a distance plus one in its lower byte and in its upper one which of the entries that share it; 0 is empty. Threads write
/// side by side: whatever is read is one thread's, whole, and right.
#[derive(Debug, Default)]
pub(in crate::tiles::pdb) struct Memory(OnceLock<Vec<AtomicU16>>);

impl Memory {
    /// The slots for a table of so many entries; none where its numbers are too large.
    pub(super) fn slots(&self, entries: u64, largest: u32) -> &[AtomicU16] {
        if entries > SLOTS << 8 || largest >= u8::MAX.into() {
            return &[];
        }
        self.0.get_or_init(|| {
            let (slots, mut list) = (entries.min(SLOTS) as usize, Vec::new());
            // Without memory to spare it goes without.
            if list.try_reserve_exact(slots).is_ok() {
                list.resize_with(slots, AtomicU16::default);
            }
            list
        })
    }
}

/// The distance of an entry, if it is there.
#[inline]
pub(super) fn recall(slots: &[AtomicU16], index: u64) -> Option<u32> {
    let slot = slots.get((index % SLOTS) as usize)?.load(Ordering::Relaxed);
    (slot & 0xff != 0 && u64::from(slot >> 8) == index / SLOTS).then(|| u32::from(slot & 0xff) - 1)
}

/// Keeps the distance of an entry, unless the slot has a smaller one.
#[inline]
pub(super) fn keep(slots: &[AtomicU16], index: u64, distance: u32) {
    let Some(slot) = slots.get((index % SLOTS) as usize) else { return };
    let held = u32::from(slot.load(Ordering::Relaxed) & 0xff);
    if held == 0 || distance < held {
        slot.store(((index / SLOTS) << 8) as u16 | (distance + 1) as u16, Ordering::Relaxed);
    }
}
