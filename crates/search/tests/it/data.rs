//! Published numbers: Korf's cheapest boards, states per depth.

use fifteen_data::KorfBoard;
use fifteen_puzzle::{Goal, Metric, Size};
use fifteen_search::astar::Weight;
use fifteen_search::ida::{self, IdaOptions};
use fifteen_search::lab::{branch_and_bound, counts};
use fifteen_search::tiles::{LinearConflict, WalkingDistance};
use fifteen_search::{Limits, Status, astar};

use super::{goal_of, path, solve, space_of};

/// Korf's boards, those that take the fewest nodes first.
fn korf_by_effort() -> Vec<KorfBoard> {
    let mut boards = fifteen_data::korf100();
    boards.sort_by_key(|korf| korf.generated);
    boards
}

#[test]
fn korfs_three_cheapest_boards_have_their_counts() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    for korf in &korf_by_effort()[..3] {
        let found = solve(&space, &korf.board, &IdaOptions::default());
        assert_eq!((found.length, found.h0), (Some(korf.length), korf.manhattan), "board {}", korf.number);
        assert_eq!((found.generated, found.expanded), (korf.generated, korf.expanded), "board {}", korf.number);
        assert!(path(&found.moves.unwrap()).solves(&korf.board, &goal));
    }
}

/// With all 100 boards, IDA* with walking distance generates 4,574,799,423 nodes: the published mean of 45,747,994.
#[test]
fn korfs_cheap_boards_have_their_lengths_with_other_heuristics() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    let walking = WalkingDistance::new(&goal, &Limits::default()).unwrap();
    let conflict = LinearConflict::new(goal.size());
    let mut sums = [0; 4];
    for korf in &korf_by_effort()[..8] {
        let start = space.state(&korf.board).unwrap();
        let (options, limits) = (IdaOptions::default(), Limits::default());
        let Ok(by_walking) = ida::search(&space, &walking, &start, &options, &mut |_| ());
        let Ok(by_conflict) = ida::search(&space, &conflict, &start, &options, &mut |_| ());
        let Ok(by_astar) = astar::search(&space, &walking, &start, Weight::ONE, &limits, &mut |_| ());
        let Ok(by_bound) = branch_and_bound::search(&space, &walking, &start, &limits, &mut |_| ());
        for (sum, found) in sums.iter_mut().zip([by_walking, by_conflict, by_astar, by_bound]) {
            assert_eq!((found.length, found.shortest), (Some(korf.length), true), "board {}", korf.number);
            *sum += found.generated;
        }
    }
    // No published figures: they must not change without a reason.
    assert_eq!(sums, [2_197_306, 1_830_915, 714_568, 4_834_036]);
}

#[test]
fn states_per_depth_are_the_published_ones() {
    for size in [(3, 2), (4, 2), (3, 3)] {
        let board = Size::new(size.0, size.1).unwrap();
        let mut published = fifteen_data::depth_counts().into_iter();
        let published = published.find(|d| (d.size, d.metric) == (board, Metric::SingleTile)).unwrap();
        let space = space_of(&goal_of(size, Goal::Last));
        let found = counts::depths(&space, space.solved(), &Limits::default());
        assert_eq!((found.status, found.counts), (Status::Exhausted, published.counts), "{board}");
    }
}
