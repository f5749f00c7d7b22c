//! Words of messages: one of a thing in the singular, and errors that name what was expected and found.

use crate::support::{Sandbox, stderr, stdout};

#[test]
fn one_of_a_thing_is_singular() {
    let sandbox = Sandbox::new();
    sandbox.write("block", "## A\nstart  goal\nAB     BA\n");
    sandbox.write("two", "## A\nstart goal\nA.    .A\n");
    for (arguments, code, words) in [
        (&["solve", "1 0 / 3 2", "--show"][..], 0, "1 move"),
        (&["check", "1 2 / 0 3"], 0, "at least 1 move, and an odd number"),
        (&["bench", "--set", "random:1:1", "--size", "2x2", "--heuristic", "manhattan"], 0, "1 board of random:1:1"),
        (&["blocks", "solve", "block"], 1, "the start is the only state"),
        (&["blocks", "solve", "two", "--states"], 0, "the farthest 1 unit move from the start"),
        (&["solve", "--size", "2x2", "1"], 2, "but 1 number was given"),
    ] {
        let run = sandbox.run(arguments).code(code);
        let said = stdout(&run) + &stderr(&run);
        assert!(said.contains(words), "{arguments:?}: {said}");
        let plurals = ["moves", "nodes", "boards", "states", "tables", "numbers", "tiles", "puzzles"];
        for plural in plurals.map(|noun| format!(" 1 {noun}")) {
            assert!(!format!(" {said}").contains(&plural), "{arguments:?}: '{plural}' in {said}");
        }
    }
}

#[test]
fn damaged_collections_are_told_by_line_and_fault() {
    let sandbox = Sandbox::new();
    for (text, words) in [
        ("", "there is no partition in it"),
        ("hello\n", "line 1, column 1: expected 'size: WxH' before the first partition"),
        ("size: 9x9\n1-8\n", "line 1, column 7: a board of 9x9 is not supported"),
        ("size:\n1-8\n", "line 1, column 6: '' is not a board size; write WxH"),
        ("size: 3x3\nsize: 3x3\n1-8\n", "line 2, column 1: a second 'size:'; there was one in line 1"),
        ("size: 3x3\nsice: 3x3\n1-8\n", "line 2, column 1: there is no 'sice:'; a collection has the lines"),
        ("size: 3x3\nkind: big\n1-8\n", "line 2, column 7: unknown kind of table 'big'"),
        ("size: 3x3\n1,2,3/4,5\n", "line 2, column 1: the partition leaves out tiles 6, 7, 8"),
        ("size: 3x3\n1-4/4-8\n", "line 2, column 1: tile 4 is named twice"),
        ("size: 3x3\n1-4/5,6,7,99\n", "line 2, column 1: there is no tile 99 on a 3x3 board"),
        ("size: 3x3\n1-8\n1-8\n", "line 3, column 1: this is the partition of line 2 again"),
        ("size: 4x4\n7-8\n", "the collection is for 4x4 boards, but the board is 3x3"),
    ] {
        sandbox.write("c.txt", text);
        let said = stderr(&sandbox.run(&["solve", "--heuristic", "./c.txt", "1 2 3 / 4 5 6 / 7 0 8"]).code(2));
        assert!(said.contains("./c.txt: ") && said.contains(words), "{text:?}: {said}");
        assert_eq!(said.matches("c.txt").count(), 1, "the path stands once: {said}");
    }
}

#[test]
fn damaged_block_files_are_told_by_line_and_fault() {
    let sandbox = Sandbox::new();
    for (text, words) in [
        ("", "no puzzle found: a puzzle begins with '## name'"),
        ("hello\nworld\n", "expected a 'key: value' line, found 'hello'"),
        ("## A\nstart goal\n", "line 2, column 1: the puzzle has no map"),
        ("## A\nstart  goal\nA.     .A\nA      .A\n", "ragged line: the goal map has 'A' here"),
        ("## A\nstart  goal\nA.     ..\n", "no goal: the goal map shows no piece"),
        ("## A\nstart  goal\nA.     B.\n", "piece 'B' of the goal map is missing from the start map"),
        ("## A\nstart\nA.\n", "the puzzle has no goal: only its states can be counted"),
        ("## A\nrush: 123\n", "'1' is not possible here"),
        ("## A\npieces: odd\nstart  goal\nA.     .A\n", "'pieces: odd' is unknown"),
        ("## A\nstart  goal\nAA..    A..\n", "ragged line"),
        ("## A\nstart  goal\nAA.    A..\n", "in the goal map than in the start map; these have 1 and 2 cells"),
        ("## A\nstart  goal\nA..\t..A\n", "line 3, column 4: a tab in a map: use spaces"),
        ("## A\ngoal: by-shape\nstart  goal\nA..    A.A\n", "pieces of the shape of 'A': the goal has "),
    ] {
        sandbox.write("b.txt", text);
        let said = stderr(&sandbox.run(&["blocks", "solve", "b.txt"]).code(2));
        assert!(said.contains(words), "{text:?}: {said}");
        assert!(!said.contains("1 cells") && !said.contains("1 pieces"), "{text:?}: {said}");
    }
}
