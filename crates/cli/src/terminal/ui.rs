//! Notes, errors and progress bars, all on the standard error.

use std::fmt::{self, Display};
use std::io::Write;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use fifteen_solver::puzzle::visible::is_hidden;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::terminal::{color, human};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default();

/// The standard error, shared by messages and bars.
pub(crate) struct Ui {
    quiet: bool,
    verbose: bool,
    bars: MultiProgress,
}

impl Ui {
    /// Messages for a person: with `quiet` only errors, with `verbose` details too ([`Ui::verbose`]).
    pub(crate) fn new(quiet: bool, verbose: bool) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        Self {
            quiet,
            verbose,
            bars: MultiProgress::with_draw_target(target),
        }
    }

    /// Prints a note that is worth reading only for someone who asks for details (`--verbose`).
    pub(crate) fn verbose(&self, message: impl Display) {
        if self.verbose {
            self.note(message);
        }
    }

    /// True if details are printed.
    pub(crate) fn prints_details(&self) -> bool {
        self.verbose && !self.quiet
    }

    /// True if only errors are printed.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints an error that ends the command or a part of it, even if quiet.
    pub(crate) fn error(&self, message: impl Display) {
        self.print(format_args!("{ERROR}error:{ERROR:#} {}", plain(message)));
    }

    /// Prints a note.
    pub(crate) fn note(&self, message: impl Display) {
        if !self.quiet {
            self.caution(message);
        }
    }

    /// Prints a note even if quiet: on input that is not read as it is written.
    pub(crate) fn caution(&self, message: impl Display) {
        self.print(format_args!("{NOTE}note:{NOTE:#} {}", plain(message)));
    }

    /// Prints a line without a label.
    pub(crate) fn say(&self, message: impl Display) {
        if !self.quiet {
            self.print(plain(message));
        }
    }

    fn print(&self, message: impl Display) {
        // If the standard error is closed, nobody reads it.
        self.aside(|| drop(writeln!(anstream::stderr(), "{message}")));
    }

    /// True if bars are visible.
    pub(crate) fn shows_bars(&self) -> bool {
        !self.bars.is_hidden()
    }

    /// Prints with the bars hidden.
    pub(crate) fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        // Once an SSH session has ended, bars cannot be cleared on its terminal, and `suspend` would panic.
        if self.bars.clear().is_err() {
            self.bars.set_draw_target(ProgressDrawTarget::hidden());
        }
        self.bars.suspend(print)
    }

    /// A progress bar: the label, the work done of `total`, the rate, and the time left; without a total a counter. The
    /// bar is hidden off a terminal and if quiet, and must be ended with `finish_and_clear`.
    pub(crate) fn bar(&self, label: impl Display, total: Option<u64>) -> ProgressBar {
        let width = if color::columns() < 80 { 10 } else { 28 };
        let template = match total {
            Some(_) => &format!(
                "{{prefix}} [{{bar:{width}}}] {{human_pos}}/{{human_len}} {{msg}}, {{rate}}, {{eta}} left"
            ),
            None => "{prefix} {spinner} {human_pos} {msg} {elapsed}",
        };
        let style = style(template);
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A bar that cannot be drawn whole is drawn in part.
            let _ = out.write_str(&human::rate(state.per_sec()));
        });
        let bar = total.map_or_else(ProgressBar::no_length, ProgressBar::new);
        self.shown(
            bar.with_style(style.progress_chars("=> "))
                .with_prefix(plain(label)),
        )
    }

    /// A line that is rewritten with each message: the label, and the message. Hidden and ended like
    /// [`bar`](Self::bar).
    pub(crate) fn line(&self, label: impl Display) -> ProgressBar {
        let line = ProgressBar::no_length().with_style(style("{prefix} {spinner} {msg}"));
        self.shown(line.with_prefix(plain(label)))
    }

    fn shown(&self, bar: ProgressBar) -> ProgressBar {
        let bar = self.bars.add(bar);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        bar
    }
}

/// The errors of many boards: the first ones, and the number of the others.
pub(crate) struct ErrorList<'a> {
    ui: &'a Ui,
    count: u64,
}

impl<'a> ErrorList<'a> {
    /// The most errors that are printed.
    const SHOWN: u64 = 10;

    pub(crate) fn new(ui: &'a Ui) -> Self {
        Self { ui, count: 0 }
    }

    /// Prints the error of a board, unless enough were printed before.
    pub(crate) fn add(&mut self, message: impl Display) {
        self.count += 1;
        if self.count <= Self::SHOWN {
            self.ui.error(message);
        }
    }

    /// Prints the number of errors that were not printed.
    pub(crate) fn end(self) {
        if self.count > Self::SHOWN {
            let more = human::counted(self.count - Self::SHOWN, "more error", "more errors");
            self.ui
                .error(format_args!("{more}; --json prints them all"));
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A message with hidden characters escaped, which may come from the name or content of a file.
fn plain(message: impl Display) -> String {
    let plain = |c: char| {
        if is_hidden(c) && c != '\n' {
            c.escape_debug().to_string()
        } else {
            c.to_string()
        }
    };
    message.to_string().chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_message_commands_the_terminal() {
        assert_eq!(
            plain("a\u{1b}[31m\0\u{9b}\r'é\u{202e}\n"),
            "a\\u{1b}[31m\\0\\u{9b}\\r'é\\u{202e}\n"
        );
    }
}
