// The dialog "Enter a board": a board entered by tapping, as text or from a seed; its goal, and how moves are counted.
import { NAMED_GOALS, goalOptions } from "./address.js";
import { json, latest } from "./api.js";
import { drawMini } from "./board.js";
import { createDialog } from "./dialogs.js";
import { byId, messageOf, onClick, paint, plural, show, tell } from "./dom.js";
import { Editor } from "./editor.js";
import { complete, emptyEntry, entryOf, exchanged, isComplete, isEmpty, numbersLeft, suspects } from "./entry.js";
import { position, sizeOf, toText } from "./tiles.js";

const CELLS = 25;

/** @typedef {"seed-error" | "text-error" | "goal-error"} ErrorLine */

const size = () => `${byId("width").value}x${byId("height").value}`;
/** The numbers of a complete board. */
const boardOf = (/** @type {Entry} */ { width, height, cells }) => ({ width, height, cells: cells.map(Number) });

/**
 * Says of the number that placed itself that nothing is left to be tapped.
 * @param {Entry} entry
 */
function lastPlaced({ last }) {
  if (last === null) return "";
  return `${last === 0 ? "The blank" : last} was the last one, so it is in its place. `;
}

/**
 * What is still to be done with a board.
 * @param {Entry} entry
 * @param {boolean} isText
 */
function describe(entry, isText) {
  if (isText) return "The text is read when you press Solve or Play.";
  if (isEmpty(entry)) return "Tap a cell, then the number on its tile. The first cell is chosen.";
  if (isComplete(entry)) return `${lastPlaced(entry)}Drag a tile onto another to exchange them.`;
  return `${plural(numbersLeft(entry).length, "number")} left. Tap a tile twice to take it off.`;
}

/**
 * Runs `act`, and shows an error in the line `id`.
 * @param {ErrorLine} id
 * @param {() => unknown} act
 */
async function attempt(id, act) {
  show(byId(id), null);
  try {
    await act();
  } catch (error) {
    tell(byId(id), messageOf(error));
  }
}

/**
 * Has a form do something.
 * @param {"scramble" | "position" | "goal-typed"} form
 * @param {ErrorLine} id
 * @param {(submitter: HTMLElement | null) => unknown} act
 */
function onSubmit(form, id, act) {
  byId(form).addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(id, () => act(event.submitter));
  });
}

/**
 * Prepares the dialog.
 * @param {PuzzleTab} tab
 */
export function createSetup(tab) {
  const setup = new Setup(tab);
  setup.listen();
  return setup;
}

class Setup {
  #dialog = createDialog("setup", () => this.#fill());
  #editor = new Editor((entry) => this.#entered(entry));
  #asks = latest(); // whether the board can be solved
  /** @type {number[] | null} */
  #pair = null; // the two tiles to look at on a board that cannot be solved

  /** @param {PuzzleTab} tab */
  constructor(tab) {
    this.tab = tab;
  }

  open() {
    this.#dialog.open();
    this.#editor.focus(); // digits can be typed at once
  }

  /** Takes up what the reader does. */
  listen() {
    byId("goal").prepend(...goalOptions());
    byId("width").addEventListener("change", () => this.#resize("height", "width"));
    byId("height").addEventListener("change", () => this.#resize("width", "height"));
    onSubmit("scramble", "seed-error", async () => {
      await this.#scramble();
      this.#dialog.close();
    });
    onSubmit("position", "text-error", (submitter) => this.#begin(submitter));
    onSubmit("goal-typed", "goal-error", () => this.#setGoal(byId("goal-text").value.trim()));
    byId("text").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("position").requestSubmit(byId("entry-play"));
    });
    byId("text").addEventListener("input", () => this.#typed());
    onClick({
      "entry-clear": () => this.#clear(),
      "entry-current": () => this.#takeGame(),
      "entry-swap": () => this.#swap(),
    });
    byId("goal").addEventListener("change", () => this.#chooseGoal());
    byId("tile-metric").addEventListener("change", () => this.tab.countBy(byId("tile-metric").value));
  }

  /**
   * Starts with an empty board. If it would have too many cells, the other side becomes shorter.
   * @param {"width" | "height"} side
   * @param {"width" | "height"} changed
   */
  #resize(side, changed) {
    const most = Math.floor(CELLS / Number(byId(changed).value));
    byId(side).value = String(Math.min(Number(byId(side).value), most));
    this.#showEntry(emptyEntry(Number(byId("width").value), Number(byId("height").value)));
    byId("text").value = "";
  }

  /**
   * Shows a board in the editor, with its size.
   * @param {Entry} entry
   */
  #showEntry(entry) {
    [byId("width").value, byId("height").value] = [String(entry.width), String(entry.height)];
    this.#editor.show(entry);
    this.#judge();
  }

  /**
   * The reader has changed the board; the text follows once it is complete.
   * @param {Entry} entry
   */
  #entered(entry) {
    byId("text").value = isComplete(entry) ? toText(boardOf(entry)).replaceAll(" / ", "\n") : "";
    this.#judge();
  }

  /** Handles a change of the text. If the text is a board, the dialog shows it. */
  #typed() {
    const text = byId("text").value;
    const entry = entryOf(text, this.#editor.entry);
    if (entry) this.#showEntry(entry);
    else if (text.trim() === "") this.#showEntry(this.#emptied());
    else this.#judge();
  }

  #emptied() {
    const { width, height } = this.#editor.entry;
    return emptyEntry(width, height);
  }

