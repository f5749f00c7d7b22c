//! The hardest puzzles of a set of pieces: the hardest arrangements for a goal, or the hardest goals from a start.

use std::collections::HashSet;

use fifteen_resources::{LimitKind, Limits};

use crate::engine::{LIMIT_CHECK, Request, SearchEngine, StateLayers, WithEngine, Words, dispatch};
use crate::puzzle::optima::OPTIMUM;
use crate::{BlockGoal, BlockOptions, BlockProgress, BlockSearchError, GoalPiece, Puzzle};

/// Steps of the list of arrangements between two checks of the limits: a step tries all places of a piece.
const STEPS: u64 = 1 << 12;

/// The hardest puzzles of a set of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HardestPuzzles {
    /// The number of moves of a shortest solution.
    pub distance: u32,
    /// The number of such puzzles.
    pub count: u64,
    /// Some of them, at most [`BlockOptions::hardest`], each with its `optimum:`; the same on every machine.
    pub puzzles: Vec<Puzzle>,
}

impl HardestPuzzles {
    /// Those puzzles that are to be shown, with their names and the moves of a shortest solution.
    fn new(
        of: &Puzzle,
        options: &BlockOptions,
        distance: u32,
        count: u64,
        all: impl Iterator<Item = Puzzle>,
    ) -> Self {
        let optimum = (OPTIMUM.to_owned(), format!("{}={distance}", options.metric));
        let named = |(number, puzzle): (usize, Puzzle)| {
            let name = format!("{}, hardest {number} of {count}", of.name());
            let name = name.trim_start_matches(", ").to_owned();
            Puzzle {
                name,
                properties: vec![optimum.clone()],
                ..puzzle
            }
        };
        HardestPuzzles {
            distance,
            count,
            puzzles: (1..).zip(all.take(options.hardest)).map(named).collect(),
        }
    }
}

