// The tab Blocks: the list of levels, the game of a puzzle, and the drawing. The address says what
// is shown. Everything but the drawing is in one state, which `#render` shows. Hints and solutions
// are in blockways.js.
import { writeHash } from "./address.js";
import { ServerError, json, latest } from "./api.js";
import { BlockGame, reversed } from "./blockgame.js";
import { listenForHand } from "./blockhand.js";
import { pieces, signOf } from "./blockmap.js";
import { blockText } from "./blocktext.js";
import { createBlockView, picture } from "./blockview.js";
import { BlockWays } from "./blockways.js";
import { aimWords, goalWords, pathWords, ruleWords } from "./blockwords.js";
import { copy } from "./dialogs.js";
import { byId, number, onClick, paint, plural, say, show, titleTab } from "./dom.js";
import { Drawing } from "./drawing.js";
import { listenForKeys } from "./keys.js";
import { createLevels, drawStars, originals, starText, starsOf } from "./levels.js";
import { verdict } from "./outcome.js";

const METRICS = ["unit", "straight", "any-path"];

/** @typedef {import("./levels.js").Move} Move */
/** @typedef {import("./levels.js").Level} Level */
/** @typedef {import("./blockmap.js").Puzzle} Puzzle */
/** @typedef {{ moves: Move[], at: number, part: string[] }} Run A solution: its moves, how many of them were made, and the paths that the reader has made of the next one. */
/**
 * @typedef {object} State The state of the tab Blocks.
 * @property {"levels" | "play" | "draw"} view
 * @property {string} metric
 * @property {string} text the text of the puzzle
 * @property {Level | null} level the level, or null if the puzzle is the reader's own
 * @property {BlockGame | null} game
 * @property {Record<string, number>} counts the number of moves made, by metric, as the engine counts them
 * @property {Record<string, number | null>} optimum the fewest moves of the puzzle, by metric; null if a search did not find them
 * @property {{ map: string, metric: string, moves: Move[] } | null} way the last solution found: its first position, and its moves
 * @property {Move | null} hint the move that the last hint has named
 * @property {Run | null} run the solution in the player
 * @property {[text: string, kind: string] | null} message
 * @property {boolean} isOffline
 */

/**
 * Starts the tab. Returns what app.js calls when the tab is shown or left, or its address changes.
 */
export function startBlocks() {
  const tab = new BlocksTab();
  tab.listen();
  tab.readAddress();
  return {
    hidden: () => tab.ways.pause(),
    shown: () => (tab.state.isOffline ? tab.readAddress() : tab.writeAddress()),
    navigated: () => tab.readAddress(),
  };
}

/**
 * Returns the first piece of the goal, or "" if there is no goal. Arrow keys move it until the
 * player moves another piece.
 * @param {Puzzle} puzzle
 */
const mainPiece = (puzzle) => [...pieces(puzzle.goal).keys()][0] ?? "";

