// The drawing of a block puzzle and its text. When one of them changes, the other is updated.
// Changes can be undone, and the engine checks the text.
import { json, latest } from "./api.js";
import { GATE, JOIN, blank, lacking, painted, resized, strokeOf } from "./blockedit.js";
import { puzzleOf, signOf, withGates } from "./blockmap.js";
import { blockText } from "./blocktext.js";
import { picture } from "./blockview.js";
import { byId, clone, find, messageOf, onClick, paint, sentence, show } from "./dom.js";
import { Painter, brushName, paintOn } from "./painter.js";

const BRUSHES = [JOIN, ".", "#", " ", GATE, "*", ..."ABCDEFGHIJKL"];
/** Number of changes that can be undone. */
const DEPTH = 200;
const HEAD = "## My puzzle\n";
const MAPS = /** @type {const} */ (["start", "goal"]);

/** @typedef {import("./blockmap.js").Puzzle} Puzzle */
/**
 * @typedef {object} State The state of the drawing.
 * @property {Puzzle} puzzle
 * @property {string} text
 * @property {"start" | "goal"} which the map that the reader is drawing
 * @property {string | null} error the engine's reason why the text cannot be played
 * @property {boolean} isTyped whether the text was typed, not written from the drawing
 * @property {boolean} isRead whether the engine has accepted the text
 * @property {{ puzzle: Puzzle, text: string }[]} before earlier states, for undo
 */

/**
 * Returns an error of the engine as a sentence without line and column, for a reader who draws the
 * puzzle and does not type its text.
 * @param {string | null} error
 */
const plain = (error) => (error ? sentence(error.replace(/^line \d+(, column \d+)?: /i, "")) : "");

/**
 * Returns the number of columns or rows in a field of the page, limited to the range from 1 to 16.
 * @param {"columns" | "rows"} id
 */
const side = (id) => Math.min(16, Math.max(1, byId(id).valueAsNumber || 1));

