//! Samples of databases: moves and numbers of states as published there. `docs/RESULTS.md` names the whole databases.

use fifteen_blocks::format::PuzzleNotation;
use fifteen_blocks::{BlockMetric, Puzzle};

use crate::{counted, serial, solved};

fn puzzles(text: &str) -> Vec<Puzzle> {
    let entries = PuzzleNotation::of(text).parse(text).unwrap();
    entries.into_iter().map(|entry| entry.puzzle.unwrap()).collect()
}

/// Boards of M. Fogleman's database: the moves, the board, the states.
const RUSH_HOUR: &str = "\
60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 9192
55 ooBBMxDDDKMoAAJKoNooJEENIFFLooIGGLox 9712
51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780
";

#[test]
fn rush_hour() {
    for puzzle in puzzles(RUSH_HOUR) {
        let options = serial(BlockMetric::Straight);
        let moves = Some((BlockMetric::Straight, solved(&puzzle, &options).length));
        assert_eq!(puzzle.optima().unwrap().first().copied(), moves);
        assert_eq!(Some(&*counted(&puzzle, &options).states.to_string()), puzzle.property("states"));
    }
}

/// The hardest layouts of the three hardest groups of Dnomd343's HRD_Database, with the group's states.
#[test]
fn huarong_dao() {
    let codes = [("4FEA13400", 138, 81_340), ("0E09DF400", 135, 81_462), ("0F5CE4400", 97, 28_832)];
    for (code, moves, states) in codes {
        let puzzle = puzzles(code).remove(0);
        let found = counted(&puzzle, &serial(BlockMetric::AnyPath));
        assert_eq!((found.states, found.hardest.unwrap().distance), (states, moves), "{code}");
        assert_eq!(solved(&puzzle, &serial(BlockMetric::AnyPath)).length, Some(moves), "{code}");
    }
}
