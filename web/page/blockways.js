// Solutions of block puzzles: hints, a shortest solution in the player, and the fewest moves of the
// reader's own puzzle.
import { stream } from "./api.js";
import { reversed, shortened } from "./blockgame.js";
import { signOf } from "./blockmap.js";
import { blockText } from "./blocktext.js";
import { pathArrows, pathWords } from "./blockwords.js";
import { byId, number, plural, say } from "./dom.js";
import { createPlayer } from "./player.js";
import { createProgress, unsolved } from "./progress.js";
import { createMoves } from "./strip.js";
import { along } from "./tiles.js";

/** @typedef {import("./levels.js").Move} Move */

/** Time limit, in seconds, of the search for the fewest moves of a puzzle that is not a level. */
const SECONDS = 10;

/**
 * Returns a move in words, such as `B left 2, down`.
 * @param {Move} move
 */
const wordsOf = ({ piece, path }) => `${signOf(piece)} ${pathWords(path)}`;

export class BlockWays {
  #progress = createProgress(byId("blocks-progress"));
  player = createPlayer(
    byId("blocks-player"),
    (index, ms) => this.#seek(index, ms),
    () => say("The goal is reached."),
  );
  #moves = createMoves(byId("blocks-moves"), (index) => this.player.go(index));
  #found = ""; // how long the solution in the player is, in words
  #end = ""; // the message at the end of this solution
  #learning = new AbortController(); // cancels the search for the fewest moves

  /** @param {import("./blocks.js").BlocksTab} tab */
  constructor(tab) {
    this.tab = tab;
  }

  /** Takes the solution and its list of moves off the page. */
  close() {
    this.player.close();
    this.tab.state.run = null;
    byId("blocks-moves").hidden = true;
  }

  /** Cancels all searches, and takes hint and solution off the page. */
  clear() {
    this.#learning.abort();
    this.#progress.clear();
    this.close();
    this.tab.state.hint = null;
  }

  pause() {
    this.player.pause();
  }

  /**
   * Shows, in the list of moves, that the first `count` moves are made.
   * @param {number} count
   */
  made(count) {
    this.#moves.made(count);
  }

  /**
   * Goes on in the solution if the reader has moved the piece of its next move. The reader may make
   * this move in parts, or several next moves of the piece at once. Returns false if the reader has
   * moved another piece, or no solution is in the player.
   * @param {Move} move whose steps were already made
   */
  follow({ piece, path }) {
    const { run, game } = this.tab.state;
    if (!run || !game || run.moves[run.at]?.piece !== piece) return false;
    game.keep({ piece, path, helped: true });
    run.part.push(path);
    /** @param {string[]} paths */
    const end = (paths) => String(along([0, 0], paths.join("")));
    /** @type {Move[]} */
    const next = [];
    for (const move of run.moves.slice(run.at)) {
      if (move.piece !== piece) break;
      next.push({ ...move, helped: true });
      if (end(next.map((one) => one.path)) !== end(run.part)) continue;
      game.rewrite(run.part.length, next);
      Object.assign(run, { at: run.at + next.length, part: [] });
      this.player.go(run.at);
      return true;
    }
    this.tab.moved(80);
    this.#say();
    return true;
  }

