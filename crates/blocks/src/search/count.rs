//! Counts the shortest solutions, working backwards through the layers of a breadth-first search.
//!
//! The *ways* of a state are the shortest solutions that begin with this state. A goal state in the
//! last layer has one way, which has no moves. In an earlier layer, the number of ways of a state
//! is the total number of ways of its neighbours in the next layer. The number of ways of the start
//! state is the number of shortest solutions.
//!
//! For example, suppose that the single cell `A` has to move from the top left corner to the bottom
//! right corner of this board, one cell at a time. The map on the right shows the number of ways
//! from each cell. The numbers are computed from right to left, and the start state has 2 + 1 = 3
//! ways:
//!
//! ```text
//! A..      3 2 1
//! ...      1 1 1
//! ```
//!
//! A state and its mirror image have the same number of ways, so [`WayCounts`] stores the number
//! only once. However, if a state and its mirror image are both neighbours of a third state, the
//! number is added twice, because moving to the state and moving to its mirror image begin distinct
//! solutions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use fifteen_resources::LimitKind;

use crate::engine::{STATES_BETWEEN_CHECKS, SearchEngine, StateLayers, Words};
use crate::{BlockOptions, SolutionCount};

/// Counts the shortest solutions, that is, the distinct sequences of positions from the start state
/// to a goal state in the last layer. The search must have kept its older layers.
///
/// Older layers are kept as Bloom filters, which can wrongly report that a state is in a layer.
/// Such a state does not affect the result, because no path of the right length reaches it from the
/// start state.
///
/// # Errors
/// Returns the limit that stopped the count, such as the memory limit.
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
    // `ways` now describes the first layer. Its only entry is the start state, with the number of
    // solutions that begin there.
    let count = ways.counts.values().copied().fold(0, u128::saturating_add);
    Ok(SolutionCount { count, exact })
}

/// Returns the goal states in the last layer, each with its number of shortest solutions. This
/// number is 1, because the only shortest solution of a goal state has no moves.
fn ways_of_goals<const K: usize>(layers: &mut StateLayers<K>) -> Result<WayCounts<K>, LimitKind> {
    let goals = layers.goals(0)?;
    let mut ways = WayCounts::new();
    for &goal in &goals {
        ways.insert(goal, 1, layers, size_of_val(&goals[..]))?;
    }
    Ok(ways)
}

/// The number of shortest solutions that begin with each state of one layer, indexed by the state's
/// key.
struct WayCounts<const K: usize> {
    counts: HashMap<Words<K>, u128, BuildHasherDefault<KeyHasher>>,
}

impl<const K: usize> WayCounts<K> {
    fn new() -> Self {
        WayCounts {
            counts: HashMap::default(),
        }
    }

    /// Adds a state with the number of shortest solutions that begin with it, unless the map
    /// already contains the state.
    ///
    /// The map's memory counts against the memory limit of the search. `others` is the memory of
    /// all other lists, in bytes, which also counts against this limit.
    fn insert(
        &mut self,
        key: Words<K>,
        count: u128,
        layers: &mut StateLayers<K>,
        others: usize,
    ) -> Result<(), LimitKind> {
        if self.counts.len() == self.counts.capacity() {
            // A growing hash map moves its entries to a table of twice the size. Both tables then
            // exist at the same time, so both must fit into the memory limit.
            let grown = (2 * self.bytes()).max(Self::bytes_for(3));
            layers.charge(others + self.bytes() + grown)?;
            self.counts.try_reserve(1).map_err(|_| LimitKind::Memory)?;
        }
        self.counts.entry(key).or_insert(count);
        Ok(())
    }

    /// Returns the size of the hash map, in bytes.
    fn bytes(&self) -> usize {
        match self.counts.capacity() {
            0 => 0,
            capacity => Self::bytes_for(capacity),
        }
    }

    /// Returns the size, in bytes, of a hash map that can hold `capacity` states without growing.
    ///
    /// The standard library's hash map fills at most seven eighths of its table, and stores one
    /// additional byte with each entry.
    fn bytes_for(capacity: usize) -> usize {
        let entries = (capacity * 8).div_ceil(7).next_power_of_two();
        entries * (size_of::<(Words<K>, u128)>() + 1)
    }
}

/// A hasher that uses the key's own hash. Hashing the key again with the standard library's hash
/// function would dominate the running time.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        // The hash map uses the low bits of a hash to select a bucket. In a key's hash, the high
        // bits are more random than the low bits, so swap the two halves.
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
