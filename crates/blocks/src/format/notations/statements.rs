//! Splits lines such as `exit: left` into names and values, and reads sizes and sentences.

use super::exit::{StatedExit, side_named};
use super::names::{Meaning, meaning};
use crate::format::rush::{SIDES, car_letter};

/// Maximum length, in bytes, of a text that describes a place on the board. A longer text is a
/// sentence or something else.
const LONGEST_PLACE: usize = 100;
/// Largest number that can be a row or a column. It is larger than the longest side of a board,
/// because the cell of an exit can be beyond the edge of the board.
const MAX_COORDINATE: usize = *SIDES.end() + 1;

/// Returns the names and values in a line such as `exit: left`. A size such as `7x7` needs no name.
/// In program code, only literals count, such as the 7 in `const size = 7;`.
pub(super) fn named_values(line: &str) -> Vec<(&str, &str)> {
    let line = line.trim();
    if sides(line).is_some_and(|sides| sides.len() == 2) {
        return vec![("size", line)];
    }
    if line.contains(['(', '[', '{']) {
        return named_value(line).into_iter().collect();
    }
    let parts = line
        .split([',', ';'])
        .filter(|part| !part.trim().is_empty());
    let values: Option<Vec<_>> = parts.map(named_value).collect();
    values.unwrap_or_else(|| named_value(line).into_iter().collect())
}

/// Returns whether a comment contains a value for the board, such as `exit: left` or `car: B`.
/// Other comments are ignored.
pub(super) fn states_value(comment: &str) -> bool {
    named_value(comment).is_some_and(|(name, value)| match meaning(name) {
        Some(Meaning::Exit) => StatedExit::read(value).is_some(),
        Some(Meaning::Car | Meaning::Goal) => car_letter(value).is_ok() || is_place(value),
        Some(Meaning::ExitRow | Meaning::ExitColumn) => value.parse::<usize>().is_ok(),
        Some(Meaning::Size) => sides(value).is_some(),
        _ => false,
    })
}

fn named_value(text: &str) -> Option<(&str, &str)> {
    let Some(at) = text.find([':', '=']) else {
        let (name, value) = text.trim().split_once(char::is_whitespace)?;
        let value = value.trim_matches(is_around_value);
        let is_stated = match meaning(name)? {
            Meaning::Exit => StatedExit::read(value).is_some(),
            Meaning::Size | Meaning::SizeOrPixels | Meaning::UnclearSize => sides(value).is_some(),
            _ => false,
        };
        return Some((name, value)).filter(|_| is_stated);
    };
    let (name, value) = (text[..at].trim(), &text[at + 1..]);
    let is_assigned = text[at..].starts_with('=');
    let is_comparison = value.starts_with(['=', '>']) || name.ends_with(['!', '<', '>']);
    if is_assigned && (is_comparison || !is_literal(value)) {
        return None;
    }
    let mut words = name
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric));
    let name = match words.clone().count() {
        0 => return None,
        _ if is_assigned => words.next_back()?,
        1 | 2 => name,
        // A longer text before the `:` is part of a sentence, not a name.
        _ => return None,
    };
    Some((name, value.trim_matches(is_around_value)))
}

fn is_around_value(c: char) -> bool {
    c.is_whitespace() || "\"';,".contains(c)
}

/// Returns whether the value after a `=` is a literal, such as `7` or `"left"`, rather than a
/// variable or a call in program code. A side such as `left` and a capital letter count as literals
/// too, because people write them without quotation marks.
pub(super) fn is_literal(value: &str) -> bool {
    let value = value.trim();
    let word = value.trim_end_matches([';', ',']);
    value.starts_with(|c: char| c.is_ascii_digit() || "\"'([{-".contains(c))
        || is_place(word)
        || car_letter(word).is_ok_and(|letter| letter.is_ascii_uppercase())
}

