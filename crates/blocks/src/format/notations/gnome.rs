//! Levels of GNOME Klotski: `#` is wall, `-` a gate for the piece `*`, a space floor, and `.` floor that `*` has to
//! reach.
//!
//! Read are maps with a space or an empty line between them, with `## name` above each if they have names, and the
//! lines of the game's source, `{ N_("name"), ... "#a**b#" + ... }`.

use super::{DrawnPuzzle, free_label};
use crate::format::{FormatError, heading};
use crate::puzzle::{CellKind, Puzzle};

/// The piece that has to reach the goal.
const HERO: char = '*';
const GATE: char = '-';

pub(super) fn fits(text: &str) -> bool {
    let is_map = || {
        let mut maps = blocks(text);
        let of_level = |rows: &[&str]| {
            let has = |c: char| rows.iter().any(|row| row.contains(c));
            has('#') && has(HERO) && has('.') && (has(' ') || has(GATE) || is_walled(rows))
        };
        maps.next().is_some_and(|map| of_level(&map.rows)) && maps.all(|map| of_level(&map.rows))
    };
    is_source(text) || is_map()
}

/// Returns true if a text is the game's source; the name of a level may look like it.
fn is_source(text: &str) -> bool {
    text.lines()
        .any(|line| heading(line).is_none() && names_level(line))
}

/// Returns true if a line of source has the name of a level.
fn names_level(line: &str) -> bool {
    line.contains("N_(\"") || line.contains("N_ (\"")
}

/// Returns true if walls surround a map.
fn is_walled(rows: &[&str]) -> bool {
    let is_wall = |row: &&str| row.bytes().all(|b| b == b'#');
    let (first, last) = (rows.first(), rows.last());
    rows.len() > 2
        && first.is_some_and(is_wall)
        && last.is_some_and(is_wall)
        && rows
            .iter()
            .all(|row| row.starts_with('#') && row.ends_with('#'))
}

/// The rows between two empty lines.
struct LevelText<'a> {
    name: &'a str,
    line: usize,
    rows: Vec<&'a str>,
}

fn blocks(text: &str) -> impl Iterator<Item = LevelText<'_>> {
    let mut lines = (1..).zip(text.lines()).peekable();
    std::iter::from_fn(move || {
        let (line, first) = lines.find(|(_, line)| !line.is_empty())?;
        let mut block = LevelText {
            name: heading(first).unwrap_or_default(),
            line,
            rows: Vec::new(),
        };
        block.rows.extend(heading(first).is_none().then_some(first));
        while let Some((_, row)) = lines.next_if(|(_, row)| !row.is_empty()) {
            block.rows.push(row);
        }
        Some(block)
    })
}

pub(super) fn read(text: &str) -> Vec<Result<DrawnPuzzle, FormatError>> {
    if is_source(text) {
        return source(text);
    }
    blocks(text)
        .map(|block| level(block.name, block.line, &block.rows))
        .collect()
}

/// The levels of the game's source: a name in `N_("...")`, then rows in quotes.
fn source(text: &str) -> Vec<Result<DrawnPuzzle, FormatError>> {
    let mut levels: Vec<LevelText<'_>> = Vec::new();
    let mut is_open = false;
    for (line, row) in (1..).zip(text.lines()) {
        let quoted = row
            .split_once('"')
            .and_then(|(_, rest)| rest.rsplit_once('"'));
        let Some((quoted, end)) = quoted else {
            continue;
        };
        if names_level(row) {
            levels.push(LevelText {
                name: quoted,
                line,
                rows: Vec::new(),
            });
            is_open = true;
        } else if let Some(level) = levels
            .last_mut()
            .filter(|_| is_open && row.trim_start().starts_with('"'))
        {
            level.rows.push(quoted);
            is_open = !end.contains('}');
        }
    }
    levels
        .iter()
        .filter(|l| !l.rows.is_empty())
        .map(|l| level(l.name, l.line, &l.rows))
        .collect()
}

