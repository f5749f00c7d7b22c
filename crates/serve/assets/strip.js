// A solution as text: its moves as letters, of the tile or of the blank, to be pressed and to be copied.
import { confirmOn, copy } from "./dialogs.js";
import { el, plural, say } from "./dom.js";
import { keep, recall } from "./storage.js";
import { REVERSE, WORDS } from "./tiles.js";

/** A letter of each move in the convention: the direction of the tile, or of the blank. */
export const lettersOf = (way, convention) => (convention === "blank" ? [...way].map((letter) => REVERSE[letter]).join("") : way);

/** A strip in `host`, hidden until `load`; `onPick(index)` is called when the position after a move is chosen. */
export function createStrip(host, onPick) {
  let way = "";
  let convention = recall("convention", "tile");
  const list = el("ol", { class: "letters", tabIndex: 0, "aria-label": "Moves of the solution" });
  const choice = el("select", { "aria-label": "Letters name the direction of", onchange: () => choose(choice.value) },
    el("option", { value: "tile", selected: convention === "tile" }, "the tile"), el("option", { value: "blank", selected: convention === "blank" }, "the blank"));
  const copyButton = el("button", { type: "button", onclick: async () => (await copy(lettersOf(way, convention))) && (confirmOn(copyButton, "Copied"), say("Copied")) }, "Copy");
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
    list.replaceChildren(...[...letters].map((letter, i) =>
      el("li", {}, el("button", { type: "button", tabIndex: -1, "aria-label": `${i + 1}, ${WORDS[letter]}`, onclick: () => onPick(i + 1) }, letter))));
    list.setAttribute("aria-label", `${plural(letters.length, "move")} of the ${convention}: ${letters}`);
  }

  return {
    load(moves) {
      strip.hidden = moves === "";
      if (moves === way) return;
      way = moves;
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
