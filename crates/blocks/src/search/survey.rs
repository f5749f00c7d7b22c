//! Properties of a puzzle that need no solution: the pieces that never move, its symmetries, its reachable states.

use fifteen_search::LimitKind;

use crate::engine::layers::{LIMIT_CHECK, Layers};
use crate::engine::layout::Layout;
use crate::engine::symmetry::symmetries;
use crate::engine::words::Key;
use crate::engine::{SearchEngine, WithEngine, dispatch};
use crate::error::SolveError;
use crate::options::{BlockOptions, Progress};
use crate::puzzle::Puzzle;

/// The features of a puzzle that are known when all its states have been seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// The reason of a stop before all states were seen.
    pub stopped: Option<LimitKind>,
    /// Number of states; mirror images are different states.
    pub states: u64,
    /// Mirror images and rotations under which board, pieces and goal stay the same.
    pub symmetries: usize,
    /// The pieces that stand where they stood at the start in every state; empty after a stop.
    pub stuck: Vec<usize>,
    /// Some state meets the goal; `None` without a goal, or if no state did before a stop.
    pub solvable: Option<bool>,
}

/// Sees all states that can be reached.
///
/// # Errors
/// [`SolveError::TooLarge`] if the states fit no key.
pub fn survey(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Survey, SolveError> {
    let layout = Layout::new(puzzle, options.interchangeable);
    dispatch(layout, options, false, See { puzzle, options, progress })
}

struct See<'a> {
    puzzle: &'a Puzzle,
    options: &'a BlockOptions,
    progress: &'a mut dyn FnMut(&Progress),
}

impl WithEngine for See<'_> {
    type Output = Survey;

    fn run<K: Key>(self, engine: &dyn SearchEngine<K>) -> Survey {
        let classes = &engine.layout().classes;
        let mut layers = Layers::new(engine, self.options, false, &[engine.start()]);
        // The anchors of the start that are taken in every state.
        let mut kept: Vec<Vec<usize>> = classes.iter().map(|class| class.start.clone()).collect();
        let mut solvable = false;
        let stopped = loop {
            let seen = layers.layer(0).flat_map(|keys| keys.chunks(LIMIT_CHECK)).try_for_each(|keys| {
                for (kept, anchors) in kept.iter_mut().zip(engine.anchors(keys)) {
                    kept.retain(|anchor| anchors.contains(anchor));
                }
                self.options.limits.interrupted()
            });
            solvable |= !layers.goals().is_empty();
            if let Err(limit) = seen {
                break Some(limit);
            }
            match layers.grow_within_depth(self.progress) {
                Ok(0) => break None,
                Ok(_) => {}
                Err(stop) => break Some(stop),
            }
        };
        let start = engine.layout().anchors(self.puzzle.start());
        let mut stuck = Vec::new();
        for ((class, start), kept) in classes.iter().zip(start).zip(&kept).filter(|_| stopped.is_none()) {
            stuck.extend(class.pieces.iter().zip(start).filter(|(_, at)| kept.contains(at)).map(|(&piece, _)| piece));
        }
        stuck.sort_unstable();
        let known = self.puzzle.goal().is_some() && (solvable || stopped.is_none());
        Survey {
            stopped,
            states: layers.states,
            symmetries: symmetries(engine.layout()).len(),
            stuck,
            solvable: known.then_some(solvable),
        }
    }
}
