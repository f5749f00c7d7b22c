//! A board comes back as itself, in whatever notation it is written and whatever stands around it.

use fifteen_puzzle::notation::Notation;
use fifteen_puzzle::{Board, Goal, MAX_CELLS, Size};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::parser::PARSED_LINES;
use super::{BoardLine, BoardReader};

/// A way to write a board that is read.
#[derive(Debug, Clone, Copy)]
enum Written {
    /// As `convert --to` writes it.
    Converted(Notation),
    /// Its cells in rows. The four texts stand before, between and after the cells of a row, and
    /// between the rows.
    Rows(&'static [&'static str; 4]),
    /// The same with two digits for each cell.
    Padded,
    /// One digit for each cell, a row on each line.
    DigitRows,
    /// Digits in base 36, separated by spaces, a row on each line.
    SpacedDigits,
    /// Rows in which another sign stands for the blank.
    Sign(&'static str),
    /// The number of cells in a row on the first line, then the rows. For square boards.
    SizeLine,
    /// A table whose blank is an empty cell, in Markdown.
    EmptyCell,
    /// A box.
    Drawing,
    /// Two boxes beside each other, of which the first is the board.
    TwoDrawings,
    /// A table with lines between the rows.
    Table,
    /// The name of a variable before an array.
    Assigned,
    /// A JSON record whose board is an array, with the size.
    Record,
    /// The same over several lines.
    LongRecord,
}

/// Texts for [`Written::Rows`]: before, between and after the cells of a row, and between rows.
const ROWS: [&[&str; 4]; 22] = [
    &["", " ", "", "\n"],
    &["", ",", "", "\n"],
    &["", ", ", "", "\n"],
    &["", "\t", "", "\n"],
    &["", ",", ",", "\n"],
    &["", ";", "", "\n"],
    &["", " ", ";", "\n"],
    &["", " ", " /", "\n"],
    &["", " & ", r" \\", "\n"],
    &["[", ", ", "]", "\n"],
    &["[", ", ", "],", "\n"],
    &["[", " ", "]", "\n"],
    &["(", ", ", ")", "\n"],
    &["(", ", ", "),", "\n"],
    &["{", ", ", "}", "\n"],
    &["{", ", ", "},", "\n"],
    &["| ", " | ", " |", "\n"],
    &["", " | ", "", "\n"],
    &["\"", "\",\"", "\"", "\n"],
    &["", " ", "", "\r\n"],
    &["", " ", "", "\r"],
    &["", " ", "", " / "],
];

impl Written {
    /// All of them.
    fn all() -> Vec<Self> {
        let mut all: Vec<Self> = Notation::ALL.into_iter().map(Self::Converted).collect();
        all.extend(ROWS.into_iter().map(Self::Rows));
        all.extend(["-", "*", "b", "O", "None"].map(Self::Sign));
        all.extend([
            Self::Padded,
            Self::DigitRows,
            Self::SpacedDigits,
            Self::SizeLine,
        ]);
        all.extend([
            Self::EmptyCell,
            Self::Drawing,
            Self::TwoDrawings,
            Self::Table,
        ]);
        all.extend([Self::Assigned, Self::Record, Self::LongRecord]);
        all
    }

