//! Lists and tables that count their bytes before they take them, so that a search can be held to a limit.
//!
//! They grow piece by piece: nothing is copied, and no more than a piece is ever allocated in advance. Only the slots
//! of the hash table are doubled, old and new being counted together meanwhile.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use crate::limits::LimitKind;

/// Entries that are allocated at a time.
const PIECE: usize = 256;
/// Slots of the smallest hash table.
const FEWEST_SLOTS: usize = 1024;
/// A slot without an entry.
const EMPTY: u32 = u32::MAX;

/// How much memory is in use, and how much may be.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: u64,
    used: u64,
    peak: u64,
}

impl Budget {
    pub(crate) fn new(limit: Option<u64>) -> Self {
        Self { limit: limit.unwrap_or(u64::MAX), used: 0, peak: 0 }
    }

    /// The most that was in use at a time.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }

    /// Takes so many bytes, unless they are beyond the limit.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), LimitKind> {
        let used = self.used.saturating_add(bytes as u64);
        if used > self.limit {
            return Err(LimitKind::Memory);
        }
        self.used = used;
        self.peak = self.peak.max(used);
        Ok(())
    }

    fn give(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes as u64);
    }
}

/// A list that grows and shrinks at its end.
#[derive(Debug)]
pub(crate) struct List<T>(Vec<Vec<T>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> List<T> {
    pub(crate) fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * PIECE + last.len())
    }

    pub(crate) fn push(&mut self, item: T, budget: &mut Budget) -> Result<(), LimitKind> {
        if let Some(last) = self.0.last_mut()
            && last.len() < PIECE
        {
            last.push(item);
            return Ok(());
        }
        budget.take(PIECE * size_of::<T>())?;
        let mut piece = Vec::new();
        // A system without memory to give is a limit like the one asked for.
        piece.try_reserve_exact(PIECE).map_err(|_| LimitKind::Memory)?;
        piece.push(item);
        self.0.push(piece);
        Ok(())
    }

    pub(crate) fn pop(&mut self, budget: &mut Budget) -> Option<T> {
        let last = self.0.last_mut()?;
        let item = last.pop();
        if last.is_empty() {
            self.0.pop();
            budget.give(PIECE * size_of::<T>());
        }
        item
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        self.0.get(index / PIECE)?.get(index % PIECE)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.0.get_mut(index / PIECE)?.get_mut(index % PIECE)
    }
}

/// A queue: first in, first out.
#[derive(Debug)]
pub(crate) struct Queue<T>(VecDeque<VecDeque<T>>);

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Queue<T> {
    pub(crate) fn push(&mut self, item: T, budget: &mut Budget) -> Result<(), LimitKind> {
        if let Some(last) = self.0.back_mut()
            && last.len() < last.capacity()
        {
            last.push_back(item);
            return Ok(());
        }
        budget.take(PIECE * size_of::<T>())?;
        let mut piece = VecDeque::new();
        piece.try_reserve_exact(PIECE).map_err(|_| LimitKind::Memory)?;
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

/// A set of keys, numbered in the order in which they came; with linear probing, at most three quarters full.
#[derive(Debug)]
pub(crate) struct Table<K> {
    keys: List<K>,
    slots: Vec<u32>,
}

impl<K> Default for Table<K> {
    fn default() -> Self {
        Self { keys: List::default(), slots: Vec::new() }
    }
}

impl<K: Hash + Eq> Table<K> {
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The key with that number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&K> {
        self.keys.get(number as usize)
    }

    /// The number of a key.
    #[inline]
    pub(crate) fn find(&self, key: &K) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let number = self.slots[self.slot(key)];
        (number != EMPTY).then_some(number)
    }

    /// The slot of a key, or the empty one in which it would be.
    #[inline]
    fn slot(&self, key: &K) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        while self.slots[slot] != EMPTY && self.get(self.slots[slot]) != Some(key) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds a key that is not there, and says its number.
    pub(crate) fn insert(&mut self, key: K, budget: &mut Budget) -> Result<u32, LimitKind> {
        let number = u32::try_from(self.len()).ok().filter(|&n| n != EMPTY).ok_or(LimitKind::Memory)?;
        if slots_for(self.len() + 1) > self.slots.len() {
            self.grow(budget)?;
        }
        let slot = self.slot(&key);
        self.keys.push(key, budget)?;
        self.slots[slot] = number;
        Ok(number)
    }

    fn grow(&mut self, budget: &mut Budget) -> Result<(), LimitKind> {
        let count = slots_for(self.len() + 1);
        budget.take(count * size_of::<u32>())?;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| LimitKind::Memory)?;
        slots.resize(count, EMPTY);
        let old = std::mem::replace(&mut self.slots, slots);
        let mask = count - 1;
        for number in old.iter().copied().filter(|&n| n != EMPTY) {
            let mut slot = self.get(number).map_or(0, |key| hash(key) as usize) & mask;
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number;
        }
        budget.give(old.len() * size_of::<u32>());
        Ok(())
    }
}

/// How many slots a table of so many keys has.
fn slots_for(keys: usize) -> usize {
    (keys + keys / 3 + 1).next_power_of_two().max(FEWEST_SLOTS)
}

/// The most bytes that a table of so many keys, and its last growth, takes.
pub(crate) fn table_bytes<K>(keys: u64) -> u64 {
    let slots = (keys.saturating_add(keys / 3 + 1)).checked_next_power_of_two().unwrap_or(u64::MAX);
    let pieces = keys.div_ceil(PIECE as u64);
    let keys = pieces.saturating_mul((PIECE * size_of::<K>()) as u64);
    keys.saturating_add(slots.max(FEWEST_SLOTS as u64).saturating_mul(6))
}

fn hash<K: Hash>(key: &K) -> u64 {
    let mut hasher = Mix(0);
    key.hash(&mut hasher);
    hasher.finish()
}

/// A hash for keys that nobody chooses with ill intent: multiply and rotate by words, then mix.
struct Mix(u64);

impl Mix {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.word(u64::from_le_bytes(word)));
        rest.iter().for_each(|&byte| self.word(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let folded = (self.0 ^ self.0 >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        folded ^ folded >> 32
    }
}
