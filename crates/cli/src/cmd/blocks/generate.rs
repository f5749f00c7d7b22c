//! `fifteen blocks generate`: random layouts of a puzzle's pieces, the hardest of them kept.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::{BlockMetric, BlockStatus, HardestLayouts, RandomLayouts, StopReason, solve};

use super::search::{JointArg, OneMetric, SearchArgs};
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
/// With --out the layouts are written to a file, every ten seconds and at the end, and a file that is there is
/// continued: --tries counts all tries. Layouts whose searches reach the memory limit are left out, and the exit code is
/// 1.
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
    #[command(flatten)]
    joint: JointArg,
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

/// The time between two writes of the file: this much work is lost if the command is killed.
const SAVE_EVERY: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let (metric, joint_moves) = (BlockMetric::from(args.metric), args.joint.joint_moves);
    let entries = args.source.entries(ui)?;
    let [PuzzleEntry { puzzle, .. }] = &entries[..] else {
        return Err(Failure::new(format!("{} puzzles; choose one with --name", entries.len())));
    };
    let puzzle = puzzle.as_ref().map_err(|error| Failure::new(format!("{}{error}", args.source.prefix())))?;
    if puzzle.goal().is_none() {
        return Err(Failure::new("the puzzle has no goal, so no layout of its pieces is harder than another"));
    }
    let heading =
        format!("# layouts of {}, seed {}, {} moves", select::label(&entries[0]), args.seed, metric.kind(joint_moves));
    let layouts = HardestLayouts::new(RandomLayouts::new(puzzle, args.seed), heading, metric, args.keep)
        .with_joint_moves(joint_moves);
    // A pipe or a device is only written to, and only at the end.
    let file = args.out.as_deref().filter(|path| save::is_replaced(path));
    let mut layouts = match file {
        Some(path) if path.exists() => resumed(layouts, path)?,
        _ => layouts,
    };
    if let Some(path) = &args.out {
        save::prepare(&[("--out", path)])?;
    }
    let _watched = interrupt::watched();
    let mut options = args.search.options(metric, joint_moves);
    (options.path, options.count) = (false, true);
    let bar = ui.bar("layouts", Some(args.tries)).with_message("tried");
    let (mut limited, mut saved) = (0, Instant::now());
    while layouts.tries() < args.tries && !interrupt::requested() {
        bar.set_position(layouts.tries());
        if let Some(layout) = layouts.next_layout() {
            let found = solve(layout.puzzle(), &options, &mut |_| ()).map_err(|e| Failure::new(e.to_string()))?;
            match (found.status, found.length, found.solutions) {
                // Ctrl-C: the layout is tried again when the file is continued.
                (BlockStatus::Stopped(StopReason::Limit(_)), ..) => break,
                (BlockStatus::Stopped(StopReason::Memory), ..) => limited += 1,
                (_, Some(length), Some(solutions)) => layouts.rank(layout, length, solutions.count),
                _ => {}
            }
        }
        layouts.advance();
        if let Some(path) = file.filter(|_| saved.elapsed() >= SAVE_EVERY) {
            save::with(path, |out| write!(out, "{layouts}"))?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    if limited > 0 {
        let layouts = human::counted(limited, "layout was", "layouts were");
        ui.error(format_args!("{layouts} left out: their searches stopped at the memory limit"));
        args.search.note_limit(&options, ui);
    }
    match &args.out {
        Some(path) => save::with(path, |out| write!(out, "{layouts}"))?,
        None => {
            let mut out = ResultStream::Stdout.writer();
            write!(out, "{layouts}").and_then(|()| out.flush()).map_err(unwritten)?;
        }
    }
    Ok(if layouts.tries() < args.tries || limited > 0 { Exit::Partial } else { Exit::Done })
}

/// The layouts of a file that this command wrote.
fn resumed<'a>(layouts: HardestLayouts<'a>, path: &Path) -> Result<HardestLayouts<'a>, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    layouts
        .resume(&text)
        .map_err(|error| Failure::new(format!("{name} cannot be continued: {error}; name another file with --out")))
}
