// The tab Puzzle: its state, and what the reader does to it. What begins a game is in starts.js, what is seen in view.js,
// searching in live.js, ways.js and hints.js, results in result.js and scores.js.
import { linkIn, parseGame } from "./address.js";
import { loaded } from "./api.js";
import { createBoard } from "./board.js";
import { byId, paint, plural, say } from "./dom.js";
import { listenForIntake } from "./intake.js";
import { createHelp, listenForKeys } from "./keys.js";
import { createLive } from "./live.js";
import { createLook } from "./look.js";
import { MULTI, SINGLE, movesOf } from "./metric.js";
import { createResult } from "./result.js";
import { createScores } from "./scores.js";
import { createSetup } from "./setup.js";
import { createStarts } from "./starts.js";
import { keep, once, recall, setting } from "./storage.js";
import { WORDS, mover, spoken } from "./tiles.js";
import { createView } from "./view.js";

/** Why a board cannot be solved. */
const WHY = "Sliding reaches only half of all boards; here two tiles are swapped.";
/** Milliseconds between two looks at the clock. */
const TICK = 250;
/** Milliseconds that what is said of a move waits for the distance. */
const SOON = 500;

/** @typedef {[name: string, act: () => void]} Act A button of the message line. */
/**
 * @typedef {object} Notice What the message line says until the next move.
 * @property {string} text
 * @property {string} [kind] `error`, `good` or `rest`
 * @property {Act[]} [acts]
 * @property {number[]} [marks] cells: of a tile, of the place that it goes to, and of the tiles that slide along
 */
/**
 * @typedef {object} App The state of the tab, from which view.js draws it, and what the parts of the tab ask of puzzle.js.
 * @property {import("./game.js").Game | null} game
 * @property {string | null} obstacle why the start cannot be solved
 * @property {boolean} otherGoal it could be, with the blank last
 * @property {string | null} seed of the board, if it is a random one
 * @property {Notice | null} notice
 * @property {any[]} pile boards that were read with the one shown, still to come
 * @property {{ key: string, text: string, timer: number | null } | null} told what a screen reader is to say of the way to a
 *   position, and did if it is ""
 * @property {boolean} distance the distance is in view
 * @property {Promise<number>} limit of a search, in seconds
 * @property {string} metric the way to count moves: that of the game, or the one chosen last
 * @property {(act: () => any, again?: () => any) => Promise<void>} attempt says an error of `act`, and offers `again`
 * @property {(metric: string) => void} countBy counts the moves of this game and of those to come another way
 * @property {(ms?: number) => void} render draws the tab after any change of the state
 * @property {(text: string, more?: Partial<Notice>) => void} inform says something until the next move
 * @property {(text: string, acts?: Act[]) => void} tell says an error
 * @property {(number: number) => void} lookBack shows the board before a move of a solved game
 */

