//! A Proptest strategy for small random puzzles in the text format. If a test fails, Proptest
//! searches for the smallest puzzle with which it also fails.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

type Grid = Vec<Vec<char>>;

/// A random piece: its first cell, its maximum number of cells, for each further cell whether it is
/// to the right of the previous cell or below it, and the distance between consecutive cells.
type RandomPiece = (Index, usize, Vec<bool>, usize);

/// How a piece in the goal differs from the start: the piece, and the differences of its column and
/// its row.
type GoalMove = (Index, i32, i32);

/// A random gate: its two cells, and the labels of the pieces that may enter them.
type RandomGate = (Index, Index, &'static str);

prop_compose! {
    /// A board of at most 4 x 4 cells with some pieces and a few walls and holes, with or without a
    /// goal.
    pub(crate) fn text()(
        (width, height) in (2usize..5, 2usize..5),
        ground in prop_oneof![
            vec(Just('.'), 16),
            vec(prop_oneof![12 => Just('.'), 1 => Just('#'), 1 => Just(' ')], 16),
        ],
        locked in prop::bool::weighted(0.2),
        by_shape in prop::bool::weighted(0.25),
        equal in prop::bool::weighted(0.4),
        gates in prop_oneof![2 => Just(Vec::new()), 1 => vec((any::<Index>(), any::<Index>(), prop_oneof![Just("A"), Just("B"), Just("AB")]), 1..3)],
        has_floor in any::<bool>(),
        axes in prop_oneof![3 => Just(""), 1 => Just("horizontal: A\nvertical: B\n"), 1 => Just("vertical: A\n")],
        pieces in vec((any::<Index>(), 1usize..5, vec(any::<bool>(), 4), prop_oneof![9 => Just(1usize), 1 => Just(2)]), 1..11),
        goal_moves in prop_oneof![1 => Just(Vec::new()), 11 => vec((any::<Index>(), -3i32..4, -3i32..4), 1..9)],
    ) -> String {
        let mut start: Grid = ground.chunks(width).take(height).map(<[char]>::to_vec).collect();
        for (piece, label) in pieces.iter().take((width * height * 2 / 3).max(1)).zip(('A'..='Z').chain(['*'])) {
            grow(&mut start, label, piece, locked);
        }
        // A row that consists of spaces would end the map.
        for row in start.iter_mut().filter(|row| row.iter().all(|&c| c == ' ')) {
            row[0] = '#';
        }
        let goal = goal(&start, &goal_moves);
        let has = |label: char| start.iter().flatten().any(|&c| c == label);
        let axes = axes.lines().filter(|line| !locked && line.chars().last().is_some_and(has)).map(|line| line.to_owned() + "\n");
        let mut keys: String = axes.collect();
        let equal = equal && !by_shape && keys.is_empty();
        let gates: Vec<RandomGate> = if equal { Vec::new() } else { gates };
        let floor = draw_gates(&mut start, &gates, has_floor, &mut keys);
        write(&start, goal, floor, locked, by_shape, equal, &keys)
    }
}

/// Draws gates on empty cells. If there is a floor map, gates are also drawn below pieces that may
/// enter them. Returns the floor map.
fn draw_gates(
    start: &mut Grid,
    gates: &[RandomGate],
    has_floor: bool,
    keys: &mut String,
) -> Option<Grid> {
    let mut floor = start.clone();
    floor
        .iter_mut()
        .flatten()
        .filter(|c| !matches!(c, ' ' | '#'))
        .for_each(|c| *c = '.');
    for ((one, other, names), label) in gates.iter().zip("-=".chars()) {
        let has = |label: char| start.iter().flatten().any(|&c| c == label);
        let cells = (0..start.len()).flat_map(|y| (0..start[0].len()).map(move |x| (x, y)));
        let is_open = |&(x, y): &(usize, usize)| {
            start[y][x] == '.' || has_floor && names.contains(start[y][x])
        };
        let open: Vec<(usize, usize)> = cells
            .filter(|&(x, y)| floor[y][x] == '.' && is_open(&(x, y)))
            .collect();
        if open.is_empty() || !names.chars().all(has) {
            continue;
        }
        *keys += &format!("gate: {label} for {names}\n");
        for (x, y) in [one, other].map(|index| *index.get(&open)) {
            floor[y][x] = label;
            if start[y][x] == '.' {
                start[y][x] = label;
            }
        }
    }
    has_floor.then_some(floor)
}

/// Adds a piece that begins at a random cell and extends as far as there is room. At least two
/// cells of the board are left empty.
fn grow(grid: &mut Grid, label: char, (first, size, turns, distance): &RandomPiece, locked: bool) {
    let (height, width) = (grid.len(), grid[0].len());
    let cell = first.index(width * height);
    let (mut x, mut y) = (cell % width, cell / width);
    let mut cells = Vec::new();
    let (size, distance) = if locked {
        (2 + size % 2, 1)
    } else {
        (*size, *distance)
    };
    for &turn in &turns[..size] {
        if x >= width
            || y >= height
            || grid[y][x] != '.'
            || grid.iter().flatten().filter(|c| **c == '.').count() <= 2
        {
            break;
        }
        grid[y][x] = label;
        cells.push((x, y));
        (x, y) = if if locked { turns[0] } else { turn } {
            (x + distance, y)
        } else {
            (x, y + distance)
        };
    }
    if locked && cells.len() < 2 {
        cells.into_iter().for_each(|(x, y)| grid[y][x] = '.');
    }
}

/// Returns a goal map that shows one or two pieces at locations to which they were moved, or `None`
/// if no piece fits anywhere.
fn goal(start: &Grid, moves: &[GoalMove]) -> Option<Grid> {
    let is_piece = |c: &char| !matches!(c, ' ' | '#' | '.');
    let mut labels: Vec<char> = start.iter().flatten().copied().filter(is_piece).collect();
    labels.sort_unstable();
    labels.dedup();
    let mut goal: Grid = start.clone();
    goal.iter_mut()
        .flatten()
        .filter(|c| is_piece(c))
        .for_each(|c| *c = '.');
    let mut placed = Vec::new();
    for &(index, dx, dy) in moves.iter().filter(|_| !labels.is_empty()) {
        let label = *index.get(&labels);
        let cells = start
            .iter()
            .zip(0i32..)
            .flat_map(|(row, y)| row.iter().zip(0i32..).map(move |(c, x)| (*c, x, y)));
        let target: Vec<(usize, usize)> = cells
            .filter(|c| c.0 == label)
            .map(|(_, x, y)| ((x + dx) as usize, (y + dy) as usize))
            .collect();
        let fits = |&(x, y): &(usize, usize)| goal.get(y).and_then(|row| row.get(x)) == Some(&'.');
        if placed.len() < 2 && !placed.contains(&label) && target.iter().all(fits) {
            target.into_iter().for_each(|(x, y)| goal[y][x] = label);
            placed.push(label);
        }
    }
    (!placed.is_empty()).then_some(goal)
}

/// Returns up to two groups of interchangeable pieces. Each group contains the labels of two pieces
/// of the same shape.
fn equal_pieces(grid: &Grid) -> String {
    let cells = |label: char| -> Vec<(i32, i32)> {
        let all = grid
            .iter()
            .zip(0..)
            .flat_map(|(row, y)| row.iter().zip(0..).map(move |(c, x)| (*c, x, y)));
        all.filter(|cell| cell.0 == label)
            .map(|(_, x, y)| (x, y))
            .collect()
    };
    let shape = |label: char| -> Vec<(i32, i32)> {
        let cells = cells(label);
        cells
            .iter()
            .map(|(x, y)| (x - cells[0].0, y - cells[0].1))
            .collect()
    };
    let mut labels: Vec<char> = grid
        .iter()
        .flatten()
        .copied()
        .filter(|c| !matches!(c, ' ' | '#' | '.'))
        .collect();
    labels.sort_unstable();
    labels.dedup();
    let mut groups: Vec<String> = Vec::new();
    while let Some(first) = labels.pop() {
        if let Some(other) = labels
            .iter()
            .rposition(|&label| shape(label) == shape(first))
        {
            groups.push([first, labels.remove(other)].iter().collect());
        }
    }
    groups.truncate(2);
    groups.join(" ")
}

fn write(
    start: &Grid,
    goal: Option<Grid>,
    floor: Option<Grid>,
    locked: bool,
    by_shape: bool,
    equal: bool,
    keys: &str,
) -> String {
    let mut text = String::from("## random\nsource: proptest\n");
    text += if locked { "pieces: rush-hour\n" } else { "" };
    text += if by_shape { "goal: by-shape\n" } else { "" };
    text += keys;
    let groups = if equal {
        equal_pieces(start)
    } else {
        String::new()
    };
    text += &if groups.is_empty() {
        groups
    } else {
        format!("equal: {groups}\n")
    };
    let maps = [
        ("start", Some(start)),
        ("goal", goal.as_ref()),
        ("floor", floor.as_ref()),
    ];
    let maps: Vec<(&str, &Grid)> = maps
        .into_iter()
        .filter_map(|(word, map)| Some((word, map?)))
        .collect();
    // Do not pad the last map, because trailing spaces mark cells outside the board.
    let mut line = |parts: Vec<String>| {
        let (last, before) = parts.split_last().unwrap();
        text += &before
            .iter()
            .map(|part| format!("{part:10}"))
            .collect::<String>();
        writeln!(text, "{last}").unwrap();
    };
    line(maps.iter().map(|(word, _)| (*word).to_owned()).collect());
    (0..start.len()).for_each(|y| {
        line(
            maps.iter()
                .map(|(_, map)| map[y].iter().collect())
                .collect(),
        )
    });
    text
}