/// Returns the numbers in a size such as `7`, `7x7` or `7 by 7 cells`. The row `0XX000` of a map,
/// where a car `XX` is between empty cells, is not a size.
pub(super) fn sides(value: &str) -> Option<Vec<usize>> {
    let is_between = |c: char| c.is_whitespace() || ",xX×*".contains(c);
    let numbers = value
        .split(is_between)
        .filter(|word| !matches!(*word, "" | "by" | "cells" | "squares"));
    let sides: Vec<usize> = numbers
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    let signs = value.chars().filter(|c| "xX×*".contains(*c)).count();
    let is_size = (1..=2).contains(&sides.len()) && signs < 2 && !sides.contains(&0);
    is_size.then_some(sides)
}

/// Returns whether a word is a size such as `7x7`.
pub(super) fn is_size_in_title(word: &str) -> bool {
    let sides = sides(word).filter(|sides| sides.len() == 2 && word.contains(['x', 'X', '×']));
    sides.is_some_and(|sides| sides.iter().all(|side| SIDES.contains(side)))
}

/// Returns whether a word names a place on the board other than the right side, where the exit
/// usually is.
pub(super) fn is_other_place(word: &str) -> bool {
    names_side(word) && !is_listed(word, "right east") || is_listed(word, "row column col corner")
}

/// Returns whether a text describes a place on the board and nothing else: a side, such as `west`
/// or `the left side`, or a cell, such as `(2, 5)`, `row 2` or `"x":5,"y":2`.
pub(super) fn is_place(text: &str) -> bool {
    if text.len() > LONGEST_PLACE {
        return false;
    }
    let Some(exit) = StatedExit::read(text) else {
        let is_part = |word: &str| names_side(word) || is_listed(word, "the side edge corner");
        return words(text).any(names_side) && words(text).all(is_part);
    };
    let is_on_board = |number: usize| number <= MAX_COORDINATE;
    // A fraction such as `3/4` is not a cell.
    let is_of_pair = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;()[]".contains(c);
    exit.column.is_none_or(is_on_board)
        && exit.row.is_none_or(is_on_board)
        && (!exit.is_pair || text.chars().all(is_of_pair))
}

/// Returns whether a value is the row or the column of a place, according to its name. Examples are
/// `door_x: 2` and `startRow: 2`.
pub(super) fn is_coordinate(name: &str, value: &str) -> bool {
    let word = name
        .rsplit(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    let capital = word.rfind(char::is_uppercase);
    let end = capital.filter(|&at| word[..at].ends_with(char::is_lowercase));
    let last = &word[end.unwrap_or(0)..];
    let is_on_board = value
        .parse()
        .is_ok_and(|number: usize| number <= MAX_COORDINATE);
    last.len() < name.len() && is_on_board && is_listed(last, "x y row column col")
}

/// Returns whether a word names a side of the board, such as `left` or `west`.
fn names_side(word: &str) -> bool {
    side_named(word).is_some() || is_listed(word, "north south west east")
}

fn is_listed(word: &str, words: &str) -> bool {
    words
        .split(' ')
        .any(|other| other.eq_ignore_ascii_case(word))
}

/// Returns whether a text contains a number, other than the number of a level. For example, the 3
/// in `level 3` does not count.
pub(super) fn has_number_of_place(text: &str) -> bool {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut before = "";
    words(text).any(|word| {
        let is_of_level = ["level", "puzzle"].contains(&&*before.to_ascii_lowercase());
        before = word;
        is_number(word) && !is_of_level
    })
}

/// Returns whether a value is a sentence that names neither a place nor a car. Examples are
/// `get the red car out` and `8 moves`.
pub(super) fn is_sentence(value: &str) -> bool {
    let counts_moves = value.ends_with("moves");
    let is_word = |word: &str| {
        let is_letter = |c: char| c.is_alphabetic() || c == '\'';
        word.chars().all(is_letter) && (word.len() > 1 || word == "a") && !is_other_place(word)
            || counts_moves && word.parse::<u32>().is_ok()
    };
    value.split_whitespace().count() > 1 && words(value).all(is_word)
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.filter(|word| !word.is_empty())
}
