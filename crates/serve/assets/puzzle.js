// The tab Puzzle: the game on the board, and what begins one: random and daily boards, the address, pasted boards.
// Searching is in live.js, ways.js and hints.js; what is said of a finished game in result.js and scores.js.
import { json } from "./api.js";
import { NAMED_GOALS, dayOf, formatGame, parseGame, seedOfDay } from "./address.js";
import { createBoard } from "./board.js";
import { byId, onClick, plural, say, show, tell } from "./dom.js";
import { createFigures } from "./figures.js";
import { Game } from "./game.js";
import { createHints } from "./hints.js";
import { listenForIntake } from "./intake.js";
import { createHelp, listenForKeys } from "./keys.js";
import { createLive } from "./live.js";
import { createLook } from "./look.js";
import { createResult } from "./result.js";
import { createScores } from "./scores.js";
import { createSetup, positionOf } from "./setup.js";
import { MULTI, SINGLE } from "./metric.js";
import { keep, recall } from "./storage.js";
import { WORDS, mover, sizeOf, toText } from "./tiles.js";
import { verdict } from "./times.js";
import { createWays } from "./ways.js";

const SIZES = ["3x3", "4x4", "5x5"];
/** Milliseconds between two changes of the address; browsers refuse many in a short time. */
const BETWEEN_ADDRESSES = 250;

