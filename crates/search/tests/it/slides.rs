//! Tests of the multi-tile metric: the lengths and numbers of shortest solutions match
//! breadth-first search and published results.

use fifteen_data::{depth_counts, hardest16_multi_tile};
use fifteen_puzzle::Metric;
use fifteen_resources::Threads;
use fifteen_search::tiles::slides::{Slide, SlideSpace, SlideTables, search};

use crate::support::*;

/// The search space of one size in the multi-tile metric, with the heuristic's tables for one or
/// two colourings of the tiles.
struct Slides {
    space: SlideSpace,
    tables: SlideTables,
}

impl Slides {
    fn new(goal: &Board, two: bool) -> Self {
        let tables = SlideTables::build(goal, two, Threads::All, &Limits::default()).unwrap();
        Self {
            space: SlideSpace::new(goal, MoveOrder::ULRD),
            tables,
        }
    }

    /// Runs a search, and replays all solutions that it finds.
    fn search(&self, start: &TileState, ida: TileIda) -> Outcome<Vec<Slide>> {
        let found = search(
            &self.space,
            &self.tables,
            start,
            ida,
            &Limits::default(),
            &mut |_| (),
        );
        for slides in found.moves.iter().chain(found.all_moves.iter().flatten()) {
            let mut end = *start;
            slides
                .iter()
                .for_each(|&slide| self.space.apply(&mut end, slide));
            assert!(self.space.is_goal(&end) && found.length == Some(slides.len() as u32));
        }
        found
    }

    fn length(&self, start: &TileState) -> Option<u32> {
        self.search(start, TileIda::fast(Threads::ONE)).length
    }
}

#[test]
fn all_shortest_multi_tile_solutions_are_found() {
    for (size, blank) in [
        ((2, 2), 3),
        ((3, 2), 5),
        ((3, 2), 1),
        ((2, 3), 3),
        ((2, 4), 2),
        ((3, 3), 8),
        ((3, 3), 4),
    ] {
        let last = goal_of(size, Goal::Last);
        let goal = RandomBoards::new(last, 3)
            .find(|board| board.blank() == blank)
            .unwrap();
        let [one, two] = [false, true].map(|two| Slides::new(&goal, two));
        let states = truth(&one.space, one.space.tiles().solved(), usize::MAX);
        let all = TileIda::Plain {
            find: Find::All { keep: 3 },
            pause: None,
        };
        for (state, distance, ways) in
            states
                .iter()
                .step_by(if goal.size().cells() < 8 { 1 } else { 997 })
        {
            let [found, other] = [&one, &two].map(|slides| slides.search(state, all));
            assert_eq!(
                (found.length, found.solutions),
                (Some(*distance), Some(*ways))
            );
            assert_eq!(
                (other.length, &other.all_moves),
                (found.length, &found.all_moves)
            );
            assert!(found.h0.max(other.h0) <= *distance);
            let fast = one.search(state, TileIda::fast(Threads::all_if_zero(2)));
            assert_eq!(fast.moves, found.moves);
        }
    }
}

/// Solves all boards of a size, and compares the number of boards at each length with the published
/// number.
fn lengths_are_the_published_ones(size: (usize, usize)) {
    let goal = goal_of(size, Goal::Last);
    let slides = Slides::new(&goal, true);
    let mut published = depth_counts().into_iter();
    let published = published
        .find(|c| c.size == goal.size() && c.metric == Metric::MultiTile)
        .unwrap()
        .counts;
    let mut counts = vec![0; published.len()];
    for (state, distance, _) in truth(&slides.space, slides.space.tiles().solved(), usize::MAX) {
        assert_eq!(slides.length(&state), Some(distance), "{state:?}");
        counts[distance as usize] += 1;
    }
    assert_eq!(counts, published, "{size:?}");
}

#[test]
fn every_board_of_3x2_and_4x2_has_its_published_length() {
    lengths_are_the_published_ones((3, 2));
    lengths_are_the_published_ones((4, 2));
}

#[test]
#[ignore = "takes minutes: 181,440 boards of 3x3 and 1,814,400 of 5x2"]
fn every_board_of_3x3_and_5x2_has_its_published_length() {
    lengths_are_the_published_ones((3, 3));
    lengths_are_the_published_ones((5, 2));
}

/// Solves every `step`-th board near the goal, and checks its length. The boards come from a
/// breadth-first search, which stops after `most` boards.
fn near_boards_have_their_lengths(size: (usize, usize), two: bool, most: usize, step: usize) {
    let slides = Slides::new(&goal_of(size, Goal::Last), two);
    for (state, distance, _) in truth(&slides.space, slides.space.tiles().solved(), most)
        .iter()
        .step_by(step)
    {
        assert_eq!(slides.length(state), Some(*distance), "{state:?}");
    }
}

#[test]
fn boards_near_the_goal_have_the_lengths_of_breadth_first_search() {
    near_boards_have_their_lengths((4, 3), false, 100_000, 997);
    near_boards_have_their_lengths((3, 5), false, 100_000, 997);
}

#[test]
#[ignore = "takes minutes: the largest tables of 4x4, and its 16 hardest boards"]
fn boards_of_16_cells_have_their_known_lengths() {
    for size in [(8, 2), (2, 8), (4, 4)] {
        near_boards_have_their_lengths(size, true, 3_000_000, 9973);
    }
    let slides = Slides::new(&goal_of((4, 4), Goal::Last), true);
    for board in hardest16_multi_tile() {
        assert_eq!(
            slides.length(&slides.space.tiles().state(&board).unwrap()),
            Some(43),
            "{board}"
        );
    }
}

/// The heuristic does not distinguish tiles of the same colour, so a board can have the value 0
/// without being the goal.
#[test]
fn boards_with_the_value_0_are_still_searched() {
    let slides = Slides::new(&goal_of((4, 2), Goal::Last), false);
    let mut zeros = 0;
    for (state, distance, _) in truth(&slides.space, slides.space.tiles().solved(), 5000) {
        let found = slides.search(&state, TileIda::PLAIN);
        assert_eq!(found.length, Some(distance));
        zeros += u32::from(found.h0 == 0 && distance > 0);
    }
    assert!(zeros > 0);
}

#[test]
fn building_slide_tables_stops_at_a_limit() {
    let late = Limits {
        deadline: Some(std::time::Instant::now()),
        ..Limits::default()
    };
    let stopped = SlideTables::build(&goal_of((3, 3), Goal::Last), true, Threads::ONE, &late);
    assert_eq!(stopped.unwrap_err(), LimitKind::Time);
}
