//! Tests of the notations of other programs: they must be recognised, and puzzles that are written
//! in them must be read back unchanged.
//!
//! What the readers accept is tested by the transcript `block-notations.transcript`.

use fifteen_blocks::BlockMetric;
use fifteen_blocks::format::PuzzleNotation;

use crate::{serial, solved};

/// Every puzzle in `data/blocks.txt` keeps its notation and its solution length when it is written
/// and read back.
#[test]
fn written_puzzles_are_read_back() {
    let data = fifteen_blocks::format::parse(include_str!("../../../../data/blocks.txt")).unwrap();
    let mut written = [0; PuzzleNotation::ALL.len()];
    for puzzle in data
        .into_iter()
        .filter_map(|entry| entry.puzzle.ok())
        .filter(|p| !p.name().starts_with("Project"))
    {
        let length = solved(&puzzle, &serial(BlockMetric::Straight)).length;
        for (count, notation) in written.iter_mut().zip(PuzzleNotation::ALL) {
            let Ok(text) = notation.write(&puzzle) else {
                continue;
            };
            assert_eq!(PuzzleNotation::of(&text), notation, "{text}");
            let again = notation.parse(&text).unwrap().remove(0).puzzle.unwrap();
            assert_eq!(
                solved(&again, &serial(BlockMetric::Straight)).length,
                length,
                "{notation} {puzzle}{text}"
            );
            *count += 1;
        }
    }
    assert!(
        written[0] > 50 && written[1] >= 5 && written[2] > 0 && written[3] > 0,
        "{written:?}"
    );
}

/// Returns the label of the leaving car in a Rush Hour text, or the error message if the text is
/// refused. `car` is the car that the caller chooses.
fn leaving_car(text: &str, car: Option<char>) -> Result<char, String> {
    let entries = PuzzleNotation::of(text).parse_with_car(text, car);
    let entry = entries.map_err(|error| error.to_string())?.remove(0);
    let puzzle = entry.puzzle.map_err(|error| error.to_string())?;
    Ok(puzzle.goal().unwrap().pieces[0].label)
}

/// A list that contains a mistake is refused with the reason. No car may be left out silently.
#[test]
fn lists_of_cars_are_read_completely_or_refused() {
    let red = "{'name':'X','x':0,'y':2,'length':2,'dir':'H'}";
    let down = format!("[{red},{{'name':'A','x':4,'y':2,'length':2,'dir':'down'}}]");
    let negative = format!("[{red},{{'name':'A','x':-1,'y':2,'length':2,'dir':'H'}}]");
    let huge =
        format!("[{red},{{'name':'A','x':18446744073709551615,'y':2,'length':2,'dir':'H'}}]");
    let cut = format!("[{red},{{'name':'A','x':4");
    for (text, reason) in [
        (
            "X 2 0 H 2\nB 4 0 H 2\nA 1 5 vert 3",
            "'A 1 5 vert 3' is not a car",
        ),
        (&*down, "found 'down'"),
        (&*negative, "expected the column and the row"),
        (&*huge, "at most 100"),
        (&*cut, "not closed"),
        (
            "X 0 2 H 2\nA 5 1 V 3\nB 5 0 H 2",
            "car B leaves the 6x6 board",
        ),
    ] {
        let error = leaving_car(text, None).unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert_eq!(
        leaving_car("7\nX 0 3 H 2\nA 5 1 V 3\nB 5 0 H 2", None),
        Ok('X')
    );
}

/// Car names that consist of one letter are kept, and the first car of a list has no special role.
#[test]
fn the_first_car_of_a_list_is_not_assumed_to_be_the_leaving_car() {
    let list = |names: [&str; 3]| {
        let [a, b, c] = names;
        format!(
            "[{{'name':'{a}','x':0,'y':0,'length':2,'dir':'H'}},{{'name':'{b}','x':0,'y':2,'length':2,'dir':'H'}},\
             {{'name':'{c}','x':3,'y':2,'length':2,'dir':'H'}}]"
        )
    };
    assert_eq!(leaving_car(&list(["A", "X", "B1"]), None), Ok('X'));
    assert_eq!(leaving_car(&list(["green", "red", "B1"]), None), Ok('R'));
    let error = leaving_car(&list(["green", "blue", "C1"]), None).unwrap_err();
    assert!(error.contains("G = green, B = blue, C = C1"), "{error}");
    assert!(!error.contains("write a K"), "{error}");
    assert_eq!(
        leaving_car(&list(["green", "blue", "C1"]), Some('C')),
        Ok('C')
    );
}

/// The car that the caller chooses takes precedence over the line `car:`, which must name one
/// letter.
#[test]
fn the_car_chosen_by_the_caller_takes_precedence() {
    let rows = "AAB...\n..B...\nG.QQ.F\nGHPP.F\n.H....\nLL.MM.\n";
    assert_eq!(leaving_car(&format!("Car: P\n{rows}"), None), Ok('P'));
    assert_eq!(leaving_car(&format!("car: P\n{rows}"), Some('Q')), Ok('Q'));
    for value in ["Px", ""] {
        let error = leaving_car(&format!("car: {value}\n{rows}"), None).unwrap_err();
        assert!(error.contains("expected one letter"), "{error}");
    }
}
