//! Block puzzles: errors in the terms of the notation, limits that are named, stops that are quick.

use crate::support::{Sandbox, stderr, stdout};

const TWO: &str = "## one\nstart goal\nAB.   ...\n...   ..A\n\n## two\nstart goal\nC.    .C\n";

#[test]
fn a_forced_notation_has_its_own_errors() {
    let sandbox = Sandbox::new();
    sandbox.write("empty.txt", "# nothing\n");
    for notation in ["rush-hour", "huarong-dao"] {
        let said = stderr(&sandbox.run(&["blocks", "solve", "empty.txt", "--from", notation]).code(2));
        assert!(said.contains("no puzzle found in this notation; expected "), "{notation}: {said}");
        assert!(!said.contains("## name"), "{notation}: {said}");
    }
}

#[test]
fn a_second_optimum_is_an_error() {
    let sandbox = Sandbox::new();
    sandbox.write("optima.txt", TWO.replace("## one\n", "## one\noptimum: unit=3\noptimum: unit=4\n"));
    let run = sandbox.run(&["blocks", "solve", "optima.txt", "--check"]).code(2);
    assert!(stderr(&run).contains("line 3, column 1: a second line 'optimum:'"), "{}", stderr(&run));
    assert!(stdout(&run).contains("2. two"), "the other puzzle is solved: {}", stdout(&run));
}

#[cfg(target_os = "linux")] // signals of Unix
mod stops {
    use std::time::{Duration, Instant};

    use crate::command::signals::stopped;
    use crate::support::Sandbox;

    /// Dominoes above a block that leaves them half of the board: most ways to place them leave no room for it.
    fn crowded() -> String {
        let dominoes = ["AABBCCDD", "EEFFGGHH", "IIJJKKLL", "........"];
        let rows = dominoes.into_iter().chain(["MMMMMMMM"; 4]);
        let rows: String = rows.map(|row| format!("{row}    {}\n", ".".repeat(8))).collect();
        format!("## crowded\nstart       goal\n{}", rows.replacen("........\n", "......AA\n", 1))
    }

    #[test]
    fn the_search_for_arrangements_ends_at_once() {
        let sandbox = Sandbox::new();
        sandbox.write("crowded.txt", crowded());
        // Eight pieces that the goal tells apart have 43 thousand million states.
        sandbox.write("many.txt", format!("start goal\nABCDE HGFED\nFGH.. CBA..\n{}", "..... .....\n".repeat(3)));
        for (command, file) in [("hardest", "crowded.txt"), ("check", "many.txt")] {
            let begun = Instant::now();
            let output = stopped(&sandbox, &["blocks", command, file], Duration::from_millis(500));
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{command}: {said}");
            assert!(begun.elapsed() < Duration::from_secs(20), "{command}: {:?}", begun.elapsed());
        }
    }
}
