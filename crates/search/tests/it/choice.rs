//! Tests of goal patterns that several boards match. Lengths are compared with a slow breadth-first
//! search and with published results, and solutions are replayed.

use std::collections::{HashSet, VecDeque};

use fifteen_puzzle::parity::Unsolvable;
use fifteen_puzzle::{GoalPattern, GridPath, RandomNumbers, TileGrid};
use fifteen_search::tiles::ChoiceSpace;

use crate::support::*;

/// Whether the tiles match the goal pattern, tested cell by cell as the definition says.
fn reaches(tiles: &[u8], goal: &GoalPattern) -> bool {
    let agrees = |(tile, cell): (&u8, &Option<u8>)| cell.is_none_or(|named| named == *tile);
    tiles.iter().zip(goal.cells()).all(agrees)
}

/// Returns the minimum number of single-tile moves from a grid to a goal, found by a simple
/// breadth-first search that serves as the reference.
fn distance(start: &TileGrid, goal: &GoalPattern) -> Option<u32> {
    let size = start.size();
    let mut seen = HashSet::from([start.tiles().to_vec()]);
    let mut queue = VecDeque::from([(start.tiles().to_vec(), 0)]);
    while let Some((tiles, depth)) = queue.pop_front() {
        if reaches(&tiles, goal) {
            return Some(depth);
        }
        for blank in (0..tiles.len()).filter(|&cell| tiles[cell] == 0) {
            for cell in size.neighbours(blank) {
                let mut next = tiles.clone();
                next.swap(blank, cell);
                if seen.insert(next.clone()) {
                    queue.push_back((next, depth + 1));
                }
            }
        }
    }
    None
}

fn goal(text: &str) -> GoalPattern {
    match Goal::parse(text, None) {
        Ok(Goal::Choice(pattern)) => pattern,
        other => panic!("{text}: {other:?}"),
    }
}

fn grid(size: Size, text: &str) -> TileGrid {
    let tiles: Vec<u8> = text
        .split([' ', '/'])
        .filter_map(|word| word.parse().ok())
        .collect();
    TileGrid::new(size, &tiles).unwrap()
}

/// Returns the length of a shortest solution after replaying it, or `None` if there is no solution.
fn length(start: &TileGrid, goal: &GoalPattern) -> Option<u32> {
    let space = ChoiceSpace::new(*goal);
    let found = match space.search(start, &Limits::default(), &mut |_| ()) {
        Ok(found) => found,
        Err(Unsolvable::Parity { .. }) => return None,
        Err(error) => panic!("{start} to {goal}: {error}"),
    };
    assert_eq!(
        (found.status, found.shortest, found.length),
        (Status::Solved, true, Some(found.bound))
    );
    let path = found.moves.unwrap();
    let text = path.text(Default::default());
    assert_eq!(
        GridPath::parse(&text, start, Default::default()),
        Ok(path.clone()),
        "{text}"
    );
    let end = path.grids().pop().unwrap();
    assert_eq!(end, *path.end());
    assert!(
        reaches(end.tiles(), goal),
        "{start} ends as {end}, not {goal}"
    );
    assert_eq!(path.len() as u32, found.length.unwrap());
    found.length
}

#[test]
fn random_goal_patterns_have_the_lengths_of_breadth_first_search() {
    let mut numbers = RandomNumbers::new(47);
    let mut below = |n: usize| numbers.below(n as u64) as usize;
    let mut unsolvable = 0;
    for round in 0..150 {
        let (width, height) = [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)][below(6)];
        let size = Size::new(width, height).unwrap();
        let cells = size.cells();
        // Half of the grids have distinct tiles. The others have only a few distinct tiles and can
        // have several blanks.
        let kinds = if below(2) == 0 {
            cells
        } else {
            1 + below(cells)
        };
        let mut tiles: Vec<u8> = (0..cells)
            .map(|tile| if tile < kinds { tile } else { below(kinds) } as u8)
            .collect();
        let mut shuffled = |tiles: &mut Vec<u8>| {
            (1..tiles.len()).for_each(|last| tiles.swap(last, below(last + 1)))
        };
        shuffled(&mut tiles);
        let start = TileGrid::new(size, &tiles).unwrap();
        shuffled(&mut tiles);
        // In every other round, at most two cells of the goal are left open. Only then can parity
        // make the goal unreachable.
        let open = if round % 2 == 0 { 2 } else { below(cells) };
        let mut asked: Vec<Option<u8>> = tiles.iter().copied().map(Some).collect();
        (0..open).for_each(|_| asked[below(cells)] = None);
        let goal = GoalPattern::new(size, &asked).unwrap();
        let found = length(&start, &goal);
        assert_eq!(found, distance(&start, &goal), "{start} to {goal}");
        unsolvable += u32::from(found.is_none());
    }
    assert!((10..75).contains(&unsolvable), "{unsolvable}");
}

#[test]
fn goal_patterns_may_name_some_cells_and_repeat_tiles() {
    let (three, four) = (Size::new(3, 3).unwrap(), Size::new(4, 3).unwrap());
    for (start, target) in [
        ("8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / * * * / * * *"),
        ("8 6 7 / 2 5 4 / 3 0 1", "* * * / * * * / * . 8"),
        ("1 1 1 / 2 2 2 / 3 3 0", "3 3 2 / 2 2 1 / 1 1 0"),
        ("1 1 1 / 2 2 2 / 3 0 0", "0 0 3 / 2 2 2 / 1 1 1"),
    ] {
        let (start, goal) = (grid(three, start), goal(target));
        assert_eq!(length(&start, &goal), distance(&start, &goal), "{target}");
    }
    // A result that is published on perplexus.info (68932). The goal leaves open where the blank
    // ends.
    let start = grid(four, "1 2 3 4 / 0 5 6 7 / 8 9 10 11");
    assert_eq!(
        length(&start, &goal("* * * * / * * * * / 11 10 9 8")),
        Some(25)
    );
}