/** The drawing of a block puzzle: a map to paint on, a palette of brushes, and the text. */
export class Drawing {
  /** @type {State} */
  state = { puzzle: blank(4, 5), text: "", which: "start", error: null, isTyped: false, isRead: false, before: [] };
  #brush = JOIN;
  /** What the current stroke paints into each cell that it reaches. */
  #stroke = { character: ".", isGate: false };
  #isChanged = false; // the drawing has changed since the last check
  #asks = latest(); // ignores outdated answers about the text
  /** @type {Timer | undefined} */
  #timer;
  #painter = new Painter(byId("draw-map"), {
    stroke: (x, y, typed = this.#brush) => {
      const { puzzle, which } = this.state;
      this.#stroke = strokeOf(puzzle, which, typed, x, y);
      this.#change(painted(puzzle, which, x, y, this.#stroke));
    },
    paint: (x, y) => this.#drawn(painted(this.state.puzzle, this.state.which, x, y, this.#stroke)),
    // A drawing is checked only when a stroke ends. Until then only its map changes, so that
    // nothing shifts under the pointer.
    end: () => {
      if (this.#isChanged) this.#check(false);
    },
  });

  /** @param {() => void} onChange called when the text has changed, or was checked */
  constructor(onChange) {
    this.onChange = onChange;
    this.#fillPalette();
    this.#listen();
  }

  #listen() {
    for (const id of /** @type {const} */ (["columns", "rows"])) {
      const resize = () => this.#replace(resized(this.state.puzzle, side("columns"), side("rows")));
      byId(id).addEventListener("change", resize);
    }
    for (const name of MAPS) {
      byId(`draw-${name}`).addEventListener("change", () => {
        this.state.which = name;
        this.#render();
      });
    }
    onClick({
      clear: () => this.#replace(blank(side("columns"), side("rows"))),
      "draw-undo": () => this.undo(),
    });
    byId("source").addEventListener("input", () => {
      if (!this.state.isTyped) this.#remember();
      Object.assign(this.state, { text: byId("source").value, isTyped: true, isRead: false });
      this.#render();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#check(true), 200);
    });
  }

  #fillPalette() {
    for (const sign of BRUSHES) {
      const [label] = clone("brush", byId("palette"));
      const [input, face, name] = [find(label, "input"), find(label, "span"), find(label, "b")];
      name.textContent = brushName(sign) ?? "";
      name.hidden = brushName(sign) === undefined;
      label.title = brushName(sign) ?? `piece ${signOf(sign)}`;
      input.ariaLabel = label.title;
      input.checked = sign === this.#brush;
      input.onchange = () => (this.#brush = sign);
      paintOn(face, sign);
    }
  }

  #render() {
    const { puzzle, which, error, isTyped, before } = this.state;
    for (const name of MAPS) {
      const node = byId(`draw-${name}`);
      node.checked = which === name;
      const small = picture(puzzle, puzzle[name], { small: true, "aria-hidden": "true" });
      node.nextElementSibling?.querySelector("svg")?.remove();
      node.nextElementSibling?.prepend(small);
    }
    this.#drawMap();
    const note = lacking(puzzle, which) || plain(error) || (this.state.isRead ? "Ready: press Play." : "");
    paint({
      columns: { value: String(puzzle.start[0].length) },
      rows: { value: String(puzzle.start.length) },
      source: { value: this.state.text },
      "draw-undo": { disabled: before.length === 0 },
      "draw-play": { disabled: !this.state.isRead },
      "draw-note": { textContent: isTyped ? "" : note },
    });
    show(byId("source-error"), isTyped ? error : null, "error");
  }

  /** Draws the map that the reader is drawing. */
  #drawMap() {
    const { puzzle, which } = this.state;
    this.#painter.show(
      withGates(puzzle[which], puzzle.floor),
      puzzle.gates,
      `${which === "start" ? "Start" : "Goal"} map`,
    );
  }

  /** Keeps the current state for `undo`. */
  #remember() {
    const { puzzle, text, before } = this.state;
    if (before.at(-1)?.text === text) return;
    before.push({ puzzle, text });
    if (before.length > DEPTH) before.shift();
  }

  /**
   * Shows a changed drawing, and writes its text. Does nothing if `puzzle` is null, which means
   * that nothing has changed.
   * @param {Puzzle | null} puzzle
   */
  #drawn(puzzle) {
    if (puzzle === null) return;
    this.#asks(); // discards a pending answer, which is about an earlier drawing
    this.#isChanged = true;
    Object.assign(this.state, {
      puzzle,
      text: blockText(puzzle, this.state.text || HEAD),
      isTyped: false,
      isRead: false,
    });
    this.#drawMap();
  }

  /**
   * Changes the drawing by a stroke, which `undo` can take back.
   * @param {Puzzle | null} puzzle
   */
  #change(puzzle) {
    this.#remember();
    this.#drawn(puzzle);
  }

  /**
   * Replaces the whole drawing, which `undo` can take back.
   * @param {Puzzle} puzzle
   */
  #replace(puzzle) {
    this.#change(puzzle);
    this.#check(false);
  }

  /**
   * Has the engine check the text. With `redraw`, the maps of the text become the drawing.
   * @param {boolean} redraw
   */
  async #check(redraw) {
    const { state } = this;
    const isLatest = this.#asks();
    clearTimeout(this.#timer);
    this.#isChanged = false;
    state.isRead = false;
    this.#render();
    this.onChange();
    let answer = null;
    let error = null;
    try {
      answer = await json("/api/blocks/check", { puzzle: state.text });
      if (!answer.goal) error = "The puzzle has no goal yet.";
    } catch (failure) {
      error = messageOf(failure);
    }
    if (!isLatest()) return;
    if (redraw && answer) state.puzzle = puzzleOf(answer);
    Object.assign(state, { error, isRead: error === null });
    this.#render();
    this.onChange();
  }

  undo() {
    const last = this.state.before.pop();
    if (!last) return;
    // Show the map that changes, so that the reader sees what is taken back.
    const isSame = (/** @type {"start" | "goal"} */ map) => String(last.puzzle[map]) === String(this.state.puzzle[map]);
    const { which } = this.state;
    const other = which === "start" ? "goal" : "start";
    Object.assign(this.state, last, { isTyped: false, which: isSame(which) && !isSame(other) ? other : which });
    this.#check(false);
  }

  /** Begins a new drawing on an empty board. */
  clear() {
    this.#drawn(blank(4, 5));
    return this.#check(false);
  }

  /**
   * Shows a text and, if it can be read, its puzzle.
   * @param {string} text
   */
  read(text) {
    Object.assign(this.state, { text, which: "start", isTyped: true, before: [] });
    return this.#check(true);
  }
}
