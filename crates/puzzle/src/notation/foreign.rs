//! Recognises file formats of planners and games that this crate cannot read, so that an error
//! message can name them.

/// Returns an error message if the text is in a known format that this crate cannot read. The
/// message names the format and says what to paste instead.
///
/// All lines are examined, because comments often precede the first line that reveals the format.
pub fn foreign_format(text: &str) -> Option<String> {
    let format = text.lines().find_map(format_of_line)?;
    Some(format!(
        "this is {format}, which is not read; paste the board itself, row by row, with 0 for the blank"
    ))
}

fn format_of_line(line: &str) -> Option<&'static str> {
    let line = line.trim();
    let operator = line
        .strip_prefix('(')
        .and_then(|rest| rest.split([' ', ')']).next())
        .unwrap_or_default();
    if operator == "define" {
        Some("a planning problem in PDDL")
    } else if operator.starts_with("def")
        || ["in-package", "let", "let*", "load", "setf", "setq"].contains(&operator)
        || line.starts_with("'(")
    {
        Some("a program in Lisp")
    } else if line.starts_with("SAVEFILE:") {
        Some("a saved game of Simon Tatham's puzzles")
    } else if line.starts_with("starting positions for each tile") {
        Some("a list of the cells on which the tiles start")
    } else if is_fact(line) {
        Some("a list of facts for a logic program")
    } else {
        None
    }
}

/// Returns whether a line begins with a fact of a logic program, such as `in0(1,1,4).`
fn is_fact(line: &str) -> bool {
    let Some((name, rest)) = line.split_once('(') else {
        return false;
    };
    let Some((cells, end)) = rest.split_once(')') else {
        return false;
    };
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_cell = |cell: &str| cell.trim().bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name && cells.split(',').all(is_cell) && end.starts_with('.')
}
