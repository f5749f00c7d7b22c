//! Results on the standard output, as text, JSON or CSV, all made from one struct for each result.

use std::io::{self, IsTerminal, Write};

use anyhow::{Result, anyhow};
use fifteen_solver::record::{SCHEMA, tiles};
use fifteen_solver::{Board, Goal};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::GoalArgs;
use crate::exit::Exit;
use crate::input::{BoardLine, Boards, prefix};
use crate::terminal::ui::ErrorList;
use crate::terminal::{Ui, interrupt};

/// The form of the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One object a line
    Json,
    /// The same names in a first line, then a line for each result
    Csv,
}

/// `--json` and `--csv`; the last one counts.
#[derive(Debug, clap::Args)]
pub(crate) struct FormatArg {
    #[command(flatten)]
    json: JsonArg,
    /// Print CSV, with the names of JSON in the first line
    #[arg(long, overrides_with = "json")]
    csv: bool,
}

impl FormatArg {
    /// The form asked for.
    pub(crate) fn format(&self) -> Format {
        if self.csv {
            Format::Csv
        } else {
            self.json.format()
        }
    }
}

/// `--json`.
#[derive(Debug, clap::Args)]
pub(crate) struct JsonArg {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

impl JsonArg {
    /// The form asked for.
    pub(crate) fn format(&self) -> Format {
        if self.json {
            Format::Json
        } else {
            Format::Text
        }
    }
}

/// Prints results of one type, one after the other.
pub(crate) struct Printer {
    format: Format,
    out: Box<dyn Write + Send>,
    first: bool,
}

impl Printer {
    /// Prints to the standard output; text has no colours if that is not a terminal or `NO_COLOR` is set.
    pub(crate) fn stdout(format: Format) -> Self {
        match format {
            Format::Text => Self::new(format, Box::new(anstream::stdout())),
            // Escape sequences in a cell or a string stay.
            Format::Json | Format::Csv => Self::new(
                format,
                Box::new(anstream::AutoStream::always_ansi(io::stdout())),
            ),
        }
    }

    /// Prints to the stream of the results.
    pub(crate) fn to(format: Format, stream: ResultStream) -> Self {
        match stream {
            ResultStream::Stdout => Self::stdout(format),
            ResultStream::Stderr => Self::new(format, Box::new(anstream::stderr())),
            ResultStream::Nowhere => Self::new(format, Box::new(io::sink())),
        }
    }

    fn new(format: Format, out: Box<dyn Write + Send>) -> Self {
        Self {
            format,
            out,
            first: true,
        }
    }

    /// Prints one result in a form for programs.
    pub(crate) fn data(&mut self, fields: &impl Serialize) -> io::Result<()> {
        self.print(fields, |_| Ok(()))
    }

    /// Prints one result, from its fields or for a person as text, and flushes it, since a reader may wait for it.
    pub(crate) fn print(
        &mut self,
        record: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        self.write(record, text).map_err(unwritten)
    }

    fn write(
        &mut self,
        record: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.format {
            Format::Text => text(&mut self.out)?,
            Format::Json => writeln!(self.out, "{}", serde_json::to_string(record)?)?,
            Format::Csv => {
                self.header(record)?;
                let fields: Map<String, Value> =
                    serde_json::from_value(serde_json::to_value(record)?)?;
                self.csv(fields.values().map(|value| as_text(value, " ")))?;
            }
        }
        self.first = false;
        self.out.flush()
    }

    /// Prints the names of the fields, where the form begins with them, even if no result follows. They are those of
    /// any other result.
    pub(crate) fn header(&mut self, sample: &impl Serialize) -> io::Result<()> {
        if self.format != Format::Csv || !self.first {
            return Ok(());
        }
        let fields: Map<String, Value> = serde_json::from_value(serde_json::to_value(sample)?)?;
        self.first = false;
        self.csv(fields.keys().cloned())
            .and_then(|()| self.out.flush())
            .map_err(unwritten)
    }

    /// Leaves out the names of the fields, for results that are appended to those of an earlier call.
    pub(crate) fn without_header(&mut self) {
        self.first = false;
    }

    /// An empty line between results as text.
    pub(crate) fn blank_line(&mut self) -> io::Result<()> {
        writeln!(self.out).map_err(unwritten)
    }

