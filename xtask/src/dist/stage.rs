//! Prepares a commit for packaging. The sources of the commit are unpacked into a separate folder,
//! in which programs run with reproducible settings. Archives depend only on file names and
//! contents.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::programs::{RUST, output, root, run};

/// Command that installs git, shown in error messages.
const GIT: &str = "apt-get install git";

/// A commit that is being packaged, and the folders for its sources and for the finished packages.
pub(super) struct Stage {
    /// `fifteen-VERSION`, which is the name of the source folder and the prefix of most file names.
    pub(super) name: String,
    /// Target triple for which the command is built.
    pub(super) target: String,
    /// Hash of the commit. It is determined once, at the start, so a later checkout does not affect
    /// it.
    revision: String,
    /// Folder for the sources and intermediate results.
    pub(super) work: PathBuf,
    /// Folder for the finished files.
    pub(super) out: PathBuf,
}

impl Stage {
    /// Unpacks the sources of the current commit into a folder inside `work`. If `target` is
    /// `None`, the command is built for the system on which the compiler runs.
    pub(super) fn of_head(work: PathBuf, out: PathBuf, target: Option<&str>) -> Result<Self> {
        if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
            eprintln!("dist: note: changes that are not committed are left out");
        }
        let compiler = String::from_utf8(output(Command::new("rustc").arg("-vV"), RUST)?)?;
        let host = compiler
            .lines()
            .find_map(|line| line.strip_prefix("host: "))
            .ok_or("rustc -vV names no host")?;
        let revision = git(&["rev-parse", "HEAD"])?;
        let name = format!("fifteen-{}", env!("CARGO_PKG_VERSION"));
        let stage = Self {
            name,
            target: target.unwrap_or(host).to_owned(),
            revision,
            work,
            out,
        };
        let source = stage.work.join("source");
        super::empty(&source)?;
        let packed = stage.work.join("source.tar");
        run(
            stage
                .git_archive("tar")
                .arg("--output")
                .arg(std::path::absolute(&packed)?),
            GIT,
        )?;
        run(
            Command::new("tar")
                .arg("-xf")
                .arg(packed)
                .arg("-C")
                .arg(source),
            "apt-get install tar",
        )?;
        Ok(stage)
    }

    fn git_archive(&self, format: &str) -> Command {
        let mut git = Command::new("git");
        git.args(["-c", "tar.umask=0022", "archive", "--format", format])
            .current_dir(root());
        git.arg(format!("--prefix={}/", self.name))
            .arg(&self.revision);
        git
    }

    /// Writes an archive of the sources, from which packagers of other distributions can build.
    pub(super) fn archive_sources(&self) -> Result<()> {
        let out = std::path::absolute(self.out.join(format!("{}-source.tar.gz", self.name)))?;
        run(self.git_archive("tar.gz").arg("--output").arg(out), GIT)
    }

    /// Returns the folder of the unpacked sources.
    pub(super) fn source(&self) -> PathBuf {
        self.work.join("source").join(&self.name)
    }

    /// Returns Cargo's target folder for the unpacked sources.
    pub(super) fn build(&self) -> PathBuf {
        self.work.join("target")
    }

    /// Returns the folder that contains the built command and the files that are packaged with it.
    pub(super) fn results(&self) -> PathBuf {
        self.build().join(&self.target).join("dist")
    }

    /// Returns a command that runs a program in the source folder, with flags and environment
    /// variables that make the program's results reproducible.
    pub(super) fn call(&self, program: &str, flags: &[&str]) -> Result<Command> {
        let home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home
            .or_else(|| env::home_dir().map(|home| home.join(".cargo")))
            .ok_or("there is no home folder")?;
        let folders: [(&Path, _); 3] = [
            (&self.source(), "/fifteen"),
            (&self.build(), "/target"),
            (&home, "/cargo"),
        ];
        let map = |option: &'static str| {
            folders.map(|(folder, name)| format!("{option}={}={name}", folder.display()))
        };
        let rust = flags
            .iter()
            .copied()
            .map(str::to_owned)
            .chain(map("--remap-path-prefix"))
            .collect::<Vec<_>>();
        let mut command = Command::new(program);
        command
            .current_dir(self.source())
            .env("CARGO_TARGET_DIR", self.build())
            .env("TZ", "UTC")
            .env("LC_ALL", "C");
        command
            .env_remove("RUSTFLAGS")
            .env("CARGO_ENCODED_RUSTFLAGS", rust.join("\x1f"));
        command.env(
            "SOURCE_DATE_EPOCH",
            git(&["show", "--no-patch", "--format=%ct", &self.revision])?,
        );
        // `fifteen --version` prints this commit.
        command.env(
            "FIFTEEN_COMMIT",
            git(&[
                "show",
                "--no-patch",
                "--abbrev=10",
                "--format=%h %cs",
                &self.revision,
            ])?,
        );
        if !self.target.contains("msvc") {
            command.env("CFLAGS", map("-ffile-prefix-map").join(" "));
        }
        Ok(command)
    }
}

fn git(arguments: &[&str]) -> Result<String> {
    let output = output(Command::new("git").args(arguments).current_dir(root()), GIT)?;
    Ok(String::from_utf8(output)?.trim_end().to_owned())
}

/// Packs a folder as a `.zip` or `.tar.gz` file that depends only on the names and contents of the
/// files. Git creates the archive, because it gives all files of a commit the same time.
pub(super) fn pack(folder: &Path, out: &Path) -> Result<()> {
    // 1980-01-01 is the earliest time that a `.zip` file can store.
    const FIRST_DAY: &str = "315532800 +0000";
    let (repository, out) = (tempfile::tempdir()?, std::path::absolute(out)?);
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.env("GIT_DIR", repository.path())
            .env("GIT_WORK_TREE", ".")
            .env("TZ", "UTC")
            .current_dir(folder);
        git.env("GIT_AUTHOR_DATE", FIRST_DAY)
            .env("GIT_COMMITTER_DATE", FIRST_DAY);
        git.args(["-c", "user.name=fifteen", "-c", "user.email=fifteen"]);
        git.args(["-c", "core.autocrlf=false", "-c", "tar.umask=0022"])
            .args(arguments);
        Ok::<_, Box<dyn Error>>(
            String::from_utf8(output(&mut git, GIT)?)?
                .trim_end()
                .to_owned(),
        )
    };
    git(&["init", "--quiet"])?;
    git(&["add", "--all", "--force"])?;
    let commit = git(&["commit-tree", &git(&["write-tree"])?, "-m", "packed"])?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    git(&[
        "archive",
        &format!("--prefix={name}/"),
        "--output",
        &out.to_string_lossy(),
        &commit,
    ])
    .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn archives_depend_on_names_and_contents_alone() {
        let folder = tempfile::tempdir().unwrap();
        for ending in ["zip", "tar.gz"] {
            let packed = [(1, "solve"), (2, "solve"), (3, "serve")].map(|(number, content)| {
                let inner = folder.path().join(format!("{number}.{ending}/fifteen-1"));
                fs::create_dir_all(inner.join("man")).unwrap();
                for name in if number == 1 {
                    ["b", "man/a"]
                } else {
                    ["man/a", "b"]
                } {
                    fs::write(inner.join(name), content).unwrap();
                }
                let out = folder.path().join(format!("out.{ending}"));
                pack(&inner, &out).unwrap();
                fs::read(out).unwrap()
            });
            assert_eq!(packed[0], packed[1], "{ending}");
            assert_ne!(packed[0], packed[2], "{ending}");
        }
    }
}
