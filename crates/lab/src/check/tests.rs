use std::collections::{BTreeSet, HashMap};

use fifteen_puzzle::{Goal, MoveOrder, Size};
use fifteen_search::LimitKind;

use super::*;
use crate::quality::Survey;

fn goal(width: usize, height: usize) -> Board {
    Goal::Last.board(Size::new(width, height).unwrap()).unwrap()
}

/// Returns a sample that consists of `count` random boards and `count` boards near the goal. The
/// seed is fixed.
fn sample(goal: &Board, count: u64) -> BoardSample {
    BoardSample {
        goal: *goal,
        count,
        seed: 1,
    }
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns a faulty heuristic: the Manhattan distance, modified by `change`.
fn wrong(
    goal: &Board,
    change: impl Fn(&Board, u32) -> u32 + Sync,
) -> impl Fn(&[Board]) -> Result<Vec<u32>, LabError> + Sync {
    let space = TileSpace::new(goal, MoveOrder::ULRD);
    let manhattan = HeuristicKind::Manhattan
        .build(goal, &Limits::default())
        .unwrap();
    move |boards| {
        let states: Vec<_> = boards
            .iter()
            .map(|board| space.state(board).unwrap())
            .collect();
        let values = manhattan.values(&states).map_err(|(_, error)| error)?;
        Ok(boards
            .iter()
            .zip(values)
            .map(|(board, value)| change(board, value))
            .collect())
    }
}

/// Returns the distances of all boards from the goal, found by a simple breadth-first search.
fn distances(goal: Board) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(goal, 0)]);
    let mut queue = std::collections::VecDeque::from([goal]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board] + 1;
        for next in Direction::ALL
            .into_iter()
            .filter_map(|direction| board.moved(direction))
        {
            distances.entry(next).or_insert_with(|| {
                queue.push_back(next);
                distance
            });
        }
    }
    distances
}

/// Compares the counts of a complete check with the counts of a simple implementation, which
/// examines each board and each move separately.
#[test]
fn a_complete_check_counts_every_board_and_move() {
    for (width, height) in [(3, 2), (2, 3), (4, 2)] {
        let goal = goal(width, height);
        let heuristic = wrong(&goal, |board, value| {
            value + u32::from(board.tiles()[1] == 1) * 3
        });
        let distances = distances(goal);
        let check = check_all_boards(
            &goal,
            &heuristic,
            Threads::All,
            &Limits::default(),
            &mut go_on,
        )
        .unwrap();
        let value = |board: &Board| heuristic(&[*board]).unwrap()[0];
        let over = distances
            .iter()
            .filter(|&(board, &distance)| value(board) > distance)
            .count();
        let mut jumps = BTreeSet::new();
        let mut moves = 0;
        for board in distances.keys() {
            for next in Direction::ALL
                .into_iter()
                .filter_map(|direction| board.moved(direction))
            {
                moves += 1;
                if value(board).abs_diff(value(&next)) > 1 {
                    let mut ends = [board.to_string(), next.to_string()];
                    ends.sort();
                    jumps.insert(ends);
                }
            }
        }
        assert_eq!(
            (check.boards, check.compared),
            (distances.len() as u64, distances.len() as u64)
        );
        assert_eq!(check.moves, moves / 2);
        assert_eq!(
            (check.overestimates, check.jumps),
            (over as u64, jumps.len() as u64)
        );
        let first = check.overestimate.unwrap();
        assert!(first.value == value(&first.board) && first.distance == distances[&first.board]);
        let nearest = distances
            .iter()
            .filter(|&(board, &distance)| value(board) > distance)
            .map(|(_, &d)| d)
            .min();
        assert_eq!(Some(first.distance), nearest);
        let jump = check.jump.unwrap();
        assert_eq!(
            [value(&jump.board), value(&jump.after)],
            [jump.value, jump.value_after]
        );
        assert!(jump.value.abs_diff(jump.value_after) > 1);
        let sum: u32 = distances.values().sum();
        assert_eq!(check.distance_sum, u64::from(sum));
        assert_eq!(
            check_all_boards(
                &goal,
                &heuristic,
                Threads::ONE,
                &Limits::default(),
                &mut go_on
            )
            .unwrap(),
            check
        );
    }
}

