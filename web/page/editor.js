// The editor in which a board is entered. The reader chooses a cell and then its number in the
// tray, or types numbers and moves among the cells with the arrow keys. A tile that is dragged onto
// another changes places with it.
import { around, byId, el, setStyle } from "./dom.js";
import { emptyEntry, exchanged, isComplete, numbersLeft, withNumber, without } from "./entry.js";
import { ARROW_KEYS } from "./keys.js";
import { STEPS, nameOf } from "./tiles.js";

/** Pixels that the pointer may move before a press becomes a drag. */
const STILL = 8;

/** @typedef {{ cell: number, x: number, y: number, isPulled: boolean }} Drag A tile that is pressed, and may be dragged. */

/**
 * Returns the entry, with no cell chosen if the board is complete. The next tap on a number then
 * cannot exchange two tiles by accident.
 * @param {Entry} entry
 */
const moved = (entry) => (isComplete(entry) ? { ...entry, at: null } : entry);

/**
 * Returns what is written on a cell: its number, "blank", or nothing.
 * @param {number | null} number
 */
const face = (number) => (number === null ? "" : number === 0 ? "blank" : String(number));

/**
 * Returns the cell of the board that an element belongs to, or null.
 * @param {Element | null} [node]
 */
function cellAt(node) {
  const button = /** @type {HTMLElement | null | undefined} */ (node?.closest("#entry [data-cell]"));
  return button ? Number(button.dataset.cell) : null;
}

/** The editor in the element `#entry`, with its tray of numbers in `#entry-tray`. */
export class Editor {
  /** The board that is being entered, which may be incomplete. */
  entry = emptyEntry(0, 0);
  #grid = byId("entry");
  #tray = byId("entry-tray");
  #reached = 0; // the cell that keys act on: the chosen one, or the one chosen last
  #typed = ""; // the digits typed so far, while more may follow
  #isTyping = false; // the last key was a digit, so that a space only ends the number
  /** @type {Drag | null} */
  #drag = null;
  #isDropped = false; // the click that follows only ends a drag, so it is ignored

  /**
   * @param {(entry: Entry) => void} onChange called when the reader has changed the board
   * @param {() => void} onDone called when the reader presses Enter on a complete board
   */
  constructor(onChange, onDone) {
    this.onChange = onChange;
    this.onDone = onDone;
    this.#listenForTaps();
    this.#listenForPulls();
    this.#listenForKeys();
  }

  /**
   * Shows a board, complete or not.
   * @param {Entry} entry
   */
  show(entry) {
    this.#typed = "";
    this.entry = entry;
    this.#render();
  }

  /** Moves the focus to the chosen cell, without scrolling. */
  focus() {
    this.#cell(this.#reached)?.focus({ preventScroll: true });
  }

  /** @param {number} cell */
  #cell(cell) {
    return /** @type {HTMLButtonElement} */ (this.#grid.children[cell]);
  }

  /** Creates the cells and the tray for a board of another size. */
  #rebuild() {
    const { width, height, cells } = this.entry;
    setStyle(this.#grid, { "--w": width, "--h": height });
    this.#grid.replaceChildren(...cells.map((_, cell) => el("button", { type: "button", "data-cell": cell })));
    const numbers = cells.map((_, i) => (i + 1) % cells.length);
    const button = (/** @type {number} */ number) =>
      el("button", { type: "button", "data-number": number }, face(number));
    this.#tray.replaceChildren(...numbers.map(button));
  }

  #render() {
    const { entry } = this;
    const { cells, width } = entry;
    this.#reached = Math.min(entry.at ?? this.#reached, cells.length - 1);
    const shownWidth = Number(this.#grid.style.getPropertyValue("--w"));
    if (this.#grid.children.length !== cells.length || shownWidth !== width) this.#rebuild();
    cells.forEach((number, cell) => {
      const button = this.#cell(cell);
      const isChosen = cell === entry.at;
      button.textContent = isChosen && this.#typed ? this.#typed : face(number);
      button.className = number === null ? "empty" : number === 0 ? "blank" : "";
      button.tabIndex = cell === this.#reached ? 0 : -1;
      button.ariaPressed = String(isChosen);
      button.ariaLabel = `${nameOf(cell, entry)}: ${face(number) || "empty"}`;
    });
    const left = numbersLeft(entry);
    for (const button of this.#tray.querySelectorAll("button")) {
      const isLeft = left.includes(Number(button.dataset.number));
      button.classList.toggle("placed", !isLeft);
      button.ariaLabel = `${button.textContent}${isLeft ? "" : ", placed"}`;
    }
  }

  /**
   * Shows a board that the reader has changed, and calls `onChange`.
   * @param {Entry} entry
   */
  #change(entry) {
    this.show(entry);
    this.onChange(entry);
  }

