//! Recognises the files of planners and games that contain more than a board and are not read.

/// Returns an error message for a text in a format that this crate does not read. The message names
/// the format and says what to paste instead. Returns `None` for all other texts. The first line of
/// a text is enough.
pub fn foreign_format(text: &str) -> Option<String> {
    let text = text.trim_start();
    let is_fact = || {
        let (name, rest) = text.split_once('(')?;
        let (cells, end) = rest.split_once(')')?;
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_cell = |cell: &str| cell.trim().bytes().all(|byte| byte.is_ascii_alphanumeric());
        (is_name && cells.split(',').all(is_cell) && end.starts_with('.')).then_some(())
    };
    let lisp = [
        "(defun ",
        "(defvar ",
        "(defparameter ",
        "(setq ",
        "(setf ",
        "(load ",
        "'(",
    ];
    let format = if text.starts_with("(define ") {
        "a planning problem in PDDL"
    } else if text.starts_with("SAVEFILE:") {
        "a saved game of Simon Tatham's puzzles"
    } else if is_fact().is_some() {
        "a list of facts for a logic program"
    } else if lisp.iter().any(|begin| text.starts_with(begin)) {
        "a program in Lisp"
    } else {
        return None;
    };
    Some(format!(
        "this is {format}, which is not read; paste the board itself, row by row, with 0 for the blank"
    ))
}
