//! Published numbers: Korf's cheapest boards, states per depth.

use std::fs;

use fifteen_puzzle::{Goal, notation};
use fifteen_search::ida::IdaOptions;
use fifteen_search::{Limits, Status, counts};

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
