//! All reachable states: their number by distance, what never moves in them, and the hardest starting positions.

use fifteen_resources::LimitKind;

use super::hardest::{HardestPuzzles, farthest};
use crate::engine::{
    LIMIT_CHECK, Request, SearchEngine, StateLayers, WithEngine, dispatch, symmetries,
};
use crate::{BlockOptions, BlockProgress, BlockSearchError, Puzzle};

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
    /// Some state meets the goal; `None` without a goal, if no state did before a stop, or if neither
    /// [`BlockOptions::hardest`] nor [`BlockOptions::stuck`] asks for it.
    pub solvable: Option<bool>,
    /// The hardest starting positions; `None` without a reachable goal, after a stop, or if none are requested.
    pub hardest: Option<HardestPuzzles>,
    /// The pieces that stand where they stood at the start in every state, with [`BlockOptions::stuck`]; empty after a
    /// stop.
    pub stuck: Vec<usize>,
    /// Mirror images and rotations under which board, pieces and goal stay the same.
    pub symmetries: usize,
    /// The peak memory of tables and layers, in bytes, as measured at each check of the limits.
    pub memory: u64,
}

/// Counts the states that can be reached and, if there is a goal, finds the hardest starting positions among them.
///
/// [`BlockOptions::symmetries`] has no effect: mirror images are different states here.
///
/// # Errors
/// [`BlockSearchError::TooLarge`] if the states fit no key.
pub fn reachable_states(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> Result<ReachableStates, BlockSearchError> {
    dispatch::<Count>(
        Request {
            puzzle,
            options,
            progress,
        },
        false,
    )
}

struct Count;

impl WithEngine for Count {
    type Output = ReachableStates;

    fn run<const K: usize>(
        engine: &dyn SearchEngine<K>,
        mut request: Request<'_>,
    ) -> ReachableStates {
        let (options, layout) = (request.options, engine.layout());
        let is_asked = options.hardest > 0 || options.stuck;
        let (mut goals, mut solvable) = (Vec::new(), false);
        let mut layers = StateLayers::new(engine, options, false, &[engine.start()]);
        let mut counts = vec![1];
        // The anchors of the start that are taken in every state.
        let mut kept = layout.start();
        let mut stopped = loop {
            if is_asked {
                let found = layers.goals();
                solvable |= !found.is_empty();
                goals.extend(found.into_iter().filter(|_| options.hardest > 0));
            }
            if options.stuck
                && let Err(stop) = keep(&layers, engine, options, &mut kept)
            {
                break Some(stop);
            }
            match layers.grow_within_depth(request.progress) {
                Ok(0) => break None,
                Ok(found) => counts.push(found),
                Err(stop) => break Some(stop),
            }
        };
        let (states, mut memory) = (layers.states, layers.peak);
        drop(layers);
        let mut hardest = None;
        if stopped.is_none() && !goals.is_empty() {
            match farthest(engine, goals, &mut request, &mut memory) {
                Ok(found) => hardest = Some(found),
                Err(stop) => stopped = Some(stop),
            }
        }
        let mut stuck = Vec::new();
        let start = layout.anchors(request.puzzle.start());
        for ((class, start), kept) in layout
            .classes
            .iter()
            .zip(start)
            .zip(&kept)
            .filter(|_| options.stuck && stopped.is_none())
        {
            stuck.extend(
                class
                    .pieces
                    .iter()
                    .zip(start)
                    .filter(|(_, at)| kept.contains(at))
                    .map(|(&piece, _)| piece),
            );
        }
        stuck.sort_unstable();
        let (largest, symmetries) = (counts.len() as u32 - 1, symmetries(layout).len());
        let is_known =
            request.puzzle.goal().is_some() && (solvable || is_asked && stopped.is_none());
        let (layers, solvable, memory) = (counts, is_known.then_some(solvable), memory as u64);
        ReachableStates {
            stopped,
            layers,
            states,
            largest,
            solvable,
            hardest,
            stuck,
            symmetries,
            memory,
        }
    }
}

/// Keeps only those anchors of each class that it takes in all states of the last layer, too.
fn keep<const K: usize>(
    layers: &StateLayers<K>,
    engine: &dyn SearchEngine<K>,
    options: &BlockOptions,
    kept: &mut [Vec<usize>],
) -> Result<(), LimitKind> {
    layers
        .layer(0)
        .flat_map(|keys| keys.chunks(LIMIT_CHECK))
        .try_for_each(|keys| {
            for (kept, anchors) in kept.iter_mut().zip(engine.anchors(keys, true)) {
                kept.retain(|anchor| anchors.contains(anchor));
            }
            options.limits.check_interruption()
        })
}
