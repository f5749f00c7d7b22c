//! Replays solutions cell by cell, on maps of characters; knows the rules, and nothing of the solver.

use fifteen_blocks::{Axis, BlockMetric, Position, Puzzle, Solution};

/// A drawn map; a space is no floor.
type Map = Vec<Vec<char>>;

fn drawn(lines: Vec<String>) -> Map {
    lines.into_iter().map(|line| line.chars().collect()).collect()
}

/// A position whose gates are drawn as empty cells.
fn position_of(puzzle: &Puzzle, position: &Position) -> Map {
    let gate = |c: &char| puzzle.gates().iter().any(|gate| gate.label == *c);
    let open = |row: Vec<char>| row.into_iter().map(|c| if gate(&c) { '.' } else { c }).collect();
    drawn(puzzle.map(position)).into_iter().map(open).collect()
}

/// Fails if a piece stands in a gate that is not for it.
fn check_gates(puzzle: &Puzzle, map: &Map, piece: usize) {
    for (x, y) in cells_of(map, puzzle.pieces()[piece].label) {
        let cell = y as usize * puzzle.width() + x as usize;
        for gate in puzzle.gates().iter().filter(|gate| gate.cells.contains(&cell)) {
            assert!(gate.pieces.contains(&piece), "{} in the gate {}", puzzle.pieces()[piece].label, gate.label);
        }
    }
}

fn cells_of(map: &Map, label: char) -> Vec<(i32, i32)> {
    let mut cells = Vec::new();
    for (y, row) in map.iter().enumerate() {
        cells.extend(row.iter().enumerate().filter(|(_, c)| **c == label).map(|(x, _)| (x as i32, y as i32)));
    }
    cells
}

/// Moves a piece by one cell.
fn step(map: &mut Map, label: char, letter: char) {
    let (dx, dy) = match letter {
        'U' => (0, -1),
        'D' => (0, 1),
        'L' => (-1, 0),
        'R' => (1, 0),
        other => panic!("no direction: {other}"),
    };
    let cells = cells_of(map, label);
    assert!(!cells.is_empty(), "no piece {label}");
    for &(x, y) in &cells {
        map[y as usize][x as usize] = '.';
    }
    for (x, y) in cells.into_iter().map(|(x, y)| (x + dx, y + dy)) {
        assert!(x >= 0 && y >= 0, "{label} leaves the map");
        let cell = &mut map[y as usize][x as usize];
        assert_eq!(*cell, '.', "{label} going {letter} hits {cell}");
        *cell = label;
    }
}

/// Returns true if the drawn position meets the drawn goal.
fn meets(puzzle: &Puzzle, map: &Map) -> bool {
    let goal = drawn(puzzle.goal_map().unwrap());
    let gate = |c: char| puzzle.gates().iter().any(|gate| gate.label == c);
    let mut labels: Vec<char> =
        goal.iter().flatten().copied().filter(|&c| !matches!(c, ' ' | '#' | '.') && !gate(c)).collect();
    labels.sort_unstable();
    labels.dedup();
    let by_shape = puzzle.goal().unwrap().by_shape;
    let pieces: Vec<Vec<(i32, i32)>> = puzzle.pieces().iter().map(|p| cells_of(map, p.label)).collect();
    labels.into_iter().all(|label| {
        let wanted = cells_of(&goal, label);
        let group = puzzle.pieces().iter().find(|p| p.label == label).and_then(|p| p.group);
        let equal =
            puzzle.pieces().iter().zip(&pieces).filter(|(p, _)| p.group == group).any(|(_, cells)| *cells == wanted);
        if by_shape { pieces.contains(&wanted) } else { cells_of(map, label) == wanted || (group.is_some() && equal) }
    })
}

/// Panics unless the solution has that many moves of the metric, all by the rules, and ends in the goal.
pub(crate) fn check(puzzle: &Puzzle, solution: &Solution, metric: BlockMetric, length: u32) {
    let mut map = position_of(puzzle, puzzle.start());
    assert_eq!((solution.moves.len(), solution.positions.len()), (length as usize, length as usize));
    for (m, position) in solution.moves.iter().zip(&solution.positions) {
        let letters = m.letters();
        match metric {
            BlockMetric::Unit => assert_eq!(letters.len(), 1),
            BlockMetric::Straight => assert!(letters.chars().all(|c| letters.starts_with(c))),
            BlockMetric::AnyPath => (),
        }
        let before = map.clone();
        let piece = &puzzle.pieces()[m.piece];
        for letter in letters.chars() {
            let axis = if "LR".contains(letter) { Axis::Horizontal } else { Axis::Vertical };
            let (width, height) = piece.shape.extent();
            assert!(!puzzle.is_locked() || (width > height) == "LR".contains(letter), "{} leaves", piece.label);
            assert!(piece.axis.is_none_or(|own| own == axis), "{} leaves its line", piece.label);
            step(&mut map, piece.label, letter);
            check_gates(puzzle, &map, m.piece);
        }
        assert_ne!(map, before, "nothing moved");
        assert_eq!(map, position_of(puzzle, position), "the position does not go with the move");
    }
    assert!(meets(puzzle, &map), "not solved");
    assert!(puzzle.is_solved(solution.positions.last().unwrap_or(puzzle.start())));
}
