// The rules of the page, without a browser: moves, undo, proofs, losses, statistics, addresses, keys, block puzzles.
import { expect, test } from "@playwright/test";
import { dayOf, formatGame, parseGame, seedOfDay, tabOf } from "../../crates/serve/assets/address.js";
import { GATE, JOIN, painted, strokeOf } from "../../crates/serve/assets/blockedit.js";
import { createBlockGame } from "../../crates/serve/assets/blockgame.js";
import { puzzleOf, toText as blockText } from "../../crates/serve/assets/blockmap.js";
import { Game } from "../../crates/serve/assets/game.js";
import { actionOf } from "../../crates/serve/assets/keys.js";
import { distances, losses } from "../../crates/serve/assets/losses.js";
import { countOf, lettersIn, movesOf, writtenWay } from "../../crates/serve/assets/metric.js";
import { cover } from "../../crates/serve/assets/picture.js";
import { bySize, streaks, withResult } from "../../crates/serve/assets/statistics.js";
import { lettersOf } from "../../crates/serve/assets/strip.js";
import { position, toText } from "../../crates/serve/assets/tiles.js";
import { toSecond, toTenth, verdict } from "../../crates/serve/assets/times.js";

const GOAL = position([1, 2, 3, 4, 5, 6, 7, 8, 0], "3x3");
/** Two moves from the goal: LL. */
const START = position([1, 2, 3, 4, 5, 6, 0, 7, 8], "3x3");