/** `options` is the engine's answer to /api/options. */
export function startPuzzle(options) {
  let game = null;
  let obstacle = null; // why the start cannot be solved
  let notice = null; // { text, kind }: said until the next move
  let seed = null; // of the board, if it is a random one
  let pile = []; // boards that were read with the one shown, still to come
  let addressTimer = null;
  let written = null; // the address as this tab wrote it
  let writtenAt = 0;
  let latest = 0; // the number of the latest board asked for; older answers are dropped

  const limit = options.then((answer) => answer.limits.seconds, () => 5);
  const page = { game: () => game, obstacle: () => obstacle, limit: () => limit, redraw, changed, pause: () => live.stop(), proven: (bound) => live.proven(bound), mark, play: (letters) => makeMoves(letters, true) };
  const board = createBoard(byId("board"), play);
  const live = createLive(page);
  const figures = createFigures(page, live);
  const ways = createWays(page);
  const hint = createHints(page, ways);
  const result = createResult({ game: () => game, live, changed });
  const scores = createScores();
  const look = createLook(board);
  const help = createHelp();
  const setup = createSetup({ game: () => game, metric: () => metricNow(), countBy, seed: () => seed, fresh, read, load: (position, goal) => load({ board: toText(position), size: sizeOf(position), goal, unrated: true }) });

  /**
   * Begins a game: `wanted` has board (text or numbers), size, goal, moves, daily, unrated, seed, and of an earlier visit id,
   * seconds and shown moves. `push` makes it a new entry of the browser's history. Throws an error for the reader;
   * returns false if another board was asked for since.
   */
  async function load(wanted, { push = true } = {}) {
    const mine = ++latest;
    const answer = await json("/api/check", { board: wanted.board, size: wanted.size ?? null, goal: wanted.goal });
    if (mine !== latest) return false;
    begin(answer, wanted, push);
    return true;
  }

  function begin(answer, wanted, push) {
    if (push) writeAddress(); // the last moves belong to the board that is left
    ways.close();
    const goalText = NAMED_GOALS.includes(wanted.goal) ? wanted.goal : toText(positionOf({ ...answer, board: answer.goal }));
    game = new Game(positionOf(answer), positionOf({ ...answer, board: answer.goal }), { goalText, daily: wanted.daily, unrated: wanted.unrated, id: wanted.id ?? `${Date.now()}`, metric: wanted.metric ?? metricNow() });
    obstacle = answer.solvable ? null : `No sequence of moves leads from here to the goal: ${answer.reason}.`;
    [seed, pile, notice] = [wanted.seed ?? null, wanted.pile ?? [], wanted.notice ?? null];
    if (!game.resume(wanted.moves ?? "", wanted.shown ?? 0, wanted.seconds ?? null)) notice = { text: "The moves of that address cannot all be made; here is the board after those that can.", kind: "error" };
    writeAddress(push);
    live.begin();
    figures.setSize(sizeOf(game.start));
    redraw(0);
    if (obstacle ?? notice) say(obstacle ?? notice.text);
  }

  /** A random board, of a new seed unless one is given; `more` goes with it. */
  async function fresh(size, { seed: wanted = null, goal = goalNow(size), push = true, ...more } = {}) {
    const query = new URLSearchParams({ size, n: "1", goal, ...(wanted === null ? {} : { seed: wanted }) });
    const answer = await json(`/api/random?${query}`);
    const begun = await load({ board: answer.boards[0], size: answer.size, goal, seed: answer.seed, ...more }, { push });
    if (begun && !more.daily && SIZES.includes(size)) keep("size", size);
  }

  /** The board of a day, the same for all. */
  async function daily(day, more = {}) {
    const number = seedOfDay(day);
    if (number === null) throw new Error(`“${day}” is not a day; write it as 2026-11-23.`);
    await fresh("4x4", { ...more, seed: String(number), goal: "last", daily: day });
  }

  /** Boards in any form that the command reads: the first begins, the others follow by a button. */
  async function read(text, size, goal) {
    const ask = (wanted) => json("/api/read", { text, size: wanted });
    const answer = await ask(null).catch((error) => ask(size).catch(() => Promise.reject(error)));
    const [first, ...rest] = answer.boards.filter((one) => !one.error);
    const bad = answer.boards.length - rest.length - 1;
    const more = [rest.length > 0 ? `${plural(rest.length + 1, "board")} were read; this is the first.` : "", bad > 0 ? `${plural(bad, "line")} could not be read.` : ""].join(" ").trim();
    await load({ ...first, goal, unrated: true, pile: rest, notice: more ? { text: more, kind: "" } : null });
  }

  /** Begins with the board of the address, or a random one; what is wrong with the address is said. */
  async function readAddress(push = false) {
    const given = parseGame(location.hash);
    const visit = history.state; // what this page wrote there, if it did
    written = location.hash;
    let trouble = null;
    try {
      if (given && given.daily !== null) return await daily(given.daily, { unrated: given.moves !== "", ...visit, moves: given.moves, metric: given.metric, push });
      if (given) return await load({ unrated: true, ...given, ...visit }, { push });
    } catch (error) {
      trouble = { text: `The address has no board that can be played: ${error.message}${/[.?!]$/.test(error.message) ? "" : "."} Here is a new one.`, kind: "error" };
    }
    await attempt(() => fresh(recall("size", "4x4"), { goal: "last", push, notice: trouble }));
  }

  /** Says an error of `act` in the message line. */
  async function attempt(act) {
    try {
      await act();
    } catch (error) {
      tell(byId("puzzle-message"), error.message);
    }
  }

  const metricNow = () => game?.metric ?? (recall("metric", SINGLE) === MULTI ? MULTI : SINGLE);
  const goalNow = (size) => (game && (NAMED_GOALS.includes(game.goalText) || sizeOf(game.goal) === size) ? game.goalText : "last");

  /** Counts the moves of this game and of those to come another way. */
  function countBy(metric) {
    keep("metric", metric);
    if (!game || game.metric === metric) return;
    ways.close();
    game.countBy(metric);
    live.begin();
    redraw(0);
    say(metric === MULTI ? "Tiles that slide together are one move." : "Each tile is a move.");
  }

  /** What the player does. */
  function play(letters) {
    if (!letters || !game) return;
    if (game.solved && game.steps > 0) return say("The board is solved. Take a move back, start again, or ask for a new board.");
    ways.leave();
    const tile = game.now.cells[mover(game.now, letters[0])];
    notice = null;
    makeMoves(letters, false);
    say(game.solved ? solvedText() : letters.length === 1 ? `${tile} ${WORDS[letters]}` : `${plural(letters.length, "tile")} ${WORDS[letters[0]]}`);
  }

  function makeMoves(letters, shown) {
    game.move(letters, shown);
    redraw();
  }

  /** Draws the board and all that is said of it. */
  function redraw(ms = 140) {
    board.show(game.now, game.goal, ms);
    board.mark(null);
    const solved = game.solved && game.steps > 0;
    board.celebrate(solved);
    const done = game.solved || obstacle !== null;
    byId("undo").disabled = byId("restart").disabled = game.steps === 0;
    byId("redo").disabled = game.undone.length === 0;
    byId("hint").disabled = byId("solve").disabled = byId("all").disabled = done;
    const watched = solved && game.shown === game.steps;
    const text = obstacle ?? (watched ? solvedText() : notice?.text);
    show(byId("puzzle-message"), text, obstacle ? "error" : watched ? "good" : (notice?.kind ?? ""));
    byId("next-board").hidden = pile.length === 0;
    byId("next-board").textContent = `Next of ${pile.length} more`;
    live.moved();
    changed();
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeAddress, Math.max(0, writtenAt + BETWEEN_ADDRESSES - performance.now()));
  }

  /** More is known of the position on the board, or of the start. */
  function changed() {
    figures.draw();
    result.update();
    scores.take(game);
  }

  function mark(cell, text) {
    board.mark(cell);
    show(byId("puzzle-message"), text, "");
  }

  function solvedText() {
    const said = verdict(game.count, game.best);
    return `Solved in ${plural(game.count, "move")}${said ? `, ${said}` : ""}.`;
  }

  /** Writes start, goal and moves into the address: of the current entry of the history, or of a new one. */
  function writeAddress(push = false) {
    clearTimeout(addressTimer);
    if (!game || byId("puzzle").hidden) return;
    const visit = { unrated: game.unrated, id: game.id, seed, seconds: game.untimed ? null : game.seconds, shown: game.shown };
    history[push === true ? "pushState" : "replaceState"](visit, "", formatGame({ ...game, moves: game.letters }));
    [written, writtenAt] = [location.hash, performance.now()];
  }

  function back(act, done) {
    if (!game) return;
    ways.leave();
    const letters = act();
    if (!letters) return;
    notice = null;
    redraw();
    say(done(letters));
  }
  const undo = () => back(() => game.undo(), (letters) => `${plural(letters.length, "move")} taken back`);
  const redo = () => back(() => game.redo(), (letters) => `${plural(letters.length, "move")} made again`);
  function restart() {
    if (!game) return;
    ways.close();
    game.unrated ||= game.solved;
    game.clear();
    [game.id, notice] = [`${Date.now()}`, null];
    redraw();
    say("Back at the start");
    board.focus();
  }
  const sizeNow = () => (game ? sizeOf(game.start) : recall("size", "4x4"));
  /** Begins another board by `begins`, and leads to it. */
  const another = (begins) => attempt(async () => (await begins(), board.focus()));
  const freshBoard = () => another(() => fresh(sizeNow()));

  onClick({
    undo, redo, restart,
    again: restart,
    new: freshBoard,
    "result-new": freshBoard,
    daily: () => another(() => daily(dayOf(new Date()))),
    "next-board": () => attempt(() => {
      const [next, ...rest] = pile;
      return load({ ...next, goal: goalNow(next.size), unrated: true, pile: rest });
    }),
    "open-setup": setup.open, "open-statistics": scores.open, "open-look": look.open, "open-help": help.open,
  });
  byId("size").addEventListener("change", () => {
    const size = byId("size").value;
    if (size !== "") return another(() => fresh(size));
    figures.setSize(sizeNow()); // "Other" is no size
    setup.open();
  });

  const active = () => !byId("puzzle").hidden;
  listenForKeys(active, {
    move: (letter) => game && mover(game.now, letter) !== null && play(letter),
    undo, redo, restart,
    fresh: freshBoard,
    hint: () => byId("hint").disabled || hint(),
    toggle: () => ways.player.open && ways.player.toggle(),
    step: () => ways.player.open && ways.player.step(1),
    stepBack: () => ways.player.open && ways.player.step(-1),
    help: help.open,
  });
  listenForIntake(() => active() && !document.querySelector("dialog[open]"), {
    picture: look.take,
    text: (text) => (/#(board|daily)=/.test(text) ? (location.hash = text.trim().split("#").pop()) : attempt(() => read(text, null, "last"))),
  });

  for (const leaving of ["pagehide", "beforeunload"]) addEventListener(leaving, () => writeAddress());
  readAddress();
  const isOther = () => parseGame(location.hash) !== null && location.hash !== written;
  return {
    shown: () => (isOther() ? readAddress() : writeAddress()),
    hidden: () => ways.leave(),
    navigated: () => isOther() && readAddress(),
  };
}
