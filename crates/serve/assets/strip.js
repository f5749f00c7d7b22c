// A solution as a list of moves to be pressed; that of tiles as letters, of the tile or of the blank, to be copied.
import { copy } from "./dialogs.js";
import { byId, el, onClick, plural } from "./dom.js";
import { SINGLE, movesOf, textOf, writtenWay } from "./metric.js";
import { setting } from "./storage.js";
import { REVERSE, WORDS } from "./tiles.js";

/** The moves of a solution in the list `host`; `onPick(index)` is called when the position after a move is chosen. */
export function createMoves(host, onPick, tabIndex = 0) {
  return {
    /** Lists moves, each with its text and its name. */
    fill(moves) {
      const button = ({ text, name }, i) =>
        el("button", { type: "button", tabIndex, "aria-label": name, onclick: () => onPick(i + 1) }, text);
      host.replaceChildren(...moves.map((move, i) => el("li", {}, button(move, i))));
    },
    /** Marks the move that was made last, or what was chosen. */
    at(index, current = "step") {
      host.querySelector("[aria-current]")?.removeAttribute("aria-current");
      const item = host.children[index - 1]?.firstChild;
      if (!item) return;
      item.setAttribute("aria-current", current);
      const [top, left] = [item.offsetTop - host.offsetTop, item.offsetLeft - host.offsetLeft];
      host.scrollTo({ top: top - host.clientHeight / 2, left: left - host.clientWidth / 2 });
    },
  };
}

/** A letter of each move in the convention: the direction of the tile, or of the blank. */
export const lettersOf = (way, convention) =>
  convention === "blank" ? [...way].map((letter) => REVERSE[letter]).join("") : way;

/** The solution as letters, hidden until `load`; `onPick(index)` is called when the position after a move is chosen. */
export function createStrip(onPick) {
  const [strip, list, convention] = ["puzzle-strip", "letters", "convention"].map(byId);
  const moves = createMoves(list, onPick, -1);
  let way = "";
  let metric = SINGLE;
  const letters = () => lettersOf(way, convention.value);

  function draw() {
    const all = movesOf(letters(), metric);
    const name = (move) => (move.length > 1 ? `${move.length} tiles ${WORDS[move[0]]}` : WORDS[move]);
    moves.fill(all.map((move, i) => ({ text: textOf(move), name: `${i + 1}, ${name(move)}` })));
    const written = writtenWay(letters(), metric);
    list.setAttribute("aria-label", `${plural(all.length, "move")} of the ${convention.value}: ${written}`);
  }

  setting("convention", "convention", "tile", draw);
  onClick({ "copy-letters": ({ target }) => copy(writtenWay(letters(), metric), target) });

  return {
    load(wayOf, metricOf) {
      strip.hidden = wayOf === "";
      [way, metric] = [wayOf, metricOf];
      draw();
    },
    at: moves.at,
    hide() {
      strip.hidden = true;
    },
  };
}
