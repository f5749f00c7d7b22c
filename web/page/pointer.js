// Mouse and finger on the board of tiles: taps, pulls of tiles, swipes for several moves in turn,
// and drags of the blank, into which the tiles on its way slide.
import { around, setStyle } from "./dom.js";
import { STEPS, line, mover, slide } from "./tiles.js";

/**
 * @typedef {object} View What the pointer needs to know of the board.
 * @property {() => Position} shown the position on the board
 * @property {(label: number) => HTMLElement} tile
 */
/** @typedef {(letters: string, cell?: number) => void} OnMove */

/**
 * Pixels that a mouse, or a finger, may move before a press becomes a drag.
 * @type {Record<string, number>}
 */
const STILL = { mouse: 6, touch: 10 };
/**
 * Share of a tile's width over which tiles must be pulled to move. `SWIPED` is the share for the
 * first move of a swipe.
 */
const PULLED = 0.35;
const SWIPED = 0.3;
/**
 * A flick is a quick movement of a finger, which moves a tile although it is shorter than a pull or
 * a swipe has to be. `time` is its maximum duration in milliseconds. `pull` and `swipe` are its
 * minimum lengths in pixels. A finger that taps a tile can roll by some pixels, and must not move
 * another tile, so a swipe has to be longer.
 */
const FLICK = { time: 250, pull: 12, swipe: 20 };

/**
 * Returns the direction in which a pointer has mainly moved.
 * @param {number} dx
 * @param {number} dy
 */
