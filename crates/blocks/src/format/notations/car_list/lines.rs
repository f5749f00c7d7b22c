//! Reads lists in which each car is a line, or a row of a table.

use super::super::rows::{NumberedLine, is_row, numbered_lines};
use super::CarList;
use super::car::{CarText, direction, key, words};
use crate::format::rush::car_line;

/// Reads lists in which each car is a line, or a row of a table.
pub(super) fn line_lists(text: &str) -> Vec<CarList> {
    let lines: Vec<NumberedLine<'_>> = numbered_lines(text).collect();
    let mut lists: Vec<CarList> = Vec::new();
    let mut list = CarList::default();
    let (mut header, mut car) = (None, None);
    for (index, line) in lines.iter().enumerate() {
        let trimmed = line.text.trim();
        if trimmed.is_empty() || trimmed == "." {
            list.complete(&mut lists);
        } else if !is_row(line.text) {
            // Comments may stand between the cars.
        } else if let Some(label) = car_line(trimmed) {
            list.complete(&mut lists);
            match label {
                Ok(label) => car = Some(label),
                Err(message) => list.add_mistake(line.number, message),
            }
        } else if let Some(side) = size_line(trimmed) {
            list.complete(&mut lists);
            // The first of two numbers is the size, and the second is the number of cars.
            if list.side.is_none() {
                list.set_side(line.number, side);
            }
        } else if words(trimmed).filter(|word| key(word).is_some()).count() > 2
            && !has_number(trimmed)
        {
            list.complete(&mut lists);
            header = Some(trimmed);
        } else {
            let is_before_size = lines
                .get(index + 1)
                .is_some_and(|next| size_line(next.text.trim()).is_some());
            let text = CarText::of_line(line.number, trimmed, header);
            if text.car.is_err() && is_title(trimmed) && (list.cars.is_empty() || is_before_size) {
                list.complete(&mut lists);
            } else {
                list.car = car;
                list.add(text);
            }
        }
    }
    list.complete(&mut lists);
    lists
}

/// Returns the side in a line such as `6` or `6 6`. The side is 0 if the two numbers differ.
fn size_line(line: &str) -> Option<usize> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [side] => side.parse().ok(),
        [width, height] => {
            let (width, height): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
            Some(if width == height { width } else { 0 })
        }
        _ => None,
    }
}

/// Returns whether a line contains a number.
fn has_number(line: &str) -> bool {
    words(line).any(|word| word.parse::<usize>().is_ok())
}

/// Returns whether a line that is not a car can be the title of a list. A line with two numbers or
/// a direction is rather a car with a mistake.
fn is_title(line: &str) -> bool {
    let numbers = words(line).filter(|word| word.contains(|c: char| c.is_ascii_digit()));
    numbers.count() < 2 && !words(line).any(|word| direction(word).is_some())
}

/// Splits a row of a table into its fields, without quotation marks.
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
