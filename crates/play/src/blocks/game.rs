//! The state of a game with one block puzzle, and its changes by keys, searches and time.

use std::time::Duration;

use fifteen_solver::blocks::{BlockMetric, BlockOutcome, BlockStatus, Direction, Position, Puzzle};
use fifteen_solver::record::counted;

/// The time between two steps of a solution that is watched.
const STEP: Duration = Duration::from_millis(300);

/// An action of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockAction {
    /// Move the selected piece by one cell.
    Move(Direction),
    /// Select the next piece that can move, or the one before.
    Select(bool),
    Undo,
    Redo,
    /// Show the next move of a shortest solution.
    Hint,
    /// Watch a shortest solution, or end that.
    Solve,
    /// Begin again.
    Restart,
    /// Begin the next puzzle.
    Next,
    Suspend,
    Quit,
}

/// One piece, one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BlockStep {
    piece: usize,
    direction: Direction,
    /// The position after the step.
    position: Position,
}

/// The player's wish that a search has to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Hint,
    Solution,
}

/// A game from the start of a puzzle to its goal.
#[derive(Debug, Clone)]
pub(super) struct BlockGame {
    puzzle: Puzzle,
    metric: BlockMetric,
    /// The steps made, then those undone that can be made again.
    steps: Vec<BlockStep>,
    made: usize,
    selected: usize,
    began: Option<Duration>,
    ended: Option<Duration>,
    /// The fewest moves from the start; `None` until it is known.
    optimum: Option<Result<u32, String>>,
    wish: Option<Wish>,
    message: Option<String>,
    /// The rest of a solution that is watched, the last step first, and the time of the next step.
    watched: Vec<(usize, Direction)>,
    next: Duration,
    /// There is another puzzle.
    has_next: bool,
}

impl BlockGame {
    pub(super) fn new(puzzle: &Puzzle, metric: BlockMetric, has_next: bool) -> Self {
        let goal = puzzle.goal().and_then(|goal| goal.pieces.iter().find_map(|target| target.piece));
        let mut game = BlockGame {
            puzzle: puzzle.clone(),
            metric,
            steps: Vec::new(),
            made: 0,
            selected: goal.unwrap_or(0),
            began: None,
            ended: None,
            optimum: None,
            wish: None,
            message: None,
            watched: Vec::new(),
            next: Duration::ZERO,
            has_next,
        };
        if !game.can_move(game.selected) {
            game.select(true);
        }
        game
    }

    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub(super) fn position(&self) -> &Position {
        self.made.checked_sub(1).map_or(self.puzzle.start(), |last| &self.steps[last].position)
    }

    /// The puzzle that begins with the position on the board.
    pub(super) fn puzzle_from_here(&self) -> Puzzle {
        self.puzzle.starting_from(self.position())
    }

    pub(super) fn selected(&self) -> usize {
        self.selected
    }

    pub(super) fn is_solved(&self) -> bool {
        self.puzzle.is_solved(self.position())
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.wish.is_some()
    }

    /// The moves made so far, as the metric counts them.
    pub(super) fn moves(&self) -> usize {
        let made = &self.steps[..self.made];
        let follows = |pair: &[BlockStep]| match self.metric {
            BlockMetric::Unit => false,
            BlockMetric::Straight => pair[0].piece == pair[1].piece && pair[0].direction == pair[1].direction,
            BlockMetric::AnyPath => pair[0].piece == pair[1].piece,
        };
        made.len() - made.windows(2).filter(|pair| follows(pair)).count()
    }

    /// The time since the first move.
    pub(super) fn time(&self, now: Duration) -> Duration {
        self.began.map_or(Duration::ZERO, |began| self.ended.unwrap_or(now).saturating_sub(began))
    }

    /// The optimum as text.
    pub(super) fn optimum(&self) -> String {
        match &self.optimum {
            None => "…".to_owned(),
            Some(Ok(moves)) => moves.to_string(),
            Some(Err(error)) => error.clone(),
        }
    }

