//! Output files of a command. This module checks their names, writes to standard output if the name
//! is `-`, and draws solutions as pictures (`--svg` and `--gif`).
//!
//! [`fifteen_solver::pdb::file`] makes sure that a file is written completely or not at all.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use fifteen_draw::Scene;
use fifteen_solver::Convention;
use fifteen_solver::pdb::file::{self, Destination, write_whole};
use fifteen_solver::puzzle::GridPath;
use same_file::Handle;

use crate::output::{Format, ResultStream, unwritten};
use crate::terminal::{Ui, human};

/// Writes a file and, unless it is standard output, prints a note such as `drawn: board.svg`.
/// `done` is the first word of the note.
pub(crate) fn content(path: &Path, content: &[u8], done: &str, ui: &Ui) -> Result<()> {
    if is_stdout(path) {
        let mut out = io::stdout().lock();
        return Ok(out
            .write_all(content)
            .and_then(|()| out.flush())
            .map_err(unwritten)?);
    }
    write_whole(path, |out| out.write_all(content))?;
    ui.note(format_args!("{done}: {}", path.display()));
    Ok(())
}

/// Returns whether the path refers to standard output: `-`, or a system path such as `/dev/stdout`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    if path.as_os_str() == "-" {
        return true;
    }
    let Ok(Destination::Direct(path)) = Destination::of(path) else {
        return false;
    };
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let open_files = Path::new("/proc/self/fd")
        .canonicalize()
        .unwrap_or_else(|_| PathBuf::from("/dev/fd"));
    path.file_name().is_some_and(|name| name == "1") && folder == Some(open_files)
}

/// A command-line option that writes a file, and the path that the user gave, such as `--svg` and
/// `board.svg`.
pub(crate) type OutputFile<'a> = (&'static str, &'a Path);

/// Checks all output files before the command starts to search. Each must be writable, have an
/// extension that suits its option, and differ from the others. An animation must not go to a
/// terminal, and an existing file is replaced only if it is a picture. Returns the stream for the
/// results.
pub(crate) fn prepare(files: &[OutputFile<'_>], is_text: bool, ui: &Ui) -> Result<ResultStream> {
    files.iter().try_for_each(|file| require_ending(*file))?;
    for (i, file) in files.iter().enumerate() {
        files[..i]
            .iter()
            .try_for_each(|other| refuse_same(*other, *file))?;
    }
    for (option, path) in files {
        if is_stdout(path) {
            if *option == "--gif" && io::stdout().is_terminal() {
                bail!(
                    "{option} - would write a picture to the terminal; redirect standard output to a file or a program"
                );
            }
            continue;
        }
        // Open only regular files, because opening a pipe would block.
        let is_stdouts = || Some(Handle::from_path(path).ok()? == Handle::stdout().ok()?);
        if path.is_file() && is_stdouts() == Some(true) {
            bail!(
                "{option} names the file to which standard output goes: {}; write {option} -, or name another file",
                path.display()
            );
        }
        if path.is_file() && !is_picture(path)? {
            // `--save` writes puzzles as text. Its earlier output cannot be distinguished from a
            // file that the user wrote, so no reason is given.
            let why = if *option == "--save" {
                ""
            } else {
                ", which is not a picture"
            };
            bail!(
                "{option} would replace {}{why}; name another file, or remove it first",
                path.display()
            );
        }
        file::require_writable(path)?;
    }
    let taken_by = files
        .iter()
        .find(|(_, path)| is_stdout(path))
        .map(|(option, _)| *option);
    ResultStream::for_results(taken_by, is_text, ui.is_quiet())
}

/// File extensions that imply a format. An option that writes a picture rejects them, except the
/// extension of its own format. It accepts any extension that is not in this list.
const KNOWN: [&str; 23] = [
    "apng", "avif", "bmp", "csv", "dot", "eps", "gif", "htm", "html", "jpeg", "jpg", "json", "md",
    "mp4", "pdf", "png", "ps", "svg", "svgz", "tif", "tiff", "webm", "webp",
];

/// Returns the file extension in lower case, if it implies a format.
pub(crate) fn known_ending(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    KNOWN.contains(&ending.as_str()).then_some(ending)
}

/// Returns an error if the file extension implies a format other than the one that the option
/// writes.
fn require_ending((option, path): OutputFile<'_>) -> Result<()> {
    let expected = match option {
        "--gif" => "gif",
        "--svg" | "--plot" => "svg",
        _ => return Ok(()),
    };
    let Some(found) = known_ending(path).filter(|found| found != expected) else {
        return Ok(());
    };
    let other = match (option, found.as_str()) {
        ("--svg", "gif") => "; --gif writes an animation",
        ("--gif", "svg") => "; --svg writes a picture of all positions",
        _ => "",
    };
    Err(anyhow!(
        "{option} {}: expected a name that ends in .{expected}, found .{found}{other}",
        path.display()
    ))
}

/// Returns whether the file is empty or starts like a GIF or SVG picture, so that it may be
/// replaced.
fn is_picture(path: &Path) -> Result<bool> {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1000).read_to_end(&mut start));
    read.map_err(|error| anyhow!("cannot read {}: {error}", path.display()))?;
    Ok(start.is_empty()
        || start.starts_with(b"GIF8")
        || String::from_utf8_lossy(&start).contains("<svg"))
}

