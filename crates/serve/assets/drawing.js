// The drawing of a block puzzle and its text, kept in step, with undo; the server reads the text.
import { json } from "./api.js";
import { GATE, JOIN, cleared, painted, resized, strokeOf } from "./blockedit.js";
import { puzzleOf, toText, withGates } from "./blockmap.js";
import { byId, el, onClick, show } from "./dom.js";
import { classOf, createPainter, letterOf, nameOf } from "./painter.js";

const BRUSHES = [JOIN, "*", ..."ABCDEFGHIJKL", ".", "#", " ", GATE];
/** Changes that can be taken back. */
const DEPTH = 200;

/**
 * `onChange(puzzle)` is told of each new puzzle, in the form of `puzzleOf`; `onFault(message)` of a text that is no puzzle.
 */
export function createDrawing(onChange, onFault) {
  const source = byId("source");
  let puzzle = null;
  let brush = JOIN;
  let asked = 0; // the number of the latest text sent to be checked
  let timer = null;
  const before = []; // { puzzle, text }
  const painter = (which, label) => createPainter(byId(`${which}-map`), label, {
    stroke: (x, y, typed = brush) => (remember(), strokeOf(puzzle, which, typed, x, y)),
    paint: (x, y, what) => drawn(painted(puzzle, which, x, y, what)),
  });
  const draw = { start: painter("start", "Start map"), goal: painter("goal", "Goal map") };

  function remember() {
    if (!puzzle || before.at(-1)?.text === source.value) return;
    before.push({ puzzle, text: source.value });
    if (before.length > DEPTH) before.shift();
    byId("draw-undo").disabled = false;
  }

  /** Shows a puzzle, and tells of it. */
  function set(next) {
    puzzle = next;
    for (const which of ["start", "goal"]) draw[which](withGates(puzzle[which], puzzle.floor), puzzle.gates);
    byId("columns").value = puzzle.start[0].length;
    byId("rows").value = puzzle.start.length;
    onChange(puzzle);
  }

  /** The same after a change of the drawing, which the text follows. */
  function drawn(next) {
    if (next === null) return;
    source.value = toText(next, source.value);
    set(next);
    check(false);
  }

  /** Changes the drawing, which can be taken back. */
  function change(by) {
    remember();
    drawn(by(puzzle));
  }

  /** Has the text read; with `redraw` its maps become the drawing. True if it could be read. */
  async function check(redraw) {
    const mine = ++asked;
    clearTimeout(timer);
    timer = null;
    try {
      const answer = await json("/api/blocks/check", { puzzle: source.value });
      if (mine !== asked) return false;
      show(byId("source-error"), null);
      if (redraw) set(puzzleOf(answer));
      return true;
    } catch (error) {
      if (mine !== asked) return false;
      show(byId("source-error"), error.message, "error");
      if (redraw) onFault(error.message);
      return false;
    }
  }

  const side = (id) => Math.min(16, Math.max(1, byId(id).valueAsNumber || 1));
  for (const id of ["columns", "rows"]) {
    byId(id).addEventListener("change", () => change((now) => resized(now, side("columns"), side("rows"))));
  }
  onClick({
    clear: () => change(cleared),
    "draw-undo": () => {
      const last = before.pop();
      byId("draw-undo").disabled = before.length === 0;
      if (!last) return;
      source.value = last.text;
      set(last.puzzle);
      check(false);
    },
  });
  let typing = false;
  source.addEventListener("focus", () => (typing = false));
  source.addEventListener("beforeinput", () => {
    if (!typing) remember();
    typing = true;
  });
  source.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => check(true), 200);
  });
  byId("palette").append(...BRUSHES.map((character) => el("label", { title: nameOf(character) },
    el("input", { type: "radio", name: "brush", class: "visually-hidden", checked: character === brush,
      "aria-label": nameOf(character), onchange: () => (brush = character) }),
    el("span", { class: classOf(character) }, character === JOIN ? "+" : letterOf(character)))));

  return {
    /** Shows a puzzle with a text of its own, or the one that it has by its head. */
    load(next, text) {
      remember();
      source.value = text;
      show(byId("source-error"), null);
      set(next);
    },
    /** Shows the puzzle of a text. */
    read(text) {
      remember();
      source.value = text;
      return check(true);
    },
    /** Reads what is typed; true if it is a puzzle. */
    settle: () => check(true),
    /** True if the text was not read yet, or could not be. */
    get unread() {
      return timer !== null || !byId("source-error").hidden;
    },
    get text() {
      return source.value;
    },
  };
}
