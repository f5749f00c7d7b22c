//! Damaged and foreign tables: each has its message and exit code, in every command that opens tables.

use fifteen_pdb::format::layout::{METADATA_AT, PAGE, PAYLOAD_DIGEST_AT, VERSION_AT, renew_digests};

use crate::support::{Sandbox, stderr, stdout};

const TABLE: &str = "tables/3x3_zero-aware_1-4.pdb";
const HARDEST: &str = "8 6 7 / 2 5 4 / 3 0 1";

/// The payload of a small table.
const PAYLOAD: usize = PAGE as usize;

fn sandbox() -> (Sandbox, Vec<u8>) {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    let table = std::fs::read(sandbox.path(TABLE)).unwrap();
    (sandbox, table)
}

#[test]
fn every_header_fault_is_told_by_every_command() {
    let (sandbox, table) = sandbox();
    let with = |at: usize, byte: u8| {
        let mut bytes = table.clone();
        bytes[at] = byte;
        bytes
    };
    let faults: [(&str, Vec<u8>, &str); 8] = [
        ("empty", Vec::new(), "the file is empty"),
        ("foreign", b"no table, but a letter".to_vec(), "this is not a pattern database"),
        ("cut", table[..table.len() - 1].to_vec(), "cut short"),
        ("cut-header", table[..50].to_vec(), "cut short"),
        ("long", [&table[..], b"!"].concat(), "added to"),
        ("newer", with(VERSION_AT, 99), "newer than the version"),
        ("header", with(METADATA_AT + 3, table[METADATA_AT + 3] ^ 1), "header is damaged"),
        ("digest", with(PAYLOAD_DIGEST_AT, table[PAYLOAD_DIGEST_AT] ^ 1), "header is damaged"),
    ];
    for (name, bytes, word) in faults {
        let path = sandbox.write(&format!("{name}.pdb"), bytes);
        let path = path.to_str().unwrap();
        for command in [&["pdb", "list"][..], &["pdb", "verify"]] {
            let run = sandbox.run(&[command, &[path]].concat()).code(2);
            let message = stderr(&run);
            assert!(message.contains(word) && message.contains(name), "{command:?} {name}: {message}");
            assert_eq!(stdout(&run), "", "{command:?} {name}");
        }
        let named = stderr(&sandbox.run(&["solve", HARDEST, "--pdb", path]).code(2));
        assert!(named.contains(word), "{name}: {named}");
        // In a folder that is searched it is skipped, and said to be.
        let run = sandbox.run(&["solve", HARDEST, "--pdb", "tables", "--pdb", "."]).code(0);
        assert!(stderr(&run).contains(&format!("{name}.pdb is skipped")), "{}", stderr(&run));
        let note = stderr(&run).lines().find(|line| line.contains("is skipped")).unwrap_or_default().to_owned();
        assert_eq!(note.matches(&format!("{name}.pdb")).count(), 1, "the path stands once: {note}");
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_flipped_entry_is_found_by_verify() {
    let (sandbox, mut table) = sandbox();
    table[PAYLOAD + 100] ^= 4;
    sandbox.write(TABLE, table);
    let run = sandbox.run(&["pdb", "verify", "--json", "tables/3x3_zero-aware_5-8.pdb", TABLE]).code(2);
    let records: Vec<serde_json::Value> =
        stdout(&run).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&records[0]["ok"], &records[1]["ok"]), (&true.into(), &false.into()));
    let text = stderr(&sandbox.run(&["pdb", "verify", TABLE]).code(2));
    assert!(text.contains(TABLE) && text.contains("entries are damaged") && text.contains("--force"), "{text}");
    // The header alone is sound.
    sandbox.run(&["pdb", "list", TABLE]).code(0);
}

#[test]
fn wrong_entries_with_a_matching_digest_are_found_by_a_deep_verify() {
    let (sandbox, mut table) = sandbox();
    // A 0 and a 1 change places, so that the histogram still fits.
    let bit = |i: usize| table[PAYLOAD + i / 8] >> (i % 8) & 1;
    let one = (0..5520).find(|&i| bit(i) == 1).unwrap();
    let zero = (one..5520).find(|&i| bit(i) == 0).unwrap();
    for i in [one, zero] {
        table[PAYLOAD + i / 8] ^= 1 << (i % 8);
    }
    renew_digests(&mut table).unwrap();
    sandbox.write(TABLE, table);
    sandbox.run(&["pdb", "verify", TABLE]).code(0);
    let run = sandbox.run(&["pdb", "verify", "--deep", TABLE]).code(2);
    assert!(stderr(&run).contains("is wrong: its distance is"), "{}", stderr(&run));
}

#[test]
fn a_damaged_packed_table_is_told() {
    let (sandbox, _) = sandbox();
    sandbox.pack(TABLE);
    let mut packed = std::fs::read(sandbox.path(&format!("{TABLE}.zst"))).unwrap();
    packed.truncate(packed.len() / 2);
    sandbox.write("cut.pdb.zst", packed);
    let message = stderr(&sandbox.run(&["pdb", "verify", "cut.pdb.zst"]).code(2));
    assert!(message.contains("cannot be unpacked"), "{message}");
}

#[test]
fn a_bad_file_is_a_record_of_info() {
    let (sandbox, _) = sandbox();
    sandbox.write("foreign.pdb", "no table, but a letter");
    let run = sandbox.run(&["pdb", "list", "--json", "foreign.pdb", TABLE]).code(2);
    let records: Vec<serde_json::Value> =
        stdout(&run).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&records[0]["file"], &records[0]["size"]), (&"foreign.pdb".into(), &serde_json::Value::Null));
    assert!(records[0]["error"].as_str().unwrap().contains("not a pattern database"));
    assert_eq!((&records[1]["size"], &records[1]["error"]), (&"3x3".into(), &serde_json::Value::Null));
}

#[test]
fn a_damaged_packed_table_of_a_folder_gives_way_to_the_next_best() {
    let (sandbox, _) = sandbox();
    sandbox.build("3x3", "1-8", &[]);
    let large = sandbox.path("tables/3x3_zero-aware_1-8.pdb");
    sandbox.pack("tables/3x3_zero-aware_1-8.pdb");
    let packed = format!("{}.zst", large.to_str().unwrap());
    let mut bytes = std::fs::read(&packed).unwrap();
    std::fs::remove_file(&large).unwrap();
    let last = bytes.len() - 1;
    bytes[last / 2] ^= 0x55;
    bytes.truncate(last);
    std::fs::write(&packed, bytes).unwrap();
    let run = sandbox.run(&["solve", HARDEST, "--pdb", "tables"]).code(0);
    assert!(stderr(&run).contains("1-8.pdb.zst is skipped"), "{}", stderr(&run));
    assert!(stdout(&run).contains("1-4/5-8") || stdout(&run).contains("5-8/1-4"), "{}", stdout(&run));
    sandbox.run(&["solve", HARDEST, "--pdb", &packed]).code(2);
}
