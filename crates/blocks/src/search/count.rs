//! Counts the shortest solutions, going backwards through the layers of a breadth-first search.
//!
//! Each goal state in the last layer has one way to the goal, which is to stay where it is. A state
//! of an earlier layer has as many ways as all its neighbours in the next layer together. The
//! number of ways at the start is the number of shortest solutions.
//!
//! For example, suppose that the single cell `A` has to go from the top left corner of this board
//! to the bottom right corner, one cell at a time. The map on the right shows the number of ways
//! from each cell of the board. They are computed from right to left, and the start has 2 + 1 = 3
//! ways:
//!
//! ```text
//! A..      3 2 1
//! ...      1 1 1
//! ```
//!
//! A state and its mirror image have the same number of ways, so one number is stored for both.
//! However, a move to a state and a move to its mirror image start different solutions, so if both
//! are neighbours of a state, the number is added twice.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use fifteen_resources::LimitKind;

use crate::engine::{STATES_BETWEEN_CHECKS, SearchEngine, StateLayers, Words};
use crate::{BlockOptions, SolutionCount};

/// Counts the shortest solutions found by a search that kept its layers: the sequences of positions
/// that lead from the start to a goal in the last layer.
///
/// Old layers are only kept as Bloom filters, which may wrongly report that a state is in its
/// layer. Such a state does not affect the result, because no path of the remaining length leads
/// from the start to it.
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
    // `ways` now contains only the start, which is the only state of the first layer.
    let count = ways.counts.values().copied().fold(0, u128::saturating_add);
    Ok(SolutionCount { count, exact })
}

/// Returns the goal states of the last layer, where counting begins. Each has one way to the goal,
/// which is to stay where it is.
fn ways_of_goals<const K: usize>(layers: &mut StateLayers<K>) -> Result<WayCounts<K>, LimitKind> {
    let goals = layers.goals(0)?;
    let mut ways = WayCounts::new();
    for &goal in &goals {
        ways.insert(goal, 1, layers, size_of_val(&goals[..]))?;
    }
    Ok(ways)
}

/// The number of ways to the goal from each state of one layer.
struct WayCounts<const K: usize> {
    counts: HashMap<Words<K>, u128, BuildHasherDefault<KeyHasher>>,
}

impl<const K: usize> WayCounts<K> {
    fn new() -> Self {
        WayCounts {
            counts: HashMap::default(),
        }
    }

    /// Adds a state with its number of ways, unless the map already contains the state.
    ///
    /// The memory of the map counts against the limit of the search, together with `others`, the
    /// size of other lists in bytes.
    fn insert(
        &mut self,
        key: Words<K>,
        count: u128,
        layers: &mut StateLayers<K>,
        others: usize,
    ) -> Result<(), LimitKind> {
        if self.counts.len() == self.counts.capacity() {
            // When a hash map grows, it moves its entries to a table of twice the size, and both
            // tables exist at the same time.
            let grown = (2 * self.bytes()).max(Self::bytes_for(3));
            layers.charge(others + self.bytes() + grown)?;
            self.counts.try_reserve(1).map_err(|_| LimitKind::Memory)?;
        }
        self.counts.entry(key).or_insert(count);
        Ok(())
    }

    /// Returns the memory that the map occupies, in bytes.
    fn bytes(&self) -> usize {
        match self.counts.capacity() {
            0 => 0,
            capacity => Self::bytes_for(capacity),
        }
    }

    /// Returns the memory that a map with a given capacity occupies, in bytes.
    ///
    /// The hash map of the standard library fills at most seven eighths of its table, and stores
    /// one control byte for each entry in addition to the entry itself.
    fn bytes_for(capacity: usize) -> usize {
        let entries = (capacity * 8).div_ceil(7).next_power_of_two();
        entries * (size_of::<(Words<K>, u128)>() + 1)
    }
}

/// A hasher that passes on the hash which a key already has. Hashing the key once more with the
/// standard library's hash function would dominate the running time.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        // The hash map selects a bucket by the low bits of the hash, but in the hash of a key the
        // high bits are mixed best, so the two halves are swapped.
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
