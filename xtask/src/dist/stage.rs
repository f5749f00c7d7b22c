//! The commit that is packed: its sources in a folder of their own, its time, and how programs are called there; and
//! archives whose bytes depend on nothing but names and contents.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;

use crate::Result;
use crate::programs::{RUST, output, root, run};

/// A commit, and the folders in which it is packed.
pub(super) struct Stage {
    /// `fifteen-VERSION`, the folder of the sources and the beginning of most names.
    pub(super) name: String,
    /// The target of the command.
    pub(super) target: String,
    /// The commit, which stays the same if another one is checked out meanwhile.
    revision: String,
    /// Sources and build results.
    pub(super) work: PathBuf,
    /// The finished artefacts.
    pub(super) out: PathBuf,
}

impl Stage {
    /// The commit that is checked out, with its sources unpacked below `work`; for the target of the compiler if none
    /// is given.
    pub(super) fn of_head(work: PathBuf, out: PathBuf, target: Option<&str>) -> Result<Self> {
        if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
            eprintln!("dist: note: changes that are not committed are left out");
        }
        let compiler = String::from_utf8(output(Command::new("rustc").arg("-vV"), RUST)?)?;
        let host = compiler.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc -vV names no host")?;
        let revision = git(&["rev-parse", "HEAD"])?;
        let name = format!("fifteen-{}", env!("CARGO_PKG_VERSION"));
        let stage = Self { name, target: target.unwrap_or(host).to_owned(), revision, work, out };
        let source = stage.work.join("source");
        if source.exists() {
            fs::remove_dir_all(&source)?;
        }
        let sources = output(&mut stage.git_archive("tar"), "apt-get install git")?;
        tar::Archive::new(&*sources).unpack(&source)?;
        Ok(stage)
    }

    fn git_archive(&self, format: &str) -> Command {
        let mut git = Command::new("git");
        git.args(["-c", "tar.umask=0022", "archive", "--format", format]).current_dir(root());
        git.arg(format!("--prefix={}/", self.name)).arg(&self.revision);
        git
    }

    /// Writes the sources as an archive, which the recipes of other packagers start from.
    pub(super) fn archive_sources(&self) -> Result<()> {
        let out = std::path::absolute(self.out.join(format!("{}-source.tar.gz", self.name)))?;
        run(self.git_archive("tar.gz").arg("--output").arg(out), "apt-get install git")
    }

    /// The folder of the sources.
    pub(super) fn source(&self) -> PathBuf {
        self.work.join("source").join(&self.name)
    }

    /// The folder in which Cargo builds.
    pub(super) fn build(&self) -> PathBuf {
        self.work.join("target")
    }

    /// The folder of the command and of what is packed beside it.
    pub(super) fn results(&self) -> PathBuf {
        self.build().join(&self.target).join("dist")
    }

    /// A program that runs in the sources, with the flags and the environment that make its results reproducible.
    pub(super) fn call(&self, program: &str, flags: &[&str]) -> Result<Command> {
        let home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))).ok_or("there is no home folder")?;
        let folders: [(&Path, _); 3] = [(&self.source(), "/fifteen"), (&self.build(), "/target"), (&home, "/cargo")];
        let map = |option: &'static str| folders.map(|(folder, name)| format!("{option}={}={name}", folder.display()));
        let rust = flags.iter().copied().map(str::to_owned).chain(map("--remap-path-prefix")).collect::<Vec<_>>();
        let mut command = Command::new(program);
        command.current_dir(self.source()).env("CARGO_TARGET_DIR", self.build()).env("TZ", "UTC").env("LC_ALL", "C");
        command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", rust.join("\x1f"));
        command.env("SOURCE_DATE_EPOCH", git(&["show", "--no-patch", "--format=%ct", &self.revision])?);
        // What `fifteen --version` prints.
        command.env("FIFTEEN_COMMIT", git(&["show", "--no-patch", "--abbrev=10", "--format=%h %cs", &self.revision])?);
        if !self.target.contains("msvc") {
            command.env("CFLAGS", map("-ffile-prefix-map").join(" "));
        }
        Ok(command)
    }
}

fn git(arguments: &[&str]) -> Result<String> {
    let output = output(Command::new("git").args(arguments).current_dir(root()), "apt-get install git")?;
    Ok(String::from_utf8(output)?.trim_end().to_owned())
}

/// A path in an archive, with `/`, and the file that is packed under it.
type Entry = (String, PathBuf);

/// All files below a folder, sorted, under a name for the folder.
pub(super) fn below(folder: &Path, name: &str) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            entries.extend(below(&entry.path(), &inner)?);
        } else {
            entries.push((inner, entry.path()));
        }
    }
    entries.sort();
    Ok(entries)
}

/// Writes a `.zip` or a `.tar.gz`, of which all files have the same owner and the same time.
pub(super) fn pack(out: &Path, mut entries: Vec<Entry>) -> Result<()> {
    entries.sort();
    let file = File::create(out)?;
    if out.extension().is_some_and(|ending| ending == "zip") {
        let mut zip = zip::ZipWriter::new(file);
        // 1980-01-01, the first time that there is.
        let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
        for (name, file) in entries {
            let mode = if name.ends_with(".exe") { 0o755 } else { 0o644 };
            zip.start_file(name, options.unix_permissions(mode).compression_level(Some(9)))?;
            zip.write_all(&fs::read(file)?)?;
        }
        zip.finish()?;
    } else {
        let mut tar = tar::Builder::new(GzBuilder::new().mtime(0).write(file, Compression::best()));
        tar.mode(tar::HeaderMode::Deterministic);
        for (name, file) in entries {
            tar.append_path_with_name(file, name)?;
        }
        tar.into_inner()?.finish()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_depend_on_names_and_contents_alone() {
        let folder = tempfile::tempdir().unwrap();
        for ending in ["zip", "tar.gz"] {
            let packed = [(1, "solve"), (2, "solve"), (3, "serve")].map(|(number, content)| {
                let inner = folder.path().join(format!("{number}.{ending}"));
                fs::create_dir_all(inner.join("man")).unwrap();
                for name in if number == 1 { ["b", "man/a"] } else { ["man/a", "b"] } {
                    fs::write(inner.join(name), content).unwrap();
                    let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000 * number);
                    File::options().write(true).open(inner.join(name)).unwrap().set_modified(time).unwrap();
                }
                let out = folder.path().join(format!("out.{ending}"));
                pack(&out, below(&inner, "fifteen-1").unwrap()).unwrap();
                fs::read(out).unwrap()
            });
            assert_eq!(packed[0], packed[1], "{ending}");
            assert_ne!(packed[0], packed[2], "{ending}");
        }
    }
}
