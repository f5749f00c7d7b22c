//! Places the cars of a list on a board, and gives each car a letter.
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
/// Number of cells in a row of a board whose size is not stated.
const USUAL_SIDE: usize = 6;

/// The cars of a list, placed on the board in one of the possible ways.
struct PlacedCars {
    side: usize,
    /// The index of the car in each cell, row by row.
    cells: Vec<Option<usize>>,
    /// The column and row of each car.
    places: Vec<[usize; 2]>,
}

/// A board on which all cars of a list fit if their rows and columns are read in one of the
/// possible ways.
struct FittingBoard {
    is_row_first: bool,
    /// The number of the first row and column, 0 or 1.
    base: usize,
    /// Whether the leaving car stands in the usual row of the exit.
    is_in_row: bool,
    board: RushBoard,
}

/// One of the possible ways to read rows and columns, in which not all cars fit although the
/// leaving car stands in the usual row of the exit.
struct MisfitInExitRow {
    is_row_first: bool,
    /// The number of the first row and column, 0 or 1.
    base: usize,
    /// Description of what does not fit, such as `car A leaves the 6x6 board`.
    reason: String,
}

impl CarList {
    /// Draws the board, or returns an error that says why the list does not describe exactly one
    /// board. `car` is the letter of the car that leaves, if it is stated.
    pub(super) fn placed(&self, car: Option<char>) -> Result<ListedBoard, FormatError> {
        let error = |message: String| FormatError::new((self.line, 1), message);
        let letters = self.letters().map_err(error)?;
        let marked = self.marked_car().map_err(error)?;
        // A car named beside the list, such as `car: P`, takes precedence over a mark such as
        // `"isTarget":true`, and a mark takes precedence over the name `X`.
        let with_letter = |letter: char| letters.iter().position(|&other| other == letter);
        let known = match (car, marked) {
            (Some(letter), _) => with_letter(letter),
            (None, Some(marked)) => Some(marked),
            (None, None) => with_letter('X'),
        };
        let is_row_first_possible = !self.cars.iter().any(|car| car.is_named);
        let mut boards: Vec<FittingBoard> = Vec::new();
        let mut misfits: Vec<MisfitInExitRow> = Vec::new();
        let mut exit_mistake: Option<String> = None;
        for is_row_first in [false, true] {
            for base in [0, 1] {
                if is_row_first && !is_row_first_possible {
                    continue;
                }
                let placed = match self.place(is_row_first, base) {
                    Ok(placed) => placed,
                    Err(reason) if self.is_leaving_in_exit_row(known, is_row_first, base) => {
                        misfits.push(MisfitInExitRow {
                            is_row_first,
                            base,
                            reason,
                        });
                        continue;
                    }
                    Err(_) => continue,
                };
                let in_row = placed.cars_at_exit(self, base);
                let only = in_row.first().copied().filter(|_| in_row.len() == 1);
                let leaving = known.or(only);
                let is_in_row = leaving.is_some_and(|car| in_row.contains(&car));
                let mut letters = letters.clone();
                // The leaving car is called X if neither it nor any other car has a letter.
                let has_letters = self.cars.iter().any(|car| car.letter().is_some());
                if let Some(leaving) = marked.or(only)
                    && !letters.contains(&'X')
                    && !self.has_word(leaving)
                    && (marked.is_some() || !has_letters)
                {
                    letters[leaving] = 'X';
                }
                let drawn = placed
                    .cells
                    .iter()
                    .map(|cell| cell.map_or('.', |car| letters[car]));
                let characters = drawn.map(|letter| (letter, (self.line, 1))).collect();
                let board = RushBoard {
                    list_letters: Some(self.legend(&letters)),
                    stated_moves: self.stated_moves,
                    ..RushBoard::square(characters, car.or(marked.map(|car| letters[car])))
                };
                match with_exit(board, self.exit, placed.side, &[base]) {
                    Ok(board) => boards.push(FittingBoard {
                        is_row_first,
                        base,
                        is_in_row,
                        board,
                    }),
                    Err(mistake) => exit_mistake = exit_mistake.or(Some(mistake)),
                }
            }
        }
        if boards.len() > 1 && boards.iter().any(|found| found.is_in_row) {
            boards.retain(|found| found.is_in_row);
        }
        // If the leaving car stands in the usual row of the exit but another car does not fit, the
        // list probably contains an error. Report it rather than count rows and columns from the
        // other number, even if all cars then happen to fit.
        let is_counted_otherwise = |misfit: &&MisfitInExitRow| {
            let mut fitting = boards.iter();
            fitting.any(|found| found.is_row_first == misfit.is_row_first)
        };
        if !boards.iter().any(|found| found.is_in_row)
            && let Some(misfit) = misfits.iter().find(is_counted_otherwise)
        {
            let MisfitInExitRow { base, reason, .. } = misfit;
            return Err(error(format!(
                "the cars of this list do not fit: counted from {base}, {reason}; counted from {}, all of them fit, but the \
                 car that leaves is not in its usual row; correct the list, or draw the board",
                1 - base
            )));
        }
        match boards.len() {
            0 => {
                let misfit = || self.misfit(is_row_first_possible);
                Err(error(exit_mistake.unwrap_or_else(misfit)))
            }
            1 => {
                let FittingBoard { base, board, .. } = boards.remove(0);
                Ok(ListedBoard { board, base })
            }
            _ => Err(error(self.several_ways(&boards))),
        }
    }

