//! The readers under test. Each function reads an input, panics if the reader breaks a promise, and returns whether the
//! input is accepted.

use std::fmt::{Debug, Display};
use std::sync::OnceLock;

use fifteen_blocks::format::{self, PuzzleNotation};
use fifteen_lab::{BenchmarkResults, IntervalEstimate, PairedComparison};
use fifteen_questions::{Engine, Failure, FailureKind, Policy, Solvers};
use fifteen_solver::distributed::{self, Job, Line, Results, UnitResult};
use fifteen_solver::input::{self, BoardReader, Notation, SolveRules};
use fifteen_solver::pdb::format::layout::renew_digests;
use fifteen_solver::pdb::{Header, Table, zst};
use fifteen_solver::{
    Collection, Convention, Goal, HeuristicKind, HeuristicSpec, MoveOrder, Partition, Path,
    Request, Setup, Size, Solver, TableKind, notation,
};

/// The longest error in characters that is shown to a person.
const LONGEST_ERROR: usize = 2000;

/// Checks that an error is short.
fn refused(error: &impl Display) -> bool {
    let length = error.to_string().chars().count();
    assert!(length <= LONGEST_ERROR, "an error of {length} characters");
    false
}

/// Checks that a value is read again from its printed form.
fn round_trip<T: PartialEq + Debug, E: Display>(
    value: &T,
    printed: &str,
    read: impl Fn(&str) -> Result<T, E>,
) -> bool {
    match read(printed) {
        Ok(other) => assert!(
            other == *value,
            "{value:?} is printed as {printed:?} and read as {other:?}"
        ),
        Err(error) => panic!("{value:?} is printed as {printed:?}, which is refused: {error}"),
    }
    true
}

/// Reads a text and checks its printed form.
fn text<T: PartialEq + Debug + Display, E: Display>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
) -> bool {
    match read(text) {
        Ok(value) => round_trip(&value, &value.to_string(), read),
        Err(error) => refused(&error),
    }
}

/// A board, of any size and of given ones.
pub fn board(input: &[u8]) -> bool {
    let input = String::from_utf8_lossy(input);
    let mut accepted = false;
    for size in [None, Some("4x4"), Some("3x2"), Some("5x5")] {
        let size = size.map(|text| text.parse::<Size>().expect("it is a size"));
        never_another_board(&input, size);
        accepted |= match notation::parse(&input, size) {
            Ok(board) => Notation::ALL.into_iter().all(|notation| {
                round_trip(&board, &notation.write(&board), |text| {
                    notation::parse(text, None)
                })
            }),
            Err(error) => refused(&error),
        };
    }
    accepted
}

/// Checks that a text that is one board is not read as another one from a file.
fn never_another_board(text: &str, size: Option<Size>) {
    let Ok(whole) = notation::read(text, size) else {
        return;
    };
    // A line with `/` between rows is answered at once, so the other rows must not be on other lines.
    let is_mixed = text.contains('/') && text.trim().contains(['\n', '\r']);
    if whole.guess.is_some() || is_mixed {
        return;
    }
    for line in BoardReader::new(text.as_bytes(), size) {
        if let Ok(board) = line.expect("bytes in memory can be read").board {
            assert!(
                board == whole.board,
                "{text:?} is {}, but is read as {board}",
                whole.board
            );
        }
    }
}

/// Checks that the solves of a session are boards with moves, which are read back as they are.
fn solves(bytes: &[u8], size: Size) {
    let rules = SolveRules::new(None, Some(size), None);
    for line in BoardReader::new(bytes, Some(size)).of_solves(rules) {
        let line = line.expect("bytes in memory can be read");
        let (board, moves) = match (line.board, line.moves) {
            (Ok(board), Some(moves)) => (board, moves),
            (Err(error), _) => {
                refused(&error);
                continue;
            }
            (Ok(_), None) => continue,
        };
        let letters = line.letters.unwrap_or_default();
        // The moves of a record that says what its letters name are not replayed.
        let Ok(path) = Path::parse_on(&moves, &board, letters) else {
            continue;
        };
        if path.is_empty() || path.replay(&board).is_none() {
            continue;
        }
        let text = format!("{board}; {}", path.letters(letters));
        let rules = SolveRules::new(None, None, Some(letters));
        let again: Vec<_> = BoardReader::new(text.as_bytes(), None)
            .of_solves(rules)
            .map(|line| line.expect("bytes in memory can be read"))
            .map(|line| (line.board, line.moves))
            .collect();
        let moves = Some(path.letters(letters));
        let is_long = text.len() > 4000;
        assert!(
            is_long || again == [(Ok(board), moves)],
            "{text}: {again:?}"
        );
    }
}

