//! The names of values in level packs, such as `exitSide` or `minMoves`, and their meanings.

/// The meaning of a value in a level pack, according to the name of the value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The value says where the exit is.
    Exit,
    /// The value is the index of the row that leads to the exit.
    ExitRow,
    /// The value is the index of the column that leads to the exit.
    ExitColumn,
    /// The value describes the goal, for example in a sentence. Its name is a word such as `target`
    /// or `goalRow`. The value of `target` can also be the letter of a car.
    Goal,
    /// The value names the target car, which must leave the board.
    Car,
    /// The value describes walls. It is an error unless it means "no walls", because walls must be
    /// drawn on the board.
    Walls,
    /// The value is the number of cells in a row or column of the board.
    Size,
    /// The value is the size of a board in cells, or the size of a picture in pixels.
    SizeOrPixels,
    /// Two numbers are the size of the board. A single number is unclear, because it could also be
    /// the number of the level in its pack.
    UnclearSize,
    /// The value is a board. If it consists of two numbers, it is the size of a board.
    Board,
    /// The value is a board, or a place on a board.
    Position,
    /// The value is the number of moves in a solution.
    Moves,
    /// The value is the name of a level.
    Name,
    /// The value is a label, such as the `A` in `"level":"A"`. It says nothing about the board,
    /// even if it looks like the letter of a car or the name of a side.
    Label,
}

/// Meanings, each with the names that have this meaning, separated by spaces. [`letters_of`]
/// converts the names in the input to the same lower-case form.
const NAMES: [(Meaning, &str); 12] = [
    (
        Meaning::Exit,
        "exit exitside exitdirection exitdir exitcell exitposition exitpos",
    ),
    (Meaning::ExitRow, "exitrow exity"),
    (Meaning::ExitColumn, "exitcol exitcolumn exitx"),
    (
        Meaning::Moves,
        "moves minmoves minimummoves optimalmoves bestmoves targetmoves goalmoves steps minsteps minstep optimal optimum \
         minimum par",
    ),
    (Meaning::Name, "name title"),
    (
        Meaning::Label,
        "id level number difficulty rank grade rating category class set pack group series tier section label author \
         solution hint version date color colour theme",
    ),
    (
        Meaning::Size,
        "row col column dim dimension dimensions dims rows cols columns numrows numcols numcolumns nrows ncols rowcount colcount columncount \
         sizex sizey sidelength",
    ),
    (Meaning::SizeOrPixels, "size width height w h"),
    (Meaning::UnclearSize, "n grid side shape"),
    (Meaning::Board, "board map layout"),
    (Meaning::Position, "cells puzzle state start position"),
    (Meaning::Car, "car vehicle"),
];

/// Words that mark the target car, which must leave the board. A word can have an ending from
/// [`ENDINGS_OF_CARS`], as in `redCar`.
const ROLES: &str = "target goal player hero red main primary leaving escape escaping";
const ENDINGS_OF_CARS: [&str; 6] = ["car", "vehicle", "piece", "block", "letter", "id"];

const KINDS_OF_PIECES: [&str; 7] = ["car", "truck", "buse", "bus", "vehicle", "piece", "block"];
/// Words that stand for some of the cars on a board, alone or with a kind of piece, as in
/// `otherCars`.
const PARTS: &str = "other horizontal vertical h v small big large long short";

/// Words that mark walls. A word can have endings from [`ENDINGS_OF_WALLS`], as in `blockedCells`.
const WALLS: &str = "wall obstacle blocked blocker blocking barrier stone rock hole forbidden fixed immovable unmovable closed";
const ENDINGS_OF_WALLS: [&str; 6] = ["s", "cell", "position", "square", "tile", "coord"];

