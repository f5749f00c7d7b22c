// The tab Puzzle: its state, and what the reader does to it. What begins a game is in starts.js, what is seen in view.js,
// what buttons and keys do in controls.js, searching in live.js, ways.js and hints.js, results in result.js and scores.js.
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

/** The code of hints and solutions, which a visit may do without. */
export const loadHelp = lazily(async (query) => {
  /** @type {[typeof import("./ways.js"), typeof import("./hints.js")]} */
  const [{ Ways }, { createHints }] = await Promise.all([import(`./ways.js${query}`), import(`./hints.js${query}`)]);
  return { Ways, createHints };
});

/**
 * Starts the tab.
 * @param {Promise<Options>} options the engine's answer to /api/options
 */
export function startPuzzle(options) {
  const tab = new PuzzleTab(options);
  listenForControls(tab);
  return {
    shown: () => tab.starts.shown(),
    hidden: () => tab.ways?.leave(),
    navigated: () => tab.starts.shown(),
    ready: tab.starts.readAddress(),
  };
}

/** The state of the tab, from which its parts draw it, and what they ask of each other. */
export class PuzzleTab {
  /** @type {Game | null} */
  game = null;
  /** @type {string | null} */
  obstacle = null; // why the start cannot be solved
  otherGoal = false; // it could be, with the blank last
  /** @type {string | null} */
  seed = null; // of the board, if it is a random one
  /** @type {Notice | null} */
  notice = null;
  /** @type {Wanted[]} */
  pile = []; // boards that were read with the one shown, still to come
  /** @type {Told | null} */
  told = null;
  distance = true; // the distance is in view
  /** @type {Ways | null} */
  ways = null; // the solutions, after the player has asked for them
  /** @type {{ game: Game, key: string } | null} */
  #drawn = null; // the game and position that are shown
  /** @type {Game | null} */
  #warned = null; // the daily game for which the player has read the warning about help

  /** @param {Promise<Options>} options */
  constructor(options) {
    this.limit = options.then((answer) => answer.limits.time_limit).catch(() => 5); // of a search, in seconds
    this.board = new Board(byId("board"), byId("goal-mini"), (letters) => this.play(letters));
    this.live = createLive(this);
    this.starts = new Starts(this);
    this.scores = new Scores((day) => this.another(() => this.starts.openDaily(day)));
    this.result = new Result(this);
    this.look = createLook(this.board);
    this.manual = createHelp();
    this.view = new View(this);
    // It is part of the first view, so that it opens at once: a key that is pressed after the button belongs to the dialog.
    this.setup = createSetup(this);
  }

  /** The way to count moves: that of the game, or the one chosen last. */
  get metric() {
    return this.game?.metric ?? (recall("metric", String(SINGLE)) === MULTI ? MULTI : SINGLE);
  }

  /**
   * Draws the tab after any change of the state; after a move the search and the address follow.
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
   * A game has begun.
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

  /** Hints and solutions, made when the player first asks for one. */
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
   * Shows a hint or a solution. On a daily board that would count, the first press only says that it won't any more.
   * @param {(help: Help) => unknown} act
   * @param {string} warning
   * @param {string} name of the button that shows it
   */
  #help(act, warning, name) {
    const { game } = this;
    if (game === null || byId("solve").disabled) return;
    if (!game.daily || game.unrated || game.won !== null || this.#warned === game) return this.search(act);
    this.#warned = game;
    this.inform(`${warning}, this daily board won’t count.`, { acts: [[name, () => this.search(act)]] });
  }

  /**
   * Has the code for hints and solutions do something.
   * @param {(help: Help) => unknown} act
   */
  search(act) {
    return this.attempt(async () => act(await this.#makeHelp()));
  }

  /**
   * Says something until the next move, with what else a notice may have.
   * @param {string} text
   * @param {Partial<Notice>} more
   */
  inform(text, more = {}) {
    this.notice = { text, ...more };
    this.render();
    say(text);
  }

  /**
   * Says an error.
   * @param {string} text
   * @param {Act[]} [acts]
   */
  showError(text, acts) {
    this.inform(text, { kind: "error", acts });
  }

  /**
   * Says an error of `act` in the message line, and offers `again`.
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
   * Begins another board by `begins`, and leads to it.
   * @param {() => unknown} begins
   */
  another(begins) {
    return this.attempt(async () => {
      await begins();
      this.board.focus();
    });
  }

  /**
   * Counts the moves of this game and of those to come another way.
   * @param {string} metric
   */
  countBy(metric) {
    keep("metric", metric);
    if (!this.game || this.game.metric === metric) return;
    this.ways?.close();
    this.game.countBy(metric);
    this.live.begin();
    this.#drawn = null;
    this.render(0);
    say(metric === MULTI ? "Tiles that slide together are one move." : "Each tile is a move.");
  }

  /**
   * What the player does.
   * @param {string} letters
   */
  play(letters) {
    const { game } = this;
    if (!letters || !game) return;
    if (game.solved && game.steps > 0) {
      return say("The board is solved. Take a move back, start again, or ask for a new board.");
    }
    this.ways?.leave();
    const [cell] = tilesOf(game.now, letters);
    const what = letters.length === 1 ? game.now.cells[cell] : plural(letters.length, "tile");
    this.notice = null;
    game.move(letters);
    this.#speak(`${what} ${WORDS[letters[0]]}`);
    this.render();
    if (game.solved) this.#speak(byId("result-title").textContent ?? "");
  }

  /**
   * Moves a tile in a direction, if one can.
   * @param {string} letter
   */
  move(letter) {
    if (!this.game) return;
    if (mover(this.game.now, letter) !== null) return this.play(letter);
    this.board.nudge(letter);
    say(`No tile can move ${WORDS[letter]}`);
  }

  /**
   * Has a screen reader say what led to the position: with its distance, which view.js adds if it is known soon.
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
   * Takes moves back, or makes them again; `act` does so in the game and returns their letters.
   * @param {(game: Game) => string} act
   * @param {string} done
   */
  travel(act, done) {
    if (!this.game) return;
    this.ways?.leave();
    const before = this.game.steps;
    const letters = act(this.game);
    if (!letters) return;
    this.notice = null;
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
   * Shows the board before a move of a solved game, and what would have been better.
   * @param {Game} game
   * @param {number} number
   */
  lookBack(game, number) {
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

  /** Shows the game again as it was solved. */
  backToResult() {
    this.ways?.leave();
    this.game?.toResult();
    this.notice = null;
    this.render();
    say(byId("result-title").textContent);
  }
}
