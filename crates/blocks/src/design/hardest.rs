//! The hardest arrangements of a set of pieces for a goal, and the two positions that are farthest apart.

use std::collections::HashMap;

use fifteen_search::Limits;

use super::arrangements::goal_keys;
use crate::engine::layers::Layers;
use crate::engine::layout::Layout;
use crate::engine::words::Key;
use crate::engine::{SearchEngine, WithEngine, dispatch};
use crate::error::SolveError;
use crate::options::{BlockOptions, Progress, StopReason};
use crate::puzzle::{Position, Puzzle};
use crate::search::{HardestStarts, farthest};

/// States between two checks of the limits.
const LIMIT_CHECK: usize = 1 << 14;

/// The hardest of all arrangements of a puzzle's pieces from which its goal can be reached, those that cannot be
/// reached from its start included.
///
/// The outer error is that of [`solve`](crate::solve()), the inner one the reason of a stop.
/// [`BlockOptions::symmetries`] has no effect.
///
/// # Errors
/// [`SolveError::NoGoal`] for a puzzle without a goal, [`SolveError::TooLarge`] if the states fit no key.
pub fn hardest_arrangements(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Result<Option<HardestStarts>, StopReason>, SolveError> {
    if puzzle.goal().is_none() {
        return Err(SolveError::NoGoal);
    }
    let layout = Layout::new(puzzle, options.interchangeable);
    dispatch(layout, options, false, Hardest { options, progress })
}

struct Hardest<'a> {
    options: &'a BlockOptions,
    progress: &'a mut dyn FnMut(&Progress),
}

impl WithEngine for Hardest<'_> {
    type Output = Result<Option<HardestStarts>, StopReason>;

    fn run<K: Key>(self, engine: &dyn SearchEngine<K>) -> Self::Output {
        // The keys of the goals, and about five times as much for their set.
        let most = self.options.memory.map_or(usize::MAX, |bytes| bytes as usize / (6 * size_of::<K>()));
        let goals = goal_keys(engine, &self.options.limits, most)?;
        if goals.is_empty() {
            return Ok(None);
        }
        farthest(engine, goals, self.options, self.progress, &mut 0).map(Some)
    }
}

/// Two positions that are as far apart as any two that can be reached from the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongestPath {
    /// The moves between them.
    pub distance: u32,
    /// Number of states.
    pub states: u64,
    /// One of the two.
    pub from: Position,
    /// The other.
    pub to: Position,
    /// The reason for which the search ended before it was proven that no two positions are farther apart.
    pub stopped: Option<StopReason>,
}

/// The longest of all shortest paths between positions that can be reached from the start.
///
/// The outer error is that of [`reachable_states`](crate::reachable_states()), the inner one the reason of a stop before
/// two positions were compared. [`Limits::nodes`] limits the states seen by all searches together.
///
/// # Errors
/// [`SolveError::TooLarge`] if the states fit no key.
pub fn longest_path(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Result<LongestPath, StopReason>, SolveError> {
    let layout = Layout::new(puzzle, options.interchangeable);
    dispatch(layout, options, false, Longest { options, progress })
}

struct Longest<'a> {
    options: &'a BlockOptions,
    progress: &'a mut dyn FnMut(&Progress),
}

impl WithEngine for Longest<'_> {
    type Output = Result<LongestPath, StopReason>;

    fn run<K: Key>(self, engine: &dyn SearchEngine<K>) -> Self::Output {
        let (options, progress) = (self.options, self.progress);
        let mut layers = Layers::new(engine, options, false, &[engine.start()]);
        let mut keys = vec![engine.start()];
        while layers.grow(progress)? > 0 {
            keys.extend(layers.layer(0).flatten().copied());
            StateGraph::require_memory(&keys, 0, options)?;
        }
        drop(layers);
        let graph = StateGraph::new(engine, &keys, options)?;
        let (farthest, stopped) = graph.diameter(options)?;
        let [from, to] = [farthest.from, farthest.to].map(|state| engine.position(keys[state]));
        Ok(LongestPath { distance: farthest.distance, states: keys.len() as u64, from, to, stopped })
    }
}

/// Two states that are the farthest apart of those that were compared.
#[derive(Default)]
struct Farthest {
    distance: u32,
    from: usize,
    to: usize,
}