export class BlocksTab {
  /** @type {State} */
  state = {
    view: "levels",
    metric: "any-path",
    text: "",
    level: null,
    game: null,
    counts: {},
    optimum: {},
    way: null,
    hint: null,
    run: null,
    message: null,
    isOffline: false,
  };
  #section = byId("blocks");
  #asksCounts = latest(); // ignores outdated answers about the number of moves
  #reads = latest(); // ignores addresses that were left while they were opened
  // The address that was last read or written; the reader may have gone to another one since.
  #address = "";
  #levels = createLevels();
  #view = createBlockView(byId("blocks-board"));
  #drawing = new Drawing(() => {
    if (this.state.view !== "draw" || location.hash !== this.#address) return;
    this.writeAddress();
    this.update({ message: null });
  });
  ways = new BlockWays(this);
  /** @type {{ game: BlockGame, map: string, rejoin: () => void } | null} */
  #strayed = null; // the position in which the player has left a solution by another move

  /** Connects the buttons, keys and fields of the tab with what they do. */
  listen() {
    this.#listenForHand();
    const { ways, state } = this;
    const undo = () => (this.#isSeen("draw") ? this.#drawing.undo() : this.#undo());
    const redo = () => this.#travel((game) => game.redo());
    onClick({
      "blocks-hint": () => ways.hint(),
      "blocks-solve": () => ways.solve(),
      "blocks-undo": undo,
      "blocks-redo": redo,
      "blocks-restart": () => this.#travel((game) => (game.restart(), "")),
      "blocks-next": () => state.level && this.#go({ level: this.#levels.next(state.level, state.metric).name }),
      "blocks-change": () => this.#change(),
      "blocks-retry": () => this.readAddress(),
      "draw-play": () => this.#go({ puzzle: this.#drawing.state.text }),
      "blocks-link": () => copy(this.#link(), byId("blocks-link")),
      "blocks-share": () => copy(location.href, byId("blocks-share")),
    });
    listenForKeys(() => !this.#section.hidden, { undo, redo });
    listenForKeys(() => this.#isSeen("play") && ways.player.open, {
      toggle: () => ways.player.toggle(),
      stepBack: () => ways.player.step(-1),
      step: () => ways.player.step(1),
    });
    byId("metric").addEventListener("change", () => this.#countBy(byId("metric").value));
  }

  #listenForHand() {
    const { state, ways } = this;
    listenForHand(byId("blocks-board"), this.#view, {
      active: () => this.#isSeen("play") && !document.querySelector("dialog[open]"),
      game: () => state.game,
      chosen: () => state.game?.made.at(-1)?.piece ?? (state.game ? mainPiece(state.game.puzzle) : ""),
      begin: () => ways.pause(),
      moved: (move) => {
        if (ways.follow(move)) return;
        const wasSolution = state.run !== null;
        const rejoin = ways.rejoin();
        ways.close();
        state.game?.keep({ ...move, helped: state.hint !== null });
        say(`${signOf(move.piece)} ${pathWords(move.path)}`);
        this.moved(80);
        const { game } = state;
        if (!wasSolution || !game || game.solved()) return;
        game.step(move.piece, reversed(move.path));
        this.#strayed = { game, map: String(game.map()), rejoin };
        game.step(move.piece, move.path);
        this.inform("That move is not in the solution. Undo leads back to it.");
      },
      refused: (text) => this.inform(text),
    });
  }

  /**
   * Returns whether the tab is open and shows the view `name`.
   * @param {State["view"]} name
   */
  #isSeen(name) {
    return !this.#section.hidden && this.state.view === name;
  }

  /**
   * Draws the tab from its state. Pieces glide to their places in `ms` milliseconds; a single piece
   * that moves follows `path`.
   * @param {number} ms
   * @param {string} path
   */
  #render(ms = 0, path = "") {
    const { view: name, level, game, metric } = this.state;
    const own = /^##[ \t]*(\S.*)$/m.exec(this.state.text)?.[1] ?? "A puzzle";
    const title = { levels: "Block puzzles", draw: "Draw a puzzle", play: level?.title ?? own }[name];
    this.#section.dataset.view = name;
    titleTab(this.#section, title);
    const aim = game && name === "play" && !game.solved() ? aimWords(game.puzzle) : "";
    const [text, kind] = this.state.message ?? [aim || null, "rest"];
    show(byId("blocks-message"), text, kind);
    paint({
      metric: { value: metric },
      "blocks-title": { textContent: title },
      "blocks-names": { textContent: level && name === "play" ? originals(level) : "" },
      "blocks-stars": { hidden: name !== "play" || !level },
      "blocks-all": { hidden: name === "levels" },
      "blocks-retry": { hidden: !this.state.isOffline },
      "levels-progress": { textContent: this.#levels.progress(metric) },
    });
    if (name === "levels") this.#levels.list(byId("levels"), metric, (one) => this.#addressOf({ level: one.name }));
    if (name === "play" && game) this.#renderGame(game, ms, path);
  }

  /**
   * Draws the game: the board, the numbers of moves, and which buttons can be used.
   * @param {BlockGame} game
   * @param {number} ms
   * @param {string} path
   */
  #renderGame(game, ms, path) {
    const { level, metric, counts, optimum, run, hint } = this.state;
    const isWon = game.solved();
    const mine = this.#levels.mine(this.#keyNow(), metric);
    drawStars(byId("blocks-stars"), starsOf(mine, optimum[metric]));
    paint({
      "blocks-count": { textContent: number(counts[metric]) },
      "blocks-best": { textContent: optimum[metric] === undefined ? "…" : number(optimum[metric]) },
      "blocks-mine": { textContent: number(mine) },
      "blocks-undo": { disabled: !game.canUndo },
      "blocks-redo": { disabled: !game.canRedo },
      "blocks-restart": { disabled: game.made.length === 0 },
      "blocks-hint": { disabled: isWon },
      "blocks-next": { hidden: !level, className: isWon ? "primary" : "" },
      "blocks-moves": { hidden: run === null },
    });
    this.#section.classList.toggle("won", isWon);
    this.#view.show(game.places(), ms, path);
    const isWaiting = run !== null && !this.ways.player.isPlaying;
    this.#view.mark(hint?.piece ?? (isWaiting ? run.moves[run.at]?.piece : undefined));
    if (run) this.ways.made(run.at);
  }

  /**
   * Returns the key under which this browser keeps the moves and the results of the puzzle: the
   * name of the level, or the text of the reader's own puzzle.
   */
  #keyNow() {
    return this.state.level?.name ?? this.state.text;
  }

  /**
   * Changes fields of the state, and draws the tab.
   * @param {Partial<State>} change
   * @param {number} [ms]
   * @param {string} [path]
   */
  update(change, ms, path) {
    Object.assign(this.state, change);
    this.#render(ms, path);
  }

  /**
   * Shows a message, and has a screen reader say it.
   * @param {string} text
   */
  inform(text, kind = "") {
    this.update({ message: [text, kind] });
    say(text);
  }

  /**
   * Begins the game of a puzzle, with the moves that this browser has kept of an earlier visit.
   * @param {Puzzle} puzzle
   * @param {string} text
   * @param {Level | null} level
   */
  #play(puzzle, text, level) {
    this.ways.clear();
    this.state.message = null;
    let game = new BlockGame(puzzle);
    if (!game.replay(this.#levels.game(level?.name ?? text))) game = new BlockGame(puzzle);
    const optimum = { ...level?.optimum };
    Object.assign(this.state, { view: "play", text, level, game, optimum, counts: {}, way: null });
    this.#view.draw(puzzle);
    byId("blocks-rules").textContent = ruleWords(puzzle);
    byId("blocks-goal").replaceChildren(picture(puzzle, puzzle.goal, { small: true, "aria-label": goalWords(puzzle) }));
    this.moved();
    this.ways.learnFewest();
    const at = document.activeElement;
    const isFree = at === document.body || !at?.checkVisibility();
    if (isFree && !matchMedia("(pointer: coarse)").matches) this.#view.focus(mainPiece(puzzle));
  }

  /**
   * Draws and keeps the position after it has changed, and asks the engine to count the moves
   * again.
   * @param {number} [ms]
   * @param {string} [path]
   */
  async moved(ms, path) {
    const { game } = this.state;
    if (!game) return;
    const isLatest = this.#asksCounts();
    this.update({ hint: null, message: null }, ms, path);
    this.#levels.keepGame(this.#keyNow(), game.made);
    const moves = game.made.map((move) => ({ piece: move.piece, path: move.path }));
    const counts = await json("/api/blocks/count", { moves }).catch(() => ({}));
    if (!isLatest()) return;
    this.update({ counts });
    if (game.solved() && !this.state.run) this.won();
  }

  /**
   * Says that the goal is reached, and in how many moves. Keeps the result if the player had no
   * help.
   */
  won() {
    const { level, metric, game, counts, optimum } = this.state;
    const helped = game?.made.some((move) => move.helped);
    const [made, best] = [counts[metric], optimum[metric]];
    if (made === undefined) return this.inform("Solved.", "good");
    if (!helped) for (const name of METRICS) this.#levels.solved(this.#keyNow(), name, counts[name]);
    const said = [`Solved in ${plural(made, "move")}`, verdict({ count: made, best })].filter(Boolean).join(", ");
    const help = level ? "; with help, so it isn’t counted" : ", with help";
    const stars = level && !helped ? `${starText(starsOf(made, best))} ` : "";
    this.inform(`${stars}${said}${helped ? help : ""}.`, "good");
  }

  /**
   * Takes a move back, or makes it again. `act` does this in the game, and returns the path on
   * which the piece glides.
   * @param {(game: BlockGame) => string} act
   */
  #travel(act) {
    const { game } = this.state;
    if (!game || !this.#isSeen("play")) return;
    this.ways.close();
    this.moved(120, act(game));
  }

  /**
   * Takes the last move back. In a solution, goes back by one of its moves. If the player has just
   * left a solution by this move, returns to the solution.
   */
  #undo() {
    if (this.ways.back()) return;
    const strayed = this.#strayed;
    this.#travel((game) => game.undo());
    const { game } = this.state;
    if (strayed === null || strayed.game !== game || strayed.map !== String(game.map())) return;
    this.#strayed = null;
    strayed.rejoin();
  }

  /** Opens the current puzzle as a drawing, so that the reader can change it. */
  #change() {
    const { game, level, text } = this.state;
    if (game) this.#go({ draw: "1", puzzle: blockText(game.puzzle, level ? "## My puzzle" : text) });
  }

  /**
   * Changes the metric, which is the way to count moves.
   * @param {string} metric
   */
  #countBy(metric) {
    this.ways.clear();
    this.state.message = null;
    this.update({ metric });
    this.writeAddress();
    if (this.state.view === "play") this.ways.learnFewest();
  }

  /**
   * Returns the address of the tab with the parameters `what`, and with the metric unless it is the
   * usual one.
   * @param {Record<string, string>} what
   */
  #addressOf(what) {
    const given = new URLSearchParams(what);
    if (this.state.metric !== "any-path") given.set("metric", this.state.metric);
    const all = String(given);
    return `#blocks${all && "&"}${all}`;
  }

  /**
   * Returns the link that readers share from the editor: to the game of the puzzle or, if the
   * puzzle cannot be played yet, to its drawing.
   */
  #link() {
    const { text, isRead } = this.#drawing.state;
    const address = isRead ? this.#addressOf({ puzzle: text }) : this.#addressOf({ draw: "1", puzzle: text });
    return new URL(address, location.href).href;
  }

  /**
   * Navigates to the address with the parameters `what`.
   * @param {Record<string, string>} what
   */
  #go(what) {
    location.hash = this.#addressOf(what);
  }

  /** Writes what is shown into the address, unless the address belongs to another tab. */
  writeAddress() {
    if (!location.hash.startsWith("#blocks")) return;
    const { level, text, view } = this.state;
    /** @type {Record<State["view"], Record<string, string>>} */
    const what = {
      levels: {},
      play: level ? { level: level.name } : { puzzle: text },
      draw: { draw: "1", puzzle: this.#drawing.state.text },
    };
    if (writeHash(this.#addressOf(what[view]))) this.#address = location.hash;
  }

  /**
   * Shows what the address names: a level, a puzzle as a text, the drawing, or else the list of
   * levels.
   */
  async readAddress() {
    const isLatest = this.#reads();
    // Whether another address was opened in the meantime.
    const isOld = () => !isLatest() || location.hash !== this.#address;
    this.#address = location.hash;
    const given = new URLSearchParams(this.#address.slice(1));
    const [name, text, metric] = ["level", "puzzle", "metric"].map((key) => given.get(key));
    const [before, left] = [this.state.view, this.state.level];
    if (metric !== null && METRICS.includes(metric)) this.state.metric = metric;
    this.ways.clear();
    Object.assign(this.state, { message: null, isOffline: false });
    try {
      await this.#levels.load();
      if (isOld()) return;
      const level = this.#levels.find(name);
      if (given.has("draw")) this.#openDrawing(text);
      else if (level) this.#play(level.puzzle, level.text, level);
      else if (text !== null) await this.#openText(text, isLatest);
      else this.update({ view: "levels" });
      if (name !== null && !level) this.inform(`There is no puzzle “${name}”; choose one of these.`, "error");
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.update({ isOffline: true });
      return this.inform(error.message, "error");
    }
    if (isOld()) return;
    this.writeAddress();
    this.#render();
    this.#scroll(before, left);
  }

  /**
   * Scrolls to what was opened. In the list of levels, moves the focus to the level that was left.
   * @param {State["view"]} before
   * @param {Level | null} left
   */
  #scroll(before, left) {
    if (before === this.state.view) return byId("blocks-title").scrollIntoView({ block: "nearest" });
    scrollTo(0, 0);
    if (this.state.view !== "levels" || !left) return;
    const link = `[href="${this.#addressOf({ level: left.name })}"]`;
    /** @type {HTMLElement | null} */ (this.#section.querySelector(link))?.focus();
  }

  /**
   * Shows the drawing of a text, or the drawing as it was left if `text` is null.
   * @param {string | null} text
   */
  #openDrawing(text) {
    this.update({ view: "draw" });
    if (text !== null && text !== this.#drawing.state.text) this.#drawing.read(text);
    else if (!this.#drawing.state.text) this.#drawing.clear();
  }

  /**
   * Begins the game of a puzzle that is given as a text. If it cannot be played, shows it as a
   * drawing, with the reason.
   * @param {string} text
   * @param {() => boolean} isLatest
   */
  async #openText(text, isLatest) {
    const drawing = this.#drawing.state;
    if (text !== drawing.text || drawing.error) await this.#drawing.read(text);
    if (!isLatest()) return;
    if (drawing.error === null) return this.#play(drawing.puzzle, text, null);
    this.update({ view: "draw" });
    this.inform(drawing.error, "error");
  }
}