#[test]
fn samples_reveal_inadmissible_and_inconsistent_values() {
    let goal = goal(4, 4);
    let right = check_sample(
        &TileSpace::new(&goal, MoveOrder::ULRD),
        &wrong(&goal, |_, h| h),
        sample(&goal, 300),
        Threads::All,
        &mut go_on,
    );
    let right = right.unwrap();
    assert!(right.is_admissible() && right.is_consistent());
    assert_eq!(right.boards, 600);
    assert!(
        right.moves > 1200 && right.compared > 100 && right.value_sum < right.distance_sum,
        "{right:?}"
    );
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let large = check_sample(
        &space,
        &wrong(&goal, |_, h| h * 3 / 2),
        sample(&goal, 300),
        Threads::All,
        &mut go_on,
    )
    .unwrap();
    assert!(!large.is_admissible() && !large.is_consistent());
    let Overestimate {
        value, distance, ..
    } = large.overestimate.unwrap();
    assert!(value > distance);
    // This heuristic is admissible but inconsistent, because its value is too small on one board in
    // a few hundred. Only a comparison of the values before and after a move reveals the fault.
    let hole = |board: &Board, h| {
        if board.tiles()[0] == 9 && board.blank() == 5 {
            0
        } else {
            h
        }
    };
    let hole = check_sample(
        &space,
        &wrong(&goal, hole),
        sample(&goal, 3000),
        Threads::All,
        &mut go_on,
    )
    .unwrap();
    assert!(hole.is_admissible() && !hole.is_consistent());
}

#[test]
fn a_check_can_be_stopped() {
    let goal = goal(3, 3);
    let heuristic = wrong(&goal, |_, h| h);
    let mut stop = |_| ControlFlow::Break(());
    assert!(matches!(
        check_all_boards(
            &goal,
            &heuristic,
            Threads::ONE,
            &Limits::default(),
            &mut stop
        ),
        Err(LabError::Interrupted)
    ));
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    assert!(matches!(
        check_sample(
            &space,
            &heuristic,
            sample(&goal, 500),
            Threads::All,
            &mut stop
        ),
        Err(LabError::Interrupted)
    ));
}

#[test]
fn an_error_names_the_limit_that_stopped_a_complete_check() {
    let goal = goal(3, 3);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let manhattan = HeuristicKind::Manhattan
        .build(&goal, &Limits::default())
        .unwrap();
    let limits = Limits {
        nodes: Some(1000),
        ..Limits::default()
    };
    let go_on = &mut |_| ControlFlow::Continue(());
    let plan = CheckPlan::new(goal.size(), None);
    let check = plan.run(&space, &manhattan, 1, Threads::ONE, &limits, go_on);
    assert!(
        matches!(check, Err(LabError::Limit(LimitKind::Nodes))),
        "{check:?}"
    );
    let survey = Survey::of_all_boards(&space, &manhattan, Threads::ONE, &limits, go_on);
    assert!(
        matches!(survey, Err(LabError::Limit(LimitKind::Nodes))),
        "{survey:?}"
    );
    assert_eq!(
        survey.unwrap_err().to_string(),
        "stopped at the limit of nodes"
    );
}

/// A caller can request so many samples that twice their number does not fit into a `u64`.
#[test]
fn any_number_of_samples_is_accepted() {
    let goal = goal(3, 3);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let manhattan = HeuristicKind::Manhattan
        .build(&goal, &Limits::default())
        .unwrap();
    for samples in [1 << 63, u64::MAX] {
        let plan = CheckPlan::new(goal.size(), Some(samples));
        assert_eq!(plan.boards, u64::MAX);
        let mut checked = 0;
        let check = plan.run(
            &space,
            &manhattan,
            1,
            Threads::ONE,
            &Limits::default(),
            &mut |boards| {
                checked = boards;
                ControlFlow::Break(())
            },
        );
        assert!(matches!(check, Err(LabError::Interrupted)), "{check:?}");
        assert_eq!(checked, CHUNK as u64);
    }
}
