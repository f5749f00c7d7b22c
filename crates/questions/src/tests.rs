//! Questions asked without any transport.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::{Event, Events, Failure, FailureKind, Limits, Question, Solvers, bench, blocks, board, read, solve};
use serde_json::{Value, json};

/// Keeps events.
#[derive(Default)]
struct Kept {
    events: Vec<Event>,
    cancel: Arc<AtomicBool>,
}

impl Events for Kept {
    fn send(&mut self, event: Event) {
        self.events.push(event);
    }

    fn send_at_once(&mut self, event: Event) {
        self.send(event);
    }

    fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }
}

fn limits() -> Limits {
    Limits::new(10.0, 100 << 20, 1, 0, 1 << 16)
}

fn asked<Q: Question>(question: Value, cancel: bool) -> Result<Vec<(&'static str, Value)>, Failure> {
    let prepared = serde_json::from_value::<Q>(question).unwrap().prepare(&limits())?;
    let solvers = Solvers::new(&[]);
    let open = |(request, size): &(_, _)| {
        let first = solvers.open(request, *size);
        assert!(first.is_err() || solvers.known(request, *size)?.is_some(), "an open solver is kept");
        first
    };
    let opened = prepared.solvers.iter().map(open).collect::<Result<_, _>>()?;
    let mut out = Kept { cancel: Arc::new(cancel.into()), ..Kept::default() };
    assert!(prepared.work(opened).run(None, &mut out), "without a time slice, work comes to its end");
    Ok(out.events.into_iter().map(|event| (event.name, serde_json::from_str(&event.data).unwrap())).collect())
}

#[test]
fn a_board_is_solved() {
    let events = asked::<solve::Query>(json!({ "board": "867254301", "heuristic": "manhattan" }), false).unwrap();
    let (name, record) = events.last().unwrap();
    assert_eq!((*name, &record["status"], &record["length"]), ("result", &json!("solved"), &json!(31)));
    let bounds: Vec<_> = events.iter().filter(|(name, _)| *name == "iteration").map(|(_, i)| &i["bound"]).collect();
    assert_eq!(bounds.last(), Some(&&json!(31)));
}

#[test]
fn a_flag_ends_a_search() {
    let board = "0 12 9 13 15 11 10 14 3 7 6 2 4 8 5 1";
    let events =
        asked::<solve::Query>(json!({ "board": board, "goal": "last", "heuristic": "manhattan" }), true).unwrap();
    assert_eq!(events.last().unwrap().1["status"], "limit");
}

#[test]
fn block_puzzles_are_solved_and_drawn() {
    let puzzle = "start goal\nAA..  ....\n....  ..AA\n";
    let events = asked::<blocks::Query>(json!({ "puzzle": puzzle }), false).unwrap();
    assert_eq!((events[0].0, events.last().unwrap().0), ("puzzle", "result"));
    assert_eq!(events.last().unwrap().1["length"], 3);
    let check: blocks::Check = serde_json::from_value(json!({ "puzzle": puzzle })).unwrap();
    assert_eq!(check.answer().unwrap(), events[0].1);
}

#[test]
fn heuristics_are_compared() {
    let question = json!({ "boards": ["867254301", "123456780"], "heuristics": ["manhattan", "misplaced"] });
    let events = asked::<bench::Query>(question, false).unwrap();
    assert_eq!(events.iter().filter(|(name, _)| *name == "record").count(), 4);
    let (name, done) = events.last().unwrap();
    assert_eq!((*name, done["records"].as_array().map(Vec::len)), ("done", Some(2)));
}

#[test]
fn failures_say_what_is_wrong() {
    let fault = |question| asked::<solve::Query>(question, false).unwrap_err();
    let kind = |question| fault(question).kind;
    assert_eq!(kind(json!({ "board": "1 2 3" })), FailureKind::Bad);
    assert_eq!(kind(json!({ "board": "123456780", "heuristic": "best" })), FailureKind::Refused);
    assert_eq!(kind(json!({ "board": "123456780", "algorithm": "bfs", "within": 3 })), FailureKind::Refused);
    let late = fault(json!({ "board": "123456780", "seconds": 11 }));
    assert!(late.message.contains("at most 10"), "{}", late.message);
    let random: board::Random = serde_json::from_value(json!({ "n": "1001" })).unwrap();
    assert_eq!(random.answer().unwrap_err().kind, FailureKind::Refused);
}

#[test]
fn random_boards_of_a_comparison_are_counted_before_they_are_drawn() {
    let huge = "has too many boards";
    for (set, words) in
        [("random:21:1", "send at most 20"), ("random:1000000000000:1", huge), ("RANDOM:1000000000000:1", huge)]
    {
        let error = asked::<bench::Query>(json!({ "set": set, "heuristics": ["manhattan"] }), false).unwrap_err();
        assert!(error.message.contains(words), "{set}: {}", error.message);
    }
}

#[test]
fn boards_are_read_in_every_form() {
    let answer = |text: &str| serde_json::from_value::<read::Read>(json!({ "text": text })).unwrap().answer();
    let hard = json!([15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]);
    let forms = [
        ("FE169B4C0A73D852", "hexadecimal digits"),
        ("15 14 1 6\n9 11 4 12\n_ 10 7 3\n13 8 5 2\n", "rows, one a line"),
        ("{\"board\": [15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]}", "a JSON record, by its field 'board'"),
    ];
    for (text, form) in forms {
        let read = answer(text).unwrap();
        assert_eq!((&read["boards"][0]["board"], &read["boards"][0]["form"]), (&hard, &json!(form)), "{text}");
    }
    let several = answer("# two boards and an error\n123456780\nnonsense\n867254301\n").unwrap();
    assert_eq!(several["boards"].as_array().unwrap().len(), 3);
    assert_eq!(several["boards"][2]["line"], 4);
    assert!(several["boards"][1]["error"].as_str().is_some_and(|error| !error.is_empty()));
    for nothing in ["", "# nothing\n", "1 1 2 0", "1 2\nhello"] {
        assert_eq!(answer(nothing).unwrap_err().kind, FailureKind::Refused, "{nothing}");
    }
}
