//! `cargo xtask dist`: builds the files that users download, from the checked-out commit.
//!
//! The build uses a copy of the commit, and its paths and times depend only on the commit, so two
//! runs produce the same bytes. The contents of the Debian package, the list of licences and the
//! wheel are configured in `[package.metadata.deb]` of the command, `about.toml` and
//! `pyproject.toml`.

mod stage;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::programs::{RUST, output, run as run_program, target_folder};
use crate::site::{Sources, copy_files};
use stage::{Stage, pack};

/// Build the files that users download, in target/dist: archives, packages, wheels and their
/// checksums (takes ten minutes)
///
/// The commit that is checked out is packaged, without uncommitted changes. If a tool is missing,
/// the error says how to install it, and the other kinds of files are still built.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Build only these kinds, and keep existing files (can be repeated) [default: empty the folder
    /// and build all]
    #[arg(long, value_name = "KIND")]
    only: Vec<Kind>,
    /// Build the command for another system, for which Cargo must have a linker and a runner
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The sources of the commit
    Source,
    /// The bill of materials of the command
    Sbom,
    /// The command with its manual pages and completions
    Archive,
    /// The command with its manual pages and completions as a Debian package, for Linux
    Deb,
    /// The Python package with the command
    Wheel,
    /// The static website with the book, which needs no special server
    Site,
}

/// Maximum size of the command's executable, in bytes. If it is larger, the task fails.
const LARGEST: u64 = 8_500_000;

/// The example board from the README, and a part of the output that the built command must print
/// for it.
const BOARD: (&str, &str) = (
    "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2",
    "\"length\":52,",
);

/// Shells, and the name of the file in which each of them looks for completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "fifteen.bash"),
    ("elvish", "fifteen.elv"),
    ("fish", "fifteen.fish"),
    ("powershell", "_fifteen.ps1"),
    ("zsh", "_fifteen"),
];

pub(crate) fn run(args: &Args) -> Result<()> {
    let out = target_folder().join("dist");
    if args.only.is_empty() {
        empty(&out)?;
    }
    fs::create_dir_all(&out)?;
    let stage = Stage::of_head(
        target_folder().join("dist-work"),
        out,
        args.target.as_deref(),
    )?;
    let is_wanted = |kind: &Kind| match args.only.is_empty() {
        true => *kind != Kind::Deb || stage.target.contains("linux"),
        false => args.only.contains(kind),
    };
    let kinds: Vec<Kind> = Kind::value_variants()
        .iter()
        .copied()
        .filter(is_wanted)
        .collect();
    if kinds
        .iter()
        .any(|kind| matches!(kind, Kind::Archive | Kind::Deb | Kind::Wheel))
    {
        command(&stage)?;
    }
    let mut failed = false;
    for kind in kinds {
        eprintln!("dist: {kind:?}");
        if let Err(error) = make(kind, &stage) {
            failed = true;
            eprintln!("error: {error}");
        }
    }
    print!("{}", write_sums(&stage.out)?);
    if failed {
        Err("not all could be made; see the errors above".into())
    } else {
        Ok(())
    }
}

fn make(kind: Kind, stage: &Stage) -> Result<()> {
    match kind {
        Kind::Source => stage.archive_sources(),
        Kind::Sbom => bill_of_materials(stage),
        Kind::Archive => command_archive(stage),
        Kind::Deb => {
            let mut deb = stage.call("cargo-deb", &[])?;
            deb.args([
                "--quiet",
                "--no-build",
                "--no-strip",
                "--locked",
                "--package",
                "fifteen",
                "--profile",
                "dist",
            ]);
            deb.args(["--target", &stage.target, "--output"])
                .arg(&stage.out);
            run_program(&mut deb, "cargo install cargo-deb --locked")
        }
        Kind::Wheel => wheel(stage),
        Kind::Site => {
            let name = format!("{}-site", stage.name);
            let folder = stage.work.join(&name);
            let cargo = |program: &'static str| {
                stage
                    .call(program, &[])
                    .unwrap_or_else(|_| Command::new(program))
            };
            Sources {
                folder: &stage.source(),
                target: &stage.build(),
                cargo: &cargo,
            }
            .make("site", &folder, "")?;
            pack(&folder, &stage.out.join(format!("{name}.tar.gz")))
        }
    }
}

