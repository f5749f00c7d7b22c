//! The order in which a beam search solves the outer rows and columns of a large board.
//!
//! A beam that is guided by the Manhattan distance alone moves the blank wherever tiles come closer
//! to their goals. In the end, a few tiles in distant corners are wrong, and fixing them would
//! destroy much of the rest. Therefore, the beam always works on one *group* of tiles: the next two
//! tiles of an outer row or column. When they have reached their goals, the group is *solved*: its
//! tiles never move again, and the next group follows. A table contains the minimum number of moves
//! that a group needs, including the moves that bring the blank to the group, so the beam always
//! finds its way. The Manhattan distance of the other tiles still decides which of the many ways
//! the beam takes.
//!
//! For example, these are the groups of a 6x6 board whose blank belongs in the last cell. Group `a`
//! is solved first. The 4x4 cells of the *core* are solved last, as a whole.
//!
//! ```text
//! a a b b c c
//! d g g h h i
//! e . . . . i
//! e . . . . .
//! f . . . . .
//! f . . . . .
//! ```
//!
//! A wide beam can solve a larger core, of up to 36 cells, and finds shorter solutions with it.
//!
//! A row or column of an odd number of tiles begins with a group of one tile. It always ends with
//! two, because the last tile alone could not reach its corner without moving its neighbour.
//!
//! If the unsolved rectangle is a square, the beam can continue with its top row or with its left
//! column. Both ways are *groups* of the same *stage*, and boards of both compete in the beam.

use std::collections::VecDeque;
use std::iter;
use std::sync::{Arc, OnceLock};

use fifteen_puzzle::Direction;
use fifteen_resources::map_in_parallel;

use super::MOST_CELLS;
use super::beam::COLLECTING;
use super::estimate::Estimate;
use crate::storage::Budget;
use crate::{LimitKind, Limits};

/// Additional weight of a move of an outer tile before the core is reached. It counts once for each
/// row or column by which the tile's goal is further out. For example, suppose that no cell of a
/// 6x6 board is solved yet. A move of a tile that belongs in the top row or the left column weighs
/// 16 + 6 * 2 = 28. A move of a tile that belongs in the next row or column weighs 26.
const OUTER: u32 = 2;
/// The weight that replaces [`OUTER`] while the beam search solves the core, which is the rest of
/// the board after all outer rows and columns. With a larger weight, solutions are shorter, but the
/// beam fails more often. It then drops almost all boards on which an outer tile has left its goal
/// to make way for another tile.
const CORE_OUTER: u32 = 1;

/// A set of cells: bit `n` is 1 if the set contains cell `n`.
type CellSet = u128;

/// The groups of tiles that a beam search solves, and their order. A plan is for boards of one size
/// whose blank belongs in the last cell.
pub(super) struct Plan {
    pub(super) cells: usize,
    /// The neighbour of each cell in each direction, or `None` at the edge of the board.
    pub(super) neighbours: Vec<[Option<u8>; 4]>,
    /// The alternative groups of tiles in each stage, of which a solution solves exactly one. A
    /// group consists of tiles of a row or column or, in the last stage, of the whole rest of the
    /// board.
    pub(super) stages: Vec<Vec<Group>>,
}

/// The tiles that a beam search moves to their goals next, and the cells that can still change.
pub(super) struct Group {
    /// The goal cells of the one or two tiles in this group. Empty if the group is the core, which
    /// is the part of the board that is solved last, as a whole.
    pub(super) tiles: Vec<u8>,
    /// The cells that can still change: all cells except the goal cells of solved groups.
    pub(super) free: CellSet,
    /// The estimate that guides the beam while it solves this group. It covers the moves of all
    /// tiles, not only of this group's tiles.
    pub(super) estimate: Estimate,
    /// The indices of the groups in the next stage that can follow this group.
    pub(super) successors: Vec<u8>,
    /// The table that [`Group::distance`] reads, empty until [`Plan::prepare`] computes it.
    /// Identical groups of two plans share one table, so that the table is computed and stored only
    /// once.
    distances: Arc<OnceLock<Distances>>,
}

/// The part of the board that remains when some outer rows and columns have been solved. It
/// contains the row `top` and all rows below it, from the column `left` to the right edge.
#[derive(Clone, Copy, PartialEq, Eq)]
struct UnsolvedRectangle {
    left: usize,
    top: usize,
}

/// A row or column that is solved in groups of one or two tiles.
struct Line {
    /// The unsolved rectangle before the line is solved.
    before: UnsolvedRectangle,
    /// The unsolved rectangle after the line is solved.
    after: UnsolvedRectangle,
    cells: Vec<u8>,
}

