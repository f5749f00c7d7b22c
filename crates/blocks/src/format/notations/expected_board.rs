//! The kind of board to look for in a level pack, such as a Huarong Dao board.

/// Maximum length, in bytes, of a string that contains a board or a row of a board.
pub(super) const LONGEST_TEXT: usize = 64;

/// The kind of board to look for in a level pack.
#[derive(Clone, Copy)]
pub(super) struct ExpectedBoard {
    /// Number of cells on a board of this kind.
    pub(super) cells: usize,
    /// Returns whether a string is a valid board of this kind.
    pub(super) is_board: fn(&str) -> bool,
    /// Whether such a board can also be described by a list of cars. This is possible in Rush Hour.
    pub(super) can_be_cars: bool,
}

impl ExpectedBoard {
    /// Returns whether a string is a valid board of this kind.
    pub(super) fn accepts(self, text: &str) -> bool {
        text.len() <= LONGEST_TEXT && (self.is_board)(text)
    }

    /// Returns whether a string was probably meant as a board, even if no name such as `board:`
    /// precedes it. For example, `AA...OP..Q.OPXXQ.OP` is probably the beginning of a Rush Hour
    /// board.
    ///
    /// Such a string has no spaces, and is at least half as long as a board. At least a quarter of
    /// its characters stand for empty cells.
    pub(super) fn resembles(self, text: &str) -> bool {
        let length = text.chars().take(2 * LONGEST_TEXT).count();
        let empty = text.chars().filter(|c| ".o_-0@".contains(*c)).count();
        length * 2 >= self.cells
            && text.len() <= 2 * LONGEST_TEXT
            && !text.contains(char::is_whitespace)
            && empty * 4 >= length
    }

    /// Returns the error message for a level with the invalid board `text`. If `text` is empty, the
    /// message says that the level has no board.
    pub(super) fn mistake(self, text: &str) -> String {
        let expected = self.cells;
        let start: String = text.chars().take(40).collect();
        match text.chars().count() {
            0 => format!("this level has no board; expected a board of {expected} cells"),
            _ if self.accepts(text) => format!(
                "'{start}' has no quotation marks, unlike other boards; write all boards in the same way"
            ),
            cells if cells == expected => format!(
                "'{start}' is not a board: expected {expected} cells that are letters or empty cells such as '.'"
            ),
            cells => format!(
                "'{start}' is not a board: it has {cells} cells where {expected} were expected"
            ),
        }
    }
}
