//! All states that can be reached: how many there are, how far the farthest is, and which are hardest to solve.

use fifteen_search::LimitKind;

use crate::engine::layers::Layers;
use crate::engine::layout::Layout;
use crate::engine::words::{Key, Mask};
use crate::engine::{Engine, Job, dispatch};
use crate::error::SolveError;
use crate::options::{Options, Progress, Stop};
use crate::puzzle::{Position, Puzzle};

/// What can be reached from the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct States {
    /// Why it is not all; `None` if it is.
    pub stopped: Option<Stop>,
    /// States whose distance from the start is the index; complete distances only.
    pub layers: Vec<u64>,
    /// States in all; mirror images are different states. If stopped, those of `layers`.
    pub states: u64,
    /// The largest distance from the start.
    pub largest: u32,
    /// The hardest starting positions; `None` if there is no goal, or none can be reached, or none are asked for, or
    /// the search was stopped.
    pub hardest: Option<Hardest>,
    /// The most memory that tables and layers took, in bytes, as seen after each 65,536 states expanded.
    pub memory: u64,
}

/// The states from which the goal is farthest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hardest {
    /// Moves to the nearest goal.
    pub distance: u32,
    /// How many such states there are.
    pub count: u64,
    /// Some of them, at most [`Options::hardest`]; the same on every machine.
    pub positions: Vec<Position>,
}

/// Counts the states that can be reached, and if there is a goal, finds the hardest starting positions among them.
///
/// [`Options::symmetries`] is not looked at: mirror images are different states here.
///
/// # Errors
/// A puzzle whose states are too large.
pub fn states(puzzle: &Puzzle, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Result<States, SolveError> {
    let layout = Layout::new(puzzle, options.interchangeable);
    dispatch(layout, options.metric, false, Count { options, progress })
}

struct Count<'a> {
    options: &'a Options,
    progress: &'a mut dyn FnMut(&Progress),
}

impl Job for Count<'_> {
    type Output = States;

    fn run<M: Mask, K: Key>(self, engine: &Engine<M, K>) -> States {
        let mut goals = Vec::new();
        let mut layers = Layers::new(engine, self.options, false, &[engine.start()]);
        let mut counts = vec![1];
        let mut stopped = loop {
            if self.options.hardest > 0 {
                goals.extend(layers.filter(|key| engine.is_goal(key)));
            }
            match next(&mut layers, self.options, self.progress) {
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
        States { stopped, layers: counts, states, largest, hardest, memory: memory as u64 }
    }
}

fn next<M: Mask, K: Key>(
    layers: &mut Layers<M, K>,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Result<u64, Stop> {
    if options.limits.forbids(layers.layers) {
        return Err(Stop::Limit(LimitKind::Depth));
    }
    layers.grow(progress)
}

/// Searches from all goals at once: moves can be taken back, so the last layer is farthest from them.
fn farthest<M: Mask, K: Key>(
    engine: &Engine<M, K>,
    goals: Vec<K>,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
    memory: &mut usize,
) -> Result<Hardest, Stop> {
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
    let mut keys: Vec<K> = layers.layer(1).flatten().copied().collect();
    keys.sort_unstable();
    let positions = keys.into_iter().take(options.hardest).map(|key| engine.position(key)).collect();
    // The layers are that of the goals, the others, and an empty one.
    Ok(Hardest { distance: layers.layers - 2, count, positions })
}
