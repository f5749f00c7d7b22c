//! The command for this machine's system, and the archive with it.
//!
//! On Linux it is static, so that it runs on every distribution.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::archive::{Entry, tar_gz, zip};
use super::stage::{Stage, output, run, text};
use super::{licences, trial};
use crate::Result;

/// The command has at most so many bytes.
const LARGEST: u64 = 8_500_000;

/// Shells, and the files under which they find completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "fifteen.bash"),
    ("elvish", "fifteen.elv"),
    ("fish", "fifteen.fish"),
    ("powershell", "_fifteen.ps1"),
    ("zsh", "_fifteen"),
];

pub(super) fn make(stage: &Stage) -> Result<Vec<PathBuf>> {
    build(stage)?;
    Ok(vec![archive(stage, &stage.host, &command(stage))?])
}

/// The file of the command for this machine.
pub(super) fn command(stage: &Stage) -> PathBuf {
    stage.results(&stage.host).join(format!("fifteen{}", std::env::consts::EXE_SUFFIX))
}

/// Builds the command, tries it, and writes its manual pages and completions beside it.
pub(super) fn build(stage: &Stage) -> Result<()> {
    let mut flags = Vec::new();
    if !stage.host.contains("apple") {
        flags.push("-Ctarget-feature=+crt-static");
    }
    if stage.host == "x86_64-unknown-linux-gnu" && applies_packed_relocations() {
        flags.push("-Clink-arg=-Wl,-z,pack-relative-relocs");
    }
    let mut cargo = stage.command("cargo", &flags)?;
    cargo.args(["build", "--quiet", "--locked", "--package", "fifteen", "--profile", "dist", "--target", &stage.host]);
    run(&mut cargo)?;
    let command = command(stage);
    trial::of(|| Command::new(&command))?;
    let (man, completions) = (pages(stage), completions(stage));
    fs::create_dir_all(&completions)?;
    run(Command::new(&command).args(["--quiet", "man", "--out", &text(&man)?]))?;
    for (shell, file) in SHELLS {
        fs::write(completions.join(file), output(Command::new(&command).args(["completions", shell]))? + "\n")?;
    }
    licences::write(stage, &licences(stage))
}

/// True if the C library that is linked in is glibc from 2.36 on, which applies packed relocations: 2 kB instead of 200
/// kB.
fn applies_packed_relocations() -> bool {
    let version = output(Command::new("getconf").arg("GNU_LIBC_VERSION")).unwrap_or_default();
    let numbers = version.strip_prefix("glibc ").and_then(|version| version.split_once('.'));
    numbers.is_some_and(|(major, minor)| major == "2" && minor.parse().is_ok_and(|minor: u32| minor >= 36))
}

/// Writes the archive of a command: a `.zip` for Windows, else a `.tar.gz`.
pub(super) fn archive(stage: &Stage, target: &str, command: &Path) -> Result<PathBuf> {
    let bytes = fs::metadata(command)?.len();
    if bytes > LARGEST {
        return Err(format!("{} has {bytes} bytes; at most {LARGEST} are expected", command.display()).into());
    }
    let name = archive_name(&stage.version, target);
    let inner = |file: &str| format!("{name}/{file}");
    let program = command.file_name().unwrap_or_default().to_string_lossy();
    let mut entries = vec![Entry::new(inner(&program), command), Entry::new(inner("LICENSES.txt"), licences(stage))];
    for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        entries.push(Entry::new(inner(file), stage.source().join(file)));
    }
    entries.extend(Entry::below(&pages(stage), &inner("man"))?);
    entries.extend(Entry::below(&completions(stage), &inner("completions"))?);
    let windows = target.contains("windows");
    let out = stage.out.join(format!("{name}.{}", if windows { "zip" } else { "tar.gz" }));
    if windows {
        zip(&out, &entries, stage.epoch)?
    } else {
        tar_gz(&out, &entries, stage.epoch)?
    }
    Ok(out)
}

/// The name of an archive without its ending, as `cargo binstall` expects it.
fn archive_name(version: &str, target: &str) -> String {
    format!("fifteen-{version}-{target}")
}

fn pages(stage: &Stage) -> PathBuf {
    stage.results(&stage.host).join("man")
}

fn completions(stage: &Stage) -> PathBuf {
    stage.results(&stage.host).join("completions")
}

/// The licences of everything that is linked into the command.
fn licences(stage: &Stage) -> PathBuf {
    stage.results(&stage.host).join("LICENSES.txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo binstall` finds archives by a template in the package of the command.
    #[test]
    fn binstall_finds_the_archives() {
        let manifest = fs::read_to_string(crate::paths::root().join("crates/cli/Cargo.toml")).unwrap();
        let (_, binstall) = manifest.split_once("[package.metadata.binstall]\n").unwrap();
        let line = |key: &str| {
            let line = binstall.lines().find_map(|line| line.strip_prefix(key)).unwrap();
            line.trim_start_matches(" = ").trim_matches('"').to_owned()
        };
        let filled = |template: String| {
            let values = [("{ name }", "fifteen"), ("{ version }", "1.2.3"), ("{ target }", "x86_64-apple-darwin")];
            values.iter().fold(template, |text, (key, value)| text.replace(key, value))
        };
        let name = archive_name("1.2.3", "x86_64-apple-darwin");
        assert_eq!(filled(line("pkg-url")), format!("{{ repo }}/releases/download/v1.2.3/{name}{{ archive-suffix }}"));
        assert_eq!(filled(line("bin-dir")), format!("{name}/{{ bin }}{{ binary-ext }}"));
    }
}
