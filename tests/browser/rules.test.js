// The rules of the game alone, without a board, an engine or time: moves, undo, proofs, losses, statistics, addresses, keys.
import { expect, test } from "./page.js";

/** Runs `check` in the page with the modules that it names. */
const withModules = (page, names, check, argument) => page.evaluate(async ([modules, body, given]) => {
  const loaded = await Promise.all(modules.map((name) => import(new URL(`${name}.js`, document.baseURI).href)));
  return new Function("modules", "given", `return (${body})(Object.assign({}, ...modules), given)`)(loaded, given);
}, [names, check.toString(), argument]);

test.use({ bypassCSP: true }); // for the function that is sent to the page

test.beforeEach(async ({ page }) => {
  await page.goto("/#laboratory");
});

test("moves, undo and redo keep gestures together; a new move forgets what was undone", async ({ page }) => {
  expect(await withModules(page, ["game", "tiles"], ({ Game, position, toText }) => {
    const goal = position([1, 2, 3, 4, 5, 6, 7, 8, 0], "3x3");
    const game = new Game(goal, goal);
    const seen = [];
    const note = (value) => seen.push(`${value} ${game.count} ${toText(game.now)}`);
    note(game.move("RR"));
    note(game.move("D"));
    note(game.undo());
    note(game.undo());
    note(game.undo() === "");
    note(game.redo());
    note(game.move("R")); // there is no tile to the left
    note(game.redo() === "");
    note(game.letters);
    return seen;
  })).toEqual([
    "true 2 1 2 3 / 4 5 6 / 0 7 8", "true 3 1 2 3 / 0 5 6 / 4 7 8", "D 2 1 2 3 / 4 5 6 / 0 7 8", "RR 0 1 2 3 / 4 5 6 / 7 8 0",
    "true 0 1 2 3 / 4 5 6 / 7 8 0", "RR 2 1 2 3 / 4 5 6 / 0 7 8", "false 2 1 2 3 / 4 5 6 / 0 7 8", "true 2 1 2 3 / 4 5 6 / 0 7 8", "RR 2 1 2 3 / 4 5 6 / 0 7 8",
  ]);
});

test("what is proven of a position is kept, and never a guess", async ({ page }) => {
  expect(await withModules(page, ["game", "tiles"], ({ Game, position }) => {
    const goal = position([1, 2, 3, 4, 5, 6, 7, 8, 0], "3x3");
    const game = new Game(position([1, 2, 3, 4, 5, 6, 0, 7, 8], "3x3"), goal);
    const seen = [[game.needed, game.best, game.lost]];
    game.learn("DULL", false); // it passes the start again, so its end is a way too; it need not be a shortest one
    seen.push([game.needed, game.upper, game.best]);
    game.learn("LL");
    seen.push([game.needed, game.upper, game.best, game.lost]);
    game.move("L");
    seen.push([game.needed, game.way, game.lost]);
    game.move("D"); // off the way: its optimum is not known, but a way back is
    seen.push([game.needed, game.lost, game.wayBack()]);
    game.learn(game.wayBack());
    seen.push([game.needed, game.lost]);
    game.undo();
    seen.push([game.needed, game.lost]);
    return seen;
  })).toEqual([[null, null, null], [null, 2, null], [2, null, 2, 0], [1, "L", 0], [null, null, "UL"], [2, 2], [1, 0]]);
});

test("moves of an earlier visit are made as far as they can be, with their time or without", async ({ page }) => {
  expect(await withModules(page, ["game", "tiles"], ({ Game, position }) => {
    const goal = position([1, 2, 3, 4, 5, 6, 7, 8, 0], "3x3");
    return [["RD", 1, 12.5], ["RXD", 0, null], ["", 0, null]].map(([letters, shown, seconds]) => {
      const game = new Game(goal, goal);
      return [game.resume(letters, shown, seconds), game.letters, game.shown, game.seconds, game.untimed];
    });
  })).toEqual([[true, "RD", 1, 12.5, false], [false, "R", 0, 0, true], [true, "", 0, 0, false]]);
});

