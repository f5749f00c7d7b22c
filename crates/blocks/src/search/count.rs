//! The number of optimal solutions, from the layers of a search.

use std::collections::HashMap;

use fifteen_resources::LimitKind;

use crate::engine::{LIMIT_CHECK, SearchEngine, StateLayers, Words};
use crate::{BlockOptions, SolutionCount};

/// The number of different sequences of positions from the start to a goal state in the last layer. The layers must
/// have been kept.
///
/// Goes back from the goal states, and keeps for each state on an optimal path the number of paths from there. Images
/// under a symmetry have the same number, so only one of them is kept, but each is a path of its own. States that a
/// filter wrongly finds in an old layer do not matter: no path from them reaches the start in the moves that are left.
pub(crate) fn solutions<const K: usize>(
    engine: &dyn SearchEngine<K>,
    layers: &StateLayers<K>,
    goals: &[Words<K>],
    options: &BlockOptions,
) -> Result<SolutionCount, LimitKind> {
    let mut paths: HashMap<Words<K>, u128> = goals.iter().map(|&goal| (goal, 1)).collect();
    let mut exact = true;
    for back in 1..layers.layers as usize {
        options.limits.check(0)?;
        let mut before = HashMap::new();
        for (number, key) in (1..).zip(layers.before(back, &mut paths.keys().copied())?) {
            if usize::is_multiple_of(number, LIMIT_CHECK) {
                options.limits.check_interruption()?;
            }
            let mut sum = 0u128;
            for more in engine
                .neighbours(key)
                .iter()
                .filter_map(|neighbour| paths.get(neighbour))
            {
                exact &= sum.checked_add(*more).is_some();
                sum = sum.saturating_add(*more);
            }
            before.insert(key, sum);
        }
        paths = before;
    }
    // One state is left, the start: a position has only one key.
    Ok(SolutionCount {
        count: paths.values().copied().fold(0, u128::saturating_add),
        exact,
    })
}
