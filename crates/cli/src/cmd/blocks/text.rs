//! Writes the results of block puzzles as text, in one metric or in three metrics side by side. The
//! text can also contain the moves, and all positions with the moved piece highlighted.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use fifteen_blocks::record::{BlockRecord, HardestRecord, MoveRecord};
use fifteen_blocks::{Position, Puzzle};
use fifteen_solver::record::RecordStatus;

use crate::record::write_drawings;
use crate::terminal::{FAINT, STRONG, human};

/// Maximum width of a list of moves and of a row of positions, in columns.
const LINE: usize = 100;
const GAP: usize = 4;
const MOVED: Style = AnsiColor::Yellow.on_default().bold().invert();

/// Writes the result of a puzzle in one metric, followed by the requested positions. Writes nothing
/// for an invalid puzzle, because its error is reported on standard error.
pub(super) fn write_single(
    out: &mut dyn Write,
    record: &BlockRecord,
    show: Option<&Puzzle>,
) -> io::Result<()> {
    if record.status == RecordStatus::Invalid {
        return Ok(());
    }
    write_heading(out, record)?;
    if let Some(puzzle) = show {
        write_positions(out, puzzle, record)?;
        writeln!(out)?;
    }
    write_solution(out, record)?;
    write_states(out, record)?;
    effort(record).map_or(Ok(()), |effort| writeln!(out, "{FAINT}{effort}{FAINT:#}"))
}

/// Writes the results of a puzzle in several metrics side by side.
pub(super) fn write_side_by_side(
    out: &mut dyn Write,
    records: &[BlockRecord],
    show: Option<&Puzzle>,
) -> io::Result<()> {
    let Some(first) = records.first() else {
        return Ok(());
    };
    write_heading(out, first)?;
    let total = |n: Option<u64>| n.map(human::count);
    let is_bounded = |r: &BlockRecord| r.status == RecordStatus::Limit && r.length.is_none();
    type Value<'a> = &'a dyn Fn(&BlockRecord) -> Option<String>;
    let rows: [(&str, Value); 9] = [
        ("metric", &|r| Some(r.metric_name().to_owned())),
        ("fewest moves", &|r| r.length.map(|n| n.to_string())),
        ("at least", &|r| is_bounded(r).then(|| r.bound.to_string())),
        ("solutions", &|r| r.solutions.map(count)),
        ("states seen", &|r| total(r.visited)),
        ("time", &|r| r.seconds.map(human::seconds)),
        ("states reachable", &|r| total(r.states)),
        ("farthest", &|r| {
            r.extremes.as_ref()?.largest.map(|n| n.to_string())
        }),
        ("hardest start", &|r| {
            hardest(r).map(|h| h.distance.to_string())
        }),
    ];
    for (name, value) in rows {
        let values: Vec<Option<String>> = records.iter().map(value).collect();
        if values.iter().any(Option::is_some) {
            let cell = |value: &Option<String>| format!("{:>16}", value.as_deref().unwrap_or("-"));
            writeln!(
                out,
                "{FAINT}{name:<18}{FAINT:#}{}",
                values.iter().map(cell).collect::<String>()
            )?;
        }
    }
    for record in records {
        let metric = record.metric_name();
        if let Some(error) = &record.error {
            writeln!(out, "{metric}: {error}")?;
        }
        if let Some(puzzle) = show {
            writeln!(out, "\n{STRONG}{metric}{STRONG:#}")?;
            write_positions(out, puzzle, record)?;
        }
        if let Some(moves @ [_, ..]) = record.moves.as_deref() {
            writeln!(out, "{STRONG}{metric}{STRONG:#}:")?;
            write_moves(out, moves)?;
        }
        if let Some(hardest) = hardest(record) {
            write!(out, "{metric}: ")?;
            write_hardest_starts(out, hardest)?;
        }
    }
    Ok(())
}

fn write_heading(out: &mut dyn Write, record: &BlockRecord) -> io::Result<()> {
    let name = match &record.name {
        Some(name) => format!("{}. {name}", record.index),
        None => format!("puzzle {}", record.index),
    };
    let car = record.car.heading_end();
    writeln!(out, "{STRONG}{name}{STRONG:#}{car}")
}

/// Writes the solution, such as `78 unit moves, 4 shortest solutions: A R, B DD`, or the reason why
/// no solution exists. A unit move takes a piece to the next cell. Writes nothing if the search was
/// not for a solution.
fn write_solution(out: &mut dyn Write, record: &BlockRecord) -> io::Result<()> {
    let metric = record.metric_name();
    let mut text = match (record.length, &record.error) {
        (Some(n), _) => format!(
            "{STRONG}{n} {metric} {}{STRONG:#}",
            human::plural(n.into(), "move", "moves")
        ),
        (None, Some(_)) => format!("{STRONG}no solution{STRONG:#} in {metric} moves"),
        (None, None) => return Ok(()),
    };
    if let Some(s) = record.solutions {
        let noun = if s.count == 1 {
            "shortest solution"
        } else {
            "shortest solutions"
        };
        text += &format!(", {} {noun}", count(s));
    }
    if let Some(error) = &record.error {
        text += &format!("; {error}");
    }
    match record.moves.as_deref() {
        Some([]) | None => writeln!(out, "{text}"),
        Some(moves) => {
            writeln!(out, "{text}:")?;
            write_moves(out, moves)
        }
    }
}

