//! Positions and pieces of another puzzle: the methods of a puzzle must not panic if they are
//! called with them.

use fifteen_blocks::BlockMetric;

use crate::{puzzle, serial, solved};

#[test]
fn a_position_of_another_puzzle_is_refused() {
    let small = puzzle("start goal\nA.    .A\n");
    let large = puzzle("start     goal\n..BBB     A....\nA...C     .....\n....C     .....\n");
    let foreign = large.start();
    assert_eq!(small.starting_from(foreign), None);
    assert_eq!(large.starting_from(small.start()), None);
    assert!(!small.is_solved(foreign));
    assert_eq!(small.map(foreign), [".."]);
    let outside = puzzle("start\n...A\n");
    assert_eq!(small.starting_from(outside.start()), None);
    assert_eq!(small.covered(7, small.start()).count(), 0);
    assert_eq!((foreign.anchor(2), foreign.anchor(3)), (Some(9), None));
}

#[test]
fn a_puzzle_may_start_from_any_of_its_positions() {
    let puzzle = puzzle("start   goal\nAAB     ...\n.C.     ...\n...     .AA\n");
    let outcome = solved(&puzzle, &serial(BlockMetric::Straight));
    for (made, position) in (1..).zip(&outcome.solution.unwrap().positions) {
        let rest = puzzle.starting_from(position).unwrap();
        let length = solved(&rest, &serial(BlockMetric::Straight)).length;
        assert_eq!(length, outcome.length.map(|length| length - made));
    }
}