    /// The board in this notation, if the notation has boards of that size.
    fn text(self, board: &Board) -> Option<String> {
        let size = board.size();
        let rows = |cell: &dyn Fn(u8) -> String, form: [&str; 4]| {
            in_rows(board.tiles(), size.width(), cell, form)
        };
        let number = |tile: u8| tile.to_string();
        let wide = |tile: u8| format!("{tile:>2}");
        let sign = |blank: &'static str| {
            move |tile: u8| {
                if tile == 0 {
                    blank.to_owned()
                } else {
                    tile.to_string()
                }
            }
        };
        let digit =
            |tile: u8| char::from_digit(tile.into(), 36).map_or(String::new(), String::from);
        let line = |left: &str, between: &str, right: &str| {
            format!("{left}{}{right}", vec!["──"; size.width()].join(between))
        };
        Some(match self {
            Self::Converted(notation) => notation.write(board),
            Self::Rows(&form) => rows(&number, form),
            Self::Padded => rows(&|tile| format!("{tile:02}"), ["", " ", "", "\n"]),
            Self::DigitRows => rows(&digit, ["", "", "", "\n"]),
            Self::SpacedDigits => rows(&digit, ["", " ", "", "\n"]),
            Self::Sign(blank) => rows(&sign(blank), ["", " ", "", "\n"]),
            Self::SizeLine if size.width() == size.height() => {
                format!("{}\n{}", size.width(), rows(&number, ["", " ", "", "\n"]))
            }
            Self::SizeLine => return None,
            Self::EmptyCell => {
                let (head, end) = (vec!["   "; size.width()], vec!["---"; size.width()]);
                let rows = rows(&sign(" "), ["| ", " | ", " |", "\n"]);
                format!("|{}|\n|{}|\n{rows}", head.join("|"), end.join("|"))
            }
            Self::Drawing => {
                let (top, bottom) = (line("┌", "─", "┐"), line("└", "─", "┘"));
                format!("{top}\n{}\n{bottom}", rows(&wide, ["│", " ", "│", "\n"]))
            }
            Self::TwoDrawings => {
                let drawing = Self::Drawing.text(board)?;
                let lines: Vec<_> = drawing
                    .lines()
                    .map(|line| format!("{line}  {line}"))
                    .collect();
                format!("start  1. L\n{}", lines.join("\n"))
            }
            Self::Table => {
                let border = line("+", "+", "+").replace('─', "-");
                let end = format!("\n{border}\n");
                let rows = rows(&wide, ["|", "|", "|", &end]);
                format!("{border}\n{rows}\n{border}")
            }
            Self::Assigned => format!("board = [{}]", rows(&number, ["[", ", ", "]", ",\n "])),
            Self::Record => format!(r#"{{"board":{:?},"size":"{size}"}}"#, board.tiles()),
            Self::LongRecord => format!(
                "{{\n  \"board\":{:?},\n  \"size\":\"{size}\"\n}}",
                board.tiles()
            ),
        })
    }
}

/// Writes the tiles in rows. The four texts stand before, between and after the cells of a row, and
/// between the rows.
fn in_rows(
    tiles: &[u8],
    width: usize,
    cell: &dyn Fn(u8) -> String,
    [before, between, behind, end]: [&str; 4],
) -> String {
    let row = |row: &[u8]| {
        let cells: Vec<_> = row.iter().map(|&tile| cell(tile)).collect();
        format!("{before}{}{behind}", cells.join(between))
    };
    tiles.chunks(width).map(row).collect::<Vec<_>>().join(end)
}

fn sizes() -> Vec<Size> {
    let side = 2..=MAX_CELLS / 2;
    side.clone()
        .flat_map(|width| {
            side.clone()
                .filter_map(move |height| Size::new(width, height).ok())
        })
        .collect()
}

/// Rows that are boards by themselves: of their width, of pairs of digits, and of three of them.
fn awkward_row(width: usize, cells: usize) -> Vec<Vec<u8>> {
    let pairs: [&[u8]; 10] = [
        &[10, 23],
        &[13, 20],
        &[13, 2],
        &[12, 3],
        &[20, 13],
        &[1, 23],
        &[3, 12],
        &[4, 15, 23],
        &[5, 14, 23],
        &[3, 14, 25],
    ];
    let fits =
        |row: &&[u8]| row.len() == width && row.iter().all(|&tile| usize::from(tile) < cells);
    let mut rows: Vec<Vec<u8>> = pairs.into_iter().filter(fits).map(<[u8]>::to_vec).collect();
    rows.push((0..width as u8).collect());
    rows.push((1..width as u8).chain([0]).collect());
    rows.push((1..=width as u8).collect());
    rows
}

/// A board of any size, in half of the cases with a row that is a board by itself.
fn board() -> impl Strategy<Value = Board> {
    let awkward = [
        (4, 4),
        (9, 2),
        (2, 11),
        (2, 12),
        (4, 2),
        (4, 3),
        (4, 6),
        (3, 8),
        (2, 7),
    ];
    let awkward = awkward.map(|(width, height)| Size::new(width, height).unwrap());
    let size = prop_oneof![select(sizes()), select(awkward.to_vec())];
    let parts = (size, any::<Option<(Index, Index)>>());
    parts.prop_flat_map(|(size, chosen)| {
        let tiles: Vec<u8> = (0..size.cells() as u8).collect();
        Just(tiles).prop_shuffle().prop_map(move |mut tiles| {
            if let Some((kind, place)) = chosen {
                let rows = awkward_row(size.width(), size.cells());
                let row = kind.get(&rows);
                let first = place.index(size.height()) * size.width();
                for (cell, tile) in (first..).zip(row) {
                    let found = tiles.iter().position(|other| other == tile).unwrap();
                    tiles.swap(cell, found);
                }
            }
            Board::new(size, &tiles).unwrap()
        })
    })
}

