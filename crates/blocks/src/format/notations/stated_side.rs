//! Reads the size of the board that the input states beside a list of cars or a board of a level
//! pack, such as `"size":7` or `"width":7,"height":7`.
//!
//! These boards are squares, so if the input states several numbers, such as a width and a height,
//! they must be equal. A size that cannot be read is an error. If it were ignored, the board would
//! get the usual size, and the error would go unnoticed if all cars fit on it.

use super::brackets::{Contents, Scope};
use super::rows::{is_missing, letters_of, named_line};
use super::stated_exit::{can_change_goal, is_settings};
use crate::format::rush::SIDES;

/// The number of cells in a row of the board, or an error message if the stated sizes cannot be
/// read.
pub(super) type StatedSide = Result<usize, String>;

/// Minimum width of a picture, in pixels. A value such as `"width":600` is not a number of cells.
const MIN_PIXELS: usize = 30;

/// Returns the side of the board of a list of cars, like [`side_in_brackets`]. A value such as `n:
/// 7` or `grid: 7` could be the size or the number of the level, so it is an error if it is a
/// possible size.
pub(super) fn side_of_list(
    contents: &Contents<'_>,
    beside: &[&Contents<'_>],
) -> Option<StatedSide> {
    side_in_brackets(contents, beside).or_else(|| {
        let settings = beside.iter().filter(|brackets| is_settings(brackets));
        let all = [contents].into_iter().chain(settings.copied());
        let words = all.flat_map(|contents| &contents.words);
        words.filter(|word| !word.is_key).find_map(|word| {
            let key = word.key.filter(|key| is_unclear(key, word.text))?;
            Some(Err(unclear_size(key, word.text)))
        })
    })
}

/// Returns whether a value such as `n: 7` can be the size of a board other than the usual 6x6.
pub(super) fn is_unclear(key: &str, value: &str) -> bool {
    let number = value.parse().ok();
    matches!(&*letters_of(key), "n" | "grid")
        && number.is_some_and(|n| n != 6 && SIDES.contains(&n))
}

/// Returns the error message for an unclear size (see [`is_unclear`]).
pub(super) fn unclear_size(key: &str, value: &str) -> String {
    format!(
        "'{key}: {value}' can be the size or a number of the board; write the size as \"size\":{value}"
    )
}

/// Returns the side of the board that the values of a pair of brackets state. `beside` are the
/// brackets inside that state values, as [`brackets_beside`](super::stated_exit::brackets_beside)
/// returns them.
pub(super) fn side_in_brackets(
    contents: &Contents<'_>,
    beside: &[&Contents<'_>],
) -> Option<StatedSide> {
    let mut side = None;
    add_words(&mut side, contents);
    for brackets in beside {
        let is_size = is_size_in_brackets(brackets);
        match brackets
            .key
            .filter(|_| is_size && !has_named_size(brackets))
        {
            Some(key) => add_side(&mut side, key, &numbers_in(brackets)),
            None if is_size || is_settings(brackets) => add_words(&mut side, brackets),
            None => (),
        }
    }
    side
}

/// Returns whether a pair of brackets states the size of the board, such as `"size":[7,7]` or
/// `"board":{"width":7,"height":7}`.
pub(super) fn is_size_in_brackets(contents: &Contents<'_>) -> bool {
    let Some(key) = contents.key.filter(|_| contents.inner.is_empty()) else {
        return false;
    };
    match &*name_of_size(key) {
        "size" | "dim" | "dimension" | "dimensions" | "dims" => true,
        "board" | "grid" | "map" => {
            has_named_size(contents) || states_size(key, &numbers_in(contents))
        }
        // Two equal numbers are a size under any other name, such as `"shape":[7,7]`.
        _ if can_change_goal(key) => false,
        _ => match sides(contents.text) {
            Some(sides) => sides.len() == 2 && sides[0] == sides[1] && SIDES.contains(&sides[0]),
            None => false,
        },
    }
}

/// Returns whether one of the values in a pair of brackets has the name of a size, such as `width`.
fn has_named_size(contents: &Contents<'_>) -> bool {
    let mut words = contents.words.iter();
    words.any(|word| word.key.is_some_and(|key| states_size(key, word.text)))
}

/// Returns the values in brackets such as `[7,7]`, separated by spaces.
fn numbers_in(contents: &Contents<'_>) -> String {
    let words = contents.words.iter().filter(|word| !word.is_key);
    let words: Vec<&str> = words.map(|word| word.text).collect();
    words.join(" ")
}

/// Combines `side`, the size that is known so far, with each size that the words of `contents`
/// state. Outside of brackets, a value that is not a number is ignored, because it can be program
/// code, such as `canvas.width` in `const width = canvas.width`.
fn add_words(side: &mut Option<StatedSide>, contents: &Contents<'_>) {
    for word in contents.words.iter().filter(|word| !word.is_key) {
        let can_be_code =
            matches!(contents.scope, Scope::Text | Scope::Line) && sides(word.text).is_none();
        if let Some(key) = word.key.filter(|key| states_size(key, word.text))
            && !can_be_code
        {
            add_side(side, key, word.text);
        }
    }
}

/// Combines a stated size with the size that is known so far. If they contradict each other, such
/// as `"width":7` and `"height":8`, the result is an error message.
pub(super) fn add_side(known: &mut Option<StatedSide>, key: &str, value: &str) {
    if matches!(known, Some(Err(_))) || is_missing(value) {
        return;
    }
    let found: String = value.trim().chars().take(40).collect();
    let Some(sides) = sides(value) else {
        *known = Some(Err(format!(
            "'{key}: {found}' is not understood; write the size of the board as \"size\":7"
        )));
        return;
    };
    for side in sides {
        if known.as_ref().is_some_and(|known| *known != Ok(side)) {
            *known = Some(Err(format!(
                "'{key}: {found}' is not the size of a square; this board must be a square, such as \"size\":7"
            )));
            return;
        }
        *known = Some(Ok(side));
    }
}

/// Returns the numbers in a size such as `7`, `7x7` or `7 by 7 cells`. The row `0XX000` of a map, with
/// a car `XX` between empty cells, is not a size.
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

/// Returns the size in a line that states nothing else, such as `7x7`, `7 7` or `size: 7`. A single
/// number without a name is not a size, because it can be the number of boards. In program code,
/// such as `const size = 7`, the value must be a number that is too small for a size in pixels.
pub(super) fn size_line(line: &str) -> Option<&str> {
    let Some(named) = named_line(line).filter(|named| named.mark.is_some()) else {
        return Some(line.trim()).filter(|size| sides(size).is_some_and(|sides| sides.len() == 2));
    };
    let is_size = match named.mark {
        Some('=') => named
            .value
            .parse()
            .is_ok_and(|side: usize| side < MIN_PIXELS),
        _ => sides(named.value).is_some(),
    };
    Some(named.value).filter(|value| is_size && states_size(&named.key, value))
}

/// Returns the only size such as `7x7` in a title or a comment, such as `Level 3 (7x7)`.
pub(super) fn size_in_title(line: &str) -> Option<&str> {
    let words = line.split(|c: char| !c.is_alphanumeric());
    let mut sizes = words.filter(|word| sides(word).is_some_and(|sides| sides.len() == 2));
    let only = sizes.next().filter(|_| !line.contains('='));
    only.filter(|_| sizes.next().is_none())
}

/// Returns whether a value beside a list of cars or a board is a size of the board. The size of
/// something else, such as `cellSize`, does not count, and neither does the number of a board, such
/// as `board 3`.
pub(super) fn states_size(key: &str, value: &str) -> bool {
    let is_in_pixels = || sides(value).is_some_and(|sides| sides.iter().all(|&n| n >= MIN_PIXELS));
    match &*name_of_size(key) {
        "size" => key.eq_ignore_ascii_case("size") || !is_in_pixels(),
        "width" | "height" | "w" | "h" => !is_in_pixels(),
        "dim" | "dimension" | "dimensions" | "dims" | "rows" | "cols" | "columns" | "numrows"
        | "numcols" | "numcolumns" | "nrows" | "ncols" | "rowcount" | "colcount"
        | "columncount" | "sizex" | "sizey" | "sidelength" => true,
        "side" => sides(value).is_some(),
        "board" | "grid" | "map" => sides(value).is_some_and(|sides| sides.len() == 2),
        // A value such as `7x7` is a size under any name, such as `variant: 7x7`.
        _ => sides(value).is_some_and(|sides| {
            value.contains('x') && sides.len() == 2 && sides.iter().all(|n| SIDES.contains(n))
        }),
    }
}

/// Returns the lower-case letters of a name. The prefixes `board`, `grid` and `map` are removed
/// from a longer name, so `gridWidth` becomes `width`.
fn name_of_size(key: &str) -> String {
    let name = letters_of(key);
    let prefixes = ["board", "grid", "map"];
    let rest = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    let rest = rest.filter(|rest| !rest.is_empty());
    rest.map_or_else(|| name.clone(), str::to_owned)
}