  /**
   * Enters the digits typed so far as a number, and then chooses a cell.
   * @param {number} cell
   */
  #choose(cell) {
    this.#settle();
    this.entry = { ...this.entry, at: cell };
    this.#render();
  }

  /** Enters the digits typed so far as a number, although more might have followed. */
  #settle() {
    if (this.#typed) this.#change(withNumber(this.entry, Number(this.#typed)));
  }

  /**
   * Adds a typed digit to the number, which is entered once no more digits can follow.
   * @param {string} digit
   */
  #type(digit) {
    if (this.entry.at === null) return;
    /** @param {string} text */
    const isNumber = (text) => this.entry.cells.some((_, number) => String(number) === text);
    if (this.#typed && !isNumber(this.#typed + digit)) this.#settle();
    this.#typed += digit;
    if (!isNumber(this.#typed)) this.#typed = "";
    const left = numbersLeft(this.entry).map(String);
    const mayGoOn = left.some((number) => number !== this.#typed && number.startsWith(this.#typed));
    if (this.#typed && !mayGoOn) this.#settle();
    this.#render();
    this.focus();
  }

  /**
   * Chooses the next cell in the direction of an arrow key.
   * @param {Place} arrow
   */
  #step([dx, dy]) {
    this.#settle();
    const { width, height } = this.entry;
    const [x, y] = [(this.#reached % width) + dx, Math.floor(this.#reached / width) + dy];
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    this.#choose(y * width + x);
    this.focus();
  }

  /**
   * Takes a tile off the board. If the chosen cell is empty, the Backspace key takes off the tile
   * before it, which was entered last.
   * @param {boolean} isBack
   */
  #erase(isBack) {
    const isEmptied = this.#typed === "" && this.entry.cells[this.#reached] === null;
    this.#change(without(this.entry, isBack && isEmptied ? Math.max(0, this.#reached - 1) : this.#reached));
  }

  #listenForTaps() {
    this.#grid.addEventListener("click", (event) => {
      const cell = cellAt(around(event, "button"));
      if (cell === null || this.#isDropped) return;
      const { entry } = this;
      if (cell === entry.at && entry.cells[cell] !== null && !this.#typed) this.#change(without(entry, cell));
      else this.#choose(cell);
    });
    this.#tray.addEventListener("click", (event) => {
      const number = around(event, "[data-number]")?.dataset.number;
      if (number === undefined) return;
      this.#settle();
      this.#change(withNumber(this.entry, Number(number)));
    });
  }

  #listenForPulls() {
    this.#grid.addEventListener("pointerdown", (event) => {
      const cell = cellAt(around(event, "button"));
      [this.#isDropped, this.#isTyping, this.#drag] = [false, false, null];
      if (event.button !== 0 || !event.isPrimary || cell === null || this.entry.cells[cell] === null) return;
      // The tile receives all further pointer events and the click, even if the pointer leaves it.
      this.#cell(cell).setPointerCapture(event.pointerId);
      this.#drag = { cell, x: event.clientX, y: event.clientY, isPulled: false };
    });
    this.#grid.addEventListener("pointermove", (event) => {
      if (!this.#drag) return;
      const [dx, dy] = [event.clientX - this.#drag.x, event.clientY - this.#drag.y];
      this.#drag.isPulled ||= Math.hypot(dx, dy) > STILL;
      if (!this.#drag.isPulled) return;
      const tile = this.#cell(this.#drag.cell);
      tile.classList.add("held");
      tile.style.translate = `${dx}px ${dy}px`;
    });
    this.#grid.addEventListener("pointerup", (event) => this.#drop(event));
    this.#grid.addEventListener("pointercancel", (event) => this.#drop(event));
  }

  /**
   * Handles the drop of a dragged tile. The tile and the contents of the cell below it change
   * places. A tile that is dropped outside the board goes back into the tray.
   * @param {PointerEvent} event
   */
  #drop(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.isPulled) return;
    const { cell } = drag;
    this.#isDropped = true;
    this.#cell(cell).classList.remove("held");
    this.#cell(cell).style.translate = "";
    if (event.type === "pointercancel") return this.#render();
    const node = document.elementFromPoint(event.clientX, event.clientY);
    const to = cellAt(node);
    if (to !== null && to !== cell) this.#change(moved(exchanged(this.entry, cell, to)));
    else if (to === null && !this.#grid.contains(node)) this.#change(without(this.entry, cell));
  }

  #listenForKeys() {
    this.#grid.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = STEPS[ARROW_KEYS[event.key]];
      const [isDigit, isEnd] = [/^\d$/.test(event.key), ["Enter", " "].includes(event.key)];
      if (arrow) this.#step(arrow);
      else if (isDigit) this.#type(event.key);
      else if (["Backspace", "Delete"].includes(event.key)) this.#erase(event.key === "Backspace");
      else if (event.key === "Enter" && isComplete(this.entry) && !this.#typed) this.onDone();
      else if (this.#isTyping && isEnd) this.#settle();
      else return;
      this.#isTyping = isDigit || isEnd;
      this.focus();
      event.preventDefault();
    });
    this.#grid.addEventListener("focusout", (event) => {
      if (this.#grid.contains(/** @type {Node | null} */ (event.relatedTarget))) return;
      this.#settle();
      this.#isTyping = false;
    });
  }
}
