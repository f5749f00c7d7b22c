//! Compares value distributions and predicted node counts with complete enumerations and searches.

use std::ops::ControlFlow;

use fifteen_puzzle::{Board, Goal, Metric, MoveOrder, RandomBoards, Size};
use fifteen_resources::Threads;
use fifteen_search::tiles::{
    HeuristicError, HeuristicKind, Move, TileHeuristic, TileSpace, TileState, WithHeuristic,
};
use fifteen_search::{Heuristic, Limits, StateSpace};

use super::{Survey, TreeLevels, ValueDistribution};
use crate::enumeration::BoardLayers;

fn space(size: &str) -> TileSpace {
    let size: Size = size.parse().unwrap();
    TileSpace::new(&Goal::Last.board(size).unwrap(), MoveOrder::ULRD)
}

fn heuristic(kind: HeuristicKind, space: &TileSpace) -> TileHeuristic {
    kind.build(space.goal(), &Limits::default()).unwrap()
}

fn distribution(
    space: &TileSpace,
    heuristic: &TileHeuristic,
    boards: impl Iterator<Item = Board> + Send,
) -> ValueDistribution {
    ValueDistribution::of(
        space,
        heuristic,
        boards,
        |board| (board, 1.0),
        Threads::All,
        &mut |_| ControlFlow::Continue(()),
    )
    .unwrap()
}

fn random(space: &TileSpace, seed: u64) -> impl Iterator<Item = Board> + Send + use<> {
    RandomBoards::new(*space.goal(), seed)
}

/// Returns all boards that can reach the goal.
fn all(space: &TileSpace) -> Vec<Board> {
    let mut layers = BoardLayers::new(space.goal(), Metric::SingleTile, Threads::All).unwrap();
    let mut boards = vec![*space.goal()];
    while layers.deepen(&Limits::default()).unwrap() > 0 {
        boards.extend((0..layers.parts()).flat_map(|part| layers.part(part)));
    }
    boards
}

/// Counts the nodes that an iteration of IDA* expands from a board, by visiting all of them. The
/// goal counts as expanded.
struct Expanded<'a> {
    space: &'a TileSpace,
    state: TileState,
    bound: u32,
}

impl WithHeuristic for Expanded<'_> {
    type Output = u64;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(mut self, heuristic: &H) -> u64 {
        let Ok(root) = heuristic.root(&self.state) else {
            panic!("a heuristic without tables")
        };
        if heuristic.value(&root) > self.bound {
            0
        } else {
            self.walk(heuristic, &root, None, 0)
        }
    }
}

impl Expanded<'_> {
    fn walk<H: Heuristic<TileSpace>>(
        &mut self,
        heuristic: &H,
        node: &H::Node,
        last: Option<Move>,
        depth: u32,
    ) -> u64 {
        let moves: Vec<Move> = self.space.moves(&self.state, last).collect();
        let mut nodes = 1;
        for m in moves {
            let Some(limit) = self.bound.checked_sub(depth + 1) else {
                continue;
            };
            if let Ok(child) = heuristic.child(&self.state, node, m, limit) {
                self.space.apply(&mut self.state, m);
                nodes += self.walk(heuristic, &child, Some(m), depth + 1);
                self.space.undo(&mut self.state, m);
            }
        }
        nodes
    }
}

fn expanded(space: &TileSpace, heuristic: &TileHeuristic, board: &Board, bound: u32) -> u64 {
    heuristic.with(Expanded {
        space,
        state: space.state(board).unwrap(),
        bound,
    })
}

fn mean_expanded(
    space: &TileSpace,
    heuristic: &TileHeuristic,
    boards: &[Board],
    bound: u32,
) -> f64 {
    let sum: u64 = boards
        .iter()
        .map(|board| expanded(space, heuristic, board, bound))
        .sum();
    sum as f64 / boards.len() as f64
}

fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    (found / expected - 1.0).abs() < tolerance
}

