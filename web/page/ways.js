// Solutions in the tab Puzzle: the search for them, the list of all shortest ones, and stepping
// through one of them. Solve is in solving.js, and hints are in hints.js.
import { byId, plural, say, show, tell } from "./dom.js";
import { question } from "./live.js";
import { playIt, theirs } from "./messages.js";
import { MULTI, SINGLE, lettersIn, movesOf } from "./metric.js";
import { instruction, writtenLine } from "./notation.js";
import { createPlayer } from "./player.js";
import { createProgress, unsolved } from "./progress.js";
import { Solving } from "./solving.js";
import { createMoves, createStrip } from "./strip.js";
import { marksOf } from "./tiles.js";

/** Maximum number of cells of a board whose search finds a solution soon in every metric. */
const SMALL = 16;
/** Time limit, in seconds, of the search for a first solution of a larger board. */
const QUICK = 3;
/** Maximum number of shortest solutions that are listed. */
const LISTED = 20;

/**
 * @typedef {object} Listener Functions that are called while a search runs.
 * @property {() => void} [learned] called when the search has found something
 * @property {() => boolean} [cancelled] called when the reader ends the search; returns true if it has shown this
 */
/** @typedef {{ base: number, start: Position, way: string, isWatched: boolean }} Route The solution `way` of the position `start`, which the game reaches after its first `base` steps; `isWatched` if it is another person's game. */
/**
 * @typedef {object} Listed All shortest solutions of a position.
 * @property {Game} game
 * @property {string} from the key of the position
 * @property {number} base the number of steps of the game that lead to this position
 * @property {string[]} all
 */

/** Searches for solutions, lists them, and steps through them. */
export class Ways {
  player = createPlayer(
    byId("puzzle-player"),
    (index, ms) => this.#step(index, ms),
    () => say(`${this.#found} The end.`),
  );
  #progress = createProgress(byId("puzzle-progress"));
  #strip = createStrip((index) => this.player.go(index));
  #list = createMoves(byId("ways"), (index) => this.#choose(index));
  /** @type {Route | null} */
  route = null; // the solution in the player
  /** @type {string | null} */
  #found = null; // what is known of this solution, in words
  /** @type {Act[]} */
  #acts = []; // the buttons beside these words
  /** @type {Act | null} */
  #offer = null; // the button that shows a better solution
  /** @type {Listed | null} */
  #listed = null;

  /** @param {PuzzleTab} tab */
  constructor(tab) {
    this.tab = tab;
  }

  /**
   * Shows the position after the first `index` moves of the solution in the player.
   * @param {number} index
   * @param {number} ms
   */
  #step(index, ms) {
    const { game } = this.tab;
    if (!game || !this.route) return;
    const { base, way } = this.route;
    const made = movesOf(way, game.metric).slice(0, index).join("");
    game.seek(base, way, made.length);
    this.#strip.made(index);
    if (this.#found !== null) this.#note();
    this.tab.render(ms);
    if (this.tab.notice && !this.player.isPlaying) say(this.tab.notice.text);
  }

  /**
   * Shows what is known of the solution in the player, and which tile to slide next. The tile is
   * also marked on the board, except while the solution is played.
   */
  #note() {
    const { game } = this.tab;
    const [found, rest] = [this.#found ?? "", this.#rest(game)];
    /** @type {Notice} */
    const notice = { text: found, acts: this.#acts };
    if (game && this.route && rest === "" && game.solved && !this.route.isWatched) {
      notice.text = this.route.base === 0 ? `Solved. ${found}` : "Solved.";
    } else if (game && this.route && rest !== "") {
      const isStart = game.steps === this.route.base;
      const next = `${instruction(game.now, rest, game.metric)}.`;
      if (!isStart) notice.text = `Next: ${next}`;
      else if (!this.route.isWatched) notice.text = `${found} First, ${next}`;
      if (!this.player.isPlaying && !(isStart && this.route.isWatched))
        notice.marks = marksOf(game.now, movesOf(rest, game.metric)[0]);
    }
    this.tab.notice = notice;
  }

  /**
   * Returns the moves of the solution in the player that come after the position on the board.
   * @param {Game | null} game
   */
  #rest(game) {
    return game && this.route ? this.route.way.slice(game.steps - this.route.base) : "";
  }