/// Returns the meaning of a name, or `None` if it has none. The spellings `exitSide`, `exit_side`
/// and `Exit side` have the same meaning.
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    let letters = letters_of(name);
    // A prefix, such as `grid` in `gridWidth`, does not change the meaning, so ignore it.
    let prefixes = ["board", "grid", "map"];
    let rest = prefixes
        .iter()
        .find_map(|prefix| letters.strip_prefix(prefix));
    let rest = rest.filter(|rest| !rest.is_empty()).unwrap_or(&letters);
    if let Some((meaning, _)) = NAMES.iter().find(|(_, names)| is_listed(rest, names)) {
        return Some(*meaning);
    }
    if names_walls(name) {
        Some(Meaning::Walls)
    } else if ["exit", "goal", "target"]
        .iter()
        .any(|word| letters.contains(word))
    {
        Some(Meaning::Goal)
    } else {
        names_leaving_car(name).then_some(Meaning::Car)
    }
}

/// Returns whether a name, such as `player`, `isTarget` or `redCar`, marks the target car, which
/// must leave the board.
pub(super) fn names_leaving_car(name: &str) -> bool {
    let letters = letters_of(name);
    let name = letters.strip_prefix("is").unwrap_or(&letters);
    let role = ENDINGS_OF_CARS
        .iter()
        .find_map(|end| name.strip_suffix(end));
    matches!(name, "car" | "vehicle")
        || role == Some("exit")
        || is_listed(role.unwrap_or(name), ROLES)
}

/// Returns whether a name, such as `walls` or `blockedCells`, says that its values are walls.
pub(super) fn names_walls(name: &str) -> bool {
    let letters = letters_of(name);
    let mut name = &*letters;
    while let Some(rest) = ENDINGS_OF_WALLS
        .iter()
        .find_map(|end| name.strip_suffix(end))
    {
        name = rest;
    }
    is_listed(name, WALLS)
}

/// Returns whether a name, such as `exitRow`, says that its value is the place where a car must go.
/// Returns `false` for the names of cars, such as `exitCar`.
pub(super) fn names_exit(name: &str) -> bool {
    use Meaning::{Exit, ExitColumn, ExitRow, Goal};
    let is_exit = matches!(meaning(name), Some(Exit | ExitRow | ExitColumn | Goal));
    is_exit && !names_leaving_car(name)
}

/// Returns whether level packs commonly use this name for the board of a level.
pub(super) fn names_board(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("grid")
        || matches!(meaning(name), Some(Meaning::Board | Meaning::Position))
}

/// Returns whether two lists of cars with these names can describe the same board, as `cars` and
/// `trucks` can. Names that differ only in their numbers, such as `blocks1` and `blocks2`, stand
/// for different boards.
pub(super) fn can_be_of_one_board(name: &str, other: &str) -> bool {
    let number = |name: &str| -> String { name.chars().filter(char::is_ascii_digit).collect() };
    number(name) == number(other) && letters_of(name) != letters_of(other)
}

/// Returns whether a list with this name, such as `trucks` or `otherCars`, certainly describes the
/// same board as the lists beside it. A list with a name such as `easyCars` could be a separate
/// board.
pub(super) fn names_part(name: &str) -> bool {
    let mut rest = letters_of(name);
    for kind in KINDS_OF_PIECES {
        rest = rest.replace(kind, "");
    }
    let rest = rest.strip_suffix('s').unwrap_or(&rest);
    let is_kind = rest.is_empty() && !letters_of(name).is_empty();
    is_kind || is_listed(rest, PARTS) || names_leaving_car(name)
}

/// Returns whether the name of a list, such as `trucks` or `easyCars`, says that the list contains
/// cars.
pub(super) fn names_pieces(name: &str) -> bool {
    let letters = letters_of(name);
    let mut kinds = KINDS_OF_PIECES.iter();
    kinds.any(|kind| letters.contains(kind)) || names_part(name)
}

/// Returns the letters of a name in lower case, without digits and other characters. For example,
/// `exitSide` and `EXIT_SIDE` both become `exitside`.
pub(super) fn letters_of(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphabetic);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

fn is_listed(name: &str, names: &str) -> bool {
    !name.is_empty() && names.split(' ').any(|other| other == name)
}
