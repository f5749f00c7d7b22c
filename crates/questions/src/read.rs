//! `read`: the boards of a text in any form that the command reads.

use fifteen_solver::Size;
use fifteen_solver::input::{BoardLine, BoardReader};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::parse::maybe;
use crate::policy::RANDOM;

/// A text with boards: rows, digits, arrays, records in JSON or CSV, columns, comments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    text: String,
    /// The size of boards whose text does not show it.
    size: Option<String>,
}

impl Read {
    /// The boards, and the errors of the lines that have none.
    pub(crate) fn answer(&self) -> Result<Value, Failure> {
        let size = maybe::<Size>(self.size.as_deref())?;
        let mut reader = BoardReader::new(self.text.as_bytes(), size);
        let lines: Vec<BoardLine> =
            reader.by_ref().take(RANDOM).collect::<Result<_, _>>().map_err(Failure::internal)?;
        if let Some(Err(error)) =
            lines.first().map(|line| &line.board).filter(|_| lines.iter().all(|line| line.board.is_err()))
        {
            let place =
                if self.text.trim().contains('\n') { format!("line {}: ", lines[0].line) } else { String::new() };
            return Err(Failure::refused(format!("{place}{error}")));
        }
        if lines.is_empty() {
            return Err(Failure::refused("the text has no board; write the numbers row by row, 0 for the blank"));
        }
        let boards: Vec<_> = lines.iter().map(described).collect();
        Ok(json!({ "boards": boards, "more": reader.next().is_some() }))
    }
}

/// One line as JSON: a board and its form, or an error.
fn described(line: &BoardLine) -> Value {
    match &line.board {
        Ok(board) => json!({
            "line": line.line,
            "board": board.tiles(),
            "size": board.size().to_string(),
            "form": line.guess.as_deref().unwrap_or(line.form),
            "error": null,
        }),
        Err(error) => json!({ "line": line.line, "board": null, "size": null, "form": null, "error": error }),
    }
}