impl Plan {
    /// Creates the plan for boards of one size. The core, which is solved last as a whole, has at
    /// most `most` cells.
    pub(super) fn new(width: usize, height: usize, most: usize) -> Self {
        let cells = width * height;
        let neighbour = |cell: usize, direction: Direction| {
            let (columns, rows) = direction.delta();
            let column = (cell % width).checked_add_signed(columns as isize)?;
            let row = (cell / width).checked_add_signed(rows as isize)?;
            (column < width && row < height).then_some((row * width + column) as u8)
        };
        let neighbours = (0..cells).map(|cell| Direction::ALL.map(|d| neighbour(cell, d)));
        Self {
            cells,
            neighbours: neighbours.collect(),
            stages: stages(width, height, most),
        }
    }

    /// Shares the distance tables of identical groups with another plan, so that they are computed
    /// only once.
    pub(super) fn share_distances(&mut self, other: &Self) {
        let groups = self.stages.iter_mut().flatten();
        for (group, other) in groups.zip(other.stages.iter().flatten()) {
            if (&group.tiles, group.free) == (&other.tiles, other.free) {
                group.distances = Arc::clone(&other.distances);
            }
        }
    }

    /// Computes the distance tables that have not been built yet. Each group of tiles has one
    /// table, except for the core, which is solved last. The computation takes up to a second.
    pub(super) fn prepare(
        &self,
        threads: usize,
        limits: &Limits,
        budget: &mut Budget,
    ) -> Result<(), LimitKind> {
        let is_new = |group: &&Group| !group.tiles.is_empty() && group.distances.get().is_none();
        let groups: Vec<&Group> = self.stages.iter().flatten().collect();
        let groups: Vec<_> = groups.into_iter().filter(is_new).collect();
        let entries = |group: &&Group| Distances::entries(group);
        budget.take(size_of::<u16>() * groups.iter().map(entries).sum::<usize>())?;
        let prepare = |index: usize| {
            limits.check_interruption()?;
            let group = groups[index];
            group.distances.get_or_init(|| Distances::new(self, group));
            Ok(())
        };
        map_in_parallel(threads, groups.len(), &prepare)
            .into_iter()
            .collect()
    }

    /// Returns the maximum number of layers that a beam search still expands, from this stage on,
    /// if a solution may have at most `moves` more moves. The result is larger than `moves` because
    /// stages overlap. After a stage has first solved its group, it expands [`COLLECTING`] more
    /// layers, but the next stage begins at the depth of the first solved board.
    pub(super) fn layers(&self, stage: usize, moves: u32) -> u32 {
        moves + COLLECTING * (self.stages.len() - 1 - stage) as u32
    }

    /// Returns the moves of a blank on this cell that do not disturb a solved tile: each free
    /// neighbouring cell, with the direction that leads to it.
    #[inline]
    pub(super) fn steps(
        &self,
        group: &Group,
        cell: u8,
    ) -> impl Iterator<Item = (Direction, u8)> + use<'_> {
        let free = group.free;
        let neighbours = self.neighbours[usize::from(cell)];
        Direction::ALL
            .into_iter()
            .zip(neighbours)
            .filter_map(move |(direction, to)| {
                Some((direction, to.filter(|to| free >> to & 1 == 1)?))
            })
    }
}

/// Returns the groups of each stage for boards of one size. The last stage solves the core, which
/// is what remains after all outer rows and columns. The core has at most `most` cells.
fn stages(width: usize, height: usize, most: usize) -> Vec<Vec<Group>> {
    let mut stages: Vec<Vec<Group>> = Vec::new();
    let mut rectangles = vec![UnsolvedRectangle { left: 0, top: 0 }];
    loop {
        if rectangles[0].cells(width, height) <= most {
            let core = |rectangle| core(width, height, rectangle);
            stages.push(rectangles.into_iter().map(core).collect());
            return stages;
        }
        // All rows and columns that can be solved next have the same length, so they consist of the
        // same number of groups.
        let lines: Vec<Line> = rectangles
            .iter()
            .flat_map(|&rectangle| rectangle.lines(width, height))
            .collect();
        rectangles.clear();
        for line in &lines {
            if !rectangles.contains(&line.after) {
                rectangles.push(line.after);
            }
        }
        // The next stage begins to solve one of several rectangles. This list contains the
        // rectangle of each group in the next stage, in the order of the groups.
        let mut rectangle_of_group = Vec::new();
        for &rectangle in &rectangles {
            let groups = if rectangle.cells(width, height) <= most {
                1 // the core
            } else {
                rectangle.lines(width, height).len()
            };
            rectangle_of_group.extend(iter::repeat_n(rectangle, groups));
        }
        let count = lines[0].cells.len().div_ceil(2);
        for number in 0..count {
            let mut groups = Vec::new();
            for (index, line) in lines.iter().enumerate() {
                let successors = if number + 1 < count {
                    vec![index as u8]
                } else {
                    let after = |&group: &u8| rectangle_of_group[usize::from(group)] == line.after;
                    (0..rectangle_of_group.len() as u8).filter(after).collect()
                };
                groups.push(line.group(number, successors, width, height));
            }
            stages.push(groups);
        }
    }
}

