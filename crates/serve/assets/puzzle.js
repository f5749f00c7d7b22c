// The tab Puzzle: its state, and what begins and changes a game: random and daily boards, addresses, pasted boards.
// What is seen of it is in view.js; searching is in live.js, ways.js and hints.js; results are in result.js and scores.js.
import { NAMED_GOALS, dayOf, formatGame, linkIn, parseGame } from "./address.js";
import { json } from "./api.js";
import { createBoard } from "./board.js";
import { dailyBoard, randomBoard, readBoards } from "./boards.js";
import { byId, plural, say } from "./dom.js";
import { Game } from "./game.js";
import { createHints } from "./hints.js";
import { listenForIntake } from "./intake.js";
import { createHelp, listenForKeys } from "./keys.js";
import { createLive } from "./live.js";
import { createLook } from "./look.js";
import { MULTI, SINGLE, movesOf } from "./metric.js";
import { createResult } from "./result.js";
import { createScores } from "./scores.js";
import { createSetup } from "./setup.js";
import { keep, recall } from "./storage.js";
import { WORDS, mover, position, sizeOf, toText } from "./tiles.js";
import { createView } from "./view.js";
import { createWays } from "./ways.js";

const SIZES = ["3x3", "4x4", "5x5"];
/** Milliseconds between two changes of the address; browsers refuse many in a short time. */
const BETWEEN_ADDRESSES = 250;
/** Milliseconds between two looks at the clock. */
const TICK = 250;
/** Daily boards whose moves are kept. */
const DAILIES = 40;

/**
 * What the message line says until the next move.
 * @typedef {{ text: string, kind: string, acts?: [string, () => void][] }} Notice
 *
 * The state of the tab, from which view.js draws it, and what the parts of the tab ask of puzzle.js.
 * @typedef {object} App
 * @property {Game | null} game
 * @property {string | null} obstacle why the start cannot be solved
 * @property {string | null} seed of the board, if it is a random one
 * @property {Notice | null} notice
 * @property {string | null} found what is known of the solution that is shown
 * @property {[string, () => void] | null} offer a better solution
 * @property {object[]} pile boards that were read with the one shown, still to come
 * @property {number[]} marks cells: of a tile, and of the place that it goes to
 * @property {{ key: string, text: string } | null} told what a screen reader said of the move to a position
 * @property {boolean} distance the distance is in view
 * @property {Promise<number>} limit the seconds that the engine gives to a search
 * @property {string} metric the way to count moves: that of the game, or the one chosen last
 */

