// Tests of code that needs no browser: moves, undo, proofs, losses, statistics, addresses, keys,
// block puzzles.
import { expect, test } from "@playwright/test";
import { dayOf, formatGame, linkIn, parseGame, seedOfDay, tabOf } from "../page/address.js";
import { GATE, JOIN, lacking, painted, strokeOf } from "../page/blockedit.js";
import { BlockGame } from "../page/blockgame.js";
import { puzzleOf } from "../page/blockmap.js";
import { blockText } from "../page/blocktext.js";
import { toSecond, toTenth } from "../page/dom.js";
import { emptyEntry, entryOf, suspects, withNumber } from "../page/entry.js";
import { Game } from "../page/game.js";
import { actionOf } from "../page/keys.js";
import { lesson } from "../page/lessons.js";
import { distances, losses, perfectRun } from "../page/losses.js";
import { countOf, lettersIn, movesOf, writtenWay } from "../page/metric.js";
import { squares, verdict } from "../page/outcome.js";
import { cover } from "../page/picture.js";
import { bySize, calendar, comparison, streaks, withResult } from "../page/statistics.js";
import { lettersOf, meaning, writtenLine } from "../page/notation.js";
import { position, toText } from "../page/tiles.js";

const GOAL = position([1, 2, 3, 4, 5, 6, 7, 8, 0], "3x3");
/** A position that is two moves (LL) from the goal. */
const START = position([1, 2, 3, 4, 5, 6, 0, 7, 8], "3x3");

test("undo and redo treat the moves of a gesture as one, and a new move forgets what was undone", () => {
  const game = new Game(GOAL, GOAL);
  /** @type {[act: () => boolean | string, ...expected: unknown[]][]} */
  const steps = [
    [() => game.move("RR"), true, 2, "1 2 3 / 4 5 6 / 0 7 8"],
    [() => game.move("D"), true, 3, "1 2 3 / 0 5 6 / 4 7 8"],
    [() => game.undo(), "D", 2, "1 2 3 / 4 5 6 / 0 7 8"],
    [() => game.undo(), "RR", 0, "1 2 3 / 4 5 6 / 7 8 0"],
    [() => game.undo(), "", 0, "1 2 3 / 4 5 6 / 7 8 0"],
    [() => game.redo(), "RR", 2, "1 2 3 / 4 5 6 / 0 7 8"],
    [() => game.move("R"), false, 2, "1 2 3 / 4 5 6 / 0 7 8"], // there is no tile to the left
    [() => game.redo(), "", 2, "1 2 3 / 4 5 6 / 0 7 8"],
  ];
  for (const [act, ...expected] of steps) expect([act(), game.count, toText(game.now)]).toEqual(expected);
});

test("only what is proven of a position counts as known", () => {
  const game = new Game(START, GOAL);
  expect([game.needed, game.best, game.lost]).toEqual([null, null, null]);
  // The moves pass the start again, so the rest of them is a shorter solution, which is not proven
  // to be a shortest one.
  game.learn("DULL", false);
  expect([game.needed, game.about(), game.best]).toEqual([null, { way: "LL", bound: 0 }, null]);
  game.atLeast(1);
  expect([game.needed, game.best]).toEqual([null, null]);
  game.atLeast(0); // a later search that has proven less
  expect(game.about().bound).toBe(1);
  game.atLeast(2); // now the known solution, which has two moves, is a shortest one
  expect([game.needed, game.best, game.lost]).toEqual([2, 2, 0]);
  game.move("L");
  expect([game.needed, game.proof(), game.lost]).toEqual([1, "L", 0]);
  game.move("D"); // this move leaves the solution, so only a way back is known
  expect([game.needed, game.lost, game.wayBack()]).toEqual([null, null, "UL"]);
  game.learn(game.wayBack() ?? "");
  expect([game.needed, game.lost]).toEqual([2, 2]);
  game.undo();
  expect([game.needed, game.lost]).toEqual([1, 0]);
});

