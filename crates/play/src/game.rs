//! The state of a game and what keys and searches do to it. Times are given, as the time since the program began; nothing is
//! drawn and nothing is searched here.

use std::time::Duration;

use fifteen_solver::{Board, Direction, Path};

use super::keys::Action;
use super::search::{News, Purpose};
use super::watch::Watch;

/// What the surroundings have to do after a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    /// Search from a board.
    Search(Purpose, Board),
    /// Begin a game with another board.
    New,
    Suspend,
    Quit,
}

/// What a player waits for while a search goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Hint,
    Watch,
}

/// How many moves the start needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Optimum {
    /// At least so many, as far as is known.
    AtLeast(u32),
    Known(usize),
    /// The search failed.
    Unknown,
}

/// The next move of a shortest solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hint {
    pub tile: u8,
    /// The direction in which the tile moves.
    pub direction: Direction,
    /// How many moves are left, this one among them.
    pub left: usize,
}

/// A shortest solution: its boards, one move apart, the last of them the goal.
type Route = Vec<Board>;

#[derive(Debug, Clone)]
pub(crate) struct Game {
    start: Board,
    goal: Board,
    board: Board,
    /// The moves in force, and after these what can be done again: the directions of the blank.
    moves: Vec<Direction>,
    done: usize,
    /// When the first move was made, and when the goal was reached.
    began: Option<Duration>,
    ended: Option<Duration>,
    optimum: Optimum,
    route: Route,
    wish: Option<Wish>,
    /// What is known of the board on which the player waits.
    bound: u32,
    hint: Option<Hint>,
    watch: Option<Watch>,
    error: Option<String>,
}

impl Game {
    pub(crate) fn new(start: Board, goal: Board) -> Self {
        Self {
            start,
            goal,
            board: start,
            moves: Vec::new(),
            done: 0,
            began: None,
            ended: None,
            optimum: Optimum::AtLeast(0),
            route: Vec::new(),
            wish: None,
            bound: 0,
            hint: None,
            watch: None,
            error: None,
        }
    }

    #[cfg(test)]
    pub(crate) fn start(&self) -> &Board {
        &self.start
    }

    pub(crate) fn goal(&self) -> &Board {
        &self.goal
    }

    /// The board to be seen: the player's, or one of a solution.
    pub(crate) fn shown(&self) -> &Board {
        self.watch.as_ref().and_then(Watch::board).unwrap_or(&self.board)
    }

    pub(crate) fn moves(&self) -> usize {
        self.done
    }

    pub(crate) fn optimum(&self) -> Optimum {
        self.optimum
    }

    pub(crate) fn hint(&self) -> Option<Hint> {
        self.hint
    }

    pub(crate) fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    pub(crate) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// What is waited for, and how many moves are needed at least.
    pub(crate) fn waiting(&self) -> Option<(Wish, u32)> {
        let bound = match self.optimum {
            Optimum::AtLeast(bound) if self.board == self.start => bound,
            _ => self.bound,
        };
        self.wish.map(|wish| (wish, bound))
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.board == self.goal
    }

    /// From the first move to the last.
    pub(crate) fn time(&self, now: Duration) -> Duration {
        self.began.map_or(Duration::ZERO, |began| self.ended.unwrap_or(now).saturating_sub(began))
    }

    pub(crate) fn tick(&mut self, now: Duration) {
        if let Some(watch) = &mut self.watch {
            watch.tick(now);
        }
    }

    /// Does what a key asks for.
    pub(crate) fn act(&mut self, action: Action, now: Duration) -> Effect {
        match action {
            Action::Quit => return Effect::Quit,
            Action::Suspend => return Effect::Suspend,
            Action::New => return Effect::New,
            Action::Restart => self.restart(),
            _ => {}
        }
        if self.watch.is_some() {
            self.act_watching(action, now);
            return Effect::Nothing;
        }
        match action {
            Action::Move(direction) => self.slide(direction.opposite(), now),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Hint => return self.want(Wish::Hint, now),
            Action::Watch => return self.want(Wish::Watch, now),
            _ => {}
        }
        Effect::Nothing
    }

    fn act_watching(&mut self, action: Action, now: Duration) {
        let Some(watch) = &mut self.watch else { return };
        match action {
            Action::Move(direction) => watch.walk(direction),
            Action::Pause => watch.pause(now),
            Action::Faster => watch.faster(now),
            Action::Slower => watch.slower(now),
            Action::Watch => self.watch = None,
            _ => {}
        }
    }

