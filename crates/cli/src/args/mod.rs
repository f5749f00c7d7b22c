//! Options that several commands share, and the validation of search requests.

mod names;
mod number;

pub(crate) use self::names::{
    PagesChoice, SearchMode, algorithm, collection, goal, goal_long_help, heuristic,
    heuristic_kind, kind, listed, metric, partition, set,
};
pub(crate) use self::number::{bytes, number, number_in, time};

use std::ffi::OsString;
use std::path::{Path as FilePath, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow};
use fifteen_solver::puzzle::{ParseError, parity};
use fifteen_solver::resources::Threads;
use fifteen_solver::{
    Algorithm, Board, Convention, Field, Goal, HeuristicSpec, Limits, Metric, MissingTables, Mode,
    Path, Request, Size, notation,
};

use self::names::{convention, goal_help, heuristic_help, size};
use crate::input::BoardLine;
use crate::memory;
use crate::terminal::interrupt;

/// The goal, and the size of those boards whose notation does not show their size.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct GoalArgs {
    /// Board size as width x height [default: that of --goal, or else 4x4]
    #[arg(long, value_name = "WxH", value_parser = size(), hide_possible_values = true)]
    pub size: Option<Size>,
    #[arg(long, value_name = "G", value_parser = goal(), hide_possible_values = true, help = goal_help())]
    goal: Option<String>,
}

impl GoalArgs {
    /// Returns the goal given with `--goal`, or the default goal.
    pub(crate) fn goal(&self) -> Result<Goal, ParseError> {
        self.given().map(Option::unwrap_or_default)
    }

    /// Returns the goal given with `--goal`, or `None` if the option is missing.
    pub(crate) fn given(&self) -> Result<Option<Goal>, ParseError> {
        self.goal
            .as_ref()
            .map(|text| Goal::parse(text, self.size))
            .transpose()
    }

    /// Returns the goal given with `--goal`, else the goal stored in the board's input record, else
    /// the default goal.
    pub(crate) fn of(&self, line: &BoardLine) -> Result<Goal, ParseError> {
        Ok(self.given()?.or(line.goal).unwrap_or_default())
    }

    /// Returns the goal as a board. Its size is the one given with `--size`, else the size that the
    /// goal implies, else 4x4.
    pub(crate) fn board(&self) -> Result<Board, ParseError> {
        let goal = self.goal()?;
        single_board(goal, goal.size(self.size))
    }
}

/// Returns the goal as a board of the given size. If the goal is a pattern that several boards
/// match, the error names the commands that accept such goals.
pub(crate) fn single_board(goal: Goal, size: Size) -> Result<Board, ParseError> {
    goal.board(size).map_err(|error| match goal {
        Goal::Choice(_) => ParseError(format!("{error}; only solve and analyse take such goals")),
        _ => error,
    })
}

/// The metric of a search.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct MetricArg {
    /// The unit in which moves are counted
    ///
    /// In the single-tile metric (stm), a move slides one tile. In the multi-tile metric (mtm), a move slides one or
    /// more tiles of a row or column together.
    #[arg(long, value_name = "single-tile|multi-tile", value_parser = metric(), default_value = "single-tile",
        hide_possible_values = true)]
    pub metric: Metric,
}

/// The tables to use.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TablesArg {
    /// A table, or a folder of tables, to use instead of the default folder
    ///
    /// You can give this option several times. The default folder is $FIFTEEN_PDB_DIR, or else your data folder;
    /// `fifteen pdb list` shows it.
    #[arg(long, hide_short_help = true, value_name = "FILE|DIR")]
    pub pdb: Vec<PathBuf>,
}

impl TablesArg {
    /// Returns what to do about missing tables. By default, small tables are built in memory. If
    /// the user named tables or folders with `--pdb`, a missing table is an error.
    pub(crate) fn missing(&self) -> MissingTables {
        if self.pdb.is_empty() {
            MissingTables::BuildSmall
        } else {
            MissingTables::Error
        }
    }
}

