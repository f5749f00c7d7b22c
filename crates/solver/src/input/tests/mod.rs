//! Writes boards in all notations that can be read, for the tests in the submodules.

mod blocks;
mod headings;
mod large;
mod round_trips;

use fifteen_puzzle::notation::Notation;
use fifteen_puzzle::{Board, Goal, MAX_CELLS, Size};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{BoardLine, BoardReader};

/// A notation in which a test writes a board.
#[derive(Debug, Clone, Copy)]
enum Written {
    /// The notation in which `fifteen convert --to` writes the board.
    Converted(Notation),
    /// Rows of cells. The four texts stand before, between and after the cells of a row, and
    /// between rows.
    Rows(&'static [&'static str; 4]),
    /// Rows of cells, each cell padded to two digits.
    Padded,
    /// One digit for each cell, and one line for each row.
    DigitRows,
    /// Digits in base 36, separated by spaces, and one line for each row.
    SpacedDigits,
    /// Rows in which the given text stands for the blank.
    Sign(&'static str),
    /// A first line with the number of cells in a row, and then the rows. Only square boards can be
    /// written like this.
    SizeLine,
    /// Two rows on each line, with a `/` after every row but the last.
    PairsOfRows,
    /// A Markdown table in which the blank is an empty cell.
    EmptyCell,
    /// A box drawn around the board.
    Drawing,
    /// Two boxes beside each other. The first one is the board.
    TwoDrawings,
    /// A table with lines between its rows.
    Table,
    /// An array with the name of a variable before it.
    Assigned,
    /// A JSON record that contains the size, and the board as an array.
    Record,
    /// A JSON record that is written on several lines.
    LongRecord,
}

/// Values of [`Written::Rows`]: the texts before, between and after the cells of a row, and between
/// rows.
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
    /// Returns all notations.
    fn all() -> Vec<Self> {
        let mut all: Vec<Self> = Notation::ALL.into_iter().map(Self::Converted).collect();
        all.extend(ROWS.into_iter().map(Self::Rows));
        all.extend(["-", "*", "b", "O", "None"].map(Self::Sign));
        all.extend([
            Self::Padded,
            Self::DigitRows,
            Self::SpacedDigits,
            Self::SizeLine,
            Self::PairsOfRows,
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

    /// Writes the board in this notation, or returns `None` if the notation cannot represent boards
    /// of this size.
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
            Self::PairsOfRows => {
                let rows = rows(&number, ["", " ", "", "\n"]);
                let rows: Vec<&str> = rows.lines().collect();
                let lines: Vec<_> = rows.chunks(2).map(|pair| pair.join(" / ")).collect();
                lines.join(" /\n")
            }
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
/// between rows.
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

/// Returns rows that are boards by themselves and could therefore be misread: rows of the smallest
/// numbers, and rows of two or three numbers that form a board if each number is written with two
/// digits.
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

/// Generates a board of any size. In half of the cases, one of its rows is a board by itself.
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

/// Generates a board, and a notation that can represent it.
fn written() -> impl Strategy<Value = (Board, Written)> {
    (board(), select(Written::all()))
        .prop_filter("the notation has such boards", |(board, form)| {
            form.text(board).is_some()
        })
}

/// Returns the boards in a text, or the errors for lines that are not boards.
fn read(text: &str) -> Vec<Result<Board, String>> {
    BoardReader::new(text.as_bytes(), None)
        .map(|line| line.unwrap().board)
        .collect()
}

/// Returns the board rotated by 180 degrees.
fn turned(board: &Board) -> Board {
    let tiles: Vec<u8> = board.tiles().iter().rev().copied().collect();
    Board::new(board.size(), &tiles).unwrap()
}

/// Returns the rows of each board of more than 25 cells in a text, or the errors for lines that are
/// not such boards.
fn read_large(text: &str) -> Vec<Result<Vec<Vec<u8>>, String>> {
    BoardReader::new(text.as_bytes(), None)
        .map(Result::unwrap)
        .map(|line| match line.large {
            Some(grid) if grid.mistake().is_none() => Ok(grid.rows().to_vec()),
            _ => Err(format!("{:?}", line.board)),
        })
        .collect()
}

/// Returns a board of more than 25 cells with the blank in the given cell and the tiles in order.
fn ordered_rows(width: usize, height: usize, blank: usize) -> Vec<Vec<u8>> {
    let mut tiles: Vec<u8> = (1..(width * height) as u8).collect();
    tiles.insert(blank, 0);
    tiles.chunks(width).map(Vec::from).collect()
}
