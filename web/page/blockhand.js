// The player's hand on a block puzzle: pieces are dragged along any free path, tapped, or moved with the arrow keys.
import { signOf } from "./blockmap.js";
import { around, say } from "./dom.js";
import { ARROW_KEYS, letterKeys } from "./keys.js";
import { REVERSE, STEPS, WORDS, along } from "./tiles.js";

/** Milliseconds of a step that follows the pointer. */
const STEP_MS = 80;

/**
 * @typedef {object} Play
 * @property {() => boolean} active a game can be played
 * @property {() => import("./blockgame.js").BlockGame | null} game
 * @property {() => string} chosen the piece for arrow keys while none has the focus
 * @property {() => void} begin a move by hand begins
 * @property {(move: import("./levels.js").Move) => void} moved it has ended
 */
/** @typedef {ReturnType<typeof import("./blockview.js").createBlockView>} View */

/** @param {Event} event */
const pieceAt = (event) => around(event, "[data-piece]")?.dataset.piece ?? null;

/**
 * @param {HTMLElement} host
 * @param {View} view
 * @param {Play} play
 */
export function listenForHand(host, view, play) {
  listenForPointer(host, view, play);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !play.active()) return;
    if (around(event, "input, select, textarea, [role=tab]")) return;
    // Keys of the whole tab, unless the reader has switched letters off, which are then keys of the board.
    const isHeard = letterKeys() || host.contains(/** @type {Node} */ (event.target));
    const named = [event.key, event.key.toUpperCase()].find((key) => isHeard && view.has(key));
    const letter = ARROW_KEYS[event.key];
    if (named) view.focus(named);
    else if (letter) moveByKey(view, play, pieceAt(event) ?? play.chosen(), letter);
    else return;
    event.preventDefault();
  });
}

/**
 * An arrow key moves a piece by one cell.
 * @param {View} view
 * @param {Play} play
 * @param {string} piece
 * @param {string} letter
 */
function moveByKey(view, play, piece, letter) {
  play.begin();
  view.focus(piece);
  const game = play.game();
  if (game?.canStep(piece, letter)) {
    game.step(piece, letter);
    play.moved({ piece, path: letter });
  } else {
    view.shake(piece);
    say(`${signOf(piece)} cannot move ${WORDS[letter]}`);
  }
}

/**
 * A piece that follows the pointer. It was dragged from `x` and `y`, in cells, and has moved along `path`, or there and
 * back.
 */
class Drag {
  path = "";
  hasMoved = false;

  /**
   * @param {import("./blockgame.js").BlockGame} game
   * @param {View} view
   * @param {string} piece
   * @param {DOMPoint} at
   */
  constructor(game, view, piece, { x, y }) {
    this.game = game;
    this.view = view;
    this.piece = piece;
    this.x = x;
    this.y = y;
  }

  /**
   * Moves the piece by a cell, if it can.
   * @param {string} letter
   */
  step(letter) {
    if (!this.game.canStep(this.piece, letter)) return false;
    this.game.step(this.piece, letter);
    this.view.show(this.game.places(), STEP_MS);
    this.hasMoved = true;
    this.path = this.path.at(-1) === REVERSE[letter] ? this.path.slice(0, -1) : this.path + letter;
    return true;
  }

  /**
   * Moves step by step towards the pointer, first along the longer way that is left.
   * @param {DOMPoint} pointer
   */
  follow({ x, y }) {
    for (let tries = 0; tries < 64; tries += 1) {
      const [dx, dy] = along([0, 0], this.path);
      const [ex, ey] = [x - this.x - dx, y - this.y - dy];
      /** @type {[number, string][]} */
      const ways = [
        [Math.abs(ex), ex > 0 ? "R" : "L"],
        [Math.abs(ey), ey > 0 ? "D" : "U"],
      ];
      const far = ways.filter(([cells]) => cells > 0.5).sort((a, b) => b[0] - a[0]);
      if (!far.some(([, letter]) => this.step(letter))) return;
    }
  }

  /**
   * The pointer is lifted. A tapped piece with one way to go takes it; one with none shakes, and so does one that was
   * pulled where it cannot go.
   * @param {DOMPoint} pointer
   */
  drop({ x, y }) {
    if (this.path) return;
    if (Math.hypot(x - this.x, y - this.y) < 0.3) {
      const ways = Object.keys(STEPS).filter((letter) => this.game.canStep(this.piece, letter));
      if (ways.length === 1) this.step(ways[0]);
      if (ways.length === 0) this.view.shake(this.piece);
    } else if (!this.hasMoved) {
      this.view.shake(this.piece);
      say(`${signOf(this.piece)} cannot move that way`);
    }
  }
}

/**
 * Has pieces follow mouse and finger.
 * @param {HTMLElement} host
 * @param {View} view
 * @param {Play} play
 */
function listenForPointer(host, view, play) {
  /** @type {Drag | null} */
  let drag = null;
  // A finger on a piece does not scroll the page; `touch-action` does not reach into a picture everywhere.
  /** @param {TouchEvent} event */
  const hold = (event) => {
    if (pieceAt(event) !== null && event.cancelable) event.preventDefault();
  };
  host.addEventListener("touchstart", hold, { passive: false });

  host.addEventListener("pointerdown", (event) => {
    const [piece, game] = [pieceAt(event), play.game()];
    if (event.button !== 0 || !event.isPrimary || !game) return;
    event.preventDefault();
    view.focus(piece ?? play.chosen());
    if (piece === null) return;
    play.begin();
    drag = new Drag(game, view, piece, view.cells(event));
    host.setPointerCapture(event.pointerId);
  });
  host.addEventListener("pointermove", (event) => drag?.follow(view.cells(event)));
  host.addEventListener("pointerup", (event) => {
    drag?.drop(view.cells(event));
    end();
  });
  host.addEventListener("pointercancel", end);

  function end() {
    if (drag?.path) play.moved({ piece: drag.piece, path: drag.path });
    drag = null;
  }
}
