// The dialog "Enter a board". A board is entered by tapping, as text or from a seed. The dialog also
// sets the goal of this board, and how moves are counted.
import { NAMED_GOALS, goalOptions } from "./address.js";
import { json, latest } from "./api.js";
import { drawMini } from "./board.js";
import { createDialog } from "./dialogs.js";
import { byId, messageOf, onClick, paint, plural, show, tell } from "./dom.js";
import { Editor } from "./editor.js";
import { complete, emptyEntry, entryOf, exchanged, isComplete, isEmpty, numbersLeft, suspects } from "./entry.js";
import { alike } from "./messages.js";
import { position, sizeOf, toText } from "./tiles.js";

/** Maximum number of cells of a board. */
const CELLS = 25;

/** @typedef {"seed-error" | "text-error" | "goal-error"} ErrorLine */

const size = () => `${byId("width").value}x${byId("height").value}`;
/**
 * Returns the board in the usual order, with the blank last.
 * @param {{ width: number, height: number }} size
 */
const solved = ({ width, height }) => ({
  width,
  height,
  cells: Array.from({ length: width * height }, (_, i, n = width * height) => (i + 1) % n),
});
/** Returns the position that was entered, which must be complete. */
const boardOf = (/** @type {Entry} */ { width, height, cells }) => ({ width, height, cells: cells.map(Number) });

/**
 * Returns a sentence about the last number, which placed itself. It is "" if that is not what
 * happened last.
 * @param {Entry} entry
 */
function lastPlaced({ last }) {
  if (last === null) return "";
  return `${last === 0 ? "The blank" : last} filled the last cell. `;
}

/**
 * Returns what the reader can do next with a board or a text.
 * @param {Entry} entry
 * @param {boolean} isText
 */
