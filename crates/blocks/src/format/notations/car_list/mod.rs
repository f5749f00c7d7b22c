//! Reads Rush Hour boards that are written as lists of cars, each with its name, column, row,
//! length and direction.
//!
//! A car is a line, an innermost list, or a JSON object. Its values have names (as in JSON, or in
//! the first line of a CSV file), or they are in one of the usual orders:
//!
//! ```text
//! 1 2 h 2        X 2 0 H 2        {"x":1,"y":2,"width":2,"height":1}        car,orientation,col,row,length
//! ```
//!
//! Lists differ in whether the row or the column comes first, and in whether both are 0-based or
//! 1-based. All four ways are tried. A way fits if no cars overlap or leave the board. The list is
//! accepted if only one way fits, or if only one fitting way has the leaving car in the usual row.
//! For example, a list with the car `X 0 2 H 2` can only be 0-based.
//!
//! The exit is at the right unless the input states a different one, as a value such as
//! `"exit":"left"` beside the list or in a line such as `exit: left` above it. The board has 6x6
//! cells unless a value such as `"size":7` states another size. Both values can be in a separate
//! object, such as `"settings":{"size":7}`. Every line or object of a list must be a car, so that
//! no car is lost because of a typing error.

mod bracketed;
mod car;
mod lines;
mod placing;
mod stated_lines;

use super::rows::{NumberedLine, is_header_of_item, is_row, numbered_lines};
use super::stated_exit::{StatedExit, StatedGoal};
use super::stated_side::StatedSide;
use crate::format::FormatError;
use crate::format::rush::{RushBoard, SIDES};
use bracketed::{FirstBracket, bracketed_lists};
use car::{CarText, ListedCar};
use lines::line_lists;

/// A list of cars, or the first error in its text.
#[derive(Default)]
struct CarList {
    /// The line of the first car, or 0 if no car has been read.
    line: usize,
    /// The number of cells in a row of the board, if the input states it.
    side: Option<usize>,
    /// The number of the line above the list that states the size, if such a line does.
    side_line: Option<usize>,
    /// The letter of the leaving car, if a line such as `car: P` names it.
    car: Option<char>,
    /// The error in the value that should name the leaving car, such as `car: 7`, or `None` if
    /// there is no such error.
    wrong_car: Option<String>,
    cars: Vec<ListedCar>,
    /// Number of items and lines that look like a car with an error, such as `X 3 H 2`.
    wrong_cars: usize,
    /// The number of moves that the input states without a metric.
    stated_moves: Option<u32>,
    /// The exit, if the input states it.
    exit: Option<StatedExit>,
    /// The number of the contents in which the list was found (see
    /// [`Contents::order`](super::brackets::Contents::order)). The lists are sorted by it.
    order: usize,
    mistake: Option<FormatError>,
}

/// Reads all boards of the input. Returns `None` if the input is not a list of cars. `car` is the
/// letter of the leaving car if the caller specifies it.
pub(super) fn read(text: &str, car: Option<char>) -> Option<Vec<Result<RushBoard, FormatError>>> {
    let first = FirstBracket::of(text);
    let lists = match &first {
        Some(first) => bracketed_lists(text, first),
        None => line_lists(text),
    };
    // In an input of several lines, one line that looks like a car is not enough, because it could
    // also be a row of a map. At least two lines must look like cars, and at least one of them must
    // be a valid car, because several rows of a map can look like cars with errors.
    let is_short = first.is_some() || text.lines().filter(|line| is_row(line)).count() == 1;
    let is_list = |list: &CarList| match list.cars.len() {
        0 => is_short && list.wrong_cars > 0,
        cars => is_short || cars + list.wrong_cars > 1,
    };
    let header = || numbered_lines(text).find(|line| is_header_of_item(line.text));
    if !lists.iter().any(is_list) {
        None
    } else if let Some(header) = header() {
        let message = "lists of cars in the items of a TOML file are not read; write them as JSON, such as \
                       [{\"cars\":[[\"X\",1,2,\"H\",2]],\"exit\":\"left\"}]";
        Some(vec![Err(FormatError::new((header.number, 1), message))])
    } else {
        Some(boards(&lists, car))
    }
}

