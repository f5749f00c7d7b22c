//! Prints notes, errors and progress bars on standard error.

use std::fmt::{self, Display};
use std::io::Write;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use fifteen_solver::puzzle::visible::is_hidden;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::terminal::{color, human};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default();

/// Prints all messages and progress bars, which share standard error.
pub(crate) struct Ui {
    quiet: bool,
    verbose: bool,
    bars: MultiProgress,
}

impl Ui {
    /// Creates a `Ui`. `quiet` suppresses everything except errors and cautions ([`Ui::caution`]).
    /// `verbose` adds details ([`Ui::verbose`]).
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

    /// Prints a note, but only if details were requested with `--verbose`.
    pub(crate) fn verbose(&self, message: impl Display) {
        if self.verbose {
            self.note(message);
        }
    }

    /// Returns whether details are printed.
    pub(crate) fn prints_details(&self) -> bool {
        self.verbose && !self.quiet
    }

    /// Returns whether only errors are printed.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints an error that ends the command or a part of its task. `--quiet` does not suppress it.
    pub(crate) fn error(&self, message: impl Display) {
        self.print(format_args!("{ERROR}error:{ERROR:#} {}", escaped(message)));
    }

    /// Prints a note, unless `--quiet` was given.
    pub(crate) fn note(&self, message: impl Display) {
        if !self.quiet {
            self.caution(message);
        }
    }

    /// Prints a note that `--quiet` does not suppress, because the user must know it: for example,
    /// that move letters were taken as the directions in which the blank moves.
    pub(crate) fn caution(&self, message: impl Display) {
        self.print(format_args!("{NOTE}note:{NOTE:#} {}", escaped(message)));
    }

    /// Prints a line without a label, unless `--quiet` was given.
    pub(crate) fn say(&self, message: impl Display) {
        if !self.quiet {
            self.print(escaped(message));
        }
    }

    fn print(&self, message: impl Display) {
        // Ignore a failure: if standard error is closed, the message cannot be shown anywhere.
        self.with_bars_hidden(|| drop(writeln!(anstream::stderr(), "{message}")));
    }

    /// Returns whether progress bars are visible.
    pub(crate) fn shows_bars(&self) -> bool {
        !self.bars.is_hidden()
    }

    /// Runs `print` with the progress bars hidden.
    pub(crate) fn with_bars_hidden<R>(&self, print: impl FnOnce() -> R) -> R {
        // If the terminal is gone, for example because an SSH session has ended, bars cannot be
        // cleared and `suspend` would panic. Hide them for good.
        if self.bars.clear().is_err() {
            self.bars.set_draw_target(ProgressDrawTarget::hidden());
        }
        self.bars.suspend(print)
    }

    /// Creates a progress bar with a label, the number of steps completed out of `total`, the rate
    /// and the time left. Without a total, the bar is a counter. The bar is hidden with `--quiet`,
    /// or if standard error is not a terminal. The caller must finish it with `finish_and_clear`.
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
            // A failed write only leaves the bar incomplete, so ignore the error.
            let _ = out.write_str(&human::rate(state.per_sec()));
        });
        let bar = total.map_or_else(ProgressBar::no_length, ProgressBar::new);
        self.shown(
            bar.with_style(style.progress_chars("=> "))
                .with_prefix(escaped(label)),
        )
    }

    /// Creates a status line with a label and a message that callers can update. The line is hidden
    /// with `--quiet`, or if standard error is not a terminal. The caller must finish it with
    /// `finish_and_clear`.
    pub(crate) fn line(&self, label: impl Display) -> ProgressBar {
        let line = ProgressBar::no_length().with_style(style("{prefix} {spinner} {msg}"));
        self.shown(line.with_prefix(escaped(label)))
    }

    fn shown(&self, bar: ProgressBar) -> ProgressBar {
        let bar = self.bars.add(bar);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        bar
    }
}

/// Prints the errors of many boards: the first ones in full, and at the end the number of the rest.
pub(crate) struct ErrorList<'a> {
    ui: &'a Ui,
    count: u64,
}

impl<'a> ErrorList<'a> {
    /// Maximum number of errors printed in full.
    const SHOWN: u64 = 10;

    pub(crate) fn new(ui: &'a Ui) -> Self {
        Self { ui, count: 0 }
    }

    /// Prints a board's error, unless the maximum number was already printed.
    pub(crate) fn add(&mut self, message: impl Display) {
        self.count += 1;
        if self.count <= Self::SHOWN {
            self.ui.error(message);
        }
    }

    /// Prints how many errors were left out, unless all were printed.
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

/// Escapes control and other invisible characters, which can come from the name or content of a
/// file.
fn escaped(message: impl Display) -> String {
    let escaped = |c: char| {
        if is_hidden(c) && c != '\n' {
            c.escape_debug().to_string()
        } else {
            c.to_string()
        }
    };
    message.to_string().chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_in_messages_are_escaped() {
        assert_eq!(
            escaped("a\u{1b}[31m\0\u{9b}\r'é\u{202e}\n"),
            "a\\u{1b}[31m\\0\\u{9b}\\r'é\\u{202e}\n"
        );
    }
}