/// The heuristic of a search.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct HeuristicArg {
    #[arg(long, value_name = "H", value_parser = heuristic(), hide_possible_values = true,
        help = "The heuristic: manhattan, 7-8, manhattan+6-6-3, ...", long_help = heuristic_help())]
    pub heuristic: Option<HeuristicSpec>,
}

/// The meaning of the letters of moves.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct LettersArg {
    /// Whether U, D, L, R name the direction of the tile or of the blank
    ///
    /// [default: tile]
    #[arg(long, hide_short_help = true, value_name = "tile|blank", value_parser = convention(),
        hide_possible_values = true)]
    pub letters: Option<Convention>,
}

/// Help text of `--size` for commands that read boards.
pub(crate) const SIZE_OF_BOARDS: &str = "\
Board size as width x height, needed only if the rows of a board are not marked";

/// Long help text of `--letters` for commands that read moves.
pub(crate) const LETTERS_OF_MOVES: &str = "\
Whether U, D, L, R name the direction of the tile or of the blank

Without this option, letters name directions of the tile. If only the blank can make the moves, they name directions of \
the blank, and a note says so.";

/// Long help text of `--metric` for commands that search.
pub(crate) const METRIC_OF_SEARCH: &str = "\
The unit in which moves are counted

In the single-tile metric (stm), a move slides one tile. In the multi-tile metric (mtm), a move slides one or more tiles \
of a row or column together. Searches in the multi-tile metric build their tables in memory, for each call again.";

/// Note for the user, printed if move letters are read as directions of the blank because they do
/// not fit the board as directions of the tile.
pub(crate) const OF_BLANK: &str =
    "the moves are read as directions of the blank, which fit the board; --letters decides";

impl LettersArg {
    /// Returns whether move letters give the direction of the tile (the default) or of the blank,
    /// as the user chose with `--letters`.
    pub(crate) fn convention(self) -> Convention {
        self.letters.unwrap_or_default()
    }
}

/// The number of threads.
#[derive(Debug, clap::Args)]
pub(crate) struct ThreadsArg {
    /// Number of threads [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = number_in::<u16>(1..=1024))]
    threads: Option<u16>,
}

impl ThreadsArg {
    pub(crate) fn is_given(&self) -> bool {
        self.threads.is_some()
    }

    /// Returns the number of threads given with `--threads`, or one thread for each core if the
    /// option is missing.
    pub(crate) fn threads(&self) -> Threads {
        Threads::all_if_zero(self.threads.map_or(0, usize::from))
    }
}

/// The memory pages of tables.
#[derive(Debug, clap::Args)]
pub(crate) struct PagesArg {
    /// The memory pages in which tables are kept
    ///
    /// Large pages make searches with large tables faster, especially if the machine has other work too. They take as
    /// much memory as the tables, and exist only on Linux. With `auto`, a table that would take more than half of the
    /// available memory is always mapped.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "PAGES",
        value_enum,
        default_value = "auto"
    )]
    pub pages: PagesChoice,
}

/// The limits of a search.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct LimitArgs {
    /// Stop after generating N nodes
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = number::<u64>)]
    pub node_limit: Option<u64>,
    /// Stop the search of each board after this time
    ///
    /// The time is a number of seconds, or has units: 90, 90s, 1m, 1h30m.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time_limit: Option<Duration>,
    /// Look only for solutions of at most D moves
    #[arg(long, hide_short_help = true, value_name = "D", value_parser = number::<u32>)]
    pub depth_limit: Option<u32>,
    /// Stop when search memory would exceed SIZE
    ///
    /// Search memory holds the nodes and states of all boards that are searched at a time, but not the tables. The size
    /// is a number of bytes, or has a unit: 500M, 8G, 8GiB.
    ///
    /// [default: half of the available memory]
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = bytes)]
    pub memory_limit: Option<u64>,
}

impl LimitArgs {
    /// Returns whether the user limited the nodes, the time or the depth. A search with such a
    /// limit can end without a solution.
    pub(crate) fn any(&self) -> bool {
        self.node_limit.is_some() || self.time_limit.is_some() || self.depth_limit.is_some()
    }

