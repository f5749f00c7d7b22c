// The drawing of a block puzzle and its text, kept in step, with undo; the server reads the text.
import { json } from "./api.js";
import { mapOf, pieces, puzzleOf, toText, withGates } from "./blockmap.js";
import { hue } from "./blockview.js";
import { byId, el, show } from "./dom.js";
import { GATE, JOIN, createPainter, nameOf } from "./painter.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BRUSHES = [JOIN, "*", ..."ABCDEFGHIJKL", ".", "#", " ", GATE];
const GATES = "-=~:+";
/** Changes that can be taken back. */
const DEPTH = 200;

/** `onChange(puzzle)` is told of each new puzzle `{ start, goal, floor, gates, axes, rush, byShape, equal }`; `onFault(message)` of text that is none. */
export function createDrawing(onChange, onFault) {
  const source = byId("source");
  let puzzle = null;
  let brush = JOIN;
  let asked = 0; // the number of the latest text sent to be checked
  let timer = null;
  const before = []; // { puzzle, text }
  const painter = (which, label) => createPainter(byId(`${which}-map`), label,
    { brush: () => (brush === GATE ? gateCharacter() : brush), fresh: () => freshLetter(which), onPaint: (x, y, c) => paint(which, x, y, c), onStroke: remember });
  const draw = { start: painter("start", "Start map"), goal: painter("goal", "Goal map") };

  /** A new piece of the start has a letter of its own; in the goal it is the first that is not drawn yet. */
  function freshLetter(which) {
    const [start, goal] = [pieces(puzzle.start), pieces(puzzle.goal)];
    if (which === "goal") return [...start.keys()].find((piece) => !goal.has(piece)) ?? "A";
    return [...LETTERS].find((letter) => !start.has(letter) && !goal.has(letter) && !puzzle.gates.has(letter)) ?? "*";
  }

  /** The character of the gate that there is, or of a new one. */
  function gateCharacter() {
    const [start, goal] = [pieces(puzzle.start), pieces(puzzle.goal)];
    const character = puzzle.gates.keys().next().value ?? [...GATES, ...LETTERS].find((sign) => !start.has(sign) && !goal.has(sign));
    if (!puzzle.gates.has(character)) puzzle = { ...puzzle, gates: new Map([[character, []]]) };
    return character;
  }

  /** A new gate is for the pieces of the goal, or else for the first piece, until the text says otherwise. */
  function admitting(next) {
    const [start, goal] = [pieces(next.start), pieces(next.goal)];
    const named = [...goal.keys()].filter((piece) => start.has(piece));
    const first = named.length ? named : [...start.keys()].slice(0, 1);
    return { ...next, gates: new Map([...next.gates].map(([gate, names]) => [gate, names.length ? names : first])) };
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
    draw.start(withGates(puzzle.start, puzzle.floor), puzzle.gates);
    draw.goal(withGates(puzzle.goal, puzzle.floor), puzzle.gates);
    byId("columns").value = puzzle.start[0].length;
    byId("rows").value = puzzle.start.length;
    onChange(puzzle);
  }

  /** The same after a change of the drawing, which the text follows. */
  function drawn(changed) {
    const next = admitting(changed);
    source.value = toText(next, source.value);
    set(next);
    check(false);
  }

  function paint(which, x, y, character) {
    if (withGates(puzzle[which], puzzle.floor)[y][x] === character) return;
    const [start, goal, floor] = [puzzle.start, puzzle.goal, puzzle.floor].map((map) => map.map((row) => [...row]));
    const map = which === "start" ? start : goal;
    const fixed = (c) => c === "#" || c === " ";
    if (puzzle.gates.has(character)) {
      map[y][x] = ".";
      for (const other of [start, goal]) if (fixed(other[y][x])) other[y][x] = ".";
      floor[y][x] = character;
    } else {
      // A piece on a gate is taken away before the gate is; a wall of the start is none of the goal's.
      if (character === "." && map[y][x] === "." && puzzle.gates.has(floor[y][x])) floor[y][x] = ".";
      map[y][x] = character;
      if (which === "start") {
        if (fixed(character)) goal[y][x] = floor[y][x] = character;
        else if (fixed(floor[y][x])) floor[y][x] = ".";
        if (!fixed(character) && fixed(goal[y][x])) goal[y][x] = ".";
      }
    }
    drawn({ ...puzzle, start, goal, floor });
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

  function resize() {
    const [width, height] = ["columns", "rows"].map((id) => Math.min(16, Math.max(1, byId(id).valueAsNumber || 1)));
    const grow = (map) => mapOf(map, width, height).map((row, y) => row.map((c, x) => (map[y]?.[x] === undefined ? "." : c)));
    remember();
    drawn({ ...puzzle, start: grow(puzzle.start), goal: grow(puzzle.goal), floor: grow(puzzle.floor) });
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
    el("span", { class: { ".": "empty", "#": "wall", " ": "outside", [JOIN]: "join", [GATE]: "gate" }[character] ?? `piece hue-${hue(character)}` }, character === JOIN ? "+" : "#. ".includes(character) || character === GATE ? "" : character))));

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
