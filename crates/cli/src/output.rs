//! Prints results to standard output as text, JSON or CSV. Each kind of result is one struct, from
//! which all three formats are generated.

use std::io::{self, IsTerminal, Write};

use anyhow::{Result, anyhow};
use fifteen_solver::record::{SCHEMA, tiles};
use fifteen_solver::{Board, Goal};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::exit::Exit;
use crate::input::{BoardLine, prefix};
use crate::terminal::ui::ErrorList;
use crate::terminal::{Ui, interrupt};

/// Output format of the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text for people
    Text,
    /// JSON Lines: one object per line
    Json,
    /// CSV: a header line with the field names, then one line per result
    Csv,
}

/// The options `--json` and `--csv`. If both are given, the last one applies.
#[derive(Debug, clap::Args)]
pub(crate) struct FormatArg {
    #[command(flatten)]
    json: JsonArg,
    /// Print CSV, with the field names of JSON as head
    #[arg(long, overrides_with = "json")]
    csv: bool,
}

impl FormatArg {
    /// Returns the selected output format.
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
    /// Print each result as a line of JSON
    #[arg(long)]
    json: bool,
}

impl JsonArg {
    /// Returns the selected output format.
    pub(crate) fn format(&self) -> Format {
        if self.json {
            Format::Json
        } else {
            Format::Text
        }
    }
}

/// Prints a sequence of results of one type.
pub(crate) struct Printer {
    format: Format,
    out: Box<dyn Write + Send>,
    first: bool,
}

impl Printer {
    /// Creates a printer for standard output. Text has no colours if standard output is not a
    /// terminal or `NO_COLOR` is set.
    pub(crate) fn stdout(format: Format) -> Self {
        match format {
            Format::Text => Self::new(format, Box::new(anstream::stdout())),
            // JSON and CSV bypass the colour filter, because it would strip escape sequences from
            // data.
            Format::Json | Format::Csv => Self::new(
                format,
                Box::new(anstream::AutoStream::always_ansi(io::stdout())),
            ),
        }
    }

    /// Creates a printer for the given result stream.
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

    /// Prints one result in a machine-readable format. Prints nothing in text format.
    pub(crate) fn data(&mut self, fields: &impl Serialize) -> io::Result<()> {
        self.print(fields, |_| Ok(()))
    }

    /// Prints one result. JSON and CSV contain the fields of `record`. In text format, the callback
    /// `text` writes the result. Flushes the output, because another program may be waiting for it.
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

    /// Prints the CSV header line if the format is CSV, so that it appears even if no result
    /// follows. The field names are taken from `sample`.
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

    /// Suppresses the CSV header, for results that are appended to the output of an earlier run.
    pub(crate) fn without_header(&mut self) {
        self.first = false;
    }

    /// Prints an empty line, as a separator between results in text format.
    pub(crate) fn blank_line(&mut self) -> io::Result<()> {
        writeln!(self.out).map_err(unwritten)
    }

    fn csv(&mut self, cells: impl Iterator<Item = String>) -> io::Result<()> {
        let cells: Vec<_> = cells.map(quoted_for_csv).collect();
        writeln!(self.out, "{}", cells.join(","))
    }
}

/// Quotes a CSV cell if it contains a separator, quotation mark or line break (RFC 4180).
fn quoted_for_csv(cell: String) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

/// Prints one record for each board, and determines the exit code of the command.
pub(crate) struct LineWriter<'a> {
    printer: Printer,
    format: Format,
    errors: ErrorList<'a>,
    exit: Exit,
    /// Number of boards so far, including invalid ones.
    boards: u64,
}

impl<'a> LineWriter<'a> {
    /// Creates a writer for standard output. From then on, Ctrl-C ends the process immediately,
    /// because the commands that use this writer do not poll the interrupt flag.
    pub(crate) fn new(format: Format, ui: &'a Ui) -> Self {
        interrupt::ends_the_process();
        Self {
            printer: Printer::stdout(format),
            format,
            errors: ErrorList::new(ui),
            exit: Exit::Done,
            boards: 0,
        }
    }

