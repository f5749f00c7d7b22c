//! `fifteen convert`: converts boards to another notation or goal, reflects them, or draws them.

use std::path::{Path as FilePath, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fifteen_draw::Scene;
use fifteen_solver::input::Notation;
use fifteen_solver::puzzle::GoalMap;
use fifteen_solver::record::tiles;
use fifteen_solver::{Board, Direction, Goal, Path};
use serde::Serialize;

use super::apply::reflection;
use crate::args::{self, LettersArg};
use crate::exit::Exit;
use crate::input::{BoardArgs, BoardLine, Boards, prefix};
use crate::output::{Format, FormatArg, LineRecord, LineWriter};
use crate::save;
use crate::terminal::Ui;

/// Write boards in another notation, or for another goal
///
/// Write boards as for `solve`. With --to-goal, the tiles get other numbers, and the board is turned if the blank of that
/// goal is in another cell. The new board needs the same number of moves, and a note says how its solution differs.
/// Moves in records of the input are converted too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen convert --to digits \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen convert --to json boards.txt
  fifteen convert --goal first --to-goal last 1023456789ABCDEF
  fifteen convert --svg board.svg \"8 6 7 / 2 5 4 / 3 0 1\"")]
pub(crate) struct Args {
    #[command(flatten)]
    boards: BoardArgs,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", default_value = "rows", value_parser = notations())]
    to: Notation,
    /// The goal of the new boards [default: the goal of the old ones]
    #[arg(long, value_name = "G", value_parser = args::goal(), hide_possible_values = true)]
    to_goal: Option<String>,
    /// Reflect the boards about the diagonal through the blank of the goal
    #[arg(long, conflicts_with = "to_goal")]
    mirrored: bool,
    #[command(flatten)]
    letters: LettersArg,
    /// Draw a single board instead
    ///
    /// The name '-' stands for standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    output: FormatArg,
}

fn notations() -> impl TypedValueParser<Value = Notation> {
    let help = |notation| match notation {
        Notation::Rows => "1 2 3 / 4 5 0",
        Notation::Line => "1 2 3 4 5 0",
        Notation::Grid => "One line for each row, an empty line between boards",
        Notation::Digits => "123450, hexadecimal for 4x4 (also: hex)",
        Notation::Json => "[1,2,3,4,5,0]",
        Notation::JsonRows => "[[1,2,3],[4,5,0]]",
    };
    let value = |notation: Notation| PossibleValue::new(notation.name()).help(help(notation));
    // Accept `hex` as a hidden synonym of `digits`: most such boards are 4x4, whose digits are
    // hexadecimal.
    let hex = PossibleValue::new("hex").hide(true);
    let named = |name: String| {
        if name == "hex" {
            Ok(Notation::Digits)
        } else {
            name.parse()
        }
    };
    PossibleValuesParser::new(Notation::ALL.map(value).into_iter().chain([hex])).try_map(named)
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let from = args.boards.goal.goal()?;
    let to = args
        .to_goal
        .as_ref()
        .map_or(Ok(from), |text| Goal::parse(text, args.boards.goal.size))?;
    let goals = Goals { from, to };
    let boards = args.boards.open(0, from.own_size().or(to.own_size()), ui)?;
    if let Some(file) = &args.svg {
        return picture(args, file, boards, goals, ui);
    }
    let names = boards.names();
    let mut writer = LineWriter::new(args.output.format(), ui);
    // The letters that the last note named as replacements for U, D, L and R. The note is not
    // repeated for a board with the same letters.
    let mut noted = None;
    let mut is_first = true;
    for line in boards {
        let line = line.map_err(anyhow::Error::msg)?;
        let source_goal = args.boards.goal.of(&line)?;
        let empty = Conversion {
            source_goal: from.to_string(),
            ..Conversion::default()
        };
        let mut record = LineRecord::new(&line, source_goal, empty);
        let done = match &line.board {
            Ok(board) => {
                let goals = Goals {
                    from: source_goal,
                    to: if args.to_goal.is_some() {
                        to
                    } else {
                        source_goal
                    },
                };
                let done = convert(&line, board, args, goals, &mut record);
                let letters = &record.result.directions;
                if *letters != noted && letters.is_some() {
                    if let Some(note) = letters.as_ref().and_then(|l| meaning(l, args, goals)) {
                        ui.note(note);
                    }
                    noted.clone_from(letters);
                }
                done
            }
            Err(error) => Err(error.clone()),
        };
        writer.add(&line, record, done.map(|()| Exit::Done), |out, record| {
            if args.to == Notation::Grid && !std::mem::take(&mut is_first) {
                writeln!(out)?;
            }
            record
                .result
                .text
                .iter()
                .try_for_each(|text| writeln!(out, "{text}"))
        })?;
    }
    writer.end(&names)
}

