//! Places the cars of a list on a board, and gives each car a letter. One of them is the *target
//! car*, which must leave the board through the exit.
//!
//! A list may count rows and columns from 0 or from 1, and may give the row or the column first.
//! All four ways are tried, and it is an error if more than one of them makes sense. For example, a
//! list with the car `X 0 2 H 2` can only count from 0.

use super::car::ListedCar;
use super::car_list::{CarList, ListedBoard};
use super::exit::with_exit;
use crate::format::FormatError;
use crate::format::rush::{CAR, Exit, RushBoard};
use crate::{Axis, Direction};

/// Maximum number of cars, which is the number of letters that do not stand for a wall or an empty
/// cell.
const MAX_CARS: usize = 49;
/// Number of cells in a row of a Rush Hour board, unless the input specifies another size.
const USUAL_SIDE: usize = 6;

/// A way to read the numbers in a list of cars. It says which of a car's two numbers is the row,
/// and whether rows and columns are counted from 0 or from 1.
#[derive(Clone, Copy)]
struct Reading {
    is_row_first: bool,
    /// The number of the first row and the first column: 0 or 1.
    base: usize,
}

/// The board that one reading of a list of cars gives, if all cars fit on it.
struct FittingBoard {
    reading: Reading,
    /// Whether the target car (the car that must leave) stands in front of the exit. If the input
    /// specifies no exit, the exit is assumed in the usual row, which is the third of six.
    is_in_row: bool,
    board: RushBoard,
}

impl CarList {
    /// Draws the board, or returns an error that says why the list does not describe exactly one
    /// board. `car` is the letter of the target car, which must leave the board, or `None` if it is
    /// unknown.
    pub(super) fn placed(&self, car: Option<char>) -> Result<ListedBoard, FormatError> {
        let error = |message: String| FormatError::new((self.line, 1), message);
        let letters = self.letters().map_err(error)?;
        let marked = self.marked_car().map_err(error)?;
        // Find the target car, which must leave the board. A line such as `car: P` takes precedence
        // over a mark such as `"isTarget":true`. A mark takes precedence over the name `X`.
        let with_letter = |letter: char| letters.iter().position(|&other| other == letter);
        let known = match (car, marked) {
            (Some(letter), _) => with_letter(letter),
            (None, Some(marked)) => Some(marked),
            (None, None) => with_letter('X'),
        };
        let mut boards: Vec<FittingBoard> = Vec::new();
        // Readings that fail because a car does not fit on the board, although a possible target
        // car is in front of the exit. Each reading comes with an error message.
        let mut misfits: Vec<(Reading, String)> = Vec::new();
        let mut exit_mistake: Option<String> = None;
        for reading in self.readings() {
            let at_exit = self.cars_at_exit(reading);
            let only = at_exit.first().copied().filter(|_| at_exit.len() == 1);
            let cells = match self.place(reading) {
                Ok(cells) => cells,
                Err(reason) => {
                    if known.map_or(!at_exit.is_empty(), |car| at_exit.contains(&car)) {
                        misfits.push((reading, reason));
                    }
                    continue;
                }
            };
            let letters = self.letters_with_x(&letters, marked, only);
            let drawn = cells
                .into_iter()
                .map(|car| car.map_or('.', |car| letters[car]));
            let characters = drawn.map(|letter| (letter, (self.line, 1))).collect();
            let board = RushBoard {
                list_letters: Some(self.legend(&letters)),
                stated_moves: self.stated_moves,
                ..RushBoard::square(characters, car.or(marked.map(|car| letters[car])))
            };
            match with_exit(board, self.exit, self.side(), &[reading.base]) {
                Ok(board) => boards.push(FittingBoard {
                    reading,
                    is_in_row: known.or(only).is_some_and(|car| at_exit.contains(&car)),
                    board,
                }),
                Err(mistake) => exit_mistake = exit_mistake.or(Some(mistake)),
            }
        }
        if boards.iter().any(|found| found.is_in_row) {
            boards.retain(|found| found.is_in_row);
        } else {
            // If the target car stands in front of the exit, but another car does not fit on the
            // board, the list probably contains an error. Report this error even if all cars fit
            // when counting from the other base (0 or 1). Accepting that reading would hide the
            // error.
            let is_counted_otherwise = |(misfit, _): &&(Reading, String)| {
                let mut fitting = boards.iter().map(|found| found.reading);
                fitting.any(|reading| reading.is_row_first == misfit.is_row_first)
            };
            if let Some((Reading { base, .. }, reason)) = misfits.iter().find(is_counted_otherwise)
            {
                return Err(error(format!(
                    "the cars of this list do not fit: counted from {base}, {reason}; counted from {}, all of them fit, but \
                     the car that leaves is not in its usual row; correct the list, or draw the board",
                    1 - base
                )));
            }
        }
        match boards.len() {
            0 => Err(error(exit_mistake.unwrap_or_else(|| self.misfit()))),
            1 => {
                let FittingBoard { reading, board, .. } = boards.remove(0);
                let base = reading.base;
                Ok(ListedBoard { board, base })
            }
            _ => Err(error(self.several_ways(&boards))),
        }
    }

