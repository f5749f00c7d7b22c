//! Reads Rush Hour boards that are written as lists of cars, each with its name, column, row,
//! length and direction.
//!
//! A car is a line, an innermost list, or a JSON object. Its values have names (as in JSON, or in
//! the first line of a CSV file), or they stand in one of the usual orders:
//!
//! ```text
//! 1 2 h 2        X 2 0 H 2        {"x":1,"y":2,"width":2,"height":1}        car,orientation,col,row,length
//! ```
//!
//! Texts differ in whether the row or the column comes first, and whether both count from 0 or
//! from 1. All four ways are tried. The board is accepted if only one of them has no cars that
//! overlap or leave the board, or if only one of these has the leaving car in the usual row.

use super::rows::numbered_lines;
use crate::Axis;
use crate::format::FormatError;
use crate::format::rush::{RushBoard, SIDES};

/// Maximum number of characters of a piece's text, so that other texts are rejected early.
const LONGEST_RECORD: usize = 200;

/// A car as it was read.
struct ListedCar {
    name: Option<char>,
    /// The two coordinates, in the order of the text, or column first if the text names them.
    place: [usize; 2],
    length: usize,
    axis: Axis,
    is_target: bool,
    /// Whether the text names the coordinates.
    is_named: bool,
}

/// A list of cars, with the line where it begins and the side of the board if it is given.
struct CarList {
    line: usize,
    side: Option<usize>,
    cars: Vec<ListedCar>,
}

/// Reads all boards of a text. Returns `None` if the text is not a list of cars.
pub(super) fn read(text: &str, car: Option<char>) -> Option<Vec<Result<RushBoard, FormatError>>> {
    let lists = lists(text);
    let are_lists = lists.iter().any(|list| list.cars.len() > 1);
    are_lists.then(|| lists.iter().map(|list| list.board(car)).collect())
}

/// Splits a text into lists of cars.
fn lists(text: &str) -> Vec<CarList> {
    let mut lists: Vec<CarList> = Vec::new();
    let (mut side, mut is_open) = (None, false);
    let mut add =
        |line: usize, side: Option<usize>, car: ListedCar, is_open: bool| match lists.last_mut() {
            Some(list) if is_open => list.cars.push(car),
            _ => lists.push(CarList {
                line,
                side,
                cars: vec![car],
            }),
        };
    if text.trim_start().starts_with(['[', '{', '(']) {
        let (mut begin, mut line) = (None, 1);
        for (at, c) in text.char_indices() {
            match c {
                '\n' => line += 1,
                '[' | '{' | '(' => begin = Some((at + 1, line)),
                ']' | '}' | ')' => match begin.take() {
                    Some((from, line)) => {
                        if let Some(car) = listed_car(&text[from..at], None) {
                            add(line, None, car, is_open);
                            is_open = true;
                        }
                    }
                    None => is_open = false,
                },
                _ => (),
            }
        }
        return lists;
    }
    let mut header = None;
    for line in numbered_lines(text) {
        if let Some(car) = listed_car(line.text, header) {
            add(line.number, side, car, is_open);
            is_open = true;
            continue;
        }
        is_open = false;
        side = line
            .text
            .trim()
            .parse()
            .ok()
            .filter(|side| SIDES.contains(side));
        header = Some(line.text)
            .filter(|text| words(text).filter(|word| key(word).is_some()).count() > 2);
    }
    lists
}

/// Splits text into words of letters and digits.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Returns the meaning of the name of a value.
fn key(word: &str) -> Option<&'static str> {
    Some(match &*word.to_ascii_lowercase() {
        "x" | "col" | "column" => "column",
        "y" | "row" => "row",
        "width" | "w" => "width",
        "height" | "h" => "height",
        "length" | "len" | "size" => "length",
        "orientation" | "direction" | "dir" => "direction",
        "name" | "car" | "id" | "label" => "name",
        "istarget" | "target" | "isplayer" | "goal" => "target",
        _ => return None,
    })
}

