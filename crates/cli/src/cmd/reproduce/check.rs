//! One published figure beside ours, and the list of them as it grows.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::exit::Failure;
use crate::output::{Printer, Report};
use crate::terminal::ui::Ui;

const SCHEMA: u32 = 1;
const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
const WRONG: Style = AnsiColor::Red.on_default().bold();
/// Longer figures are cut in the text form.
const LONGEST: usize = 22;

/// What came of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    Equal,
    /// Not equal, and known not to be: the note says why.
    Exception,
    Different,
    /// Not computed.
    LeftOut,
}

/// A published figure. The order of the fields is that of the output.
#[derive(Debug, Serialize)]
pub(super) struct Check {
    schema: u32,
    group: &'static str,
    source: &'static str,
    what: String,
    published: String,
    ours: Option<String>,
    verdict: Verdict,
    note: Option<String>,
    /// The first of its group, which gets a heading in the text form.
    #[serde(skip)]
    heading: bool,
    #[serde(skip)]
    unseen: bool,
}

/// A group of figures of one source.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub name: &'static str,
    pub source: &'static str,
}

/// Where figures go: compared, counted, and printed.
pub(super) struct Checks<'a> {
    printer: Printer<anstream::Stdout>,
    pub(super) ui: &'a Ui,
    verdicts: Vec<Verdict>,
    group: &'static str,
    unseen: bool,
}

impl<'a> Checks<'a> {
    pub(super) fn new(printer: Printer<anstream::Stdout>, ui: &'a Ui) -> Self {
        Self { printer, ui, verdicts: Vec::new(), group: "", unseen: false }
    }

    pub(super) fn count(&self, verdict: Verdict) -> u64 {
        self.verdicts.iter().filter(|&&v| v == verdict).count() as u64
    }

    /// Compares a figure.
    pub(super) fn add<T: ToString + PartialEq>(
        &mut self,
        group: Group,
        what: impl Into<String>,
        published: &T,
        ours: &T,
    ) -> Result<(), Failure> {
        let verdict = if published == ours { Verdict::Equal } else { Verdict::Different };
        self.report(group, what.into(), published.to_string(), Some(ours.to_string()), verdict, None)
    }

    /// Compares the figures of a list, one for each index from 0.
    pub(super) fn add_list(
        &mut self,
        group: Group,
        what: impl Into<String>,
        published: &[u64],
        ours: &[u64],
    ) -> Result<(), Failure> {
        let text = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        self.add(group, what, &text(published), &text(ours))
    }

    /// Notes a figure that differs from what was published, as is known: ours must be the one that is expected.
    pub(super) fn add_exception(
        &mut self,
        group: Group,
        what: impl Into<String>,
        [published, expected, ours]: [u64; 3],
        note: &str,
    ) -> Result<(), Failure> {
        let verdict = if ours == expected { Verdict::Exception } else { Verdict::Different };
        self.report(group, what.into(), published.to_string(), Some(ours.to_string()), verdict, Some(note.to_owned()))
    }

    /// Notes a figure that is not computed.
    pub(super) fn leave_out(
        &mut self,
        group: Group,
        what: impl Into<String>,
        published: impl ToString,
    ) -> Result<(), Failure> {
        self.report(group, what.into(), published.to_string(), None, Verdict::LeftOut, None)
    }

    /// Notes a figure that is not computed, one of many: a person sees only how many there are.
    pub(super) fn leave_out_unseen(
        &mut self,
        group: Group,
        what: impl Into<String>,
        published: impl ToString,
    ) -> Result<(), Failure> {
        self.unseen = true;
        let left_out = self.leave_out(group, what, published);
        self.unseen = false;
        left_out
    }

    fn report(
        &mut self,
        group: Group,
        what: String,
        published: String,
        ours: Option<String>,
        verdict: Verdict,
        note: Option<String>,
    ) -> Result<(), Failure> {
        let heading = std::mem::replace(&mut self.group, group.name) != group.name;
        let (Group { name, source }, unseen) = (group, self.unseen);
        let check =
            Check { schema: SCHEMA, group: name, source, what, published, ours, verdict, note, heading, unseen };
        self.verdicts.push(verdict);
        let (ui, printer) = (self.ui, &mut self.printer);
        Ok(ui.aside(|| printer.print(&check))?)
    }
}

impl Report for Check {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.heading {
            writeln!(out, "{STRONG}{}{STRONG:#}\n{FAINT}{}{FAINT:#}", self.group, self.source)?;
        }
        if self.unseen {
            return Ok(());
        }
        let (published, ours) = (cut(&self.published), self.ours.as_deref().map_or("-".to_owned(), cut));
        write!(out, "  {:<44} {published:>24} {ours:>24}  ", self.what)?;
        match self.verdict {
            Verdict::Equal => write!(out, "equal")?,
            Verdict::Exception => write!(out, "known exception")?,
            Verdict::Different => write!(out, "{WRONG}DIFFERENT{WRONG:#}")?,
            Verdict::LeftOut => write!(out, "{FAINT}left out{FAINT:#}")?,
        }
        match &self.note {
            Some(note) => writeln!(out, ": {note}"),
            None => writeln!(out),
        }
    }
}

/// The beginning of a long list, and how many figures it has.
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