    /// Returns all ways to read the list. There are four, or two if the coordinates have names that
    /// say which of them is the row.
    fn readings(&self) -> Vec<Reading> {
        let orders: &[bool] = match self.cars.iter().any(|car| car.is_named) {
            true => &[false],
            false => &[false, true],
        };
        let mut readings = Vec::new();
        for &is_row_first in orders {
            readings.extend([0, 1].map(|base| Reading { is_row_first, base }));
        }
        readings
    }

    /// Returns the error message for a list that can describe several boards. The message shows
    /// these boards as strings, because a string can be read in only one way.
    fn several_ways(&self, boards: &[FittingBoard]) -> String {
        let has_orders = boards.iter().any(|found| found.reading.is_row_first);
        let board = |found: &FittingBoard| {
            let order = match found.reading.is_row_first {
                true => "the row first, ",
                false if has_orders => "the column first, ",
                false => "",
            };
            let cells = found.board.characters.iter();
            let cells: String = cells.map(|(letter, _)| *letter).collect();
            format!("'{cells}' ({order}counted from {})", found.reading.base)
        };
        // The string does not show the exit. It shows the target car (the car that must leave) only
        // by the letter X. So add lines that name the exit and the car where needed.
        let mut lines = Vec::new();
        let mut leaving = boards.iter().filter_map(|found| {
            let puzzle = found.board.puzzle((1, 1)).ok()?;
            puzzle.leaving_car()
        });
        if let Some(car) = leaving.next()
            && leaving.all(|other| other == car)
        {
            if car.label != 'X' {
                lines.push(format!("'{CAR}: {}'", car.label));
            }
            if car.side != Direction::Right {
                lines.push(format!("'exit: {}'", car.exit()));
            }
        }
        let below = match &lines[..] {
            [] => String::new(),
            [line] => format!(" below the line {line}"),
            lines => format!(" below the lines {}", lines.join(" and ")),
        };
        let boards: Vec<String> = boards.iter().map(board).collect();
        format!(
            "this list of cars can be read in several ways; write the board that is meant instead of the list{below}: {}",
            boards.join(" or ")
        )
    }

    fn side(&self) -> usize {
        self.side.unwrap_or(USUAL_SIDE)
    }

    /// Returns the cars that stand lengthwise in front of the exit, even if other cars do not fit.
    /// If the input gives no row for an exit at the left or right, the exit is assumed to be in the
    /// usual row, which is the third of six.
    fn cars_at_exit(&self, reading: Reading) -> Vec<usize> {
        let usual = Exit {
            side: Direction::Right,
            line: None,
        };
        let exits = self.exit.map(|exit| exit.exits(self.side(), reading.base));
        let exits = exits.unwrap_or_else(|| vec![usual]);
        let is_at_exit = |&car: &usize| {
            let car = &self.cars[car];
            let [column, row] = car.column_and_row(reading);
            exits.iter().any(|exit| {
                let (line, usual) = match exit.side.axis() {
                    Axis::Horizontal => (row, Some((self.side() - 1) / 2)),
                    Axis::Vertical => (column, None),
                };
                exit.side.axis() == car.axis && line.is_some() && line == exit.line.or(usual)
            })
        };
        (0..self.cars.len()).filter(is_at_exit).collect()
    }

    /// Returns whether the name of a car begins with a letter.
    fn has_word(&self, car: usize) -> bool {
        let name = self.cars[car].name.as_deref().unwrap_or_default();
        name.starts_with(|c: char| c.is_ascii_alphabetic())
    }

    /// Returns the letter of each car. Names of one letter are kept. Any other car gets a free
    /// letter: the first letter of its name if possible, but not a letter that usually stands for
    /// the target car. For example, `green` becomes `G`, but `purple` does not become `P`.
    fn letters(&self) -> Result<Vec<char>, String> {
        if self.cars.len() > MAX_CARS {
            return Err(format!("a list of more than {MAX_CARS} cars"));
        }
        let mut taken: Vec<char> = Vec::new();
        for letter in self.cars.iter().filter_map(ListedCar::letter) {
            if taken.contains(&letter) {
                return Err(format!(
                    "two cars of this list are named '{letter}'; give each its own letter"
                ));
            }
            taken.push(letter);
        }
        let free: Vec<char> = ('A'..='Z')
            .chain('a'..='z')
            .filter(|letter| !"AaPpRrXxOo".contains(*letter))
            .chain("OAPRXapr".chars())
            .collect();
        let mut letters = Vec::new();
        for car in &self.cars {
            let letter = car.letter().unwrap_or_else(|| {
                let first = car.name.as_ref().and_then(|name| name.chars().next());
                let wanted = first.map(|c| c.to_ascii_uppercase()).filter(|&c| {
                    c.is_ascii_alphabetic() && (!"APRX".contains(c) || c == 'R' && car.is_red())
                });
                let mut choices = wanted.into_iter().chain(free.iter().copied());
                choices.find(|c| !taken.contains(c)).unwrap_or('X')
            });
            taken.push(letter);
            letters.push(letter);
        }
        Ok(letters)
    }

