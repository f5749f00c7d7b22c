//! The commit that is packed: its sources in a folder of their own, its time, and how Cargo is called there.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::archive::{Entry, tar_gz};
use crate::Result;
use crate::paths::root;

/// A commit, and the folders in which it is packed.
pub(super) struct Stage {
    /// The version of the workspace.
    pub(super) version: String,
    /// The commit, which stays the same if another one is checked out meanwhile.
    revision: String,
    /// The abbreviated commit and its day, which `fifteen --version` prints.
    pub(super) commit: String,
    /// The time of the commit: that of all files in archives.
    pub(super) epoch: u64,
    /// The target of the machine's Rust compiler.
    pub(super) host: String,
    /// Sources and build results.
    pub(super) work: PathBuf,
    /// The finished artefacts.
    pub(super) out: PathBuf,
}

impl Stage {
    /// The commit that is checked out, with its sources unpacked below `work`.
    pub(super) fn of_head(work: PathBuf, out: PathBuf) -> Result<Self> {
        if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
            eprintln!("dist: note: changes that are not committed are left out");
        }
        let compiler = output(Command::new("rustc").arg("-vV"))?;
        let host = compiler.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc -vV names no host")?;
        let revision = git(&["rev-parse", "HEAD"])?;
        let stage = Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: git(&["show", "--no-patch", "--abbrev=10", "--format=%h %cs", &revision])?,
            epoch: git(&["show", "--no-patch", "--format=%ct", &revision])?.parse()?,
            revision,
            host: host.to_owned(),
            work,
            out,
        };
        stage.unpack()?;
        Ok(stage)
    }

    /// `fifteen-VERSION`, the folder of the sources and the beginning of most names.
    pub(super) fn name(&self) -> String {
        format!("fifteen-{}", self.version)
    }

    /// The folder of the sources.
    pub(super) fn source(&self) -> PathBuf {
        self.work.join("source").join(self.name())
    }

    /// The folder in which Cargo builds.
    pub(super) fn target(&self) -> PathBuf {
        self.work.join("target")
    }

    /// The folder of the results for a target.
    pub(super) fn results(&self, target: &str) -> PathBuf {
        self.target().join(target).join("dist")
    }

    /// A program that runs in the sources, with the flags and the environment that make its results reproducible.
    pub(super) fn command(&self, program: impl AsRef<OsStr>, flags: &[&str]) -> Result<Command> {
        let (source, target) = (self.source(), self.target());
        let home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))).ok_or("there is no home folder")?;
        let folders = [(&*source, "/fifteen"), (&*target, "/target"), (&*home, "/cargo")];
        // Cargo forgets the `strip` of a profile for packages with settings of their own.
        let mut rust: Vec<String> = flags.iter().copied().chain(["-Cstrip=symbols"]).map(str::to_owned).collect();
        let mut c = Vec::new();
        for (folder, name) in folders {
            rust.push(format!("--remap-path-prefix={}={name}", folder.display()));
            c.push(format!("-ffile-prefix-map={}={name}", folder.display()));
        }
        let mut command = Command::new(program);
        command.current_dir(&source).env("CARGO_TARGET_DIR", target).env("FIFTEEN_COMMIT", &self.commit);
        command.env("SOURCE_DATE_EPOCH", self.epoch.to_string()).env("TZ", "UTC").env("LC_ALL", "C.UTF-8");
        command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", rust.join("\x1f"));
        if !self.host.contains("msvc") {
            command.env("CFLAGS", c.join(" "));
        }
        Ok(command)
    }

    /// Takes the commit out of the repository, in place of what was there.
    fn unpack(&self) -> Result<()> {
        let parent = self.work.join("source");
        if parent.exists() {
            fs::remove_dir_all(&parent)?;
        }
        fs::create_dir_all(&parent)?;
        let tar = self.work.join("source.tar");
        git(&[
            "archive",
            "--format=tar",
            "--prefix",
            &format!("{}/", self.name()),
            "-o",
            &text(&tar)?,
            &self.revision,
        ])?;
        tar::Archive::new(fs::File::open(&tar)?).unpack(&parent)?;
        Ok(fs::remove_file(tar)?)
    }
}

/// The sources as an archive, which the recipes of other packagers start from.
pub(super) fn source_archive(stage: &Stage) -> Result<Vec<PathBuf>> {
    // Other artefacts add files to the sources.
    stage.unpack()?;
    let name = stage.name();
    let out = stage.out.join(format!("{name}-source.tar.gz"));
    tar_gz(&out, &Entry::below(&stage.source(), &name)?, stage.epoch)?;
    Ok(vec![out])
}

/// Runs a program, whose messages are no results: an error if it fails.
pub(super) fn run(command: &mut Command) -> Result<()> {
    let status = command.stdout(std::io::stderr()).status().map_err(|error| unstarted(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed: {status}").into()) }
}

/// The standard output of a program.
pub(super) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|error| unstarted(command, &error))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} failed: {}\n{}", output.status, reason.trim()).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

fn unstarted(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start {}: {error}", command.get_program().to_string_lossy())
}

fn git(arguments: &[&str]) -> Result<String> {
    let reason = |error| format!("only a commit of a clone can be packed: {error}");
    Ok(output(Command::new("git").args(arguments).current_dir(root())).map_err(reason)?)
}

/// A path as text, which the arguments of other programs need.
pub(super) fn text(path: &Path) -> Result<String> {
    Ok(path.to_str().ok_or_else(|| format!("{}: the path is not UTF-8", path.display()))?.to_owned())
}
