//! `cargo xtask test-wine`: the command for Windows and its integration tests, compiled here and run under Wine.
//!
//! Wine runs in a folder of its own below the target folder. Tests that need Unix are not compiled for Windows; they
//! are counted in the sources, each with the reason that stands behind its `cfg`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Result;
use crate::cross::{Toolchain, WINDOWS, is_program};
use crate::paths::{command, root, target_folder};

/// Run the command for Windows and its integration tests under Wine (half an hour)
///
/// Nothing is run without Wine and a compiler for Windows; the output then names what is missing.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run only tests with this text in their name, and nothing else
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// The DLL that Rust's standard library takes random numbers from. Older versions of Wine do not have it.
const RANDOM_DLL: &str = "bcryptprimitives.dll";

/// A stand-in for that DLL.
const RANDOM_SOURCE: &str = "\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T n) { return SystemFunction036(bytes, (ULONG)n); }
";

pub(crate) fn run(args: &Args) -> Result<()> {
    let wine = is_program("wine").then_some(()).ok_or("there is no wine; install it with: apt-get install wine wine64");
    let toolchain = match (Toolchain::find(&WINDOWS), wine) {
        (Ok(toolchain), Ok(())) => toolchain,
        (found, wine) => {
            let missing = found.err().into_iter().flatten().chain(wine.err().map(str::to_owned));
            println!("SKIPPED: nothing was run under Wine: {}", missing.collect::<Vec<_>>().join("; "));
            return Ok(());
        }
    };
    let folder = target_folder().join("windows");
    let built = build(&toolchain, &folder)?;
    let wine = Wine::start(folder.join("wine"))?;
    let listed = wine.output(&built.tests, &["--list", "--format", "terse"])?;
    let listed = listed.lines().filter(|line| line.ends_with(": test")).count();
    let left_out = LeftOut::of_sources(&root().join("tests/it"))?;
    if listed + left_out.sum() != left_out.all {
        let (all, left_out) = (left_out.all, left_out.sum());
        return Err(format!("of {all} tests {left_out} need Unix, but {listed} are compiled for Windows").into());
    }
    if args.name.is_none() {
        trial(&wine, &built.command)?;
    }
    let passed = wine.run(&built.tests, args.name.iter().map(String::as_str))?;
    println!("{left_out}");
    if passed { Ok(()) } else { Err("tests failed under Wine".into()) }
}

/// The programs for Windows.
struct Programs {
    command: PathBuf,
    tests: PathBuf,
}

/// Compiles the command and its integration tests.
fn build(toolchain: &Toolchain, folder: &Path) -> Result<Programs> {
    let mut cargo = Command::new(toolchain.cargo());
    cargo.args(["test", "--no-run", "--locked", "--package", "fifteen", "--test", "it", "--release"]);
    cargo.args(["--message-format", "json-render-diagnostics"]).env("CARGO_TARGET_DIR", folder);
    toolchain.cross_compile(&mut cargo);
    let mut cargo = cargo.current_dir(root()).stdout(Stdio::piped()).spawn()?;
    let mut programs = BTreeMap::new();
    for line in BufReader::new(cargo.stdout.take().ok_or("cargo prints nothing")?).lines() {
        let message: Value = serde_json::from_str(&line?)?;
        if let (Some(name), Some(path)) = (message["target"]["name"].as_str(), message["executable"].as_str()) {
            programs.insert(name.to_owned(), PathBuf::from(path));
        }
    }
    if !cargo.wait()?.success() {
        return Err("the tests cannot be compiled for Windows".into());
    }
    let mut take = |name| programs.remove(name).ok_or_else(|| format!("cargo names no program {name}"));
    Ok(Programs { command: take("fifteen")?, tests: take("it")? })
}

/// A Windows of its own.
pub(crate) struct Wine {
    prefix: PathBuf,
}

impl Wine {
    /// Makes a Windows in a folder, if there is none yet.
    pub(crate) fn start(prefix: PathBuf) -> Result<Self> {
        fs::create_dir_all(&prefix)?;
        let wine = Self { prefix };
        let system = wine.prefix.join("drive_c/windows/system32");
        if !system.is_dir() && !wine.command("wineboot").arg("--init").status()?.success() {
            return Err("wineboot --init failed".into());
        }
        if !system.join(RANDOM_DLL).exists() {
            let source = wine.prefix.join("random.c");
            fs::write(&source, RANDOM_SOURCE)?;
            let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
            compiler.arg("-shared").arg(source).arg("-o").arg(system.join(RANDOM_DLL)).arg("-ladvapi32");
            if !compiler.status()?.success() {
                return Err(format!("the stand-in for {RANDOM_DLL} cannot be compiled").into());
            }
        }
        Ok(wine)
    }

    /// A program of Wine, for this Windows.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("WINEPREFIX", &self.prefix).env("WINEDEBUG", "-all").env_remove("DISPLAY").stdin(Stdio::null());
        // Nothing is installed for programs that are none of ours.
        command.env("WINEDLLOVERRIDES", "mscoree,mshtml=").current_dir(root());
        command
    }

    /// Runs a program; true if it succeeds.
    fn run<'a>(&self, program: &Path, arguments: impl IntoIterator<Item = &'a str>) -> Result<bool> {
        Ok(self.command("wine").arg(program).args(arguments).status()?.success())
    }

    /// The output of a program that succeeds.
    fn output(&self, program: &Path, arguments: &[&str]) -> Result<String> {
        let output = self.command("wine").arg(program).args(arguments).output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{} {arguments:?} failed: {}\n{said}", program.display(), output.status).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        // Ends the programs of this Windows only.
        let _ = self.command("wineserver").arg("--kill").status();
    }
}