/// A file of boards in any form, or in several.
pub fn boards(bytes: &[u8]) -> bool {
    solves(bytes, Size::new(3, 3).expect("it is a size"));
    let mut accepted = match input::decode(bytes) {
        Ok(_) => true,
        Err(error) => refused(&error),
    };
    for size in [None, Some("4x4")] {
        let size = size.map(|text| text.parse::<Size>().expect("it is a size"));
        let mut last = 0;
        for line in BoardReader::new(bytes, size) {
            let line = line.expect("bytes in memory can be read");
            assert!(
                line.line >= last,
                "line {} comes after line {last}",
                line.line
            );
            last = line.line;
            accepted &= match line.board {
                Ok(board) => round_trip(&board, &board.to_string(), |text| {
                    notation::parse(text, None)
                }),
                Err(error) => refused(&error),
            };
        }
    }
    accepted
}

/// A value of an option: a size, an order of moves, a heuristic, a kind of table, a goal, a partition or a path.
pub fn options(input: &[u8]) -> bool {
    let input = String::from_utf8_lossy(input);
    let partition = |goal: Goal, size: &str| {
        let goal = goal
            .board(size.parse().expect("it is a size"))
            .expect("the size has named goals");
        match Partition::parse(&input, &goal) {
            Ok(found) => {
                let again = Partition::parse(&found.name(), &goal)
                    .map(|other| other.patterns() == found.patterns());
                assert!(
                    again == Ok(true),
                    "{found:?} is named {}, which is read otherwise",
                    found.name()
                );
                true
            }
            Err(error) => refused(&error),
        }
    };
    let path = |convention| match Path::parse(&input, convention) {
        Ok(path) => round_trip(&path, &path.letters(convention), |text| {
            Path::parse(text, convention)
        }),
        Err(error) => refused(&error),
    };
    [
        text(&input, str::parse::<Size>),
        text(&input, str::parse::<MoveOrder>),
        text(&input, str::parse::<HeuristicSpec>),
        text(&input, str::parse::<TableKind>),
        text(&input, |text| Goal::parse(text, None)),
        partition(Goal::Last, "4x4"),
        partition(Goal::First, "5x5"),
        path(Convention::Tile),
        path(Convention::Blank),
    ]
    .contains(&true)
}

/// A collection of partitions.
pub fn collection(input: &[u8]) -> bool {
    Collection::parse(&String::from_utf8_lossy(input))
        .map_or_else(|error| refused(&error), |_| true)
}

/// Block puzzles: a file of them, in every notation.
pub fn blocks(input: &[u8]) -> bool {
    let input = String::from_utf8_lossy(input);
    for notation in PuzzleNotation::ALL {
        let entries = notation.parse(&input).unwrap_or_default();
        for puzzle in entries.into_iter().filter_map(|entry| entry.puzzle.ok()) {
            // What is written has one puzzle, or none if it has too many pieces for the notation.
            let written = PuzzleNotation::ALL
                .into_iter()
                .filter_map(|to| Some((to, to.write(&puzzle).ok()?)));
            written.for_each(|(to, text)| {
                assert!(
                    to.parse(&text).is_ok_and(|entries| entries.len() == 1),
                    "{to}: {text}"
                )
            });
        }
    }
    let entries = match format::parse(&input) {
        Ok(entries) => entries,
        Err(error) => return refused(&error),
    };
    let one = |text: &str| {
        let mut entries = format::parse(text).map_err(|e| e.to_string())?;
        let puzzle = entries.pop().map(|e| e.puzzle.map_err(|e| e.to_string()));
        if entries.is_empty() {
            puzzle.unwrap_or(Err("no puzzle".into()))
        } else {
            Err("several puzzles".into())
        }
    };
    entries.into_iter().fold(false, |accepted, entry| {
        accepted
            | match entry.puzzle {
                Ok(puzzle) => round_trip(&puzzle, &puzzle.to_string(), one),
                Err(error) => refused(&error),
            }
    })
}

/// An answer, or a failure of the one who asked.
fn answered<T>(answer: Result<T, Failure>) -> bool {
    answer.map_or_else(
        |failure| {
            assert!(failure.kind != FailureKind::Internal, "{}", failure.message);
            refused(&failure.message)
        },
        |_| true,
    )
}

/// The body of a question as JSON: one that is answered at once, or one that becomes a search.
pub fn questions(input: &[u8]) -> bool {
    let policy = Policy {
        time_limit: 10.0,
        memory_bytes: 100 << 20,
        searches: 1,
        queue: 0,
        body_bytes: 1 << 16,
    };
    let engine = Engine::new(policy, Solvers::new(&[]));
    let prepared = ["/api/solve", "/api/bench", "/api/blocks"]
        .map(|path| answered(engine.prepare(path, input)));
    let answer = |path| answered(engine.answer(path, &String::from_utf8_lossy(input), input));
    let at_once = [
        "/api/blocks/check",
        "/api/blocks/count",
        "/api/check",
        "/api/random",
        "/api/read",
    ]
    .map(answer);
    prepared.contains(&true) || at_once.contains(&true)
}

/// Lines of a distributed search that are read together.
const LINES: usize = 12;
/// Largest bound of a job whose units are searched.
const SEARCHED_BOUND: u32 = 12;

