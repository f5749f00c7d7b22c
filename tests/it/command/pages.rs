//! `fifteen completions` and `fifteen man`.

use std::fs;

use crate::support::{Sandbox, stderr};

#[test]
fn every_shell_is_told_of_every_command() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sandbox.output(&["completions", shell]);
        for word in ["solve", "bench", "heuristic", "blocks", "node-limit", "completions"] {
            assert!(script.contains(word), "{shell} is not told of {word}");
        }
    }
    let refused = stderr(&sandbox.run(&["completions", "tcsh"]).code(2));
    assert!(refused.contains("bash") && refused.contains("zsh"), "{refused}");
}

#[test]
fn every_command_has_a_manual_page() {
    let sandbox = Sandbox::new();
    let page = sandbox.output(&["man"]);
    assert!(page.contains(".TH fifteen 1") && page.contains("solve"), "{page}");
    let page = sandbox.output(&["man", "pdb", "build"]);
    assert!(page.contains("\\-\\-collection") && page.contains("\\-\\-quiet"), "{page}");
    sandbox.run(&["man", "--out", "pages"]).code(0);
    let names: Vec<_> = fs::read_dir(sandbox.path("pages")).unwrap().map(|e| e.unwrap().file_name()).collect();
    for name in ["fifteen.1", "fifteen-solve.1", "fifteen-pdb-build.1", "fifteen-blocks-solve.1"] {
        assert!(names.iter().any(|found| found == name), "{name} is not among {names:?}");
    }
    let refused = stderr(&sandbox.run(&["man", "pdb", "bake"]).code(2));
    assert!(refused.contains("\"bake\"") && refused.contains("build"), "{refused}");
    sandbox.write("file", "");
    let refused = stderr(&sandbox.run(&["man", "--out", "file/pages"]).code(2));
    assert!(refused.contains("file/pages"), "{refused}");
}
