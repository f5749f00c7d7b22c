// A solution as a list of moves to be pressed; that of tiles is written as the reader likes, and can be copied.
import { copy } from "./dialogs.js";
import { byId, el, onClick, plural } from "./dom.js";
import { meaning, written, writtenLine } from "./notation.js";
import { setting } from "./storage.js";

/** @typedef {{ text: string, name: string }} MoveText */

/**
 * The moves of a solution in the list `host`; `onPick(index)` is called when the position after a move is chosen.
 * @param {HTMLElement} host
 * @param {(index: number) => void} onPick
 */
export function createMoves(host, onPick, tabIndex = 0) {
  return {
    /**
     * Lists moves, each with its text and its name.
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
     * Marks the move that was made last, or what was chosen.
     * @param {number} index
     */
    at(index, current = "step") {
      host.querySelector("[aria-current]")?.removeAttribute("aria-current");
      const item = /** @type {HTMLElement | null} */ (host.children[index - 1]?.firstElementChild);
      if (!item) return;
      item.setAttribute("aria-current", current);
      const [top, left] = [item.offsetTop - host.offsetTop, item.offsetLeft - host.offsetLeft];
      host.scrollTo({ top: top - host.clientHeight / 2, left: left - host.clientWidth / 2 });
    },
  };
}

/**
 * The solution as text, hidden until `load`; `onPick(index)` is called when the position after a move is chosen.
 * @param {(index: number) => void} onPick
 */
export function createStrip(onPick) {
  const [strip, list, convention] = [byId("puzzle-strip"), byId("letters"), byId("convention")];
  const moves = createMoves(list, onPick, -1);
  /** @type {{ position: Position, way: string, metric: string } | null} */
  let shown = null; // { position, way, metric }
  /**
   * Calls a function of notation.js about the solution.
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
     * @param {Position} position
     * @param {string} way
     * @param {string} metric
     */
    load(position, way, metric) {
      strip.hidden = way === "";
      shown = way === "" ? null : { position, way, metric };
      draw();
    },
    at: moves.at,
    hide() {
      strip.hidden = true;
    },
  };
}