test("the distance of a position bounds the distances of its neighbours in the game", () => {
  const game = new Game(START, GOAL);
  expect(game.range()).toEqual({ least: 1, most: Infinity });
  game.learn("DULL", false); // the moves pass the start again, so two moves are enough
  game.atLeast(1);
  expect(game.range()).toEqual({ least: 2, most: 2 });
  game.move("D");
  expect(game.range()).toEqual({ least: 1, most: 3 });
  game.move("L");
  // The lower bound is 2: two single-tile moves keep the parity of the distance, and this is not
  // the goal.
  expect(game.range()).toEqual({ least: 2, most: 4 });
  game.atLeast(4);
  expect([game.range(), game.range(1), game.range(0)]).toEqual([4, 3, 2].map((most) => ({ least: most, most })));
  const slides = new Game(START, GOAL, { metric: "multi-tile" });
  slides.learn("LL");
  slides.move("LL");
  expect([slides.range(), slides.range(0)]).toEqual([{ least: 0, most: 0 }, { least: 1, most: 1 }]);
});

test("the moves of an earlier visit are made as far as possible, with or without their time", () => {
  /** @type {[letters: string, shown: number, seconds: number | null, expected: unknown[]][]} */
  const visits = [
    ["RD", 1, 12.5, [true, "RD", 1, 12.5, false]],
    ["RXD", 0, null, [false, "R", 0, 0, true]],
    ["", 0, null, [true, "", 0, 0, false]],
  ];
  for (const [letters, shown, seconds, expected] of visits) {
    const game = new Game(GOAL, GOAL);
    expect([game.resume(letters, shown, seconds), game.letters, game.shown, game.seconds, game.untimed]).toEqual(expected);
  }
});

test("lost moves are found, also by distances that follow from those of neighbours", () => {
  /** @param {string} letters */
  const play = (letters) => {
    const game = new Game(START, GOAL);
    for (const letter of letters) game.move(letter);
    return game;
  };
  let game = play("DULL");
  expect([distances(game), losses(game)]).toEqual([[null, null, 2, 1, 0], []]);
  game.learn("LL", true, START);
  expect([distances(game), losses(game)]).toEqual([[2, null, 2, 1, 0], []]);
  game = play("DULL");
  game.learn("ULL", true, position([1, 2, 3, 0, 5, 6, 4, 7, 8], "3x3"));
  const lost = { number: 1, tile: "4", word: "down", cost: 2 };
  expect([distances(game), losses(game)]).toEqual([[2, 3, 2, 1, 0], [lost]]);
  game = play("DULL");
  game.learn("LL", false, START); // not proven, but the next position's bound proves it to be shortest
  game.atLeast(3, position([1, 2, 3, 0, 5, 6, 4, 7, 8], "3x3"));
  expect([distances(game), losses(game)]).toEqual([[2, 3, 2, 1, 0], [lost]]);
  const slides = new Game(START, GOAL, { metric: "multi-tile" });
  for (const letter of "LRLL") slides.move(letter);
  expect(distances(slides)).toEqual([null, null, 1, 0]); // the slide back over two cells is one move
});

test("in the multi-tile metric, tiles that slide together are one move", () => {
  expect(movesOf("RRRUUL", "multi-tile")).toEqual(["RRR", "UU", "L"]);
  expect(countOf("RRRUUL", "single-tile")).toBe(6);
  expect([writtenWay("RRRUUL", "multi-tile"), writtenWay("RU", "single-tile")]).toEqual(["R3 U2 L", "RU"]);
  expect([lettersIn("R3 U2 L"), lettersIn("RULD"), lettersIn("R11")]).toEqual(["RRRUUL", "RULD", "R".repeat(11)]);
  const game = new Game(GOAL, GOAL, { metric: "multi-tile" });
  game.move("RR"); // the way back is made in two gestures, which are one slide
  game.learn("LL");
  expect([game.count, game.steps, game.needed, game.best, game.lost]).toEqual([1, 2, 1, 0, 2]);
  game.move("L");
  game.learn("L");
  expect([game.count, game.needed, game.lost]).toEqual([2, 1, 2]);
  game.move("L");
  expect([game.count, game.lost, distances(game)]).toEqual([2, 2, [0, 1, 0]]);
  expect(losses(game)).toEqual([{ number: 1, tile: "8, 7", word: "right", cost: 2 }]);
});

