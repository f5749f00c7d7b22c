// Maps that are drawn cell by cell: painted with a character, or pieces drawn by tapping and joining cells.
import { hue } from "./blockview.js";
import { el } from "./dom.js";
import { ARROWS } from "./keys.js";
import { STEPS } from "./tiles.js";

/** The brush that draws pieces: a tapped free cell begins a new one, and a pull from a piece adds cells to it. */
export const JOIN = "join";
/** The brush that draws a gate. */
export const GATE = "gate";

const NAMES = { "#": "wall", ".": "empty", " ": "outside", [JOIN]: "pieces, by joining cells", [GATE]: "gate" };
export const nameOf = (character) => NAMES[character] ?? `piece ${character}`;

/**
 * A map in `host`; `brush()` is the character to paint, JOIN or GATE, `fresh()` the character of a new piece, and
 * `onPaint(x, y, character)` is told. `onStroke()` is called before each stroke.
 */
export function createPainter(host, label, { brush, fresh, onPaint, onStroke }) {
  const grid = el("div", { class: "painter", role: "grid", "aria-label": label });
  host.append(grid);
  let focus = [0, 0];
  let stroke = null; // the character of the stroke in work
  const cellAt = (x, y) => grid.children[y]?.children[x];
  const cellOf = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".painter [role=gridcell]");

  function move(x, y) {
    const cell = cellAt(x, y);
    if (!cell) return;
    cellAt(...focus)?.setAttribute("tabindex", -1);
    focus = [x, y];
    cell.tabIndex = 0;
    cell.focus();
  }

  /** What a stroke that begins in a cell paints. */
  const begin = (cell) => (brush() !== JOIN ? brush() : cell.classList.contains("piece") ? cell.textContent : fresh());
  const paint = (cell) => cell && grid.contains(cell) && onPaint(Number(cell.dataset.x), Number(cell.dataset.y), stroke);

  grid.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    event.preventDefault();
    move(Number(cell.dataset.x), Number(cell.dataset.y));
    grid.setPointerCapture(event.pointerId);
    onStroke();
    stroke = begin(cell);
    paint(cell);
  });
  grid.addEventListener("pointermove", (event) => event.buttons === 1 && stroke !== null && paint(cellOf(event)));
  grid.addEventListener("pointerup", () => (stroke = null));
  grid.addEventListener("pointercancel", () => (stroke = null));
  grid.addEventListener("keydown", (event) => {
    const [x, y] = focus;
    const arrow = STEPS[ARROWS[event.key]];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) move(x + arrow[0], y + arrow[1]);
    else if (event.key === "Enter") type(x, y, begin(cellAt(x, y)));
    else if (event.key === "Delete" || event.key === "Backspace") type(x, y, ".");
    else if (Array.from(event.key).length === 1) type(x, y, event.key);
    else return;
    event.preventDefault();
  });

  function type(x, y, character) {
    onStroke();
    onPaint(x, y, character);
  }

  /** Shows a map, in which the characters of `gates` are gates. */
  return (map, gates) => {
    if (grid.children.length !== map.length || grid.firstElementChild.children.length !== map[0].length) {
      focus = [0, 0];
      grid.style.setProperty("--w", map[0].length);
      grid.replaceChildren(...map.map((row, y) => el("div", { role: "row" }, ...row.map((_, x) => {
        const cell = el("div", { role: "gridcell", tabIndex: x + y === 0 ? 0 : -1 });
        [cell.dataset.x, cell.dataset.y] = [x, y];
        return cell;
      }))));
    }
    map.forEach((row, y) => row.forEach((character, x) => {
      const cell = cellAt(x, y);
      const joined = [["top", map[y - 1]?.[x]], ["left", row[x - 1]]].filter(([, other]) => other === character).map(([side]) => `join-${side}`);
      const isGate = gates.has(character);
      cell.className = [isGate ? GATE : NAMES[character] ?? `piece hue-${hue(character)}`, ...joined].join(" ");
      cell.textContent = NAMES[character] ? "" : character;
      cell.setAttribute("aria-label", `row ${y + 1}, column ${x + 1}: ${isGate ? `gate ${character}` : nameOf(character)}`);
    }));
  };
}
