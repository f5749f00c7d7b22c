//! A path: a sequence of moves, with the text forms in which people write it.
//!
//! A [`Path`] holds the directions in which the blank moves. Letters may name these directions or
//! those of the tiles, which are opposite; that is the [`Convention`]. Several tiles that slide
//! together are one move in the multi-tile [`Metric`]:
//!
//! ```text
//! 1 2 3      1 2 3
//! _ 4 5  ->  4 5 _    blank: R R    letters of the tiles: LL    of the blank: RR
//! 6 7 8      6 7 8    2 single-tile moves, but one multi-tile move: L2
//! ```

use crate::{Board, Direction, GridPath, MAX_CELLS, ParseError, TileGrid};

/// Whether letters name the direction of the tile or of the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// `U` means that a tile moves up, and so the blank down.
    #[default]
    Tile,
    /// `U` means that the blank moves up.
    Blank,
}

crate::named!(Convention, "convention": Tile = "tile", Blank = "blank");

/// The unit in which moves are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// Each tile that moves counts as a move.
    #[default]
    SingleTile,
    /// Tiles of one row or column that slide together count as one move.
    MultiTile,
}

crate::named!(Metric, "metric": SingleTile = "single-tile", MultiTile = "multi-tile");

/// More tiles than can slide together on any board.
const MAX_SLIDE: usize = MAX_CELLS - 1;

/// A sequence of moves of the blank, from any board with room for them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Path {
    directions: Vec<Direction>,
}

/// The error for a path with a move that leaves the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("move {position} leaves the board {board}")]
pub struct IllegalMove {
    /// The number of the move, counted from 1.
    pub position: usize,
    /// The board before the move.
    pub board: Board,
    /// The direction in which the blank cannot move.
    pub direction: Direction,
}

impl Path {
    /// The path in which the blank moves in these directions.
    pub fn new(directions: Vec<Direction>) -> Self {
        Self { directions }
    }

    /// The directions in which the blank moves.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// Number of single-tile moves.
    pub fn len(&self) -> usize {
        self.directions.len()
    }

    /// Number of moves in a metric.
    pub fn len_in(&self, metric: Metric) -> usize {
        self.moves_in(metric).len()
    }

    /// The moves in a metric, each with the single-tile moves that it consists of.
    pub fn moves_in(&self, metric: Metric) -> Vec<&[Direction]> {
        match metric {
            Metric::SingleTile => self.directions.chunks(1).collect(),
            Metric::MultiTile => self.directions.chunk_by(|a, b| a == b).collect(),
        }
    }

    /// The moves as text in the form that goes with a metric: [`letters`](Self::letters) or
    /// [`slides`](Self::slides).
    pub fn text(&self, metric: Metric, convention: Convention) -> String {
        match metric {
            Metric::SingleTile => self.letters(convention),
            Metric::MultiTile => self.slides(convention),
        }
    }

    /// True if the path has no moves.
    pub fn is_empty(&self) -> bool {
        self.directions.is_empty()
    }

    /// One letter for each move: `RRUUL`.
    pub fn letters(&self, convention: Convention) -> String {
        self.directions
            .iter()
            .map(|&d| convert(d, convention).letter())
            .collect()
    }