const direction = (dx, dy) => (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U");

/**
 * Calls `onMove(letters, cell)` for what the player does. For a press on a tile that cannot move,
 * `letters` is "".
 * @param {HTMLElement} tray
 * @param {View} view
 * @param {OnMove} onMove
 */
export function listenForPointer(tray, view, onMove) {
  const pointer = new BoardPointer(tray, view, onMove);
  tray.addEventListener("pointerdown", (event) => pointer.press(event));
  tray.addEventListener("pointermove", (event) => event.isPrimary && pointer.move(event));
  tray.addEventListener("pointerup", (event) => event.isPrimary && pointer.lift(event));
  tray.addEventListener("pointercancel", (event) => event.isPrimary && pointer.release());
  tray.addEventListener("click", (event) => pointer.click(event));
}

class BoardPointer {
  /** @type {Drag | null} */
  #drag = null;
  #isHandled = false; // the click that follows was already handled

  /**
   * @param {HTMLElement} tray
   * @param {View} view
   * @param {OnMove} onMove
   */
  constructor(tray, view, onMove) {
    this.tray = tray;
    this.view = view;
    this.onMove = onMove;
  }

  /**
   * Returns the cell under the pointer, or null.
   * @param {MouseEvent} event
   */
  #cellAt({ clientX, clientY }) {
    const box = this.tray.getBoundingClientRect();
    const { width, height } = this.view.shown();
    const x = Math.floor(((clientX - box.left) / box.width) * width);
    const y = Math.floor(((clientY - box.top) / box.height) * height);
    return x < 0 || y < 0 || x >= width || y >= height ? null : y * width + x;
  }

  /**
   * Begins a drag: of the blank, of a tile that can move, or else a swipe.
   * @param {PointerEvent} event
   */
  press(event) {
    this.#isHandled = false;
    const cell = this.#cellAt(event);
    if (event.button !== 0 || !event.isPrimary || cell === null) return;
    const { tray, view } = this;
    const p = view.shown();
    const moves = slide(p, cell);
    const kind = p.cells[cell] === 0 ? "lead" : moves ? "pull" : "swipe";
    const pixels = tray.getBoundingClientRect().width / p.width;
    const group = kind === "pull" ? line(p, cell).map((one) => view.tile(p.cells[one])) : [];
    const at = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    this.#drag = { kind, moves, cell, pixels, ...at, group, share: 0, farthest: 0, moved: false, swiped: false };
    tray.setPointerCapture(event.pointerId);
  }

  /**
   * Handles that the pointer moves during a drag.
   * @param {PointerEvent} event
   */
  move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.max(Math.abs(dx), Math.abs(dy)) > (STILL[event.pointerType] ?? STILL.mouse)) {
      drag.moved = true;
      if (drag.kind === "pull" && direction(dx, dy) !== drag.moves[0]) drag.kind = "swipe";
    }
    if (!drag.moved) return;
    if (drag.kind === "pull") this.#pull(drag, dx, dy);
    else if (drag.kind === "lead") this.#lead(event);
    else this.#swipe(drag, event, dx, dy);
  }

  /**
   * Makes the pulled tiles follow the pointer, as far as they can.
   * @param {Drag} drag
   * @param {number} right
   * @param {number} down
   */
  #pull(drag, right, down) {
    const [dx, dy] = STEPS[drag.moves[0]];
    drag.share = Math.min(1, Math.max(0, (dx * right + dy * down) / drag.pixels));
    drag.farthest = Math.max(drag.farthest, drag.share);
    for (const tile of drag.group) {
      tile.classList.add("held");
      setStyle(tile, { "--dx": dx * drag.share, "--dy": dy * drag.share });
    }
  }

  /**
   * Slides the tile that the pointer has entered to where the pointer came from.
   * @param {PointerEvent} event
   */
  #lead(event) {
    const cell = this.#cellAt(event);
    const moves = cell === null ? "" : slide(this.view.shown(), cell);
    if (moves) this.onMove(moves);
  }

  /**
   * Makes a move once a swipe has covered a part of a tile's width, and one more for each further
   * width.
   * @param {Drag} drag
   * @param {PointerEvent} event
   * @param {number} dx
   * @param {number} dy
   */
  #swipe(drag, event, dx, dy) {
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    if (far < drag.pixels * (drag.swiped ? 1 : SWIPED)) return;
    [drag.x, drag.y, drag.swiped] = [event.clientX, event.clientY, true];
    this.#slide(direction(dx, dy));
  }

  /**
   * Slides the tile next to the blank that can move in a direction. At an edge, no tile can.
   * @param {string} letter
   */
  #slide(letter) {
    if (mover(this.view.shown(), letter) !== null) this.onMove(letter);
  }

  /** Ends the drag, and returns it. Tiles that were pulled go back to their cells. */
  release() {
    const drag = this.#drag;
    this.#drag = null;
    for (const tile of drag?.group ?? []) {
      tile.classList.remove("held");
      for (const variable of ["--dx", "--dy"]) tile.style.removeProperty(variable);
    }
    return drag;
  }

  /**
   * Handles that the pointer is lifted. A tap moves a tile, and so does a pull that was long
   * enough, or a flick.
   * @param {PointerEvent} event
   */
  lift(event) {
    const drag = this.release();
    if (!drag) return;
    this.#isHandled = true;
    const { kind, moves, share, moved, cell, pixels } = drag;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    const isQuick = event.pointerType === "touch" && event.timeStamp - drag.time < FLICK.time;
    const isTakenBack = share < 0.8 * drag.farthest;
    const pulled = Math.min(PULLED * pixels, isQuick && !isTakenBack ? FLICK.pull : Infinity);
    const isSwipe = isQuick && !drag.swiped && Math.max(Math.abs(dx), Math.abs(dy)) > FLICK.swipe;
    if (!moved) this.onMove(slide(this.view.shown(), cell), cell);
    else if (kind === "pull" && share * pixels > pulled) this.onMove(moves);
    else if (kind === "swipe" && isSwipe) this.#slide(direction(dx, dy));
  }

  /**
   * Handles a click. If no pointer event came before it, it comes from a screen reader, or from
   * another program that presses the tile's button.
   * @param {MouseEvent} event
   */
  click(event) {
    const label = Number(around(event, ".tile")?.dataset.label);
    const shown = this.view.shown();
    const cell = shown.cells.indexOf(label);
    if (!this.#isHandled && label) this.onMove(slide(shown, cell), cell);
    this.#isHandled = false;
  }
}
