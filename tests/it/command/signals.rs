//! Stops at random moments, each by two signals at once, as `timeout` sends them: nothing that is finished is lost.

#![cfg(target_os = "linux")] // signals of Unix

use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{Sandbox, repeats, send, wait_for_caught_signals};

const BOARDS: usize = 5000;

/// Stops a batch some time after it handles signals, by a signal to the process and another to its group.
fn stopped(sandbox: &Sandbox, after: Duration) -> Output {
    let mut command = sandbox.command(&["solve", "boards.txt", "--csv", "--threads", "2"]);
    let child = command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_caught_signals(&child);
    let process = child.id();
    // Read meanwhile, so that a full pipe does not hold the process up.
    let reader = thread::spawn(move || child.wait_with_output().unwrap());
    thread::sleep(after);
    for target in [process.to_string(), format!("-{process}")] {
        // The process may have ended at the first.
        let _ = Command::new("kill").args(["-TERM", "--", &target]).stderr(Stdio::null()).status().unwrap();
    }
    reader.join().unwrap()
}

/// Checks a stopped batch: the names of the fields, all boards up to the last in order, and the note.
fn assert_whole(output: &Output, how: &str) {
    let [out, said] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let mut lines = out.split_inclusive('\n');
    let names = lines.next().unwrap_or_default();
    assert!(names.starts_with("schema,line,board,size,goal,status,"), "{how}: no names\n{out}{said}");
    let mut boards = 0;
    let mut unfinished = 0;
    for line in lines {
        boards += 1;
        assert!(line.starts_with(&format!("1,{boards},")) && line.ends_with('\n'), "{how}: line {boards} is {line:?}");
        assert_eq!(line.split(',').count(), names.split(',').count(), "{how}: {line:?}");
        unfinished += usize::from(!line.contains(",solved,"));
    }
    // Each of the two threads may have been at four boards.
    assert!(boards < BOARDS && unfinished <= 8, "{how}: {unfinished} of {boards} are not solved\n{said}");
    let number = boards.to_string();
    let counted = said.lines().find(|line| line.contains(" solved")).unwrap_or_default().replace(',', "");
    assert!(counted.starts_with(&format!("{number} board")), "{how}: {boards} are printed\n{said}");
    assert!(said.contains("interrupted; to go on, repeat the command with --skip "), "{how}: {said}");
}

#[test]
fn a_batch_that_is_stopped_keeps_what_is_finished() {
    let sandbox = Sandbox::new();
    sandbox.write("boards.txt", sandbox.output(&["random", "-n", &BOARDS.to_string(), "--seed", "17"]));
    let (stops, mut random) = repeats(6);
    for _ in 0..stops {
        let after = Duration::from_micros(random.u64(..300_000));
        let output = stopped(&sandbox, after);
        assert_eq!(output.status.code(), Some(1), "{after:?}");
        assert_whole(&output, &format!("after {after:?}"));
    }
}

#[test]
fn a_second_ctrl_c_ends_the_process_and_a_second_sigterm_does_not() {
    let sandbox = Sandbox::new();
    // Nobody reads the boards, so the process waits for room in the pipe.
    let mut command = sandbox.command(&["random", "-n", "1000000000", "--seed", "1"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_caught_signals(&child);
    thread::sleep(Duration::from_millis(500));
    for _ in 0..3 {
        send(&child, "-TERM");
    }
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "`timeout` sends two signals for one stop");
    send(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
