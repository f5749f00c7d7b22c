//! The state of a game, and how keys, search results and time change it.
//!
//! [`Game`] neither draws nor searches. [`Game::act`] performs an [`Action`] of the player, and
//! returns an [`Effect`] for the caller to carry out, such as the start of a search.
//! [`Game::receive`] takes the [`GameSearchEvent`]s of the searches. [`Game::tick`] answers a
//! [`PendingRequest`] (a hint or a solution) when it can, and advances the [`Playback`] of a
//! solution. Times are durations since the program started.

mod solution;

use std::time::Duration;

use fifteen_solver::{Board, Direction, Path};

pub(crate) use self::solution::{Playback, PlayedSolution};
use crate::cmd::play::keys::Action;
use crate::cmd::play::search::{GameSearchEvent, SearchRoot};

/// What the caller of [`Game::act`] must do after the player's action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    /// Start a search from this board.
    Search(SearchRoot, Board),
    /// Start a game with a different board.
    New,
    /// Suspend the program.
    Suspend,
    /// Quit the program.
    Quit,
}

/// What is known about the length of a shortest solution from the start board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Optimum {
    /// The best lower bound so far.
    AtLeast(u32),
    Known(usize),
    /// The search failed, so the length remains unknown.
    Unknown,
}

/// The request that the player is waiting for, and the bound to show until it is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub request: PendingRequest,
    /// The best known lower bound on the number of moves from the current board.
    pub bound: u32,
}

/// A request from the player that may need a search before it can be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PendingRequest {
    Hint,
    Playback,
}

/// The next move of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hint {
    pub tile: u8,
    /// Direction in which the tile moves.
    pub direction: Direction,
    /// Number of moves to the goal, including this one.
    pub left: usize,
    /// Whether the solution is proven optimal.
    pub is_shortest: bool,
}

/// A game from one starting board to the goal.
#[derive(Debug, Clone)]
pub(crate) struct Game {
    start: Board,
    pub goal: Board,
    board: Board,
    /// Directions of the blank's moves. The first `made` of them lead from the start to the current
    /// board. The player has undone the others, and can redo them.
    moves: Vec<Direction>,
    /// Number of moves made.
    pub made: usize,
    /// Time of the first move.
    began: Option<Duration>,
    /// Time when the goal was reached.
    ended: Option<Duration>,
    pub optimum: Optimum,
    /// Length of the best solution found so far from the start board. `None` before a solution is
    /// found, and again when the exact length is known and stored in `optimum`.
    pub upper: Option<usize>,
    solution: PlayedSolution,
    pending: Option<PendingRequest>,
    /// Best known lower bound on the number of moves from the current board to the goal.
    bound: u32,
    pub hint: Option<Hint>,
    pub playback: Option<Playback>,
    pub error: Option<String>,
}

impl Game {
    pub(crate) fn new(start: Board, goal: Board) -> Self {
        Self {
            start,
            goal,
            board: start,
            moves: Vec::new(),
            made: 0,
            began: None,
            ended: None,
            optimum: Optimum::AtLeast(0),
            upper: None,
            solution: PlayedSolution::default(),
            pending: None,
            bound: 0,
            hint: None,
            playback: None,
            error: None,
        }
    }

    /// Returns the board to show: the player's board, or the board of the playback.
    pub(crate) fn shown(&self) -> &Board {
        self.playback
            .as_ref()
            .and_then(Playback::board)
            .unwrap_or(&self.board)
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.board == self.goal
    }

    /// Returns the playing time: from the first move until the goal was reached, or until now if
    /// the game is not over.
    pub(crate) fn time(&self, now: Duration) -> Duration {
        self.began.map_or(Duration::ZERO, |began| {
            self.ended.unwrap_or(now).saturating_sub(began)
        })
    }

    pub(crate) fn tick(&mut self, now: Duration) {
        if let Some(request) = self.pending {
            self.answer(request, now);
        }
        self.playback
            .iter_mut()
            .for_each(|playback| playback.tick(now));
    }

    /// Performs an action of the player.
    pub(crate) fn act(&mut self, action: Action, now: Duration) -> Effect {
        match action {
            Action::Quit => return Effect::Quit,
            Action::Suspend => return Effect::Suspend,
            Action::New => return Effect::New,
            Action::Restart => self.restart(),
            _ => {}
        }
        if self.playback.is_some() {
            self.act_watching(action, now);
            return Effect::Nothing;
        }
        match action {
            Action::Move(direction) => self.slide(direction.opposite(), now),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Hint => return self.request(PendingRequest::Hint, now),
            Action::Playback => return self.request(PendingRequest::Playback, now),
            _ => {}
        }
        Effect::Nothing
    }

    fn act_watching(&mut self, action: Action, now: Duration) {
        let Some(playback) = &mut self.playback else {
            return;
        };
        match action {
            Action::Move(direction) => playback.step(direction),
            Action::Pause => playback.pause(now),
            Action::Faster => playback.faster(now),
            Action::Slower => playback.slower(now),
            Action::Playback => self.playback = None,
            _ => {}
        }
    }

