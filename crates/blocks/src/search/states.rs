//! Counts the reachable states at each distance from the start state, and finds the pieces that
//! never move and the hardest starting positions.

use fifteen_resources::LimitKind;

use super::append_within;
use super::hardest::{HardestPuzzles, farthest_starts};
use crate::engine::{
    AnyEngine, STATES_BETWEEN_CHECKS, SearchEngine, StateLayers, Words, build_engine, symmetries,
};
use crate::{BlockOptions, BlockProgress, BlockSearchError, Puzzle};

/// Statistics of the states that can be reached from the start state, and other facts about the
/// puzzle that follow from these states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachableStates {
    /// The limit that stopped the search, or `None` if all states were counted.
    pub stopped: Option<LimitKind>,
    /// Number of states at each distance from the start state, beginning with distance 0. If a
    /// limit stopped the search, only completely searched distances are included.
    pub layers: Vec<u64>,
    /// Total number of states, which is the sum of `layers`. Mirror images count separately.
    pub states: u64,
    /// The largest distance of a state from the start state, in moves.
    pub largest: u32,
    /// Whether a state that meets the goal can be reached.
    ///
    /// The value is `None` if the puzzle has no goal, or if a limit stopped the search before it
    /// found a goal state. It is also `None` if both [`BlockOptions::hardest`] and
    /// [`BlockOptions::stuck`] are disabled, because the search then does not look for goal states.
    pub solvable: Option<bool>,
    /// The reachable states that are farthest from the goal. `None` if the goal cannot be reached,
    /// if a limit stopped the search, or if [`BlockOptions::hardest`] is 0.
    pub hardest: Option<HardestPuzzles>,
    /// The indices of the pieces that are in the same location in all reachable states, if
    /// [`BlockOptions::stuck`] is set. Empty if a limit stopped the search.
    pub stuck: Vec<usize>,
    /// Number of reflections and rotations, without the identity, that map the board, the pieces
    /// and the goal to themselves.
    pub symmetries: usize,
    /// Peak memory of the hash tables, layers and lists, in bytes. It is updated whenever the
    /// limits are checked.
    pub memory: u64,
}

/// Counts the states that can be reached from the start state. If the puzzle has a goal, also finds
/// the hardest starting positions among these states.
///
/// [`BlockOptions::symmetries`] has no effect, because mirror images count separately. `progress`
/// is called at least once per layer.
///
/// # Errors
/// Returns [`BlockSearchError::TooLarge`] if a state does not fit into the longest key that the
/// search engine supports.
pub fn reachable_states(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> Result<ReachableStates, BlockSearchError> {
    Ok(match build_engine(puzzle, options, false)? {
        AnyEngine::OneWord(engine) => count_states(&*engine, puzzle, options, progress),
        AnyEngine::TwoWords(engine) => count_states(&*engine, puzzle, options, progress),
        AnyEngine::FourWords(engine) => count_states(&*engine, puzzle, options, progress),
        AnyEngine::Longest(engine) => count_states(&*engine, puzzle, options, progress),
    })
}

fn count_states<const K: usize>(
    engine: &dyn SearchEngine<K>,
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> ReachableStates {
    let layout = engine.layout();
    let mut goals = GoalStates::default();
    let mut unmoved = layout.start();
    let mut counts = vec![1];
    let mut layers = StateLayers::new(engine, options, false, vec![engine.start()]);
    let mut stopped = loop {
        let examined = goals
            .add_last_layer(&mut layers, options)
            .and_then(|()| remove_moved(&mut unmoved, &layers, engine, options));
        match examined.and_then(|()| layers.grow_within_depth(progress)) {
            Ok(0) => break None,
            Ok(found) => counts.push(found),
            Err(stop) => break Some(stop),
        }
    };
    let states = layers.states;
    let mut peak = layers.peak;
    drop(layers);
    let is_known =
        goals.were_found || ((options.hardest > 0 || options.stuck) && stopped.is_none());
    let solvable = (puzzle.goal().is_some() && is_known).then_some(goals.were_found);
    let mut hardest = None;
    if stopped.is_none() && !goals.keys.is_empty() {
        let search = farthest_starts(engine, goals.keys, puzzle, options, progress);
        peak = peak.max(search.peak);
        match search.found {
            Ok(found) => hardest = Some(found),
            Err(stop) => stopped = Some(stop),
        }
    }
    let mut stuck = Vec::new();
    if options.stuck && stopped.is_none() {
        let start = layout.anchors(puzzle.start());
        for ((class, anchors), unmoved) in layout.classes.iter().zip(start).zip(&unmoved) {
            for (&piece, anchor) in class.pieces.iter().zip(anchors) {
                if unmoved.contains(&anchor) {
                    stuck.push(piece);
                }
            }
        }
        stuck.sort_unstable();
    }
    ReachableStates {
        stopped,
        states,
        largest: counts.len() as u32 - 1,
        layers: counts,
        solvable,
        hardest,
        stuck,
        symmetries: symmetries(layout).len(),
        memory: peak as u64,
    }
}

/// The goal states found so far. Their keys are stored only if the options request the hardest
/// starting positions.
struct GoalStates<const K: usize> {
    /// The keys of the goal states, from which the search for the hardest starting positions
    /// begins. Empty if the hardest starting positions were not requested.
    keys: Vec<Words<K>>,
    /// Whether at least one goal state was found.
    were_found: bool,
}

impl<const K: usize> Default for GoalStates<K> {
    fn default() -> Self {
        GoalStates {
            keys: Vec::new(),
            were_found: false,
        }
    }
}

impl<const K: usize> GoalStates<K> {
    /// Adds the goal states of the last layer.
    fn add_last_layer(
        &mut self,
        layers: &mut StateLayers<K>,
        options: &BlockOptions,
    ) -> Result<(), LimitKind> {
        if options.hardest > 0 {
            let found = layers.goals(size_of::<Words<K>>() * self.keys.capacity())?;
            if !found.is_empty() {
                self.were_found = true;
                let budget = layers
                    .memory_for_lists()
                    .saturating_sub(size_of_val(&found[..]));
                append_within(&mut self.keys, &found, budget)?;
                drop(found);
                layers.charge(size_of::<Words<K>>() * self.keys.capacity())?;
            }
        } else if options.stuck {
            self.were_found |= layers.smallest_goal().is_some();
        }
        Ok(())
    }
}

/// Keeps a location in `unmoved` only if a piece is there in every state of the last layer.
///
/// `unmoved` initially contains the locations of all pieces in the start position, grouped by class
/// of interchangeable pieces. After all layers, only the locations of pieces that never move
/// remain.
fn remove_moved<const K: usize>(
    unmoved: &mut [Vec<usize>],
    layers: &StateLayers<K>,
    engine: &dyn SearchEngine<K>,
    options: &BlockOptions,
) -> Result<(), LimitKind> {
    if !options.stuck {
        return Ok(());
    }
    for keys in layers
        .layer(0)
        .flat_map(|keys| keys.chunks(STATES_BETWEEN_CHECKS))
    {
        for (unmoved, taken) in unmoved.iter_mut().zip(engine.anchors_in_all(keys)) {
            unmoved.retain(|anchor| taken.contains(anchor));
        }
        options.limits.check_interruption()?;
    }
    Ok(())
}