  /** Takes back the part of the next move that the reader has made by hand. */
  #dropPart() {
    const { run, game } = this.tab.state;
    if (!run || !game) return;
    run.part.forEach(() => game.undo());
    run.part = [];
  }

  /** Returns a function that loads the solution in the player again, at the step where it is now. */
  rejoin() {
    const { run } = this.tab.state;
    const [found, end] = [this.#found, this.#end];
    return () => {
      if (!run) return;
      [this.#found, this.#end] = [found, end];
      this.tab.update({ run });
      this.player.load(run.moves.length);
      this.player.go(run.at);
      this.#say();
    };
  }

  /** Goes back by one move of the solution. Returns false at its start, or without a solution. */
  back() {
    const { run } = this.tab.state;
    if (!run || (run.at === 0 && run.part.length === 0)) return false;
    if (run.part.length === 0) this.player.step(-1);
    else {
      this.#dropPart();
      this.tab.moved(120);
      this.#say();
    }
    return true;
  }

  /**
   * Returns the moves of a shortest solution from the position of a game. Asks the engine unless
   * they are known already. If the position has no solution, shows a message and returns null.
   * @param {import("./blockgame.js").BlockGame} game
   */
  async #shortest(game) {
    const { tab } = this;
    const { state } = tab;
    const { metric, text } = state;
    const map = game.map();
    if (state.way?.map === String(map) && state.way.metric === metric) return state.way.moves;
    const isFresh = game.made.length === 0;
    tab.update({ message: null, hint: null });
    const puzzle = blockText({ ...game.puzzle, start: map }, text);
    const record = await this.#progress.run("/api/blocks", { puzzle, metric, time_limit: null });
    if (!record || game !== state.game || metric !== state.metric || String(map) !== String(game.map())) return null;
    if (record.status !== "solved") {
      tab.inform(unsolved(record), "error");
      return null;
    }
    if (isFresh) state.optimum[metric] ??= record.length;
    state.way = { map: String(map), metric, moves: record.moves ?? [] };
    return state.way.moves;
  }

  /** Names the next move of a shortest solution. If it was already named, makes the move. */
  async hint() {
    this.close();
    const { hint: named, game, way } = this.tab.state;
    if (!game) return;
    if (named && way) {
      game.move({ ...named, helped: true });
      this.tab.state.way = { ...way, map: String(game.map()), moves: way.moves.slice(1) };
      say(`${signOf(named.piece)} ${pathWords(named.path)}`);
      return this.tab.moved(200, named.path);
    }
    const moves = (await this.#shortest(game)) ?? [];
    if (moves.length === 0) return;
    const [next] = moves;
    this.tab.update({ hint: next });
    this.tab.inform(`Move ${wordsOf(next)} (${number(moves.length)} to go). Press Hint again to move it.`);
  }

  /**
   * Finds a shortest solution of the current position, lists its moves, and loads it into the
   * player, where it waits at its beginning.
   */
  async solve() {
    this.close();
    const { tab } = this;
    const { game } = tab.state;
    const moves = game && (await this.#shortest(game));
    if (!moves) return;
    const from = game.made.length === 0 ? "" : " from here";
    if (moves.length === 0) return tab.inform("The goal is reached already.", "good");
    this.#found = `${plural(moves.length, "move")}${from}, the fewest possible.`;
    const own = tab.state.level ? " Solve it yourself to earn stars." : "";
    this.#end = (from === "" ? `Solved. ${this.#found}` : "Solved.") + own;
    tab.inform(`${this.#found} First, ${wordsOf(moves[0])}.`, "good");
    this.#moves.fill(
      moves.map(({ piece, path }, i) => ({
        text: `${signOf(piece)} ${pathArrows(path)}`,
        name: `${signOf(piece)} ${pathArrows(path)}: move ${i + 1}, ${pathWords(path)}`,
      })),
    );
    tab.update({ run: { moves, at: 0, part: [] } });
    byId("blocks-board").scrollIntoView({ block: "nearest" });
    this.player.load(moves.length);
  }

  /**
   * Shows the position after `to` moves of the solution in the player.
   * @param {number} to
   * @param {number} ms
   */
  #seek(to, ms) {
    const { run, game } = this.tab.state;
    if (!run || !game) return;
    if (to !== run.at) this.#dropPart();
    const isNear = Math.abs(to - run.at) === 1;
    let path = "";
    while (run.at !== to) {
      if (run.at < to) game.move({ ...run.moves[run.at], helped: true });
      path = run.at < to ? run.moves[run.at].path : game.undo();
      run.at += run.at < to ? 1 : -1;
    }
    this.tab.moved(isNear ? ms : 0, isNear ? path : "");
    this.#say();
  }

  /** Shows which move of the solution comes next, or that the solution has ended. */
  #say() {
    const { run } = this.tab.state;
    if (!run) return;
    const next = run.moves.at(run.at);
    let text = this.#end;
    if (next !== undefined && run.part.length > 0) {
      text = `Go on: ${wordsOf({ ...next, path: shortened(reversed(run.part.join("")) + next.path) })}.`;
    } else if (next !== undefined) {
      text = run.at > 0 ? `Next: ${wordsOf(next)}.` : `${this.#found} First, ${wordsOf(next)}.`;
    }
    this.tab.update({ message: [text, "good"] });
    if (!this.player.isPlaying) say(text);
  }

  /**
   * Searches in the background for the fewest moves of a puzzle that is not a level. Tells the
   * reader if the puzzle has no solution.
   */
  async learnFewest() {
    const { state } = this.tab;
    const { level, metric, text, optimum } = state;
    if (level || optimum[metric] !== undefined) return;
    this.#learning.abort();
    const mine = (this.#learning = new AbortController());
    /** @type {BlockRecord[]} */
    const records = [];
    const question = { puzzle: text, metric, time_limit: SECONDS };
    const on = { result: (/** @type {BlockRecord} */ record) => records.push(record) };
    await stream("/api/blocks", question, on, mine.signal).catch(() => {});
    if (mine.signal.aborted || optimum !== state.optimum) return;
    const [record] = records;
    optimum[metric] ??= record?.status === "solved" ? record.length : null;
    if (record && !["solved", "limit"].includes(record.status)) return this.tab.inform(unsolved(record), "error");
    this.tab.update({});
    if (state.game?.solved() && !state.run) this.tab.won();
  }
}
