//! Boards as arrays, as JSON, Python and NumPy print them: `[1,2,3,0]`, or `[[1,2],[3,0]]`.

use crate::named::ParseError;

/// The array in the plain notation: its rows, or its numbers, without brackets.
pub(super) fn without_brackets(text: &str) -> Result<String, ParseError> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or_else(mismatch)?;
    if !inner.contains(['[', ']']) {
        return Ok(inner.to_owned());
    }
    let (rows, rest) = inner.rsplit_once(']').ok_or_else(mismatch)?;
    let rows: Vec<&str> =
        rows.split(']').enumerate().map(|(number, text)| row(number, text)).collect::<Result<_, _>>()?;
    if rest.trim().is_empty() { Ok(rows.join("/")) } else { Err(mismatch()) }
}

/// The numbers of a row of the array, from the end of the row before it.
fn row(number: usize, text: &str) -> Result<&str, ParseError> {
    let text = text.trim_start();
    // A comma stands between rows; NumPy prints none.
    let text = if number > 0 { text.strip_prefix(',').unwrap_or(text).trim_start() } else { text };
    text.strip_prefix('[').filter(|row| !row.contains('[')).ok_or_else(mismatch)
}

fn mismatch() -> ParseError {
    ParseError("the brackets of the array do not match; write it as [1, 2, 3, 0] or [[1, 2], [3, 0]]".to_owned())
}
