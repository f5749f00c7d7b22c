// A solution as a list of moves that the reader can press. In the tab Puzzle, the reader chooses
// the notation, and can copy the moves.
import { copy } from "./dialogs.js";
import { byId, el, onClick, plural } from "./dom.js";
import { meaning, written, writtenLine } from "./notation.js";
import { setting } from "./storage.js";

/** @typedef {{ text: string, name: string }} MoveText */

/**
 * Lists the moves of a solution in `host`. When the reader presses the move of number `index`,
 * `onPick(index)` is called to show the position after it.
 * @param {HTMLElement} host
 * @param {(index: number) => void} onPick
 */
export function createMoves(host, onPick, tabIndex = 0) {
  /**
   * Scrolls the item of number `index` into view.
   * @param {number} index
   */
  function reveal(index) {
    const item = /** @type {HTMLElement | null} */ (host.children[index - 1]?.firstElementChild);
    // Both offsets are measured from the list, because the list is positioned.
    if (item)
      host.scrollTo({ top: item.offsetTop - host.clientHeight / 2, left: item.offsetLeft - host.clientWidth / 2 });
  }
  return {
    /**
     * Lists moves, each with its text and its name for screen readers.
     * @param {MoveText[]} moves
     */
    fill(moves) {
      /**
       * @param {MoveText} move
       * @param {number} i
       */
      const button = ({ text, name }, i) =>
        el("button", { type: "button", tabIndex, "aria-label": name, onclick: () => onPick(i + 1) }, text);
      host.replaceChildren(...moves.map((move, i) => el("li", {}, button(move, i))));
    },
    /**
     * Shows that the first `count` moves are made, marks the next one, and scrolls it into view.
     * @param {number} count
     */
    made(count) {
      [...host.children].forEach((item, i) => item.classList.toggle("made", i < count));
      this.mark(count + 1, "step");
      if (count === host.children.length) reveal(count);
    },
    /**
     * Marks the item of number `index`, and scrolls it into view.
     * @param {number} index
     * @param {string} current the value of `aria-current`
     */
    mark(index, current) {
      host.querySelector("[aria-current]")?.removeAttribute("aria-current");
      host.children[index - 1]?.firstElementChild?.setAttribute("aria-current", current);
      reveal(index);
    },
  };
}

/**
 * Creates the solution as text, hidden until `load`. When the reader presses the move of number
 * `index`, `onPick(index)` is called to show the position after it.
 * @param {(index: number) => void} onPick
 */
export function createStrip(onPick) {
  const [strip, list, convention] = [byId("puzzle-strip"), byId("letters"), byId("convention")];
  const moves = createMoves(list, onPick, -1);
  /** @type {{ position: Position, way: string, metric: string } | null} */
  let shown = null;
  /**
   * Calls a function of notation.js with the shown solution and the chosen notation.
   * @template T
   * @param {(position: Position, way: string, metric: string, notation: string) => T} act
   * @returns {T | null}
   */
  const inNotation = (act) => shown && act(shown.position, shown.way, shown.metric, convention.value);

  function draw() {
    if (shown === null) return;
    moves.fill(inNotation(written) ?? []);
    list.setAttribute("aria-label", `Solution of ${plural(list.children.length, "move")}`);
    byId("letters-note").textContent = inNotation(meaning);
  }

  setting("convention", "convention", "arrows", draw);
  onClick({ "copy-letters": () => copy(inNotation(writtenLine) ?? "", byId("copy-letters")) });

  return {
    /**
     * Shows a solution of a position. An empty solution hides the strip.
     * @param {Position} position
     * @param {string} way
     * @param {string} metric
     */
    load(position, way, metric) {
      strip.hidden = way === "";
      shown = way === "" ? null : { position, way, metric };
      draw();
    },
    made: moves.made.bind(moves),
    hide() {
      strip.hidden = true;
    },
  };
}
