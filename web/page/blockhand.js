// Lets the player move the pieces of a block puzzle: drag them along any free path, tap them, or
// move them with the arrow keys.
import { signOf } from "./blockmap.js";
import { around } from "./dom.js";
import { ARROW_KEYS, letterKeys } from "./keys.js";
import { REVERSE, STEPS, WORDS, along } from "./tiles.js";

/** Duration of a piece's step while it follows the pointer, in milliseconds. */
const STEP_MS = 80;

/**
 * @typedef {object} Play
 * @property {() => boolean} active whether a game can be played
 * @property {() => import("./blockgame.js").BlockGame | null} game
 * @property {() => string} chosen the piece that arrow keys move while no piece has the focus
 * @property {() => void} begin called when a move by hand begins
 * @property {(move: import("./levels.js").Move) => void} moved called when the move has ended
 * @property {(text: string) => void} refused called with the reason why a piece did not move
 */
/** @typedef {ReturnType<typeof import("./blockview.js").createBlockView>} View */

/** @param {Event} event */
const pieceAt = (event) => around(event, "[data-piece]")?.dataset.piece ?? null;

/**
 * Lets the player move the pieces of the board in `host`.
 * @param {HTMLElement} host
 * @param {View} view
 * @param {Play} play
 */
export function listenForHand(host, view, play) {
  listenForPointer(host, view, play);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !play.active()) return;
    if (around(event, "input, select, textarea, [role=tab]")) return;
    // A piece's letter chooses the piece wherever the focus is in the tab. If the reader has
    // switched letter keys off, it does so only while the focus is on the board.
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
 * Moves a piece by one cell after an arrow key was pressed. A piece that cannot move that way
 * shakes.
 * @param {View} view
 * @param {Play} play
 * @param {string} piece
 * @param {string} letter
 */
function moveByKey(view, play, piece, letter) {
  view.focus(piece);
  const game = play.game();
  if (game?.canStep(piece, letter)) {
    play.begin();
    game.step(piece, letter);
    play.moved({ piece, path: letter });
  } else {
    view.shake(piece);
    play.refused(`${signOf(piece)} cannot move ${WORDS[letter]}.`);
  }
}

/**
 * A piece that follows the pointer. `x` and `y` are the point where the drag began, in units of
 * cells. `path` contains the steps that the piece has made since then. If the piece comes back to
 * where it began, `path` is empty again, but `hasMoved` stays true.
 */
class Drag {
  path = "";
  hasMoved = false;

  /**
   * @param {import("./blockgame.js").BlockGame} game
   * @param {View} view
   * @param {string} piece
   * @param {DOMPoint} at
   * @param {Play["refused"]} refused
   */
  constructor(game, view, piece, { x, y }, refused) {
    this.refused = refused;
    this.game = game;
    this.view = view;
    this.piece = piece;
    this.x = x;
    this.y = y;
  }

  /**
   * Moves the piece by one cell if it can. Returns whether it did.
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
   * Moves the piece step by step towards the pointer. It first tries the axis along which the
   * pointer is farther away.
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
   * Handles the end of the drag, when the pointer is lifted. A tapped piece that can move in only
   * one direction moves by one cell. A tapped piece that cannot move shakes, and so does a piece
   * that was pulled in a direction in which it cannot go. The page says why.
   * @param {DOMPoint} pointer
   */
  drop({ x, y }) {
    if (this.path) return;
    if (Math.hypot(x - this.x, y - this.y) < 0.3) {
      const ways = Object.keys(STEPS).filter((letter) => this.game.canStep(this.piece, letter));
      if (ways.length === 1) return this.step(ways[0]);
      const sign = signOf(this.piece);
      if (ways.length > 1)
        return this.refused(`Drag ${sign}: it can move ${ways.map((way) => WORDS[way]).join(" or ")}.`);
      this.#refuse(`${sign} cannot move.`);
    } else if (!this.hasMoved) {
      this.#refuse(`${signOf(this.piece)} cannot move that way.`);
    }
  }

  /**
   * Shakes the piece, and says why it did not move.
   * @param {string} why
   */
  #refuse(why) {
    this.view.shake(this.piece);
    this.refused(why);
  }
}

/**
 * Makes pieces follow the mouse or a finger.
 * @param {HTMLElement} host
 * @param {View} view
 * @param {Play} play
 */
function listenForPointer(host, view, play) {
  /** @type {Drag | null} */
  let drag = null;
  // A finger on a piece must not scroll the page. Not all browsers apply `touch-action` inside an
  // SVG, so the event's default action is prevented.
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
    drag = new Drag(game, view, piece, view.cells(event), play.refused);
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