/// Builds and tests the command, and generates its manual pages, completions and licences. On Linux
/// and Windows, the command is linked statically, so that it runs on every system.
fn command(stage: &Stage) -> Result<()> {
    let static_flag = if stage.target.contains("apple") {
        &[][..]
    } else {
        &["-Ctarget-feature=+crt-static"]
    };
    // `cargo run` can start a command for another system, if a runner for that system is
    // configured.
    let start = |arguments: &[&str]| -> Result<Vec<u8>> {
        // Pass the option to strip symbols explicitly, because Cargo ignores the profile's `strip`
        // for packages with settings of their own.
        let mut cargo = stage.call("cargo", &[static_flag, &["-Cstrip=symbols"]].concat())?;
        cargo.args([
            "run",
            "--quiet",
            "--locked",
            "--package",
            "fifteen",
            "--profile",
            "dist",
            "--target",
        ]);
        output(cargo.arg(&stage.target).arg("--").args(arguments), RUST)
    };
    let (board, expected) = BOARD;
    let solution = String::from_utf8(start(&["solve", "--json", "--quiet", board])?)?;
    if !solution.contains(expected) {
        return Err(format!(
            "`fifteen solve --json {board:?}` printed {solution}; expected {expected} in it"
        )
        .into());
    }
    let results = stage.results();
    // Remove manual pages and completions that an earlier run generated, possibly from another
    // commit.
    ["man", "completions"]
        .iter()
        .try_for_each(|name| empty(&results.join(name)))?;
    start(&[
        "man",
        "--quiet",
        "--out",
        &results.join("man").to_string_lossy(),
    ])?;
    for (shell, file) in SHELLS {
        fs::write(
            results.join("completions").join(file),
            start(&["completions", shell])?,
        )?;
    }
    let mut about = stage.call("cargo-about", &[])?;
    about.args([
        "about",
        "generate",
        "--frozen",
        "--manifest-path",
        "crates/cli/Cargo.toml",
        "--config",
        "about.toml",
    ]);
    about
        .arg("--output-file")
        .arg(results.join("LICENSES.txt"))
        .arg("packaging/licences.hbs");
    run_program(
        &mut about,
        "cargo install cargo-about --locked --features cli",
    )
}

/// Packs the command in the format that `cargo binstall` expects: a `.zip` for Windows, and a
/// `.tar.gz` for other systems.
fn command_archive(stage: &Stage) -> Result<()> {
    let windows = stage.target.contains("windows");
    let program = if windows { "fifteen.exe" } else { "fifteen" };
    let bytes = fs::metadata(stage.results().join(program))?.len();
    if bytes > LARGEST {
        return Err(format!("the command has {bytes} bytes; expected at most {LARGEST}").into());
    }
    let name = format!("{}-{}", stage.name, stage.target);
    let folder = stage.work.join(&name);
    let (results, source) = (stage.results(), stage.source());
    for inner in ["man", "completions"] {
        empty(&folder.join(inner))?;
        copy_files(&results.join(inner), &folder.join(inner))?;
    }
    for file in [program, "LICENSES.txt"] {
        fs::copy(results.join(file), folder.join(file))?;
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(source.join(file), folder.join(file))?;
    }
    pack(
        &folder,
        &stage
            .out
            .join(format!("{name}.{}", if windows { "zip" } else { "tar.gz" })),
    )
}

/// Creates an empty folder. If the folder exists, its contents are removed.
fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

/// Writes a list of all crates in the command, for all systems, in the CycloneDX format.
fn bill_of_materials(stage: &Stage) -> Result<()> {
    let mut bill = stage.call("cargo-cyclonedx", &[])?;
    bill.args([
        "cyclonedx",
        "--quiet",
        "--format",
        "json",
        "--spec-version",
        "1.5",
        "--target",
        "all",
    ]);
    bill.args([
        "--no-build-deps",
        "--manifest-path",
        "crates/cli/Cargo.toml",
    ]);
    run_program(&mut bill, "cargo install cargo-cyclonedx --locked")?;
    let text = fs::read_to_string(stage.source().join("crates/cli/fifteen.cdx.json"))?;
    let text = text.replace(&*stage.source().to_string_lossy(), "/fifteen");
    Ok(fs::write(
        stage.out.join(format!("{}.cdx.json", stage.name)),
        text,
    )?)
}

/// Builds the Python package as a wheel, which also installs the command. On Linux, the wheel is
/// linked against an old C library, so that it runs on every distribution since 2014.
fn wheel(stage: &Stage) -> Result<()> {
    let scripts = stage.source().join("wheel-data/scripts");
    fs::create_dir_all(&scripts)?;
    let program = if stage.target.contains("windows") {
        "fifteen.exe"
    } else {
        "fifteen"
    };
    fs::copy(stage.results().join(program), scripts.join(program))?;
    let project = stage.source().join("pyproject.toml");
    let text = fs::read_to_string(&project)?.replace("data = \"wheel-data\"\n", "");
    fs::write(
        &project,
        text.replace(
            "[tool.maturin]\n",
            "[tool.maturin]\ndata = \"wheel-data\"\n",
        ),
    )?;
    let mut maturin = stage.call("maturin", &[])?;
    maturin.args([
        "build",
        "--quiet",
        "--locked",
        "--profile",
        "dist",
        "--target",
        &stage.target,
        "--out",
    ]);
    maturin.arg(&stage.out);
    if stage.target.contains("linux") {
        maturin.args(["--zig", "--compatibility", "manylinux2014"]);
    }
    run_program(&mut maturin, "python3 -m pip install maturin ziglang")
}

/// Writes the SHA-256 checksums of all files in a folder, in the format of `sha256sum --check`, and
/// returns the text that it has written.
fn write_sums(folder: &Path) -> Result<String> {
    let list = folder.join("SHA256SUMS");
    let mut text = String::new();
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let files: BTreeSet<PathBuf> = entries
        .iter()
        .map(fs::DirEntry::path)
        .filter(|file| *file != list)
        .collect();
    for file in files {
        let sum: String = Sha256::digest(fs::read(&file)?)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        writeln!(
            text,
            "{sum}  {}",
            file.file_name().unwrap_or_default().to_string_lossy()
        )?;
    }
    fs::write(&list, &text)?;
    Ok(text)
}
