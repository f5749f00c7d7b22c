//! `fifteen analyse --plot`.

use crate::support::{Sandbox, stderr, stdout};

const BOARD: &str = "1 2 3 / 4 5 6 / 0 7 8";
const MOVES: &str = "D U L R L2";

#[test]
fn a_plot_has_a_panel_for_each_metric_and_marks_lost_moves() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["analyse", "--metric", "both", "--plot", "moves.svg", BOARD, MOVES]).code(0);
    assert!(stderr(&run).contains("drawn: moves.svg"), "{}", stderr(&run));
    assert!(stdout(&run).contains("6 moves; the shortest solution has 2"), "{}", stdout(&run));
    let svg = std::fs::read_to_string(sandbox.path("moves.svg")).unwrap();
    for part in [
        "single-tile: 6 moves, shortest 2, 2 lost moves",
        "multi-tile: 5 moves, shortest 1, 3 lost moves",
        "<title>move 4, R: 1 to go, 2 after it</title>",
        "<title>move 4, R: 1 to go, 1 after it</title>",
    ] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count()), (5, 2));
    // The standard output is the plot's, and the text goes beside it.
    let run = sandbox.run(&["analyse", "--plot", "-", BOARD, MOVES]).code(0);
    assert!(stdout(&run).starts_with("<svg") && stderr(&run).contains("the shortest solution has 2"));
}

#[test]
fn wrong_files_of_plots_are_refused() {
    let sandbox = Sandbox::new();
    for (arguments, expected) in [
        (&["--plot", "moves.png"][..], "expected a name that ends in .svg, found .png"),
        (&["--plot", "no-such-folder/moves.svg"], "no-such-folder"),
        (&["--plot", "-", "--json"], "--plot writes to the standard output"),
    ] {
        let run = sandbox.run(&[&["analyse", BOARD, MOVES], arguments].concat()).code(2);
        assert!(stderr(&run).contains(expected), "{arguments:?}: {}", stderr(&run));
    }
}
