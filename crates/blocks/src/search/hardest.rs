//! Finds the hardest puzzles with given pieces: the start positions that are farthest from a goal
//! or, if the puzzle has no goal, the goals that are farthest from its start.
//!
//! All moves are reversible. A search that starts from all goal states at once therefore reaches,
//! at distance 7, exactly the states that need 7 moves to solve. The states in its last layer are
//! the hardest start positions.
//!
//! If a puzzle has no goal, the search starts from its start position. A goal is then any place
//! that a piece can reach. Its distance is the first layer in which a piece of the same shape
//! occupies that place. The goals with the largest distance are the hardest.

use std::collections::{BinaryHeap, HashSet};

use fifteen_resources::{LimitKind, Limits};

use super::append_within;
use crate::engine::{
    AnyEngine, BlockLayout, STATES_BETWEEN_CHECKS, SearchEngine, StateLayers, Words, build_engine,
};
use crate::puzzle::optima::OPTIMUM;
use crate::{BlockGoal, BlockOptions, BlockProgress, BlockSearchError, GoalPiece, Puzzle};

/// Number of calls of [`Arrangements::place`] between two checks of the limits. Each call tries all
/// places for one piece.
const PLACEMENTS_BETWEEN_CHECKS: u64 = 1 << 12;

/// The list of goal states can occupy at most `1 / LIST_SHARE` of the memory limit. The search that
/// follows needs about five times as much memory for its layers.
const LIST_SHARE: usize = 6;

/// The outcome of a search for the hardest puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HardestOutcome {
    /// The search found the hardest puzzles.
    Found(HardestPuzzles),
    /// No arrangement of the pieces meets the goal.
    Unsolvable,
    /// A limit stopped the search.
    Stopped(LimitKind),
}

/// The hardest puzzles that use the pieces of a given puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HardestPuzzles {
    /// Number of moves in a shortest solution, which is the same for all hardest puzzles.
    pub distance: u32,
    /// Total number of hardest puzzles, including those that are not listed.
    pub count: u64,
    /// The hardest puzzles, up to a maximum of [`BlockOptions::hardest`]. Each puzzle has its
    /// solution length in the property `optimum`.
    ///
    /// The list does not depend on the machine or on the number of threads.
    pub puzzles: Vec<Puzzle>,
}

impl HardestPuzzles {
    /// Collects up to [`BlockOptions::hardest`] puzzles. Gives each puzzle a name, and stores its
    /// solution length as a property.
    ///
    /// `original` is the puzzle whose pieces the collected puzzles use. Its name is a part of their
    /// names. `count` is the total number of hardest puzzles.
    fn named(
        original: &Puzzle,
        options: &BlockOptions,
        distance: u32,
        count: u64,
        puzzles: impl Iterator<Item = Puzzle>,
    ) -> Self {
        let optimum = format!("{}={distance}", options.metric);
        let name = |number| {
            let name = format!("{}, hardest {number} of {count}", original.name());
            name.trim_start_matches(", ").to_owned()
        };
        let named = |(number, puzzle): (usize, Puzzle)| Puzzle {
            name: name(number),
            properties: vec![(OPTIMUM.to_owned(), optimum.clone())],
            ..puzzle
        };
        HardestPuzzles {
            distance,
            count,
            puzzles: (1..)
                .zip(puzzles.take(options.hardest))
                .map(named)
                .collect(),
        }
    }
}

