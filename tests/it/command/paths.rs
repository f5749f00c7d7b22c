//! Files as they are elsewhere: long paths, names with spaces and other letters, the line ends and encodings of
//! Windows.

use std::fs;

use crate::support::{Sandbox, stderr, stdout};

const BOARD: &str = "8 6 7 / 2 5 4 / 3 0 1";

/// The text as an editor of Windows saves it: with a mark at the beginning, and two characters at the end of each line.
fn of_windows(text: &str) -> String {
    format!("\u{feff}{}", text.replace('\n', "\r\n"))
}

/// The text as the `>` of Windows PowerShell writes it: UTF-16 with a mark, in the order of bytes that is asked for.
fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    of_windows(text).encode_utf16().flat_map(bytes).collect()
}

#[test]
fn a_table_and_pictures_in_a_long_path_with_spaces_and_other_letters() {
    let sandbox = Sandbox::new();
    let folder = sandbox.path(&["tables ünd 表 ", &"long ".repeat(20), "x"].concat()).join("ω ".repeat(40) + "ω");
    let folder = folder.join("y".repeat(100));
    let inside = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    assert!(inside("").len() > 300);
    let out = inside("");
    let build = ["pdb", "build", "--size", "3x3", "--partition", "1-4/5-8", "--out", &out];
    sandbox.run(&build).code(0);
    sandbox.run(&[&build[..], &["--force"]].concat()).code(0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let table = inside("3x3_zero-aware_1-4.pdb");
    sandbox.run(&["pdb", "verify", "--deep", &table]).code(0);
    let (svg, gif) = (inside("a b.svg"), inside("ä.gif"));
    let solve = ["solve", "--pdb", &out, "--heuristic", "1-4/5-8", "--svg", &svg, "--gif", &gif, BOARD];
    let run = sandbox.run(&solve).code(0);
    assert!(stdout(&run).contains("31 moves"), "{}", stdout(&run));
    // Written over what is there.
    sandbox.run(&solve).code(0);
    assert!(fs::read_to_string(svg).unwrap().contains("<svg") && fs::read(gif).unwrap().starts_with(b"GIF89a"));
    let boards = inside("boards ∞.txt");
    fs::write(&boards, BOARD).unwrap();
    assert_eq!(sandbox.output(&["solve", "--pdb", &out, "--show=moves", &boards]).trim_end().len(), 31);
    let missing = sandbox.run(&["solve", &inside("fehlt ß.txt")]).code(2);
    assert!(
        stderr(&missing).contains("none of that name") && stderr(&missing).contains("fehlt ß.txt"),
        "{}",
        stderr(&missing)
    );
}

#[test]
fn boards_as_windows_saves_them() {
    let sandbox = Sandbox::new();
    let record = sandbox.output(&["solve", "--json", "--heuristic", "manhattan", BOARD]);
    let csv = sandbox.output(&["solve", "--csv", "--heuristic", "manhattan", BOARD, BOARD]);
    let files = [
        (format!("# two\n{BOARD}\n\n{BOARD} # again\n"), 2),
        ("8 6 7\n2 5 4\n3 0 1\n\n8 6 7\n2 5 4\n3 0 1".to_owned(), 2),
        ("7: 8 6 7 2 5 4 3 0 1\n".to_owned(), 1),
        ("[[8,6,7],\n[2,5,4],\n[3,0,1]]\n".to_owned(), 1),
        (record, 1),
        (csv, 2),
    ];
    for (text, boards) in files {
        for content in [
            text.clone().into_bytes(),
            of_windows(&text).into_bytes(),
            utf16(&text, u16::to_le_bytes),
            utf16(&text, u16::to_be_bytes),
        ] {
            sandbox.write("boards.txt", content);
            let output = sandbox.output(&["solve", "--show=moves", "--heuristic", "manhattan", "boards.txt"]);
            assert!(
                output.lines().count() == boards && output.lines().all(|moves| moves.len() == 31),
                "{text}\n{output}"
            );
        }
    }
    let run = sandbox.piped(&["check"], &of_windows(&format!("{BOARD}\n"))).code(0);
    assert!(stdout(&run).contains("line 1: can be solved"), "{}", stdout(&run));
}

#[test]
fn other_files_as_windows_saves_them() {
    let sandbox = Sandbox::new();
    let puzzle = "## Two\npieces: rush-hour\nstart   goal\nAAB     ...\n..B     ...\n...     .AA\n\n# The next\n\n## One\nstart goal\nA.    .A\n";
    let solved = |name: &str, content: &[u8]| {
        sandbox.write(name, content);
        steady(&sandbox.run(&["blocks", "solve", name, "--csv"]).get_output().stdout)
    };
    let collection = "name: mine\nsize: 3x3\n1-3/4-8 # rows\n1-4/5-8\n";
    let as_utf8 = |text: &str| of_windows(text).into_bytes();
    let as_utf16 = |text: &str| utf16(text, u16::to_le_bytes);
    let as_utf16_be = |text: &str| utf16(text, u16::to_be_bytes);
    for saved in [&as_utf8 as &dyn Fn(&str) -> Vec<u8>, &as_utf16, &as_utf16_be] {
        assert_eq!(solved("saved.txt", &saved(puzzle)), solved("lf.txt", puzzle.as_bytes()));
        sandbox.write("mine.txt", saved(collection));
        sandbox.run(&["pdb", "build", "--collection", "mine.txt", "--out", "tables", "--force"]).code(0);
        let solve = ["solve", "--pdb", "tables", "--heuristic", "./mine.txt", "--show=moves", BOARD];
        assert_eq!(sandbox.output(&solve).trim_end().len(), 31);
    }
}

/// The lines of a table without the last columns that are times.
fn steady(csv: &[u8]) -> Vec<String> {
    let csv = String::from_utf8(csv.to_vec()).unwrap();
    assert!(csv.lines().count() == 3, "{csv}");
    let column = csv.lines().next().unwrap().split(',').position(|name| name == "seconds").unwrap();
    csv.lines().map(|line| line.split(',').take(column).collect::<Vec<_>>().join(",")).collect()
}

#[test]
fn tables_are_built_into_the_users_folder_and_found_there() {
    let sandbox = Sandbox::new();
    let listed = sandbox.output(&["pdb", "list", "--size", "3x3"]);
    let folder = if cfg!(windows) {
        sandbox.path("fifteen").join("pdb")
    } else if cfg!(target_os = "macos") {
        sandbox.path("Library/Application Support/fifteen/pdb")
    } else {
        sandbox.path("fifteen/pdb")
    };
    assert!(listed.contains(folder.to_str().unwrap()), "{listed}");
    sandbox.run(&["pdb", "build", "--size", "3x3", "--partition", "1-4/5-8"]).code(0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let record = sandbox.output(&["solve", "--json", BOARD]);
    assert!(record.contains("\"heuristic\":\"5-8/1-4 zero-aware"), "{record}");
}
