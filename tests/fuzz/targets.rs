//! The readers under test. Each public function reads an input, panics if the reader breaks a
//! promise, and returns whether the input is accepted.

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

/// Maximum length of an error message, in characters, so that people can read it.
const LONGEST_ERROR: usize = 2000;

/// Checks that the error message for a refused input is short, and returns false.
fn refused(error: &impl Display) -> bool {
    let length = error.to_string().chars().count();
    assert!(length <= LONGEST_ERROR, "an error of {length} characters");
    false
}

/// Checks that reading the printed form of a value gives the same value, and returns true.
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

/// Reads a value from a text, and checks that its printed form can be read again.
fn text<T: PartialEq + Debug + Display, E: Display>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
) -> bool {
    match read(text) {
        Ok(value) => round_trip(&value, &value.to_string(), read),
        Err(error) => refused(&error),
    }
}

/// Reads a board, without a given size and with several given sizes.
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

/// Checks that a text that is a single board does not become a different board when it is read as a
/// file of boards.
fn never_another_board(text: &str, size: Option<Size>) {
    let Ok(whole) = notation::read(text, size) else {
        return;
    };
    // Skip texts whose rows end both within lines and at line breaks, such as `1 2 / 3 0` above
    // `4 5`. In a file, a line with several rows is a board by itself and is answered at once, and
    // the row on the next line is an error.
    let is_mixed = text.contains(['/', ';']) && text.trim().contains(['\n', '\r']);
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

/// Reads a session of a speed-solver, and checks each solve (a board with its moves): after it has
/// been printed, it must be read as the same solve.
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
        // A record can say whether its letters name the tile or the blank. The reader does not
        // replay the moves of such a record, so here they can be illegal.
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

/// Reads a file of boards, whose lines can have different forms.
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

/// Reads the value of a command-line option: a size, an order of moves, a heuristic, a kind of
/// table, a goal, a partition or a path.
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

/// Reads a collection of partitions.
pub fn collection(input: &[u8]) -> bool {
    Collection::parse(&String::from_utf8_lossy(input))
        .map_or_else(|error| refused(&error), |_| true)
}

/// Reads a file of block puzzles, in every notation.
pub fn blocks(input: &[u8]) -> bool {
    let input = String::from_utf8_lossy(input);
    for notation in PuzzleNotation::ALL {
        let entries = notation.parse(&input).unwrap_or_default();
        for puzzle in entries.into_iter().filter_map(|entry| entry.puzzle.ok()) {
            // Not every notation can express every puzzle. If writing succeeds, the text must
            // contain exactly one puzzle.
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

/// Checks that a request succeeds, or that its failure is not an internal error. Returns whether it
/// succeeds.
fn answered<T>(answer: Result<T, Failure>) -> bool {
    answer.map_or_else(
        |failure| {
            assert!(failure.kind != FailureKind::Internal, "{}", failure.message);
            refused(&failure.message)
        },
        |_| true,
    )
}

/// Reads the JSON body of a request to the server, both for requests that start a search and for
/// requests that are answered immediately. No search is run.
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

/// Maximum number of lines that are read from one input of the target `lines`.
const LINES: usize = 12;
/// Maximum bound of a job whose units are searched. Larger bounds would take too long.
const SEARCHED_BOUND: u32 = 12;

/// Reads one line of a distributed search, and checks that its printed form can be read again.
fn line_of<L: Line + Debug>(text: &str) -> bool {
    L::parse(text).map_or_else(
        |error| refused(&error),
        |line| round_trip(&line, &line.to_json(), L::parse),
    )
}

/// Reads the jobs and results of a distributed search.
///
/// The lines are first read as they are. Then they get valid digests, as an attacker would write
/// them, and the search continues with them: the job's next job and record are computed, and some
/// of its units are searched if the bound is small.
pub fn lines(input: &[u8]) -> bool {
    let input = String::from_utf8_lossy(input);
    let mut accepted = false;
    let (mut job, mut results): (Option<Job>, Vec<UnitResult>) = Default::default();
    for line in input.lines().take(LINES) {
        accepted |= line_of::<Job>(line) | line_of::<UnitResult>(line);
        job = serde_json::from_str(line).ok().or(job);
        results.extend(serde_json::from_str::<UnitResult>(line));
    }
    // Compute a valid digest, because a line with a wrong digest is refused before its other fields
    // are checked.
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

/// Reads a results file of `fifteen bench`, computes sums and comparisons, and checks that the
/// written lines can be read again.
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

/// Maximum number of cells of a board whose tables are also verified. For larger boards, computing
/// the index of the entries would take too long.
const VERIFIED_CELLS: usize = 12;

/// Opens a table, and checks that writing it gives the same bytes.
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

/// Reads a table as it is, and again with valid digests, so that the reader gets beyond the digests
/// and also reads the other fields.
pub fn table(input: &[u8]) -> bool {
    let mut forged = input.to_vec();
    // Renewing the digests fails if the bytes end before the payload. This does not matter here.
    let _ = renew_digests(&mut forged);
    let header = |bytes: &[u8]| Header::read(bytes).map_or_else(|error| refused(&error), |_| true);
    opened(input) | opened(&forged) | header(input) | header(&forged)
}

/// Reads a compressed table.
pub fn packed(input: &[u8]) -> bool {
    let header = zst::header(input).map_or_else(|error| refused(&error), |_| true);
    header | zst::unpack(input).map_or_else(|error| refused(&error), |bytes| opened(&bytes))
}
