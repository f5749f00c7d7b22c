//! The search over subtrees, with subtrees whose results are given, against going through them one by one.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::limits::{LimitKind, Status};
use crate::outcome::Iteration;

/// A subtree: nodes expanded and generated, and the number of its solutions.
type Given = (u64, u64, u8);

/// Iterations with the bounds 10, 12, ...; above the subtrees of each are 3 nodes, and 5 are generated there.
struct GivenSubtrees {
    iterations: Vec<Vec<Given>>,
    bound: u32,
    /// The bound and the number of subtrees asked for, by iteration.
    wanted: Vec<(u32, usize)>,
    searched: AtomicUsize,
    /// The subtree that ends last.
    slow: Option<usize>,
}

impl GivenSubtrees {
    fn new(iterations: &[Vec<Given>]) -> Self {
        Self {
            iterations: iterations.to_vec(),
            bound: 0,
            wanted: Vec::new(),
            searched: AtomicUsize::new(0),
            slow: None,
        }
    }

    fn of(&self, bound: u32) -> &[Given] {
        &self.iterations[(bound as usize - 10) / 2]
    }
}

impl Subtrees<(usize, u8)> for GivenSubtrees {
    fn h0(&self) -> u32 {
        10
    }

    fn parity(&self) -> Option<u32> {
        Some(0)
    }

    fn split(&mut self, bound: u32, wanted: usize, _: usize) -> NodesAbove {
        self.bound = bound;
        *self.searched.get_mut() = 0;
        self.wanted.push((bound, wanted));
        NodesAbove { subtrees: self.of(bound).len(), expanded: 3, generated: 5, least: bound + 2, bytes: 1000 }
    }

    fn counted_before(&self, _: usize) -> (u64, u64) {
        (3, 5)
    }

    fn descend(&self, subtree: usize, limits: DescentLimits, solutions: &mut Solutions<(usize, u8)>) -> DescentResult {
        let given = self.of(self.bound);
        let (expanded, generated, solved) = given[subtree];
        assert_eq!((limits.bound, limits.before), (self.bound, 0));
        while self.slow == Some(subtree) && self.searched.load(Ordering::Relaxed) + 1 < given.len() {
            std::thread::yield_now();
        }
        let mut end = DescentEnd::Complete { next: self.bound + 2 };
        for number in 0..solved {
            if solutions.add([(subtree, number)].into_iter()) {
                end = DescentEnd::Solved;
                break;
            }
        }
        if let Err(kind) = (limits.check)(generated) {
            end = DescentEnd::Limit(kind);
        }
        self.searched.fetch_add(1, Ordering::Relaxed);
        DescentResult { expanded, generated, end, peak: 30 * subtree as u64 }
    }
}

/// A companion that notes its turns, and knows a solution from a number of nodes on.
struct Turns {
    due: Vec<u64>,
    known: u64,
    taken: Vec<(u32, u64)>,
}

impl Companion for Turns {
    fn next(&self) -> u64 {
        self.due.first().copied().unwrap_or(u64::MAX)
    }

    fn turn(&mut self, bound: u32, generated: u64) -> Result<bool, LimitKind> {
        self.taken.push((bound, generated));
        self.due.retain(|&due| due > generated);
        Ok(generated >= self.known)
    }
}

/// The outcome, and the companion's turns.
type Found = (Outcome<Vec<(usize, u8)>>, Vec<(u32, u64)>);

fn search(subtrees: &mut GivenSubtrees, options: &Options, threads: usize, known: u64) -> Found {
    let mut companion = Turns { due: vec![20_100, 25_000, 25_001, 50_000, 90_000], known, taken: Vec::new() };
    let mut reported = Vec::new();
    let callbacks = Callbacks { companion: &mut companion, progress: &mut |iteration| reported.push(*iteration) };
    let outcome = search_subtrees(subtrees, options, Some(threads), callbacks);
    assert_eq!(outcome.iterations, reported);
    (outcome, companion.taken)
}

