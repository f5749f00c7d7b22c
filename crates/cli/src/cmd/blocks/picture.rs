//! `--svg` and `--gif`: a record's solution as pictures.

use std::fs;
use std::path::Path;

use fifteen_blocks::{Cell, Direction, Position, Puzzle};
use fifteen_draw::{Ground, MapCell, Piece, PieceBoard, Step, Tint};
use fifteen_solver::record::BlockRecord;

use crate::ending;
use crate::exit::Failure;
use crate::output::{Format, ResultStream};
use crate::picture::{ANIMATION, SHEET, animated, sheet_bytes};
use crate::save::{self, OutputFile};
use crate::terminal::ui::Ui;

/// Returns true if `--svg` names a file rather than a folder: by its ending, or because there is something that is no folder.
pub(super) fn is_file(path: &Path) -> bool {
    let exists = save::is_stdout(path) || path.symlink_metadata().is_ok();
    !path.is_dir() && (exists || ending::known_ending(path).is_some())
}

/// Writes a picture of all positions, into the folder or to the file; returns false without a solution.
pub(super) fn write_svg(path: &Path, record: &BlockRecord, ui: &Ui) -> Result<bool, Failure> {
    let Some((board, steps)) = scene(record) else { return Ok(false) };
    let file = if is_file(path) {
        path.to_owned()
    } else {
        fs::create_dir_all(path)
            .map_err(|e| Failure::new(format!("cannot create the folder {}: {e}", path.display())))?;
        path.join(file_name(record))
    };
    let metric = record.metric.map_or("", |m| m.name());
    let length = record.length.unwrap_or(0);
    let moves = if length == 1 { "move" } else { "moves" };
    let name = record.name.clone().unwrap_or_else(|| "Puzzle".to_owned());
    let format = ending::format("--svg", &file, &SHEET)?;
    save::picture(&file, &sheet_bytes(format, &format!("{name}: {length} {metric} {moves}"), &board, &steps)?, ui)?;
    Ok(true)
}

/// Writes an animation; returns false without a solution.
pub(super) fn write_gif(file: &Path, record: &BlockRecord, ui: &Ui) -> Result<bool, Failure> {
    let Some((board, steps)) = scene(record) else { return Ok(false) };
    save::picture(file, &animated(&board, &steps, ui)?, ui)?;
    Ok(true)
}

/// Checks the names of the files before any work; returns the stream that is left for the results.
pub(super) fn prepare(
    svg: Option<&Path>,
    gif: Option<&Path>,
    format: Format,
    ui: &Ui,
) -> Result<ResultStream, Failure> {
    let mut files: Vec<OutputFile<'_>> = Vec::new();
    if let Some(path) = svg.filter(|path| is_file(path)) {
        ending::format("--svg", path, &SHEET)?.require_reader("--svg", path)?;
        files.push(("--svg", path));
    }
    if let Some(path) = gif {
        ending::format("--gif", path, &ANIMATION)?.require_reader("--gif", path)?;
        files.push(("--gif", path));
    }
    ResultStream::beside(save::prepare(&files)?, format == Format::Text, ui.is_quiet())
}

/// `002-red-donkey-unit.svg`.
fn file_name(record: &BlockRecord) -> String {
    let name = record.name.as_deref().unwrap_or_default().to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    let parts = [format!("{:03}", record.index), slug, record.metric.map_or("", |m| m.name()).to_owned()];
    format!("{}.svg", parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-"))
}

/// The solution as plain data.
fn scene(record: &BlockRecord) -> Option<(PieceBoard, Vec<Step>)> {
    let (puzzle, solution) = (record.puzzle.as_ref()?, record.solution.as_ref()?);
    let step = |caption: String, position: &Position, moved| Step {
        caption,
        anchors: (0..puzzle.pieces().len()).map(|piece| map_cell(puzzle, position.anchor(piece))).collect(),
        moved,
    };
    let mut steps = vec![step("start".to_owned(), puzzle.start(), None)];
    for (i, (m, position)) in solution.moves.iter().zip(&solution.positions).enumerate() {
        let caption = format!("{}. {} {}", i + 1, puzzle.pieces()[m.piece].label, m.letters());
        steps.push(step(caption, position, Some((m.piece, m.path.iter().copied().map(Direction::delta).collect()))));
    }
    Some((board(puzzle), steps))
}

fn board(puzzle: &Puzzle) -> PieceBoard {
    let ground = |cell: &Cell| match cell {
        Cell::Outside => Ground::Outside,
        Cell::Wall => Ground::Wall,
        Cell::Floor => Ground::Floor,
    };
    let targets = puzzle.goal().map_or(&[][..], |goal| &goal.pieces);
    let goal = targets.iter().flat_map(|p| {
        let (x0, y0) = map_cell(puzzle, p.cell);
        p.shape.offsets().iter().map(move |&(x, y)| (x0 + x, y0 + y))
    });
    let is_target = |i: usize| targets.iter().any(|p| p.piece == Some(i));
    let pieces = puzzle.pieces().iter().enumerate().map(|(i, piece)| Piece {
        label: piece.label.to_string(),
        cells: piece.shape.offsets().to_vec(),
        tint: if is_target(i) { Tint::Target } else { Tint::Plain },
    });
    PieceBoard {
        width: puzzle.width(),
        ground: puzzle.cells().iter().map(ground).collect(),
        goal: goal.collect(),
        pieces: pieces.collect(),
    }
}

fn map_cell(puzzle: &Puzzle, cell: usize) -> MapCell {
    // Maps have at most 255 columns and rows.
    ((cell % puzzle.width()) as i32, (cell / puzzle.width()) as i32)
}