/** `options` is the engine's answer to /api/options. */
export function startPuzzle(options) {
  /** @type {App} */
  const app = {
    game: null,
    obstacle: null,
    otherGoal: false,
    seed: null,
    notice: null,
    pile: [],
    told: null,
    distance: true,
    limit: options.then((answer) => answer.limits.time_limit).catch(() => 5),
    get metric() {
      return app.game?.metric ?? (recall("metric", SINGLE) === MULTI ? MULTI : SINGLE);
    },
    attempt,
    countBy,
    render,
    inform,
    tell,
    lookBack,
  };
  let drawn = null; // the game and position that are shown
  let ways = null; // solutions, once they were asked for

  const board = createBoard(byId("board"), byId("goal-mini"), play);
  const live = createLive(app);
  const starts = createStarts(app, { leave: () => ways?.close(), begun });
  const scores = createScores((day) => another(() => starts.openDaily(day)));
  const result = createResult(app, live, scores.compare);
  const look = createLook(board);
  const manual = createHelp();
  const swap = () => [`Swap ${starts.swapped().join(" and ")}`, () => another(starts.swap)];
  const playIt = ["Play it yourself", () => another(starts.playShared)];
  const view = createView(app, board, {
    swap,
    suspects: starts.swapped,
    blankLast: ["Goal: blank last", () => another(() => starts.setGoal("last"))],
    why: () => tell(WHY, [swap()]),
    next: () => attempt(starts.nextOfPile),
    theirs: [["Watch", () => search("watch")], playIt],
    back: ["Back to your result", backToResult],
  });

  /** Draws the tab after any change of the state; after a move the search and the address follow. */
  function render(ms) {
    const { game } = app;
    const isMoved = game !== null && (drawn?.game !== game || drawn.key !== game.key);
    if (isMoved) {
      drawn = { game, key: game.key };
      live.moved();
      starts.writeSoon();
    }
    view.draw(ms);
    if (game === null) return;
    result.update();
    scores.take(game);
    scores.update(game);
  }

  /** A game has begun. */
  function begun() {
    live.begin();
    const isFirst = drawn === null;
    const { start, now, steps } = app.game;
    render(0);
    const said = app.obstacle !== null || app.notice ? byId("puzzle-message").textContent : "";
    const described = `Board of ${start.width} by ${start.height}: ${spoken(now)}.`;
    if (isFirst) say(said);
    else speak([described, said].filter(Boolean).join(" "));
    if (steps > 0 && app.game.solved) say(byId("result-title").textContent);
  }

  /** Code that few visits need, loaded when it is first asked for. */
  const loadWays = once(async () => {
    const [{ createWays }, { createHints }] = await loaded(Promise.all([import("./ways.js"), import("./hints.js")]));
    ways = createWays(app, live, playIt);
    return { ...ways, hint: createHints(app, ways) };
  });
  const canSearch = () => !byId("solve").disabled;
  let warned = null; // the daily game whose player was told what help does to it

  /** Shows a hint or a solution. On a daily board that would count, the first press only says that it won't any more. */
  function help(name, [warning, act]) {
    const { game } = app;
    if (!canSearch()) return;
    if (!game.daily || game.unrated || game.won !== null || warned === game) return search(name);
    warned = game;
    inform(`${warning}, this daily board won’t count.`, { acts: [[act, () => search(name)]] });
  }
  /** Has one of the ways' actions done. */
  const search = (name) => attempt(async () => (await loadWays())[name]());

  /** Says something until the next move, with what else a notice may have. */
  function inform(text, more = {}) {
    app.notice = { text, ...more };
    render();
    say(text);
  }

  /** Says an error. */
  function tell(text, acts) {
    inform(text, { kind: "error", acts });
  }

  /** Says an error of `act` in the message line, and offers `again`. */
  async function attempt(act, again) {
    try {
      await act();
    } catch (error) {
      tell(error.message, again && [["Try again", again]]);
    }
  }

  /** Counts the moves of this game and of those to come another way. */
  function countBy(metric) {
    keep("metric", metric);
    if (!app.game || app.game.metric === metric) return;
    ways?.close();
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
    ways?.leave();
    const what = letters.length === 1 ? game.now.cells[mover(game.now, letters)] : plural(letters.length, "tile");
    app.notice = null;
    game.move(letters);
    speak(`${what} ${WORDS[letters[0]]}`);
    render();
    if (game.solved) speak(byId("result-title").textContent);
  }

  /** Has a screen reader say what led to the position: with its distance, which view.js adds if it is known soon. */
  function speak(text) {
    clearTimeout(app.told?.timer);
    const told = { key: app.game.key, text, timer: null };
    const now = () => {
      say(told.text);
      told.text = "";
    };
    if (app.game.solved) return now();
    told.timer = setTimeout(now, app.distance ? SOON : 0);
    app.told = told;
  }

  /** Takes moves back, or makes them again; `act` does so in the game and returns their letters. */
  function travel(act, done) {
    if (!app.game) return;
    ways?.leave();
    const before = app.game.steps;
    const letters = act(app.game);
    if (!letters) return;
    app.notice = null;
    speak(`${plural(letters.length, "move")} ${before === 0 ? "made again" : done}`);
    render();
  }

  function restart() {
    const { game } = app;
    if (!game || game.steps === 0) return;
    ways?.close();
    game.restart(`${Date.now()}`);
    inform("Back at the start. Undo brings your moves back.");
    board.focus();
  }

  /** Shows the board before a move of a solved game, and what would have been better. */
  function lookBack(number) {
    const { game } = app;
    const before = movesOf(game.letters, game.metric).slice(0, number - 1);
    const at = before.join("").length;
    while (game.steps > at) game.undo();
    const { way } = game.about();
    const first = way === null ? null : movesOf(way, game.metric)[0];
    if (first === null) inform(`The board before move ${number}.`);
    else {
      const cell = mover(game.now, first[0]);
      const better = `sliding ${game.now.cells[cell]} ${WORDS[first[0]]} was better`;
      inform(`Move ${number}: ${better}.`, { marks: [cell] });
    }
    byId("board").scrollIntoView({ block: "nearest" });
  }

  /** Shows the game again as it was solved. */
  function backToResult() {
    ways?.leave();
    app.game.toResult();
    app.notice = null;
    render();
    say(byId("result-title").textContent);
  }

  /** Begins another board by `begins`, and leads to it. */
  const another = (begins) => attempt(async () => (await begins(), board.focus()));

  /** What buttons of the tab and keys do, by the names that both give. */
  const actions = {
    undo: () => travel((game) => game.undo(), "taken back"),
    redo: () => travel((game) => game.redo(), "made again"),
    restart,
    fresh: () => another(() => starts.fresh(starts.sizeNow())),
    daily: () => another(() => starts.openDaily()),
    hint: () => help("hint", ["With a hint", "Show the hint"]),
    solve: () => help("solve", ["If you look at the solution", "Show it"]),
    all: () => help("listAll", ["If you look at the solutions", "Show them"]),
    way: () => attempt(async () => (await loadWays()).fromStart()),
    setup: () => setup.open(),
    statistics: scores.open,
    look: look.open,
    help: manual.open,
    move: (letter) => {
      if (!app.game) return;
      if (mover(app.game.now, letter) !== null) return play(letter);
      board.nudge(letter);
      say(`No tile can move ${WORDS[letter]}`);
    },
    toggle: () => ways?.player.open && ways.player.toggle(),
    step: () => ways?.player.open && ways.player.step(1),
    stepBack: () => ways?.player.open && ways.player.step(-1),
  };
  // It is part of the first view, so that it opens at once: a key that is pressed after the button belongs to the dialog.
  const setup = createSetup(app, starts, actions.solve);
  byId("puzzle").addEventListener("click", ({ target }) => actions[target.closest("[data-act]")?.dataset.act]?.());
  byId("size").addEventListener("change", () => {
    const size = byId("size").value;
    if (size !== "") return another(() => starts.fresh(size));
    render(); // "Other" is no size
    setup.open();
  });
  setting("distance-on", "distance", true, (isOn) => {
    app.distance = isOn;
    if (app.game) app.game.watched = isOn;
    live.moved();
    render();
  });

  const active = () => !byId("puzzle").hidden;
  listenForKeys(active, actions);
  listenForIntake(() => active() && !document.querySelector("dialog[open]"), {
    picture: look.take,
    text(text) {
      const link = linkIn(text);
      if (link === null) attempt(() => starts.read(text, null, "last"));
      else if (parseGame(link)) attempt(() => starts.follow(link, null, true));
      else location.hash = link;
    },
  });

  setInterval(() => {
    const isAway = !active() || document.hidden || document.querySelector("dialog[open]");
    if (isAway) app.game?.stop();
    else app.game?.run();
    view.drawClock();
  }, TICK);
  // Nothing listened to them until now.
  paint(Object.fromEntries(["new", "daily", "open-setup", "size"].map((id) => [id, { disabled: false }])));
  return { shown: starts.shown, hidden: () => ways?.leave(), navigated: starts.shown, ready: starts.readAddress() };
}
