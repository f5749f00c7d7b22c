//! Formats the result of solving one board for people: as a block of lines with the board, or as
//! one line in a batch.

use std::io::{self, Write};

use fifteen_solver::puzzle::TileGrid;
use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::{Convention, Direction, Metric, SolutionPath};
use textwrap::core::display_width;

use crate::args;
use crate::input::place;
use crate::moves::{boards_of, hint, moves_of};
use crate::template::Template;
use crate::terminal::{FAINT, STRONG, color, human};

/// The layout of a result as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Layout {
    /// The board, the solution, and the search effort, such as the number of nodes.
    Block,
    /// One line per board, which begins with the board's location, such as `line 3`.
    Line,
    /// Every board on the way to the goal (`--show`), then the solution and statistics of the
    /// search, one per line.
    Boards,
    /// Only the move letters of the solution (`--print moves`), one line per board. The line is
    /// empty if there is no solution.
    Moves,
    /// The moves, formatted according to a template (`--format`).
    Template(Template),
    /// Only the next move and the reason for it (`--hint`), one line per board.
    Hint,
    /// The statistics that courses on search algorithms ask for (`--print report`), one per line.
    Report,
}

impl Layout {
    /// Returns whether only moves are printed, for other programs to read. If a board has no
    /// solution, the reason is then reported on standard error.
    pub(crate) fn is_only_moves(&self) -> bool {
        matches!(self, Self::Moves | Self::Template(_))
    }
}

/// How a command writes the results of its boards as text.
#[derive(Debug, Clone)]
pub(crate) struct Presentation {
    pub layout: Layout,
    pub convention: Convention,
    /// Whether to omit the board and the search effort, as with `--quiet`.
    pub bare: bool,
    /// Number of input files. A board from a file is identified by its line number, and also by the
    /// name of the file if several files are read.
    pub files: usize,
    /// Whether the input contains a goal for each board, as with `--pairs`. If a board cannot reach
    /// its goal, the error message then does not suggest another goal.
    pub has_goals: bool,
}

impl Presentation {
    /// Writes a result as text.
    pub(crate) fn write(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        match (&self.layout, record.status) {
            // The layouts `Moves`, `Template` and `Hint` print something for every board, even an
            // invalid one, so that other programs can match the output with the boards.
            (Layout::Moves, _) => {
                writeln!(out, "{}", record.moves.as_deref().unwrap_or_default())
            }
            (Layout::Template(template), _) => {
                template.write(out, &moves_of(record).unwrap_or_default())
            }
            (Layout::Hint, RecordStatus::Invalid) => writeln!(out),
            (Layout::Hint, _) => self.write_hint(out, record),
            // The error of an invalid board is reported on standard error.
            (_, RecordStatus::Invalid) => Ok(()),
            (Layout::Line, _) => self.write_line(out, record),
            (Layout::Boards, _) => self.write_boards(out, record),
            (Layout::Report, _) => self.write_report(out, record),
            (Layout::Block, _) => self.write_block(out, record),
        }
    }

    /// Writes the board's location, such as `line 3:`, on a line of its own if the board is from a
    /// file.
    fn write_place(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        if self.files == 0 {
            return Ok(());
        }
        writeln!(out, "{}:", self.place(record))
    }

    /// Writes the board, its solution, and the search effort.
    fn write_block(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        self.write_place(out, record)?;
        if let Some(board) = record.board.as_ref().filter(|_| !self.bare) {
            writeln!(out, "{}\n", board.aligned_rows())?;
        }
        if let Some(grid) = record.large.as_ref().filter(|_| !self.bare) {
            write!(out, "{grid}")?;
        }
        self.write_solution(out, record)?;
        if let Some(SolutionPath::Choice(path)) = &record.path {
            writeln!(out, "reaches {}", path.end())?;
        }
        self.write_single_moves(out, record)?;
        write_iterations(out, record)?;
        if let Some(effort) = effort(record).filter(|_| !self.bare) {
            writeln!(out, "{FAINT}{}: {effort}{FAINT:#}", method(record))?;
        }
        Ok(())
    }

