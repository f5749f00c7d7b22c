//! All reachable states: their number by distance, and the hardest starting positions.

use fifteen_search::LimitKind;

use crate::engine::layers::Layers;
use crate::engine::layout::Layout;
use crate::engine::words::{Key, sorted};
use crate::engine::{SearchEngine, WithEngine, dispatch};
use crate::error::SolveError;
use crate::options::{BlockOptions, Progress};
use crate::puzzle::{Position, Puzzle};

/// The states that can be reached from the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachableStates {
    /// The reason of a stop before all states were counted.
    pub stopped: Option<LimitKind>,
    /// Number of states by their distance from the start; complete distances only.
    pub layers: Vec<u64>,
    /// Number of states, the sum of `layers`; mirror images are different states.
    pub states: u64,
    /// The largest distance from the start.
    pub largest: u32,
    /// The hardest starting positions; `None` without a reachable goal, after a stop, or if none are requested.
    pub hardest: Option<HardestStarts>,
    /// The peak memory of tables and layers, in bytes, as measured at each check of the limits.
    pub memory: u64,
}

/// The states that are farthest from the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HardestStarts {
    /// The number of moves to the nearest goal state.
    pub distance: u32,
    /// The number of such states.
    pub count: u64,
    /// Some of them, at most [`BlockOptions::hardest`]; the same on every machine.
    pub positions: Vec<Position>,
}

/// Counts the states that can be reached and, if there is a goal, finds the hardest starting positions among them.
///
/// [`BlockOptions::symmetries`] has no effect: mirror images are different states here.
///
/// # Errors
/// [`SolveError::TooLarge`] if the states fit no key.
pub fn reachable_states(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&Progress),
) -> Result<ReachableStates, SolveError> {
    let layout = Layout::new(puzzle, options.interchangeable);
    dispatch(layout, options, false, Count { options, progress })
}

struct Count<'a> {
    options: &'a BlockOptions,
    progress: &'a mut dyn FnMut(&Progress),
}

impl WithEngine for Count<'_> {
    type Output = ReachableStates;

    fn run<K: Key>(self, engine: &dyn SearchEngine<K>) -> ReachableStates {
        let mut goals = Vec::new();
        let mut layers = Layers::new(engine, self.options, false, &[engine.start()]);
        let mut counts = vec![1];
        let mut stopped = loop {
            if self.options.hardest > 0 {
                goals.extend(layers.goals());
            }
            match layers.grow_within_depth(self.progress) {
                Ok(0) => break None,
                Ok(found) => counts.push(found),
                Err(stop) => break Some(stop),
            }
        };
        let (states, mut memory) = (layers.states, layers.peak);
        drop(layers);
        let mut hardest = None;
        if stopped.is_none() && !goals.is_empty() {
            match farthest(engine, goals, self.options, self.progress, &mut memory) {
                Ok(found) => hardest = Some(found),
                Err(stop) => stopped = Some(stop),
            }
        }
        let largest = counts.len() as u32 - 1;
        ReachableStates { stopped, layers: counts, states, largest, hardest, memory: memory as u64 }
    }
}

/// Searches from all goal states at once: moves can be undone, so the last layer is the farthest from them.
pub(crate) fn farthest<K: Key>(
    engine: &dyn SearchEngine<K>,
    goals: Vec<K>,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&Progress),
    memory: &mut usize,
) -> Result<HardestStarts, LimitKind> {
    let mut layers = Layers::new(engine, options, false, &goals);
    drop(goals);
    let mut count = layers.states;
    loop {
        let found = layers.grow(progress)?;
        *memory = layers.peak.max(*memory);
        if found == 0 {
            break;
        }
        count = found;
    }
    let keys: Vec<K> = layers.layer(1).flatten().copied().collect();
    let positions = sorted(&keys).into_iter().take(options.hardest).map(|key| engine.position(key)).collect();
    // The first layer has the goal states, and the last one is empty.
    Ok(HardestStarts { distance: layers.layers - 2, count, positions })
}
