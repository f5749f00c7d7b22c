//! The subject of a round: a goal, partitions with their tables, and boards.

use std::ops::ControlFlow;

use fastrand::Rng;
use fifteen_solver::pdb::{build, distinct_patterns, file};
use fifteen_solver::{Board, Direction, Goal, Partition, RandomBoards, Size, TableKind};
use tempfile::TempDir;

use super::Result;

/// One round, which the random numbers decide.
pub(super) struct Round {
    pub(super) goal: Board,
    /// Partitions as a person writes them, in the labels of the goal, whose tables of both kinds are in the folder. Its
    /// folder `none` is empty.
    pub(super) partitions: Vec<String>,
    pub(super) folder: TempDir,
    pub(super) boards: Vec<Board>,
}

/// Boards of each round.
const BOARDS: usize = 4;

/// Cells of the largest board that is drawn from all boards of its size; larger ones are walks from the goal.
const SMALL: usize = 9;

/// Moves of the longest walk.
const WALK: usize = 70;

impl Round {
    pub(super) fn draw(random: &mut Rng) -> Result<Self> {
        let size = size(random)?;
        let goal = goal(random, size)?;
        let texts: Vec<String> = (0..2).map(|_| partition(random, size)).collect();
        let partitions = texts.iter().map(|text| Partition::parse(text, &goal)).collect::<Result<Vec<_>, _>>()?;
        let folder = tempfile::tempdir()?;
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            for pattern in distinct_patterns(&partitions) {
                let threads = random.usize(1..=3);
                let built = build(&pattern, kind, threads, &mut |_| ControlFlow::Continue(()))?;
                let path = folder.path().join(file::file_name(&pattern, kind));
                if random.bool() {
                    file::save(&built, &path, None)?;
                } else {
                    file::save(&built, &path.with_extension("pdb.zst"), Some(1))?;
                }
            }
        }
        std::fs::create_dir(folder.path().join("none"))?;
        let boards = boards(random, goal);
        Ok(Self { goal, partitions: texts, folder, boards })
    }
}

/// Any size, the square ones and the small ones more often.
fn size(random: &mut Rng) -> Result<Size> {
    let all: Vec<Size> = match random.u32(0..4) {
        0 => Size::all().collect(),
        1 => Size::all().filter(|size| size.cells() <= SMALL).collect(),
        _ => [(3, 3), (4, 3), (4, 4), (5, 5)].into_iter().filter_map(|(w, h)| Size::new(w, h).ok()).collect(),
    };
    random.choice(all).ok_or_else(|| "no size".into())
}

/// A named goal, or any other board: both parities, the blank anywhere.
fn goal(random: &mut Rng, size: Size) -> Result<Board> {
    let named = Goal::NAMED;
    if random.bool() {
        return Ok(random.choice(named).unwrap_or_default().board(size)?);
    }
    let mut tiles: Vec<u8> = (0..size.cells() as u8).collect();
    random.shuffle(&mut tiles);
    Ok(Board::new(size, &tiles)?)
}

/// All tiles, cut into patterns of a few tiles each.
fn partition(random: &mut Rng, size: Size) -> String {
    let cells = size.cells();
    let mut tiles: Vec<usize> = (1..cells).collect();
    random.shuffle(&mut tiles);
    let most = random.usize(2..=if cells <= 16 { 5 } else { 4 });
    let pattern = |tiles: &[usize]| tiles.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    tiles.chunks(most).map(pattern).collect::<Vec<_>>().join("/")
}

fn boards(random: &mut Rng, goal: Board) -> Vec<Board> {
    if goal.size().cells() <= SMALL {
        return RandomBoards::new(goal, random.u64(..)).take(BOARDS).collect();
    }
    (0..BOARDS).map(|_| walk(random, goal)).collect()
}

/// A walk from the goal that does not turn back.
fn walk(random: &mut Rng, goal: Board) -> Board {
    let (mut board, mut last) = (goal, None);
    for _ in 0..random.usize(0..=WALK) {
        let directions = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
        let ways: Vec<_> = directions
            .into_iter()
            .filter(|&d| Some(d.opposite()) != last)
            .filter_map(|d| Some((d, board.moved(d)?)))
            .collect();
        let Some((direction, next)) = random.choice(ways) else { break };
        (board, last) = (next, Some(direction));
    }
    board
}
