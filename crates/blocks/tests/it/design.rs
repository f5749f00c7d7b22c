//! Pieces that never move and hardest arrangements, against slow and obvious answers.

use fifteen_blocks::{Axis, BlockMetric, BlockOptions, Cell, Puzzle, hardest_arrangements};

use crate::{counted, puzzle, serial, solved};

const SMALL: [&str; 3] = [
    "## dominoes\nstart goal\nAAB   ...\nC.B   ...\nC..   .AA\n",
    "## locked\npieces: rush-hour\nstart goal\nA.BB  ....\nA.C.  ....\nDDC.  ..DD\n",
    "## gate\ngate: - for A\nstart goal\nAB-.  ....\nCC..  ...A\n",
];

/// The puzzle with its pieces in all places of the board; those that are locked stay on their lines.
fn arrangements(text: &str) -> Vec<Puzzle> {
    let original = puzzle(text);
    let (width, height) = (original.width() as i32, original.height() as i32);
    let empty = original.floor_map().concat().chars().map(|c| if c == '#' { c } else { '.' }).collect();
    let mut maps: Vec<Vec<char>> = vec![empty];
    for (number, piece) in original.pieces().iter().enumerate() {
        let start = original.start().anchor(number) as i32;
        let on_its_line = |cell: i32| match piece.axis {
            Some(Axis::Horizontal) => cell / width == start / width,
            Some(Axis::Vertical) => cell % width == start % width,
            None => true,
        };
        let placed = |map: &Vec<char>, anchor: i32| {
            let mut map = map.clone();
            for (dx, dy) in piece.shape.offsets() {
                let (x, y) = (anchor % width + dx, anchor / width + dy);
                let cell = (0..width).contains(&x).then_some((y * width + x) as usize).filter(|_| y < height)?;
                let fits = original.cells()[cell] == Cell::Floor && original.admits(number, cell) && map[cell] == '.';
                map[cell] = fits.then_some(piece.label)?;
            }
            Some(map)
        };
        let anchors = || (0..width * height).filter(|&cell| on_its_line(cell));
        maps = maps.iter().flat_map(|map| anchors().filter_map(|anchor| placed(map, anchor))).collect();
    }
    let keys: String =
        text.lines().take_while(|line| !line.starts_with("start")).map(|line| format!("{line}\n")).collect();
    let (goal, floor) = (original.goal_map().unwrap(), original.floor_map());
    let drawn = |map: &Vec<char>| {
        let rows = map.chunks(width as usize).zip(goal.iter().zip(&floor)).map(|(row, (goal, floor))| {
            let empty = |(&label, empty): (&char, char)| if label == '.' { empty } else { label };
            let start: String = row.iter().zip(floor.chars()).map(empty).collect();
            format!("{start:8}{goal:8}{floor}\n")
        });
        puzzle(&format!("{keys}{:8}{:8}floor\n{}", "start", "goal", rows.collect::<String>()))
    };
    maps.iter().map(drawn).collect()
}

#[test]
fn the_hardest_of_all_arrangements() {
    for text in SMALL {
        let all = arrangements(text);
        assert!(all.len() > 3, "{} of {text}", all.len());
        for metric in BlockMetric::ALL {
            let puzzle = puzzle(text);
            let lengths: Vec<Option<u32>> = all.iter().map(|one| solved(one, &serial(metric)).length).collect();
            let hardest = lengths.iter().max().copied().flatten();
            let options = BlockOptions { interchangeable: false, ..serial(metric) };
            let found = hardest_arrangements(&puzzle, &options, &mut |_| ()).unwrap().unwrap().unwrap();
            assert_eq!(Some(found.distance), hardest, "{text}{metric}");
            assert_eq!(found.count as usize, lengths.iter().filter(|&&length| length == hardest).count());
            for position in &found.positions {
                assert_eq!(solved(&puzzle.starting_from(position), &serial(metric)).length, hardest);
            }
        }
    }
}

#[test]
fn pieces_that_never_move() {
    let seen =
        |text: &str| counted(&puzzle(text), &BlockOptions { hardest: 0, stuck: true, ..serial(BlockMetric::Unit) });
    let found = seen("start goal\nAB#C. ..#.C\n");
    assert_eq!((found.states, found.solvable, &found.stuck[..]), (2, Some(true), &[0, 1][..]));
    // Pieces may be held although equal ones move.
    let held = seen("start\n.BB\nCC.\n AA\n.#.\n#DD\n");
    assert_eq!((held.states, held.solvable, &held.stuck[..]), (4, None, &[2, 3][..]));
    let found = seen("start goal\nA**B  ....\nA**B  ....\nCDDE  ....\nCFGE  .**.\nH..I  .**.\n");
    assert_eq!((found.states, found.symmetries, found.stuck.len()), (25_955, 1, 0));
    assert_eq!(seen("start goal\nA#.   .#A\n").solvable, Some(false));
}