test("statistics are grouped by size, count no game twice, and find streaks of days", () => {
  /**
   * @param {string} id
   * @param {string} size
   * @param {number} moves
   * @param {number | null} best
   * @param {number | null} seconds
   * @param {string | null} [daily]
   * @returns {SolvedBoard}
   */
  const one = (id, size, moves, best, seconds, daily = null) =>
    ({ id, size, moves, best, seconds, daily, day: daily ?? "", tried: false });
  /**
   * @param {string} id
   * @param {string} day
   */
  const daily = (id, day) => one(id, "5x5", 200, null, 100, day);
  const all = [
    one("a", "4x4", 60, 52, 60), one("b", "4x4", 50, 50, 25), one("c", "3x3", 30, null, null), one("d", "4x4", 70, 60, null),
    one("c", "3x3", 30, 22, null), // the same game, whose optimum was found later
    daily("e", "2026-11-20"), daily("f", "2026-11-22"), daily("g", "2026-11-23"), daily("h", "2026-11-23"),
  ].reduce(withResult, /** @type {SolvedBoard[]} */ ([]));
  expect(bySize(all)).toEqual([
    { size: "4x4", solved: 3, perfect: 1, meanExtra: 6, bestSeconds: 25, rate: 110 / 85 },
    { size: "5x5", solved: 3, perfect: 0, meanExtra: null, bestSeconds: 100, rate: 2 },
    { size: "3x3", solved: 1, perfect: 0, meanExtra: 8, bestSeconds: null, rate: null },
  ]);
  for (const [today, current] of /** @type {const} */ ([["2026-11-23", 2], ["2026-11-24", 2], ["2026-11-25", 0]])) {
    expect(streaks(all, today)).toEqual({ solved: 3, current, longest: 2 });
  }
  // Only boards that were solved on their own day or the day after are part of a streak.
  const late = all.map((result) => ({ ...result, day: "2026-11-24" }));
  expect(streaks(late, "2026-11-24")).toEqual({ solved: 3, current: 1, longest: 1 });
  expect(bySize([{ ...one("a", "4x4", 50, 50, 25), tried: true }])[0].perfect).toBe(0);
  const weeks = calendar(all, "2026-11-25"); // a Wednesday
  expect([weeks.length, weeks[0].day, weeks.at(-1)?.day]).toEqual([31, "2026-10-26", "2026-11-25"]);
  expect(weeks.filter(({ result }) => result).map(({ day }) => day)).toEqual(["2026-11-20", "2026-11-22", "2026-11-23"]);
  /**
   * @param {string} size
   * @param {number} moves
   * @param {number} best
   * @param {number} seconds
   */
  const compared = (size, moves, best, seconds) => comparison(all, one("z", size, moves, best, seconds));
  expect(compared("6x4", 9, 9, 5)).toBe("Your first 6x4 solved here.");
  expect(compared("4x4", 70, 50, 24)).toBe("Your fastest 4x4 so far; before it was 0:25.0.");
  expect(compared("3x3", 25, 22, 24)).toBe("Your closest to the fewest moves of 2 games.");
  expect(compared("4x4", 70, 50, 99)).toBe(
    "Before: 3 of this size, the fastest in 0:25.0, 6.0 moves more than the fewest on average.");
});

test("undo takes back a restart, and trying other moves while the distance is shown is noted", () => {
  const game = new Game(START, GOAL, { id: "a" });
  game.move("D");
  game.restart("b");
  expect([game.count, game.id, game.tried, toText(game.now)]).toEqual([0, "b", false, toText(START)]);
  game.move("L");
  expect([game.undo(), game.undo(), game.letters, game.id, game.undo(), game.count]).toEqual(["L", "D", "D", "a", "D", 0]);
  game.watched = true;
  game.redo();
  expect(game.tried).toBe(false);
  game.undo();
  game.move("L");
  expect(game.tried).toBe(true);
});

