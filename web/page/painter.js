// A map that is drawn cell by cell, with the pointer or the keys.
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
 * The name of what is in a cell.
 * @param {string} sign
 */
const nameOf = (sign) => SURFACES[sign] ?? `piece ${signOf(sign)}`;
/**
 * The name of a brush that is written below it, for those that have no letter.
 * @param {string} sign
 * @returns {string | undefined}
 */
export const brushName = (sign) => NAMES[sign];

/**
 * Gives a node the look of what is in a cell, or of a brush, and the letter that is seen.
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
 * A map in `host`. `stroke(x, y, typed)` begins a stroke at a cell, or by a key there; `paint(x, y)` continues it, and
 * `end()` is called when the pointer is lifted, or the key was pressed.
 * @param {HTMLElement} host
 * @param {Strokes} brush
 */
export function createPainter(host, { stroke, paint, end }) {
  const grid = el("div", { class: "painter", role: "grid" });
  host.append(grid);
  /** @type {Place} */
  let focus = [0, 0];
  let isPainting = false;
  /**
   * @param {number} x
   * @param {number} y
   */
  const cellAt = (x, y) => /** @type {HTMLElement | undefined} */ (grid.children[y]?.children[x]);

  /**
   * The place of the cell under the pointer, or null.
   * @param {PointerEvent} event
   * @returns {Place | null}
   */
  function placeOf(event) {
    const cell = /** @type {HTMLElement | null | undefined} */ (
      document.elementFromPoint(event.clientX, event.clientY)?.closest("[role=gridcell]")
    );
    return cell && grid.contains(cell) ? [Number(cell.dataset.x), Number(cell.dataset.y)] : null;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  function move(x, y) {
    const cell = cellAt(x, y);
    if (!cell) return;
    cellAt(...focus)?.setAttribute("tabindex", "-1");
    focus = [x, y];
    cell.tabIndex = 0;
    cell.focus();
  }

  grid.addEventListener("pointerdown", (event) => {
    const place = placeOf(event);
    if (!place) return;
    event.preventDefault();
    move(...place);
    grid.setPointerCapture(event.pointerId);
    isPainting = true;
    stroke(...place);
  });
  grid.addEventListener("pointermove", (event) => {
    const place = event.buttons === 1 && isPainting ? placeOf(event) : null;
    if (place) paint(...place);
  });
  for (const lifted of ["pointerup", "pointercancel"]) {
    grid.addEventListener(lifted, () => {
      if (isPainting) end();
      isPainting = false;
    });
  }
  /** @param {string} [typed] */
  function key(typed) {
    stroke(...focus, typed);
    end();
  }
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = STEPS[ARROW_KEYS[event.key]];
    const typed = ["Delete", "Backspace"].includes(event.key) ? "." : event.key;
    if (arrow) move(focus[0] + arrow[0], focus[1] + arrow[1]);
    else if (event.key === "Enter") key();
    else if (Array.from(typed).length === 1) key(typed);
    else return;
    event.preventDefault();
  });

  /**
   * Makes the cells of a map.
   * @param {string[][]} map
   */
  function build(map) {
    focus = [0, 0];
    setStyle(grid, { "--w": map[0].length, "--h": map.length });
    /**
     * @param {number} x
     * @param {number} y
     */
    const cell = (x, y) => el("div", { role: "gridcell", tabIndex: x + y === 0 ? 0 : -1, "data-x": x, "data-y": y });
    grid.replaceChildren(...map.map((row, y) => el("div", { role: "row" }, ...row.map((_, x) => cell(x, y)))));
  }

  /**
   * Shows a map, in which the characters of `gates` are gates.
   * @param {string[][]} map
   * @param {Map<string, string[]>} gates
   * @param {string} label
   */
  return (map, gates, label) => {
    grid.setAttribute("aria-label", label);
    if (grid.children.length !== map.length || grid.firstElementChild?.children.length !== map[0].length) build(map);
    map.forEach((row, y) =>
      row.forEach((character, x) => {
        const cell = cellAt(x, y);
        if (!cell) return;
        const admitted = gates.get(character);
        const isPiece = !admitted && !(character in SURFACES);
        const sides = [];
        if (isPiece && map[y - 1]?.[x] === character) sides.push("join-top");
        if (isPiece && row[x - 1] === character) sides.push("join-left");
        if (admitted) tint(cell, admitted[0] ?? "*");
        paintOn(cell, admitted ? GATE : character, sides);
        cell.ariaLabel = `row ${y + 1}, column ${x + 1}: ${admitted ? `gate ${character}` : nameOf(character)}`;
      }),
    );
  };
}
