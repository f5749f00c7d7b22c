//! How many optimal solutions there are, from the layers of a search.

use std::collections::HashMap;

use crate::engine::Engine;
use crate::engine::layers::Layers;
use crate::engine::words::{Key, Mask};
use crate::options::{Options, Stop};
use crate::solution::Solutions;

/// The number of different sequences of positions from the start to a goal in the last layer. All layers must have
/// been kept.
///
/// Goes back from the goals, and keeps for each state on an optimal way the number of ways from there. Images under
/// a symmetry have the same number, so it is kept for one of them only; but each counts as a way of its own.
pub(crate) fn solutions<M: Mask, K: Key>(
    engine: &Engine<M, K>,
    layers: &Layers<M, K>,
    goals: &[K],
    options: &Options,
) -> Result<Solutions, Stop> {
    let mut scratch = engine.mover.scratch();
    let mut ways: HashMap<K, u128> = goals.iter().map(|&goal| (goal, 1)).collect();
    let mut exact = true;
    for back in 1..layers.layers as usize {
        options.limits.check(0)?;
        let mut neighbours = Vec::new();
        for &key in ways.keys() {
            engine.mover.expand(&engine.code, key, &mut scratch, |_, _, new| neighbours.push(new));
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        let mut before = HashMap::new();
        for key in layers.layer(back).flatten().filter(|key| neighbours.binary_search(key).is_ok()) {
            let mut sum = 0u128;
            engine.mover.expand(&engine.code, *key, &mut scratch, |_, _, new| {
                if let Some(&more) = ways.get(&new) {
                    exact &= sum.checked_add(more).is_some();
                    sum = sum.saturating_add(more);
                }
            });
            before.insert(*key, sum);
        }
        ways = before;
    }
    // One state is left, the start: a position has only one key.
    Ok(Solutions { count: ways.values().copied().fold(0, u128::saturating_add), exact })
}
