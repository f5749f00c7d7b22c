//! Rush Hour boards that are written as lists of cars, each with its name, column, row, length and
//! direction:
//!
//! ```text
//! 1 2 h 2        X 2 0 H 2        {"x":1,"y":2,"width":2,"height":1}        car,orientation,col,row,length
//! ```
//!
//! Every item of a list must be a car, so that no car is lost because of a typing error. If an
//! object has several lists that are named after pieces, as in `{"cars":[...],"trucks":[...]}`,
//! they describe the same board.

use super::car::{CarText, ListedCar};
use super::exit::StatedExit;
use super::names::names_leaving_car;
use super::stated::Stated;
use crate::format::FormatError;
use crate::format::rush::{RushBoard, SIDES};

/// A list of cars, and the first error in its text.
#[derive(Default)]
pub(super) struct CarList {
    /// The line of the first car.
    pub(super) line: usize,
    pub(super) cars: Vec<ListedCar>,
    /// Number of items that were probably meant as cars but contain an error, such as `X 3 H 2`.
    pub(super) wrong_cars: usize,
    pub(super) mistake: Option<FormatError>,
    /// Whether the cars are in lines of text, one car per line, instead of in brackets. A list then
    /// needs more than one line, because a single line that looks like a car could also be a row of
    /// a map.
    pub(super) is_of_lines: bool,
    /// The number of cells in a row of the board, if the input specifies it.
    pub(super) side: Option<usize>,
    /// The exit, if the input specifies it.
    pub(super) exit: Option<StatedExit>,
    /// A solution length that the input gives without saying what counts as a move.
    pub(super) stated_moves: Option<u32>,
}

/// A board with all cars of a list on it.
pub(super) struct ListedBoard {
    pub(super) board: RushBoard,
    /// The number of the first row and the first column in the list: 0 or 1.
    pub(super) base: usize,
}

impl CarList {
    pub(super) fn is_empty(&self) -> bool {
        self.cars.is_empty() && self.wrong_cars == 0 && self.mistake.is_none()
    }

    /// Returns whether the text is certainly a list of cars. A single line that looks like a car is
    /// not enough, because it could also be a row of a map.
    pub(super) fn is_certain(&self) -> bool {
        let cars = self.cars.len() + self.wrong_cars;
        match self.is_of_lines {
            true => !self.cars.is_empty() && cars > 1,
            false => cars > 0,
        }
    }

    /// Adds a car, or records the error in its text.
    ///
    /// `name` is the name in front of the car. The name `player` in `"player":{"x":1,...}`, for
    /// example, marks the car that must leave the board.
    pub(super) fn add(&mut self, text: CarText<'_>, name: Option<&str>) {
        if self.line == 0 {
            self.line = text.line;
        }
        match text.car {
            Ok(mut car) => {
                car.is_target |= name.is_some_and(names_leaving_car);
                self.cars.push(car);
            }
            Err(expected) => {
                self.wrong_cars += usize::from(text.is_likely);
                let words: Vec<&str> = text.text.split_whitespace().take(60).collect();
                let found: String = words.join(" ").chars().take(60).collect();
                self.add_mistake(text.line, format!("'{found}' is not a car: {expected}"));
            }
        }
    }

    /// Adds the cars of another list for the same board. `name` is the name in front of that list.
    /// A name such as `player`, in front of a list with a single car, marks the car that must leave
    /// the board.
    pub(super) fn join(&mut self, mut other: CarList, name: Option<&str>) {
        if let [car] = &mut other.cars[..] {
            car.is_target |= name.is_some_and(names_leaving_car);
        }
        if self.line == 0 {
            self.line = other.line;
        }
        self.cars.append(&mut other.cars);
        self.wrong_cars += other.wrong_cars;
        self.mistake = self.mistake.take().or(other.mistake);
    }

    /// Records an error, unless the list already has one.
    pub(super) fn add_mistake(&mut self, line: usize, message: impl Into<String>) {
        self.mistake
            .get_or_insert_with(|| FormatError::new((line, 1), message));
    }

    /// Places the cars on a board. `stated` contains what the input says about the board, such as
    /// its size and its exit. `car` is the letter of the car that must leave the board, or `None`
    /// if it is unknown.
    pub(super) fn board(
        mut self,
        stated: &Stated,
        car: Option<char>,
    ) -> Result<ListedBoard, FormatError> {
        let error = |message: String| FormatError::new((self.line, 1), message);
        let side = stated.side.or(stated.number);
        match (side, &stated.unclear_side) {
            (Some(side), _) if !SIDES.contains(&side) => {
                let (least, most) = (SIDES.start(), SIDES.end());
                return Err(error(format!(
                    "the board of a list of cars is a square of {least}x{least} to {most}x{most} cells"
                )));
            }
            (None, Some(message)) => return Err(error(message.clone())),
            _ => (),
        }
        self.side = side;
        self.exit = stated.exit;
        self.stated_moves = stated.moves;
        self.placed(car)
    }
}
