//! Property tests of boards, moves, parity, symmetries and notations, which use random boards of
//! every size.

#![allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]

use fifteen_puzzle::notation::{self, Notation};
use fifteen_puzzle::{
    Board, Convention, Direction, Goal, GoalMap, ImportanceSampledBoards, Metric, Path,
    RandomBoards, RandomNumbers, Size, Symmetry, parity,
};
use proptest::prelude::*;

fn any_size() -> impl Strategy<Value = Size> {
    proptest::sample::select(Size::all().collect::<Vec<_>>())
}

/// Generates boards of every size. Half of all boards can reach the default goal.
fn any_board() -> impl Strategy<Value = Board> {
    any_size().prop_flat_map(|size| {
        let tiles: Vec<u8> = (0..size.cells() as u8).collect();
        let tiles = Just(tiles).prop_shuffle();
        tiles.prop_map(move |tiles| Board::new(size, &tiles).unwrap())
    })
}

/// Generates directions for [`walk`], which skips moves that leave the board.
fn any_directions() -> impl Strategy<Value = Vec<Direction>> {
    proptest::collection::vec(proptest::sample::select(Direction::ALL.to_vec()), 0..60)
}

/// Moves the blank in each of the directions, and skips moves that leave the board. Returns the
/// path of the legal moves and the final board.
fn walk(start: &Board, directions: &[Direction]) -> (Path, Board) {
    let mut end = *start;
    let mut made = Vec::new();
    for &direction in directions {
        if let Some(next) = end.moved(direction) {
            end = next;
            made.push(direction);
        }
    }
    (Path::new(made), end)
}

