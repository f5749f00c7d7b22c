//! Paths: sequences of moves, counted in a metric, printed and read in the tile's or the blank's directions, and replayed.

use crate::{Board, Direction, MAX_CELLS, MoveOrder, ParseError};

/// The piece whose direction a letter names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// `U`: a tile moves up (and the blank down).
    #[default]
    Tile,
    /// `U`: the blank moves up.
    Blank,
}

crate::named!(Convention, "convention": Tile = "tile", Blank = "blank");

/// The unit in which moves are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// A move of one tile.
    #[default]
    SingleTile,
    /// A push of any number of tiles in one row or column.
    MultiTile,
}

crate::named!(Metric, "metric": SingleTile = "single-tile", MultiTile = "multi-tile");

/// The most tiles that slide together on any board.
const MAX_SLIDE: usize = MAX_CELLS - 1;

/// A sequence of moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Path {
    /// The directions in which the blank moves.
    directions: Vec<Direction>,
    /// On a board with several blanks, the cells of the tiles that move.
    cells: Vec<u8>,
}

/// A move of a path that leaves the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("move {position} leaves the board {board}")]
pub struct IllegalMove {
    /// Position of the move, from 1.
    pub position: usize,
    /// The board before the move.
    pub board: Board,
    /// The direction in which the blank cannot move.
    pub direction: Direction,
}

impl Path {
    /// A path from the directions in which the blank moves.
    pub fn new(blank: Vec<Direction>) -> Self {
        Self {
            directions: blank,
            cells: Vec::new(),
        }
    }

    /// A path on a board with several blanks, from the directions in which they move and the cells of the tiles that do.
    pub fn of_several_blanks(moves: impl IntoIterator<Item = (Direction, u8)>) -> Self {
        let (directions, cells) = moves.into_iter().unzip();
        Self { directions, cells }
    }

    /// The directions in which the blank moves.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.directions.len()
    }

    /// Number of moves in a metric: in the multi-tile one, of slides.
    pub fn len_in(&self, metric: Metric) -> usize {
        self.moves_in(metric).len()
    }

    /// The single moves of each move in a metric.
    pub fn moves_in(&self, metric: Metric) -> Vec<&[Direction]> {
        match metric {
            Metric::SingleTile => self.directions.chunks(1).collect(),
            Metric::MultiTile => self.directions.chunk_by(|a, b| a == b).collect(),
        }
    }

    /// The moves as a metric counts them: letters, or slides. With several blanks, the number of the tile's cell from 1,
    /// row by row, is before each letter: `5R 2U`.
    pub fn text(&self, metric: Metric, convention: Convention) -> String {
        match metric {
            _ if !self.cells.is_empty() => {
                let moves = self
                    .cells
                    .iter()
                    .zip(self.letters(convention).chars().collect::<Vec<_>>());
                moves
                    .map(|(cell, letter)| format!("{}{letter}", cell + 1))
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            Metric::SingleTile => self.letters(convention),
            Metric::MultiTile => self.slides(convention),
        }
    }

    /// True if there is no move.
    pub fn is_empty(&self) -> bool {
        self.directions.is_empty()
    }

    /// The moves as letters.
    pub fn letters(&self, convention: Convention) -> String {
        self.directions
            .iter()
            .map(|&d| convert(d, convention).letter())
            .collect()
    }

    /// The moves as slides of one or more tiles, as speed-solvers write them: `R3 U2 L`.
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

    /// Reads letters in upper or lower case, words such as `left`, or arrows, each perhaps with a number behind it, which
    /// repeats it (`R3`). Spaces, commas, hyphens, quotes and brackets may stand between moves.
    ///
    /// # Errors
    /// For any other character, and for a number that no board has room for.
    pub fn parse(text: &str, convention: Convention) -> Result<Self, ParseError> {
        let (mut rest, mut moves) = (text.trim_start_matches(is_between_moves), Vec::new());
        while let Some(letter) = rest.chars().next() {
            let position = moves.len() + 1;
            let (direction, length) = direction(rest).ok_or_else(|| {
                ParseError(format!(
                    "move {position} is '{letter}'; moves are the letters U, D, L and R, each perhaps with a number, as in R3"
                ))
            })?;
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

    /// Reads moves on a board as [`parse`](Self::parse) does, or as the numbers of the tiles that move; with several
    /// blanks, as [`text`](Self::text) writes them.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse), and a tile that is not beside the blank.
    pub fn parse_on(text: &str, board: &Board, convention: Convention) -> Result<Self, ParseError> {
        let words: Vec<&str> = text
            .split(is_between_moves)
            .filter(|word| !word.is_empty())
            .collect();
        let with_cell = |word: &&str| {
            let (cell, letter) = word.split_at(word.find(|c: char| !c.is_ascii_digit())?);
            let (cell, letter) = (
                cell.parse::<u8>().ok()?.checked_sub(1)?,
                letter.parse::<char>().ok()?,
            );
            Some((convert(Direction::from_letter(letter)?, convention), cell))
        };
        let has_several = board.tiles().iter().filter(|&&tile| tile == 0).count() > 1;
        if let Some(moves) = words
            .iter()
            .map(with_cell)
            .collect::<Option<Vec<_>>>()
            .filter(|_| has_several)
        {
            return Ok(Self::of_several_blanks(moves));
        }
        if words.is_empty()
            || !words
                .iter()
                .all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        {
            return Self::parse(text, convention);
        }
        let (mut moves, mut now) = (Vec::with_capacity(words.len()), *board);
        for (position, word) in (1..).zip(words) {
            let beside = MoveOrder::ULRD
                .directions()
                .into_iter()
                .find_map(|direction| {
                    let next = now.moved(direction)?;
                    (next.tiles()[now.blank()].to_string() == word).then_some((direction, next))
                });
            let (direction, next) = beside.ok_or_else(|| {
                ParseError(format!(
                    "move {position} is tile {word}, but it is not beside the blank of {now}"
                ))
            })?;
            moves.push(direction);
            now = next;
        }
        Ok(Self::new(moves))
    }

    /// The boards along the path, the first included.
    ///
    /// # Errors
    /// [`IllegalMove`]: the first move that leaves the board.
    pub fn boards(&self, start: &Board) -> Result<Vec<Board>, IllegalMove> {
        let (mut boards, mut board) = (vec![*start], *start);
        for (position, &direction) in (1..).zip(&self.directions) {
            let next = match self.cells.get(position - 1) {
                None => board.moved(direction),
                Some(&tile) => {
                    let blank = board.size().step(tile.into(), direction.opposite());
                    blank.and_then(|blank| board.with_blank(blank)?.moved(direction))
                }
            };
            board = next.ok_or(IllegalMove {
                position,
                board,
                direction,
            })?;
            boards.push(board);
        }
        Ok(boards)
    }

    /// The boards along the path, the first included, or `None` if a move leaves the board.
    pub fn replay(&self, start: &Board) -> Option<Vec<Board>> {
        self.boards(start).ok()
    }

    /// The path that undoes this one on a board with one blank: the opposite moves, from the last to the first.
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

/// True for what may stand between moves.
fn is_between_moves(c: char) -> bool {
    c.is_whitespace() || ",;-[](){}\"'".contains(c)
}

/// The direction with which a text begins, as a word, an arrow or a letter, and the length of that.
fn direction(text: &str) -> Option<(Direction, usize)> {
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

/// The blank's direction for a letter's, and back: a tile moves opposite to the blank.
fn convert(direction: Direction, convention: Convention) -> Direction {
    match convention {
        Convention::Tile => direction.opposite(),
        Convention::Blank => direction,
    }
}