    /// The line below the figures.
    pub(super) fn message(&self) -> String {
        if self.is_solved() {
            let moves = self.moves();
            let praise = match self.optimum {
                Some(Ok(fewest)) if fewest as usize == moves => ", the fewest there are".to_owned(),
                Some(Ok(fewest)) => format!("; {fewest} would do"),
                _ => String::new(),
            };
            let next = if self.has_next { "n: next puzzle, " } else { "" };
            return format!("Solved in {}{praise}. {next}r: again", counted(moves as u64, "move", "moves"));
        }
        match (&self.message, self.wish) {
            (_, Some(_)) => "searching for a shortest solution …".to_owned(),
            (Some(message), None) => message.clone(),
            (None, None) => String::new(),
        }
    }

    /// Obeys the player.
    pub(super) fn act(&mut self, action: BlockAction, now: Duration) {
        let watched = !self.watched.is_empty();
        self.watched.clear();
        self.message = None;
        self.wish = None;
        match action {
            BlockAction::Move(direction) => self.step(self.selected, direction, now),
            BlockAction::Select(forward) => self.select(forward),
            BlockAction::Undo => self.go(self.made.saturating_sub(1)),
            BlockAction::Redo => self.go((self.made + 1).min(self.steps.len())),
            BlockAction::Restart => {
                let optimum = self.optimum.take();
                *self = BlockGame { optimum, ..BlockGame::new(&self.puzzle, self.metric, self.has_next) };
            }
            BlockAction::Hint => self.wish = Some(Wish::Hint).filter(|_| !self.is_solved()),
            BlockAction::Solve if !watched => self.wish = Some(Wish::Solution).filter(|_| !self.is_solved()),
            BlockAction::Solve | BlockAction::Next | BlockAction::Suspend | BlockAction::Quit => {}
        }
    }

    /// Takes the outcome of the search from the start.
    pub(super) fn know(&mut self, found: &Result<BlockOutcome, String>) {
        self.optimum = Some(match found {
            Ok(outcome) => outcome.length.ok_or_else(|| unsolved(outcome).to_owned()),
            Err(error) => Err(error.clone()),
        });
    }

    /// Takes the outcome of the search from the position on the board.
    pub(super) fn receive(&mut self, found: Result<BlockOutcome, String>) {
        let Some(wish) = self.wish.take() else { return };
        let outcome = match found {
            Ok(outcome) => outcome,
            Err(error) => return self.message = Some(error),
        };
        let Some(solution) = &outcome.solution else { return self.message = Some(unsolved(&outcome).to_owned()) };
        match (wish, solution.moves.first()) {
            (Wish::Hint, Some(first)) => {
                let (label, left) = (self.puzzle.pieces()[first.piece].label, solution.moves.len());
                self.selected = first.piece;
                self.message = Some(format!(
                    "move {label} {}; {} to the goal",
                    first.letters(),
                    counted(left as u64, "move", "moves")
                ));
            }
            (Wish::Solution, Some(_)) => {
                let steps = solution.moves.iter().flat_map(|m| m.path.iter().map(move |&d| (m.piece, d)));
                self.watched = steps.collect();
                self.watched.reverse();
            }
            (_, None) => {}
        }
    }

    /// Makes the next step of a solution that is watched, when it is time.
    pub(super) fn tick(&mut self, now: Duration) {
        if now < self.next {
            return;
        }
        if let Some((piece, direction)) = self.watched.pop() {
            self.next = now + STEP;
            self.selected = piece;
            self.step(piece, direction, now);
        }
    }

    fn step(&mut self, piece: usize, direction: Direction, now: Duration) {
        let Some(position) = self.puzzle.moved(self.position(), piece, direction) else { return };
        if self.is_solved() {
            return;
        }
        self.began.get_or_insert(now);
        self.steps.truncate(self.made);
        self.steps.push(BlockStep { piece, direction, position });
        self.made += 1;
        if self.is_solved() {
            self.ended = Some(now);
        }
    }

