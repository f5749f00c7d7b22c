//! Boards of Huarong Dao, four cells wide and five high, one a line: the 2x2 piece has to reach the middle of the
//! bottom edge.
//!
//! A code has up to nine hexadecimal digits (dnomd343's): the cell of the 2x2 piece, then two bits for each cell that
//! no earlier piece covers: 0 empty, 1 a piece two wide, 2 a piece two high, 3 a single cell. Zeros at its end may be
//! left out. A string has twenty characters, row by row: `.`, `@`, `_` or `0` is empty, equal characters are one piece.

use super::{DrawnPuzzle, free_label, labels};
use crate::format::{FormatError, uncommented};
use crate::puzzle::{Cell, Puzzle};

const WIDTH: usize = 4;
const HEIGHT: usize = 5;
const CELLS: usize = WIDTH * HEIGHT;
/// The place of the 2x2 piece in the goal.
const GOAL: usize = 13;

fn lines(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    (1..).zip(text.lines()).filter_map(|(line, row)| {
        let row = uncommented(row).trim();
        let (code, name) = row.split_once(char::is_whitespace).unwrap_or((row, ""));
        (!row.is_empty() && !row.starts_with('#')).then_some((line, code, name.trim()))
    })
}

pub(super) fn fits(text: &str) -> bool {
    let mut codes = lines(text);
    codes.next().is_some_and(|(_, code, _)| board(code).is_some())
}

pub(super) fn read(text: &str) -> Vec<Result<DrawnPuzzle, FormatError>> {
    let drawn_puzzle = |(line, code, name): (usize, &str, &str)| {
        let Some((start, hero)) = board(code) else {
            let found: String = code.chars().take(20).collect();
            let wrong = format!(
                "'{found}' is not a Huarong Dao board with a 2x2 piece: expected nine hexadecimal digits, or twenty \
                 characters"
            );
            return Err(FormatError::new((line, 1), wrong));
        };
        let mut goal = vec!['.'; CELLS];
        [0, 1, WIDTH, WIDTH + 1].iter().for_each(|offset| goal[GOAL + offset] = hero);
        let name = if name.is_empty() { code } else { name }.to_owned();
        let [start, goal] = [start, goal].map(|cells| cells.chunks(WIDTH).map(<[char]>::to_vec).collect());
        Ok(DrawnPuzzle { name, line, gate: "", start, goal })
    };
    lines(text).map(drawn_puzzle).collect()
}

/// The cells of a code or a string, and the character of the 2x2 piece.
fn board(code: &str) -> Option<(Vec<char>, char)> {
    let cells = if code.chars().count() == CELLS { drawn(code) } else { decoded(code)? };
    let hero = cells.iter().find(|&&c| {
        let of: Vec<usize> = (0..CELLS).filter(|&cell| cells[cell] == c).collect();
        c != '.'
            && of.len() == 4
            && of[0] % WIDTH < WIDTH - 1
            && of.iter().zip([0, 1, 4, 5]).all(|(c, d)| *c == of[0] + d)
    })?;
    Some((cells.clone(), *hero))
}

/// The cells of a string of twenty characters; a character with a meaning in maps is replaced.
fn drawn(text: &str) -> Vec<char> {
    let characters: Vec<char> = text.chars().collect();
    let replaced = characters.contains(&'#').then(|| free_label(&characters, None));
    let cell = |c: char| match c {
        '.' | '@' | '_' | '0' => '.',
        '#' => replaced.unwrap_or('?'),
        other => other,
    };
    characters.iter().map(|&c| cell(c)).collect()
}

/// The cells of a hexadecimal code; `None` if it is no code.
fn decoded(code: &str) -> Option<Vec<char>> {
    let digits: Vec<u32> = code.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let mut names = labels();
    if !(5..=10).contains(&digits.len()) || digits.get(9).is_some_and(|&digit| digit != 0) {
        return None;
    }
    let mut cells = vec![None; CELLS];
    let place = |cells: &mut Vec<Option<char>>, cell: usize, offsets: &[usize], label: char| {
        let fits = |offset: &usize| {
            let to = cell + offset;
            to < CELLS && cells[to].is_none() && to % WIDTH == cell % WIDTH + offset % WIDTH
        };
        let free = offsets.iter().all(fits);
        offsets.iter().filter(|_| free).for_each(|offset| cells[cell + offset] = Some(label));
        free.then_some(())
    };
    place(&mut cells, digits[0] as usize, &[0, 1, WIDTH, WIDTH + 1], names.next()?)?;
    let mut values = digits[1..].iter().flat_map(|digit| [digit >> 2, digit & 3]).chain(std::iter::repeat(0));
    for cell in 0..CELLS {
        if cells[cell].is_some() {
            continue;
        }
        match values.next()? {
            0 => cells[cell] = Some('.'),
            1 => place(&mut cells, cell, &[0, 1], names.next()?)?,
            2 => place(&mut cells, cell, &[0, WIDTH], names.next()?)?,
            _ => place(&mut cells, cell, &[0], names.next()?)?,
        }
    }
    // What is left over must be zeros.
    let rest: u32 = values.take(16).sum();
    (rest == 0).then(|| cells.into_iter().flatten().collect())
}

/// The code of a puzzle with the board, the pieces and the goal of Huarong Dao.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let is_board = puzzle.width() == WIDTH && puzzle.height() == HEIGHT;
    if !is_board || puzzle.cells().iter().any(|&cell| cell != Cell::Floor) || !puzzle.gates().is_empty() {
        return Err("the board of Huarong Dao is four cells wide and five high, without walls and gates".to_owned());
    }
    if puzzle.pieces().iter().any(|piece| piece.axis.is_some()) {
        return Err("pieces of Huarong Dao are not locked to a line".to_owned());
    }
    let goal = puzzle.goal().map(|goal| &goal.pieces[..]);
    let is_goal = matches!(goal, Some([target]) if target.cell == GOAL && target.shape.extent() == (2, 2) && target.shape.len() == 4);
    if !is_goal {
        return Err("the goal of Huarong Dao is the 2x2 piece in the middle of the bottom edge".to_owned());
    }
    let (mut hero, mut values) = (None, Vec::new());
    let occupants = puzzle.occupants(puzzle.start());
    for (cell, occupant) in occupants.into_iter().enumerate() {
        let Some(piece) = occupant else {
            values.push(0);
            continue;
        };
        if puzzle.start().anchor(piece) != cell {
            continue;
        }
        let shape = &puzzle.pieces()[piece].shape;
        match (shape.extent(), shape.len()) {
            ((2, 2), 4) if hero.is_none() => hero = Some(cell),
            ((2, 1), 2) => values.push(1),
            ((1, 2), 2) => values.push(2),
            ((1, 1), 1) => values.push(3),
            _ => return Err("Huarong Dao has one 2x2 piece, and others of one or two cells".to_owned()),
        }
    }
    values.resize(16, 0);
    let hero = hero.ok_or("Huarong Dao has a 2x2 piece")?;
    let digits: String = values.chunks(2).map(|two| format!("{:X}", two[0] * 4 + two[1])).collect();
    Ok(format!("{hero:X}{digits} {}", puzzle.name()).trim_end().to_owned() + "\n")
}
