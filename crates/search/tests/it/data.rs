//! Published numbers: Korf's cheapest boards, states per depth. Those of tables are in the workspace's tests.

use fifteen_puzzle::{Goal, Metric, Size};
use fifteen_search::Options;
use fifteen_search::lab::counts;
use fifteen_search::{Limits, Status};

use super::support::{goal_of, path, solve, space_of};

#[test]
fn korfs_cheapest_boards_have_their_counts() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    let mut boards = fifteen_data::korf100();
    boards.sort_by_key(|korf| korf.generated);
    for korf in &boards[..10] {
        let found = solve(&space, &korf.board, &Options::default());
        assert_eq!((found.length, found.h0), (Some(korf.length), korf.manhattan), "board {}", korf.number);
        assert_eq!((found.generated, found.expanded), (korf.generated, korf.expanded), "board {}", korf.number);
        assert!(path(&found.moves.unwrap()).solves(&korf.board, &goal));
    }
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
