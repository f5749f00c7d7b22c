//! Sequences of moves, and the notations in which people write them.
//!
//! A [`Path`] stores the directions in which the blank moves. In a string, a letter can mean the
//! direction of the blank or the direction of the tile, which is the opposite one. A [`Convention`]
//! selects one of these meanings. In the multi-tile [`Metric`], several tiles that slide together
//! count as one move:
//!
//! ```text
//! 1 2 3      1 2 3
//! _ 4 5  ->  4 5 _    blank letters: RR    tile letters: LL    tile slides: L2
//! 6 7 8      6 7 8    2 moves in the single-tile metric, 1 in the multi-tile metric
//! ```

use crate::{Board, Direction, GridPath, MAX_CELLS, ParseError, TileGrid};

/// The meaning of a move letter such as `U`: the direction of the tile, or the direction of the
/// blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// `U` moves a tile up and the blank down.
    #[default]
    Tile,
    /// `U` moves the blank up and a tile down.
    Blank,
}

crate::named!(Convention, "meaning of letters": Tile = "tile", Blank = "blank");

/// A unit for counting the moves of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// Each step of a single tile is one move.
    #[default]
    SingleTile,
    /// A slide of one or more tiles along a row or a column is one move.
    MultiTile,
}

crate::named!(Metric, "metric": SingleTile = "single-tile", MultiTile = "multi-tile");

/// Maximum repeat count of a move, such as the 3 in `R3`. No valid path needs a larger count,
/// because no board has room for a longer slide.
const MAX_SLIDE: usize = MAX_CELLS - 1;

/// A sequence of moves, stored as the directions in which the blank moves.
///
/// A path is not tied to a board. It can start at any board on which all its moves are legal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Path {
    directions: Vec<Direction>,
}

/// Error for a path that would move the blank off the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("move {position} leaves the board {board}")]
pub struct IllegalMove {
    /// Position of the illegal move in the path, counted from 1.
    pub position: usize,
    /// The board just before the illegal move.
    pub board: Board,
    /// The direction in which the blank cannot move.
    pub direction: Direction,
}

impl Path {
    /// Creates a path from the directions in which the blank moves.
    pub fn new(directions: Vec<Direction>) -> Self {
        Self { directions }
    }

    /// Returns the directions in which the blank moves.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// Returns the length of this path, counted in single-tile moves.
    pub fn len(&self) -> usize {
        self.directions.len()
    }

    /// Returns the number of moves of this path in the given metric.
    pub fn len_in(&self, metric: Metric) -> usize {
        self.moves_in(metric).len()
    }

    /// Groups the single-tile moves into moves of the given metric. Each returned slice is one
    /// move.
    pub fn moves_in(&self, metric: Metric) -> Vec<&[Direction]> {
        match metric {
            Metric::SingleTile => self.directions.chunks(1).collect(),
            Metric::MultiTile => self.directions.chunk_by(|a, b| a == b).collect(),
        }
    }

    /// Formats this path in the given metric. Single-tile moves are formatted like
    /// [`letters`](Self::letters), and multi-tile moves like [`slides`](Self::slides).
    pub fn text(&self, metric: Metric, convention: Convention) -> String {
        match metric {
            Metric::SingleTile => self.letters(convention),
            Metric::MultiTile => self.slides(convention),
        }
    }

    /// Returns whether this path contains no moves.
    pub fn is_empty(&self) -> bool {
        self.directions.is_empty()
    }

    /// Formats this path with one letter per single-tile move, such as `RRUUL`.
    pub fn letters(&self, convention: Convention) -> String {
        self.directions
            .iter()
            .map(|&d| convert(d, convention).letter())
            .collect()
    }

    /// Formats this path as multi-tile moves in the notation of speed-solvers, such as `R3 U2 L`.
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