/// Finds the hardest puzzles that use the pieces of a given puzzle.
///
/// If the puzzle has a goal, the function searches for start positions. It considers all
/// arrangements of the pieces from which the goal can be reached, even if they cannot be reached
/// from the puzzle's own start position. If the puzzle has no goal, the function keeps the start
/// position and searches for goals. Each goal requires one piece, or any piece of the same shape,
/// to reach a certain place.
///
/// [`BlockOptions::symmetries`] has no effect. `progress` is called at least once per layer.
///
/// # Errors
/// Returns [`BlockSearchError::TooLarge`] if a state does not fit into the longest key that the
/// search engine supports.
pub fn hardest_puzzles(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> Result<HardestOutcome, BlockSearchError> {
    Ok(match build_engine(puzzle, options, false)? {
        AnyEngine::OneWord(engine) => hardest_with(&*engine, puzzle, options, progress),
        AnyEngine::TwoWords(engine) => hardest_with(&*engine, puzzle, options, progress),
        AnyEngine::FourWords(engine) => hardest_with(&*engine, puzzle, options, progress),
        AnyEngine::Longest(engine) => hardest_with(&*engine, puzzle, options, progress),
    })
}

fn hardest_with<const K: usize>(
    engine: &dyn SearchEngine<K>,
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> HardestOutcome {
    let found = if puzzle.goal().is_none() {
        farthest_goals(engine, puzzle, options, progress)
    } else {
        match goal_arrangements(engine, &options.limits) {
            Ok(goals) if goals.is_empty() => return HardestOutcome::Unsolvable,
            Ok(goals) => farthest_starts(engine, goals, puzzle, options, progress).found,
            Err(stop) => Err(stop),
        }
    };
    match found {
        Ok(found) => HardestOutcome::Found(found),
        Err(stop) => HardestOutcome::Stopped(stop),
    }
}

/// Finds the goals that are farthest from the start position of a puzzle without a goal. Returns
/// copies of the puzzle, each with one of these goals.
fn farthest_goals<const K: usize>(
    engine: &dyn SearchEngine<K>,
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> Result<HardestPuzzles, LimitKind> {
    let layout = engine.layout();
    let mut layers = StateLayers::new(engine, options, false, vec![engine.start()]);
    // All places that pieces have occupied in the layers so far. A place consists of the shape of a
    // piece and the location of its first cell.
    let mut taken = HashSet::new();
    let mut farthest = Vec::new();
    let mut distance = 0;
    loop {
        let mut new_places = Vec::new();
        for keys in layers
            .layer(0)
            .flat_map(|keys| keys.chunks(STATES_BETWEEN_CHECKS))
        {
            for (class, anchors) in engine.anchors_in_any(keys).into_iter().enumerate() {
                let shape = &layout.classes[class].offsets[..];
                for anchor in anchors {
                    if taken.insert((shape, anchor)) {
                        new_places.push(ClassPlace { class, anchor });
                    }
                }
            }
            options.limits.check_interruption()?;
        }
        if !new_places.is_empty() {
            new_places.sort_unstable();
            farthest = new_places;
            distance = layers.layers - 1;
        }
        if layers.grow_within_depth(progress)? == 0 {
            break;
        }
    }
    let count = farthest.len() as u64;
    let puzzles = farthest
        .into_iter()
        .map(|place| with_goal(puzzle, layout, place));
    Ok(HardestPuzzles::named(
        puzzle, options, distance, count, puzzles,
    ))
}

/// A place on the board for a piece of a certain class of interchangeable pieces. It serves as the
/// goal of a puzzle.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ClassPlace {
    class: usize,
    anchor: usize,
}

/// Returns a copy of a puzzle with a new goal: a piece of the given class must reach the given
/// place.
///
/// If the shape of the piece is unique, the goal names the piece. If other pieces have the same
/// shape, the goal accepts any piece of this shape.
fn with_goal(puzzle: &Puzzle, layout: &BlockLayout, place: ClassPlace) -> Puzzle {
    let number = layout.classes[place.class].pieces[0];
    let mut puzzle = puzzle.clone();
    for piece in &mut puzzle.pieces {
        piece.group = None;
    }
    let label = puzzle.pieces[number].label;
    let shape = puzzle.pieces[number].shape.clone();
    let is_unique = puzzle.pieces.iter().filter(|p| p.shape == shape).count() == 1;
    let target = GoalPiece {
        label,
        piece: is_unique.then_some(number),
        group: None,
        shape,
        cell: layout.to_map(place.anchor),
    };
    puzzle.goal = Some(BlockGoal {
        by_shape: !is_unique,
        pieces: vec![target],
    });
    puzzle
}

pub(super) struct FarthestStarts {
    pub(super) found: Result<HardestPuzzles, LimitKind>,
    /// Peak memory of the search, in bytes.
    pub(super) peak: usize,
}

/// Finds the states farthest from the goal, and returns copies of the puzzle that start with them.
///
/// `goals` contains the keys of the goal states, from which the search works backwards.
pub(super) fn farthest_starts<const K: usize>(
    engine: &dyn SearchEngine<K>,
    goals: Vec<Words<K>>,
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> FarthestStarts {
    let mut layers = StateLayers::new(engine, options, false, goals);
    let mut count = layers.states;
    let found = loop {
        match layers.grow(progress) {
            Ok(0) => break Ok(()),
            Ok(found) => count = found,
            Err(stop) => break Err(stop),
        }
    };
    let starts = || {
        // The search ended with an empty layer, so the farthest states are in the layer before it.
        let keys = smallest_keys(layers.layer(1), options.hardest);
        let starts = keys
            .into_iter()
            .map(|key| puzzle.with_start(engine.position(key)));
        HardestPuzzles::named(puzzle, options, layers.layers - 2, count, starts)
    };
    FarthestStarts {
        found: found.map(|()| starts()),
        peak: layers.peak,
    }
}

/// Returns the `count` smallest keys in ascending order.
fn smallest_keys<'a, const K: usize>(
    keys: impl Iterator<Item = &'a [Words<K>]>,
    count: usize,
) -> Vec<Words<K>> {
    let mut smallest = BinaryHeap::new();
    for &key in keys.flatten() {
        if smallest.len() < count {
            smallest.push(key);
        } else if let Some(mut largest) = smallest.peek_mut()
            && key < *largest
        {
            *largest = key;
        }
    }
    smallest.into_sorted_vec()
}

/// Returns the keys of all arrangements of the pieces that meet the goal, whether or not they can
/// be reached from the start position.
fn goal_arrangements<const K: usize>(
    engine: &dyn SearchEngine<K>,
    limits: &Limits,
) -> Result<Vec<Words<K>>, LimitKind> {
    let layout = engine.layout();
    let mut arrangements = Arrangements {
        engine,
        limits,
        budget: limits
            .memory
            .map_or(usize::MAX, |bytes| bytes as usize / LIST_SHARE),
        taken: vec![false; layout.floor.len()],
        chosen: vec![Vec::new(); layout.classes.len()],
        calls: 0,
        goals: Vec::new(),
    };
    arrangements.place(0, 0)?;
    Ok(arrangements.goals)
}

/// A recursive search for all arrangements of the pieces that meet the goal.
struct Arrangements<'a, const K: usize> {
    engine: &'a dyn SearchEngine<K>,
    limits: &'a Limits,
    /// Maximum memory for `goals`, in bytes.
    budget: usize,
    /// Whether each cell is covered by a piece that has already been placed.
    taken: Vec<bool>,
    /// The locations of the pieces that have already been placed, grouped by class of
    /// interchangeable pieces. A location is a piece's first cell.
    chosen: Vec<Vec<usize>>,
    /// Number of calls of [`Self::place`] so far, to check the limits at regular intervals.
    calls: u64,
    /// The keys of the arrangements found so far.
    goals: Vec<Words<K>>,
}

impl<const K: usize> Arrangements<'_, K> {
    /// Places the remaining pieces of a class, and then the pieces of all later classes, in all
    /// possible ways. Pieces of a class are interchangeable.
    ///
    /// To try each set of locations only once, the pieces of a class are placed in ascending order.
    /// `first` is the index of the first location to try.
    fn place(&mut self, class: usize, first: usize) -> Result<(), LimitKind> {
        self.calls += 1;
        if self.calls.is_multiple_of(PLACEMENTS_BETWEEN_CHECKS) {
            self.limits.check(0)?;
        }
        let layout = self.engine.layout();
        let Some(members) = layout.classes.get(class) else {
            let key = self.engine.encode(&self.chosen);
            if self.engine.is_goal(key) {
                append_within(&mut self.goals, &[key], self.budget)?;
            }
            return Ok(());
        };
        if self.chosen[class].len() == members.pieces.len() {
            return self.place(class + 1, 0);
        }
        // If the goal names as many places for this class as the class has pieces, every piece must
        // be on one of these places. If the class has more pieces than that, a piece can be
        // anywhere.
        let mut terms = layout.goal.iter().flatten();
        let fixed = terms
            .find(|term| term.classes == [class] && term.anchors.len() == members.pieces.len());
        let anchors = fixed.map_or(&members.anchors, |term| &term.anchors);
        for (index, &anchor) in anchors.iter().enumerate().skip(first) {
            let cells: Vec<usize> = layout.covered(members, anchor).collect();
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
