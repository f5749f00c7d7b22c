//! The playback of a solution: the position shown, and the time of the next one.

use std::time::Duration;

use fifteen_solver::{Board, Direction};

/// The time that a position stays, from the slowest speed to the fastest.
const INTERVALS: [Duration; 6] = [
    Duration::from_millis(1600),
    Duration::from_millis(800),
    Duration::from_millis(400),
    Duration::from_millis(200),
    Duration::from_millis(100),
    Duration::from_millis(50),
];
const FIRST_SPEED: usize = 2;

/// A solution shown board by board.
#[derive(Debug, Clone)]
pub(crate) struct Playback {
    boards: Vec<Board>,
    is_shortest: bool,
    at: usize,
    speed: usize,
    /// The time of the next position; none while paused, and at the end.
    next: Option<Duration>,
}

impl Playback {
    /// Starts at the first of the boards, which are one move apart.
    pub(crate) fn new(boards: Vec<Board>, is_shortest: bool, now: Duration) -> Self {
        let mut playback = Self { boards, is_shortest, at: 0, speed: FIRST_SPEED, next: None };
        playback.pause(now);
        playback
    }

    pub(crate) fn board(&self) -> Option<&Board> {
        self.boards.get(self.at)
    }

    /// The solution is proven to be a shortest one.
    pub(crate) fn is_shortest(&self) -> bool {
        self.is_shortest
    }

    /// The cell of the tile that moved last.
    pub(crate) fn moved(&self) -> Option<usize> {
        self.at.checked_sub(1).and_then(|before| self.boards.get(before)).map(Board::blank)
    }

    /// The number of the move shown, and the number of moves.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.at, self.boards.len().saturating_sub(1))
    }

    /// The speed, from 1, the slowest.
    pub(crate) fn speed(&self) -> usize {
        self.speed + 1
    }

    pub(crate) fn at_end(&self) -> bool {
        self.at + 1 >= self.boards.len()
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.next.is_none()
    }

    /// Advances to the position of this time.
    pub(crate) fn tick(&mut self, now: Duration) {
        while let Some(next) = self.next.filter(|&next| next <= now) {
            self.at = (self.at + 1).min(self.boards.len().saturating_sub(1));
            self.next = (!self.at_end()).then(|| next + INTERVALS[self.speed]);
        }
    }

    /// Pauses or continues; at the end, starts again.
    pub(crate) fn pause(&mut self, now: Duration) {
        if self.next.take().is_none() {
            if self.at_end() {
                self.at = 0;
            }
            self.next = (!self.at_end()).then(|| now + INTERVALS[self.speed]);
        }
    }

    pub(crate) fn faster(&mut self, now: Duration) {
        self.set_speed((self.speed + 1).min(INTERVALS.len() - 1), now);
    }

    pub(crate) fn slower(&mut self, now: Duration) {
        self.set_speed(self.speed.saturating_sub(1), now);
    }

    fn set_speed(&mut self, speed: usize, now: Duration) {
        self.speed = speed;
        self.next = self.next.map(|_| now + INTERVALS[speed]);
    }

    /// Pauses, and steps back (left) or on (right).
    pub(crate) fn step(&mut self, direction: Direction) {
        let to = match direction {
            Direction::Left => self.at.saturating_sub(1),
            Direction::Right => (self.at + 1).min(self.boards.len().saturating_sub(1)),
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

    /// Three moves.
    fn playback() -> Playback {
        let board = notation::parse("1 2 3 / 0 5 6 / 4 7 8", None).unwrap();
        Playback::new(Path::parse("ULL", Convention::Tile).unwrap().replay(&board).unwrap(), true, at(0))
    }

    #[test]
    fn positions_advance_with_time() {
        let mut playback = playback();
        assert_eq!((playback.progress(), playback.moved()), ((0, 3), None));
        playback.tick(at(399));
        assert_eq!(playback.progress().0, 0);
        playback.tick(at(400));
        assert_eq!((playback.progress().0, playback.moved()), (1, Some(3)));
        playback.tick(at(10_000));
        assert!(playback.at_end() && playback.is_paused());
        playback.pause(at(10_000));
        assert_eq!(playback.progress().0, 0, "once more");
    }

    #[test]
    fn pause_and_steps() {
        let mut playback = playback();
        playback.pause(at(100));
        playback.tick(at(10_000));
        assert!(playback.is_paused() && playback.progress().0 == 0);
        playback.step(Direction::Right);
        playback.step(Direction::Up);
        assert_eq!(playback.progress().0, 1);
        playback.step(Direction::Left);
        playback.step(Direction::Left);
        assert_eq!(playback.progress().0, 0);
        playback.pause(at(10_000));
        playback.tick(at(10_400));
        assert_eq!(playback.progress().0, 1);
        for _ in 0..9 {
            playback.step(Direction::Right);
        }
        assert_eq!(playback.board(), playback.boards.last());
    }

    #[test]
    fn speeds_have_ends() {
        let mut playback = playback();
        for _ in 0..9 {
            playback.faster(at(0));
        }
        assert_eq!(playback.speed(), INTERVALS.len());
        playback.tick(at(50));
        assert_eq!(playback.progress().0, 1);
        for _ in 0..9 {
            playback.slower(at(50));
        }
        playback.tick(at(1649));
        assert_eq!((playback.speed(), playback.progress().0), (1, 1));
        playback.tick(at(1650));
        assert_eq!(playback.progress().0, 2);
    }

    #[test]
    fn an_empty_playback() {
        let board = notation::parse("1 2 / 3 0", None).unwrap();
        let mut playback = Playback::new(vec![board], true, at(0));
        playback.pause(at(5));
        playback.tick(at(5000));
        assert!(playback.is_paused() && playback.at_end() && playback.progress() == (0, 0));
    }
}
