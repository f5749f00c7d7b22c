//! Where files are written: links, pipes, devices, and names that collide.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::support::binary;
use crate::support::{Sandbox, stderr};

const EASY: &str = "1 2 3 / 4 0 5 / 7 8 6";
const PUZZLE: &str = "## One\nstart goal\nA.    .A\n";

fn is_svg(bytes: &[u8]) -> bool {
    bytes.starts_with(b"<svg") && bytes.ends_with(b"</svg>\n")
}

/// The message of a run that ends with exit code 2.
fn refusal(sandbox: &Sandbox, arguments: &[&str]) -> String {
    stderr(&sandbox.run(arguments).code(2))
}

#[cfg(unix)] // symbolic links, which Windows leaves to administrators
#[test]
fn a_link_stays_and_its_target_is_written() {
    use std::os::unix::fs::symlink;

    let sandbox = Sandbox::new();
    sandbox.write("old.svg", "old");
    for (link, target) in [("to-old.svg", "old.svg"), ("to-new.svg", "new.svg")] {
        symlink(target, sandbox.path(link)).unwrap();
        sandbox.run(&["solve", EASY, "--svg", link]).code(0);
        assert!(sandbox.path(link).symlink_metadata().unwrap().is_symlink(), "{link}");
        assert!(is_svg(&fs::read(sandbox.path(target)).unwrap()), "{target}");
    }
}

#[cfg(unix)] // named pipes of Unix
#[test]
fn a_pipe_stays_a_pipe() {
    use std::os::unix::fs::FileTypeExt;

    let sandbox = Sandbox::new();
    sandbox.write("one.txt", PUZZLE);
    let pipe = sandbox.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for arguments in [
        &["solve", EASY, "--svg", "pipe"][..],
        &["solve", EASY, "--gif", "pipe"],
        &["blocks", "solve", "one.txt", "--svg", "pipe"],
    ] {
        let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
        sandbox.run(arguments).code(0);
        let read = reader.wait_with_output().unwrap().stdout;
        assert!(is_svg(&read) || read.starts_with(b"GIF89a"), "{arguments:?}");
        assert!(pipe.symlink_metadata().unwrap().file_type().is_fifo());
    }
}

#[cfg(target_os = "linux")] // /proc and a shell
#[test]
fn open_files_are_written_to() {
    let sandbox = Sandbox::new();
    // Each as the shell opens it: a pipe, and a file that has content already.
    for line in [
        "\"$0\" solve \"$1\" --svg /dev/fd/3 3>&1 >/dev/null | cat > out.svg",
        "\"$0\" solve \"$1\" --svg /proc/self/fd/3 3> out.svg",
        "\"$0\" solve \"$1\" --svg /dev/stdout > out.svg",
        "\"$0\" solve \"$1\" --svg - > out.svg",
        "\"$0\" solve \"$1\" --svg - --quiet | cat > out.svg",
    ] {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).arg(binary()).arg(EASY).current_dir(sandbox.path("."));
        let status = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        assert!(status.success(), "{line}");
        assert!(is_svg(&fs::read(sandbox.path("out.svg")).unwrap()), "{line}");
    }
}

#[test]
fn two_options_of_one_file_are_refused_before_any_work() {
    let sandbox = Sandbox::new();
    sandbox.write("boards", EASY);
    fs::create_dir(sandbox.path("folder")).unwrap();
    fs::hard_link(sandbox.path("boards"), sandbox.path("again")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("new", sandbox.path("link")).unwrap();
    let mut names = vec![("a", "./a"), ("a", "folder/../a"), ("boards", "again"), ("-", "-")];
    names.extend(if cfg!(unix) {
        [("link", "new"), ("-", "/dev/stdout")]
    } else {
        [("a", r"folder\..\a"), ("a", "A")]
    });
    for (svg, gif) in names {
        let said = refusal(&sandbox, &["solve", EASY, "--svg", svg, "--gif", gif]);
        assert!(said.contains("--svg and --gif name the same file"), "{svg} {gif}: {said}");
    }
    let said = refusal(&sandbox, &["bench", "--set", "boards", "--plot", "folder/../boards"]);
    assert!(said.contains("--set and --plot name the same file"), "{said}");
    assert_eq!(fs::read_to_string(sandbox.path("boards")).unwrap(), EASY);
    assert!(!sandbox.path("a").exists() && !sandbox.path("new").exists());
}

/// A device that is always full, if it is there and is a device still.
#[cfg(target_os = "linux")]
fn full() -> &'static str {
    use std::os::unix::fs::FileTypeExt;

    let device = "/dev/full";
    assert!(std::path::Path::new(device).symlink_metadata().unwrap().file_type().is_char_device());
    device
}

#[cfg(target_os = "linux")] // /dev/full
#[test]
fn a_full_disk_is_named() {
    let sandbox = Sandbox::new();
    sandbox.write("one.txt", PUZZLE);
    let full = full();
    for arguments in [
        &["solve", EASY, "--svg", full][..],
        &["solve", EASY, "--gif", full],
        &["blocks", "solve", "one.txt", "--gif", full],
        &["bench", "--set", "random:1:1", "--size", "3x3", "--heuristic", "manhattan", "--plot", full],
    ] {
        let said = refusal(&sandbox, arguments);
        assert!(said.contains("cannot write /dev/full: No space left"), "{arguments:?}: {said}");
        self::full();
    }
    for arguments in [
        &["lab", "tree", "--algorithm", "dfs", "--depth", "3"][..],
        &["lab", "count", "--size", "2x2"],
        &["man"],
        &["completions", "bash"],
    ] {
        let out = fs::OpenOptions::new().write(true).open(full).unwrap();
        let run = sandbox.command(arguments).stdout(out).output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("cannot write to the standard output: No space left"), "{arguments:?}: {said}");
    }
}
