//! Reads and writes levels of GNOME Klotski.
//!
//! The piece `*` must reach the cells marked `.`, and only this piece can pass through the gates
//! `-`. Walls are `#`, and a space is floor. For example, in this level `*` must move down through
//! the gate after `a` has moved aside:
//!
//! ```text
//! ####
//! #* #
//! #a #
//! #-##
//! #.##
//! ####
//! ```
//!
//! The input consists of such maps, separated by empty lines. A heading such as `## name` can
//! precede each map. The game's source code, with entries such as `{ N_("name"), ... "#a**b#" ...
//! }`, can also be read.

use super::rows::{NumberedLine, numbered_lines, paragraphs};
use super::{DrawnPuzzle, free_label};
use crate::format::{FormatError, heading};
use crate::puzzle::{CellKind, Puzzle};

/// The label of the piece that must reach the goal.
const HERO: char = '*';
/// The character for a gate, which is a cell that only the piece [`HERO`] may enter.
const GATE: char = '-';

/// Returns whether the input contains levels of GNOME Klotski: either the source code of the game,
/// or maps that look like its levels.
pub(super) fn fits(text: &str) -> bool {
    let is_map = || {
        let mut maps = levels(text).into_iter();
        let of_level = |rows: &[&str]| {
            let has = |c: char| rows.iter().any(|row| row.contains(c));
            has('#') && has(HERO) && has('.') && (has(' ') || has(GATE) || is_walled(rows))
        };
        maps.next().is_some_and(|map| of_level(&map.rows)) && maps.all(|map| of_level(&map.rows))
    };
    is_source(text) || is_map()
}

/// Returns whether the input is source code of GNOME Klotski.
///
/// Headings are ignored, because the name of a level may look like source code.
fn is_source(text: &str) -> bool {
    text.lines()
        .any(|line| heading(line).is_none() && names_level(line))
}

/// Returns whether a line of source code contains the name of a level, such as `N_("name")`.
fn names_level(line: &str) -> bool {
    line.contains("N_(\"") || line.contains("N_ (\"")
}

/// Returns whether walls surround a map on all sides.
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

struct LevelText<'a> {
    name: &'a str,
    line: usize,
    rows: Vec<&'a str>,
}

impl<'a> LevelText<'a> {
    /// Creates a level from its lines. If the first line is a heading, it contains the name of the
    /// level.
    fn new(lines: &[NumberedLine<'a>]) -> Self {
        let name = heading(lines[0].text);
        let rows = &lines[usize::from(name.is_some())..];
        LevelText {
            name: name.unwrap_or_default(),
            line: lines[0].number,
            rows: rows.iter().map(|line| line.text).collect(),
        }
    }
}

/// Splits the input into levels, which are separated by empty lines.
fn levels(text: &str) -> Vec<LevelText<'_>> {
    paragraphs(text)
        .iter()
        .map(|lines| LevelText::new(lines))
        .collect()
}

/// Reads all levels of the input, which is either source code of GNOME Klotski or a file of maps.
pub(super) fn read(text: &str) -> Vec<Result<DrawnPuzzle, FormatError>> {
    if is_source(text) {
        return source(text);
    }
    levels(text).iter().map(draw_level).collect()
}

/// Reads the levels from source code of GNOME Klotski. In each level, the name in `N_("...")` comes
/// first. The rows follow in quotation marks, up to a closing brace.
fn source(text: &str) -> Vec<Result<DrawnPuzzle, FormatError>> {
    let mut levels: Vec<LevelText<'_>> = Vec::new();
    let mut is_open = false;
    for line in numbered_lines(text) {
        let row = line.text;
        let quoted = row
            .split_once('"')
            .and_then(|(_, rest)| rest.rsplit_once('"'));
        let Some((quoted, end)) = quoted else {
            continue;
        };
        if names_level(row) {
            levels.push(LevelText {
                name: quoted,
                line: line.number,
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
        .filter(|level| !level.rows.is_empty())
        .map(draw_level)
        .collect()
}

/// Converts a level to a start map and a goal map, as in the text format.
fn draw_level(level: &LevelText<'_>) -> Result<DrawnPuzzle, FormatError> {
    let width = level
        .rows
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
    let map: Vec<Vec<char>> = level.rows.iter().map(padded).collect();
    let count = |label: char| map.iter().flatten().filter(|&&c| c == label).count();
    if count('.') == 0 || count(HERO) == 0 {
        let goal = "a level of GNOME Klotski has a piece '*', and its goal in '.' cells";
        return Err(FormatError::new((level.line, 1), goal));
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
    Ok(DrawnPuzzle {
        name: level.name.to_owned(),
        stated_moves: None,
        line: level.line,
        gate: (count(GATE) > 0).then_some("- for *"),
        start,
        goal,
    })
}

/// Converts a puzzle to the text of a level.
///
/// The goal must name a single piece. The cells that this piece must reach must be empty at the
/// start.
///
/// # Errors
/// Returns the reason why a level cannot represent the puzzle.
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
    // A level must be surrounded by walls. Add them if any floor touches the edge of the map.
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
