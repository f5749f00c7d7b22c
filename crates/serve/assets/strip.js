// A solution as a list of moves to be pressed; that of tiles as letters, of the tile or of the blank, to be copied.
import { confirmOn, copy } from "./dialogs.js";
import { el, plural, say } from "./dom.js";
import { SINGLE, movesOf, textOf, writtenWay } from "./metric.js";
import { keep, recall } from "./storage.js";
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

/** A strip in `host`, hidden until `load`; `onPick(index)` is called when the position after a move is chosen. */
export function createStrip(host, onPick) {
  let way = "";
  let metric = SINGLE;
  let convention = recall("convention", "tile");
  const list = el("ol", { class: "letters", tabIndex: 0 });
  const moves = createMoves(list, onPick, -1);
  const option = (value, text) => el("option", { value, selected: convention === value }, text);
  const choice = el(
    "select",
    { "aria-label": "Letters name the direction of", onchange: choose },
    option("tile", "the tile"),
    option("blank", "the blank"),
  );
  const copyButton = el("button", { type: "button", onclick: copyText }, "Copy");
  const strip = el(
    "div",
    { class: "strip", role: "group", "aria-label": "Solution as text", hidden: true },
    el("div", { class: "row spread" }, el("label", { class: "inline" }, "Moves of ", choice), copyButton),
    list,
  );
  host.append(strip);

  function choose() {
    convention = choice.value;
    keep("convention", convention);
    draw();
  }

  async function copyText() {
    if (!(await copy(writtenWay(lettersOf(way, convention), metric)))) return;
    confirmOn(copyButton, "Copied");
    say("Copied");
  }

  function draw() {
    const letters = lettersOf(way, convention);
    const all = movesOf(letters, metric);
    const name = (move) => (move.length > 1 ? `${move.length} tiles ${WORDS[move[0]]}` : WORDS[move]);
    moves.fill(all.map((move, i) => ({ text: textOf(move), name: `${i + 1}, ${name(move)}` })));
    const count = plural(all.length, "move");
    list.setAttribute("aria-label", `${count} of the ${convention}: ${writtenWay(letters, metric)}`);
  }

  return {
    load(letters, of) {
      strip.hidden = letters === "";
      if (letters === way && metric === of) return;
      [way, metric] = [letters, of];
      draw();
    },
    at: moves.at,
    hide() {
      strip.hidden = true;
    },
  };
}
