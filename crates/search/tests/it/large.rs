//! Tests of boards with more than 25 cells: every solution is valid, and no solution is shorter
//! than the Manhattan distance.

use fastrand::Rng;
use fifteen_search::tiles::large::LargeBoard;

#[test]
fn boards_of_any_shape_are_solved_unless_two_tiles_are_swapped() {
    let mut random = Rng::with_seed(1);
    for (width, height, blank_first) in [
        (6, 6, true),
        (10, 10, false),
        (4, 8, true),
        (2, 17, false),
        (11, 3, true),
    ] {
        let mut tiles: Vec<u8> = (0..width * height).collect();
        random.shuffle(&mut tiles);
        let read = |tiles: &[u8]| LargeBoard::new(width.into(), tiles, blank_first).unwrap();
        let mut board = read(&tiles);
        if board.bound().is_none() {
            assert_eq!(board.solve(), None);
            let two: Vec<usize> = (0..3).filter(|&cell| tiles[cell] != 0).collect();
            tiles.swap(two[0], two[1]);
            board = read(&tiles);
        }
        let (bound, path) = (board.bound().unwrap() as usize, board.solve().unwrap());
        println!(
            "{width}x{height}, blank first {blank_first}: {} moves, at least {bound}",
            path.len()
        );
        assert!(
            board.is_solved_by(&path)
                && path.len() >= bound
                && (path.len() - bound).is_multiple_of(2)
        );
        assert!(
            path.len() < 8 * bound,
            "{width}x{height}: {} moves, at least {bound}",
            path.len()
        );
    }
}
