//! `fifteen convert`: boards in another notation, for another goal, reflected, or as a picture.

use std::io::{self, Write};

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser};
use fifteen_solver::input::Notation;
use fifteen_solver::puzzle::GoalMap;
use fifteen_solver::record::{SCHEMA, tiles};
use fifteen_solver::{Board, Convention, Direction, Goal, Metric, Path};
use serde::Serialize;

use super::apply::reflection;
use crate::args;
use crate::exit::Exit;
use crate::input::{BoardArgs, BoardLine, read_text};
use crate::output::{Format, FormatArg, Printer, Report, unwritten};
use crate::terminal::ui::Ui;

/// Write boards in another notation, or for another goal
///
/// Boards are read as `solve` reads them. With another goal, tiles are relabelled, and the board is turned where the
/// blank of that goal is in another cell: the same number of moves solves it, and a note says how solutions change.
/// Moves in records of the input are converted too.
///
/// To `slides` or `letters`, moves are converted instead of boards: R3 U2 L is RRRUUL. The words are one sequence of
/// moves, or files; each line of a file or of the standard input ('-') is a sequence.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen convert --to digits \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen convert --to json boards.txt
  fifteen convert --goal first --to-goal last 1023456789ABCDEF
  fifteen convert --to slides RRRUUL
  fifteen convert --to svg \"8 6 7 / 2 5 4 / 3 0 1\" > board.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    boards: BoardArgs,
    /// The notation
    #[arg(long, value_name = "NOTATION", default_value = "rows", value_parser = notations())]
    to: String,
    /// The goal of the boards: last (1, 2, 3 ... blank), first (blank, 1, 2 ...), spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// The goal of the boards to be written
    ///
    /// [default: the same]
    #[arg(long, value_name = "G", value_parser = args::goal(), hide_possible_values = true)]
    to_goal: Option<String>,
    /// Reflect the boards about the diagonal through the blank of the goal
    #[arg(long, conflicts_with = "to_goal")]
    mirrored: bool,
    /// The meaning of the letters U, D, L, R
    ///
    /// Either the direction of the tile, or that of the blank.
    #[arg(long, value_name = "tile|blank", default_value = "tile", value_parser = args::convention(), hide_possible_values = true)]
    moves: Convention,
    #[command(flatten)]
    output: FormatArg,
}

/// The values of `--to` that are no notation of boards.
const SVG: &str = "svg";
const SLIDES: &str = "slides";
const LETTERS: &str = "letters";

fn notations() -> PossibleValuesParser {
    let help = |notation| match notation {
        Notation::Rows => "1 2 3 / 4 5 0",
        Notation::Line => "1 2 3 4 5 0",
        Notation::Grid => "One line for each row, an empty line between boards",
        Notation::Digits => "123450, hexadecimal for 4x4 (also: hex)",
        Notation::Json => "[1,2,3,4,5,0]",
        Notation::JsonRows => "[[1,2,3],[4,5,0]]",
    };
    let value = |notation: Notation| {
        let value = PossibleValue::new(notation.name()).help(help(notation));
        if notation == Notation::Digits { value.alias("hex") } else { value }
    };
    let picture = PossibleValue::new(SVG).help("A picture of one board");
    let moves = [(SLIDES, "Moves: R3 U2 L"), (LETTERS, "Moves: RRRUUL")];
    let moves = moves.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(Notation::ALL.map(value).into_iter().chain(moves).chain([picture]))
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let metric = match args.to.as_str() {
        SLIDES => Some(Metric::MultiTile),
        LETTERS => Some(Metric::SingleTile),
        _ => None,
    };
    if let Some(metric) = metric {
        return moves(args, metric, ui);
    }
    let from = Goal::parse(&args.goal, args.boards.size)?;
    let to = args.to_goal.as_ref().map_or(Ok(from), |text| Goal::parse(text, args.boards.size))?;
    let goals = ConversionGoals { from, to };
    let size = args::size_of_goal(from).or(args::size_of_goal(to));
    let boards = args.boards.open(size, ui)?;
    if args.to == SVG {
        return picture(args, boards, goals);
    }
    let (format, notation) = (args.output.format(), args.to.parse::<Notation>()?);
    let mut printer = Printer::stdout(format);
    let (mut told, mut first) = (None, true);
    boards.each(format, ui, |line| {
        let record = converted(&line, args, goals, notation);
        if record.directions != told && record.directions.is_some() {
            record.directions.iter().filter_map(|letters| meaning(letters, args)).for_each(|note| ui.note(note));
            told.clone_from(&record.directions);
        }
        if format == Format::Text && notation == Notation::Grid && record.text.is_some() && !std::mem::take(&mut first)
        {
            printer.blank_line()?;
        }
        printer.print(&record)?;
        Ok((if record.error.is_some() { Exit::Failed } else { Exit::Done }, record.error))
    })
}