    /// Parses a path written as letters in either case, words such as `left`, or arrows.
    ///
    /// A number after a move repeats the move, so `R3` means `RRR`. Spaces, commas, hyphens, quotes
    /// and brackets between moves are ignored.
    ///
    /// # Errors
    /// Returns an error for any other character, and for a repeat count of 0 or more than 24. Also
    /// returns an error for a prime, as in `R'`, because it means an inverse move in the notation
    /// of Rubik's cube. A closing quote, as in `'R'`, is accepted.
    pub fn parse(text: &str, convention: Convention) -> Result<Self, ParseError> {
        let mut is_quoted = false;
        let mut rest = skip_between_moves(text, &mut is_quoted);
        let mut moves = Vec::new();
        while let Some(letter) = rest.chars().next() {
            let position = moves.len() + 1;
            let (direction, length) = leading_direction(rest).ok_or_else(|| {
                ParseError(format!(
                    "move {position} is '{letter}'; moves are the letters U, D, L and R, each perhaps with a number, as in R3"
                ))
            })?;
            // Skip a variation selector after an arrow. This invisible character turns the arrow
            // into an emoji.
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
            if rest.starts_with(PRIMES) && !is_quoted {
                let inverse = direction.opposite().letter();
                return Err(ParseError(format!(
                    "move {position} has a prime, which marks an inverse move on Rubik's cube; write {inverse} \
                     instead of {}'",
                    direction.letter()
                )));
            }
            moves.extend(std::iter::repeat_n(convert(direction, convention), count));
            rest = skip_between_moves(rest, &mut is_quoted);
        }
        Ok(Self::new(moves))
    }

    /// Parses a path that starts at `board`.
    ///
    /// Accepts everything that [`parse`](Self::parse) accepts. Also accepts the numbers of the
    /// moving tiles in order, such as `12 8 7`.
    ///
    /// # Errors
    /// Returns an error if the text contains anything other than moves, or if a tile that should
    /// move is not adjacent to the blank.
    pub fn parse_on(text: &str, board: &Board, convention: Convention) -> Result<Self, ParseError> {
        let path = GridPath::parse_tile_numbers(&move_words(text), &TileGrid::from(*board))?;
        match path {
            Some(path) => Ok(Self::new(path.directions().collect())),
            None => Self::parse(text, convention),
        }
    }

    /// Returns every board along this path, beginning with `start`.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] for the first move that would take the blank off the board.
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

    /// Returns every board along this path, beginning with `start`. Returns `None` if a move would
    /// take the blank off the board.
    pub fn replay(&self, start: &Board) -> Option<Vec<Board>> {
        self.boards(start).ok()
    }

    /// Returns the path that undoes this path. It consists of the opposite moves in reverse order.
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

    /// Returns whether this path leads from `start` to `goal`.
    pub fn solves(&self, start: &Board, goal: &Board) -> bool {
        self.replay(start)
            .is_some_and(|boards| boards.last() == Some(goal))
    }
}

/// Splits a string into moves, at spaces, commas, brackets and other separators.
pub(crate) fn move_words(text: &str) -> Vec<&str> {
    text.split(is_between_moves)
        .filter(|word| !word.is_empty())
        .collect()
}

/// Characters that mark an inverse move if they follow a letter, such as the apostrophe in `R'`.
const PRIMES: [char; 3] = ['\'', '’', '′'];

/// Skips the separators before the next move, and returns the rest of `text`. Each skipped
/// apostrophe toggles `is_quoted`, because it opens or closes a quotation.
fn skip_between_moves<'a>(text: &'a str, is_quoted: &mut bool) -> &'a str {
    let rest = text.trim_start_matches(is_between_moves);
    let skipped = &text[..text.len() - rest.len()];
    if skipped.matches('\'').count() % 2 == 1 {
        *is_quoted = !*is_quoted;
    }
    rest
}

/// Returns whether a character can separate two moves.
fn is_between_moves(c: char) -> bool {
    c.is_whitespace() || ",;-[](){}\"'".contains(c)
}

/// Parses the direction at the beginning of `text`: a word, an arrow or a letter. Returns the
/// direction and the number of bytes parsed.
fn leading_direction(text: &str) -> Option<(Direction, usize)> {
    const WORDS: [(Direction, [&str; 4]); 4] = [
        (Direction::Up, ["up", "↑", "⬆", "￪"]),
        (Direction::Down, ["down", "↓", "⬇", "￬"]),
        (Direction::Left, ["left", "←", "⬅", "￩"]),
        (Direction::Right, ["right", "→", "➡", "￫"]),
    ];
    let begins = |word: &&str| {
        text.get(..word.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(word))
    };
    let word = |(direction, words): (Direction, [&str; 4])| {
        Some((direction, words.into_iter().find(begins)?.len()))
    };
    let letter = text.chars().next()?;
    WORDS
        .into_iter()
        .find_map(word)
        .or_else(|| Some((Direction::from_letter(letter)?, letter.len_utf8())))
}

/// Converts the direction that a move letter names into the direction in which the blank moves. The
/// same conversion also works the other way round.
pub(crate) fn convert(direction: Direction, convention: Convention) -> Direction {
    match convention {
        Convention::Tile => direction.opposite(),
        Convention::Blank => direction,
    }
}
