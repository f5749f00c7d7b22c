//! The designers' questions, against slow and obvious answers.

use std::collections::{HashMap, HashSet};

use fifteen_blocks::{
    Arrangements, Axis, BlockMetric, BlockOptions, BlockSpace, Position, Puzzle, RandomLayouts, StopReason, drawing,
    hardest_arrangements, longest_path, survey,
};
use fifteen_search::{LimitKind, Limits, StateSpace};

use crate::naive::Naive;
use crate::{counted, puzzle, serial, solved};

const SMALL: [&str; 3] = [
    "## dominoes\nstart goal\nAAB   ...\nC.B   ...\nC..   .AA\n",
    "## locked\npieces: rush-hour\nstart goal\nA.BB  ....\nA.C.  ....\nDDC.  ..DD\n",
    "## gate\ngate: - for A\nstart goal\nAB-.  ....\nCC..  ...A\n",
];

/// Each small puzzle in each metric, with moves of single pieces and with joint moves.
fn cases() -> impl Iterator<Item = (&'static str, BlockOptions)> {
    let metrics = || BlockMetric::ALL.into_iter().flat_map(|metric| [(metric, false), (metric, true)]);
    let options = |(metric, joint_moves)| BlockOptions { joint_moves, ..serial(metric) };
    SMALL.into_iter().flat_map(move |text| metrics().map(move |case| (text, options(case))))
}