  #clear() {
    byId("text").value = "";
    this.#showEntry(this.#emptied());
  }

  /** Takes over the board of the game. */
  #takeGame() {
    if (!this.tab.game) return;
    const { width, height, cells } = this.tab.game.now;
    this.#showEntry(complete(width, height, cells));
    this.#entered(this.#editor.entry);
  }

  /** Exchanges the two tiles that make a board unsolvable. */
  #swap() {
    if (this.#pair === null) return;
    const { entry } = this.#editor;
    const [one, two] = this.#pair.map((label) => entry.cells.indexOf(label));
    this.#editor.show({ ...exchanged(entry, one, two), at: null });
    this.#entered(this.#editor.entry);
  }

  /** Says what is still to be done, or whether the board can be solved, and offers what can be done with it. */
  async #judge() {
    const isLatest = this.#asks();
    const { entry } = this.#editor;
    show(byId("text-error"), null);
    this.#pair = null;
    const isText = byId("text").value.trim() !== "" && !entryOf(byId("text").value, entry);
    this.#offer(describe(entry, isText), isText || isComplete(entry));
    if (isText || !isComplete(entry)) return;
    const board = boardOf(entry);
    const goal = this.#goalFor(sizeOf(entry));
    const question = { board: toText(board), size: sizeOf(entry), goal };
    const answer = await json("/api/check", question).catch(() => null);
    if (!isLatest() || !answer || answer.solvable) return;
    // After a number that placed itself it is said shortly, so that the board hardly moves under the finger.
    const reason = "This can’t be solved: sliding reaches only half of all arrangements.";
    const why = entry.last === null ? reason : `${lastPlaced(entry)}This board can’t be solved.`;
    this.#pair = suspects(board, position(answer.goal, sizeOf(entry)));
    this.#offer(`${why} Compare ${this.#pair.join(" and ")} with your board.`, true);
  }

  /**
   * @param {string} text
   * @param {boolean} isReady
   */
  #offer(text, isReady) {
    const pair = this.#pair;
    byId("entry-state").classList.toggle("wrong", pair !== null);
    paint({
      "entry-state": { textContent: text },
      "entry-solve": { disabled: !isReady || pair !== null },
      "entry-play": { disabled: !isReady },
      "entry-swap": { hidden: pair === null, textContent: `Swap ${pair?.join(" and ")}` },
    });
  }

  /** Shows what the dialog opens with. */
  #fill() {
    const { game, seed, starts, metric } = this.tab;
    for (const id of /** @type {ErrorLine[]} */ (["seed-error", "text-error", "goal-error"])) show(byId(id), null);
    const now = seed === null ? "" : ` The seed of this board: ${seed}.`;
    byId("seed-now").textContent = `The same seed gives the same board.${now}`;
    byId("tile-metric").value = metric;
    if (isEmpty(this.#editor.entry)) {
      const [width, height] = game ? [game.start.width, game.start.height] : starts.sizeNow().split("x").map(Number);
      this.#editor.show(emptyEntry(width, height));
      [byId("width").value, byId("height").value] = [String(width), String(height)];
    }
    if (game) {
      const isNamed = NAMED_GOALS.includes(game.goalText);
      byId("goal").value = isNamed ? game.goalText : "";
      byId("goal-typed").hidden = isNamed;
      byId("goal-text").value = isNamed ? "" : toText(game.goal);
      drawMini(byId("goal-board"), game.goal);
    }
    this.#judge();
  }

  /**
   * The goal chosen for boards of a size; a board of the reader's own is of use only at its own size.
   * @param {string} wanted
   */
  #goalFor(wanted) {
    if (byId("goal").value !== "") return byId("goal").value;
    const { game } = this.tab;
    const isOther = game && !NAMED_GOALS.includes(game.goalText) && sizeOf(game.goal) !== wanted;
    return (!isOther && byId("goal-text").value.trim()) || "last";
  }

  #scramble() {
    const seed = byId("seed").value.trim();
    if (!/^\d{0,18}$/.test(seed)) throw new Error(`A seed is a whole number from 0 up, such as 7; found “${seed}”.`);
    return this.tab.starts.fresh(size(), { seed: seed || null, goal: this.#goalFor(size()) });
  }

  /**
   * Begins the game of the board as it was entered, or of a text that the engine reads; it may be solved at once.
   * @param {HTMLElement | null} submitter
   */
  async #begin(submitter) {
    const { entry } = this.#editor;
    const text = byId("text").value;
    const own = entryOf(text, entry) ?? (text.trim() === "" && isComplete(entry) ? entry : null);
    // The number pad of some phones has a point and no space.
    const typed = text.replace(/(?<=\d)\.(?=\d)/g, " ");
    const board = own ? toText(boardOf(own)) : typed;
    await this.tab.starts.read(board, size(), this.#goalFor(own ? sizeOf(own) : size()));
    if (this.tab.obstacle === null) {
      this.#editor.show(emptyEntry(entry.width, entry.height));
      byId("text").value = "";
    }
    this.#dialog.close();
    if (submitter?.id === "entry-solve") await this.tab.solve();
  }

  /** The reader has chosen a goal, or to type one. */
  #chooseGoal() {
    const { game } = this.tab;
    const chosen = byId("goal").value;
    byId("goal-typed").hidden = chosen !== "";
    if (chosen === "") {
      byId("goal-text").value ||= game ? toText(game.goal) : "";
      byId("goal-text").focus();
    } else if (game) {
      attempt("goal-error", () => this.#setGoal(chosen));
    }
  }

  /**
   * Gives the board that is shown another goal.
   * @param {string} goal
   */
  async #setGoal(goal) {
    await this.tab.starts.setGoal(goal);
    if (this.tab.game) drawMini(byId("goal-board"), this.tab.game.goal);
    this.#judge();
  }
}
