//! A pseudo-terminal in which tests run `fifteen`, read the screen and press keys.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::Sandbox;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Maximum time to wait for the program. It is long because the machine may be busy. Usually the
/// program responds far sooner.
const PATIENCE: Duration = Duration::from_secs(120);

/// A pseudo-terminal in which `fifteen` runs.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    pty: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// All bytes that the program has written.
    pub(crate) written: Vec<u8>,
    /// The terminal's settings before the program started, such as echo and line buffering.
    modes: String,
    _sandbox: Sandbox,
}

impl Terminal {
    /// Starts `fifteen` in a terminal of the given size, with additional environment variables.
    pub(crate) fn start(
        arguments: &[&str],
        (rows, columns): (u16, u16),
        variables: &[(&str, &str)],
    ) -> Self {
        let sandbox = Sandbox::new();
        let plan = sandbox.command(arguments);
        let pair = native_pty_system()
            .openpty(size(rows, columns))
            .expect("there are pseudo-terminals");
        let mut command = CommandBuilder::new(plan.get_program());
        command.args(plan.get_args());
        command.cwd(plan.get_current_dir().expect("a sandbox is a folder"));
        for (name, value) in plan.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            }
        }
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        for (name, value) in variables {
            command.env(name, value);
        }
        let modes = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("fifteen starts");
        let mut output = pair
            .master
            .try_clone_reader()
            .expect("the terminal can be read");
        let (sender, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails as soon as the program has ended.
            while let Ok(n @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keys = pair
            .master
            .take_writer()
            .expect("the terminal can be written to");
        let parser = vt100::Parser::new(cells(rows), cells(columns), 0);
        Self {
            child,
            pty: pair.master,
            keys,
            bytes,
            parser,
            written: Vec::new(),
            modes,
            _sandbox: sandbox,
        }
    }

    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Waits until the screen satisfies the condition `is`. If it does not in time, the test fails
    /// with a message that contains `what`.
    pub(crate) fn wait(&mut self, what: &str, is: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is(self.parser.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let piece = self.bytes.recv_timeout(left);
            let piece = piece
                .unwrap_or_else(|e| panic!("{what}: {e}\n{}", self.parser.screen().contents()));
            self.take(&piece);
        }
    }

    /// Waits until the given text is on the screen.
    pub(crate) fn see(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Sends key presses to the program.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys
            .write_all(keys.as_bytes())
            .and_then(|()| self.keys.flush())
            .expect("the program reads its keys");
    }

    pub(crate) fn resize(&mut self, rows: u16, columns: u16) {
        self.parser
            .screen_mut()
            .set_size(cells(rows), cells(columns));
        self.pty
            .resize(size(rows, columns))
            .expect("a terminal can be resized");
    }

    /// Sends a signal, such as `-INT`, to the program.
    pub(crate) fn send(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.id()]).status();
        assert!(sent.expect("there is a command `kill`").success());
    }

    /// Waits until the program is suspended, as Ctrl-Z does.
    pub(crate) fn wait_until_stopped(&self) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let shown = Command::new("ps")
                .args(["-o", "stat=", "-p", &self.id()])
                .output();
            let state = String::from_utf8(shown.expect("there is a command `ps`").stdout)
                .expect("a state is a letter");
            if state.starts_with('T') {
                return;
            }
            assert!(
                Instant::now() < deadline,
                "it is not stopped, but {state:?}"
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the program has ended and all of its output has been read. Returns its exit
    /// code.
    pub(crate) fn end(&mut self) -> u32 {
        let deadline = Instant::now() + PATIENCE;
        while let Ok(piece) = self
            .bytes
            .recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            self.take(&piece);
        }
        assert!(
            Instant::now() < deadline,
            "it did not end\n{}",
            self.parser.screen().contents()
        );
        self.child
            .wait()
            .expect("the program was started here")
            .exit_code()
    }

    /// Closes the terminal while the program is running, as happens when an SSH session ends.
    /// Returns the exit code of the program.
    pub(crate) fn hang_up(&mut self) -> u32 {
        let other = native_pty_system()
            .openpty(size(24, 80))
            .expect("there are pseudo-terminals");
        // Without its receiver, the thread that reads from the terminal ends at the program's next
        // output. The terminal is closed when its last handle is dropped.
        self.bytes = mpsc::channel().1;
        self.keys = other
            .master
            .take_writer()
            .expect("the terminal can be written to");
        self.pty = other.master;
        self.child
            .wait()
            .expect("the program was started here")
            .exit_code()
    }

    /// Whether the terminal has the same settings as before the program started, and shows the
    /// normal screen and the cursor.
    pub(crate) fn is_restored(&self) -> bool {
        !self.screen().alternate_screen()
            && !self.screen().hide_cursor()
            && modes(&*self.pty) == self.modes
    }

    fn id(&self) -> String {
        self.child
            .process_id()
            .expect("the program runs")
            .to_string()
    }

    fn take(&mut self, piece: &[u8]) {
        self.parser.process(piece);
        self.written.extend_from_slice(piece);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // If the test has failed, the program may still be running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn modes(pty: &dyn MasterPty) -> String {
    let modes = pty.get_termios().expect("a terminal has modes");
    format!(
        "{:?} {:?} {:?}",
        modes.input_flags, modes.output_flags, modes.local_flags
    )
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn cells(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a terminal has rows and columns")
}
