//! A terminal in which a test runs `fifteen`, reads the screen and presses keys.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use fifteen_tests::Sandbox;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::termios::{LocalModes, tcgetattr};

/// How long something may take on a busy machine; nothing waits so long that works.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program in a terminal.
pub struct Terminal {
    pub child: Child,
    pty: Arc<Pty>,
    bytes: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything that the program wrote.
    pub written: Vec<u8>,
    modes: LocalModes,
}

impl Terminal {
    /// Starts `fifteen` in a terminal of so many rows and columns, with some variables set.
    pub fn start(arguments: &[&str], (rows, columns): (u16, u16), variables: &[(&str, &str)]) -> Self {
        let sandbox = Sandbox::new();
        let plan = sandbox.command(arguments);
        let (pty, pts) = open().expect("there are pseudo-terminals");
        pty.resize(Size::new(rows, columns)).expect("a terminal can be resized");
        let mut command = Command::new(plan.get_program()).args(plan.get_args());
        command = command.current_dir(plan.get_current_dir().expect("a sandbox is a folder"));
        for (name, value) in plan.get_envs() {
            command = match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
            command = command.env_remove(name);
        }
        command = command.env("TERM", "xterm-256color").envs(variables.iter().copied());
        let modes = tcgetattr(&pty).expect("a terminal has modes").local_modes;
        let child = command.spawn(pts).expect("fifteen starts");
        let pty = Arc::new(pty);
        let (sender, bytes) = mpsc::channel();
        let reading = Arc::clone(&pty);
        thread::spawn(move || {
            // The folder lives as long as the program is heard.
            let _sandbox = sandbox;
            let mut buffer = [0; 4096];
            // Reading fails once the program has ended.
            while let Ok(n @ 1..) = (&*reading).read(&mut buffer) {
                if sender.send(buffer[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = vt100::Parser::new(cells(rows), cells(columns), 0);
        Self { child, pty, bytes, parser, written: Vec::new(), modes }
    }

    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Waits until the screen is as it should be.
    pub fn wait(&mut self, what: &str, is: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is(self.parser.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let piece = self.bytes.recv_timeout(left);
            let piece = piece.unwrap_or_else(|e| panic!("{what}: {e}\n{}", self.parser.screen().contents()));
            self.take(&piece);
        }
    }

    /// Waits for a text on the screen.
    pub fn see(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("the program reads its keys");
    }

    pub fn resize(&mut self, rows: u16, columns: u16) {
        self.parser.screen_mut().set_size(cells(rows), cells(columns));
        self.pty.resize(Size::new(rows, columns)).expect("a terminal can be resized");
    }

    /// Waits for the program's end, and for all that it wrote; its exit code.
    pub fn end(&mut self) -> Option<i32> {
        let deadline = Instant::now() + PATIENCE;
        while let Ok(piece) = self.bytes.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            self.take(&piece);
        }
        assert!(Instant::now() < deadline, "it did not end\n{}", self.parser.screen().contents());
        self.child.wait().expect("the program was started here").code()
    }

    /// Whether the terminal is as the program found it.
    pub fn is_restored(&self) -> bool {
        let modes = tcgetattr(&*self.pty).expect("a terminal has modes").local_modes;
        !self.screen().alternate_screen() && !self.screen().hide_cursor() && modes == self.modes
    }

    fn take(&mut self, piece: &[u8]) {
        self.parser.process(piece);
        self.written.extend_from_slice(piece);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves nothing behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn cells(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a terminal has rows and columns")
}
