// The tab Puzzle: its state, and what the reader can do with it. starts.js begins games, view.js
// draws the tab, controls.js connects buttons and keys, live.js, ways.js and hints.js search, and
// result.js and scores.js show results.
import { lazily, once } from "./api.js";
import { Board } from "./board.js";
import { listenForControls } from "./controls.js";
import { DISTANCE_WAIT, byId, messageOf, plural, say } from "./dom.js";
import { createHelp } from "./keys.js";
import { createLive } from "./live.js";
import { createLook } from "./look.js";
import { MULTI, SINGLE, movesOf } from "./metric.js";
import { Result } from "./result.js";
import { Scores } from "./scores.js";
import { createSetup } from "./setup.js";
import { Starts } from "./starts.js";
import { keep, recall } from "./storage.js";
import { WORDS, mover, spoken, tilesOf } from "./tiles.js";
import { View } from "./view.js";

/** Imports the code of hints and solutions, which many visits never need. */
export const loadHelp = lazily(async (query) => {
  /** @type {[typeof import("./ways.js"), typeof import("./hints.js")]} */
  const [{ Ways }, { createHints }] = await Promise.all([import(`./ways.js${query}`), import(`./hints.js${query}`)]);
  return { Ways, createHints };
});

/**
 * Starts the tab. Returns the functions that app.js calls when the tab is shown or left, or when
 * its address changes.
 * @param {Promise<Options>} options the engine's answer to /api/options
 */
export function startPuzzle(options) {
  const tab = new PuzzleTab(options);
  listenForControls(tab);
  return {
    shown: () => tab.starts.shown(),
    hidden: () => tab.ways?.player.pause(),
    navigated: () => tab.starts.shown(),
    ready: tab.starts.readAddress(),
  };
}

/**
 * The state of the tab Puzzle, and the actions that its parts (such as board, view and dialogs)
 * call.
 */
export class PuzzleTab {
  /** @type {Game | null} */
  game = null;
  /** @type {string | null} */
  obstacle = null; // why the start cannot be solved, or null if it can
  otherGoal = false; // whether the start could be solved with the usual goal
  /** @type {string | null} */
  seed = null; // the seed of the board, if it is a random one
  /** @type {Notice | null} */
  notice = null;
  /** @type {Wanted[]} */
  pile = []; // further boards of the text from which this one was read
  /** @type {Told | null} */
  told = null;
  distance = true; // the distance is shown to the player
  /** @type {Ways | null} */
  ways = null; // the solutions; null until the player asks for help
  /** @type {{ game: Game, key: string } | null} */
  #drawn = null; // the game and position that were drawn last
  /** @type {{ game: Game, key: string, rejoin: () => void } | null} */
  #strayed = null; // where the player left a solution by another move than the next one
  /** @type {Game | null} */
  #warned = null; // the daily game for which the player has read the warning about help

  /** @param {Promise<Options>} options */
  constructor(options) {
    // The time limit of a search, in seconds.
    this.limit = options.then((answer) => answer.limits.time_limit).catch(() => 5);
    this.board = new Board(byId("board"), byId("goal-mini"), (letters) => this.play(letters));
    this.live = createLive(this);
    this.starts = new Starts(this);
    this.scores = new Scores((day) => this.another(() => this.starts.openDaily(day)));
    this.result = new Result(this);
    this.look = createLook(this.board);
    this.manual = createHelp();
    this.view = new View(this);
    // This dialog is not loaded later, as other parts are, so that it opens at once and keys that
    // are pressed right after its button reach it.
    this.setup = createSetup(this);
  }

  /**
   * The metric, which is the way to count moves: the current game's metric or, without a game, the
   * one chosen last.
   */
  get metric() {
    return this.game?.metric ?? (recall("metric", String(SINGLE)) === MULTI ? MULTI : SINGLE);
  }