/// Prints moves as slides, or as letters. A bad line is reported, and the rest is still converted.
fn moves(args: &Args, metric: Metric, ui: &Ui) -> Result<Exit> {
    if args.output.format() != Format::Text || args.mirrored || args.to_goal.is_some() {
        let to = &args.to;
        bail!("--to {to} writes moves as text; leave out --format, --mirrored and --to-goal");
    }
    let BoardArgs { boards: words, file, skip, .. } = &args.boards;
    let is_file = |word: &str| word == "-" || !args::is_moves(word) && std::path::Path::new(word).is_file();
    let files = match &words[..] {
        [] if file.is_empty() => vec!["-".into()],
        [] => file.clone(),
        words if words.iter().all(|word| is_file(word)) => words.iter().map(Into::into).collect(),
        _ if *skip > 0 => bail!("--skip leaves out lines of a file; name one instead of moves"),
        words => {
            let path = Path::parse(&words.join(" "), args.moves)?;
            writeln!(io::stdout(), "{}", path.text(metric, args.moves)).map_err(unwritten)?;
            return Ok(Exit::Done);
        }
    };
    let mut out = io::stdout().lock();
    let (mut exit, mut skipped) = (Exit::Done, 0);
    for file in files {
        let name = file.display();
        for (number, line) in (1..).zip(read_text(&file)?.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            if skipped < *skip {
                skipped += 1;
                continue;
            }
            match Path::parse(line, args.moves) {
                Ok(path) => writeln!(out, "{}", path.text(metric, args.moves)).map_err(unwritten)?,
                Err(error) => {
                    ui.error(format_args!("{name}, line {number}: {error}"));
                    exit = Exit::Failed;
                }
            }
        }
    }
    Ok(exit)
}

/// A converted board. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
struct ConversionRecord {
    /// [`SCHEMA`].
    schema: u32,
    /// The line in the file, or the number of the board, from 1.
    line: u64,
    /// The converted board.
    #[serde(serialize_with = "tiles")]
    board: Option<Board>,
    /// Width and height: `4x4`.
    size: Option<String>,
    /// The goal of the converted board: a name, or its tiles.
    goal: String,
    /// The moves that came with the board, converted with it.
    moves: Option<String>,
    /// The board that was read.
    #[serde(serialize_with = "tiles")]
    source: Option<Board>,
    /// The goal of that board.
    source_goal: String,
    /// The letters that U, D, L and R become.
    directions: Option<String>,
    /// The converted board in the notation asked for.
    text: Option<String>,
    /// The reason why there is none.
    error: Option<String>,
    /// The name of the file of which `line` is a line.
    file: Option<String>,
}

/// The goals of a conversion, before and after.
#[derive(Debug, Clone, Copy)]
struct ConversionGoals {
    /// The goal of the boards that are read.
    from: Goal,
    /// The goal of the boards that are written.
    to: Goal,
}

/// The record of a line.
fn converted(line: &BoardLine, args: &Args, goals: ConversionGoals, notation: Notation) -> ConversionRecord {
    let source = line.board.as_ref().ok().copied();
    let mut record = ConversionRecord {
        schema: SCHEMA,
        line: line.line,
        size: source.map(|board| board.size().to_string()),
        goal: goals.to.to_string(),
        source,
        source_goal: goals.from.to_string(),
        file: line.file.clone(),
        ..ConversionRecord::default()
    };
    record.error = convert(&mut record, line, args, goals, notation).err();
    record
}

/// Adds the converted board, and the moves that came with it.
fn convert(
    record: &mut ConversionRecord,
    line: &BoardLine,
    args: &Args,
    goals: ConversionGoals,
    notation: Notation,
) -> Result<(), String> {
    let (map, board) = image(&line.board.clone()?, args, goals)?;
    let moves = line.moves.as_ref().map(|letters| Path::parse(letters, args.moves)).transpose();
    record.moves = moves.map_err(|e| e.to_string())?.map(|path| map.path(&path).letters(args.moves));
    record.board = Some(board);
    let udlr = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    record.directions = Some(udlr.iter().map(|&direction| map.direction(direction).letter()).collect());
    record.text = Some(notation.write(&board));
    Ok(())
}

/// The image of a board, and the map that makes it.
fn image(source: &Board, args: &Args, goals: ConversionGoals) -> Result<(GoalMap, Board), String> {
    let [from, to] = [goals.from, goals.to].map(|goal| goal.board(source.size()).map_err(|e| e.to_string()));
    let (from, to) = (from?, to?);
    let map = match args.mirrored {
        true => reflection(&from)?,
        false => GoalMap::between(&from, &to).ok_or_else(|| {
            format!(
                "no rotation or reflection of a {} board brings the blank of the goal {from} to that of {to}",
                from.size()
            )
        })?,
    };
    let board = map.board(source).ok_or("the board has another size than the goal")?;
    Ok((map, board))
}

/// The note on what a conversion does to solutions; none if goals stay as they are.
fn meaning(directions: &str, args: &Args) -> Option<String> {
    let changes = args.mirrored || args.to_goal.as_ref().is_some_and(|to| *to != args.goal);
    let letters = directions.chars().map(String::from).collect::<Vec<_>>().join(", ");
    changes.then(|| match directions {
        "UDLR" => "tiles are relabelled; solutions keep their moves".to_owned(),
        _ => format!("boards are turned or reflected; in solutions U, D, L, R become {letters}"),
    })
}

/// Prints a picture of the only board.
fn picture(args: &Args, boards: crate::input::Boards, goals: ConversionGoals) -> Result<Exit> {
    if args.output.format() != Format::Text {
        bail!("--to svg prints a picture; leave out --format");
    }
    let boards = boards.all()?;
    let [(line, board)] = boards.as_slice() else {
        bail!("--to svg draws one board, but {} were given", boards.len());
    };
    let (_, board) = image(board, args, goals).map_err(|error| anyhow!("{}{error}", line.prefix()))?;
    let scene = fifteen_draw::tile_steps(&board, &goals.to.board(board.size())?, &Path::default(), args.moves);
    let (drawn, steps) = scene.context("the board cannot be drawn")?;
    let mut out = io::stdout().lock();
    out.write_all(fifteen_draw::sheet(&board.to_string(), &drawn, &steps).as_bytes())
        .and_then(|()| out.flush())
        .map_err(unwritten)?;
    Ok(Exit::Done)
}

impl Report for ConversionRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.text.iter().try_for_each(|text| writeln!(out, "{text}"))
    }
}