/// The distances of all positions from one.
fn distances(puzzle: &Puzzle, metric: BlockMetric, from: Position) -> HashMap<Position, u32> {
    let space = BlockSpace::new(puzzle, metric);
    let mut found = HashMap::from([(from.clone(), 0)]);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(position) = queue.pop_front() {
        let distance = found[&position];
        for m in space.moves(&position, None).collect::<Vec<_>>() {
            let mut next = position.clone();
            space.apply(&mut next, m);
            if !found.contains_key(&next) {
                found.insert(next.clone(), distance + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

#[test]
fn the_longest_of_all_shortest_paths() {
    for (text, metric) in SMALL.into_iter().flat_map(|text| BlockMetric::ALL.map(|metric| (text, metric))) {
        let puzzle = puzzle(text);
        let start = BlockSpace::new(&puzzle, metric).start();
        let all = distances(&puzzle, metric, start);
        let longest =
            all.keys().map(|from| distances(&puzzle, metric, from.clone()).into_values().max().unwrap()).max();
        let found = longest_path(&puzzle, &serial(metric), &mut |_| ()).unwrap().unwrap();
        assert_eq!((Some(found.distance), found.states), (longest, all.len() as u64), "{text}{metric}");
        assert_eq!(distances(&puzzle, metric, found.from)[&found.to], found.distance);
    }
}

/// A stop keeps what was found: two positions at the distance that is said, which may be too small.
#[test]
fn the_longest_path_so_far() {
    let puzzle = puzzle(SMALL[0]);
    let all = longest_path(&puzzle, &serial(BlockMetric::Unit), &mut |_| ()).unwrap().unwrap();
    let stopped = |searches: u64| {
        let limits = Limits { nodes: Some(searches * all.states), ..Limits::default() };
        longest_path(&puzzle, &BlockOptions { limits, ..serial(BlockMetric::Unit) }, &mut |_| ()).unwrap()
    };
    assert_eq!(stopped(1), Err(StopReason::Limit(LimitKind::Nodes)));
    let found = stopped(2).unwrap();
    assert_eq!(found.stopped, Some(StopReason::Limit(LimitKind::Nodes)));
    assert!((1..=all.distance).contains(&found.distance) && found.distance >= all.distance.div_ceil(2));
    assert_eq!(distances(&puzzle, BlockMetric::Unit, found.from)[&found.to], found.distance);
    assert_eq!(stopped(1_000), Ok(all));
}

#[test]
fn the_longest_path_with_joint_moves() {
    for (text, options) in cases().filter(|(_, options)| options.joint_moves) {
        let puzzle = puzzle(text);
        let naive = Naive::new(&puzzle, options.metric, true).with_joint_moves();
        let found = longest_path(&puzzle, &options, &mut |_| ()).unwrap().unwrap();
        assert_eq!(found.distance, naive.longest(), "{text}{}", options.metric);
        for end in [&found.from, &found.to] {
            let all = counted(&puzzle.starting_from(end), &options);
            assert_eq!((all.largest, all.states), (found.distance, found.states));
        }
    }
}

/// The graph of all states takes memory, which is counted with the neighbours that there are.
#[test]
fn the_longest_path_keeps_to_its_memory() {
    let puzzle = puzzle(SMALL[0]);
    for joint_moves in [false, true] {
        let options = BlockOptions { joint_moves, memory: Some(1 << 20), ..serial(BlockMetric::Unit) };
        assert!(longest_path(&puzzle, &options, &mut |_| ()).unwrap().is_ok());
        let options = BlockOptions { memory: Some(1000), ..options };
        assert_eq!(longest_path(&puzzle, &options, &mut |_| ()), Ok(Err(StopReason::Memory)));
    }
}

/// All layouts that random placement finds on a small board: the hardest of them is the hardest arrangement.
#[test]
fn the_hardest_of_all_arrangements() {
    for (text, options) in cases() {
        let puzzle = puzzle(text);
        let layouts = RandomLayouts::new(&puzzle, 1);
        let mut lengths = HashMap::new();
        for layout in (0..3000).filter_map(|number| layouts.get(number)) {
            // Here a locked piece keeps to its own line.
            let same_lines = |piece: usize| {
                let (a, b) = (puzzle.start().anchor(piece), layout.start().anchor(piece));
                let width = puzzle.width();
                match puzzle.pieces()[piece].axis {
                    Some(Axis::Horizontal) => a / width == b / width,
                    Some(Axis::Vertical) => a % width == b % width,
                    None => true,
                }
            };
            let key = layout.map(layout.start());
            if (0..puzzle.pieces().len()).all(same_lines) && !lengths.contains_key(&key) {
                lengths.insert(key, solved(&layout, &options).length);
            }
        }
        let found = hardest_arrangements(&puzzle, &options, &mut |_| ()).unwrap().unwrap().unwrap();
        for position in &found.positions {
            assert_eq!(solved(&puzzle.starting_from(position), &options).length, Some(found.distance));
        }
        let hardest = lengths.values().copied().max().flatten();
        assert_eq!(hardest, Some(found.distance), "{text}{}", options.metric.kind(options.joint_moves));
    }
}

#[test]
fn arrangements_are_estimated() {
    let klotski = puzzle("start\nA**B\nA**B\nCDDE\nCFGE\nH..I\n");
    let found = Arrangements::estimate(&klotski, 20_000, 1, &Limits::default());
    assert!((found.number - 65_880.0).abs() < 4.0 * found.error && found.error < 2000.0, "{found:?}");
    assert_eq!(found, Arrangements::estimate(&klotski, 20_000, 1, &Limits::default()));
    // Two cells of three for two equal pieces; with named ones, in two orders.
    assert_eq!(Arrangements::estimate(&puzzle("start\nAB.\n"), 100, 7, &Limits::default()).number, 3.0);
}

#[test]
fn surveys() {
    let stuck = puzzle("start goal\nAB#C. ..#.C\n");
    let found = survey(&stuck, &serial(BlockMetric::Unit), &mut |_| ()).unwrap();
    assert_eq!((found.states, found.solvable, &found.stuck[..]), (2, Some(true), &[0, 1][..]));
    // Pieces may be held although equal ones move.
    let text = "start\n.BB\nCC.\n AA\n.#.\n#DD\n";
    let held = survey(&crate::puzzle(text), &serial(BlockMetric::Unit), &mut |_| ()).unwrap();
    assert_eq!((held.states, &held.stuck[..]), (4, &[2, 3][..]));
    let klotski = puzzle("start goal\nA**B  ....\nA**B  ....\nCDDE  ....\nCFGE  .**.\nH..I  .**.\n");
    let found = survey(&klotski, &serial(BlockMetric::Unit), &mut |_| ()).unwrap();
    assert_eq!((found.states, found.symmetries, found.stuck.len()), (25_955, 1, 0));
    let closed = survey(&puzzle("start goal\nA#.   .#A\n"), &serial(BlockMetric::Unit), &mut |_| ()).unwrap();
    assert_eq!(closed.solvable, Some(false));
    // Pieces that only move together.
    let ring = crate::puzzle("start   goal\nAAA.    .AAA\nABA.    .A.A\nAAA.    .AAA\n");
    for (joint_moves, stuck, solvable) in [(false, &[0, 1][..], false), (true, &[], true)] {
        let options = BlockOptions { joint_moves, ..serial(BlockMetric::Unit) };
        let found = survey(&ring, &options, &mut |_| ()).unwrap();
        assert_eq!((&found.stuck[..], found.solvable), (stuck, Some(solvable)));
    }
}

#[test]
fn layouts_follow_from_their_number() {
    let puzzle = puzzle(SMALL[0]);
    let layouts = RandomLayouts::new(&puzzle, 7);
    let drawn = |seed: u64| -> Vec<_> {
        let layouts = RandomLayouts::new(&puzzle, seed);
        (0..50).filter_map(|number| layouts.get(number)).map(|layout| drawing(&layout)).collect()
    };
    assert_eq!(layouts.get(3), layouts.get(3));
    assert_eq!(drawn(7), drawn(7));
    assert_ne!(drawn(7), drawn(8));
    assert!(drawn(7).into_iter().collect::<HashSet<_>>().len() > 10);
}

/// A layout is written and read back, also where a piece stands on a gate that lets it in.
#[test]
fn layouts_show_their_gates() {
    let puzzle = puzzle(SMALL[2]);
    let layouts: Vec<Puzzle> = (0..200).filter_map(|number| RandomLayouts::new(&puzzle, 1).get(number)).collect();
    assert!(layouts.len() > 100);
    let seen = |p: &Puzzle| (p.map(p.start()), p.floor_map());
    assert!(layouts.iter().all(|layout| seen(&crate::puzzle(&layout.to_string())) == seen(layout)));
    let on_gate = |label| layouts.iter().filter(|p| p.map(p.start())[0].find(label) == Some(2)).count();
    assert!(on_gate('A') > 0 && on_gate('B') == 0);
}

#[test]
fn mirror_images_have_one_drawing() {
    let one = "start goal\nAAB   ...\n..B   ...\nC..   .AA\n";
    let mirrored = "start goal\nBAA   ...\nB..   ...\n..C   AA.\n";
    let renamed = one.replace('C', "Z").replace('B', "Y");
    assert_eq!(drawing(&puzzle(one)), drawing(&puzzle(mirrored)));
    assert_eq!(drawing(&puzzle(one)), drawing(&puzzle(&renamed)));
    assert_ne!(drawing(&puzzle(one)), drawing(&puzzle(&one.replace(".AA\n", "AA.\n"))));
}

/// Layouts differ in what the names of pieces mean for the goal and for gates, and in the shapes of the goal.
#[test]
fn other_puzzles_have_other_drawings() {
    let pairs = [
        ["equal: AB CD\nstart goal\nABCD  CDAB\n", "equal: AB CD\nstart goal\nACBD  CDAB\n"],
        ["gate: - for A\nstart  goal\nAB.-C  ...C.\n", "gate: - for A\nstart  goal\nBA.-C  ...C.\n"],
        [
            "goal: by-shape\nstart goal\nAA.C  ....\n...C  .AA.\nD.BB  .BB.\nD...  ....\n",
            "goal: by-shape\nstart goal\nA.DD  ....\nA...  .CC.\n..B.  .DD.\nCCB.  ....\n",
        ],
    ];
    for pair in pairs {
        let [one, other] = pair.map(puzzle);
        assert_ne!(drawing(&one), drawing(&other), "{}", pair[1]);
    }
    let grouped = "equal: AB CD\nstart goal\nABCD  CDAB\n";
    assert_eq!(drawing(&puzzle(grouped)), drawing(&puzzle(&grouped.replace("ABCD ", "BADC "))));
    assert_eq!(drawing(&puzzle(grouped)), drawing(&puzzle("equal: AB CD\nstart goal\nDCBA  BACD\n")), "mirrored");
}