test("moves after the first solution do not change the result of a game", () => {
  const game = new Game(START, GOAL);
  for (const letter of "LL") game.move(letter);
  const seconds = game.won?.seconds;
  game.undo();
  game.redo();
  expect([game.seconds, game.untimed]).toEqual([seconds, false]);
  game.undo();
  for (const letter of "RLL") game.move(letter);
  expect([game.solved, game.won?.letters, game.untimed, game.tried]).toEqual([true, "LL", true, false]);
});

test("the cost of the last move is known once both distances are", () => {
  const game = new Game(START, GOAL);
  game.learn("LL");
  game.move("D");
  expect(game.lastCost).toBeNull();
  game.learn("ULL");
  expect(game.lastCost).toBe(2);
  game.undo();
  game.move("LL");
  expect(game.lastCost).toBe(0);
});

test("a game is shown as squares, which are green where no move was lost", () => {
  const game = new Game(START, GOAL);
  for (const letter of "DULL") game.move(letter);
  expect(squares(game)).toBe("⬜⬜🟩🟩");
  game.learn("LL", true, START);
  game.learn("ULL", true, position([1, 2, 3, 0, 5, 6, 4, 7, 8], "3x3"));
  expect([squares(game), perfectRun(game)]).toEqual(["🟨🟩🟩🟩", 3]);
});

test("lessons go row by row, the last two tiles of a row together, then by columns, then to a square", () => {
  /** @param {string} text */
  const teach = (text, goal = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", size = "4x4") => {
    const [p, q] = [text, goal].map((cells) => position(cells.split(" ").map(Number), size));
    const next = lesson(p, q);
    return next && [next.tile, next.to, next.text];
  };
  const rest = "5 6 7 8 9 10 11 12 13 14 15 0";
  const pair = "3 and 4 end row 1 together: 3 into the corner, 4 behind it, then turn both in.";
  expect(teach("1 3 2 4 " + rest)).toEqual([2, 1, "By hand, fill row 1 tile by tile: bring 2 to row 1, column 2."]);
  expect(teach("1 2 5 4 3 6 7 8 9 10 11 12 13 14 15 0")).toEqual([3, 3, pair]);
  expect(teach("1 2 5 3 4 6 7 8 9 10 11 12 13 14 15 0")).toEqual([4, 7, pair]);
  const column = "9 and 13 end column 1 together: 9 into the corner, 13 behind it, then turn both in.";
  expect(teach("1 2 3 4 5 6 7 8 13 10 11 12 9 14 15 0")).toEqual([13, 13, column]);
  const square = "By hand, only the last square is left: send its three tiles round until they are in order.";
  expect(teach("1 2 3 4 5 6 7 8 9 10 0 11 13 14 15 12")).toEqual([11, 10, square]);
  expect(teach("1 2 3 4 " + rest)).toBeNull();
  // If the goal has its blank at the top left, the bottom row comes first.
  expect(teach("0 1 2 3 4 5 7 6 8", "0 1 2 3 4 5 6 7 8", "3x3")?.[2]).toContain("row 3");
});

