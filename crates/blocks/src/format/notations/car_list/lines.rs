//! Reads lists in which each car is a line, or a row of a table.
//!
//! Lines above the cars can state the size of the board, the letter of the leaving car, and the exit:
//!
//! ```text
//! size: 7
//! exit: left
//! X 3 4 H 2
//! A 1 1 V 2
//! ```

use super::super::rows::{NumberedLine, is_row, numbered_lines};
use super::super::stated_exit::car_line;
use super::CarList;
use super::car::{CarText, key, words};
use super::stated_lines::{StatedLines, is_title, size_line, stated_values};

/// The lists that have been read so far, and the exit and size that the lines above the next car
/// state.
#[derive(Default)]
struct LineReader<'a> {
    lists: Vec<CarList>,
    /// The list to which the next car belongs.
    list: CarList,
    /// The first line of a table, which names its columns, such as
    /// `car,orientation,col,row,length`.
    header: Option<&'a str>,
    /// The exit, the size and the leaving car that the lines read so far state.
    stated: StatedLines,
}

/// Reads all lists of the input.
pub(super) fn line_lists(text: &str) -> Vec<CarList> {
    let lines: Vec<NumberedLine<'_>> = numbered_lines(text).collect();
    let mut reader = LineReader::default();
    for (index, line) in lines.iter().enumerate() {
        let next = lines.get(index + 1).map_or("", |next| next.text.trim());
        let text = line.text.trim();
        reader.add_line(NumberedLine { text, ..*line }, size_line(next).is_some());
    }
    reader.complete(&lines)
}

impl<'a> LineReader<'a> {
    /// Reads a line without spaces around it.
    fn add_line(&mut self, line: NumberedLine<'a>, is_before_size: bool) {
        let NumberedLine { number, text } = line;
        if text.is_empty() || text == "." {
            self.list.complete(&mut self.lists);
        } else if !is_row(text) {
            // Skip comments between the cars, such as `# trucks`.
        } else if words(text).filter(|word| key(word).is_some()).count() > 2 && !has_number(text) {
            self.list.complete(&mut self.lists);
            self.header = Some(text);
        } else {
            let car = CarText::of_line(number, text, self.header);
            let can_be_title = self.list.cars.is_empty() || is_before_size;
            if car.car.is_ok() || car.looks_like_car() {
                self.add_car(car);
            } else if self.stated.add(line) {
                self.list.complete(&mut self.lists);
            } else if is_title(text) && can_be_title {
                self.list.complete(&mut self.lists);
                self.stated.add_title(line);
            } else {
                self.add_car(car);
            }
        }
    }

    /// Adds a car to the list. The exit and the size that are stated above the car, such as `exit:
    /// left` and `size: 7`, apply to the list.
    fn add_car(&mut self, car: CarText<'_>) {
        self.stated.add_to(&mut self.list);
        self.list.add(car);
    }

    /// Returns all lists after the last line has been read. An exit, a size or a leaving car that is
    /// stated below all cars is an error, because it is unclear which lists it applies to.
    fn complete(mut self, lines: &[NumberedLine<'a>]) -> Vec<CarList> {
        self.list.complete(&mut self.lists);
        let last = lines.get(self.stated.line_below_lists().wrapping_sub(1));
        let is_refused = |line: &&NumberedLine<'_>| {
            !stated_values(line.text).is_empty() || car_line(line.text).is_some()
        };
        if let Some(line) = last.filter(is_refused) {
            for list in &mut self.lists {
                list.add_unused_line(*line);
            }
        }
        self.lists
    }
}

/// Returns whether a line contains a number.
fn has_number(line: &str) -> bool {
    words(line).any(|word| word.parse::<usize>().is_ok())
}

/// Splits a row of a table into its fields, without quotation marks. For example, `"A", 1, 2`
/// becomes `A`, `1` and `2`.
pub(super) fn fields(row: &str) -> Vec<&str> {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
    match [',', ';', '\t', '|'].into_iter().find(|&c| row.contains(c)) {
        Some(separator) => row
            .split(separator)
            .map(|field| field.trim_matches(is_mark))
            .collect(),
        None => row.split_whitespace().collect(),
    }
}
