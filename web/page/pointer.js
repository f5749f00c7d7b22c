// Mouse and finger on the board: taps, pulls, swipes over several tiles, and tiles that the blank leads.
import { around, setStyle } from "./dom.js";
import { STEPS, line, mover, slide } from "./tiles.js";

/** @typedef {{ shown: () => Position, tile: (label: number) => HTMLElement }} View */

/**
 * Pixels within which a mouse, or a finger, is still.
 * @type {Record<string, number>}
 */
const STILL = { mouse: 6, touch: 10 };
/** Shares of a tile's width: of a pull that moves tiles, and of the first step of a swipe. */
const PULLED = 0.35;
const SWIPED = 0.3;

/**
 * Calls `onMove(letters, cell)` for what the player does: a press on a cell whose tile cannot move gives no letters.
 * @param {HTMLElement} tray
 * @param {View} view
 * @param {(letters: string, cell?: number) => void} onMove
 */
export function listen(tray, view, onMove) {
  /** @type {Drag | null} */
  let drag = null;
  let handled = false; // the click that follows has been dealt with

  /** @param {MouseEvent} event */
  const cellAt = (event) => {
    const box = tray.getBoundingClientRect();
    const { width, height } = view.shown();
    const x = Math.floor(((event.clientX - box.left) / box.width) * width);
    const y = Math.floor(((event.clientY - box.top) / box.height) * height);
    return x < 0 || y < 0 || x >= width || y >= height ? null : y * width + x;
  };

  tray.addEventListener("pointerdown", (event) => {
    handled = false;
    const cell = cellAt(event);
    if (event.button !== 0 || !event.isPrimary || cell === null) return;
    const p = view.shown();
    const moves = slide(p, cell);
    const kind = p.cells[cell] === 0 ? "lead" : moves ? "pull" : "swipe";
    const pixels = tray.getBoundingClientRect().width / p.width;
    const group = kind === "pull" ? line(p, cell).map((one) => view.tile(p.cells[one])) : [];
    const at = { x: event.clientX, y: event.clientY };
    drag = { kind, moves, cell, pixels, ...at, group, share: 0, moved: false, swiped: false };
    tray.setPointerCapture(event.pointerId);
  });

  tray.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.max(Math.abs(dx), Math.abs(dy)) > (STILL[event.pointerType] ?? STILL.mouse)) {
      drag.moved = true;
      if (drag.kind === "pull" && direction(dx, dy) !== drag.moves[0]) drag.kind = "swipe";
    }
    if (!drag.moved) return;
    if (drag.kind === "pull") pull(drag, dx, dy);
    else if (drag.kind === "lead") lead(event);
    else swipe(drag, event, dx, dy);
  });

  /**
   * @param {number} dx
   * @param {number} dy
   */
  const direction = (dx, dy) => (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U");

  /**
   * The tiles follow the pointer, as far as they can.
   * @param {Drag} pulled
   * @param {number} right
   * @param {number} down
   */
  function pull(pulled, right, down) {
    const [dx, dy] = STEPS[pulled.moves[0]];
    pulled.share = Math.min(1, Math.max(0, (dx * right + dy * down) / pulled.pixels));
    for (const tile of pulled.group) {
      tile.classList.add("held");
      setStyle(tile, { "--dx": dx * pulled.share, "--dy": dy * pulled.share });
    }
  }

  /**
   * Each tile that the pointer enters slides to where the pointer came from.
   * @param {PointerEvent} event
   */
  function lead(event) {
    const cell = cellAt(event);
    const moves = cell === null ? "" : slide(view.shown(), cell);
    if (moves) onMove(moves);
  }

  /**
   * One move for the first part of a tile's width, and one for each further width.
   * @param {Drag} swiped
   * @param {PointerEvent} event
   * @param {number} dx
   * @param {number} dy
   */
  function swipe(swiped, event, dx, dy) {
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    if (far < swiped.pixels * (swiped.swiped ? 1 : SWIPED)) return;
    const letter = direction(dx, dy);
    [swiped.x, swiped.y, swiped.swiped] = [event.clientX, event.clientY, true];
    if (mover(view.shown(), letter) !== null) onMove(letter);
  }

  /** @param {boolean} finished */
  function end(finished) {
    if (!drag) return;
    const { kind, moves, group, share, moved, cell } = drag;
    drag = null;
    for (const tile of group) {
      tile.classList.remove("held");
      for (const variable of ["--dx", "--dy"]) tile.style.removeProperty(variable);
    }
    if (!finished) return;
    handled = true;
    if (!moved) onMove(slide(view.shown(), cell), cell);
    else if (kind === "pull" && share > PULLED) onMove(moves);
  }

  tray.addEventListener("pointerup", (event) => event.isPrimary && end(true));
  tray.addEventListener("pointercancel", (event) => event.isPrimary && end(false));
  // A click without a pointer comes from a screen reader, or another program that presses the tile's button.
  tray.addEventListener("click", (event) => {
    const label = Number(around(event, ".tile")?.dataset.label);
    const cell = view.shown().cells.indexOf(label);
    if (!handled && label) onMove(slide(view.shown(), cell), cell);
    handled = false;
  });
}
