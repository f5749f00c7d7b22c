//! `cargo xtask kill-builds`: builders killed at random moments, and what they leave.
//!
//! After each kill a table is absent or whole, never half, and the next run succeeds by itself and leaves nothing
//! beside the tables, whatever the killed one left.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fifteen_solver::tables;

use crate::Result;
use crate::paths::command;

/// Kill builders (SIGKILL) at random moments and check what is left
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 50)]
    kills: u32,
    /// Builders at once in each round
    #[arg(long, value_name = "N", default_value_t = 1)]
    builders: usize,
    /// The partition that is built
    #[arg(long, value_name = "P", default_value = "6-6-3")]
    partition: String,
    /// The packed form
    #[arg(long)]
    zstd: bool,
    /// The seed of the moments
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Counts over all rounds.
#[derive(Debug, Default)]
struct Tally {
    /// Rounds in which a builder was done before it was killed.
    done: u32,
    whole: usize,
    litter: usize,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let program = command()?;
    let mut random = fastrand::Rng::with_seed(args.seed);
    let longest = whole_run(&program, args)?;
    let mut tally = Tally::default();
    let folder = tempfile::tempdir()?;
    for round in 0..args.kills {
        // Every other round builds over what is there.
        let force = round % 2 == 1;
        if !force {
            clear(folder.path())?;
        }
        let mut children = Vec::new();
        for _ in 0..args.builders.max(1) {
            children.push(builder(&program, args, folder.path(), force).spawn()?);
        }
        std::thread::sleep(longest.mul_f64(random.f64()));
        tally.done += u32::from(kill(&mut children)?);
        let (whole, litter) = tables(folder.path())?;
        (tally.whole, tally.litter) = (tally.whole + whole, tally.litter + litter);
        // Without --force: a table that is whole stays, the others are built.
        if !builder(&program, args, folder.path(), false).status()?.success() {
            return Err(format!("round {round}: the next build fails").into());
        }
        let (_, litter) = tables(folder.path())?;
        if litter > 0 {
            return Err(format!("round {round}: {litter} temporary files are still there after the next build").into());
        }
    }
    println!(
        "{} rounds of {} builders, {} of them done before the kill; {} whole tables and {} temporary files were left, no \
         table half; every next build succeeded and left nothing but tables",
        args.kills, args.builders, tally.done, tally.whole, tally.litter
    );
    Ok(())
}

fn builder(program: &Path, args: &Args, folder: &Path, force: bool) -> Command {
    let mut build = Command::new(program);
    build.args(["-q", "pdb", "build", "--partition", &args.partition, "--out"]).arg(folder);
    build.args(args.zstd.then_some("--zstd")).args(force.then_some("--force"));
    build.stdout(Stdio::null()).stderr(Stdio::null());
    build
}

/// The time of a build that nobody kills.
fn whole_run(program: &Path, args: &Args) -> Result<Duration> {
    let folder = tempfile::tempdir()?;
    let started = Instant::now();
    let status = builder(program, args, folder.path(), false).status()?;
    if status.success() { Ok(started.elapsed()) } else { Err("the build fails even if nobody kills it".into()) }
}

/// Kills them all; tells whether one was done by then.
fn kill(children: &mut [Child]) -> Result<bool> {
    let mut done = false;
    for child in children.iter_mut() {
        done |= child.try_wait()?.is_some();
        child.kill()?;
    }
    children.iter_mut().try_for_each(|child| child.wait().map(drop))?;
    Ok(done)
}

fn clear(folder: &Path) -> Result<()> {
    fs::read_dir(folder)?.try_for_each(|entry| fs::remove_file(entry?.path()))?;
    Ok(())
}

/// Counts the tables of a folder, each of which must be sound, and the other files.
fn tables(folder: &Path) -> Result<(usize, usize)> {
    let (mut whole, mut litter) = (0, 0);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".pdb") || name.ends_with(".pdb.zst") {
            tables::files().open(&path)?.verify().map_err(|e| format!("{name}: {e}"))?;
            whole += 1;
        } else {
            litter += 1;
        }
    }
    Ok((whole, litter))
}
