//! A solution being watched: which position is shown, and when the next one is.

use std::time::Duration;

use fifteen_solver::{Board, Direction};

/// How long a position stays, from the slowest pace to the fastest.
const PACES: [Duration; 6] = [
    Duration::from_millis(1600),
    Duration::from_millis(800),
    Duration::from_millis(400),
    Duration::from_millis(200),
    Duration::from_millis(100),
    Duration::from_millis(50),
];
const FIRST_PACE: usize = 2;

#[derive(Debug, Clone)]
pub(crate) struct Watch {
    boards: Vec<Board>,
    at: usize,
    pace: usize,
    /// When the next position comes; none while paused, and at the end.
    next: Option<Duration>,
}

impl Watch {
    /// From the first of the boards, which are one move apart.
    pub(crate) fn new(boards: Vec<Board>, now: Duration) -> Self {
        let mut watch = Self { boards, at: 0, pace: FIRST_PACE, next: None };
        watch.pause(now);
        watch
    }

    pub(crate) fn board(&self) -> Option<&Board> {
        self.boards.get(self.at)
    }

    /// The cell of the tile that moved last.
    pub(crate) fn moved(&self) -> Option<usize> {
        self.at.checked_sub(1).and_then(|before| self.boards.get(before)).map(Board::blank)
    }

    /// The move shown, and how many there are.
    pub(crate) fn step(&self) -> (usize, usize) {
        (self.at, self.boards.len().saturating_sub(1))
    }

    /// From 1, the slowest.
    pub(crate) fn pace(&self) -> usize {
        self.pace + 1
    }

    pub(crate) fn at_end(&self) -> bool {
        self.at + 1 >= self.boards.len()
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.next.is_none()
    }

    /// Shows the positions whose time has come.
    pub(crate) fn tick(&mut self, now: Duration) {
        while let Some(next) = self.next.filter(|&next| next <= now) {
            self.at = (self.at + 1).min(self.boards.len().saturating_sub(1));
            self.next = (!self.at_end()).then(|| next + PACES[self.pace]);
        }
    }

    /// Pauses, or goes on; at the end, from the start again.
    pub(crate) fn pause(&mut self, now: Duration) {
        if self.next.take().is_none() {
            if self.at_end() {
                self.at = 0;
            }
            self.next = (!self.at_end()).then(|| now + PACES[self.pace]);
        }
    }

    pub(crate) fn faster(&mut self, now: Duration) {
        self.set_pace((self.pace + 1).min(PACES.len() - 1), now);
    }

    pub(crate) fn slower(&mut self, now: Duration) {
        self.set_pace(self.pace.saturating_sub(1), now);
    }

    fn set_pace(&mut self, pace: usize, now: Duration) {
        self.pace = pace;
        self.next = self.next.map(|_| now + PACES[pace]);
    }

    /// Left and right: a step back or on, after which it is paused.
    pub(crate) fn walk(&mut self, direction: Direction) {
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
    fn watch() -> Watch {
        let board = notation::parse("1 2 3 / 0 5 6 / 4 7 8", None).unwrap();
        Watch::new(Path::parse("ULL", Convention::Tile).unwrap().replay(&board).unwrap(), at(0))
    }

    #[test]
    fn positions_come_at_their_time() {
        let mut watch = watch();
        assert_eq!((watch.step(), watch.moved()), ((0, 3), None));
        watch.tick(at(399));
        assert_eq!(watch.step().0, 0);
        watch.tick(at(400));
        assert_eq!((watch.step().0, watch.moved()), (1, Some(3)));
        watch.tick(at(10_000));
        assert!(watch.at_end() && watch.is_paused());
        watch.pause(at(10_000));
        assert_eq!(watch.step().0, 0, "once more");
    }

    #[test]
    fn pause_and_steps() {
        let mut watch = watch();
        watch.pause(at(100));
        watch.tick(at(10_000));
        assert!(watch.is_paused() && watch.step().0 == 0);
        watch.walk(Direction::Right);
        watch.walk(Direction::Up);
        assert_eq!(watch.step().0, 1);
        watch.walk(Direction::Left);
        watch.walk(Direction::Left);
        assert_eq!(watch.step().0, 0);
        watch.pause(at(10_000));
        watch.tick(at(10_400));
        assert_eq!(watch.step().0, 1);
        for _ in 0..9 {
            watch.walk(Direction::Right);
        }
        assert_eq!(watch.board(), watch.boards.last());
    }

    #[test]
    fn paces_have_ends() {
        let mut watch = watch();
        for _ in 0..9 {
            watch.faster(at(0));
        }
        assert_eq!(watch.pace(), PACES.len());
        watch.tick(at(50));
        assert_eq!(watch.step().0, 1);
        for _ in 0..9 {
            watch.slower(at(50));
        }
        watch.tick(at(1649));
        assert_eq!((watch.pace(), watch.step().0), (1, 1));
        watch.tick(at(1650));
        assert_eq!(watch.step().0, 2);
    }

    #[test]
    fn nothing_to_watch() {
        let board = notation::parse("1 2 / 3 0", None).unwrap();
        let mut watch = Watch::new(vec![board], at(0));
        watch.pause(at(5));
        watch.tick(at(5000));
        assert!(watch.is_paused() && watch.at_end() && watch.step() == (0, 0));
    }
}