function describe(entry, isText) {
  if (isText) return "The text is read when you press Solve or Play.";
  if (isEmpty(entry)) {
    const isTouched = matchMedia("(hover: none) and (pointer: coarse)").matches;
    return `${isTouched ? "Tap" : "Type the numbers, or press"} a cell, then the number on its tile. The first cell is chosen.`;
  }
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
 * Calls `act` when a form is submitted, and shows its error in the line `id`.
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
 * Creates the dialog, and connects its controls.
 * @param {PuzzleTab} tab
 */
export function createSetup(tab) {
  const setup = new Setup(tab);
  setup.listen();
  return setup;
}

class Setup {
  #dialog = createDialog("setup", () => this.#fill());
  #editor = new Editor(
    (entry) => this.#entered(entry),
    () => byId("entry-solve").disabled || byId("position").requestSubmit(byId("entry-solve")),
  );
  #asks = latest(); // ignores outdated answers about the board
  #asksGoal = latest(); // ignores outdated answers about the goal
  /** @type {number[] | null} */
  #pair = null; // the two tiles to compare if the board cannot be solved

  /** @param {PuzzleTab} tab */
  constructor(tab) {
    this.tab = tab;
  }

  open() {
    this.#dialog.open();
    this.#editor.focus(); // so that the reader can type digits at once
  }

  /** Connects the controls of the dialog with what they do. */
  listen() {
    byId("goal").prepend(...goalOptions());
    byId("width").addEventListener("change", () => this.#resize("height", "width"));
    byId("height").addEventListener("change", () => this.#resize("width", "height"));
    onSubmit("scramble", "seed-error", async () => {
      await this.#scramble();
      this.#dialog.close();
    });
    onSubmit("position", "text-error", (submitter) => this.#begin(submitter));
    onSubmit("goal-typed", "goal-error", () => this.#showGoal());
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
   * Begins with an empty board after one side was changed. If the board would have too many cells,
   * the other side becomes shorter.
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
    const isResized = sizeOf(entry) !== sizeOf(this.#editor.entry);
    [byId("width").value, byId("height").value] = [String(entry.width), String(entry.height)];
    this.#editor.show(entry);
    if (isResized) attempt("goal-error", () => this.#showGoal());
    else this.#judge();
  }

  /**
   * Handles a change of the board in the editor. A complete board is also written as text. `news`
   * tells the reader what has changed.
   * @param {Entry} entry
   */
  #entered(entry, news = "") {
    byId("text").value = isComplete(entry) ? toText(boardOf(entry)).replaceAll(" / ", "\n") : "";
    this.#judge(news);
  }

  /** Handles a change of the text. If the text is a board, the dialog shows it. */
  #typed() {
    const text = byId("text").value;
    const entry = entryOf(text, this.#editor.entry);
    if (entry) this.#showEntry(entry);
    else if (text.trim() === "") this.#showEntry(this.#emptied());
    else this.#judge();
  }

  /** Returns an empty board of the current size. */
  #emptied() {
    const { width, height } = this.#editor.entry;
    return emptyEntry(width, height);
  }

  #clear() {
    byId("text").value = "";
    this.#showEntry(this.#emptied());
    this.#editor.focus();
  }

  /** Copies the board of the game into the editor. */
  #takeGame() {
    if (!this.tab.game) return;
    const { width, height, cells } = this.tab.game.now;
    this.#showEntry(complete(width, height, cells));
    this.#entered(this.#editor.entry);
  }

  /** Exchanges the two tiles that were found to make the board unsolvable. */
  #swap() {
    if (this.#pair === null) return;
    const { entry } = this.#editor;
    const [one, two] = this.#pair.map((label) => entry.cells.indexOf(label));
    const swapped = `${this.#pair.join(" and ")} are swapped now. Is this your board?`;
    this.#editor.show({ ...exchanged(entry, one, two), at: null });
    this.#entered(this.#editor.entry, swapped);
  }

  /**
   * Says what is still to be done or, if the board is complete, whether it can be solved. Enables
   * the buttons that can be used. `news` is said in place of what is still to be done.
   */
  async #judge(news = "") {
    const isLatest = this.#asks();
    const { entry } = this.#editor;
    show(byId("text-error"), null);
    this.#pair = null;
    const isText = byId("text").value.trim() !== "" && !entryOf(byId("text").value, entry);
    this.#offer(news || describe(entry, isText), isText || isComplete(entry));
    if (isText || !isComplete(entry)) return;
    const board = boardOf(entry);
    const goal = this.#goalFor(sizeOf(entry));
    const question = { board: toText(board), size: sizeOf(entry), goal };
    const answer = await json("/api/check", question).catch(() => null);
    if (!isLatest() || !answer || answer.solvable) return;
    this.#pair = suspects(board, position(answer.goal, sizeOf(entry)));
    // The message is short, so that the board doesn't move under the finger. It only suggests two
    // tiles, because any two may have been exchanged.
    const pair = `${this.#pair.join(" and ")}${alike(this.#pair)}`;
    this.#offer(`This can’t be solved. Compare ${pair} with your board.`, true);
  }

  /**
   * Shows a message about the board, and enables the buttons that can be used.
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

  /** Fills the dialog when it opens. */
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
    }
    attempt("goal-error", () => this.#showGoal());
  }

  /**
   * Returns the goal chosen for boards of a size. If the game's goal is a board of another size,
   * this is the usual goal.
   * @param {string} wanted
   */
  #goalFor(wanted) {
    if (byId("goal").value !== "") return byId("goal").value;
    const { game } = this.tab;
    const isOther = game && !NAMED_GOALS.includes(game.goalText) && sizeOf(game.goal) !== wanted;
    return (!isOther && byId("goal-text").value.trim()) || "last";
  }

  /** Begins with a random board, of the seed in the field if there is one. */
  #scramble() {
    const seed = byId("seed").value.trim();
    if (!/^\d{0,18}$/.test(seed)) throw new Error(`A seed is a whole number from 0 up, such as 7; found “${seed}”.`);
    return this.tab.starts.fresh(size(), { seed: seed || null, goal: this.#goalFor(size()) });
  }

  /**
   * Begins a game with the board that was entered, or with a text that the engine reads. If the
   * reader has pressed Solve, solves it.
   * @param {HTMLElement | null} submitter
   */
  async #begin(submitter) {
    const { entry } = this.#editor;
    const text = byId("text").value;
    const own = entryOf(text, entry) ?? (text.trim() === "" && isComplete(entry) ? entry : null);
    // Points between digits count as spaces, because the number pads of some phones have a point
    // but no space.
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

  /** Handles a choice in the list of goals. If the reader wants to type a goal, shows the field for it. */
  #chooseGoal() {
    const chosen = byId("goal").value;
    byId("goal-typed").hidden = chosen !== "";
    if (chosen === "") {
      byId("goal-text").value ||= toText(solved(this.#editor.entry));
      byId("goal-text").focus();
    }
    attempt("goal-error", () => this.#showGoal());
  }

  /** Shows the goal of the next board, and judges the entered board by it. */
  async #showGoal() {
    const isLatest = this.#asksGoal();
    this.#judge();
    const wanted = sizeOf(this.#editor.entry);
    const answer = await json("/api/check", {
      board: toText(solved(this.#editor.entry)),
      size: wanted,
      goal: this.#goalFor(wanted),
    });
    if (isLatest()) drawMini(byId("goal-board"), position(answer.goal, wanted));
  }
}
