// The board of the tab Puzzle: draws a position, and turns mouse, finger and keys into moves.
import { el } from "./dom.js";
import { WORDS, line, mover, slide } from "./tiles.js";

const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const CLICK_PIXELS = 5;

/** Draws in `host`; calls `onMove(letters)` for what the player does. */
export function createBoard(host, onMove) {
  const tray = el("div", { class: "tray", tabIndex: 0, role: "group", "aria-roledescription": "sliding puzzle" });
  host.append(tray);
  let shown = null;
  let goal = null;
  let tiles = new Map(); // by label
  let drag = null;
  let dragged = false;

  tray.addEventListener("keydown", (event) => {
    const letter = KEYS[event.key];
    if (!letter || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (mover(shown, letter) !== null) onMove(letter);
  });

  function rebuild(p) {
    tiles = new Map();
    for (const label of p.cells) if (label !== 0) tiles.set(label, makeTile(label));
    tray.replaceChildren(...tiles.values());
    tray.style.setProperty("--w", p.width);
    tray.style.setProperty("--h", p.height);
  }

  function makeTile(label) {
    const tile = el("button", { type: "button", class: "tile", tabIndex: -1, id: `tile-${label}` }, el("span", {}, String(label)));
    tile.addEventListener("pointerdown", (event) => begin(event, tile, label));
    tile.addEventListener("pointermove", (event) => follow(event));
    tile.addEventListener("pointerup", () => end(true));
    tile.addEventListener("pointercancel", () => end(false));
    tile.addEventListener("click", () => {
      if (!dragged) onMove(slide(shown, shown.cells.indexOf(label)));
      dragged = false;
      tray.focus({ preventScroll: true });
    });
    return tile;
  }

  function begin(event, tile, label) {
    dragged = false;
    const moves = slide(shown, shown.cells.indexOf(label));
    if (event.button !== 0 || !moves) return;
    const group = line(shown, shown.cells.indexOf(label)).map((cell) => tiles.get(shown.cells[cell]));
    const pixels = tile.getBoundingClientRect().width;
    drag = { x: event.clientX, y: event.clientY, moves, group, pixels, share: 0 };
    tile.setPointerCapture(event.pointerId);
  }

  function follow(event) {
    if (!drag) return;
    const way = { R: event.clientX - drag.x, L: drag.x - event.clientX, D: event.clientY - drag.y, U: drag.y - event.clientY };
    const direction = drag.moves[0];
    if (way[direction] > CLICK_PIXELS) dragged = true;
    if (!dragged) return;
    drag.share = Math.min(1, Math.max(0, way[direction] / drag.pixels));
    const sign = direction === "R" || direction === "D" ? 1 : -1;
    const name = direction === "R" || direction === "L" ? "--dx" : "--dy";
    for (const tile of drag.group) {
      tile.classList.add("held");
      tile.style.setProperty(name, sign * drag.share);
    }
  }

  function end(finished) {
    if (!drag) return;
    const { group, moves, share } = drag;
    drag = null;
    for (const tile of group) {
      tile.classList.remove("held");
      tile.style.removeProperty("--dx");
      tile.style.removeProperty("--dy");
    }
    if (finished && dragged && share > 0.35) onMove(moves);
  }

  return {
    /** Shows a position; tiles glide to their cells in `ms`. */
    show(p, goalPosition, ms = 140) {
      const fresh = !shown || shown.width !== p.width || shown.height !== p.height;
      shown = p;
      goal = goalPosition;
      if (fresh) rebuild(p);
      tray.style.setProperty("--slide", `${fresh ? 0 : ms}ms`);
      p.cells.forEach((label, cell) => label !== 0 && place(label, cell));
      tray.setAttribute("aria-owns", p.cells.filter((label) => label !== 0).map((label) => `tile-${label}`).join(" "));
      const blank = p.cells.indexOf(0);
      tray.setAttribute("aria-label", `Board, ${p.width} by ${p.height}, blank in row ${Math.floor(blank / p.width) + 1}, column ${(blank % p.width) + 1}. Arrow keys move tiles into it.`);
    },
    /** Marks the tile in a cell, or none. */
    mark(cell) {
      for (const tile of tiles.values()) tile.classList.remove("marked");
      if (cell !== null) tiles.get(shown.cells[cell])?.classList.add("marked");
    },
    celebrate: (on) => tray.classList.toggle("solved", on),
    focus: () => tray.focus({ preventScroll: true }),
  };

  function place(label, cell) {
    const tile = tiles.get(label);
    const [x, y] = [cell % shown.width, Math.floor(cell / shown.width)];
    tile.style.setProperty("--x", x);
    tile.style.setProperty("--y", y);
    const moves = slide(shown, cell);
    tile.classList.toggle("movable", moves !== "");
    tile.classList.toggle("home", goal.cells[cell] === label);
    tile.setAttribute("aria-label", `${label}, row ${y + 1}, column ${x + 1}${moves ? `, moves ${WORDS[moves[0]]}` : ""}`);
  }
}

/** Draws a small still board, as for the goal. */
export function drawMini(host, p) {
  host.style.setProperty("--w", p.width);
  host.replaceChildren(...p.cells.map((label) => el("span", { class: label === 0 ? "blank" : "" }, label === 0 ? "" : String(label))));
  host.setAttribute("aria-label", `Goal: ${p.cells.map((label) => (label === 0 ? "blank" : label)).join(" ")}, ${p.width} in a row`);
}