    /// Returns the memory limit in bytes. It covers the nodes and states of all searches, and the
    /// tables that the command builds.
    pub(crate) fn memory(&self) -> u64 {
        self.memory_limit.unwrap_or_else(memory::default_limit)
    }

    /// Returns the limits for building tables.
    pub(crate) fn of_tables(&self) -> Limits {
        Limits {
            memory: Some(self.memory()),
            cancel: Some(interrupt::flag()),
            ..Limits::default()
        }
    }

    /// Returns the limits of each search if `at_a_time` searches run concurrently and share the
    /// memory limit equally. The time limit is not included: [`Request::time`] holds it.
    pub(crate) fn of_searches(&self, at_a_time: usize) -> Limits {
        Limits {
            nodes: self.node_limit,
            depth: self.depth_limit,
            memory: Some(self.memory() / at_a_time.max(1) as u64),
            ..self.of_tables()
        }
    }
}

/// Returns the number that follows an option as a separate argument, such as `5` in `--all 5`. The
/// user probably meant `--all=5`, because `--all` accepts a value only after an equals sign.
pub(crate) fn detached_number(option: &str) -> Option<String> {
    let words: Vec<_> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let mut pairs = words.windows(2);
    pairs
        .find(|pair| pair[0] == option && pair[1].bytes().all(|b| b.is_ascii_digit()))
        .map(|pair| pair[1].clone())
}

/// Arguments of a command that accepts boards followed by moves.
pub(crate) struct BoardAndMoves<'a> {
    /// Boards, or names of files with boards.
    pub boards: &'a [OsString],
    /// The moves at the end, joined by spaces.
    pub moves: Option<String>,
}

impl<'a> BoardAndMoves<'a> {
    /// Splits the arguments into boards and the moves at the end. The moves can also be tile
    /// numbers, but only if every argument before them is a complete board or a file. Otherwise the
    /// numbers could be part of a board.
    ///
    /// # Errors
    /// Returns an error if the last argument starts with a move but contains something that is not
    /// a move.
    pub(crate) fn of(words: &'a [OsString], size: Option<Size>) -> Result<Self, ParseError> {
        let is_board =
            |text: &str| notation::read(text, size).is_ok_and(|reading| reading.guess.is_none());
        let is_text_of_board = |word: &OsString| word.to_str().is_some_and(is_board);
        let is_whole =
            |word: &OsString| is_text_of_board(word) || word == "-" || FilePath::new(word).exists();
        let are_moves = |word: &OsString| word.to_str().is_some_and(is_moves);
        let are_tiles = |word: &OsString| word.to_str().is_some_and(are_numbers);
        let whole = words.iter().take_while(|word| is_whole(word)).count();
        let rest = &words[whole..];
        let behind_boards = whole > 0
            && !rest.is_empty()
            && rest.iter().all(|word| are_moves(word) || are_tiles(word));
        let behind_words = words
            .iter()
            .rposition(|word| !are_moves(word))
            .map_or(0, |last| last + 1);
        let (boards, moves) = words.split_at(if behind_boards { whole } else { behind_words });
        if let ([_, .., last], []) = (boards, moves)
            && let Some(text) = last.to_str()
            && begins_with_moves(text)
            && !is_whole(last)
        {
            Path::parse(text, Convention::Tile)?;
        }
        let moves: Vec<_> = moves.iter().map(|word| word.to_string_lossy()).collect();
        Ok(Self {
            boards,
            moves: (!moves.is_empty()).then(|| moves.join(" ")),
        })
    }
}

/// Returns whether the text consists of numbers separated by spaces or commas.
fn are_numbers(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || " ,".contains(c))
}