/// All states and their neighbours.
struct StateGraph {
    /// The start of each state's neighbours.
    starts: Vec<usize>,
    neighbours: Vec<u32>,
}

impl StateGraph {
    /// Returns an error if the graph of some states with this number of neighbours takes more than the memory.
    fn require_memory<K: Key>(keys: &[K], neighbours: usize, options: &BlockOptions) -> Result<(), StopReason> {
        // Each state has its key twice, in a list and in a map with its number, the start of its neighbours, three
        // distances, and a place in a queue. Lists and the map are up to twice as long as they are full.
        let bytes = keys.len() * (4 * size_of::<K>() + 12 * size_of::<u32>()) + 2 * neighbours * size_of::<u32>();
        if options.memory.is_some_and(|most| bytes as u64 > most) { Err(StopReason::Memory) } else { Ok(()) }
    }

    fn new<K: Key>(engine: &dyn SearchEngine<K>, keys: &[K], options: &BlockOptions) -> Result<Self, StopReason> {
        let limits = &options.limits;
        let mut numbers: HashMap<K, u32> = HashMap::with_capacity(keys.len());
        for (keys, first) in keys.chunks(LIMIT_CHECK).zip((0..).step_by(LIMIT_CHECK)) {
            numbers.extend(keys.iter().copied().zip(first..));
            limits.interrupted()?;
        }
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        for some in keys.chunks(LIMIT_CHECK) {
            for &key in some {
                neighbours.extend(engine.neighbours(key).iter().filter_map(|neighbour| numbers.get(neighbour)));
                starts.push(neighbours.len());
            }
            Self::require_memory(keys, neighbours.len(), options)?;
            limits.interrupted()?;
        }
        Ok(StateGraph { starts, neighbours })
    }

    /// The distances of all states from one, by state, and the last state found.
    fn distances(
        &self,
        from: usize,
        distances: &mut [u32],
        queue: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<usize, StopReason> {
        distances.fill(u32::MAX);
        distances[from] = 0;
        queue.clear();
        queue.push(from as u32);
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            if next.is_multiple_of(LIMIT_CHECK) {
                limits.interrupted()?;
            }
            let state = state as usize;
            for &other in &self.neighbours[self.starts[state]..self.starts[state + 1]] {
                if distances[other as usize] == u32::MAX {
                    distances[other as usize] = distances[state] + 1;
                    queue.push(other);
                }
            }
        }
        Ok(queue.last().map_or(from, |&state| state as usize))
    }

    /// The largest distance between two states, and two such states (Takes & Kosters 2011): every search from one state
    /// bounds the largest distance from each other state, until no state can have a larger one than was found. After a
    /// stop, the largest one found so far, and the reason.
    fn diameter(&self, options: &BlockOptions) -> Result<(Farthest, Option<StopReason>), StopReason> {
        let states = self.starts.len() - 1;
        let (mut lower, mut upper) = (vec![0u32; states], vec![u32::MAX; states]);
        let (mut distances, mut queue) = (vec![0; states], Vec::with_capacity(states));
        let (mut best, mut next, mut widest) = (Farthest::default(), Some(0), false);
        for searches in 1.. {
            let Some(state) = next else { break };
            let within = options.limits.check(searches * states as u64).map_err(StopReason::from);
            let search = |_| self.distances(state, &mut distances, &mut queue, &options.limits);
            let last = match within.and_then(search) {
                Err(stop) if best.distance > 0 => return Ok((best, Some(stop))),
                last => last?,
            };
            let eccentricity = distances[last];
            if eccentricity > best.distance {
                best = Farthest { distance: eccentricity, from: state, to: last };
            }
            for (other, &distance) in distances.iter().enumerate() {
                lower[other] = lower[other].max(distance).max(eccentricity - distance);
                upper[other] = upper[other].min(eccentricity.saturating_add(distance));
            }
            upper[state] = eccentricity;
            lower[state] = eccentricity;
            // In turn the state that may be farthest from others, and the one that is nearest to all: a good bound for
            // many.
            widest = !widest;
            let open = (0..states).filter(|&other| upper[other] > best.distance);
            next = if widest {
                open.max_by_key(|&other| (upper[other], std::cmp::Reverse(other)))
            } else {
                open.min_by_key(|&other| (lower[other], other))
            };
        }
        Ok((best, None))
    }
}