#[test]
fn a_stopped_survey_equals_a_survey_of_its_first_boards() {
    let space = space("3x3");
    let zero = heuristic(HeuristicKind::Zero, &space);
    let mut stop = |done| {
        if done >= 2000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let stopped = ValueDistribution::of(
        &space,
        &zero,
        random(&space, 1),
        |board| (board, 1.0),
        Threads::All,
        &mut stop,
    )
    .unwrap();
    let samples = stopped.samples();
    assert!((2000..4000).contains(&samples));
    assert_eq!(
        stopped,
        distribution(&space, &zero, random(&space, 1).take(samples as usize))
    );
    let none = distribution(&space, &zero, random(&space, 1).take(0));
    assert_eq!(
        (none.samples(), none.mean(), none.expanded(10)),
        (0, 0.0, None)
    );
    let other = fifteen_puzzle::notation::parse("2 1 3 / 4 5 6 / 7 8 0", None).unwrap();
    assert!(
        ValueDistribution::of(
            &space,
            &zero,
            [other].into_iter(),
            |board| (board, 1.0),
            Threads::ONE,
            &mut stop
        )
        .is_err()
    );
}

/// The prediction is exact if the heuristic is consistent and the distribution covers all boards.
#[test]
fn predictions_from_all_boards_equal_the_expanded_nodes() {
    use HeuristicKind::{LinearConflict, Manhattan, Misplaced, Zero};
    for (size, bounds, weak) in [("3x2", [9, 14, 21], Zero), ("3x3", [9, 10, 12], Misplaced)] {
        let space = space(size);
        let boards = all(&space);
        for kind in [weak, Manhattan, LinearConflict] {
            let heuristic = heuristic(kind, &space);
            let exact = distribution(&space, &heuristic, boards.iter().copied());
            for bound in bounds {
                let distance =
                    |b: &Board| space.size().manhattan(b.blank(), space.goal().blank()) as u32;
                let fits = |b: &&Board| distance(b) % 2 == bound % 2;
                let starts: Vec<Board> = boards.iter().filter(fits).copied().collect();
                let predicted = exact.expanded(bound).unwrap().value;
                let counted = mean_expanded(&space, &heuristic, &starts, bound);
                assert!(
                    close(predicted, counted, 1e-9),
                    "{size} {kind} {bound}: {predicted} {counted}"
                );
            }
        }
    }
}

fn survey(space: &TileSpace, heuristic: &TileHeuristic, samples: u64, threads: usize) -> Survey {
    Survey::of(
        space,
        heuristic,
        samples,
        1,
        Threads::all_if_zero(threads),
        &mut |_| ControlFlow::Continue(()),
    )
    .unwrap()
}

#[test]
fn a_survey_of_all_boards_is_exact() {
    let space = space("3x3");
    let heuristic = heuristic(HeuristicKind::LinearConflict, &space);
    let survey = Survey::of_all_boards(
        &space,
        &heuristic,
        Threads::All,
        &Limits::default(),
        &mut |_| ControlFlow::Continue(()),
    )
    .unwrap();
    let boards = all(&space);
    assert_eq!(
        survey.random,
        distribution(&space, &heuristic, boards.into_iter())
    );
    assert_eq!(
        (survey.random.samples(), survey.near.samples()),
        (181_440, 0)
    );
    let share = survey
        .best(|distribution| distribution.share(&survey.growth))
        .unwrap();
    assert!(share.value > 0.0 && share.error == 0.0, "{share:?}");
}

#[test]
fn predictions_from_samples_are_close_to_the_expanded_nodes() {
    let space = space("3x3");
    for (kind, bound) in [
        (HeuristicKind::Manhattan, 20),
        (HeuristicKind::WalkingDistance, 22),
    ] {
        let heuristic = heuristic(kind, &space);
        let starts: Vec<Board> = random(&space, 2)
            .filter(|b| b.blank() % 2 == 0)
            .take(3000)
            .collect();
        let counted = mean_expanded(&space, &heuristic, &starts, bound);
        let survey = survey(&space, &heuristic, 10_000, 2);
        let predicted = survey.best(|d| d.expanded(bound)).unwrap();
        assert!(
            close(predicted.value, counted, 0.1),
            "{kind}: {predicted:?} {counted}"
        );
        assert!(
            predicted.error < 0.02 * counted,
            "{kind}: {predicted:?} {counted}"
        );
        let plain = survey.random.expanded(bound).unwrap();
        assert!(
            (predicted.value - plain.value).abs() < 4.0 * (predicted.error + plain.error),
            "{kind}: {plain:?}"
        );
    }
}

/// For large bounds, the prediction is proportional to the branching factor to the power of the
/// bound, and to the heuristic's share of the tree.
#[test]
fn predictions_for_large_bounds_are_proportional_to_the_share() {
    let space = space("4x4");
    let of = |kind| {
        let survey = survey(&space, &heuristic(kind, &space), 2000, 2);
        // Both the share and the prediction are computed from the sample near the goal, so they
        // have the same sampling error.
        (
            survey.best(|d| d.share(&survey.growth)).unwrap().value,
            survey.near.share(&survey.growth).unwrap().value,
            survey.near.expanded(90).unwrap().value,
        )
    };
    let roots = (0..16)
        .map(|cell| {
            if space.size().colour(cell) == 0 {
                1.0 / 8.0
            } else {
                0.0
            }
        })
        .collect::<Vec<_>>();
    let tree: f64 = TreeLevels::new(space.size(), &roots)
        .take(91)
        .flatten()
        .sum();
    assert!(close(of(HeuristicKind::Zero).0, 1.0, 1e-9));
    let mut last = 1.0;
    for kind in [
        HeuristicKind::Misplaced,
        HeuristicKind::Manhattan,
        HeuristicKind::LinearConflict,
    ] {
        let (share, near, expanded) = of(kind);
        assert!(
            close(near, expanded / tree, 1e-6),
            "{kind}: {near:e} {}",
            expanded / tree
        );
        assert!(share < last, "{kind}: {share:e}");
        last = share;
    }
}

/// The expected eta of the Manhattan distance on 5x5 is exactly 1.0010e-19. It was computed with
/// permanents in the documentation of clausecker/24puzzle. For 3x3, the test computes the expected
/// eta from all boards.
#[test]
fn eta_of_the_manhattan_distance_equals_the_published_value() {
    let of = |size, samples| {
        let space = space(size);
        let survey = survey(
            &space,
            &heuristic(HeuristicKind::Manhattan, &space),
            samples,
            2,
        );
        survey.best(|d| d.eta(&survey.growth)).unwrap()
    };
    let space = space("3x3");
    let branching = super::TreeGrowth::new(space.size()).branching;
    let states: Vec<TileState> = all(&space)
        .iter()
        .map(|board| space.state(board).unwrap())
        .collect();
    let values = heuristic(HeuristicKind::Manhattan, &space)
        .values(&states)
        .unwrap();
    let counted = values
        .iter()
        .map(|&value| branching.powi(-(value as i32)))
        .sum::<f64>()
        / values.len() as f64;
    for (eta, exact) in [(of("3x3", 5000), counted), (of("5x5", 5000), 1.0010e-19)] {
        assert!(
            (eta.value - exact).abs() < 4.0 * eta.error,
            "{eta:?} {exact:e}"
        );
        assert!(eta.error < 0.1 * eta.value, "{eta:?}");
    }
}
