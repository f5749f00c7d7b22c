//! Solves boards of more than 25 cells (`solve --within any`).

use std::ffi::OsString;
use std::fs;
use std::path::Path as FilePath;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use fifteen_solver::puzzle::MAX_CELLS;
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::search::tiles::large::{LargeBoard, MOST_CELLS};
use fifteen_solver::{Goal, LimitKind, Path, Request};

use crate::exit::Exit;
use crate::output::{Format, Printer};
use crate::record::Presentation;

/// Maximum size of a file that is read as one board, in bytes.
const MOST_BYTES: u64 = 10_000;

/// Returns the rows of a board of more than 25 cells, given as arguments or in the file that the
/// only argument names. Line breaks, `/`, `|` and `;` separate rows. Without separators the board
/// is square. Returns `None` if the input is not such a board.
pub(crate) fn rows(arguments: &[OsString]) -> Option<Vec<Vec<u8>>> {
    let is_short = |path: &FilePath| {
        path.metadata()
            .is_ok_and(|file| file.is_file() && file.len() < MOST_BYTES)
    };
    let text = match arguments {
        [file] if is_short(FilePath::new(file)) => fs::read_to_string(file).ok()?,
        words => words
            .iter()
            .map(|word| word.to_str())
            .collect::<Option<Vec<_>>>()?
            .join(" "),
    };
    let number = |word: &str| {
        if ["_", ".", "x"].contains(&word) {
            Some(0)
        } else {
            word.parse::<u8>().ok()
        }
    };
    let is_between = |c: char| c.is_whitespace() || ",[](){}".contains(c);
    let row = |row: &str| {
        row.split(is_between)
            .filter(|word| !word.is_empty())
            .map(number)
            .collect::<Option<Vec<u8>>>()
    };
    let rows = text
        .split(['\n', '/', '|', ';'])
        .map(row)
        .filter(|row| row.as_ref().is_none_or(|row| !row.is_empty()));
    let rows: Vec<Vec<u8>> = rows.collect::<Option<_>>()?;
    let tiles = rows.concat();
    // Distinguish one large board from several small ones, which have several blanks and only small
    // tiles.
    let is_one = tiles.len() > MAX_CELLS && tiles.iter().filter(|&&tile| tile == 0).count() <= 1;
    let is_large = is_one && tiles.iter().any(|&tile| usize::from(tile) >= MAX_CELLS);
    let rows = if rows.len() == 1 {
        tiles.chunks(tiles.len().isqrt()).map(Vec::from).collect()
    } else {
        rows
    };
    is_large.then_some(rows)
}

/// Finds a solution of the board with these rows, and prints it.
pub(crate) fn solve(
    rows: &[Vec<u8>],
    request: &Request,
    format: Format,
    presentation: Presentation,
) -> Result<Exit> {
    let (width, tiles, started) = (rows[0].len(), rows.concat(), Instant::now());
    let (Goal::Last | Goal::First) = request.setup.goal else {
        bail!("a board of more than {MAX_CELLS} cells has the goals last and first");
    };
    let is_even = rows.iter().all(|row| row.len() == width);
    let board =
        LargeBoard::new(width, &tiles, request.setup.goal == Goal::First).filter(|_| is_even);
    let board = board.ok_or_else(|| {
        let last = tiles.len() - 1;
        anyhow!("expected rows of equal length, at most {MOST_CELLS} cells, and each of 0 (the blank) to {last} once")
    })?;
    let (Some(bound), Some(directions)) = (board.bound(), board.solve()) else {
        bail!("this board cannot be solved: with two of its tiles swapped it could be");
    };
    let path = Path::new(directions);
    let upper = path.len() as u32;
    let is_shortest = upper == bound;
    let record = BoardRecord {
        size: Some(format!("{width}x{}", rows.len())),
        status: if is_shortest {
            RecordStatus::Solved
        } else {
            RecordStatus::Limit
        },
        length: is_shortest.then_some(upper),
        moves: Some(path.letters(request.convention)),
        bound: Some(bound),
        upper: Some(upper),
        gap: upper.checked_sub(bound),
        algorithm: "tile-by-tile".to_owned(),
        seconds: Some(started.elapsed().as_secs_f64()),
        mode: request.ida.mode.name(),
        threads: 1,
        stopped: (!is_shortest).then_some(LimitKind::Gap),
        path: Some(path),
        error: None,
        shortest: is_shortest,
        ..BoardRecord::invalid(1, None, String::new(), request)
    };
    let mut fields = serde_json::to_value(&record)?;
    fields["board"] = tiles.into();
    Printer::stdout(format).print(&fields, |out| {
        let cell = |&tile: &u8| {
            if tile == 0 {
                " _".to_owned()
            } else {
                format!("{tile:>2}")
            }
        };
        for row in rows.iter().filter(|_| !presentation.bare) {
            writeln!(
                out,
                "{}",
                row.iter().map(cell).collect::<Vec<_>>().join(" ")
            )?;
        }
        presentation.write(out, &record)
    })?;
    Ok(Exit::of_board(&record))
}
