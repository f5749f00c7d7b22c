use std::collections::HashMap;

use fifteen_search::tiles::HeuristicKind;
use fifteen_solver::{MissingTables, Setup};

use super::*;

fn goal(size: &str) -> Board {
    Goal::Last.board(size.parse().unwrap()).unwrap()
}

fn boards(size: &str, depth: u32, seed: u64) -> BoardsOfDepth {
    let setup = Setup {
        missing_tables: MissingTables::BuildFallback,
        ..Setup::default()
    };
    let open = || setup.open(goal(size).size());
    BoardsOfDepth::new(
        &goal(size),
        depth,
        seed,
        Threads::All,
        &Arc::default(),
        open,
    )
    .unwrap()
}

/// Returns the share of cells on which two boards agree, averaged over all pairs of boards that are
/// `apart` positions apart in `boards`. Independent boards agree on few cells.
fn agreement(boards: &[Board], apart: usize) -> f64 {
    let same = |(a, b): (&Board, &Board)| {
        a.tiles()
            .iter()
            .zip(b.tiles())
            .filter(|(a, b)| a == b)
            .count()
    };
    let pairs = boards.len() - apart;
    boards.iter().zip(&boards[apart..]).map(same).sum::<usize>() as f64 / (pairs * 16) as f64
}

#[test]
fn boards_are_independent_of_earlier_ones_and_never_repeated() {
    for (depth, count, most) in [(30, 1000, 0.02), (60, 12, 0.15)] {
        let mut stream = boards("4x4", depth, 11);
        let drawn: Vec<Board> = (0..count)
            .map(|_| stream.draw(&mut || ()).unwrap().unwrap())
            .collect();
        assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), count);
        let solver = Arc::clone(stream.solver().unwrap());
        let length = |board: &Board| solver.solve(board, &Limits::default()).unwrap().length;
        assert!(
            drawn
                .iter()
                .step_by(count / 12)
                .all(|board| length(board) == Some(depth))
        );
        let [near, far] = [1, count / 2].map(|apart| agreement(&drawn, apart));
        assert!(
            stream.is_uniform() && (near - far).abs() < most,
            "depth {depth}: {near} and {far}"
        );
    }
}

/// If all boards are equally likely, Pearson's chi-squared statistic is on average the number of
/// boards minus one.
#[test]
fn every_board_is_equally_likely() {
    let (goal, depth) = (goal("3x3"), 11);
    let count = DepthCounts::for_goal(&goal, Metric::SingleTile)
        .unwrap()
        .counts[depth as usize];
    let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(goal.size());
    let by_paths = BoardsOfDepth {
        method: DrawMethod::Sampled(Box::new(SampledBoards {
            goal,
            depth,
            sampling: Sampling::RandomPaths(RandomPaths::new(&goal, depth)),
            random: RandomBoards::new(goal, 5),
            solver: Arc::new(solver.unwrap()),
            limits: Limits::default(),
        })),
        ..boards("3x3", depth, 5)
    };
    let listed = BoardsOfDepth {
        method: DrawMethod::Known(KnownBoards::List(listed(&goal, depth).unwrap())),
        ..boards("3x3", depth, 6)
    };
    for mut stream in [boards("3x3", depth, 7), by_paths, listed] {
        let mut drawn: HashMap<Board, u32> = HashMap::new();
        for _ in 0..20 * count {
            stream.drawn.clear();
            *drawn
                .entry(stream.draw(&mut || ()).unwrap().unwrap())
                .or_default() += 1;
        }
        assert_eq!(drawn.len() as u64, count);
        let squared = drawn
            .values()
            .map(|&times| (f64::from(times) - 20.0).powi(2) / 20.0)
            .sum::<f64>();
        let (mean, deviation) = (count as f64 - 1.0, (2.0 * count as f64).sqrt());
        assert!(
            (squared - mean).abs() < 4.0 * deviation,
            "{squared}, expected {mean} +- {deviation}"
        );
    }
}

#[test]
fn all_boards_of_a_depth_with_few_boards_are_found() {
    for (size, depth, count) in [
        ("3x3", 31, 2),
        ("4x4", 80, 17),
        ("5x4", 2, 4),
        ("2x9", 1, 2),
    ] {
        let mut stream = boards(size, depth, 1);
        let drawn: HashSet<Board> =
            std::iter::from_fn(|| stream.draw(&mut || ()).unwrap()).collect();
        assert_eq!(
            (drawn.len(), stream.is_uniform()),
            (count, true),
            "{size}, depth {depth}"
        );
    }
    assert_eq!(
        [35, 69, 70].map(|depth| boards("4x4", depth, 1).is_uniform()),
        [true, true, false]
    );
}
