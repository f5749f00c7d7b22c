//! Tests of a state space that is not a puzzle. It is a graph in which lengths have no fixed
//! parity, with arbitrary heuristic values.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use fifteen_search::astar::AstarOptions;
use fifteen_search::textbook::bidirectional::{self, Bidirectional, DirectedHeuristics};
use fifteen_search::textbook::{counts, tree_search};
use fifteen_search::{KeyedSpace, Zero, astar, bfs};

use crate::support::*;

/// A graph, given by the neighbours of each vertex. The last vertex is the goal. A move is a pair
/// (from, to) of vertices.
struct Graph(Vec<Vec<usize>>);

impl Graph {
    fn new(edges: &[(usize, usize)]) -> Self {
        let last = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap();
        let mut neighbours = vec![vec![]; last + 1];
        for &(a, b) in edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        Self(neighbours)
    }
}

impl StateSpace for Graph {
    type State = usize;
    type Move = (usize, usize);

    fn moves(
        &self,
        &at: &usize,
        last: Option<(usize, usize)>,
    ) -> impl Iterator<Item = (usize, usize)> {
        self.0[at]
            .iter()
            .map(move |&to| (at, to))
            .filter(move |m| last.is_none_or(|l| m.1 != l.0))
    }

    fn apply(&self, state: &mut usize, m: (usize, usize)) {
        assert_eq!(*state, m.0);
        *state = m.1;
    }

    fn undo(&self, state: &mut usize, m: (usize, usize)) {
        assert_eq!(*state, m.1);
        *state = m.0;
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.0.len() - 1
    }

    fn parity(&self, _: &usize) -> Option<u32> {
        None
    }
}

impl KeyedSpace for Graph {
    fn key_bytes(&self) -> usize {
        size_of::<usize>()
    }

    fn write_key(&self, state: &usize, key: &mut [u8]) {
        key.copy_from_slice(&state.to_le_bytes());
    }

    fn read_key(&self, key: &[u8]) -> usize {
        usize::from_le_bytes(key.try_into().unwrap())
    }
}

/// A heuristic, given by the value of each vertex. It checks that the search computes the value of
/// a child from its parent.
struct Values(Vec<u32>);

impl Heuristic<Graph> for Values {
    type Node = u32;
    type Error = Infallible;

    fn root(&self, state: &usize) -> Result<u32, Infallible> {
        Ok(self.0[*state])
    }

    fn value(&self, node: &u32) -> u32 {
        *node
    }

    fn child(&self, state: &usize, node: &u32, m: (usize, usize), limit: u32) -> Result<u32, u32> {
        assert_eq!((*state, *node), (m.0, self.0[m.0]));
        let value = self.0[m.1];
        if value > limit { Err(value) } else { Ok(value) }
    }
}

type Found = Outcome<Vec<(usize, usize)>>;

/// Runs IDA* from vertex 0.
fn run<H: Heuristic<Graph>>(graph: &Graph, heuristic: &H, limits: Limits) -> Found {
    ida(graph, heuristic, &0, &within(limits))
}

fn astar(graph: &Graph, values: &Values) -> Found {
    let Ok(found) = astar::search(
        graph,
        values,
        &0,
        AstarOptions::default(),
        &Limits::default(),
        &mut |_| (),
    );
    found
}

fn branch_and_bound(graph: &Graph, values: &Values) -> Found {
    let Ok(found) =
        tree_search::branch_and_bound(graph, values, &0, &Limits::default(), &mut |_| ());
    found
}

fn from_both_ends<F, B>(
    algorithm: Bidirectional,
    graph: &Graph,
    forward: &F,
    backward: &B,
) -> Result<Found, HeuristicError>
where
    F: Heuristic<Graph, Error = Infallible>,
    B: Heuristic<Graph, Error = Infallible>,
{
    bidirectional::search(
        algorithm,
        graph,
        DirectedHeuristics { forward, backward },
        &0,
        &(graph.0.len() - 1),
        &Limits::default(),
        &mut |_| (),
    )
}

fn bounds<M>(outcome: &Outcome<Vec<M>>) -> Vec<u32> {
    outcome.iterations.iter().map(|i| i.bound).collect()
}

#[test]
fn without_parity_the_next_bound_is_the_smallest_pruned_cost() {
    // The path 0-1-2-3-4-5, with heuristic values that change by more than 1 along an edge.
    let path = Graph::new(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]);
    let outcome = run(&path, &Values(vec![0, 0, 2, 0, 1, 0]), Limits::default());
    assert_eq!((outcome.length, outcome.h0), (Some(5), 0));
    assert_eq!(bounds(&outcome), [0, 1, 4, 5]);
    // Each vertex has one child. Only vertices within the bound are expanded.
    assert_eq!(
        outcome
            .iterations
            .iter()
            .map(|i| (i.expanded, i.generated))
            .collect::<Vec<_>>(),
        [(1, 1), (2, 2), (4, 4), (5, 5)]
    );
    assert_eq!(outcome.generated, 13);
}

