// The drawing of a block puzzle and its text, kept in step, with undo; the server reads the text.
import { json } from "./api.js";
import { mapOf, mapsOf, pieces, toText } from "./blockmap.js";
import { hue } from "./blockview.js";
import { byId, el, show } from "./dom.js";
import { JOIN, createPainter, nameOf } from "./painter.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BRUSHES = [JOIN, "*", ..."ABCDEFGHIJKL", ".", "#", " "];
/** Changes that can be taken back. */
const DEPTH = 200;

const BEYOND = "gates and pieces with locks of their own are beyond this page; the command solves them: fifteen blocks solve FILE";

/** `onChange(puzzle)` is told of each new puzzle `{ start, goal, rush, byShape, equal }`; `onFault(message)` of text that is none. */
export function createDrawing(onChange, onFault) {
  const source = byId("source");
  let puzzle = null;
  let brush = JOIN;
  let asked = 0; // the number of the latest text sent to be checked
  let timer = null;
  const before = []; // { puzzle, text }
  const painter = (which, label) => createPainter(byId(`${which}-map`), label,
    { brush: () => brush, fresh: () => freshLetter(which), onPaint: (x, y, c) => paint(which, x, y, c), onStroke: remember });
  const draw = { start: painter("start", "Start map"), goal: painter("goal", "Goal map") };

  /** A new piece of the start has a letter of its own; in the goal it is the first that is not drawn yet. */
  function freshLetter(which) {
    const [start, goal] = [pieces(puzzle.start), pieces(puzzle.goal)];
    if (which === "goal") return [...start.keys()].find((piece) => !goal.has(piece)) ?? "A";
    return [...LETTERS].find((letter) => !start.has(letter) && !goal.has(letter)) ?? "*";
  }

  function remember() {
    if (!puzzle || before.at(-1)?.text === source.value) return;
    before.push({ puzzle, text: source.value });
    if (before.length > DEPTH) before.shift();
    byId("draw-undo").disabled = false;
  }

  /** Shows a puzzle, and tells of it. */
  function set(next) {
    puzzle = next;
    draw.start(puzzle.start);
    draw.goal(puzzle.goal);
    byId("columns").value = puzzle.start[0].length;
    byId("rows").value = puzzle.start.length;
    onChange(puzzle);
  }

  /** The same after a change of the drawing, which the text follows. */
  function drawn(next) {
    source.value = toText(next, source.value);
    set(next);
    check(false);
  }

  function paint(which, x, y, character) {
    if (puzzle[which][y][x] === character) return;
    const maps = { start: puzzle.start.map((row) => [...row]), goal: puzzle.goal.map((row) => [...row]) };
    maps[which][y][x] = character;
    const fixed = (c) => c === "#" || c === " ";
    if (which === "start") {
      if (fixed(character)) maps.goal[y][x] = character;
      else if (fixed(maps.goal[y][x])) maps.goal[y][x] = ".";
    }
    drawn({ ...puzzle, ...maps });
  }

  /** Has the text read; with `redraw` its maps become the drawing. True if it could be read. */
  async function check(redraw) {
    const mine = ++asked;
    clearTimeout(timer);
    timer = null;
    try {
      const answer = await json("/api/blocks/check", { puzzle: source.value });
      if (mine !== asked) return false;
      if (answer.gates || answer.locks) throw new Error(BEYOND);
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

  function resize() {
    const [width, height] = ["columns", "rows"].map((id) => Math.min(16, Math.max(1, byId(id).valueAsNumber || 1)));
    const grow = (map) => mapOf(map, width, height).map((row, y) => row.map((c, x) => (map[y]?.[x] === undefined ? "." : c)));
    remember();
    drawn({ ...puzzle, start: grow(puzzle.start), goal: grow(puzzle.goal) });
  }

  byId("columns").addEventListener("change", resize);
  byId("rows").addEventListener("change", resize);
  byId("clear").addEventListener("click", () => {
    const empty = () => puzzle.start.map((row) => row.map((c) => (pieces([[c]]).size ? "." : c)));
    remember();
    drawn({ ...puzzle, start: empty(), goal: empty() });
  });
  byId("draw-undo").addEventListener("click", () => {
    const last = before.pop();
    byId("draw-undo").disabled = before.length === 0;
    if (!last) return;
    source.value = last.text;
    set(last.puzzle);
    check(false);
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
    el("input", { type: "radio", name: "brush", class: "visually-hidden", checked: character === brush, "aria-label": nameOf(character), onchange: () => (brush = character) }),
    el("span", { class: { ".": "empty", "#": "wall", " ": "outside", [JOIN]: "join" }[character] ?? `piece hue-${hue(character)}` }, character === JOIN ? "+" : "#. ".includes(character) ? "" : character))));

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

/** A puzzle from the server's answer. */
export const puzzleOf = (answer) => ({ ...mapsOf(answer), rush: answer.rush_hour, byShape: answer.by_shape, equal: (answer.equal ?? []).map((group) => Array.from(group)) });
