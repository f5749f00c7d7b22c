//! The best solution known in a game, and its playback on the screen.

use std::time::Duration;

use fifteen_solver::{Board, Direction};

/// Maximum time to wait for a proven shortest solution after a search has found its first solution.
/// After this time, the best solution so far is used.
const PATIENCE: Duration = Duration::from_secs(2);

/// A solution from some board: a shortest one, or the best found so far by a running search. The
/// default value is empty and stands for no solution.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlayedSolution {
    /// The boards along the solution, one move apart. The last one is the goal.
    pub boards: Vec<Board>,
    /// Whether the solution is proven optimal. If so, the rest of the solution is optimal from each
    /// board along the way.
    pub is_shortest: bool,
    /// Earliest time at which the solution can be used, measured from the start of the program. A
    /// proven solution can be used immediately.
    ready: Duration,
}

impl PlayedSolution {
    /// Creates a solution found at the time `now`.
    pub(super) fn new(boards: Vec<Board>, is_shortest: bool, now: Duration) -> Self {
        Self {
            boards,
            is_shortest,
            ready: if is_shortest {
                Duration::ZERO
            } else {
                now + PATIENCE
            },
        }
    }

    /// Returns the rest of the solution, starting from `board`. Returns `None` if the solution does
    /// not pass through the board or cannot be used yet.
    pub(super) fn from(&self, board: &Board, now: Duration) -> Option<Self> {
        let at = self.place(board).filter(|_| self.ready <= now)?;
        Some(Self {
            boards: self.boards[at..].to_vec(),
            ..*self
        })
    }

    fn place(&self, board: &Board) -> Option<usize> {
        self.boards.iter().position(|other| other == board)
    }

    /// Replaces this solution with `other` if `other` is more useful to the player. A solution that
    /// passes through the player's `board` is more useful than one that does not. Of two that do,
    /// the one that is proven shortest or has fewer moves left is more useful.
    pub(super) fn improve(&mut self, other: Self, board: &Board) {
        let left = |solution: &Self| solution.place(board).map(|at| solution.boards.len() - at);
        match (left(self), left(&other)) {
            (Some(_), None) => {}
            (Some(known), Some(new)) => {
                // Keep the earlier time `ready`, so that the player does not have to wait again.
                if other.is_shortest && !self.is_shortest || new < known {
                    *self = Self {
                        ready: self.ready.min(other.ready),
                        ..other
                    };
                }
            }
            // Neither solution passes through the player's board. Keep one that is proven shortest,
            // because the player can still return to it.
            (None, None) if self.is_shortest && !other.is_shortest => {}
            (None, _) => *self = other,
        }
    }
}

/// Shows a solution board by board.
#[derive(Debug, Clone)]
pub(crate) struct Playback {
    pub solution: PlayedSolution,
    /// Index of the board on the screen, which is also the number of moves made.
    pub at: usize,
    /// Speed level. 1 is the slowest.
    pub speed: u32,
    /// Time of the next step, or `None` if the playback is paused or has ended.
    next: Option<Duration>,
}

impl Playback {
    const FASTEST: u32 = 6;

    /// Starts playback at the first board.
    pub(super) fn new(solution: PlayedSolution, now: Duration) -> Self {
        let mut playback = Self {
            solution,
            at: 0,
            speed: 3,
            next: None,
        };
        playback.pause(now);
        playback
    }

    pub(crate) fn board(&self) -> Option<&Board> {
        self.solution.boards.get(self.at)
    }

    /// Returns the cell of the tile that moved last, or `None` before the first move.
    pub(crate) fn moved(&self) -> Option<usize> {
        self.at
            .checked_sub(1)
            .and_then(|before| self.solution.boards.get(before))
            .map(Board::blank)
    }

    /// Returns the number of moves.
    pub(crate) fn moves(&self) -> usize {
        self.solution.boards.len().saturating_sub(1)
    }

    pub(crate) fn at_end(&self) -> bool {
        self.at >= self.moves()
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.next.is_none()
    }

    /// Returns how long each board is shown.
    fn interval(&self) -> Duration {
        Duration::from_millis(3200 >> self.speed)
    }

    /// Advances to the board to show at time `now`.
    pub(super) fn tick(&mut self, now: Duration) {
        while let Some(next) = self.next.filter(|&next| next <= now) {
            self.at = (self.at + 1).min(self.moves());
            self.next = (!self.at_end()).then(|| next + self.interval());
        }
    }

    /// Pauses or resumes the playback, or restarts it from the first board if it has ended.
    pub(super) fn pause(&mut self, now: Duration) {
        if self.next.take().is_none() {
            if self.at_end() {
                self.at = 0;
            }
            self.next = (!self.at_end()).then(|| now + self.interval());
        }
    }

    pub(super) fn faster(&mut self, now: Duration) {
        self.set_speed(self.speed + 1, now);
    }

    pub(super) fn slower(&mut self, now: Duration) {
        self.set_speed(self.speed - 1, now);
    }

    fn set_speed(&mut self, speed: u32, now: Duration) {
        self.speed = speed.clamp(1, Self::FASTEST);
        self.next = self.next.map(|_| now + self.interval());
    }

    /// Pauses, and goes one board back (left) or forward (right). Ignores up and down.
    pub(super) fn step(&mut self, direction: Direction) {
        let to = match direction {
            Direction::Left => self.at.saturating_sub(1),
            Direction::Right => (self.at + 1).min(self.moves()),
            Direction::Up | Direction::Down => return,
        };
        (self.at, self.next) = (to, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_solver::{Convention, Path, notation};

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Returns a playback of the given moves, starting from a board three moves from the goal.
    fn playback(moves: &str) -> Playback {
        let board = notation::parse("1 2 3 / 0 5 6 / 4 7 8", None).unwrap();
        let boards = Path::parse(moves, Convention::Tile)
            .unwrap()
            .replay(&board)
            .unwrap();
        Playback::new(PlayedSolution::new(boards, true, at(0)), at(0))
    }

    #[test]
    fn positions_advance_with_time() {
        let mut playback = playback("ULL");
        playback.tick(at(399));
        assert_eq!(
            (playback.at, playback.moves(), playback.moved()),
            (0, 3, None)
        );
        playback.tick(at(400));
        assert_eq!((playback.at, playback.moved()), (1, Some(3)));
        playback.tick(at(10_000));
        assert!(playback.at_end() && playback.is_paused());
        playback.pause(at(10_000));
        assert_eq!(playback.at, 0, "once more");
    }

    #[test]
    fn speeds_and_positions_stay_within_their_ranges() {
        let mut playback = playback("ULL");
        (0..9).for_each(|_| playback.faster(at(0)));
        playback.tick(at(50));
        assert_eq!((playback.speed, playback.at), (6, 1));
        (0..9).for_each(|_| playback.slower(at(50)));
        playback.tick(at(1649));
        assert_eq!((playback.speed, playback.at), (1, 1));
        playback.tick(at(1650));
        assert_eq!(playback.at, 2);
        let mut empty = self::playback("");
        empty.pause(at(5));
        empty.tick(at(5000));
        assert!(empty.is_paused() && empty.at_end());
    }
}