/// A board in a notation in which all boards of its size can be written.
fn written() -> impl Strategy<Value = (Board, Written)> {
    (board(), select(Written::all()))
        .prop_filter("the notation has such boards", |(board, form)| {
            form.text(board).is_some()
        })
}

/// Returns the boards in a text, and its errors.
fn read(text: &str) -> Vec<Result<Board, String>> {
    BoardReader::new(text.as_bytes(), None)
        .map(|line| line.unwrap().board)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_board_comes_back_as_itself_whatever_stands_around_it(
        texts in prop::collection::vec((written(), any::<bool>()), 1..4),
    ) {
        let mut text = String::new();
        let mut after_lines = false;
        for ((board, form), has_comment) in &texts {
            let one = form.text(board).unwrap();
            // Boards on one line follow each other directly.
            let has_lines = one.contains(['\n', '\r']);
            if !text.is_empty() && (has_lines || after_lines) {
                text += if *has_comment { "# a comment\n" } else { "\n" };
            }
            text = text + &one + "\n";
            after_lines = has_lines;
        }
        let expected: Vec<_> = texts.iter().map(|((board, _), _)| Ok(*board)).collect();
        prop_assert_eq!(read(&text), expected, "{}", text);
    }

    #[test]
    fn a_large_board_comes_back_as_itself(
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

    /// Without an error, the boards have all cells of the text: no line is lost, although lines are
    /// missing or doubled and blanks need a guess.
    #[test]
    fn every_line_belongs_to_a_board_or_to_an_error(
        boards in prop::collection::vec((board(), any::<bool>()), 1..5),
        form in select(ROWS[..20].to_vec()),
        blank in select(vec!["0", "_", "-", "*", "largest"]),
        changes in prop::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 0..3),
    ) {
        let mut lines: Vec<(String, usize)> = Vec::new();
        let first = boards[0].0;
        for (board, has_other_size) in boards {
            // Most boards have the same size.
            let board = if has_other_size && board.size().cells() % 3 == 0 { board } else { first };
            let cell = |tile: u8| match (tile, blank) {
                (0, "largest") => board.size().cells().to_string(),
                (0, sign) => sign.to_owned(),
                (tile, _) => tile.to_string(),
            };
            let [before, between, behind, _] = *form;
            for row in board.tiles().chunks(board.size().width()) {
                let cells: Vec<_> = row.iter().map(|&tile| cell(tile)).collect();
                lines.push((format!("{before}{}{behind}", cells.join(between)), row.len()));
            }
        }
        for (from, to, is_removed) in changes {
            let line = lines[from.index(lines.len())].clone();
            if is_removed && lines.len() > 1 {
                lines.remove(from.index(lines.len()));
            } else {
                lines.insert(to.index(lines.len()), line);
            }
        }
        let text: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
        let found: Vec<_> = BoardReader::new(text.as_bytes(), None).map(Result::unwrap).collect();
        if let Some(boards) = found.iter().map(|line| line.board.clone().ok()).collect::<Option<Vec<_>>>() {
            let cells: usize = boards.iter().map(|board| board.size().cells()).sum();
            let written: usize = lines.iter().map(|&(_, cells)| cells).sum();
            // A shorter row of another board can be read as a row with an empty cell.
            let is_filled = |line: &&BoardLine| line.guess.as_ref().is_some_and(|guess| guess.contains("empty"));
            let expected = written + found.iter().filter(is_filled).count();
            prop_assert_eq!(cells, expected, "{}", text);
        }
    }

    #[test]
    fn headings_give_each_start_its_own_goal(
        starts in prop::collection::vec((written(), any::<[bool; 3]>()), 1..4),
    ) {
        let mut text = String::new();
        for ((start, form), [goal_is_first, has_empty_lines, is_assigned]) in &starts {
            let names = if *is_assigned { ["start =", "goal ="] } else { ["Start:", "Goal state"] };
            let mut boards = [(names[0], *start), (names[1], turned(start))];
            if *goal_is_first {
                boards.reverse();
            }
            for (name, board) in boards {
                text += &format!("{name}\n{}\n", form.text(&board).unwrap());
                text += if *has_empty_lines { "\n" } else { "" };
            }
        }
        let found: Vec<_> = BoardReader::new(text.as_bytes(), None)
            .map(|line| line.map(|line| (line.board, line.goal)).unwrap())
            .collect();
        let expected: Vec<_> = starts
            .iter()
            .map(|((start, _), _)| (Ok(*start), Some(Goal::of_board(&turned(start)))))
            .collect();
        prop_assert_eq!(found, expected, "{}", text);
    }
}

