//! Heuristics by their definitions: slow twins of the fast ones.

use std::collections::HashMap;

use crate::support::*;

/// Linear conflict by definition: the largest set of tiles of a line no two of which are in the wrong order.
pub(super) fn linear_conflict(size: Size, state: &TileState) -> u32 {
    let cells = 0..size.cells();
    let tiles = cells.clone().filter(|&cell| cell != state.blank());
    let manhattan: usize = tiles.map(|cell| size.manhattan(cell, state.tile(cell))).sum();
    let row_column = |cell: usize| <[usize; 2]>::from(size.row_column(cell));
    let mut leaving = 0;
    for axis in 0..2 {
        let line = |cell| row_column(cell)[axis];
        let place = |cell| row_column(cell)[1 - axis];
        for number in 0..[size.height(), size.width()][axis] {
            let here = cells.clone().filter(|&cell| line(cell) == number && cell != state.blank());
            let goals: Vec<usize> = here.map(|c| state.tile(c)).filter(|&t| line(t) == number).map(place).collect();
            let fits = |set: &u32| {
                let kept: Vec<_> = (0..goals.len()).filter(|i| set >> i & 1 == 1).map(|i| goals[i]).collect();
                kept.is_sorted()
            };
            let most = (0..1_u32 << goals.len()).filter(fits).map(u32::count_ones).max().unwrap();
            leaving += goals.len() as u32 - most;
        }
    }
    manhattan as u32 + 2 * leaving
}

/// The number of tiles of each goal line in each line, and the blank's line.
type Matrix = (Vec<Vec<usize>>, usize);

/// Walking distance by definition, for one direction: a search over matrices, from the goal.
pub(super) fn walking(lines: usize, cells: usize, blank: usize) -> HashMap<Matrix, u32> {
    let mut goal = vec![vec![0; lines]; lines];
    (0..lines).for_each(|line| goal[line][line] = cells - usize::from(line == blank));
    let mut known = HashMap::from([((goal.clone(), blank), 0)]);
    let mut queue = vec![(goal, blank)];
    let mut next = 0;
    while let Some((matrix, line)) = queue.get(next).cloned() {
        let distance = known[&(matrix.clone(), line)];
        for other in [line.wrapping_sub(1), line + 1].into_iter().filter(|&other| other < lines) {
            for goal in (0..lines).filter(|&goal| matrix[other][goal] > 0) {
                let mut child = matrix.clone();
                child[other][goal] -= 1;
                child[line][goal] += 1;
                known.entry((child.clone(), other)).or_insert_with(|| {
                    queue.push((child, other));
                    distance + 1
                });
            }
        }
        next += 1;
    }
    known
}