test("addresses of games are written and read again, and days and tabs are recognised", () => {
  /** @param {number[]} cells */
  const p = (cells) => position(cells, "2x2");
  const game = { start: p([1, 2, 0, 3]), goal: p([1, 2, 3, 0]), goalText: "last", moves: "L" };
  const parsed = { board: "1 2 / 0 3", goal: "last", moves: "L", daily: null, metric: "single-tile" };
  expect(formatGame(game)).toBe("#board=1-2/0-3&goal=last&moves=L");
  expect(parseGame(formatGame(game))).toEqual(parsed);
  expect(parseGame(formatGame({ ...game, goalText: "1 2 / 3 0", moves: "" }))).toEqual({ ...parsed, goal: "1 2 / 3 0", moves: "" });
  expect(formatGame({ ...game, daily: "2026-11-23" })).toBe("#daily=2026-11-23");
  expect(parseGame("#daily=2026-11-23&moves=L")).toEqual({ ...parsed, board: null, daily: "2026-11-23" });
  for (const hash of ["", "#laboratory", "#puzzle"]) expect(parseGame(hash)).toBeNull();
  const sentence = "Look (http://x/#board=1-2/0-3&goal=last) it is nice: http://x/#daily=2026-11-23.";
  expect([linkIn(sentence), linkIn("see http://x/#daily=2026-11-23."), linkIn("1 2 / 0 3")])
    .toEqual(["#board=1-2/0-3&goal=last", "#daily=2026-11-23", null]);
  expect(["2026-11-23", "2028-02-29"].map(seedOfDay)).toEqual([20261123, 20280229]);
  for (const day of ["2026-02-29", "23.11.2026", "", "2026-1-1"]) expect(seedOfDay(day)).toBeNull();
  expect(dayOf(new Date("2026-11-23T23:30:00-05:00"))).toBe("2026-11-24");
  for (const [hash, tab] of [["", "puzzle"], ["#board=1", "puzzle"], ["#blocks&puzzle=x", "blocks"], ["#nothing", "puzzle"]]) {
    expect(tabOf(hash, ["puzzle", "blocks"])).toBe(tab);
  }
});

test("moves are written as tiles or as letters, in both metrics", () => {
  const p = { width: 3, height: 3, cells: [1, 2, 3, 4, 5, 6, 0, 7, 8] };
  /** @param {string} metric */
  const of = (metric) => ["arrows", "numbers", "tile", "blank"].map((notation) => writtenLine(p, "LLD", metric, notation));
  expect(of("single-tile")).toEqual(["7← 8← 6↓", "7 8 6", "LLD", "RRU"]);
  expect(of("multi-tile")).toEqual(["7 8←, 6↓", "7 8, 6", "L2 D", "R2 U"]);
  expect(meaning(p, "LLD", "multi-tile", "arrows")).toBe("7 8← means: slide 7 and 8 left.");
});

test("keys have actions, times and results are written, and a picture covers a board", () => {
  /**
   * @param {string} key
   * @param {...string} held
   */
  const press = (key, ...held) => 
    actionOf(/** @type {KeyboardEvent} */ ({ key, ...Object.fromEntries(held.map((name) => [name, true])) }));
  expect([press("ArrowUp"), press("d")]).toEqual([{ name: "move", letter: "U" }, { name: "move", letter: "R" }]);
  expect([press("z", "ctrlKey"), press("Z", "metaKey", "shiftKey"), press("y", "ctrlKey"), press("?", "shiftKey")])
    .toEqual(["undo", "redo", "redo", "help"].map((name) => ({ name })));
  expect([press("x"), press("a", "ctrlKey"), press("w", "altKey")]).toEqual([null, null, null]);
  expect([toSecond(67.9), toTenth(67.96), toTenth(59.99), toTenth(0)]).toEqual(["1:07", "1:07.9", "0:59.9", "0:00.0"]);
  const said = [52, 58].map((count) => verdict({ count, best: 52 }));
  expect(said).toEqual(["the fewest possible", "6 more than the fewest"]);
  expect(verdict({ count: 58, best: null })).toBeNull();
  expect(verdict({ count: 52, best: 52, tried: true })).toBe("the fewest possible, with moves taken back");
  expect([lettersOf("UDLR", "tile"), lettersOf("UDLR", "blank")]).toEqual(["UDLR", "DURL"]);
  expect(cover(2, { width: 4, height: 4 })).toEqual({ size: [8, 4], offset: [2, 0] });
  expect(cover(0.5, { width: 4, height: 4 })).toEqual({ size: [4, 8], offset: [0, 2] });
});

/**
 * Returns the engine's answer for a block puzzle.
 * @param {Partial<BlockAnswer>} more
 * @returns {BlockAnswer}
 */
const drawn = (more) => ({
  name: "", start: [], goal: null, floor: [],
  rush_hour: false, by_shape: false, equal: [], gates: "", gate_pieces: [], horizontal: "", vertical: "", ...more,
});

