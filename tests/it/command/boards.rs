//! Reads boards in the notations that people use, which are listed in
//! `tests/boards-as-written.json`. The arguments and files of the command, its standard input, and
//! the questions of the web API must all read the same board or report the same error.

use fifteen_questions::{Engine, Policy, Solvers};
use serde::Deserialize;
use serde_json::json;

use crate::support::{Sandbox, repository, stderr, stdout};

/// A text, and either the board that it describes or a part of the expected error message.
#[derive(Deserialize)]
struct Written {
    text: String,
    board: Option<String>,
    error: Option<String>,
}

#[test]
fn a_board_is_read_alike_by_every_interface() {
    let written = std::fs::read_to_string(repository("tests/boards-as-written.json")).unwrap();
    let sandbox = Sandbox::new();
    let policy = Policy {
        time_limit: 1.0,
        memory_bytes: 1 << 20,
        searches: 1,
        queue: 0,
        body_bytes: 1 << 16,
    };
    let engine = Engine::new(policy, Solvers::new(&[]));
    let mut wrong = Vec::new();
    for Written { text, board, error } in serde_json::from_str::<Vec<Written>>(&written).unwrap() {
        sandbox.write("board.txt", &text);
        sandbox.write("board.json", json!({ "board": text }).to_string());
        let run = sandbox.run(&["convert", "--", &text]);
        let mut answers = vec![(stdout(&run).trim_end().to_owned(), stderr(&run))];
        let run = sandbox.piped(&["convert", "board.txt", "board.json", "-"], &text);
        let (output, said) = (stdout(&run), stderr(&run));
        let (mut boards, mut errors) = (output.lines(), said.split("error: ").skip(1));
        for _ in 0..3 {
            let [board, error] =
                [boards.next(), errors.next()].map(|text| text.unwrap_or_default().to_owned());
            answers.push((board, error));
        }
        for (path, body) in [
            ("/api/read", json!({ "text": text })),
            ("/api/check", json!({ "board": text })),
        ] {
            answers.push(match engine.answer(path, "", body.to_string().as_bytes()) {
                Ok(answer) => {
                    let found = answer.get("boards").map_or(&answer, |boards| &boards[0]);
                    let found = fifteen_solver::notation::parse(
                        &found["board"].to_string(),
                        found["size"].as_str().and_then(|size| size.parse().ok()),
                    );
                    (found.unwrap().to_string(), String::new())
                }
                Err(failure) => (String::new(), failure.message),
            });
        }
        let expected = board.unwrap_or_default();
        let words = error.unwrap_or_default();
        if answers
            .iter()
            .any(|(board, error)| *board != expected || !error.contains(&words))
        {
            wrong.push(format!(
                "{text:?}, expected {expected}{words}: {answers:#?}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} texts\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