    /// Writes the single-tile moves that make up a solution in the multi-tile metric. Does nothing
    /// in the single-tile metric.
    fn write_single_moves(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        let path = record.path.as_ref().filter(|_| is_multi_tile(record));
        let Some(path) = path
            .map(SolutionPath::directions)
            .filter(|path| !path.is_empty())
        else {
            return Ok(());
        };
        let moves = human::plural(path.len() as u64, "move", "moves");
        writeln!(
            out,
            "{} single {moves}: {}",
            path.len(),
            path.letters(self.convention)
        )
    }

    /// Writes every board on the way to the goal, the solution, and the statistics of the search.
    fn write_boards(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        self.write_place(out, record)?;
        if let Some(start) = record.board {
            let path = record.path.as_ref();
            let letters = path.map(|path| path.letters(self.convention));
            let boards = boards_of(record).unwrap_or_else(|| vec![start]);
            write_boards(out, &boards, &letters.unwrap_or_default())?;
            writeln!(out)?;
        }
        self.write_solution(out, record)?;
        write_iterations(out, record)?;
        if self.bare {
            return Ok(());
        }
        write_figures(out, record)
    }

    /// Writes the next move, or the reason why there is none.
    fn write_hint(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        if self.files > 0 {
            write!(out, "{}: ", self.place(record))?;
        }
        let no_move = match record.status {
            RecordStatus::Limit => "; the next move is not known",
            _ => "",
        };
        match hint(record) {
            Some(hint) => writeln!(out, "{hint}"),
            None => writeln!(out, "{}{no_move}", self.summary(record)),
        }
    }

    /// Returns the board's location in the input, such as `line 3`.
    fn place(&self, record: &BoardRecord) -> String {
        place(record.file.as_deref(), record.line, record.item, self.files)
    }

    fn write_line(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        write!(out, "{}: {}", self.place(record), self.summary(record))?;
        if let Some(moves) = record.moves.as_ref().filter(|m| !m.is_empty()) {
            write!(out, "  {moves}")?;
        }
        if let Some(effort) = effort(record).filter(|_| !self.bare) {
            write!(out, "  {FAINT}({effort}){FAINT:#}")?;
        }
        writeln!(out)?;
        write_iterations(out, record)
    }

    /// Writes the statistics that courses on search algorithms usually ask for.
    fn write_report(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        self.write_place(out, record)?;
        if record.status == RecordStatus::Unsolvable {
            return writeln!(out, "{}", self.summary(record));
        }
        let word =
            |direction: Direction| format!("{}{}", direction.letter(), &direction.word()[1..]);
        let words = |moves: &String| {
            let directions = moves.chars().filter_map(Direction::from_letter);
            directions.map(word).collect::<Vec<_>>().join(", ")
        };
        let path = record.moves.as_ref().map(|moves| {
            if moves.contains(|c: char| c.is_ascii_digit()) {
                moves.clone()
            } else {
                words(moves)
            }
        });
        let directions = path.as_ref().map(|_| format!("of the {}", self.convention));
        write_rows(
            out,
            [
                ("result", Some(self.summary(record))),
                ("path to goal", path),
                ("directions", directions),
            ],
        )?;
        write_figures(out, record)
    }

    fn write_solution(&self, out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
        let all = record.all_moves.as_deref().unwrap_or_default();
        if all.len() < 2 {
            let moves = record
                .moves
                .as_ref()
                .filter(|m| !m.is_empty())
                .map(|m| format!(": {m}"))
                .unwrap_or_default();
            return writeln!(out, "{}{moves}", self.summary(record));
        }
        writeln!(out, "{}:", self.summary(record))?;
        all.iter().try_for_each(|moves| writeln!(out, "{moves}"))
    }

