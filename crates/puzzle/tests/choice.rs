//! Tests of goal patterns, which may leave cells open, and of grids, which may repeat tiles.
//! Neither of them can be a [`Board`].

#![allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]

use fifteen_puzzle::{
    Board, Convention, Direction, Goal, GoalMap, GoalPattern, GridMove, GridPath, Path,
    RandomBoards, Size, TileGrid, parity,
};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

fn grid(size: Size, tiles: &[u8]) -> TileGrid {
    TileGrid::new(size, tiles).unwrap()
}

#[test]
fn a_board_is_a_permutation_with_one_blank() {
    let size = size(2, 2);
    for tiles in [
        vec![1, 2, 3],
        vec![1, 2, 3, 0, 0],
        vec![1, 2, 3, 3],
        vec![1, 2, 0, 0],
        vec![1, 2, 3, 4],
        vec![1, 2, 3, 64],
        vec![1, 2, 0, u8::MAX],
    ] {
        assert!(Board::new(size, &tiles).is_err(), "{tiles:?}");
    }
    let board = Board::new(size, &[1, 2, 0, 3]).unwrap();
    assert_eq!(board.blank(), 2);
}

/// Regression test: a board with several blanks once stored which of them had moved last. Two
/// boards with the same tiles could therefore compare unequal.
#[test]
fn grids_with_the_same_tiles_are_equal_whichever_blank_moved() {
    let size = size(3, 2);
    let start = grid(size, &[1, 2, 3, 0, 4, 0]);
    let mut path = GridPath::new(start);
    assert!(path.push(GridMove { tile: 4, blank: 5 }));
    assert_eq!(*path.end(), grid(size, &[1, 2, 3, 0, 0, 4]));
    let Ok(Goal::Choice(goal)) = Goal::parse("1 2 3 / 0 0 4", None) else {
        panic!("two blanks leave a choice");
    };
    assert!(goal.matches(path.end().tiles()));
}

/// Regression test: a [`GoalMap`] was once created for a goal with wildcards, and panicked because
/// it used the wildcard as an index.
#[test]
fn goals_that_leave_cells_open_are_not_boards() {
    let goal = Goal::parse("1 2 3 / * * * / * * *", None).unwrap();
    assert!(matches!(goal, Goal::Choice(_)));
    let error = goal.board(size(3, 3)).unwrap_err().to_string();
    assert!(error.contains("leaves a choice"), "{error}");
    // Functions that accept a goal board must work for every board.
    for board in RandomBoards::new(Goal::Last.board(size(3, 3)).unwrap(), 1).take(20) {
        for map in [
            GoalMap::reflection(&board),
            GoalMap::between(&board, &board),
        ] {
            let image = map.and_then(|map| map.board(&board));
            assert!(image.is_none_or(|image| parity::check(&image, &board).is_ok()));
        }
    }
}

/// Regression test: the first cell of a grid without a blank was once treated as the blank, so the
/// tile on this cell could move.
#[test]
fn tiles_move_only_to_a_blank() {
    let size = size(2, 2);
    let full = grid(size, &[1, 1, 2, 2]);
    assert_eq!((full.blanks(), full.moves().count()), (0, 0));
    for tile in 0..4 {
        for blank in 0..4 {
            assert_eq!(full.moved(GridMove { tile, blank }), None);
        }
    }
    assert!(GridPath::parse("U", &full, Convention::Tile).is_err());
    assert!(!GridPath::new(full).push(GridMove {
        tile: 200,
        blank: 255
    }));
}

#[test]
fn moves_with_several_blanks_name_the_cell_of_the_tile() {
    let size = size(3, 2);
    let start = grid(size, &[3, 2, 2, 1, 0, 0]);
    let text = "4R 5R 2D 5L 3L 2D 1R 2R";
    let path = GridPath::parse(text, &start, Convention::Tile).unwrap();
    assert_eq!(path.text(Convention::Tile), text);
    assert_eq!(path.end().tiles(), [0, 0, 3, 2, 2, 1]);
    assert_eq!(path.grids().len(), path.len() + 1);
    assert_eq!(path.on_board(), None);
    let illegal = GridPath::parse("4R 1U", &start, Convention::Tile).unwrap_err();
    assert!(illegal.to_string().starts_with("move 2 leaves the board"));
}

#[test]
fn a_grid_with_one_blank_moves_like_a_board() {
    let board = Board::new(size(2, 2), &[1, 2, 0, 3]).unwrap();
    for (text, convention) in [
        ("L", Convention::Tile),
        ("R", Convention::Blank),
        ("3", Convention::Tile),
    ] {
        let path = GridPath::parse(text, &board.into(), convention).unwrap();
        let (start, moves) = path.on_board().unwrap();
        assert_eq!(
            (start, moves.directions()),
            (board, &[Direction::Right][..])
        );
        assert_eq!(path.end().tiles(), [1, 2, 3, 0]);
    }
}

#[test]
fn goal_patterns_are_parsed_as_they_are_written() {
    for text in [
        "1 2 3 / * * * / * * *",
        "3 3 2 / 2 2 1 / 1 1 0",
        "0 0 3 / 2 2 1",
        "* *  / * *",
    ] {
        let goal = Goal::parse(text, None).unwrap();
        assert!(matches!(goal, Goal::Choice(_)), "{text}");
        assert_eq!(Goal::parse(&goal.to_string(), None), Ok(goal));
    }
    let large = vec![None; 16];
    assert!(GoalPattern::new(size(4, 4), &large).is_err());
    assert!(GoalPattern::new(size(2, 2), &large[..3]).is_err());
    assert!(GoalPattern::new(size(2, 2), &[Some(4), None, None, None]).is_err());
}

#[test]
fn paths_of_boards_are_paths_of_grids() {
    let start = Goal::Last.board(size(3, 3)).unwrap();
    let path = Path::parse("RDLU", Convention::Tile).unwrap();
    let on_grid = GridPath::of_board(&start, &path).unwrap();
    assert_eq!(
        on_grid,
        GridPath::parse("RDLU", &start.into(), Convention::Tile).unwrap()
    );
    assert_eq!(on_grid.on_board(), Some((start, path)));
    let leaves = Path::parse("L", Convention::Tile).unwrap();
    let error = GridPath::of_board(&start, &leaves).unwrap_err();
    assert_eq!(error, leaves.boards(&start).unwrap_err());
}