/// Returns whether a text was probably meant as moves, even if some are invalid. This is the case
/// if the text consists of letters (`UPDL`), or if its first word consists of moves once digits and
/// primes are removed (`R3U'`).
fn begins_with_moves(text: &str) -> bool {
    if text.chars().all(|c| c.is_alphabetic() || " ,'".contains(c)) {
        return true;
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    let letters = first.replace(|c: char| c.is_ascii_digit() || "'’′".contains(c), "");
    Path::parse(&letters, Convention::Tile).is_ok_and(|path| !path.is_empty())
}

/// Returns whether the argument consists of moves, possibly with repeat counts. A 4x4 board in
/// hexadecimal digits can start with `D` too, but it also contains `A`, which is not a move.
fn is_moves(word: &str) -> bool {
    let begins = word.trim_start().starts_with(|c| "UDLRudlr".contains(c));
    let are_letters = begins
        && word
            .chars()
            .all(|c| "UDLRudlr ".contains(c) || c.is_ascii_digit());
    are_letters || Path::parse(word, Convention::Tile).is_ok_and(|path| !path.is_empty())
}

/// Validates a search request. Errors name command-line options instead of fields of the request.
pub(crate) fn validated(request: Request) -> Result<Request> {
    let is_fast_complete = request.ida.mode == Mode::Fast && request.ida.finish_iteration;
    let spell = |field: Field| match field {
        Field::FinishIteration if is_fast_complete => "--mode fast-complete".to_owned(),
        same => option(same),
    };
    request
        .validated()
        .map_err(|error| anyhow!(error.spelled(spell)))
}

/// Returns a note for each option that has no effect, such as `--threads` for an algorithm that
/// searches a board on one thread.
pub(crate) fn notes(request: &Request, mode_given: bool, threads_given: bool) -> Vec<String> {
    let (fast, algorithm, all) = (
        request.ida.mode == Mode::Fast,
        request.setup.algorithm,
        request.ida.all,
    );
    let mode = match (fast && mode_given, algorithm, all) {
        (true, Algorithm::Ida(_), Some(_)) => {
            Some("fast mode finds one solution, so --all is searched in plain mode".to_owned())
        }
        (true, Algorithm::Ida(_), None) | (false, ..) => None,
        // No note is needed: the error for `--mode fast-complete` says that the algorithm has no
        // such mode.
        (true, ..) if request.ida.finish_iteration => None,
        (true, ..) => Some(format!(
            "{algorithm} has no fast mode; --mode fast is not used"
        )),
    };
    let in_fast_mode = fast && algorithm.ida().is_some() && all.is_none();
    let threads = "only fast mode of ida uses several threads for a board; --threads is not used";
    mode.into_iter()
        .chain((threads_given && !in_fast_mode).then(|| threads.to_owned()))
        .collect()
}

/// Returns advice to append to the error for an unsolvable board: the goals that the board can
/// reach. Returns an empty string if no advice is possible.
///
/// Some programs write boards column by column. If the board becomes solvable when it is read by
/// columns, and is then nearer to the default goal, the advice says so.
pub(crate) fn solvable_with(board: &Board) -> String {
    let is_square = board.size().width() == board.size().height();
    let by_columns = board.transposed();
    let advice = match Goal::default().board(board.size()) {
        Ok(goal)
            if is_square
                && parity::check(board, &goal).is_err()
                && parity::check(&by_columns, &goal).is_ok()
                && by_columns.manhattan_to(&goal) < board.manhattan_to(&goal) =>
        {
            format!("; read by columns, it is {by_columns}, which can be solved")
        }
        _ => String::new(),
    };
    let goals: Vec<_> = parity::solvable_goals(board)
        .iter()
        .map(Goal::to_string)
        .collect();
    if goals.is_empty() {
        advice
    } else {
        format!("; try --goal {}{advice}", goals.join(" or "))
    }
}

/// Returns the command-line option that sets a field of a request, such as `--depth-limit D`.
pub(crate) fn option(field: Field) -> String {
    match field {
        Field::FinishIteration => "--mode complete".to_owned(),
        Field::DepthLimit => "--depth-limit D".to_owned(),
        same => format!("--{same}"),
    }
}