/// Returns the group of the last stage, the core. It consists of all cells of the unsolved
/// rectangle, which are solved together.
fn core(width: usize, height: usize, rectangle: UnsolvedRectangle) -> Group {
    Group {
        tiles: Vec::new(),
        free: rectangle.free(width, height),
        estimate: Estimate::new(width, height, rectangle.left, rectangle.top, CORE_OUTER),
        successors: Vec::new(),
        distances: Arc::default(),
    }
}

impl UnsolvedRectangle {
    /// Returns the number of cells in the rectangle.
    fn cells(self, width: usize, height: usize) -> usize {
        (width - self.left) * (height - self.top)
    }

    /// Returns the set of cells in the rectangle.
    fn free(self, width: usize, height: usize) -> CellSet {
        let rows = self.top..height;
        let cells = rows.flat_map(|row| (self.left..width).map(move |column| row * width + column));
        cells.fold(0, |set, cell| set | 1 << cell)
    }

    /// Returns the rows and columns that can be solved next. They lie along the shorter side of
    /// this rectangle, so that the rest comes closer to a square. For example, a rectangle of 5
    /// columns and 7 rows continues with its top row. A square can continue with its top row or its
    /// left column.
    fn lines(self, width: usize, height: usize) -> Vec<Line> {
        let Self { left, top } = self;
        let (columns, rows) = (width - left, height - top);
        let mut lines = Vec::new();
        if rows >= columns {
            lines.push(Line {
                before: self,
                after: Self { left, top: top + 1 },
                cells: (left..width)
                    .map(|column| (top * width + column) as u8)
                    .collect(),
            });
        }
        if columns >= rows {
            lines.push(Line {
                before: self,
                after: Self {
                    left: left + 1,
                    top,
                },
                cells: (top..height)
                    .map(|row| (row * width + left) as u8)
                    .collect(),
            });
        }
        lines
    }
}

impl Line {
    /// Returns the group with the 0-based index `number` in this row or column.
    fn group(&self, number: usize, successors: Vec<u8>, width: usize, height: usize) -> Group {
        let end = 2 * (number + 1) - self.cells.len() % 2;
        let first = end.saturating_sub(2);
        let solved = self.cells[..first]
            .iter()
            .fold(0, |set, cell| set | 1 << cell);
        Group {
            tiles: self.cells[first..end].to_vec(),
            free: self.before.free(width, height) & !solved,
            estimate: Estimate::new(width, height, self.before.left, self.before.top, OUTER),
            successors,
            distances: Arc::default(),
        }
    }
}

impl Group {
    /// Returns the minimum number of moves that bring this group's tiles from the cells `at` to
    /// their goals, if all other tiles are ignored. Returns 0 for the core, which is the part of
    /// the board that is solved last, because it has no distance table.
    #[inline]
    pub(super) fn distance(&self, blank: u8, at: [u8; 2]) -> u32 {
        match self.distances.get() {
            Some(distances) => distances.moves[distances.index(blank, at)].into(),
            None => 0,
        }
    }

    /// Returns the cells of the group's tiles on a board. If the group has fewer than two tiles,
    /// the remaining items are `MOST_CELLS`, which is not a cell.
    pub(super) fn positions(&self, board: &[u8]) -> [u8; 2] {
        let mut at = [MOST_CELLS as u8; 2];
        for (at, tile) in at.iter_mut().zip(&self.tiles) {
            if let Some(cell) = board.iter().position(|other| other == tile) {
                *at = cell as u8;
            }
        }
        at
    }
}

/// A table of the minimum number of moves that bring a group's tiles to their goal cells, for each
/// position of these tiles and of the blank. All other tiles are ignored.
struct Distances {
    /// The 0-based index of each free cell among all free cells, and 0 for all other cells. The
    /// table is indexed by these numbers instead of cells, so it needs no entries for solved cells.
    numbers: [u8; MOST_CELLS + 1],
    /// The index of a table entry is `factors[0] * blank + factors[1] * first + second`. The three
    /// values are the `numbers` of the cells of the blank, the first tile and the second tile.
    factors: [usize; 2],
    moves: Vec<u16>,
}

impl Distances {
    fn entries(group: &Group) -> usize {
        (group.free.count_ones() as usize).pow(1 + group.tiles.len() as u32)
    }