/// The first letters of starts (`s`), goals (`g`) and boards without a heading (`b`), in the order of
/// the text, and what each start and each board without a heading becomes: the number of its goal
/// (`1` or `2`), `d` for a board without a goal of its own, or `x` for an error. A goal is only
/// reported if it is an error.
#[test]
fn the_order_of_headings_gives_each_start_its_goal() {
    for (headings, expected) in [
        ("s", "d"),
        ("sss", "ddd"),
        ("sb", "dd"),
        ("bs", "dd"),
        ("sg", "1"),
        ("gs", "1"),
        ("sgsg", "12"),
        ("gsgs", "12"),
        ("sggs", "12"),
        ("gssg", "12"),
        ("sssg", "111"),
        ("sbg", "11"),
        ("gsss", "111"),
        ("gsb", "11"),
        ("sgs", "1x"),
        ("sgb", "1x"),
        ("ssgs", "x1x"),
        ("ssgsg", "x12"),
        ("gsssg", "1x2"),
        ("sgssg", "1x2"),
        ("sgg", "1x"),
        ("ssgg", "x1x"),
        ("gg", "xx"),
        ("gb", "xx"),
        ("bg", "dx"),
    ] {
        let goals = ["1 2 3 / 4 5 6 / 0 7 8", "1 2 3 / 4 5 6 / 7 0 8"];
        let mut text = String::new();
        let mut next_goal = goals.iter();
        for heading in headings.chars() {
            text += &match heading {
                's' => "Start: 1 2 3 / 4 0 6 / 7 5 8\n".to_owned(),
                'g' => format!("Goal: {}\n", next_goal.next().unwrap()),
                _ => "1 2 3 / 4 0 6 / 7 5 8\n".to_owned(),
            };
        }
        let goal = |line: &BoardLine| match line.goal {
            None => 'd',
            Some(goal) if goal.to_string() == goals[0] => '1',
            Some(_) => '2',
        };
        let found: String = BoardReader::new(text.as_bytes(), None)
            .map(Result::unwrap)
            .map(|line| if line.board.is_ok() { goal(&line) } else { 'x' })
            .collect();
        assert_eq!(found, expected, "{headings}");
    }
}

/// The width and the tiles of a board of more than 25 cells.
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

/// Returns the board after half a turn.
fn turned(board: &Board) -> Board {
    let tiles: Vec<u8> = board.tiles().iter().rev().copied().collect();
    Board::new(board.size(), &tiles).unwrap()
}

/// Square boards whose rows follow each other without an empty line are boards of their own, also
/// if a row in them is a board by itself, and more of them than the reader collects at a time.
#[test]
fn boards_without_an_empty_line_between_them() {
    for side in 2..=5 {
        let size = Size::new(side, side).unwrap();
        let tiles: Vec<u8> = (0..size.cells() as u8).collect();
        let boards: Vec<Board> = (0..61)
            .map(|turn| {
                let mut turned = tiles.clone();
                turned.rotate_left(turn * side % tiles.len());
                Board::new(size, &turned).unwrap()
            })
            .collect();
        let text: String = boards
            .iter()
            .map(|board| format!("{}\n", board.to_string().replace(" / ", "\n")))
            .collect();
        let expected: Vec<_> = boards.into_iter().map(Ok).collect();
        assert_eq!(read(&text), expected, "{text}");
    }
}

/// The rows of an invalid board are never answered as smaller boards, although some of them are
/// boards by themselves, such as `0 1 2 3` above `4 5 6 6`.
#[test]
fn no_row_of_a_board_with_a_mistake_is_answered() {
    for [width, height] in [
        [2, 9],
        [4, 4],
        [4, 6],
        [4, 9],
        [4, 25],
        [9, 2],
        [9, 3],
        [9, 10],
    ] {
        for blank in [0, width - 1] {
            let rows = ordered_rows(width, height, blank);
            let words: Vec<Vec<String>> = rows
                .iter()
                .map(|row| row.iter().map(u8::to_string).collect())
                .collect();
            for place in 1..height {
                let mut mistakes = vec![words.clone(); 4];
                // A missing number, one too many, one twice, and a word.
                mistakes[0][place].pop();
                mistakes[1][place].push("99".to_owned());
                mistakes[2][place][0] = words[place][1].clone();
                mistakes[3][place][0] = "what".to_owned();
                for rows in mistakes {
                    let lines = rows.iter().map(|row| row.join(" "));
                    let text = lines.collect::<Vec<_>>().join("\n");
                    let found = read_large(&text);
                    assert!(found.iter().all(Result::is_err), "{text}\n{found:?}");
                    let found = read(&text);
                    assert!(found.iter().all(Result::is_err), "{text}\n{found:?}");
                }
            }
        }
    }
}