    /// Returns `52 moves`, `52 moves, 2 shortest solutions`, or the reason why there is no
    /// solution.
    fn summary(&self, record: &BoardRecord) -> String {
        let mut text = match record.upper {
            Some(n) => format!("{STRONG}{n} {}{STRONG:#}", moves(record, n)),
            None if record.status == RecordStatus::Limit => format!("{STRONG}not solved{STRONG:#}"),
            None => format!("{STRONG}no solution{STRONG:#}"),
        };
        if let (Some(bound), Some(_), RecordStatus::Limit) =
            (record.bound, record.upper, record.status)
        {
            text += &format!(", at least {}", human::count(bound));
        } else if record.upper.is_some() && !record.shortest {
            text += ", which need not be the fewest";
        }
        if let (Some(n), Some(all)) = (record.solutions, &record.all_moves) {
            text += &format!(
                ", {} shortest {}",
                human::count(n),
                human::plural(n, "solution", "solutions")
            );
            let kept = all.len() as u64;
            if kept > 1 && kept < n {
                text += &format!(", the first {kept}");
            }
        }
        if let Some(error) = &record.error {
            text += &format!(": {error}");
        }
        let board = record.board.and_then(|tiles| tiles.board());
        if record.status == RecordStatus::Unsolvable
            && !self.has_goals
            && let Some(board) = board
        {
            text += &args::solvable_with(&board);
        }
        if let (None, Some(bound @ 1..)) = (record.upper, record.bound) {
            text += &format!(
                "; every solution has at least {} {}",
                human::count(bound),
                moves(record, bound)
            );
        }
        text
    }
}

/// Writes the cost of the solution and the statistics of the search, one per line.
fn write_figures(out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
    let heuristic = match (&record.heuristic, record.h0) {
        (Some(name), Some(h0)) => Some(format!("{name}, {h0} at the start")),
        (name, _) => name.clone(),
    };
    let memory = record.peak_bytes.map(|peak| match record.table_bytes {
        0 => human::bytes(peak),
        tables => format!(
            "{}, and {} of tables",
            human::bytes(peak),
            human::bytes(tables)
        ),
    });
    // IDA* does not record the depth of its deepest node, but visits no node beyond its bound. The
    // report therefore gives the bound as the maximum search depth.
    let bound = record
        .bound
        .filter(|_| record.algorithm == "ida")
        .map(|bound| format!("at most {bound}"));
    let rows = [
        (
            "cost of path",
            record.upper.map(|n| format!("{n} {}", moves(record, n))),
        ),
        ("search depth", record.upper.map(|n| n.to_string())),
        (
            "max search depth",
            record.deepest.map(|deepest| deepest.to_string()).or(bound),
        ),
        ("nodes expanded", record.expanded.map(human::count)),
        ("nodes generated", record.generated.map(human::count)),
        ("running time", record.seconds.map(human::seconds)),
        ("max memory", memory),
        ("algorithm", Some(record.algorithm.clone())),
        ("heuristic", heuristic),
    ];
    write_rows(out, rows)
}

/// Writes one row for each name that has a value.
fn write_rows<const N: usize>(
    out: &mut dyn Write,
    rows: [(&str, Option<String>); N],
) -> io::Result<()> {
    let known = rows
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    known
        .into_iter()
        .try_for_each(|(name, value)| writeln!(out, "{FAINT}{name:<16}{FAINT:#}  {value}"))
}

/// Returns how the board was searched, for the user. If the algorithm is IDA*, only the heuristic
/// is named, for example `7-8 zero-aware + reflection`. Otherwise, the algorithm and its heuristic
/// are named, for example `astar with manhattan`.
fn method(record: &BoardRecord) -> String {
    match (record.algorithm.as_str(), record.heuristic.as_deref()) {
        ("ida", Some(heuristic)) => heuristic.to_owned(),
        (algorithm, Some(heuristic)) => format!("{algorithm} with {heuristic}"),
        (algorithm, None) => algorithm.to_owned(),
    }
}

/// Returns the noun for a number of moves: `move`, `moves` or `multi-tile moves`.
pub(crate) fn moves(record: &BoardRecord, count: u32) -> String {
    let metric = if is_multi_tile(record) {
        "multi-tile "
    } else {
        ""
    };
    format!("{metric}{}", human::plural(count.into(), "move", "moves"))
}

/// Returns whether moves are counted in the multi-tile metric.
pub(crate) fn is_multi_tile(record: &BoardRecord) -> bool {
    record.metric == Metric::MultiTile.to_string()
}

