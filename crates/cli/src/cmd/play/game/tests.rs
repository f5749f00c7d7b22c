//! Tests of the state of a game. `tests/it/command/play.rs` tests the whole command in a terminal.

use super::*;
use fifteen_solver::{Convention, notation};

const NOW: Duration = Duration::from_secs(100);

fn board(text: &str) -> Board {
    notation::parse(text, None).unwrap()
}

/// Returns a game that is two moves from the goal: tile 5 moves left, then tile 6 moves up.
fn game() -> Game {
    Game::new(
        board("1 2 3 / 4 0 5 / 7 8 6"),
        board("1 2 3 / 4 5 6 / 7 8 0"),
    )
}

/// Returns the event that reports a solution which is proven to be shortest.
fn found(board: Board, letters: &str) -> GameSearchEvent {
    solution(board, letters, true)
}

fn solution(board: Board, letters: &str, is_shortest: bool) -> GameSearchEvent {
    GameSearchEvent::Solution {
        board,
        path: Path::parse(letters, Convention::Tile).unwrap(),
        is_shortest,
    }
}

fn slide(game: &mut Game, letters: &str, now: Duration) {
    for letter in letters.chars() {
        let direction = Direction::from_letter(letter).unwrap();
        assert_eq!(game.act(Action::Move(direction), now), Effect::Nothing);
    }
}

#[test]
fn a_new_move_after_undo_discards_the_moves_to_redo() {
    let mut game = game();
    slide(&mut game, "RDL", NOW);
    game.act(Action::Undo, NOW);
    slide(&mut game, "U", NOW);
    game.act(Action::Redo, NOW);
    assert_eq!(
        (game.made, game.shown()),
        (3, &board("1 2 3 / 0 4 5 / 7 8 6"))
    );
}

#[test]
fn a_hint_at_the_start_waits_for_the_first_search() {
    let mut game = game();
    game.receive(GameSearchEvent::Bound(game.start, 2), NOW);
    assert_eq!(game.optimum, Optimum::AtLeast(2));
    assert_eq!(game.act(Action::Hint, NOW), Effect::Nothing);
    assert_eq!(
        (game.waiting(), game.hint),
        (
            Some(Waiting {
                request: PendingRequest::Hint,
                bound: 2
            }),
            None
        )
    );
    game.receive(found(game.start, "LU"), NOW);
    assert_eq!((game.optimum, game.waiting()), (Optimum::Known(2), None));
    assert_eq!(
        game.hint,
        Some(Hint {
            tile: 5,
            direction: Direction::Left,
            left: 2,
            is_shortest: true
        })
    );
    // The move follows the known solution, so the next hint needs no search.
    slide(&mut game, "L", NOW);
    assert_eq!(game.hint, None);
    assert_eq!(game.act(Action::Hint, NOW), Effect::Nothing);
    assert_eq!(
        game.hint,
        Some(Hint {
            tile: 6,
            direction: Direction::Up,
            left: 1,
            is_shortest: true
        })
    );
}

#[test]
fn a_hint_off_the_known_solution_needs_a_search() {
    let mut game = game();
    game.receive(found(game.start, "LU"), NOW);
    slide(&mut game, "R", NOW);
    let here = *game.shown();
    assert_eq!(
        game.act(Action::Hint, NOW),
        Effect::Search(SearchRoot::Current, here)
    );
    assert_eq!(
        game.act(Action::Hint, NOW),
        Effect::Nothing,
        "it is being searched"
    );
    game.receive(GameSearchEvent::Bound(here, 3), NOW);
    assert_eq!(
        (game.waiting(), game.optimum),
        (
            Some(Waiting {
                request: PendingRequest::Hint,
                bound: 3
            }),
            Optimum::Known(2)
        )
    );
    game.act(Action::Undo, NOW);
    assert_eq!(game.waiting(), None);
    game.receive(found(here, "LLU"), NOW);
    assert_eq!((game.hint, game.optimum), (None, Optimum::Known(2)));
    // This move leaves the known solution, so a new search is needed. Its solution passes through
    // the start board, so after a restart it also answers a request for a hint.
    slide(&mut game, "R", NOW);
    assert_eq!(
        game.act(Action::Hint, NOW),
        Effect::Search(SearchRoot::Current, here)
    );
    game.receive(found(here, "LLU"), NOW);
    assert_eq!(game.hint.map(|hint| hint.left), Some(3));
    game.act(Action::Restart, NOW);
    assert_eq!(game.act(Action::Hint, NOW), Effect::Nothing);
    assert_eq!(
        game.hint.map(|hint| hint.left),
        Some(2),
        "the way from there leads through the start"
    );
}

#[test]
fn the_start_is_searched_again_after_its_solution_is_replaced() {
    let mut game = game();
    game.receive(found(game.start, "LU"), NOW);
    slide(&mut game, "UL", NOW);
    let here = *game.shown();
    game.act(Action::Hint, NOW);
    // This solution does not pass through the start board. For this test, it does not matter that
    // it is not really the shortest one.
    game.receive(found(here, "DR"), NOW);
    game.act(Action::Restart, NOW);
    assert_eq!(
        game.act(Action::Hint, NOW),
        Effect::Search(SearchRoot::Current, game.start)
    );
    assert_eq!(game.optimum, Optimum::Known(2));
}

#[test]
fn a_failed_search_is_reported_and_can_be_repeated() {
    let mut game = game();
    game.act(Action::Hint, NOW);
    game.receive(GameSearchEvent::Failed("no tables".to_owned()), NOW);
    assert_eq!(
        (game.error.as_deref(), game.waiting(), game.optimum),
        (Some("no tables"), None, Optimum::Unknown)
    );
    assert_eq!(
        game.act(Action::Hint, NOW),
        Effect::Search(SearchRoot::Current, game.start)
    );
    assert_eq!(game.error.as_deref(), None);
}

#[test]
fn an_unproven_solution_is_used_after_a_wait() {
    let mut game = game();
    let (later, ready) = (NOW + Duration::from_secs(1), NOW + Duration::from_secs(2));
    game.receive(solution(game.start, "RLLRLU", false), NOW);
    assert_eq!(
        (game.upper, game.act(Action::Hint, NOW)),
        (Some(6), Effect::Nothing)
    );
    assert_eq!((game.hint, game.waiting().is_some()), (None, true));
    // A better solution replaces the first one, and can be used without waiting again.
    game.receive(solution(game.start, "RLLU", false), later);
    game.tick(later);
    assert_eq!((game.hint, game.upper), (None, Some(4)));
    game.tick(ready);
    let hint = Hint {
        tile: 4,
        direction: Direction::Right,
        left: 4,
        is_shortest: false,
    };
    assert_eq!((game.hint, game.waiting()), (Some(hint), None));
    game.act(Action::Playback, ready);
    assert!(
        game.playback
            .as_ref()
            .is_some_and(|p| !p.solution.is_shortest && p.moves() == 4)
    );
    game.act(Action::Playback, ready);
    // A solution that is proven to be shortest replaces the unproven one.
    game.receive(found(game.start, "LU"), ready);
    assert_eq!((game.optimum, game.upper), (Optimum::Known(2), None));
    game.act(Action::Hint, ready);
    assert_eq!(
        game.hint,
        Some(Hint {
            tile: 5,
            direction: Direction::Left,
            left: 2,
            is_shortest: true
        })
    );
    game.receive(solution(game.start, "RLLU", false), ready);
    game.act(Action::Hint, ready * 2);
    assert!(
        game.hint.is_some_and(|hint| hint.is_shortest),
        "a proven solution stays"
    );
}
