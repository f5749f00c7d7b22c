// The tab Blocks: levels to choose from, the game of a puzzle, and the drawing; the address holds what is seen.
// All but the drawing is in one state, which `render` shows. Hints and solutions are in blockways.js.
import { writeHash } from "./address.js";
import { ServerError, json, latest } from "./api.js";
import { BlockGame } from "./blockgame.js";
import { listenForHand } from "./blockhand.js";
import { pieces, signOf } from "./blockmap.js";
import { blockText } from "./blocktext.js";
import { createBlockView, picture } from "./blockview.js";
import { BlockWays } from "./blockways.js";
import { goalWords, pathWords, ruleWords } from "./blockwords.js";
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
/**
 * @typedef {object} State The state of the tab Blocks.
 * @property {"levels" | "play" | "draw"} view
 * @property {string} metric
 * @property {string} text of the puzzle
 * @property {Level | null} level that of the puzzle, if it is one
 * @property {BlockGame | null} game
 * @property {Record<string, number>} counts of the moves made, by metric, as the engine counts them
 * @property {Record<string, number | null>} optimum by metric; null where a search did not find it
 * @property {{ map: string, metric: string, moves: Move[] } | null} way a shortest solution from a position
 * @property {Move | null} hint the move that was named
 * @property {{ moves: Move[], at: number } | null} run a solution in the player
 * @property {[text: string, kind: string] | null} message
 * @property {boolean} isOffline
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
 * The piece that the goal is about.
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
  #asksCounts = latest(); // of the moves made
  #reads = latest(); // of the address
  #address = ""; // as it was read or written last; the reader may have gone to another since
  #levels = createLevels();
  #view = createBlockView(byId("blocks-board"));
  #drawing = new Drawing(() => {
    if (this.state.view !== "draw" || location.hash !== this.#address) return;
    this.writeAddress();
    this.update({ message: null });
  });
  ways = new BlockWays(this);

  /** Takes up what the reader does. */
  listen() {
    this.#listenForHand();
    const { ways, state } = this;
    const undo = () => (this.#isSeen("draw") ? this.#drawing.undo() : this.#travel((game) => game.undo()));
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
      "blocks-link": () => copy(location.href, byId("blocks-link")),
    });
    listenForKeys(() => !this.#section.hidden, { undo, redo });
    byId("metric").addEventListener("change", () => this.#countBy(byId("metric").value));
  }

  #listenForHand() {
    const { state, ways } = this;
    listenForHand(byId("blocks-board"), this.#view, {
      active: () => this.#isSeen("play") && !document.querySelector("dialog[open]"),
      game: () => state.game,
      chosen: () => state.game?.made.at(-1)?.piece ?? (state.game ? mainPiece(state.game.puzzle) : ""),
      begin: () => ways.close(),
      moved: (move) => {
        state.game?.keep({ ...move, helped: state.hint !== null });
        say(`${signOf(move.piece)} ${pathWords(move.path)}`);
        this.moved(80);
      },
    });
  }

  /** @param {State["view"]} name */
  #isSeen(name) {
    return !this.#section.hidden && this.state.view === name;
  }

  /**
   * Shows the state. Pieces that move do so in `ms`, one that moves alone along `path`.
   * @param {number} ms
   * @param {string} path
   */
  #render(ms = 0, path = "") {
    const { view: name, level, game, metric } = this.state;
    const own = /^##[ \t]*(\S.*)$/m.exec(this.state.text)?.[1] ?? "A puzzle";
    const title = { levels: "Block puzzles", draw: "Draw a puzzle", play: level?.title ?? own }[name];
    this.#section.dataset.view = name;
    titleTab(this.#section, title);
    const [text, kind] = this.state.message ?? [null, ""];
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
    this.#view.mark(hint?.piece);
    if (run) this.ways.at(run.at);
  }

  /** The name under which this browser keeps games and results of the puzzle. */
  #keyNow() {
    return this.state.level?.name ?? this.state.text;
  }

  /**
   * Changes the state, and shows it.
   * @param {Partial<State>} change
   * @param {number} [ms]
   * @param {string} [path]
   */
  update(change, ms, path) {
    Object.assign(this.state, change);
    this.#render(ms, path);
  }

  /**
   * Says something.
   * @param {string} text
   */
  inform(text, kind = "") {
    this.update({ message: [text, kind] });
    say(text);
  }

  /**
   * Begins the game of a puzzle, or goes on with it.
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
   * Shows and keeps the position after a change of it.
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

  /** Says that the goal is reached, with how many moves. */
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
   * Takes a move back, or makes it again; `act` does so in the game and returns the path.
   * @param {(game: BlockGame) => string} act
   */
  #travel(act) {
    const { game } = this.state;
    if (!game || !this.#isSeen("play")) return;
    this.ways.close();
    this.moved(120, act(game));
  }

  /** Opens the puzzle that is played as a drawing. */
  #change() {
    const { game, level, text } = this.state;
    if (game) this.#go({ draw: "1", puzzle: blockText(game.puzzle, level ? "## My puzzle" : text) });
  }

  /**
   * Counts moves another way.
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
   * @param {Record<string, string>} what
   */
  #addressOf(what) {
    const given = new URLSearchParams(what);
    if (this.state.metric !== "any-path") given.set("metric", this.state.metric);
    const all = String(given);
    return `#blocks${all && "&"}${all}`;
  }

  /** @param {Record<string, string>} what */
  #go(what) {
    location.hash = this.#addressOf(what);
  }

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

  /** Shows what the address holds. */
  async readAddress() {
    const isLatest = this.#reads();
    const isOld = () => !isLatest() || location.hash !== this.#address; // another was opened meanwhile
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
   * Scrolls to what was opened, and leads back to the level that was left.
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
   * Shows the drawing; without a text it is the one that was left.
   * @param {string | null} text
   */
  #openDrawing(text) {
    this.update({ view: "draw" });
    if (text !== null && text !== this.#drawing.state.text) this.#drawing.read(text);
    else if (!this.#drawing.state.text) this.#drawing.clear();
  }

  /**
   * Begins the game of a text; one that cannot be played is shown as a drawing.
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