/// Returns the boards of all lists. If a line such as `size: 7` applies to several lists, all of
/// them must count rows and columns from the same number, 0 or 1. If the first list counts from 0
/// and another one seems to count from 1, the other one was probably written for a board of a
/// different size, so it is rejected.
fn boards(lists: &[CarList], car: Option<char>) -> Vec<Result<RushBoard, FormatError>> {
    // The line that states the last size, and whether the first list below it counts rows and
    // columns from 0 or from 1.
    let mut known: Option<(usize, usize)> = None;
    let mut boards = Vec::new();
    for list in lists {
        let mut found = list.board(car);
        if let (Some(side_line), Ok(board)) = (list.side_line, &found) {
            match known.filter(|(line, _)| *line == side_line) {
                Some((_, base)) if base != board.base => {
                    found = Err(list.other_base_error(side_line, base, board.base));
                }
                Some(_) => (),
                None => known = Some((side_line, board.base)),
            }
        }
        boards.push(found.map(|found| found.board));
    }
    boards
}

impl CarList {
    /// Adds a car, or records the error in its text.
    fn add(&mut self, text: CarText<'_>) {
        let looks_like_car = text.looks_like_car();
        match text.car {
            Ok(car) => {
                if self.cars.is_empty() {
                    self.line = text.line;
                }
                self.cars.push(car);
            }
            Err(expected) => {
                self.wrong_cars += usize::from(looks_like_car);
                let words: Vec<&str> = text.text.split_whitespace().collect();
                let found: String = words.join(" ").chars().take(60).collect();
                self.add_mistake(text.line, format!("'{found}' is not a car: {expected}"));
            }
        }
    }

    /// Adds the cars of another list of the same board. `are_leaving` says whether the name of that
    /// list, such as `player`, marks its only car as the one that leaves.
    fn join(&mut self, mut other: CarList, are_leaving: bool) {
        if let [car] = &mut other.cars[..] {
            car.is_target |= are_leaving;
        }
        self.cars.append(&mut other.cars);
        self.wrong_cars += other.wrong_cars;
        self.mistake = self.mistake.take().or(other.mistake);
    }

    /// Records an error, unless an earlier one is known.
    fn add_mistake(&mut self, line: usize, message: String) {
        self.mistake
            .get_or_insert_with(|| FormatError::new((line, 1), message));
    }

    /// Sets the number of cells in a row, or records an error if no board has rows of this length.
    /// If several sizes are stated, the first one is kept, which is the one in the innermost
    /// brackets.
    fn set_side(&mut self, line: usize, side: StatedSide) {
        match side {
            _ if self.side.is_some() => (),
            Ok(side) if SIDES.contains(&side) => self.side = Some(side),
            Ok(_) => {
                let (least, most) = (SIDES.start(), SIDES.end());
                let message = format!(
                    "the board of a list of cars is a square of {least}x{least} to {most}x{most} cells"
                );
                self.add_mistake(line, message);
            }
            Err(message) => self.add_mistake(line, message),
        }
    }

    /// Sets the exit and the leaving car, or records an error if one of them cannot be read. If
    /// several exits or cars are stated, the first one is kept, which is the one in the innermost
    /// brackets.
    fn set_goal(&mut self, line: usize, goal: StatedGoal) {
        if let Some(message) = goal.mistake {
            self.add_mistake(line, message);
        }
        match goal.exit.transpose() {
            Ok(exit) => self.exit = self.exit.or(exit),
            Err(message) => self.add_mistake(line, message),
        }
        match goal.car.transpose() {
            Ok(car) => self.car = self.car.or(car),
            Err(message) => self.wrong_car = self.wrong_car.take().or(Some(message)),
        }
    }

    /// Returns the error for a list that counts from `base`, although another list that gets its size
    /// from the same line counts from `other_base`.
    fn other_base_error(&self, side_line: usize, other_base: usize, base: usize) -> FormatError {
        let message = format!(
            "this list gets its size from line {side_line} and seems to count from {base}, but the first list below that \
             line counts from {other_base}; state the size of this list in the line above its cars"
        );
        FormatError::new((self.line, 1), message)
    }

    /// Records the error that a line such as `exit: left` is below all lists.
    fn add_unused_line(&mut self, line: NumberedLine<'_>) {
        let text = line.text.trim();
        let message = format!("no cars follow '{text}'; write it above the cars");
        self.add_mistake(line.number, message);
    }

    /// Moves this list to the complete lists and begins the next one, unless it has neither cars
    /// nor an error.
    fn complete(&mut self, lists: &mut Vec<CarList>) {
        if !self.cars.is_empty() || self.mistake.is_some() {
            lists.push(std::mem::take(self));
        }
    }
}