#[test]
fn odd_cycles_give_lengths_of_either_parity() {
    let cycle = Graph::new(&[(0, 1), (1, 2), (2, 3), (3, 5), (0, 4), (4, 5)]);
    let outcome = run(&cycle, &Zero, Limits::default());
    assert_eq!(
        (outcome.length, outcome.moves.clone()),
        (Some(2), Some(vec![(0, 4), (4, 5)]))
    );
    assert_eq!(bounds(&outcome), [0, 1, 2]);
    let all = ida(&cycle, &Zero, &2, &finding(Find::All { keep: 9 }));
    assert_eq!((all.length, all.solutions), (Some(2), Some(1)));
}

#[test]
fn dead_ends_do_not_raise_the_bound() {
    // The search tree of the cycle 0-1-2 is infinite, so without a heuristic the search would never
    // end. The heuristic values therefore mark the vertices as dead ends.
    let mut cycle = Graph::new(&[(0, 1), (1, 2), (2, 0)]);
    cycle.0.push(vec![]);
    let forever = run(
        &cycle,
        &Zero,
        Limits {
            depth: Some(9),
            ..Limits::default()
        },
    );
    assert_eq!(
        (forever.status, forever.bound),
        (Status::Limit(LimitKind::Depth), 10)
    );
    let dead = run(
        &cycle,
        &Values(vec![0, u32::MAX, u32::MAX, 0]),
        Limits::default(),
    );
    assert_eq!((dead.status, bounds(&dead)), (Status::Exhausted, vec![0]));
    let dead_root = run(&cycle, &Values(vec![u32::MAX; 4]), Limits::default());
    assert_eq!(
        (dead_root.status, dead_root.iterations),
        (Status::Exhausted, vec![])
    );
}

/// A* reopens states if the heuristic is inconsistent, as in Martelli's graphs.
#[test]
fn astar_reopens_states_of_an_inconsistent_heuristic() {
    // The value of vertex 4 delays the shorter path 0-4-3, so 0-1-2-3 is found first.
    let graph = Graph::new(&[
        (0, 1),
        (1, 2),
        (2, 3),
        (0, 4),
        (4, 3),
        (3, 5),
        (5, 6),
        (6, 7),
        (7, 8),
    ]);
    let values = Values(vec![0, 0, 0, 0, 5, 0, 0, 0, 0]);
    let found = astar(&graph, &values);
    assert_eq!(
        (found.status, found.length, found.shortest),
        (Status::Solved, Some(6), true)
    );
    assert_eq!(
        found.moves,
        Some(vec![(0, 4), (4, 3), (3, 5), (5, 6), (6, 7), (7, 8)])
    );
    // The vertices 3, 5, 6 and 7 are expanded twice.
    assert_eq!(found.expanded, 8 + 4);
    assert_eq!(run(&graph, &values, Limits::default()).length, Some(6));
}

#[test]
fn every_algorithm_proves_that_there_is_no_solution() {
    // A tree that does not contain the goal, vertex 4.
    let mut tree = Graph::new(&[(0, 1), (0, 2), (2, 3)]);
    tree.0.push(vec![]);
    let (zero, limits, none) = (Values(vec![0; 5]), Limits::default(), &mut |_: &_| ());
    assert_eq!(bounds(&run(&tree, &zero, Limits::default())), [0, 1, 2]);
    assert_eq!(
        counts::depths(&tree, &0, &limits, &mut |_, _| ControlFlow::Continue(())).counts,
        [1, 2, 1]
    );
    for found in [
        run(&tree, &zero, Limits::default()),
        astar(&tree, &zero),
        branch_and_bound(&tree, &zero),
        bfs::search(&tree, &0, &limits, none),
        tree_search::breadth_first(&tree, &0, &limits, none),
        tree_search::depth_first(&tree, &0, &limits, none),
        tree_search::iterative_deepening(&tree, &0, &limits, none),
    ] {
        assert_eq!(
            (found.status, found.length, found.shortest),
            (Status::Exhausted, None, false)
        );
    }
    // Heuristic values can also prove that there is no solution.
    for search in [astar, branch_and_bound] {
        let dead = search(&tree, &Values(vec![0, u32::MAX, u32::MAX, 0, 0]));
        assert_eq!((dead.status, dead.generated), (Status::Exhausted, 3));
        let dead_root = search(&tree, &Values(vec![u32::MAX; 5]));
        assert_eq!(
            (dead_root.status, dead_root.expanded),
            (Status::Exhausted, 0)
        );
    }
}

