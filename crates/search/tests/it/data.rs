//! Published numbers: Korf's cheapest boards, states per depth.

use std::fs;

use fifteen_puzzle::{Goal, notation};
use fifteen_search::ida::{self, IdaOptions};
use fifteen_search::tiles::{LinearConflict, WalkingDistance};
use fifteen_search::{Limits, Status, astar, branch_and_bound, counts};

use super::{goal_of, path, solve, space_of};

fn read(name: &str) -> String {
    fs::read_to_string(format!("{}/../../data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

#[test]
fn korfs_three_cheapest_boards_have_their_counts() {
    let text = read("korf100.txt");
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(':').unwrap());
    let mut rows: Vec<_> = rows.map(|(figures, board)| (numbers(figures), board)).collect();
    rows.sort_by_key(|(figures, _)| figures[4]);
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    for (figures, board) in &rows[..3] {
        let board = notation::parse(board, None).unwrap();
        let outcome = solve(&space, &board, &IdaOptions::default());
        let found = [outcome.length.unwrap().into(), outcome.h0.into(), outcome.generated, outcome.expanded];
        assert_eq!(found, [figures[1], figures[2], figures[4], figures[5]], "board {}", figures[0]);
        assert!(path(&outcome.moves.unwrap()).solves(&board, &goal));
    }
}

/// With all 100 boards, IDA* with walking distance generates 4,574,799,423 nodes: the published mean of 45,747,994.
#[test]
fn korfs_cheap_boards_have_their_lengths_with_other_heuristics() {
    let text = read("korf100.txt");
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(':').unwrap());
    let mut rows: Vec<_> = rows.map(|(figures, board)| (numbers(figures), board)).collect();
    rows.sort_by_key(|(figures, _)| figures[4]);
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    let walking = WalkingDistance::new(&goal, &Limits::default()).unwrap();
    let conflict = LinearConflict::new(goal.size());
    let mut sums = [0; 4];
    for (figures, board) in &rows[..8] {
        let start = space.state(&notation::parse(board, None).unwrap()).unwrap();
        let (options, limits) = (IdaOptions::default(), Limits::default());
        let Ok(by_walking) = ida::search(&space, &walking, &start, &options, &mut |_| ());
        let Ok(by_conflict) = ida::search(&space, &conflict, &start, &options, &mut |_| ());
        let Ok(by_astar) = astar::search(&space, &walking, &start, &limits, &mut |_| ());
        let Ok(by_bound) = branch_and_bound::search(&space, &walking, &start, &limits, &mut |_| ());
        for (sum, found) in sums.iter_mut().zip([by_walking, by_conflict, by_astar, by_bound]) {
            assert_eq!((found.length.map(u64::from), found.shortest), (Some(figures[1]), true), "board {}", figures[0]);
            *sum += found.generated;
        }
    }
    // No published figures: they must not change without a reason.
    assert_eq!(sums, [2_197_306, 1_830_915, 714_568, 4_834_036]);
}

#[test]
fn states_per_depth_are_the_published_ones() {
    for (size, file) in [((3, 2), "dist_3x2_stm.txt"), ((4, 2), "dist_4x2_stm.txt"), ((3, 3), "dist_3x3_stm.txt")] {
        let text = read(file);
        let published: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).map(numbers).collect();
        let space = space_of(&goal_of(size, Goal::Last));
        let found = counts::depths(&space, space.solved(), &Limits::default());
        assert_eq!(found.status, Status::Exhausted);
        let found: Vec<_> = (0..).zip(found.counts).map(|(depth, count)| vec![depth, count]).collect();
        assert_eq!(found, published, "{file}");
    }
}
