// Mouse and finger on the board: taps, pulls, swipes over several tiles, and tiles that the blank leads.
import { STEPS, line, mover, slide } from "./tiles.js";

/** Pixels within which a mouse, or a finger, is still. */
const STILL = { mouse: 6, touch: 10 };
/** Shares of a tile's width: of a pull that moves tiles, and of the first step of a swipe. */
const PULLED = 0.35;
const SWIPED = 0.3;

/** `view` has shown(): the position, tile(label): its element; `onMove(letters, cell)` is called
// for what the player does: a press on a cell whose tile cannot move gives no letters. */
export function listen(tray, view, onMove) {
  let drag = null;
  let handled = false; // the click that follows has been dealt with

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
    if (drag.kind === "pull") pull({ R: dx, L: -dx, D: dy, U: -dy }[drag.moves[0]]);
    else if (drag.kind === "lead") lead(event);
    else swipe(event, dx, dy);
  });

  const direction = (dx, dy) => (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U");

  /** The tiles follow the pointer, as far as they can. */
  function pull(pixels) {
    drag.share = Math.min(1, Math.max(0, pixels / drag.pixels));
    const [dx, dy] = STEPS[drag.moves[0]];
    for (const tile of drag.group) {
      tile.classList.add("held");
      tile.style.setProperty("--dx", dx * drag.share);
      tile.style.setProperty("--dy", dy * drag.share);
    }
  }

  /** Each tile that the pointer enters slides to where the pointer came from. */
  function lead(event) {
    const cell = cellAt(event);
    const moves = cell === null ? "" : slide(view.shown(), cell);
    if (moves) onMove(moves);
  }

  /** One move for the first part of a tile's width, and one for each further width. */
  function swipe(event, dx, dy) {
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    if (far < drag.pixels * (drag.swiped ? 1 : SWIPED)) return;
    const letter = direction(dx, dy);
    [drag.x, drag.y, drag.swiped] = [event.clientX, event.clientY, true];
    if (mover(view.shown(), letter) !== null) onMove(letter);
  }

  function end(finished) {
    if (!drag) return;
    const { kind, moves, group, share, moved, cell } = drag;
    drag = null;
    for (const tile of group) {
      tile.classList.remove("held");
      tile.style.removeProperty("--dx");
      tile.style.removeProperty("--dy");
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
    const label = Number(event.target.closest(".tile")?.dataset.label);
    const cell = view.shown().cells.indexOf(label);
    if (!handled && label) onMove(slide(view.shown(), cell), cell);
    handled = false;
  });
}
