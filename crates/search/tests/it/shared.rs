//! A search by several processes that share no memory: the outcome is that of one, whatever the parts and their order.

use std::sync::Arc;

use fifteen_puzzle::{Board, Goal, notation};
use fifteen_search::ida::IdaOptions;
use fifteen_search::ida::shared::{SharedSearch, SubtreePart, WantedSubtrees};
use fifteen_search::tiles::anytime::{self, AnytimeOptions};
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, Move, TileHeuristic, TileSpace};
use fifteen_search::{LimitKind, Limits, Outcome, Status};

use super::space_of;

struct Search {
    space: TileSpace,
    heuristic: TileHeuristic,
    board: Board,
    anytime: AnytimeOptions,
}

impl Search {
    fn new(board: &str, goal: Goal, kind: HeuristicKind, anytime: AnytimeOptions) -> Self {
        let board = notation::parse(board, None).unwrap();
        let goal = goal.board(board.size()).unwrap();
        let heuristic = kind.build(&goal, &Limits::default()).unwrap();
        Self { space: space_of(&goal), heuristic, board, anytime }
    }

    fn lead(&self, shared: Option<Arc<SharedSearch>>) -> Outcome<Vec<Move>> {
        let start = self.space.state(&self.board).unwrap();
        let options = IdaOptions { shared, ..IdaOptions::default() };
        anytime::search(&self.space, &self.heuristic, &start, &options, 1, self.anytime, &mut |_| ()).unwrap()
    }

    /// The knowledge of another process after it has searched a part.
    fn part(&self, part: SubtreePart) -> Arc<SharedSearch> {
        let start = self.space.state(&self.board).unwrap();
        let shared = Arc::new(SharedSearch::part(part));
        let options = IdaOptions { shared: Some(Arc::clone(&shared)), ..IdaOptions::default() };
        let mode = Mode::Fast { threads: 1 };
        Algorithm::Ida.search(&self.space, &self.heuristic, &start, &options, mode, &mut |_| ()).unwrap();
        shared
    }

    /// The outcome of a shared search, and the iterations that were shared. Parts have `size` subtrees; those of an
    /// iteration begin after its first third, and the first third comes last.
    fn shared(&self, size: usize) -> (Outcome<Vec<Move>>, Vec<u32>) {
        let leader = Arc::new(SharedSearch::default());
        let (mut iterations, mut next) = (Vec::new(), 0);
        loop {
            let outcome = self.lead(Some(Arc::clone(&leader)));
            let Some(WantedSubtrees { bound, last, subtrees, .. }) = leader.wanted() else {
                return (outcome, iterations);
            };
            assert_eq!(outcome.status, Status::Limit(LimitKind::Interrupted));
            if iterations.last() != Some(&bound) {
                iterations.push(bound);
                next = subtrees / 3;
            }
            assert!(next < 2 * subtrees, "nothing of iteration {bound} is left, and the leader waits");
            let first = next % subtrees;
            let part = SubtreePart { bound, last, first, end: (first + size).min(subtrees) };
            let results = self.part(part).results();
            let solved = results.iter().position(|result| result.solved);
            assert_eq!(results.len(), solved.map_or(part.end - first, |solved| solved + 1));
            leader.add(bound, first, results);
            next += part.end - first;
        }
    }
}

#[test]
fn the_outcome_is_that_of_one_process() {
    let within = AnytimeOptions { within: Some(0.0), first: false };
    let (easy, hard) = ("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2", "5 12 10 7 / 15 11 14 0 / 8 2 1 13 / 3 4 9 6");
    let mut most = 0;
    for (board, goal, kind, anytime, size) in [
        (easy, Goal::Last, HeuristicKind::LinearConflict, within, 300),
        (hard, Goal::First, HeuristicKind::WalkingDistance, AnytimeOptions::default(), 1000),
    ] {
        let search = Search::new(board, goal, kind, anytime);
        let (shared, iterations) = search.shared(size);
        most = most.max(iterations.len());
        assert_eq!(shared, search.lead(None), "{board}");
    }
    assert!(most >= 2, "{most} iterations were shared");
}

#[test]
fn a_search_whose_time_is_over_ends_where_a_result_is_missing() {
    let board = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";
    let search = Search::new(board, Goal::Last, HeuristicKind::LinearConflict, AnytimeOptions::default());
    let leader = Arc::new(SharedSearch::default());
    let interrupted = search.lead(Some(Arc::clone(&leader)));
    let wanted = leader.wanted().unwrap();
    leader.expire();
    let ended = search.lead(Some(Arc::clone(&leader)));
    assert_eq!((ended.status, ended.bound), (Status::Limit(LimitKind::Time), wanted.bound));
    assert_eq!((ended.generated, leader.wanted()), (interrupted.generated, None));
}