/// The hardest puzzles with the pieces of a puzzle; `None` if no arrangement meets its goal.
///
/// For a puzzle with a goal, they begin with any arrangement of the pieces from which the goal can be reached, those
/// that cannot be reached from its start included. For one without a goal, they have its start, and the goal is one
/// place for one piece, or for any piece of its shape.
///
/// The outer error is that of [`solve`](crate::solve()), the inner one the reason of a stop.
/// [`BlockOptions::symmetries`] has no effect.
///
/// # Errors
/// [`BlockSearchError::TooLarge`] if the states fit no key.
pub fn hardest_puzzles(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> Result<Result<Option<HardestPuzzles>, LimitKind>, BlockSearchError> {
    dispatch::<Hardest>(
        Request {
            puzzle,
            options,
            progress,
        },
        false,
    )
}

struct Hardest;

impl WithEngine for Hardest {
    type Output = Result<Option<HardestPuzzles>, LimitKind>;

    fn run<const K: usize>(engine: &dyn SearchEngine<K>, mut request: Request<'_>) -> Self::Output {
        if request.puzzle.goal().is_none() {
            return farthest_goals(engine, request).map(Some);
        }
        // The keys of the goals, and about five times as much for their set.
        let most = request.options.limits.memory.map_or(usize::MAX, |bytes| {
            bytes as usize / (6 * size_of::<Words<K>>())
        });
        let layout = engine.layout();
        let (taken, chosen) = (
            vec![false; layout.floor.len()],
            vec![Vec::new(); layout.classes.len()],
        );
        let limits = &request.options.limits;
        let mut arrangements = Arrangements {
            engine,
            limits,
            most,
            taken,
            chosen,
            steps: 0,
            keys: Vec::new(),
        };
        arrangements.place(0, 0)?;
        let goals = arrangements.keys;
        if goals.is_empty() {
            return Ok(None);
        }
        farthest(engine, goals, &mut request, &mut 0).map(Some)
    }
}

/// The goals that are farthest from the start: those of one piece that the last layers are the first to meet.
fn farthest_goals<const K: usize>(
    engine: &dyn SearchEngine<K>,
    request: Request<'_>,
) -> Result<HardestPuzzles, LimitKind> {
    let layout = engine.layout();
    let shapes: Vec<&[(i32, i32)]> = layout
        .classes
        .iter()
        .map(|class| &class.offsets[..])
        .collect();
    let mut layers = StateLayers::new(engine, request.options, false, &[engine.start()]);
    // The places that a piece of a shape has taken so far, and those that are new in the last layer that has any.
    let (mut taken, mut farthest, mut distance) = (HashSet::new(), Vec::new(), 0);
    loop {
        let mut found = Vec::new();
        for keys in layers.layer(0).flat_map(|keys| keys.chunks(LIMIT_CHECK)) {
            let anchors = engine.anchors(keys, false).into_iter().enumerate();
            let places = anchors.flat_map(|(class, anchors)| {
                anchors.into_iter().map(move |anchor| (class, anchor))
            });
            found.extend(places.filter(|&(class, anchor)| taken.insert((shapes[class], anchor))));
            request.options.limits.check_interruption()?;
        }
        if !found.is_empty() {
            found.sort_unstable();
            (farthest, distance) = (found, layers.layers - 1);
        }
        if layers.grow_within_depth(request.progress)? == 0 {
            break;
        }
    }
    let count = farthest.len() as u64;
    let goal = |(class, anchor): (usize, usize)| {
        let number = layout.classes[class].pieces[0];
        let of_shape = request
            .puzzle
            .pieces()
            .iter()
            .filter(|p| p.shape.offsets() == shapes[class])
            .count();
        let (mut puzzle, piece) = (
            request.puzzle.clone(),
            Some(number).filter(|_| of_shape == 1),
        );
        puzzle
            .pieces
            .iter_mut()
            .for_each(|piece| piece.group = None);
        let (label, shape) = (
            puzzle.pieces[number].label,
            puzzle.pieces[number].shape.clone(),
        );
        let target = GoalPiece {
            label,
            piece,
            group: None,
            shape,
            cell: layout.to_map(anchor),
        };
        puzzle.goal = Some(BlockGoal {
            by_shape: piece.is_none(),
            pieces: vec![target],
        });
        puzzle
    };
    Ok(HardestPuzzles::new(
        request.puzzle,
        request.options,
        distance,
        count,
        farthest.into_iter().map(goal),
    ))
}

/// Searches from all goal states at once: moves can be undone, so the last layer is the farthest from them.
pub(super) fn farthest<const K: usize>(
    engine: &dyn SearchEngine<K>,
    goals: Vec<Words<K>>,
    Request {
        puzzle,
        options,
        progress,
    }: &mut Request<'_>,
    memory: &mut usize,
) -> Result<HardestPuzzles, LimitKind> {
    let mut layers = StateLayers::new(engine, options, false, &goals);
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
    let mut keys: Vec<Words<K>> = layers.layer(1).flatten().copied().collect();
    keys.sort_unstable();
    let starts = keys
        .into_iter()
        .map(|key| puzzle.starting_from(&engine.position(key)));
    // The first layer has the goal states, and the last one is empty.
    Ok(HardestPuzzles::new(
        puzzle,
        options,
        layers.layers - 2,
        count,
        starts,
    ))
}

/// Arrangements while they are listed, those that meet the goal.
struct Arrangements<'a, const K: usize> {
    engine: &'a dyn SearchEngine<K>,
    limits: &'a Limits,
    /// The most keys; more end in [`LimitKind::Memory`].
    most: usize,
    taken: Vec<bool>,
    /// The anchors of each class.
    chosen: Vec<Vec<usize>>,
    /// Number of calls of [`place`](Self::place).
    steps: u64,
    /// The keys of those that meet the goal.
    keys: Vec<Words<K>>,
}

impl<const K: usize> Arrangements<'_, K> {
    /// Places the pieces of a class from one of its anchors on, and of all later classes.
    fn place(&mut self, class: usize, first: usize) -> Result<(), LimitKind> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            self.limits.check(0)?;
        }
        let layout = self.engine.layout();
        let Some(c) = layout.classes.get(class) else {
            let key = self.engine.encode(&self.chosen);
            self.keys
                .extend(Some(key).filter(|&key| self.engine.is_goal(key)));
            return if self.keys.len() > self.most {
                Err(LimitKind::Memory)
            } else {
                Ok(())
            };
        };
        if self.chosen[class].len() == c.pieces.len() {
            return self.place(class + 1, 0);
        }
        // Pieces that all have a place in the goal stand nowhere else.
        let mut terms = layout.goal.iter().flatten();
        let fixed =
            terms.find(|term| term.classes == [class] && term.anchors.len() == c.pieces.len());
        let places = fixed.map_or(&c.anchors, |term| &term.anchors);
        for (index, &anchor) in places.iter().enumerate().skip(first) {
            let cells: Vec<usize> = layout.covered(c, anchor).collect();
            if cells.iter().any(|&cell| self.taken[cell]) {
                continue;
            }
            cells.iter().for_each(|&cell| self.taken[cell] = true);
            self.chosen[class].push(anchor);
            let placed = self.place(class, index + 1);
            self.chosen[class].pop();
            cells.iter().for_each(|&cell| self.taken[cell] = false);
            placed?;
        }
        Ok(())
    }
}