/** `options` is the engine's answer to /api/options. */
export function startPuzzle(options) {
  /** @type {App & { [action: string]: any }} */
  const app = {
    game: null,
    obstacle: null,
    seed: null,
    notice: null,
    found: null,
    offer: null,
    pile: [],
    marks: [],
    told: null,
    distance: recall("distance", true),
    limit: options.then((answer) => answer.limits.seconds).catch(() => 5),
    get metric() {
      return app.game?.metric ?? (recall("metric", SINGLE) === MULTI ? MULTI : SINGLE);
    },
    fresh,
    read,
    setGoal,
    countBy,
    makeMoves,
    render,
    tell,
    lookBack,
  };
  let latest = 0; // the number of the latest board asked for; older answers are dropped
  let drawn = null; // the game and position that are shown
  let addressTimer = null;
  let written = null; // the address as this tab wrote it
  let writtenAt = 0;

  const board = createBoard(byId("board"), byId("goal-mini"), play);
  const live = createLive(app);
  const ways = createWays(app, live);
  const hint = createHints(app, ways);
  const scores = createScores((day) => another(() => openDaily(day)));
  const result = createResult(app, live, scores.compare);
  const look = createLook(board);
  const help = createHelp();
  const setup = createSetup(app);
  const view = createView(app, board, live, {
    swapped: () => app.game.goal.cells.filter((label) => label !== 0).slice(-2),
    swap,
    why: () => tell(`${app.obstacle[0].toUpperCase()}${app.obstacle.slice(1)}.`),
    next: () => attempt(nextOfPile),
  });

  /** Draws the tab after any change of the state; after a move the search, the address and the marks follow. */
  function render(ms) {
    const { game } = app;
    const isMoved = game !== null && (drawn?.game !== game || drawn.key !== game.key);
    if (isMoved) {
      if (drawn?.game === game) app.marks = [];
      drawn = { game, key: game.key };
      live.moved();
      clearTimeout(addressTimer);
      addressTimer = setTimeout(writeAddress, Math.max(0, writtenAt + BETWEEN_ADDRESSES - performance.now()));
    }
    view.draw(ms);
    if (game === null) return;
    result.update();
    scores.take(game);
    scores.update(game);
  }

  /** Says an error, until the next move. */
  function tell(text, acts) {
    app.notice = { text, kind: "error", acts };
    render();
    say(text);
  }

  /**
   * Begins a game: `wanted` has board (text or numbers), size, goal, moves, daily, unrated, seed, and of an earlier
   * visit id, seconds, tried and shown moves. `push` makes it a new entry of the browser's history. Throws an error for
   * the reader; returns false if another board was asked for since.
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
    const isLeft = push && app.game !== null && !app.game.solved && app.game.steps > app.game.shown;
    ways.close();
    const [start, goal] = [answer.board, answer.goal].map((cells) => position(cells, answer.size));
    const { daily, unrated, tried, id = `${Date.now()}`, metric = app.metric, pile = [], seed = null } = wanted;
    const goalText = NAMED_GOALS.includes(wanted.goal) ? wanted.goal : toText(goal);
    app.game = new Game(start, goal, { goalText, daily, unrated, tried, id, metric });
    app.game.watched = app.distance;
    app.obstacle = answer.solvable ? null : answer.reason;
    [app.seed, app.pile, app.marks] = [seed, pile, []];
    const all = app.game.resume(wanted.moves ?? "", wanted.shown ?? 0, wanted.seconds ?? null);
    const text = "The moves of that address cannot all be made; here is the board after those that can.";
    const back = { text: "Your board before is kept.", kind: "", acts: [["Back to it", () => history.back()]] };
    app.notice = all ? (wanted.notice ?? (isLeft ? back : null)) : { text, kind: "error" };
    writeAddress(push);
    live.begin();
    render(0);
    const said = byId("puzzle-message");
    if (app.obstacle !== null || app.notice) say(said.textContent);
  }

  /**
   * Begins with a random board; its size is that of the next visit too.
   * @param {string} size
   * @param {{ seed?: string, goal?: string, push?: boolean, notice?: Notice }} options
   */
  async function fresh(size, { seed, goal = goalNow(size), push, notice } = {}) {
    const wanted = await randomBoard(size, goal, seed);
    if ((await load({ ...wanted, notice }, { push })) && SIZES.includes(size)) keep("size", size);
  }

  async function read(text, size, goal) {
    await load(await readBoards(text, size, goal));
  }

  function nextOfPile() {
    const [next, ...pile] = app.pile;
    return load({ ...next, goal: goalNow(next.size), unrated: true, pile });
  }

  /** Gives the board that is shown another goal; a random board that cannot reach it gives way to another one. */
  async function setGoal(goal) {
    const [board, size] = [toText(app.game.now), sizeOf(app.game.now)];
    const { solvable } = await json("/api/check", { board, size, goal });
    if (solvable || app.seed === null) return load({ board, size, goal, unrated: true });
    const text = "The board before could not reach that order, so this is another one.";
    return fresh(size, { goal, notice: { text, kind: "" } });
  }

  /** Begins with the board that cannot be solved, two of its tiles swapped. */
  function swap() {
    const { game } = app;
    const [one, two] = game.goal.cells.filter((label) => label !== 0).slice(-2);
    const cells = game.now.cells.map((label) => (label === one ? two : label === two ? one : label));
    const wanted = {
      board: toText({ ...game.now, cells }),
      size: sizeOf(game.now),
      goal: game.goalText,
      unrated: true,
    };
    return another(() => load(wanted));
  }

  /** Begins with the board of an address; `visit` is what this browser knows of it, if it does. */
  async function follow(hash, visit, push) {
    const given = parseGame(hash);
    if (given.daily === null) return load({ unrated: true, ...given, ...visit }, { push });
    const { daily, moves, metric } = given;
    const shared = moves === "" ? keptDay(daily) : { moves, metric, unrated: true };
    const known = visit ? { ...visit, moves, metric } : shared;
    return load({ ...known, ...(await dailyBoard(daily)) }, { push });
  }

  /** Begins with the board of the address, that of the last visit, or a random one; what is wrong is said. */
  async function readAddress(push = false) {
    const kept = location.hash.length < 2 ? recall("game", null) : null;
    const [hash, visit] = kept ? [kept.hash, kept.visit] : [location.hash, history.state];
    written = location.hash;
    let trouble = null;
    try {
      const notice = kept ? { text: "Your game goes on where you left it.", kind: "" } : undefined;
      if (parseGame(hash)) return await follow(hash, kept ? { ...visit, notice } : visit, push);
    } catch ({ message }) {
      trouble = `The address has no board that can be played: ${message}${/[.?!]$/.test(message) ? "" : "."}`;
    }
    if (trouble && app.game) return tell(trouble);
    const notice = trouble ? { text: `${trouble} Here is a new one.`, kind: "error" } : null;
    const again = () => readAddress(push);
    await attempt(() => fresh(recall("size", "4x4"), { goal: "last", push, notice }), again);
  }

  /** What is kept of the board of a day: its moves, time and help. */
  const keptDay = (day) => recall("dailies", {})[day] ?? {};

  /** The board of a day, as it was left. */
  async function openDaily(day = dayOf(new Date())) {
    if (app.game?.daily !== day) return load({ ...keptDay(day), ...(await dailyBoard(day)) });
    app.notice = { text: `This is the board of ${day}.`, kind: "" };
    render();
  }

  /** Says an error of `act` in the message line, and offers `again`. */
  async function attempt(act, again) {
    try {
      await act();
    } catch (error) {
      tell(error.message, again && [["Try again", again]]);
    }
  }

  const sizeNow = () => (app.game ? sizeOf(app.game.start) : recall("size", "4x4"));

  /** The goal of the game, where boards of that size can have it. */
  function goalNow(size) {
    const { game } = app;
    return game && (NAMED_GOALS.includes(game.goalText) || sizeOf(game.goal) === size) ? game.goalText : "last";
  }

  /** Counts the moves of this game and of those to come another way. */
  function countBy(metric) {
    keep("metric", metric);
    if (!app.game || app.game.metric === metric) return;
    ways.close();
    app.game.countBy(metric);
    live.begin();
    drawn = null;
    render(0);
    say(metric === MULTI ? "Tiles that slide together are one move." : "Each tile is a move.");
  }

  /** What the player does. */
  function play(letters) {
    const { game } = app;
    if (!letters || !game) return;
    if (game.solved && game.steps > 0) {
      return say("The board is solved. Take a move back, start again, or ask for a new board.");
    }
    ways.leave();
    const what = letters.length === 1 ? game.now.cells[mover(game.now, letters)] : plural(letters.length, "tile");
    app.notice = null;
    makeMoves(letters, false);
    const text = `${what} ${WORDS[letters[0]]}`;
    app.told = { key: game.key, text };
    say(game.solved ? byId("result-title").textContent : text);
  }

  function makeMoves(letters, shown) {
    app.game.move(letters, shown);
    render();
  }

  /** Writes start, goal and moves into the address, of this entry of the history or of a new one, and keeps the game. */
  function writeAddress(push = false) {
    clearTimeout(addressTimer);
    const { game, seed } = app;
    if (!game || byId("puzzle").hidden) return;
    const { unrated, tried, id, shown, metric, daily, letters: moves } = game;
    const visit = { unrated, tried, id, seed, shown, seconds: game.untimed ? null : game.seconds };
    history[push === true ? "pushState" : "replaceState"](visit, "", formatGame({ ...game, moves }));
    [written, writtenAt] = [location.hash, performance.now()];
    const isOpen = game.steps > shown && !game.solved;
    if (isOpen) keep("game", { hash: written, visit });
    else if (recall("game", null)?.visit.id === id) keep("game", null);
    if (!daily || game.steps === 0) return;
    const days = { ...recall("dailies", {}), [daily]: { ...visit, moves, metric } };
    keep("dailies", Object.fromEntries(Object.entries(days).sort().slice(-DAILIES)));
  }

  /** Takes moves back, or makes them again; `act` does so in the game and returns their letters. */
  function travel(act, done) {
    if (!app.game) return;
    ways.leave();
    const before = app.game.steps;
    const letters = act(app.game);
    if (!letters) return;
    app.notice = null;
    const text = `${plural(letters.length, "move")} ${before === 0 ? "made again" : done}`;
    app.told = { key: app.game.key, text };
    render();
    say(text);
  }
  const undo = () => travel((game) => game.undo(), "taken back");
  const redo = () => travel((game) => game.redo(), "made again");

  function restart() {
    const { game } = app;
    if (!game || game.steps === 0) return;
    ways.close();
    game.restart(`${Date.now()}`);
    app.notice = { text: "Back at the start. Undo brings your moves back.", kind: "" };
    render();
    say(app.notice.text);
    board.focus();
  }

  /** Shows the board before a move of a solved game, and what would have been better. */
  function lookBack(number) {
    const { game } = app;
    const before = movesOf(game.letters, game.metric).slice(0, number - 1);
    const at = before.join("").length;
    const end = game.steps;
    while (game.steps > at) game.undo();
    const first = game.way === null ? null : movesOf(game.way, game.metric)[0];
    const better = first === null ? "" : `: ${game.now.cells[mover(game.now, first[0])]} ${WORDS[first[0]]} was nearer`;
    const toEnd = () => {
      while (game.steps < end && game.redo());
      app.notice = null;
      render();
    };
    app.notice = { text: `Before move ${number}${better}.`, kind: "", acts: [["To the end", toEnd]] };
    render();
    app.marks = first === null ? [] : [mover(game.now, first[0])];
    render();
    say(app.notice.text);
    byId("board").scrollIntoView({ block: "nearest" });
  }

  /** Begins another board by `begins`, and leads to it. */
  const another = (begins) => attempt(async () => (await begins(), board.focus()));
  const freshBoard = () => another(() => fresh(sizeNow()));

  /** What buttons of the tab and keys do, by the names that both give. */
  const actions = {
    undo,
    redo,
    restart,
    fresh: freshBoard,
    daily: () => another(() => openDaily()),
    hint: () => byId("hint").disabled || hint(),
    way: ways.fromStart,
    setup: setup.open,
    statistics: scores.open,
    look: look.open,
    help: help.open,
    move: (letter) => {
      if (!app.game) return;
      if (mover(app.game.now, letter) === null) say(`No tile can move ${WORDS[letter]}`);
      else play(letter);
    },
    toggle: () => ways.player.open && ways.player.toggle(),
    step: () => ways.player.open && ways.player.step(1),
    stepBack: () => ways.player.open && ways.player.step(-1),
  };
  byId("puzzle").addEventListener("click", ({ target }) => actions[target.closest("[data-act]")?.dataset.act]?.());
  byId("size").addEventListener("change", () => {
    const size = byId("size").value;
    if (size !== "") return another(() => fresh(size));
    render(); // "Other" is no size
    setup.open();
  });
  byId("distance-on").addEventListener("change", () => {
    app.distance = byId("distance-on").checked;
    keep("distance", app.distance);
    if (app.game) app.game.watched = app.distance;
    live.moved();
    render();
  });

  const active = () => !byId("puzzle").hidden;
  listenForKeys(active, actions);
  listenForIntake(() => active() && !document.querySelector("dialog[open]"), {
    picture: look.take,
    text(text) {
      const link = linkIn(text);
      if (link === null) attempt(() => read(text, null, "last"));
      else if (parseGame(link)) attempt(() => follow(link, null, true));
      else location.hash = link;
    },
  });

  setInterval(() => {
    const isAway = !active() || document.hidden || document.querySelector("dialog[open]");
    if (isAway) app.game?.stop();
    else app.game?.run();
    view.drawClock();
  }, TICK);
  for (const leaving of ["pagehide", "beforeunload"]) addEventListener(leaving, () => writeAddress());
  readAddress();
  const isOther = () => parseGame(location.hash) !== null && location.hash !== written;
  return {
    shown: () => (isOther() ? readAddress() : writeAddress()),
    hidden: () => ways.leave(),
    navigated: () => isOther() && readAddress(),
  };
}
