//! Names that commands and options had before, each with the one that took its place.

/// Commands, as they were written after `fifteen`.
pub(super) const COMMANDS: [(&str, &str); 17] = [
    ("tables", "is now `fifteen pdb list`"),
    ("pdb info", "is now `fifteen pdb list FILE`"),
    ("pdb histogram", "is now `fifteen pdb list --json FILE`, with the field 'histogram'"),
    ("pdb quality", "is now `fifteen lab heuristic`"),
    ("pdb pack", "is gone: `fifteen pdb build --zstd` writes packed tables"),
    ("pdb unpack", "is now `zstd -d FILE`"),
    ("lab check", "is now `fifteen lab heuristic`"),
    ("count", "is now `fifteen lab count`"),
    ("tree", "is now `fifteen lab tree`"),
    ("reproduce", "is now `fifteen lab reproduce`"),
    ("audit-scrambles", "is gone"),
    ("split", "is now `fifteen distribute DIR BOARD`"),
    ("work", "is now `fifteen distribute DIR --part I/N`"),
    ("merge", "is now `fifteen distribute DIR`"),
    ("quality", "is now `fifteen lab heuristic`"),
    ("blocks generate", "is gone"),
    ("blocks play", "is gone: the page of `fifteen serve` plays block puzzles"),
];

/// Options, each with the commands that had it; without any, all had it.
pub(super) const OPTIONS: [(&str, &[&str], &str); 19] = [
    ("--format", &[], "is now --json, --csv, --markdown (bench) or --dot (lab tree)"),
    ("--moves", &[], "is now --letters"),
    ("--file", &[], "is gone: write the file itself, or - for the standard input"),
    ("--deepening", &[], "is now --algorithm iddfs"),
    ("--first", &["solve"], "is now --within any"),
    ("--finish-iteration", &["solve"], "is now --mode complete"),
    ("--order", &["solve"], "is gone: `fifteen lab tree` has it"),
    ("--stats", &["solve", "distribute"], "is now --verbose"),
    ("--moves-only", &["solve"], "is now --show=moves"),
    ("--check", &["solve"], "is now `fifteen pdb verify`"),
    ("--interactive", &["solve"], "is gone: write the board, or play with `fifteen play`"),
    ("--skip", &["check", "apply", "convert"], "is gone: `fifteen solve` has it"),
    ("--plot", &["analyse"], "is gone"),
    ("--out", &["bench"], "is now --resume FILE"),
    ("--from", &["bench"], "is gone: `fifteen bench FILE` prints the results of a file again"),
    ("--threads", &["bench"], "is gone: times of one thread can be compared"),
    ("--json", &["lab tree"], "is gone: --dot writes the tree for other programs"),
    ("--queue", &["serve"], "is gone: 64 searches may wait in each lane"),
    ("--no-reflection", &["lab heuristic"], "is now a part of the heuristic, as in 7-8:no-reflection"),
];

/// The line for an old command; the path is without `fifteen`.
pub(super) fn command(path: &str) -> Option<String> {
    let (_, now) = COMMANDS.iter().find(|(name, _)| *name == path)?;
    Some(format!("`fifteen {path}` {now}"))
}

/// The line for an old option of a command.
pub(super) fn option(path: &str, option: &str) -> Option<String> {
    let is = |(name, of, _): &&(&str, &[&str], &str)| *name == option && (of.is_empty() || of.contains(&path));
    let (_, _, now) = OPTIONS.iter().find(is)?;
    Some(format!("{option} {now}"))
}
