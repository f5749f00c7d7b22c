//! The readers under test, and what each of them promises.

use std::fmt::{Debug, Display};

use fifteen_solver::blocks::format;
use fifteen_solver::pdb::{Header, Table, zst};
use fifteen_solver::{
    Collection, Convention, Goal, HeuristicSpec, MoveOrder, Partition, Path, Size, TableKind, notation,
};

use super::samples::{self, Samples};

/// One reader, or a few of a kind.
pub(super) struct Target {
    pub(super) name: &'static str,
    pub(super) samples: fn() -> Samples,
    /// Words of the language.
    pub(super) words: &'static [&'static str],
    pub(super) check: fn(&[u8]) -> Verdict,
}

/// What a reader made of an input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Accepted,
    Refused,
    /// It broke a promise.
    Broken(String),
}

pub(super) const TARGETS: [Target; 6] = [
    Target {
        name: "board",
        samples: samples::boards,
        words: &["/", "|", ";", ",", "_", "x", " 0 ", "\u{a0}"],
        check: board,
    },
    Target { name: "options", samples: samples::options, words: OPTIONS, check: options },
    Target {
        name: "collection",
        samples: samples::collections,
        words: &["size: ", "goal: ", "kind: ", "name: ", "5x5\n", "additive\n", "/", "-", "#", ":"],
        check: collection,
    },
    Target {
        name: "blocks",
        samples: samples::blocks,
        words: &["## ", "start", "goal", "rush: ", "pieces: rush-hour\n", "goal: by-shape\n", "#", "\n\n", "\t", "é"],
        check: blocks,
    },
    Target { name: "table", samples: samples::tables, words: &["\u{0}\u{0}\u{0}\u{0}"], check: table },
    Target { name: "packed", samples: samples::packed, words: &["(\u{b5}/\u{fd}"], check: packed },
];

const OPTIONS: &[&str] = &[
    "7-8",
    "6-6-3",
    "4x4",
    "+",
    ":",
    "additive",
    "no-reflection",
    "manhattan",
    "last",
    "ULRD",
    ",",
    "-",
    "/",
    "\u{1b}[31m",
];

/// The longest error that a person is shown.
const LONGEST_ERROR: usize = 2000;

/// Whether an error is short enough to be shown, however long the input is.
fn refused(error: &impl Display) -> Verdict {
    match error.to_string().chars().count() {
        0..=LONGEST_ERROR => Verdict::Refused,
        length => Verdict::Broken(format!("an error of {length} characters")),
    }
}

/// Whether what was read is printed so that it is read again.
fn again<T: PartialEq + Debug, E: Display>(value: &T, printed: &str, read: impl Fn(&str) -> Result<T, E>) -> Verdict {
    match read(printed) {
        Ok(other) if other == *value => Verdict::Accepted,
        Ok(other) => Verdict::Broken(format!("{value:?} is printed as {printed:?} and read as {other:?}")),
        Err(error) => Verdict::Broken(format!("{value:?} is printed as {printed:?}, which is refused: {error}")),
    }
}

/// A text that is read and printed.
fn text<T: PartialEq + Debug + Display, E: Display>(text: &str, read: impl Fn(&str) -> Result<T, E>) -> Verdict {
    match read(text) {
        Ok(value) => again(&value, &value.to_string(), read),
        Err(error) => refused(&error),
    }
}

/// The worst of several verdicts; accepted if one is.
fn all(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    verdicts.into_iter().fold(Verdict::Refused, |worst, verdict| match (worst, verdict) {
        (Verdict::Broken(what), _) | (_, Verdict::Broken(what)) => Verdict::Broken(what),
        (Verdict::Accepted, _) | (_, Verdict::Accepted) => Verdict::Accepted,
        _ => Verdict::Refused,
    })
}

fn board(input: &[u8]) -> Verdict {
    let input = String::from_utf8_lossy(input);
    let sizes = ["4x4", "3x2", "5x5"].map(|size| size.parse::<Size>().ok());
    all([None].into_iter().chain(sizes).map(|size| match notation::parse(&input, size) {
        // Printed in rows, it says its size itself.
        Ok(board) => again(&board, &board.to_string(), |text| notation::parse(text, None)),
        Err(error) => refused(&error),
    }))
}