/// Builds 6-6-3 under Wine and here, which must give the same bytes, and 7-8 under Wine, with which Korf's 100 boards
/// are solved.
fn trial(wine: &Wine, windows: &Path) -> Result<()> {
    println!("{}", wine.output(windows, &["--version"])?.trim_end());
    let native = command()?;
    let folders = tempfile::tempdir()?;
    let [here, there] = ["here", "there"].map(|name| folders.path().join(name));
    let text = |path: &Path| path.display().to_string();
    let build = |partition: &'static str, out: &Path| {
        ["pdb", "build", "--partition", partition, "--out", &text(out)].map(str::to_owned)
    };
    if !Command::new(native).args(build("6-6-3", &here)).stdout(Stdio::null()).status()?.success() {
        return Err("6-6-3 cannot be built".into());
    }
    for partition in ["6-6-3", "7-8"] {
        wine.output(windows, &build(partition, &there).each_ref().map(String::as_str))?;
    }
    for entry in fs::read_dir(&here)? {
        let name = entry?.file_name();
        if fs::read(here.join(&name))? != fs::read(there.join(&name))? {
            return Err(format!("{} has other bytes where it was built under Wine", Path::new(&name).display()).into());
        }
    }
    println!("the tables of 6-6-3 have the same bytes where they are built under Wine");
    // Those of 7-8 too are compared with the published digests.
    let tables = fs::read_dir(&there)?.map(|entry| Ok(text(&entry?.path()))).collect::<Result<Vec<_>>>()?;
    let verify = ["pdb", "verify"].into_iter().chain(tables.iter().map(String::as_str)).collect::<Vec<_>>();
    println!("{}", wine.output(windows, &verify)?.trim_end());
    let bench = ["bench", "--set", "korf100", "--heuristic", "7-8", "--pdb", &text(&there)].map(str::to_owned);
    println!("{}", wine.output(windows, &bench.each_ref().map(String::as_str))?);
    Ok(())
}

/// The tests that are not compiled for Windows.
#[derive(Default)]
struct LeftOut {
    /// All tests, on whatever system.
    all: usize,
    /// Numbers of tests by their reason.
    reasons: BTreeMap<String, usize>,
}

impl LeftOut {
    /// Counts the tests in the sources of a folder.
    fn of_sources(folder: &Path) -> Result<Self> {
        let mut counts = Self::default();
        counts.count(folder)?;
        Ok(counts)
    }

    fn sum(&self) -> usize {
        self.reasons.values().sum()
    }

    fn count(&mut self, path: &Path) -> Result<()> {
        if path.is_dir() {
            return fs::read_dir(path)?.try_for_each(|entry| self.count(&entry?.path()));
        }
        let of_file = |error| format!("{}: {error}", path.display());
        Ok(self.count_text(&fs::read_to_string(path)?).map_err(of_file)?)
    }

    /// Counts the tests of a file. `#![cfg(...)]` applies to all of them, `#[cfg(...)]` in the lines above a module to
    /// its tests, above `#[test]` to one.
    fn count_text(&mut self, text: &str) -> Result<(), String> {
        let lines: Vec<&str> = text.lines().collect();
        let of_file = lines.iter().find(|line| line.starts_with("#![cfg("));
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.trim() == "#[test]") {
            self.all += 1;
            // The module around an indented test begins with the last line that is not indented.
            let module = (0..at).rfind(|&above| lines[above].starts_with(|c: char| c.is_alphabetic()));
            let module = module.filter(|_| lines[at].starts_with(' '));
            let of_module = module.into_iter().flat_map(|at| conditions(&lines[..at]));
            let mut conditions = conditions(&lines[..at]).chain(of_module).chain(of_file.copied());
            let Some(condition) = conditions.find(|line| !line.contains("windows")) else { continue };
            let (_, reason) = condition
                .split_once("] // ")
                .ok_or_else(|| format!("line {}: write the reason behind `{condition}`: // ...", at + 1))?;
            *self.reasons.entry(reason.to_owned()).or_default() += 1;
        }
        Ok(())
    }
}

/// The lines `#[cfg(...)]` among the attributes and comments at the end of some lines.
fn conditions<'a>(lines: &[&'a str]) -> impl Iterator<Item = &'a str> {
    let attributes = lines.iter().rev().map(|line| line.trim());
    let attributes = attributes.take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    attributes.filter(|line| line.starts_with("#[cfg("))
}

/// The reasons, with the number of tests for each.
impl std::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (all, sum) = (self.all, self.sum());
        write!(f, "{sum} of {all} tests are not compiled for Windows, since they need:")?;
        self.reasons.iter().try_for_each(|(reason, tests)| write!(f, "\n  {tests:>3}  {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_need_unix_are_counted_with_their_reason() {
        let mut counts = LeftOut::default();
        let one = "#[test]\nfn a() {}\n\n#[cfg(unix)] // a shell\n#[test]\nfn b() {}\n\n#[cfg(windows)]\n#[test]\nfn c() {}\n";
        counts.count_text(one).unwrap();
        counts.count_text("//! File.\n\n#![cfg(unix)] // a shell\n\n#[test]\nfn d() {}\n").unwrap();
        counts
            .count_text("#[cfg(unix)] // a pipe\nmod m {\n    #[test]\n    fn e() {}\n}\n\n#[test]\nfn f() {}\n")
            .unwrap();
        assert_eq!((counts.all, counts.sum(), counts.reasons["a shell"], counts.reasons["a pipe"]), (6, 3, 2, 1));
        assert!(counts.count_text("#[cfg(unix)]\n#[test]\nfn e() {}\n").is_err());
        LeftOut::of_sources(&root().join("tests/it")).unwrap();
    }
}