proptest! {
    #[test]
    fn every_notation_is_read_as_it_is_written(board in any_board()) {
        for notation in Notation::ALL {
            let text = notation.write(&board);
            prop_assert_eq!(notation::parse(&text, None), Ok(board), "{}: {}", notation, text);
        }
    }

    #[test]
    fn an_empty_cell_between_aligned_columns_is_the_blank(
        board in any_board(),
        width in 2usize..6,
        is_left in any::<bool>(),
    ) {
        let side = board.size().width();
        let rows: Vec<String> = board.tiles().chunks(side).map(|row| {
            let cells: Vec<String> = row.iter().map(|&tile| {
                let text = if tile == 0 { String::new() } else { tile.to_string() };
                if is_left { format!("{text:<width$}") } else { format!("{text:>width$}") }
            }).collect();
            cells.join(" ").trim_end().to_owned()
        }).collect();
        let text = rows.join("\n");
        if let Ok(read) = notation::parse(&text, None) {
            prop_assert_eq!(read, board, "{}", text);
        }
        // Programs print boards in this form, so every square board of at least 3x3 cells must be
        // readable.
        let cells = board.size().cells();
        if side >= 3 && board.size().height() >= 3 && side * side == cells {
            prop_assert_eq!(notation::parse(&text, None), Ok(board), "{}", text);
        }
    }

    #[test]
    fn an_empty_cell_between_single_spaces_never_shifts_the_other_cells(board in any_board()) {
        let rows = board.tiles().chunks(board.size().width());
        let rows = rows.map(|row| {
            let cell = |tile: &u8| if *tile == 0 { String::new() } else { tile.to_string() };
            row.iter().map(cell).collect::<Vec<_>>().join(" ")
        });
        let text = rows.collect::<Vec<_>>().join("\n");
        if let Ok(read) = notation::parse(&text, None) {
            prop_assert_eq!(read, board, "{}", text);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,80}", size in proptest::option::of(any_size())) {
        let _ = notation::read(&text, size);
        let _ = Goal::parse(&text, size);
        let _ = Path::parse(&text, Convention::Tile);
    }

    #[test]
    fn texts_like_boards_make_no_reader_panic(text in "[0-9a-fxX_.*?#/|;,\\[\\]{}()\\\\ \n-]{0,80}") {
        let _ = notation::read(&text, None);
        let _ = Goal::parse(&text, None);
    }

    #[test]
    fn a_board_can_be_rebuilt_from_its_tiles(board in any_board()) {
        prop_assert_eq!(Board::new(board.size(), board.tiles()), Ok(board));
        prop_assert_eq!(board.tiles()[board.blank()], 0);
        for (tile, &cell) in board.cells_of_tiles().iter().enumerate().take(board.size().cells()) {
            prop_assert_eq!(usize::from(board.tiles()[usize::from(cell)]), tile);
        }
        prop_assert_eq!(board.transposed().transposed(), board);
    }

    #[test]
    fn moves_keep_the_parity(start in any_board(), directions in any_directions()) {
        let (_, end) = walk(&start, &directions);
        prop_assert!(parity::check(&start, &end).is_ok());
        for goal in Goal::NAMED {
            let goal = goal.board(start.size()).unwrap();
            let solvable = |board| parity::check(board, &goal).is_ok();
            prop_assert_eq!(solvable(&start), solvable(&end));
        }
    }

    #[test]
    fn swapping_two_tiles_changes_the_parity(board in any_board()) {
        let swap = |&tile: &u8| [0, 2, 1].get(usize::from(tile)).copied().unwrap_or(tile);
        let tiles: Vec<u8> = board.tiles().iter().map(swap).collect();
        let swapped = Board::new(board.size(), &tiles).unwrap();
        prop_assert!(parity::check(&board, &swapped).is_err());
    }

    #[test]
    fn the_inverse_of_a_path_leads_back(
        start in any_board(),
        directions in any_directions(),
    ) {
        let (path, end) = walk(&start, &directions);
        prop_assert!(path.solves(&start, &end));
        prop_assert!(path.inverse().solves(&end, &start));
        prop_assert_eq!(path.inverse().inverse(), path);
    }

    #[test]
    fn paths_are_read_as_they_are_written(start in any_board(), directions in any_directions()) {
        let (path, _) = walk(&start, &directions);
        for convention in Convention::ALL {
            for metric in Metric::ALL {
                let text = path.text(metric, convention);
                let read = Path::parse(&text, convention);
                prop_assert_eq!(read.as_ref(), Ok(&path), "{}", text);
                prop_assert!(path.len_in(metric) <= path.len());
            }
        }
        let boards = path.boards(&start).unwrap();
        let tiles: Vec<String> = boards
            .windows(2)
            .map(|pair| pair[1].tiles()[pair[0].blank()].to_string())
            .collect();
        prop_assert_eq!(Path::parse_on(&tiles.join(" "), &start, Convention::Tile), Ok(path));
    }

    #[test]
    fn symmetries_form_a_group(size in any_size(), cell in 0usize..30) {
        for first in Symmetry::all(size) {
            for second in Symmetry::all(size) {
                let both = first.then(size, second);
                prop_assert_eq!(
                    both.apply(size, cell),
                    second.apply(size, first.apply(size, cell))
                );
                for direction in Direction::ALL {
                    prop_assert_eq!(
                        both.direction(direction),
                        second.direction(first.direction(direction))
                    );
                }
            }
            let inverse = Symmetry::all(size)
                .find(|inverse| first.then(size, *inverse) == Symmetry::IDENTITY);
            prop_assert!(inverse.is_some());
        }
    }

    #[test]
    fn reflecting_twice_changes_nothing(goal in any_board(), directions in any_directions()) {
        if let Some(reflection) = Symmetry::keeping(goal.size(), goal.blank()) {
            prop_assert_eq!(reflection.then(goal.size(), reflection), Symmetry::IDENTITY);
        }
        if let Some(map) = GoalMap::reflection(&goal) {
            let (_, board) = walk(&goal, &directions);
            let image = map.board(&board).unwrap();
            prop_assert_eq!(map.board(&goal), Some(goal));
            prop_assert_eq!(map.board(&image), Some(board));
        }
    }

    #[test]
    fn the_image_of_a_solution_solves_the_image_of_the_board(
        from in any_board(),
        directions in any_directions(),
        blank in 0usize..25,
    ) {
        let Some(to) = Board::ascending(from.size(), blank) else {
            return Ok(());
        };
        if let Some(map) = GoalMap::between(&from, &to) {
            let (away, start) = walk(&from, &directions);
            let solution = away.inverse();
            prop_assert_eq!(map.board(&from), Some(to));
            let image = map.board(&start).unwrap();
            prop_assert!(map.path(&solution).solves(&image, &to));
        }
    }

    #[test]
    fn random_boards_can_be_solved(goal in any_board(), seed in any::<u64>()) {
        for board in RandomBoards::new(goal, seed).take(3) {
            prop_assert!(parity::check(&board, &goal).is_ok());
        }
        let near = ImportanceSampledBoards::new(goal, seed, 2.0);
        let (board, weight) = near.draw(seed);
        prop_assert!(parity::check(&board, &goal).is_ok() && weight > 0.0);
    }

    #[test]
    fn invalid_indices_do_not_panic(size in any_size(), cell: usize, other: usize, n: u64) {
        for direction in Direction::ALL {
            let next = size.step(cell, direction);
            prop_assert!(next.is_none_or(|next| cell < size.cells() && next < size.cells()));
        }
        let _ = (size.row_column(cell), size.colour(cell), size.manhattan(cell, other));
        let square = Size::new(5, 5).unwrap();
        for symmetry in Symmetry::all(square) {
            let _ = symmetry.apply(size, cell);
        }
        let _ = Symmetry::carrying(size, cell, other);
        let _ = Symmetry::keeping(size, cell);
        let _ = Symmetry::representative(size, cell);
        prop_assert_eq!(Board::ascending(size, cell).is_some(), cell < size.cells());
        prop_assert!(RandomNumbers::new(n).below(n) < n.max(1));
    }
}