/// Returns an error if two options name the same file, even if the paths are written differently.
pub(crate) fn refuse_same(
    (one, path): OutputFile<'_>,
    (other, other_path): OutputFile<'_>,
) -> Result<()> {
    let same = match (is_stdout(path), is_stdout(other_path)) {
        (false, false) => {
            place(path) == place(other_path)
                || path.is_file()
                    && other_path.is_file()
                    && same_file::is_same_file(path, other_path).unwrap_or(false)
        }
        (is, other_is) => is && other_is,
    };
    if same {
        let path = other_path.display();
        bail!("{one} and {other} name the same file: {path}; give each a file of its own");
    }
    Ok(())
}

/// Returns an error if `path` cannot be a folder because it is `-` or a file, or is inside a file.
pub(crate) fn require_folder(option: &str, path: &Path) -> Result<()> {
    if path.as_os_str() == "-" {
        bail!(
            "{option} names a folder, which standard output is not; for a folder of that name write ./-"
        );
    }
    let wrong = match path.metadata() {
        Ok(found) if !found.is_dir() => "is a file",
        Err(_) if path.ancestors().skip(1).any(Path::is_file) => "lies within a file",
        _ => return Ok(()),
    };
    Err(anyhow!(
        "{option} names a folder, but {} {wrong}; name another",
        path.display()
    ))
}

/// Returns the absolute path with all links resolved, for comparison. The path is in lower case on
/// Windows, where names that differ only in case refer to the same file.
fn place(path: &Path) -> PathBuf {
    let path = Destination::of(path).map_or_else(
        |_| path.to_owned(),
        |destination| destination.path().to_owned(),
    );
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let place = folder
        .canonicalize()
        .ok()
        .zip(path.file_name())
        .map_or_else(|| path.clone(), |(folder, name)| folder.join(name));
    if cfg!(windows) {
        place.to_string_lossy().to_lowercase().into()
    } else {
        place
    }
}

/// The pictures of a solution.
#[derive(Debug, clap::Args)]
pub(crate) struct PictureArgs {
    /// Draw all positions in one picture
    ///
    /// The name '-' stands for standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the solution as an animation
    ///
    /// The name '-' stands for standard output.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
}

impl PictureArgs {
    /// Returns whether any picture is requested.
    pub(crate) fn any(&self) -> bool {
        self.svg.is_some() || self.gif.is_some()
    }

    /// Returns an error if pictures are requested for more than one board.
    pub(crate) fn require_one_board(&self, is_one: bool) -> Result<()> {
        for (given, option) in [(self.svg.is_some(), "--svg"), (self.gif.is_some(), "--gif")] {
            if given && !is_one {
                bail!("{option} draws the solution of one board; give only one");
            }
        }
        Ok(())
    }

    /// Checks the output files before the search starts. Returns the stream for the results, which
    /// is standard error if a picture goes to standard output.
    pub(crate) fn prepare(&self, format: Format, ui: &Ui) -> Result<ResultStream> {
        prepare_pictures(self.svg.as_deref(), self.gif.as_deref(), format, ui)
    }

    /// Writes the pictures. Without a solution, prints a note that there is nothing to draw.
    pub(crate) fn write(
        &self,
        solution: Option<&GridPath>,
        convention: Convention,
        ui: &Ui,
    ) -> Result<()> {
        if !self.any() {
            return Ok(());
        }
        let Some(solution) = solution else {
            for file in [&self.svg, &self.gif].into_iter().flatten() {
                ui.note(format_args!(
                    "no solution to draw: {} is not written",
                    file.display()
                ));
            }
            return Ok(());
        };
        let ((board, path), goal) = solution
            .on_board()
            .zip(solution.end().board())
            .context("a board on which tiles repeat cannot be drawn")?;
        let scene = Scene::of_tiles(&board, &goal, &path, convention)
            .context("the solution does not fit the board")?;
        let title = format!(
            "{}: {}",
            board.size(),
            human::counted(path.len() as u64, "move", "moves")
        );
        draw_pictures(self.svg.as_deref(), self.gif.as_deref(), &title, &scene, ui)
    }
}

/// Checks the picture files before the search starts. Returns the stream for the results, which is
/// standard error if a picture goes to standard output.
pub(crate) fn prepare_pictures(
    svg: Option<&Path>,
    gif: Option<&Path>,
    format: Format,
    ui: &Ui,
) -> Result<ResultStream> {
    let files = [("--svg", svg), ("--gif", gif)]
        .into_iter()
        .filter_map(|(option, file)| Some((option, file?)));
    prepare(&files.collect::<Vec<_>>(), format == Format::Text, ui)
}

/// Draws a solution into the given files. Shows a progress bar while the animation is drawn.
pub(crate) fn draw_pictures(
    svg: Option<&Path>,
    gif: Option<&Path>,
    title: &str,
    scene: &Scene,
    ui: &Ui,
) -> Result<()> {
    if let Some(file) = svg {
        content(file, scene.sheet(title).as_bytes(), "drawn", ui)?;
    }
    if let Some(file) = gif {
        let bar = ui
            .bar("drawing", Some(scene.positions() as u64))
            .with_message("positions");
        let drawn = scene.animation(&mut |done| bar.set_position(done));
        bar.finish_and_clear();
        content(file, &drawn?, "drawn", ui)?;
    }
    Ok(())
}