test("block puzzles: gates admit only their pieces, locked pieces keep to their axis, and the text keeps gates below pieces", () => {
  const puzzle = puzzleOf(drawn({
    start: ["AB.", "C.-"], goal: ["...", "..A"], floor: ["...", "..-"], gates: "-", gate_pieces: ["A"], horizontal: "C",
  }));
  const game = new BlockGame(puzzle);
  const text = () => blockText({ ...puzzle, start: game.map() }, "## T\nkey: kept\ngate: old for B\nstart goal\nX\n");
  const head = "## T\nkey: kept\ngate: - for A\nhorizontal: C\n";
  expect(text()).toBe(`${head}start    goal\nAB.      ...\nC.-      ..A\n`);
  /** @param {string} piece */
  const ways = (piece) => [..."UDLR"].filter((letter) => game.canStep(piece, letter)).join("");
  expect([..."ABC"].map(ways)).toEqual(["", "DR", "R"]);
  game.move({ piece: "B", path: "R" });
  expect(game.canStep("B", "D")).toBe(false);
  game.move({ piece: "B", path: "LD" });
  game.move({ piece: "A", path: "RRD" });
  expect(game.solved()).toBe(true);
  expect(text()).toBe(`${head}start    goal     floor\n...      ...      ...\nCBA      ..A      ..-\n`);
});

test("block puzzles: the text has the rules of the drawing instead of its old ones, and every row of the maps", () => {
  const puzzle = drawn({ start: ["AA.", "   "], goal: [".AA", "   "], floor: ["...", "   "] });
  const before = " source : me\npieces : rush-hour\nstart goal # maps\n## A\n\n## T\ngoal: by-shape\n# end\n";
  expect(blockText(puzzleOf({ ...puzzle, rush_hour: true, by_shape: true }), before).split("\n")).toEqual(
    [" source : me", "## T", "# end", "pieces: rush-hour", "goal: by-shape", "start    goal", "AA.      .AA", "         #", ""]);
  const equal = blockText(puzzleOf({ ...puzzle, equal: ["AB", "C"] }), "\uFEFF## T\nrush: AA..\nequal: AB C\n");
  expect(equal.split("\n")[1]).toBe("equal: A");
});

/** @typedef {[which: "start" | "goal", x: number, y: number, brush: string]} DrawnStroke */
/**
 * Returns the text of a puzzle after strokes, each given by a map, a cell, and a brush or
 * character.
 * @param {ReturnType<typeof puzzleOf>} puzzle
 * @param {...DrawnStroke} all
 */
function strokes(puzzle, ...all) {
  for (const [which, x, y, brush] of all) {
    puzzle = painted(puzzle, which, x, y, strokeOf(puzzle, which, brush, x, y)) ?? puzzle;
  }
  return blockText(puzzle, "## T\n").replace("## T\n", "");
}

test("block puzzles: a gate can be drawn before the pieces, and admits those of the goal", () => {
  const empty = puzzleOf(drawn({ start: ["..."], goal: ["..."], floor: ["..."] }));
  /** @type {DrawnStroke} */
  const gate = ["start", 1, 0, GATE];
  expect(strokes(empty, gate, ["start", 0, 0, JOIN], ["goal", 2, 0, JOIN])).toBe("gate: - for A\nstart    goal\nA-.      .-A\n");
  const two = { ...empty, start: [["A", "B", "."]], goal: [[".", ".", "B"]] };
  expect(strokes(two, ["goal", 0, 0, GATE])).toBe("gate: - for B\nstart    goal     floor\nAB.      -.B      -..\n");
  const named = { start: ["ABC"], goal: ["..A"], floor: ["-.."], gates: "-", gate_pieces: ["ABC"], vertical: "BC" };
  const text = strokes(puzzleOf(drawn(named)), ["start", 1, 0, "."]);
  expect(text).toMatch(/^gate: - for AC\nvertical: C\n/); // only the pieces that are drawn
});