/// The conversion of a board. The converted board itself is in the enclosing record.
#[derive(Debug, Clone, Default, Serialize)]
struct Conversion {
    /// The moves from the board's input record, converted so that they fit the converted board.
    moves: Option<String>,
    /// The original board.
    #[serde(serialize_with = "tiles")]
    source: Option<Board>,
    /// The goal of the original board.
    source_goal: String,
    /// The letters that replace U, D, L and R, in this order, when a solution is converted.
    directions: Option<String>,
    /// The converted board in the requested notation.
    text: Option<String>,
    /// Whether the letters of `moves` give the direction in which the `tile` or the `blank` moves.
    letters: Option<&'static str>,
}

/// The goals of a conversion.
#[derive(Debug, Clone, Copy)]
struct Goals {
    /// The goal of the input boards.
    from: Goal,
    /// The goal of the output boards.
    to: Goal,
}

/// Converts one board. Stores the original and the converted board, their goals, and the converted
/// moves of the input line in `record`.
fn convert(
    line: &BoardLine,
    board: &Board,
    args: &Args,
    goals: Goals,
    record: &mut LineRecord<Conversion>,
) -> Result<(), String> {
    record.board = None;
    record.goal = goals.to.to_string();
    record.result.source = Some(*board);
    record.result.source_goal = goals.from.to_string();
    // An input record can say whether its letters describe the movement of the tile or of the
    // blank. The option `--letters` overrides the record.
    let convention = args.letters.letters.or(line.letters).unwrap_or_default();
    let (map, board) = image(board, args, goals)?;
    let moves = line
        .moves
        .as_ref()
        .map(|letters| Path::parse(letters, convention))
        .transpose();
    record.result.moves = moves
        .map_err(|e| e.to_string())?
        .map(|path| map.path(&path).letters(convention));
    record.result.letters = record.result.moves.as_ref().map(|_| convention.name());
    record.board = Some(board);
    let udlr = [
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
    ];
    record.result.directions = Some(
        udlr.iter()
            .map(|&direction| map.direction(direction).letter())
            .collect(),
    );
    record.result.text = Some(args.to.write(&board));
    Ok(())
}

/// Converts a board for the new goal. Returns the symmetry or relabelling that was applied, and the
/// converted board.
fn image(source: &Board, args: &Args, goals: Goals) -> Result<(GoalMap, Board), String> {
    let [from, to] = [goals.from, goals.to]
        .map(|goal| args::single_board(goal, source.size()).map_err(|e| e.to_string()));
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
    let board = map
        .board(source)
        .ok_or("the board has another size than the goal")?;
    Ok((map, board))
}

/// Returns a note that explains how the conversion changes solutions, or `None` if the goal is
/// unchanged and the boards are not mirrored.
fn meaning(directions: &str, args: &Args, goals: Goals) -> Option<String> {
    let changes = args.mirrored || goals.from != goals.to;
    let letters = directions
        .chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join(", ");
    changes.then(|| match directions {
        "UDLR" => "tiles are relabelled; solutions keep their moves".to_owned(),
        _ => format!("boards are turned or reflected; in solutions U, D, L, R become {letters}"),
    })
}

/// Draws the converted board. Returns an error if the input contains several boards.
fn picture(
    args: &Args,
    file: &FilePath,
    boards: Boards<'_>,
    goals: Goals,
    ui: &Ui,
) -> Result<Exit> {
    if args.output.format() != Format::Text {
        bail!("--svg draws a picture; leave out --json and --csv");
    }
    save::prepare(&[("--svg", file)], true, ui)?;
    let boards = boards.all()?;
    let [(line, board)] = boards.as_slice() else {
        bail!("--svg draws one board, but {} were given", boards.len());
    };
    let (_, board) =
        image(board, args, goals).map_err(|error| anyhow!("{}{error}", prefix(line)))?;
    let goal = goals.to.board(board.size())?;
    let scene = Scene::of_tiles(&board, &goal, &Path::default(), args.letters.convention());
    let scene = scene.ok_or_else(|| anyhow!("the board cannot be drawn"))?;
    save::content(
        file,
        scene.sheet(&board.to_string()).as_bytes(),
        "drawn",
        ui,
    )?;
    Ok(Exit::Done)
}
