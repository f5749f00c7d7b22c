// A solution as a list of moves to be pressed; that of tiles is written as the reader likes, and can be copied.
import { copy } from "./dialogs.js";
import { byId, el, onClick, plural } from "./dom.js";
import { meaning, written, writtenLine } from "./notation.js";
import { setting } from "./storage.js";

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

/** The solution as text, hidden until `load`; `onPick(index)` is called when the position after a move is chosen. */
export function createStrip(onPick) {
  const [strip, list, convention] = ["puzzle-strip", "letters", "convention"].map(byId);
  const moves = createMoves(list, onPick, -1);
  let shown = null; // { position, way, metric }
  /** Calls a function of notation.js about the solution. */
  const inNotation = (act) => act(shown.position, shown.way, shown.metric, convention.value);

  function draw() {
    if (shown === null) return;
    moves.fill(inNotation(written));
    list.setAttribute("aria-label", `Solution of ${plural(list.children.length, "move")}`);
    byId("letters-note").textContent = inNotation(meaning);
  }

  setting("convention", "convention", "arrows", draw);
  onClick({ "copy-letters": ({ target }) => copy(inNotation(writtenLine), target) });

  return {
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