    /// Returns the error message for a list that describes several boards. The message contains
    /// these boards as strings, because a drawn board can be read in only one way.
    fn several_ways(&self, boards: &[FittingBoard]) -> String {
        let has_orders = boards.iter().any(|found| found.is_row_first);
        let board = |found: &FittingBoard| {
            let order = match found.is_row_first {
                true => "the row first, ",
                false if has_orders => "the column first, ",
                false => "",
            };
            let cells = found.board.characters.iter();
            let cells: String = cells.map(|(letter, _)| *letter).collect();
            format!("'{cells}' ({order}counted from {})", found.base)
        };
        // A drawn board does not show the exit, or the leaving car if its letter is not X.
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

    /// Returns whether a car that can leave stands lengthwise in the usual row of the exit, even if
    /// other cars do not fit. `known` is the leaving car, if it is known. For an exit at the right
    /// of a 6x6 board, the usual row is the third one.
    fn is_leaving_in_exit_row(
        &self,
        known: Option<usize>,
        is_row_first: bool,
        base: usize,
    ) -> bool {
        let exits = self.exits(base);
        let is_in_row = |car: &ListedCar| {
            let [mut column, mut row] = car.place;
            if is_row_first {
                std::mem::swap(&mut column, &mut row);
            }
            let place = [column.checked_sub(base), row.checked_sub(base)];
            is_at_exit(&exits, car.axis, place)
        };
        match known {
            Some(car) => is_in_row(&self.cars[car]),
            None => self.cars.iter().any(is_in_row),
        }
    }

    /// Returns the possible exits if the first row and column have the number `base`. If the input
    /// states no row for an exit at the left or right, the exit is in the usual row.
    fn exits(&self, base: usize) -> Vec<Exit> {
        let side = self.side.unwrap_or(USUAL_SIDE);
        let usual = Exit {
            side: Direction::Right,
            line: None,
        };
        let exits = self.exit.map(|exit| exit.exits(side, base));
        let mut exits = exits.unwrap_or_else(|| vec![usual]);
        for exit in &mut exits {
            if exit.side.axis() == Axis::Horizontal {
                exit.line = exit.line.or(Some((side - 1) / 2));
            }
        }
        exits
    }

    /// Returns whether the name of a car begins with a letter.
    fn has_word(&self, car: usize) -> bool {
        let name = self.cars[car].name.as_deref().unwrap_or_default();
        name.starts_with(|c: char| c.is_ascii_alphabetic())
    }

    /// Returns the letter of each car. Names of one letter are kept. Any other car gets a free
    /// letter: the first letter of its name if possible, but not one that usually stands for the
    /// leaving car. For example, `green` becomes `G`, but `purple` does not become `P`.
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

    /// Returns the car that the list marks as the one that must leave the board, for example by
    /// `"isTarget":true` or by the name `red`.
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

    /// Returns the names of the cars whose letter differs from their name, such as `G = green, B =
    /// B1`.
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

    /// Returns the name of a car for messages.
    fn name(&self, car: usize) -> String {
        let number = || format!("number {}", car + 1);
        self.cars[car].name.clone().unwrap_or_else(number)
    }

    /// Returns the error message for a list whose cars do not fit on the board, however rows and
    /// columns are read. The message says what is wrong if they are read in the most usual way.
    fn misfit(&self, is_row_first_possible: bool) -> String {
        let has_zero = self.cars.iter().any(|car| car.place.contains(&0));
        let base = usize::from(!has_zero);
        let order = if is_row_first_possible {
            "with the column first, "
        } else {
            ""
        };
        let reason = self.place(false, base).err().unwrap_or_default();
        let larger = match self.side {
            Some(_) => "",
            None => {
                "; a board larger than 6x6 needs its size, as a line '7' above the cars or as \"size\":7 in JSON"
            }
        };
        format!("the cars of this list do not fit: {order}counted from {base}, {reason}{larger}")
    }

    /// Places the cars on the board, or returns an error message if they overlap or leave the
    /// board. `base` is the number of the first row and column.
    fn place(&self, is_row_first: bool, base: usize) -> Result<PlacedCars, String> {
        let side = self.side.unwrap_or(USUAL_SIDE);
        let mut placed = PlacedCars {
            side,
            cells: vec![None; side * side],
            places: Vec::new(),
        };
        for (index, car) in self.cars.iter().enumerate() {
            let outside = || format!("car {} leaves the {side}x{side} board", self.name(index));
            let [mut x, mut y] = car.place;
            if is_row_first {
                std::mem::swap(&mut x, &mut y);
            }
            let x = x.checked_sub(base).ok_or_else(outside)?;
            let y = y.checked_sub(base).ok_or_else(outside)?;
            for step in 0..car.length {
                let (x, y) = match car.axis {
                    Axis::Horizontal => (x + step, y),
                    Axis::Vertical => (x, y + step),
                };
                if x >= side || y >= side {
                    return Err(outside());
                }
                if let Some(other) = placed.cells[y * side + x].replace(index) {
                    let (other, name) = (self.name(other), self.name(index));
                    return Err(format!("cars {other} and {name} overlap"));
                }
            }
            placed.places.push([x, y]);
        }
        Ok(placed)
    }
}

impl PlacedCars {
    /// Returns the cars that stand lengthwise in front of the exit. `base` is the number of the
    /// first row and column.
    fn cars_at_exit(&self, list: &CarList, base: usize) -> Vec<usize> {
        let exits = list.exits(base);
        let is_at_exit = |&car: &usize| {
            let place = self.places[car].map(Some);
            is_at_exit(&exits, list.cars[car].axis, place)
        };
        (0..list.cars.len()).filter(is_at_exit).collect()
    }
}

/// Returns whether a car stands lengthwise in front of one of the exits. `place` is its column and
/// row, counted from 0.
fn is_at_exit(exits: &[Exit], axis: Axis, place: [Option<usize>; 2]) -> bool {
    let line = place[usize::from(axis == Axis::Horizontal)];
    let leads_to = |exit: &Exit| exit.side.axis() == axis && line.is_some() && exit.line == line;
    exits.iter().any(leads_to)
}