    /// Prints the record of one input board. `done` is the board's exit code, or an error if the
    /// board has no result. In text format, `text` writes the record, and an error goes to standard
    /// error instead.
    pub(crate) fn add<T: Serialize>(
        &mut self,
        line: &BoardLine,
        mut record: LineRecord<T>,
        done: Result<Exit, String>,
        text: impl FnOnce(&mut dyn Write, &LineRecord<T>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.boards += 1;
        self.exit = self.exit.max(*done.as_ref().unwrap_or(&Exit::Failed));
        record.error = done.err();
        match &record.error {
            Some(error) if self.format == Format::Text => {
                self.errors.add(format_args!("{}{error}", prefix(line)));
                Ok(())
            }
            _ => self.printer.print(&record, |out| text(out, &record)),
        }
    }

    /// Ends the output, and returns the largest exit code of all boards.
    ///
    /// # Errors
    /// Returns an error if the files contained no board. The error contains the `names` of the
    /// files.
    pub(crate) fn end(self, names: &str) -> Result<Exit> {
        self.errors.end();
        if self.boards == 0 {
            return Err(anyhow!("no boards in {names}"));
        }
        Ok(self.exit)
    }
}

/// A command's result for one input board. The fields are in output order, and unknown values are
/// `None`.
#[derive(Debug, Serialize)]
pub(crate) struct LineRecord<T> {
    /// Version of the record format, always [`SCHEMA`].
    schema: u32,
    /// 1-based line number in the file, or 1-based index of the board among the arguments.
    pub line: u64,
    /// Tiles of the board in row-major order, with 0 for the blank.
    #[serde(serialize_with = "tiles")]
    pub board: Option<Board>,
    /// Width and height, such as `4x4`.
    size: Option<String>,
    /// Name of the goal, or its tiles.
    pub goal: String,
    /// Fields specific to the command.
    #[serde(flatten)]
    pub result: T,
    /// Reason why there is no result.
    error: Option<String>,
    /// Name of the file that `line` refers to.
    pub file: Option<String>,
    /// 1-based index of the board on its line, if the line contains several boards. It is not part
    /// of the output.
    #[serde(skip)]
    pub item: Option<u64>,
}

impl<T> LineRecord<T> {
    /// Creates the record of one input board. `result` contains the fields that are specific to the
    /// command. The other fields are the same for all commands, and describe the board and its
    /// line.
    pub(crate) fn new(line: &BoardLine, goal: Goal, result: T) -> Self {
        let board = line.board.as_ref().ok().copied();
        let size = board.map(|board| board.size().to_string());
        Self {
            schema: SCHEMA,
            line: line.line,
            board,
            size,
            goal: goal.to_string(),
            result,
            error: None,
            file: line.file.clone(),
            item: line.item,
        }
    }
}

/// Stream to which a command prints its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultStream {
    Stdout,
    /// Standard error, because an option such as `--svg -` writes its file to standard output.
    Stderr,
    /// No stream. Results are not printed, because a file goes to standard output (`--svg -`) and
    /// `--quiet` permits only errors on standard error.
    Nowhere,
}

impl ResultStream {
    /// Returns the stream for results. `taken_by` is an option, such as `--svg`, that writes its
    /// file to standard output. Results are then text on standard error, and JSON and CSV are
    /// rejected.
    pub(crate) fn for_results(taken_by: Option<&str>, is_text: bool, quiet: bool) -> Result<Self> {
        match taken_by {
            None => Ok(Self::Stdout),
            Some(option) if !is_text => Err(anyhow!(
                "{option} writes to standard output, and so do --json and --csv; name a file for {option}, \
                 or leave them out"
            )),
            Some(_) => Ok(if quiet { Self::Nowhere } else { Self::Stderr }),
        }
    }

    /// Returns whether the results go to a terminal.
    pub(crate) fn is_terminal(self) -> bool {
        match self {
            Self::Stdout => io::stdout().is_terminal(),
            Self::Stderr => io::stderr().is_terminal(),
            Self::Nowhere => false,
        }
    }

    /// Returns a writer for results in text format.
    pub(crate) fn writer(self) -> Box<dyn Write + Send> {
        Printer::to(Format::Text, self).out
    }
}

/// Adds to the message of an error that it occurred while writing to standard output.
pub(crate) fn unwritten(error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot write to standard output: {error}"),
    )
}

/// Formats a value as one CSV cell. Null becomes an empty cell. Spaces separate the items of a
/// list, and colons separate the items of nested lists.
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
            // Write small numbers such as `0.000007` without an exponent, like the other numbers in
            // their column.
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
    fn small_numbers_in_csv_are_written_as_decimals() {
        let cells =
            [0.0, 7e-6, -0.000_032, 2.5, 9.4e136].map(|number| as_text(&Value::from(number), " "));
        assert_eq!(cells, ["0.0", "0.000007", "-0.000032", "2.5", "9.4e+136"]);
    }
}
