//! Templates for the moves of a solution (`solve --format`).
//!
//! A template is text with placeholders. It is filled in once for each move:
//!
//! ```text
//! {n}. {tile} {word}        1. 6 up           one line for each move
//!                           2. 7 left
//! {dir}{between}, {tile}    U, 6L             what follows {between} is left out after the last move
//! ```

use std::io::{self, Write};
use std::str::FromStr;

use fifteen_solver::puzzle::Direction;
use fifteen_solver::puzzle::words::shorten;

use crate::moves::TileMove;

/// The text that `solve --format` prints for each move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    /// The parts that are written for every move.
    each: Vec<Part>,
    /// The parts after the placeholder `{between}`, which are written for every move but the last.
    /// `None` without this placeholder: each move then ends with a line break.
    between: Option<Vec<Part>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(&'static Placeholder),
}

/// A placeholder in a template, such as `{tile}`, which is replaced by a property of the move.
#[derive(Debug)]
struct Placeholder {
    name: &'static str,
    /// Description of the placeholder in the help text.
    meaning: &'static str,
    value: fn(&NumberedMove<'_>) -> String,
}

/// Two placeholders are equal if they have the same name, because each name is used only once.
impl PartialEq for Placeholder {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Placeholder {}

/// A move with its position in the solution.
struct NumberedMove<'a> {
    /// The 1-based number of the move.
    number: usize,
    /// Total number of moves of the solution.
    total: usize,
    tile_move: &'a TileMove,
}

impl NumberedMove<'_> {
    fn tile(&self) -> Direction {
        self.tile_move.direction
    }

    fn blank(&self) -> Direction {
        self.tile().opposite()
    }
}

/// All placeholders except `{between}`, in the order in which the help lists them.
static PLACEHOLDERS: [Placeholder; 14] = [
    Placeholder {
        name: "n",
        meaning: "the number of the move",
        value: |m| m.number.to_string(),
    },
    Placeholder {
        name: "total",
        meaning: "the number of all moves",
        value: |m| m.total.to_string(),
    },
    Placeholder {
        name: "tile",
        meaning: "the tile that moves",
        value: |m| m.tile_move.tile.to_string(),
    },
    Placeholder {
        name: "dir",
        meaning: "its direction: U, D, L or R",
        value: |m| m.tile().letter().to_string(),
    },
    Placeholder {
        name: "dir_lower",
        meaning: "u, d, l or r",
        value: |m| m.tile().letter().to_ascii_lowercase().to_string(),
    },
    Placeholder {
        name: "word",
        meaning: "up, down, left or right",
        value: |m| m.tile().word().to_owned(),
    },
    Placeholder {
        name: "Word",
        meaning: "Up, ...",
        value: |m| format!("{}{}", m.tile().letter(), &m.tile().word()[1..]),
    },
    Placeholder {
        name: "WORD",
        meaning: "UP, ...",
        value: |m| m.tile().word().to_uppercase(),
    },
    Placeholder {
        name: "blank",
        meaning: "the direction of the blank: U, D, L or R",
        value: |m| m.blank().letter().to_string(),
    },
    Placeholder {
        name: "blank_lower",
        meaning: "u, d, l or r",
        value: |m| m.blank().letter().to_ascii_lowercase().to_string(),
    },
    Placeholder {
        name: "blank_word",
        meaning: "up, down, left or right",
        value: |m| m.blank().word().to_owned(),
    },
    Placeholder {
        name: "from",
        meaning: "the cell of the tile before the move, as row,column from 1",
        value: |m| m.tile_move.from.to_string(),
    },
    Placeholder {
        name: "to",
        meaning: "the cell of the tile after the move",
        value: |m| m.tile_move.to.to_string(),
    },
    Placeholder {
        name: "length",
        meaning: "how many tiles slide together in the multi-tile metric",
        value: |m| m.tile_move.length.to_string(),
    },
];

/// Name of the placeholder `{between}`. The text after it is written only between two moves.
const BETWEEN: &str = "between";

/// Returns the long help of `--format`.
///
/// The help shows the names of placeholders without braces, because clap turns `{n}` into a line
/// break.
pub(crate) fn long_help() -> String {
    let rows = PLACEHOLDERS
        .iter()
        .map(|one| format!("{:<11}  {}\n", one.name, one.meaning));
    format!(
        "Print each move as the template says\n\n\
         Each move has a line, and an empty line separates several boards. A board without a solution has no moves to \
         print. Write these names in braces, as in {{tile}}, and they are replaced:\n\n{}\
         {BETWEEN:<11}  the rest of the template stands between two moves, instead of a line break\n\n\
         With {{between}}, the moves of a board are on one line. In the multi-tile metric, {{tile}} is the tile that you \
         push. A backslash before n or t writes a line break or a tab, and two backslashes write one. Double a brace to \
         write one.",
        rows.collect::<String>(),
    )
}

