//! Helpers for all integration tests: they run the command `fifteen` in a temporary folder, the
//! [`Sandbox`].

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::SystemTime;

use assert_cmd::assert::{Assert, OutputAssertExt};
use tempfile::TempDir;

/// Returns the path of the compiled command `fifteen`.
pub(crate) fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_fifteen"))
}

/// Returns the path of a file in this repository.
pub(crate) fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

/// Returns the number of repetitions for a test with random inputs or random moments, and a random
/// number generator.
///
/// By default the number is `few`, and the seed is always the same. If `FIFTEEN_REPEATS=N` is set,
/// as `cargo xtask test-all` does, there are N times as many repetitions, and the seed changes
/// every day. `FIFTEEN_SEED` sets the seed explicitly.
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
    // Test output is only shown if the test fails.
    println!("to repeat this run: FIFTEEN_REPEATS={times} FIFTEEN_SEED={seed}");
    (few * times, fastrand::Rng::with_seed(seed))
}

/// Sends a signal, such as `-INT`, to a process.
#[cfg(unix)]
pub(crate) fn send(process: &Child, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &process.id().to_string()])
        .status();
    assert!(sent.expect("there is a command `kill`").success());
}

/// Presses Ctrl-C in the console of a process, which is the only signal on Windows. A process is
/// attached to only one console at a time, so a helper process that runs [`press_ctrl_c`] does it.
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

/// Name of the environment variable that contains the ID of the process in whose console
/// [`press_ctrl_c`] presses Ctrl-C.
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
    // SAFETY: the only pointer that is passed to these functions is null, which is allowed.
    unsafe {
        FreeConsole();
        assert_ne!(
            AttachConsole(process),
            0,
            "{}",
            std::io::Error::last_os_error()
        );
        // This process is now attached to the same console, so it must ignore Ctrl-C itself.
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

/// A temporary folder for one test. It is outside the checkout, so commands that run in it find no
/// tables unless the test creates them there.
pub(crate) struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    /// Creates an empty folder.
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    /// Returns the path of a file in the folder, or of the folder itself if the name is empty.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file into the folder, and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("the folder can be written to");
        path
    }

    /// Returns a command that runs `fifteen` in the folder with the given arguments. No settings or
    /// data of the user affect it.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        self.isolate(command.args(arguments).stdin(Stdio::null()));
        #[cfg(windows)]
        {
            // The command gets its own console without a window, in which a test can press Ctrl-C.
            const CREATE_NO_WINDOW: u32 = 0x0800_0000;
            std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NO_WINDOW);
        }
        command
    }

    /// Makes a command run in the folder, and hides the settings and data of the user from it.
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

    /// Runs `fifteen` until it ends.
    pub(crate) fn run(&self, arguments: &[&str]) -> Assert {
        self.command(arguments).assert()
    }

    /// Runs `fifteen` with the given text as its standard input, which is a pipe.
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

    /// Runs `fifteen`, which must succeed, and returns its standard output.
    pub(crate) fn output(&self, arguments: &[&str]) -> String {
        stdout(&self.run(arguments).code(0))
    }

    /// Builds the tables of a partition in the subfolder `tables`. `more` are further options.
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

/// Returns standard output of a command that has ended.
pub(crate) fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

/// Returns what a command that has ended printed to standard error.
pub(crate) fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("the messages are text")
}
