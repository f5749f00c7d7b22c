// A solution as text: its moves as letters, of the tile or of the blank, to be pressed and to be copied.
import { confirmOn, copy } from "./dialogs.js";
import { el, plural, say } from "./dom.js";
import { SINGLE, movesOf, textOf, writtenWay } from "./metric.js";
import { keep, recall } from "./storage.js";
import { REVERSE, WORDS } from "./tiles.js";

/** A letter of each move in the convention: the direction of the tile, or of the blank. */
export const lettersOf = (way, convention) => (convention === "blank" ? [...way].map((letter) => REVERSE[letter]).join("") : way);

/** A strip in `host`, hidden until `load`; `onPick(index)` is called when the position after a move is chosen. */
export function createStrip(host, onPick) {
  let way = "";
  let metric = SINGLE;
  let convention = recall("convention", "tile");
  const list = el("ol", { class: "letters", tabIndex: 0, "aria-label": "Moves of the solution" });
  const choice = el("select", { "aria-label": "Letters name the direction of", onchange: () => choose(choice.value) },
    el("option", { value: "tile", selected: convention === "tile" }, "the tile"), el("option", { value: "blank", selected: convention === "blank" }, "the blank"));
  const copyButton = el("button", { type: "button", onclick: async () => (await copy(writtenWay(lettersOf(way, convention), metric))) && (confirmOn(copyButton, "Copied"), say("Copied")) }, "Copy");
  const strip = el("div", { class: "strip", role: "group", "aria-label": "Solution as text", hidden: true },
    el("div", { class: "row spread" }, el("label", { class: "inline" }, "Moves of ", choice), copyButton), list);
  host.append(strip);

  function choose(value) {
    convention = value;
    keep("convention", value);
    draw();
  }

  function draw() {
    const letters = lettersOf(way, convention);
    const moves = movesOf(letters, metric);
    const name = (move) => (move.length > 1 ? `${move.length} tiles ${WORDS[move[0]]}` : WORDS[move]);
    list.replaceChildren(...moves.map((move, i) =>
      el("li", {}, el("button", { type: "button", tabIndex: -1, "aria-label": `${i + 1}, ${name(move)}`, onclick: () => onPick(i + 1) }, textOf(move)))));
    list.setAttribute("aria-label", `${plural(moves.length, "move")} of the ${convention}: ${writtenWay(letters, metric)}`);
  }

  return {
    load(moves, of) {
      strip.hidden = moves === "";
      if (moves === way && metric === of) return;
      [way, metric] = [moves, of];
      draw();
    },
    /** Marks the move that was made last. */
    at(index) {
      list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      const item = list.children[index - 1]?.firstChild;
      if (!item) return;
      item.setAttribute("aria-current", "step");
      const [top, left] = [item.offsetTop - list.offsetTop, item.offsetLeft - list.offsetLeft];
      list.scrollTo({ top: top - list.clientHeight / 2, left: left - list.clientWidth / 2 });
    },
    hide() {
      strip.hidden = true;
    },
  };
}