/// Reads a car, whose values have names in the text itself or in the `header` of a table.
fn listed_car(text: &str, header: Option<&str>) -> Option<ListedCar> {
    if text.len() > LONGEST_RECORD {
        return None;
    }
    let (mut keys, mut values): (Vec<Option<&str>>, Vec<&str>) = (Vec::new(), Vec::new());
    if let Some(header) = header {
        keys = words(header).map(key).collect();
        values = words(text).collect();
    } else if text.contains(':') {
        for pair in text.split(',') {
            let (name, value) = pair.split_once(':')?;
            keys.push(words(name).next().and_then(key));
            values.push(words(value).next().unwrap_or_default());
        }
    } else {
        values = words(text).collect();
    }
    let named = |wanted: &str| {
        let place = keys.iter().position(|key| *key == Some(wanted))?;
        values.get(place).copied()
    };
    let number = |wanted: &str| named(wanted)?.parse::<usize>().ok();
    let direction = |word: &str| match &*word.to_ascii_lowercase() {
        "h" | "horizontal" => Some(Axis::Horizontal),
        "v" | "vertical" => Some(Axis::Vertical),
        _ => None,
    };
    let letter = |word: &str| word.parse::<char>().ok().filter(char::is_ascii_alphabetic);
    if let (Some(column), Some(row)) = (number("column"), number("row")) {
        let (axis, length) = match (number("width"), number("height")) {
            (Some(length), Some(1)) => (Axis::Horizontal, length),
            (Some(1), Some(length)) => (Axis::Vertical, length),
            _ => (direction(named("direction")?)?, number("length")?),
        };
        return Some(ListedCar {
            name: named("name").and_then(letter),
            place: [column, row],
            length,
            axis,
            is_target: named("target") == Some("true"),
            is_named: true,
        });
    }
    // A letter in front is the name, also if it is an H or a V.
    let name = values.first().copied().and_then(letter);
    let rest = &values[usize::from(name.is_some())..];
    let numbers: Vec<usize> = rest.iter().filter_map(|word| word.parse().ok()).collect();
    let mut axes = rest.iter().filter_map(|word| direction(word));
    match (&numbers[..], axes.next(), rest.len()) {
        (&[first, second, length], Some(axis), 4) => Some(ListedCar {
            name,
            place: [first, second],
            length,
            axis,
            is_target: false,
            is_named: false,
        }),
        _ => None,
    }
}

impl CarList {
    /// Draws the board, or returns an error that says why it is not clear. `car` is the letter of
    /// the car that leaves, if the caller names it.
    fn board(&self, car: Option<char>) -> Result<RushBoard, FormatError> {
        let error = |message: &str| FormatError::new((self.line, 1), message);
        let mut names: Vec<char> = self.cars.iter().filter_map(|car| car.name).collect();
        names.sort_unstable();
        names.dedup();
        let are_named = names.len() == self.cars.len();
        let letters: Vec<char> = ('A'..='Z')
            .chain('a'..='z')
            .filter(|c| !"Xxo".contains(*c))
            .collect();
        if self.cars.len() > letters.len() {
            return Err(error("a list of more than 49 cars"));
        }
        // Without names, the car that is marked leaves, or else the first one.
        let target = self.cars.iter().position(|car| car.is_target);
        let label = |index: usize| match self.cars[index].name {
            Some(name) if are_named => name,
            _ if index == target.unwrap_or(0) => 'X',
            _ => letters[index],
        };
        let car = car.or_else(|| target.map(label));
        let mut boards: Vec<(bool, RushBoard)> = Vec::new();
        for is_row_first in [false, true] {
            for base in [0, 1] {
                if is_row_first && self.cars[0].is_named {
                    continue;
                }
                let Some((grid, side)) = self.draw(is_row_first, base, &label) else {
                    continue;
                };
                let is_usual = |cell: usize| cell / side == (side - 1) / 2;
                let leaving = car.unwrap_or('X');
                let is_in_row = grid
                    .iter()
                    .position(|&c| c == leaving)
                    .is_some_and(is_usual);
                let characters = grid.into_iter().map(|c| (c, (self.line, 1))).collect();
                boards.push((is_in_row, RushBoard::square(characters, car)));
            }
        }
        // Without a given size, a larger board would have an empty first row and column.
        let size = |board: &RushBoard| board.characters.len();
        let smallest = boards.iter().map(|(_, board)| size(board)).min();
        boards.retain(|(_, board)| Some(size(board)) == smallest);
        if boards.len() > 1 && boards.iter().any(|(is_in_row, _)| *is_in_row) {
            boards.retain(|(is_in_row, _)| *is_in_row);
        }
        match boards.len() {
            0 => Err(error(
                "the cars of this list overlap or leave the board; expected a name, column, row, length and direction",
            )),
            1 => Ok(boards.remove(0).1),
            _ => Err(error(
                "the list of cars can be read in several ways; write a first line such as 'car,orientation,col,row,length', \
                 and count rows and columns from 1",
            )),
        }
    }

    /// Draws the cars into a square, or returns `None` if they overlap or leave the board. `base` is
    /// the number of the first row and column.
    fn draw(
        &self,
        is_row_first: bool,
        base: usize,
        label: &dyn Fn(usize) -> char,
    ) -> Option<(Vec<char>, usize)> {
        let mut cells: Vec<(usize, usize, char)> = Vec::new();
        for (index, car) in self.cars.iter().enumerate() {
            let [first, second] = car.place;
            let (x, y) = if is_row_first {
                (second, first)
            } else {
                (first, second)
            };
            let (x, y) = (x.checked_sub(base)?, y.checked_sub(base)?);
            for step in 0..car.length.min(*SIDES.end() + 1) {
                cells.push(match car.axis {
                    Axis::Horizontal => (x + step, y, label(index)),
                    Axis::Vertical => (x, y + step, label(index)),
                });
            }
        }
        let needed = cells.iter().map(|&(x, y, _)| x.max(y) + 1).max()?;
        let side = self.side.unwrap_or(needed.max(6));
        if needed > side || !SIDES.contains(&side) {
            return None;
        }
        let mut grid = vec!['.'; side * side];
        for (x, y, letter) in cells {
            if grid[y * side + x] != '.' {
                return None;
            }
            grid[y * side + x] = letter;
        }
        Some((grid, side))
    }
}