test("moves, undo and redo keep gestures together; a new move forgets what was undone", () => {
  const game = new Game(GOAL, GOAL);
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

test("what is proven of a position is kept, and never a guess", () => {
  const game = new Game(START, GOAL);
  expect([game.needed, game.best, game.lost]).toEqual([null, null, null]);
  game.learn("DULL", false); // it passes the start again, so its end is a way too; it need not be a shortest one
  expect([game.needed, game.upper, game.best]).toEqual([null, 2, null]);
  game.learn("LL");
  expect([game.needed, game.upper, game.best, game.lost]).toEqual([2, null, 2, 0]);
  game.move("L");
  expect([game.needed, game.way, game.lost]).toEqual([1, "L", 0]);
  game.move("D"); // off the way: its optimum is not known, but a way back is
  expect([game.needed, game.lost, game.wayBack()]).toEqual([null, null, "UL"]);
  game.learn(game.wayBack());
  expect([game.needed, game.lost]).toEqual([2, 2]);
  game.undo();
  expect([game.needed, game.lost]).toEqual([1, 0]);
});

test("moves of an earlier visit are made as far as they can be, with their time or without", () => {
  for (const [letters, shown, seconds, expected] of [
    ["RD", 1, 12.5, [true, "RD", 1, 12.5, false]],
    ["RXD", 0, null, [false, "R", 0, 0, true]],
    ["", 0, null, [true, "", 0, 0, false]],
  ]) {
    const game = new Game(GOAL, GOAL);
    expect([game.resume(letters, shown, seconds), game.letters, game.shown, game.seconds, game.untimed]).toEqual(expected);
  }
});

test("lost moves are found, and neighbours settle distances", () => {
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
  expect([distances(game), losses(game)]).toEqual([[2, 3, 2, 1, 0], [{ number: 1, tile: "4", word: "down", cost: 2 }]]);
});

test("tiles that slide together are one move where the metric says so", () => {
  expect(movesOf("RRRUUL", "multi-tile")).toEqual(["RRR", "UU", "L"]);
  expect(countOf("RRRUUL", "single-tile")).toBe(6);
  expect([writtenWay("RRRUUL", "multi-tile"), writtenWay("RU", "single-tile")]).toEqual(["R3 U2 L", "RU"]);
  expect([lettersIn("R3 U2 L"), lettersIn("RULD"), lettersIn("R11")]).toEqual(["RRRUUL", "RULD", "R".repeat(11)]);
  const game = new Game(GOAL, GOAL, { metric: "multi-tile" });
  game.move("RR"); // and back in two gestures, which are one slide
  game.learn("LL");
  expect([game.count, game.steps, game.needed, game.best, game.lost]).toEqual([1, 2, 1, 0, 2]);
  game.move("L");
  game.learn("L");
  expect([game.count, game.needed, game.lost]).toEqual([2, 1, 2]);
  game.move("L");
  expect([game.count, game.lost, distances(game)]).toEqual([2, 2, [0, 1, 0]]);
  expect(losses(game)).toEqual([{ number: 1, tile: "8, 7", word: "right", cost: 2 }]);
});

test("statistics: by size, streaks of days, and nothing counted twice", () => {
  const one = (id, size, moves, best, seconds, daily = null) => ({ id, size, moves, best, seconds, daily });
  const daily = (id, day) => one(id, "5x5", 200, null, 100, day);
  const all = [
    one("a", "4x4", 60, 52, 60), one("b", "4x4", 50, 50, 25), one("c", "3x3", 30, null, null), one("d", "4x4", 70, 60, null),
    one("c", "3x3", 30, 22, null), // the same game, whose optimum was found later
    daily("e", "2026-11-20"), daily("f", "2026-11-22"), daily("g", "2026-11-23"), daily("h", "2026-11-23"),
  ].reduce(withResult, []);
  expect(bySize(all)).toEqual([
    { size: "4x4", solved: 3, shortest: 1, meanExtra: 6, bestSeconds: 25, rate: 110 / 85 },
    { size: "5x5", solved: 3, shortest: 0, meanExtra: null, bestSeconds: 100, rate: 2 },
    { size: "3x3", solved: 1, shortest: 0, meanExtra: 8, bestSeconds: null, rate: null },
  ]);
  for (const [today, current] of [["2026-11-23", 2], ["2026-11-24", 2], ["2026-11-25", 0]]) {
    expect(streaks(all, today)).toEqual({ solved: 3, current, longest: 2 });
  }
});

test("addresses: there and back, days, and the tabs", () => {
  const p = (cells) => position(cells, "2x2");
  const game = { start: p([1, 2, 0, 3]), goal: p([1, 2, 3, 0]), goalText: "last", moves: "L" };
  const parsed = { board: "1 2 / 0 3", goal: "last", moves: "L", daily: null, metric: "single-tile" };
  expect(formatGame(game)).toBe("#board=1-2/0-3&goal=last&moves=L");
  expect(parseGame(formatGame(game))).toEqual(parsed);
  expect(parseGame(formatGame({ ...game, goalText: "1 2 / 3 0", moves: "" }))).toEqual({ ...parsed, goal: "1 2 / 3 0", moves: "" });
  expect(formatGame({ ...game, daily: "2026-11-23" })).toBe("#daily=2026-11-23&moves=L");
  expect(parseGame("#daily=2026-11-23&moves=L")).toEqual({ ...parsed, board: null, daily: "2026-11-23" });
  for (const hash of ["", "#laboratory", "#puzzle"]) expect(parseGame(hash)).toBeNull();
  expect(["2026-11-23", "2028-02-29"].map(seedOfDay)).toEqual([20261123, 20280229]);
  for (const day of ["2026-02-29", "23.11.2026", "", "2026-1-1"]) expect(seedOfDay(day)).toBeNull();
  expect(dayOf(new Date("2026-11-23T23:30:00-05:00"))).toBe("2026-11-24");
  for (const [hash, tab] of [["", "puzzle"], ["#board=1", "puzzle"], ["#blocks&puzzle=x", "blocks"], ["#nothing", "puzzle"]]) {
    expect(tabOf(hash, ["puzzle", "blocks"])).toBe(tab);
  }
});

test("keys, times, letters and pictures", () => {
  const press = (key, ...held) => actionOf({ key, ...Object.fromEntries(held.map((name) => [name, true])) });
  expect([press("ArrowUp"), press("d")]).toEqual([{ name: "move", letter: "U" }, { name: "move", letter: "R" }]);
  expect([press("z", "ctrlKey"), press("Z", "metaKey", "shiftKey"), press("y", "ctrlKey"), press("?", "shiftKey")])
    .toEqual(["undo", "redo", "redo", "help"].map((name) => ({ name })));
  expect([press("x"), press("a", "ctrlKey"), press("w", "altKey")]).toEqual([null, null, null]);
  expect([toSecond(67.9), toTenth(67.96), toTenth(59.99), toTenth(0)]).toEqual(["1:07", "1:08.0", "1:00.0", "0:00.0"]);
  expect([verdict(52, 52), verdict(58, 52), verdict(58, null)]).toEqual(["the fewest possible", "6 more than the shortest", null]);
  expect([lettersOf("UDLR", "tile"), lettersOf("UDLR", "blank")]).toEqual(["UDLR", "DURL"]);
  expect(cover(2, { width: 4, height: 4 })).toEqual({ size: [8, 4], offset: [2, 0] });
  expect(cover(0.5, { width: 4, height: 4 })).toEqual({ size: [4, 8], offset: [0, 2] });
});

/** The engine's answer for a block puzzle. */
const drawn = (more) => ({
  rush_hour: false, by_shape: false, equal: [], gates: "", gate_pieces: [], horizontal: "", vertical: "", ...more,
});

test("block puzzles: gates let in only their pieces, locks hold a line, and the text keeps gates below pieces", () => {
  const puzzle = puzzleOf(drawn({
    start: ["AB.", "C.-"], goal: ["...", "..A"], floor: ["...", "..-"], gates: "-", gate_pieces: ["A"], horizontal: "C",
  }));
  const game = createBlockGame(puzzle);
  const text = () => blockText({ ...puzzle, start: game.map() }, "## T\nkey: kept\ngate: old for B\nstart goal\nX\n");
  const head = "## T\nkey: kept\ngate: - for A\nhorizontal: C\n";
  expect(text()).toBe(`${head}start    goal\nAB.      ...\nC.-      ..A\n`);
  const ways = (piece) => [..."UDLR"].filter((letter) => game.canStep(piece, letter)).join("");
  expect([..."ABC"].map(ways)).toEqual(["", "DR", "R"]);
  game.move({ piece: "B", path: "R" });
  expect(game.canStep("B", "D")).toBe(false);
  game.move({ piece: "B", path: "LD" });
  game.move({ piece: "A", path: "RRD" });
  expect(game.solved()).toBe(true);
  expect(text()).toBe(`${head}start    goal     floor\n...      ...      ...\nCBA      ..A      ..-\n`);
});

test("block puzzles: the text has the rules of the drawing, wherever and however they were written, and every row", () => {
  const puzzle = drawn({ start: ["AA.", "   "], goal: [".AA", "   "], floor: ["...", "   "] });
  const before = " source : me\npieces : rush-hour\nstart goal # maps\n## A\n\n## T\ngoal: by-shape\n# end\n";
  expect(blockText(puzzleOf({ ...puzzle, rush_hour: true, by_shape: true }), before).split("\n")).toEqual(
    [" source : me", "## T", "# end", "pieces: rush-hour", "goal: by-shape", "start    goal", "AA.      .AA", "         #", ""]);
  const equal = blockText(puzzleOf({ ...puzzle, equal: ["AB", "C"] }), "\uFEFF## T\nrush: AA..\nequal: AB C\n");
  expect(equal.split("\n")[1]).toBe("equal: A");
});

/** A puzzle drawn by strokes: a map, a cell, and a brush or character; the text that it then has. */
function strokes(puzzle, ...all) {
  for (const [which, x, y, brush] of all) {
    puzzle = painted(puzzle, which, x, y, strokeOf(puzzle, which, brush, x, y)) ?? puzzle;
  }
  return blockText(puzzle, "## T\n").replace("## T\n", "");
}

test("block puzzles: a gate may be drawn before the pieces, and is for those of the goal", () => {
  const empty = puzzleOf(drawn({ start: ["..."], goal: ["..."], floor: ["..."] }));
  const gate = ["start", 1, 0, GATE];
  expect(strokes(empty, gate, ["start", 0, 0, JOIN], ["goal", 2, 0, JOIN])).toBe("gate: - for A\nstart    goal\nA-.      .-A\n");
  const two = { ...empty, start: [["A", "B", "."]], goal: [[".", ".", "B"]] };
  expect(strokes(two, ["goal", 0, 0, GATE])).toBe("gate: - for B\nstart    goal     floor\nAB.      -.B      -..\n");
  const named = { start: ["ABC"], goal: ["..A"], floor: ["-.."], gates: "-", gate_pieces: ["ABC"], vertical: "BC" };
  const text = strokes(puzzleOf(drawn(named)), ["start", 1, 0, "."]);
  expect(text).toMatch(/^gate: - for AC\nvertical: C\n/); // those that are drawn
});

test("block puzzles: a piece on a gate goes before the gate, and walls of the start are those of the goal", () => {
  const puzzle = puzzleOf(drawn({ start: ["A#."], goal: [".#A"], floor: ["-#."], gates: "-", gate_pieces: ["A"] }));
  const head = "gate: - for A\nstart    goal     floor\n";
  expect(strokes(puzzle)).toBe(`${head}A#.      -#A      -#.\n`);
  expect(strokes(puzzle, ["goal", 1, 0, "B"], ["goal", 1, 0, "."])).toBe(`${head}A#.      -#A      -#.\n`);
  expect(strokes(puzzle, ["start", 0, 0, "."])).toBe("gate: - for A\nstart    goal\n-#.      -#A\n");
  expect(strokes(puzzle, ["start", 0, 0, "."], ["start", 0, 0, "."])).toBe("start    goal\n.#.      .#A\n");
  expect(strokes(puzzle, ["start", 1, 0, "."], ["start", 2, 0, "#"])).toBe(`${head}A.#      -.#      -.#\n`);
});

test("block puzzles: a piece of Rush Hour moves along its longer side", () => {
  const floor = Array(4).fill("...");
  const game = createBlockGame(puzzleOf(drawn({ start: ["AA.", "...", "B..", "B.."], goal: floor, floor, rush_hour: true })));
  const ways = (piece) => [..."UDLR"].filter((letter) => game.canStep(piece, letter)).join("");
  expect([..."AB"].map(ways)).toEqual(["R", "U"]);
});
