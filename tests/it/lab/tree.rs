//! `fifteen lab tree`: the textbook's example, in every form.

use crate::support::{Sandbox, stderr};

const EXAMPLE: &str = "1 2 3 4 / 5 6 _ 8 / 9 10 7 11 / 13 14 15 12";

/// The E-nodes are 1, 4 and 10, with the children 2-5, 10-12 and 22-23; the answer is node 23.
#[test]
fn the_example_of_branch_and_bound() {
    let sandbox = Sandbox::new();
    let arguments = ["lab", "tree", EXAMPLE, "--algorithm", "branch-and-bound", "--depth", "3", "--order", "URDL"];
    let text = sandbox.output(&arguments);
    for line in
        ["E-nodes            1, 4, 10\n", "answer             node 23: down, right, down\n", "generated          10\n"]
    {
        assert!(text.contains(line), "no '{line}' in {text}");
    }
    // The directions of the root's children, and whose children the generated nodes are.
    for (number, words) in [
        (2, &["─ 2  up", "c=5"][..]),
        (3, &["─ 3  right", "c=5"]),
        (4, &["─ 4  down", "c=3", "E-node 2", "on the way"]),
        (5, &["─ 5  left", "c=5"]),
        (10, &["│  ├─ 10 right", "E-node 3", "on the way"]),
        (11, &["│  ├─ 11 down", "c=5"]),
        (12, &["│  └─ 12 left", "c=5"]),
        (22, &["│  │  ├─ 22 up", "c=5"]),
        (23, &["│  │  └─ 23 down", "c=3", "answer"]),
        (6, &["not generated"]),
    ] {
        let line = text.lines().find(|line| line.contains(&format!("─ {number} "))).unwrap();
        assert!(words.iter().all(|word| line.contains(word)), "{words:?}: {line}");
    }
    // Without a board it is the example that is drawn.
    assert_eq!(sandbox.output(&["lab", "tree", "--algorithm", "branch-and-bound", "--depth", "3"]), text);
    let dot = sandbox.output(&[&arguments[..], &["--dot"]].concat());
    assert!(dot.starts_with("digraph tree {") && dot.ends_with("}\n"));
    assert!(dot.contains("n10 -> n23 [label=\"down\", penwidth=3"), "{dot}");
    assert_eq!(dot.matches("fillcolor=lightyellow").count(), 3);
}

#[test]
fn other_algorithms_see_the_same_tree() {
    let sandbox = Sandbox::new();
    let breadth_first = sandbox.output(&["lab", "tree", EXAMPLE, "--algorithm", "bfs-tree", "--depth", "3"]);
    assert!(breadth_first.contains("E-nodes            1, 2, 3, 4, 5, 6, 7,") && breadth_first.contains("node 23"));
    let depth_first = sandbox.output(&["lab", "tree", EXAMPLE, "--algorithm", "dfs", "--depth", "3"]);
    assert!(depth_first.contains("E-nodes            1, 2, 6, 7, 3, 8, 9, 4, 10\n"), "{depth_first}");
    let shallow = sandbox.output(&["lab", "tree", EXAMPLE, "--algorithm", "bfs-tree", "--depth", "2"]);
    assert!(shallow.contains("nodes in the tree  15") && shallow.contains("none in this tree"));
}

#[test]
fn what_cannot_be_drawn() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["lab", "tree", "--algorithm", "dfs", "--depth", "40", EXAMPLE]).code(2);
    assert!(stderr(&run).contains("smaller --depth"), "{}", stderr(&run));
    let run = sandbox.run(&["lab", "tree", "--algorithm", "dfs", "--depth", "2", "1 2 3 / 4 5 6 / 8 7 0"]).code(1);
    assert!(stderr(&run).contains("cannot be solved"), "{}", stderr(&run));
    let run = sandbox.run(&["lab", "tree", "--algorithm", "astar", "--depth", "2"]).code(2);
    assert!(stderr(&run).contains("possible values: bfs-tree, dfs, branch-and-bound"), "{}", stderr(&run));
}