/// Returns the names of all placeholders, for an error message.
fn names() -> String {
    let all = PLACEHOLDERS.iter().map(|one| one.name).chain([BETWEEN]);
    all.map(|name| format!("{{{name}}}"))
        .collect::<Vec<_>>()
        .join(" ")
}

impl FromStr for Template {
    type Err = String;

    fn from_str(template: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut each = None;
        let mut text = String::new();
        let mut rest = template.chars();
        while let Some(c) = rest.next() {
            match c {
                '\\' => text.push(escaped(rest.next())?),
                '{' if rest.as_str().starts_with('{') => {
                    rest.next();
                    text.push('{');
                }
                '}' if rest.as_str().starts_with('}') => {
                    rest.next();
                    text.push('}');
                }
                '}' => return Err("a '}' has no '{' before it; write }} for a brace".to_owned()),
                '{' => {
                    let (name, after) = rest.as_str().split_once('}').ok_or(
                        "a '{' has no '}' after it; write {{ for a brace, or a placeholder such as {dir}",
                    )?;
                    rest = after.chars();
                    parts.push(Part::Text(std::mem::take(&mut text)));
                    if name == BETWEEN && each.is_none() {
                        each = Some(std::mem::take(&mut parts));
                    } else {
                        parts.push(Part::Value(placeholder(name)?));
                    }
                }
                other => text.push(other),
            }
        }
        parts.push(Part::Text(text));
        let template = match each {
            None => Self {
                each: parts,
                between: None,
            },
            Some(each) => Self {
                each,
                between: Some(parts),
            },
        };
        let is_value = |part: &Part| matches!(part, Part::Value(_));
        if !template.each.iter().any(is_value) {
            return Err(format!(
                "expected a template for one move, with a placeholder such as {{dir}}; the placeholders are {}",
                names()
            ));
        }
        Ok(template)
    }
}

/// Returns the character that an escape sequence stands for, such as a line break for `\n`. `after`
/// is the character after the backslash.
fn escaped(after: Option<char>) -> Result<char, String> {
    match after {
        Some('n') => Ok('\n'),
        Some('t') => Ok('\t'),
        Some('\\') => Ok('\\'),
        Some(other) => Err(format!(
            "a backslash stands before '{}'; write \\n for a line break, \\t for a tab, or \\\\ for a backslash",
            other.escape_debug()
        )),
        None => {
            Err("a backslash at the end stands for nothing; write \\\\ for a backslash".to_owned())
        }
    }
}

/// Returns the placeholder with this name.
fn placeholder(name: &str) -> Result<&'static Placeholder, String> {
    if name == BETWEEN {
        return Err(format!("{{{BETWEEN}}} may stand only once in a template"));
    }
    let found = PLACEHOLDERS.iter().find(|one| one.name == name);
    found.ok_or_else(|| {
        format!(
            "unknown placeholder {{{}}}; the placeholders are {}, and {{{{ writes a brace",
            shorten(name),
            names()
        )
    })
}

impl Template {
    /// Returns whether the moves of a board are written without a line break after each of them.
    pub(crate) fn joins_moves(&self) -> bool {
        self.between.is_some()
    }

    /// Writes the moves of one board.
    pub(crate) fn write(&self, out: &mut dyn Write, moves: &[TileMove]) -> io::Result<()> {
        let total = moves.len();
        for (number, tile_move) in (1..).zip(moves) {
            let numbered = NumberedMove {
                number,
                total,
                tile_move,
            };
            write_parts(out, &self.each, &numbered)?;
            match &self.between {
                None => writeln!(out)?,
                Some(between) if number < total => write_parts(out, between, &numbered)?,
                Some(_) => {}
            }
        }
        if self.joins_moves() {
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Writes parts of a template for one move.
fn write_parts(out: &mut dyn Write, parts: &[Part], numbered: &NumberedMove<'_>) -> io::Result<()> {
    parts.iter().try_for_each(|part| match part {
        Part::Text(text) => write!(out, "{text}"),
        Part::Value(placeholder) => write!(out, "{}", (placeholder.value)(numbered)),
    })
}