  /**
   * Goes on in the solution if the reader has made its next move by hand. Returns false if the move
   * is another one, or no solution is in the player.
   * @param {string} letters
   */
  follow(letters) {
    const { game } = this.tab;
    if (!game || !this.player.open) return false;
    const rest = this.#rest(game);
    const moves = movesOf(letters, game.metric);
    const isNext = movesOf(rest, game.metric).slice(0, moves.length).join() === moves.join();
    if (isNext) this.player.step(moves.length);
    return isNext;
  }

  /** Returns a function that loads the solution in the player again, at the step where it is now. */
  rejoin() {
    const { route } = this;
    const [found, acts] = [this.#found, this.#acts];
    return () => {
      const { game } = this.tab;
      if (!game || !route) return;
      const at = game.lengthOf(route.way.slice(0, game.steps - route.base));
      [this.route, this.#found, this.#acts] = [route, found, acts];
      this.player.load(game.lengthOf(route.way));
      this.#strip.load(route.start, route.way, game.metric);
      this.player.go(at);
      this.#step(at, 0);
    };
  }

  /** Goes back by one move of the solution in the player. Returns false at its start, or without one. */
  back() {
    const { game } = this.tab;
    if (!game || !this.route || game.steps <= this.route.base) return false;
    this.player.step(-1);
    return true;
  }

  /**
   * Searches for a solution of the current position, and records in the game what is found.
   * @param {Game} game
   * @param {Listener} on
   * @param {object} [more] fields of the question
   */
  async search(game, on, more = {}) {
    this.tab.live.stop();
    const position = game.now;
    /**
     * @param {string | null} moves
     * @param {number | null} bound
     */
    const learn = (moves, bound, isProven = false) => {
      if (moves) game.learn(lettersIn(moves), isProven, position);
      game.atLeast(bound ?? 0, position);
      on.learned?.();
      this.tab.render();
    };
    const note = () => {}; // notes are about tables and commands, which don't concern the reader here
    if (game.metric === MULTI && position.cells.length > SMALL && game.about().way === null) {
      // A search that counts slides may find no solution of a large board in time. A solution with
      // few single moves is found fast and often has few slides as well.
      const quick = await this.#progress.run(
        "/api/solve",
        question(game, position, { metric: SINGLE, time_limit: QUICK }),
        {
          solution: ({ moves }) => learn(moves, null),
          cancelled: on.cancelled,
          note,
        },
      );
      if (!quick) return null;
      learn(quick.moves, null);
    }
    const record = await this.#progress.run("/api/solve", question(game, position, more), {
      solution: ({ moves, bound }) => learn(moves, bound),
      iteration: ({ bound }) => learn(null, bound),
      cancelled: on.cancelled,
      note,
    });
    if (record) learn(record.moves, record.bound, record.status === "solved");
    return record;
  }

  /** Cancels the search, whose result is no longer needed. */
  stop() {
    this.#progress.clear();
  }

  /**
   * Loads a solution of the current position into the player controls. It stays at its start, so
   * that the reader can look at the board first.
   * @param {Game} game
   * @param {string} way
   */
  run(game, way, isWatched = false) {
    game.takeHelp();
    this.route = { base: game.steps, start: game.now, way, isWatched };
    this.player.load(game.lengthOf(way));
    this.#strip.load(game.now, way, game.metric);
    this.#strip.made(0);
    this.tab.render();
  }

  /**
   * Shows what is known of the solutions, with the button that shows a better one if there is one.
   * @param {string} text
   */
  announce(text, acts = this.#offer ? [this.#offer] : []) {
    [this.#found, this.#acts] = [text, acts];
    this.#note();
    // The end of a search is news also for a reader who is stepping through a solution.
    if (this.tab.notice && this.tab.game?.steps !== this.route?.base) this.tab.notice.text = text;
    this.tab.render();
  }

  /**
   * Shows what is known of the solutions while the search goes on. If the reader is stepping
   * through a solution, the message about the next step stays.
   * @param {string} text
   */
  announceInterim(text) {
    [this.#found, this.#acts] = [text, this.#offer ? [this.#offer] : []];
    this.#note();
    this.tab.render();
  }

  /**
   * Offers a solution that is better than the one in the player, by a button with the label `name`,
   * which calls `load`. If `load` is null, takes the offer back.
   * @param {string} name
   * @param {(() => void) | null} load
   */
  offer(name, load) {
    if (load === null) {
      this.#offer = null;
      return;
    }
    const act = () => {
      load();
      this.announce(this.#found ?? "");
      byId("solve").focus(); // the button that was pressed is gone
    };
    this.#offer = [name, act];
  }

  /**
   * Sets the label of the button that ends the search.
   * @param {string} text
   */
  nameStop(text) {
    this.#progress.name(text);
  }

  /** Solves the board. The best solution so far can be stepped through while the search goes on. */
  async solve() {
    this.leave();
    this.tab.notice = null; // an earlier message would hide that a search is running
    if (this.tab.game) await new Solving(this, this.tab.game).run();
  }

  /** Lists all shortest solutions of the current position, up to a maximum number. */
  async listAll() {
    this.leave();
    this.tab.notice = null; // an earlier message would hide that a search is running
    const { game } = this.tab;
    if (!game) return;
    const [from, base] = [game.key, game.steps];
    const record = await this.search(game, {}, { all: LISTED, mode: "plain" });
    if (!record || game !== this.tab.game) return;
    if (record.status !== "solved") return show(byId("ways-message"), unsolved(record), "error");
    const all = (record.all_moves ?? []).map(lettersIn);
    game.takeHelp();
    this.#listed = { game, from, base, all };
    const some = all.length >= LISTED ? `The first ${LISTED} shortest ways` : `All ${all.length} shortest ways`;
    const length = plural(record.length ?? 0, "move");
    tell(byId("ways-message"), all.length === 1 ? `The only shortest way, ${length}:` : `${some}, ${length} each:`, "");
    byId("ways").hidden = false;
    const texts = all.map((way) => writtenLine(game.now, way, game.metric, byId("convention").value));
    this.#list.fill(texts.map((text, i) => ({ text, name: `Way ${i + 1}: ${text}` })));
  }

  /**
   * Loads the solution of number `chosen` in the list into the player. First goes back to the
   * position to which the list belongs, if the game has passed it.
   * @param {number} chosen
   */
  #choose(chosen) {
    if (this.#listed === null) return;
    const { game, from, base, all } = this.#listed;
    this.leave();
    /** @param {number} steps */
    const isHere = (steps) => (steps === game.steps ? game.key : game.made[steps]?.from) === from;
    const at = [base, game.steps].find(isHere) ?? game.made.findIndex((move) => move.from === from);
    if (at < 0) {
      return this.tab.showError("These ways begin at another board: take your moves back to where you asked for them.");
    }
    const way = all[chosen - 1];
    this.#list.mark(chosen, "true");
    game.seek(at, "", 0);
    game.learn(way);
    this.run(game, way);
    this.announce(`Way ${chosen} of ${all.length}: ${plural(game.lengthOf(way), "move")}, the fewest possible.`);
    byId("board").scrollIntoView({ block: "nearest" });
  }

  /**
   * Closes the solution in the player, because the reader does something else. The moves shown so
   * far stay in the game.
   */
  leave() {
    this.player.close();
    this.#strip.hide();
    this.#progress.clear();
    if (this.#found !== null) this.tab.notice = null;
    [this.#found, this.#offer, this.route] = [null, null, null];
  }

  /** Loads another person's game into the player, so that the reader can watch it. */
  watch() {
    this.leave();
    const { game } = this.tab;
    if (!game) return;
    const text = theirs(game);
    const { letters } = game;
    game.seek(0, letters, 0);
    this.run(game, letters, true);
    this.announce(`${text} Press play to watch it.`, [playIt(this.tab)]);
    this.player.focus();
  }

  /** Goes back to the start, and solves it. */
  fromStart() {
    this.leave();
    const { game } = this.tab;
    game?.restart(game.id);
    this.solve();
    byId("board").scrollIntoView({ block: "nearest" });
  }

  /** Takes away everything that was found, because another board begins. */
  close() {
    this.leave();
    byId("ways").hidden = true;
    show(byId("ways-message"), null);
  }
}