test("block puzzles: erasing takes a piece away before its gate, and both maps have the same walls", () => {
  const puzzle = puzzleOf(drawn({ start: ["A#."], goal: [".#A"], floor: ["-#."], gates: "-", gate_pieces: ["A"] }));
  const head = "gate: - for A\nstart    goal     floor\n";
  expect(strokes(puzzle)).toBe(`${head}A#.      -#A      -#.\n`);
  expect(strokes(puzzle, ["goal", 1, 0, "."])).toBe(`${head}A..      -.A      -..\n`);
  expect(strokes(puzzle, ["goal", 2, 0, "#"])).toBe(`${head}A##      -##      -##\n`);
  expect(strokes(puzzle, ["goal", 0, 0, "#"])).toBe(strokes(puzzle)); // the cell contains a piece in the start
  expect(strokes(puzzle, ["start", 0, 0, "."])).toBe("gate: - for A\nstart    goal\n-#.      -#A\n");
  expect(strokes(puzzle, ["start", 0, 0, "."], ["start", 0, 0, "."])).toBe("start    goal\n.#.      .#A\n");
  expect(strokes(puzzle, ["start", 1, 0, "."], ["start", 2, 0, "#"])).toBe(`${head}A.#      -.#      -.#\n`);
});

test("block puzzles: the page says what a drawing still lacks", () => {
  /** @type {[start: string, goal: string, text: string][]} */
  const drawings = [
    ["...", "...", "Draw the pieces: tap free cells, and drag from a piece to add cells to it."],
    ["A..", "...", "Draw more pieces, or choose Goal and draw those that must arrive, where they must."],
    ["A.A", "A..", "Piece A is in two parts: join its cells, or draw one part with another letter."],
    ["A..", "..B", "Piece B is in the goal, but not in the start."],
    ["AA.", "..A", "Piece A has 2 cells in the start and 1 in the goal: draw it the same."],
    ["*..", "..*", ""],
  ];
  for (const [start, goal, text] of drawings) {
    expect(lacking(puzzleOf(drawn({ start: [start], goal: [goal], floor: ["..."] })), "start")).toBe(text);
  }
  const half = puzzleOf(drawn({ start: ["A.."], goal: ["..."], floor: ["..."] }));
  expect(lacking(half, "goal")).toBe("Now draw the pieces that must arrive, where they must.");
  const turned = puzzleOf(drawn({ start: ["AA", ".."], goal: ["A.", "A."], floor: ["..", ".."] }));
  expect(lacking(turned, "start")).toBe("Piece A has another shape in the goal: draw it as in the start.");
});

test("block puzzles: a piece of Rush Hour moves along its longer side", () => {
  const floor = Array(4).fill("...");
  const game = new BlockGame(puzzleOf(drawn({ start: ["AA.", "...", "B..", "B.."], goal: floor, floor, rush_hour: true })));
  /** @param {string} piece */
  const ways = (piece) => [..."UDLR"].filter((letter) => game.canStep(piece, letter)).join("");
  expect([..."AB"].map(ways)).toEqual(["R", "U"]);
});

test("a board is entered number by number or as text, and two tiles are named if it cannot be solved", () => {
  const whole = [8, 6, 7, 2, 5, 4, 3, 0].reduce(withNumber, emptyEntry(3, 3));
  expect(whole.cells).toEqual([8, 6, 7, 2, 5, 4, 3, 0, 1]);
  expect(withNumber({ ...whole, at: 0 }, 1).cells).toEqual([1, 6, 7, 2, 5, 4, 3, 0, 8]);
  const swapped = position([1, 2, 3, 4, 5, 6, 8, 7, 0], "3x3");
  expect(suspects(swapped, GOAL)).toEqual([7, 8]);
  /** @type {[text: string, cells: number | null][]} */
  const texts = [["1 2 3\n4 5 6\n7 0 8", 9], ["1 2 / 3 0", 4], ["1 2 3 4", null], ["1 2 x 0", null]];
  for (const [text, cells] of texts) {
    expect(entryOf(text, emptyEntry(4, 4))?.cells.length ?? null).toBe(cells);
  }
});