/// Returns the numbers of nodes, and the time and memory if they are known. The time and memory of
/// a distributed search are not known after its results have been merged.
fn effort(record: &BoardRecord) -> Option<String> {
    let (generated, expanded) = (
        human::counted(record.generated?, "node", "nodes"),
        human::count(record.expanded?),
    );
    let mut text = format!("{generated} generated, {expanded} expanded");
    if let (Some(seconds), Some(peak)) = (record.seconds, record.peak_bytes) {
        text += &format!(
            ", {}, {} of memory",
            human::seconds(seconds),
            human::bytes(peak)
        );
    }
    Some(text)
}

fn write_iterations(out: &mut dyn Write, record: &BoardRecord) -> io::Result<()> {
    let Some(iterations) = &record.iterations else {
        return Ok(());
    };
    writeln!(out, "  bound {:>18} {:>18}", "generated", "expanded")?;
    for i in iterations {
        let bound = if i.bound == u32::MAX {
            "none".to_owned()
        } else {
            i.bound.to_string()
        };
        writeln!(
            out,
            "  {bound:>5} {:>18} {:>18}",
            human::count(i.generated),
            human::count(i.expanded)
        )?;
    }
    Ok(())
}

/// Writes the boards along a solution side by side, each under its move number and move letter.
pub(crate) fn write_boards(
    out: &mut dyn Write,
    boards: &[TileGrid],
    letters: &str,
) -> io::Result<()> {
    let titles = std::iter::once("start".to_owned()).chain(
        (1..)
            .zip(letters.chars())
            .map(|(number, letter)| format!("{number}. {letter}")),
    );
    // The tile that moves lands on the old blank cell, the only cell that becomes occupied.
    let moved = boards.windows(2).map(|pair| {
        let mut cells = pair[0].tiles().iter().zip(pair[1].tiles());
        cells.position(|(&before, &after)| before == 0 && after != 0)
    });
    let moved = std::iter::once(None).chain(moved);
    let figures = titles
        .zip(boards)
        .zip(moved)
        .map(|((title, board), moved)| figure(title, board, moved));
    write_drawings(out, &figures.collect::<Vec<_>>(), color::columns(), 2)
}

/// Returns a board drawn in a box, under a title. The tile on the cell `moved` is highlighted.
fn figure(title: String, board: &TileGrid, moved: Option<usize>) -> Vec<String> {
    let columns = board.size().width();
    let digits = if board.size().cells() > 10 { 2 } else { 1 };
    let edge = "─".repeat((digits + 1) * columns + 1);
    let mut lines = vec![title, format!("┌{edge}┐")];
    for (row, tiles) in board.tiles().chunks(columns).enumerate() {
        let cells = tiles.iter().enumerate().map(|(column, &tile)| {
            let text = if tile == 0 {
                format!("{:>digits$}", '_')
            } else {
                format!("{tile:>digits$}")
            };
            if moved == Some(row * columns + column) {
                format!("{STRONG}{text}{STRONG:#}")
            } else {
                text
            }
        });
        lines.push(format!("│ {} │", cells.collect::<Vec<_>>().join(" ")));
    }
    lines.push(format!("└{edge}┘"));
    lines
}

/// Writes drawings of the same height side by side, with `gap` spaces between them. A row of
/// drawings is at most `columns` wide. Escape sequences for styles count as zero width.
pub(crate) fn write_drawings(
    out: &mut dyn Write,
    drawings: &[Vec<String>],
    columns: usize,
    gap: usize,
) -> io::Result<()> {
    let width = drawings
        .iter()
        .flatten()
        .map(|line| display_width(line))
        .max()
        .unwrap_or(0);
    let beside = ((columns + gap) / (width + gap)).max(1);
    for (i, row) in drawings.chunks(beside).enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        for line in 0..row[0].len() {
            let cell = |drawing: &Vec<String>| {
                drawing[line].clone() + &" ".repeat(width - display_width(&drawing[line]))
            };
            let cells: Vec<String> = row.iter().map(cell).collect();
            writeln!(out, "{}", cells.join(&" ".repeat(gap)).trim_end())?;
        }
    }
    Ok(())
}
