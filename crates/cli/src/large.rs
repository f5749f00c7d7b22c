//! Solves boards of more than 25 cells (`solve --within`).

use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use fifteen_solver::puzzle::{Direction, MAX_CELLS};
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::search::tiles::Percent;
use fifteen_solver::search::tiles::large::{LargeBoard, MOST_CELLS};
use fifteen_solver::{AnytimeEnd, AnytimeOptions, Goal, LimitKind, Path, Request, Status, Within};

use crate::exit::Exit;
use crate::input::{BoardLine, Boards, prefix};
use crate::moves::{Cell, TileMove, hint_of};
use crate::output::{Format, Printer};
use crate::record::{Layout, Presentation};
use crate::terminal::{Ui, human};

/// Number of nodes that a search generates if any solution is good enough and neither its time nor
/// its nodes are limited. They take less than a second.
const NODES: u64 = 2_000_000;

/// Solves all boards, which have more than 25 cells, and prints their solutions.
pub(crate) fn solve_all(
    boards: &mut Boards<'_>,
    request: &Request,
    format: Format,
    presentation: &Presentation,
    ui: &Ui,
) -> Result<Exit> {
    let mut printer = Printer::stdout(format);
    let mut exit = Exit::Done;
    for (index, line) in boards.enumerate() {
        let line = line.map_err(anyhow::Error::msg)?;
        let Some(rows) = &line.large else {
            bail!(
                "{}expected a board of more than 25 cells, like the first one; solve smaller boards in a call of their own",
                prefix(&line)
            );
        };
        let record = solve(rows, &line, request, ui)?;
        let is_block = matches!(presentation.layout, Layout::Block | Layout::Report);
        if index > 0 && is_block && format == Format::Text {
            printer.blank_line()?;
        }
        print(rows, &record, &mut printer, presentation)?;
        exit = exit.max(Exit::of_board(&record));
        if record.stopped == Some(LimitKind::Interrupted) {
            break;
        }
    }
    Ok(exit)
}

/// Finds a solution of the board with these rows.
fn solve(rows: &[Vec<u8>], line: &BoardLine, request: &Request, ui: &Ui) -> Result<BoardRecord> {
    let (width, tiles, started) = (rows[0].len(), rows.concat(), Instant::now());
    let place = prefix(line);
    let (Goal::Last | Goal::First) = request.setup.goal else {
        bail!("{place}a board of more than {MAX_CELLS} cells has the goals last and first");
    };
    let is_even = rows.iter().all(|row| row.len() == width);
    let board =
        LargeBoard::new(width, &tiles, request.setup.goal == Goal::First).filter(|_| is_even);
    let board = board.ok_or_else(|| {
        let last = tiles.len() - 1;
        anyhow!(
            "{place}expected rows of equal length, at most {MOST_CELLS} cells, and each of 0 (the blank) to {last} once"
        )
    })?;
    let is_any = request.ida.within == Some(Within::Any);
    let mut limits = request.limits_from_now();
    if is_any && request.time.is_none() {
        limits.nodes = limits.nodes.or(Some(NODES));
    }
    let end = match request.ida.within {
        Some(Within::Percent(percent)) => Percent::new(percent).map(AnytimeEnd::Within),
        _ => None,
    };
    let options = AnytimeOptions {
        threads: request.ida.threads,
        end: end.unwrap_or(AnytimeEnd::Proof),
    };
    let outcome = board.search(options, &limits, &mut |path| {
        ui.verbose(human::counted(path.len() as u64, "move", "moves"));
    });
    let Some(outcome) = outcome else {
        bail!("{place}this board cannot be solved: with two of its tiles swapped it could be");
    };
    let stopped = match outcome.status {
        Status::Limit(LimitKind::Interrupted) => Some(LimitKind::Interrupted),
        // If any solution is good enough, a limit only says how long to look for better ones.
        Status::Limit(_) if is_any && outcome.moves.is_some() => Some(LimitKind::Gap),
        Status::Limit(kind) => Some(kind),
        _ => None,
    };
    let letters = |path: &Path| path.letters(request.convention);
    Ok(BoardRecord {
        file: line.file.clone(),
        size: Some(format!("{width}x{}", rows.len())),
        status: if outcome.shortest {
            RecordStatus::Solved
        } else {
            RecordStatus::Limit
        },
        length: outcome.length.filter(|_| outcome.shortest),
        moves: outcome.moves.as_ref().map(letters),
        bound: Some(outcome.bound),
        upper: outcome.length,
        gap: outcome.length.map(|length| length - outcome.bound),
        algorithm: "beam".to_owned(),
        h0: Some(outcome.h0),
        generated: Some(outcome.generated),
        seconds: Some(started.elapsed().as_secs_f64()),
        peak_bytes: Some(outcome.peak_bytes),
        mode: request.ida.mode.name(),
        threads: request.ida.threads.count(),
        stopped,
        path: outcome.moves,
        error: None,
        shortest: outcome.shortest,
        ..BoardRecord::invalid(line.line, None, String::new(), request)
    })
}

/// Prints the board with these rows and its solution.
fn print(
    rows: &[Vec<u8>],
    record: &BoardRecord,
    printer: &mut Printer,
    presentation: &Presentation,
) -> Result<()> {
    let mut fields = serde_json::to_value(record)?;
    fields["board"] = rows.concat().into();
    printer.print(&fields, |out| {
        if presentation.layout == Layout::Hint {
            let next = first_move(rows, record);
            return writeln!(out, "{}", hint_of(record, next.as_ref()));
        }
        let cell = |&tile: &u8| match tile {
            0 => " _".to_owned(),
            tile => format!("{tile:>2}"),
        };
        let has_rows = presentation.layout == Layout::Block && !presentation.bare;
        for row in rows.iter().filter(|_| has_rows) {
            let cells: Vec<_> = row.iter().map(cell).collect();
            writeln!(out, "{}", cells.join(" "))?;
        }
        presentation.write(out, record)
    })?;
    Ok(())
}

/// Returns the first move of the solution in the record, or `None` if the board is solved.
fn first_move(rows: &[Vec<u8>], record: &BoardRecord) -> Option<TileMove> {
    let blank_moves = *record.path.as_ref()?.directions().first()?;
    let (width, tiles) = (rows[0].len(), rows.concat());
    let blank = tiles.iter().position(|&tile| tile == 0)?;
    let from = match blank_moves {
        Direction::Up => blank.checked_sub(width)?,
        Direction::Down => blank + width,
        Direction::Left => blank.checked_sub(1)?,
        Direction::Right => blank + 1,
    };
    Some(TileMove {
        tile: *tiles.get(from)?,
        direction: blank_moves.opposite(),
        length: 1,
        from: Cell::new(width, from),
        to: Cell::new(width, blank),
    })
}