fn write_states(out: &mut dyn Write, record: &BlockRecord) -> io::Result<()> {
    let extremes = record.extremes.as_ref();
    if let (Some(states), Some(largest)) = (record.states, extremes.and_then(|found| found.largest))
    {
        let metric = record.metric_name();
        let moves = human::plural(largest.into(), "move", "moves");
        writeln!(
            out,
            "{} reachable, the farthest {largest} {metric} {moves} from the start",
            many(states, "state")
        )?;
    }
    hardest(record).map_or(Ok(()), |hardest| write_hardest_starts(out, hardest))
}

/// Returns the positions that are farthest from the goal, or `None` if they were not computed.
fn hardest(record: &BlockRecord) -> Option<&HardestRecord> {
    record.extremes.as_ref()?.hardest.as_ref()
}

/// Describes how many states a search has seen, its time and its memory.
fn effort(record: &BlockRecord) -> Option<String> {
    let seconds = record.seconds?;
    let rate = record
        .visited
        .filter(|_| seconds > 0.0)
        .map(|n| human::rate(n as f64 / seconds));
    let mut text = format!(
        "{} seen in {}",
        many(record.visited?, "state"),
        human::seconds(seconds)
    );
    // With few states, the rate would mostly measure the start-up time.
    if let (Some(rate), Some(10_000..)) = (rate, record.visited) {
        text += &format!(" ({rate})");
    }
    if record.states.is_some() && record.length.is_some() {
        text += &format!(", all counted in {}", human::seconds(record.states_seconds));
    }
    Some(text + &format!(", {} of memory", human::bytes(record.memory)))
}

fn count(solutions: fifteen_blocks::SolutionCount) -> String {
    match u64::try_from(solutions.count) {
        Ok(n) if solutions.exact => human::count(n),
        _ => solutions.to_string(),
    }
}

/// Writes the moves as `A R, B DD, ...` in lines of at most [`LINE`] characters.
fn write_moves(out: &mut dyn Write, moves: &[MoveRecord]) -> io::Result<()> {
    let moves = moves
        .iter()
        .map(|m| format!("{}\u{a0}{}", m.piece, m.path))
        .collect::<Vec<_>>()
        .join(", ");
    textwrap::wrap(&moves, LINE)
        .iter()
        .try_for_each(|line| writeln!(out, "{}", line.replace('\u{a0}', " ")))
}

fn write_hardest_starts(out: &mut dyn Write, hardest: &HardestRecord) -> io::Result<()> {
    let moves = format!("{} from the goal", many(hardest.distance.into(), "move"));
    write_hardest(
        out,
        hardest.count,
        "starting position",
        &moves,
        &hardest.positions,
    )
}

/// Writes the starting position and the position after each move side by side, each under its move
/// number.
pub(super) fn write_positions(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    record: &BlockRecord,
) -> io::Result<()> {
    let mut figures = vec![figure("start".to_owned(), puzzle, puzzle.start(), None)];
    if let (Some(solution), Some(moves)) = (&record.solution, &record.moves) {
        for (i, (m, position)) in solution.moves.iter().zip(&solution.positions).enumerate() {
            let title = format!("{}. {} {}", i + 1, moves[i].piece, moves[i].path);
            figures.push(figure(title, puzzle, position, Some(m.piece)));
        }
    }
    write_drawings(out, &figures, LINE, GAP)
}

/// Writes how many hardest puzzles were found and how many moves they need, followed by maps of
/// some of them side by side.
pub(super) fn write_hardest(
    out: &mut dyn Write,
    count: u64,
    noun: &str,
    moves: &str,
    positions: &[Vec<String>],
) -> io::Result<()> {
    let some = match positions.len() as u64 {
        0 => String::new(),
        shown if count > shown => format!(", {} of them:", human::count(shown)),
        _ => ":".to_owned(),
    };
    writeln!(out, "hardest: {} at {moves}{some}", many(count, noun))?;
    write_drawings(out, positions, LINE, GAP)
}

/// Formats a count with its noun, such as `1 state` or `1,000 states`.
pub(super) fn many(n: u64, noun: &str) -> String {
    human::counted(n, noun, &format!("{noun}s"))
}

/// Returns a drawing of a position under its title, with the moved piece highlighted.
fn figure(
    title: String,
    puzzle: &Puzzle,
    position: &Position,
    moved: Option<usize>,
) -> Vec<String> {
    let occupants = puzzle.occupants(position);
    let mut lines = vec![title];
    for (y, row) in puzzle.map(position).iter().enumerate() {
        let mut line = String::new();
        let is_moved = |x: usize| moved.is_some() && occupants[y * puzzle.width() + x] == moved;
        for (x, label) in row.chars().enumerate() {
            if is_moved(x) && (x == 0 || !is_moved(x - 1)) {
                line += &MOVED.render().to_string();
            }
            line.push(label);
            if is_moved(x) && (x + 1 == puzzle.width() || !is_moved(x + 1)) {
                line += &MOVED.render_reset().to_string();
            }
        }
        lines.push(line);
    }
    lines
}