/// The first row of a large board is not a separate board if reading it as one requires a guess,
/// here that 9 or 16 is the blank.
#[test]
fn the_first_row_of_a_large_board_is_not_guessed() {
    for [width, height] in [[9, 4], [16, 2], [9, 3]] {
        for mistake in ["-", "*", "99", "what"] {
            let rows = ordered_rows(width, height, width * height - 1);
            let text = in_rows(
                &rows.concat(),
                width,
                &|tile| tile.to_string(),
                ["", " ", "", "\n"],
            );
            let text = text.strip_suffix('0').unwrap().to_owned() + mistake;
            let found = read(&format!("{text}\n"));
            assert!(matches!(found[..], [Err(_)]), "{text}\n{found:?}");
        }
    }
}

/// Lines of letters above an array are not dropped as its name.
#[test]
fn a_board_of_letters_above_an_array_is_not_lost() {
    let array = Board::new(Size::new(3, 3).unwrap(), &[1, 2, 3, 4, 5, 6, 7, 0, 8]).unwrap();
    for letters in ["ABCDEFGH_", "ABC\nDEF\nGH_", "ABC\nDE_"] {
        let found = read(&format!("{letters}\n[1,2,3,4,5,6,7,0,8]\n"));
        let is_lost = found == [Ok(array)];
        assert!(
            !is_lost && found.last() == Some(&Ok(array)),
            "{letters}: {found:?}"
        );
    }
}

/// If one of the boards is invalid, all lines share one error.
#[test]
fn a_mistake_in_one_of_several_boards_is_one_error() {
    let found = read("1 2 3\n4 5 6\n7 8 0\n8 6 7\n2 5 4\n3 1 1\n");
    let [Err(error)] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(error.contains("put an empty line between them"), "{error}");
}

#[test]
fn boards_of_one_line_are_numbered() {
    let text = "[[1,2,3,0],[1,0,3,2]]\n[1,2,3,0]\n[{\"board\":[1,2,3,0]},\n{\"board\":[9]}]\n";
    let found: Vec<_> = BoardReader::new(text.as_bytes(), None)
        .map(|line| line.map(|line| (line.line, line.item)).unwrap())
        .collect();
    let expected = [
        (1, Some(1)),
        (1, Some(2)),
        (2, None),
        (3, Some(1)),
        (3, Some(2)),
    ];
    assert_eq!(found, expected);
}

/// Reads a text and returns the rows of each board of more than 25 cells, or else the line's error.
fn read_large(text: &str) -> Vec<Result<Vec<Vec<u8>>, String>> {
    BoardReader::new(text.as_bytes(), None)
        .map(Result::unwrap)
        .map(|line| match line.large {
            Some(grid) if grid.mistake().is_none() => Ok(grid.rows().to_vec()),
            _ => Err(format!("{:?}", line.board)),
        })
        .collect()
}

/// Returns a board with a frame, with a line above each row and one below the last row.
fn boxed(rows: &[Vec<u8>]) -> String {
    let frame = format!("+{}\n", "----+".repeat(rows[0].len()));
    let row = |row: &Vec<u8>| {
        let cells: String = row.iter().map(|tile| format!(" {tile:>2} |")).collect();
        format!("|{cells}\n{frame}")
    };
    frame.clone() + &rows.iter().map(row).collect::<String>()
}

/// Returns a board of more than 25 cells with the blank in the given cell and the tiles in order.
fn ordered_rows(width: usize, height: usize, blank: usize) -> Vec<Vec<u8>> {
    let mut tiles: Vec<u8> = (1..(width * height) as u8).collect();
    tiles.insert(blank, 0);
    tiles.chunks(width).map(Vec::from).collect()
}