test("lost moves are found, and neighbours settle distances", async ({ page }) => {
  expect(await withModules(page, ["game", "losses", "tiles"], ({ Game, distances, losses, position }) => {
    const goal = position([1, 2, 3, 4, 5, 6, 7, 8, 0], "3x3");
    const game = new Game(position([1, 2, 3, 4, 5, 6, 0, 7, 8], "3x3"), goal);
    game.move("D");
    game.move("U");
    game.move("L");
    game.move("L");
    const before = [distances(game), losses(game)];
    game.learn("LL", true, game.start);
    return [...before, distances(game), losses(game)];
  })).toEqual([[null, null, 2, 1, 0], [], [2, null, 2, 1, 0], []]);
  expect(await withModules(page, ["game", "losses", "tiles"], ({ Game, distances, losses, position }) => {
    const goal = position([1, 2, 3, 4, 5, 6, 7, 8, 0], "3x3");
    const game = new Game(position([1, 2, 3, 4, 5, 6, 0, 7, 8], "3x3"), goal);
    for (const letter of "DULL") game.move(letter);
    game.learn("ULL", true, position([1, 2, 3, 0, 5, 6, 4, 7, 8], "3x3"));
    return [distances(game), losses(game)];
  })).toEqual([[2, 3, 2, 1, 0], [{ number: 1, tile: "4", word: "down", cost: 2 }]]);
});

test("statistics: by size, streaks of days, and nothing counted twice", async ({ page }) => {
  expect(await withModules(page, ["statistics"], ({ bySize, streaks, withResult }) => {
    const one = (id, size, moves, best, seconds, daily = null) => ({ id, size, day: "2026-11-23", moves, best, seconds, daily });
    let all = [one("a", "4x4", 60, 52, 60), one("b", "4x4", 50, 50, 25), one("c", "3x3", 30, null, null), one("d", "4x4", 70, 60, null)].reduce(withResult, []);
    all = withResult(all, one("c", "3x3", 30, 22, null));
    for (const [id, day] of [["e", "2026-11-20"], ["f", "2026-11-22"], ["g", "2026-11-23"], ["h", "2026-11-23"]]) all = withResult(all, one(id, "5x5", 200, null, 100, day));
    return { rows: bySize(all), today: streaks(all, "2026-11-23"), tomorrow: streaks(all, "2026-11-24"), later: streaks(all, "2026-11-25") };
  })).toEqual({
    rows: [
      { size: "4x4", solved: 3, shortest: 1, meanExtra: 6, bestSeconds: 25, rate: 110 / 85 },
      { size: "5x5", solved: 3, shortest: 0, meanExtra: null, bestSeconds: 100, rate: 2 },
      { size: "3x3", solved: 1, shortest: 0, meanExtra: 8, bestSeconds: null, rate: null },
    ],
    today: { solved: 3, current: 2, longest: 2 },
    tomorrow: { solved: 3, current: 2, longest: 2 },
    later: { solved: 3, current: 0, longest: 2 },
  });
});

test("addresses: there and back, days, and the tabs", async ({ page }) => {
  expect(await withModules(page, ["address", "tiles"], ({ dayOf, formatGame, parseGame, position, seedOfDay, tabOf }) => {
    const p = (cells) => position(cells, "2x2");
    const game = { start: p([1, 2, 0, 3]), goal: p([1, 2, 3, 0]), goalText: "last", moves: "L" };
    const own = { ...game, goalText: "1 2 / 3 0", moves: "" };
    return {
      address: formatGame(game),
      parsed: parseGame(formatGame(game)),
      own: parseGame(formatGame(own)),
      daily: [formatGame({ ...game, daily: "2026-11-23" }), parseGame("#daily=2026-11-23&moves=L")],
      none: [parseGame(""), parseGame("#laboratory"), parseGame("#puzzle")],
      days: ["2026-11-23", "2026-02-29", "2028-02-29", "23.11.2026", "", "2026-1-1"].map(seedOfDay),
      utc: dayOf(new Date("2026-11-23T23:30:00-05:00")),
      tabs: ["", "#board=1", "#blocks", "#blocks&puzzle=x", "#laboratory=1", "#nothing"].map((hash) => tabOf(hash, ["puzzle", "blocks", "laboratory"])),
    };
  })).toEqual({
    address: "#board=1-2/0-3&goal=last&moves=L",
    parsed: { board: "1 2 / 0 3", goal: "last", moves: "L", daily: null, metric: "single-tile" },
    own: { board: "1 2 / 0 3", goal: "1 2 / 3 0", moves: "", daily: null, metric: "single-tile" },
    daily: ["#daily=2026-11-23&moves=L", { board: null, goal: "last", moves: "L", daily: "2026-11-23", metric: "single-tile" }],
    none: [null, null, null],
    days: [20261123, null, 20280229, null, null, null],
    utc: "2026-11-24",
    tabs: ["puzzle", "puzzle", "blocks", "blocks", "laboratory", "puzzle"],
  });
});

