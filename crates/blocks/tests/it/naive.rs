//! A naive solver with which the tests compare the fast one. It is a simple breadth-first search,
//! in which each piece is a set of cells.

use std::collections::{BTreeMap, HashMap};

use fifteen_blocks::{BlockMetric, BlockSolution, CellKind, Direction, Position, Puzzle};
use fifteen_puzzle::MoveOrder;

/// A piece: its kind and its cells. Pieces of the same kind are interchangeable.
type Body = (usize, Vec<(i32, i32)>);
/// A position: the sorted list of its pieces.
type State = Vec<Body>;

/// A puzzle in the representation of the naive solver.
pub(crate) struct Naive<'a> {
    puzzle: &'a Puzzle,
    metric: BlockMetric,
    /// Kind and cells of each piece of the goal.
    goal: Vec<Body>,
    start: State,
    /// Kind of each piece. Pieces of the same kind are interchangeable.
    kinds: Vec<usize>,
}

/// What the naive solver finds out about a puzzle by visiting all of its states.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Truth {
    pub length: Option<u32>,
    pub solutions: u128,
    /// Number of states at each distance from the start.
    pub layers: Vec<u64>,
    /// Distance of the hardest starts from the goal, and the number of these starts.
    pub hardest: Option<(u32, u64)>,
}

impl<'a> Naive<'a> {
    /// Creates a solver for a puzzle. If `merge` is true, pieces of the same shape are
    /// interchangeable unless the goal names them.
    pub(crate) fn new(puzzle: &'a Puzzle, metric: BlockMetric, merge: bool) -> Self {
        let width = puzzle.width();
        let xy = |cell: usize| ((cell % width) as i32, (cell / width) as i32);
        let targets = puzzle.goal().map_or(&[][..], |g| &g.pieces);
        let sort = |piece: usize| {
            let p = &puzzle.pieces()[piece];
            let gates: Vec<bool> = puzzle
                .gates()
                .iter()
                .map(|gate| gate.pieces.contains(&piece))
                .collect();
            (p.shape.clone(), p.axis, gates)
        };
        let shapes: BTreeMap<_, usize> = (0..puzzle.pieces().len()).map(sort).zip(1000..).collect();
        let kind = |piece: usize| {
            let group = puzzle.pieces()[piece].group;
            let named = !merge || targets.iter().any(|p| p.piece == Some(piece));
            if let Some(group) = group.filter(|_| targets.iter().any(|p| p.group == group)) {
                // The kind consists of the index of the group and, if `merge` is false, the index
                // of the piece.
                group * 10_000 + 2000 + if merge { 0 } else { piece }
            } else if named {
                piece
            } else {
                shapes[&sort(piece)]
            }
        };
        let goal = targets
            .iter()
            .map(|place| {
                let (x, y) = xy(place.cell);
                let cells = place
                    .shape
                    .offsets()
                    .iter()
                    .map(|(dx, dy)| (x + dx, y + dy))
                    .collect();
                (
                    place
                        .group
                        .map(|group| group * 10_000 + 2000)
                        .or(place.piece.map(kind))
                        .unwrap_or(usize::MAX),
                    cells,
                )
            })
            .collect();
        let kinds = (0..puzzle.pieces().len()).map(kind).collect();
        let mut naive = Naive {
            puzzle,
            metric,
            goal,
            start: Vec::new(),
            kinds,
        };
        naive.start = naive.state(puzzle.start());
        naive
    }

    fn state(&self, position: &Position) -> State {
        let width = self.puzzle.width();
        let cells = |piece| {
            self.puzzle
                .covered(piece, position)
                .map(|c| ((c % width) as i32, (c / width) as i32))
        };
        let mut state: State = self
            .kinds
            .iter()
            .zip(0..)
            .map(|(&kind, piece)| (kind, cells(piece).collect()))
            .collect();
        state.sort();
        state
    }

    fn is_goal(&self, state: &State) -> bool {
        let group = |kind: usize| {
            if kind < 2000 {
                kind
            } else {
                kind - kind % 1000
            }
        };
        let goal = |wanted: &Body| {
            state
                .iter()
                .any(|b| b.1 == wanted.1 && [b.0, group(b.0), usize::MAX].contains(&wanted.0))
        };
        !self.goal.is_empty() && self.goal.iter().all(goal)
    }

    /// Returns the cells of a piece after one step, or `None` if a wall or another piece is in the
    /// way.
    fn step(
        &self,
        state: &State,
        body: usize,
        cells: &[(i32, i32)],
        direction: Direction,
    ) -> Option<Vec<(i32, i32)>> {
        let (dx, dy) = direction.delta();
        let spread = |f: fn(&(i32, i32)) -> i32| {
            cells.iter().map(f).max().unwrap() - cells.iter().map(f).min().unwrap()
        };
        if self.puzzle.is_locked() && (spread(|c| c.0) > spread(|c| c.1)) != (dy == 0) {
            return None;
        }
        let piece = self.kinds.iter().position(|&kind| kind == state[body].0)?;
        if self.puzzle.pieces()[piece]
            .axis
            .is_some_and(|axis| axis != direction.axis())
        {
            return None;
        }
        let closed = |cell: usize| {
            let mut gates = self.puzzle.gates().iter();
            gates.any(|gate| gate.cells.contains(&cell) && !gate.pieces.contains(&piece))
        };
        let (width, height) = (self.puzzle.width() as i32, self.puzzle.height() as i32);
        let to: Vec<(i32, i32)> = cells.iter().map(|(x, y)| (x + dx, y + dy)).collect();
        let fits = to.iter().all(|&(x, y)| {
            let inside = x >= 0 && y >= 0 && x < width && y < height;
            let others = || state.iter().enumerate().filter(|(i, _)| *i != body);
            inside
                && self.puzzle.cells()[(y * width + x) as usize] == CellKind::Floor
                && !closed((y * width + x) as usize)
                && !others().any(|(_, b)| b.1.contains(&(x, y)))
        });
        fits.then_some(to)
    }

