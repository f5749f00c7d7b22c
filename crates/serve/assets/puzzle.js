// The tab Puzzle: its state, and what the reader does to it. What begins a game is in starts.js, what is seen in view.js,
// searching in live.js, ways.js and hints.js, results in result.js and scores.js.
import { linkIn, parseGame } from "./address.js";
import { createBoard } from "./board.js";
import { byId, plural, say } from "./dom.js";
import { listenForIntake } from "./intake.js";
import { createHelp, listenForKeys } from "./keys.js";
import { createLive } from "./live.js";
import { createLook } from "./look.js";
import { MULTI, SINGLE, movesOf } from "./metric.js";
import { createResult } from "./result.js";
import { createScores } from "./scores.js";
import { createStarts } from "./starts.js";
import { keep, recall } from "./storage.js";
import { WORDS, mover } from "./tiles.js";
import { createView } from "./view.js";

/** Milliseconds between two looks at the clock. */
const TICK = 250;

/**
 * What the message line says until the next move.
 * @typedef {{ text: string, kind: string, acts?: [string, () => void][] }} Notice
 *
 * The state of the tab, from which view.js draws it, and what the parts of the tab ask of puzzle.js.
 * @typedef {object} App
 * @property {import("./game.js").Game | null} game
 * @property {string | null} obstacle why the start cannot be solved
 * @property {string | null} seed of the board, if it is a random one
 * @property {Notice | null} notice
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
    pile: [],
    marks: [],
    told: null,
    distance: recall("distance", true),
    limit: options.then((answer) => answer.limits.seconds).catch(() => 5),
    get metric() {
      return app.game?.metric ?? (recall("metric", SINGLE) === MULTI ? MULTI : SINGLE);
    },
    attempt,
    countBy,
    makeMoves,
    render,
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
  const help = createHelp();
  const view = createView(app, board, {
    swapped: starts.swapped,
    swap: () => another(starts.swap),
    why: () => tell(`${app.obstacle[0].toUpperCase()}${app.obstacle.slice(1)}.`),
    next: () => attempt(starts.nextOfPile),
  });

  /** Draws the tab after any change of the state; after a move the search, the address and the marks follow. */
  function render(ms) {
    const { game } = app;
    const isMoved = game !== null && (drawn?.game !== game || drawn.key !== game.key);
    if (isMoved) {
      if (drawn?.game === game) app.marks = [];
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
    render(0);
    if (app.obstacle !== null || app.notice) say(byId("puzzle-message").textContent);
  }

  /** Code that few visits need, loaded when it is first asked for. */
  const loadWays = once(async () => {
    const [{ createWays }, { createHints }] = await Promise.all([import("./ways.js"), import("./hints.js")]);
    ways = createWays(app, live);
    return { ...ways, hint: createHints(app, ways) };
  });
  const loadSetup = once(async () => (await import("./setup.js")).createSetup(app, starts));
  /** Has one of the ways' actions done, if the board is one to be solved. */
  const search = (name) => attempt(async () => byId("solve").disabled || (await loadWays())[name]());

  /** Says an error, until the next move. */
  function tell(text, acts) {
    app.notice = { text, kind: "error", acts };
    render();
    say(text);
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
    if (game.solved) say(byId("result-title").textContent);
  }

  /** Has a screen reader say what led to the position; view.js adds its distance once that is known. */
  function speak(text) {
    app.told = { key: app.game.key, text };
    say(text);
  }

  function makeMoves(letters, shown) {
    app.game.move(letters, shown);
    render();
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
  const undo = () => travel((game) => game.undo(), "taken back");
  const redo = () => travel((game) => game.redo(), "made again");

  function restart() {
    const { game } = app;
    if (!game || game.steps === 0) return;
    ways?.close();
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
    const { way } = game.about();
    const first = way === null ? null : movesOf(way, game.metric)[0];
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
  const freshBoard = () => another(() => starts.fresh(starts.sizeNow()));

  const openSetup = () => attempt(async () => (await loadSetup()).open());

  /** What buttons of the tab and keys do, by the names that both give. */
  const actions = {
    undo,
    redo,
    restart,
    fresh: freshBoard,
    daily: () => another(() => starts.openDaily()),
    hint: () => search("hint"),
    solve: () => search("solve"),
    all: () => search("listAll"),
    way: () => attempt(async () => (await loadWays()).fromStart()),
    setup: openSetup,
    statistics: scores.open,
    look: look.open,
    help: help.open,
    move: (letter) => {
      if (!app.game) return;
      if (mover(app.game.now, letter) === null) say(`No tile can move ${WORDS[letter]}`);
      else play(letter);
    },
    toggle: () => ways?.player.open && ways.player.toggle(),
    step: () => ways?.player.open && ways.player.step(1),
    stepBack: () => ways?.player.open && ways.player.step(-1),
  };
  byId("puzzle").addEventListener("click", ({ target }) => actions[target.closest("[data-act]")?.dataset.act]?.());
  byId("size").addEventListener("change", () => {
    const size = byId("size").value;
    if (size !== "") return another(() => starts.fresh(size));
    render(); // "Other" is no size
    openSetup();
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
    text(text, isCut) {
      const link = linkIn(text);
      if (link === null) attempt(() => starts.read(text, null, "last", isCut));
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
  starts.readAddress();
  return { shown: starts.shown, hidden: () => ways?.leave(), navigated: starts.navigated };
}

/** A function that calls `load` once, and again only if that has failed. */
function once(load) {
  let loading = null;
  return () => (loading ??= load().catch((error) => ((loading = null), Promise.reject(error))));
}