    /// The moves as slides of one or more tiles, in the form that speed-solvers use: `R3 U2 L`.
    pub fn slides(&self, convention: Convention) -> String {
        let slide = |run: &[Direction]| {
            let letter = convert(run[0], convention).letter();
            if run.len() > 1 {
                format!("{letter}{}", run.len())
            } else {
                letter.to_string()
            }
        };
        self.moves_in(Metric::MultiTile)
            .into_iter()
            .map(slide)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Reads letters in upper or lower case, words such as `left`, or arrows.
    ///
    /// A number after a move repeats it (`R3`). Spaces, commas, hyphens, quotes and brackets may
    /// stand between moves.
    ///
    /// # Errors
    /// Returns an error for any other character, and for a number of tiles that no board has room
    /// for.
    pub fn parse(text: &str, convention: Convention) -> Result<Self, ParseError> {
        let mut rest = text.trim_start_matches(is_between_moves);
        let mut moves = Vec::new();
        while let Some(letter) = rest.chars().next() {
            let position = moves.len() + 1;
            let (direction, length) = leading_direction(rest).ok_or_else(|| {
                ParseError(format!(
                    "move {position} is '{letter}'; moves are the letters U, D, L and R, each perhaps with a number, as in R3"
                ))
            })?;
            // An arrow may be followed by the selector that makes an emoji of it.
            let behind = rest[length..].trim_start_matches('\u{fe0f}');
            rest = behind.trim_start_matches(|c: char| c.is_ascii_digit());
            let number = &behind[..behind.len() - rest.len()];
            let count = if number.is_empty() {
                Some(1)
            } else {
                number.parse().ok()
            };
            let count = count.filter(|count| (1..=MAX_SLIDE).contains(count)).ok_or_else(|| {
                let found: String = number.chars().take(20).collect();
                ParseError(format!(
                    "'{found}' behind '{letter}' is no number of tiles that slide together: write 1 to {MAX_SLIDE}"
                ))
            })?;
            moves.extend(std::iter::repeat_n(convert(direction, convention), count));
            rest = rest.trim_start_matches(is_between_moves);
        }
        Ok(Self::new(moves))
    }

    /// Reads moves from a board, in the forms of [`parse`](Self::parse) or as the numbers of the
    /// tiles that move.
    ///
    /// # Errors
    /// Returns an error if the text has something other than moves, or a tile that is not beside
    /// the blank when it is its turn.
    pub fn parse_on(text: &str, board: &Board, convention: Convention) -> Result<Self, ParseError> {
        let path = GridPath::parse_tile_numbers(&move_words(text), &TileGrid::from(*board))?;
        match path {
            Some(path) => Ok(Self::new(path.directions().collect())),
            None => Self::parse(text, convention),
        }
    }

    /// The boards along the path, from `start` to the end.
    ///
    /// # Errors
    /// Returns an error for the first move that leaves the board.
    pub fn boards(&self, start: &Board) -> Result<Vec<Board>, IllegalMove> {
        let mut boards = vec![*start];
        let mut board = *start;
        for (position, &direction) in (1..).zip(&self.directions) {
            board = board.moved(direction).ok_or(IllegalMove {
                position,
                board,
                direction,
            })?;
            boards.push(board);
        }
        Ok(boards)
    }

    /// The boards along the path, from `start` to the end, or `None` if a move leaves the board.
    pub fn replay(&self, start: &Board) -> Option<Vec<Board>> {
        self.boards(start).ok()
    }

    /// The path that undoes this one: the opposite moves in reverse order.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self::new(
            self.directions
                .iter()
                .rev()
                .map(|direction| direction.opposite())
                .collect(),
        )
    }

    /// True if the path leads from `start` to `goal`.
    pub fn solves(&self, start: &Board, goal: &Board) -> bool {
        self.replay(start)
            .is_some_and(|boards| boards.last() == Some(goal))
    }
}

/// The parts of a text between spaces, commas and whatever else may stand between moves.
pub(crate) fn move_words(text: &str) -> Vec<&str> {
    text.split(is_between_moves)
        .filter(|word| !word.is_empty())
        .collect()
}

/// True for a character that may stand between moves.
fn is_between_moves(c: char) -> bool {
    c.is_whitespace() || ",;-[](){}\"'".contains(c)
}

/// The direction that a text begins with, as a word, an arrow or a letter, and its length in bytes.
fn leading_direction(text: &str) -> Option<(Direction, usize)> {
    const WORDS: [(Direction, [&str; 3]); 4] = [
        (Direction::Up, ["up", "↑", "⬆"]),
        (Direction::Down, ["down", "↓", "⬇"]),
        (Direction::Left, ["left", "←", "⬅"]),
        (Direction::Right, ["right", "→", "➡"]),
    ];
    let begins = |word: &&str| {
        text.get(..word.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(word))
    };
    let word = |(direction, words): (Direction, [&str; 3])| {
        Some((direction, words.into_iter().find(begins)?.len()))
    };
    let letter = text.chars().next()?;
    WORDS
        .into_iter()
        .find_map(word)
        .or_else(|| Some((Direction::from_letter(letter)?, letter.len_utf8())))
}

/// Converts the direction that a letter names into the blank's, or the blank's into the letter's.
pub(crate) fn convert(direction: Direction, convention: Convention) -> Direction {
    match convention {
        Convention::Tile => direction.opposite(),
        Convention::Blank => direction,
    }
}
