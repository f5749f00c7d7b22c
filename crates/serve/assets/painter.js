// A map that is drawn cell by cell, with the pointer or the keys.
import { GATE, JOIN } from "./blockedit.js";
import { signOf, tint } from "./blockview.js";
import { el } from "./dom.js";
import { ARROWS } from "./keys.js";
import { STEPS } from "./tiles.js";

const SURFACES = { "#": "wall", ".": "empty", " ": "outside", [JOIN]: "join", [GATE]: "gate" };
/** The name of what is in a cell. */
const nameOf = (sign) => SURFACES[sign] ?? `piece ${signOf(sign)}`;
/** The name of a brush that is written below it, for those that have no letter. */
export const brushName = (sign) =>
  ({ [JOIN]: "Pieces", ".": "Empty", "#": "Wall", " ": "Outside", [GATE]: "Gate" })[sign];

/** Gives a node the look of what is in a cell, or of a brush, and the letter that is seen. */
export function paintOn(node, sign, more = []) {
  node.className = [SURFACES[sign] ?? "piece", ...more].join(" ");
  node.textContent = sign === JOIN ? "+" : sign in SURFACES ? "" : signOf(sign);
  return sign in SURFACES ? node : tint(node, sign);
}

/**
 * A map in `host`. `stroke(x, y, typed)` begins a stroke at a cell, or by a key there; `paint(x, y)` continues it, and
 * `end()` is called when the pointer is lifted, or the key was pressed.
 */
export function createPainter(host, { stroke, paint, end }) {
  const grid = el("div", { class: "painter", role: "grid" });
  host.append(grid);
  let focus = [0, 0];
  let isPainting = false;
  const cellAt = (x, y) => grid.children[y]?.children[x];

  /** The place of the cell under the pointer, or null. */
  function placeOf(event) {
    /** @type {HTMLElement} */
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[role=gridcell]");
    return cell && grid.contains(cell) ? [Number(cell.dataset.x), Number(cell.dataset.y)] : null;
  }

  function move(x, y) {
    const cell = cellAt(x, y);
    if (!cell) return;
    cellAt(...focus)?.setAttribute("tabindex", -1);
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
  function key(typed) {
    stroke(...focus, typed);
    end();
  }
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = STEPS[ARROWS[event.key]];
    const typed = { Delete: ".", Backspace: "." }[event.key] ?? event.key;
    if (arrow) move(focus[0] + arrow[0], focus[1] + arrow[1]);
    else if (event.key === "Enter") key();
    else if (Array.from(typed).length === 1) key(typed);
    else return;
    event.preventDefault();
  });

  /** Shows a map, in which the characters of `gates` are gates. */
  return (map, gates, label) => {
    grid.setAttribute("aria-label", label);
    if (grid.children.length !== map.length || grid.firstElementChild.children.length !== map[0].length) {
      focus = [0, 0];
      grid.style.setProperty("--w", map[0].length);
      grid.style.setProperty("--h", map.length);
      const cell = (x, y) => el("div", { role: "gridcell", tabIndex: x + y === 0 ? 0 : -1, "data-x": x, "data-y": y });
      grid.replaceChildren(...map.map((row, y) => el("div", { role: "row" }, ...row.map((_, x) => cell(x, y)))));
    }
    map.forEach((row, y) =>
      row.forEach((character, x) => {
        const cell = cellAt(x, y);
        const isGate = gates.has(character);
        const isPiece = !isGate && !(character in SURFACES);
        const joins = (side, other) => (isPiece && other === character ? [`join-${side}`] : []);
        if (isGate) tint(cell, gates.get(character)[0] ?? "*");
        paintOn(cell, isGate ? GATE : character, [...joins("top", map[y - 1]?.[x]), ...joins("left", row[x - 1])]);
        cell.ariaLabel = `row ${y + 1}, column ${x + 1}: ${isGate ? `gate ${character}` : nameOf(character)}`;
      }),
    );
  };
}
