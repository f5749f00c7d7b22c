//! Shared by all tests: the command `fifteen`, run in a folder of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::SystemTime;

use assert_cmd::assert::{Assert, OutputAssertExt};
use tempfile::TempDir;

/// The built command `fifteen`.
pub(crate) fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_fifteen"))
}

/// A file of the repository.
pub(crate) fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

/// The repetitions of a test with random moments or inputs, and their generator.
///
/// In `cargo test` they are `few`, and always the same. FIFTEEN_REPEATS=N, which `cargo xtask test-all` sets, makes them
/// N times as many, with another seed each day. FIFTEEN_SEED chooses the seed.
pub(crate) fn repeats(few: u64) -> (u64, fastrand::Rng) {
    let number = |name: &str| {
        let text = std::env::var(name).ok()?;
        Some(
            text.parse()
                .unwrap_or_else(|_| panic!("{name}: expected a number, found {text:?}")),
        )
    };
    let (times, today) = match number("FIFTEEN_REPEATS") {
        Some(times) => (
            times,
            SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs() / 86_400,
        ),
        None => (1, 1),
    };
    let seed = number("FIFTEEN_SEED").unwrap_or(today);
    // Shown where the test fails.
    println!("to repeat this run: FIFTEEN_REPEATS={times} FIFTEEN_SEED={seed}");
    (few * times, fastrand::Rng::with_seed(seed))
}

/// Sends a process a signal.
#[cfg(unix)]
pub(crate) fn send(process: &Child, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &process.id().to_string()])
        .status();
    assert!(sent.expect("there is a command `kill`").success());
}

/// Presses Ctrl-C in the console of a process: there is no other signal. A process has one console at a time, so
/// another one, [`press_ctrl_c`], does it.
#[cfg(windows)]
pub(crate) fn send(process: &Child, _: &str) {
    let mut helper = Command::new(std::env::current_exe().expect("this program has a path"));
    helper
        .args(["--exact", "support::press_ctrl_c", "--ignored"])
        .env(PRESSED, process.id().to_string());
    let output = helper.output().expect("this program starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// The variable that names the process in whose console [`press_ctrl_c`] presses Ctrl-C.
#[cfg(windows)]
const PRESSED: &str = "FIFTEEN_TEST_PRESS_CTRL_C";

#[cfg(windows)]
#[test]
#[ignore = "not a test, but the helper that presses Ctrl-C for other tests"]
fn press_ctrl_c() {
    use windows_sys::Win32::System::Console::{
        AttachConsole, CTRL_C_EVENT, FreeConsole, GenerateConsoleCtrlEvent, SetConsoleCtrlHandler,
    };

    let Ok(process) = std::env::var(PRESSED) else {
        return;
    };
    let process: u32 = process.parse().expect("the number of a process");
    // SAFETY: none of these functions takes a pointer that is not null.
    unsafe {
        FreeConsole();
        assert_ne!(
            AttachConsole(process),
            0,
            "{}",
            std::io::Error::last_os_error()
        );
        // This process is in that console too, and ignores the key.
        assert_ne!(
            SetConsoleCtrlHandler(None, 1),
            0,
            "{}",
            std::io::Error::last_os_error()
        );
        assert_ne!(
            GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0),
            0,
            "{}",
            std::io::Error::last_os_error()
        );
    }
}

/// A folder for one test, outside the checkout, in which no tables are found unless the test puts them there.
pub(crate) struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    /// A new, empty folder.
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    /// The folder, or a file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file into the folder.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("the folder can be written to");
        path
    }

    /// `fifteen` with these arguments, in the folder, without anything of the user's.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        self.isolate(command.args(arguments).stdin(Stdio::null()));
        #[cfg(windows)]
        {
            // A console of its own, without a window, in which Ctrl-C can be pressed.
            const CREATE_NO_WINDOW: u32 = 0x0800_0000;
            std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NO_WINDOW);
        }
        command
    }

    /// Lets a command run in the folder, without anything of the user's.
    pub(crate) fn isolate(&self, command: &mut Command) {
        for variable in ["HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"] {
            command.env(variable, self.folder.path());
        }
        for variable in [
            "FIFTEEN_PDB_DIR",
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "COLUMNS",
        ] {
            command.env_remove(variable);
        }
        command.current_dir(self.folder.path());
    }

    /// Runs `fifteen` to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Assert {
        self.command(arguments).assert()
    }

    /// Runs `fifteen` with a text at the standard input, which is a pipe.
    pub(crate) fn piped(&self, arguments: &[&str], text: &str) -> Assert {
        let mut command = self.command(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        child.wait_with_output().unwrap().assert()
    }

    /// The standard output of a run that succeeds.
    pub(crate) fn output(&self, arguments: &[&str]) -> String {
        stdout(&self.run(arguments).code(0))
    }

    /// Builds tables of a partition in the folder `tables`.
    pub(crate) fn build(&self, size: &str, partition: &str, more: &[&str]) {
        let arguments = [
            "pdb",
            "build",
            "--size",
            size,
            "--partition",
            partition,
            "--out",
            "tables",
        ];
        self.run(&[&arguments, more].concat()).code(0);
    }
}

/// The standard output of a run.
pub(crate) fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

/// The standard error of a run.
pub(crate) fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("the messages are text")
}