    /// Updates the game with an event from a search.
    pub(crate) fn receive(&mut self, news: GameSearchEvent, now: Duration) {
        match news {
            GameSearchEvent::Bound(board, bound) => {
                if let (true, Optimum::AtLeast(known)) = (board == self.start, self.optimum) {
                    self.optimum = Optimum::AtLeast(known.max(bound));
                }
                if board == self.board {
                    self.bound = self.bound.max(bound);
                }
            }
            GameSearchEvent::Solution {
                board,
                path,
                is_shortest,
            } => {
                match (board == self.start, is_shortest, self.optimum) {
                    (true, true, _) => {
                        (self.optimum, self.upper) = (Optimum::Known(path.len()), None)
                    }
                    (true, false, Optimum::AtLeast(_) | Optimum::Unknown) => {
                        self.upper = Some(path.len())
                    }
                    _ => {}
                }
                self.take(&board, &path, is_shortest, now);
            }
            GameSearchEvent::Failed(error) => {
                self.pending = None;
                if let Optimum::AtLeast(_) = self.optimum {
                    self.optimum = Optimum::Unknown;
                }
                self.error = Some(error);
            }
        }
    }

    /// Stores a solution from `board`, unless the stored one is better for the player's current
    /// board. Then answers the pending request, if that is now possible.
    fn take(&mut self, board: &Board, path: &Path, is_shortest: bool, now: Duration) {
        let Some(boards) = path.replay(board) else {
            return;
        };
        self.solution
            .improve(PlayedSolution::new(boards, is_shortest, now), &self.board);
        if let Some(request) = self.pending {
            self.answer(request, now);
        }
    }

    /// Moves the blank. Does nothing if the goal has been reached, because the game is then over.
    fn slide(&mut self, blank: Direction, now: Duration) {
        let Some(next) = self.board.moved(blank).filter(|_| !self.is_solved()) else {
            return;
        };
        self.moves.truncate(self.made);
        self.moves.push(blank);
        self.made += 1;
        self.began.get_or_insert(now);
        self.go_to(next);
        if self.is_solved() {
            self.ended = Some(now);
        }
    }

    fn undo(&mut self) {
        let last = self.made.checked_sub(1).filter(|_| !self.is_solved());
        if let Some((last, board)) =
            last.and_then(|i| Some((i, self.board.moved(self.moves[i].opposite())?)))
        {
            self.made = last;
            self.go_to(board);
        }
    }

    fn redo(&mut self) {
        if let Some(board) = self
            .moves
            .get(self.made)
            .and_then(|&blank| self.board.moved(blank))
        {
            self.made += 1;
            self.go_to(board);
        }
    }

    /// Replaces the current board, and discards what was known about the previous one.
    fn go_to(&mut self, board: Board) {
        (self.board, self.hint, self.pending, self.bound, self.error) =
            (board, None, None, 0, None);
    }

    /// Returns what the player is waiting for, or `None` if no request is pending.
    pub(crate) fn waiting(&self) -> Option<Waiting> {
        let bound = match self.optimum {
            Optimum::AtLeast(bound) if self.board == self.start => bound,
            _ => self.bound,
        };
        self.pending.map(|request| Waiting { request, bound })
    }

    /// Answers a request immediately if possible. Otherwise returns [`Effect::Search`], unless the
    /// search that can answer it is already running.
    fn request(&mut self, request: PendingRequest, now: Duration) -> Effect {
        if self.is_solved() || self.answer(request, now) {
            return Effect::Nothing;
        }
        let start_is_searched =
            self.board == self.start && matches!(self.optimum, Optimum::AtLeast(_));
        let searched = self.pending.is_some() || start_is_searched;
        self.pending = Some(request);
        self.error = None;
        // If a search from this board is already running, its result will answer the request.
        if searched {
            Effect::Nothing
        } else {
            Effect::Search(SearchRoot::Current, self.board)
        }
    }

    /// Answers a request if a solution from the current board is known. Returns whether the request
    /// was answered.
    fn answer(&mut self, request: PendingRequest, now: Duration) -> bool {
        let Some(solution) = self.solution.from(&self.board, now) else {
            return false;
        };
        match (request, solution.boards.get(1)) {
            (PendingRequest::Hint, Some(next)) => {
                // The tile to move is on the cell where the blank will be next.
                let tile = self.board.tiles()[next.blank()];
                let (left, is_shortest) = (solution.boards.len() - 1, solution.is_shortest);
                let mut all = [
                    Direction::Up,
                    Direction::Left,
                    Direction::Right,
                    Direction::Down,
                ]
                .into_iter();
                let direction = all.find(|d| self.board.moved(d.opposite()).as_ref() == Some(next));
                self.hint = direction.map(|direction| Hint {
                    tile,
                    direction,
                    left,
                    is_shortest,
                });
            }
            (PendingRequest::Hint, None) => {}
            (PendingRequest::Playback, _) => self.playback = Some(Playback::new(solution, now)),
        }
        (self.pending, self.error) = (None, None);
        true
    }

    fn restart(&mut self) {
        let (optimum, upper, solution) =
            (self.optimum, self.upper, std::mem::take(&mut self.solution));
        *self = Self {
            optimum,
            upper,
            solution,
            ..Self::new(self.start, self.goal)
        };
    }
}

#[cfg(test)]
mod tests;
