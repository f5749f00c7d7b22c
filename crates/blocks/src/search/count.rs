//! The number of shortest solutions, counted backwards through the layers of a search.
//!
//! Every state of the last layer that meets the goal has one way to the goal: to stay where it is.
//! A state of an earlier layer has as many ways as its neighbours in the next layer have together.
//! At the start, this is the number of shortest solutions.
//!
//! For example, a single cell has to go from the top left corner of this board to the bottom right
//! one, one cell at a time. The numbers of ways are found from the right to the left, and the start
//! has 2 + 1 = 3:
//!
//! ```text
//! A..      3 2 1
//! ...      1 1 1
//! ```
//!
//! A mirror image has the same number of ways as its original, so one number for both is enough.
//! Both are ways of their own, however: a state that has a neighbour and the neighbour's mirror
//! image adds the number twice.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use fifteen_resources::LimitKind;

use crate::engine::{STATES_BETWEEN_CHECKS, SearchEngine, StateLayers, Words};
use crate::{BlockOptions, SolutionCount};

/// Counts the sequences of positions that lead from the start to a goal in the last layer of a
/// search that kept its layers.
///
/// A filter may name a state that is not in its layer. Such a state does not matter, because no way
/// leads from it to the start in the moves that are left.
///
/// # Errors
/// Returns the limit that stopped the count.
pub(crate) fn solutions<const K: usize>(
    engine: &dyn SearchEngine<K>,
    layers: &mut StateLayers<K>,
    options: &BlockOptions,
) -> Result<SolutionCount, LimitKind> {
    let mut ways = ways_of_goals(layers)?;
    let mut exact = true;
    for back in 1..layers.layers as usize {
        options.limits.check_interruption()?;
        let mut earlier = WayCounts::new();
        for (number, &key) in (1_usize..).zip(ways.counts.keys()) {
            for neighbour in engine.neighbours(key) {
                if layers.may_have(back, neighbour) {
                    earlier.insert(neighbour, 0, layers, ways.bytes())?;
                }
            }
            if number.is_multiple_of(STATES_BETWEEN_CHECKS) {
                options.limits.check_interruption()?;
            }
        }
        for (number, (&key, sum)) in (1_usize..).zip(&mut earlier.counts) {
            for neighbour in engine.neighbours(key) {
                if let Some(&more) = ways.counts.get(&neighbour) {
                    exact &= sum.checked_add(more).is_some();
                    *sum = sum.saturating_add(more);
                }
            }
            if number.is_multiple_of(STATES_BETWEEN_CHECKS) {
                options.limits.check_interruption()?;
            }
        }
        ways = earlier;
    }
    // The start is the only state of the first layer.
    let count = ways.counts.values().copied().fold(0, u128::saturating_add);
    Ok(SolutionCount { count, exact })
}

/// Returns the goals of the last layer, with one way each.
fn ways_of_goals<const K: usize>(layers: &mut StateLayers<K>) -> Result<WayCounts<K>, LimitKind> {
    let goals = layers.goals(0)?;
    let mut ways = WayCounts::new();
    for &goal in &goals {
        ways.insert(goal, 1, layers, size_of_val(&goals[..]))?;
    }
    Ok(ways)
}

/// The number of ways from each of some states to the goal.
struct WayCounts<const K: usize> {
    counts: HashMap<Words<K>, u128, BuildHasherDefault<KeyHasher>>,
}

impl<const K: usize> WayCounts<K> {
    fn new() -> Self {
        WayCounts {
            counts: HashMap::default(),
        }
    }

    /// Adds a state, unless it is already there.
    ///
    /// The memory of the map counts against the limit of the search, in addition to `others` bytes
    /// of other lists.
    fn insert(
        &mut self,
        key: Words<K>,
        count: u128,
        layers: &mut StateLayers<K>,
        others: usize,
    ) -> Result<(), LimitKind> {
        if self.counts.len() == self.counts.capacity() {
            // The map grows by moving to a table of twice the size, while the old table still
            // exists.
            let grown = (2 * self.bytes()).max(Self::bytes_for(3));
            layers.charge(others + self.bytes() + grown)?;
            self.counts.try_reserve(1).map_err(|_| LimitKind::Memory)?;
        }
        self.counts.entry(key).or_insert(count);
        Ok(())
    }

    /// Returns the memory of the map, in bytes.
    fn bytes(&self) -> usize {
        match self.counts.capacity() {
            0 => 0,
            capacity => Self::bytes_for(capacity),
        }
    }

    /// Returns the memory of a map of some capacity, in bytes.
    ///
    /// The map of the standard library fills seven eighths of its table, and has one byte for each
    /// entry besides the entry itself.
    fn bytes_for(capacity: usize) -> usize {
        let entries = (capacity * 8).div_ceil(7).next_power_of_two();
        entries * (size_of::<(Words<K>, u128)>() + 1)
    }
}

/// Takes the hash of a key as it is, because the hash function of the standard library would take
/// most of the time.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        // A map chooses the place of a key by low bits of its hash, and the high bits of a key's
        // hash are mixed best.
        self.0.rotate_left(32)
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 ^= hash;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }
}