    /// Takes note of what a search tells.
    pub(crate) fn hear(&mut self, news: News, now: Duration) {
        match news {
            News::Bound(board, bound) => {
                if let (true, Optimum::AtLeast(known)) = (board == self.start, self.optimum) {
                    self.optimum = Optimum::AtLeast(known.max(bound));
                }
                if board == self.board {
                    self.bound = self.bound.max(bound);
                }
            }
            News::Found(board, path) => self.found(&board, &path, now),
            News::Failed(error) => {
                self.wish = None;
                if let Optimum::AtLeast(_) = self.optimum {
                    self.optimum = Optimum::Unknown;
                }
                self.error = Some(error);
            }
        }
    }

    fn found(&mut self, board: &Board, path: &Path, now: Duration) {
        if *board == self.start {
            self.optimum = Optimum::Known(path.len());
        }
        let Some(route) = path.replay(board) else { return };
        // A route on which the player is not is of no use, and one on which he is needs no other.
        if !self.route.contains(&self.board) {
            self.route = route;
        }
        if let Some(wish) = self.wish {
            self.fulfil(wish, now);
        }
    }

    /// Gives what is wished for, or says what has to be searched for it.
    fn want(&mut self, wish: Wish, now: Duration) -> Effect {
        if self.is_solved() || self.fulfil(wish, now) {
            return Effect::Nothing;
        }
        let start_is_searched = self.board == self.start && matches!(self.optimum, Optimum::AtLeast(_));
        let searched = self.wish.is_some() || start_is_searched;
        self.wish = Some(wish);
        self.error = None;
        // What is searched already only has to be awaited.
        if searched { Effect::Nothing } else { Effect::Search(Purpose::Here, self.board) }
    }

    /// Whether a solution from here is known, with which the wish came true.
    fn fulfil(&mut self, wish: Wish, now: Duration) -> bool {
        let Some(at) = self.route.iter().position(|board| *board == self.board) else { return false };
        match (wish, self.route.get(at + 1)) {
            (Wish::Hint, Some(next)) => {
                let direction = Direction::opposite(way(&self.board, next));
                let tile = self.board.tiles()[next.blank()];
                self.hint = Some(Hint { tile, direction, left: self.route.len() - at - 1 });
            }
            (Wish::Hint, None) => {}
            (Wish::Watch, _) => self.watch = Some(Watch::new(self.route[at..].to_vec(), now)),
        }
        (self.wish, self.error) = (None, None);
        true
    }

    /// Moves the blank; on the goal the game is over.
    fn slide(&mut self, blank: Direction, now: Duration) {
        let Some(next) = self.board.moved(blank).filter(|_| !self.is_solved()) else { return };
        self.moves.truncate(self.done);
        self.moves.push(blank);
        self.done += 1;
        self.began.get_or_insert(now);
        self.go_to(next);
        if self.is_solved() {
            self.ended = Some(now);
        }
    }

    fn undo(&mut self) {
        let last = self.done.checked_sub(1).filter(|_| !self.is_solved());
        let Some((last, board)) = last.and_then(|i| Some((i, self.board.moved(self.moves[i].opposite())?))) else {
            return;
        };
        self.done = last;
        self.go_to(board);
    }

    fn redo(&mut self) {
        let next = self.moves.get(self.done).and_then(|&blank| self.board.moved(blank));
        if let Some(board) = next {
            self.done += 1;
            self.go_to(board);
        }
    }

    /// What was said of the last board does not hold for the next.
    fn go_to(&mut self, board: Board) {
        (self.board, self.hint, self.wish, self.bound, self.error) = (board, None, None, 0, None);
    }

    fn restart(&mut self) {
        let (optimum, route) = (self.optimum, std::mem::take(&mut self.route));
        *self = Self { optimum, route, ..Self::new(self.start, self.goal) };
    }
}

/// The direction of the blank from a board to the next.
fn way(from: &Board, to: &Board) -> Direction {
    let all = [Direction::Up, Direction::Left, Direction::Right];
    all.into_iter().find(|&d| from.moved(d).as_ref() == Some(to)).unwrap_or(Direction::Down)
}

#[cfg(test)]
mod tests;
