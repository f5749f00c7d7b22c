//! A published figure for a person: a line, under the heading of its group.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use fifteen_lab::reproduce::{Check, Verdict};
use serde::Serialize;

use crate::output::Report;
use crate::terminal::human;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
const WRONG: Style = AnsiColor::Red.on_default().bold();
/// The longest figure that is not cut.
const LONGEST: usize = 22;

#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct Line {
    pub check: Check,
    #[serde(skip)]
    pub first_of_group: bool,
    /// Minor figures of the group before that were left out.
    #[serde(skip)]
    pub left_out_before: u64,
}

impl Report for Line {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { check, first_of_group, left_out_before } = self;
        write_left_out(out, *left_out_before)?;
        if *first_of_group {
            writeln!(out, "{STRONG}{}{STRONG:#}\n{FAINT}{}{FAINT:#}", check.group, check.source)?;
        }
        if check.minor {
            return Ok(());
        }
        let (published, ours) = (cut(&check.published), check.ours.as_deref().map_or("-".to_owned(), cut));
        write!(out, "  {:<44} {published:>24} {ours:>24}  ", check.what)?;
        match check.verdict {
            Verdict::Equal => write!(out, "equal")?,
            Verdict::Exception => write!(out, "known exception")?,
            Verdict::Different => write!(out, "{WRONG}DIFFERENT{WRONG:#}")?,
            Verdict::LeftOut => write!(out, "{FAINT}left out{FAINT:#}")?,
        }
        match &check.note {
            Some(note) => writeln!(out, ": {note}"),
            None => writeln!(out),
        }
    }
}

/// The number of minor figures that were left out of a group, so that no group is empty.
pub(super) fn write_left_out(out: &mut dyn Write, figures: u64) -> io::Result<()> {
    match figures {
        0 => Ok(()),
        n => writeln!(out, "  {FAINT}{} left out for lack of time{FAINT:#}", human::counted(n, "figure", "figures")),
    }
}

/// The beginning of a long list, and the number of its figures.
fn cut(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let figures = text.split(' ').count();
    let count = format!(" … ({figures})");
    let mut kept = String::new();
    for figure in text.split(' ') {
        if kept.len() + figure.len() + count.len() > LONGEST {
            break;
        }
        kept += figure;
        kept.push(' ');
    }
    format!("{}{count}", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(cut("17"), "17");
        assert_eq!(cut("1 2 4 10 24 54 107 212 446"), "1 2 4 10 24 54 … (9)");
    }
}
