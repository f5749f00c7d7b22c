//! Requests of the player that need a solution: a hint, and a playback.

use std::time::Duration;

use fifteen_solver::{Board, Direction};

use super::playback::Playback;
use super::{Effect, Game, Optimum};
use crate::cmd::play::search::SearchRoot;

/// A request that waits for a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PendingRequest {
    Hint,
    Playback,
}

/// The next move of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hint {
    pub tile: u8,
    /// The direction in which the tile moves.
    pub direction: Direction,
    /// The number of moves left, this one included.
    pub left: usize,
    /// The solution is proven to be a shortest one.
    pub is_shortest: bool,
}

impl Game {
    /// The pending request, and the lower bound on the board's moves.
    pub(crate) fn waiting(&self) -> Option<(PendingRequest, u32)> {
        let bound = match self.optimum {
            Optimum::AtLeast(bound) if self.board == self.start => bound,
            _ => self.bound,
        };
        self.pending.map(|request| (request, bound))
    }

    /// Answers a request at once, or names the search that it needs.
    pub(super) fn request(&mut self, request: PendingRequest, now: Duration) -> Effect {
        if self.is_solved() || self.answer(request, now) {
            return Effect::Nothing;
        }
        let start_is_searched = self.board == self.start && matches!(self.optimum, Optimum::AtLeast(_));
        let searched = self.pending.is_some() || start_is_searched;
        self.pending = Some(request);
        self.error = None;
        // A search of this board may be running already.
        if searched { Effect::Nothing } else { Effect::Search(SearchRoot::Current, self.board) }
    }

    /// Answers a request if a solution from the current board is known.
    pub(super) fn answer(&mut self, request: PendingRequest, now: Duration) -> bool {
        let Some(at) = self.solution.place(&self.board).filter(|_| self.solution.is_ready(now)) else { return false };
        let (boards, is_shortest) = (self.solution.boards(), self.solution.is_shortest());
        match (request, boards.get(at + 1)) {
            (PendingRequest::Hint, Some(next)) => {
                let direction = Direction::opposite(blank_direction(&self.board, next));
                let tile = self.board.tiles()[next.blank()];
                self.hint = Some(Hint { tile, direction, left: boards.len() - at - 1, is_shortest });
            }
            (PendingRequest::Hint, None) => {}
            (PendingRequest::Playback, _) => {
                self.playback = Some(Playback::new(boards[at..].to_vec(), is_shortest, now));
            }
        }
        (self.pending, self.error) = (None, None);
        true
    }
}

/// The direction in which the blank moves from a board to the next.
fn blank_direction(from: &Board, to: &Board) -> Direction {
    let all = [Direction::Up, Direction::Left, Direction::Right];
    all.into_iter().find(|&d| from.moved(d).as_ref() == Some(to)).unwrap_or(Direction::Down)
}