  /**
   * Draws the tab after any change of its state. If the position has changed, the background search
   * and the address follow.
   * @param {number} [ms]
   */
  render(ms) {
    const { game } = this;
    if (game && (this.#drawn?.game !== game || this.#drawn.key !== game.key)) {
      this.#drawn = { game, key: game.key };
      this.live.moved();
      this.starts.writeSoon();
    }
    this.view.draw(ms);
    if (game === null) return;
    this.result.update();
    this.scores.take(game);
    this.scores.update(game);
  }

  /**
   * Called when a game has begun. Draws it, starts its background search, and has a screen reader
   * describe the board.
   * @param {Game} game
   */
  begun(game) {
    this.live.begin();
    const isFirst = this.#drawn === null;
    const { start, now, steps } = game;
    this.render(0);
    const said = this.obstacle !== null || this.notice ? byId("puzzle-message").textContent : "";
    const described = `Board of ${start.width} by ${start.height}: ${spoken(now)}.`;
    if (isFirst) say(said);
    else this.#speak([described, said].filter(Boolean).join(" "));
    if (steps > 0 && game.solved) say(byId("result-title").textContent);
  }

  /** Creates the objects for hints and solutions when the player first asks for help. */
  #makeHelp = once(async () => {
    const { Ways, createHints } = await loadHelp();
    const ways = new Ways(this);
    this.ways = ways;
    return { ways, hint: createHints(this, ways) };
  });

  hint() {
    this.#help((help) => help.hint(), "With a hint", "Show the hint");
  }

  solve() {
    return this.#help(({ ways }) => ways.solve(), "If you look at the solution", "Show it");
  }

  listAll() {
    this.#help(({ ways }) => ways.listAll(), "If you look at the solutions", "Show them");
  }

  /**
   * Calls `act` to show a hint or a solution. If the game is on a daily board and still counts, the
   * first press only warns that help will change this.
   * @param {(help: Help) => unknown} act
   * @param {string} warning
   * @param {string} name the label of the button that shows it
   */
  #help(act, warning, name) {
    const { game } = this;
    if (game === null || byId("solve").disabled) return;
    if (!game.daily || game.unrated || game.won !== null || this.#warned === game) return this.search(act);
    this.#warned = game;
    this.inform(`${warning}, this daily board won’t count.`, { acts: [[name, () => this.search(act)]] });
  }

  /**
   * Loads the code of hints and solutions, and then calls `act` with them.
   * @param {(help: Help) => unknown} act
   */
  search(act) {
    return this.attempt(async () => act(await this.#makeHelp()));
  }

  /**
   * Shows a message until the next move, and has a screen reader say it. `more` has the other
   * fields of the notice.
   * @param {string} text
   * @param {Partial<Notice>} more
   */
  inform(text, more = {}) {
    this.notice = { text, ...more };
    this.render();
    say(text);
  }

  /**
   * Shows an error, with the buttons `acts`.
   * @param {string} text
   * @param {Act[]} [acts]
   */
  showError(text, acts) {
    this.inform(text, { kind: "error", acts });
  }

  /**
   * Runs `act`. If it fails, shows the error, with a button that calls `again`.
   * @param {() => unknown} act
   * @param {() => unknown} [again]
   */
  async attempt(act, again) {
    try {
      await act();
    } catch (error) {
      this.showError(messageOf(error), again && [["Try again", again]]);
    }
  }

  /**
   * Calls `begins` to begin another board, and moves the focus to the board.
   * @param {() => unknown} begins
   */
  another(begins) {
    return this.attempt(async () => {
      await begins();
      this.board.focus();
    });
  }

  /**
   * Changes the metric of this game and of later ones.
   * @param {string} metric
   */
  countBy(metric) {
    keep("metric", metric);
    if (!this.game || this.game.metric === metric) return;
    this.ways?.close();
    this.notice = null; // it may tell a number of moves
    this.game.countBy(metric);
    this.live.begin();
    this.#drawn = null;
    this.render(0);
    say(metric === MULTI ? "Tiles that slide together are one move." : "Each tile is a move.");
  }

  /**
   * Makes a move of the player, unless the board is already solved. `letters` has one letter for
   * each tile that slides.
   * @param {string} letters
   */
  play(letters) {
    const { game } = this;
    if (!letters || !game) return;
    if (game.solved && game.steps > 0) {
      return say("The board is solved. Take a move back, start again, or ask for a new board.");
    }
    this.#warned = null;
    if (this.ways?.follow(letters)) return;
    const { ways } = this;
    const wasSolution = ways?.route?.isWatched === false;
    if (wasSolution) this.#strayed = { game, key: game.key, rejoin: ways.rejoin() };
    ways?.leave();
    const [cell] = tilesOf(game.now, letters);
    const what = letters.length === 1 ? game.now.cells[cell] : plural(letters.length, "tile");
    const { notice } = this;
    game.move(letters);
    /** @type {Notice} */
    const left = {
      text: "That move is not in the solution. Undo leads back to it.",
      acts: [["Solve from here", () => this.solve()]],
    };
    this.notice = wasSolution && !game.solved ? left : (notice?.renew?.() ?? null);
    this.#speak(`${what} ${WORDS[letters[0]]}`);
    this.render();
    if (game.solved) this.#speak(byId("result-title").textContent ?? "");
  }

  /**
   * Moves a tile in a direction, or nudges the board if there is no such tile.
   * @param {string} letter
   */
  move(letter) {
    if (!this.game) return;
    if (mover(this.game.now, letter) !== null) return this.play(letter);
    this.board.nudge(letter);
    say(`No tile can move ${WORDS[letter]}`);
  }

  /**
   * Has a screen reader say the player's last action, such as `12 left`. If the distance is shown,
   * waits a little for the new distance, so that view.js can have both said together.
   * @param {string} text
   */
  #speak(text) {
    clearTimeout(this.told?.timer);
    if (!this.game) return;
    /** @type {Told} */
    const told = { key: this.game.key, text };
    const now = () => {
      say(told.text);
      told.text = "";
    };
    if (this.game.solved) return now();
    told.timer = setTimeout(now, this.distance ? DISTANCE_WAIT : 0);
    this.told = told;
  }

  /**
   * Takes the last move back. In a solution, goes back by one of its moves. If the player has just
   * left a solution by this move, returns to the solution. The same is true after several moves.
   */
  undo() {
    if (this.ways?.back()) return;
    const strayed = this.#strayed;
    this.travel((game) => game.undo(), "taken back");
    if (strayed === null || strayed.game !== this.game || strayed.key !== this.game.key) return;
    this.#strayed = null;
    strayed.rejoin();
  }

  /**
   * Takes moves back, or makes them again. `act` does this in the game and returns their letters.
   * `done` tells the player what was done, such as `taken back`.
   * @param {(game: Game) => string} act
   * @param {string} done
   */
  travel(act, done) {
    if (!this.game) return;
    this.ways?.leave();
    const before = this.game.steps;
    const letters = act(this.game);
    if (!letters) return;
    this.notice = this.notice?.renew?.() ?? null;
    this.#speak(`${plural(letters.length, "move")} ${before === 0 ? "made again" : done}`);
    this.render();
  }

  restart() {
    const { game } = this;
    if (!game || game.steps === 0) return;
    this.ways?.close();
    game.restart(`${Date.now()}`);
    this.inform("Back at the start. Undo brings your moves back.");
    this.board.focus();
  }

  /**
   * Shows the board before move `number` of a solved game, and which move would have been better.
   * @param {Game} game
   * @param {number} number
   */
  lookBack(game, number) {
    this.ways?.leave();
    const before = movesOf(game.letters, game.metric).slice(0, number - 1);
    const at = before.join("").length;
    while (game.steps > at) game.undo();
    const { way } = game.about();
    const first = way === null ? null : movesOf(way, game.metric)[0];
    const cell = first === null ? null : mover(game.now, first[0]);
    if (first === null || cell === null) this.inform(`The board before move ${number}.`);
    else {
      const better = `sliding ${game.now.cells[cell]} ${WORDS[first[0]]} was better`;
      this.inform(`Move ${number}: ${better}.`, { marks: [cell] });
    }
    byId("board").scrollIntoView({ block: "nearest" });
  }

  /** Shows the result of the solved game again. */
  backToResult() {
    this.ways?.leave();
    this.game?.toResult();
    this.notice = null;
    this.render();
    say(byId("result-title").textContent);
  }
}