/// Reads a line and checks its printed form.
fn line_of<L: Line + Debug>(text: &str) -> bool {
    L::parse(text).map_or_else(
        |error| refused(&error),
        |line| round_trip(&line, &line.to_json(), L::parse),
    )
}

/// Jobs and results: lines as they are, and as a forger would write them, who can compute digests. The forged ones are gone
/// on from, and worked on if that takes little.
pub fn lines(input: &[u8]) -> bool {
    let input = String::from_utf8_lossy(input);
    let mut accepted = false;
    let (mut job, mut results): (Option<Job>, Vec<UnitResult>) = Default::default();
    for line in input.lines().take(LINES) {
        accepted |= line_of::<Job>(line) | line_of::<UnitResult>(line);
        job = serde_json::from_str(line).ok().or(job);
        results.extend(serde_json::from_str::<UnitResult>(line));
    }
    // The digest of a line, without which no other field is looked at.
    let Some(job) = job.map(Job::sealed) else {
        return accepted;
    };
    let same = |job: &Job| round_trip(job, &job.to_json(), Job::parse);
    assert!(same(&job));
    static SOLVER: OnceLock<Solver> = OnceLock::new();
    let solver = SOLVER.get_or_init(|| {
        let setup = Setup::with_heuristic(HeuristicKind::Manhattan);
        setup
            .open("3x3".parse().expect("it is a size"))
            .expect("no table is needed")
    });
    let mut of_job = Results::default();
    for result in results {
        let result = UnitResult {
            job: job.digest.clone(),
            ..result
        };
        accepted |= of_job
            .insert(&job, result)
            .map_or_else(|error| refused(&error), |()| true);
    }
    accepted |= job
        .next(solver, &of_job)
        .map_or_else(|error| refused(&error), |next| same(&next));
    accepted |= job
        .record(solver, &Request::default())
        .map_or_else(|error| refused(&error), |_| true);
    let units = if job.search.bound <= SEARCHED_BOUND {
        0..LINES
    } else {
        0..0
    };
    for unit in units {
        accepted |= match distributed::work(solver, &job, unit, None) {
            Ok(result) => round_trip(&result, &result.to_json(), UnitResult::parse),
            Err(error) => refused(&error),
        };
    }
    accepted
}

/// Lines of `bench`: those of a file are summed up and compared, and are read again from what they are written as.
pub fn results(input: &[u8]) -> bool {
    let mut results = BenchmarkResults::default();
    let whole = match results.read(input) {
        Ok(whole) => whole,
        Err(error) => return refused(&error),
    };
    assert!(
        whole == input.len() || !input[whole..].contains(&b'\n'),
        "more than the last line was left out"
    );
    let records = results.records();
    assert!(records.iter().map(|record| record.boards).sum::<usize>() <= results.lines().count());
    for run in results.configurations() {
        let compared = PairedComparison::new(results.configurations()[0], run);
        assert!(compared.fewer + compared.more <= run.lines.len());
        let is_around = |found: IntervalEstimate| {
            found
                .interval
                .is_none_or(|[low, high]| low <= found.value && found.value <= high)
        };
        assert!(compared.median.is_none_or(is_around), "{compared:?}");
    }
    let text: String = results
        .lines()
        .filter_map(|line| Some(serde_json::to_string(line).ok()? + "\n"))
        .collect();
    let mut again = BenchmarkResults::default();
    assert_eq!(again.read(text.as_bytes()).ok(), Some(text.len()), "{text}");
    assert_eq!(
        again.lines().count(),
        results.lines().count(),
        "{text} is read otherwise"
    );
    results.lines().next().is_some()
}

/// Largest board whose tables are verified too: the larger the board, the longer its index takes to count.
const VERIFIED_CELLS: usize = 12;

/// Opens a table and checks that it is written as it was.
fn opened(bytes: &[u8]) -> bool {
    let table = match Table::open(bytes.to_vec()) {
        Ok(table) => table,
        Err(error) => return refused(&error),
    };
    if table.header().pattern().size().cells() <= VERIFIED_CELLS
        && let Err(error) = table.verify()
    {
        return refused(&error);
    }
    let mut written = Vec::new();
    assert!(
        table.write(&mut written).is_ok() && written == bytes,
        "an opened table is written otherwise"
    );
    true
}

/// A table as it is, and with matching digests, so that the fields behind them are read as well.
pub fn table(input: &[u8]) -> bool {
    let mut forged = input.to_vec();
    // There is none for bytes that end before their payload.
    let _ = renew_digests(&mut forged);
    let header = |bytes: &[u8]| Header::read(bytes).map_or_else(|error| refused(&error), |_| true);
    opened(input) | opened(&forged) | header(input) | header(&forged)
}

/// A packed table.
pub fn packed(input: &[u8]) -> bool {
    let header = zst::header(input).map_or_else(|error| refused(&error), |_| true);
    header | zst::unpack(input).map_or_else(|error| refused(&error), |bytes| opened(&bytes))
}
