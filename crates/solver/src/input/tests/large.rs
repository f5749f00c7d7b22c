//! Tests of reading boards of more than 25 cells.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_large_board_is_read_in_every_notation(
        (width, tiles) in large_board(),
        form in select(ROWS.to_vec()),
        (is_array, has_heading) in any::<(bool, bool)>(),
    ) {
        let rows = |form| in_rows(&tiles, width, &|tile| tile.to_string(), form);
        let height = tiles.len() / width;
        let mut text = if is_array {
            format!("[{}]", rows(["[", ", ", "]", ", "]))
        } else {
            rows(*form)
        };
        if has_heading && !is_array {
            text = format!("{width}x{height}\n{text}");
        }
        let found: Vec<_> = BoardReader::new(text.as_bytes(), None)
            .map(|line| line.unwrap().large.filter(|grid| grid.mistake().is_none()))
            .map(|grid| grid.map(|grid| grid.rows().to_vec()))
            .collect();
        let expected: Vec<Vec<u8>> = tiles.chunks(width).map(Vec::from).collect();
        prop_assert_eq!(found, [Some(expected)], "{}", text);
    }
}

/// Generates the width and the tiles of a board of more than 25 cells.
fn large_board() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let sizes = [
        (6, 6),
        (9, 4),
        (4, 9),
        (5, 6),
        (13, 2),
        (2, 13),
        (30, 2),
        (2, 50),
        (50, 2),
        (10, 10),
    ];
    select(sizes.to_vec()).prop_flat_map(|(width, height)| {
        let tiles: Vec<u8> = (0..width * height).collect();
        Just(tiles)
            .prop_shuffle()
            .prop_map(move |tiles| (width.into(), tiles))
    })
}

/// Draws a board with a frame, which has a line above each row and one below the last row.
fn boxed(rows: &[Vec<u8>]) -> String {
    let frame = format!("+{}\n", "----+".repeat(rows[0].len()));
    let row = |row: &Vec<u8>| {
        let cells: String = row.iter().map(|tile| format!(" {tile:>2} |")).collect();
        format!("|{cells}\n{frame}")
    };
    frame.clone() + &rows.iter().map(row).collect::<String>()
}

#[test]
fn large_boards_in_a_frame_are_read() {
    for [width, height] in [
        [2, 44],
        [2, 50],
        [3, 33],
        [4, 25],
        [13, 5],
        [16, 6],
        [25, 4],
        [50, 2],
    ] {
        for blank in [0, width - 1, width, width * height - 1] {
            let rows = ordered_rows(width, height, blank);
            let text = boxed(&rows);
            assert_eq!(read_large(&text), [Ok(rows)], "{text}");
        }
    }
}

/// If a board has too many rows, none of its rows are read as a smaller board.
#[test]
fn a_board_of_too_many_lines_gives_one_error() {
    for blank in [0, 3, 119] {
        let text = boxed(&ordered_rows(2, 60, blank));
        let found = BoardReader::new(text.as_bytes(), None).map(Result::unwrap);
        let found: Vec<_> = found.collect();
        assert!(!found.iter().any(|line| line.is_valid()), "{found:?}");
        let error = found[0].board.as_ref().unwrap_err();
        assert!(error.contains("at most 50 rows"), "{error}");
    }
}

/// A long line that is a square board by itself is returned at once. If more rows of a larger board
/// follow, the error explains how to write such a board.
#[test]
fn rows_below_a_line_that_is_a_board_give_an_error_with_advice() {
    for [width, height] in [[16, 2], [16, 6], [25, 4], [36, 2]] {
        let rows = ordered_rows(width, height, 9);
        let lines: String = rows
            .iter()
            .map(|row| {
                format!(
                    "{}\n",
                    row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
                )
            })
            .collect();
        let found: Vec<_> = BoardReader::new(lines.as_bytes(), None)
            .map(Result::unwrap)
            .collect();
        let [first, below] = &found[..] else {
            panic!("{found:?}");
        };
        assert!(first.is_valid(), "{first:?}");
        let error = below.board.as_ref().unwrap_err();
        let remedy = format!("put a size such as {width}x{height} above the rows");
        assert!(
            error.starts_with("line 1 was read as a board") && error.contains(&remedy),
            "{error}"
        );
        let with_size = format!("{width}x{height}\n{lines}");
        assert_eq!(read_large(&with_size), [Ok(rows)], "{with_size}");
    }
}

/// The first rows below a size belong to a board of that size, even if they form a smaller board.
#[test]
fn a_stated_size_joins_rows_that_are_a_smaller_board() {
    let mut rows = ordered_rows(2, 13, 1);
    for (row, first) in rows.iter_mut().zip([[1, 0], [2, 7], [4, 5], [6, 3]]) {
        *row = first.to_vec();
    }
    let lines: String = rows
        .iter()
        .map(|row| format!("{} {}\n", row[0], row[1]))
        .collect();
    let text = format!("2x13\n{lines}");
    assert_eq!(read_large(&text), [Ok(rows)], "{text}");
}

#[test]
fn an_array_can_contain_several_large_boards() {
    let boards = [ordered_rows(6, 6, 35), ordered_rows(13, 2, 3)];
    let text = format!("[{:?},{:?}]\n", boards[0], boards[1]);
    assert_eq!(read_large(&text), boards.map(Ok));
}
