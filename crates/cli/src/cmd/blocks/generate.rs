//! `fifteen blocks generate`: random layouts of a puzzle's pieces, the hardest of them kept.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fifteen_blocks::format::{self, PuzzleEntry};
use fifteen_blocks::{BlockMetric, BlockStatus, Puzzle, RandomLayouts, StopReason, drawing, solve};

use super::search::{OneMetric, SearchArgs};
use super::select::{self, SourceArgs};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::output::{ResultStream, unwritten};
use crate::save;
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Make random layouts of a puzzle's pieces, and keep the hardest
///
/// The board, the pieces and the goal are those of the puzzle. Layouts are ranked by their number of moves, then by how
/// few shortest solutions they have; mirror images and rotations count once. The same seed gives the same layouts.
///
/// With --out the layouts are written to a file, and a file that is there is continued: --tries counts all tries.
/// Layouts whose searches reach the memory limit are left out, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks generate data/blocks.txt --name \"RushHour 1\" --tries 100
  fifteen blocks generate puzzles.txt --seed 7 --tries 1e3 --out layouts.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// The definition of one move
    #[arg(long, value_enum, value_name = "METRIC", default_value = "unit")]
    metric: OneMetric,
    /// Layouts to try
    #[arg(long, value_name = "N", default_value = "1000", value_parser = args::number::<u64>)]
    tries: u64,
    /// The seed of the random layouts
    #[arg(long, value_name = "S", default_value = "1", value_parser = args::number::<u64>)]
    seed: u64,
    /// Layouts to keep
    #[arg(long, value_name = "N", default_value = "10", value_parser = args::number::<usize>)]
    keep: usize,
    /// The file to write, and to continue [default: the standard output]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
}

/// A layout that is kept.
struct Ranked {
    length: u32,
    solutions: u128,
    /// The number of its try.
    number: u64,
    drawing: String,
    puzzle: Puzzle,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let metric: BlockMetric = args.metric.into();
    let entries = args.source.entries(ui)?;
    let [PuzzleEntry { puzzle, .. }] = &entries[..] else {
        return Err(Failure::new(format!("{} puzzles; choose one with --name", entries.len())));
    };
    let puzzle = puzzle.as_ref().map_err(|error| Failure::new(format!("{}{error}", args.source.prefix())))?;
    if puzzle.goal().is_none() {
        return Err(Failure::new("the puzzle has no goal, so no layout of its pieces is harder than another"));
    }
    let head = format!("# layouts of {}, seed {}, {metric} moves", select::label(&entries[0]), args.seed);
    let (mut done, mut kept) = match &args.out {
        Some(path) if !save::is_stdout(path) && path.exists() => resumed(path, &head, metric)?,
        _ => (0, Vec::new()),
    };
    if let Some(path) = &args.out {
        save::prepare(&[("--out", path)])?;
    }
    let _watched = interrupt::watched();
    let layouts = RandomLayouts::new(puzzle, args.seed);
    let mut options = args.search.options(metric);
    (options.path, options.count) = (false, true);
    let mut seen: HashSet<String> = kept.iter().map(|ranked| ranked.drawing.clone()).collect();
    let bar = ui.bar("layouts", Some(args.tries));
    let mut limited = 0;
    while done < args.tries && !interrupt::requested() {
        bar.set_position(done);
        let layout = layouts.get(done).map(|layout| (drawing(&layout), layout)).filter(|(d, _)| !seen.contains(d));
        if let Some((drawing, puzzle)) = layout {
            let found = solve(&puzzle, &options, &mut |_| ()).map_err(|error| Failure::new(error.to_string()))?;
            match (found.status, found.length, found.solutions) {
                // Ctrl-C: the layout is tried again when the file is continued.
                (BlockStatus::Stopped(StopReason::Limit(_)), ..) => break,
                (BlockStatus::Stopped(StopReason::Memory), ..) => limited += 1,
                (_, Some(length), Some(solutions)) => {
                    seen.insert(drawing.clone());
                    kept.push(Ranked { length, solutions: solutions.count, number: done, drawing, puzzle });
                    shorten(&mut kept, args.keep);
                }
                _ => {}
            }
        }
        done += 1;
    }
    bar.finish_and_clear();
    if limited > 0 {
        let layouts = human::counted(limited, "layout was", "layouts were");
        ui.error(format_args!("{layouts} left out: their searches stopped at the memory limit"));
        args.search.note_limit(&options, ui);
    }
    let write = |out: &mut dyn Write| write_layouts(out, &head, metric, done, &kept);
    match &args.out {
        Some(path) => save::with(path, write)?,
        None => {
            let mut out = ResultStream::Stdout.writer();
            write(&mut out).and_then(|()| out.flush()).map_err(unwritten)?;
        }
    }
    Ok(if done < args.tries || limited > 0 { Exit::Partial } else { Exit::Done })
}

/// Keeps the hardest layouts, in order.
fn shorten(kept: &mut Vec<Ranked>, most: usize) {
    kept.sort_by_key(|ranked| (std::cmp::Reverse(ranked.length), ranked.solutions, ranked.number));
    kept.truncate(most);
}

fn write_layouts(out: &mut dyn Write, head: &str, metric: BlockMetric, done: u64, kept: &[Ranked]) -> io::Result<()> {
    writeln!(out, "{head}\n# tries: {done}")?;
    for ranked in kept {
        let text = ranked.puzzle.to_string();
        let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
        let (length, solutions) = (ranked.length, ranked.solutions);
        let name = format!("layout {}", ranked.number);
        write!(out, "\n## {name}\noptimum: {}={length}\nsolutions: {solutions}\n{rest}", metric.name())?;
    }
    Ok(())
}

/// The tries and the layouts of a file that this command wrote.
fn resumed(path: &Path, head: &str, metric: BlockMetric) -> Result<(u64, Vec<Ranked>), Failure> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    let mut lines = text.lines();
    if lines.next() != Some(head) {
        return Err(Failure::new(format!(
            "{name} does not begin with '{head}', so it cannot be continued; name another file with --out"
        )));
    }
    let tries = lines.next().and_then(|line| line.strip_prefix("# tries: ")).and_then(|n| n.parse().ok());
    let cut = || Failure::new(format!("{name} cannot be continued: it was changed; name another file with --out"));
    let done = tries.ok_or_else(cut)?;
    let entries = match format::parse(&text) {
        Ok(entries) => entries,
        Err(error) if error.problem == format::Problem::Empty => Vec::new(),
        Err(_) => return Err(cut()),
    };
    let ranked = |entry: PuzzleEntry| {
        let number = entry.name.strip_prefix("layout ")?.parse().ok()?;
        let puzzle = entry.puzzle.ok()?;
        let optima = puzzle.optima().ok()?;
        let length = optima.into_iter().find(|optimum| optimum.0 == metric)?.1?;
        let solutions = puzzle.property("solutions")?.parse().ok()?;
        let puzzle = puzzle.without_properties();
        Some(Ranked { length, solutions, number, drawing: drawing(&puzzle), puzzle })
    };
    Ok((done, entries.into_iter().map(ranked).collect::<Option<_>>().ok_or_else(cut)?))
}