    /// Changes the letter of the target car (the car that must leave) to X, and returns the letters
    /// of all cars. The target car keeps its letter if its name begins with a letter, or if another
    /// car is already called X.
    ///
    /// `marked` is the car that the list marks as the target car. `only` is the only car in front
    /// of the exit. It counts as the target car if the list neither marks a car nor gives letters.
    fn letters_with_x(
        &self,
        letters: &[char],
        marked: Option<usize>,
        only: Option<usize>,
    ) -> Vec<char> {
        let mut letters = letters.to_vec();
        let has_letters = self.cars.iter().any(|car| car.letter().is_some());
        if let Some(leaving) = marked.or(only)
            && !letters.contains(&'X')
            && !self.has_word(leaving)
            && (marked.is_some() || !has_letters)
        {
            letters[leaving] = 'X';
        }
        letters
    }

    /// Returns the car that the list marks as the car that must leave the board, for example with
    /// `"isTarget":true` or the name `red`.
    fn marked_car(&self) -> Result<Option<usize>, String> {
        let cars = || 0..self.cars.len();
        let targets: Vec<usize> = cars().filter(|&car| self.cars[car].is_target).collect();
        if targets.len() > 1 {
            return Err(
                "several cars of this list are marked as the one that leaves; mark one".to_owned(),
            );
        }
        let reds: Vec<usize> = cars().filter(|&car| self.cars[car].is_red()).collect();
        let has_role = |car: &ListedCar| matches!(car.letter(), Some('X' | 'P' | 'R'));
        let red = reds.first().copied();
        let red = red.filter(|_| reds.len() == 1 && !self.cars.iter().any(has_role));
        Ok(targets.first().copied().or(red))
    }

    /// Lists the cars whose letter differs from their name, such as `G = green, B = B1`.
    fn legend(&self, letters: &[char]) -> String {
        let renamed = self.cars.iter().zip(letters).filter_map(|(car, letter)| {
            let name = car
                .name
                .as_ref()
                .filter(|_| car.letter() != Some(*letter))?;
            Some(format!("{letter} = {name}"))
        });
        renamed.collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of a car for messages, or its number in the list if it is unnamed.
    fn name(&self, car: usize) -> String {
        let number = || format!("number {}", car + 1);
        self.cars[car].name.clone().unwrap_or_else(number)
    }

    /// Returns the error message if no reading of the list makes all cars fit on the board. The
    /// message says what is wrong in the usual reading, which has the column first and counts from
    /// 1 unless the list contains a 0.
    fn misfit(&self) -> String {
        let has_zero = self.cars.iter().any(|car| car.place.contains(&0));
        let reading = Reading {
            is_row_first: false,
            base: usize::from(!has_zero),
        };
        let base = reading.base;
        let order = match self.readings().len() {
            2 => "",
            _ => "with the column first, ",
        };
        let reason = self.place(reading).err().unwrap_or_default();
        let larger = match self.side {
            Some(_) => "",
            None => {
                "; a board larger than 6x6 needs its size, as a line '7' above the cars or as \"size\":7 in JSON"
            }
        };
        format!("the cars of this list do not fit: {order}counted from {base}, {reason}{larger}")
    }

    /// Returns the index of the car on each cell, row by row. Returns an error message if cars
    /// overlap or extend beyond the board.
    fn place(&self, reading: Reading) -> Result<Vec<Option<usize>>, String> {
        let side = self.side();
        let mut cells: Vec<Option<usize>> = vec![None; side * side];
        for (index, car) in self.cars.iter().enumerate() {
            let outside = || format!("car {} leaves the {side}x{side} board", self.name(index));
            let [Some(x), Some(y)] = car.column_and_row(reading) else {
                return Err(outside());
            };
            for step in 0..car.length {
                let (x, y) = match car.axis {
                    Axis::Horizontal => (x + step, y),
                    Axis::Vertical => (x, y + step),
                };
                if x >= side || y >= side {
                    return Err(outside());
                }
                if let Some(other) = cells[y * side + x].replace(index) {
                    let (other, name) = (self.name(other), self.name(index));
                    return Err(format!("cars {other} and {name} overlap"));
                }
            }
        }
        Ok(cells)
    }
}

impl ListedCar {
    /// Returns the column and the row of the car, counted from 0. If the list counts from 1, a
    /// coordinate of 0 becomes `None`.
    fn column_and_row(&self, reading: Reading) -> [Option<usize>; 2] {
        let [first, second] = self.place.map(|number| number.checked_sub(reading.base));
        match reading.is_row_first {
            true => [second, first],
            false => [first, second],
        }
    }
}
