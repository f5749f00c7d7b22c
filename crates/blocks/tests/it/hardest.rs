//! Tests of finding the hardest starts for a goal and the hardest goals for a start. The expected
//! results are found by solving all candidates.

use std::collections::BTreeMap;

use fifteen_blocks::{BlockMetric, BlockOptions, HardestOutcome, Puzzle, hardest_puzzles};

use crate::{puzzle, serial, solved};

/// A puzzle whose maps are each written as one string without line breaks.
struct Text {
    rules: &'static str,
    width: usize,
    floor: &'static str,
    start: &'static str,
    goal: &'static str,
}

const SMALL: [Text; 4] = [
    Text {
        rules: "",
        width: 3,
        floor: ".........",
        start: "AABC.BC..",
        goal: ".......AA",
    },
    Text {
        rules: "pieces: rush-hour\n",
        width: 4,
        floor: "............",
        start: "A.BBA.C.DDC.",
        goal: "..........DD",
    },
    Text {
        rules: "gate: - for A\n",
        width: 4,
        floor: "..-.....",
        start: "AB-.CC..",
        goal: "..-....A",
    },
    Text {
        rules: "equal: AB\n",
        width: 4,
        floor: "............",
        start: "ABCC.....D..",
        goal: "..........A.",
    },
];

impl Text {
    /// Returns the puzzle in the text format, with the given rules and maps. Each map has its name
    /// and its text.
    fn with(&self, rules: &str, maps: &[(&str, &str)]) -> String {
        let names: String = maps.iter().map(|map| format!("{:8}", map.0)).collect();
        let row = |from| {
            maps.iter()
                .map(|map| format!("{:8}", &map.1[from..from + self.width]))
                .collect::<String>()
        };
        let rows: Vec<String> = (0..self.floor.len()).step_by(self.width).map(row).collect();
        format!("## test\n{rules}{names}\n{}\n", rows.join("\n"))
    }

    fn solvable(&self, rules: &str, start: &str, goal: &str) -> Puzzle {
        puzzle(&self.with(
            rules,
            &[("start", start), ("goal", goal), ("floor", self.floor)],
        ))
    }

    /// Returns one copy of the map `on` for each location where the piece fits, with the piece
    /// added there.
    fn places(&self, piece: char, on: &str) -> Vec<String> {
        let width = self.width as i32;
        let cells: Vec<(i32, i32)> = self
            .start
            .match_indices(piece)
            .map(|(i, _)| (i as i32 % width, i as i32 / width))
            .collect();
        let placed = |(dx, dy): (i32, i32)| {
            let mut map = on.as_bytes().to_vec();
            for &(x, y) in &cells {
                let (x, y) = (x + dx, y + dy);
                let inside = (0..width).contains(&x) && y >= 0;
                let cell = map
                    .get_mut((y * width + x) as usize)
                    .filter(|cell| inside && b".-".contains(cell))?;
                *cell = piece as u8;
            }
            String::from_utf8(map).ok()
        };
        (-5..=5)
            .flat_map(|dy| (-5..=5).map(move |dx| (dx, dy)))
            .filter_map(placed)
            .collect()
    }

    /// Whether a piece is at a permitted location on the map. A locked piece must be in the row or
    /// column of its start, and no piece may be on a gate that is closed to it.
    fn is_allowed(&self, piece: char, map: &str) -> bool {
        let [now, start] = [map, self.start].map(|map| map.find(piece).unwrap());
        let is_flat = self.start.contains(&String::from_iter([piece; 2]));
        let on_its_line = if is_flat {
            now / self.width == start / self.width
        } else {
            now % self.width == start % self.width
        };
        let at_a_gate = self
            .floor
            .find('-')
            .is_some_and(|gate| map[gate..].starts_with(piece));
        (on_its_line || !self.rules.contains("rush-hour")) && (piece == 'A' || !at_a_gate)
    }

    fn pieces(&self) -> impl Iterator<Item = char> {
        ('A'..='D').filter(|&piece| self.start.contains(piece))
    }
}

#[test]
fn the_hardest_starts_are_those_of_all_arrangements() {
    for (text, metric) in SMALL[..3]
        .iter()
        .flat_map(|text| BlockMetric::ALL.map(|metric| (text, metric)))
    {
        let options = BlockOptions {
            interchangeable: false,
            ..serial(metric)
        };
        let arrangements = text
            .pieces()
            .fold(vec![text.floor.to_owned()], |found, piece| {
                found
                    .iter()
                    .flat_map(|map| text.places(piece, map))
                    .filter(|map| text.is_allowed(piece, map))
                    .collect()
            });
        let length =
            |start: &String| solved(&text.solvable(text.rules, start, text.goal), &options).length;
        let lengths: Vec<Option<u32>> = arrangements.iter().map(length).collect();
        assert!(
            lengths.len() > 3 && lengths.iter().any(Option::is_some),
            "{} of {}",
            lengths.len(),
            text.start
        );
        check(
            &text.solvable(text.rules, text.start, text.goal),
            &options,
            &lengths,
        );
    }
}

#[test]
fn the_hardest_goals_are_those_of_all_candidates() {
    for (text, metric) in SMALL
        .iter()
        .flat_map(|text| BlockMetric::ALL.map(|metric| (text, metric)))
    {
        let options = serial(metric);
        // If the goal is given by shape, pieces of the same shape are interchangeable in any case,
        // so the rule `equal` is removed.
        let by_shape = text.rules.replace("equal: AB\n", "") + "goal: by-shape\n";
        // Goals that show the same shape at the same location are the same goal, regardless of the
        // piece's letter.
        let goals: BTreeMap<String, String> = text
            .pieces()
            .flat_map(|piece| text.places(piece, text.floor))
            .map(|map| (map.replace(char::is_alphabetic, "*"), map))
            .collect();
        let length =
            |goal: &String| solved(&text.solvable(&by_shape, text.start, goal), &options).length;
        let start = puzzle(&text.with(text.rules, &[("start", text.start), ("floor", text.floor)]));
        check(
            &start,
            &options,
            &goals.values().map(length).collect::<Vec<_>>(),
        );
    }
}

/// Compares the hardest puzzles with the solution lengths of all candidates. Also checks that each
/// hardest puzzle can be written and parsed again.
fn check(puzzle: &Puzzle, options: &BlockOptions, lengths: &[Option<u32>]) {
    let hardest = lengths.iter().max().copied().flatten();
    let outcome = hardest_puzzles(puzzle, options, &mut |_| ()).unwrap();
    let HardestOutcome::Found(found) = outcome else {
        panic!("{outcome:?} of {puzzle}");
    };
    assert_eq!(Some(found.distance), hardest, "{puzzle}{}", options.metric);
    assert_eq!(
        found.count as usize,
        lengths.iter().filter(|&&length| length == hardest).count()
    );
    assert_eq!(found.puzzles.len(), 8.min(found.count as usize));
    for found in &found.puzzles {
        let read = crate::puzzle(&found.to_string());
        assert!(
            solved(&read, options).length == hardest
                && read.optima() == Ok(vec![(options.metric, hardest)])
        );
    }
}