#[test]
fn large_boards_in_a_frame_come_back_as_themselves() {
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

/// No rows of a board that is too tall are read as a smaller board.
#[test]
fn a_board_of_too_many_lines_is_one_error() {
    for blank in [0, 3, 119] {
        let text = boxed(&ordered_rows(2, 60, blank));
        let found = BoardReader::new(text.as_bytes(), None).map(Result::unwrap);
        let found: Vec<_> = found.collect();
        assert!(!found.iter().any(|line| line.is_valid()), "{found:?}");
        let error = found[0].board.as_ref().unwrap_err();
        assert!(error.contains("at most 50 rows"), "{error}");
    }
}

/// A long line that is a square board is answered at once. If more rows of a large board follow, the
/// error tells how to write such a board.
#[test]
fn rows_below_a_row_that_is_a_square_board_are_an_error_with_a_remedy() {
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

/// The first rows below a size belong to a board of that size, even if they are a smaller board.
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

#[test]
fn headings_are_read_alike_in_every_notation() {
    let start = "1 2 3 / 4 5 6 / 7 0 8";
    let rows = "1 2 3\n4 5 6\n7 0 8";
    let digits = "123456708";
    let answers = |text: String| -> Vec<(bool, Option<String>)> {
        BoardReader::new(text.as_bytes(), None)
            .map(|line| line.unwrap())
            .map(|line| (line.board.is_ok(), line.goal.map(|goal| goal.to_string())))
            .collect()
    };
    let goal = "1 2 3 / 4 5 6 / 0 7 8";
    let joined = (true, Some(goal.to_owned()));
    let (alone, error) = ((true, None), (false, None));
    for board in [start, rows, digits] {
        for (text, expected) in [
            (
                format!("Start:\n{board}\nGoal:\n{goal}\n"),
                vec![joined.clone()],
            ),
            (
                format!("Start 1\n{board}\nGoal 1\n{goal}\n"),
                vec![joined.clone()],
            ),
            (
                format!("Start {board}\nGoal {goal}\n"),
                vec![joined.clone()],
            ),
            (
                format!("Initial state (S):\n{board}\nTarget: {goal}\n"),
                vec![joined.clone()],
            ),
            (
                format!("{board}\nGoal:\n{goal}\n"),
                vec![alone.clone(), error.clone()],
            ),
            (
                format!("Goal: {goal}\n\n{board}\n"),
                vec![error.clone(), error.clone()],
            ),
            (
                format!("Start: {board}\nStart: {board}\nGoal: {goal}\n"),
                vec![joined.clone(), joined.clone()],
            ),
            (format!("goal = {board}\n"), vec![alone.clone()]),
            (
                format!("Start:\ngoal = {board}\n"),
                vec![error.clone(), error.clone()],
            ),
        ] {
            assert_eq!(answers(text.clone()), expected, "{text}");
        }
    }
    for text in [
        "BCDE\nFHI_\nJKMN\nGOAL",
        "B C D E\nF H I _\nJ K M N\nG O A L",
        "f 6 a l\ne n d 5\ng 0 1 2\n3 4 7 8\n9 b c h\ni j k m",
        "end\n012\n345\n678\n9ab\ncfg\nhij\nklm",
        "END / 012 / 345 / 678 / 9AB / CFG / HIJ / KLM",
        "bcdef\n02345\n6789h\ngoal1\nijkmn",
    ] {
        assert_eq!(
            answers(text.to_owned()),
            std::slice::from_ref(&alone),
            "{text}"
        );
    }
}

/// Each line is parsed together with few other lines, however many lines there are and whatever they
/// repeat: reading takes linear time.
#[test]
fn the_number_of_parsed_lines_is_linear() {
    for lines in [
        "1 2 3 4 5 6 7",
        "1 2 3",
        "1 2",
        "1 2 3 0",
        "1 30",
        "+---+",
        "1 2 3\n4 5 6\n7 8 0",
        "1 2 3\n4 5 6\n7 8 -",
        "1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17",
        "word",
        "[1,2,3],",
        "4x4",
    ] {
        const COUNT: usize = 1000;
        let text = format!("{lines}\n").repeat(COUNT);
        let before = PARSED_LINES.get();
        assert!(BoardReader::new(text.as_bytes(), None).all(|line| line.is_ok()));
        let parsed = PARSED_LINES.get() - before;
        let limit = 20 * text.lines().count();
        assert!(
            parsed <= limit,
            "{parsed} instead of at most {limit}: {lines}"
        );
    }
}