fn level(name: &str, line: usize, rows: &[&str]) -> Result<DrawnPuzzle, FormatError> {
    let width = rows
        .iter()
        .map(|row| row.chars().count())
        .max()
        .unwrap_or(0);
    let padded = |row: &&str| {
        row.chars()
            .chain(std::iter::repeat(' '))
            .take(width)
            .collect::<Vec<char>>()
    };
    let map: Vec<Vec<char>> = rows.iter().map(padded).collect();
    let count = |label: char| map.iter().flatten().filter(|&&c| c == label).count();
    if count('.') == 0 || count(HERO) == 0 {
        let goal = "a level of GNOME Klotski has a piece '*', and its goal in '.' cells";
        return Err(FormatError::new((line, 1), goal));
    }
    let draw = |f: &dyn Fn(char) -> char| {
        map.iter()
            .map(|row| row.iter().map(|&c| f(c)).collect())
            .collect()
    };
    let start = draw(&|c| if c == ' ' { '.' } else { c });
    let goal = draw(&|c| match c {
        '.' => HERO,
        '#' | GATE => c,
        _ => '.',
    });
    let gate = if count(GATE) > 0 {
        "gate: - for *\n"
    } else {
        ""
    };
    Ok(DrawnPuzzle {
        name: name.to_owned(),
        line,
        gate,
        start,
        goal,
    })
}

/// The level of a puzzle with one goal piece, to places that are empty at the start.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let Some([target]) = puzzle.goal().map(|goal| &goal.pieces[..]) else {
        return Err("a level of GNOME Klotski has one goal piece".to_owned());
    };
    let Some(hero) = target.piece else {
        return Err("a level of GNOME Klotski names its goal piece".to_owned());
    };
    if puzzle.pieces().iter().any(|piece| piece.axis.is_some()) {
        return Err("pieces of GNOME Klotski are not locked to a line".to_owned());
    }
    if puzzle.gates().iter().any(|gate| gate.pieces != [hero]) {
        return Err("a gate of GNOME Klotski lets the goal piece in, and no other".to_owned());
    }
    let occupants = puzzle.occupants(puzzle.start());
    let goal: Vec<usize> = puzzle.fits(&target.shape, target.cell).unwrap_or_default();
    if goal.iter().any(|&cell| occupants[cell].is_some()) {
        return Err("in GNOME Klotski the cells of the goal are empty at the start".to_owned());
    }
    let is_gate = |cell: usize| puzzle.gate_at(cell).is_some();
    if goal.iter().any(|&cell| is_gate(cell)) {
        return Err("in GNOME Klotski no cell of the goal is a gate".to_owned());
    }
    if (0..occupants.len()).any(|cell| is_gate(cell) && occupants[cell].is_some()) {
        return Err("in GNOME Klotski no piece stands on a gate at the start".to_owned());
    }
    let mut taken = vec![HERO];
    let mut labels: Vec<char> = Vec::new();
    for (i, piece) in puzzle.pieces().iter().enumerate() {
        let label = if i == hero {
            HERO
        } else {
            free_label(&taken, Some(piece.label))
        };
        labels.push(label);
        taken.push(label);
    }
    let cell = |cell: usize| match (occupants[cell], puzzle.cells()[cell]) {
        (Some(piece), _) => labels[piece],
        (None, CellKind::Wall | CellKind::Outside) => '#',
        (None, CellKind::Floor) if is_gate(cell) => GATE,
        (None, CellKind::Floor) if goal.contains(&cell) => '.',
        (None, CellKind::Floor) => ' ',
    };
    let (width, height) = (puzzle.width(), puzzle.height());
    let is_edge = |cell: usize| {
        let (x, y) = (cell % width, cell / width);
        x == 0 || y == 0 || x + 1 == width || y + 1 == height
    };
    // Levels have walls around them.
    let is_open =
        (0..width * height).any(|cell| is_edge(cell) && puzzle.cells()[cell] == CellKind::Floor);
    let side = if is_open { "#" } else { "" };
    let mut text = format!("## {}\n", puzzle.name());
    let across = "#".repeat(width + 2) + "\n";
    text += if is_open { &across } else { "" };
    for y in 0..height {
        let row: String = (0..width).map(|x| cell(y * width + x)).collect();
        text += &format!("{side}{row}{side}\n");
    }
    text += if is_open { &across } else { "" };
    Ok(text)
}
