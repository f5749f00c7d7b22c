// The player's hand on a block puzzle: pieces are dragged along any free path, tapped, or moved with the arrow keys.
import { signOf } from "./blockview.js";
import { say } from "./dom.js";
import { ARROWS, letterKeys } from "./keys.js";
import { REVERSE, STEPS, WORDS, along } from "./tiles.js";

/** Milliseconds of a step that follows the pointer. */
const STEP_MS = 80;

/**
 * `play` has active(): a game can be played, game(), chosen(): the piece for arrow keys while none has the focus,
 * begin(): a move by hand begins, and moved(move): it has ended.
 */
export function takeHand(host, view, play) {
  let drag = null; // { piece, x, y, path, hasMoved }: it has moved along `path`, or there and back

  const pieceAt = (event) => event.target.closest?.("[data-piece]")?.dataset.piece ?? null;

  // A finger on a piece does not scroll the page; `touch-action` does not reach into a picture everywhere.
  host.addEventListener(
    "touchstart",
    (event) => {
      if (pieceAt(event) !== null && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );

  host.addEventListener("pointerdown", (event) => {
    const piece = pieceAt(event);
    if (event.button !== 0 || !event.isPrimary || !play.game()) return;
    event.preventDefault();
    view.focus(piece ?? play.chosen());
    if (piece === null) return;
    play.begin();
    const { x, y } = view.cells(event);
    drag = { piece, x, y, path: "", hasMoved: false };
    host.setPointerCapture(event.pointerId);
  });

  host.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const { x, y } = view.cells(event);
    // Step by step towards the pointer, first along the longer way that is left.
    for (let tries = 0; tries < 64; tries += 1) {
      const [dx, dy] = along([0, 0], drag.path);
      const [ex, ey] = [x - drag.x - dx, y - drag.y - dy];
      /** @type {[number, string][]} */
      const ways = [
        [Math.abs(ex), ex > 0 ? "R" : "L"],
        [Math.abs(ey), ey > 0 ? "D" : "U"],
      ];
      const far = ways.filter(([cells]) => cells > 0.5).sort((a, b) => b[0] - a[0]);
      if (!far.some(([, letter]) => step(letter))) return;
    }
  });

  function step(letter) {
    if (!play.game().canStep(drag.piece, letter)) return false;
    play.game().step(drag.piece, letter);
    view.show(play.game().places(), STEP_MS);
    drag.hasMoved = true;
    drag.path = drag.path.at(-1) === REVERSE[letter] ? drag.path.slice(0, -1) : drag.path + letter;
    return true;
  }

  host.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { x, y } = view.cells(event);
    const isTap = Math.hypot(x - drag.x, y - drag.y) < 0.3;
    if (isTap && !drag.path) tap();
    else if (!drag.path && !drag.hasMoved) refuse();
    end();
  });
  host.addEventListener("pointercancel", end);

  /** A tapped piece with one way to go takes it; one with none shakes. */
  function tap() {
    const ways = Object.keys(STEPS).filter((letter) => play.game().canStep(drag.piece, letter));
    if (ways.length === 1) step(ways[0]);
    if (ways.length === 0) view.shake(drag.piece);
  }

  /** A piece that was pulled where it cannot go shakes. */
  function refuse() {
    view.shake(drag.piece);
    say(`${signOf(drag.piece)} cannot move that way`);
  }

  function end() {
    if (drag?.path) play.moved({ piece: drag.piece, path: drag.path });
    drag = null;
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !play.active()) return;
    if (/** @type {Element} */ (event.target).closest("input, select, textarea, [role=tab]")) return;
    const [piece, letter] = [pieceAt(event) ?? play.chosen(), ARROWS[event.key]];
    // Keys of the whole tab, unless the reader has switched letters off, which are then keys of the board.
    const isHeard = letterKeys() || host.contains(event.target);
    const named = isHeard && [event.key, event.key.toUpperCase()].find((key) => view.has(key));
    if (named) {
      view.focus(named);
    } else if (letter) {
      play.begin();
      view.focus(piece);
      if (play.game().canStep(piece, letter)) {
        play.game().step(piece, letter);
        play.moved({ piece, path: letter });
      } else {
        view.shake(piece);
        say(`${signOf(piece)} cannot move ${WORDS[letter]}`);
      }
    } else {
      return;
    }
    event.preventDefault();
  });
}