test("keys, times, letters and pictures", async ({ page }) => {
  expect(await withModules(page, ["keys", "times", "strip", "picture"], ({ actionOf, cover, lettersOf, toSecond, toTenth, verdict }) => {
    const press = (key, ...held) => actionOf({ key, ...Object.fromEntries(held.map((name) => [name, true])) });
    return {
      keys: [press("ArrowUp"), press("d"), press("z", "ctrlKey"), press("Z", "metaKey", "shiftKey"), press("y", "ctrlKey"), press("?", "shiftKey"), press("x"), press("a", "ctrlKey"), press("w", "altKey")],
      times: [toSecond(67.9), toTenth(67.96), toTenth(59.99), toTenth(0)],
      verdicts: [verdict(52, 52), verdict(58, 52), verdict(58, null)],
      letters: [lettersOf("UDLR", "tile"), lettersOf("UDLR", "blank")],
      covers: [cover(2, { width: 4, height: 4 }), cover(0.5, { width: 4, height: 4 }), cover(1, { width: 5, height: 3 })],
    };
  })).toEqual({
    keys: [{ name: "move", letter: "U" }, { name: "move", letter: "R" }, { name: "undo" }, { name: "redo" }, { name: "redo" }, { name: "help" }, null, null, null],
    times: ["1:07", "1:08.0", "1:00.0", "0:00.0"],
    verdicts: ["the fewest possible", "6 more than the shortest", null],
    letters: ["UDLR", "DURL"],
    covers: [{ size: [8, 4], offset: [2, 0] }, { size: [4, 8], offset: [0, 2] }, { size: [5, 5], offset: [0, 1] }],
  });
});

test("block puzzles: gates let in only their pieces, locks hold a line, and the text keeps gates below pieces", async ({ page }) => {
  expect(await withModules(page, ["blockgame", "blockmap", "drawing"], ({ createBlockGame, puzzleOf, toText }) => {
    const puzzle = puzzleOf({
      start: ["AB.", "C.-"], goal: ["..-", "..A"].map((row) => row.replace("-", ".")), floor: ["...", "..-"],
      rush_hour: false, by_shape: false, equal: [], gates: "-", locks: "C", gate_pieces: ["A"], horizontal: "C", vertical: "",
    });
    const game = createBlockGame(puzzle);
    const text = () => toText({ ...puzzle, start: game.map() }, "## T\nkey: kept\ngate: old for B\nstart goal\nX\n");
    const before = text();
    const ways = Object.fromEntries([..."ABC"].map((piece) => [piece, [..."UDLR"].filter((letter) => game.canStep(piece, letter)).join("")]));
    game.move({ piece: "B", path: "R" });
    const canEnter = game.canStep("B", "D");
    game.move({ piece: "B", path: "LD" });
    game.move({ piece: "A", path: "RRD" });
    return { before, ways, canEnter, solved: game.solved(), after: text() };
  })).toEqual({
    before: "## T\nkey: kept\ngate: - for A\nhorizontal: C\nstart    goal\nAB.      ...\nC.-      ..A\n",
    ways: { A: "", B: "DR", C: "R" }, canEnter: false, solved: true,
    after: "## T\nkey: kept\ngate: - for A\nhorizontal: C\nstart    goal     floor\n...      ...      ...\nCBA      ..A      ..-\n",
  });
});

test("block puzzles: the text has the rules of the drawing, wherever and however they were written, and every row", async ({ page }) => {
  expect(await withModules(page, ["blockmap", "drawing"], ({ puzzleOf, toText }) => {
    const answer = { start: ["AA.", "   "], goal: [".AA", "   "], floor: ["...", "   "], rush_hour: true, by_shape: true, equal: [], gates: "", gate_pieces: [], horizontal: "", vertical: "" };
    const head = (puzzle, before) => toText(puzzleOf(puzzle), before).split("\n");
    return [
      head(answer, " source : me\npieces : rush-hour\nstart goal # maps\n## A\n\n## T\ngoal: by-shape\n# end\n"),
      head({ ...answer, rush_hour: false, by_shape: false, equal: ["AB", "C"] }, "\uFEFF## T\nrush: AA..\nequal: AB C\n")[1],
    ];
  })).toEqual([[" source : me", "## T", "# end", "pieces: rush-hour", "goal: by-shape", "start    goal", "AA.      .AA", "         #", ""], "equal: A"]);
});