    fn csv(&mut self, cells: impl Iterator<Item = String>) -> io::Result<()> {
        let cells: Vec<_> = cells.map(quoted_for_csv).collect();
        writeln!(self.out, "{}", cells.join(","))
    }
}

/// Quotes a cell of a CSV line if it has a character that would end the cell (RFC 4180).
fn quoted_for_csv(cell: String) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

impl Boards<'_> {
    /// Prints a record of each board, and returns the largest exit code. `work` adds the result of a board with its goal
    /// to a record that begins with `empty`: it returns the board's exit code, or the reason why the board has no
    /// result. Where records are text, such reasons are reported here, and `text` writes the others.
    pub(crate) fn each<T: Clone + Serialize>(
        self,
        (goals, empty): (&GoalArgs, &T),
        format: Format,
        ui: &Ui,
        mut work: impl FnMut(
            &BoardLine,
            (Board, Goal),
            &mut LineRecord<T>,
        ) -> Result<Result<Exit, String>>,
        mut text: impl FnMut(&mut dyn Write, &LineRecord<T>) -> io::Result<()>,
    ) -> Result<Exit> {
        let names = self.names();
        // Nothing is searched, so nothing looks for a signal.
        interrupt::ends_the_process();
        let mut printer = Printer::stdout(format);
        let (mut exit, mut boards, mut errors) = (Exit::Done, 0, ErrorList::new(ui));
        for line in self {
            let line = line.map_err(anyhow::Error::msg)?;
            let goal = goals.of(&line)?;
            let mut record = LineRecord::new(&line, goal, empty.clone());
            let done = match &line.board {
                Ok(board) => work(&line, (*board, goal), &mut record)?,
                Err(error) => Err(error.clone()),
            };
            exit = exit.max(*done.as_ref().unwrap_or(&Exit::Failed));
            boards += 1;
            record.error = done.err();
            match &record.error {
                Some(error) if format == Format::Text => {
                    errors.add(format_args!("{}{error}", prefix(&line)))
                }
                _ => printer.print(&record, |out| text(out, &record))?,
            }
        }
        errors.end();
        if boards == 0 {
            Err(anyhow!("no boards in {names}"))
        } else {
            Ok(exit)
        }
    }
}

/// The result of a command for a board of its input. The fields are in the order of the output; unknown values are
/// `None`.
#[derive(Debug, Serialize)]
pub(crate) struct LineRecord<T> {
    /// [`SCHEMA`].
    schema: u32,
    /// The line in the file, or the number of the board, from 1.
    pub line: u64,
    /// The board: its tiles row by row, 0 for the blank.
    #[serde(serialize_with = "tiles")]
    pub board: Option<Board>,
    /// Width and height: `4x4`.
    size: Option<String>,
    /// The goal: a name, or its tiles.
    pub goal: String,
    /// The fields of the command.
    #[serde(flatten)]
    pub result: T,
    /// The reason why there is no result.
    error: Option<String>,
    /// The name of the file of which `line` is a line.
    pub file: Option<String>,
}

impl<T> LineRecord<T> {
    fn new(line: &BoardLine, goal: Goal, result: T) -> Self {
        let board = line.board.as_ref().ok().copied();
        let size = board.map(|board| board.size().to_string());
        let (file, goal) = (line.file.clone(), goal.to_string());
        Self {
            schema: SCHEMA,
            line: line.line,
            board,
            size,
            goal,
            result,
            error: None,
            file,
        }
    }
}

/// The stream to which a command prints its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultStream {
    Stdout,
    /// A file option has taken the standard output.
    Stderr,
    /// As before, and nothing but errors is to be printed there.
    Nowhere,
}

impl ResultStream {
    /// The stream that is left when an option such as `--svg -` has taken the standard output. It is for people:
    /// results in another format than text are refused.
    pub(crate) fn beside(taken_by: Option<&str>, is_text: bool, quiet: bool) -> Result<Self> {
        match taken_by {
            None => Ok(Self::Stdout),
            Some(option) if !is_text => Err(anyhow!(
                "{option} writes to the standard output, and so do --json and --csv; name a file for {option}, \
                 or leave them out"
            )),
            Some(_) => Ok(if quiet { Self::Nowhere } else { Self::Stderr }),
        }
    }

    /// True if results are written to a terminal.
    pub(crate) fn is_terminal(self) -> bool {
        match self {
            Self::Stdout => io::stdout().is_terminal(),
            Self::Stderr => io::stderr().is_terminal(),
            Self::Nowhere => false,
        }
    }

    /// A writer of text.
    pub(crate) fn writer(self) -> Box<dyn Write + Send> {
        Printer::to(Format::Text, self).out
    }
}

/// An error that names the standard output.
pub(crate) fn unwritten(error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot write to the standard output: {error}"),
    )
}

/// A value as one cell: empty for null; the items of a list are separated by spaces, those of lists within it by
/// colons.
fn as_text(value: &Value, separator: &str) -> String {
    let join = |values: &mut dyn Iterator<Item = &Value>| {
        values
            .map(|v| as_text(v, ":"))
            .collect::<Vec<_>>()
            .join(separator)
    };
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => join(&mut items.iter()),
        Value::Object(fields) => join(&mut fields.values()),
        Value::Number(number) => match number
            .as_f64()
            .filter(|small| number.is_f64() && *small != 0.0)
        {
            // Without an exponent, as all other numbers of a column.
            Some(small) if small.abs() < 1.0 => small.to_string(),
            _ => number.to_string(),
        },
        Value::Bool(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_csv() {
        let cells =
            [0.0, 7e-6, -0.000_032, 2.5, 9.4e136].map(|number| as_text(&Value::from(number), " "));
        assert_eq!(cells, ["0.0", "0.000007", "-0.000032", "2.5", "9.4e+136"]);
    }
}