    /// Goes to the position after a number of steps.
    fn go(&mut self, made: usize) {
        let last = self.made.max(made).checked_sub(1);
        if let Some(step) = last.and_then(|last| self.steps.get(last)) {
            self.selected = step.piece;
        }
        self.made = made;
    }

    fn can_move(&self, piece: usize) -> bool {
        Direction::ALL.into_iter().any(|direction| self.puzzle.moved(self.position(), piece, direction).is_some())
    }

    fn select(&mut self, forward: bool) {
        let pieces = self.puzzle.pieces().len();
        let other = |by: usize| (self.selected + if forward { by } else { pieces - by }) % pieces;
        self.selected = (1..pieces).map(other).find(|&piece| self.can_move(piece)).unwrap_or(self.selected);
    }
}

fn unsolved(outcome: &BlockOutcome) -> &'static str {
    match outcome.status {
        BlockStatus::Unsolvable => "no solution exists",
        _ => "not known: the search stopped at a limit",
    }
}

/// A direction of the keys as one of block puzzles.
pub(super) fn direction(direction: fifteen_solver::Direction) -> Direction {
    match direction {
        fifteen_solver::Direction::Up => Direction::Up,
        fifteen_solver::Direction::Down => Direction::Down,
        fifteen_solver::Direction::Left => Direction::Left,
        fifteen_solver::Direction::Right => Direction::Right,
    }
}

#[cfg(test)]
mod tests {
    use fifteen_solver::blocks::{BlockOptions, format, solve};

    use super::*;

    fn game(metric: BlockMetric) -> BlockGame {
        let text = "start goal\nAB.   ...\n...   ..A\n";
        BlockGame::new(&format::parse(text).unwrap().remove(0).puzzle.unwrap(), metric, true)
    }

    #[test]
    fn moves_are_counted_by_the_metric() {
        for (metric, moves) in BlockMetric::ALL.into_iter().zip([3, 2, 1]) {
            let mut game = game(metric);
            let now = Duration::from_secs(1);
            for direction in [Direction::Up, Direction::Down, Direction::Right] {
                game.act(BlockAction::Move(direction), now);
            }
            assert!(!game.is_solved() && game.made == 2);
            game.act(BlockAction::Move(Direction::Right), now);
            assert!(game.is_solved());
            assert_eq!(game.moves(), moves, "{metric}");
            game.act(BlockAction::Undo, now);
            assert!(!game.is_solved());
            game.act(BlockAction::Redo, now);
            assert!(game.is_solved());
            game.act(BlockAction::Restart, now);
            assert_eq!((game.moves(), game.position()), (0, game.puzzle().start()));
        }
    }

    #[test]
    fn hints_and_solutions() {
        let mut game = game(BlockMetric::Unit);
        let found = |game: &BlockGame| {
            Ok(solve(&game.puzzle_from_here(), &BlockOptions::new(BlockMetric::Unit), &mut |_| ()).unwrap())
        };
        game.know(&found(&game));
        assert_eq!(game.optimum(), "3");
        game.act(BlockAction::Hint, Duration::ZERO);
        assert!(game.is_waiting());
        game.receive(found(&game));
        assert_eq!(game.message(), "move A D; 3 moves to the goal");
        game.act(BlockAction::Solve, Duration::ZERO);
        game.receive(found(&game));
        (1..20).for_each(|i| game.tick(STEP * i));
        assert_eq!(game.message(), "Solved in 3 moves, the fewest there are. n: next puzzle, r: again");
    }

    #[test]
    fn pieces_that_can_move_are_selected_in_turn() {
        let mut game = game(BlockMetric::Unit);
        assert_eq!(game.selected(), 0);
        game.act(BlockAction::Select(true), Duration::ZERO);
        assert_eq!(game.selected(), 1);
        game.act(BlockAction::Select(false), Duration::ZERO);
        assert_eq!(game.selected(), 0);
    }
}