/// Iterations of which the second is small by one node, and the third is the first to be cut.
fn iterations() -> Vec<Vec<Given>> {
    let many = |solved: fn(u64) -> u8| (0..60).map(|i| (1000 + i, 2000 + 7 * i, solved(i))).collect();
    vec![vec![(19_996, 20_000, 0)], vec![(19_997, 20_001, 0)], vec![(300_000, 5, 0)], many(|i| u8::from(i == 9) * 3)]
}

/// The same, one subtree after the other: iterations and turns.
fn one_by_one(iterations: &[Vec<Given>], mut due: Vec<u64>, known: u64) -> (Vec<Iteration>, Vec<(u32, u64)>) {
    let (mut counted, mut turns, mut before) = (Vec::new(), Vec::new(), 1);
    for (bound, subtrees) in (10..).step_by(2).zip(iterations) {
        turns.push((bound, before));
        due.retain(|&due| due > before);
        if before >= known {
            break;
        }
        let (mut expanded, mut generated) = (3, 5);
        for &(more, children, solved) in subtrees {
            expanded += more;
            generated += children;
            if solved > 0 {
                break;
            }
            if due.first().is_some_and(|&due| before + generated >= due) {
                turns.push((bound, before + generated));
                due.retain(|&due| due > before + generated);
                if before + generated >= known {
                    break;
                }
            }
        }
        counted.push(Iteration { bound, expanded, generated });
        before += generated;
        if turns.last().is_some_and(|&(_, at)| at >= known) {
            break;
        }
    }
    (counted, turns)
}

#[test]
fn counts_and_turns_are_those_of_one_subtree_after_the_other() {
    // The solution is found, is known within the last iteration or the second, and is known before the second.
    for known in [u64::MAX, 50_000, 40_000, 20_005] {
        let due = vec![20_100, 25_000, 25_001, 50_000, 90_000];
        let (counted, turns) = one_by_one(&iterations(), due, known);
        for threads in [0, 1, 2, 3] {
            let mut subtrees = GivenSubtrees::new(&iterations());
            let (found, taken) = search(&mut subtrees, &Options::default(), threads, known);
            assert_eq!((&found.iterations, &taken), (&counted, &turns), "{known} {threads}");
            assert_eq!(found.expanded, counted.iter().map(|i| i.expanded).sum::<u64>());
            assert_eq!(found.generated, 1 + counted.iter().map(|i| i.generated).sum::<u64>());
            assert_eq!(found.status, Status::Solved);
            assert_eq!(found.moves, (known == u64::MAX).then(|| vec![(9, 0)]));
            if threads < 2 {
                assert_eq!(found.speculative, 0, "{known}");
                assert_eq!(found.peak_bytes, 1000);
            }
            let expected = [(10, 1), (12, 1), (14, 20_000 / 64), (16, 2048)];
            assert_eq!(subtrees.wanted, expected[..counted.len()]);
        }
    }
}

#[test]
fn work_beyond_the_solution_is_speculative() {
    let last = |i: u64| (1000, 100 + i, u8::from(i == 0));
    let mut subtrees = GivenSubtrees::new(&[vec![(20_000, 1, 0)], (0..20).map(last).collect()]);
    let (_, taken) = search(&mut subtrees, &Options::default(), 1, u64::MAX);
    assert_eq!(taken, [(10, 1), (12, 7)]);
    assert_eq!(subtrees.searched.into_inner(), 1, "one thread does nothing in vain");
    let mut subtrees = GivenSubtrees::new(&[vec![(20_000, 1, 0)], (0..20).map(last).collect()]);
    subtrees.slow = Some(0);
    let (found, _) = search(&mut subtrees, &Options::default(), 2, u64::MAX);
    assert_eq!(found.iterations.last().map(|last| last.generated), Some(5 + 100));
    assert_eq!(found.speculative, (1..20).map(|i| 100 + i).sum::<u64>());
}