/// The largest valid heuristic value is one less than the value that marks a dead end. Adding the
/// path length to it must not overflow.
#[test]
fn the_largest_values_do_not_overflow() {
    let mut path = Graph::new(&[(0, 1), (1, 2), (2, 3)]);
    path.0.push(vec![]);
    let values = Values(vec![0, 0, u32::MAX - 1, u32::MAX - 1, 0]);
    for search in [astar, branch_and_bound] {
        assert_eq!(search(&path, &values).length, None);
    }
    let consistent = Values(vec![u32::MAX - 1; 5]);
    for (algorithm, values) in [
        (Bidirectional::Mm, &values),
        (Bidirectional::Nbs, &values),
        (Bidirectional::Bae, &consistent),
    ] {
        assert_eq!(
            from_both_ends(algorithm, &path, values, &Zero)
                .unwrap()
                .length,
            None
        );
    }
}

#[test]
fn branch_and_bound_reports_when_a_shorter_solution_may_exist() {
    // The path through vertex 1 has 4 moves, and the value of vertex 1 is 0. The path through
    // vertex 2 has only 3 moves, but vertex 2 has cost 3, so it is expanded later.
    let graph = Graph::new(&[(0, 1), (1, 4), (4, 6), (6, 7), (0, 2), (2, 3), (3, 7)]);
    let values = Values(vec![0, 0, 2, 1, 0, 0, 0, 0]);
    let found = branch_and_bound(&graph, &values);
    assert_eq!(
        (found.length, found.shortest, found.bound),
        (Some(4), false, 3)
    );
    let found = astar(&graph, &values);
    assert_eq!((found.length, found.shortest), (Some(3), true));
    // With exact values, the first solution is proven optimal.
    let values = Values(vec![3, 3, 2, 1, 2, 0, 1, 0]);
    let found = branch_and_bound(&graph, &values);
    assert_eq!(
        (found.length, found.shortest, found.bound),
        (Some(3), true, 3)
    );
}

/// BAE* requires consistent values and detects inconsistent values.
#[test]
fn bae_detects_inconsistent_values() {
    let graph = Graph::new(&[(0, 1), (1, 2), (0, 3), (3, 4), (4, 2), (2, 5), (5, 6)]);
    let backward = Values(vec![0, 1, 2, 1, 2, 3, 4]);
    for (values, is_consistent) in [
        (vec![4, 3, 2, 4, 3, 1, 0], true),
        (vec![4, 3, 0, 4, 3, 1, 0], false),
    ] {
        let forward = Values(values);
        let [mm, nbs, bae] = [Bidirectional::Mm, Bidirectional::Nbs, Bidirectional::Bae]
            .map(|algorithm| from_both_ends(algorithm, &graph, &forward, &backward));
        if is_consistent {
            assert_eq!(
                bae.unwrap().moves,
                Some(vec![(0, 1), (1, 2), (2, 5), (5, 6)])
            );
        } else {
            assert!(
                matches!(bae, Err(HeuristicError::Inconsistent(_))),
                "{bae:?}"
            );
        }
        assert_eq!(
            (mm.unwrap().length, nbs.unwrap().length),
            (Some(4), Some(4))
        );
    }
    // A graph of two components that are not connected.
    let parts = Graph::new(&[(0, 1), (2, 3)]);
    assert_eq!(
        from_both_ends(Bidirectional::Mm, &parts, &Zero, &Zero)
            .unwrap()
            .status,
        Status::Exhausted
    );
}

/// A heuristic that contradicts itself, because its values depend on how often it was called
/// before.
struct Fickle {
    calls: AtomicU32,
    period: u32,
}

impl Fickle {
    fn next(&self) -> u32 {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        call * call % self.period
    }
}

impl Heuristic<Graph> for Fickle {
    type Node = u32;
    type Error = Infallible;

    fn root(&self, _: &usize) -> Result<u32, Infallible> {
        Ok(self.next())
    }

    fn value(&self, node: &u32) -> u32 {
        *node
    }

    fn child(&self, _: &usize, _: &u32, _: (usize, usize), _: u32) -> Result<u32, u32> {
        Ok(self.next())
    }
}

/// Open states are grouped by value, so a state whose value changes cannot be found again. The
/// search must then end instead of repeating the same step forever.
#[test]
fn a_heuristic_that_contradicts_itself_ends_a_bidirectional_search() {
    let (mut ended, mut refused) = (0, 0);
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let edges: Vec<(usize, usize)> = (1..60_usize)
            .flat_map(|vertex| {
                let mut before = || random.usize(vertex.saturating_sub(9)..vertex);
                [(before(), vertex), (before(), vertex)]
            })
            .collect();
        let graph = Graph::new(&edges);
        for algorithm in [Bidirectional::Mm, Bidirectional::Nbs, Bidirectional::Bae] {
            let fickle = || Fickle {
                calls: AtomicU32::new(0),
                period: 3 + seed as u32 % 9,
            };
            match from_both_ends(algorithm, &graph, &fickle(), &fickle()) {
                Ok(_) => ended += 1,
                Err(error) => {
                    assert!(matches!(error, HeuristicError::Inconsistent(_)), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(ended > 0 && refused > 0, "{ended} ended, {refused} refused");
}