    /// Computes the table by breadth-first search from the goal.
    fn new(plan: &Plan, group: &Group) -> Self {
        const UNKNOWN: u16 = u16::MAX;
        let mut numbers = [0; MOST_CELLS + 1];
        let free = (0..plan.cells as u8).filter(|cell| group.free >> cell & 1 == 1);
        for (number, cell) in free.clone().enumerate() {
            numbers[usize::from(cell)] = number as u8;
        }
        let count = group.free.count_ones() as usize;
        let factors = match group.tiles.len() {
            1 => [count, 1],
            _ => [count * count, count],
        };
        let mut distances = Self {
            numbers,
            factors,
            moves: vec![UNKNOWN; Self::entries(group)],
        };
        let mut goal = [MOST_CELLS as u8; 2];
        goal[..group.tiles.len()].copy_from_slice(&group.tiles);
        let mut queue = VecDeque::new();
        for blank in free.filter(|blank| !group.tiles.contains(blank)) {
            let index = distances.index(blank, goal);
            distances.moves[index] = 0;
            queue.push_back((blank, goal));
        }
        while let Some((blank, at)) = queue.pop_front() {
            let moves = distances.moves[distances.index(blank, at)] + 1;
            for (_, to) in plan.steps(group, blank) {
                let next = at.map(|tile| if tile == to { blank } else { tile });
                let index = distances.index(to, next);
                if distances.moves[index] == UNKNOWN {
                    distances.moves[index] = moves;
                    queue.push_back((to, next));
                }
            }
        }
        distances
    }

    #[inline]
    fn index(&self, blank: u8, at: [u8; 2]) -> usize {
        let number = |cell: u8| usize::from(self.numbers[usize::from(cell)]);
        number(blank) * self.factors[0] + number(at[0]) * self.factors[1] + number(at[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every sequence of groups that a beam can solve in successive stages, ending with the
    /// core. Each cell must belong to exactly one of the groups, and a solved cell must not be
    /// free.
    #[test]
    fn every_way_through_the_stages_solves_each_cell_once() {
        for (width, height) in [(6, 6), (7, 5), (9, 8), (2, 13), (10, 10), (3, 9)] {
            let plan = Plan::new(width, height, 16);
            let mut ways: Vec<(usize, CellSet)> =
                (0..plan.stages[0].len()).map(|index| (index, 0)).collect();
            for stage in &plan.stages {
                let mut next = Vec::new();
                for (index, solved) in ways {
                    let group = &stage[index];
                    assert_eq!(group.free | solved, (1 << plan.cells) - 1);
                    assert_eq!(group.free & solved, 0);
                    let tiles = group.tiles.iter().fold(0, |set, tile| set | 1 << tile);
                    assert_eq!(tiles & group.free, tiles);
                    let successors = group.successors.iter();
                    next.extend(successors.map(|&index| (index.into(), solved | tiles)));
                    let is_core = group.tiles.is_empty();
                    assert_eq!(is_core, group.successors.is_empty());
                    assert!(!is_core || group.free.count_ones() <= 16);
                }
                ways = next;
            }
            assert!(ways.is_empty());
        }
    }

    /// Checks each distance against the distances of the neighbouring states. A state in which the
    /// group is not solved has a neighbour that is one move closer, and no neighbour that is even
    /// closer.
    #[test]
    fn distances_shrink_by_one_along_a_shortest_way() {
        let plan = Plan::new(6, 5, 16);
        plan.prepare(1, &Limits::default(), &mut Budget::new(None))
            .unwrap();
        for group in plan
            .stages
            .iter()
            .flatten()
            .filter(|group| !group.tiles.is_empty())
        {
            let free: Vec<u8> = (0..30).filter(|cell| group.free >> cell & 1 == 1).collect();
            let seconds = if group.tiles.len() == 2 {
                &free[..]
            } else {
                &[MOST_CELLS as u8]
            };
            let places = free
                .iter()
                .flat_map(|&first| seconds.iter().map(move |&second| [first, second]));
            for at in places.filter(|at| at[0] != at[1]) {
                for &blank in free.iter().filter(|blank| !at.contains(blank)) {
                    let moves = group.distance(blank, at);
                    let closest = plan.steps(group, blank).map(|(_, to)| {
                        group.distance(to, at.map(|tile| if tile == to { blank } else { tile }))
                    });
                    let is_solved = group.tiles == at[..group.tiles.len()];
                    assert_eq!(moves == 0, is_solved);
                    let closest = closest.min().unwrap();
                    assert!(is_solved && closest <= 1 || closest + 1 == moves);
                }
            }
        }
    }
}