    /// Returns all distinct positions that can be reached with one move.
    fn neighbours(&self, state: &State) -> Vec<State> {
        let mut found: Vec<State> = (0..state.len())
            .flat_map(|body| self.after_moves_of(state, body))
            .collect();
        found.retain(|new| new != state);
        found.sort();
        found.dedup();
        found
    }

    /// Returns the positions after each possible move of one piece.
    fn after_moves_of(&self, state: &State, body: usize) -> Vec<State> {
        let mut places = vec![(state[body].1.clone(), None)];
        let mut next = 0;
        while next < places.len() {
            let (cells, came) = places[next].clone();
            next += 1;
            for direction in MoveOrder::UDLR.directions() {
                let goes_on = match self.metric {
                    BlockMetric::Unit => came.is_none(),
                    BlockMetric::Straight => came.is_none_or(|c| c == direction),
                    BlockMetric::AnyPath => true,
                };
                match self.step(state, body, &cells, direction) {
                    Some(to) if goes_on && places.iter().all(|p| p.0 != to) => {
                        places.push((to, Some(direction)))
                    }
                    _ => (),
                }
            }
        }
        let whole = |(cells, _)| {
            let mut state = state.clone();
            state[body].1 = cells;
            state.sort();
            state
        };
        places.into_iter().skip(1).map(whole).collect()
    }

    /// Returns the distance from `seeds` to each state, and the number of shortest paths. Distances
    /// are limited to `within`. Returns `None` if more than `most` states are found.
    fn search(
        &self,
        seeds: Vec<State>,
        within: u32,
        most: usize,
    ) -> Option<HashMap<State, (u32, u128)>> {
        let mut seen: HashMap<State, (u32, u128)> =
            seeds.iter().map(|s| (s.clone(), (0, 1))).collect();
        let mut layer = seeds;
        for depth in 1..=within {
            let mut next = Vec::new();
            for state in &layer {
                let ways = seen[state].1;
                for new in self.neighbours(state) {
                    let entry = seen.entry(new.clone()).or_insert((depth, 0));
                    if entry.0 == depth {
                        if entry.1 == 0 {
                            next.push(new);
                        }
                        entry.1 += ways;
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            if seen.len() > most {
                return None;
            }
            layer = next;
        }
        Some(seen)
    }

    /// Returns the number of states at each distance from the start, up to `depth`.
    pub(crate) fn layers(&self, depth: u32) -> Vec<u64> {
        layer_counts(
            &self
                .search(vec![self.start.clone()], depth, usize::MAX)
                .unwrap(),
        )
    }

    /// Visits all states, and returns the results. Returns `None` if the puzzle has more than
    /// `most` states.
    pub(crate) fn truth(&self, most: usize) -> Option<Truth> {
        let seen = self.search(vec![self.start.clone()], u32::MAX, most)?;
        let goals: Vec<State> = seen.keys().filter(|s| self.is_goal(s)).cloned().collect();
        let length = goals.iter().map(|s| seen[s].0).min();
        let solutions = goals
            .iter()
            .map(|s| seen[s])
            .filter(|s| Some(s.0) == length)
            .map(|s| s.1)
            .sum();
        let hardest = (!goals.is_empty()).then(|| {
            let back = self.search(goals, u32::MAX, most).unwrap();
            let distance = back.values().map(|s| s.0).max().unwrap();
            (
                distance,
                back.values().filter(|s| s.0 == distance).count() as u64,
            )
        });
        Some(Truth {
            length,
            solutions,
            layers: layer_counts(&seen),
            hardest,
        })
    }
}

/// Checks that a solution has `length` moves, that they all follow the rules, and that the last one
/// reaches the goal.
pub(crate) fn check(puzzle: &Puzzle, solution: &BlockSolution, metric: BlockMetric, length: u32) {
    // Here each piece has its own kind, so that a solution which swaps two pieces is rejected.
    let naive = Naive::new(puzzle, metric, false);
    let mut state = naive.start.clone();
    assert_eq!(
        (solution.moves.len(), solution.positions.len()),
        (length as usize, length as usize)
    );
    for (m, position) in solution.moves.iter().zip(&solution.positions) {
        match metric {
            BlockMetric::Unit => assert_eq!(m.path.len(), 1),
            BlockMetric::Straight => {
                assert!(m.path.iter().all(|direction| *direction == m.path[0]))
            }
            BlockMetric::AnyPath => (),
        }
        let body = state
            .iter()
            .position(|body| body.0 == naive.kinds[m.piece])
            .unwrap();
        let before = state[body].1.clone();
        for &direction in &m.path {
            let after = naive.step(&state, body, &state[body].1, direction);
            state[body].1 = after.unwrap_or_else(|| panic!("{m:?} is against the rules"));
        }
        assert_ne!(state[body].1, before, "nothing moved");
        assert_eq!(
            state,
            naive.state(position),
            "the position does not go with the move"
        );
    }
    assert!(
        naive.is_goal(&state)
            && puzzle.is_solved(solution.positions.last().unwrap_or(puzzle.start()))
    );
}

fn layer_counts(seen: &HashMap<State, (u32, u128)>) -> Vec<u64> {
    let mut layers = vec![0; 1 + seen.values().map(|s| s.0).max().unwrap() as usize];
    seen.values().for_each(|s| layers[s.0 as usize] += 1);
    layers
}
