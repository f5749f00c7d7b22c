// A map that the reader draws cell by cell, with the pointer or the keys.
import { GATE, JOIN } from "./blockedit.js";
import { signOf } from "./blockmap.js";
import { tint } from "./blockview.js";
import { el, setStyle } from "./dom.js";
import { ARROW_KEYS } from "./keys.js";
import { STEPS } from "./tiles.js";

/**
 * @typedef {object} Strokes
 * @property {(x: number, y: number, typed?: string) => void} stroke
 * @property {(x: number, y: number) => void} paint
 * @property {() => void} end
 */

/** @type {Record<string, string>} */
const SURFACES = { "#": "wall", ".": "empty", " ": "outside", [JOIN]: "join", [GATE]: "gate" };
/** @type {Record<string, string>} */
const NAMES = { [JOIN]: "Pieces", ".": "Empty", "#": "Wall", " ": "Outside", [GATE]: "Gate" };
/**
 * Returns the name of a cell's contents, for screen readers.
 * @param {string} sign
 */
const nameOf = (sign) => SURFACES[sign] ?? `piece ${signOf(sign)}`;
/**
 * Returns the name that is written below a brush, or undefined for a brush that shows a letter.
 * @param {string} sign
 * @returns {string | undefined}
 */
export const brushName = (sign) => NAMES[sign];

/**
 * Gives an element the look and the letter of a brush, or of a cell's contents.
 * @param {HTMLElement} node
 * @param {string} sign
 * @param {string[]} [more]
 */
export function paintOn(node, sign, more = []) {
  node.className = [SURFACES[sign] ?? "piece", ...more].join(" ");
  node.textContent = sign === JOIN ? "+" : sign in SURFACES ? "" : signOf(sign);
  return sign in SURFACES ? node : tint(node, sign);
}

/**
 * A map on which the reader paints. `stroke(x, y, typed)` is called when a stroke begins at a cell,
 * with a character if a key began it; `paint(x, y)` when the stroke comes to another cell; and
 * `end()` when the pointer is lifted, or after a key.
 */
export class Painter {
  #grid = el("div", { class: "painter", role: "grid" });
  /** @type {Place} */
  #focus = [0, 0];
  #isPainting = false;

  /**
   * @param {HTMLElement} host
   * @param {Strokes} brush
   */
  constructor(host, brush) {
    this.brush = brush;
    host.append(this.#grid);
    this.#listenForPointer();
    this.#grid.addEventListener("keydown", (event) => this.#press(event));
  }

  /**
   * Shows a map. Its characters that are keys of `gates` are gates.
   * @param {string[][]} map
   * @param {Map<string, string[]>} gates
   * @param {string} label
   */
  show(map, gates, label) {
    const { children, firstElementChild } = this.#grid;
    this.#grid.setAttribute("aria-label", label);
    if (children.length !== map.length || firstElementChild?.children.length !== map[0].length) this.#build(map);
    map.forEach((row, y) => row.forEach((_, x) => this.#draw(map, gates, x, y)));
  }

  /**
   * Creates the cells for a map of another size.
   * @param {string[][]} map
   */
  #build(map) {
    this.#focus = [0, 0];
    setStyle(this.#grid, { "--w": map[0].length, "--h": map.length });
    /**
     * @param {number} x
     * @param {number} y
     */
    const cell = (x, y) => el("div", { role: "gridcell", tabIndex: x + y === 0 ? 0 : -1, "data-x": x, "data-y": y });
    this.#grid.replaceChildren(...map.map((row, y) => el("div", { role: "row" }, ...row.map((_, x) => cell(x, y)))));
  }

  /**
   * Draws a cell. It is joined to cells of the same piece above it and to the left of it.
   * @param {string[][]} map
   * @param {Map<string, string[]>} gates
   * @param {number} x
   * @param {number} y
   */
  #draw(map, gates, x, y) {
    const cell = this.#cellAt(x, y);
    if (!cell) return;
    const character = map[y][x];
    const admitted = gates.get(character);
    const isPiece = !admitted && !(character in SURFACES);
    const sides = [];
    if (isPiece && map[y - 1]?.[x] === character) sides.push("join-top");
    if (isPiece && map[y][x - 1] === character) sides.push("join-left");
    if (admitted) tint(cell, admitted[0] ?? "*");
    paintOn(cell, admitted ? GATE : character, sides);
    cell.ariaLabel = `row ${y + 1}, column ${x + 1}: ${admitted ? `gate ${character}` : nameOf(character)}`;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #cellAt(x, y) {
    return /** @type {HTMLElement | undefined} */ (this.#grid.children[y]?.children[x]);
  }

  /**
   * Returns the column and row of the cell under the pointer, or null.
   * @param {PointerEvent} event
   * @returns {Place | null}
   */
  #placeOf(event) {
    const cell = /** @type {HTMLElement | null | undefined} */ (
      document.elementFromPoint(event.clientX, event.clientY)?.closest("[role=gridcell]")
    );
    return cell && this.#grid.contains(cell) ? [Number(cell.dataset.x), Number(cell.dataset.y)] : null;
  }

  /**
   * Moves the focus to a cell.
   * @param {number} x
   * @param {number} y
   */
  #move(x, y) {
    const cell = this.#cellAt(x, y);
    if (!cell) return;
    this.#cellAt(...this.#focus)?.setAttribute("tabindex", "-1");
    this.#focus = [x, y];
    cell.tabIndex = 0;
    cell.focus();
  }

  #listenForPointer() {
    const grid = this.#grid;
    grid.addEventListener("pointerdown", (event) => {
      const place = this.#placeOf(event);
      if (!place) return;
      event.preventDefault();
      this.#move(...place);
      grid.setPointerCapture(event.pointerId);
      this.#isPainting = true;
      this.brush.stroke(...place);
    });
    grid.addEventListener("pointermove", (event) => {
      const place = event.buttons === 1 && this.#isPainting ? this.#placeOf(event) : null;
      if (place) this.brush.paint(...place);
    });
    for (const lifted of ["pointerup", "pointercancel"]) {
      grid.addEventListener(lifted, () => {
        if (this.#isPainting) this.brush.end();
        this.#isPainting = false;
      });
    }
  }

  /**
   * Handles a key. An arrow key moves the focus, Enter paints with the brush, and any other
   * character paints itself.
   * @param {KeyboardEvent} event
   */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = this.#focus;
    const arrow = STEPS[ARROW_KEYS[event.key]];
    const typed = ["Delete", "Backspace"].includes(event.key) ? "." : event.key;
    if (arrow) this.#move(x + arrow[0], y + arrow[1]);
    else if (event.key === "Enter") this.#paintByKey();
    else if (Array.from(typed).length === 1) this.#paintByKey(typed);
    else return;
    event.preventDefault();
  }

  /**
   * Paints the cell that has the focus, with the brush or with a typed character.
   * @param {string} [typed]
   */
  #paintByKey(typed) {
    this.brush.stroke(...this.#focus, typed);
    this.brush.end();
  }
}