fn options(input: &[u8]) -> Verdict {
    let input = String::from_utf8_lossy(input);
    let partition = |goal: Goal, size: &str| {
        let Some(goal) = size.parse().ok().and_then(|size| goal.board(size).ok()) else {
            return Verdict::Broken(format!("no {size} goal"));
        };
        match Partition::parse(&input, &goal) {
            Ok(found) => match Partition::parse(&found.name(), &goal) {
                Ok(other) if other.patterns() == found.patterns() => Verdict::Accepted,
                other => Verdict::Broken(format!("{found:?} is named {}, which is read as {other:?}", found.name())),
            },
            Err(error) => refused(&error),
        }
    };
    let path = |convention| match Path::parse(&input, convention) {
        Ok(path) => again(&path, &path.letters(convention), |text| Path::parse(text, convention)),
        Err(error) => refused(&error),
    };
    all([
        text(&input, str::parse::<Size>),
        text(&input, str::parse::<MoveOrder>),
        text(&input, str::parse::<HeuristicSpec>),
        text(&input, str::parse::<TableKind>),
        text(&input, |text| Goal::parse(text, None)),
        partition(Goal::Last, "4x4"),
        partition(Goal::First, "5x5"),
        path(Convention::Tile),
        path(Convention::Blank),
    ])
}

fn collection(input: &[u8]) -> Verdict {
    text(&String::from_utf8_lossy(input), Collection::parse)
}

fn blocks(input: &[u8]) -> Verdict {
    let input = String::from_utf8_lossy(input);
    let rush = match format::rush_hour(&input) {
        Ok(_) => Verdict::Accepted,
        Err(error) => refused(&error),
    };
    let entries = match format::parse(&input) {
        Ok(entries) => entries,
        Err(error) => return all([rush, refused(&error)]),
    };
    let one = |text: &str| {
        let mut entries = format::parse(text).map_err(|e| e.to_string())?;
        let puzzle = entries.pop().map(|e| e.puzzle.map_err(|e| e.to_string()));
        if entries.is_empty() { puzzle.unwrap_or(Err("nothing".into())) } else { Err("several puzzles".into()) }
    };
    all(entries.into_iter().map(|entry| match entry.puzzle {
        Ok(puzzle) => again(&puzzle, &puzzle.to_string(), one),
        Err(error) => refused(&error),
    }))
}

/// Boards up to so many cells are verified too: the larger the board, the longer its rows are counted.
const VERIFIED_CELLS: usize = 12;

fn opened(bytes: &[u8]) -> Verdict {
    let table = match Table::open(bytes) {
        Ok(table) => table,
        Err(error) => return refused(&error),
    };
    if table.header().pattern().size().cells() <= VERIFIED_CELLS
        && let Err(error) = table.verify()
    {
        return refused(&error);
    }
    let mut written = Vec::new();
    match table.write(&mut written) {
        Ok(()) if written == bytes => Verdict::Accepted,
        _ => Verdict::Broken("what was opened is written otherwise".to_owned()),
    }
}

/// Where the digests stand, and the payload's place, by FORMAT.md.
const PAYLOAD_DIGEST: usize = 32;
const HEADER_DIGEST: usize = 64;
const METADATA: usize = 96;
const PAGE: usize = 4096;

/// The table as it is, and with digests that fit, so that what they hide is read as well.
fn table(input: &[u8]) -> Verdict {
    let mut forged = input.to_vec();
    if forged.len() > PAGE {
        let payload = blake3::hash(&forged[PAGE..]);
        forged[PAYLOAD_DIGEST..HEADER_DIGEST].copy_from_slice(payload.as_bytes());
        let header = blake3::hash(&[&forged[..HEADER_DIGEST], &forged[METADATA..PAGE]].concat());
        forged[HEADER_DIGEST..METADATA].copy_from_slice(header.as_bytes());
    }
    let header = |bytes: &[u8]| Header::read(bytes).map_or_else(|e| refused(&e), |_| Verdict::Accepted);
    all([opened(input), opened(&forged), header(input), header(&forged)])
}

fn packed(input: &[u8]) -> Verdict {
    let header = zst::header(input).map_or_else(|e| refused(&e), |_| Verdict::Accepted);
    let whole = match zst::unpack(input) {
        Ok(bytes) => opened(&bytes),
        Err(error) => refused(&error),
    };
    all([header, whole])
}
